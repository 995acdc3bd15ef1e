"""What each option of the family changes (:mod:`tests.alive`), and which options contradict each other."""

from collections.abc import Hashable

import pytest

from rummysim.errors import RuleError, UnknownNameError
from rummysim.games.knock.rules import KnockRules
from tests.alive import BOTH, AliveFields, Entry, Options, played_facts, played_matches, players_of
from tests.knock.gin_deals import deal_of, gin_scored
from tests.knock.positions import Table, after_deal

OTHER = "10c 11c 12c 3e 4b 12e 2b"


def facts(options: Options, bot: str = "greedy", n_players: int = 3, units: int = 300) -> bytes:
    """Facts of some deals, with so many players as there may be."""
    return played_facts("knock", options, bot, min(n_players, KnockRules.checked(options).seats), units)


def random_facts(options: Options) -> bytes:
    """Facts of some deals of players who play at random, long ones among them."""
    return facts(options, bot="random", n_players=4, units=60)


def many_facts(options: Options) -> bytes:
    """Facts of so many deals that rare lay-offs are among them."""
    return facts(options, units=4000)


def players(options: Options) -> tuple[int, ...]:
    """Numbers of players allowed."""
    return players_of("conga", options)


def points(options: Options) -> tuple[Hashable, ...]:
    """Points and match wins of settlements that end in each way, a leftover wild among them."""
    table = Table(**{"layoff_targets": "none", **options})
    ends = (
        ("4e 5e 6e 7o 7c 7b 3c", "1o 12b 10c 4b 2e"),
        ("5o 6o 7o 10o 2c 2e 2b", OTHER.replace(" 2b", " 4c")),
        ("2e 3e 4e 1o 6e 7e 10e", OTHER.replace(" 3e", " 3b")),
        ("1o 2o 3o 4o 5o 6o 7o", OTHER),
        ("4b 5b 6b 7b 10b 11b 12b", OTHER.replace(" 4b", " 4c")),
    )
    settled = [table.settle(*hands) for hands in ends]
    return tuple((*each.points, *each.wins_match) for each in settled)


def gin_points(options: Options) -> tuple[int, ...]:
    """Points of deals that end in each way of gin, a spade turned up in every other one."""
    ends = [(0, 4, 23), (0, 9, 7), (5, 0, 31), (6, 0, 31)]
    deals = [deal_of(close, *left, upcard=upcard) for close, *left in ends for upcard in (0, 48)]
    return tuple(gin_scored(deals, **options)["points"].to_list())


def matches(options: Options) -> tuple[Hashable, ...]:
    """Results of some matches."""
    return played_matches("conga", options, min(3, len(players(options)) + 1), 300)


def two_left(options: Options) -> tuple[Hashable, ...]:
    """Results of matches that come down to two players, and of one deal that leaves the knocker at the limit."""
    return (tuple(after_deal([100, 115], **options)[1]), *matches(options))


LOOSE: Options = {"knock_limit": 20, "max_leftover_cards": 7}
DIFFERENCE: Options = {"deal_scoring": "difference", "match_end": "target", "seats": 2}
OFTEN_OUT: Options = {"limit": 3, "max_turns": 8, "figures": "10_10_10"}

FIELDS: dict[str, Entry] = {
    "deck": Entry((40, 48, 50, 52, 54), facts),
    "decks": Entry((1, 2), facts),
    "seats": Entry((4, 3, 2, 8), players, {"decks": 2}, (2, 8)),
    "joker_min_players": Entry((2, 4), facts, {"deck": 50}, (2, 8)),
    "ace_of_coins_wild": Entry((True, False), facts),
    "hand_size": Entry((7, 6, 8), facts, numbers=(3, 10), room={3: {"min_melded": 3}, 10: {"seats": 2}}),
    "knock_limit": Entry((5, 0, 10), facts, numbers=(0, 50)),
    "knock_limit_from_upcard": Entry(BOTH, facts),
    "oklahoma_ace": Entry((1, 0), many_facts, {"knock_limit_from_upcard": True, "max_leftover_cards": 7}),
    "min_melded": Entry((4, 3, 6), facts, LOOSE, (0, 10), {10: {"hand_size": 10, "seats": 2}}),
    "max_leftover_cards": Entry((3, 2, 1, 0), facts, numbers=(0, 10)),
    "max_wilds_when_knocking": Entry((1, 0, 2), facts, {"deck": 50}, (0, 4)),
    "wilds_per_meld": Entry((None, 1), facts, {"deck": 50, "max_wilds_when_knocking": 2}, (1, 6)),
    "figures": Entry(("10_11_12", "10_10_10", "8_9_10", "11_12_13"), facts),
    "ace_mode": Entry(("low", "either"), facts),
    "layoff_targets": Entry(("all_shown", "knocker_only", "none"), facts),
    "wild_layoff": Entry((True, False), many_facts, {"deck": 50, "knock_limit": 20}),
    "wild_penalty_knocker": Entry((True, False), many_facts, {"deck": 50, "wilds_per_meld": 1}),
    "no_knock_first_round": Entry(BOTH, facts),
    "knock_without_draw": Entry(BOTH, facts),
    "last_turn_after_knock": Entry(BOTH, facts),
    "big_gin": Entry(BOTH, facts, {"hand_size": 3, "min_melded": 3}),
    "starter_has_eight": Entry(BOTH, facts),
    "upcard_offer": Entry(BOTH, facts, {"seats": 2}),
    "no_return_discard": Entry(BOTH, random_facts),
    "dead_stock": Entry((None, 0, 3), random_facts, numbers=(0, 10)),
    "fiftieth_card": Entry(BOTH, random_facts, {"dead_stock": 10, "max_leftover_cards": 7}),
    "max_turns": Entry((500, 3, 20), facts, numbers=(1, 10_000)),
    "max_reshuffles": Entry((None, 0, 1), random_facts, numbers=(0, 1000)),
    "deal_scoring": Entry(
        ("each_own", "difference"), facts, {"seats": 2}, room={"difference": {"match_end": "target"}}
    ),
    "wild_points": Entry((25, 0, 50), points, numbers=(0, 100)),
    "close_bonus": Entry((-10, 0, -20), points, numbers=(-100, 0)),
    "invalid_conga": Entry((-25, -10), points, numbers=(-100, 0)),
    "conga_bonus": Entry(("win_match", -50, -25), points, numbers=(-100, 0)),
    "wild_natural_in_conga": Entry(BOTH, points),
    "gin_bonus": Entry((25, 0, 20), gin_points, DIFFERENCE, (0, 200)),
    "undercut_bonus": Entry((25, 0, 10), gin_points, DIFFERENCE, (0, 200)),
    "big_gin_bonus": Entry((31, 0, 50), gin_points, DIFFERENCE, (0, 200)),
    "oklahoma_spade_double": Entry(BOTH, gin_points, DIFFERENCE),
    "match_end": Entry(("elimination", "first_over", "target"), matches, {"seats": 3}, room={"target": DIFFERENCE}),
    "limit": Entry((100, 50, 101), matches, numbers=(1, 10_000)),
    "target": Entry((100, 50, 200), matches, DIFFERENCE, (1, 10_000)),
    "eliminate_at": Entry(("over", "reach"), matches),
    "reentry": Entry(("none", "once", "unlimited"), matches, {"limit": 30}),
    "reentry_total": Entry(("second_highest", "highest"), matches, {"reentry": "once"}),
    "all_bust_rule": Entry(("non_knocker", "lowest", "extra_deal"), matches, OFTEN_OUT),
    "knocker_at_limit_loses": Entry(BOTH, two_left),
    "win_at_minus": Entry((None, -1, -12), matches, numbers=(-1000, -1)),
    "game_bonus": Entry((0, 100), matches, DIFFERENCE, (0, 1000)),
    "box_bonus": Entry((0, 25), matches, DIFFERENCE, (0, 1000)),
    "next_start": Entry(
        ("rotate", "winner_of_last", "winner_deals", "loser_of_last", "alternate_after_scored", "fixed"),
        matches,
        {"max_turns": 8, "limit": 70},
    ),
}


