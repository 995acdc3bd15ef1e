"""Lay-offs: the best way to add left cards to melds on the table, exact.

A plan gives each meld an option: a run takes ``a`` cards at the low end and ``b`` at the high end, a set one card or
none; each place takes the natural card if it is still left, else a wild. The best plan lays most wilds, then most
natural points, then the naturals that come first by (points descending, suit, place), then, meld by meld, the option
that comes first: in a run larger ``a``, then larger ``b``; in a set the first suit, then a wild, then none (rules 8.2
iii).
"""

from typing import NamedTuple

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel, named, unowned
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
from rummysim.melds.cover import WILD_LEFT, entry

__all__ = ["LINE", "PLAN", "Line", "Plan", "best_plan", "extended", "layable", "new_plan", "points_of"]

WILD_CARD = np.int64(4)
"""Option of a set that takes a wild; 0-3 are the suits, ``NO_CARD`` is none."""
NO_CARD = np.int64(5)


class Line(NamedTuple):
    """What a deck's rank line decides: places, whether the ace is also above the last, the address of the suit
    table.
    """

    n_places: int
    ace_high: int
    table: int


LINE = named(Line, int64, int64, int64)


class Plan(NamedTuple):
    """Room for a search over plans.

    option, best : (n melds,) int64, ``16 * a + b`` in a run, a suit, WILD_CARD or NO_CARD in a set.
    found : (3,) int64: value of the best plan (-1 before the first), its naturals as a mask, its wilds.
    """

    option: np.ndarray
    best: np.ndarray
    found: np.ndarray


PLAN = named(Plan, *(types.Array(int64, 1, "C"),) * 3)


def new_plan(n_melds: int) -> Plan:
    """Room for plans over ``n_melds`` melds."""
    return Plan(np.zeros(n_melds, np.int64), np.zeros(n_melds, np.int64), np.zeros(3, np.int64))


@kernel(int64(uint64, int64), inline=True)
def points_of(cards, table):
    """Card points of naturals."""
    points = 0
    while cards:
        points += entry(table, 0, 1 << (lowest_bit(cards) & 15)) & 0xFFFF
        cards &= cards - bit(0)
    return points


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


@kernel(int64(uint64, uint64, int64), inline=True)
def comes_first(cards, other, table):
    """1 if of two different sets of naturals of equal points ``cards`` comes first by (points descending, suit,
    place).
    """
    highest = -1
    first = np.uint64(0)
    apart = cards ^ other
    while apart:
        card = bit(lowest_bit(apart))
        apart ^= card
        points = points_of(card, table)
        if points > highest:
            highest = points
            first = card
    return 1 if cards & first else 0


@kernel(int64(PLAN, int64, uint64, int64, LINE))
def record(plan, n_melds, laid, wilds, line):
    """Keep the plan in ``plan.option`` if it is better than the best so far; the best's value."""
    plan = unowned(plan)
    value = WILD_LEFT * wilds + points_of(laid, line.table)
    best_laid = np.uint64(plan.found[1])
    if value > plan.found[0] or (
        value == plan.found[0] and laid != best_laid and comes_first(laid, best_laid, line.table)
    ):
        plan.found[0] = value
        plan.found[1] = np.int64(laid)
        plan.found[2] = wilds
        for meld in range(n_melds):
            plan.best[meld] = plan.option[meld]
    return plan.found[0]


@kernel(int64(int64, int64, int64, uint64, int64, LINE), inline=True)
def wilds_needed(code, below, above, left, n_wilds, line):
    """Wilds that growing a run by ``below`` and ``above`` takes when ``left`` naturals remain; more than ``n_wilds``
    if too many.
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


@kernel(int64(types.Array(int64, 1, "C"), types.Array(int64, 1, "C"), int64, int64, PLAN, uint64, int64, uint64, LINE))
def search(codes, usable, n_melds, meld, plan, left, n_wilds, laid, line):
    """Best value over all options of the melds from ``meld`` on; wilds laid so far are ``plan.found``'s business at
    the leaves.

    codes : (at least n_melds,) int64. usable : same, 0 where this player may not lay off.
    """
    plan = unowned(plan)
    while meld < n_melds and not (usable[meld] and (n_wilds or layable(codes[meld], left, 0, line))):
        plan.option[meld] = 0 if is_run(codes[meld]) else NO_CARD
        meld += 1
    if meld == n_melds:
        return record(plan, n_melds, laid, plan.option[n_melds] - n_wilds, line)
    code = codes[meld]
    if not is_run(code):
        if count_bits(np.uint64(set_suits(code))) + set_wilds(code) < 4:
            for suit in range(4):
                card = bit(16 * suit + set_place(code))
                if left & card and not set_suits(code) >> suit & 1:
                    plan.option[meld] = suit
                    search(codes, usable, n_melds, meld + 1, plan, left & ~card, n_wilds, laid | card, line)
            if n_wilds:
                plan.option[meld] = WILD_CARD
                search(codes, usable, n_melds, meld + 1, plan, left, n_wilds - 1, laid, line)
        plan.option[meld] = NO_CARD
        return search(codes, usable, n_melds, meld + 1, plan, left, n_wilds, laid, line)
    for below in range(room_below(code, line), -1, -1):
        if wilds_needed(code, below, 0, left, n_wilds, line) > n_wilds:
            continue
        for above in range(room_above(code, below, line), -1, -1):
            needed = wilds_needed(code, below, above, left, n_wilds, line)
            if needed <= n_wilds:
                taken = naturals_taken(code, below, above, left, line)
                plan.option[meld] = 16 * below + above
                search(codes, usable, n_melds, meld + 1, plan, left & ~taken, n_wilds - needed, laid | taken, line)
    return plan.found[0]


@kernel(int64(types.Array(int64, 1, "C"), types.Array(int64, 1, "C"), int64, PLAN, uint64, int64, LINE))
def best_plan(codes, usable, n_melds, plan, left, n_wilds, line):
    """Find the best plan for the naturals ``left`` and ``n_wilds`` wilds; its value, ``WILD_LEFT`` a wild plus points.

    codes : (at least n_melds,) int64, melds in shown order. usable : same, 0 where this player may not lay off.
    plan : output (``best``, ``found``).
    """
    plan = unowned(plan)
    plan.found[0] = -1
    plan.found[1] = 0
    plan.found[2] = 0
    plan.option[n_melds] = n_wilds
    return search(codes, usable, n_melds, 0, plan, left, n_wilds, np.uint64(0), line)


@kernel(int64(int64, int64), inline=True)
def extended(code, option):
    """Code of a meld after an option; the wilds' places in a run are kept only up to what later lay-offs need."""
    if is_run(code):
        below, above = option >> 4, option & 15
        return run_code(run_suit(code), run_start(code) - below, run_length(code) + below + above, 0)
    if option == NO_CARD:
        return code
    if option == WILD_CARD:
        return set_code(set_place(code), set_suits(code), set_wilds(code) + 1)
    return set_code(set_place(code), set_suits(code) | 1 << option, set_wilds(code))
