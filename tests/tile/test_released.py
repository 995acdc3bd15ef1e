"""The joker rules of 8.3 against every partition of small tables."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from tests.tile.bound import meld_of, random_case, random_meld, released
from tests.tile.brute import House, Meld, best_answer, judged, run, set_of
from tests.tile.position import JOKER, Solver, Tiles

HOUSES = [
    House(True, release, freed_by, both, new_meld, cap)
    for release, freed_by, both, new_meld, cap in product(
        ("free", "fixed", "locked"), ("rack", "rack_or_table"), (False, True), (False, True), (99, 1, 2)
    )
    if release != "free" or (freed_by == "rack" and not both)
]
N_FAST, N_SLOW = 6, 100


def tiles_in(melds: list[Meld]) -> Tiles:
    """Tiles of melds."""
    tiles = Counter(tile for meld in melds for tile in meld.faces)
    tiles[JOKER] = sum(len(meld.jokers) for meld in melds)
    return +tiles


def is_valid(old: list[Meld], house: House) -> bool:
    """Whether melds keep the rules that they are tried under."""
    return all(len(meld.jokers) <= house.cap for meld in old)


def check_case(solver: Solver, old: list[Meld], rack: Tiles, house: House, due: Tiles) -> None:
    """Compare the answer with all partitions, and judge the new table."""
    answer, codes, is_unknown = released(solver, old, rack, house, due)
    best = best_answer(old, rack, house, due)
    assert answer == best or (is_unknown and answer < best), (old, rack, due)
    new = [meld_of(code) for code in codes]
    played = tiles_in(new) - tiles_in(old)
    assert not tiles_in(old) - tiles_in(new)
    assert not due - played
    assert not played - rack - due
    assert played.total() == answer + due.total()
    assert all(len(meld.jokers) <= house.cap and 3 <= len(meld.faces) + len(meld.jokers) <= 13 for meld in new)
    assert all(meld.faces for meld in new)
    assert judged(old, new, played, house), (old, new, played)


def check_house(solver: Solver, house: House, n: int, seed: int, *, n_most: int = 3) -> None:
    """Tables of up to so many melds, some with a meld laid in this turn already."""
    rng = np.random.default_rng(1000 * seed + HOUSES.index(house))
    n_checked = 0
    while n_checked < n:
        old, rack = random_case(rng, int(rng.integers(1, n_most + 1)), int(rng.integers(1, n_most + 2)))
        due = Tiles()
        if rng.random() < 0.3:
            due = tiles_in([random_meld(rng, 6, int(rng.random() < 0.3))])
            counts = tiles_in(old) + due
            rack = Counter({tile: min(k, 2 - counts[tile]) if tile != JOKER else k for tile, k in rack.items()})
            if max((k for tile, k in counts.items() if tile != JOKER), default=0) > 2 or len(due) > 4:
                continue
        if is_valid(old, house) and due[JOKER] <= house.cap:
            check_case(solver, old, +rack, house, due)
            n_checked += 1


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(map(str, house[1:])))
def test_small_tables__agree_with_every_partition(solver: Solver, house: House) -> None:
    check_house(solver, house, N_FAST, 1, n_most=2)


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(map(str, house[1:])))
def test_many_small_tables__agree_with_every_partition(solver: Solver, house: House) -> None:
    check_house(solver, house, N_SLOW, 2)


def test_joker_that_stays__may_lie_in_the_run_that_frees_another(solver: Solver) -> None:
    """8.3, one joker in a meld at most: X(r2)-r3-r4-r5-r6-r7 holds r4, r5 and r6 of the other joker's meld."""
    old = [run(1, 2, [True, False, False]), run(1, 4, [False, True, False]), set_of(5, [0, 1, 2, 3], 0)]
    rack = Tiles([(2, 5), (1, 7), (3, 4)])
    house = House(True, "fixed", "rack_or_table", True, False, 1)
    assert best_answer(old, rack, house) == 2
    check_case(solver, old, rack, house, Tiles())
