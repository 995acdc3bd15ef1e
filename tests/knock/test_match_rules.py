"""CG-21 … CG-23 with the options of rules.md 3.7, GN-6 and GN-7 on made-up totals. No kernel."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from rummysim.engine.match import LastDeal, Matches, Standing, Verdict, decide, next_starters
from rummysim.fields.tallies import WIN
from rummysim.games.knock.rules import KnockRules

DIFFERENCE = {"deal_scoring": "difference", "match_end": "target", "seats": 2}
GOES_ON = [0.0, 0.0, 0.0]


def after(
    totals: Sequence[int],
    *,
    knocker: int = 0,
    playing: Sequence[int] | None = None,
    outright: int = -1,
    back: Sequence[int] | None = None,
    **options: Any,
) -> Verdict:
    """What is said after a deal that led to these totals; back : how often each player has come back before."""
    n = len(totals)
    standing = Standing(
        totals=np.array([totals]),
        playing=np.array([[player in (playing or range(n)) for player in range(n)]]),
        closed=np.arange(n)[None] == knocker,
        outright=np.arange(n)[None] == outright,
        reentries=np.array([back or [0] * n]),
    )
    return decide(KnockRules.checked(options).match_format(), standing)


def shares(verdict: Verdict) -> list[float]:
    """Shares of the match."""
    return [float(share) for share in verdict.share[0] / WIN]


def still_in(verdict: Verdict) -> list[int]:
    """Players still in."""
    return np.flatnonzero(verdict.alive[0]).tolist()


# GN-7, and matches that end with the first over the limit


def test_target__is_won_by_who_has_it() -> None:
    """GN-7: first to target (100) wins."""
    assert shares(after([99, 80], **DIFFERENCE)) == [0.0, 0.0]
    assert shares(after([100, 80], **DIFFERENCE)) == [1.0, 0.0]
    assert shares(after([49, 50], target=50, **DIFFERENCE)) == [0.0, 1.0]
    assert still_in(after([0, 120], **DIFFERENCE)) == [0, 1]


def test_case_44__game_won_by_an_undercut() -> None:
    """cases.md 44: A 80 knocks with 9, B 95 has 6 after lay-offs: B + 28 = 123 wins, although it was A's turn."""
    assert shares(after([80, 95 + 28], knocker=0, **DIFFERENCE)) == [0.0, 1.0]


def test_first_over__is_won_by_the_lowest_total() -> None:
    """rules.md 5.1, knock_rummy_pypi: to 100, lowest wins; equal totals share."""
    first = {"match_end": "first_over"}
    assert shares(after([100, 40, 30], **first)) == GOES_ON
    assert shares(after([101, 40, 30], **first)) == [0.0, 0.0, 1.0]
    assert shares(after([100, 30, 30], eliminate_at="reach", **first)) == [0.0, 0.5, 0.5]
    assert shares(after([120, 110, 130], **first)) == [0.0, 1.0, 0.0]
    assert still_in(after([101, 40, 30], **first)) == [0, 1, 2]


def test_first_over__knocking_does_not_matter() -> None:
    """CG-23 is about elimination: here the lowest total wins, whoever knocked."""
    assert shares(after([101, 115], knocker=0, match_end="first_over")) == [1.0, 0.0]


def test_natural_conga__wins_whatever_the_match_end() -> None:
    """CG-15: the match at once."""
    assert shares(after([150, 20, 30], outright=0, match_end="first_over")) == [1.0, 0.0, 0.0]


# re-entry


@pytest.mark.parametrize(("total", "back_at"), [("highest", 70), ("second_highest", 20)])
def test_reentry__comes_back_with_a_total_of_those_still_in(total: str, back_at: int) -> None:
    """rules.md 3.7, reentry_total: of the totals still in."""
    verdict = after([70, 130, 20], reentry="once", reentry_total=total)
    assert still_in(verdict) == [0, 1, 2]
    assert verdict.totals[0].tolist() == [70, back_at, 20]
    assert verdict.reentries[0].tolist() == [0, 1, 0]
    assert shares(verdict) == GOES_ON


def test_reentry__of_two_at_once_does_not_count_either() -> None:
    """The totals still in are those of players who did not go out in the same deal."""
    verdict = after([70, 130, 20, 101], reentry="unlimited", reentry_total="second_highest")
    assert verdict.totals[0].tolist() == [70, 20, 20, 20]
    assert verdict.reentries[0].tolist() == [0, 1, 0, 1]


def test_reentry__needs_two_others_still_in() -> None:
    """CG-22: the match ends when all but one are out; that one wins, and nobody buys back in."""
    for rule in ("once", "unlimited"):
        verdict = after([70, 130, 101], reentry=rule)
        assert shares(verdict) == [1.0, 0.0, 0.0]
        assert verdict.totals[0].tolist() == [70, 130, 101]
        assert verdict.reentries[0].tolist() == [0, 0, 0]


