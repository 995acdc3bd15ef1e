"""Clauses CG-1 … CG-14 of rules.md section 3: equipment, deal, turn, melds. One test or more a clause."""

from typing import Any

import numpy as np
import pytest

from rummysim.core.notation import card_name, format_hand
from rummysim.engine.lineup import resolve_lineup
from rummysim.engine.match import LastDeal, Matches, next_starters
from rummysim.errors import InputError
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.play import FACT_COLUMNS, Player
from rummysim.games.knock.rules import KnockRules
from rummysim.games.registry import find_variant
from tests.knock.positions import BAD_MOVE, CLOSED, GOES_ON, STUCK, Table

IDLE = "10o 11o 12o 10c 11c 12e 2o"
"""A hand for a player who does not matter."""

C1 = "4e 5e 6e 7o 7c 7b 3c"


# equipment, deal, seats


@pytest.mark.parametrize(
    ("deck", "numbers", "jokers"),
    [(40, [1, 2, 3, 4, 5, 6, 7, 10, 11, 12], 0), (48, list(range(1, 13)), 0), (50, list(range(1, 13)), 2)],
)
def test_deck__has_its_cards_once(deck: int, numbers: list[int], jokers: int) -> None:
    """CG-1: Spanish deck, three forms: 40 cards (1–7, 10–12); 48 adds 8 and 9; 50 adds two jokers."""
    table = Table(deck=deck)
    cards = [card_name(int(card), table.deck) for card in table.deal["deck"][:deck]]
    assert sorted(cards) == sorted([f"{number}{suit}" for suit in "oceb" for number in numbers] + ["X"] * jokers)


@pytest.mark.parametrize(("deck", "n_wilds"), [(40, 1), (48, 1), (50, 3)])
def test_ace_of_coins__is_wild_in_all_three_decks(deck: int, n_wilds: int) -> None:
    """CG-2: ace_of_coins_wild is true by default for all three decks; with 50 cards there are three wild cards."""
    encoded = KnockRules(deck=deck).encode(2)
    assert encoded["n_wilds"] == int(encoded["wild_cards"]).bit_count() == n_wilds
    hand = "1o 5c 6c 12b"
    assert Table(deck=deck).leftover(hand) == (0, 12)
    assert Table(deck=deck, ace_of_coins_wild=False).leftover(hand) == (0, 1 + 5 + 6 + 12)


def test_max_wilds_when_knocking__counts_the_printed_jokers_only() -> None:
    """CG-2: max_wilds_when_knocking counts the printed jokers only: a joker beside the ace of coins is one."""
    table = Table(deck=50)
    assert table.may_knock("X 1o 5b 6b 7b 2c 2e")
    assert not table.may_knock("X X 5b 6b 7b 2c 2e")
    assert not Table(deck=50, max_wilds_when_knocking=0).may_knock("X 1o 5b 6b 7b 2c 2e")
    assert Table(deck=50, max_wilds_when_knocking=0).may_knock("1o 4b 5b 6b 7b 2c 2e")


def test_players__are_two_to_four() -> None:
    """CG-3: 2–4 players; fewer seats where the option says so."""
    conga = find_variant("conga")
    assert [len(resolve_lineup(conga, ["greedy"] * n)) for n in (2, 3, 4)] == [2, 3, 4]
    for n, variant in ((1, conga), (5, conga), (3, conga.with_options({"seats": 2}))):
        with pytest.raises(InputError, match=f"{n} bot"):
            resolve_lineup(variant, ["greedy"] * n)


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_deal__is_seven_cards_each_and_one_face_up(n_players: int) -> None:
    """CG-4: seven cards each; one card face up beside the stock starts the discard pile."""
    table = Table(n_players)
    hands, upcard = table.player.dealt(np.array([5, 9, 0, n_players, 1]))
    assert [hand.bit_count() for hand, _ in hands] == [7] * n_players
    assert len(table.pile().split()) == 1
    assert len(table.stock()) == 40 - 7 * n_players - 1
    lying = [format_hand(*hand, table.deck) for hand in hands] + [card_name(upcard, table.deck), *table.stock()]
    assert len(set(" ".join(lying).split())) == 40