class TestFields(AliveFields):
    """The fields of the family."""

    rules = KnockRules
    fields = FIELDS
    players = staticmethod(players)
    points = staticmethod(points)
    sizes = range(2, 4)


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"hand_size": 10}, ["seats = 4", "hand_size = 10", "deck = 40", "allowed up to 9"]),
        ({"seats": 8}, ["seats = 8", "hand_size = 7", "need 58 cards", "allowed up to 4 "]),
        ({"seats": 8, "decks": 2, "hand_size": 10}, ["decks = 2 have 80 for 8 players", "allowed up to 9"]),
        ({"deck": 50, "hand_size": 10, "seats": 4, "dead_stock": 9}, ["need 51 cards", "has 50 for 4", "up to 9"]),
        ({"hand_size": 3}, ["min_melded = 4", "hand_size = 3", "allowed up to 3"]),
        ({"min_melded": 8}, ["min_melded = 8", "hand_size = 7", "allowed up to 7"]),
        ({"deck": 48, "hand_size": 10, "seats": 4, "min_melded": 11}, ["min_melded is 11; allowed 0…10"]),
        ({"dead_stock": 2, "max_reshuffles": 1}, ["max_reshuffles = 1", "dead_stock = 2"]),
        ({"seats": 2, "deal_scoring": "difference"}, ["deal_scoring = difference", "match_end = elimination"]),
        ({"match_end": "target"}, ["deal_scoring = each_own", "match_end = target"]),
        (
            {"match_end": "target", "deal_scoring": "difference"},
            ["deal_scoring = difference", "seats = 4", "seats = 2"],
        ),
        ({"upcard_offer": True}, ["upcard_offer = true", "seats = 4", "allowed with seats = 2"]),
        ({"upcard_offer": True, "seats": 2, "starter_has_eight": True}, ["starter_has_eight = true", "upcard_offer"]),
        ({"fiftieth_card": True}, ["fiftieth_card = true", "dead_stock = none"]),
        ({"oklahoma_spade_double": True}, ["oklahoma_spade_double = true", "deal_scoring = each_own"]),
        ({"reentry": "once", "match_end": "first_over"}, ["reentry = once", "match_end = first_over"]),
        ({"knocker_at_limit_loses": True, "match_end": "first_over"}, ["knocker_at_limit_loses", "match_end"]),
        ({**DIFFERENCE, "win_at_minus": -50}, ["win_at_minus = -50", "match_end = target"]),
        ({"game_bonus": 100}, ["game_bonus = 100", "match_end = elimination", "allowed with match_end = target"]),
        ({"box_bonus": 20}, ["box_bonus = 20", "match_end = elimination"]),
    ],
)
def test_rules__refuse_contradictions_naming_both_fields(options: Options, names: list[str]) -> None:
    """Two options that contradict each other are refused with both names."""
    with pytest.raises(RuleError) as caught:
        KnockRules.checked(options)
    assert [name for name in names if name not in str(caught.value)] == []
    assert "allowed" in str(caught.value)


def test_rules__unknown_option_is_named_with_the_nearest() -> None:
    """An option of another name is refused with the one that may be meant."""
    with pytest.raises(UnknownNameError, match=r"no option 'knock_limits'.*did you mean knock_limit"):
        KnockRules.checked({"knock_limits": 3})
