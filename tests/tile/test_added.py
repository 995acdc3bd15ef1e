"""Tables that may not be rearranged (8.5, ``rearrange = none``) against every partition."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest

from rummysim.melds.table import added, layout
from rummysim.melds.table.memory import RULES_DTYPE
from tests.tile.bound import code_of, meld_of, random_case
from tests.tile.brute import House, Meld, partitions
from tests.tile.position import JOKER, Solver, Tiles, masks
from tests.tile.test_released import tiles_in


def is_grown(old: Meld, new: Meld) -> bool:
    """Whether a meld is another with tiles added: its jokers stay where they are."""
    kinds = [kind for joker in new.jokers for kind in joker]
    return new.holds(old.faces, len(old.jokers)) and all(any(kind in kinds for kind in joker) for joker in old.jokers)


def is_added(old: Sequence[Meld], new: Sequence[Meld]) -> bool:
    """Whether each meld of the table became one of the new one, and no table tile lies elsewhere."""
    return any(all(map(is_grown, old, chosen)) for chosen in permutations(new, len(old)))


def best_added(old: Sequence[Meld], rack: Tiles, house: House) -> int:
    """Most rack tiles laid."""
    table, best = tiles_in(list(old)), -1
    for new in partitions(table, rack, house):
        n_laid = tiles_in(new).total() - table.total()
        if n_laid > best and is_added(old, new):
            best = n_laid
    return best


def check_added(solver: Solver, n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(n):
        old, rack = random_case(rng, int(rng.integers(1, 4)), int(rng.integers(1, 6)))
        house = House(cap=int(rng.choice([2, 99])), ace_high=True)
        rules = np.zeros(1, RULES_DTYPE)[0]
        rules["ace_high"], rules["cap"], rules["budget"] = 1, house.cap, 1 << 40
        codes = sorted(code_of(meld) for meld in old)
        solver.work["n_old"] = len(codes)
        solver.work["old_melds"][: len(codes)] = codes
        arguments = (solver.tables[0], solver.work, rules)
        answer = int(added.most_added(*arguments, *masks(rack), rack[JOKER]))
        assert answer == best_added(old, rack, house), (old, rack, house)
        assert layout.lay_out_released(*arguments)
        new = [meld_of(int(code)) for code in solver.work["melds"][: solver.work["n_melds"]]]
        assert is_added(old, new)
        played = tiles_in(new) - tiles_in(old)
        assert played.total() == answer
        assert not played - rack
        assert not Counter(tiles_in(old)) - tiles_in(new)


def test_small_tables__only_grow(solver: Solver) -> None:
    check_added(solver, 60, 1)


@pytest.mark.slow
def test_many_small_tables__only_grow(solver: Solver) -> None:
    check_added(solver, 2000, 2)
