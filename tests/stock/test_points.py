"""BR-9 … BR-13, rules.md 4.9 and 8.8 from the facts of made-up deals: points, who won, what fired. No kernel."""

import itertools
from typing import Any

import numpy as np
import polars as pl
import pytest

from rummysim.errors import RuleError
from rummysim.fields.tallies import WIN
from rummysim.games.registry import find_variant
from rummysim.games.stock.rules import POINTS_UNIT
from tests.reference import stock as referee
from tests.stock.made_up import deal_of, hold, points_of, random_deals, scored_deals

SCORING = {
    "scoring": ("melded_hand", "positive", "negative"),
    "simple_scoring": (False, True),
    "ace_mode": ("low", "either", "wrap"),
    "ace_points_high": (10, 11, 15),
    "rummy_bonus": (1, 2),
    "exhausted_no_penalty": (False, True),
    "split_rounding": ("exact", "floor"),
    "jokers": (0, 2),
}


def laid(text: str, low_aces: int = 0, **options: Any) -> float:
    """Value of cards laid in 500 Rummy, nothing being left."""
    return points_of(
        deal_of("out_by_play", hold("", text, low_aces=low_aces, out=True), hold()), "rummy500", **options
    )[0]


def test_example_b2_and_case_50__aces_of_500() -> None:
    """rules.md 4.9 B2, cases.md 50: a low ace counts 1, or 5 in simple scoring; any other 15."""
    assert [laid("As 2s 3s", 1), laid("Qs Ks As"), laid("As Ad Ah")] == [6, 35, 45]
    simple = [laid("As 2s 3s", 1, simple_scoring=True), laid("Qs Ks As", simple_scoring=True)]
    assert [*simple, laid("As Ad Ah", simple_scoring=True)] == [15, 35, 45]
    assert laid("Qs Ks As", ace_points_high=11) == 31


def test_example_b3__basic_values() -> None:
    """rules.md 4.9 B3: 29 and 6, simple 25 and 15; here as cards left in hand."""
    for text, normal, simple in (("9h 10h Jh", 29, 25), ("As 2s 3s", 6, 15)):
        deal = deal_of("out_by_discard", hold(out=True), hold(text))
        assert points_of(deal, "rummy") == [normal, 0]
        assert points_of(deal, "rummy", simple_scoring=True) == [simple, 0]
        low = {"scoring": "melded_hand"}
        tabled = deal_of("out_by_play", hold("", text, low_aces=text.count("A"), out=True), hold())
        assert points_of(tabled, "rummy", **low) == [normal, 0]
        assert points_of(tabled, "rummy", **low, simple_scoring=True) == [simple, 0]


def test_example_b4_and_b5_and_case_52__what_was_laid_less_what_is_left() -> None:
    """rules.md 4.9 B4, B5, cases.md 52: 24 + 10 - 19 = 15; -35; 87 on the table and 90 in hand: -3."""
    nobody = hold("Kd Qc Ah")
    assert points_of(deal_of("exhausted", hold("Ad 4c", "8c 8d 8h Js"), nobody), "rummy500") == [15, -35]
    on_table, in_hand = "10c 10d 10h 10s Jc Jd Jh 8c 9c", "Kc Kd Kh Ks Qc Qd Qh Qs 10c"
    assert points_of(deal_of("exhausted", hold(in_hand, on_table), nobody), "rummy500") == [87 - 90, -35]


def test_example_b12_to_b14__the_least_hand_has_what_the_others_are_left_with() -> None:
    """rules.md 4.9 B12 … B14."""
    out = deal_of("out_by_discard", hold(out=True), hold("Kc 5d As"), hold("9h 9s"))
    assert points_of(out, "rummy") == [16 + 18, 0, 0]
    hands = {4: "4c", 16: "Kc 5d As", 18: "9h 9s", 5: "5c", 20: "Kc Qc", 3: "3c", 10: "10c"}

    def exhausted(*values: int, **options: Any) -> list[float]:
        return points_of(deal_of("exhausted", *(hold(hands[value]) for value in values)), "rummy", **options)

    assert exhausted(4, 16, 18) == [26, 0, 0]
    assert exhausted(5, 5, 20) == [7.5, 7.5, 0]
    assert exhausted(5, 20, 5, split_rounding="floor") == [7, 0, 7]
    assert exhausted(3, 3, 10, 20) == [12, 12, 0, 0]
    assert exhausted(5, 5) == [0, 0]


