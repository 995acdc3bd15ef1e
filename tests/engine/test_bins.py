"""Sums of bins are the sums of the deals: counted again from the rows, in plain Python."""

from collections import Counter
from typing import Any

import pytest

from rummysim.fields.tallies import WIN, Tallies
from rummysim.results.run import Run
from tests.engine.rows import CASES, play_case, same_tallies, undisturbed

Row = dict[str, Any]
Sums = dict[tuple[Any, ...], list[int]]


def units_of(run: Run) -> list[list[Row]]:
    """Rows of each unit with the columns bin, seat, won (in 840ths), points, turns, deals, end."""
    deals = run.deals.collect().to_dicts()
    for row in deals:
        row["end"] = run.variant.family.ends.index(row["end"])
    by_unit: dict[tuple[int, int], list[Row]] = {}
    if run.level == "deal":
        for row in deals:
            by_unit.setdefault((row["block"], row["seating"]), []).append({**row, "deals": 1})
    else:
        lengths: Counter[int] = Counter()
        rounds: Counter[int] = Counter()
        points: Counter[tuple[int, int]] = Counter()
        first_seats = {}
        for row in deals:
            if row["seat"] == 0:
                lengths[row["match"]] += row["turns"]
                rounds[row["match"]] += 1
            if row["round"] == 0:
                first_seats[row["match"], row["player"]] = row["seat"]
            points[row["match"], row["player"]] += row["points"]
        for row in run.matches.to_dicts():
            match, player = row["match"], row["player"]
            assert (row["points"], row["deals"]) == (points[match, player], rounds[match])
            assert row["seat"] == first_seats[match, player]
            unit = {**row, "turns": lengths[match], "end": None}
            by_unit.setdefault((row["block"], row["seating"]), []).append(unit)
    for rows in by_unit.values():
        for row in rows:
            row["won"] = round(row["won"] * WIN)
            row["bin"] = row["block"] // run.per_bin
    return list(by_unit.values())


def margin_of(rows: list[Row]) -> int:
    """Points by which one winner is ahead of the best other; 0 where the win is shared."""
    winners = [row["points"] for row in rows if row["won"]]
    others = [row["points"] for row in rows if not row["won"]]
    return min(others) - winners[0] if len(winners) == 1 else 0


def count_again(run: Run) -> tuple[Sums, Sums, Counter[tuple[int, str, int]]]:
    """Tables rows (n, decided, won, points), units (n, decided, turns, margin, ties, deals) and histogram."""
    by_row: Sums = {}
    by_bin: Sums = {}
    histogram: Counter[tuple[int, str, int]] = Counter()
    for rows in units_of(run):
        decided = int(any(row["won"] for row in rows))
        number, turns, deals = rows[0]["bin"], rows[0]["turns"], rows[0]["deals"]
        margin = margin_of(rows) if decided else 0
        ties = int(sum(row["won"] > 0 for row in rows) > 1)
        for row in rows:
            sums = by_row.setdefault((number, row["player"], row["seat"]), [0] * 4)
            for index, value in enumerate((1, decided, row["won"], row["points"])):
                sums[index] += value
            histogram[number, "points", row["points"]] += 1
        for index, value in enumerate((1, decided, turns, margin, ties, deals)):
            by_bin.setdefault((number,), [0] * 6)[index] += value
        histogram[number, "turns", turns] += 1
        if decided:
            histogram[number, "margin", margin] += 1
        if run.level == "match":
            histogram[number, "deals", deals] += 1
        else:
            histogram[number, "end", rows[0]["end"]] += 1
    return by_row, by_bin, histogram


def assert_counted(run: Run, tallies: Tallies) -> None:
    by_row, by_bin, histogram = count_again(run)
    rows = tallies.rows.select("bin", "player", "seat", "n", "decided", "won", "points")
    assert {row[:3]: list(row[3:]) for row in rows.iter_rows()} == by_row
    names = ["n", "decided", "turns", "margin", "ties"] + (["deals"] if run.level == "match" else [])
    assert {row[:1]: list(row[1:]) for row in tallies.units.select("bin", *names).iter_rows()} == {
        key: sums[: len(names)] for key, sums in by_bin.items()
    }
    counts = tallies.histogram.select("bin", "quantity", "value", "n")
    assert {row[:3]: row[3] for row in counts.iter_rows()} == dict(histogram)


@pytest.mark.parametrize("case", CASES)
def test_sums_of_a_run_that_keeps_deals__are_those_of_its_rows(case: str) -> None:
    assert_counted(undisturbed(case), undisturbed(case).tallies)


@pytest.mark.parametrize("case", CASES)
def test_sums_of_a_run_that_keeps_bins__are_those_of_the_deals(case: str) -> None:
    run = play_case(case, keep="bins", chunk=500)
    assert run.keep == "bins"
    assert same_tallies(run.tallies, undisturbed(case).tallies)
    assert run.summary().equals(undisturbed(case).summary())
