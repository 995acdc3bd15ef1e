"""The position of a play phase as the bound sees it (:mod:`rummysim.games.stock.exact.bound`), and its scratch.

What counts for the bound: copies of each natural that could be laid at all, the jokers, where runs of the table could
be joined, the worth of a card by its place, and which of the restrictions of the rules are in force.
"""

import numpy as np
from numba import int64, types

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel, record
from rummysim.games.stock.actions import PLACES
from rummysim.games.stock.state import MAX_SHOWN
from rummysim.melds.code import is_run, set_suits, set_wilds

__all__ = [
    "CARDS",
    "HIGH_ACE",
    "JOKER_POINTS",
    "MOST_ACTIONS",
    "MOST_PARTS",
    "NEW_MELD",
    "POINTS",
    "ROOM",
    "ROOM_DTYPE",
    "copies",
    "is_open_set",
    "nibble",
    "worth",
    "worth_cards",
    "worth_points",
]

POINTS, CARDS = 0, 1
"""Aims: most points gained, then cards; most cards, then points."""

HIGH_ACE = 13
JOKER_POINTS = 15
LANE = np.int64(0x1FFF)
ONE = np.uint64(1)
POINTS_SHIFT, CARDS_SHIFT, MELDS_SHIFT = 7, 12, 6
NEW_MELD = np.int64(1)

MOST_PARTS = 64
MOST_CHAINS = 8
MOST_STEPS = 256
MOST_ACTIONS = 128

ROOM_DTYPE, ROOM = record(
    hand=np.uint64,
    spare=np.uint64,
    sure=np.uint64,
    n_jokers=np.int64,
    joker_worth=np.int64,
    may_new=np.int64,
    needs_new=np.int64,
    counts_new=np.int64,
    counts_runs=np.int64,
    is_circle=np.int64,
    is_high=np.int64,
    first_place=np.int64,
    must=np.int64,
    must_joker=np.int64,
    barred=np.int64,
    watches_left=np.int64,
    first_left=np.int64,
    highs=np.int64,
    open_sets=np.int64,
    open_runs=np.int64,
    tops=(np.uint64, 4),
    lows=(np.uint64, 4),
    targets=(np.int64, 4),
    starts=(np.int64, 4),
    active=(np.int64, 4),
    set_places=np.int64,
    worth=(np.int64, 14),
    begin_worth=(np.int64, 14),
    set_worth=(np.int64, 13),
    floor=np.int64,
    later=(np.int64, MOST_PARTS),
    top_hope=np.int64,
    extra=np.int64,
    side=np.int64,
    far_highs=np.int64,
    blocks=(np.int64, (4, 16)),
    open_one=(np.int64, 4),
    open_two=(np.int64, 4),
    n=np.int64,
    first=np.int64,
    before=np.int64,
    is_full=np.int64,
    any_chains=np.int64,
    kind=np.int64,
    step=np.int64,
    position=np.int64,
    suit=np.int64,
    n_tops=np.int64,
    n_lows=np.int64,
    parent=np.int64,
    n_trailing=np.int64,
    n_path=np.int64,
    path=(np.int64, MOST_STEPS),
    n_chains=(np.int64, 4),
    chain_class=(np.int64, (4, MOST_CHAINS)),
    chain_start=(np.int64, (4, MOST_CHAINS)),
    chain_length=(np.int64, (4, MOST_CHAINS)),
    chain_jokers=(np.int64, (4, MOST_CHAINS)),
    chain_on=(np.int64, (4, MOST_CHAINS)),
    used_tops=np.int64,
    used_lows=np.int64,
    n_actions=np.int64,
    actions=(np.int64, MOST_ACTIONS),
    action_jokers=(np.int64, MOST_ACTIONS),
    melds=(np.int64, MAX_SHOWN),
)
"""Scratch of one question.

hand, spare : naturals that could be laid, as in a hand. n_jokers : jokers held. joker_worth, worth, begin_worth,
set_worth : of a joker, of a natural at a position of a run, of one that begins a run, of one in a set, by place.
may_new : new melds allowed, 2 for any number. needs_new : 1 if nothing may be laid off before a new meld. counts_new,
counts_runs : 1 if it matters whether there is a new meld, a run with room. is_circle, is_high : ``ace_mode``.
first_place : where a circle is cut. must : natural that has to be laid, -1 if none; must_joker : 1 if a joker has to.
barred : card that may not be the only one left, -1 if none; watches_left, first_left : 1 if that matters, and what is
left for sure (0 nothing, 1 the barred card, 2 more). highs : suits whose ace could lie above the king. open_sets :
places with a set that takes a card. open_runs : runs that do. tops, lows : by suit, four bits a position, runs of the
table that go on there, and that begin there. targets : positions by suit worth reaching over a joker. starts :
positions at which a run could begin. n … parent : layers of states, and what the table offers
at the step. path … actions : the plan as it is traced.
"""


@kernel(int64(int64, int64), inline=True)
def worth(aim, points):
    """Worth of one card laid that gains ``points``, as one number for an aim; a new meld takes ``NEW_MELD`` off."""
    one = points << POINTS_SHIFT | 1 if aim == POINTS else np.int64(1) << CARDS_SHIFT | points
    return one << MELDS_SHIFT


@kernel(int64(int64), inline=True)
def without_melds(total):
    """A sum of worths less what new melds took off."""
    return (total + (1 << MELDS_SHIFT) - 1) >> MELDS_SHIFT


@kernel(int64(int64, int64), inline=True)
def worth_points(aim, total):
    """Points in a sum of worths."""
    both = without_melds(total)
    return both >> POINTS_SHIFT if aim == POINTS else both & ((1 << CARDS_SHIFT) - 1)


@kernel(int64(int64, int64), inline=True)
def worth_cards(aim, total):
    """Cards in a sum of worths."""
    both = without_melds(total)
    return both & ((1 << POINTS_SHIFT) - 1) if aim == POINTS else both >> CARDS_SHIFT


@kernel(int64(types.uint64, int64), inline=True)
def nibble(counts, position):
    """Four bits of a position."""
    return np.int64(counts >> np.uint64(4 * position) & np.uint64(15))


@kernel(int64(ROOM, int64, int64), inline=True)
def copies(room, suit, place):
    """Copies of a natural that could be laid."""
    at = np.uint64(16 * suit + place)
    return np.int64(room.hand >> at & ONE) + np.int64(room.spare >> at & ONE)


@kernel(int64(int64), inline=True)
def is_open_set(meld):
    """1 for a set that takes a fourth card."""
    return 0 if is_run(meld) or count_bits(np.uint64(set_suits(meld))) + set_wilds(meld) > 3 else 1


@kernel(int64(ROOM, types.uint64, int64), inline=True)
def positions_in(room, cards, suit):
    """Positions of a suit: places, and the ace above the king or, in a circle, all places once more behind."""
    held = np.int64(cards >> np.uint64(16 * suit)) & LANE
    if room.is_circle:
        return held | held << PLACES
    return held | (held & 1) << HIGH_ACE if room.is_high else held
