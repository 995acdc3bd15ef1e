"""Clauses GN-1 … GN-8 of rules.md 8.10, the arithmetic of 5.1, and the gin cases of cases.md."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import rummysim as rs
from rummysim.core.codes import BIG_GIN, GIN, PLAIN_KNOCK
from rummysim.core.notation import format_hand
from rummysim.engine.lineup import resolve_lineup
from rummysim.engine.match import LastDeal, Matches, next_starters
from rummysim.errors import InputError
from rummysim.games.registry import find_variant
from tests.knock.positions import BAD_MOVE, CLOSED, DEAD, GOES_ON, PASSED, REFUSED, Table, after_deal

A = "4c 5c 6c 8d 8h 8s Jc Qc 2h Kd"
B = "3s 3c 3d 9d 10d Jd 7h As 5h Ks"
TEN_LEFT = "4c 5c 6c 8d 8h 8s Jc Jd Js 10h"
GIN_HAND = "4c 5c 6c 8d 8h 8s Jc Jd Js Jh"
BIG_HAND = "4c 5c 6c 7c 8d 8h 8s Jc Jd Js Jh"


def gin(**options: object) -> Table:
    """A table of gin."""
    return Table(preset="gin", **options)


def test_gin__is_ten_cards_each_and_one_face_up_for_two_players() -> None:
    """GN-1: ten cards each, one face up; two players; the starter is not the dealer: seat 0 acts first."""
    table = gin()
    hands, upcard = table.player.dealt(np.array([3, 4, 0, 2, 1]))
    assert [len(format_hand(*hand, table.deck).split()) for hand in hands] == [10, 10]
    assert len(table.stock()) == 52 - 20 - 1
    assert table.deal["upcard"] == upcard
    variant = find_variant("gin")
    assert len(resolve_lineup(variant, ["greedy"] * 2)) == 2
    with pytest.raises(InputError, match="3 bot"):
        resolve_lineup(variant, ["greedy"] * 3)
    log = str(rs.replay("gin", ["greedy"] * 2, seed=1, deal=0)).splitlines()
    first = next(at for at, line in enumerate(log) if line.startswith("turned up")) + 1
    assert log[first].startswith(log[0].rsplit("; ", maxsplit=1)[1].removesuffix(" starts"))


def test_upcard__is_offered_to_the_starter_then_to_the_other() -> None:
    """GN-2: the starter may take the upcard or pass; then the other may; if both pass the starter draws from the stock
    and the upcard stays covered.
    """
    table = gin()
    table.put(hands=[A, B], pile="Qd", stock="2c 7d 9s 10s", turn=0)
    assert [table.turn("pass"), table.turn("pass")] == [PASSED, PASSED]
    assert table.turn("pile", "Kd") == BAD_MOVE
    assert table.turn("stock", "Kd") == GOES_ON
    assert table.said() == ["A passes", "B passes", "A draws 2c", "A throws Kd"]
    assert table.pile() == "Qd Kd"
    assert table.turn("pile", "Ks") == GOES_ON


def test_upcard__taken_begins_an_ordinary_turn() -> None:
    """GN-2: who takes the upcard throws another card, and the next turn is as usual; after one pass too."""
    table = gin()
    table.put(hands=[A, B], pile="Qd", stock="2c 7d 9s 10s", turn=0)
    assert [table.turn("pile", "Kd"), table.turn("stock", "Ks")] == [GOES_ON, GOES_ON]
    assert table.said() == ["A takes from the pile Qd", "A throws Kd", "B draws 2c", "B throws Ks"]
    table.put(hands=[A, B], pile="Qd", stock="2c 7d 9s 10s", turn=0)
    assert [table.turn("pass"), table.turn("pile", "Ks"), table.turn("pile", "Kd")] == [PASSED, GOES_ON, GOES_ON]
    assert table.said()[:3] == ["A passes", "B takes from the pile Qd", "B throws Ks"]
    table.put(hands=[A, B], pile="Qd", stock="2c 7d", turn=0)
    assert table.turn("none") == BAD_MOVE


def test_upcard__is_not_offered_without_the_option() -> None:
    """GN-2, option upcard_offer: else the first turn is as any other."""
    table = gin(upcard_offer=False)
    table.put(hands=[A, B], pile="Qd", stock="2c 7d 9s 10s", turn=0)
    assert table.turn("stock", "Kd") == GOES_ON
    assert table.said() == ["A draws 2c", "A throws Kd"]


def test_upcard__taken_may_lead_to_a_knock() -> None:
    """GN-2, GN-3: with the upcard the first turn may be a knock."""
    table = gin()
    table.put(hands=["4c 5c 6c 8d 8h 8s Jc Jd 2h Kd", B], pile="Js", stock="2c 7d 9s 10s", turn=0)
    assert table.turn("pile", "Kd", knock=True) == CLOSED
    assert table.said() == ["A takes from the pile Js", "A knocks, Kd face down"]
    assert table.finish().points[0] > 0


def test_turn__is_draw_and_a_discard_that_is_not_the_card_taken() -> None:
    """GN-3: draw (stock, or top of the pile) then discard (not the card just taken from the pile)."""
    table = gin()
    table.put(hands=[A, B], pile="2d Qd", stock="2c 7d 9s 10s")
    assert table.turn("pile", "Qd") == BAD_MOVE
    table.put(hands=[A, B], pile="2d Qd", stock="2c 7d 9s 10s")
    assert [table.turn("pile", "Kd"), table.turn("stock", "2c")] == [GOES_ON, GOES_ON]
    assert table.pile() == "2d Kd 2c"


@pytest.mark.parametrize(
    ("kept", "allowed"),
    [
        (TEN_LEFT, True),
        ("4c 5c 6c 8d 8h 8s Jc Jd 9h As", False),
        ("4c 5c 6c 8d 8h 8s 5d 3h As Ac", True),
        ("4c 5c 6c 8d 8h 8s 5d 3h 2s Ac", False),
        ("Ac Ad 2c 2d 3h 4s 5d 7h 9s Jc", False),
        (GIN_HAND, True),
    ],
)
def test_knock__is_allowed_with_ten_or_less(kept: str, allowed: bool) -> None:
    """GN-3: a discard face down with leftover ≤ knock_limit; any number of cards may be left."""
    assert gin().may_knock(kept) == allowed
    assert Table(preset="straight_gin").may_knock(kept) == (kept == GIN_HAND)


def test_ace__is_low_and_worth_one() -> None:
    """GN-3, GN-1: figures 10, ace 1, only below the 2."""
    table = gin()
    assert table.leftover("Ac 2c 3c") == (0, 0)
    assert table.leftover("Qc Kc Ac") == (0, 21)
    assert table.leftover("Jd Qh Kc 10s As") == (0, 41)


def test_gin__is_nothing_left() -> None:
    """GN-3: gin: leftover 0."""
    settled = gin().settle(GIN_HAND, B)
    assert settled.close == GIN
    assert gin().settle(TEN_LEFT, B).close == PLAIN_KNOCK


def test_big_gin__is_eleven_melded_without_a_discard() -> None:
    """GN-3: big gin: all eleven melded, no discard; who has it may also go on, and knock with gin."""
    for big, said in ((True, "A lays down all cards: big gin"), (False, "A goes gin, Jh face down")):
        table = gin(big_gin=True)
        table.put(hands=[GIN_HAND, B], pile="Qd", stock="7c 7d 9s 10s")
        assert table.turn("stock", "Jh", knock=True, big_gin=big) == CLOSED
        settled = table.finish()
        assert settled.said[:2] == ["A draws 7c", said]
        assert settled.close == (BIG_GIN if big else GIN)
        assert len(table.hand(0).split()) == 10 + big


def test_big_gin__needs_the_option_and_all_cards() -> None:
    """GN-3: not in plain gin, and not with a card over."""
    table = gin()
    table.put(hands=[GIN_HAND, B], pile="Qd", stock="7c 7d 9s 10s")
    assert table.turn("stock", "7c", knock=True, big_gin=True) == CLOSED
    assert table.finish().close == GIN
    table = gin(big_gin=True)
    assert table.is_all_melded(BIG_HAND)
    assert not table.is_all_melded(GIN_HAND + " 2h")
    table.put(hands=[GIN_HAND, B], pile="Qd", stock="2h 7d 9s 10s")
    assert table.turn("stock", "2h", big_gin=True) == GOES_ON


@pytest.mark.parametrize(
    ("preset", "gin_points", "undercut", "big"),
    [("gin", 25, 25, 31), ("gin_bga", 25, 10, 31), ("gin_classic", 20, 25, 31), ("gin_big", 25, 25, 31)],
)
def test_points__of_the_presets(preset: str, gin_points: int, undercut: int, big: int) -> None:
    """GN-4: gin_bonus, undercut_bonus and big_gin_bonus as each preset has them."""
    table = Table(preset=preset)
    left = "3s 3c 3d 9d 10d Jd 7h As 5h Ks"
    assert table.settle(GIN_HAND, left).points == [23 + gin_points, 0]
    assert table.settle(BIG_HAND, left, big_gin=True).points == [23 + big, 0]
    assert table.settle(TEN_LEFT, "3s 3c 3d 9d 10d Jd 7h 7s As 2s").points == [7, 0]
    assert table.settle(TEN_LEFT, "3s 3c 3d 9d 9c 9h 2h 2s 2d As").points == [0, 9 + undercut]


def test_knock__difference_to_the_knocker() -> None:
    """GN-4: difference to the knocker: 4 against 23 after lay-offs is +19 (rules.md 5.1)."""
    settled = gin().settle("4c 5c 6c 8d 8h 8s Jc Jd Js 4h", "3s 3h 3d 10d 10s 10h 9d 9h 5h 7c")
    assert settled.lay_offs == ["B lays off 7c on 4c-5c-6c"]
    assert [fact["left_points"] for fact in settled.facts] == [4, 23]
    assert settled.points == [19, 0]
    assert settled.won == [1.0, 0.0]


def test_knock__undercut() -> None:
    """GN-4: knocker 9, defender 7: defender 2 + 25 = 27; a tie is an undercut too (rules.md 5.1)."""
    knocks, melded = "4c 5c 6c 8d 8h 8s Jc Jd Js 9h", "3s 3h 3d 10d 10s 10h Kc Kd Ks"
    assert gin().settle(knocks, f"{melded} 7d").points == [0, 27]
    tie = gin().settle(knocks, f"{melded} 9c")
    assert (tie.points, tie.won) == ([0, 25], [0.0, 1.0])
    assert gin().settle(knocks, f"{melded} Qh").points == [1, 0]
    assert gin(undercut_bonus=0).settle(knocks, f"{melded} 9c").won == [0.0, 0.0]


def test_gin__against_thirty_one() -> None:
    """GN-4: gin against 31: 31 + 25 = 56, without lay-off (rules.md 5.1)."""
    settled = gin().settle(GIN_HAND, "3s 3h 3d 9d 9s 9h 8c 7c 6h 10d")
    assert settled.points == [8 + 7 + 6 + 10 + 25, 0]
    assert settled.lay_offs == []


def test_lay_off__is_on_the_knockers_melds_only() -> None:
    """GN-4, rules 8.2: the defender lays off on the knocker's melds; the knocker lays nothing off."""
    settled = gin().settle(TEN_LEFT, "10c 10d 10s 7c 3c 2h Kd 9h 5d As")
    assert settled.lay_offs == ["B lays off 3c on 4c-5c-6c", "B lays off 7c on 4c-5c-6c"]
    assert [fact["left_points"] for fact in settled.facts] == [10, 2 + 10 + 9 + 5 + 1]


