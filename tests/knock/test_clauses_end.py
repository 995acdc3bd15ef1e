"""Clauses CG-15 … CG-23 of rules.md section 3: settlement and match. One test or more a clause."""

import pytest

from tests.knock.positions import Table, after_deal

C1 = "4e 5e 6e 7o 7c 7b 3c"
"""Knocks, 3 left."""

OWN = "10c 11c 12c 3e 4b 12o 2o"
"""Leaves 3e, which goes on the run of C1, and 18 more."""

CONGA = "4b 5b 6b 7b 10b 11b 12b"


# settlement


def test_natural_conga__wins_the_match() -> None:
    """CG-15: knocker shows a natural 7-run: wins the match immediately."""
    settled = Table().settle(CONGA, "10c 11c 12c 10e 11e 12e 1o")
    assert settled.close == 4
    assert settled.wins_match == [True, False]
    assert settled.won == [1.0, 0.0]
    assert settled.shown[0] == "A shows 4b-5b-6b-7b-10b-11b-12b"
    assert after_deal([99, -90], outright=0) == ([True, True], [1.0, 0.0])
    assert after_deal([99, -90]) == ([True, True], [0.0, 0.0])


def test_natural_conga__with_a_bonus_is_points_only() -> None:
    """CG-15 with conga_bonus −50: points, and the match goes on."""
    settled = Table(conga_bonus=-50).settle(CONGA, OWN)
    assert settled.points == [-50, 21]
    assert settled.wins_match == [False, False]


def test_wild_conga__is_minus_25_and_bars_lay_offs() -> None:
    """CG-16: knocker's 7-run uses a wild: −25 for the knocker; treated as all combined for CG-19."""
    settled = Table().settle("2e 3e 4e 1o 6e 7e 10e", "10c 11c 12c 1e 11e 4b 2o")
    assert settled.close == 2
    assert settled.points == [-25, 1 + 11 + 4 + 2]
    assert settled.lay_offs == []
    assert settled.wins_match == [False, False]
    assert Table(invalid_conga=-10).settle("2e 3e 4e 1o 6e 7e 10e", OWN).points[0] == -10


def test_wild_conga__of_the_own_ace_and_two_jokers() -> None:
    """CG-16, CONTRACT 4.3: all cards kept form one run with a wild: 1o-X-X with three cards a hand."""
    table = Table(deck=50, hand_size=3, min_melded=3, max_wilds_when_knocking=2)
    settled = table.settle("X X 1o", "4o 8o 11e")
    assert settled.close == 2
    assert settled.points == [-25, 4 + 8 + 11]
    assert settled.shown == ["A shows 1o-X(=2o)-X(=3o)"]


def test_all_combined__is_minus_10() -> None:
    """CG-17: all seven combined otherwise: −10."""
    settled = Table().settle("5o 6o 7o 10o 2c 2e 2b", OWN)
    assert settled.close == 1
    assert settled.points[0] == -10
    assert Table().settle("5o 6o 7o 10o 2c 2e 1o", OWN).points[0] == -10
    assert Table(close_bonus=-20).settle("5o 6o 7o 10o 2c 2e 2b", OWN).points[0] == -20


@pytest.mark.parametrize(("left", "points"), [("1c", 1), ("2c", 2), ("3c", 3), ("4c", 4), ("5c", 5)])
def test_knocker__scores_the_own_leftovers(left: str, points: int) -> None:
    """CG-18: otherwise the knocker scores their own leftovers (0 < value ≤ 5)."""
    settled = Table(layoff_targets="none").settle(f"4e 5e 6e 7o 7c 7b {left}", OWN)
    assert settled.close == 0
    assert settled.points == [points, 21]


