"""Rearrangement by trying every partition, and the joker rules of 8.3 from their text, on small positions.

A meld is ``(faces, jokers)``: its naturals, and for each joker the kinds that it stands for (one in a run, the colours
that a set lacks). Shares nothing with the kernels.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import NamedTuple

from tests.tile.position import JOKER, Tiles

__all__ = ["House", "Meld", "best_answer", "is_group", "judged", "partitions", "run", "set_of"]

Tile = tuple[int, int]


class Meld(NamedTuple):
    """Naturals, and the kinds of each joker."""

    faces: tuple[Tile, ...]
    jokers: tuple[frozenset[Tile], ...]

    def holds(self, faces: Sequence[Tile], n_jokers: int) -> bool:
        """Whether the meld has all these naturals and so many jokers."""
        return set(faces) <= set(self.faces) and n_jokers <= len(self.jokers)


class House(NamedTuple):
    """The rules about jokers."""

    ace_high: bool = True
    release: str = "free"
    freed_by: str = "rack"
    both_missing: bool = False
    new_meld: bool = False
    cap: int = 99


def run(colour: int, start: int, wild: Sequence[bool]) -> Meld:
    """A run from a position on; ``wild`` says where jokers stand."""
    tiles = [(colour, (place - 1) % 13 + 1) for place in range(start, start + len(wild))]
    naturals = tuple(tile for tile, is_wild in zip(tiles, wild, strict=True) if not is_wild)
    return Meld(naturals, tuple(frozenset([tile]) for tile, is_wild in zip(tiles, wild, strict=True) if is_wild))


def set_of(value: int, colours: Sequence[int], n_jokers: int) -> Meld:
    """A set."""
    missing = frozenset((colour, value) for colour in range(4) if colour not in colours)
    return Meld(tuple((colour, value) for colour in sorted(colours)), (missing,) * n_jokers)


def melds_with(tile: Tile, left: Tiles, house: House) -> Iterator[Meld]:
    """Melds that hold a tile, of tiles that are left."""
    colour, value = tile
    most = min(left[JOKER], house.cap)
    others = [c for c in range(4) if c != colour and left[c, value]]
    for n_more in range(4):
        for more in combinations(others, n_more):
            for n_jokers in range(most + 1):
                if 3 <= 1 + n_more + n_jokers <= 4:
                    yield set_of(value, (colour, *more), n_jokers)
    for place in [value] + [14] * (value == 1 and house.ace_high):
        for start in range(1, place + 1):
            for end in range(max(place, start + 2), 14 + house.ace_high):
                if (start, end) == (1, 14):
                    continue
                ways = []
                for here in range(start, end + 1):
                    held = left[colour, (here - 1) % 13 + 1] > 0
                    ways.append([False] if here == place else [False, True] if held else [True])
                if sum(way == [True] for way in ways) > most:
                    continue
                for wild in product(*ways):
                    if sum(wild) <= most:
                        yield run(colour, start, wild)


def partitions(bound: Tiles, free: Tiles, house: House) -> Iterator[list[Meld]]:
    """Ways to lay all of ``bound`` and some of ``free`` in melds."""
    naturals = sorted(tile for tile in bound + free if tile != JOKER)
    if not naturals:
        if not bound[JOKER]:
            yield []
        return
    tile, left = naturals[0], bound + free
    if not bound[tile]:
        yield from partitions(bound, free - Counter([tile]), house)
    seen = set()
    for meld in melds_with(tile, left, house):
        if meld in seen:
            continue
        seen.add(meld)
        used = Counter(meld.faces) + Counter({JOKER: len(meld.jokers)})
        for rest in partitions(bound - used, free - (used - bound), house):
            yield [meld, *rest]


def _matches(kinds: Sequence[frozenset[Tile]], tiles: Tiles) -> bool:
    """Whether distinct tiles can be found, each of one of the kinds."""
    if not kinds:
        return True
    return any(_matches(kinds[1:], tiles - Counter([tile])) for tile in kinds[0] if tiles[tile])


def is_group(meld: Meld) -> bool:
    """Whether a meld with jokers is a group: a run's joker stands for another value than the naturals."""
    return {value for _, value in meld.faces} == {value for kinds in meld.jokers for _, value in kinds}


def _shares(old: Sequence[Meld], status: Sequence[str]) -> Iterator[tuple[Meld, Sequence[str]]]:
    """Melds of the table and what becomes of their jokers."""
    number = 0
    for meld in old:
        yield meld, status[number : number + len(meld.jokers)]
        number += len(meld.jokers)


