"""Worked examples C1 … C16 of rules.md 3.9 and the Conga cases of cases.md; 40 cards, 1o wild, unless said."""

from pathlib import Path

import pytest

from tests.knock.positions import GOES_ON, Table, after_deal

C1 = "4e 5e 6e 7o 7c 7b 3c"
C4 = "5o 6o 7o 10o 2c 2e 2b"
C6 = "2e 3e 4e 1o 6e 7e 10e"
C7 = "1o 2o 3o 4o 5o 6o 7o"
C9_B = "10c 11c 12c 3e 4b 12o 2o"
C11_B = "12c 10b 6c 4o 1e 5b 1o"


def test_c1__may_knock_and_scores_three() -> None:
    """C1: keeps 4e-5e-6e, 7o-7c-7b, 3c: may knock, +3."""
    assert Table().may_knock(C1)
    settled = Table().settle(C1, C9_B)
    assert settled.points[0] == 3
    assert settled.shown[:2] == ["A shows 7o-7c-7b", "A shows 4e-5e-6e"]


def test_c2__six_left_is_too_many() -> None:
    """C2: keeps 4e-5e-6e, 7o-7c-7b, 6c: no, 6 > 5."""
    assert not Table().may_knock("4e 5e 6e 7o 7c 7b 6c")


def test_c3__four_melded_and_three_cards_left() -> None:
    """C3: keeps 3b-4b-5b-6b, 1e, 1c, 3o: yes, 4 melded, 1+1+3 = 5."""
    kept = "3b 4b 5b 6b 1e 1c 3o"
    assert Table().may_knock(kept)
    assert Table().settle(kept, C9_B).points[0] == 5


def test_c4__seven_and_ten_are_neighbours_with_40_cards_only() -> None:
    """C4: keeps 5o-6o-7o-10o, 2c-2e-2b: 40: all combined, −10; 48: leftover 10, no knock."""
    assert Table().may_knock(C4)
    assert Table().settle(C4, C9_B).points[0] == -10
    assert not Table(deck=48).may_knock(C4)
    assert Table(deck=48).leftover(C4) == (0, 10)
    assert Table(deck=48, knock_limit=10).may_knock(C4)


def test_c5__conga_wins_the_match() -> None:
    """C5: keeps 4b-5b-6b-7b-10b-11b-12b: conga, the match is won."""
    settled = Table().settle("4b 5b 6b 7b 10b 11b 12b", C9_B)
    assert settled.wins_match == [True, False]


def test_c6__conga_with_the_wild_ace_is_minus_25() -> None:
    """C6: keeps 2e-3e-4e-1o(=5e)-6e-7e-10e: −25; nobody may lay off."""
    settled = Table().settle(C6, "10c 11c 12c 11e 4b 12o 2o")
    assert settled.shown[0] == "A shows 2e-3e-4e-X(=5e)-6e-7e-10e"
    assert settled.points == [-25, 11 + 4 + 12 + 2]
    assert settled.lay_offs == []
    assert settled.wins_match == [False, False]


def test_c7__conga_of_coins_with_the_own_ace() -> None:
    """C7: keeps 1o-2o-…-7o: −25 by default; with wild_natural_in_conga the match is won."""
    settled = Table().settle(C7, C9_B.replace(" 2o", " 2b"))
    assert (settled.points[0], settled.wins_match) == (-25, [False, False])
    settled = Table(wild_natural_in_conga=True).settle(C7, C9_B.replace(" 2o", " 2b"))
    assert settled.wins_match == [True, False]
    settled = Table(wild_natural_in_conga=True).settle(C6, C9_B.replace(" 3e", " 3b"))
    assert (settled.points[0], settled.wins_match) == (-25, [False, False])
    settled = Table(ace_of_coins_wild=False).settle(C7, C9_B.replace(" 2o", " 2b"))
    assert settled.wins_match == [True, False]


def test_c8__both_jokers_kept_bar_the_knock() -> None:
    """C8: 50 cards; holds X X 5b 6b 7b 2c 2e 3o: throwing 3o: no; throwing X: yes, leftover 3."""
    table = Table(deck=50)
    assert not table.may_knock("X X 5b 6b 7b 2c 2e")
    assert table.leftover("X X 5b 6b 7b 2c 2e") == (0, 0)
    assert table.may_knock("X 5b 6b 7b 2c 2e 3o")
    settled = table.settle("X 5b 6b 7b 2c 2e 3o", C9_B)
    assert settled.points[0] == 3
    assert settled.shown[:2] == ["A shows 2c-2e-X", "A shows 5b-6b-7b"]


def test_c9__three_is_laid_off() -> None:
    """C9: A knocks as in C1; B holds 10c-11c-12c, 3e 4b 12o 2o: leftovers 21; 3e goes on A's 4e-5e-6e; 18."""
    settled = Table().settle(C1, C9_B)
    assert settled.points == [3, 18]
    assert settled.lay_offs == ["B lays off 3e on 4e-5e-6e"]
    assert settled.shown[2:] == ["B shows 10c-11c-12c"]


def test_c10__no_lay_off_after_minus_ten() -> None:
    """C10: A knocks as in C4 (−10); B as in C9: 21, no lay-off."""
    settled = Table().settle(C4, C9_B.replace(" 2o", " 2b"))
    assert settled.points == [-10, 21]
    assert settled.lay_offs == []


