"""Wrong input on the command line: exit code 2, one line that says the fact, what is allowed and the remedy.

No traceback, nothing on standard output, nothing written.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.engine.process import run_command
from tests.engine.rows import files_in
from tests.results.command import Ended, rummysim


@dataclass(frozen=True)
class Wrong:
    """A command with something wrong, and what its message must hold: the fact, what is allowed, the remedy."""

    words: str
    fact: str
    allowed: str
    remedy: str = ""

    def __str__(self) -> str:
        return self.words


SIMULATE = "simulate conga --deals 60"

NAMES = (
    Wrong("simulate cnga", "no game 'cnga'", "did you mean conga"),
    Wrong("simulate whist", "no game 'whist'", "games are conga"),
    Wrong("rules cnga", "no game 'cnga'", "did you mean conga"),
    Wrong("compare conga cnga:deck=48", "no game 'cnga'", "did you mean conga"),
    Wrong("sweep cnga --grid deck=40,48", "no game 'cnga'", "did you mean conga"),
    Wrong("replay cnga", "no game 'cnga'", "did you mean conga"),
    Wrong("audit cnga", "no game 'cnga'", "did you mean conga"),
    Wrong("bench cnga", "no game 'cnga'", "did you mean conga"),
    Wrong(f"{SIMULATE} --set knock_limt=3", "no option 'knock_limt'", "did you mean knock_limit"),
    Wrong(f"{SIMULATE} --set zzz=3", "no option 'zzz'", "options are deck, decks"),
    Wrong("compare conga conga:dek=48", "no option 'dek'", "did you mean deck"),
    Wrong("sweep conga --grid wild_point=25,50", "no option 'wild_point'", "did you mean wild_points"),
    Wrong(f"{SIMULATE} --bots gredy,greedy", "no bot 'gredy'", "did you mean greedy"),
    Wrong(f"{SIMULATE} --bots qqq,greedy", "no bot 'qqq'", "bots are random, strict-greedy"),
    Wrong("replay conga --bots greedy,randm", "no bot 'randm'", "did you mean random"),
    Wrong("audit conga --bots greedy,randm", "no bot 'randm'", "did you mean random"),
    Wrong("bench conga --bots greedy,randm", "no bot 'randm'", "did you mean random"),
)

VALUES = (
    Wrong(f"{SIMULATE} --set knock_limit=99", "knock_limit is 99", "0…50"),
    Wrong(f"{SIMULATE} --set knock_limit=-1", "knock_limit is -1", "0…50"),
    Wrong(f"{SIMULATE} --set deck=44", "deck is 44", "40, 48, 50, 52, 54"),
    Wrong(f"{SIMULATE} --set ace_mode=high", "ace_mode is 'high'", "low, either"),
    Wrong(f"{SIMULATE} --set wild_layoff=perhaps", "wild_layoff is 'perhaps'", "true, false"),
    Wrong(f"{SIMULATE} --set wild_layoff=7", "wild_layoff is 7", "true, false"),
    Wrong(f"{SIMULATE} --set knock_limit=2.5", "knock_limit is '2.5'", "0…50"),
    Wrong(f"{SIMULATE} --set knock_limit=none", "knock_limit is", "0…50"),
    Wrong(f"{SIMULATE} --set knock_limit=true", "knock_limit is true", "0…50"),
    Wrong(f"{SIMULATE} --set knock_limit=", "knock_limit is ''", "0…50"),
    Wrong(f"{SIMULATE} --set max_reshuffles=1001", "max_reshuffles is 1001", "0…1000, none"),
    Wrong(f"{SIMULATE} --set conga_bonus=5", "conga_bonus is 5", "win_match, -100…0"),
    Wrong(f"{SIMULATE} --set win_at_minus=5", "win_at_minus is 5", "-1000…-1, none"),
    Wrong("compare conga conga:hand_size=2", "hand_size is 2", "3…10"),
    Wrong("sweep conga --grid hand_size=7,2", "hand_size is 2", "3…10"),
    Wrong("rules conga --set limit=0", "limit is 0", "1…10000"),
)

TOGETHER = (
    Wrong(
        f"{SIMULATE} --set hand_size=10",
        "seats = 4 and hand_size = 10 need 42 cards and deck = 40 has 40",
        "up to 9 cards a hand",
        "lower seats or hand_size",
    ),
    Wrong(
        f"{SIMULATE} --set hand_size=3",
        "min_melded = 4 and hand_size = 3 contradict each other",
        "up to 3",
        "lower min_melded",
    ),
    Wrong("compare conga conga:min_melded=8", "min_melded = 8 and hand_size = 7", "up to 7", "lower min_melded"),
)

PLAYERS = (
    Wrong(f"{SIMULATE} --bots greedy", "1 bot", "2 to 4 players", "name as many bots"),
    Wrong(f"{SIMULATE} --bots greedy,greedy,greedy,greedy,greedy", "5 bots", "2 to 4 players", "name as many bots"),
    Wrong(f"{SIMULATE} --set seats=2 --bots greedy,greedy,greedy", "3 bots", "2", "name as many bots"),
    Wrong(f"{SIMULATE} --bots ,", "0 bots", "2 to 4 players", "name as many bots"),
    Wrong("compare conga conga:seats=2 --bots random,random,random", "3 bots", "2", "name as many bots"),
    Wrong("replay conga --bots greedy", "1 bot", "2 to 4 players", "name as many bots"),
    Wrong("bench conga --bots greedy", "1 bot", "2 to 4 players", "name as many bots"),
)

UNITS = (
    Wrong("simulate conga --deals 0", "deals is 0", "1 to 1,000,000,000,000", "play at least"),
    Wrong("simulate conga --deals -5", "deals is -5", "1 to 1,000,000,000,000", "play at least"),
    Wrong("simulate conga --matches 0", "matches is 0", "1 to 1,000,000,000,000", "play at least"),
    Wrong("simulate conga --matches -1", "matches is -1", "1 to 1,000,000,000,000", "play at least"),
    Wrong("simulate conga --deals 1000000000001", "deals is 1000000000001", "1 to 1,000,000,000,000"),
    Wrong(
        "simulate conga --deals 9 --matches 9", "deals is 9 and matches is 9", "exactly one", "give deals= or matches="
    ),
    Wrong("compare conga conga:deck=48 --deals 0", "deals is 0", "1 to", "play at least"),
    Wrong("sweep conga --grid deck=40,48 --deals -1", "deals is -1", "1 to", "play at least"),
    Wrong("audit conga --deals 0", "deals is 0", "1 to", "play at least"),
    Wrong("replay conga --deal -1", "deal is -1", "from 0", "see the column deal"),
)

ARGUMENTS = (
    Wrong(f"{SIMULATE} --seed -1", "seed is -1", "0 to 2^62 - 1"),
    Wrong(f"{SIMULATE} --seed 4611686018427387904", "seed is 4611686018427387904", "0 to 2^62 - 1"),
    Wrong("replay conga --seed -1", "seed is -1", "0 to 2^62 - 1"),
    Wrong("audit conga --deals 60 --seed -1", "seed is -1", "0 to 2^62 - 1"),
    Wrong(f"{SIMULATE} --threads 0", "threads is 0", "1 to 256", "leave it out"),
    Wrong(f"{SIMULATE} --threads -2", "threads is -2", "1 to 256", "leave it out"),
    Wrong("audit conga --deals 60 --threads 0", "threads is 0", "1 to 256", "leave it out"),
    Wrong(f"{SIMULATE} --workers 0", "executor is 0", "a number of processes from 1 to 256", "leave it out"),
    Wrong(f"{SIMULATE} --workers 2 --threads 2", "two of --threads, --workers and --dask", "one of them", "leave"),
    Wrong("compare conga conga_uy --dask x --workers 1", "two of --threads, --workers", "one of them", "leave"),
    Wrong("sweep conga --grid deck=40,48 --workers 999", "executor is 999", "from 1 to 256", "leave it out"),
    Wrong("scaling conga --workers 1,x", "--workers is '1,x'", "whole numbers with commas", "change it"),
    Wrong("scaling conga --kind speed", "no measure speed", "threads, processes", "name one"),
    Wrong(f"{SIMULATE} --keep rows", "keep is 'rows'", "deals, bins"),
    Wrong(f"{SIMULATE} --set knock_limit", "'knock_limit' has no value", "OPTION=VALUE", "--set knock_limit=3"),
    Wrong(f"{SIMULATE} --set =3", "'=3' has no", "OPTION=VALUE", "--set knock_limit=3"),
    Wrong("compare conga conga:deck", "'deck' has no value", "OPTION=VALUE"),
    Wrong("compare conga", "only conga", "two different variants", "name another"),
    Wrong("compare conga conga", "only conga", "two different variants", "name another"),
    Wrong("sweep conga --grid knock_limit=", "knock_limit is ''", "0…50"),
    Wrong("sweep conga --grid deck=40,48 --deals 60 --quiet --quantity luck", "luck", "first_player_advantage"),
    Wrong("sweep conga --grid deck=40,48 --deals 60 --quiet --group nobody", "nobody", "all"),
)

FOLDERS = (
    Wrong(f"{SIMULATE} --out file", "file cannot be written", "name a folder"),
    Wrong(f"{SIMULATE} --out file/run", "file/run cannot be written", "name a folder"),
    Wrong("compare conga conga:deck=48 --deals 60 --out file", "file", "name a folder"),
    Wrong("audit conga --deals 60 --quiet --record file/x.csv", "file/x.csv cannot be written", "name another file"),
    Wrong(f"{SIMULATE} --quiet --csv file/x.csv", "file/x.csv cannot be written", "name another file"),
    Wrong(f"{SIMULATE} --quiet --parquet file/x.parquet", "file/x.parquet cannot be written", "name another file"),
    Wrong("games --csv file/x.csv", "file/x.csv cannot be written", "name another file"),
    Wrong("rules conga --parquet file/x.parquet", "file/x.parquet cannot be written", "name another file"),
    Wrong(
        f"{SIMULATE} --quiet --csv x.csv --parquet file/x.parquet", "file/x.parquet cannot be written", "name another"
    ),
    Wrong(f"{SIMULATE} --quiet --out run --csv file/x.csv", "file/x.csv cannot be written", "name another file"),
    Wrong("report nowhere", "nowhere holds no run", "name a folder"),
)

LONG_NAME = "a" * 300
LONG_NAMES = tuple(
    Wrong(words.format(LONG_NAME), "File name too long", "", "name another")
    for words in (
        "games --csv {}",
        "games --parquet {}",
        "compare conga conga:deck=48 --deals 60 --report {}",
    )
) + tuple(
    Wrong(words.format(LONG_NAME), "aaa", "", "name a")
    for words in (
        f"{SIMULATE} --out {{}}",
        "compare conga conga:deck=48 --deals 60 --out {}",
        "tournament conga --bots greedy,random --deals 40 --matches 0 --quiet --out {}",
        "runs list {}",
    )
)
"""Names longer than the system has: they raise where it is asked whether a file is there."""

STRANGE = (
    Wrong("scaling conga --workers ²", "--workers is '²'", "whole numbers with commas", "change it"),
    Wrong("scaling conga --memory ٣", "--memory is '٣'", "whole numbers with commas", "change it"),
    Wrong("sweep conga --grid =", "--grid '=' has no value", "OPTION=VALUE", "--grid knock_limit=3"),
    Wrong("replay conga --round 5", "round is 5 and there is no match", "a round of a match", "give match="),
    Wrong(
        "skill gin --figure x.png --deals 40 --matches 0", "one game and --figure", "several games", "leave --figure"
    ),
    Wrong("skill gin conga --abilities --deals 40 --matches 0", "2 games and --abilities", "one game", "name one"),
    Wrong("skill --abilities --deals 40 --matches 0", "no games and --abilities", "one game", "name one"),
    Wrong(
        "compare conga conga:deck=48 --deals 60 --report /dev/null",
        "/dev/null cannot be written: it is no file",
        "",
        "another",
    ),
    Wrong("solve block_rummy --hand Kc --laid 99999999999999999999", "laid is 99999999999999999999", "0 to 1,000"),
    Wrong(f"{SIMULATE} --set figures={'y' * 5000}", "figures is 'yyy", "10_11_12"),
)

ALL = (*NAMES, *VALUES, *TOGETHER, *PLAYERS, *UNITS, *ARGUMENTS, *FOLDERS, *LONG_NAMES, *STRANGE)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with one file in it."""
    (tmp_path / "file").write_text("mine")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def assert_one_line(ended: Ended) -> None:
    assert ended.code == 2
    assert ended.out == ""
    assert "Traceback" not in ended.error
    assert ended.error.endswith("\n")
    assert ended.error.count("\n") == 1


