"""RM-5, RM-17 and the match options of rules.md 2.7: who wins a match, and who starts, on made-up totals. No kernel."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from rummysim.engine.match import LastDeal, Matches, Standing, decide, next_starters
from rummysim.fields.tallies import WIN
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.registry import find_variant


def rules_of(game: str, **options: Any) -> OpeningRules:
    """Rules of a game."""
    rules = find_variant(game).with_options(options).rules
    assert isinstance(rules, OpeningRules)
    return rules


def standing(totals: Sequence[float]) -> Standing:
    """A match after a deal in which the first player went out."""
    n = len(totals)
    return Standing(
        totals=np.array([totals]),
        playing=np.ones((1, n), bool),
        closed=np.arange(n)[None] == 0,
        outright=np.zeros((1, n), bool),
        reentries=np.zeros((1, n), np.int64),
    )


@pytest.mark.parametrize(("options", "n_deals"), [({}, None), ({"deals": 11}, 11), ({"elimination": 201}, None)])
def test_deals__are_as_many_as_players(options: dict[str, Any], n_deals: int | None) -> None:
    """RM-17: each deals once; or a number of deals, or until one is left."""
    form = rules_of("rummy51", **options).match_format()
    assert form.n_deals == n_deals
    assert form.end == ("elimination" if "elimination" in options else "deals")


@pytest.mark.parametrize(
    ("totals", "leaves"),
    [
        ([-40, 101, 60], [True, True, True]),
        ([-40, 102, 60], [True, False, True]),
        ([-40, 102, 300], [True, False, False]),
    ],
)
def test_elimination__is_above_the_limit(totals: list[float], leaves: list[bool]) -> None:
    """8.7, rules.md 2.7: who has more than the limit leaves; who is left alone wins."""
    verdict = decide(rules_of("scala40").match_format(), standing(totals))
    assert verdict.alive[0].tolist() == leaves
    alone = sum(leaves) == 1
    assert (verdict.share[0] / WIN).tolist() == ([1.0, 0.0, 0.0] if alone else [0.0, 0.0, 0.0])


@pytest.mark.parametrize(
    ("rule", "winner", "starter"),
    [("rotate", 3, 2), ("rotate", -1, 2), ("winner_of_last", 3, 3), ("winner_deals", 3, 0), ("fixed", 3, 1)],
)
def test_next_start(rule: str, winner: int, starter: int) -> None:
    """RM-5: player 1 started; the first player of a deal deals the next one, so the start moves one seat."""
    state = Matches("starter", 4, 0, 1)
    state.starter[0] = 1
    last = LastDeal(winner=np.array([winner]), loser=np.array([-1]), decided=np.array([winner >= 0]))
    form = rules_of("rummy51", next_start=rule).match_format()
    assert next_starters(state, np.array([0]), form.next_start, last).tolist() == [starter]


def test_direction__is_lower_but_where_the_winner_scores() -> None:
    """2.5, rules.md 5.3: kaluki_bicycle counts for the winner."""
    assert rules_of("rummy51").direction() == "lower"
    assert rules_of("kaluki_bicycle").direction() == "higher"
