"""Lead changes, comebacks and distances to the leader of matches, from made-up leaders."""

import numpy as np

from rummysim.engine.match import Matches


def matches(scores: list[list[list[int]]], winners: list[int]) -> Matches:
    """Matches of two players with totals after each deal; lower is better."""
    state = Matches("starter", 2, 0, 1)
    for number in range(max(len(each) for each in scores)):
        rows = np.array([row for row, each in enumerate(scores) if len(each) > number])
        state.deals[rows] += 1
        state.note_leaders(rows, -np.array([scores[row][number] for row in rows]))
    for row, winner in enumerate(winners):
        state.share[row, winner] = 840
    return state


def test_lead_changes__count_another_player_alone_ahead() -> None:
    state = matches([[[1, 5], [9, 8], [9, 9], [12, 10], [12, 14]], [[1, 5], [2, 9]]], [0, 0])
    assert state.lead_changes().tolist() == [2, 0]


def test_comeback__is_a_win_of_who_was_behind_at_half_time() -> None:
    state = matches([[[1, 5], [3, 9], [30, 10], [40, 20]], [[1, 5], [2, 9]]], [1, 0])
    assert state.comebacks().tolist() == [True, False]


def test_comeback__needs_one_player_alone_ahead_at_half_time() -> None:
    state = matches([[[5, 5], [3, 9]], [[5, 5], [9, 3], [9, 20], [9, 30]]], [0, 0])
    assert state.comebacks().tolist() == [False, True]


def test_winner_behind__adds_up_the_distance_to_the_leader_after_each_deal() -> None:
    state = matches([[[9, 5], [12, 9], [12, 20]], [[1, 5], [2, 9]]], [0, 0])
    assert state.winner_behind().tolist() == [4 + 3, 0]
    state.share[0] = [420, 420]
    assert state.winner_behind().tolist() == [(4 + 3 + 8) // 2, 0]
