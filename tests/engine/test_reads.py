"""What bots read of the score: it reaches them, deals that it can change are not shared, and nothing else is played
twice.
"""

from typing import Any

import numpy as np
import polars as pl
import pytest

import rummysim as rs
from rummysim.engine.lineup import reads_of
from rummysim.engine.matches import job_in_match, play_matches
from rummysim.engine.trace import trace_job
from rummysim.engine.work import Work
from rummysim.errors import InputError
from rummysim.fields.rule import Layer, rule_fields
from rummysim.games.bot import N_PARAMETERS, TOTALS, Bot
from rummysim.games.knock.play import FACT_COLUMNS, Player
from rummysim.games.knock.rules import KnockRules
from rummysim.games.registry import FAMILIES, find_variant
from rummysim.plan import make_plan
from tests.engine.readers import expecting, seat_leaders
from tests.engine.rows import row_digest, same_tallies

TAKES = FACT_COLUMNS.index("takes")
AWARE = ["score-aware", "greedy"]

# at the table


def seat(*lineup: Bot, **options: Any) -> Player:
    """A table of the default rules."""
    return Player(KnockRules().encode, lineup, options=options)


def takes(player: Player, starter: int, holders: list[int], totals: list[int] | None) -> int:
    """Cards taken from the pile in one deal."""
    jobs = np.array([[1, 0, 0, len(holders), starter]])
    facts, bad = player.play(jobs, np.array([holders]), None if totals is None else np.array([totals]))
    assert bad == -1
    return int(facts[TAKES].sum())


@pytest.mark.parametrize(
    ("starter", "holders", "by_seat"),
    [
        (0, [0, 1, 2], (10, -20, 30)),
        (1, [0, 1, 2], (-20, 30, 10)),
        (0, [2, 0, 1], (30, 10, -20)),
        (2, [1, 2, 0], (10, -20, 30)),
        (1, [2, 0], (10, 30)),
    ],
)
def test_totals__reach_the_view_by_seat(starter: int, holders: list[int], by_seat: tuple[int, ...]) -> None:
    right, wrong = expecting((TOTALS,), totals=by_seat), expecting((TOTALS,), totals=by_seat[::-1])
    assert takes(seat(*[right] * 3), starter, holders, [10, -20, 30]) > 0
    assert takes(seat(*[wrong] * 3), starter, holders, [10, -20, 30]) == 0


def test_totals__are_those_of_each_deal_of_a_batch() -> None:
    player = seat(*[expecting((TOTALS,), totals=(5, 0))] * 2)
    jobs, holders = np.array([[1, 0, 0, 2, 0]] * 4), np.array([[0, 1]] * 4)
    facts, _ = player.play(jobs, holders, np.array([[5, 0], [0, 5], [5, 0], [5, 1]]))
    assert (facts[TAKES].reshape(4, 2).sum(axis=1) > 0).tolist() == [True, False, True, False]


def test_totals__reach_only_those_who_say_that_they_read_them() -> None:
    says, is_silent = expecting((TOTALS,), totals=(10, 20)), expecting((), totals=(10, 20))
    assert takes(seat(says, is_silent), 0, [0, 1], [10, 20]) > 0
    assert takes(seat(is_silent, is_silent), 0, [0, 1], [10, 20]) == 0
    assert takes(seat(*[expecting((), totals=())] * 2), 0, [0, 1], [10, 20]) > 0


def test_totals__of_players_who_left_are_not_seen() -> None:
    player = seat(*[expecting((TOTALS,), totals=(10, 20))] * 3)
    assert takes(player, 0, [0, 1, 2], [10, 20, 30]) == 0
    assert takes(player, 0, [0, 1], [10, 20, 30]) > 0


def test_totals__are_nothing_where_there_is_no_match() -> None:
    assert takes(seat(*[expecting((TOTALS,), totals=())] * 2), 0, [0, 1], None) > 0


