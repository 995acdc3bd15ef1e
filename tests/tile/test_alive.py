"""What each option of the family changes (:mod:`tests.alive`)."""

from collections.abc import Hashable

import numpy as np
import polars as pl

import rummysim as rs
from rummysim.games.registry import find_variant
from rummysim.games.tile.bots.table import BOTS
from rummysim.games.tile.play import Player
from rummysim.games.tile.rules import TileRules
from rummysim.games.tile.scoring import points as points_of
from tests.alive import BOTH, AliveFields, Entry, Options, players_of
from tests.tile.probe import PROBE


def facts(options: Options, units: int = 20) -> bytes:
    """Facts of some deals of players who try everything and one who plays the most."""
    n = 3
    jobs = np.array([[1, unit, 0, n, starter] for unit in range(units) for starter in range(n)])
    player = Player(TileRules.checked(options).encode, [PROBE, BOTS["max"], PROBE])
    rows, bad = player.play(jobs, np.tile(np.arange(n), (len(jobs), 1)))
    assert bad == -1
    return rows.tobytes()


def many_facts(options: Options) -> bytes:
    """Facts of more deals, for what is rare."""
    return facts(options, units=120)


def players(options: Options) -> tuple[int, ...]:
    """Numbers of players allowed."""
    return players_of("tile", options)


COLUMNS = ("end", "out", "left_pips", "left_jokers")
DEALS = (
    ((2, 1, 0, 0), (2, 0, 21, 1), (2, 0, 40, 0)),
    ((0, 0, 5, 0), (0, 0, 21, 1), (0, 0, 40, 0)),
    ((0, 0, 5, 0), (0, 0, 5, 0), (0, 0, 3, 1)),
)


def points(options: Options) -> tuple[int, ...]:
    """Points of deals with somebody out, and without, one with two lowest racks."""
    frame = pl.DataFrame([row for deal in DEALS for row in deal], schema=COLUMNS, orient="row")
    return tuple(frame.select(points_of(TileRules.checked(options), 3).alias("points"))["points"].to_list())


def matches(options: Options) -> tuple[Hashable, ...]:
    """Results of some matches of two deals, many of them tied."""
    variant = find_variant("tile").with_options(options)
    run = rs.simulate(variant, ["random"] * 3, matches=60, seed=1, threads=1, progress=False)
    return tuple(run.matches.select("won", "points", "deals").iter_rows())


TIED: Options = {"hand_size": 5, "max_turns": 1, "deals": 1, "opening_min": 0}
BOUND: Options = {"jokers": 4, "joker_release": "fixed", "opening_min": 0}

FIELDS: dict[str, Entry] = {
    "jokers": Entry((2, 0, 4, 8), facts, numbers=(0, 8)),
    "hand_size": Entry((14, 5, 20), facts, numbers=(5, 25)),
    "seats": Entry((4, 2, 3), players, numbers=(2, 4)),
    "initial_discard": Entry(("dead", "takeable", "none"), facts),
    "mano": Entry(("first_player", "next_player"), facts),
    "draw_rule": Entry(("always", "if_no_play"), facts),
    "ace_mode": Entry(("either", "low"), facts),
    "opening_min": Entry((30, 0, 50), facts, numbers=(0, 120)),
    "opening_joker": Entry(("yes", "no", "zero"), facts, {"jokers": 8}),
    "manipulate_on_opening_turn": Entry((True, False), facts),
    "rearrange": Entry(("free", "none"), facts),
    "joker_release": Entry(("free", "fixed", "locked"), facts, {"jokers": 4, "opening_min": 0}),
    "joker_reuse": Entry(("any_meld", "new_meld"), facts, {"jokers": 4, "opening_min": 0}),
    "joker_freed_by": Entry(("rack", "rack_or_table"), facts, BOUND),
    "group_joker_swap": Entry(("any_missing", "both_missing"), facts, BOUND),
    "max_jokers_per_meld": Entry((None, 1, 2), many_facts, {"jokers": 4, "opening_min": 0}),
    "pool_empty": Entry(("play_on", "one_more_round", "stop"), facts, {"rearrange": "none"}),
    "max_turns": Entry((500, 3, 20), facts, numbers=(1, 10_000)),
    "scoring": Entry(("own_rack", "zero_sum", "winner_only"), points),
    "pool_empty_scoring": Entry(("own_rack", "difference_to_lowest"), points),
    "joker_in_hand": Entry((50, 30, "face"), points, numbers=(1, 200)),
    "deals": Entry((4, 1, 5), matches, {"max_turns": 12}, (1, 1000)),
    "tie": Entry(("share", "extra_deal", "fewest_in_last_deal"), matches, {**TIED, "deals": 2}),
    "first_start": Entry(("random", "high_tile"), matches, {"max_turns": 12}),
    "next_start": Entry(("rotate", "winner_of_last", "fixed"), matches, {"rearrange": "none"}),
}


class TestFields(AliveFields):
    """The fields of the family."""

    rules = TileRules
    fields = FIELDS
    players = staticmethod(players)
    points = staticmethod(points)
    sizes = range(2, 5)


def test_fields__of_two_values_are_both_tried() -> None:
    """Nothing of the family is a plain yes or no but for one."""
    assert [name for name, entry in FIELDS.items() if set(entry.values) == set(BOTH)] == ["manipulate_on_opening_turn"]
