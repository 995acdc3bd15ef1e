"""Positions of a play phase drawn at random, under options drawn at random, for the kernels and for brute force."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from rummysim.core.notation import card_name
from tests.stock import brute
from tests.stock.brute import JOKERS, Meld, Position, Rules
from tests.stock.positions import Table

__all__ = ["Case", "drawn", "masks", "set_table"]

NUMBERS = 13


@dataclass(frozen=True)
class Case:
    """A position with the options that it hangs on."""

    rules: Rules
    n_packs: int
    jokers: int
    reuses: bool
    position: Position

    def __str__(self) -> str:
        deck = set_table(self).deck
        names = " ".join(card_name(card, deck) for card in self.position.hand)
        packs = f"{self.n_packs} packs, {self.jokers} jokers, reuse {self.reuses}"
        return f"{names} under {self.rules}, {packs}: {self.position}"


@cache
def table_of(rules: Rules, n_packs: int, jokers: int, reuses: bool) -> Table:
    """A table with these options."""
    options: dict[str, Any] = {
        "jokers": jokers,
        "ace_mode": rules.ace_mode,
        "one_meld_per_turn": rules.one_meld,
        "layoff_requires_meld": rules.requires,
        "pile_card_reuse": reuses,
        "two_packs_from": 2 if n_packs == 2 else None,
        "seats": 2,
    }
    return Table(2, preset="rum500_jokers", **options)


def masks(cards: Sequence[int]) -> tuple[np.uint64, np.uint64]:
    """Kinds, and kinds that are there twice."""
    kinds = twice = 0
    for card in cards:
        twice |= kinds & 1 << card
        kinds |= 1 << card
    return np.uint64(kinds), np.uint64(twice)


def set_table(case: Case) -> Table:
    """The table with the position of a case, at A's turn."""
    at, table = case.position, table_of(case.rules, case.n_packs, case.jokers, case.reuses)
    table.put("", melds=(), melded="A" if at.has_melded else "")
    own, public, deal = table.own, table.public, table.deal
    own["hand"], own["spare"] = deal["hands"][0], deal["spares"][0] = masks(at.hand)
    own["usable"], own["usable_spare"] = masks(at.usable)
    own["must"], own["barred"], own["n_new_melds"] = at.must, at.barred, at.n_new
    public["n_melds"] = len(at.table)
    public["melds"][: len(at.table)] = [brute.meld_code(meld) for meld in at.table]
    return table


def draw_meld(rng: np.random.Generator, rules: Rules, low: int, *, with_jokers: bool) -> Meld:
    """A meld of any length, or none at all, near a place."""
    if rng.random() < 0.6:
        length = int(rng.integers(3, 6) if rng.random() < 0.8 else rng.integers(6, 14))
        start = int((low + rng.integers(-4, 6)) % NUMBERS)
        jokers = tuple(bool(with_jokers and rng.random() < 0.15) for _ in range(length))
        return "run", int(rng.integers(4)), start, jokers
    suits = tuple(sorted(rng.choice(4, int(rng.integers(2, 5)), replace=False).tolist()))
    return "set", int((low + rng.integers(0, 5)) % NUMBERS), suits, int(rng.integers(0, 2)) if with_jokers else 0


def take_out(cards: list[int], meld: Meld) -> list[int] | None:
    """Cards without those of a meld, None if they are not there."""
    left = list(cards)
    n_jokers = meld[3] if isinstance(meld[3], int) else sum(meld[3])
    jokers = [card for card in left if card in JOKERS][:n_jokers]
    if len(jokers) < n_jokers:
        return None
    for card in [*brute.cards_of(meld), *jokers]:
        if card not in left:
            return None
        left.remove(card)
    return left


def draw_rules(rng: np.random.Generator) -> tuple[Rules, int, int, bool]:
    """Options, packs, jokers a pack, and whether cards from above may be used at once."""
    requires = str(rng.choice(["none", "none", "none", "round", "turn"]))
    rules = Rules(str(rng.choice(["low", "either", "wrap"])), bool(rng.random() < 0.25), requires)
    return rules, int(rng.choice([1, 1, 2])), int(rng.choice([0, 0, 2])), bool(rng.random() < 0.8)


def with_turn(rng: np.random.Generator, drawn: Any, hand: tuple[int, ...], table: tuple[Meld, ...]) -> Case:
    """A case with the rest of the turn: what has to be used, what is barred, what was laid before."""
    rules, n_packs, jokers, reuses = drawn
    must = barred = -1
    kind = rng.random()
    if kind < 0.3:
        must = int(rng.choice(hand))
    elif kind < 0.55:
        barred = int(rng.choice(hand))
        must = barred if kind > 0.45 else -1
    usable = hand
    if must >= 0 and not reuses:
        usable = tuple(card for card in hand if rng.random() < 0.7)
        usable = usable if must in usable else tuple(sorted((*usable, must)))
    n_new = int(rng.random() < 0.2)
    has_melded = bool(n_new or rng.random() < 0.3)
    return Case(rules, n_packs, jokers, reuses, Position(hand, usable, table, must, barred, n_new, has_melded))


def drawn(seed: int, n: int, most: int, *, wide: bool = False) -> Iterator[Case]:
    """``n`` cases with hands of up to ``most`` cards of neighbouring numbers, or ``wide``, of any."""
    rng = np.random.default_rng(seed)
    n_drawn = 0
    while n_drawn < n:
        options = draw_rules(rng)
        rules, n_packs, jokers, _ = options
        cards = [16 * suit + place for suit in range(4) for place in range(NUMBERS)] * n_packs
        cards += JOKERS * n_packs if jokers else ()
        low, width = int(rng.integers(NUMBERS)), int(rng.integers(3, 7))
        table = []
        for _ in range(int(rng.integers(0, 4))):
            meld = draw_meld(rng, rules, low, with_jokers=jokers > 0)
            left = take_out(cards, meld) if brute.is_meld(rules, meld) else None
            if left is not None:
                cards = left
                table.append(meld)
        near = {(low + step) % NUMBERS for step in range(NUMBERS if wide else width)}
        suits = set(rng.choice(4, int(rng.integers(1, 5)), replace=False).tolist())
        plain = [card for card in cards if card not in JOKERS and card % 16 in near and card // 16 in suits]
        wild = [card for card in cards if card in JOKERS]
        size = int(rng.integers(1, most + 1))
        n_wild = min(len(wild), int(rng.integers(0, 4)) if rng.random() < 0.7 else 0, max(size - 1, 1))
        some = [*rng.permutation(plain)[: size - n_wild], *rng.permutation(wild)[:n_wild]]
        if some:
            hand = tuple(sorted(int(card) for card in some))
            n_drawn += 1
            yield with_turn(rng, options, hand, tuple(sorted(table, key=repr)))
