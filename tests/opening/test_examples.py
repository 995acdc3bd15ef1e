"""The worked examples of rules.md 2.9, R1 to R17, and the cases of Rummy 51 from public bug reports, by number."""

import polars as pl
import pytest

from rummysim.games.opening.rules import OpeningRules
from rummysim.games.opening.scoring import points
from tests.opening.positions import BAD_MOVE, GOES_ON, OUT_BY_DISCARD, Table

ACES = "Ac-2c-3c-4c Qh-Kh-Ah"


def opens(*melds: str, more: str = "9s", **options: object) -> bool:
    """Whether A may open with just these melds, holding one card more after the draw."""
    table = Table(**options).put(" ".join(melds).replace("-", " "), stock=more)
    return table.turn("stock", *melds, "open", throw=more) in (GOES_ON, OUT_BY_DISCARD)


@pytest.mark.parametrize(
    ("melds", "legal"),
    [
        ("6s-7s-8s 10c-10d-10h", True),
        ("5s-6s-7s 10c-10d-10h", False),
        (ACES, False),
        (ACES + " 2d-2h-2s", True),
        ("9d-9s-X 8c-9c-10c", True),
        ("Jd-X-Kd 7c-7h-X", True),
        ("5s-6s-7s-8s 8c-8d-8h", False),
        ("10c-Jc-Qc-Kc 3d-4d-5d", True),
    ],
)
def test_opening__needs_51(melds: str, legal: bool) -> None:
    """R1 to R5, case 30: 51 is enough, 48, 49 and 50 are not; a joker counts as its card."""
    assert opens(*melds.split()) == legal


def test_opening__of_low_aces_may_count_less() -> None:
    """R3: with ace_points = 1_low_10 the two melds are 10 + 30."""
    assert not opens(*ACES.split(), ace_points="1_low_10", opening_min=41)
    assert opens(*ACES.split(), ace_points="1_low_10", opening_min=40)


def test_new_meld__has_one_joker() -> None:
    """R5, RA-10: 7c-X-X is no meld when it is laid; without the limit it is."""
    for limit, legal in ((1, False), (None, True)):
        table = Table(max_jokers_when_laid=limit).put("7c X X 2s", opened="A")
        assert table.may("7c-X-X") == legal


@pytest.mark.parametrize(
    ("run", "legal"),
    [
        ("Qh-Kh-Ah", True),
        ("Ah-2h-3h", True),
        ("Qh-Kh-Ah-2h", False),
        ("Kd-Ad-2d", False),
        ("As-2s-3s-4s-5s-6s-7s-8s-9s-10s-Js-Qs-Ks-As", True),
        ("9s-10s-As", False),
    ],
)
def test_run__may_begin_and_end_with_an_ace(run: str, legal: bool) -> None:
    """R6, RM-10, RA-13."""
    table = Table().put(run.replace("-", " ") + " 7c", opened="A")
    assert table.may(run) == legal


def test_set__has_no_suit_twice_and_is_closed_with_four() -> None:
    """R7, RM-9."""
    table = Table().put("10d 10d 10h 10c 10s X 2c", opened="A")
    assert table.may("10d-10c-10h")
    assert not table.may("10d-10d-10h")
    table.put("X 10s 2c", opened="A", melds=["10c-10d-10h-10s"])
    assert not table.may("X>0")
    table.put("X 10s 2c", opened="A", melds=["10c-10d-10h"])
    assert table.may("X>0")
    assert table.may("10s>0")


def test_discard__is_free_to_take_in_the_first_turn_only() -> None:
    """R8, RA-7, RA-8: in the own first turn without opening; later only to open."""
    table = Table(2).put("2c 5d 9h", pile="7s", turn=1)
    assert table.may_take()
    assert table.turn("pile", throw="2c") == GOES_ON
    table.put("2c 5d 9h", pile="7s", turn=2)
    assert not table.may_take()
    assert table.turn("pile", throw="2c") == BAD_MOVE
    table.put("6s 8s 10c 10d 10h 9h", pile="7s")
    assert table.turn("pile", throw="9h") == BAD_MOVE
    table.put("6s 8s 10c 10d 10h 9h", pile="7s")
    assert table.turn("pile", "6s-7s-8s", "10c-10d-10h", "open", throw="9h") == OUT_BY_DISCARD


