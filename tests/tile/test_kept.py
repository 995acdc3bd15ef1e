"""Few melds of the table are broken up: no legal new table of the same tiles breaks up fewer.

Where jokers are bound, trying all counts a meld as left too if two jokers have changed places; the solver does not try
that, so it may break up one more, rarely.
"""

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest

import rummysim as rs
from rummysim.melds.table import keep
from rummysim.melds.table.memory import RULES_DTYPE
from tests.tile.bound import RELEASES, meld_of, random_case, released
from tests.tile.brute import House, Meld, is_group, judged, partitions
from tests.tile.position import Solver, Tiles
from tests.tile.test_released import HOUSES, is_valid, tiles_in

N_FAST, N_SLOW = 3, 60


def is_in(old: Meld, new: Meld) -> bool:
    """Whether a meld lies in another, its jokers in their places."""
    if not set(old.faces) <= set(new.faces) or (old.jokers and is_group(old) != is_group(new)):
        return False
    return len(old.jokers) <= len(new.jokers) if is_group(old) else set(old.jokers) <= set(new.jokers)


def fewest_broken(old: Sequence[Meld], played: Tiles, house: House) -> int:
    """Melds that are neither left nor extended in the new table that keeps most, by trying all."""
    fewest = len(old)
    for new in partitions(tiles_in(list(old)) + played, Tiles(), house):
        if any(len(meld.jokers) > house.cap for meld in new) or not judged(old, new, played, house):
            continue
        places: list[Meld | None] = [*new, *[None] * len(old)]
        for homes in permutations(places, len(old)):
            n_kept = sum(home is not None and is_in(meld, home) for meld, home in zip(old, homes, strict=True))
            fewest = min(fewest, len(old) - n_kept)
    return fewest


def check_kept(solver: Solver, house: House, n: int, seed: int) -> None:
    """Small tables under one house."""
    rng = np.random.default_rng(1000 * seed + HOUSES.index(house))
    rules = np.zeros(1, RULES_DTYPE)[0]
    rules["ace_high"], rules["release"] = house.ace_high, RELEASES[house.release]
    rules["freed_by_table"], rules["both_missing"] = house.freed_by != "rack", house.both_missing
    rules["new_meld"], rules["cap"], rules["budget"] = house.new_meld, house.cap, 1 << 40
    n_checked = n_more = 0
    while n_checked < n:
        old, rack = random_case(rng, int(rng.integers(2, 4)), int(rng.integers(1, 4)))
        best, codes, _ = released(solver, old, rack, house) if is_valid(old, house) else (0, [], False)
        if best <= 0:
            continue
        played = tiles_in([meld_of(code) for code in codes]) - tiles_in(old)
        n_broken = int(keep.lay_out_kept(solver.tables[0], solver.work, rules))
        is_unknown = solver.work["is_unknown"]
        new = [meld_of(int(code)) for code in solver.work["melds"][: solver.work["n_melds"]]]
        assert tiles_in(new) == tiles_in(old) + played
        assert judged(old, new, played, house), (old, new)
        fewest = fewest_broken(old, played, house)
        assert fewest <= n_broken <= fewest + (house.release != "free"), (old, new, played)
        assert not is_unknown
        n_more += n_broken - fewest
        n_checked += 1
    assert n_more <= n / 20


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(map(str, house[1:])))
def test_table__is_broken_up_as_little_as_can_be(solver: Solver, house: House) -> None:
    check_kept(solver, house, N_FAST, 1)


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(map(str, house[1:])))
def test_many_tables__are_broken_up_as_little_as_can_be(solver: Solver, house: House) -> None:
    check_kept(solver, house, N_SLOW, 2)


@pytest.mark.parametrize("game", ["tile", "rummikub_sabra", "rummikub_tournament"])
def test_tile_at_the_end_of_a_long_run__is_taken_before_a_meld_is_taken_apart(game: str) -> None:
    solution = rs.solve(game, table="r5 k5 b5 | r5 r6 r7 r8", rack="r9 k8 b8", opened=True)
    assert solution.moves[0] == "take r8 out of r5-r6-r7-r8"