def test_lay_off__goes_on_the_melds_of_all_opponents() -> None:
    """CG-19: the others may lay leftover cards off on opponents' melds (layoff_targets = all_shown)."""
    hands = (C1, "2o 3o 4o 5o 6o 4b 12e", "1b 2b 3b 11c 11e 11b 2e")
    settled = Table(3).settle(*hands)
    assert settled.lay_offs == ["B lays off 4b on 1b-2b-3b"]
    assert settled.points == [3, 12, 2]
    assert Table(3, layoff_targets="knocker_only").settle(*hands).points == [3, 16, 2]
    assert Table(3, layoff_targets="none").settle(*hands).points == [3, 16, 2]


def test_lay_off__never_on_the_own_melds() -> None:
    """CG-19: on opponents' melds: not even on an own run that an opponent has made longer."""
    settled = Table(3).settle(C1, "2o 3o 4o 5o 6o 4b 12e", "1b 2b 3b 11c 11e 11b 5b")
    assert settled.lay_offs == ["B lays off 4b on 1b-2b-3b"]
    assert settled.points == [3, 12, 5]


def test_lay_off__goes_in_turn_order_after_the_knocker() -> None:
    """CG-19: in turn order after the knocker: the first takes the only place."""
    knocks, first, second = "7c 7e 1o 2b 3b 4b 1c", "7o 12e 10c", "7b 11o 10e"
    assert Table(3).settle(knocks, first, second).lay_offs == ["B lays off 7o on 7c-7e-X"]
    assert Table(3).settle(knocks, second, first).lay_offs == ["B lays off 7b on 7c-7e-X"]
    assert Table(3).settle(second, knocks, first, knocker=1).lay_offs == ["C lays off 7o on 7c-7e-X"]
    assert Table(3).settle(first, second, knocks, knocker=2).lay_offs == ["A lays off 7o on 7c-7e-X"]


def test_lay_off__reaches_what_an_earlier_player_made_room_for() -> None:
    """CG-19, rules 8.2 (iii): on the melds as extended so far."""
    settled = Table(3).settle(C1, "3e 10o 12c", "2e 11c 5b")
    assert settled.lay_offs == ["B lays off 3e on 4e-5e-6e", "C lays off 2e on 4e-5e-6e"]
    assert settled.points == [3, 22, 16]
    assert Table(3).settle(C1, "2e 11c 5b", "3e 10o 12c").points == [3, 18, 22]


def test_arrangement__may_be_broken_up_for_lay_offs() -> None:
    """CG-19, rules 8.2 (ii): an own set or run may be broken up where the lay-offs then leave less."""
    settled = Table().settle("4e 5e 6e 2o 2c 2b 1c", "7e 7o 7b 10e 11e 1b 3b")
    assert settled.points == [1, 7 + 7 + 1 + 3]
    assert settled.lay_offs == [f"B lays off {card} on 4e-5e-6e" for card in ("7e", "10e", "11e")]


@pytest.mark.parametrize("kept", ["4e 5e 6e 10e 11e 12e 2o 2c 2b", "4e 5e 6e 7e 1o 11e 12e"])
def test_lay_off__is_barred_when_all_are_combined(kept: str) -> None:
    """CG-19: not allowed when the knocker closed with −10 (or −25)."""
    settled = Table().settle(kept, "3e 10c 11c 12c 4b 12o 4o")
    assert settled.close > 0
    assert settled.lay_offs == []
    assert settled.points[1] == 3 + 4 + 12 + 4


def test_knocker__never_lays_off() -> None:
    """CG-19: the knocker never lays off."""
    settled = Table().settle(C1, "4c 5c 6c 10o 11o 12o 1b")
    assert settled.points == [3, 1]
    assert settled.lay_offs == []


def test_wild__is_laid_off_like_any_card_unless_the_option_bars_it() -> None:
    """CG-19, CA-13: nothing excludes a wild; option wild_layoff."""
    other = "12c 10b 6c 4o 1e 5b 1o"
    settled = Table().settle(C1, other)
    assert [line[:18] for line in settled.lay_offs] == ["B lays off a wild "]
    assert (settled.points, settled.left_wilds) == ([3, 38], [0, 0])
    settled = Table(wild_layoff=False).settle(C1, other)
    assert settled.lay_offs == []
    assert (settled.points, settled.left_wilds) == ([3, 63], [0, 1])


