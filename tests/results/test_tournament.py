"""Tournaments: tables on common units, frames and their contracts, resumption, reports, the command, wrong input."""

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.engine import batch
from rummysim.errors import InputError, Interrupted
from rummysim.fields.estimates import Method
from rummysim.fields.tallies import WIN
from rummysim.figures.win_matrix import plot_win_matrix
from rummysim.results import simulate as simulating
from rummysim.results import tournament as contest
from tests.engine.test_interruption import PressesCtrlC
from tests.figures.drawn import intervals, outside, overlapping_labels, texts
from tests.results.command import rummysim

THREE = ["random", "greedy", "strict-greedy"]
SMALL: dict[str, Any] = {"deals": 120, "matches": 24, "seed": 3, "progress": False}
ESTIMATE = ["estimate", "se", "lo", "hi", "n_units", "n_bins", "method", "share_unfinished"]


def hold(**options: Any) -> rs.Tournament:
    """A small tournament of conga."""
    return rs.tournament("conga", **{"bots": THREE, **SMALL, **options})


def test_ratings__have_a_row_a_bot_and_level_best_first() -> None:
    frame = hold().ratings
    assert frame.columns == ["game", "level", "players", "bot", *ESTIMATE]
    assert frame["level"].to_list() == ["deal"] * 3 + ["match"] * 3
    for level, n_units in (("deal", 240), ("match", 48)):
        rows = frame.filter(pl.col("level") == level)
        assert set(rows["bot"]) == set(THREE)
        assert rows["estimate"].is_sorted(descending=True)
        assert rows["n_units"].to_list() == [n_units] * 3
    assert (frame["lo"] <= frame["estimate"]).all()
    assert (frame["estimate"] <= frame["hi"]).all()
    assert set(frame["method"]) <= {method.value for method in Method}


def test_cross_table__at_tables_of_two_has_the_win_shares_of_runs() -> None:
    frame = hold().cross
    assert frame.columns == ["game", "level", "players", "bot", "against", *ESTIMATE]
    run = rs.simulate("conga", ["random", "greedy"], deals=120, seed=3, keep="bins", progress=False)
    for player, (bot, against) in enumerate((("random", "greedy"), ("greedy", "random"))):
        (row,) = frame.filter(level="deal", bot=bot, against=against).to_dicts()
        expected = run.estimate("win_share", f"player {player}: {bot}")
        assert {key: row[key] for key in ESTIMATE} == {key: expected[key] for key in ESTIMATE}


