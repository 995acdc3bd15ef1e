"""GN-2 … GN-8 and CONTRACT 5.5 from the facts of made-up deals: points, who won, what fired. No kernel."""

import itertools

import polars as pl
import pytest

from rummysim.engine.deals import scored
from rummysim.fields.tallies import WIN
from rummysim.games.registry import find_variant
from tests.knock.gin_deals import DEAD_HAND, deal_of, gin_scored
from tests.reference import knock as referee

KNOCK, GIN, BIG_GIN = 0, 5, 6


def points(*deal: int, preset: str = "gin", **options: object) -> list[int]:
    """Points of one deal: close, what the closer is left with, what the other is."""
    first = gin_scored([deal_of(*deal)], preset, **options)["points"].to_list()
    assert gin_scored([deal_of(*deal, second=True)], preset, **options)["points"].to_list() == first[::-1]
    return first


def test_knock__scores_the_difference() -> None:
    """GN-4: rules.md 5.1: knocker 4, defender 23 after lay-offs: knocker +19."""
    assert points(KNOCK, 4, 23) == [19, 0]


def test_undercut__scores_the_difference_and_the_bonus_for_the_other() -> None:
    """GN-4: rules.md 5.1: knocker 9, defender 7: defender 2 + 25 = 27; a tie is an undercut."""
    assert points(KNOCK, 9, 7) == [0, 27]
    assert points(KNOCK, 7, 7) == [0, 25]
    assert points(KNOCK, 7, 8) == [1, 0]
    assert points(KNOCK, 9, 7, preset="gin_bga") == [0, 12]
    assert points(KNOCK, 9, 7, undercut_bonus=0) == [0, 2]


def test_gin__scores_all_the_other_is_left_with_and_the_bonus() -> None:
    """GN-4: rules.md 5.1: gin against 31: 31 + 25 = 56; gin against nothing left is no undercut."""
    assert points(GIN, 0, 31) == [56, 0]
    assert points(GIN, 0, 0) == [25, 0]
    assert points(GIN, 0, 31, preset="gin_classic") == [51, 0]


def test_big_gin__scores_six_more_in_gin_big() -> None:
    """GN-3, rules.md 5.1: all 11 cards melded: 6 more than gin."""
    assert points(BIG_GIN, 0, 31, preset="gin_big") == [62, 0]
    assert points(GIN, 0, 31, preset="gin_big") == [56, 0]
    assert points(BIG_GIN, 0, 31, big_gin=True, big_gin_bonus=50) == [81, 0]


def test_case_40_44_45__points() -> None:
    """cases.md 40: gin 25 + 18 = 43; 44: A knocks with 9, B has 6: B + 28; 45: 28 less 6 laid off, knocker 2: + 20."""
    assert points(GIN, 0, 18) == [43, 0]
    assert points(KNOCK, 9, 6) == [0, 28]
    assert points(KNOCK, 2, 28 - 6) == [20, 0]


def test_case_38__two_for_sets_and_26_for_runs() -> None:
    """cases.md 38: the defender stays at 3: knocker + 2; gets rid of everything: undercut 25 + 1."""
    assert points(KNOCK, 1, 3) == [2, 0]
    assert points(KNOCK, 1, 0) == [0, 26]


@pytest.mark.parametrize("end", [0, 1, DEAD_HAND])
def test_undecided_deal__scores_nothing(end: int) -> None:
    """GN-5, CONTRACT 5.5: undecided deals: 0 for both; nobody wins."""
    deal = [row | {"end": end} for row in deal_of(-1, 12, 30)]
    frame = gin_scored([deal])
    assert frame["points"].to_list() == [0, 0]
    assert frame["share"].to_list() == [0, 0]


def test_dead_hand__scores_nothing_where_everybody_scores_their_own() -> None:
    """GN-5: nobody scores; a deal of Conga that is dead leaves all totals as they are."""
    deal = [row | {"end": DEAD_HAND} for row in deal_of(-1, 12, 30)]
    frame = gin_scored([deal, deal_of(-1, 12, 30)], "conga", dead_stock=2)
    assert frame["points"].to_list() == [0, 0, 12, 30]


def test_deal__is_won_by_who_scores() -> None:
    """CONTRACT 5.5: a deal is won by who scores; nobody if both have 0."""
    deals = [deal_of(KNOCK, 4, 23), deal_of(KNOCK, 9, 7), deal_of(GIN, 0, 5), deal_of(KNOCK, 7, 7)]
    shares = gin_scored(deals, undercut_bonus=0)["share"].to_list()
    assert shares == [WIN, 0, 0, WIN, WIN, 0, 0, 0]


