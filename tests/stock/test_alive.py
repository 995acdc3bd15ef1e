"""What each option of the family changes (:mod:`tests.alive`)."""

from collections.abc import Hashable

import pytest

from rummysim.errors import UnknownNameError
from rummysim.games.stock.rules import StockRules
from tests.alive import BOTH, AliveFields, Entry, Options, played_facts, played_matches, players_of
from tests.stock.made_up import deal_of, hold, scored_deals, seat_made_up_table


def facts(options: Options, tables: tuple[int, ...] = (4,), units: int = 150) -> bytes:
    """Facts of some deals of players who play at random, at tables of so many."""
    return b"".join(played_facts("stock", options, "random", n_players, units) for n_players in tables)


def facts_of_two_and_five(options: Options) -> bytes:
    """Facts of deals of two and of five players."""
    return facts(options, tables=(2, 5), units=20)


def players(options: Options) -> tuple[int, ...]:
    """Numbers of players allowed."""
    return players_of("rummy", options)


def points(options: Options) -> tuple[int, ...]:
    """Points of deals that end in each way, aces, jokers, equal hands and an odd sum among them."""
    laid = hold("", "As 2s 3s Qs Ks As X", low_aces=1, out=True, rummy=True)
    deals = [
        deal_of("out_by_play", laid, hold("5c As X", "7c 7d 7h"), hold("Kc 5d")),
        deal_of("out_by_discard", hold("", "4c 4d 4h", out=True), hold("X 8s"), hold("Kc As 2c", "As Ad Ah")),
        deal_of("exhausted", hold("5c", "9c 9d 9h"), hold("Kc"), hold("5d")),
        deal_of("exhausted", hold("2c"), hold("Kc 9d 9h"), hold("2d Ah X")),
        deal_of("max_turns", hold("6c", "2c 3c 4c"), hold("6d"), hold("Kd 3s")),
    ]
    return tuple(scored_deals(deals, "rummy", **options)["points"].to_list())


def matches(options: Options) -> tuple[Hashable, ...]:
    """Results of some matches of deals that are made up."""
    with pytest.MonkeyPatch.context() as patch:
        seat_made_up_table(patch)
        return played_matches("rummy", options, 3, 60)


SIX: Options = {"seats": 6}
LOWER: Options = {"scoring": "negative", "match_end": "first_over"}

FIELDS: dict[str, Entry] = {
    "jokers": Entry((0, 2), facts),
    "hand_sizes": Entry(("13_7", "10_7", "10_7_6"), facts_of_two_and_five, SIX),
    "seats": Entry((4, 3, 2, 8), players, numbers=(2, 8)),
    "two_packs_from": Entry((5, None, 2), facts_of_two_and_five, SIX, (2, 8)),
    "extended_discard": Entry(BOTH, facts),
    "ace_mode": Entry(("low", "either", "wrap"), facts),
    "meld_layoff_restriction": Entry(BOTH, facts),
    "one_meld_per_turn": Entry(BOTH, facts),
    "layoff_requires_meld": Entry(("none", "round", "turn"), facts),
    "final_discard_required": Entry(BOTH, facts),
    "call_rummy": Entry(("none", "last_discard", "any"), facts),
    "top_discard_must_be_used": Entry(BOTH, facts),
    "no_return_discard": Entry((True, False), facts),
    "stock_exhausted": Entry(("may_end", "reshuffle_once", "reshuffle", "end"), facts),
    "max_reshuffles": Entry((None, 0, 1), facts, {"stock_exhausted": "reshuffle"}, (0, 1000)),
    "pile_card_reuse": Entry((True, False), facts, {"extended_discard": True}),
    "max_turns": Entry((500, 3, 20), facts, numbers=(1, 10_000)),
    "scoring": Entry(("positive", "melded_hand", "negative"), points, room={"negative": {"match_end": "first_over"}}),
    "simple_scoring": Entry(BOTH, points),
    "ace_points_high": Entry((15, 10, 11), points, {"ace_mode": "either"}),
    "rummy_bonus": Entry((1, 2), points),
    "exhausted_no_penalty": Entry(BOTH, points, {"scoring": "melded_hand"}),
    "split_rounding": Entry(("exact", "floor"), points, {"simple_scoring": True}),
    "joker_points": Entry((15, 0, 25), points, {"jokers": 2}, (0, 100)),
    "match_end": Entry(("target", "first_over"), matches, room={"first_over": LOWER}),
    "target": Entry((100, 50, 200), matches, numbers=(1, 10_000)),
    "next_start": Entry(
        ("rotate", "winner_of_last", "winner_deals", "loser_of_last", "alternate_after_scored", "fixed"), matches
    ),
}


class TestFields(AliveFields):
    """The fields of the family."""

    rules = StockRules
    fields = FIELDS
    players = staticmethod(players)
    points = staticmethod(points)
    sizes = range(2, 9)


def test_rules__unknown_option_is_named_with_the_nearest() -> None:
    """An option of another name is refused with the one that may be meant."""
    with pytest.raises(UnknownNameError, match=r"no option 'hand_size'.*did you mean hand_sizes"):
        StockRules.checked({"hand_size": 7})