def test_starter_has_eight__the_starter_begins_with_a_discard() -> None:
    """CG-4 with starter_has_eight: eight cards, no draw in the first turn, and a discard that may knock."""
    table = Table(starter_has_eight=True)
    assert len(table.hand(0).split()) == 8
    table.put(hands=[f"{C1} 12b", IDLE], pile="1c", stock="2b 3b", turn=0)
    assert table.turn("stock", "12b") == GOES_ON
    assert table.said() == ["A throws 12b"]
    assert table.turn("stock", "2o") == GOES_ON
    assert table.turn("stock", "3b", knock=True) == CLOSED
    assert table.said()[3:] == ["A draws 3b", "A knocks, 3b face down"]


def last_deal(winner: int = -1, loser: int = -1, *, decided: bool = True) -> LastDeal:
    """The last deal of one match, by who alone won it and who alone had the worst points."""
    return LastDeal(winner=np.array([winner]), loser=np.array([loser]), decided=np.array([decided]))


def test_next_start__is_the_seat_after_the_previous_starter() -> None:
    """CG-5: then the seat after the previous starter, of those still in."""
    state, row = Matches("starter", 4, 0, 1), np.array([1])
    assert state.starter.tolist() == [0, 1, 2, 3]
    assert next_starters(state, row, "rotate", last_deal(3)).tolist() == [2]
    state.alive[1, 2] = False
    assert next_starters(state, row, "rotate", last_deal(3)).tolist() == [3]
    state.alive[1, 3] = False
    assert next_starters(state, row, "rotate", last_deal(3)).tolist() == [0]


def test_next_start__can_be_the_winner_or_always_the_same() -> None:
    """CG-5, option next_start: winner_of_last (undecided or shared: as rotate) and fixed (while in)."""
    state, row = Matches("starter", 4, 0, 1), np.array([1])
    assert next_starters(state, row, "winner_of_last", last_deal(0)).tolist() == [0]
    assert next_starters(state, row, "winner_of_last", last_deal(-1)).tolist() == [2]
    assert next_starters(state, row, "fixed", last_deal(0)).tolist() == [1]
    state.alive[1, 1] = False
    assert next_starters(state, row, "fixed", last_deal(0)).tolist() == [2]


def test_first_start__is_every_player_once_a_block() -> None:
    """CG-5: the starter of the first deal is random: each player starts one match of a block."""
    for scheme in ("starter", "players"):
        assert sorted(Matches(scheme, 3, 5, 2).starter.tolist()) == [0, 0, 1, 1, 2, 2]


def test_stock__is_made_of_the_pile_without_its_top() -> None:
    """CG-6: stock exhausted: shuffle the discards, keeping the top one, as new stock."""
    table = Table()
    table.put(hands=[C1, IDLE], pile="1e 2e 3e 1b 2b 3b", stock="")
    assert table.turn("stock", "3c") == GOES_ON
    assert table.said()[0] == "A has the pile shuffled into a stock of 5"
    drawn = table.said()[1].removeprefix("A draws ")
    assert table.pile() == "3b 3c"
    lay = ["1e", "2e", "3e", "1b", "2b"]
    assert sorted([drawn, *table.stock()]) == sorted(lay)
    assert [drawn, *table.stock()] != lay
    assert table.deal["n_reshuffles"] == 1


def test_stock__is_not_touched_while_it_has_cards() -> None:
    """CG-6: only an empty stock is made anew, and only for a player who draws from it."""
    table = Table()
    table.put(hands=[C1, IDLE], pile="1e 2e", stock="3b")
    assert table.turn("stock", "3b") == GOES_ON
    assert table.turn("pile", "3b") == GOES_ON
    assert not any("shuffled" in line for line in table.said())


def test_max_reshuffles__none_is_no_limit_and_a_number_is_one() -> None:
    """CG-6: max_reshuffles none; with a limit used up the turn that begins with an empty stock ends the deal."""
    for limit, outcome in ((None, GOES_ON), (1, STUCK)):
        table = Table(max_reshuffles=limit)
        table.put(hands=[C1, IDLE], pile="1e 2e", stock="")
        assert [table.turn("stock", "3c"), table.turn("pile", "2o")] == [GOES_ON, outcome]


