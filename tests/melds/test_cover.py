"""Least leftover and best discard against a search written from the definition; one pack and two, wilds with limits."""

import numpy as np
import pytest

from rummysim.melds.cover import WILD_LEFT, card_of_key
from rummysim.melds.search import best_discard, least_leftover
from tests.melds import naive
from tests.melds.hands import LINES, WILDS, kernel_line, mask_of, masks_of

CAPS = {"cap 1": 1, "cap 2": 2, "no cap": naive.NO_CAP}
NO_WILD = np.uint64(0)
TWO_PACKS = ["no wild", "ace", "jokers, ace"]


def check_least(line_name: str, name: str, cap: int, seed: int, sizes: dict[int, int], n_packs: int = 1) -> int:
    """Compare least leftovers of some hands of each size; how many had a wild left over or a card twice."""
    line, wilds = LINES[line_name], WILDS[name]
    ours = kernel_line(line, n_packs * len(wilds.cards), cap)
    rng = np.random.default_rng(seed)
    n_special = 0
    for size, n in sizes.items():
        for _ in range(n):
            held = wilds.draw(rng, line, size, n_packs)
            hand, spare = masks_of(held.cards)
            expected = naive.least_leftover(line, held.naturals, held.n_wilds, held.n_aces, cap)
            found = divmod(int(least_leftover(hand, spare, wilds.mask, ours)), WILD_LEFT)
            assert found == expected, (line_name, name, cap, sorted(held.cards))
            n_special += expected[0] > 0 or spare > 0
    return n_special


def check_discard(line_name: str, name: str, cap: int, seed: int, sizes: dict[int, int], n_packs: int = 1) -> int:
    """Compare best discards of some hands of each size; how many there were."""
    line, wilds = LINES[line_name], WILDS[name]
    ours = kernel_line(line, n_packs * len(wilds.cards), cap)
    rng = np.random.default_rng(seed)
    n_done = 0
    for size, n in sizes.items():
        for _ in range(n):
            held = wilds.draw(rng, line, size, n_packs)
            if not held.naturals:
                continue
            hand, spare = masks_of(held.cards)
            expected, card = naive.best_discard(line, held.naturals, held.n_wilds, held.n_aces, cap)
            key = int(best_discard(hand, spare, wilds.mask, ours))
            assert divmod(key >> 6, WILD_LEFT) == expected, (line_name, name, cap, sorted(held.cards))
            assert int(card_of_key(key)) == card, (line_name, name, cap, sorted(held.cards))
            n_done += 1
    return n_done


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("name", WILDS)
@pytest.mark.parametrize("cap", CAPS)
def test_least_leftover__equals_the_definition(line: str, name: str, cap: str) -> None:
    """CONTRACT 4.2: (wilds left, natural points left); with wilds_per_meld CONTRACT 5.2."""
    check_least(line, name, CAPS[cap], 11, {3: 12, 5: 12, 7: 12, 8: 12, 10: 8, 11: 4})


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("name", WILDS)
@pytest.mark.parametrize("cap", CAPS)
def test_best_discard__equals_the_definition_and_its_ties(line: str, name: str, cap: str) -> None:
    """The natural card whose discard leaves least; of equal ones the highest place, then the first suit."""
    assert check_discard(line, name, CAPS[cap], 12, {4: 10, 8: 10, 11: 2}) > 15


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("name", TWO_PACKS)
@pytest.mark.parametrize("cap", CAPS)
def test_search__equals_the_definition_with_two_packs(line: str, name: str, cap: str) -> None:
    """CONTRACT 5.1: cards held twice lie in different melds; up to six wilds, each 1o a natural in its own place."""
    assert check_least(line, name, CAPS[cap], 13, {5: 8, 7: 8, 10: 4}, 2) > 5
    assert check_discard(line, name, CAPS[cap], 14, {6: 6, 8: 3}, 2) > 5


def all_melded(rng: np.random.Generator, line: naive.Line, most: int) -> list[int]:
    """Cards of sets and runs, as many as fit, near each other at times."""
    deck = frozenset(16 * suit + place for suit in range(4) for place in range(len(line.points)))
    if rng.integers(2):
        low = int(rng.integers(len(line.points) - 6))
        deck = frozenset(card for card in deck if low <= card % 16 < low + 7)
    melds = [naive.naturals_of(line, meld) for meld in naive.melds_of(line, deck, 0)]
    melds = [meld for meld in melds if len(meld) < 6]
    hand: frozenset[int] = frozenset()
    for index in rng.permutation(len(melds)):
        if not hand & melds[index] and len(hand | melds[index]) <= most:
            hand |= melds[index]
    return sorted(hand)


