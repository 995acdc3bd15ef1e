"""Hands for the tests of the solvers: dealt ones, and clustered ones in which melds overlap."""

import numpy as np

from rummysim.melds.suits import suit_table
from tests.melds.naive import Line

__all__ = ["JOKERS", "LINES", "address_of_table", "dealt", "draw_hand"]

JOKERS = (13, 29)

FACES = (1, 2, 3, 4, 5, 6, 7, 8, 9)
LINES = {
    "40": Line((*FACES[:7], 10, 11, 12), ace_high=False),
    "40 either": Line((*FACES[:7], 8, 9, 10), ace_high=True),
    "48": Line((*FACES, 10, 11, 12), ace_high=False),
    "48 either": Line((*FACES, 10, 10, 10), ace_high=True),
    "52": Line((*FACES, 10, 10, 10, 10), ace_high=False),
    "52 either": Line((*FACES, 10, 10, 10, 10), ace_high=True),
}
"""Lines by the number of natural cards, with each ace mode and each kind of figures."""


def address_of_table(line: Line, n_wilds: int) -> int:
    """Address of the suit table of a line; the table lives as long as the process."""
    return int(suit_table(line.points, ace_high=line.ace_high, n_wilds=n_wilds).ctypes.data)


def dealt(rng: np.random.Generator, line: Line, n_cards: int) -> list[int]:
    """Natural cards as a deck deals them."""
    cards = [16 * suit + place for suit in range(4) for place in range(len(line.points))]
    return [int(card) for card in rng.choice(cards, n_cards, replace=False)]


def draw_hand(rng: np.random.Generator, line: Line, n_cards: int) -> list[int]:
    """Natural cards: a third of the hands dealt, a third of few places, a third of few suits."""
    kind = int(rng.integers(3))
    if kind == 0:
        return dealt(rng, line, n_cards)
    if kind == 1:
        low = int(rng.integers(len(line.points)))
        places = [(low + step) % len(line.points) for step in range(max(3, n_cards // 2))]
        cards = [16 * suit + place for suit in range(4) for place in places]
    else:
        suits = rng.choice(4, 1 if n_cards < 7 else 2, replace=False)
        cards = [16 * int(suit) + place for suit in suits for place in range(len(line.points))]
    return [int(card) for card in rng.choice(cards, n_cards, replace=False)]
