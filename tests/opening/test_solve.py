"""Hands of the opening family solved: worked examples, solved positions, words, messages, and the frame."""

import json
from pathlib import Path
from typing import Any

import pytest

import rummysim as rs
from rummysim.errors import InputError
from rummysim.fields.solutions import OpeningSolutions
from rummysim.games.opening.position import Position
from rummysim.games.opening.rules import OpeningRules
from tests.opening import brute
from tests.opening.made_up import drawn

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "vectors" / "rummy51.json").read_text())["vectors"]
R15 = "2s 3s 4s 2h 3h 4h 2d 3d 4d 5d 2c 3c 4c 5c Kh"


@pytest.mark.parametrize(
    ("hand", "points", "may"),
    [
        ("6s 7s 8s 10c 10d 10h 2d", 51, True),
        ("5s 6s 7s 10c 10d 10h 2d", 48, False),
        ("Ac 2c 3c 4c Qh Kh Ah 9d", 49, False),
        ("Ac 2c 3c 4c Qh Kh Ah 2d 2s 2h 9d", 55, True),
        ("9d X 9s 8c 9c 10c 2d", 54, True),
        ("Jd X Kd 7c 7h X 2s", 51, True),
        ("5s 6s 7s 8s 8c 8d 8h 2d", 50, False),
        ("10c Jc Qc Kc 3d 4d 5d 9h", 52, True),
    ],
)
def test_opening__needs_51(hand: str, points: int, may: bool) -> None:
    """R1 to R5, case 30; what falls short is told too."""
    found = rs.solve("rummy51", hand)
    assert (found.opening_points, found.may_open) == (points, may)
    assert ("short" in str(found)) != may


def test_opening__leaves_a_card_to_throw() -> None:
    """8.7: the last card is thrown, so that one of four tens stays behind."""
    found = rs.solve("rummy51", "6s 7s 8s 10c 10d 10h 10s")
    assert (found.opening_points, found.may_open, found.may_hand, found.most_cards) == (51, True, True, 7)
    found = rs.solve("rummy51", "6s 7s 8s 10c 10d 10h")
    assert (found.may_open, found.most_cards) == (False, 6)
    free = rs.variant("rummy51", final_discard_required=False)
    assert rs.solve(free, "6s 7s 8s 10c 10d 10h").may_hand


def test_r3__low_aces_count_one() -> None:
    assert rs.solve(rs.variant("rummy51", ace_points="1_low_10"), "Ac 2c 3c 4c Qh Kh Ah 9d").opening_points == 40


def test_r15__a_hand_may_need_no_minimum() -> None:
    found = rs.solve("rummy51", R15)
    assert (found.opening_points, found.may_open, found.may_hand) == (46, False, False)
    assert (found.most_cards, found.best_discard, found.points) == (14, "Kh", 0)
    found = rs.solve(rs.variant("rummy51", hand_requires_min=False), R15)
    assert (found.may_open, found.may_hand) == (True, True)
    assert "yes, by hand" in str(found)


def test_opening__may_need_a_pure_run() -> None:
    """rules.md 2.7: pure_run_required."""
    game = rs.variant("rummy51", pure_run_required=True)
    found = rs.solve(game, "Kc Kd Kh Qc Qd Qh 3c 4c 5c 9s")
    assert (found.opening_points, found.may_open) == (72, True)
    found = rs.solve(game, "Kc Kd Kh Qc Qd Qh 3c 4c X 9s")
    assert (found.melds, found.opening_points, found.may_open) == ((), 0, False)


# opened


def test_r9__the_last_card_is_thrown() -> None:
    found = rs.solve("rummy51", "2s 6s", table="3s 4s 5s", opened=True)
    assert (found.play.n_cards, found.best_discard, found.points, found.leftover) == (1, "6s", 0, "")


def test_r14__a_joker_is_swapped_and_laid() -> None:
    found = rs.solve("rummy51", "5c 9d 9s Kh", table="4c-X-6c", opened=True)
    assert found.play.steps == ("swap 5c for the joker of 4c-X(=5c)-6c", "lay 9d-9s-X")
    assert (found.best_discard, found.points) == ("Kh", 0)
    kept = rs.solve(rs.variant("rummy51", set_joker_swap="never"), "5c Kh", table="4c-X-6c", opened=True)
    assert (kept.play.steps, kept.best_discard, kept.points) == ((), "Kh", 5)


