"""Hands of two packs with jokers solved the obvious way: all melds, all ways to lay disjoint ones."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise

import numpy as np

from rummysim.melds.worth import MANY, SCALE_DTYPE, Table, fill_scale

__all__ = ["Meld", "Naive", "masks_of", "random_hand", "scale_of"]

JOKER = -1
Hand = tuple[int, ...]
"""Cards as suit * 16 + place, sorted; -1 a joker."""


@dataclass(frozen=True)
class Meld:
    """Cards of a meld and what it is worth."""

    cards: Hand
    worth: int
    is_pure_run: bool


@dataclass(frozen=True, kw_only=True)
class Naive:
    """What may be melded: worth by position 0 to 13, and the rest as :func:`rummysim.melds.worth.fill_scale`."""

    worth: tuple[int, ...]
    set_worth: tuple[int, ...]
    ace_mode: int = 2
    cap: int = MANY
    naturals_lead: bool = False
    adjacent: bool = True

    def is_allowed(self, n_cards: int, jokers: tuple[int, ...], *, is_run: bool) -> bool:
        """Whether a meld of so many cards may have jokers at these positions."""
        n = len(jokers)
        if n == n_cards or n > self.cap or (self.naturals_lead and 2 * n > n_cards):
            return False
        return self.adjacent or not is_run or all(b - a > 1 for a, b in pairwise(jokers))

    def melds(self, n_jokers: int) -> Iterator[Meld]:
        """All melds with up to so many jokers."""
        for place in range(13):
            for size in (3, 4):
                for n in range(min(n_jokers, size - 1) + 1):
                    for suits in combinations(range(4), size - n):
                        if self.is_allowed(size, tuple(range(n)), is_run=False):
                            cards = (*[JOKER] * n, *(16 * suit + place for suit in suits))
                            yield Meld(cards, size * self.set_worth[place], is_pure_run=False)
        top = 13 if self.ace_mode == 0 else 14
        for start in range(12):
            for end in range(start + 3, top + 1):
                if self.ace_mode == 1 and start == 0 and end == 14:
                    continue
                yield from self.runs(range(start, end), n_jokers)

    def runs(self, positions: range, n_jokers: int) -> Iterator[Meld]:
        """All runs at these positions."""
        worth = sum(self.worth[at] for at in positions)
        for n in range(min(n_jokers, len(positions) - 1) + 1):
            for jokers in combinations(range(len(positions)), n):
                if self.is_allowed(len(positions), jokers, is_run=True):
                    naturals = [at % 13 for index, at in enumerate(positions) if index not in jokers]
                    for suit in range(4):
                        cards = sorted([JOKER] * n + [16 * suit + place for place in naturals])
                        yield Meld(tuple(cards), worth, is_pure_run=n == 0)

    def held(self, hand: Hand) -> list[Meld]:
        """Melds whose cards are all in a hand."""
        has = Counter(hand)
        return [meld for meld in all_melds(self, has[JOKER]) if not Counter(meld.cards) - has]

    def arrangements(self, hand: Hand) -> Iterator[tuple[Meld, ...]]:
        """All ways to lay disjoint melds, the empty one among them."""
        yield from self._further(Counter(hand), self.held(hand), ())

    def _further(self, left: Counter[int], melds: list[Meld], laid: tuple[Meld, ...]) -> Iterator[tuple[Meld, ...]]:
        yield laid
        for index, meld in enumerate(melds):
            if not Counter(meld.cards) - left:
                yield from self._further(left - Counter(meld.cards), melds[index:], (*laid, meld))


@cache
def all_melds(naive: Naive, n_jokers: int) -> tuple[Meld, ...]:
    """All melds with up to so many jokers."""
    return tuple(naive.melds(n_jokers))


def scale_of(naive: Naive, n_jokers: int) -> tuple[np.void, Table]:
    """The same for the kernels."""
    scale: np.void = np.zeros(1, SCALE_DTYPE)[0]
    table = fill_scale(
        scale,
        naive.worth,
        naive.set_worth,
        ace_mode=naive.ace_mode,
        n_jokers=n_jokers,
        cap=naive.cap,
        naturals_lead=naive.naturals_lead,
        adjacent=naive.adjacent,
    )
    return scale, table


def masks_of(hand: Hand) -> tuple[np.uint64, np.uint64, np.int64]:
    """Naturals held, held twice, and the number of jokers."""
    kinds = twice = 0
    for card in hand:
        if card != JOKER:
            twice |= kinds & 1 << card
            kinds |= 1 << card
    return np.uint64(kinds), np.uint64(twice), np.int64(hand.count(JOKER))


def random_hand(rng: np.random.Generator, n_cards: int, n_jokers: int) -> Hand:
    """Cards of two packs that lie close together."""
    low, n_places = int(rng.integers(13)), int(rng.integers(4, 8))
    places = sorted({(low + step) % 13 for step in range(n_places)})
    suits = sorted(rng.choice(4, int(rng.integers(2, 5)), replace=False).tolist())
    pack = [16 * suit + place for suit in suits for place in places] * 2
    chosen = rng.permutation(len(pack))[:n_cards]
    return tuple(sorted([JOKER] * n_jokers + [pack[index] for index in chosen]))