def test_wild__may_stand_for_a_card_that_is_laid_elsewhere() -> None:
    """CG-19, CONTRACT 4.3: 3c goes on the set, which comes first, and the wild on the run in its place."""
    settled = Table().settle("3o 3e 3b 4c 5c 6c 1b", "1o 3c 7o 10b 12e")
    assert settled.lay_offs == ["B lays off 3c on 3o-3e-3b", "B lays off a wild on 4c-5c-6c"]
    assert settled.points == [1, 7 + 10 + 12]


def test_other__scores_what_remains_and_nothing_left_is_nought() -> None:
    """CG-20: each scores the value of the leftovers that remain; no −10 for a non-knocker with nothing left: 0."""
    assert Table().settle(C1, OWN).points == [3, 18]
    assert Table().settle(C1, "10c 11c 12c 10o 11o 12o 3e").points == [3, 0]
    assert Table().settle(C1, "10c 11c 12c 10o 11o 12o 2o").points == [3, 2]


@pytest.mark.parametrize(("figures", "points"), [("10_11_12", 33), ("10_10_10", 30), ("8_9_10", 27)])
def test_values__of_figures(figures: str, points: int) -> None:
    """CG-20, values: rey 12, caballo 11, sota 10, others face; rules 3.7 figures."""
    hand = "12c 11e 10b 1e 2b 4o 6b"
    assert Table(figures=figures, layoff_targets="none").settle(C1, hand).points[1] == points + 1 + 2 + 4 + 6


def test_values__of_an_unmatched_wild() -> None:
    """CG-20, values: wild 25 or 50; two left are twice that."""
    hand = "12c 10b 1o 4o 2e"
    for wild_points in (0, 25, 50):
        table = Table(layoff_targets="none", wild_points=wild_points)
        assert table.settle(C1, hand).points[1] == 28 + wild_points
    table = Table(deck=50, layoff_targets="none")
    assert table.settle(C1, "X X").points[1] == 50


def test_undecided__has_least_leftovers_and_no_lay_offs() -> None:
    """CG-20, rules 0.7: nobody knocked: all score their least leftovers, no lay-offs, no bonus; nobody wins."""
    settled = Table().settle("5o 6o 7o 10o 2c 2e 2b", "10c 11c 12c 3o 4e 12e 4o", knocker=None)
    assert settled.close == -1
    assert settled.points == [0, 3 + 4 + 12 + 4]
    assert settled.lay_offs == []
    assert settled.won == [0.0, 0.0]


def test_deal__is_won_by_the_fewest_points_and_ties_share() -> None:
    """CONTRACT 4.6: the fewest points win a deal, also those of a player who did not knock."""
    assert Table().settle(C1, "10c 11c 12c 10o 11o 12o 1b").won == [0.0, 1.0]
    assert Table().settle(C1, "10c 11c 12c 10o 11o 12o 3o").won == [0.5, 0.5]


# match


def test_player__is_out_above_the_limit() -> None:
    """CG-21: a player whose total exceeds the limit (100) is out."""
    assert after_deal([100, 101, 20]) == ([True, False, True], [0.0, 0.0, 0.0])
    assert after_deal([60, 61, 20], limit=60) == ([True, False, True], [0.0, 0.0, 0.0])


def test_player__is_out_at_the_limit_with_reach() -> None:
    """CG-21, option eliminate_at: over (> limit) or reach (≥ limit)."""
    assert after_deal([99, 100, 20], eliminate_at="reach") == ([True, False, True], [0.0, 0.0, 0.0])
    assert after_deal([99, 100, 20], eliminate_at="over") == ([True, True, True], [0.0, 0.0, 0.0])