def test_case_23__ace_behind_a_joker() -> None:
    found = rs.solve("rummy51", "As 2s 9d", table="Js-Qs-X", opened=True)
    assert found.play.layoffs == ("As off on Js-Qs-X(=Ks)",)
    assert (found.best_discard, found.points) == ("9d", 2)


def test_case_24__joker_at_the_end_where_it_serves() -> None:
    found = rs.solve("rummy51", "X 9s 4d", table="Js-Qs-Ks", opened=True)
    assert found.play.layoffs == ("9s X(=10s) off on Js-Qs-Ks",)
    assert (found.best_discard, found.points) == ("4d", 0)


def test_r7__four_are_closed() -> None:
    closed = rs.solve("rummy51", "X 2c", table="10c-10d-10h-10s", opened=True)
    assert (closed.play.steps, closed.best_discard, closed.points) == ((), "X", 2)
    assert rs.solve("rummy51", "X 2c", table="10c-10d-10h", opened=True).points == 0


def test_joker_reuse__says_where_a_swapped_joker_goes() -> None:
    """8.7: into a new meld, on any meld, into the hand."""
    points = {}
    for reuse in ("new_meld", "any_meld", "hand"):
        game = rs.variant("rummy51", joker_reuse=reuse)
        points[reuse] = rs.solve(game, "5c 9d Kh", table="4c-X-6c | Qd-Qh-Qs-Qc", opened=True).points
    assert points == {"new_meld": 14, "any_meld": 9, "hand": 9}


def test_playable_cards__may_not_be_thrown() -> None:
    """forbid_playable_discard: 6s fits and is laid off, or stays."""
    game = rs.variant("rummy51", forbid_playable_discard=True)
    found = rs.solve(game, "6s 2c", table="3s-4s-5s", opened=True)
    assert (found.play.n_cards, found.best_discard, found.points) == (1, "2c", 0)
    found = rs.solve(game, "6s", table="3s-4s-5s", opened=True)
    assert (found.best_discard, found.points) == ("6s", 0)


@pytest.mark.parametrize(
    ("options", "discard", "points"),
    [
        ({}, "X", 15),
        ({"joker_in_hand": 5}, "Kc", 10),
    ],
)
def test_points_left__are_those_of_the_variant(options: dict[str, Any], discard: str, points: int) -> None:
    """RM-15: a joker in hand."""
    found = rs.solve(rs.variant("rummy51", **options), "X 5c Kc", opened=True)
    assert (found.best_discard, found.points) == (discard, points)


def test_ace_left__counts_as_high() -> None:
    """RM-14, 1_low_11: an ace in hand is 11, dearer than a king."""
    found = rs.solve(rs.variant("rummy51", ace_points="1_low_11"), "Ac Kd 5c", opened=True)
    assert (found.best_discard, found.points) == ("Ac", 15)


def test_search__says_when_it_was_cut() -> None:
    """A search with no room for all positions does not call its play proved."""
    place = Position(OpeningRules(), "4c-X-6c | 3s-4s-5s | 8h-9h-10h", opened=True)
    hand = place.read("5c 6s 7s Jh X 9d 9s Kh Kc 2d")
    assert place.play(hand).proved
    place._room["most_states"] = 2
    found = place.play(hand)
    assert not found.proved
    assert found.discard is not None


# solved positions and brute force


def card(name: str) -> str:
    """A card of the file in our notation."""
    return "X" if name == "*" else name[:-1].replace("T", "10") + name[-1].lower()


@pytest.mark.parametrize("ace", ["10", "1_low_10"])
def test_vectors__opening_and_most_cards(ace: str) -> None:
    """The best melds of the file do not have to leave a card; where all cards lie in them ours are worth less."""
    game = rs.variant("rummy51", ace_points=ace)
    assert len(VECTORS) > 50
    for vector in VECTORS:
        found = rs.solve(game, " ".join(map(card, vector["hand"])))
        wanted = vector["best_opening_value_ace10" if ace == "10" else "best_opening_value_ace1"]
        assert found.most_cards == vector["max_cards_melded"]
        if found.most_cards < len(vector["hand"]):
            assert found.opening_points == wanted, vector