def test_last_card__is_thrown() -> None:
    """R9, RM-7, RA-14: one of 2s and 6s is laid off and the other thrown; not both laid off."""
    table = Table().put("2s", stock="6s", opened="A", melds=["3s-4s-5s"])
    assert table.turn("stock", "2s<0", throw="6s") == OUT_BY_DISCARD
    assert table.facts(OUT_BY_DISCARD)[0]["hand"] == 0
    table.put("2s", stock="6s", opened="A", melds=["3s-4s-5s"])
    assert table.turn("stock", "2s<0", "6s>0") == BAD_MOVE


def scores(*, hand: int, cut: int, **options: object) -> list[int]:
    """Points of A, who went out, B, who has opened and holds Ks 7d Ac X, and C, who has not opened."""
    deal = pl.DataFrame(
        {
            "end": [2] * 3,
            "out": [1, 0, 0],
            "hand": [hand, 0, 0],
            "cut": [cut, 0, 0],
            "opened": [3, 2, 0],
            "left_small": [0, 1, 3],
            "left_pips": [0, 7, 12],
            "left_tens": [0, 1, 4],
            "left_aces": [0, 1, 0],
            "left_jokers": [0, 1, 1],
        }
    )
    return deal.select(points(OpeningRules.checked(options), 3).alias("points"))["points"].to_list()


@pytest.mark.parametrize(
    ("hand", "cut", "options", "wanted"),
    [
        (0, 0, {}, [-40, 47, 100]),
        (0, 0, {"joker_in_hand": 50}, [-40, 77, 100]),
        (1, 0, {}, [-80, 94, 200]),
        (1, 1, {}, [-120, 94, 200]),
        (1, 1, {"cutcard_hand_bonus": -140}, [-140, 94, 200]),
        (1, 0, {"hand_multiplier": 1}, [-80, 47, 100]),
        (0, 0, {"unopened": "cards"}, [-40, 47, 72]),
        (0, 0, {"unopened": "cards_doubled"}, [-40, 47, 144]),
        (0, 0, {"ace_points": "1_low_11"}, [-40, 48, 100]),
        (1, 0, {"scoring": "winner_scores"}, [294, 0, 0]),
    ],
)
def test_points__of_a_deal(hand: int, cut: int, options: dict[str, object], wanted: list[int]) -> None:
    """R10 to R12, RM-15, RM-16, RA-16, RA-17."""
    assert scores(hand=hand, cut=cut, **options) == wanted


def test_hand__allows_no_lay_offs() -> None:
    """R13, RA-6: opened with 72 and out in one turn with lay-offs: out, but not by hand."""
    for allowed, by_hand in ((False, 0), (True, 1)):
        table = Table(layoff_in_hand=allowed, hand_size=11)
        table.put("9c 9d 9h Jc Qc Kc 4h 5h 6h 2s", stock="Kd", melds=["3s-4s-5s"], opened="B")
        plays = ("9c-9d-9h", "Jc-Qc-Kc", "4h-5h-6h", "open", "2s<0")
        assert table.turn("stock", *plays, throw="Kd") == OUT_BY_DISCARD
        facts = table.facts(OUT_BY_DISCARD)[0]
        assert (facts["opening_points"], facts["hand"]) == (72, by_hand)


def test_hand__is_all_cards_but_one_in_one_turn() -> None:
    """2.2 (5): without lay-offs it is a hand, wherever the card was drawn from."""
    table = Table().put("9c 9d 9h Jc Qc Kc", stock="Kd")
    assert table.turn("stock", "9c-9d-9h", "Jc-Qc-Kc", "open", throw="Kd") == OUT_BY_DISCARD
    assert table.facts(OUT_BY_DISCARD)[0]["hand"] == 1


