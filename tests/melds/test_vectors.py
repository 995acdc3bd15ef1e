"""Solved positions: answers of a brute force that is not ours."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rummysim.melds.cover import WILD_LEFT, card_of_key
from rummysim.melds.search import best_discard, least_leftover
from tests.melds.hands import JOKERS, LINES, kernel_line, mask_of

DATA = Path(__file__).parent.parent / "data" / "vectors"
NUMBERS = {40: [1, 2, 3, 4, 5, 6, 7, 10, 11, 12], 50: list(range(1, 13))}
ACE_WILD, JOKERS_WILD = 1, 1 << JOKERS[0] | 1 << JOKERS[1]
WILD_POINTS = 25
NO_WILD = np.uint64(0)


def read(name: str) -> list[dict[str, Any]]:
    """Vectors of a file."""
    vectors: list[dict[str, Any]] = json.loads((DATA / name).read_text())["vectors"]
    return vectors


def spanish(hand: list[str], deck: int) -> np.uint64:
    """Mask of a hand; a star is the ace of coins with 40 cards and a joker with 50."""
    wilds = iter([0] if deck == 40 else JOKERS)
    return mask_of(next(wilds) if name == "*" else _spanish_card(name, deck) for name in hand)


def _spanish_card(name: str, deck: int) -> int:
    # the letters of the file: O, E, C, B; the lanes: o, c, e, b
    return 16 * "OCEB".index(name[-1]) + NUMBERS[deck].index(int(name[:-1]))


def french_card(name: str) -> int:
    """A card: rank and suit."""
    return 16 * "CDHS".index(name[1]) + "A23456789TJQK".index(name[0])


@pytest.mark.parametrize("cap", [1, 2])
@pytest.mark.parametrize("deck", [40, 50])
def test_conga_vectors__least_leftover(deck: int, cap: int) -> None:
    """One wild in a meld, or two beside a natural; an unmelded wild costs 25."""
    vectors = [vector for vector in read("conga.json") if vector["deck"] == deck]
    assert len(vectors) > 50
    assert any(vector["wildcards"] for vector in vectors)
    wilds = np.uint64(ACE_WILD if deck == 40 else JOKERS_WILD)
    line = kernel_line(LINES["40" if deck == 40 else "48"], 1 if deck == 40 else 2, cap)
    for vector in vectors:
        left, points = divmod(int(least_leftover(spanish(vector["hand"], deck), NO_WILD, wilds, line)), WILD_LEFT)
        assert WILD_POINTS * left + points == vector[f"min_deadwood_max{cap}wild"], vector


def test_gin_vectors__least_leftover() -> None:
    """Ace 1, figures 10, ace only low."""
    vectors = read("gin.json")
    assert len(vectors) > 50
    line = kernel_line(LINES["52"])
    for vector in vectors:
        hand = mask_of(french_card(name) for name in vector["hand"])
        assert int(least_leftover(hand, NO_WILD, NO_WILD, line)) == vector["min_deadwood"], vector


def test_gin_vectors__best_discard() -> None:
    """Least deadwood, then the highest rank, then the first suit of C D H S."""
    vectors = [vector for vector in read("gin.json") if "best_discard" in vector]
    assert len(vectors) > 20
    line = kernel_line(LINES["52"])
    for vector in vectors:
        hand = mask_of(french_card(name) for name in vector["hand"])
        key = best_discard(hand, NO_WILD, NO_WILD, line)
        assert int(key) >> 6 == vector["deadwood_after_best_discard"], vector
        assert int(card_of_key(key)) == french_card(vector["best_discard"]), vector