def test_hand__is_dead_with_two_cards_in_the_stock() -> None:
    """GN-5: after a discard with two stock cards left the hand is dead, nobody scores; the stock is never made anew."""
    table = gin()
    table.put(hands=[A, B], pile="Qd 2d", stock="2c 7d 9s 10s")
    assert [table.turn("stock", "Kd"), table.turn("stock", "Ks")] == [GOES_ON, DEAD]
    settled = table.finish()
    assert (settled.points, settled.won) == ([0, 0], [0.0, 0.0])
    assert [fact["end"] for fact in settled.facts] == [3, 3]
    table.put(hands=[A, B], pile="Qd 2d", stock="2c 7d 9s 10s")
    assert [table.turn("pile", "Kd"), table.turn("stock", "Ks")] == [GOES_ON, GOES_ON]


def test_hand__is_not_dead_after_a_knock() -> None:
    """GN-5: a knock with two stock cards left counts."""
    table = gin()
    table.put(hands=[TEN_LEFT, B], pile="Qd 2d", stock="2c 7d 9s")
    assert table.turn("stock", "10h", knock=True) == CLOSED
    assert table.finish().points[0] > 0


def test_dead_stock__is_an_option() -> None:
    """GN-5, option dead_stock: with 0 the last card may be drawn; with none the pile becomes a new stock."""
    table = gin(dead_stock=0)
    table.put(hands=[A, B], pile="Qd 2d", stock="2c 7d")
    assert [table.turn("stock", "Kd"), table.turn("stock", "Ks")] == [GOES_ON, DEAD]
    table = gin(dead_stock=None)
    table.put(hands=[A, B], pile="Qd 2d", stock="2c")
    assert [table.turn("stock", "Kd"), table.turn("stock", "Ks")] == [GOES_ON, GOES_ON]
    assert "B has the pile shuffled into a stock of 2" in table.said()