def test_example_b15__everybody_is_charged_their_own_hand() -> None:
    """rules.md 4.9 B15; BA-9: the same after exhaustion."""
    players = (hold(out=True), hold("Kc 5d As"), hold("9h 9s"))
    assert points_of(deal_of("out_by_play", *players), "bga_basic_negative") == [0, 16, 18]
    assert points_of(deal_of("exhausted", hold("2c"), *players[1:]), "bga_basic_negative") == [2, 16, 18]


def test_example_b17__runs_of_thirteen() -> None:
    """rules.md 4.9 B17: 1 + 44 + 40 = 85 from the low ace, 44 + 40 + 15 = 99 to the high one."""
    between = "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac"
    assert [laid(between, 1), laid(between)] == [85, 99]


def test_ace__left_in_hand_is_low_where_aces_are_low() -> None:
    """BA-1, CONTRACT_STOCK 6."""
    deal = deal_of("out_by_discard", hold(out=True), hold("Ah"))
    assert [points_of(deal, game)[0] for game in ("rummy", "round_the_corner")] == [1, 15]
    assert points_of(deal, "rummy500") == [0, -15]
    assert points_of(deal, "round_the_corner", ace_points_high=10) == [10, 0]


def test_joker__counts_the_same_on_the_table_and_in_hand() -> None:
    """rules.md 8.8: 15, or as joker_points says."""
    deal = deal_of("out_by_play", hold("", "X", out=True), hold("X X"))
    assert points_of(deal, "rum500_jokers") == [15, -30]
    assert points_of(deal, "rum500_jokers", joker_points=50) == [50, -100]


@pytest.mark.parametrize("end", ["exhausted", "max_turns"])
def test_exhausted_no_penalty__leaves_the_hand_alone_where_nobody_is_out(end: str) -> None:
    """rules.md 4.7; turns used up are as an exhausted stock (0.7)."""
    players = (hold("Kc", "7c 7d 7h"), hold("Qc"))
    assert points_of(deal_of(end, *players), "rummy500", exhausted_no_penalty=True) == [21, 0]
    assert points_of(deal_of("out_by_play", *players), "rummy500", exhausted_no_penalty=True) == [11, -10]


@pytest.mark.parametrize(
    ("game", "is_rummy", "expected"),
    [
        ("rummy", True, [60, 0, 0]),
        ("rummy", False, [30, 0, 0]),
        ("rummy500", True, [42, -10, -20]),
        ("bga_basic_negative", True, [0, 20, 40]),
        ("bga_basic_negative", False, [0, 10, 20]),
    ],
)
def test_rummy__doubles(game: str, is_rummy: bool, expected: list[float]) -> None:
    """rules.md 8.8: what scoring gives them, or charges the others."""
    players = (hold("", "7c 7d 7h", out=True, rummy=is_rummy), hold("Kc"), hold("Kd Kh"))
    deals = [deal_of("out_by_play", *players), deal_of("exhausted", hold("2c"), hold("3c"), hold("4c"))]
    frame = scored_deals(deals, game, rummy_bonus=2)
    assert [points / POINTS_UNIT for points in frame["points"][:3]] == expected
    assert frame["points"][3:].to_list() == scored_deals(deals, game)["points"][3:].to_list()


