"""What each bot is for, in positions, and how strong it is against the others."""

from math import sqrt
from statistics import fmean, stdev

import polars as pl
import pytest

import rummysim as rs
from rummysim.core.notation import parse_hand
from rummysim.games.bot import Bot
from rummysim.games.opening.bots.table import BOTS
from tests.opening.positions import DECK, Table, meld_of

Z = 3.0
STOCK, PILE, CUT, STOP, JOKER = 0, 1, 2, 0, 13
OPENER = "10c 10d 10h Jc Qc Kc"
"""A hand that opens with 60 points."""
THINKERS = ("greedy", "holder", "careful", "expert")


def bot(name: str) -> Bot:
    """A bot of the family."""
    return BOTS[name]


def card(text: str) -> int:
    """A card."""
    return parse_hand(text, DECK)[0].bit_length() - 1


def draws(name: str, table: Table) -> int:
    """Where a bot draws from."""
    return table.ask(bot(name), "choose_draw")


def plays(name: str, table: Table) -> int:
    """What a bot plays first."""
    return table.ask(bot(name), "choose_melds")


def throws(name: str, table: Table) -> int:
    """What a bot throws."""
    return table.ask(bot(name), "choose_discard")


# random


def test_random__draws_from_the_stock_and_keeps_its_jokers() -> None:
    """bots.md 4, row 0: any card but a joker while there is another; it opens one time in three."""
    table = Table().put("X 5d 9h", pile="9d", opened="A")
    assert draws("random", table) == STOCK
    assert {table.ask(bot("random"), "choose_discard", word) for word in range(20)} == {card("5d"), card("9h")}
    assert throws("random", table.put("X", opened="A")) == JOKER
    table.put(OPENER + " 2d")
    opens = [table.ask(bot("random"), "choose_melds", word) != STOP for word in range(30)]
    assert opens == [word % 3 == 0 for word in range(30)]


# greedy, and what the others share with it


@pytest.mark.parametrize("name", THINKERS)
def test_thinker__takes_what_fits_the_table_or_its_melds(name: str) -> None:
    """bots.md 4, row 1: opened."""
    for hand, top, wanted in (
        ("4h 9c", "6s", PILE),
        ("4h 9c", "7s", STOCK),
        ("4h 9c 9d", "9h", PILE),
        ("4h 5h 9c", "6h", PILE),
        ("4h 9c 9d", "10c", STOCK),
        ("4h 9c", "X", PILE),
    ):
        table = Table().put(hand, pile=top, opened="A", melds=["3s-4s-5s"])
        assert draws(name, table) == wanted, (hand, top)


def test_greedy__takes_in_the_first_turn_what_raises_its_melds() -> None:
    """bots.md 4, row 1: in the own first turn; later only to open."""
    for turn, wanted in ((1, PILE), (120, STOCK)):
        assert draws("greedy", Table().put("9c 9d 2h 4s", pile="9h", turn=turn)) == wanted
    assert draws("greedy", Table().put("9c 9d 2h 4s", pile="10h", turn=1)) == STOCK
    assert draws("greedy", Table().put("10c 10d 10h Jc Qc 2s 4s", pile="Kc")) == PILE


def test_greedy__opens_as_soon_as_it_can_with_all_it_can() -> None:
    """bots.md 4: at once, jokers too, with most points."""
    table = Table().put("10c 10d X Jc Qc Kc 2d")
    laid = {plays("greedy", table)}
    assert laid <= {meld_of("10c-10d-X"), meld_of("Jc-Qc-Kc"), meld_of("10c-Jc-Qc-Kc")}
    assert plays("greedy", Table().put("9c 9d 9h 2d 3c")) == STOP


@pytest.mark.parametrize("name", THINKERS)
def test_thinker__draws_the_cut_card_to_go_out_by_hand(name: str) -> None:
    """2.2 (5): whenever it can."""
    assert draws(name, Table().put("9c 9d 9h Jc Qc 2s", cut="Kc", pile="5h")) == CUT
    assert draws(name, Table().put("9c 9d 9h Jc Qc 2s 5d", cut="Kc", pile="5h")) == STOCK


@pytest.mark.parametrize("name", THINKERS)
def test_thinker__lays_all_it_can_once_it_has_opened(name: str) -> None:
    """bots.md 4: new melds first, then lay-offs, naturals before jokers, then swaps that bring a meld."""
    melds = ["3s-4s-5s", "4c-X-6c"]
    for hand, play in (
        ("9c 9d 9h 6s 2h", "9c-9d-9h"),
        ("6s X 2h", "6s>0"),
        ("X 2h", "X<0"),
        ("5c 9d 9s 2h", "5c=1@1"),
        ("9d 9s 2h", "open"),
    ):
        table = Table().put(hand, opened="A", melds=melds)
        found = plays(name, table)
        assert found == table.answer(play) or (play == "X<0" and found in map(table.answer, ("X>0", "X<1", "X>1"))), (
            hand
        )


