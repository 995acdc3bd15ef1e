"""Clauses of rules.md section 4 in positions: the turn, dead ends, melds, aces, options. Worked examples by number."""

import pytest

from tests.stock.positions import (
    BAD_MOVE,
    ENDED,
    GOES_ON,
    OUT_BY_DISCARD,
    OUT_BY_PLAY,
    STUCK,
    Table,
)

FIVE_HUNDRED = "bga_500"

# the empty stock


def test_empty_stock__lets_take_the_pile_or_end_the_round() -> None:
    """BR-4, BA-7: without a stock the player takes from the pile or ends the round, and cannot draw."""
    for draw, outcome in (("stock", BAD_MOVE), ("end", ENDED), (1, GOES_ON)):
        table = Table()
        table.put("4c 9d", "Kc", pile="2c 6h", stock="")
        assert table.turn(draw, throw="4c") == outcome, draw
    assert table.pile() == "2c 4c"


def test_end_of_the_round__needs_an_empty_stock() -> None:
    """BR-4: the round may be ended only if the stock is empty."""
    table = Table()
    table.put("4c 9d", pile="2c 6h", stock="3c")
    assert table.turn("end") == BAD_MOVE


@pytest.mark.parametrize(
    ("stock_exhausted", "n_made", "outcome"),
    [
        ("may_end", 0, BAD_MOVE),
        ("end", 0, STUCK),
        ("reshuffle_once", 0, GOES_ON),
        ("reshuffle_once", 1, BAD_MOVE),
        ("reshuffle", 0, GOES_ON),
        ("reshuffle", 7, GOES_ON),
    ],
)
def test_stock_exhausted__says_whether_there_is_a_new_stock(stock_exhausted: str, n_made: int, outcome: int) -> None:
    """rules.md 4.7: no new stock, one, or always; ``end`` ends the deal before the turn."""
    table = Table(stock_exhausted=stock_exhausted)
    table.put("4c 9d", pile="2c 3d 6h", stock="", n_reshuffles=n_made)
    assert table.turn("stock", throw="4c") == outcome
    if outcome == GOES_ON:
        assert table.pile() == "6h 4c"
        assert table.hand("A") in ("2c 9d", "3d 9d")
        assert table.deal["n_reshuffles"] == n_made + 1


def test_stock_exhausted__leaves_the_top_of_the_pile_alone() -> None:
    """CONTRACT_STOCK 2: a pile of one card makes no stock; then the round may be ended."""
    table = Table(stock_exhausted="reshuffle")
    table.put("4c 9d", pile="6h")
    assert table.turn("end") == ENDED
    table.put("4c 9d", pile="6h 7h")
    assert table.turn("end") == BAD_MOVE


def test_max_reshuffles__counts_in_the_deal() -> None:
    """rules.md 8.11: no more new stocks than said."""
    for n_made, outcome in ((1, GOES_ON), (2, BAD_MOVE)):
        table = Table(stock_exhausted="reshuffle", max_reshuffles=2)
        table.put("4c 9d", pile="2c 3d 6h", n_reshuffles=n_made)
        assert table.turn("stock", throw="4c") == outcome


# the top of the pile


def test_top_discard__may_not_be_thrown_in_the_same_turn() -> None:
    """B8: takes the top discard 7d, then discards 7d: not legal, but with ``no_return_discard = false``."""
    for bars, outcome in ((True, BAD_MOVE), (False, GOES_ON)):
        table = Table(no_return_discard=bars)
        table.put("4c 9d", pile="2c 7d", stock="3c")
        assert table.turn(1, throw="7d") == outcome


def test_top_discard__may_be_thrown_if_drawn_or_held_twice() -> None:
    """CONTRACT_STOCK 2: a card is barred only after its take, and only if it is held once."""
    table = Table()
    table.put("4c 9d", pile="2c", stock="7d")
    assert table.turn("stock", throw="7d") == GOES_ON
    table = Table(two_packs_from=2)
    table.put("4c 7d", pile="2c 7d", stock="3c")
    assert table.turn(1, throw="7d") == GOES_ON
    assert table.hand("A") == "4c 7d"


def test_dead_end__of_the_top_discard_alone_is_not_played_into() -> None:
    """B9, BR-5: takes 7d, hand 4c 4h 4s, nothing takes 7d: the fours may not be melded; a four is thrown."""
    table = Table()
    table.put("4c 4h 4s", pile="2c 7d", stock="3c")
    assert table.turn(1, "4c-4h-4s", throw="7d") == BAD_MOVE
    table.put("4c 4h 4s", pile="2c 7d", stock="3c")
    assert table.turn(1, throw="4s") == GOES_ON
    assert table.hand("A") == "4c 7d 4h"


