"""What may be done in the play phase by who has opened: new melds, lay-offs, swaps (2.2, RM-9 … RM-11, 8.7).

An action is one integer: 0 stops; a new meld is its code (:mod:`rummysim.melds.code`); a lay-off is ``LAYOFF | meld <<
8 | option``, the option ``16 * a + b`` for a cards below and b above a run, a suit or ``JOKER_OPTION`` on a set; a swap
``SWAP | meld << 8 | option``, the option the joker's position from the low end of a run, or the suit given to a set.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.games.actions import action_meld, action_option, is_layoff
from rummysim.games.opening.state import CODE, JOKER, OWN, PUBLIC
from rummysim.melds.code import (
    is_run,
)
from rummysim.melds.each import cards_of, is_meld
from rummysim.melds.grow import GROWN, grow_run, grow_set, swap_on_run, swap_on_set
from rummysim.melds.spread import without

__all__ = [
    "SWAP",
    "can_finish",
    "holds_meld",
    "is_action_possible",
    "is_swap",
    "may_add",
    "swap_code",
    "throws",
    "use_of",
]

SWAP = np.int64(1) << 51
NOTHING = np.uint64(0)


@kernel(int64(int64), inline=True)
def is_swap(action):
    """1 for a swap."""
    return 1 if action >> 51 == 1 else 0


@kernel(int64(int64, int64), inline=True)
def swap_code(meld, option):
    """Code of a swap."""
    return SWAP | meld << 8 | option


@kernel(int64(OWN, int64), inline=True)
def holds_meld(own, meld):
    """1 if the cards of a new meld are in the hand."""
    once, twice, n_wilds = cards_of(meld)
    return 1 if not once & ~own.hand and not twice & ~own.spare and n_wilds <= own.n_jokers else 0


@kernel(GROWN(CODE, PUBLIC, OWN, int64))
def use_of(code, public, own, action):
    """What an action comes to; a swap takes -1 jokers."""
    if action <= 0 or action >> 52:
        return 0, NOTHING, NOTHING, np.int64(0), np.int64(0)
    if not action >> 50:
        if not is_meld(code.points, action):
            return 0, NOTHING, NOTHING, np.int64(0), np.int64(0)
        once, twice, n_wilds = cards_of(action)
        return holds_meld(own, action), once, twice, n_wilds, action
    index, option = action_meld(action), action_option(action)
    if index >= public.n_melds or action >> 50 == 3:
        return 0, NOTHING, NOTHING, np.int64(0), np.int64(0)
    meld, most = public.melds[index], code.most_jokers
    if is_swap(action):
        if is_run(meld):
            is_possible, given, changed = swap_on_run(own.hand, meld, option)
        else:
            is_possible, given, changed = swap_on_set(own.hand, meld, option, code.set_joker_swap)
        return is_possible, given, NOTHING, np.int64(-1), changed
    if is_run(meld):
        return grow_run(code.points, most, own.hand, own.spare, own.n_jokers, meld, option)
    return grow_set(code.points, most, own.hand, own.n_jokers, meld, option)


@kernel(int64(CODE, uint64, int64, int64), inline=True)
def can_finish(code, hand, n_jokers, barred):
    """1 if a turn may end with a hand: a card may be thrown, or there is none and none is needed."""
    if hand == 0 and n_jokers == 0:
        return 0 if code.final_discard_required else 1
    if barred < 0:
        return 1
    if barred == JOKER:
        return 1 if hand else 0
    return 1 if n_jokers or hand & ~bit(barred) else 0


@kernel(int64(CODE, OWN), inline=True)
def may_add(code, own):
    """1 if lay-offs and swaps are allowed to who has opened."""
    return 1 if own.is_open and (code.layoff_on_opening_turn or not own.opened_now) else 0


@kernel(int64(CODE, OWN, int64), inline=True)
def spoils_hand(code, own, action):
    """1 if an action would spoil the hand for which the cut card was taken (2.2 (1) and (5))."""
    return 1 if own.is_hand_due and (is_swap(action) or (is_layoff(action) and not code.layoff_in_hand)) else 0


@kernel(int64(CODE, PUBLIC, OWN, int64))
def is_action_possible(code, public, own, action):
    """1 if an action but a swap is legal for who has opened, or a swap but for what has to follow it."""
    if spoils_hand(code, own, action):
        return 0
    if action >> 50 and not may_add(code, own) and not (is_swap(action) and not own.is_open):
        return 0
    is_valid, once, twice, n_wilds, _ = use_of(code, public, own, action)
    if not is_valid:
        return 0
    if own.must >= 0 and not (n_wilds > 0 if own.must == JOKER else once & bit(own.must) != 0):
        return 0
    if own.pending and (n_wilds <= 0 or (is_layoff(action) and code.joker_reuse != 2)):
        return 0
    hand = without(own.hand & ~twice, own.spare & ~twice, once & ~twice)
    return can_finish(code, hand, own.n_jokers - n_wilds, own.barred)


@kernel(uint64(OWN), inline=True)
def throws(own):
    """Naturals that may be thrown."""
    return own.hand & ~bit(own.barred) if own.barred >= 0 else own.hand
