"""Best plays of who has opened against trying everything, and every move against the engine."""

import re
from typing import Any

import numpy as np
import pytest

import rummysim as rs
from rummysim.core.notation import parse_hand
from rummysim.games.opening.exact.room import CARD, new_room
from rummysim.games.opening.exact.search import search
from rummysim.games.opening.menu import is_legal
from rummysim.games.opening.moves import apply_action
from rummysim.games.opening.position import Position
from rummysim.games.opening.solve import OpeningSolution
from rummysim.games.opening.throws import may_throw
from rummysim.melds.words import parse_meld
from tests.opening import brute
from tests.opening.made_up import DECK, Case, drawn
from tests.opening.positions import Table


def solved(case: Case) -> OpeningSolution:
    """What the solver says."""
    solution: OpeningSolution = rs.solve(
        rs.variant("rummy51", **case.options), case.hand, table=case.table, opened=True
    )
    return solution


def follow(case: Case, solution: OpeningSolution) -> tuple[int, str]:
    """Play a solution move by move on the engine; cards left in the end, and the hand."""
    table = Table(**case.options)
    melds = [brute.in_words(meld) for meld in case.position.table]
    table.put(case.hand, melds=[re.sub("=[^-]*", "", meld) for meld in melds], opened="A")
    table.public["melds"][: len(melds)] = [parse_meld(meld, DECK) for meld in melds]
    seat = np.int64(0)
    for action in solution.play.actions:
        assert is_legal(table.code, table.public, table.own, np.int64(action)), (case, solution)
        apply_action(table.code, table.deal, seat, np.int64(action))
    assert not table.own["pending"]
    hand = table.hand()
    if solution.best_discard is not None:
        thrown = solution.best_discard
        card = 13 if thrown == "X" else parse_hand(thrown, DECK)[0].bit_length() - 1
        assert may_throw(table.code, table.public, table.own, np.int64(card)), (case, solution)
        names = hand.split()
        names.remove(thrown)
        hand = " ".join(names)
    return len(hand.split()), hand


@pytest.mark.parametrize(("seed", "n_cases", "most_cards", "n_melds"), [(1, 250, 4, 3), (2, 120, 6, 2), (3, 60, 7, 1)])
def test_play__leaves_what_trying_everything_leaves(seed: int, n_cases: int, most_cards: int, n_melds: int) -> None:
    """Points, then cards; under options drawn at random, the ban on playable discards among them."""
    n_compared = n_laid = n_swaps = 0
    for case in drawn(seed, n_cases, most_cards, n_melds, playable=True):
        solution = solved(case)
        n_left, hand = follow(case, solution)
        assert hand == solution.leftover
        assert solution.proved
        wanted = brute.best(case.rules, case.position)
        if wanted is None:
            continue
        assert (solution.points, n_left) == wanted, (case, solution)
        n_compared, n_laid = n_compared + 1, n_laid + solution.play.n_cards
        n_swaps += len(solution.play.swaps)
    assert n_compared > 0.7 * n_cases
    assert n_laid > n_cases
    assert n_swaps or n_melds == 1


def cost_of_all_actions(case: Case) -> tuple[int, bool]:
    """Least cost where the search leaves no legal action out; whether it was cut."""
    rules: Any = rs.variant("rummy51", **case.options).rules
    place = Position(rules, case.table, opened=True)
    room, slots = new_room(400_000, all_actions=True)
    place._put(place.read(case.hand))
    search(place._code, place._cost, place._public, place._own, room, slots)
    return int(room["best"]), bool(room["is_cut"])


def test_search__may_leave_actions_out() -> None:
    """Larger positions: the same with every legal action tried."""
    n_compared = 0
    for case in drawn(4, 250, 9, 5):
        solution = solved(case)
        wanted, is_cut = cost_of_all_actions(case)
        if not is_cut:
            n_left = len(solution.leftover.split())
            assert CARD * solution.points + n_left == wanted, (case, solution)
            n_compared += 1
    assert n_compared > 200


def test_solution__of_a_full_hand_is_proved_and_followed() -> None:
    """Hands of 15 with jokers at tables of many melds."""
    for case in drawn(5, 60, 15, 9):
        solution = solved(case)
        assert solution.proved
        assert follow(case, solution)[1] == solution.leftover