@pytest.mark.parametrize("meld", ["7c-7h-7s", "8d-9d-10d", "4d-5d-6d"])
def test_dead_end__is_none_if_the_card_can_be_laid_off(meld: str) -> None:
    """BR-5, 8.9: the action is legal if the card left can be played at once; then it must be."""
    for plays, outcome in ((("4c-4h-4s",), BAD_MOVE), (("4c-4h-4s", "7d>0"), OUT_BY_PLAY)):
        table = Table()
        table.put("4c 4h 4s", pile="2c 7d", stock="3c", melds=[meld])
        low_end = meld == "8d-9d-10d"
        assert table.turn(1, *(play.replace(">", "<") if low_end else play for play in plays)) == outcome


def test_dead_end__is_none_if_the_meld_allows_the_lay_off() -> None:
    """BR-5 with layoff_requires_meld: the new meld itself opens the lay-off; else any action may lead there."""
    table = Table(layoff_requires_meld="turn")
    table.put("4c 4h 4s", pile="2c 7d", melds=["7c-7h-7s"])
    assert table.turn(1, "4c-4h-4s", "7d>0") == OUT_BY_PLAY
    table = Table()
    table.put("4c", pile="2c 7d", melds=["4d-4h-4s", "7c-7h-7s"])
    assert table.turn(1, "4c>0", "7d>1") == OUT_BY_PLAY


def test_top_discard_must_be_used__asks_for_it_in_the_first_action() -> None:
    """rules.md 4.7: even the top card must be used at once."""
    for uses, hand in ((True, "7c 7h 9d"), (False, "7c 6h 9d")):
        table = Table(top_discard_must_be_used=True)
        table.put(hand, pile="2c 7d", stock="3c")
        assert table.may_take(1) == uses
        free = Table()
        free.put(hand, pile="2c 7d", stock="3c")
        assert free.may_take(1)
    hand = "7c 7h 9d 4c 4h 4s"
    for plays, outcome in ((("7c-7d-7h",), GOES_ON), (("4c-4h-4s", "7c-7d-7h"), BAD_MOVE), ((), BAD_MOVE)):
        table = Table(top_discard_must_be_used=True)
        table.put(hand, pile="2c 7d", stock="3c")
        assert table.turn(1, *plays, throw="9d") == outcome


def test_pile_card__is_not_used_where_a_joker_stands_for_it() -> None:
    """rules.md 0.5: 7c does not go on X-8c-9c, whose joker is the seven; 6c does, and then 5c."""
    for card, hand, may in (
        ("7c", "6c 9d", False),
        ("6c", "7c 9d", True),
        ("5c", "6c 9d", True),
        ("5c", "7c 9d", False),
    ):
        table = Table(preset="rum500_jokers")
        table.put(hand, pile=f"{card} 2h", stock="3c", melds=["X-8c-9c"])
        assert table.may_take(2) == may


# deeper in the pile

PILE = "5d 9c 5s 2h"


def test_deep_take__uses_cards_from_above() -> None:
    """B6: pile 5d 9c 5s 2h, hand 5h: they may take 5d and must at once lay 5d-5h-5s."""
    table = Table(preset=FIVE_HUNDRED)
    table.put("5h Kc Kd", pile=PILE, stock="3c")
    assert table.may_take(4)
    assert not table.may_take(3)
    assert table.turn(4, "5d-5h-5s", throw="Kc") == GOES_ON
    assert table.hand("A") == "9c Kd 2h"
    assert table.pile() == "Kc"
    assert table.lies("5d-5h-5s")


def test_deep_take__does_not_wait() -> None:
    """B6, BA-5: the very next action must use the lower card; stopping or another meld first is not legal."""
    for plays in ((), ("Kc-Kd-Kh", "5d-5h-5s")):
        table = Table(preset=FIVE_HUNDRED)
        table.put("5h Kc Kd Kh 8s", pile=PILE)
        assert table.turn(4, *plays, throw="8s") == BAD_MOVE