def test_stock__that_cannot_be_made_ends_the_deal_even_if_the_pile_could_be_taken() -> None:
    """CG-6, CONTRACT 4.1: a pile of one card cannot be shuffled: exhausted."""
    table = Table()
    table.put(hands=[C1, IDLE], pile="1e", stock="")
    assert table.turn("pile", "3c") == STUCK
    assert table.said() == []


def test_max_turns__guards_a_deal_without_end() -> None:
    """CG-6: guarded by max_turns: all score their least leftovers, no lay-offs, no bonus, nobody wins."""
    rules = KnockRules(max_turns=7, no_knock_first_round=True, knock_limit=0, max_leftover_cards=0)
    jobs = np.array([[3, unit, 0, 2, 0] for unit in range(50)])
    facts, bad = Player(rules.encode, [BOTS["random"]] * 2).play(jobs, np.tile(np.arange(2), (50, 1)))
    assert bad == -1
    row = dict(zip(FACT_COLUMNS, facts, strict=True))
    assert set(row["end"]) == {1}
    assert set(row["turns"]) == {7}
    assert set(row["close"]) == {-1}
    assert not row["laid_cards"].any()


# turn


def test_draw__is_the_top_of_the_stock_or_of_the_pile() -> None:
    """CG-7: draw one: top of the stock or top of the discard pile."""
    table = Table()
    table.put(hands=[C1, IDLE], pile="1e 2e", stock="1b 2b")
    table.turn("stock", "1b")
    table.turn("pile", "1b")
    assert table.said() == ["A draws 1b", "A throws 1b", "B takes from the pile 1b", "B throws 1b"]
    assert table.stock() == ["2b"]
    assert table.pile() == "1e 2e 1b"


def test_draw__knocking_instead_is_no_choice_by_default() -> None:
    """CG-7, CA-1: knocking is no alternative to drawing; with knock_without_draw it is, if the cards held allow it."""
    for options, held, outcome in (
        ({}, C1, BAD_MOVE),
        ({"knock_without_draw": True}, C1, CLOSED),
        ({"knock_without_draw": True}, "4e 5e 6e 7o 7c 7b 6c", BAD_MOVE),
    ):
        table = Table(**options)
        table.put(hands=[held, IDLE], pile="1e", stock="1b 2b")
        assert table.turn("none", knock=True) == outcome
    table.put(hands=[C1, IDLE], pile="1e", stock="1b 2b")
    table.turn("none", knock=True)
    assert table.said() == ["A knocks without drawing"]
    assert len(table.hand(0).split()) == 7


def test_discard__goes_face_up_on_the_pile() -> None:
    """CG-8: discard one card face up; only a card that is held."""
    table = Table()
    table.put(hands=["4e 5e 6e 7o 7c 1c 3b", IDLE], pile="1e", stock="1b 2b")
    assert table.turn("stock", "12b") == BAD_MOVE
    table.put(hands=["4e 5e 6e 7o 7c 1c 3b", IDLE], pile="1e", stock="1b 2b")
    assert table.turn("stock", "3b") == GOES_ON
    assert table.pile() == "1e 3b"
    assert table.hand(0) == "7o 1c 7c 4e 5e 6e 1b"


def test_knock__is_a_discard_face_down_that_ends_the_deal() -> None:
    """CG-8: or knock: discard one card face down, which ends the deal."""
    table = Table()
    table.put(hands=[C1, IDLE], pile="1e", stock="12b 2b")
    assert table.turn("stock", "12b", knock=True) == CLOSED
    assert table.said() == ["A draws 12b", "A knocks, 12b face down"]
    assert table.pile() == "1e"
    assert table.hand(0) == "7o 3c 7c 4e 5e 6e 7b"


def test_melds__are_shown_after_the_knock_only() -> None:
    """CG-8: nothing is melded on the table before the knock."""
    player = Player(KnockRules().encode, [BOTS["greedy"]] * 3, 512)
    for unit in range(20):
        player.play(np.array([[2, unit, 0, 3, 0]]), np.arange(3)[None])
        acts = player.read_log()[:, 1].tolist()
        knock = acts.index(4)
        assert max(acts[:knock]) <= 3
        assert min(acts[knock + 1 :], default=9) >= 6


