"""Hands for the tests of the solvers: dealt ones, and clustered ones in which melds overlap."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rummysim.melds.line import new_line
from tests.melds.naive import NO_CAP, Line

__all__ = ["JOKERS", "LINES", "WILDS", "Held", "Wilds", "kernel_line", "mask_of", "masks_of"]

JOKERS = (13, 29)
OWN_ACE = 0

FACES = (1, 2, 3, 4, 5, 6, 7, 8, 9)
LINES = {
    "40": Line((*FACES[:7], 10, 11, 12), ace_high=False),
    "40 either": Line((*FACES[:7], 8, 9, 10), ace_high=True),
    "48": Line((*FACES, 10, 11, 12), ace_high=False),
    "48 either": Line((*FACES, 10, 10, 10), ace_high=True),
    "52": Line((*FACES, 10, 10, 10, 10), ace_high=False),
    "52 either": Line((*FACES, 10, 11, 12, 13), ace_high=True),
}
"""Lines by the number of natural cards, with each ace mode and each kind of figures. The decks of 50 and 54 cards have
those of 48 and 52.
"""


@dataclass(frozen=True)
class Held:
    """A hand as the definition sees it: naturals, number of wilds, and how many of these are 1o."""

    cards: list[int]
    naturals: list[int]
    n_wilds: int
    n_aces: int


@dataclass(frozen=True)
class Wilds:
    """Which kinds are wild: printed jokers of a pack, and the ace of coins."""

    n_jokers: int
    ace: bool

    @property
    def cards(self) -> list[int]:
        """Wild cards of a pack."""
        return [*JOKERS[: self.n_jokers], *([OWN_ACE] if self.ace else [])]

    @property
    def mask(self) -> np.uint64:
        """Kinds that are wild."""
        return mask_of(self.cards)

    def draw(self, rng: np.random.Generator, line: Line, size: int, n_packs: int = 1) -> Held:
        """A hand with each of the wilds two times of three."""
        held = [card for card in self.cards * n_packs if rng.integers(3)][:size]
        naturals = [card for card in clustered(rng, line, size, n_packs) if card not in self.cards][: size - len(held)]
        return Held([*held, *naturals], naturals, len(held), held.count(OWN_ACE) if self.ace else 0)


WILDS = {
    "no wild": Wilds(0, ace=False),
    "ace": Wilds(0, ace=True),
    "jokers": Wilds(2, ace=False),
    "jokers, ace": Wilds(2, ace=True),
}


def kernel_line(line: Line, n_wilds: int = 0, cap: int = NO_CAP) -> np.void:
    """A line as the kernels have it."""
    return new_line(line.points, ace_high=line.ace_high, n_wilds=n_wilds, cap=cap)


def mask_of(cards: Iterable[int]) -> np.uint64:
    """Different cards as a mask."""
    return np.uint64(sum(1 << card for card in set(cards)))


def masks_of(cards: list[int]) -> tuple[np.uint64, np.uint64]:
    """The kinds there are, and those there are two of."""
    return mask_of(cards), mask_of(card for card in cards if cards.count(card) == 2)


def clustered(rng: np.random.Generator, line: Line, n_cards: int, n_packs: int = 1) -> list[int]:
    """Natural cards: a third of the hands dealt, a third of few places, a third of few suits."""
    kind = int(rng.integers(3))
    n_places = len(line.points)
    suits, places = list(range(4)), list(range(n_places))
    if kind == 1:
        low = int(rng.integers(n_places))
        places = [(low + step) % n_places for step in range(max(3, n_cards // (2 * n_packs)))]
    if kind == 2:
        suits = [int(suit) for suit in rng.choice(4, 1 if n_cards < 7 * n_packs else 2, replace=False)]
    cards = [16 * suit + place for suit in suits for place in places] * n_packs
    return [int(card) for card in rng.choice(cards, min(n_cards, len(cards)), replace=False)]