def test_pile_card_reuse__false_keeps_the_cards_above_out_of_the_first_action() -> None:
    """B6: with pile_card_reuse = false, no; with two fives held before, yes, and the cards above follow later."""
    table = Table(preset=FIVE_HUNDRED, pile_card_reuse=False)
    table.put("5h Kc Kd", pile=PILE)
    assert not table.may_take(4)
    for first, outcome in (("5c-5d-5h", GOES_ON), ("5c-5d-5h-5s", BAD_MOVE)):
        table = Table(preset=FIVE_HUNDRED, pile_card_reuse=False)
        table.put("5c 5h Kc", pile=PILE)
        assert table.may_take(4)
        plays = (first, "5s>0") if outcome == GOES_ON else (first,)
        assert table.turn(4, *plays, throw="Kc") == outcome


def test_deep_take__needs_a_use_for_the_lowest_card() -> None:
    """B7: no five and no meld for 5d, hand 6d: no (needs 4d or 7d as well)."""
    table = Table(preset=FIVE_HUNDRED)
    for hand, melds, may in (
        ("6d Kc", [], False),
        ("6d 7d", [], True),
        ("4d 6d", [], True),
        ("6d Kc", ["2d-3d-4d"], True),
        ("4d Kc", ["Ad-2d-3d"], True),
        ("6d Kc", ["5c-5h-5s"], True),
    ):
        table.put(hand, pile="5d 9c 2h", melds=melds)
        assert table.may_take(3) == may, hand


def test_deep_take__leaves_every_card_free_to_be_thrown() -> None:
    """BA-6: the no-discard rule holds for a single take of the top only."""
    table = Table(preset=FIVE_HUNDRED)
    table.put("5h Kc Kd", pile=PILE)
    assert table.turn(4, "5d-5h-5s", throw="2h") == GOES_ON


def test_deep_take__is_not_for_basic_rummy() -> None:
    """rules.md 4.2: lower cards only with extended_discard."""
    table = Table()
    table.put("5h 5c Kd", pile=PILE, stock="3c")
    assert not table.may_take(4)
    assert table.may_take(1)


# going out


def test_out__by_melding_everything_needs_no_discard() -> None:
    """B10: hand 9c 9d, draws 9s: meld all three, round over."""
    table = Table()
    table.put("9c 9d", "Kc", pile="2c", stock="9s")
    outcome = table.turn("stock", "9c-9d-9s")
    assert outcome == OUT_BY_PLAY
    assert table.pile() == "2c"
    facts = table.facts(outcome)
    assert [row["out"] for row in facts] == [1, 0]
    assert [row["rummy"] for row in facts] == [1, 0]


def test_out__by_the_last_discard() -> None:
    """rules.md 4.2: emptying the hand by the discard ends the round too."""
    table = Table()
    table.put("9c 9d 9h", "Kc", pile="2c", stock="4s")
    assert table.turn("stock", "9c-9d-9h", throw="4s") == OUT_BY_DISCARD


def test_final_discard_required__lets_a_player_float() -> None:
    """rules.md 4.7: who lays the last card is not out; next turn they draw, and go out by a discard."""
    table = Table(final_discard_required=True)
    table.put("9c 9d", "Kc 2d", pile="2c", stock="9s 3h 4h")
    assert table.turn("stock", "9c-9d-9s") == GOES_ON
    assert table.hand("A") == ""
    assert table.turn("stock", throw="3h") == GOES_ON
    assert table.turn("stock", throw="4h") == OUT_BY_DISCARD
    assert table.facts(OUT_BY_DISCARD)[0]["rummy"] == 0


def test_final_discard_required__a_floater_takes_a_barred_top_only_to_use_it() -> None:
    """CONTRACT_STOCK 2: with an empty hand only a card that can be used may be taken, if it is barred."""
    for melds, bars, may in (([], True, False), ([], False, True), (["3c-3d-3s"], True, True)):
        table = Table(final_discard_required=True, no_return_discard=bars)
        table.put("", pile="2c 3h", stock="8s", melds=melds)
        assert table.may_take(1) == may
    table = Table(final_discard_required=True)
    table.put("", pile="2c 3h", melds=["3c-3d-3s"])
    assert table.turn(1, "3h>0") == GOES_ON
    assert table.hand("A") == ""


# lay-offs and melds a turn


def test_meld_layoff_restriction__allows_one_meld_a_turn_and_then_lay_offs() -> None:
    """B11: 3c 3d 3h 8s 8d 8h K: one set a turn; after the first they may lay off."""
    hand, melds = "3c 3d 3h 8s 8d 8h Ks 9c", ["10s-Js-Qs"]
    for plays, outcome in (
        (("3c-3d-3h", "8d-8h-8s"), BAD_MOVE),
        (("3c-3d-3h", "Ks>0"), GOES_ON),
        (("Ks>0",), BAD_MOVE),
    ):
        table = Table(meld_layoff_restriction=True)
        table.put(hand, stock="2d", pile="2c", melds=melds)
        assert table.turn("stock", *plays, throw="9c") == outcome
    table.put(hand, stock="2d", pile="2c", melds=melds, melded="A")
    assert table.turn("stock", "Ks>0", throw="9c") == GOES_ON


