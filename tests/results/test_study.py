"""Study files: variants beside factors, messages with file, line and key, the schema."""

import json
from pathlib import Path

import pytest

import rummysim as rs
from rummysim.errors import InputError
from rummysim.results.study_file import lines_of
from tests.results.command import rummysim

STUDIES = sorted(Path("data/studies").glob("*.toml"))
SCHEMA = Path("data/studies/study.schema.json")
STUDY = """title = "x"
game = "conga"
deals = 40
players = [2]

[[factors]]
option = "knock_limit"
values = [3, 7]

[[variants]]
game = "chinchon_vip"

[[variants]]
name = "strict and dear"
options = {knock_limit = 3, wild_points = 50}

[[questions]]
text = "how long?"
quantity = "turns"
"""


def loaded(tmp_path: Path, text: str) -> rs.Study:
    """The study of a text."""
    file = tmp_path / "mine.toml"
    file.write_text(text)
    return rs.Study.load(file)


def test_variants__are_other_games_and_several_options_at_once(tmp_path: Path) -> None:
    study = loaded(tmp_path, STUDY)
    held = {label: variant for label, (variant, _) in study.rule_sets().items()}
    assert list(held) == ["conga", "knock_limit=3", "knock_limit=7", "chinchon_vip", "strict and dear"]
    assert held["chinchon_vip"].rules == rs.variant("chinchon_vip").rules
    assert held["strict and dear"].changes() == {"knock_limit": 3, "wild_points": 50}
    effects = study.run(progress=False).effects
    assert set(effects["variant"]) == set(held) - {"conga"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("values = [3, 7]", "value = [3, 7]", "line 8, factors[0].value: no key of a study; allowed option, values"),
        ("values = [3, 7]", "value = [3, 7]", "line 6, factors[0].values: missing; give it"),
        ("values = [3, 7]", "values = [3, 99]", "line 8, factors[0].values: knock_limit is 99; allowed 0…50"),
        ("values = [3, 7]", "values = [1.5]", "line 8, factors[0].values[0]: 1.5; allowed is a whole number, true"),
        ('"knock_limit"', '"knock"', "line 7, factors[0].option: no option 'knock'"),
        ('"chinchon_vip"', '"chincon"', "line 11, variants[0].game: no game 'chincon'"),
        ('"chinchon_vip"', '"rummy51"', "line 11, variants[0].game: 'rummy51' is of the family opening"),
        ('game = "chinchon_vip"', "", "line 10, variants[0]: no game and no options"),
        ('"strict and dear"', '"chinchon_vip"', "line 13, variants[1]: there is another 'chinchon_vip'"),
        ("{knock_limit = 3", "{knock = 3", "line 15, variants[1].options.knock: no option 'knock'"),
        ('quantity = "turns"', 'quantity = "turn"', "line 19, questions[0].quantity: no quantity 'turn'"),
        ("deals = 40", "deals = -1", "line 3, deals: -1; "),
        ("deals = 40", "matches = 40", "line 17, questions[0].levels: 'deal' and deals is 0"),
        ("deals = 40", "deals = 40\nprecision = {turn = 1}", "line 4, precision.turn: no quantity 'turn'"),
        ("players = [2]", "players = [9]", "line 4, players[0]: 9; "),
        ("players = [2]", "players = [2]\nbots = ['gredy']", "line 5, bots[0]: no bot 'gredy'"),
        ("players = [2]", "players = [2]\ngrid = {wild_limit = [1]}", "line 5, grid.wild_limit: no option"),
        ("players = [2]", "players = [2]\ngrid = {'a[' = [1]}", "line 5, grid.a[: no option 'a['"),
        ('game = "conga"', 'game = "cong"', "line 2, game: no game 'cong'"),
        ('title = "x"\n', "", "mine.toml, title: missing; give it"),
        ("players = [2]", "players = [", "mine.toml is no TOML file: "),
    ],
)
def test_message__names_file_line_and_key(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(InputError, match=r"mine\.toml") as raised:
        loaded(tmp_path, STUDY.replace(old, new, 1))
    assert words in str(raised.value)
    assert str(raised.value).count("mine.toml") == 1


def test_lines__are_those_of_keys_and_tables_however_they_are_written() -> None:
    text = '''# a comment with [[factors]]
title = """
[[factors]]
option = 1
"""
"players" = [  # [[factors]]
    2,
    3,
]
grid."knock_limit" = [3]

[[ factors ]]
option = 'a"['
[[factors]]  # again
values = [
    "[[variants]]",
]
[[variants]]
[variants.options]
knock_limit = 3
[precision]
turns = 0.1'''
    assert lines_of(text) == {
        "title": 2,
        "players": 6,
        "grid": 10,
        "grid.knock_limit": 10,
        "factors[0]": 12,
        "factors[0].option": 13,
        "factors[1]": 14,
        "factors[1].values": 15,
        "variants[0]": 18,
        "variants[0].options": 19,
        "variants[0].options.knock_limit": 20,
        "precision": 21,
        "precision.turns": 22,
    }
    assert lines_of(text.replace("\n", "\r\n")) == lines_of(text)


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_lines_of_a_committed_study__are_those_that_begin_with_the_key(file: Path) -> None:
    text = file.read_text()
    lines = text.splitlines()
    for key, number in lines_of(text).items():
        assert lines[number - 1].lstrip("[").startswith(key.rpartition(".")[2].partition("[")[0])


GRID = STUDY.replace("[[questions]]", "[grid]\nknock_limit = [3, 5]\nlimit = [50, 100]\n\n[[questions]]")


def test_grid__is_every_combination_that_is_not_the_base(tmp_path: Path) -> None:
    held = loaded(tmp_path, GRID).rule_sets()
    cells = {label: variant.changes() for label, (variant, _) in held.items() if "limit=" in label and ", " in label}
    assert cells == {
        "knock_limit=3, limit=50": {"knock_limit": 3, "limit": 50},
        "knock_limit=3, limit=100": {"knock_limit": 3},
        "knock_limit=5, limit=50": {"limit": 50},
    }


def test_grid_of_an_option_of_matches__is_compared_in_matches_only(tmp_path: Path) -> None:
    text = STUDY.replace("deals = 40", "deals = 40\nmatches = 4").replace(
        "[[questions]]", "[grid]\nlimit = [50]\n\n[[questions]]"
    )
    held = {
        setting.level: each.runs for setting, each in loaded(tmp_path, text).run(progress=False).comparisons.items()
    }
    assert "limit=50" in held["match"]
    assert "limit=50" not in held["deal"]


def test_grid__is_no_larger_than_a_study_may_be(tmp_path: Path) -> None:
    wide = "\n".join(f"option_{number} = [{', '.join(map(str, range(100)))}]" for number in range(400))
    with pytest.raises(InputError, match=r"the study asks for more than 1,000,000 .*; allowed 500"):
        loaded(tmp_path, STUDY.replace("[[questions]]", f"[grid]\n{wide}\n\n[[questions]]"))


def test_schema__is_the_committed_one() -> None:
    assert json.loads(SCHEMA.read_text()) == rs.Study.file_schema() == json.loads(rummysim("study", "--schema").out)


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_committed_study__is_valid_and_names_the_schema(file: Path) -> None:
    assert file.read_text().splitlines()[0] == "#:schema ./study.schema.json"
    assert rs.Study.load(file).rule_sets()


def test_study__without_a_file_is_one_message() -> None:
    ended = rummysim("study")
    assert ended.code == 2
    assert "the study file is missing" in ended.error


def test_study__plays_only_the_variant_that_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rummysim.engine import batch

    loaded(tmp_path, STUDY).run(out=tmp_path / "out", progress=False)
    played = []
    original = batch.play_part

    def count(work: object, first: int, size: int, *rest: object) -> object:
        played.append((work, first, size))
        return original(work, first, size, *rest)

    monkeypatch.setattr(batch, "play_part", count)
    more = STUDY + "\n[[variants]]\noptions = {knock_limit = 1}\n"
    study = loaded(tmp_path, more)
    study.run(out=tmp_path / "out", progress=False)
    assert {variant.name for work, _, _ in played for variant in work.variants} == {"knock_limit=1"}
    played.clear()
    study.run(out=tmp_path / "out", scale=2, progress=False)
    assert min(first for _, first, _ in played) == 20


def test_study_with_precision__plays_until_it_is_reached(tmp_path: Path) -> None:
    text = STUDY.replace("deals = 40", "deals = 400_000\nprecision = {turns = 0.2}")
    result = loaded(tmp_path, text).run(progress=False)
    (comparison,) = result.comparisons.values()
    told = "precision reached: turns ±"
    assert result.headline().splitlines()[-1].startswith(f"2 players, greedy, deals: {told}")
    assert told in result.report(tmp_path / "report.html").read_text()
    assert comparison.precision is not None
    assert comparison.precision.is_met
    assert comparison["conga"].n_units < 40_000


def test_answer__says_how_large_an_undetected_difference_may_be(tmp_path: Path) -> None:
    text = STUDY.replace('quantity = "turns"', 'quantity = "first_player_advantage"')
    lines = loaded(tmp_path, text).run(progress=False).headline().splitlines()
    assert lines[0] == "how long?"
    assert "no detectable difference: at most" in lines[1]
    assert lines[1].endswith("(in 4 of 4 comparisons)")
    text = STUDY.replace('quantity = "turns"', 'quantity = "balance"')
    assert "comparisons" not in loaded(tmp_path, text).run(progress=False).headline()


def test_study_with_precision_and_a_variant_more__goes_on_with_the_runs_that_are_there(tmp_path: Path) -> None:
    text = STUDY.replace("deals = 40", "deals = 400_000\nprecision = {turns = 0.2}")
    loaded(tmp_path, text).run(out=tmp_path / "out", progress=False)
    more = loaded(tmp_path, text.replace("0.2", "0.15") + "\n[[variants]]\noptions = {knock_limit = 1}\n")
    (kept,) = more.run(out=tmp_path / "out", progress=False).comparisons.values()
    assert kept.precision is not None
    assert kept.precision.is_met
    (n_units,) = {run.n_units for run in kept.runs.values()}
    fresh = more.model_copy(update={"deals": n_units, "precision": {}}).run(progress=False)
    assert (
        kept.effects()
        .select("variant", "quantity", "group", "n_units", "estimate")
        .equals(fresh.effects.select("variant", "quantity", "group", "n_units", "estimate"))
    )
