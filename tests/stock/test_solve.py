"""Hands of the stock family solved: worked examples, words, messages, and the frame."""

from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.core.notation import card_name
from rummysim.errors import InputError
from rummysim.fields.solutions import StockSolutions
from rummysim.games.stock.solve import INPUTS
from rummysim.melds.words import meld_words, parse_meld
from tests.stock import brute
from tests.stock.plays import drawn

PILE = "5d 9c 5s 2h"


def test_solve__takes_the_lower_card_of_b6() -> None:
    """B6: with 5h the pile is taken down to 5d and 5d-5h-5s laid; B7: with 6d alone it is not."""
    found = rs.solve("rummy500", "5h Kc", pile=PILE)
    assert found.play.steps == ()
    assert found.best_take.depth == 4
    assert found.best_take.play.steps == ("lay 5d-5h-5s",)
    assert found.best_take.play.gain == 30
    assert rs.solve("rummy500", "6d Kc", pile=PILE).takes[3].play is None


def test_solve__lays_melds_and_lay_offs_together() -> None:
    """cases.md 51: two targets for one card; a lay-off on a meld of the table and a new meld in one play."""
    found = rs.solve("rummy", "7s 8s 9s 4c 5c Kd", table="7c-7d-7h | Ac-2c-3c")
    assert set(found.play.steps) == {"lay 7s-8s-9s", "lay 4c 5c off on Ac-2c-3c"}
    assert found.leftover == "Kd"
    assert found.play.gain == 2 * (7 + 8 + 9 + 4 + 5)
    assert found.melds == ("7s-8s-9s",)


def test_solve__most_points_and_most_cards_differ() -> None:
    """Kc goes with two kings or below the queen and jack, three twos and a run of four lose to the dearer cards."""
    found = rs.solve("rummy500", "Kc Kd Kh 9c 10c Jc Qc 2d")
    assert found.play.n_cards == found.most_cards.n_cards
    hand = "Ah Ad Ac 2c 3c 4c 5c"
    found = rs.solve("rummy500", hand)
    assert found.play.gain == 90 + 2 * (2 + 3 + 4 + 5)
    assert found.most_cards.n_cards == 7


@pytest.mark.parametrize(("opened", "n_steps"), [(True, 1), (False, 0)])
def test_solve__asks_whether_the_player_has_laid(opened: bool, n_steps: int) -> None:
    """BA-3: lay-offs only after a meld of one's own."""
    game = rs.variant("rummy500", layoff_requires_meld="round")
    assert len(rs.solve(game, "7s Kd", table="7c-7d-7h", opened=opened).play.steps) == n_steps


def test_solve__plays_one_meld_a_turn() -> None:
    """B11: of two sets one is laid, and then lay-offs."""
    game = rs.variant("rummy500", meld_layoff_restriction=True)
    found = rs.solve(game, "3c 3d 3h 8s 8d 8h Kc", table="5s-6s-7s")
    assert found.play.steps == ("lay 8d-8h-8s",)


def test_solve__places_jokers_where_they_gain_most() -> None:
    """A joker is 15 on the table and in the hand; the dear cards go with it."""
    found = rs.solve("rum500_jokers", "Kc Ac 2d 3d X 7h")
    assert found.play.steps == ("lay X(=Qc)-Kc-Ac",)
    assert found.play.gain == 2 * (10 + 15 + 15)


def test_solve__of_many_hands_is_a_frame() -> None:
    """A row a hand, columns as the schema says, the same as one by one."""
    hands = ["5h Kc", "2c 3c 4c", "9d"]
    frame = rs.solve("rummy500", hands=hands, pile=PILE)
    assert StockSolutions.is_valid(frame)
    one = rs.solve("rummy500", hands[0], pile=PILE)
    assert frame.row(0, named=True)["take_play"] == one.best_take.play.words_of_steps
    assert frame["gain"].to_list() == [0, 2 * (2 + 3 + 4), 0]
    assert frame.select(pl.col("best_take").is_null()).to_series().to_list() == [False, True, True]


def test_solution__says_itself() -> None:
    """Rows of a terminal and of a notebook."""
    found = rs.solve("rummy500", "5h Kc", pile=PILE)
    assert "take 2     5s 2h: not allowed: its lowest card cannot be used" in str(found)
    assert "pays most  take 4: +30 points against laying without it" in str(found)
    assert found._repr_html_().startswith("<table>")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"table": "4c-4c-4h"}, "'4c-4c-4h' is no meld; allowed are a set of one rank"),
        ({"table": "4c-5c-7c"}, "'4c-5c-7c' is no meld; allowed"),
        ({"table": "Ks-As-2s"}, "'Ks-As-2s' is no meld of these rules; allowed are sets"),
        ({"table": "4c-5c"}, "'4c-5c' is no meld of these rules"),
        ({"pile": "5h"}, "5h is 2 times in hand, table and pile and there are 1; leave one out"),
        ({"table": "5c-5d-5s | 5c-6c-7c"}, "5c is 2 times in table and pile and there are 1"),
        ({"pile": "5h 99x"}, "'99x' is no card"),
        ({"players": 9}, "players is 9; allowed 2 to 4"),
        ({"table": "5h-6h-7h"}, "5h is 2 times in hand, table and pile"),
        ({"table": "5c-X-7c"}, "'5c-X-7c' is no meld of these rules"),
        ({"table": "X-X-X"}, "'X-X-X' is no meld; allowed"),
        ({"table": "4c-5c-6z"}, "'6z' is no card"),
        ({"laid": -1}, "laid is -1; allowed is 0 or more"),
        ({"laid": 1, "pile": "2c"}, "laid is 1; allowed is 0 beside a pile"),
        ({"laid": True}, "laid is True; allowed is a whole number"),
        ({"opened": "yes"}, "opened is 'yes'; allowed is true or false"),
        ({"table": ["4c-5c-6c"]}, "allowed is a text"),
        ({"upcard": "4c"}, "upcard is given and hands of bga_500 are solved without it; allowed beside the hand table"),
    ],
)
def test_solve__refuses_what_cannot_be(said: dict[str, object], message: str) -> None:
    """One message: the fact, what is allowed, the remedy."""
    with pytest.raises(InputError) as refused:
        rs.solve("rummy500", "5h Kc", **said)
    assert message in str(refused.value)


