"""House rules of rules.md 2.7 in card notation, option by option."""

from typing import Any

import numpy as np
import pytest

from tests.opening.positions import BAD_MOVE, GOES_ON, OUT_BY_DISCARD, Table

OPENER = "10c 10d 10h Jc Qc Kc"
"""A hand that opens with 60 points."""
OPENS = ("10c-10d-10h", "Jc-Qc-Kc", "open")
FIRST, SECOND, THIRD = 2, 4, 6
"""A's turns at a table of two by round, where A does not start; round 0 begins with turn 0."""


# packs, deal


def test_one_pack__has_each_card_once() -> None:
    """decks, jokers."""
    table = Table(2, decks=1, jokers=2, seats=3)
    cards = [int(card) for card in table.deal["deck"][:54]]
    assert len(set(cards)) == 54
    assert table.deal["stock_end"] == 53
    assert not table.deal["spares"].any()


def test_hand_sizes__are_fewer_with_more_players() -> None:
    """hand_sizes = 15_13_11."""
    for n, size in ((4, 15), (5, 13), (6, 11)):
        table = Table(n, hand_sizes="15_13_11", starter_has_extra=False)
        assert [int(count) for count in table.public["n_held"][:n]] == [size] * n


def test_joker_at_the_cut__goes_to_the_cutter() -> None:
    """cut_joker_to_cutter: no joker is left as the cut card; the cutter, in seat n - 2, gets it for a card dealt."""
    n_jokers = 0
    for unit in range(200):
        table = Table(3, cut_joker_to_cutter=True, jokers=8)
        plain = Table(3, jokers=8)
        for each in (table, plain):
            each.player.dealt(np.array([1, unit, 0, 3, 0]))
        assert table.deal["cut"] % 16 < 13
        assert [int(count) for count in table.public["n_held"][:3]] == [15, 14, 14]
        if plain.deal["cut"] % 16 >= 13:
            n_jokers += 1
            gained = int(table.deal["hands"][1]) & ~int(plain.deal["hands"][1])
            assert gained >> int(plain.deal["cut"]) & 1
            assert [int(hand) for hand in table.deal["hands"][[0, 2]]] == [
                int(hand) for hand in plain.deal["hands"][[0, 2]]
            ]
    assert n_jokers > 3


# when to open


@pytest.mark.parametrize(("rounds", "turn", "legal"), [(0, 0, True), (1, 0, False), (2, 2, False), (2, 4, True)])
def test_no_open_first_rounds__forbids_openings(rounds: int, turn: int, legal: bool) -> None:
    """no_open_first_rounds: nobody opens or goes out in the first rounds."""
    table = Table(no_open_first_rounds=rounds).put(OPENER + " 2d 3h", stock="5h", turn=turn)
    table.turn("stock", *OPENS, throw="2d")
    assert (table.facts(GOES_ON)[0]["opening_points"] == 60) == legal


def test_first_turn_melding__may_be_forbidden() -> None:
    """RA-9: with the extra card in turn 0; the others are free in their first turn."""
    for allowed in (True, False):
        table = Table(first_turn_melding=allowed).put(OPENER + " 2d 3h", turn=0)
        table.turn("stock", *OPENS, throw="2d")
        assert (table.facts(GOES_ON)[0]["opened"] == 1) == allowed
    table = Table(first_turn_melding=False).put(OPENER + " 2d 3h", turn=2)
    assert table.turn("stock", *OPENS, throw="2d") == GOES_ON
    assert table.facts(GOES_ON)[0]["opened"] == 2


@pytest.mark.parametrize(("minimum", "legal"), [(30, True), (48, True), (49, False), (101, False)])
def test_opening_min__is_what_an_opening_needs(minimum: int, legal: bool) -> None:
    """opening_min: 5s-6s-7s and three tens are 48."""
    table = Table(opening_min=minimum).put("5s 6s 7s 10c 10d 10h 2d", stock="3h")
    assert (table.turn("stock", "5s-6s-7s", "10c-10d-10h", "open", throw="2d") == GOES_ON) == legal


