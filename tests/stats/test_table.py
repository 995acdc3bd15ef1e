"""Contracts over the table of statistics and the frame of estimates.

- Names are unique, definitions are one sentence, what is needed can be looked up.
- Each statistic gives finite estimates with lo <= estimate <= hi, n, and a method; groups are unique.
- No events and nothing but events, few bins and one bin give intervals of shares with a width.
- A statistic with absent columns, of another level or of seats in mixed line-ups is skipped, and says why.
- The frame has exactly the documented columns and is sorted.
"""

import math
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace

import numpy as np
import polars as pl
import polars.selectors as cs
import pytest
from polars.testing import assert_frame_equal

from rummysim.fields.estimates import TESTS, Estimates
from rummysim.stats.statistic import Statistic, StatisticError
from rummysim.stats.summary import estimates
from rummysim.stats.table import STATISTICS, statistic
from tests.stats import synthetic

COLUMNS = [
    "variant", "quantity", "level", "group", "estimate", "se", "lo", "hi", "n_units", "n_bins", "method",
    "share_unfinished",
]  # fmt: skip
SHARES = [each.name for each in STATISTICS if each.unit.startswith("share")]

DEALS = synthetic.tallies(synthetic.units(seed=41))
MATCHES = synthetic.tallies(synthetic.units(seed=42, n_players=2), level="match")
MIXED = synthetic.tallies(synthetic.units(seed=43), scheme="players", bots=("careful", "greedy", "novice"))
ONE_BIN = synthetic.tallies(synthetic.units(seed=44, n_blocks=4))
ONE_BLOCK = synthetic.tallies(synthetic.units(seed=45, n_blocks=1, dead=0))
TWO_BINS = synthetic.tallies(synthetic.units(seed=46, n_blocks=5, n_players=4))
NOTHING_DECIDED = synthetic.tallies(synthetic.units(seed=47, dead=1))
GAMES = np.full(25, 16)
ALL_WINS = synthetic.two_outcomes(GAMES, GAMES, n_blocks=200, blocks_per_bin=8)
NO_WINS = synthetic.two_outcomes(0 * GAMES, GAMES, n_blocks=200, blocks_per_bin=8)
EQUAL_WINS = synthetic.two_outcomes(GAMES // 2, GAMES, n_blocks=200, blocks_per_bin=8)
ONE_DECIDED = synthetic.two_outcomes(np.arange(25) // 24, np.arange(25) // 24, n_blocks=200, blocks_per_bin=8)

CASES = {
    "deals": DEALS, "matches": MATCHES, "mixed": MIXED, "one bin": ONE_BIN, "one block": ONE_BLOCK,
    "two bins": TWO_BINS, "nothing decided": NOTHING_DECIDED, "all wins": ALL_WINS, "no wins": NO_WINS,
    "equal wins": EQUAL_WINS, "one decided": ONE_DECIDED,
}  # fmt: skip


def each_applicable() -> list[tuple[str, str]]:
    return [(case, each.name) for case, made in CASES.items() for each in STATISTICS if each.refusal(made) is None]


def test_table__names_are_unique_and_definitions_are_a_sentence():
    names = [each.name for each in STATISTICS]
    assert len(set(names)) == len(names)
    for each in STATISTICS:
        assert each.definition.endswith(".")
        assert each.definition[0].isupper()
        assert len(each.definition) < 120
        assert each.unit
        assert each.needs
        assert set(each.levels) <= {"deal", "match"}
        assert statistic(each.name) is each


def test_table__records_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        STATISTICS[0].name = "x"


def test_table__names_what_there_is():
    with pytest.raises(StatisticError, match="no statistic 'luck'; there are balance, comeback_share"):
        statistic("luck")


def test_statistic__has_either_ratios_or_a_function():
    with pytest.raises(StatisticError, match="exactly one"):
        Statistic(name="x", definition="X.", unit="share", needs=("units.n",))


@pytest.mark.parametrize(("case", "name"), each_applicable())
def test_statistic__gives_honest_estimates(case, name):
    found = statistic(name).estimate(CASES[case])
    assert len({each.group for each in found}) == len(found)
    for each in found:
        assert math.isfinite(each.estimate)
        assert 1 <= each.n_units <= CASES[case].n_units
        assert 1 <= each.n_bins <= CASES[case].bins.height
        if each.method in TESTS:
            assert (each.se, each.lo, each.hi) == (None, None, None)
            assert 0 <= each.estimate <= 1
        else:
            assert each.lo <= each.estimate <= each.hi
            assert each.se >= 0
        if name in (*SHARES, "balance"):
            assert each.lo < each.hi
        if name in SHARES and name != "first_player_advantage":
            assert each.lo >= 0
            assert each.hi <= 1


@pytest.mark.parametrize("case", CASES)
def test_estimates__are_a_valid_sorted_frame(case):
    frame = estimates(CASES[case])
    assert frame.columns == COLUMNS == list(Estimates.columns())
    assert Estimates.is_valid(frame)
    assert_frame_equal(frame, frame.sort("variant", "quantity", "level", "group"))
    assert frame["estimate"].is_finite().all()
    assert not any(frame[name].is_nan().any() for name in ("se", "lo", "hi"))
    assert frame["share_unfinished"].unique().to_list() == [CASES[case].share_unfinished]


def test_estimates__list_every_statistic_that_is_tallied():
    deal_level = [each.name for each in STATISTICS if "deal" in each.levels]
    assert set(estimates(DEALS)["quantity"]) == set(deal_level)
    assert set(estimates(MATCHES)["quantity"]) == {each.name for each in STATISTICS if "match" in each.levels}
    assert set(deal_level) - set(estimates(MIXED)["quantity"]) == {
        each.name for each in STATISTICS if each.starter_scheme
    }


@pytest.mark.parametrize("each", STATISTICS, ids=lambda each: each.name)
def test_estimates__skip_a_statistic_whose_columns_are_absent(each):
    whole = MATCHES if "match" in each.levels else DEALS
    for column in each.needs:
        table, name = column.split(".")
        if table == "histogram":
            lacking = replace(whole, histogram=whole.histogram.filter(pl.col("quantity") != name))
        elif name in ("decided", "won", "points"):
            continue  # always present
        else:
            lacking = replace(whole, units=whole.units.select(cs.all() - cs.starts_with(name)))
        assert each.name in set(estimates(whole)["quantity"])
        assert each.name not in set(estimates(lacking)["quantity"])
        with pytest.raises(StatisticError, match=f"{each.name} needs {column}"):
            each.estimate(lacking)


def test_statistic__of_another_level_is_refused():
    with pytest.raises(StatisticError, match="comeback_share is defined at level match; these units are deal units"):
        statistic("comeback_share").estimate(DEALS)


def test_estimates__of_undecided_games_say_so_and_give_no_shares_of_wins():
    frame = estimates(NOTHING_DECIDED)
    assert frame.filter(quantity="unfinished_share")["estimate"].item() == 1
    assert not set(frame["quantity"]) & {"win_share", "first_player_advantage", "balance", "tie_share", "margin"}


def test_estimates__are_the_same_each_time():
    assert_frame_equal(estimates(DEALS), estimates(DEALS))


def test_estimates_schema__refuses_what_is_not_honest():
    frame = estimates(DEALS)
    broken = (
        {"lo": pl.col("hi") + 1},
        {"se": pl.lit(None, dtype=pl.Float64)},
        {"estimate": pl.lit(math.inf)},
        {"n_units": pl.lit(0, dtype=pl.Int64)},
        {"group": pl.lit("all")},
    )
    for change in broken:
        assert not Estimates.is_valid(frame.with_columns(**change))


def test_imports__load_neither_scipy_nor_numba_nor_matplotlib():
    code = (
        "import sys, rummysim.stats.summary, rummysim.stats.contrast, rummysim.stats.distribution, "
        "rummysim.stats.planning; print([name for name in sys.modules if name.split('.')[0] in "
        "('scipy', 'numba', 'matplotlib')])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