def test_solve__refuses_cards_of_the_pile_that_nobody_may_take() -> None:
    """rules.md 4.2: without extended_discard only the top."""
    with pytest.raises(InputError, match=r"the pile has 2 cards and only its top may be taken; .* give 3c alone"):
        rs.solve("rummy", "5h Kc", pile="2c 3c")
    assert rs.solve("rummy", "5h 5c Kc", pile="5d").best_take.play.gain == 30


def test_solve__leaves_out_what_is_none() -> None:
    nothing = dict.fromkeys(["upcard", *INPUTS])
    assert str(rs.solve("rummy", "5h 6h 7h", **nothing)) == str(rs.solve("rummy", "5h 6h 7h"))


@pytest.mark.parametrize(
    ("requires", "said", "gain"),
    [
        ("none", {}, 18),
        ("round", {}, 0),
        ("round", {"opened": True}, 18),
        ("turn", {"opened": True}, 0),
        ("turn", {"laid": 1}, 18),
        ("round", {"laid": 1}, 18),
    ],
)
def test_lay_offs__hang_on_what_was_laid(requires: str, said: dict[str, Any], gain: int) -> None:
    """BA-3: nothing, a meld in this deal, or one in this turn."""
    found = rs.solve(rs.variant("rummy", layoff_requires_meld=requires), "9s Kc", table="6s-7s-8s", **said)
    assert found.gain == gain
    assert found.layoffs == (("9s off on 6s-7s-8s",) if gain else ())


def test_solve__keeps_to_one_meld_with_one_laid() -> None:
    """B11: after the one new meld of the turn only lay-offs."""
    game = rs.variant("rummy", meld_layoff_restriction=True)
    found = rs.solve(game, "3c 3d 3h 8h Qh Kc", table="9h-10h-Jh", laid=1)
    assert (found.melds, found.gain) == ((), 16 + 20)


def test_solve__tells_of_the_top_card_that_may_not_be_left_alone() -> None:
    """B9, BR-5."""
    found = rs.solve("rummy", "4c 4h 4s", pile="7d")
    assert (found.gain, found.takes[0].play.gain, found.best_take) == (24, 0, None)
    found = rs.solve("rummy", "4c 4h 4s", pile="7d", table="7c-7h-7s")
    assert found.best_take.play.layoffs == ("7d off on 7c-7h-7s",)


def test_b17__a_whole_suit_is_one_run() -> None:
    between = "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc"
    found = rs.solve("rummy", f"{between} Ac")
    assert (found.melds, found.gain) == ((f"Ac {between}".replace(" ", "-"),), 1 + 1 + 2 * (44 + 40))
    assert rs.solve("rummy500", f"{between} Ac").gain == 2 * (44 + 40 + 15)


@pytest.mark.parametrize("seed", range(3))
def test_melds__are_read_as_they_are_written(seed: int) -> None:
    """Sets with one natural card too; runs that pass the king."""
    deck = rs.variant("rum500_jokers").rules.pack
    melds = [meld for case in drawn(seed, 60, 3, wide=True) for meld in case.position.table]
    melds += [("set", 6, (1,), 2), ("run", 1, 6, (False, True, True)), ("run", 2, 12, (True, False, True))]
    for meld in melds:
        code = brute.meld_code(meld)
        assert parse_meld(meld_words(code, deck), deck) == code


def test_solution__gains_what_brute_force_finds() -> None:
    """Points and cards under options drawn at random, asked through notation."""
    n_laid = 0
    for case in drawn(7, 250, 5):
        at, rules = case.position, case.rules
        options = {
            "ace_mode": rules.ace_mode,
            "one_meld_per_turn": rules.one_meld,
            "layoff_requires_meld": rules.requires,
            "two_packs_from": 2,
        }
        variant = rs.variant("rum500_jokers", **options)
        deck = variant.rules.pack
        expected = brute.best(rules, brute.Position(at.hand, at.hand, at.table, -1, -1, at.n_new, at.has_melded))
        assert expected is not None
        hand = " ".join(card_name(card, deck) for card in at.hand)
        table = " | ".join(meld_words(brute.meld_code(meld), deck) for meld in at.table)
        found = rs.solve(variant, hand, table=table, opened=at.has_melded, laid=at.n_new)
        assert (found.gain, found.play.n_cards) == expected[0], case
        assert found.most_cards.n_cards == expected[1][0], case
        assert len(found.melds) + len(found.layoffs) == len(found.play.steps)
        n_laid += found.gain > 0
    assert n_laid > 80


def test_inputs__are_refused_by_the_families_that_ask_others() -> None:
    """What one family asks is no input of another."""
    for name in INPUTS:
        with pytest.raises(InputError, match=f"{name} is given and hands of gin are solved without it"):
            rs.solve("gin", "Ac 2c 3c 4c 5c 6c 7c 8c 9c 10c", **{name: ""})