@pytest.mark.parametrize("wrong", ALL, ids=str)
def test_wrong_input__is_one_line_that_says_what_is_wrong_and_writes_nothing(wrong: Wrong, desk: Path) -> None:
    ended = rummysim(*wrong.words.split())
    assert_one_line(ended)
    assert wrong.fact in ended.error
    assert wrong.allowed in ended.error
    assert wrong.remedy in ended.error
    assert files_in(desk) == ["file"]
    assert (desk / "file").read_text() == "mine"


def test_wrong_value__is_not_repeated_without_end(desk: Path) -> None:
    assert len(rummysim(*STRANGE[-1].words.split()).error) < 300
    assert files_in(desk) == ["file"]


@pytest.mark.parametrize("wrong", [VALUES[0], VALUES[2], *TOGETHER, *PLAYERS[:3], UNITS[0], *ARGUMENTS[::4]], ids=str)
@pytest.mark.usefixtures("desk")
def test_wrong_value__message_has_three_parts(wrong: Wrong) -> None:
    """Fact; allowed; remedy (style, errors). An example is a remedy."""
    error = rummysim(*wrong.words.split()).error
    assert error.count("; ") + error.count("for example") >= 2


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        ("simulate conga --seed abc", "abc"),
        ("simulate conga --deals ten", "ten"),
        ("simulate conga --deals 1.5", "1.5"),
        ("simulate conga --threads two", "two"),
        ("simulate conga --dales 5", "--dales"),
        ("simulate", "game"),
        ("simlate conga", "simlate"),
        ("sweep conga", "--grid"),
        ("bench conga --seconds 0.01", "0.01"),
        ("simulate conga --seed", "--seed"),
    ],
)
def test_words_the_shell_got_wrong__are_one_line(words: str, fact: str, desk: Path) -> None:
    ended = rummysim(*words.split())
    assert_one_line(ended)
    assert fact in ended.error
    assert files_in(desk) == ["file"]


