"""Points are stored in 840ths: whatever shows points shows points. The deals are made up, no kernel plays them."""

from fractions import Fraction
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.fields.tallies import WIN
from rummysim.games.stock.rules import POINTS_UNIT
from rummysim.results.run import Run
from rummysim.stats.distribution import distribution
from tests.reference import stock as referee
from tests.stock.made_up import seat_made_up_table

BOTS = ["greedy"] * 4
Rows = dict[tuple[int, int], list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The family is played by a table that makes deals up."""
    seat_made_up_table(monkeypatch)


def run_of(game: str, bots: list[str] = BOTS, **options: Any) -> Run:
    """A run of a few hundred deals or matches."""
    return rs.simulate(game, bots, seed=3, threads=1, progress=False, **options)


def judged(run: Run) -> tuple[Rows, dict[tuple[int, int, int], Fraction]]:
    """Rows of each deal, and the points of each match, round (or block and seating) and player as the referee has
    them.
    """
    key = ("match", "round") if run.level == "match" else ("block", "seating")
    deals: Rows = {}
    for row in run.deals.collect().to_dicts():
        row["end"] = run.variant.family.ends.index(row["end"])
        deals.setdefault((row[key[0]], row[key[1]]), []).append(row)
    points = {}
    for place, rows in deals.items():
        for row, value in zip(rows, referee.points(run.variant.options(), rows), strict=True):
            points[*place, row["player"]] = value
    return deals, points


def test_deals__have_points() -> None:
    run = run_of("rummy", deals=400)
    deals, points = judged(run)
    for place, rows in deals.items():
        for row in rows:
            assert row["points"] == pytest.approx(float(points[*place, row["player"]]), abs=1e-9)
    assert any(value.denominator > 1 for value in points.values())
    assert run.deals.collect_schema()["points"] == pl.Float64


def test_summary__is_in_points() -> None:
    run = run_of("rummy", deals=400)
    _, points = judged(run)
    values = sorted(float(value) for value in points.values())
    mean = sum(values) / len(values)
    assert run.estimate("points_sd")["estimate"] == pytest.approx(
        (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
    )
    assert run.estimate("points_quantile", "95 %")["estimate"] == pytest.approx(values[-(len(values) // 20) - 1])
    ordered = [sorted((row["points"], row["won"]) for row in rows) for rows in judged(run)[0].values()]
    margins = [best[0] - other[0] for *_, other, best in ordered if best[1] > 0]
    assert run.estimate("margin")["estimate"] == pytest.approx(sum(margins) / len(margins))


def test_rescored__points_are_those_of_the_new_options() -> None:
    run = run_of("rummy500", deals=400)
    other = rs.rescore(run, scoring="positive", split_rounding="floor")
    _, points = judged(other)
    assert other.deals.collect()["points"].sum() == pytest.approx(float(sum(points.values())))
    assert all(value.denominator == 1 for value in points.values())
    assert other.estimate("margin")["estimate"] < 200


@pytest.mark.parametrize("game", ["rummy", "rummy500", "bga_basic_negative"])
def test_matches__end_at_the_target_in_points(game: str) -> None:
    """BR-14 from the rows: nobody has the target before the last deal, somebody after it; the best total wins."""
    run = run_of(game, matches=60)
    _, points = judged(run)
    target = run.variant.options()["target"]
    sign = -1 if game == "bga_basic_negative" else 1
    for number, rows in run.matches.group_by("match"):
        mine = {place[1:]: value for place, value in points.items() if place[0] == number[0]}
        n_deals = rows["deals"][0]
        totals = {player: [Fraction(0)] for player in range(4)}
        for (_, player), value in sorted(mine.items()):
            totals[player].append(totals[player][-1] + value)
        assert max(sums[n_deals - 1] for sums in totals.values()) < target <= max(sums[-1] for sums in totals.values())
        best = max(sign * sums[-1] for sums in totals.values())
        winners = [player for player, sums in totals.items() if sign * sums[-1] == best]
        for row in rows.to_dicts():
            assert row["points"] == pytest.approx(float(totals[row["player"]][-1]), abs=1e-9)
            assert row["won"] == pytest.approx((row["player"] in winners) / len(winners))


def test_replay__says_points() -> None:
    run = run_of("rummy", deals=200)
    for row in run.deals.collect().to_dicts()[:80]:
        text = str(rs.replay("rummy", BOTS, seed=3, deal=row["deal"]))
        won = f", wins {row['won']:g}" if row["won"] else ""
        assert f"player {row['player']} (greedy): {round(row['points'], 2):+g} points{won}" in text.splitlines()


def test_figures__have_a_column_a_point() -> None:
    """Parts of a point count with the point below."""
    run = run_of("rummy", deals=400)
    exact, whole = (distribution(run.tallies, "points", whole=whole) for whole in (False, True))
    assert any(value != int(value) for value in exact["value"])
    assert all(value == int(value) for value in whole["value"])
    assert whole["share"].sum() == pytest.approx(1)
    floored = exact.group_by(value=pl.col("value").floor()).agg(pl.col("n").sum()).sort("value")
    assert whole["n"].to_list() == floored["n"].to_list()
    low, high = run.plot_scores().get_xlim()
    assert (low, high) == pytest.approx((low, exact["value"].max()), abs=60)


def test_tallies__count_every_value_once() -> None:
    """Values far apart and few: each is counted as it is."""
    run = run_of("rummy", deals=400)
    counted = dict(run.tallies.counts("points").group_by("value").agg(pl.col("n").sum()).iter_rows())
    _, points = judged(run)
    expected: dict[int, int] = {}
    for value in points.values():
        expected[int(POINTS_UNIT * value)] = expected.get(int(POINTS_UNIT * value), 0) + 1
    assert counted == expected
    assert int(run.tallies.rows["won"].sum()) % WIN == 0