def test_spade__doubles_the_deal_with_the_option() -> None:
    """GN-8: oklahoma_spade_double."""
    for upcard, factor in ((0, 1), (47, 1), (48, 2), (60, 2), (13, 1), (29, 1)):
        deals = [deal_of(KNOCK, 4, 23, upcard=upcard), deal_of(KNOCK, 9, 7, upcard=upcard)]
        assert gin_scored(deals, "oklahoma")["points"].to_list() == [19, 0, 0, 27]
        doubled = gin_scored(deals, "oklahoma", oklahoma_spade_double=True)["points"].to_list()
        assert doubled == [19 * factor, 0, 0, 27 * factor]


def test_wilds__left_count_for_who_did_not_close_and_for_the_closer_unless_spared() -> None:
    """rules.md 3.7, wild_penalty_knocker; CONTRACT 5.5: L = left points + wild_points · left wilds."""
    deal = deal_of(KNOCK, 4, 3, wilds=(0, 1))
    assert gin_scored([deal])["points"].to_list() == [3 + 25 - 4, 0]
    spared = gin_scored([deal_of(KNOCK, 4, 3, wilds=(1, 1))], wild_penalty_knocker=False, wild_points=50)
    assert spared["points"].to_list() == [53 - 4, 0]
    own = {"wild_penalty_knocker": False, "wild_points": 50}
    assert gin_scored([deal_of(KNOCK, 4, 3, wilds=(1, 1))], "conga", **own)["points"].to_list() == [4, 53]
    assert gin_scored([deal_of(KNOCK, 4, 3, wilds=(0, 2))], "conga")["points"].to_list() == [4, 53]


def test_big_gin__is_a_close_with_all_combined_where_everybody_scores_their_own() -> None:
    """CONTRACT 5.2, 5.5: with each_own the close 6 scores close_bonus."""
    assert points(BIG_GIN, 0, 31, preset="conga", big_gin=True) == [-10, 31]


def test_points__agree_with_the_referee_on_all_small_deals() -> None:
    """CONTRACT 5.5 as the referee has it, deals one after the other and second players closing."""
    options = {"oklahoma_spade_double": True, "undercut_bonus": 3, "gin_bonus": 5, "big_gin_bonus": 9}
    deals = [
        deal_of(close, own, other, upcard=upcard, wilds=(0, wilds), second=second)
        for close, own, other, wilds in itertools.product((-1, KNOCK, GIN, BIG_GIN), range(4), range(4), range(2))
        for upcard, second in itertools.product((0, 50), (False, True))
    ]
    rules = find_variant("gin").with_options(options).options()
    frame = gin_scored(deals, **options)
    expected = []
    for deal in deals:
        facts = [row | {"end": 2 if row["end"] > DEAD_HAND else row["end"]} for row in deal]
        expected.append((referee.points(rules, facts), [int(WIN * won) for won in referee.won(rules, facts)]))
    assert frame["points"].to_list() == [value for each, _ in expected for value in each]
    assert frame["share"].to_list() == [value for _, each in expected for value in each]


def test_fired__tells_undercut_gin_and_big_gin_where_they_are() -> None:
    """Rule coverage: how often each rule fired, by what facts can tell."""
    variant = find_variant("oklahoma").with_options({"oklahoma_spade_double": True})
    deals = [deal_of(KNOCK, 9, 7), deal_of(KNOCK, 4, 23, upcard=48), deal_of(GIN, 0, 5), deal_of(BIG_GIN, 0, 5)]
    names = ("takes", "reshuffles", "laid_cards", "laid_wilds")
    frame = gin_scored([[row | dict.fromkeys(names, 0) for row in deal] for deal in deals])
    fired = variant.family.scoring().fired(variant.rules)
    happened = frame.select(expression.alias(name) for name, expression in fired.items())
    assert happened["undercut"].to_list() == [False, True, *[False] * 6]
    assert happened["gin"].to_list() == [*[False] * 4, True, *[False] * 3]
    assert happened["big_gin"].to_list() == [*[False] * 6, True, False]
    assert happened["points_doubled"].to_list() == [False, False, True, *[False] * 5]
    conga = find_variant("conga")
    assert not {"undercut", "gin", "points_doubled"} & set(conga.family.scoring().fired(conga.rules))


def test_direction__is_that_of_the_variant() -> None:
    """Design 4: gin is played for points, Conga against them."""
    for preset, direction in (("gin", "higher"), ("conga", "lower"), ("knock_rummy_pypi", "lower")):
        variant = find_variant(preset)
        assert variant.family.direction(variant.rules) == direction


@pytest.mark.parametrize("n_players", range(2, 9))
def test_each_own__with_any_number_of_players(n_players: int) -> None:
    """rules.md 3.7, decks: five to eight players score as two do."""
    row = {"end": 3, "close": -1, "left_wilds": 0}
    deal = [row | {"left_points": 10 * player, "close": 0 if player == 1 else -1} for player in range(n_players)]
    frame = scored(find_variant("conga"), pl.DataFrame(deal * 2), n_players)
    assert frame["points"].to_list() == [10 * player for player in range(n_players)] * 2
    assert frame["share"].to_list() == [WIN, *[0] * (n_players - 1)] * 2
