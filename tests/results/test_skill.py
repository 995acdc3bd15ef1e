"""Luck and skill: mirrored pairs of real runs, self-play, abilities, all games side by side, the command."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.errors import InputError
from rummysim.fields.estimates import Estimates
from rummysim.figures.skill_map import QUANTITIES, plot_skill_map
from rummysim.games.registry import FAMILIES, names
from rummysim.results import skill as skilled
from rummysim.results.skill import ABILITIES
from rummysim.results.skill_map import pair_of, panel_of
from tests.figures.drawn import intervals, outside, overlapping_labels, texts
from tests.results.command import rummysim

SMALL: dict[str, Any] = {"deals": 200, "matches": 40, "seed": 3, "progress": False}


def test_skill__has_a_row_a_level_quantity_and_group() -> None:
    frame = rs.skill("conga", "greedy", "random", **SMALL)
    assert frame.equals(Estimates.validate(frame))
    assert frame.height == 2 * 3 * 2
    assert set(frame["group"]) == {"greedy against random", "greedy against itself"}
    edge = frame.filter(quantity="edge", group="greedy against random")["estimate"]
    assert (edge > 0.5).all()


@pytest.mark.parametrize(("level", "wish"), [("deal", {"deals": 200}), ("match", {"matches": 40})])
def test_skill__counts_the_pairs_of_a_run(level: str, wish: dict[str, int]) -> None:
    run = rs.simulate("conga", ["careful", "greedy"], **wish, seed=3, progress=False)
    frame = run.deals.collect() if level == "deal" else run.matches
    won = {(row["block"], row["seating"]): row["won"] for row in frame.filter(player=0).iter_rows(named=True)}
    n = len(won) // 2
    both = sum(won[block, 0] * won[block, 1] for block in range(n))
    neither = sum((1 - won[block, 0]) * (1 - won[block, 1]) for block in range(n))
    found = {
        row["quantity"]: row["estimate"]
        for row in rs.skill("conga", **SMALL)
        .filter(pl.col("level") == level, pl.col("group") == "careful against greedy")
        .iter_rows(named=True)
    }
    assert found["same_bot"] == pytest.approx((both + neither) / n)
    assert found["same_place"] == pytest.approx(1 - (both + neither) / n)
    assert found["edge"] == pytest.approx((both - neither) / n)


def test_self_play__of_a_bot_without_chance_is_decided_by_the_cards_alone() -> None:
    frame = rs.skill("gin", "greedy", "random", **SMALL).filter(group="greedy against itself")
    assert frame.filter(quantity="same_place")["estimate"].to_list() == [1, 1]


def test_self_play__uses_independent_streams_and_leaves_no_bot_behind() -> None:
    before = list(FAMILIES["knock"].bots())
    frame = rs.skill("conga", "random", "greedy", **SMALL).filter(group="random against itself")
    share = frame.filter(quantity="same_place", level="deal")["estimate"][0]
    assert 0.3 < share < 0.9
    assert list(FAMILIES["knock"].bots()) == before


def test_skill__is_the_same_for_any_threads() -> None:
    assert rs.skill("conga", threads=1, **SMALL).equals(rs.skill("conga", threads=2, **SMALL))


def test_abilities__are_win_shares_less_a_half() -> None:
    frame = rs.abilities("conga", **SMALL)
    assert frame["level"].to_list() == ["deal", "match"] * len(ABILITIES["knock"])
    run = rs.simulate("conga", ["careful", "greedy"], deals=200, seed=3, keep="bins", progress=False)
    expected = run.estimate("win_share", "player 0: careful")
    (row,) = frame.filter(bot="careful", level="deal").to_dicts()
    assert row["estimate"] == pytest.approx(expected["estimate"] - 0.5)
    assert (row["lo"], row["hi"]) == pytest.approx((expected["lo"] - 0.5, expected["hi"] - 0.5))
    assert (row["se"], row["n_units"], row["without"]) == (expected["se"], 200, "greedy")


def test_tables_of_bots__name_bots_of_their_family() -> None:
    for name, family in FAMILIES.items():
        assert {*pair_of(family), *panel_of(family)} <= set(family.bot_names)
        assert len(set(pair_of(family))) == 2
        for pair in ABILITIES.get(name, ()):
            assert {pair.bot, pair.without} <= set(family.bot_names)


def test_family__that_is_not_listed_has_a_panel_and_a_pair() -> None:
    family = replace(FAMILIES["knock"], name="new", bot_names=("random", "a", "b", "c"))
    assert (panel_of(family), pair_of(family)) == (("a", "b", "c"), ("c", "a"))
    with pytest.raises(InputError, match="no pair of bots of the family new differs in one ability; allowed are games"):
        rs.abilities(replace(rs.variant("conga"), family=family), **SMALL)


def test_skill_map__has_rows_of_every_game() -> None:
    held = rs.skill_map(["conga", rs.variant("gin", knock_limit=5)], **SMALL)
    assert held.frame["game"].unique(maintain_order=True).to_list() == ["conga", "gin, knock_limit=5"]
    assert held.frame.group_by("game").len()["len"].to_list() == [8, 8]
    assert held.frame.select(pl.col("lo") <= pl.col("hi")).to_series().all()
    assert set(held.frame["quantity"]) == {"edge", "same_bot", "same_place", "rating_spread"}
    pairs = rs.skill("conga", **SMALL).filter(group="careful against greedy", quantity="edge")
    own = held.frame.filter(game="conga", quantity="edge")
    assert own["estimate"].to_list() == pairs["estimate"].to_list()
    assert repr(held) == "SkillMap(2 games)"
    assert "<table>" in held._repr_html_()


def test_skill_map__is_gone_on_with_in_a_folder(tmp_path: Path) -> None:
    whole = rs.skill_map(["conga"], out=tmp_path, **SMALL)
    assert len(list(tmp_path.iterdir())) == 2 * (1 + 3)
    assert rs.skill_map("conga", out=tmp_path, **SMALL).frame.equals(whole.frame)
    assert rs.skill_map("conga", **SMALL).frame.equals(whole.frame)


def made_up(quantity: str) -> pl.DataFrame:
    """A map of all games with awkward values."""
    rows = []
    for k, game in enumerate(names()):
        for j, level in enumerate(("deal", "match")):
            middle = 0.03 * (k % 9) * (j + 1) - 0.02
            rows.append(
                {
                    "game": game, "family": "abc"[k * 3 // len(names())], "level": level, "quantity": quantity,
                    "group": "careful against greedy", "estimate": middle, "lo": middle - 0.01,
                    "hi": math.inf if k == 3 else middle + 0.02, "n_units": 2000 * (2 - j),
                    "share_unfinished": 0.001 * k,
                }
            )  # fmt: skip
    return pl.DataFrame(rows)


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_figure__of_all_games_overlaps_nowhere(quantity: str) -> None:
    ax = plot_skill_map(made_up(quantity), quantity)
    assert overlapping_labels(ax) == []
    assert outside(ax) == []
    assert len(intervals(ax)) == 2 * len(names())
    shown = texts(ax)
    for words in ("luck", "skill", "n = ", "unfinished", "careful against greedy", *names()):
        assert words in shown


def test_figure__refuses_what_it_does_not_know() -> None:
    with pytest.raises(InputError, match="quantity is 'turns'; allowed edge, same_bot"):
        plot_skill_map(made_up("edge"), "turns")
    with pytest.raises(InputError, match="no rows"):
        plot_skill_map(made_up("edge"), "same_bot")


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "same": ({"other": "careful"}, "the two bots are both 'careful'"),
    "none": ({"deals": None, "matches": None}, "deals and matches are None; allowed is one or both"),
    "unknown": ({"bot": "carful"}, "no bot 'carful' in the family knock; did you mean careful"),
    "deals": ({"deals": 0}, "deals is 0; allowed 1 to"),
}


@pytest.mark.parametrize(("options", "message"), REFUSED.values(), ids=list(REFUSED))
def test_skill__refuses_before_anything_is_played(
    options: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(skilled, "play", None)
    with pytest.raises(InputError, match=f"^{message}"):
        rs.skill(**{"variant": "conga", **SMALL, **options})


def test_skill_map__refuses() -> None:
    with pytest.raises(InputError, match="games is empty"):
        rs.skill_map([], **SMALL)
    with pytest.raises(InputError, match="no game 'cnga'"):
        rs.skill_map(["conga", "cnga"], **SMALL)


WORDS = ["--deals", "200", "--matches", "40", "--seed", "3", "--quiet", "--json"]


def test_command__prints_the_same_frames(tmp_path: Path) -> None:
    frames = {
        ("conga",): rs.skill("conga", **SMALL),
        ("conga", "--abilities"): rs.abilities("conga", **SMALL),
        ("conga", "gin", "--figure", str(tmp_path / "x.png")): rs.skill_map(["conga", "gin"], **SMALL).frame,
    }
    for words, frame in frames.items():
        ended = rummysim("skill", *words, *WORDS)
        assert (ended.code, ended.error) == (0, "")
        assert json.loads(ended.out) == frame.to_dicts()
    assert (tmp_path / "x.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    "words",
    ["skill cnga", "skill conga --bots greedy", "skill conga --deals 0 --matches 0", "skill conga --csv no/x.csv"],
)
def test_command__refuses_in_one_line(words: str) -> None:
    ended = rummysim(*words.split())
    assert (ended.code, ended.out, ended.error.count("\n")) == (2, "", 1)