def test_fiftieth_card__may_be_taken_to_knock_only() -> None:
    """GN-5, fiftieth_card: the next player may take that discard only to end the hand by knocking or gin."""
    table = gin(fiftieth_card=True)
    held = "4c 5c 6c 8d 8h 8s Jc Jd 9h Kd"
    table.put(hands=[held, B.replace("Ks", "Js")], pile="Qd 2d", stock="2c 7d 9s", turn=101)
    assert table.turn("stock", "Js") == DEAD
    assert table.turn("pile", "Jc") == BAD_MOVE
    table.put(hands=[held, B.replace("Ks", "Js")], pile="Qd 2d", stock="2c 7d 9s", turn=101)
    assert [table.turn("stock", "Js"), table.turn("pile", "Kd", knock=False)] == [DEAD, CLOSED]
    assert table.said()[2:] == ["A takes from the pile Js", "A knocks, Kd face down"]
    assert table.finish().points[0] > 0


def test_fiftieth_card__that_allows_no_knock_cannot_be_taken() -> None:
    """GN-5, rules 0.8: the discard is offered only to who can knock with it; else, or if refused, the hand is dead."""
    table = gin(fiftieth_card=True)
    table.put(hands=[A, B], pile="Qd 2d", stock="2c 7d 9s", turn=101)
    assert [table.turn("stock", "Ks"), table.turn("pile", "Kd")] == [DEAD, BAD_MOVE]
    table.put(hands=[A, B], pile="Qd 2d", stock="2c 7d 9s", turn=101)
    assert [table.turn("stock", "Ks"), table.turn("pass")] == [DEAD, REFUSED]


