"""Memory of the search for best plays: positions seen, the way to here, the best way found."""

import numpy as np
from numba import int64, uint64

from rummysim.core.jit import kernel, record
from rummysim.core.rng import mix
from rummysim.games.opening.state import OWN, PUBLIC
from rummysim.melds.worth import SCALE_DTYPE, Table, fill_scale

__all__ = ["CARD", "COST", "COST_DTYPE", "MOST_ACTIONS", "ROOM", "ROOM_DTYPE", "fill_cost", "is_new", "new_room"]

MOST_ACTIONS = 48
CARD = 64
"""What a point counts beside a card: fewest points come first, then fewest cards."""
N_SLOTS = 1 << 20
SLOTS_MASK = np.uint64(N_SLOTS - 1)
ONE = np.uint64(1)

COST_DTYPE, COST = record(naturals=SCALE_DTYPE, joker=np.int64)
"""naturals : scale of what naturals cost that are left, ``CARD`` a point and 1 a card. joker : what a joker costs."""

ROOM_DTYPE, ROOM = record(
    all_actions=np.int64,
    best=np.int64,
    n_states=np.int64,
    most_states=np.int64,
    is_cut=np.int64,
    n_best=np.int64,
    path=(np.int64, MOST_ACTIONS),
    best_path=(np.int64, MOST_ACTIONS),
)
"""all_actions : 1 if every legal action is tried. best : least cost found. n_states : positions looked at, up to
``most_states``; is_cut : 1 if there were more. path, best_path, n_best : actions to here, and to the best position.
"""


def fill_cost(cost: np.void, code: np.void, joker_in_hand: int) -> Table:
    """Set what cards left cost under rules; the table has to be kept as long as it is used."""
    ace = int(code["ace_points"])
    points = [ace, *range(2, 11), 10, 10, 10]
    worth = [CARD * each + 1 for each in points]
    cost["joker"] = CARD * joker_in_hand + 1
    ace_mode = int(code["points"]["ace_mode"])
    return fill_scale(cost["naturals"], [*worth, worth[0]], worth, ace_mode=ace_mode, n_jokers=0, cap=0)


def new_room(most_states: int, *, all_actions: bool) -> tuple[np.void, np.ndarray]:
    """A room, and the slots of positions seen, (N_SLOTS,) uint64, empty."""
    if most_states > N_SLOTS // 2:
        raise ValueError(most_states)
    room: np.void = np.zeros(1, ROOM_DTYPE)[0]
    room["most_states"], room["all_actions"] = most_states, all_actions
    return room, np.zeros(N_SLOTS, np.uint64)


@kernel(uint64(PUBLIC, OWN, int64), inline=True)
def key_of(public, own, phase):
    """Number of a position; melds in whatever order."""
    key = np.uint64(0)
    for index in range(public.n_melds):
        key += mix(np.uint64(public.melds[index]))
    key = mix(key ^ own.hand)
    key = mix(key ^ own.spare)
    return mix(key ^ np.uint64(own.n_jokers << 4 | own.pending << 2 | phase)) | ONE


@kernel(int64(PUBLIC, OWN, ROOM, uint64[::1], int64))
def is_new(public, own, room, slots, phase):
    """1 if a position was not seen, which is noted, and there is room for it.

    Positions are told apart by 64 bits: that two of half a million are taken for one happens in 1 of 10 ** 8 searches.
    """
    key = key_of(public, own, phase)
    at = key >> ONE & SLOTS_MASK
    while slots[at]:
        if slots[at] == key:
            return 0
        at = (at + ONE) & SLOTS_MASK
    if room.n_states >= room.most_states:
        room.is_cut = 1
        return 0
    slots[at] = key
    room.n_states += 1
    return 1