def test_one_meld_per_turn__does_not_touch_lay_offs() -> None:
    """rules.md 4.7: one new meld a turn; lay-offs before it are free; the next turn allows another."""
    table = Table(one_meld_per_turn=True)
    table.put("3c 3d 3h 8s 8d 8h Ks 9c", "Kd 4d", pile="2c", stock="2d 2h 5d", melds=["10s-Js-Qs"])
    assert table.turn("stock", "Ks>0", "3c-3d-3h", throw="9c") == GOES_ON
    assert table.turn("stock", throw="4d") == GOES_ON
    assert table.turn("stock", "8d-8h-8s", throw="2d") == GOES_ON
    assert table.lies("10s-Js-Qs-Ks", "3c-3d-3h", "8d-8h-8s")


@pytest.mark.parametrize(
    ("requires", "free", "melded", "after"),
    [("none", True, True, True), ("round", False, True, True), ("turn", False, False, True)],
)
def test_layoff_requires_meld__none_round_turn(requires: str, free: bool, melded: bool, after: bool) -> None:
    """BA-3: a lay-off without a meld, with one of an earlier turn, and after one of this turn."""
    for names, plays, allowed in (("", (), free), ("A", (), melded), ("", ("3c-3d-3h",), after)):
        table = Table(layoff_requires_meld=requires)
        table.put("3c 3d 3h Ks 9c", pile="2c", stock="2d", melds=["10s-Js-Qs"], melded=names)
        assert (table.turn("stock", *plays, "Ks>0", throw="9c") == GOES_ON) == allowed


def test_lay_off__of_a_card_that_fits_two_melds_names_its_meld() -> None:
    """cases.md 51: table 7c-7d-7h and 4s-5s-6s, hand 7s: two distinct actions, the target is logged."""
    for index, lying in ((0, ("7c-7d-7h-7s", "4s-5s-6s")), (1, ("7c-7d-7h", "4s-5s-6s-7s"))):
        table = Table()
        table.put("7s 9c", pile="2c", stock="2d", melds=["7c-7d-7h", "4s-5s-6s"])
        assert table.turn("stock", f"7s>{index}", throw="9c") == GOES_ON
        assert table.lies(*lying)
        assert [row[3] for row in table.player.read_log().tolist() if row[1] == 8] == [index]


# aces


@pytest.mark.parametrize(
    ("meld", "low", "either", "wrap"),
    [
        ("As-2s-3s", True, True, True),
        ("Qs-Ks-As", False, True, True),
        ("Ks-As-2s", False, False, True),
        ("Ac-Ad-Ah", True, True, True),
        ("5s-6s", False, False, False),
    ],
)
def test_melds__with_aces(meld: str, low: bool, either: bool, wrap: bool) -> None:
    """B1, BR-6, BR-7: A-2-3, Q-K-A, K-A-2 in each mode; two cards are no run."""
    for mode, valid in (("low", low), ("either", either), ("wrap", wrap)):
        table = Table(ace_mode=mode)
        table.put("As 2s 3s Qs Ks Ac Ad Ah 5s 6s")
        assert table.may(meld) == valid, mode


def test_lay_off__goes_on_no_further_than_an_ace() -> None:
    """BR-8: K-A may not be extended with 2, A-2 not with K; but in a circle."""
    for meld, play in (("Qs-Ks-As", "2s>0"), ("As-2s-3s", "Ks<0")):
        for mode, allowed in (("either", False), ("wrap", True)):
            table = Table(ace_mode=mode)
            table.put("2s Ks 8c", melds=[meld])
            assert table.may(play) == allowed, (meld, mode)


def test_lay_off__an_ace_takes_the_end_where_it_is_put() -> None:
    """BR-8, B17: on a run 2–K the ace is low or high, and counts so; above it nothing goes."""
    run = "2c-3c-4c-5c-6c-7c-8c-9c-10c-Jc-Qc-Kc"
    for play, low, high in (("Ac<0", 1, 0), ("Ac>0", 0, 1)):
        table = Table(preset=FIVE_HUNDRED)
        table.put("Ac 4d", "Kd", pile="2d", stock="9d", melds=[run])
        assert table.turn("stock", play, throw="4d") == GOES_ON
        facts = table.facts(GOES_ON)[0]
        assert (facts["tabled_aces_low"], facts["tabled_aces_high"]) == (low, high)