def test_pure_run__is_required_where_said() -> None:
    """pure_run_required: a run of three naturals, not a set, not a run with a joker."""
    for melds, legal in (
        (("10c-10d-10h", "Kc-Kd-Kh"), False),
        (("10c-10d-10h", "Jc-X-Kc"), False),
        (("10c-10d-10h", "Jc-Qc-Kc"), True),
        (("10d-10h-X", "Jc-Qc-Kc"), True),
    ):
        table = Table(pure_run_required=True).put(" ".join(melds).replace("-", " ") + " 2d", stock="3h")
        assert (table.turn("stock", *melds, "open", throw="2d") == GOES_ON) == legal
        assert (table.put(" ".join(melds).replace("-", " ") + " 2d").best_opening() == 60) == legal


def test_layoff_on_opening_turn__may_be_forbidden() -> None:
    """RA-6: no lay-off and no swap, but further melds."""
    for allowed in (True, False):
        for extra, play in (("9c", "9c<0"), ("6h", "6h=1@1 2c-2h-X")):
            hand = f"{OPENER} {extra} 2c 2h 2d"
            table = Table(layoff_on_opening_turn=allowed).put(hand, stock="5h", melds=["10c-Jc-Qc", "5h-X-7h"])
            assert (table.turn("stock", *OPENS, *play.split(), throw="2d") == GOES_ON) == allowed
    table = Table(layoff_on_opening_turn=False).put(OPENER + " 2c 2h 2d 9s", stock="5h")
    assert table.turn("stock", *OPENS, "2c-2d-2h", throw="9s") == GOES_ON


# taking the discard

BRINGS_OPENING = "10c 10d 10h Jc Qc 2d 9s"
"""Opens with Kc."""


def takes(table_options: dict[str, Any], *, opened: str = "", turn: int = THIRD, hand: str = "2c 5d 9h") -> bool:
    """Whether A may take Kc."""
    return Table(**table_options).put(hand, pile="Kc", opened=opened, turn=turn).may_take()


@pytest.mark.parametrize(
    ("rule", "first", "later", "opening", "opened"),
    [
        ("free", True, True, True, True),
        ("first_turn_free_then_open", True, False, True, True),
        ("only_opened_or_opening", False, False, True, True),
        ("only_opened", False, False, False, True),
        ("from_round_2", False, True, True, True),
    ],
)
def test_discard_take__by_rule(rule: str, first: bool, later: bool, opening: bool, opened: bool) -> None:
    """discard_take, 8.7: in the own first turn, later without opening, with an opening, opened."""
    options = {"discard_take": rule}
    assert takes(options, turn=1) == first
    assert takes(options) == later
    assert takes(options, hand=BRINGS_OPENING) == opening
    assert takes(options, opened="A") == opened


def test_take_to_open__has_to_open() -> None:
    """8.6: an opening or a hand in that turn."""
    table = Table().put(BRINGS_OPENING, pile="Kc")
    assert table.turn("pile", throw="2d") == BAD_MOVE
    table.put(BRINGS_OPENING, pile="Kc")
    assert table.turn("pile", "10c-10d-10h", "Jc-Qc-Kc", "open", throw="2d") == GOES_ON


@pytest.mark.parametrize(("privilege", "turn", "legal"), [(False, 2, False), (True, 2, True), (True, 4, False)])
def test_starter__may_have_the_free_take_in_the_second_turn(privilege: bool, turn: int, legal: bool) -> None:
    """RA-8: starter_privilege_second_turn."""
    assert takes({"starter_privilege_second_turn": privilege}, turn=turn) == legal