def test_player__who_is_out_stays_out() -> None:
    """CG-21: out is out: who was not dealt in is not in again, whatever the total."""
    assert after_deal([50, 20, 10], playing=[True, False, True])[0] == [True, False, True]


def test_match__ends_when_one_is_left() -> None:
    """CG-22: the match ends when all but one have exceeded it; that one wins. Totals may be negative."""
    assert after_deal([120, 101, 99]) == ([False, False, True], [0.0, 0.0, 1.0])
    assert after_deal([120, 101, 99, 99]) == ([False, False, True, True], [0.0] * 4)
    assert after_deal([-35, 140], knocker=1) == ([True, False], [1.0, 0.0])
    assert after_deal([300, 101, 99], playing=[False, True, True]) == ([False, False, True], [0.0, 0.0, 1.0])


def test_win_at_minus__wins_at_once() -> None:
    """CG-22 with win_at_minus −100: reaching −100 wins; several: the lowest, ties shared."""
    assert after_deal([-100, 40], win_at_minus=-100)[1] == [1.0, 0.0]
    assert after_deal([-99, 40], win_at_minus=-100)[1] == [0.0, 0.0]
    assert after_deal([-100, 40])[1] == [0.0, 0.0]
    assert after_deal([-100, -103, 40], win_at_minus=-100)[1] == [0.0, 1.0, 0.0]
    assert after_deal([-103, -103, 40], win_at_minus=-100)[1] == [0.5, 0.5, 0.0]
    assert after_deal([-30, 20], win_at_minus=-30)[1] == [1.0, 0.0]


def test_all_bust__is_won_by_a_player_who_did_not_knock() -> None:
    """CG-23: if a deal takes everyone still in over the limit, the winner is a player who did not knock."""
    assert after_deal([101, 115], knocker=0) == ([False, False], [0.0, 1.0])
    assert after_deal([101, 115], knocker=1) == ([False, False], [1.0, 0.0])


def test_all_bust__lowest_of_those_and_equal_totals_share() -> None:
    """CG-23: if several, the lowest total among them; still equal: shared."""
    assert after_deal([101, 140, 115, 120])[1] == [0.0, 0.0, 1.0, 0.0]
    assert after_deal([101, 115, 115, 120])[1] == [0.0, 0.5, 0.5, 0.0]
    out_before = [True, True, False, True]
    assert after_deal([101, 140, 105, 120], playing=out_before)[1] == [0.0, 0.0, 0.0, 1.0]


def test_all_bust__when_nobody_knocked_the_lowest_total_wins() -> None:
    """CG-23, rules 0.7: max_turns, and everybody over the limit: the lowest total wins."""
    assert after_deal([130, 115, 120], knocker=None)[1] == [0.0, 1.0, 0.0]


def test_all_bust_rule__lowest_does_not_look_who_knocked() -> None:
    """CG-23, option all_bust_rule: lowest."""
    assert after_deal([101, 115], all_bust_rule="lowest")[1] == [1.0, 0.0]
    assert after_deal([101, 101], all_bust_rule="lowest")[1] == [0.5, 0.5]


def test_knocker_at_limit_loses__only_to_players_over_it() -> None:
    """CG-23, CA-4: the literal reading: a knocker exactly at the limit loses when the others go over it."""
    loses = {"knocker_at_limit_loses": True}
    assert after_deal([100, 115], **loses)[1] == [0.0, 1.0]
    assert after_deal([100, 115, 108], **loses)[1] == [0.0, 0.0, 1.0]
    assert after_deal([100, 115])[1] == [1.0, 0.0]
    assert after_deal([99, 115], **loses)[1] == [1.0, 0.0]
    assert after_deal([100, 115], knocker=1, **loses)[1] == [1.0, 0.0]
    assert after_deal([100, 115, 100], **loses)[1] == [0.0, 0.0, 0.0]
    out_before = [True, False, True]
    assert after_deal([100, 104, 115], playing=out_before, **loses)[1] == [0.0, 0.0, 1.0]
