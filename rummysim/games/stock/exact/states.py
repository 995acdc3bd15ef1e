"""States of the bound, in layers: what later places must know, packed into two integers, with a value."""

import numpy as np
from numba import int64, types, void

from rummysim.core.jit import kernel
from rummysim.games.stock.actions import PLACES
from rummysim.games.stock.exact.room import ROOM

__all__ = [
    "ACES",
    "ANY_CHAIN",
    "CHAINS",
    "CHOICE",
    "CLOSE",
    "CROSSES",
    "ENTER",
    "ENTERED",
    "FIELD",
    "JOKERS",
    "LEFT",
    "NEW",
    "ON_SET",
    "PARENT",
    "REST",
    "ROOMY",
    "RUNS",
    "SETS",
    "SLOTS",
    "STATES",
    "STEP",
    "USED",
    "VALUE",
    "begin_layer",
    "class_count",
    "push",
]

CHAINS, REST, VALUE, PARENT, STEP, CHOICE = range(6)
"""Columns of a state. CHAINS : eleven bits a suit, open runs by class; two bits a suit from 44 on, aces kept for above
the king, and from 52 on, cards in sets of this place. REST : jokers used, 1 << 3 a new meld, 1 << 4 a run with room,
from 5 on what is left for sure (0 nothing, 1 the barred card, 2 more), from 7 on the runs that come into the first
place of a circle: 1 if there are any, then eleven bits a suit. PARENT : state before. STEP, CHOICE : what was decided.
"""

STATES, SLOTS = types.Array(int64, 2, "C"), types.Array(int64, 1, "C")

ENTER, RUNS, SETS, ON_SET, CLOSE = range(5)
"""Kinds of a step, in bits 0–3 of STEP; the position is in bits 4–7, a suit or a meld of the table from bit 8 on."""

FIELD = 11
ANY_CHAIN = (np.int64(1) << FIELD) - 1
ACES, USED, CROSSES, ENTERED = 44, 52, 7, 8
JOKERS = np.int64(7)
NEW, ROOMY = np.int64(1) << 3, np.int64(1) << 4
LEFT = 5


@kernel(int64(int64, int64, int64), inline=True)
def class_count(chains, suit, which):
    """Open runs of a suit in a class (0–3)."""
    field = chains >> (FIELD * suit)
    if which == 0:
        return field & 3
    return field >> (3 * which - 1) & 7


@kernel(void(ROOM, int64, int64, int64), inline=True)
def begin_layer(room, kind, step, suit):
    """Begin a layer of states; ``step`` counts places from the first."""
    room.before, room.first = room.first, room.n
    room.kind, room.step, room.suit = kind, step, suit
    room.position = (room.first_place + step) % PLACES if room.is_circle else step
    room.any_chains = 0


@kernel(void(ROOM, STATES, SLOTS, int64, int64, int64, int64, int64), inline=True)
def push(room, states, slots, chains, rest, value, choice, hope):
    """Add a state to the layer, or keep the better of two that agree, the first of equals.

    hope : what it can still gain; with less than the floor in all it is left out.
    """
    if value + hope < room.floor:
        return
    mask = slots.shape[0] - 1
    mixed = np.uint64(chains) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(rest) * np.uint64(0xC2B2AE3D27D4EB4F)
    slot = np.int64(mixed >> np.uint64(40)) & mask
    while slots[slot] >= room.first:
        at = slots[slot]
        if states[at, CHAINS] == chains and states[at, REST] == rest:
            if value > states[at, VALUE]:
                states[at, VALUE], states[at, PARENT], states[at, CHOICE] = value, room.parent, choice
            return
        slot = slot + 1 & mask
    if room.n == states.shape[0]:
        room.is_full = 1
        return
    slots[slot] = room.n
    states[room.n, CHAINS], states[room.n, REST], states[room.n, VALUE] = chains, rest, value
    states[room.n, PARENT], states[room.n, CHOICE] = room.parent, choice
    states[room.n, STEP] = room.kind | room.position << 4 | room.suit << 8
    room.any_chains |= chains
    room.n += 1