def test_taken_discard__may_have_to_be_used() -> None:
    """taken_discard_must_be_used: in the opening itself; by who has opened in the first action."""
    must = {"taken_discard_must_be_used": True}
    hand = "10c 10d 10h Jc Qc Kc 2d 9s 9c"
    for options, legal in (({}, True), (must, False)):
        table = Table(**options).put(hand, pile="Kc")
        assert table.turn("pile", *OPENS, throw="2d") == GOES_ON
        table.put(hand, pile="3s")
        assert table.may_take() == legal
    table = Table(**must).put("4h 9c", pile="Kc", opened="A", melds=["10c-Jc-Qc"])
    assert table.turn("pile", "9c<0", "Kc>0", throw="4h") == BAD_MOVE
    table.put("4h 9c 5d", pile="Kc", opened="A", melds=["10c-Jc-Qc"])
    assert table.turn("pile", "Kc>0", "9c<0", throw="4h") == GOES_ON
    table.put("4h 9c 5d", pile="Ks", opened="A", melds=["10c-Jc-Qc"])
    assert not table.may_take()
    table.put("4h 9c 5d", pile="Kc", turn=1)
    assert not table.may_take()


def test_playable_discard__may_be_forbidden() -> None:
    """forbid_playable_discard, 8.7: a card that fits a meld on the table, unless all do."""
    for forbidden in (False, True):
        table = Table(forbid_playable_discard=forbidden).put("6s 9h", stock="2d", melds=["3s-4s-5s"], opened="B")
        assert (table.turn("stock", throw="6s") == GOES_ON) == (not forbidden)
    table = Table(forbid_playable_discard=True).put("6s", stock="2s", melds=["3s-4s-5s"], opened="B")
    assert table.turn("stock", throw="6s") == GOES_ON
    table.put("X 9h", stock="2d", melds=["3s-4s-5s"], opened="B")
    assert table.turn("stock", throw="X") == BAD_MOVE


# jokers


@pytest.mark.parametrize(
    ("limit", "meld", "play", "legal"),
    [
        (1, "4c-X-6c", "X>0", False),
        (2, "4c-X-6c", "X>0", True),
        (2, "4c-X-6c-X", "X>0", False),
        (None, "4c-X-6c-X", "X>0", True),
        ("less_or_equal", "4c-X-6c", "X>0", True),
        ("less_or_equal", "4c-X-6c-X", "X>0", False),
        ("less_or_equal", "7c-7d-X", "X>0", True),
        (1, "7c-7d-X", "X>0", False),
        (1, "7c-7d-X", "7h>0", True),
    ],
)
def test_max_jokers_total__limits_a_meld_at_any_time(limit: Any, meld: str, play: str, legal: bool) -> None:
    """max_jokers_total, 8.7."""
    table = Table(max_jokers_total=limit, jokers=8).put("X 7h 9h", opened="A", melds=[meld])
    assert table.may(play) == legal


def test_max_jokers_total__limits_new_melds_too() -> None:
    """max_jokers_total beside max_jokers_when_laid = none."""
    for limit, legal in ((None, True), (1, False), ("less_or_equal", False), (2, True)):
        table = Table(max_jokers_total=limit, max_jokers_when_laid=None).put("7c X X 9h", opened="A")
        assert table.may("7c-X-X") == legal


def test_adjacent_jokers__may_be_forbidden() -> None:
    """adjacent_jokers: side by side in a run; sets and jokers apart do not matter."""
    for allowed in (True, False):
        options = {"adjacent_jokers": allowed, "max_jokers_when_laid": None}
        table = Table(**options).put("4c 7c X X 9h", opened="A", melds=["5s-6s-X", "8d-8h-X"])
        assert table.may("4c-X-X-7c") == allowed
        assert table.may("X>0") == allowed
        assert table.may("X<0")
        assert table.may("X>1")


@pytest.mark.parametrize(
    ("rule", "hand", "meld", "swap", "legal"),
    [
        ("any_missing", "7d", "7c-7s-X", "7d=0", True),
        ("any_missing", "7h", "7c-7s-X", "7h=0", True),
        ("any_missing", "7c", "7c-7s-X", "7c=0", False),
        ("both_missing", "7d", "7c-7s-X", "7d=0", False),
        ("both_missing", "7d 7h", "7c-7s-X", "7d=0", True),
        ("both_missing", "7d", "7c-7h-7s-X", "7d=0", True),
        ("never", "7d 7h", "7c-7s-X", "7d=0", False),
        ("never", "5c", "4c-X-6c", "5c=0@1", True),
    ],
)
def test_set_joker_swap__by_rule(rule: str, hand: str, meld: str, swap: str, legal: bool) -> None:
    """RA-11: set_joker_swap; runs are not touched by it. 9d and 9s take the joker."""
    table = Table(set_joker_swap=rule).put(f"{hand} 9d 9s Kh", opened="A", melds=[meld])
    assert table.may(swap) == legal