def test_swap__frees_a_joker_for_a_new_meld() -> None:
    """R14: 5c for the joker, 9d-9s-X, discard Kh; the joker may not stay in hand."""
    table = Table().put("5c 9d 9s", stock="Kh", opened="A", melds=["4c-X-6c"])
    assert table.turn("stock", "5c=0@1", "9d-9s-X", throw="Kh") == OUT_BY_DISCARD
    assert table.lies("4c-5c-6c", "9d-9s-X")
    table.put("5c 9d 9s", stock="Kh", opened="A", melds=["4c-X-6c"])
    assert table.turn("stock", "5c=0@1", throw="Kh") == BAD_MOVE
    table.put("5c 9d", stock="Kh", opened="A", melds=["4c-X-6c"])
    assert table.turn("stock", "5c=0@1", throw="Kh") == BAD_MOVE


TWOS_TO_FIVES = "2s 3s 4s 2h 3h 4h 2d 3d 4d 5d 2c 3c 4c 5c"


def test_hand__needs_the_points_of_an_opening() -> None:
    """R15: 46 points are no hand by default, and one with hand_requires_min = false."""
    for needs, points_found in ((True, -1), (False, 46)):
        table = Table(hand_requires_min=needs).put(TWOS_TO_FIVES + " Kd")
        assert table.best_hand() == points_found
        assert table.best_opening() == points_found


def test_taken_card__may_not_be_thrown() -> None:
    """R16, RM-8."""
    table = Table().put("4h", pile="Qd", opened="A")
    assert table.turn("pile", throw="Qd") == BAD_MOVE
    table.put("4h", pile="Qd", opened="A")
    assert table.turn("pile", throw="4h") == GOES_ON
    table.put("Qd", pile="Qd", opened="A")
    assert table.turn("pile", throw="Qd") == GOES_ON


def test_cut_card__is_for_a_hand_only() -> None:
    """R17, RA-15: not offered where only ten of fifteen cards can be laid; with a hand it is drawn for one."""
    table = Table().put("9c 9d 9h Jc Qc 2s 5h", cut="Kc")
    assert not table.may_draw_cut()
    table.put("9c 9d 9h Jc Qc 2s", cut="Kc")
    assert table.may_draw_cut()
    assert table.turn("cut", "9c-9d-9h", "Jc-Qc-Kc", "open", throw="2s") == OUT_BY_DISCARD
    facts = table.facts(OUT_BY_DISCARD)[0]
    assert (facts["hand"], facts["cut"]) == (1, 1)
    table.put("9c 9d 9h Jc Qc 2s", cut="Kc", opened="A")
    assert not table.may_draw_cut()


def test_ace__goes_behind_a_joker_that_is_a_king() -> None:
    """Case 23, RM-10: Js-Qs-X takes As; then no 2s."""
    table = Table().put("As 2s 7c", opened="A", melds=["Js-Qs-X"])
    assert table.may("As>0")
    assert not table.may("As-2s>0")


def test_joker__goes_to_either_end() -> None:
    """Case 24, 0.5: X=10s and X=As on Js-Qs-Ks; then 9s, and 4d goes out."""
    table = Table().put("X 9s", stock="4d", opened="A", melds=["Js-Qs-Ks"])
    for play in ("X<0", "X>0"):
        assert table.may(play)
    assert table.turn("stock", "X<0", "9s<0", throw="4d") == OUT_BY_DISCARD


def test_reshuffle__leaves_the_top_of_the_pile() -> None:
    """Case 26, RM-6: all but the top are shuffled, once."""
    table = Table().put("4h 9c", pile="2c 3c 4c 5c 6c", stock="")
    assert table.turn("stock", throw="4h") == GOES_ON
    assert table.pile() == "6c 4h"
    table.put("4h 9c", pile="2c 3c 4c 5c 6c", stock="", n_reshuffles=1)
    assert table.turn("stock", throw="4h") == BAD_MOVE
