"""TR-7, TR-26, TR-27 and the match options of rules.md 1.7, 8.8: who wins a match, who starts, on made-up totals."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
import pytest

import rummysim as rs
from rummysim.engine.match import LastDeal, Matches, Standing, decide, next_starters
from rummysim.engine.seating import drawn_starters
from rummysim.fields.tallies import WIN
from rummysim.games.registry import find_variant
from rummysim.games.tile.rules import TileRules
from rummysim.games.tile.scoring import points, wins_deal

UNIT = 12


def rules_of(**options: Any) -> TileRules:
    """Rules of the seed game, changed."""
    rules = find_variant("tile").with_options(options).rules
    assert isinstance(rules, TileRules)
    return rules


def standing(totals: Sequence[int], last: Sequence[int], deals: int, playing: Sequence[bool] = ()) -> Standing:
    """A match after so many deals."""
    n = len(totals)
    return Standing(
        totals=np.array([totals]),
        playing=np.array([playing or [True] * n]),
        closed=np.zeros((1, n), bool),
        outright=np.zeros((1, n), bool),
        reentries=np.zeros((1, n), np.int64),
        deals=np.array([deals]),
        last=np.array([last]),
    )


def shares(rule: str, totals: Sequence[int], last: Sequence[int], deals: int = 4) -> list[float]:
    """Shares of the win, all 0 if the match goes on."""
    verdict = decide(rules_of(tie=rule).match_format(), standing(totals, last, deals))
    return [float(share) / WIN for share in verdict.share[0]]


def test_match__is_four_deals_and_the_lowest_total() -> None:
    """TR-26, TR-27, T15: A and B share."""
    assert shares("share", [96, 96, 131], [12, 20, 30]) == [0.5, 0.5, 0]
    assert shares("share", [96, 97, 131], [12, 20, 30]) == [1, 0, 0]
    assert shares("share", [96, 97, 131], [12, 20, 30], deals=3) == [0, 0, 0]


def test_tie__may_go_by_the_last_deal() -> None:
    """Tie = fewest_in_last_deal; shared if that is shared."""
    assert shares("fewest_in_last_deal", [96, 96, 131], [12, 20, 0]) == [1, 0, 0]
    assert shares("fewest_in_last_deal", [96, 96, 131], [20, 20, 0]) == [0.5, 0.5, 0]


def test_tie__may_be_played_out() -> None:
    """8.8: the tied play one more deal among themselves, and another if that ties again."""
    form = rules_of(tie="extra_deal").match_format()
    verdict = decide(form, standing([96, 96, 131], [12, 20, 30], 4))
    assert verdict.alive[0].tolist() == [True, True, False]
    assert not verdict.share.any()
    verdict = decide(form, standing([99, 96, 131], [3, 0, 0], 5, [True, True, False]))
    assert (verdict.share[0] / WIN).tolist() == [0, 1, 0]
    assert not decide(form, standing([96, 97, 131], [12, 20, 30], 3)).share.any()


def test_extra_deals__are_played_by_the_tied_alone() -> None:
    """In whole matches: deals after the last have fewer players, and every match has one winner."""
    variant = find_variant("tile").with_options(
        {"tie": "extra_deal", "deals": 1, "hand_size": 5, "max_turns": 2, "opening_min": 120, "joker_in_hand": 1}
    )
    run = rs.simulate(variant, ["random"] * 3, matches=600, seed=1, threads=1, progress=False)
    results = run.matches
    assert results["deals"].max() >= 2
    assert set(results["won"].to_list()) == {0.0, 1.0}
    sizes = run.deals.collect().group_by("match", "round").agg(pl.len().alias("players"))
    assert set(sizes.filter(pl.col("round") == 0)["players"]) == {3}
    assert set(sizes.filter(pl.col("round") == 1)["players"]) <= {2, 3}


@pytest.mark.parametrize(
    ("rule", "winner", "starter"), [("rotate", 3, 2), ("rotate", -1, 2), ("winner_of_last", 3, 3), ("fixed", 3, 1)]
)
def test_next_start(rule: str, winner: int, starter: int) -> None:
    """TR-7: player 1 started."""
    state = Matches("starter", 4, 0, 1)
    state.starter[0] = 1
    last = LastDeal(winner=np.array([winner]), loser=np.array([-1]), decided=np.array([winner >= 0]))
    form = rules_of(next_start=rule).match_format()
    assert next_starters(state, np.array([0]), form.next_start, last).tolist() == [starter]


def test_high_tile__starts_the_match() -> None:
    """8.5: the highest number, of equal ones the first player; each seating of a block has the tiles one seat on."""
    assert rules_of().match_format().first_draw == ()
    numbers = rules_of(first_start="high_tile").match_format().first_draw
    assert len(numbers) == 106
    assert sorted(numbers)[:2] == [0, 0]
    starters = drawn_starters(numbers, 3, 1, 0, 2000).reshape(-1, 3)
    assert starters.shape == (2000, 3)
    assert sorted(set(starters.ravel().tolist())) == [0, 1, 2]
    rotating = (np.sort(starters, axis=1) == [0, 1, 2]).all(axis=1)
    assert 0.7 < rotating.mean() < 0.9
    assert (starters[~rotating] == 0).sum() > (starters[~rotating] == 2).sum()
    assert np.array_equal(drawn_starters(numbers, 3, 1, 1000, 5).ravel(), starters[1000:1005].ravel())
    assert not (drawn_starters([7] * 8, 4, 1, 0, 5)).any()


def test_high_tile__seats_are_those_of_the_first_deal() -> None:
    """The seat in the results is counted from who started the first deal."""
    run = rs.simulate(
        rs.variant("tile", first_start="high_tile", deals=2, max_turns=3),
        ["random", "rack", "rack"],
        matches=90,
        seed=2,
        threads=1,
        progress=False,
    )
    first = run.deals.collect().filter(pl.col("round") == 0).select("match", "player", "seat")
    both = run.matches.select("match", "player", "seat").join(first, on=["match", "player"], suffix="_deal")
    assert len(both) == 270
    assert both["seat"].cast(pl.Int64).to_list() == both["seat_deal"].cast(pl.Int64).to_list()
    sums = run.summary().filter(pl.col("quantity") == "points")
    assert sums["estimate"].is_finite().all()


# scoring


def scored(rows: Sequence[tuple[int, int, int]], **options: Any) -> list[float]:
    """Points of a deal from (out, pips, jokers) of each player."""
    frame = pl.DataFrame(list(rows), schema=["out", "left_pips", "left_jokers"], orient="row")
    found = frame.select(points(rules_of(**options), len(rows)).alias("points"))["points"]
    return [value / UNIT for value in found.to_list()]


def test_points__are_what_is_left() -> None:
    """TR-25, T14, T17: face values and 50 for a joker; who went out 0; nobody out, nobody 0."""
    assert scored([(1, 0, 0), (0, 21, 1), (0, 4, 0)]) == [0, 71, 4]
    assert scored([(0, 26, 0), (0, 2, 1), (0, 4, 0)]) == [26, 52, 4]
    assert scored([(1, 0, 0), (0, 21, 1)], joker_in_hand="face") == [0, 21]


@pytest.mark.parametrize(
    ("scoring", "out", "pool", "tied"),
    [
        ("zero_sum", [44, -40, -4], [-7, 32, -14, -11], [2.5, 2.5, -5]),
        ("winner_only", [44, 0, 0], [0, 32, 0, 0], [2.5, 2.5, 0]),
    ],
)
def test_points__may_go_to_the_winner(scoring: str, out: list[float], pool: list[float], tied: list[float]) -> None:
    """8.8; 5.2: racks 15, 8, 22, 19 give the second player 32; ties share."""
    assert scored([(1, 0, 0), (0, 40, 0), (0, 4, 0)], scoring=scoring) == out
    assert scored([(0, 15, 0), (0, 8, 0), (0, 22, 0), (0, 19, 0)], scoring=scoring) == pool
    assert scored([(0, 5, 0), (0, 5, 0), (0, 10, 0)], scoring=scoring) == tied


def test_points__may_be_differences_without_a_winner() -> None:
    """pool_empty_scoring = difference_to_lowest: only where nobody goes out."""
    options = {"pool_empty_scoring": "difference_to_lowest"}
    assert scored([(0, 15, 0), (0, 8, 0), (0, 22, 0)], **options) == [7, 0, 14]
    assert scored([(1, 0, 0), (0, 8, 0), (0, 22, 0)], **options) == [0, 8, 22]


def test_deal__is_won_by_who_went_out() -> None:
    """CONTRACT_TILE 6: whatever the points are: another may hold a joker that counts nothing."""
    frame = pl.DataFrame({"out": [0, 1]})
    assert frame.select(wins_deal(rules_of(joker_in_hand="face")))["out"].to_list() == [False, True]