def test_swap__of_both_missing_lays_two_cards() -> None:
    """RA-11: the set has four naturals then, and one joker is free."""
    table = Table(set_joker_swap="both_missing").put("7d 7h 9d 9s", stock="Kh", opened="A", melds=["7c-7s-X"])
    assert table.turn("stock", "7d=0", "9d-9s-X", throw="Kh") == OUT_BY_DISCARD
    assert table.lies("7c-7d-7h-7s", "9d-9s-X")
    assert table.facts(OUT_BY_DISCARD)[0]["swaps"] == 1


@pytest.mark.parametrize(
    ("reuse", "new_meld", "on_a_meld", "kept"),
    [("new_meld", True, False, False), ("any_meld", True, True, False), ("hand", True, True, True)],
)
def test_joker_reuse__by_rule(reuse: str, new_meld: bool, on_a_meld: bool, kept: bool) -> None:
    """joker_reuse, 8.7: into a new meld, any meld, or the hand, in the same turn."""
    for plays, legal in ((("9d-9s-X",), new_meld), (("X>1",), on_a_meld), ((), kept)):
        table = Table(joker_reuse=reuse).put("5c 9d 9s 2h", stock="Kh", opened="A", melds=["4c-X-6c", "Jd-Qd-Kd"])
        assert (table.turn("stock", "5c=0@1", *plays, throw="Kh") == GOES_ON) == legal


def test_swap__needs_an_opening_before() -> None:
    """2.2 (2): not opened: no swap by default; with joker_swap_before_opening one that helps to open."""
    for allowed in (False, True):
        table = Table(joker_swap_before_opening=allowed).put("5c 10c 10d Jc Qc Kc 2d", stock="3h", melds=["4c-X-6c"])
        assert (table.turn("stock", "5c=0@1", "10c-10d-X", *OPENS[1:], throw="2d") == GOES_ON) == allowed
    table.put("5c 10c 10d 10h Jc Qc Kc 2d", stock="3h", melds=["4c-X-6c"])
    assert table.turn("stock", "5c=0@1", *OPENS, throw="2d") == BAD_MOVE
    table.put("5c 10c 10d 2c 7h 2d", stock="3h", melds=["4c-X-6c"])
    assert not table.may("5c=0@1")


def test_swap__frees_one_joker_at_a_time() -> None:
    """8.7: the joker has to be laid before the next swap."""
    table = Table().put("5c 8h 9d 9s", stock="Kh", opened="A", melds=["4c-X-6c", "7h-X-9h"])
    assert table.turn("stock", "5c=0@1", "8h=1@1", throw="Kh") == BAD_MOVE
    table.put("5c 9d 9s 8h 2c 2d", stock="Kh", opened="A", melds=["4c-X-6c", "7h-X-9h"])
    assert table.turn("stock", "5c=0@1", "9d-9s-X", "8h=1@1", "2c-2d-X", throw="Kh") == OUT_BY_DISCARD


# going out


def test_hand_requires_min__may_be_dropped() -> None:
    """hand_requires_min = false, with the cut card too; a plain opening still needs the minimum."""
    hand = "2c 2d 2h 3c 4c Kd"
    for needs in (True, False):
        table = Table(hand_requires_min=needs).put(hand, cut="5c")
        assert table.may_draw_cut() == (not needs)
        table = Table(hand_requires_min=needs).put(hand, stock="5c")
        outcome = table.turn("stock", "2c-2d-2h", "3c-4c-5c", "open", throw="Kd")
        assert (outcome == OUT_BY_DISCARD) == (not needs)
    table = Table(hand_requires_min=False).put(hand + " 9s", stock="5c")
    assert table.turn("stock", "2c-2d-2h", "3c-4c-5c", "open", throw="Kd") == BAD_MOVE
