"""Lay-offs: the best way to add left cards to melds on the table, exact.

A plan gives each meld an option: a run takes ``a`` cards at the low end and ``b`` at the high end, a set one card or
none; each place takes the natural card if it is still left, else a wild. The best plan lays most wilds, then most
natural points, then the naturals that come first by (points descending, suit, place), then, meld by meld, the option
that comes first: in a run larger ``a``, then larger ``b``; in a set the first suit, then a wild, then none (rules 8.2
iii).
"""

import numpy as np
from numba import int64, types, uint64, void

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel, record
from rummysim.melds.code import (
    card_at,
    is_run,
    run_code,
    run_length,
    run_start,
    run_suit,
    set_code,
    set_place,
    set_suits,
    set_wilds,
)
from rummysim.melds.cover import WILD_LEFT, entry, left_of
from rummysim.melds.line import LINE

__all__ = [
    "CARDS",
    "CHOICE",
    "MAX_SHOWN",
    "NO_CARD",
    "SHOWN",
    "SHOWN_DTYPE",
    "WILD_CARD",
    "best_plan",
    "extended",
    "laid_without_choice",
    "layable",
    "naturals_taken",
    "points_in",
    "points_of",
    "with_more",
    "without",
]

CARDS = types.UniTuple(uint64, 2)
"""Naturals of up to two packs: kinds, and of these the ones there are two of."""

WILD_CARD = np.int64(4)
"""Option of a set that takes a wild; 0-3 are the suits, ``NO_CARD`` is none."""
NO_CARD = np.int64(5)

CHOICE = ~np.uint64(0)
"""Instead of cards: there is a choice of plans."""

MAX_SHOWN = 32
SHOWN_DTYPE, SHOWN = record(
    n_melds=np.int64,
    code=(np.int64, MAX_SHOWN),
    owner=(np.int64, MAX_SHOWN),
    usable=(np.int64, MAX_SHOWN),
    option=(np.int64, MAX_SHOWN),
    best=(np.int64, MAX_SHOWN),
    value=np.int64,
    laid=np.uint64,
    laid_twice=np.uint64,
    laid_wilds=np.int64,
)
"""Melds on the table and the search over plans on them.

code, owner : melds in shown order and whose they are. usable : 0 where the player at hand may not lay off. option, best
: the plan at hand and the best one, ``16 * a + b`` in a run, a suit, WILD_CARD or NO_CARD in a set. value, laid,
laid_twice, laid_wilds : of the best plan, -1 before the first.
"""


@kernel(int64(uint64, int64), inline=True)
def points_of(cards, table):
    """Card points of naturals."""
    points = 0
    while cards:
        points += left_of(entry(table, 0, 1 << (lowest_bit(cards) & 15)))
        cards &= cards - bit(0)
    return points


@kernel(int64(CARDS, int64), inline=True)
def points_in(cards, table):
    """Card points of naturals of up to two packs."""
    return points_of(cards[0], table) + points_of(cards[1], table)


@kernel(int64(int64, LINE), inline=True)
def room_below(code, line):
    """Positions a run may still grow at the low end."""
    if run_start(code) + run_length(code) > line.n_places:
        return run_start(code) - 1
    return run_start(code)


@kernel(int64(int64, int64, LINE), inline=True)
def room_above(code, grown_below, line):
    """Positions a run may still grow at the high end after growing below."""
    top = line.n_places + (line.ace_high if run_start(code) - grown_below > 0 else 0)
    return max(0, top - run_start(code) - run_length(code))


@kernel(uint64(int64, uint64, int64, LINE))
def layable(code, cards, n_wilds, line):
    """Of ``cards`` those that some lay-off on one meld could reach with up to ``n_wilds`` wilds; more than one plan
    can hold.
    """
    reached = np.uint64(0)
    if not is_run(code):
        if count_bits(np.uint64(set_suits(code))) + set_wilds(code) < 4:
            for suit in range(4):
                if not set_suits(code) >> suit & 1:
                    reached |= cards & bit(16 * suit + set_place(code))
        return reached
    for side in range(2):
        wilds = n_wilds
        room = room_above(code, 0, line) if side else room_below(code, line)
        for step in range(room):
            position = run_start(code) + run_length(code) + step if side else run_start(code) - 1 - step
            card = card_at(run_suit(code), position, line.n_places)
            if cards & card:
                reached |= card
            elif wilds:
                wilds -= 1
            else:
                break
    return reached


