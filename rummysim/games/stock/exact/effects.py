"""What actions do to a position that is put back afterwards, what they are worth, and all that are legal."""

import numpy as np
from numba import int64, types, uint64, void

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.actions import action_meld, action_option, is_layoff, layoff_code
from rummysim.games.stock.actions import (
    JOKER_OPTION,
    PLACES,
    fits_line,
    is_legal,
    is_stop_legal,
    kind_at,
    n_jokers,
    use_of,
    without_jokers,
)
from rummysim.games.stock.exact.room import JOKER_POINTS, NEW_MELD, worth
from rummysim.games.stock.laying import card_points
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.melds.code import is_run, run_code, run_start, set_code

__all__ = ["ACTIONS", "BEFORE", "list_actions", "may_end", "play_action", "put_back", "remember", "worth_of"]

ACTIONS = types.Array(int64, 1, "C")
BEFORE = types.Tuple((uint64, uint64, uint64, uint64, int64, int64, int64, uint64))


@kernel(int64(CODE, PUBLIC, OWN, int64, int64))
def worth_of(code, public, own, action, aim):
    """Worth of a legal action."""
    _, naturals, jokers, meld = use_of(code, public, own, action)
    total, aces = jokers * worth(aim, np.int64(2 * JOKER_POINTS)), np.int64(0)
    for suit in range(4):
        aces += np.int64(naturals >> np.uint64(16 * suit) & np.uint64(1))
        for place in range(1, PLACES):
            if naturals & bit(np.int64(16 * suit + place)):
                total += worth(aim, 2 * card_points(code, np.int64(place)))
    if aces:
        is_low = is_run(meld) and run_start(meld) == 0 and not meld >> 13 & 1
        if is_layoff(action) and not action_option(action) >> 4:
            is_low = False
        if is_low:
            total += worth(aim, 1 + card_points(code, np.int64(0)))
            aces -= 1
        total += aces * worth(aim, 2 * card_points(code, np.int64(0)))
    return total - (0 if is_layoff(action) else NEW_MELD)


@kernel(BEFORE(PUBLIC, OWN), inline=True)
def remember(public, own):
    """What actions change beside melds on the table."""
    hands = own.hand, own.spare, own.usable, own.usable_spare
    return (*hands, own.must, own.n_new_melds, public.n_melds, public.has_melded)


@kernel(void(PUBLIC, OWN, BEFORE), inline=True)
def put_back(public, own, before):
    """Undo actions but for melds that were added to."""
    own.hand, own.spare, own.usable, own.usable_spare = before[0], before[1], before[2], before[3]
    own.must, own.n_new_melds, public.n_melds, public.has_melded = before[4], before[5], before[6], before[7]


@kernel(void(CODE, PUBLIC, OWN, int64))
def play_action(code, public, own, action):
    """Play a legal action."""
    _, naturals, jokers, meld = use_of(code, public, own, action)
    hand, spare = without_jokers(code, own.hand, own.spare, own.must, jokers)
    own.hand, own.spare = (hand & ~naturals) | (spare & naturals), spare & ~naturals
    own.usable, own.usable_spare, own.must = own.hand, own.spare, -1
    if is_layoff(action):
        public.melds[action_meld(action)] = meld
        return
    public.melds[public.n_melds] = meld
    public.n_melds += 1
    public.has_melded |= np.uint64(1) << np.uint64(own.seat)
    own.n_new_melds += 1


@kernel(int64(OWN), inline=True)
def may_end(own):
    """1 if the play phase may be over."""
    return 1 if own.must < 0 and own.hand == 0 else is_stop_legal(own)


@kernel(int64(ACTIONS, int64, CODE, PUBLIC, OWN, int64), inline=True)
def note(listed, n_listed, code, public, own, action):
    """Add an action to a list if it is legal; how many there are then, kept or not."""
    if not is_legal(code, public, own, action):
        return n_listed
    if n_listed < listed.shape[0]:
        listed[n_listed] = action
    return n_listed + 1


@kernel(int64(ACTIONS, int64, CODE, PUBLIC, OWN, int64, int64, int64))
def list_runs(listed, n_listed, code, public, own, suit, start, length):
    """Add the new runs at some positions, with jokers wherever they can be."""
    free, held = n_jokers(code, own.usable, own.usable_spare), np.int64(0)
    for index in range(length):
        held |= np.int64(1 if own.usable & kind_at(suit, start + index) else 0) << index
    missing = ~held & ((np.int64(1) << length) - 1)
    more = held
    while True:
        jokers = missing | more
        if count_bits(np.uint64(jokers)) <= free:
            pattern = np.int64(0)
            for index in range(length):
                pattern |= (jokers >> index & 1) << (13 - index)
            n_listed = note(listed, n_listed, code, public, own, run_code(suit, start, length, pattern))
        if more == 0 or count_bits(np.uint64(missing)) > free:
            return n_listed
        more = more - 1 & held


@kernel(int64(CODE, PUBLIC, OWN, ACTIONS))
def list_actions(code, public, own, listed):
    """All legal actions but the stop: how many, of which as many are kept as there is room for."""
    n_listed = np.int64(0)
    for place in range(PLACES):
        for suits in range(1, 16):
            for wilds in range(4):
                n_listed = note(listed, n_listed, code, public, own, set_code(place, suits, wilds))
    for suit in range(4):
        for start in range(PLACES):
            for length in range(3, PLACES + 1):
                if fits_line(code, np.int64(start), np.int64(length)):
                    n_listed = list_runs(
                        listed, n_listed, code, public, own, np.int64(suit), np.int64(start), np.int64(length)
                    )
    for index in range(public.n_melds):
        for option in range(256 if is_run(public.melds[index]) else JOKER_OPTION + 1):
            n_listed = note(listed, n_listed, code, public, own, layoff_code(np.int64(index), np.int64(option)))
    return n_listed
