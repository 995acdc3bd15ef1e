"""The search for openings of the referee against trying everything, and its speed."""

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.reference.opening_actions import Opening
from tests.reference.opening_cards import JOKER, NATURALS, NONE, holds, without
from tests.reference.opening_legal import refusal
from tests.reference.opening_melds import Meld, cards_in, meld_points, new_melds
from tests.reference.opening_position import OWES_HAND, OWES_OPENING, Position, Turn, best_hand, best_opening
from tests.reference.opening_rules import rules_of
from tests.reference.opening_search import Wanted, most_points


def sets_of_melds(melds: list[Meld], hand: list[int]) -> Iterator[tuple[Meld, ...]]:
    """All disjoint melds of a hand."""
    for i, meld in enumerate(melds):
        if holds(hand, cards_in(meld)):
            yield (meld,)
            for rest in sets_of_melds(melds[i:], without(hand, cards_in(meld))):
                yield (meld, *rest)


def all_openings(position: Position) -> list[tuple[int, int]]:
    """Points, and cards left, of all legal openings."""
    melds = list(new_melds(position.rules, position.hand))
    found = []
    for some in sets_of_melds(melds, list(position.hand)):
        if not refusal(position, Opening(some)):
            left = len(position.hand) - sum(meld.size for meld in some)
            found.append((sum(meld_points(position.rules, meld) for meld in some), left))
    return found


def some_options(draw: random.Random) -> dict[str, Any]:
    return {
        "opening_min": draw.choice([0, 20, 30, 40, 51]),
        "ace_points": draw.choice(["10", "11", "15", "1_low_10", "1_low_11"]),
        "ace_mode": draw.choice(["low", "either", "both"]),
        "pure_run_required": draw.random() < 0.3,
        "hand_requires_min": draw.random() < 0.5,
        "final_discard_required": draw.random() < 0.7,
        "max_jokers_when_laid": draw.choice([1, 2, None]),
        "max_jokers_total": draw.choice([None, None, 1, 2, "less_or_equal"]),
        "adjacent_jokers": draw.random() < 0.6,
    }


def some_position(draw: random.Random) -> Position:
    """A few cards that lie close together, so that they form melds."""
    suits, lowest = draw.sample(range(4), draw.choice([1, 2, 3, 4])), draw.randrange(13)
    near = [suit * 16 + (lowest + i) % 13 for suit in suits for i in range(draw.choice([3, 4, 6]))]
    cards = draw.choice([near * 2, near, [*near, *NATURALS]])
    hand = draw.sample(cards, min(len(cards), draw.randrange(4, 10)))
    hand += [JOKER] * draw.choice([0, 0, 1, 2, 3])
    barred = draw.choice([NONE, NONE, draw.choice(hand)])
    must = draw.choice([NONE, NONE, draw.choice(hand)])
    owes = OWES_HAND if draw.random() < 0.2 else OWES_OPENING
    turn = Turn(must, barred, owes, pending=draw.random() < 0.2)
    return Position(rules_of(some_options(draw)), tuple(hand), (), False, True, turn)


@pytest.mark.parametrize("part", range(8))
def test_search__finds_what_trying_everything_finds(part: int) -> None:
    draw = random.Random(part)
    some = hands = 0
    for _ in range(80):
        position = some_position(draw)
        found = all_openings(position)
        best, hand = best_opening(position), best_hand(position)
        assert (None if best is None else best.points) == max((points for points, _ in found), default=None)
        assert (None if hand is None else hand.points) == max(
            (points for points, left in found if left <= 1), default=None
        )
        for one in (best, hand):
            assert one is None or not refusal(position, Opening(one.melds))
        some += best is not None
        hands += hand is not None
    assert some > 15
    assert hands > 5


def test_search__not_where_a_player_may_not_open() -> None:
    position = Position(rules_of({"opening_min": 0}), (0, 1, 2, 20), (), False, True, Turn())
    assert best_opening(position) is not None
    assert best_opening(replace(position, may_meld=False)) is None
    assert best_opening(replace(position, opened=True)) is None
    assert best_hand(replace(position, opened=True)) is None


@pytest.mark.parametrize("limit", [1, 2, None])
@pytest.mark.parametrize("jokers", [0, 2, 8])
def test_search__is_quick(limit: int | None, jokers: int) -> None:
    """Sixteen cards of two packs; a generous bound, for slow machines too."""
    rules = rules_of({"max_jokers_when_laid": limit, "jokers": 8})
    draw = random.Random(jokers)
    began = time.perf_counter()
    for _ in range(20):
        hand = tuple(sorted([*draw.sample(NATURALS * 2, 16 - jokers), *[JOKER] * jokers]))
        most_points(Wanted(rules, hand))
    assert time.perf_counter() - began < 20 * 0.25
