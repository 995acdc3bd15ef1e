"""Mirrored pairs: the naive count pair by pair, closed forms, ties and undecided units, coverage."""

import numpy as np
import pytest

from rummysim.fields.estimates import Method
from rummysim.stats.mirrored import EDGE, SAME_BOT, SAME_PLACE, mirrored


def pairs(rng: np.random.Generator, n: int, skill: float, edge: float) -> np.ndarray:
    """Shares of the first bot: with probability ``skill`` a bot wins both, else a place does."""
    bots = rng.random(n) < skill
    first = rng.random(n) < np.where(bots, (1 + edge / skill) / 2, 0.5)
    return np.stack([first, np.where(bots, first, ~first)], axis=1).astype(float)


def everything(won: np.ndarray, per_bin: int = 10) -> dict[str, float]:
    """Estimates of pairs that are all decided."""
    found = mirrored(won, np.ones(won.shape, bool), np.arange(len(won)) // per_bin, "a against b")
    return {name: row.estimate for name, row in found.items()}


def test_mirrored__counts_pairs_as_one_would_by_hand() -> None:
    rng = np.random.default_rng(1)
    won = pairs(rng, 400, 0.4, 0.2)
    decided = rng.random((400, 2)) > 0.1
    both = place = bot = first = second = 0
    for (one, two), is_decided in zip(won, decided, strict=True):
        if is_decided.all():
            both += 1
            bot += one == two
            place += one != two
            first += one == two == 1
            second += one == two == 0
    found = mirrored(won, decided, np.arange(400) // 10, "x")
    assert found[SAME_BOT].estimate == pytest.approx(bot / both)
    assert found[SAME_PLACE].estimate == pytest.approx(place / both)
    assert found[EDGE].estimate == pytest.approx((first - second) / both)
    assert {(row.n_units, row.n_bins, row.group) for row in found.values()} == {(both, 40, "x")}


def test_mirrored__of_cards_or_bots_alone() -> None:
    always, cards = np.ones((50, 2)), np.tile([1.0, 0.0], (50, 1))
    assert everything(always) == {SAME_PLACE: 0, SAME_BOT: 1, EDGE: 1}
    assert everything(1 - always) == {SAME_PLACE: 0, SAME_BOT: 1, EDGE: -1}
    assert everything(cards) == {SAME_PLACE: 1, SAME_BOT: 0, EDGE: 0}


def test_mirrored__splits_shared_wins() -> None:
    assert everything(np.array([[0.5, 1.0]] * 20)) == pytest.approx({SAME_PLACE: 0.5, SAME_BOT: 0.5, EDGE: 0.5})


def test_mirrored__has_intervals_where_nothing_varies() -> None:
    found = mirrored(np.ones((50, 2)), np.ones((50, 2), bool), np.arange(50) // 5, "x")
    assert all(row.lo < row.hi and row.method == Method.WILSON_BLOCKS for row in found.values())
    assert found[EDGE].lo < 1 == found[EDGE].hi


def test_mirrored__of_undecided_pairs_only_is_nothing() -> None:
    assert mirrored(np.ones((5, 2)), np.zeros((5, 2), bool), np.arange(5), "x") == {}


def test_edge__is_twice_the_win_share_less_one() -> None:
    won = pairs(np.random.default_rng(3), 300, 0.5, 0.3)
    assert everything(won)[EDGE] == pytest.approx(2 * won.mean() - 1)


@pytest.mark.parametrize("skill", [0.3, 0.05])
def test_coverage__is_about_what_it_says(skill: float) -> None:
    rng = np.random.default_rng(7)
    hits: dict[str, list[bool]] = {SAME_BOT: [], SAME_PLACE: [], EDGE: []}
    true = {SAME_BOT: skill, SAME_PLACE: 1 - skill, EDGE: skill / 2}
    for _ in range(400):
        won = pairs(rng, 1000, skill, skill / 2)
        for name, row in mirrored(won, np.ones(won.shape, bool), np.arange(1000) // 10, "x").items():
            hits[name].append(row.lo <= true[name] <= row.hi)
    assert all(0.92 <= np.mean(each) <= 0.98 for each in hits.values())