@pytest.mark.parametrize("words", ["simulate conga --csv file/x.csv", "compare conga conga:deck=48 --parquet file/x"])
@pytest.mark.usefixtures("desk")
def test_table_that_cannot_be_written__is_refused_before_anything_is_played(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A night's run must not end in a message."""
    monkeypatch.setattr("rummysim.engine.batch.play_part", None)
    ended = rummysim(*words.split(), "--quiet")
    assert ended.code == 2
    assert "file/x" in ended.error


@pytest.mark.parametrize("wrong", [NAMES[0], FOLDERS[4]], ids=str)
def test_process__ends_with_code_2_and_one_line(wrong: Wrong, desk: Path) -> None:
    ended = run_command(*wrong.words.split(), cwd=desk)
    assert_one_line(Ended(ended.returncode, ended.stdout, ended.stderr))
    assert wrong.fact in ended.stderr
    assert files_in(desk) == ["file"]


def test_run_of_something_else_in_the_folder__is_refused_and_kept(desk: Path) -> None:
    words = "simulate conga --deals 60 --out run --quiet"
    assert rummysim(*words.split()).code == 0
    before = {name: (desk / name).read_bytes() for name in files_in(desk) if (desk / name).is_file()}
    ended = rummysim(*words.split(), "--seed", "1")
    assert_one_line(ended)
    assert "run holds another run" in ended.error
    assert "name another folder" in ended.error
    assert {name: (desk / name).read_bytes() for name in before} == before