@pytest.mark.parametrize(
    ("kept", "allowed"),
    [
        ("4e 5e 6e 7o 7c 7b 5c", True),
        ("4e 5e 6e 7o 7c 7b 6c", False),
        ("3b 4b 5b 6b 2c 1e 2e", True),
        ("3b 4b 5b 6b 1e 2e 3c", False),
        ("4e 5e 6e 7o 7c 1b 2c", False),
    ],
)
def test_knock__needs_four_melded_and_at_most_five_points_left(kept: str, allowed: bool) -> None:
    """CG-9: at least 4 melded cards and leftovers worth ≤ 5; any number of leftovers."""
    assert Table().may_knock(kept) == allowed


def test_min_melded__binds_under_a_looser_limit() -> None:
    """CG-9: at least min_melded of the cards kept are melded, whatever the leftovers are worth."""
    loose: dict[str, Any] = {"knock_limit": 20, "max_leftover_cards": 7}
    kept = "4e 5e 6e 1c 2b 3o 7c"
    assert not Table(**loose).may_knock(kept)
    assert Table(**loose, min_melded=3).may_knock(kept)
    assert not Table(knock_limit=12, max_leftover_cards=7, min_melded=3).may_knock(kept)


def test_max_leftover_cards__binds() -> None:
    """CG-9, rules 3.7: at most max_leftover_cards left, even where fewer cards left would count more."""
    kept = "3b 4b 5b 6b 1e 1c 3o"
    assert [Table(max_leftover_cards=n).may_knock(kept) for n in (1, 2, 3)] == [False, False, True]
    fewer = "5b 6b 7b 1c 1e 1b 4e"
    assert [Table(max_leftover_cards=n).may_knock(fewer) for n in (0, 1)] == [False, True]


def test_knock__of_fewer_cards_left_may_count_more_points() -> None:
    """CG-9: of what satisfies the conditions the least leftover: 1c 1b by two cards, 3e by one."""
    kept = "1o 1c 1b 3e 5e 6e 7e"
    settled = {n: Table(max_leftover_cards=n).settle(kept, IDLE) for n in (1, 3)}
    assert {n: each.points[0] for n, each in settled.items()} == {1: 3, 3: 2}
    assert settled[3].shown[:1] == ["A shows 3e-X(=4e)-5e-6e-7e"]
    assert settled[1].shown[1] == "A shows 5e-6e-7e"
    assert not Table(max_leftover_cards=0).may_knock(kept)


def test_knock__never_with_a_wild_left() -> None:
    """CG-9, CONTRACT 4.1: a left wild always exceeds the limit."""
    kept = "7o 7c 7e 7b X 1c 4e"
    assert Table(deck=50).leftover(kept) == (0, 1 + 4 + 7)
    assert [Table(deck=50, knock_limit=limit).may_knock(kept) for limit in (11, 12)] == [False, True]


def test_knock__is_never_compulsory() -> None:
    """CG-9: knocking is never compulsory."""
    table = Table()
    table.put(hands=[C1, IDLE], pile="1e", stock="12b 2b")
    assert table.turn("stock", "12b", knock=False) == GOES_ON
    assert table.pile() == "1e 12b"


def test_knock__wished_with_cards_that_do_not_allow_it_is_a_discard() -> None:
    """CG-9: with more than 5 left the question whether to knock is not asked."""
    table = Table()
    table.put(hands=["4e 5e 6e 7o 7c 7b 6c", IDLE], pile="1e", stock="12b 2b")
    assert table.turn("stock", "12b", knock=True) == GOES_ON


def test_no_knock_first_round__bars_every_players_first_turn() -> None:
    """CG-9 with no_knock_first_round."""
    table = Table(3, no_knock_first_round=True)
    assert [table.may_knock(C1, turn) for turn in range(5)] == [False, False, False, True, True]
    assert Table(3).may_knock(C1, 0)