@pytest.mark.parametrize("name", ["greedy", "holder", "careful"])
def test_bot__throws_the_dearest_card_that_no_meld_needs(name: str) -> None:
    """bots.md 4: opened: melds stay, then the points of the card; a joker only if there is nothing else."""
    for hand, wanted in (
        ("Kc Kd Kh 9s 3d", "9s"),
        ("Kc Kd Kh 3d", "3d"),
        ("9s Qd X", "Qd"),
        ("5h 6h 7h 8h", "5h"),
        ("10d Jd Qd Kd 2c Kh", "Kh"),
    ):
        assert throws(name, Table().put(hand, opened="A")) == card(wanted), hand
    assert throws(name, Table().put("X X", opened="A")) == JOKER


# careful


def test_careful__keeps_before_its_opening_what_may_become_a_meld() -> None:
    """bots.md 4, row 3: greedy throws a king of a pair, careful a card without partners; a spare copy costs nothing."""
    table = Table().put("Kc Kd 4s 9h")
    assert throws("greedy", table) == card("Kc")
    assert throws("careful", table) == card("4s")
    table = Table().put("Kc Kd Kd 10d")
    assert throws("careful", table) == card("Kd")


def test_careful__counts_the_cards_that_are_gone() -> None:
    """Live outs: a pair whose other cards lie in the pile is worth no more than a lone card."""
    dead = "Kh Kh Ks Ks Kc Kd"
    assert throws("careful", Table().put("Kc Kd 8s 9s", pile=dead + " 2c")) == card("Kc")


# holder


def test_holder__waits_for_a_hand_until_another_has_opened() -> None:
    """It opens only to go out by hand, once another has opened, or after twelve turns of its own."""
    hand, early = OPENER + " 2d 4s", 10
    assert plays("holder", Table().put(hand, turn=early)) == STOP
    assert plays("greedy", Table().put(hand, turn=early)) != STOP
    assert plays("holder", Table().put(hand, turn=early, opened="B")) != STOP
    assert plays("holder", Table().put(hand, turn=24)) != STOP
    assert plays("holder", Table().put(OPENER + " 2d", turn=early)) != STOP


def test_holder__takes_nothing_that_it_would_have_to_open_with() -> None:
    """While it waits."""
    hand = "10c 10d 10h Jc Qc 2s 4s"
    assert draws("holder", Table().put(hand, pile="Kc", turn=10)) == STOCK
    assert draws("holder", Table().put(hand, pile="Kc", turn=10, opened="B")) == PILE
    assert draws("holder", Table().put(hand, pile="Kc", turn=1)) == PILE


# expert


def test_expert__counts_outs_after_its_opening_too() -> None:
    """bots.md 4, row 4: careful throws a king of a pair, expert the card without partners."""
    table = Table().put("Kc Kd 4s 9h", opened="A")
    assert throws("careful", table) == card("Kc")
    assert throws("expert", table) == card("9h")


def test_expert__feeds_no_meld_that_the_next_player_can_use() -> None:
    """bots.md 4: only once that player has opened."""
    for opened, wanted in (("A", "6s"), ("AB", "5d")):
        assert throws("expert", Table().put("6s 5d", opened=opened, melds=["3s-4s-5s"])) == card(wanted)


# strength


def shares(bots: tuple[str, str], n: int) -> list[float]:
    """Part of the matches that the first of two players won, block by block."""
    frame = rs.simulate("rummy51", list(bots), matches=n, seed=7, threads=1, progress=False).matches
    return frame.filter(pl.col("player") == 0).group_by("block").agg(pl.col("won").mean())["won"].to_list()


@pytest.mark.parametrize(
    ("stronger", "weaker", "n"),
    [
        ("greedy", "random", 200),
        ("holder", "greedy", 40000),
        ("careful", "greedy", 4000),
        ("careful", "holder", 4000),
        ("expert", "careful", 4000),
    ],
)
def test_bots__the_stronger_wins_more_matches(stronger: str, weaker: str, n: int) -> None:
    """bots.md 8: by more than three standard errors, at a table of two."""
    won = shares((stronger, weaker), n)
    z = (fmean(won) - 0.5) * sqrt(len(won)) / max(stdev(won), 1 / len(won))
    assert z > Z, f"{stronger} over {weaker}: {fmean(won):.3f}, {z:.1f} standard errors"
