"""Numbers of numbers.md about racks as dealt, by sampling."""

import numpy as np
import pytest

from rummysim.melds.spread import best_worth
from tests.tile.seated import Table

N_RACKS = 40_000
NAMES = np.array([16 * colour + value for _ in range(2) for colour in range(4) for value in range(13)])
NO_JOKERS = np.int64(0)


def worths(n_tiles: int, n_jokers: int = 0, *, seed: int, one_colour: bool = False) -> np.ndarray:
    """Points of the best melds of random racks, 1 low, jokers left out; of the best colour alone if asked."""
    table, rng = Table(ace_mode="low"), np.random.default_rng(seed)
    found = np.zeros(N_RACKS)
    for number in range(N_RACKS):
        places = rng.permutation(104 + n_jokers)[:n_tiles]
        tiles = NAMES[places[places < 104]]
        parts = [tiles[tiles >> 4 == colour] for colour in range(4)] if one_colour else [tiles]
        for part in parts:
            kinds = twice = 0
            for tile in part.tolist():
                twice |= kinds & 1 << tile
                kinds |= 1 << tile
            most = best_worth(table.code["points"], np.uint64(kinds), np.uint64(twice), NO_JOKERS)
            found[number] = max(found[number], most)
    return found


def is_near(hits: np.ndarray, published: float) -> bool:
    """Whether a share is within four standard errors of a published one."""
    return bool(abs(hits.mean() - published) < 4 * np.sqrt(published * (1 - published) / len(hits)))


@pytest.mark.parametrize(("n_tiles", "published"), [(14, 0.71398170), (15, 0.78609616)])
def test_share_of_racks_with_a_meld(n_tiles: int, published: float) -> None:
    """P(at least one meld), 104 tiles without jokers, 1 low."""
    assert is_near(worths(n_tiles, seed=n_tiles) > 0, published)


def test_share_of_racks_that_open() -> None:
    """Case 56: P(can open with 30 at the deal) 0.34886, 14 of 104 tiles, 1 low."""
    assert is_near(worths(14, seed=3) >= 30, 0.34886)


def test_share_of_racks_with_a_natural_run() -> None:
    """P(natural run), 14 of 106 tiles, 1 low: a colour alone makes no set."""
    assert is_near(worths(14, 2, seed=5, one_colour=True) > 0, 0.40533762)
