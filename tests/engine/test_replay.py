"""Replays show the deal that the run has, and a bot's illegal move can be seen by the command its error names."""

import re
import shlex
from types import MappingProxyType

import numpy as np
import pytest

import rummysim as rs
from rummysim.core.jit import kernel
from rummysim.errors import IllegalMoveError
from rummysim.games.bot import Bot
from rummysim.games.knock.bots import table
from rummysim.games.knock.bots.greedy import choose_discard as greedy_discard
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.view import SIGNATURE
from tests.results.command import rummysim


@kernel(SIGNATURE)
def throw_strange(view, parameters, word):  # type: ignore[no-untyped-def]
    """As greedy; in one decision out of many thousand a card that no hand can hold."""
    return 63 if word % np.uint64(15_000) == np.uint64(0) else greedy_discard(view, parameters, word)


STRANGE = Bot(
    name="random",
    hooks=MappingProxyType({**BOTS["greedy"].hooks, "choose_discard": throw_strange}),
    notes="for tests: sometimes throws a card that is none",
)


@pytest.mark.parametrize("bots", [["greedy"] * 2, ["random"] * 4, ["greedy", "random", "random"]], ids=", ".join)
def test_replay__ends_as_the_row_of_the_run(bots: list[str]) -> None:
    run = rs.simulate("conga", bots, deals=24, seed=9, progress=False)
    for deal, rows in run.deals.collect().group_by("deal", maintain_order=True):
        text = str(rs.replay("conga", bots, seed=9, deal=int(deal[0])))
        assert text.startswith(f"conga, seed 9, deal {deal[0]}; ")
        starter = rows.filter(rows["seat"] == 0).row(0, named=True)
        assert f"player {starter['player']} ({starter['bot']}) starts" in text
        for row in rows.iter_rows(named=True):
            won = f", wins {row['won']:g}" if row["won"] else ""
            line = f"player {row['player']} ({row['bot']}): {row['points']:+g} points{won}"
            assert line in text.splitlines()
        assert text.endswith(f"{starter['turns']} turns; the deal ended by {starter['end']}")


def test_replay__follows_options_and_seed() -> None:
    bots = ["greedy", "random"]
    texts = {
        str(rs.replay(rs.variant("conga", "x", **options), bots, seed=seed, deal=4))
        for options in ({}, {"deck": 48}, {"hand_size": 5})
        for seed in (0, 1)
    }
    assert len(texts) == 6
    assert str(rs.replay("conga", bots, seed=1, deal=4)) == str(rs.replay("conga", bots, seed=1, deal=4))


@pytest.mark.parametrize("bots", [["random"] * 2, ["greedy", "random", "greedy"]], ids=", ".join)
@pytest.mark.parametrize("wish", [{"deals": 20_000, "chunk": 900}, {"matches": 600}], ids=["deals", "matches"])
@pytest.mark.parametrize("seed", [1, 2])
def test_illegal_move__is_an_error_whose_command_shows_it(
    seed: int, wish: dict[str, int], bots: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "BOTS", {**BOTS, "random": STRANGE})
    with pytest.raises(IllegalMoveError) as caught:
        rs.simulate("conga", bots, **wish, seed=seed, threads=1, progress=False)
    message = str(caught.value)
    assert f"seed {seed}" in message
    found = re.search(r"see it with: (rummysim replay .*)$", message)
    assert found is not None
    shown = rummysim(*shlex.split(found[1])[1:])
    assert shown.code == 0
    assert shown.out.endswith("then a move that is not legal\n")


def test_replay__of_a_legal_deal_shows_no_illegal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "BOTS", {**BOTS, "random": STRANGE})
    ends = [str(rs.replay("conga", ["random"] * 2, seed=1, deal=deal)) for deal in range(20)]
    assert not any(text.endswith("not legal") for text in ends)
