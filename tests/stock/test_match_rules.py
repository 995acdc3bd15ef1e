"""BR-3 and BR-14: who wins a match, and who starts, on made-up totals in points. No kernel."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from rummysim.engine.match import LastDeal, Matches, Standing, decide, next_starters
from rummysim.fields.tallies import WIN
from rummysim.games.registry import find_variant
from rummysim.games.stock.rules import POINTS_UNIT, StockRules
from tests.stock.made_up import deal_of, hold, points_of

GOES_ON = [0.0, 0.0, 0.0]


def shares_after(totals: Sequence[float], game: str, out: int = 0, **options: Any) -> list[float]:
    """Shares of a match after a deal that led to these totals; all 0 if it goes on."""
    n = len(totals)
    standing = Standing(
        totals=np.array([[round(POINTS_UNIT * total) for total in totals]]),
        playing=np.ones((1, n), bool),
        closed=np.arange(n)[None] == out,
        outright=np.zeros((1, n), bool),
        reentries=np.zeros((1, n), np.int64),
    )
    rules = find_variant(game).with_options(options).rules
    assert isinstance(rules, StockRules)
    verdict = decide(rules.match_format().in_units(POINTS_UNIT), standing)
    assert verdict.alive.all()
    return [float(share) for share in verdict.share[0] / WIN]


def test_target__is_500_in_500_rummy_and_100_otherwise() -> None:
    """BR-14: when somebody reaches it, at the end of a round."""
    assert shares_after([499, 120, -30], "rummy500") == GOES_ON
    assert shares_after([500, 120, -30], "rummy500") == [1.0, 0.0, 0.0]
    assert shares_after([99.5, 98, 0], "rummy") == GOES_ON
    assert shares_after([20, 100, 0], "rummy") == [0.0, 1.0, 0.0]
    assert shares_after([20, 100, 0], "rummy", target=150) == GOES_ON


def test_example_b16__the_highest_total_wins_whoever_went_out() -> None:
    """rules.md 4.9 B16: 490 + 15 and 480 + 40: 505 and 520, P2 wins."""
    assert shares_after([490 + 15, 480 + 40], "rummy500", out=0) == [0.0, 1.0]


def test_target__ties_are_shared() -> None:
    """BR-14."""
    assert shares_after([505, 480, 505], "rummy500") == [0.5, 0.0, 0.5]
    assert shares_after([120, 120, 120], "rummy") == pytest.approx([1 / 3] * 3)
    assert shares_after([107.5, 107.5, 101], "rummy") == [0.5, 0.5, 0.0]


def test_target__is_reached_by_exact_shares() -> None:
    """BR-12: three thirds are a whole."""
    deal = deal_of("exhausted", hold("2c"), hold("2d"), hold("2h"), hold("Kc Kd Kh Ks Qc Qd 2s 4c 6c"))
    third = points_of(deal, "rummy")[0]
    assert third == pytest.approx((72 - 2) / 3)
    assert shares_after([3 * third, 0, 0], "rummy", target=70) == [1.0, 0.0, 0.0]
    assert shares_after([3 * third, 0, 0], "rummy", target=71) == GOES_ON


def test_negative__ends_at_the_target_and_the_lowest_total_wins() -> None:
    """BR-13, BR-14."""
    game = "bga_basic_negative"
    assert shares_after([99, 40, 30], game) == GOES_ON
    assert shares_after([100, 40, 30], game) == [0.0, 0.0, 1.0]
    assert shares_after([130, 30, 30], game) == [0.0, 0.5, 0.5]
    assert shares_after([120, 110, 130], game) == [0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("rule", "winner", "starter"),
    [
        ("rotate", 3, 2),
        ("winner_of_last", 3, 3),
        ("winner_deals", 3, 0),
        ("winner_deals", 1, 2),
        ("winner_deals", -1, 2),
    ],
)
def test_next_start(rule: str, winner: int, starter: int) -> None:
    """rules.md 4.7, dealer_rule: player 1 started; who deals has the starter next to them."""
    rules = StockRules.checked({"next_start": rule})
    state = Matches("starter", 4, 0, 1)
    state.starter[0] = 1
    last = LastDeal(winner=np.array([winner]), loser=np.array([-1]), decided=np.array([winner >= 0]))
    assert next_starters(state, np.array([0]), rules.match_format().next_start, last).tolist() == [starter]


def test_match_format__counts_in_parts_of_a_point() -> None:
    """The limit and the bonuses are points, totals are kept in 1/points_unit."""
    rules = find_variant("gin").with_options({"game_bonus": 100, "box_bonus": 25}).rules
    form = rules.match_format()  # type: ignore[attr-defined]
    scaled = form.in_units(10)
    assert (scaled.limit, scaled.game_bonus, scaled.box_bonus, scaled.win_at) == (1000, 1000, 250, None)
    conga = find_variant("conga").with_options({"win_at_minus": -5}).rules
    assert conga.match_format().in_units(10).win_at == -50  # type: ignore[attr-defined]
    assert form.in_units(1) == form
