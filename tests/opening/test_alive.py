"""What each option of the family changes (:mod:`tests.alive`)."""

from collections.abc import Hashable

import numpy as np
import polars as pl

from rummysim.games.opening.play import Player
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.opening.scoring import points as points_of
from tests.alive import BOTH, AliveFields, Entry, Options, played_matches, players_of
from tests.opening.probe import PROBE


def facts(options: Options, tables: tuple[int, ...] = (3,), units: int = 40) -> bytes:
    """Facts of some deals of players who try everything, at tables of so many."""
    found = b""
    for n in tables:
        jobs = np.array([[1, unit, 0, n, starter] for unit in range(units) for starter in range(n)])
        player = Player(OpeningRules.checked(options).encode, [PROBE] * n)
        rows, bad = player.play(jobs, np.tile(np.arange(n), (len(jobs), 1)))
        assert bad == -1
        found += rows.tobytes()
    return found


def facts_of_five(options: Options) -> bytes:
    """Facts of deals of four and of five players."""
    return facts(options, tables=(4, 5), units=10)


def many_facts(options: Options) -> bytes:
    """Facts of more deals, for what is rare."""
    return facts(options, units=400)


def players(options: Options) -> tuple[int, ...]:
    """Numbers of players allowed."""
    return players_of("rummy51", options)


COLUMNS = ("end", "out", "hand", "cut", "opened", "left_small", "left_pips", "left_tens", "left_aces", "left_jokers")
DEALS = (
    ((2, 1, 0, 0, 3, 0, 0, 0, 0, 0), (2, 0, 0, 0, 2, 1, 7, 1, 1, 1), (2, 0, 0, 0, 0, 3, 12, 4, 0, 1)),
    ((2, 1, 1, 0, 3, 0, 0, 0, 0, 0), (2, 0, 0, 0, 2, 1, 7, 1, 0, 1), (2, 0, 0, 0, 0, 3, 12, 4, 2, 1)),
    ((2, 1, 1, 1, 3, 0, 0, 0, 0, 0), (2, 0, 0, 0, 2, 1, 7, 1, 1, 1), (2, 0, 0, 0, 0, 3, 12, 4, 0, 0)),
    ((0, 0, 0, 0, 3, 1, 5, 0, 0, 0), (0, 0, 0, 0, 2, 1, 7, 1, 1, 1), (0, 0, 0, 0, 0, 3, 12, 4, 0, 0)),
)


def points(options: Options) -> tuple[int, ...]:
    """Points of deals that end without anybody out, plainly, by hand, and by hand with the cut card."""
    frame = pl.DataFrame([row for deal in DEALS for row in deal], schema=COLUMNS, orient="row")
    return tuple(frame.select(points_of(OpeningRules.checked(options), 3).alias("points"))["points"].to_list())


def matches(options: Options) -> tuple[Hashable, ...]:
    """Results of some matches."""
    return played_matches("rummy51", options, 3, 30)


JOKERS: Options = {"jokers": 8, "max_jokers_when_laid": None}

FIELDS: dict[str, Entry] = {
    "decks": Entry((2, 1), facts, {"seats": 3}),
    "jokers": Entry((4, 0, 2, 8), facts, numbers=(0, 8)),
    "hand_size": Entry((14, 7, 13), facts, numbers=(7, 15)),
    "hand_sizes": Entry(("fixed", "15_13_11"), facts_of_five),
    "starter_has_extra": Entry((True, False), facts),
    "seats": Entry((6, 2, 4), players, numbers=(2, 8), room={8: {"hand_size": 7}}),
    "cut_card": Entry((True, False), facts),
    "cut_joker_to_cutter": Entry(BOTH, facts, {"jokers": 8}),
    "opening_min": Entry((51, 0, 30, 101), facts, numbers=(0, 101)),
    "ace_mode": Entry(("both", "low", "either"), many_facts, {"opening_min": 30}),
    "ace_points": Entry(("10", "11", "15", "1_low_10", "1_low_11"), many_facts, {"opening_min": 30}),
    "pure_run_required": Entry(BOTH, facts),
    "hand_requires_min": Entry((True, False), many_facts, {"hand_size": 7, "opening_min": 101}),
    "no_open_first_rounds": Entry((0, 1, 3), facts, {"opening_min": 30}, (0, 3)),
    "first_turn_melding": Entry((True, False), facts, {"opening_min": 30}),
    "layoff_on_opening_turn": Entry((True, False), facts),
    "layoff_in_hand": Entry(BOTH, many_facts, {"hand_size": 7, "opening_min": 30}),
    "discard_take": Entry(
        ("first_turn_free_then_open", "free", "only_opened_or_opening", "only_opened", "from_round_2"), facts
    ),
    "starter_privilege_second_turn": Entry(BOTH, facts),
    "taken_discard_must_be_used": Entry(BOTH, facts),
    "no_return_discard": Entry((True, False), facts),
    "forbid_playable_discard": Entry(BOTH, facts),
    "max_jokers_when_laid": Entry((1, None, 2), many_facts, {"jokers": 8, "opening_min": 101}, (1, 8)),
    "max_jokers_total": Entry((None, 1, 2, "less_or_equal"), facts, JOKERS),
    "adjacent_jokers": Entry((True, False), facts, JOKERS),
    "set_joker_swap": Entry(("any_missing", "both_missing", "never"), facts, {"jokers": 8}),
    "joker_reuse": Entry(("new_meld", "any_meld", "hand"), facts, {"jokers": 8}),
    "joker_swap_before_opening": Entry(BOTH, facts, {"jokers": 8, "joker_reuse": "hand"}),
    "final_discard_required": Entry((True, False), facts),
    "stock_exhausted": Entry(("reshuffle", "end"), facts, {"opening_min": 101}),
    "max_reshuffles": Entry((1, None, 0), facts, {"opening_min": 101}, (0, 1000)),
    "max_turns": Entry((500, 3, 20), facts, numbers=(1, 10_000)),
    "scoring": Entry(("own_hand", "winner_scores"), points),
    "go_out": Entry((-40, -10, 0), points, numbers=(-500, 0)),
    "hand": Entry((-80, -20), points, numbers=(-500, 0)),
    "cutcard_hand_bonus": Entry((-120, -140), points, numbers=(-500, 0)),
    "unopened": Entry(("100", "cards", "cards_doubled"), points),
    "hand_multiplier": Entry((2, 1), points),
    "joker_in_hand": Entry((20, 50), points, numbers=(1, 200)),
    "deals": Entry((None, 1, 5), matches, numbers=(1, 1000)),
    "elimination": Entry((None, 101, 201), matches, {"go_out": -5, "hand": -10}, (1, 10_000)),
    "next_start": Entry(
        ("rotate", "winner_of_last", "winner_deals", "loser_of_last", "alternate_after_scored", "fixed"),
        matches,
        {"max_turns": 22},
    ),
}


class TestFields(AliveFields):
    """The fields of the family."""

    rules = OpeningRules
    fields = FIELDS
    players = staticmethod(players)
    points = staticmethod(points)
    sizes = range(2, 7)
