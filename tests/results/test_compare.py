"""Comparisons, sweeps and rescoring: each distinct play layer is played once, and points change as arithmetic says."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.engine import batch
from rummysim.engine.work import Work
from rummysim.errors import InputError, UnknownNameError
from rummysim.games.family import Variant
from rummysim.plan import make_plan, units_to_blocks
from rummysim.results import simulate as simulating
from tests.engine.rows import frame_digest, row_digest, same_tallies

BOTS = ["random", "greedy"]
VARIANTS: dict[str, dict[str, Any]] = {
    "base": {},
    "dear wilds": {"wild_points": 50},
    "three": {"knock_limit": 3},
    "three, dear wilds": {"knock_limit": 3, "wild_points": 50},
    "short match": {"limit": 50},
    "long deck": {"deck": 48},
}
"""Six variants with three play layers."""


def variants() -> dict[str, Variant]:
    """The variants by label."""
    return {label: rs.variant("conga", **options) for label, options in VARIANTS.items()}


def test_compare__in_a_folder_of_longer_parts_takes_all_variants_as_far(tmp_path: Path) -> None:
    how: dict[str, Any] = {"keep": "bins", "out": tmp_path, "progress": False}
    rs.compare(["conga"], BOTS, deals=40_000, **how)
    held = rs.compare({"conga": "conga", "three": rs.variant("conga", knock_limit=3)}, BOTS, deals=2_000, **how)
    assert len({(run.n_units, run.per_bin) for run in held.runs.values()}) == 1
    assert held.effects().height > 0


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Work, int, int]]:
    """Every part that is played: work, first block, blocks."""
    calls: list[tuple[Work, int, int]] = []
    original: Callable[..., Any] = batch.play_part

    def count(work: Work, first: int, size: int, *rest: Any) -> Any:
        calls.append((work, first, size))
        return original(work, first, size, *rest)

    monkeypatch.setattr(batch, "play_part", count)
    return calls


@pytest.mark.parametrize("keep", ["bins", "deals"])
def test_compare__plays_each_distinct_play_layer_once(keep: str, played: list[tuple[Work, int, int]]) -> None:
    comparison = rs.compare(variants(), BOTS, deals=600, seed=2, keep=keep, progress=False)
    assert comparison.n_works == 3
    assert sum(size for _, _, size in played) == 3 * 300
    assert {tuple(variant.name for variant in work.variants) for work, _, _ in played} == {
        ("base", "dear wilds", "short match"),
        ("three", "three, dear wilds"),
        ("long deck",),
    }


def test_compare__calls_play_work_once_a_play_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    keys: list[str] = []
    original: Callable[..., Any] = simulating.play_work

    def count(work: Work, *rest: Any, **options: Any) -> Any:
        keys.append(work.key)
        return original(work, *rest, **options)

    monkeypatch.setattr(simulating, "play_work", count)
    rs.compare(variants(), BOTS, deals=600, seed=2, progress=False)
    assert len(keys) == len(set(keys)) == 3


def test_compare__keeps_labels_and_order() -> None:
    comparison = rs.compare(variants(), BOTS, deals=200, seed=2, progress=False)
    assert list(comparison.runs) == list(VARIANTS)
    assert comparison.base == "base"
    assert comparison.summary()["variant"].unique(maintain_order=True).to_list() == list(VARIANTS)
    assert set(comparison.effects()["variant"]) == set(VARIANTS) - {"base"}
    assert set(comparison.effects()["base"]) == {"base"}
    other = rs.compare(variants(), BOTS, deals=200, seed=2, base="three", progress=False)
    assert set(other.effects()["base"]) == {"three"}
    for label, options in VARIANTS.items():
        assert comparison[label].variant.rules == rs.variant("conga", **options).rules


def test_compare__of_a_list_labels_variants_by_their_names() -> None:
    listed = ["conga", rs.variant("conga", knock_limit=3), rs.variant("conga", "mine", deck=48)]
    comparison = rs.compare(listed, BOTS, deals=60, progress=False)
    assert list(comparison.runs) == ["conga", "conga, knock_limit=3", "mine"]


@pytest.mark.parametrize("wish", [{"deals": 600}, {"matches": 60}])
def test_compare__gives_each_variant_the_rows_of_a_run_of_its_own(wish: dict[str, int]) -> None:
    comparison = rs.compare(variants(), BOTS, **wish, seed=2, keep="deals", progress=False)
    for label, variant in variants().items():
        alone = rs.simulate(variant.named(label), BOTS, **wish, seed=2, progress=False)
        assert row_digest(comparison[label]) == row_digest(alone)
        assert same_tallies(comparison[label].tallies, alone.tallies)
        assert comparison[label].summary().equals(alone.summary())


def test_compare__refuses_what_cannot_be_compared() -> None:
    two = {"base": rs.variant("conga"), "pairs": rs.variant("conga", seats=2)}
    assert rs.compare(two, ["greedy"] * 2, deals=20, progress=False).n_works == 2
    with pytest.raises(InputError, match=r"3 bots for pairs; allowed .*2.* players.*; name as many bots"):
        rs.compare(two, ["greedy"] * 3, deals=20, progress=False)
    with pytest.raises(InputError, match="base is 'x'; allowed base, pairs"):
        rs.compare(two, BOTS, deals=20, base="x", progress=False)
    with pytest.raises(InputError, match="there is only conga"):
        rs.compare(["conga"], BOTS, deals=20, progress=False).effects()
    with pytest.raises(InputError, match="no variant 'x' here; there are base, pairs"):
        rs.compare(two, BOTS, deals=20, progress=False)["x"]


def test_compare__of_nothing_says_so() -> None:
    for nothing in ({}, []):
        with pytest.raises(InputError, match=r"there are no variants; .*name at least one"):
            rs.compare(nothing, BOTS, deals=20, progress=False)


def test_plan__has_one_work_a_play_layer_and_says_where_each_label_is() -> None:
    plan = make_plan(variants(), BOTS, deals=601, matches=None, seed=2)
    assert (len(plan.works), plan.n_blocks) == (3, 301)
    assert plan.where == {
        "base": (0, 0),
        "dear wilds": (0, 1),
        "three": (1, 0),
        "three, dear wilds": (1, 1),
        "short match": (0, 2),
        "long deck": (2, 0),
    }
    assert units_to_blocks(3, None, 10) == ("match", 4)


def test_key__depends_on_what_decides_the_rows_and_on_nothing_else() -> None:
    def key(options: dict[str, Any], bots: list[str], seed: int, **wish: int | None) -> str:
        wishes = {"deals": None, "matches": None, **wish}
        return make_plan({"x": rs.variant("conga", **options)}, bots, seed=seed, **wishes).works[0].key

    base = key({}, BOTS, 1, deals=10)
    assert key({"wild_points": 50, "limit": 70}, BOTS, 1, deals=9_999) == base
    others = [
        key({"deck": 48}, BOTS, 1, deals=10),
        key({}, BOTS[::-1], 1, deals=10),
        key({}, [*BOTS, "greedy"], 1, deals=10),
        key({}, BOTS, 2, deals=10),
        key({}, BOTS, 1, matches=10),
        key({"limit": 70}, BOTS, 1, matches=10),
    ]
    assert len({base, *others}) == 7


@pytest.fixture(scope="module")
def run() -> rs.Run:
    """Deals with many leftovers, wilds among them."""
    variant = rs.variant("conga", deck=50, max_turns=30)
    return rs.simulate(variant, ["random", "random", "greedy"], deals=6_000, seed=3, progress=False)


def test_rescore__changes_points_as_arithmetic_says(run: rs.Run) -> None:
    before = run.deals.collect()
    after = rs.rescore(run, wild_points=60, close_bonus=-33, invalid_conga=-40, conga_bonus=-70).deals.collect()
    own = {"closed": -33, "wild_conga": -40, "own_ace_conga": -40, "conga": -70}
    left = pl.col("left_points") + 60 * pl.col("left_wilds")
    closed = (pl.col("close") >= 0) & pl.col("end").cast(pl.String).is_in(list(own))
    bonus = pl.col("end").cast(pl.String).replace_strict(own, default=0)
    expected = before.select(pl.when(closed).then(bonus).otherwise(left).cast(pl.Int32).alias("points"))
    assert after["points"].equals(expected["points"])
    facts = [name for name in before.columns if name not in ("points", "won", "wins_match")]
    assert frame_digest(after.select(facts)) == frame_digest(before.select(facts))
    changed = before.filter(before["points"] != after["points"])
    assert changed["left_wilds"].sum() > 30
    assert changed.filter(changed["close"] >= 0).height > 20


def test_rescore__is_what_a_simulation_of_the_other_variant_gives(run: rs.Run) -> None:
    options = {"wild_points": 60, "close_bonus": -33}
    again = rs.simulate(run.variant.with_options(options), run.work.lineup, deals=6_000, seed=3, progress=False)
    rescored = run.rescore(**options)
    assert rescored.rescored
    assert not again.rescored
    assert rescored.variant.rules == again.variant.rules
    assert row_digest(rescored) == row_digest(again)
    assert rescored.summary().equals(again.summary())
    assert not rescored.summary().equals(run.summary())


def test_rescore__plays_nothing_and_leaves_the_run_as_it_was(run: rs.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = row_digest(run)
    monkeypatch.setattr(batch, "play_part", None)
    there = run.rescore(wild_points=60)
    assert row_digest(there.rescore(wild_points=25)) == before == row_digest(run)


def test_rescore__refuses_what_would_change_the_deals(run: rs.Run) -> None:
    with pytest.raises(InputError, match=r"knock_limit decides the play.*allowed are .*wild_points.*; use compare"):
        run.rescore(knock_limit=3, wild_points=50)
    with pytest.raises(InputError, match="no scoring option was named; name at least one"):
        rs.rescore(run)
    with pytest.raises(UnknownNameError, match="did you mean wild_points"):
        run.rescore(wild_point=50)
    with pytest.raises(InputError, match=r"wild_points is 1000; allowed 0…100"):
        run.rescore(wild_points=1_000)


def test_rescore__of_a_run_of_bins_or_matches_is_refused_with_the_remedy() -> None:
    bins = rs.simulate("conga", BOTS, deals=60, keep="bins", progress=False)
    with pytest.raises(InputError, match=r"keeps bins only; play it again with keep='deals'"):
        bins.rescore(wild_points=50)
    matches = rs.simulate("conga", BOTS, matches=10, progress=False)
    with pytest.raises(InputError, match=r"one of matches: .*; play the other variant with matches="):
        matches.rescore(wild_points=50)


def test_sweep__has_one_cell_a_combination_in_the_order_of_the_grid() -> None:
    grid = {"deck": [40, 48], "wild_points": [25, 50], "max_reshuffles": [None, 0]}
    sweep = rs.sweep("conga", grid, BOTS, deals=400, seed=2, progress=False)
    assert sweep.n_works == 4
    table = sweep.table("turns")
    cells = [(deck, wild, times) for deck in (40, 48) for wild in (25, 50) for times in ("None", "0")]
    assert table.select("deck", "wild_points", "max_reshuffles").rows() == cells
    assert table["variant"].to_list()[:2] == [
        "deck=40, wild_points=25, max_reshuffles=none",
        "deck=40, wild_points=25, max_reshuffles=0",
    ]
    alone = rs.simulate(rs.variant("conga", deck=48, wild_points=50), BOTS, deals=400, seed=2, progress=False).estimate(
        "turns"
    )
    cell = table.row(6, named=True)
    assert {name: cell[name] for name in ("estimate", "se", "lo", "hi", "n_units")} == {
        name: alone[name] for name in ("estimate", "se", "lo", "hi", "n_units")
    }


def test_sweep__refuses_empty_grids_and_wrong_values() -> None:
    for grid in ({}, {"deck": []}):
        with pytest.raises(InputError, match=r"grid is .*; allowed is a mapping of options to lists of values"):
            rs.sweep("conga", grid, BOTS, deals=20, progress=False)
    with pytest.raises(InputError, match="deck is 41; allowed 40, 48, 50"):
        rs.sweep("conga", {"deck": [40, 41]}, BOTS, deals=20, progress=False)


@pytest.mark.parametrize(("quantity", "group"), [("luck", "all"), ("turns", "nobody")])
def test_sweep_table__of_an_unknown_quantity_or_group_is_refused(quantity: str, group: str) -> None:
    sweep = rs.sweep("conga", {"deck": [40, 48]}, BOTS, deals=20, progress=False)
    with pytest.raises(InputError, match=r"(luck|nobody).*turns"):
        sweep.table(quantity, group)