def last_deal(winner: int, loser: int, *, decided: bool = True) -> LastDeal:
    """The last deal of one match."""
    return LastDeal(winner=np.array([winner]), loser=np.array([loser]), decided=np.array([decided]))


def test_next_start__of_gin() -> None:
    """GN-6: next_start: rotate, winner_of_last, loser_of_last, or alternate_after_scored."""
    state, row = Matches("starter", 2, 0, 1), np.array([0])
    won, lost, dead = last_deal(0, 1), last_deal(1, 0), last_deal(-1, -1, decided=False)
    starters = {
        rule: [int(next_starters(state, row, rule, deal)[0]) for deal in (won, lost, dead)]
        for rule in ("rotate", "winner_of_last", "loser_of_last", "alternate_after_scored")
    }
    assert state.starter[0] == 0
    assert starters == {
        "rotate": [1, 1, 1],
        "winner_of_last": [0, 1, 1],
        "loser_of_last": [1, 0, 1],
        "alternate_after_scored": [1, 1, 0],
    }
    assert find_variant("gin_eaai").rules.match_format().next_start == "alternate_after_scored"  # type: ignore[attr-defined]


def test_match__first_to_the_target_wins() -> None:
    """GN-7: first to target (100) wins; a higher total is better."""
    assert after_deal([99, 40], preset="gin")[1] == [0.0, 0.0]
    assert after_deal([100, 40], preset="gin")[1] == [1.0, 0.0]
    assert after_deal([30, 123], preset="gin")[1] == [0.0, 1.0]
    assert after_deal([100, 40], preset="gin", target=150)[1] == [0.0, 0.0]