def test_options__reach_the_view_in_the_order_of_the_bot() -> None:
    given = {"limit": 100, "wild_points": 25, "big_gin": True}
    reads = ("wild_points", TOTALS, "big_gin", "limit")
    assert takes(seat(*[expecting(reads, options=(25, 1, 100))] * 2, **given), 0, [0, 1], [0, 0]) > 0
    assert takes(seat(*[expecting(reads, options=(100, 25, 1))] * 2, **given), 0, [0, 1], [0, 0]) == 0


# in a match


@pytest.mark.parametrize("bots", [["random"] * 3, ["random", "greedy", "random"]], ids=["equal", "mixed"])
def test_totals__of_a_match_are_the_points_so_far(bots: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A leader takes from the pile in all its turns, others never."""
    seat_leaders(monkeypatch)
    run = rs.simulate(rs.variant("conga", limit=40), bots, matches=60, seed=4, chunk=30, progress=False)
    before = pl.col("points").cum_sum().over("match", "player") - pl.col("points")
    rows = run.deals.sort("match", "round").with_columns(before.alias("before")).collect()
    rows = rows.with_columns(
        (pl.col("before") == pl.col("before").max().over("match", "round")).alias("leads"),
        pl.len().over("match", "round").alias("n_players"),
    ).filter((pl.col("seat") < pl.col("turns")) & (pl.col("bot") == "random"))
    assert rows.filter((pl.col("takes") > 0) != pl.col("leads")).is_empty()
    assert rows.filter(pl.col("round") > 0).select("n_players", "leads").n_unique() == 4


def test_replay__of_a_deal_in_a_match_knows_the_totals(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_leaders(monkeypatch)
    run = rs.simulate("conga", ["random"] * 3, matches=6, seed=4, progress=False)
    facts = ("player", "turns", "takes", "points")
    deals = run.deals.filter(pl.col("round").is_between(1, 3)).collect().partition_by("match", "round", as_dict=True)
    assert len(deals) > 10
    for (match, round_), rows in deals.items():
        job = job_in_match(run.work, match, round_)
        assert job is not None
        trace = trace_job(run.work, *job[:2], "", job[2])
        assert trace.rows.sort("player").select(facts).rows() == rows.select(facts).rows()


SCORINGS: dict[str, dict[str, Any]] = {
    "base": {},
    "dear wilds": {"wild_points": 60},
    "short": {"limit": 40},
    "cheap closes": {"close_bonus": -30},
}


def test_deals__of_bots_that_read_totals_are_shared_only_at_equal_totals(monkeypatch: pytest.MonkeyPatch) -> None:
    seat_leaders(monkeypatch)
    variants = {label: rs.variant("conga", **options) for label, options in SCORINGS.items()}
    bots = ["random", "greedy", "random"]
    together = rs.compare(variants, bots, matches=90, seed=4, keep="deals", chunk=60, progress=False)
    assert together.n_works == 1
    for label, variant in variants.items():
        alone = rs.simulate(variant.named(label), bots, matches=90, seed=4, progress=False)
        assert row_digest(together[label]) == row_digest(alone)
        assert same_tallies(together[label].tallies, alone.tallies)


def test_deals__at_equal_totals_are_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def shared(bot: str, **options: Any) -> float:
        variants = (rs.variant("conga", "base"), rs.variant("conga", "other", **options))
        work = Work(variants=variants, lineup=(bot,) * 3, seed=4, level="match")
        chunk = play_matches(work, work.player(), 0, 30, keep_deals=False)
        return chunk.n_reused / (chunk.n_new + chunk.n_reused)

    seat_leaders(monkeypatch)
    assert shared("random") >= 0.5
    assert 0 < shared("random", close_bonus=-30) < min(shared("random"), shared("greedy", close_bonus=-30))


# in a plan


def n_works(bots: list[str], *options: dict[str, Any], **wish: int) -> int:
    """Works of a plan for conga and variants of it."""
    variants = {str(number): rs.variant("conga", **each) for number, each in enumerate(({}, *options))}
    return len(make_plan(variants, bots, **{"deals": None, "matches": None, "seed": 1, **wish}).works)


@pytest.mark.parametrize("wish", [{"deals": 8}, {"matches": 8}], ids=["deals", "matches"])
def test_plan__shares_no_work_where_a_bot_reads_what_differs(wish: dict[str, int]) -> None:
    for name in ("wild_points", "limit", "target"):
        assert n_works(AWARE, {name: 50}, **wish) == n_works(AWARE[::-1], {name: 50}, **wish) == 2
        assert n_works(["greedy"] * 2, {name: 50}, **wish) == 1
    assert n_works(AWARE, {"conga_bonus": -50}, {"reentry": "once"}, **wish) == 1
    assert n_works(AWARE, {"conga_bonus": -50}, {"wild_points": 50}, {"wild_points": 50, "game_bonus": 0}, **wish) == 2


def test_key__of_deals_holds_what_a_bot_reads() -> None:
    def key(bots: list[str], **options: Any) -> str:
        plan = make_plan({"x": rs.variant("conga", **options)}, bots, deals=8, matches=None, seed=1)
        return plan.works[0].key

    assert len({key(AWARE), key(AWARE, wild_points=50), key(AWARE, limit=50)}) == 3
    assert key(AWARE) == key(AWARE, conga_bonus=-50)
    assert key(["greedy"] * 2) == key(["greedy"] * 2, wild_points=50, limit=50)


@pytest.mark.parametrize("wish", [{"deals": 400}, {"matches": 40}], ids=["deals", "matches"])
def test_compare__gives_bots_that_read_the_deals_of_their_own_variant(wish: dict[str, int]) -> None:
    options: dict[str, dict[str, Any]] = {"base": {}, "low limit": {"limit": 2}, "cheap closes": {"close_bonus": -30}}
    variants = {label: rs.variant("conga", **each) for label, each in options.items()}
    together = rs.compare(variants, AWARE, **wish, seed=4, keep="deals", progress=False)
    assert together.n_works == 2
    alone = {label: rs.simulate(each, AWARE, **wish, seed=4, progress=False) for label, each in variants.items()}
    digests = {label: row_digest(run) for label, run in alone.items()}
    assert {label: row_digest(run) for label, run in together.runs.items()} == digests
    facts = [run.facts().filter(pl.col("round") == 0).collect() for run in alone.values()]
    assert not facts[0].equals(facts[1])
    assert facts[0].equals(facts[2])


def test_rescore__of_what_a_bot_reads_is_refused() -> None:
    run = rs.simulate("conga", AWARE, deals=200, seed=4, progress=False)
    with pytest.raises(InputError, match=r"^wild_points is read by a bot of this line-up, .*; simulate instead$"):
        run.rescore(wild_points=50, close_bonus=-20)
    with pytest.raises(InputError, match="limit, wild_points is read by a bot"):
        run.rescore(wild_points=50, limit=50)
    rescored = run.rescore(close_bonus=-20)
    again = rs.simulate(rs.variant("conga", close_bonus=-20), AWARE, deals=200, seed=4, progress=False)
    assert row_digest(rescored) == row_digest(again)


# of the built-in bots


def test_reads__of_a_line_up_are_those_of_all_its_bots() -> None:
    assert reads_of(FAMILIES["knock"], ["greedy", "random"]) == set()
    assert reads_of(FAMILIES["knock"], ["greedy", "score-aware"]) == {TOTALS, "limit", "target", "wild_points"}


READERS = [
    (family.name, bot.name)
    for family in FAMILIES.values()
    for bot in family.bots().values()
    if reads_of(family, [bot.name])
]


@pytest.mark.parametrize(("family", "name"), READERS)
def test_reads__are_numbers_beyond_the_play_in_every_preset(family: str, name: str) -> None:
    record = FAMILIES[family]
    options = [each for each in record.bots()[name].reads if each != TOTALS]
    assert len(set(options)) == len(options) <= N_PARAMETERS
    assert {rule_fields(record.rules)[each].layer for each in options} <= {Layer.SCORING, Layer.MATCH}
    for preset in record.presets:
        values = find_variant(preset.name).options()
        player = record.kernels().Player
        assert {type(player.number_of(each, values[each])) for each in options} <= {int}
