"""Gin cases of cases.md in card notation: hands, settlements and points."""

import pytest

from tests.knock.positions import Table, after_deal

GIN = {
    "deck": 52,
    "seats": 2,
    "ace_of_coins_wild": False,
    "hand_size": 10,
    "knock_limit": 10,
    "min_melded": 0,
    "max_leftover_cards": 10,
    "figures": "10_10_10",
    "layoff_targets": "knocker_only",
    "deal_scoring": "difference",
    "match_end": "target",
}


def test_case_38__knocker_shows_the_arrangement_that_comes_first() -> None:
    """Case 38, rules 8.2 (i): sets of 5, 6, 7 come before runs: the defender stays at 3, knocker +2."""
    settled = Table(**GIN).settle("As 5c 5d 5s 6c 6d 6s 7c 7d 7s", "3s 4c 4d 4s 5h 6h 7h 8c 8d 8s")
    assert settled.shown[:3] == ["A shows 5c-5d-5s", "A shows 6c-6d-6s", "A shows 7c-7d-7s"]
    assert settled.points == [2, 0]
    assert settled.won == [1.0, 0.0]


def test_case_40__no_lay_off_on_gin() -> None:
    """Case 40: gin: 25 + 18 = 43; 10h may not go on J-Q-K."""
    settled = Table(**GIN).settle("As 2s 3s 4s 5s 6s 7s Jh Qh Kh", "Ac 2c 3c 9s 10s Js Qs Ks 8h 10h")
    assert settled.lay_offs == []
    assert settled.points == [43, 0]


def test_case_41__chained_lay_offs() -> None:
    """Case 41: on 5s-6s-7s go 4s, then 3s, and 8s."""
    settled = Table(**GIN).settle("5s 6s 7s 2c 2d 2h 9c 9d 9h 4c", "4s 3s 8s Kc Qd Jh 10c 8d 6c Ah")
    assert settled.lay_offs == [f"B lays off {card} on 5s-6s-7s" for card in ("4s", "3s", "8s")]
    assert settled.points == [(10 + 10 + 10 + 10 + 8 + 6 + 1) - 4, 0]


@pytest.mark.parametrize("hand", ["4h 5h 6h 7h Qc Qd Qh Kc Kd Kh", "3c 3d 3h 3s 9c 9d 9h Kc Kd Kh"])
def test_case_42__deadwood_is_nought(hand: str) -> None:
    """Case 42: nothing is left over."""
    table = Table(**GIN)
    assert table.leftover(hand) == (0, 0)
    assert table.may_knock(hand)


def test_case_44__game_won_by_an_undercut() -> None:
    """Case 44: A 80 knocks with 9, B 95 has 6 after lay-offs: B + 28 = 123 wins the game."""
    settled = Table(**GIN).settle("5s 6s 7s 2c 2d 2h Jc Jd Jh 9c", "3s 3d 3c Kc Kd Kh Qs Qd Qh 6c")
    assert settled.points == [0, 28]
    assert after_deal([80, 95 + 28], **GIN)[1] == [0.0, 1.0]


def test_knock__ten_points_may_be_left_and_eleven_may_not() -> None:
    """GN-3: leftover up to knock_limit, in any number of cards."""
    table, melded = Table(**GIN), "5s 6s 7s 2c 2d 2h"
    assert table.may_knock(f"{melded} Ac Ad 3h 5c")
    assert not table.may_knock(f"{melded} Ac Ad 3h 6c")
    assert table.may_knock("5s 6s 7s 2c 2d 2h 9c 9d 9h Kc")
    assert not Table(**{**GIN, "knock_limit": 0}).may_knock(f"{melded} 9c 9d 9h Ac")


def test_runs__ace_is_low() -> None:
    """rules.md 5.1: ace 1 low: A-2-3 is a run, Q-K-A is none."""
    table = Table(**GIN)
    assert table.leftover("As 2s 3s") == (0, 0)
    assert table.leftover("Qs Ks As") == (0, 21)
