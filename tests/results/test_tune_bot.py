"""Parameters of a bot searched: rounds, confirmation on fresh shuffles, the command, wrong input."""

import json
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.errors import InputError
from rummysim.games.registry import FAMILIES
from rummysim.reports.numbers import row_cells
from tests.results.command import rummysim

GRID = {"own_future": [0, 3], "own_danger": [0, 8, 100]}


def tuned(**changes: Any) -> Any:
    """A small search."""
    wishes = {"against": "careful", "matches": 40, "confirm": 60, "seed": 2, "threads": 1, "progress": False, **changes}
    return rs.tune_bot("conga", wishes.pop("bot", "expert"), wishes.pop("grid", GRID), **wishes)


def test_rounds__halve_the_candidates_and_double_the_matches() -> None:
    rows = tuned().rows.filter(~pl.col("fresh"))
    sizes = rows.group_by("round", maintain_order=True).agg(pl.col("candidate").n_unique(), pl.col("n_units").max())
    assert sizes.rows() == [(1, 6, 40), (2, 3, 80), (3, 2, 160)]
    for _, of_round in rows.group_by("round"):
        kept, gone = (of_round.filter(pl.col("goes_on") == goes_on)["estimate"] for goes_on in (True, False))
        assert kept.min() >= gone.max()


def test_winner__is_confirmed_beside_the_bot_as_it_is_on_a_fresh_seed() -> None:
    found = tuned()
    assert found.confirmed["candidate"].to_list()[1] == "as it is"
    assert found.confirmed["n_units"].to_list() == [60, 60]
    mine = rs.bot("mine", family="knock", base="expert", parameters=found.winner)
    played = rs.simulate("conga", [mine, "careful"], matches=60, seed=3, threads=1, keep="bins", progress=False)
    assert found.confirmed["estimate"][0] == played.estimate("win_share", "player 0: mine")["estimate"]
    FAMILIES["knock"].bots().forget("mine")


def test_search__sees_what_a_bot_that_gives_everything_away_is_worth() -> None:
    assert tuned(grid={"own_danger": [8, 10_000]}, matches=400).winner == {"own_danger": 8}


def test_search__leaves_no_bots_behind() -> None:
    before = tuple(FAMILIES["knock"].bots())
    tuned(against="expert", grid={"own_danger": [8]}, players=3)
    assert tuple(FAMILIES["knock"].bots()) == before


def test_repr__says_the_parameters_and_what_they_are_worth() -> None:
    found = tuned(grid={"own_danger": [8]})
    shown = row_cells({**found.confirmed.row(0, named=True), "quantity": "win_share"})
    assert repr(found).startswith(
        f"BotTuning(own_danger=8; on a fresh seed it wins {shown[0]} % (95 %: {shown[1]}), 50 %"
    )
    assert repr(found) in found._repr_html_()


def test_command__gives_the_rows_of_the_python_call() -> None:
    grid = ["--try", "own_future=0,3", "--try", "own_danger=0,8,100"]
    words = ["--matches", "40", "--confirm", "60", "--seed", "2", "--threads", "1", "--quiet", "--json"]
    ended = rummysim("tune-bot", "conga", "expert", *grid, *words)
    assert (ended.code, ended.error) == (0, "")
    floats = {name: [float(value) for value in values] for name, values in GRID.items()}
    assert json.loads(ended.out) == tuned(grid=floats).rows.to_dicts()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"grid": {}}, "grid is {}"),
        ({"grid": {"patience": [1]}}, "has no parameter 'patience'"),
        ({"bot": "wizard"}, "no bot 'wizard'"),
        ({"players": 9}, "players is 9"),
        ({"against": "wizard"}, "no bot 'wizard'"),
    ],
)
def test_wrong_input__is_refused_in_one_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message.replace("{", r"\{")):
        tuned(**changes)


def test_wrong_values__are_refused_by_the_command() -> None:
    ended = rummysim("tune-bot", "conga", "expert", "--try", "own_danger=much")
    assert (ended.code, ended.out) == (2, "")
    assert ended.error.startswith("rummysim: --try is 'own_danger=much'; allowed is a parameter and numbers")
