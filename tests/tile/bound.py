"""The kernels for bound jokers asked about a table of melds, and small tables to ask about."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from rummysim.melds.table import jokers, layout, release
from rummysim.melds.table.memory import RULES_DTYPE
from tests.tile.brute import House, Meld, run, set_of
from tests.tile.position import JOKER, Solver, Tiles, masks

__all__ = ["code_of", "meld_of", "random_case", "random_meld", "released"]

RELEASES = {"free": jokers.FREE_RELEASE, "fixed": jokers.FIXED, "locked": jokers.LOCKED}


def code_of(meld: Meld) -> int:
    """Code of a meld: a set before a run where it could be either (never: a run's jokers have one kind)."""
    values = {value for _, value in meld.faces}
    n_wilds = len(meld.jokers)
    if (
        len(values) == 1
        and (not meld.jokers or len(meld.jokers[0]) == 4 - len(meld.faces))
        and (len(meld.faces) > 1 or len(meld.jokers[0]) > 1)
    ):
        suits = sum(1 << colour for colour, _ in meld.faces)
        return (meld.faces[0][1] - 1) << 24 | suits << 20 | n_wilds << 16
    colour = meld.faces[0][0]
    places = {value: False for _, value in meld.faces} | {value: True for kinds in meld.jokers for _, value in kinds}
    high = 1 in places and 13 in places
    order = sorted((14 if high and value == 1 else value, wild) for value, wild in places.items())
    pattern = sum(1 << 13 - index for index, (_, wild) in enumerate(order) if wild)
    return 1 << 40 | colour << 36 | (order[0][0] - 1) << 32 | len(order) << 28 | pattern


def meld_of(code: int) -> Meld:
    """Meld of a code."""
    if code >> 40:
        length = code >> 28 & 15
        return run(code >> 36 & 15, (code >> 32 & 15) + 1, [bool(code >> 13 - index & 1) for index in range(length)])
    return set_of((code >> 24) + 1, [colour for colour in range(4) if code >> 20 + colour & 1], code >> 16 & 15)


def released(
    solver: Solver, old: Sequence[Meld], rack: Tiles, house: House, due: Tiles | None = None
) -> tuple[int, list[int], bool]:
    """Most tiles laid beside those that are due, the codes of the new table, and whether there may be more."""
    due = due or Tiles()
    rules = np.zeros(1, RULES_DTYPE)[0]
    rules["ace_high"], rules["release"] = house.ace_high, RELEASES[house.release]
    rules["freed_by_table"], rules["both_missing"] = house.freed_by != "rack", house.both_missing
    rules["new_meld"], rules["cap"], rules["budget"] = house.new_meld, house.cap, 1 << 40
    codes = sorted(code_of(meld) for meld in old)
    solver.work["n_old"] = len(codes)
    solver.work["old_melds"][: len(codes)] = codes
    arguments = (solver.tables[0], solver.work, rules)
    best = int(release.most_released(*arguments, *masks(rack), rack[JOKER], *masks(due), due[JOKER]))
    is_unknown = bool(solver.work["is_unknown"])
    assert not is_unknown or (house.freed_by != "rack" and any(len(meld.jokers) > 1 for meld in old))
    if best < 0:
        return best, [], is_unknown
    assert layout.lay_out_released(*arguments)
    return best, [int(code) for code in solver.work["melds"][: solver.work["n_melds"]]], is_unknown


def random_meld(rng: np.random.Generator, n_values: int, n_jokers: int) -> Meld:
    """A set or run among low values, or around the 1."""
    if rng.random() < 0.45:
        size = int(rng.integers(3, 5))
        colours = rng.permutation(4)[: size - n_jokers]
        return set_of(int(rng.integers(1, n_values + 1)), [int(colour) for colour in colours], n_jokers)
    length = int(rng.integers(3, 6))
    start = 12 if rng.random() < 0.1 and length == 3 else int(rng.integers(1, max(2, n_values - length + 2)))
    wild = [False] * length
    for place in rng.permutation(length)[:n_jokers]:
        wild[place] = True
    return run(int(rng.integers(0, 3)), start, wild)


def random_case(rng: np.random.Generator, n_melds: int, n_rack: int) -> tuple[list[Meld], Tiles]:
    """A small table with one or two jokers and a rack near it."""
    while True:
        n_jokers = int(rng.integers(1, 3))
        shares = [n_jokers] if rng.random() < 0.3 else [1] * n_jokers
        melds = [random_meld(rng, 6, shares[n] if n < len(shares) else 0) for n in range(n_melds)]
        table = Counter(tile for meld in melds for tile in meld.faces)
        if max(table.values()) <= 2 and all(meld.faces for meld in melds):
            break
    near = sorted({kind for meld in melds for kinds in meld.jokers for kind in kinds})
    low = [(colour, value) for colour in range(4) for value in range(1, 8)] * 2 + near * 3
    pool = [low[place] for place in rng.permutation(len(low))]
    rack = Tiles()
    for tile in pool:
        if rack.total() < n_rack and rack[tile] + table[tile] < 2:
            rack[tile] += 1
    if rng.random() < 0.15:
        rack[JOKER] += 1
    return melds, rack
