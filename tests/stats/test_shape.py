"""Shape of a game: means over units, ends, spread, quantiles and distributions against naive forms over units."""

import math
import statistics

import numpy as np
import pytest

from rummysim.fields.estimates import Method
from rummysim.stats.distribution import distribution
from rummysim.stats.endings import END_SHARE, endings
from rummysim.stats.points import POINTS
from rummysim.stats.quantiles import POINTS_QUANTILE, TURNS_QUANTILE
from rummysim.stats.ratio import interval, t_quantile
from rummysim.stats.spread import POINTS_SD
from rummysim.stats.statistic import StatisticError
from rummysim.stats.table import statistic
from tests.stats import synthetic

RUN = synthetic.units(seed=21, n_blocks=81)
WHOLE = synthetic.tallies(RUN, level="match")
DECIDED = [unit for unit in RUN if unit["decided"]]


@pytest.mark.parametrize(
    ("name", "population", "value"),
    [
        ("turns", RUN, "turns"),
        ("turns_decided", DECIDED, "turns"),
        ("margin", DECIDED, "margin"),
        ("tie_share", DECIDED, "ties"),
        ("deals", RUN, "deals"),
        ("lead_changes", RUN, "lead_changes"),
        ("comeback_share", DECIDED, "comebacks"),
        ("rule_fired", RUN, "fired_lay_off"),
    ],
)
def test_unit_means__equal_the_naive_form(name, population, value):
    (found,) = statistic(name).estimate(WHOLE)
    assert found.estimate == pytest.approx(statistics.mean(unit[value] for unit in population))
    assert found.n_units == len(population)
    theta, total = found.estimate, 0.0
    bins = {unit["bin"] for unit in RUN}
    for key in bins:
        total += sum(unit[value] - theta for unit in population if unit["bin"] == key) ** 2
    naive = math.sqrt(len(bins) / (len(bins) - 1) * total) / len(population)
    assert found.se == pytest.approx(naive)


def test_unfinished_share__counts_what_nobody_won():
    (found,) = statistic("unfinished_share").estimate(WHOLE)
    assert found.estimate == pytest.approx(1 - len(DECIDED) / len(RUN))
    assert found.n_units == len(RUN)


def test_unopened__shares_equal_the_naive_form():
    deals = synthetic.tallies(RUN)
    (never,) = statistic("never_opened").estimate(deals)
    assert never.estimate == pytest.approx(sum(unit["never_opened"] for unit in RUN) / (3 * len(RUN)))
    (points,) = statistic("unopened_points").estimate(deals)
    lost = sum(unit["charged"] for unit in RUN)
    assert points.estimate == pytest.approx(sum(unit["charged_unopened"] for unit in RUN) / lost)
    assert never.n_units == points.n_units == len(RUN)
    theta, bins = never.estimate, {unit["bin"] for unit in RUN}
    total = sum(sum(unit["never_opened"] - 3 * theta for unit in RUN if unit["bin"] == key) ** 2 for key in bins)
    assert never.se == pytest.approx(math.sqrt(len(bins) / (len(bins) - 1) * total) / (3 * len(RUN)))


def test_margin__is_in_points():
    run = synthetic.units(seed=22, points_unit=2)
    (found,) = statistic("margin").estimate(synthetic.tallies(run, points_unit=2))
    assert found.estimate == pytest.approx(statistics.mean(unit["margin"] / 2 for unit in run if unit["decided"]))


def test_drama__is_the_distance_over_all_deals_of_decided_matches():
    run = synthetic.units(seed=23, points_unit=2)
    (found,) = statistic("drama").estimate(synthetic.tallies(run, level="match", points_unit=2))
    decided = [unit for unit in run if unit["decided"]]
    n_deals = sum(unit["deals"] for unit in decided)
    assert found.estimate == pytest.approx(sum(unit["winner_behind"] for unit in decided) / 2 / n_deals)
    assert found.n_units == len(decided)
    bins = {unit["bin"] for unit in run}
    total = sum(
        sum(unit["winner_behind"] / 2 - found.estimate * unit["deals"] for unit in decided if unit["bin"] == key) ** 2
        for key in bins
    )
    assert found.se == pytest.approx(math.sqrt(len(bins) / (len(bins) - 1) * total) / n_deals)