def test_match__bonuses_are_added_at_its_end() -> None:
    """GN-7: game_bonus for the winner and box_bonus for each deal won are added to final match points."""
    wish = {"seed": 3, "matches": 40, "progress": False}
    plain = rs.simulate("gin", ["greedy"] * 2, **wish)
    wins = plain.deals.collect().group_by("match", "player").agg(boxes=(pl.col("points") > 0).sum())
    extra = rs.simulate(rs.variant("gin", game_bonus=100, box_bonus=20), ["greedy"] * 2, **wish)
    both = plain.matches.join(extra.matches, on=["match", "player"], suffix="_extra").join(wins, on=["match", "player"])
    assert len(both) == 80
    for row in both.iter_rows(named=True):
        assert row["won"] == row["won_extra"]
        assert row["points_extra"] - row["points"] == 100 * row["won"] + 20 * row["boxes"]


@pytest.mark.parametrize(
    ("upcard", "limit"), [("2h", 2), ("9c", 9), ("10d", 10), ("Js", 10), ("Qd", 10), ("Kc", 10), ("Ah", 1)]
)
def test_oklahoma__limit_is_the_value_of_the_upcard(upcard: str, limit: int) -> None:
    """GN-8: the limit is the value of the first upcard, figures 10."""
    table = Table(preset="oklahoma").turn_up(upcard)
    assert table.deal["limit"] == limit
    kept = "4c 5c 6c 8d 8h 8s 3d 3s 3c"
    for card, points in (("Ad", 1), ("2d", 2), ("9d", 9), ("10h", 10)):
        assert table.may_knock(f"{kept} {card}") == (points <= limit)
    assert gin().turn_up(upcard).deal["limit"] == 10


def test_oklahoma__ace_can_mean_gin_only() -> None:
    """GN-8: oklahoma_ace 1 or 0: with 0 an ace turned up means gin only."""
    table = Table(preset="oklahoma", oklahoma_ace=0).turn_up("As")
    assert not table.may_knock("4c 5c 6c 8d 8h 8s 3d 3s 3c Ad")
    assert table.may_knock(GIN_HAND)
    assert Table(preset="oklahoma", oklahoma_ace=0).turn_up("2s").deal["limit"] == 2


def test_oklahoma__spades_double() -> None:
    """GN-8: oklahoma_spade_double: a spade turned up doubles the points of the deal, also of an undercut."""
    hands = "4c 5c 6c 8d 8h 8s Jc Jd Js 4h", "3s 3h 3d 10d 10s 10h 9d 7h 5h 2s"
    table = Table(preset="oklahoma", oklahoma_spade_double=True)
    assert table.turn_up("9s").settle(*hands).points == [38, 0]
    assert table.turn_up("9h").settle(*hands).points == [19, 0]
    assert table.turn_up("As").settle("4c 5c 6c 8d 8h 8s Jc Jd Js Ah", "3s 3h 3d 10d 10s 10h Kc Kd Ks Ac").points == [
        0,
        50,
    ]
    assert Table(preset="oklahoma").turn_up("9s").settle(*hands).points == [19, 0]


# cases


def test_case_38__the_first_of_equal_arrangements() -> None:
    """Case 38: the knocker lays sets of 5, 6, 7; the defender stays at 3: knocker +2."""
    settled = gin().settle("As 5c 5d 5s 6c 6d 6s 7c 7d 7s", "3s 4c 4d 4s 5h 6h 7h 8c 8d 8s")
    assert settled.shown[:3] == ["A shows 5c-5d-5s", "A shows 6c-6d-6s", "A shows 7c-7d-7s"]
    assert [fact["left_points"] for fact in settled.facts] == [1, 3]
    assert settled.points == [2, 0]


