"""What a run can be asked: lazy rows, estimates, saving, and what it refuses."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.errors import InputError
from tests.engine.rows import frame_digest, row_digest, same_tallies

BOTS = ["greedy", "random", "greedy"]
COLUMNS = (
    "block",
    "seating",
    "match",
    "round",
    "deal",
    "player",
    "seat",
    "place",
    "bot",
    "turns",
    "end",
    "won",
    "points",
)


@pytest.fixture(scope="module", params=["memory", "folder"])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> rs.Run:
    """A run of deals in several parts."""
    out = tmp_path_factory.mktemp("run") / "run" if request.param == "folder" else None
    return rs.simulate("conga", BOTS, deals=900, seed=5, chunk=250, out=out, progress=False)


@pytest.fixture(scope="module")
def matches() -> rs.Run:
    """A run of matches."""
    return rs.simulate("conga", BOTS, matches=90, seed=5, chunk=40, progress=False)


def test_deals__have_the_columns_and_types_that_others_build_on(run: rs.Run, matches: rs.Run) -> None:
    for each in (run, matches):
        schema = each.deals.collect_schema()
        assert set(COLUMNS) <= set(schema)
        assert each.deals.collect().schema == schema
        assert schema["bot"] == pl.Enum(["greedy", "random"])
        assert schema["end"] == pl.Enum(each.variant.family.ends)
        assert each.deals.null_count().collect().sum_horizontal().item() == 0


QUERIES: dict[str, Any] = {
    "filter a player": lambda rows: rows.filter(pl.col("player") == 1),
    "filter a fact": lambda rows: rows.filter(pl.col("turns") > 9, pl.col("seat") == 0),
    "filter points": lambda rows: rows.filter(pl.col("points") < 0),
    "filter a name": lambda rows: rows.filter(pl.col("end") == "knock", pl.col("bot") == "random"),
    "one column": lambda rows: rows.select("points"),
    "won": lambda rows: rows.select("player", "won"),
    "head": lambda rows: rows.head(4),
    "tail": lambda rows: rows.tail(5),
    "slice": lambda rows: rows.slice(7, 11),
    "mean": lambda rows: rows.group_by("seat").agg(pl.col("points", "won").mean()).sort("seat"),
    "every tenth": lambda rows: rows.gather_every(10),
}


@pytest.mark.parametrize("name", QUERIES)
def test_lazy_query__gives_what_it_gives_on_all_rows(name: str, run: rs.Run, matches: rs.Run) -> None:
    """Nothing may be pushed below the scoring, which needs whole deals."""
    for each in (run, matches):
        whole = QUERIES[name](each.deals.collect().lazy()).collect()
        assert frame_digest(QUERIES[name](each.deals).collect()) == frame_digest(whole)
        assert frame_digest(QUERIES[name](each.deals).collect(engine="streaming")) == frame_digest(whole)


def test_estimate__is_a_line_of_the_summary_or_refused_with_what_there_is(run: rs.Run) -> None:
    line = run.estimate("win_share", "player 1: random")
    assert line["lo"] < line["estimate"] < line["hi"]
    assert line in run.summary().to_dicts()
    with pytest.raises(InputError, match=r"no estimate 'luck' of group 'all' here; there are .*win_share"):
        run.estimate("luck")


def test_matches__are_refused_for_a_run_of_deals_and_for_bins(run: rs.Run) -> None:
    with pytest.raises(InputError, match=r"this is a run of deals; .*; play one with matches="):
        _ = run.matches
    bins = rs.simulate("conga", BOTS, matches=9, keep="bins", progress=False)
    for question in ("matches", "deals"):
        with pytest.raises(InputError, match="keeps bins only; play it again with keep='deals'"):
            getattr(bins, question)


def test_matches__have_the_columns_that_others_build_on(matches: rs.Run) -> None:
    assert {"match", "player", "won", "points", "deals"} <= set(matches.matches.columns)
    assert matches.matches.height == matches.n_units * 3


@pytest.mark.parametrize("keep", ["deals", "bins"])
@pytest.mark.parametrize("wish", [{"deals": 600}, {"matches": 60}])
def test_saved_run__is_loaded_as_it_was(keep: str, wish: dict[str, int], tmp_path: Path) -> None:
    run = rs.simulate("conga", BOTS, **wish, seed=5, keep=keep, chunk=100, progress=False)
    loaded = rs.load(run.save(tmp_path / "run"))
    assert (loaded.n_units, loaded.keep, loaded.level) == (run.n_units, keep, run.level)
    assert loaded.variant == run.variant
    assert dict(loaded.manifest) == dict(run.manifest)
    assert same_tallies(loaded.tallies, run.tallies)
    assert loaded.summary().equals(run.summary())
    if keep == "deals":
        assert row_digest(loaded) == row_digest(run)


def test_saved_rescored_run__keeps_its_scoring(tmp_path: Path) -> None:
    rescored = rs.simulate("conga", BOTS, deals=600, seed=5, progress=False).rescore(close_bonus=-40)
    loaded = rs.load(rescored.save(tmp_path / "run"))
    assert loaded.variant.rules == rescored.variant.rules
    assert loaded.summary()["estimate"].equals(rescored.summary()["estimate"])


@pytest.mark.parametrize("wish", [{"deals": 600}, {"matches": 60}])
@pytest.mark.parametrize("label", ["a", "b"])
def test_saved_run_of_a_comparison__is_loaded_as_that_variant(label: str, wish: dict[str, int], tmp_path: Path) -> None:
    variants = {"a": rs.variant("conga"), "b": rs.variant("conga", close_bonus=-40)}
    run = rs.compare(variants, BOTS, **wish, seed=5, keep="deals", progress=False)[label]
    loaded = rs.load(run.save(tmp_path / "run"))
    assert loaded.variant == run.variant
    assert loaded.summary().equals(run.summary())
    again = rs.simulate(run.variant, BOTS, **wish, seed=5, out=tmp_path / "run", progress=False)
    assert row_digest(again) == row_digest(run)


def test_save__over_a_longer_run_loses_nothing(tmp_path: Path) -> None:
    long = rs.simulate("conga", BOTS, deals=900, seed=5, chunk=300, out=tmp_path, progress=False)
    short = rs.simulate("conga", BOTS, deals=300, seed=5, chunk=300, progress=False)
    short.save(tmp_path)
    assert row_digest(rs.load(tmp_path)) == row_digest(long)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": True}, "deals is True; allowed is a whole number"),
        ({"deals": 1.5}, r"deals is 1\.5; allowed is a whole number"),
        ({"deals": "9"}, "deals is '9'; allowed is a whole number"),
        ({}, "deals is None and matches is None; allowed is exactly one"),
        ({"deals": 6, "seed": "1"}, "seed is '1'; allowed is a whole number"),
        ({"deals": 6, "seed": True}, "seed is True; allowed is a whole number"),
        ({"deals": 6, "threads": 1.0}, r"threads is 1\.0; allowed 1 to 256"),
        ({"deals": 6, "chunk": 0}, "chunk is 0; allowed is a whole number of deals from 1"),
        ({"deals": 6, "keep": "all"}, "keep is 'all'; allowed deals, bins"),
        ({"deals": 6, "bots": "greedy"}, r"bots is 'greedy'; allowed is a list.*\['greedy', 'greedy'\]"),
        ({"deals": 6, "bots": []}, "0 bots for conga; allowed 2 to 4 players"),
    ],
)
def test_simulate__refuses_wrong_arguments_with_what_is_allowed(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        rs.simulate("conga", options.pop("bots", BOTS), **options, progress=False)


def test_notebook__shows_runs_comparisons_and_variants(run: rs.Run) -> None:
    comparison = rs.compare(["conga", rs.variant("conga", deck=48)], BOTS, deals=60, progress=False)
    for shown in (run, comparison, rs.variant("conga", deck=48), rs.replay("conga", BOTS)):
        html = shown._repr_html_()
        assert html.startswith("<")
        assert "conga" in html
    assert "deck" in rs.variant("conga", deck=48)._repr_html_()
    assert len(repr(run)) < 2_000