def test_points__are_given_for_all_by_seat_and_by_player():
    found = {
        each.group: each for each in POINTS.estimate(synthetic.tallies(RUN, scheme="players", bots=("a", "b", "c")))
    }
    assert found["all"].estimate == pytest.approx(statistics.mean(sum(unit["points"]) / 3 for unit in RUN))
    assert found["seat 1"].estimate == pytest.approx(
        statistics.mean(unit["points"][(unit["start"] + 1) % 3] for unit in RUN)
    )
    assert found["player 2: c"].estimate == pytest.approx(statistics.mean(unit["points"][2] for unit in RUN))
    assert len(found) == 7
    assert {each.n_units for each in found.values()} == {len(RUN)}


def test_end_share__shows_zeros_and_adds_to_one():
    found = {each.group: each for each in END_SHARE.estimate(WHOLE)}
    assert list(found) == list(synthetic.ENDS)
    assert found["dead"].estimate == pytest.approx(sum(unit["end"] == "dead" for unit in RUN) / len(RUN))
    assert found["max_turns"].estimate == 0
    assert found["max_turns"].hi > 0
    assert sum(each.estimate for each in found.values()) == pytest.approx(1)


def test_endings__are_the_shares_with_their_counts():
    frame = endings(WHOLE)
    assert frame.columns == ["end", "share", "lo", "hi", "n"]
    assert frame["end"].to_list() == list(synthetic.ENDS)
    assert frame["n"].to_list() == [len(DECIDED), len(RUN) - len(DECIDED), 0]
    for row, each in zip(frame.iter_rows(named=True), END_SHARE.estimate(WHOLE), strict=True):
        assert (row["share"], row["lo"], row["hi"]) == (each.estimate, each.lo, each.hi)


@pytest.mark.parametrize("points_unit", [1, 2])
def test_points_sd__equals_the_naive_form(points_unit):
    run = synthetic.units(seed=23, points_unit=points_unit)
    for unit in run:
        unit["points"] = [points + 1_000_000 for points in unit["points"]]
    (found,) = POINTS_SD.estimate(synthetic.tallies(run, points_unit=points_unit))
    points = [value / points_unit for unit in run for value in unit["points"]]
    assert found.estimate == pytest.approx(statistics.pstdev(points))


def test_points_sd__has_the_jackknife_error():
    # An independent second way: leave one bin out.
    (found,) = POINTS_SD.estimate(WHOLE)
    bins = sorted({unit["bin"] for unit in RUN})
    left = [
        statistics.pstdev([value for unit in RUN if unit["bin"] != key for value in unit["points"]]) for key in bins
    ]
    jackknife = math.sqrt((len(bins) - 1) * statistics.pvariance(left))
    assert found.se == pytest.approx(jackknife, rel=0.05)


def test_points_sd__of_equal_points_is_zero():
    run = [dict(unit, points=[5, 5, 5]) for unit in RUN]
    (found,) = POINTS_SD.estimate(synthetic.tallies(run))
    assert (found.estimate, found.lo, found.hi, found.method) == (0, 0, 0, Method.CONSTANT)


def naive_quantile(values, percent) -> float:
    for value in sorted(set(values)):
        if 100 * sum(each <= value for each in values) >= percent * len(values):
            return value
    raise AssertionError


@pytest.mark.parametrize(("group", "percent"), [("5 %", 5), ("median", 50), ("95 %", 95)])
def test_quantiles__equal_the_naive_form(group, percent):
    turns = {each.group: each for each in TURNS_QUANTILE.estimate(WHOLE)}
    assert turns[group].estimate == naive_quantile([unit["turns"] for unit in RUN], percent)
    halves = {each.group: each for each in POINTS_QUANTILE.estimate(synthetic.tallies(RUN, points_unit=2))}
    assert halves[group].estimate == naive_quantile([value / 2 for unit in RUN for value in unit["points"]], percent)


def test_quantiles__compare_ranks_exactly():
    # 19 of 20 units at or below 3: the 95 % point is 3, not 4.
    run = [dict(unit, turns=4 if index == 7 else 3) for index, unit in enumerate(RUN[:60:3])]
    found = {each.group: each.estimate for each in TURNS_QUANTILE.estimate(synthetic.tallies(run))}
    assert found == {"5 %": 3, "median": 3, "95 %": 3}