@pytest.mark.parametrize("name", LINES)
def test_best_discard__where_nothing_is_left_over(name: str) -> None:
    """Of cards that all lie in melds the highest goes that leaves nothing: out of a set of four or a long run."""
    line = LINES[name]
    ours, rng = kernel_line(line), np.random.default_rng(15)
    n_free = 0
    for most in (7, 8, 10, 11) * 40:
        hand = all_melded(rng, line, most)
        expected, card = naive.best_discard(line, hand, 0)
        key = int(best_discard(mask_of(hand), NO_WILD, NO_WILD, ours))
        assert (key >> 6, int(card_of_key(key))) == (expected[1], card), (name, hand)
        n_free += expected[1] == 0
    assert n_free > 40


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("name", WILDS)
@pytest.mark.parametrize("cap", CAPS)
def test_solvers__equal_the_definition_on_many_hands(line: str, name: str, cap: str) -> None:
    """Least leftover and best discard as above, with one pack and with two."""
    assert check_least(line, name, CAPS[cap], 21, {3: 60, 5: 60, 7: 60, 8: 60, 10: 40, 11: 20}) >= 0
    assert check_discard(line, name, CAPS[cap], 22, {4: 60, 8: 40, 11: 8}) > 80
    assert check_least(line, name, CAPS[cap], 23, {4: 60, 6: 60, 8: 40, 10: 20, 11: 10}, 2) > 60
    assert check_discard(line, name, CAPS[cap], 24, {6: 30, 8: 20, 11: 3}, 2) > 30


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ((9, 25, 41), 9),
        ((25, 41, 57), 25),
        ((8, 16 + 9, 32 + 9), 25),
        ((0, 1, 2, 16 + 9), 25),
        ((0, 1, 2, 3), 3),
        ((16 + 5, 32 + 5, 48 + 5, 5), 5),
        ((16 + 1, 16 + 2, 16 + 3, 32 + 3, 48 + 3, 3), 18),
        ((4, 9, 20, 25, 36, 41, 49, 50, 51, 52, 57), 9),
    ],
)
def test_best_discard__ties_in_order(hand: tuple[int, ...], card: int) -> None:
    """Least leftover, then the highest place, then the first suit: of equal ones in every suit that of suit 0."""
    key = best_discard(mask_of(hand), NO_WILD, NO_WILD, kernel_line(LINES["40"]))
    assert int(card_of_key(key)) == card


def test_best_discard__where_a_wild_cannot_be_melded_names_a_card_of_the_hand() -> None:
    """1c 4c 9c X with 48 places: 9c goes, the joker and 5 points are left."""
    key = best_discard(mask_of([16, 19, 24, 13]), NO_WILD, WILDS["jokers"].mask, kernel_line(LINES["48"], 1))
    assert int(card_of_key(key)) == 24
    assert divmod(int(key) >> 6, WILD_LEFT) == (1, 5)


def test_least_leftover__of_the_ace_as_the_natural_beside_two_jokers() -> None:
    """CONTRACT 4.2: 1o in its own place is the natural of 1o-X-X; nothing is left, but for one wild a meld."""
    hand = mask_of([0, 13, 29])
    left = [
        divmod(
            int(least_leftover(hand, NO_WILD, WILDS["jokers, ace"].mask, kernel_line(LINES["48"], 3, cap))), WILD_LEFT
        )
        for cap in (1, 2, naive.NO_CAP)
    ]
    assert left == [(3, 0), (0, 0), (0, 0)]


def test_least_leftover__melds_as_many_wilds_as_can_be() -> None:
    """The leftover compares wilds before points: a wild that makes points rise is melded all the same."""
    line = kernel_line(LINES["40"], 1)
    sevens = [6, 22, 38, 54]
    assert int(least_leftover(mask_of([*sevens, 0]), NO_WILD, np.uint64(1), line)) == 7
    assert int(least_leftover(mask_of([0, 24, 41]), NO_WILD, np.uint64(1), line)) == WILD_LEFT + 11 + 12


def test_least_leftover__of_a_pair_twice() -> None:
    """CONTRACT 5.1: a set has different suits: 7o 7c twice each meld nothing, 7o 7c 7e 7e one set."""
    line = kernel_line(LINES["40"])
    pair, three = mask_of([6, 22]), mask_of([6, 22, 38])
    assert int(least_leftover(pair, pair, NO_WILD, line)) == 28
    assert int(least_leftover(three, mask_of([38]), NO_WILD, line)) == 7
    assert int(least_leftover(three, three, NO_WILD, line)) == 0