def test_discard__of_the_card_just_taken_is_allowed_unless_the_option_bars_it() -> None:
    """CG-10: the card just taken may be discarded again (no_return_discard = false)."""
    for bars, outcome in ((False, GOES_ON), (True, BAD_MOVE)):
        table = Table(no_return_discard=bars)
        table.put(hands=[C1, IDLE], pile="1e 12b", stock="3b 2b")
        assert table.turn("pile", "12b") == outcome
    table.put(hands=[C1, IDLE], pile="1e 12b", stock="3b 2b")
    assert table.turn("pile", "3c") == GOES_ON
    table.put(hands=[C1, IDLE], pile="1e 12b", stock="3b 2b")
    assert table.turn("stock", "3b") == GOES_ON


# melds


@pytest.mark.parametrize(
    ("deck", "ace_mode", "run", "is_meld"),
    [
        (40, "low", "1c 2c 3c", True),
        (40, "low", "1c 2c", False),
        (40, "low", "1c 2c 3e", False),
        (40, "low", "2c 4c 6c", False),
        (40, "low", "6c 7c 10c", True),
        (48, "low", "6c 7c 10c", False),
        (50, "low", "7c 8c 9c 10c", True),
        (40, "low", "11c 12c 1c", False),
        (40, "either", "11c 12c 1c", True),
        (40, "either", "1c 2c 3c", True),
        (40, "either", "12c 1c 2c", False),
        (50, "either", "11c 12c 1c", True),
    ],
)
def test_run__is_three_or_more_consecutive_cards_of_a_suit(deck: int, ace_mode: str, run: str, is_meld: bool) -> None:
    """CG-11: 3 or more consecutive cards of one suit; ace low only, no wrap; in 40 cards, 7 is followed by 10."""
    left = Table(deck=deck, ace_mode=ace_mode).leftover(run)
    assert (left == (0, 0)) == is_meld


@pytest.mark.parametrize(
    ("cards", "points"), [("7o 7c 7b", 0), ("7o 7c 7e 7b", 0), ("7o 7c", 14), ("7o 7c 6e", 20), ("7o 7c 7b 6e", 6)]
)
def test_set__is_three_or_four_cards_of_a_number(cards: str, points: int) -> None:
    """CG-12: set: 3 or 4 cards of the same number."""
    assert Table().leftover(cards) == (0, points)


@pytest.mark.parametrize(
    ("kept", "close"),
    [
        ("1c 2c 3c 4c 5c 6c 7c", 4),
        ("6b 7b 10b 11b 12b 4b 5b", 4),
        ("1c 2c 3c 4c 5c 6c 6e", 0),
        ("1c 2c 3c 4c 10c 11c 12c", 1),
        ("1o 2c 3c 4c 5c 6c 7c", 2),
    ],
)
def test_conga__is_seven_consecutive_cards_without_a_joker(kept: str, close: int) -> None:
    """CG-13: conga: seven consecutive cards of one suit without a joker."""
    table = Table(knock_limit=6)
    assert table.may_knock(kept)
    assert table.close(kept) == close


def test_meld__takes_any_number_of_wilds_beside_a_natural() -> None:
    """CG-14: no limit on wilds per meld, but at least one natural."""
    table = Table(deck=50)
    assert table.leftover("X X 12e") == (0, 0)
    assert table.leftover("X X 1o 12e") == (0, 0)
    assert table.leftover("X X") == (2, 0)
    assert table.may_knock("5b 6b 7b 8b X 1o 12e")


def test_meld__may_have_the_wild_ace_as_a_natural() -> None:
    """CG-14: a wild ace of coins may also be used as a natural 1o."""
    shown = Table().settle("1o 2o 3o 7c 7e 7b 2c", IDLE).shown
    assert shown[:2] == ["A shows 7c-7e-7b", "A shows 1o-2o-3o"]
    assert Table().settle("1o 1c 1e 1b 7o 7c 7e 7b", IDLE).shown[0] == "A shows 1o-1c-1e-1b"
    assert Table().settle("1o 3o 4o 7c 7e 7b 2c", IDLE).shown[1] == "A shows X(=2o)-3o-4o"


def test_meld__of_the_ace_as_the_natural_and_two_jokers() -> None:
    """CG-14: the ace of coins as the natural 1o and two jokers are a run: 1o-X-X."""
    table = Table(deck=50, hand_size=3, min_melded=3, max_wilds_when_knocking=2)
    assert table.leftover("X X 1o") == (0, 0)
    assert table.may_knock("X X 1o")