@pytest.mark.parametrize(("wild_points", "left"), [(25, 63), (50, 88)])
def test_c11__an_unmatched_wild(wild_points: int, left: int) -> None:
    """C11: nothing combines: (a) A closed with −10: 63, or 88 with wild_points = 50; (b) A knocked as in C1: 38."""
    table = Table(wild_points=wild_points)
    assert table.settle(C4, C11_B).points == [-10, left]
    settled = table.settle(C1, C11_B)
    assert settled.points == [3, 38]
    assert [line[:18] for line in settled.lay_offs] == ["B lays off a wild "]
    assert Table(wild_points=wild_points, wild_layoff=False).settle(C1, C11_B).points == [3, left]


def test_c12__one_card_after_the_other() -> None:
    """C12: A knocks with 4e-5e-6e shown; B has 7e and 10e left: 7e then 10e (40 cards)."""
    knocks, other = "4e 5e 6e 2o 2c 2b 1c", "7e 10e 4b 4c 4o 5c 7o"
    assert Table().settle(knocks, other).lay_offs == ["B lays off 7e on 4e-5e-6e", "B lays off 10e on 4e-5e-6e"]
    assert Table(deck=48).settle(knocks, other).lay_offs == ["B lays off 7e on 4e-5e-6e"]


def test_c13__at_the_limit_is_still_in() -> None:
    """C13: limit 100; totals 97; deal +3: 100, still in; +4: 101, out."""
    assert after_deal([97 + 3, 20, 20])[0][0]
    assert not after_deal([97 + 4, 20, 20])[0][0]


def test_c14__all_over_and_the_knocker_loses() -> None:
    """C14: A knocks, 98 + 3 = 101; B 95 + 20 = 115: B, although 115 > 101."""
    assert after_deal([101, 115], knocker=0) == ([False, False], [0.0, 1.0])


def test_c15__knocker_at_the_limit() -> None:
    """C15: A knocks, 97 + 3 = 100; B 115: A; with knocker_at_limit_loses: B."""
    assert after_deal([100, 115], knocker=0)[1] == [1.0, 0.0]
    assert after_deal([100, 115], knocker=0, knocker_at_limit_loses=True)[1] == [0.0, 1.0]


@pytest.mark.parametrize("order", ["BC", "CB"])
def test_c16__on_all_shown_melds_or_the_knockers_only(order: str) -> None:
    """C16: A knocks (C1), C shows 1b-2b-3b; B has leftovers 4b and 12e: all_shown 12, knocker_only 16 (CA-12)."""
    hands = {"B": "2o 3o 4o 5o 6o 4b 12e", "C": "1b 2b 3b 11c 11e 11b 2e"}
    seat = 1 + order.index("B")
    for targets, points in (("all_shown", 12), ("knocker_only", 16)):
        settled = Table(3, layoff_targets=targets).settle(C1, *(hands[who] for who in order))
        assert settled.points[seat] == points


def test_case_31__a_discard_names_the_card_and_not_its_number() -> None:
    """Case 31: hand holds 7o and 7c, discards 7c: pile top is 7c, 7o stays."""
    table = Table()
    table.put(hands=["7o 7c 1e 2e 3e 4e 5b", "10o 11o 12o 10c 11c 12e 2o"], pile="6b", stock="1b 2b")
    assert table.turn("stock", "7c") == GOES_ON
    assert table.pile() == "6b 7c"
    assert table.hand(0) == "7o 1e 2e 3e 4e 1b 5b"


def test_case_33__seven_run_with_and_without_a_joker() -> None:
    """Case 33: keeps 2e-…-7e-10e: match won; keeps 2e-3e-4e-1o(=5e)-6e-7e-10e: −25 [CG-15, CG-16]."""
    assert Table().settle("2e 3e 4e 5e 6e 7e 10e", C9_B.replace(" 3e", " 3b")).wins_match == [True, False]
    settled = Table().settle(C6, C9_B.replace(" 3e", " 3b"))
    assert (settled.points[0], settled.wins_match) == (-25, [False, False])


@pytest.mark.parametrize(("figures", "points"), [("10_11_12", 22), ("10_10_10", 20)])
def test_case_35__figures(figures: str, points: int) -> None:
    """Case 35: leftovers 12e and 10c of a non-knocker: 22; figures 10_10_10: 20 [CONGA:3]."""
    assert Table(figures=figures).settle(C1, "2o 3o 4o 5o 6o 12e 10c").points[1] == points


def test_clauses__none_is_without_a_test() -> None:
    """Every clause CG-1 … CG-23, example C1 … C16 and Conga case opens the docstring of a test."""
    here = Path(__file__).parent
    text = "".join((here / name).read_text() for name in ("test_clauses.py", "test_clauses_end.py", "test_examples.py"))
    wanted = [f"CG-{n}" for n in range(1, 24)] + [f"C{n}" for n in range(1, 17)] + [f"Case {n}" for n in (31, 33, 35)]
    missing = [clause for clause in wanted if not any(f'"""{clause}{end}' in text for end in (":", ",", " "))]
    assert missing == []