@pytest.mark.parametrize(("seatings", "n_runs"), [("all", 2), ("cyclic", 1)])
def test_tables_of_three__are_played_in_all_orders_on_the_same_units(seatings: str, n_runs: int) -> None:
    held = hold(players=3, seatings=seatings, matches=None)
    ((table, runs),) = held.runs["deal"].items()
    assert (table, len(runs)) == (tuple(THREE), n_runs)
    orders = {run.work.lineup for run in runs}
    assert orders == {("random", *rest) for rest in permutations(THREE[1:])} if n_runs == 2 else {tuple(THREE)}
    assert {run.n_units for run in runs} == {120 // n_runs}
    assert {(run.work.seed, run.n_blocks) for run in runs} == {(3, 40 // n_runs)}
    wins = dict.fromkeys(THREE, 0.0)
    for run in runs:
        for player, bot in enumerate(run.work.lineup):
            wins[bot] += run.tallies.row_sums("won", player=player)[0].sum() / WIN
    for row in held.cross.iter_rows(named=True):
        one, other = wins[row["bot"]], wins[row["against"]]
        assert row["estimate"] == pytest.approx(one / (one + other))
    assert held.ratings["bot"].to_list() == sorted(THREE, key=lambda bot: -wins[bot])


def test_all_seatings__hold_each_arrangement_once() -> None:
    """Who has place 0, 1, 2 over all runs and seatings of a unit: every permutation."""
    from rummysim.engine.seating import seatings as places

    runs = hold(players=3, deals=6, matches=None).all_runs()
    seen = [tuple(run.work.lineup[p] for p in row) for run in runs for row in places("players", 3)[1]]
    assert sorted(seen) == sorted(permutations(THREE))


def test_one_level__is_enough() -> None:
    assert hold(matches=None).levels == ("deal",)
    assert hold(deals=None).ratings["level"].unique().to_list() == ["match"]


def test_rows__are_the_same_for_any_threads_and_chunks() -> None:
    one, two = hold(threads=1), hold(threads=2, chunk=40)
    assert one.ratings.equals(two.ratings)
    assert one.cross.equals(two.cross)
    assert not one.cross.equals(hold(seed=4).cross)


def test_spread__has_a_row_a_level() -> None:
    frame = hold().spread
    assert frame["level"].to_list() == ["deal", "match"]
    assert (frame["estimate"] > 0).all()


def test_table__is_ordered_and_has_intervals() -> None:
    held = hold()
    frame = held.table("deal")
    order = held.ratings.filter(pl.col("level") == "deal")["bot"].to_list()
    assert frame["bot"].to_list() == order
    assert frame.columns == ["bot", "rating", *order]
    for row, bot in enumerate(order):
        assert frame[bot][row] == ""
        assert all("…" in text for k, text in enumerate(frame[bot]) if k != row)
    with pytest.raises(InputError, match="level is 'hand'; allowed deal, match; choose one that was played"):
        held.table("hand")


def test_own_bots__may_enter() -> None:
    twin = rs.bot("twin-of-greedy", family="knock", base="greedy")
    held = hold(bots=["greedy", twin], matches=None)
    assert held.bots == ("greedy", "twin-of-greedy")
    assert held.command.startswith("rs.tournament('conga', ['greedy', 'twin-of-greedy'], players=2, seatings='all', ")
    assert "matches=None, seed=3)" in held.command


def test_folder__is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = hold(out=tmp_path)
    assert len(list(tmp_path.iterdir())) == 6
    monkeypatch.setattr(batch, "play_part", None)
    again = hold(out=tmp_path)
    assert again.ratings.equals(whole.ratings)
    assert again.ratings.equals(hold_in_memory().ratings)


def hold_in_memory() -> rs.Tournament:
    """The same tournament, played in a process whose parts can be played."""
    with pytest.MonkeyPatch.context() as patch:
        from rummysim.engine.part import play_part

        patch.setattr(batch, "play_part", play_part)
        return hold()


def test_interruption__keeps_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "Progress", PressesCtrlC)
    with pytest.raises(Interrupted, match="the same call with out=") as stop:
        hold(out=tmp_path, chunk=8, threads=1)
    assert sum(run.n_units for run in stop.value.run) > 0
    monkeypatch.undo()
    assert hold(out=tmp_path).ratings.equals(hold().ratings)


def test_interruption__in_the_last_chunk_of_a_table_stops_the_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    class PressesOnce(PressesCtrlC):
        steps = 1

    monkeypatch.setattr(simulating, "Progress", PressesOnce)
    with pytest.raises(Interrupted) as stop:
        hold()
    assert [(run.n_units, run.interrupted) for run in stop.value.run] == [(120, False)]


def test_interruption__in_memory_can_be_rescued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "Progress", PressesCtrlC)
    with pytest.raises(Interrupted) as stop:
        hold(chunk=8, threads=1)
    monkeypatch.undo()
    simulating.rescue(stop.value.run, tmp_path)
    assert hold(out=tmp_path).ratings.equals(hold().ratings)


def test_bins__align_where_some_tables_were_played_longer(tmp_path: Path) -> None:
    hold(bots=THREE[:2], out=tmp_path, deals=6_000, matches=None)
    held = hold(out=tmp_path, deals=1_200, matches=None)
    assert held.ratings.height == 3
    assert held.ratings["n_bins"].n_unique() == 1


def test_figures__draw_every_interval_and_nothing_overlaps() -> None:
    held = hold()
    ax = held.plot_ratings()
    assert len(intervals(ax)) == 6
    for drawn in (ax, held.plot_matrix(), held.plot_matrix(level="deal")):
        assert overlapping_labels(drawn) == []
        assert outside(drawn) == []
        assert "n = " in texts(drawn)
        assert "unfinished" in texts(drawn)
        assert "95 %" in texts(drawn).replace("\N{NO-BREAK SPACE}", " ")
    assert isinstance(held.plot_matrix(ax=held.plot_matrix()), type(ax))


def test_matrix__of_eight_bots_with_long_names_overlaps_nowhere() -> None:
    names = [f"a bot with a very long name {k}" for k in range(8)]
    rows = [
        {
            "game": "g", "level": "match", "players": 2, "bot": bot, "against": other, "estimate": 0.512,
            "lo": 0.5004, "hi": 0.5231, "n_units": 10**6, "share_unfinished": 0.001,
        }
        for bot in names for other in names if bot != other
    ]  # fmt: skip
    ax = plot_win_matrix(pl.DataFrame(rows), names)
    assert overlapping_labels(ax) == []
    assert outside(ax) == []


def test_shown__as_text_and_in_a_notebook() -> None:
    held = hold()
    assert repr(held).startswith("Tournament(conga: random, greedy, strict-greedy, 2 players, 120 deals, 24 matches")
    assert held._repr_html_().count("<table>") == 3


def test_report__holds_ratings_tables_methods_and_command(tmp_path: Path) -> None:
    text = hold().report(tmp_path / "r.html").read_text()
    for words in (
        "3 tables: all combinations of 2 of the 3 bots, each in one cyclic order",
        "Cross table, by match",
        "Methods: deal",
        "standard deviation",
        "Who beats whom, by deal",
    ):
        assert words in text
    assert (
        "rummysim tournament conga --bots random,greedy,strict-greedy --players 2 --seatings all --deals 120 "
        "--matches 24 --seed 3"
    ) in text
    assert text.count("<svg") == 3


def test_best__is_who_is_beaten_by_nobody(tmp_path: Path) -> None:
    held = hold(bots=["random", "greedy"])
    assert held.best == {"deal": ("greedy",), "match": ("greedy",)}
    assert "greedy is the best bot: no other one beats it, by deal or by match." in (
        held.report(tmp_path / "one.html").read_text()
    )
    equal = hold()
    assert set(equal.best["deal"]) == {"greedy", "strict-greedy"}
    assert "There is no single best bot: by deal nobody beats " in equal.report(tmp_path / "r.html").read_text()


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "one bot": ({"bots": ["greedy"]}, r"bots is \['greedy'\]; allowed are 2 or more for tables of 2; name another"),
    "a text": ({"bots": "greedy,random"}, "bots is 'greedy,random'; allowed is a list of bots"),
    "twice": ({"bots": [*THREE, "greedy"]}, "bots has 'greedy' twice; allowed is each bot once; leave one out"),
    "too few": ({"players": 4}, "bots is .*; allowed are 4 or more for tables of 4"),
    "unknown": ({"bots": [*THREE, "gredy"]}, "no bot 'gredy' in the family knock; did you mean greedy"),
    "players": ({"players": 9}, "players is 9; allowed 2 to 4 for conga"),
    "no number": ({"players": True}, "players is True; allowed 2 to 4 for conga"),
    "seatings": ({"seatings": "some"}, "seatings is 'some'; allowed all, cyclic; choose one of these"),
    "nothing": ({"deals": None, "matches": None}, "deals and matches are None; allowed is one or both"),
    "no deal": ({"deals": 0}, "deals is 0; allowed 1 to"),
    "no match": ({"matches": "10"}, "matches is '10'; allowed is a whole number"),
    "seed": ({"seed": -1}, "seed is -1; allowed is a whole number"),
    "game": ({"variant": "cnga"}, "no game 'cnga'; did you mean conga"),
}


