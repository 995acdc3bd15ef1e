"""Exact numbers of numbers.md for the Spanish deck of 40 cards without a wild, by full enumeration."""

from typing import Any

import numpy as np
import pytest
from numba import int64, types, uint64

from rummysim.core.bits import bit
from rummysim.core.codes import CONGA
from rummysim.core.jit import kernel
from rummysim.games.knock.rules import KnockRules
from rummysim.games.knock.settle import close_of
from rummysim.games.knock.state import CODE
from rummysim.games.knock.turns import NO_KNOCK, least_knock
from rummysim.melds.line import LINE
from rummysim.melds.search import least_leftover
from tests.knock.positions import Table

N_CARDS, N_HAND = 40, 7
NO_WILD = np.uint64(0)
N_HANDS = 18_643_560
DEALT, MELDS_SOMETHING, ALL_COMBINED, MAY_KNOCK, CONGAS, BOUND = range(6)


@kernel(int64(uint64, LINE))
def plain_sum(hand, line):
    """Points of a hand in which nothing is melded: each card by itself."""
    points = 0
    for card in range(64):
        if hand & bit(card):
            points += least_leftover(bit(card), np.uint64(0), np.uint64(0), line)
    return points


@kernel(types.void(CODE, CODE, types.Array(int64, 1, "C")))
def count_hands(code, free, counts):
    """Count all hands of seven cards.

    code, free : the rules, and the same without ``min_melded``. counts : (6,) int64, output.
    """
    chosen = np.arange(N_HAND)
    while True:
        hand = np.uint64(0)
        for index in range(N_HAND):
            hand |= bit(16 * (chosen[index] // 10) + chosen[index] % 10)
        left = least_leftover(hand, NO_WILD, NO_WILD, code.line)
        knocks = least_knock(code, hand, NO_WILD, code.knock_limit) < NO_KNOCK
        counts[DEALT] += 1
        counts[MELDS_SOMETHING] += left < plain_sum(hand, code.line)
        counts[ALL_COMBINED] += left == 0
        counts[MAY_KNOCK] += knocks
        counts[CONGAS] += knocks and close_of(code, hand, NO_WILD) == CONGA
        counts[BOUND] += knocks != (least_knock(free, hand, NO_WILD, free.knock_limit) < NO_KNOCK)
        moved = N_HAND - 1
        while moved >= 0 and chosen[moved] == N_CARDS - N_HAND + moved:
            moved -= 1
        if moved < 0:
            return
        chosen[moved] += 1
        for index in range(moved + 1, N_HAND):
            chosen[index] = chosen[index - 1] + 1


@pytest.mark.slow
def test_hands__of_the_spanish_deck_counted_one_by_one() -> None:
    """numbers.md: all combined 2,048; leftover ≤ 5 39,364; natural 7-run 16 of 18,643,560; P(meld) 0.22114446; CA-7."""
    options: dict[str, Any] = {"ace_of_coins_wild": False, "max_leftover_cards": 7}
    table, free = Table(**options), Table(**options, min_melded=0)
    counts = np.zeros(6, np.int64)
    count_hands(table.code, free.code, counts)
    assert counts[DEALT] == N_HANDS
    assert counts[ALL_COMBINED] == 2_048
    assert counts[MAY_KNOCK] == 39_364
    assert counts[CONGAS] == 16
    assert round(counts[MELDS_SOMETHING] / N_HANDS, 8) == 0.22114446
    assert counts[BOUND] == 0


def test_natural_seven_runs__are_sixteen() -> None:
    """numbers.md: natural 7-run 16: four suits, four lowest places."""
    table = Table(ace_of_coins_wild=False)
    runs = [sum(1 << 16 * suit + low + step for step in range(7)) for suit in range(4) for low in range(4)]
    assert [table.close(run) for run in runs] == [CONGA] * 16
    assert KnockRules().pack.n_places == 10
