"""Hands of the stock family solved: worked examples, words, messages, and the frame."""

import polars as pl
import pytest

import rummysim as rs
from rummysim.errors import InputError
from rummysim.fields.solutions import StockSolutions
from rummysim.games.stock.solve import INPUTS

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
        ({"upcard": "4c"}, "upcard is given and hands of bga_500 are solved without it; allowed beside the hand table"),
    ],
)
def test_solve__refuses_what_cannot_be(said: dict[str, object], message: str) -> None:
    """One message: the fact, what is allowed, the remedy."""
    with pytest.raises(InputError) as refused:
        rs.solve("rummy500", "5h Kc", **said)
    assert message in str(refused.value)


def test_inputs__are_refused_by_the_families_that_ask_others() -> None:
    """What one family asks is no input of another."""
    for name in INPUTS:
        with pytest.raises(InputError, match=f"{name} is given and hands of gin are solved without it"):
            rs.solve("gin", "Ac 2c 3c 4c 5c 6c 7c 8c 9c 10c", **{name: ""})