def test_quantiles__limits_are_quantiles_of_the_limits_of_the_share():
    # Every unit differs: the bins' effective sample size is that of independent units or less.
    run = [dict(unit, turns=10 + index) for index, unit in enumerate(RUN)]
    found = TURNS_QUANTILE.estimate(synthetic.tallies(run))[1]
    at_or_below = [sum(unit["turns"] <= found.estimate for unit in run if unit["bin"] == key) for key in range(21)]
    units = [sum(unit["bin"] == key for unit in run) for key in range(21)]
    share = sum(at_or_below) / 243
    variance = 21 / 20 * sum((a - share * b) ** 2 for a, b in zip(at_or_below, units, strict=True)) / 243**2
    half = t_quantile(20) * math.sqrt(0.25 / min(243, share * (1 - share) / variance))
    assert found.lo == naive_quantile([unit["turns"] for unit in run], 100 * (0.5 - half))
    assert found.hi == naive_quantile([unit["turns"] for unit in run], 100 * (0.5 + half))


def test_quantiles__beyond_the_sample_are_unbounded():
    few = synthetic.tallies(RUN[:30])
    low, median, high = TURNS_QUANTILE.estimate(few)
    assert low.lo == 0
    assert high.hi == math.inf
    assert math.isfinite(median.lo)
    assert math.isfinite(median.hi)


def test_quantiles__of_one_value_are_that_value():
    run = synthetic.two_outcomes(np.full(30, 20), np.full(30, 40), n_blocks=600, blocks_per_bin=20)
    assert {(each.estimate, each.lo, each.hi) for each in TURNS_QUANTILE.estimate(run)} == {(7, 7, 7)}


@pytest.mark.slow
@pytest.mark.parametrize("most", [40, 100_000])
def test_quantiles__cover_in_simulation(most):
    # A discrete (0-40) and a nearly continuous quantity; blocks of three share luck.
    rng = np.random.default_rng(24)
    covered = np.zeros(3)
    truth = [naive_quantile_of_uniform(most, percent) for percent in (5, 50, 95)]
    base = synthetic.units(seed=25, n_blocks=160)
    whole = synthetic.tallies(base)
    bins = np.array([unit["bin"] for unit in base])
    for _ in range(400):
        alone = rng.integers(0, most + 1, (160, 3))
        shared = np.where(rng.random((160, 1)) < 0.5, alone[:, :1], alone).ravel()
        keys, counts = np.unique(np.stack([bins, shared]), axis=1, return_counts=True)
        frame = {"bin": keys[0], "quantity": "turns", "value": keys[1], "n": counts.astype(np.int64)}
        found = TURNS_QUANTILE.estimate(synthetic.with_histogram(whole, frame))
        covered += [each.lo <= value <= each.hi for each, value in zip(found, truth, strict=True)]
    assert (covered / 400 >= 0.93).all()
    assert most == 40 or (covered / 400 <= 0.98).all()


def naive_quantile_of_uniform(most: int, percent: int) -> int:
    return next(value for value in range(most + 1) if 100 * (value + 1) >= percent * (most + 1))


@pytest.mark.parametrize("quantity", ["turns", "points", "margin", "end", "deals"])
def test_distribution__equals_the_naive_form(quantity):
    frame = distribution(WHOLE, quantity)
    values = {
        "turns": [unit["turns"] for unit in RUN],
        "deals": [unit["deals"] for unit in RUN],
        "points": [value for unit in RUN for value in unit["points"]],
        "margin": [unit["margin"] for unit in DECIDED],
        "end": [synthetic.ENDS.index(unit["end"]) for unit in RUN],
    }[quantity]
    assert frame.columns == ["value", "share", "lo", "hi", "n"]
    assert frame["value"].to_list() == sorted(set(values))
    assert frame["n"].to_list() == [values.count(value) for value in sorted(set(values))]
    assert frame["share"].sum() == pytest.approx(1)
    assert (frame["lo"] < frame["share"]).all()
    assert (frame["share"] < frame["hi"]).all()


def test_distribution__has_the_intervals_of_shares():
    frame = distribution(WHOLE, "end")
    for row, ratio in zip(frame.iter_rows(named=True), END_SHARE.groups(WHOLE)[:2], strict=True):
        each = interval(ratio)
        assert (row["lo"], row["hi"]) == pytest.approx((each.lo, each.hi))


def test_distribution__is_in_points():
    assert distribution(synthetic.tallies(RUN, points_unit=2), "points")["value"].max() == 59 / 2


def test_distribution__names_what_there_is():
    with pytest.raises(StatisticError, match="no histogram of 'score'; these tallies hold: deals, end, margin"):
        distribution(WHOLE, "score")
