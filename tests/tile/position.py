"""Positions of the tile family as plain Python, and the solver asked about them.

A tile is ``(colour, value)``, a joker ``JOKER``; tables and racks are counters of tiles. No code is shared with the
kernels but their entry points.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from rummysim.melds.table import path, solve
from rummysim.melds.table.memory import solver_tables
from rummysim.melds.table.reach import new_work

__all__ = ["JOKER", "Position", "Solver", "Tiles", "check_melds", "is_meld", "parse", "tiles_of"]

JOKER = (-1, 0)
Tile = tuple[int, int]
Tiles = Counter[Tile]


class Position(NamedTuple):
    """A table whose tiles have to stay, and a rack."""

    table: Tiles
    rack: Tiles


def parse(text: str) -> Tiles:
    """Tiles in the notation of rules 0.1, separated by spaces: ``r5 k13 X``."""
    return Counter(JOKER if word == "X" else ("krby".index(word[0]), int(word[1:])) for word in text.split())


def is_meld(tiles: Sequence[Tile], *, ace_high: bool, longest: int = 13) -> bool:
    """Whether tiles, jokers among them, form a set or a run."""
    naturals, n_jokers = [tile for tile in tiles if tile != JOKER], list(tiles).count(JOKER)
    if not naturals or not 3 <= len(tiles) <= longest:
        return False
    colours, values = [colour for colour, _ in naturals], [value for _, value in naturals]
    if len(set(values)) == 1 and len(set(colours)) == len(colours) and len(tiles) <= 4:
        return True
    if len(set(colours)) > 1 or len(set(values)) < len(values):
        return False
    lines = [(values, 13)]
    if ace_high and 1 in values:
        lines.append(([14 if value == 1 else value for value in values], 14))
    if ace_high:
        lines.append((values, 14))
    for places, top in lines:
        lowest = 2 if top == 14 else 1
        for start in range(lowest, top - len(tiles) + 2):
            if all(start <= place < start + len(tiles) for place in places):
                return len(places) + n_jokers == len(tiles)
    return False


def tiles_of(code: int) -> list[Tile]:
    """Tiles of a meld's code."""
    if code >> 40:
        colour, start, length = code >> 36 & 15, code >> 32 & 15, code >> 28 & 15
        places = range(start, start + length)
        return [JOKER if code >> 13 - index & 1 else (colour, place % 13 + 1) for index, place in enumerate(places)]
    naturals = [(colour, (code >> 24) + 1) for colour in range(4) if code >> 20 + colour & 1]
    return naturals + [JOKER] * (code >> 16 & 15)


def masks(tiles: Tiles) -> tuple[np.uint64, np.uint64]:
    """Kinds that are there, and there twice."""
    words = [0, 0]
    for tile, n in tiles.items():
        if tile != JOKER:
            for copy in range(n):
                words[copy] |= 1 << (16 * tile[0] + tile[1] - 1)
    return np.uint64(words[0]), np.uint64(words[1])


class Solver:
    """The kernels with memory of their own."""

    def __init__(self) -> None:
        self.tables, self.memory = solver_tables(), new_work()

    @property
    def work(self) -> Any:
        """The block of memory."""
        return self.memory[0]

    def weigh(self, joker: int | None = None) -> None:
        """Count points, a joker of the rack as given, or tiles."""
        if joker is None:
            solve.count_weights(self.work)
        else:
            solve.point_weights(self.work, joker)

    def arguments(self, position: Position) -> tuple[Any, ...]:
        """The two blocks and the tiles."""
        return (self.tables[0], self.work, *masks(position.table), *masks(position.rack))

    def most(self, position: Position, *, ace_high: bool = True) -> int:
        """Most weight laid."""
        jokers = position.table[JOKER], position.rack[JOKER]
        return int(solve.most_weight(*self.arguments(position), *jokers, int(ace_high)))

    def melds(self, position: Position, *, ace_high: bool = True) -> tuple[int, list[list[Tile]]]:
        """Most weight laid and the table after it."""
        solve.load(*self.arguments(position)[1:])
        jokers = position.table[JOKER], position.rack[JOKER]
        best = int(path.lay_out(self.tables[0], self.work, *jokers, int(ace_high)))
        codes = [int(code) for code in self.work["melds"][: self.work["n_melds"]]]
        assert codes == sorted(codes)
        return best, [tiles_of(code) for code in codes]


def laid(melds: Iterable[Iterable[Tile]]) -> Tiles:
    """Tiles of melds."""
    return Counter(tile for meld in melds for tile in meld)


def weight_of(tiles: Tiles, joker: int | None) -> int:
    """Weight of rack tiles, as :meth:`Solver.weigh`."""
    if joker is None:
        return tiles.total()
    return sum(n * (joker if tile == JOKER else tile[1]) for tile, n in tiles.items())


def check_melds(solver: Solver, position: Position, *, ace_high: bool, joker: int | None = None) -> int:
    """Most weight, whose melds are valid, hold the table and nothing but table and rack, and weigh that."""
    best, melds = solver.melds(position, ace_high=ace_high)
    if best < 0:
        return best
    assert all(is_meld(meld, ace_high=ace_high) for meld in melds)
    after = laid(melds)
    assert not position.table - after
    assert not after - position.table - position.rack
    assert weight_of(after - position.table, joker) == best
    return best


def splits(tiles: Tiles, n_most: int) -> Iterator[Position]:
    """Each position that has all but up to ``n_most`` tiles on the table, one tile each time."""
    for tile in tiles:
        if n_most:
            yield Position(tiles - Counter([tile]), Counter([tile]))
