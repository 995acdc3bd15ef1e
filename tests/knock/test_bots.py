"""How strong the bots are against each other, by matches in which each starts as often, and when they knock."""

import numpy as np
import pytest

import rummysim as rs
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.game import CLOSED, GOES_ON, play_turn
from rummysim.games.knock.view import ORDINARY
from tests.knock.positions import Table

MATCHES = 4000


def share(game: str, *bots: str, matches: int = MATCHES) -> tuple[float, float]:
    """Limits of the share of matches that the first bot wins."""
    run = rs.simulate(game, list(bots), matches=matches, seed=7, threads=1, keep="bins", progress=False)
    found = run.estimate("win_share", f"player 0: {bots[0]}")
    return found["lo"], found["hi"]


@pytest.mark.parametrize(
    ("game", "weaker", "least"),
    [
        ("gin_eaai", "careful", 0.6),
        ("gin_eaai", "score-aware", 0.5),
        ("conga", "careful", 0.5),
        ("conga", "score-aware", 0.5),
        ("chinchon_web", "careful", 0.5),
    ],
)
def test_expert__wins_more_matches(game: str, weaker: str, least: float) -> None:
    """bots.md 8: the interval is clear of a half."""
    assert share(game, "expert", weaker, matches=2 * MATCHES)[0] > least


def test_expert__wins_more_than_its_part_among_four() -> None:
    """bots.md 3: one of it among three."""
    assert share("conga", "expert", "careful", "careful", "careful", matches=5 * MATCHES)[0] > 0.25


@pytest.mark.parametrize(("baseline", "least"), [("strict-greedy", 0.75), ("eaai-simple", 0.68)])
def test_expert__beats_the_baselines_of_the_challenge(baseline: str, least: float) -> None:
    """The protocol of the EAAI-21 gin challenge."""
    assert share("gin_eaai", "expert", baseline, matches=2 * MATCHES)[0] > least


# knocking


OTHERS = {
    "gin_eaai": ("2d 4s 6h 8c 9s Jd Js Qh Qs Ah", "2h", "10h 10c 4d 6s"),
    "conga": ("1c 3e 10o 11c 12b 2e 5o", "11e", "10e 10c 4b 6e"),
}
"""The other hand, the top of the pile, and the stock behind the card drawn."""


def outcome(preset: str, hand: str, drawn: str, *, own_turn: int = 1, total: int = 0) -> int:
    """Outcome of a turn of ``expert``, which draws from the stock."""
    table = Table(preset=preset, bot=BOTS["expert"])
    other, top, stock = OTHERS[preset]
    table.put(hands=[hand, other], pile=top, stock=f"{drawn} {stock}")
    table.deal["turn"] = 2 * (own_turn - 1)
    table.game["score"][0]["totals"][0] = total
    return int(play_turn(table.game, np.int64(0), np.int64(ORDINARY)))


@pytest.mark.parametrize(("own_turn", "wanted"), [(1, CLOSED), (5, CLOSED), (6, GOES_ON), (12, GOES_ON)])
def test_expert__knocks_in_gin_in_its_first_turns_only(own_turn: int, wanted: int) -> None:
    """bots.md 2, row 4."""
    assert outcome("gin_eaai", "2c 3c 4c 7d 7h 7s Kc Kd Kh 5s", "Qd", own_turn=own_turn) == wanted


@pytest.mark.parametrize("own_turn", [1, 6, 12])
def test_expert__always_ends_with_nothing_left(own_turn: int) -> None:
    """bots.md 2: deadwood 0 always ends the hand."""
    assert outcome("gin_eaai", "2c 3c 4c 7d 7h 7s Kc Kd Kh 5s", "Ks", own_turn=own_turn) == CLOSED


@pytest.mark.parametrize(("total", "wanted"), [(0, CLOSED), (97, CLOSED), (98, GOES_ON)])
def test_expert__knocks_at_once_in_conga_unless_that_puts_it_out(total: int, wanted: int) -> None:
    """bots.md 3: at once, whatever the turn; more than 100 points are out."""
    assert outcome("conga", "4c 5c 6c 7e 7b 7o 3b", "12e", own_turn=9, total=total) == wanted
