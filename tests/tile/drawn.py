"""Positions drawn at random: melds on the table as the tiles allow, and a rack of what is left."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from tests.tile.games import game_positions
from tests.tile.position import JOKER, Position, Tiles
from tests.tile.programs import all_melds

__all__ = ["SOURCES", "Case", "drawn_cases", "game_cases"]

LEAST, MOST = 8, 50
"""Tiles of a position; a pool of few values has fewer than most."""
SOURCES = ("any tiles", "few values", "around the 1", "table broken")


class Case(NamedTuple):
    """A position, where it comes from, the ace's rule and the weight of a joker."""

    source: str
    position: Position
    ace_high: bool
    joker: int | None

    @property
    def label(self) -> str:
        """Source and jokers in play."""
        return f"{self.source}, {self.position.table[JOKER] + self.position.rack[JOKER]} jokers"


def _values(rng: np.random.Generator, source: str) -> Sequence[int]:
    """Values that a position is made of."""
    if source == "around the 1":
        return (11, 12, 13, 1, 2, 3)
    lowest, n_values = int(rng.integers(0, 13)), int(rng.integers(3, 7)) if source == "few values" else 13
    return [(lowest + step) % 13 + 1 for step in range(n_values)]


def _position(rng: np.random.Generator, source: str, *, ace_high: bool) -> Position:
    """A position with 0, 1 or 2 jokers, all of them in play; a broken table has one more tile of the rack."""
    n_jokers, n_tiles = int(rng.integers(0, 3)), int(rng.integers(LEAST, MOST + 1))
    pool = Counter([(colour, value) for colour in range(4) for value in _values(rng, source)] * 2)
    pool[JOKER] = n_jokers
    melds, table, n_table = all_melds(ace_high, n_jokers), Tiles(), n_tiles * rng.random() * 0.9
    for index in rng.integers(0, len(melds), 400):
        meld = Counter(melds[index][0]) + Counter({JOKER: melds[index][1]})
        if table.total() + meld.total() <= n_table and meld <= pool - table:
            table += meld
    pool -= table
    rest = sorted(tile for tile in pool.elements() if tile != JOKER)
    n_rack = max(1, n_tiles - table.total() - pool[JOKER])
    rack = Counter(rest[index] for index in rng.permutation(len(rest))[:n_rack]) + Counter({JOKER: pool[JOKER]})
    moved = Counter([next(iter(rack))] if source == "table broken" else [])
    return Position(table + moved, rack - moved)


def _case(rng: np.random.Generator, source: str, position: Position, *, ace_high: bool) -> Case:
    """A case whose joker weighs a tile or, in three of ten, 50 points."""
    return Case(source, position, ace_high, None if rng.random() < 0.7 else 50)


def drawn_cases(seed: int, n: int) -> Iterator[Case]:
    """Positions of all sources in turn."""
    rng = np.random.default_rng(seed)
    for number in range(n):
        source, ace_high = SOURCES[number % len(SOURCES)], bool(rng.random() < 0.6)
        yield _case(rng, source, _position(rng, source, ace_high=ace_high), ace_high=ace_high)


def game_cases(seed: int, n: int) -> Iterator[Case]:
    """Positions of games with two to four players; those under the other ace may be tables that cannot be kept."""
    rng = np.random.default_rng(seed)
    for game in range(n):
        for position in game_positions(seed * 100_000 + game, 1, n_players=2 + game % 3):
            if not n:
                return
            yield _case(rng, "game", position, ace_high=bool(rng.random() < 0.8))
            n -= 1
