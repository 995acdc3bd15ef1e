"""Solved positions: answers of a brute force that is not ours."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rummysim.melds.cover import WILD_LEFT, best_discard, card_of_key, least_leftover
from tests.melds.hands import JOKERS, LINES, address_of_table

DATA = Path(__file__).parent.parent / "data" / "vectors"
NUMBERS = {40: [1, 2, 3, 4, 5, 6, 7, 10, 11, 12], 50: list(range(1, 13))}
ACE_WILD, JOKERS_WILD = 1, 1 << JOKERS[0] | 1 << JOKERS[1]
WILD_POINTS = 25


def read(name: str) -> list[dict[str, Any]]:
    """Vectors of a file."""
    vectors: list[dict[str, Any]] = json.loads((DATA / name).read_text())["vectors"]
    return vectors


def spanish(hand: list[str], deck: int) -> int:
    """Mask of a hand; a star is the ace of coins with 40 cards and a joker with 50."""
    wilds = iter([0] if deck == 40 else JOKERS)
    cards = [next(wilds) if name == "*" else _spanish_card(name, deck) for name in hand]
    return sum(1 << card for card in cards)


def _spanish_card(name: str, deck: int) -> int:
    # the letters of the file: O, E, C, B; the lanes: o, c, e, b
    return 16 * "OCEB".index(name[-1]) + NUMBERS[deck].index(int(name[:-1]))


def french_card(name: str) -> int:
    """A card: rank and suit."""
    return 16 * "CDHS".index(name[1]) + "A23456789TJQK".index(name[0])


@pytest.mark.parametrize("deck", [40, 50])
def test_conga_vectors__least_leftover(deck: int) -> None:
    """Any number of wilds in a meld beside a natural; an unmelded wild costs 25."""
    vectors = [vector for vector in read("conga.json") if vector["deck"] == deck]
    assert len(vectors) > 50
    assert any(vector["wildcards"] for vector in vectors)
    wilds = np.uint64(ACE_WILD if deck == 40 else JOKERS_WILD)
    table = address_of_table(LINES["40" if deck == 40 else "48"], 1 if deck == 40 else 2)
    for vector in vectors:
        left, points = divmod(int(least_leftover(np.uint64(spanish(vector["hand"], deck)), wilds, table)), WILD_LEFT)
        assert WILD_POINTS * left + points == vector["min_deadwood_max2wild"], vector


def test_gin_vectors__least_leftover() -> None:
    """Ace 1, figures 10, ace only low."""
    vectors = read("gin.json")
    assert len(vectors) > 50
    table = address_of_table(LINES["52"], 0)
    for vector in vectors:
        hand = np.uint64(sum(1 << french_card(name) for name in vector["hand"]))
        assert int(least_leftover(hand, np.uint64(0), table)) == vector["min_deadwood"], vector


def test_gin_vectors__best_discard() -> None:
    """Least deadwood, then the highest rank, then the first suit of C D H S."""
    vectors = [vector for vector in read("gin.json") if "best_discard" in vector]
    assert len(vectors) > 20
    table = address_of_table(LINES["52"], 0)
    for vector in vectors:
        hand = np.uint64(sum(1 << french_card(name) for name in vector["hand"]))
        key = best_discard(hand, np.uint64(0), table)
        assert int(key) >> 6 == vector["deadwood_after_best_discard"], vector
        assert int(card_of_key(key)) == french_card(vector["best_discard"]), vector