def test_best_discard__leaves_least() -> None:
    """Against all melds and all discards, jokers counted as in hand."""
    for case in drawn(11, 150, 8, 0):
        found = rs.solve(rs.variant("rummy51", **case.options), case.hand)
        assert found.points == brute.least_after_discard(case.rules, case.position.hand), (case, found)
        naturals = [word for word in found.leftover.split() if word != "X"]
        assert found.play.n_cards + len(found.leftover.split()) + 1 == len(case.position.hand)
        assert len(naturals) <= len(case.position.hand)


# frame, words, messages


def test_solve__of_many_hands_is_a_frame() -> None:
    hands = ["6s 7s 8s 10c 10d 10h 2d", "2c X 9d", "4h"]
    for opened in (False, True):
        frame = rs.solve("rummy51", hands=hands, table="3s-4s-5s", opened=opened)
        assert OpeningSolutions.is_valid(frame)
        assert frame["may_open"].is_null().all() == opened
        one = rs.solve("rummy51", hands[0], table="3s-4s-5s", opened=opened)
        assert frame.row(0, named=True)["points"] == one.points
        assert frame["best_discard"].null_count() == 0


def test_solution__says_itself() -> None:
    text = str(rs.solve("rummy51", "6s 7s 8s 10c 10d 10h 2d Kc"))
    assert "opening     10c-10d-10h  6s-7s-8s (51 points)" in text
    assert "may open    yes" in text
    assert "throw       Kc" in text
    assert "left        2d (2 points)" in text
    text = str(rs.solve("rummy51", "2s 6s", table="3s 4s 5s", opened=True))
    assert "play   lay 2s off on 3s-4s-5s" in text
    assert rs.solve("rummy51", "4h")._repr_html_().startswith("<table>")


@pytest.mark.parametrize(
    ("hand", "said", "message"),
    [
        ("4c 5c", {"table": "4c-4c-4h"}, "'4c-4c-4h' is no meld; allowed are a set of one rank"),
        ("4c 5c", {"table": "4c-5c"}, "'4c-5c' is no meld of these rules; allowed are sets of three or four"),
        ("4c 5c", {"table": "Ks-As-2s"}, "'Ks-As-2s' is no meld of these rules"),
        ("4c 5c", {"table": "4c-4d-4h-4s-X"}, "is no meld of these rules"),
        ("4c 5c", {"table": "X-X-X"}, "'X-X-X' is no meld"),
        ("4c 4c", {"table": "4c-5c-6c"}, "4c is 3 times in hand and table and there are 2; leave one out"),
        ("X X X", {"table": "4c-X-6c | 4d-4h-X"}, "X is 5 times in hand and table and there are 4; leave one out"),
        ("X X X X X", {}, "X is 5 times in the hand and there are 4; leave one out"),
        ("4c 4c 4c", {}, "'4c' stands there three times and the deck has two"),
        ("5z", {}, "'5z' is no card"),
        ("", {}, "the hand has 0 cards; allowed are 1 to 24; name them"),
        ("4c 5c", {"opened": "yes"}, "opened is 'yes'; allowed is true or false"),
        ("4c 5c", {"pile": "4c"}, "pile is given and hands of remi51_seed are solved without it; allowed beside"),
    ],
)
def test_solve__refuses_what_cannot_be(hand: str, said: dict[str, Any], message: str) -> None:
    """One message: the fact, what is allowed, the remedy."""
    with pytest.raises(InputError) as refused:
        rs.solve("rummy51", hand, **said)
    assert message in str(refused.value)


def test_table__is_refused_by_the_limits_of_jokers() -> None:
    """max_jokers_total, adjacent_jokers."""
    assert rs.solve("rummy51", "4h", table="4c-X-X-7c", opened=True).points == 0
    for options in ({"max_jokers_total": 1}, {"adjacent_jokers": False}):
        with pytest.raises(InputError, match="is no meld of these rules"):
            rs.solve(rs.variant("rummy51", **options), "4h", table="4c-X-X-7c")