@kernel(int64(uint64, uint64, uint64, uint64, int64), inline=True)
def comes_first(cards, spare, other, other_spare, table):
    """1 if of two different sets of naturals of equal points ``cards`` comes first by (points descending, suit,
    place).
    """
    highest = -1
    first = np.uint64(0)
    apart = (cards ^ other) | (spare ^ other_spare)
    while apart:
        card = bit(lowest_bit(apart))
        apart ^= card
        points = points_of(card, table)
        if points > highest:
            highest = points
            first = card
    return 1 if spare & first or not (other & first) else 0


@kernel(void(SHOWN, CARDS, int64, LINE))
def keep_better(shown, laid, wilds, line):
    """Keep the plan in ``shown.option`` if it is better than the best so far."""
    value = WILD_LEFT * wilds + points_in(laid, line.table)
    if value < shown.value:
        return
    if value == shown.value and (
        (laid[0] == shown.laid and laid[1] == shown.laid_twice)
        or not comes_first(laid[0], laid[1], shown.laid, shown.laid_twice, line.table)
    ):
        return
    shown.value, shown.laid, shown.laid_twice, shown.laid_wilds = value, laid[0], laid[1], wilds
    for meld in range(shown.n_melds):
        shown.best[meld] = shown.option[meld]


@kernel(int64(int64, int64, int64, uint64, int64, LINE), inline=True)
def wilds_needed(code, below, above, left, n_wilds, line):
    """Wilds that growing a run by ``below`` and ``above`` takes with naturals ``left``; over ``n_wilds`` if too
    many.
    """
    needed = 0
    for step in range(below + above):
        position = run_start(code) - 1 - step if step < below else run_start(code) + run_length(code) + step - below
        if not left & card_at(run_suit(code), position, line.n_places):
            needed += 1
            if needed > n_wilds:
                break
    return needed


@kernel(uint64(int64, int64, int64, uint64, LINE), inline=True)
def naturals_taken(code, below, above, left, line):
    """Naturals of ``left`` that go on a run grown by ``below`` and ``above``."""
    taken = np.uint64(0)
    for step in range(below + above):
        position = run_start(code) - 1 - step if step < below else run_start(code) + run_length(code) + step - below
        taken |= left & card_at(run_suit(code), position, line.n_places)
    return taken


@kernel(CARDS(CARDS, uint64), inline=True)
def without(cards, taken):
    """Cards less one copy of each of ``taken``."""
    return (cards[0] & ~taken) | (cards[1] & taken), cards[1] & ~taken


@kernel(CARDS(CARDS, uint64), inline=True)
def with_more(cards, taken):
    """Cards and one copy more of each of ``taken``."""
    return cards[0] | taken, cards[1] | (cards[0] & taken)


@kernel(int64(int64, LINE), inline=True)
def wild_room(code, line):
    """Wilds that a meld may still take."""
    return line.cap - (count_bits(np.uint64(code & 0x3FFF)) if is_run(code) else set_wilds(code))


