"""Everything that melds can be made of, on a few kinds, by adding melds until nothing new comes up."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from tests.tile.position import JOKER, Position, Tiles, is_meld

__all__ = ["GRIDS", "Closure", "positions"]

Kind = tuple[int, int]

GRIDS: dict[str, list[Kind]] = {
    "one colour, 1 to 6": [(0, value) for value in range(1, 7)],
    "one colour around the 1": [(0, value) for value in (11, 12, 13, 1, 2, 3)],
    "two colours, 1 to 3": [(colour, value) for colour in range(2) for value in range(1, 4)],
    "two colours, 12 to 1": [(colour, value) for colour in range(2) for value in (12, 13, 1)],
    "three colours, two values": [(colour, value) for colour in range(3) for value in (6, 7)],
    "four colours, one value": [(colour, 13) for colour in range(4)],
    "a run across a set": [(0, 5), (0, 6), (0, 7), (1, 6), (2, 6), (3, 6)],
    "a run to the 1 across a set": [(0, 12), (0, 13), (0, 1), (1, 13), (2, 13), (3, 13)],
}
"""Families of positions that are gone through whole: each kind not there, once or twice, on the table or the rack."""


class Closure:
    """Holdings of some kinds, as tuples of counts, that are melds with exactly so many jokers."""

    def __init__(self, kinds: Sequence[Kind], n_jokers: int, *, ace_high: bool) -> None:
        self.kinds = list(kinds)
        melds = [
            (tuple(int(kind in faces) for kind in kinds), n_wilds)
            for n_wilds in range(n_jokers + 1)
            for size in range(1, len(kinds) + 1)
            for faces in combinations(kinds, size)
            if is_meld([*faces, *[JOKER] * n_wilds], ace_high=ace_high)
        ]
        found = {((0,) * len(kinds), 0)}
        queue = list(found)
        while queue:
            counts, used = queue.pop()
            for face, n_wilds in melds:
                after = tuple(a + b for a, b in zip(counts, face, strict=True)), used + n_wilds
                if after[1] <= n_jokers and max(after[0]) <= 2 and after not in found:
                    found.add(after)
                    queue.append(after)
        self.found = found

    def most(self, position: Position) -> int:
        """Most rack tiles laid, -1 if the table cannot be kept."""
        ranges = [range(position.table[kind], position.table[kind] + position.rack[kind] + 1) for kind in self.kinds]
        least, more = position.table[JOKER], position.rack[JOKER]
        base = position.table.total()
        best = -1
        for counts in product(*ranges):
            for n_jokers in range(least, least + more + 1):
                if (counts, n_jokers) in self.found:
                    best = max(best, sum(counts) + n_jokers - base)
        return best


def positions(kinds: Sequence[Kind], n_jokers: int, step: int) -> Iterator[Position]:
    """Every ``step``-th position of a family, with the jokers on the table, on the rack or on both."""
    codes = [(0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0)]
    number = 0
    for choice in product(codes, repeat=len(kinds)):
        for on_table in range(n_jokers + 1):
            number += 1
            if number % step == 0:
                table, rack = Tiles(), Tiles()
                for kind, (n_bound, n_free) in zip(kinds, choice, strict=True):
                    table[kind], rack[kind] = n_bound, n_free
                table[JOKER], rack[JOKER] = on_table, n_jokers - on_table
                yield Position(+Counter(table), +Counter(rack))
