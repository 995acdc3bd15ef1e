"""Same plan and seed, same rows: for any threads, chunks and stores (design, randomness)."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.games.knock.play import play_batch
from tests.engine.rows import CASES, frame_digest, play_case, row_digest, same_tallies, undisturbed

WAYS: dict[str, dict[str, Any]] = {
    "small chunks": {"threads": 1, "chunk": 1_000},
    "two threads": {"threads": 2, "chunk": 50_000},
    "two threads, small chunks": {"threads": 2, "chunk": 1_000},
    "two threads, small chunks, a folder": {"threads": 2, "chunk": 1_000, "out": "run"},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", CASES)
def test_rows__are_the_same_for_threads_chunks_and_stores(
    case: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = play_case(case, **WAYS[way])
    assert row_digest(run) == row_digest(undisturbed(case))
    assert same_tallies(run.tallies, undisturbed(case).tallies)


@pytest.mark.parametrize("case", CASES)
def test_rows__are_the_same_from_a_folder_written_at_one_go(case: str, tmp_path: Path) -> None:
    play_case(case, out=tmp_path / "run", threads=1, chunk=50_000)
    run = rs.load(tmp_path / "run")
    assert row_digest(run) == row_digest(undisturbed(case))
    assert run.summary().equals(undisturbed(case).summary())


@pytest.mark.parametrize("case", CASES)
def test_rows__differ_for_another_seed(case: str) -> None:
    assert row_digest(play_case(case, seed=8)) != row_digest(undisturbed(case))


@pytest.mark.parametrize("case", CASES)
def test_first_half__is_the_run_of_half_as_many_units(case: str) -> None:
    wishes = dict(CASES[case])
    unit = "deals" if "deals" in wishes else "matches"
    n_players = len(wishes["bots"])
    wishes[unit] = wishes[unit] // (2 * n_players) * n_players
    half = rs.simulate("conga", **wishes, seed=7, chunk=777, progress=False)
    whole = undisturbed(case).deals.filter(pl.col("block") < half.n_blocks).collect()
    assert 0 < half.n_units < undisturbed(case).n_units
    assert frame_digest(half.deals.collect()) == frame_digest(whole)
    if half.level == "match":
        assert half.matches.equals(undisturbed(case).matches.filter(pl.col("block") < half.n_blocks))


@pytest.mark.parametrize("case", CASES)
def test_rows__are_sorted_by_their_keys(case: str) -> None:
    rows = undisturbed(case).deals.collect()
    keys = ["match", "round", "player"] if undisturbed(case).level == "match" else ["block", "seating", "player"]
    assert rows.equals(rows.sort(keys, maintain_order=True))
    assert not rows.select(keys).is_duplicated().any()


def test_sums__do_not_depend_on_chunks_that_cut_bins_in_pieces() -> None:
    runs = [
        rs.simulate(
            "conga", ["greedy"] * 2, deals=60_000, seed=3, keep="bins", chunk=chunk, threads=threads, progress=False
        )
        for chunk, threads in ((60_000, 1), (50_000, 2), (7_778, 2))
    ]
    assert runs[0].per_bin == 32
    assert all(same_tallies(run.tallies, runs[0].tallies) for run in runs[1:])
    assert all(run.summary().equals(runs[0].summary()) for run in runs[1:])


@pytest.mark.parametrize("seed", [0, 1, 2**61 + 12345, 2**62 - 1])
def test_seeds__over_the_whole_range_give_runs_of_their_own(seed: int) -> None:
    def played(value: int) -> pl.DataFrame:
        run = rs.simulate("conga", ["greedy"] * 2, deals=200, seed=value, progress=False)
        return run.deals.select("left_points", "turns").collect()

    assert played(seed).equals(played(seed))
    assert not played(seed).equals(played(seed ^ 2**40))


@pytest.mark.parametrize(
    ("n_players", "asked", "units"), [(2, 1, 2), (2, 2, 2), (3, 7, 9), (4, 4, 4), (4, 5, 8), (3, 3, 3)]
)
def test_units__are_rounded_up_to_whole_blocks(n_players: int, asked: int, units: int) -> None:
    run = rs.simulate("conga", ["greedy"] * n_players, deals=asked, progress=False)
    assert run.n_units == units
    assert run.n_blocks * n_players == units
    assert run.deals.select(pl.col("deal").n_unique()).collect().item() == units


def test_kernel__keeps_one_signature_over_rules_and_line_ups() -> None:
    for options, bots in (
        ({}, ["greedy", "random"]),
        ({"deck": 50, "no_return_discard": True, "max_reshuffles": 1}, ["random"] * 4),
        ({"ace_of_coins_wild": False, "knock_without_draw": True, "ace_mode": "either"}, ["greedy"] * 3),
    ):
        rs.simulate(rs.variant("conga", **options), bots, deals=60, progress=False)
    assert len(play_batch.signatures) == 1