@kernel(void(SHOWN, int64, CARDS, int64, CARDS, int64, LINE))
def search(shown, meld, left, n_wilds, laid, laid_wilds, line):
    """Try all options of the melds from ``meld`` on."""
    while meld < shown.n_melds and not (
        shown.usable[meld] and (n_wilds or layable(shown.code[meld], left[0], np.int64(0), line))
    ):
        shown.option[meld] = 0 if is_run(shown.code[meld]) else NO_CARD
        meld += 1
    if meld == shown.n_melds:
        keep_better(shown, laid, laid_wilds, line)
        return
    code = shown.code[meld]
    free = min(n_wilds, wild_room(code, line))
    if not is_run(code):
        if count_bits(np.uint64(set_suits(code))) + set_wilds(code) < 4:
            for suit in range(4):
                card = bit(16 * suit + set_place(code))
                if left[0] & card and not set_suits(code) >> suit & 1:
                    shown.option[meld] = suit
                    search(shown, meld + 1, without(left, card), n_wilds, with_more(laid, card), laid_wilds, line)
            if free > 0:
                shown.option[meld] = WILD_CARD
                search(shown, meld + 1, left, n_wilds - 1, laid, laid_wilds + 1, line)
        shown.option[meld] = NO_CARD
        search(shown, meld + 1, left, n_wilds, laid, laid_wilds, line)
        return
    for below in range(room_below(code, line), -1, -1):
        if wilds_needed(code, below, 0, left[0], free, line) > free:
            continue
        for above in range(room_above(code, below, line), -1, -1):
            needed = wilds_needed(code, below, above, left[0], free, line)
            if needed <= free:
                taken = naturals_taken(code, below, above, left[0], line)
                shown.option[meld] = 16 * below + above
                rest, more = without(left, taken), with_more(laid, taken)
                search(shown, meld + 1, rest, n_wilds - needed, more, laid_wilds + needed, line)


@kernel(int64(SHOWN, CARDS, int64, LINE))
def best_plan(shown, left, n_wilds, line):
    """Find the best plan for the naturals ``left`` and ``n_wilds`` wilds; its value, ``WILD_LEFT`` a wild plus points.

    shown : the melds, and output: ``best``, ``value``, ``laid``, ``laid_twice``, ``laid_wilds``.
    """
    shown.value = -1
    shown.laid = shown.laid_twice = np.uint64(0)
    shown.laid_wilds = 0
    nothing = (np.uint64(0), np.uint64(0))
    search(shown, np.int64(0), left, n_wilds, nothing, np.int64(0), line)
    return shown.value


@kernel(uint64(int64, uint64, LINE), inline=True)
def growth(code, left, line):
    """Naturals of ``left`` with which one meld alone can be extended, on a line whose ace is low."""
    if not is_run(code):
        if count_bits(np.uint64(set_suits(code))) + set_wilds(code) >= 4:
            return np.uint64(0)
        missing = 15 & ~set_suits(code)
        taken = np.uint64(0)
        for suit in range(4):
            if missing >> suit & 1:
                taken |= left & bit(16 * suit + set_place(code))
        return taken
    taken = np.uint64(0)
    below = bit(16 * run_suit(code) + run_start(code)) >> np.uint64(1)
    n_below, n_above = run_start(code), line.n_places - run_start(code) - run_length(code)
    while n_below and left & below:
        taken |= below
        below >>= np.uint64(1)
        n_below -= 1
    above = bit(16 * run_suit(code) + run_start(code) + run_length(code))
    while n_above and left & above:
        taken |= above
        above <<= np.uint64(1)
        n_above -= 1
    return taken


@kernel(uint64(SHOWN, uint64, LINE))
def laid_without_choice(shown, left, line):
    """Naturals of ``left`` that the best plan lays off where there is nothing to choose, else ``CHOICE``: no card fits
    two melds and no set takes two.

    For hands of one pack without wilds and a line whose ace is low.
    """
    laid = np.uint64(0)
    for meld in range(shown.n_melds):
        if shown.usable[meld]:
            taken = growth(shown.code[meld], left, line)
            if taken & laid or (not is_run(shown.code[meld]) and taken & (taken - bit(0))):
                return CHOICE
            laid |= taken
    return laid


@kernel(int64(int64, int64, int64), inline=True)
def extended(code, option, n_wilds):
    """Code of a meld after an option that took ``n_wilds`` wilds; a run's pattern then only counts its wilds."""
    if is_run(code):
        below, above = option >> 4, option & 15
        wilds = count_bits(np.uint64(code & 0x3FFF)) + n_wilds
        length = run_length(code) + below + above
        return run_code(run_suit(code), run_start(code) - below, length, (1 << wilds) - 1)
    if option == NO_CARD:
        return code
    if option == WILD_CARD:
        return set_code(set_place(code), set_suits(code), set_wilds(code) + 1)
    return set_code(set_place(code), set_suits(code) | 1 << option, set_wilds(code))
