"""Estimates of studies side by side."""

from pathlib import Path

import polars as pl
import pytest

import rummysim as rs
from rummysim.errors import InputError
from tests.results.command import rummysim

STUDY = """title = "x"
game = "gin"
deals = 40
players = [2]
bots = ["greedy", "careful"]

[[variants]]
game = "oklahoma"

[[questions]]
text = "who?"
quantity = "first_player_advantage"
"""


@pytest.fixture(scope="module")
def estimates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Estimates of a small study of two games."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "study.toml").write_text(STUDY)
    rs.Study.load(folder / "study.toml").run(progress=False).report(folder / "report.html")
    return folder / "estimates.csv"


def test_survey__has_a_row_a_game_and_kind(estimates: Path) -> None:
    held = rs.survey([estimates], "first_player_advantage", kinds=["beginners", "experts"])
    assert held.frame.select("family", "game", "kind", "bot").rows() == [
        ("knock", game, kind, bot)
        for kind, bot in (("beginners", "greedy"), ("experts", "careful"))
        for game in ("gin", "oklahoma")
    ]
    assert repr(held) == "Survey(first_player_advantage by deal: 2 games)"
    assert "<table" in held._repr_html_()
    assert held.plot().get_title(loc="left").startswith("First-player advantage: 2 games")


def test_command__shows_and_draws(estimates: Path, tmp_path: Path) -> None:
    words = ("--kinds", "beginners,experts", "--figure", str(tmp_path / "f.png"), "--csv", str(tmp_path / "f.csv"))
    assert rummysim("survey", str(estimates), *words).code == 0
    assert (tmp_path / "f.png").stat().st_size > 10_000
    assert pl.read_csv(tmp_path / "f.csv").height == 4


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"quantity": "turn"}, "no rows of turn by deal"),
        ({"level": "match"}, "no rows of turns by match"),
        ({"kinds": ["all"]}, "kinds has 1 names and .* 2 bots"),
    ],
)
def test_wish__that_cannot_be_met_is_one_message(estimates: Path, said: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        rs.survey([estimates], **{"quantity": "turns", **said})  # type: ignore[arg-type]


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"\xff\xfe\x00", b"variant\nconga\n"])
def test_file__that_is_no_file_of_estimates_is_one_message(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "e.csv").write_bytes(content)
    with pytest.raises(InputError, match=r"cannot be read|lacks"):
        rs.survey([tmp_path / "e.csv"], "turns")
    with pytest.raises(InputError, match="cannot be read: No such file"):
        rs.survey([tmp_path / "no.csv"], "turns")