def test_lay_off__a_full_suit_takes_no_second_ace() -> None:
    """8.9: a full suit is declared ace-low or ace-high; thirteen cards are the most, in a circle too."""
    twelve = "2c-3c-4c-5c-6c-7c-8c-9c-10c-Jc-Qc-Kc"
    for meld in (f"Ac-{twelve}", f"{twelve}-Ac"):
        for mode in ("either", "wrap"):
            table = Table(ace_mode=mode, two_packs_from=2)
            table.put("Ac 2c Kc 8d", melds=[meld])
            assert not any(table.may(play) for play in ("Ac>0", "Ac<0", "2c>0", "Kc<0")), (meld, mode)


# the call


def called(call_rummy: str, hand: str, claims: dict[str, str], melded: str = "", **options: str) -> tuple[int, Table]:
    """A throws 7s, which fits the fours … sixes of spades; what became of the turn."""
    table = Table(3, call_rummy=call_rummy, **options)
    table.put(hand, "Kc Kd", "Qc Qd", pile="2c", stock="2d", melds=["4s-5s-6s", "7c-7d-7h"], melded=melded)
    plays = ("2d-3d-4d",) if hand == "3d 4d 7s" else ()
    return table.turn("stock", *plays, throw="7s", claims=claims), table


def test_call_rummy__gives_the_discard_to_the_first_who_claims() -> None:
    """rules.md 8.8: asked in turn order; the first who claims lays it off, the card leaves the pile, play goes on."""
    outcome, table = called("any", "9h 7s", {"B": "7s>1", "C": "7s>0"})
    assert outcome == GOES_ON
    assert table.lies("4s-5s-6s", "7c-7d-7h-7s")
    assert table.pile() == "2c"
    assert [row["claims"] for row in table.facts(GOES_ON)] == [0, 1, 0]
    assert [row["laid_off"] for row in table.facts(GOES_ON)] == [0, 1, 0]
    assert table.was_asked("B")
    assert not table.was_asked("C")
    assert table.hand("B") == "Kc Kd"


def test_call_rummy__may_be_declined() -> None:
    """rules.md 8.8: who says no leaves it to the next; if nobody claims, the card lies on the pile."""
    _, table = called("any", "9h 7s", {"C": "7s>0"})
    assert table.lies("4s-5s-6s-7s", "7c-7d-7h")
    _, table = called("any", "9h 7s", {})
    assert table.was_asked("C")
    assert not table.was_asked("A")
    assert table.pile() == "2c 7s"


def test_call_rummy__last_discard_asks_for_the_one_that_ends_the_deal() -> None:
    """rules.md 4.7: ``last_discard`` is asked only if the hand is empty then; the deal ends all the same."""
    _, table = called("last_discard", "9h 7s", {"B": "7s>0"})
    assert table.pile() == "2c 7s"
    outcome, table = called("last_discard", "3d 4d 7s", {"B": "7s>0"})
    assert outcome == OUT_BY_DISCARD
    assert table.melds()[0] == table.action("4s-5s-6s-7s")
    outcome, table = called("none", "3d 4d 7s", {"B": "7s>0"})
    assert (outcome, table.pile()) == (OUT_BY_DISCARD, "2c 7s")


@pytest.mark.parametrize("requires", ["round", "turn"])
def test_call_rummy__asks_only_players_with_a_meld_if_lay_offs_need_one(requires: str) -> None:
    """CONTRACT_STOCK 2: with layoff_requires_meld only players who have melded in this deal claim."""
    claims = {"B": "7s>0", "C": "7s>1"}
    _, table = called("any", "9h 7s", claims, melded="C", layoff_requires_meld=requires)
    assert not table.was_asked("B")
    assert table.lies("4s-5s-6s", "7c-7d-7h-7s")
    _, table = called("any", "9h 7s", claims, melded="A", layoff_requires_meld=requires)
    assert table.pile() == "2c 7s"


def test_call_rummy__takes_no_claim_that_does_not_fit() -> None:
    """rules.md 8.8: a claim is a lay-off of that card; the low end of 4-5-6 takes no seven."""
    outcome, _ = called("any", "9h 7s", {"B": "7s<0"})
    assert outcome == BAD_MOVE