def test_reentry__once_is_once_and_unlimited_is_not() -> None:
    """rules.md 3.7, reentry: none, once, unlimited."""
    totals, back = [70, 130, 20], [0, 1, 0]
    assert still_in(after(totals, back=back)) == [0, 2]
    assert still_in(after(totals, back=back, reentry="once")) == [0, 2]
    assert still_in(after(totals, back=back, reentry="unlimited")) == [0, 1, 2]
    assert after(totals, back=back, reentry="unlimited").reentries[0].tolist() == [0, 2, 0]


def test_reentry__who_was_out_before_stays_out() -> None:
    """Only who goes out in this deal may come back."""
    verdict = after([70, 130, 20, 150], playing=[0, 1, 2], reentry="unlimited")
    assert still_in(verdict) == [0, 1, 2]
    assert verdict.totals[0].tolist() == [70, 20, 20, 150]


def test_reentry__not_in_a_match_that_is_won() -> None:
    """CG-15, win_at_minus: the match is over; totals stay."""
    verdict = after([70, 130, 20], reentry="once", outright=0)
    assert (shares(verdict), verdict.totals[0].tolist()) == ([1.0, 0.0, 0.0], [70, 130, 20])
    verdict = after([-100, 130, 20], reentry="once", win_at_minus=-100)
    assert (shares(verdict), verdict.totals[0].tolist()) == ([1.0, 0.0, 0.0], [-100, 130, 20])


def test_reentry__at_the_limit_with_reach() -> None:
    """S-48: re-entry at ≥ 100."""
    verdict = after([99, 100, 20], reentry="once", eliminate_at="reach")
    assert verdict.totals[0].tolist() == [99, 20, 20]


# all out at once


def test_extra_deal__is_played_by_those_who_share_the_lowest_total() -> None:
    """CG-23, all_bust_rule extra_deal; rules 8.8: the tied play one more deal among themselves."""
    verdict = after([110, 120, 110], all_bust_rule="extra_deal")
    assert shares(verdict) == GOES_ON
    assert still_in(verdict) == [0, 2]
    again = after([115, 120, 112], playing=[0, 2], all_bust_rule="extra_deal")
    assert shares(again) == [0.0, 0.0, 1.0]
    assert still_in(after([115, 120, 115], playing=[0, 2], all_bust_rule="extra_deal")) == [0, 2]
    assert shares(after([110, 120, 100], playing=[0, 2], all_bust_rule="extra_deal")) == [0.0, 0.0, 1.0]


def test_extra_deal__is_not_needed_for_one_lowest_total() -> None:
    """CG-23: the lowest total of all wins, whoever knocked."""
    assert shares(after([110, 120, 130], knocker=0, all_bust_rule="extra_deal")) == [1.0, 0.0, 0.0]


def test_extra_deal__lets_nobody_buy_back_in() -> None:
    """Nobody is within the limit whose total could be taken."""
    verdict = after([110, 120, 110], all_bust_rule="extra_deal", reentry="unlimited")
    assert still_in(verdict) == [0, 2]
    assert verdict.totals[0].tolist() == [110, 120, 110]
    assert verdict.reentries[0].tolist() == [0, 0, 0]


# GN-6


@pytest.mark.parametrize(
    ("rule", "winner", "loser", "decided", "starter"),
    [
        ("rotate", 0, 1, True, 2),
        ("winner_of_last", 0, 1, True, 0),
        ("winner_of_last", -1, 1, True, 2),
        ("loser_of_last", 2, 0, True, 0),
        ("loser_of_last", 2, -1, True, 2),
        ("loser_of_last", 2, 3, True, 2),
        ("alternate_after_scored", -1, -1, True, 2),
        ("alternate_after_scored", 0, 1, True, 2),
        ("alternate_after_scored", -1, -1, False, 1),
        ("fixed", 0, 2, True, 1),
    ],
)
def test_next_start(rule: str, winner: int, loser: int, decided: bool, starter: int) -> None:
    """GN-6: player 1 started, player 3 is out, the chairs are in order."""
    state = Matches("starter", 4, 0, 1)
    state.starter[0] = 1
    state.alive[0, 3] = False
    last = LastDeal(winner=np.array([winner]), loser=np.array([loser]), decided=np.array([decided]))
    assert next_starters(state, np.array([0]), rule, last).tolist() == [starter]


@pytest.mark.parametrize("rule", ["alternate_after_scored", "fixed"])
def test_next_start__a_starter_who_is_out_is_followed_by_the_next(rule: str) -> None:
    """CG-5: the next player still in."""
    state = Matches("starter", 4, 0, 1)
    state.starter[0] = 1
    state.alive[0, 1:3] = False
    last = LastDeal(winner=np.array([-1]), loser=np.array([-1]), decided=np.array([False]))
    assert next_starters(state, np.array([0]), rule, last).tolist() == [3]