def _freed(old: Sequence[Meld], status: Sequence[str], played: Tiles, house: House) -> bool:
    """Whether tiles played from the rack free the jokers that they are to free."""
    wanted: list[frozenset[Tile]] = []
    for meld, mine in _shares(old, status):
        needs_both = house.both_missing and is_group(meld) and len(meld.faces) + len(meld.jokers) == 3
        if needs_both and ("table" in mine or ("rack" in mine and sum(t in played for t in meld.jokers[0]) < 2)):
            return False
        wanted += [kinds for kinds, kind in zip(meld.jokers, mine, strict=True) if kind == "rack"]
    return _matches(wanted, played)


Home = tuple[int, tuple[Tile, ...]]


def _homes(old: Sequence[Meld], status: Sequence[str], new: Sequence[Meld], house: House) -> Iterator[list[int | None]]:
    """For each meld of the table the meld of the new one that has to hold it, None for any, in all ways.

    A table tile frees one joker, and lies in one meld.
    """
    ways: list[list[Home | None]] = []
    for meld, mine in _shares(old, status):
        n_kept = mine.count("kept")
        by_table = [kinds for kinds, kind in zip(meld.jokers, mine, strict=True) if kind == "table"]
        if not by_table and (house.release != "locked" or n_kept == 0):
            ways.append([None])
            continue
        tuples = [tiles for tiles in product(*by_table) if len(set(tiles)) == len(tiles)]
        ways.append(
            [
                (index, tiles)
                for index, other in enumerate(new)
                for tiles in tuples
                if other.holds(meld.faces + tiles, max(n_kept, len(meld.jokers) - 1) if by_table else n_kept)
            ]
        )
    there = Counter(tile for meld in old for tile in meld.faces)
    for way in product(*ways):
        joining = Counter((home[0], tile) for home in way if home for tile in home[1])
        tiles = Counter(tile for _, tile in joining.elements())
        if max(joining.values(), default=0) <= 1 and not tiles - there:
            yield [home[0] if home else None for home in way]


def _distinct_kinds(wanted: Sequence[frozenset[Tile]]) -> bool:
    """Whether each can have a kind of its own."""
    if not wanted:
        return True
    return any(_distinct_kinds([kinds - {tile} for kinds in wanted[1:]]) for tile in wanted[0])


def _stands(
    old: Sequence[Meld],
    status: Sequence[str],
    changed: Sequence[bool],
    places: Sequence[tuple[int, int]],
    homes: Sequence[int | None],
    new: Sequence[Meld],
    house: House,
) -> bool:
    """Whether the jokers of the table may lie in these places (meld, number) of the new table."""
    kept_in: dict[int, list[frozenset[Tile]]] = {}
    jokers = [(kinds, home) for meld, home in zip(old, homes, strict=True) for kinds in meld.jokers]
    for number, (kinds, home) in enumerate(jokers):
        at, which = places[number]
        if status[number] == "kept" or (house.new_meld and not changed[number]):
            kept_in.setdefault(at, []).append(kinds & new[at].jokers[which])
        if status[number] == "kept" and home is not None and at != home:
            return False
        if house.new_meld and changed[number] and any(new[at].holds(o.faces, len(o.jokers)) for o in old):
            return False
    return all(_distinct_kinds(wanted) for wanted in kept_in.values())


def judged(old: Sequence[Meld], new: Sequence[Meld], played: Tiles, house: House) -> bool:
    """Whether 8.3 allows this new table."""
    jokers = [kinds for meld in old for kinds in meld.jokers]
    if house.release == "free" and not house.new_meld:
        return True
    places = [(index, which) for index, meld in enumerate(new) for which in range(len(meld.jokers))]
    choices = ["rack"] if house.release == "free" else ["kept", "rack"] + ["table"] * (house.freed_by != "rack")
    for status in product(choices, repeat=len(jokers)):
        if house.release != "free" and not _freed(old, status, played, house):
            continue
        ways = [[None] * len(old)] if house.release == "free" else list(_homes(old, status, new, house))
        flags = [[True, False] if house.new_meld and kind != "kept" else [False] for kind in status]
        for changed in product(*flags):
            for where in permutations(places, len(jokers)):
                if any(_stands(old, status, changed, where, homes, new, house) for homes in ways):
                    return True
    return False


def best_answer(old: Sequence[Meld], rack: Tiles, house: House, due: Tiles | None = None) -> int:
    """Most rack tiles that can be laid beside those that were laid in this turn (``due``) and have to stay."""
    table = Counter(tile for meld in old for tile in meld.faces)
    n_jokers = sum(len(meld.jokers) for meld in old)
    if n_jokers:
        table[JOKER] = n_jokers
    due = due or Tiles()
    best = -1
    for new in partitions(table + due, rack, house):
        after = Counter(tile for meld in new for tile in meld.faces)
        after[JOKER] = sum(len(meld.jokers) for meld in new)
        played = after - table
        if played.total() - due.total() > best and judged(old, new, played, house):
            best = played.total() - due.total()
    return best