def test_won__by_the_best_points_whoever_went_out() -> None:
    """CONTRACT_STOCK 6: ties split; nobody wins a deal whose turns were used up."""
    low, high = hold("", "7c 7d 7h", out=True), hold("2c", "Kc Kd Kh")
    assert scored_deals([deal_of("out_by_play", low, high)], "rummy500")["share"].to_list() == [0, WIN]
    assert scored_deals([deal_of("max_turns", hold("2c"), high)], "rummy500")["share"].to_list() == [0, 0]
    tied = deal_of("exhausted", hold("5c"), hold("Kc"), hold("5d"))
    for game in ("rummy", "bga_basic_negative"):
        assert scored_deals([tied], game)["share"].to_list() == [WIN // 2, 0, WIN // 2]
    nothing = deal_of("exhausted", hold("5c"), hold("5d"))
    assert scored_deals([nothing], "rummy")["share"].to_list() == [WIN // 2, WIN // 2]


def test_points__agree_with_the_referee_under_all_scoring_options() -> None:
    """CONTRACT_STOCK 6: points and winners of random deals of two to eight players, exactly."""
    rng = np.random.default_rng(1)
    n_checked = 0
    for number, values in enumerate(itertools.product(*SCORING.values())):
        options = dict(zip(SCORING, values, strict=True))
        end = "first_over" if options["scoring"] == "negative" else "target"
        try:
            variant = find_variant("rummy").with_options({**options, "match_end": end})
        except RuleError:
            continue
        deals = random_deals(rng, 2 + number % 7, 12)
        frame = scored_deals(deals, "rummy", **options, match_end=end)
        points = [float(value) for deal in deals for value in referee.points(variant.options(), deal)]
        shares = [value for deal in deals for value in referee.won(variant.options(), deal)]
        assert frame["points"].to_list() == [round(POINTS_UNIT * value) for value in points], options
        assert (frame["points"] / POINTS_UNIT).to_list() == pytest.approx(points, abs=1e-9), options
        assert frame["share"].to_list() == [WIN * share for share in shares], options
        n_checked += len(deals)
    assert n_checked > 1500


def test_fired__tells_what_facts_can_tell() -> None:
    """Rule coverage; that a lay-off was on another's meld the facts do not say."""
    names = {
        "rummy": {
            "pile_taken", "new_meld", "lay_off", "reshuffle", "rummy", "exhausted", "out_by_discard", "out_by_play",
            "low_ace_laid",
        },
        "rummy500": {"deep_take"},
        "rum500_jokers": {"deep_take", "joker_laid", "joker_left"},
    }  # fmt: skip
    done = {"takes": 2, "taken_cards": 3, "new_melds": 1, "laid_off": 2, "claims": 2, "reshuffles": 1}
    rows = deal_of(
        "out_by_play",
        hold("", "X As 2s 3s", low_aces=1, out=True, rummy=True) | done,
        hold("X") | dict.fromkeys(done, 0),
    )
    facts = pl.DataFrame(rows)
    for game, more in names.items():
        variant = find_variant(game).with_options({"call_rummy": "any"})
        fired = variant.family.scoring().fired(variant.rules)
        assert set(fired) == names["rummy"] | more | {"claim"}
        happened = facts.select(expression.alias(name) for name, expression in fired.items()).to_dicts()
        off = {"lay_off", "exhausted", "out_by_discard", "joker_left"}
        assert {name for name, value in happened[0].items() if value} == set(fired) - off
        assert {name for name, value in happened[1].items() if value} == {"out_by_play", "joker_left"} & set(fired)
    assert "claim" not in find_variant("rummy").family.scoring().fired(find_variant("rummy").rules)


def test_direction__is_that_of_the_scoring() -> None:
    """rules.md 0.6: lower is better in negative only."""
    for game, direction in (("rummy", "higher"), ("rummy500", "higher"), ("bga_basic_negative", "lower")):
        variant = find_variant(game)
        assert variant.family.direction(variant.rules) == direction


def test_closed__is_who_went_out_and_nobody_wins_a_match_outright() -> None:
    frame = scored_deals([deal_of("out_by_play", hold("2c"), hold(out=True))], "rummy500")
    assert frame["closed"].to_list() == [False, True]
    assert frame["wins_match"].to_list() == [False, False]