def test_case_40__the_wall() -> None:
    """Case 40: stock 2; the last discard may be taken only to end the hand; gin 25 + 18 = 43; no lay-off on gin."""
    table = gin(fiftieth_card=True)
    hand, other = "As 2s 3s 4s 5s 6s 7s 8s Qh Kh", "Ac 2c 3c 9s 10s Js Qs Ks 8h 10h"
    table.put(hands=[hand, other], pile="6d", stock="Jh 4d 9d", turn=101)
    assert table.turn("stock", "Jh") == DEAD
    assert table.turn("pile", "As") == CLOSED
    settled = table.finish()
    assert settled.points == [43, 0]
    assert settled.lay_offs == []
    table.put(hands=[hand, other], pile="6d", stock="Jh 4d 9d", turn=101)
    assert [table.turn("stock", "Jh"), table.turn("pass")] == [DEAD, REFUSED]
    table.outcome = DEAD
    assert table.finish().points == [0, 0]


def test_case_41__chained_lay_offs() -> None:
    """Case 41: knocker shows 5s-6s-7s; defender has 4s 3s 8s: all may be laid off, one at a time."""
    settled = gin().settle("5s 6s 7s Jc Jd Jh Qc Qd Qh 9c", "4s 3s 8s 2c 2d 2h Kc Kd Ks 10h")
    assert settled.lay_offs == [f"B lays off {card} on 5s-6s-7s" for card in ("4s", "3s", "8s")]
    assert settled.facts[1]["left_points"] == 10


@pytest.mark.parametrize("hand", ["4h 5h 6h 7h Qc Qd Qh Kc Kd Kh", "3c 3d 3h 3s 9c 9d 9h Kc Kd Kh"])
def test_case_42__gin_may_knock(hand: str) -> None:
    """Case 42: deadwood 0 and 0: gin may knock."""
    assert gin().leftover(hand) == (0, 0)
    assert gin().may_knock(hand)
    assert gin().close(hand) == GIN


def test_case_44__game_won_by_an_undercut() -> None:
    """Case 44: target 100; A 80 knocks with 9, B 95 has 6 after lay-offs: B + 28 = 123 wins the game."""
    settled = gin().settle("4c 5c 6c 8d 8h 8s Jc Jd Js 9h", "3s 3h 3d 10d 10s 10h 7c 8c Jh 6h")
    assert settled.lay_offs == ["B lays off 8c on 8d-8h-8s", "B lays off Jh on Jc-Jd-Js", "B lays off 7c on 4c-5c-6c"]
    assert settled.facts[1]["left_points"] == 6
    assert settled.points == [0, 28]
    assert after_deal([80 + settled.points[0], 95 + settled.points[1]], preset="gin")[1] == [0.0, 1.0]


def test_case_45__lay_offs_count() -> None:
    """Case 45: defender's deadwood 28, lays off 6, knocker 2: knocker + 20."""
    table = gin()
    held = "6c 3h 3s 3d Kc Kd Ks 9h 4s 9d"
    settled = table.settle("7c 8c 9c 5d 5h 5s Jc Jd Js 2h", held)
    assert table.leftover(held) == (0, 28)
    assert settled.lay_offs == ["B lays off 6c on 7c-8c-9c"]
    assert settled.points == [20, 0]


@pytest.mark.parametrize(("preset", "limit"), [("gin", 10), ("oklahoma", 4)])
def test_case_49__rules_follow_the_parameters(preset: str, limit: int) -> None:
    """Case 49: preset gin and preset oklahoma with an upcard 4: the rule page is made from the parameters; knock limit
    10 and 4.
    """
    page = {row["option"]: row["value"] for row in rs.rules(preset).to_dicts()}
    assert str(page["knock_limit_from_upcard"]).lower() == ("true" if limit == 4 else "false")
    table = Table(preset=preset).turn_up("4h")
    allowed = [table.may_knock(f"4c 5c 6c 8d 8h 8s 3d 3s 3c {card}") for card in ("4d", "5d", "10h")]
    assert allowed == [points <= limit for points in (4, 5, 10)]


def test_clauses__none_of_gin_is_without_a_test() -> None:
    """Every clause GN-1 … GN-8 and every gin case is named in the docstring of a test."""
    text = Path(__file__).read_text()
    wanted = [f"GN-{n}" for n in range(1, 9)] + [f"Case {n}" for n in (38, 40, 41, 42, 44, 45, 49)]
    assert [clause for clause in wanted if not any(f'"""{clause}{end}' in text for end in (":", ","))] == []