@pytest.mark.parametrize(("options", "message"), REFUSED.values(), ids=list(REFUSED))
def test_tournament__refuses_before_anything_is_played(
    options: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest, "play", None)
    with pytest.raises(InputError, match=f"^{message}"):
        rs.tournament(**{"variant": "conga", "bots": THREE, **SMALL, **options})


WORDS = ["--bots", ",".join(THREE), "--deals", "120", "--matches", "24", "--seed", "3", "--quiet"]


def test_command__prints_the_same_frames() -> None:
    held = hold()
    for more, frame in (([], held.ratings), (["--cross"], held.cross)):
        ended = rummysim("tournament", "conga", *WORDS, *more, "--json")
        assert (ended.code, ended.error) == (0, "")
        shown = [{key: None if row[key] in (float("-inf"), float("inf")) else row[key] for key in row}
                 for row in frame.to_dicts()]  # fmt: skip
        assert json.loads(ended.out) == shown


def test_command__writes_a_report(tmp_path: Path) -> None:
    ended = rummysim("tournament", "conga", *WORDS, "--matches", "0", "--report", str(tmp_path / "t.html"))
    assert (ended.code, ended.error) == (0, f"report: {tmp_path / 't.html'}\n")
    assert ended.out.splitlines()[0].split()[:4] == ["game", "level", "players", "bot"]


@pytest.mark.parametrize(
    ("words", "fact"),
    {
        "tournament conga --bots greedy": "bots is ['greedy']",
        "tournament conga --players 9": "players is 9",
        "tournament conga --seatings odd": "seatings is 'odd'",
        "tournament conga --deals 0 --matches 0": "deals and matches are None",
        "tournament conga --csv nowhere/x.csv": "nowhere/x.csv cannot be written",
        "tournament": "Missing argument",
    }.items(),
)
def test_command__refuses_in_one_line(words: str, fact: str) -> None:
    ended = rummysim(*words.split())
    assert (ended.code, ended.out) == (2, "")
    assert ended.error.count("\n") == 1
    assert fact in ended.error
