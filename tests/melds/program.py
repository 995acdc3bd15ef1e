"""Hands of two packs with jokers as integer programs: nothing of the kernels, and no search of our own.

A run is a binary for each suit, start, length and copy, with a binary for each position where a joker may lie; a set is
a number from 0 to 2 for each number, suits and jokers.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from tests.melds.two_packs import Hand, Naive

__all__ = ["Demands", "most_worth"]

JOKER, ANY_JOKER = -1, 13
N_COPIES = 2


@dataclass(frozen=True, kw_only=True)
class Demands:
    """What the melds need to have: a run of naturals, a joker, a certain card; and a card that is left, other than
    ``barred``.
    """

    pure: bool = False
    joker: bool = False
    leave: bool = False
    must: int = -1
    barred: int = -1


@dataclass
class Program:
    """Rows and columns of a program."""

    gains: list[float] = field(default_factory=list)
    most: list[int] = field(default_factory=list)
    rows: list[tuple[list[int], list[float], float, float]] = field(default_factory=list)

    def column(self, gain: float, most: int = 1) -> int:
        """A new number from 0 to ``most``."""
        self.gains.append(gain)
        self.most.append(most)
        return len(self.gains) - 1

    def row(self, terms: list[tuple[int, float]], low: float = -np.inf, high: float = np.inf) -> None:
        """A sum between two bounds."""
        self.rows.append(([column for column, _ in terms], [factor for _, factor in terms], low, high))

    def solve(self) -> float | None:
        """The most that can be gained, None if nothing meets the rows."""
        if not self.gains:
            return 0.0 if all(low <= 0 for *_, low, _ in self.rows) else None
        places = [(row, column) for row, (columns, *_) in enumerate(self.rows) for column in columns]
        values = [value for _, factors, *_ in self.rows for value in factors]
        shape = (len(self.rows), len(self.gains))
        matrix = coo_array((values, tuple(np.array(places).reshape(-1, 2).T)), shape=shape).tocsc()
        limits = LinearConstraint(matrix, [row[2] for row in self.rows], [row[3] for row in self.rows])
        found = milp(
            -np.array(self.gains),
            integrality=np.ones(len(self.gains)),
            bounds=Bounds(0, np.array(self.most)),
            constraints=limits,
            options={"mip_rel_gap": 0.0},
        )
        return None if found.x is None else -float(found.fun)


@dataclass
class Used:
    """Columns by what they take."""

    cards: dict[int, list[tuple[int, float]]] = field(default_factory=dict)
    jokers: list[tuple[int, float]] = field(default_factory=list)
    pure: list[tuple[int, float]] = field(default_factory=list)

    def take(self, card: int, column: int, factor: float = 1.0) -> None:
        """Note that a column takes a card."""
        self.cards.setdefault(card, []).append((column, factor))


def lines(naive: Naive) -> Iterator[tuple[int, int]]:
    """Starts and lengths of runs."""
    top = 13 if naive.ace_mode == 0 else 14
    for start in range(top - 2):
        for end in range(start + 3, top + 1):
            if naive.ace_mode != 1 or start > 0 or end < 14:
                yield start, end - start


def add_sets(program: Program, used: Used, naive: Naive, has: Counter[int]) -> None:
    """Columns of all sets."""
    for place in range(13):
        for suits in range(1, 16):
            cards = [16 * suit + place for suit in range(4) if suits >> suit & 1]
            if not all(has[card] for card in cards):
                continue
            for n_jokers in range(max(0, 3 - len(cards)), min(4 - len(cards), naive.cap, has[JOKER]) + 1):
                if naive.naturals_lead and n_jokers > len(cards):
                    continue
                column = program.column((len(cards) + n_jokers) * naive.set_worth[place], N_COPIES)
                for card in cards:
                    used.take(card, column)
                used.jokers.append((column, n_jokers))


def add_run(program: Program, used: Used, naive: Naive, cards: list[int], worth: int) -> None:
    """Columns of one run at the places of ``cards``."""
    run, length = program.column(worth), len(cards)
    at = [program.column(0) for _ in cards]
    most = min(naive.cap, length - 1, length // 2 if naive.naturals_lead else length)
    program.row([*((column, 1) for column in at), (run, -most)], high=0)
    for index, column in enumerate(at):
        program.row([(column, 1), (run, -1)], high=0)
        if index and not naive.adjacent:
            program.row([(at[index - 1], 1), (column, 1)], high=1)
        used.take(cards[index], run)
        used.take(cards[index], column, -1)
        used.jokers.append((column, 1))
    pure = program.column(0)
    program.row([(pure, 1), (run, -1)], high=0)
    for column in at:
        program.row([(pure, 1), (column, 1)], high=1)
    used.pure.append((pure, 1))


def add_runs(program: Program, used: Used, naive: Naive, has: Counter[int]) -> None:
    """Columns of all runs for which there are cards."""
    for suit in range(4):
        for start, length in lines(naive):
            cards = [16 * suit + (start + step) % 13 for step in range(length)]
            n_missing = (Counter(cards) - has).total()
            if n_missing > min(naive.cap, has[JOKER], length - 1):
                continue
            worth = sum(naive.worth[start : start + length])
            for _ in range(N_COPIES):
                add_run(program, used, naive, cards, worth)


def most_worth(naive: Naive, hand: Hand, demands: Demands) -> int | None:
    """Most that disjoint melds of a hand are worth that meet some demands, None if there are none."""
    program, used, has = Program(), Used(), Counter(hand)
    add_sets(program, used, naive, has)
    add_runs(program, used, naive, has)
    for card, terms in used.cards.items():
        program.row(terms, low=1 if card == demands.must else -np.inf, high=has[card])
    program.row(used.jokers, low=1 if demands.joker else -np.inf, high=has[JOKER])
    if demands.must >= 0 and demands.must not in used.cards:
        return None
    if demands.pure:
        program.row(used.pure, low=1)
    if demands.leave:
        free = {card: terms for card, terms in used.cards.items() if card != demands.barred}
        n_free = sum(n for card, n in has.items() if card not in (demands.barred, JOKER))
        laid = [term for terms in free.values() for term in terms]
        if demands.barred != ANY_JOKER:
            n_free += has[JOKER]
            laid += used.jokers
        program.row(summed(laid), high=n_free - 1)
    found = program.solve()
    return None if found is None else round(found)


def summed(terms: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Terms with each column once."""
    total: dict[int, float] = {}
    for column, factor in terms:
        total[column] = total.get(column, 0.0) + factor
    return list(total.items())
