"""Golden playthroughs: whole deals of each preset as text, so that a review shows what a change does.

``python -m tests.golden.test_golden`` writes them anew. Text that changed asks for a new ``VERSION`` of the family, but
for a change of words only.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import pytest

import rummysim as rs
from rummysim.games.registry import FAMILIES, PRESETS, find_variant
from tests.golden.deals import BOTS, SEED, deals_of

FOLDER = Path(__file__).parent.parent / "data" / "golden"
COMMAND = "python -m tests.golden.test_golden"


@dataclass(frozen=True)
class Playthrough:
    """Some deals of a preset, played by equal bots."""

    family: str
    preset: str
    bot: str
    n_players: int

    @property
    def path(self) -> Path:
        """The golden file."""
        return FOLDER / f"{self.preset}_{self.n_players}_{self.bot}.txt"

    @property
    def deals(self) -> tuple[int, ...]:
        """Numbers of the deals."""
        return deals_of(self.family, self.preset, self.bot, self.n_players)

    @property
    def version(self) -> str:
        """Family and its VERSION as the header has them."""
        return f"{self.family} {FAMILIES[self.family].kernels().VERSION}"

    def lines(self) -> list[str]:
        """Header and deals as they are today."""
        options = {name: here for name, (_, here) in find_variant(self.preset).differs().items()}
        bots = [self.bot] * self.n_players
        header = {
            "preset": self.preset,
            "options that differ from the family's defaults": json.dumps(options),
            "bots": ", ".join(bots),
            "seed": SEED,
            "deals": ", ".join(map(str, self.deals)),
            "version": self.version,
        }
        lines = [f"# {name}: {value}" for name, value in header.items()]
        for deal in self.deals:
            lines += ["", *str(rs.replay(self.preset, bots, seed=SEED, deal=deal)).splitlines()]
        return lines


def playthroughs() -> Iterator[Playthrough]:
    """All there must be: each preset with its fewest and most players and each of its family's two bots."""
    for name, (family, _) in PRESETS.items():
        players = family.players(find_variant(name).rules)
        for n_players in sorted({players[0], players[-1]}):
            yield from (Playthrough(family.name, name, bot, n_players) for bot in BOTS[family.name])


def difference(golden: list[str], today: list[str]) -> str:
    """The first differing line, empty if there is none."""
    for number, (old, new) in enumerate(zip_longest(golden, today, fillvalue="(the end)"), start=1):
        if old != new:
            return f"line {number}\n  golden: {old}\n  today:  {new}"
    return ""


def verdict(golden: list[str], today: list[str], version: str) -> str:
    """What is wrong and what to do, empty if nothing is."""
    found = difference(golden, today)
    if not found:
        return ""
    if f"# version: {version}" in golden:
        return (
            f"{found}\nThe text changed and VERSION did not: raise VERSION in the family's play.py if the same seed "
            f"gives other deals, then write the files anew: {COMMAND}"
        )
    return f"{found}\nVERSION changed: look at what the deals do now, then write the files anew: {COMMAND}"


@pytest.mark.parametrize("playthrough", list(playthroughs()), ids=lambda each: each.path.stem)
def test_golden__deals_read_as_they_did(playthrough: Playthrough) -> None:
    """A golden playthrough: header with VERSION, then the deals move by move."""
    assert playthrough.path.exists(), f"{playthrough.path.name} is missing; write it: {COMMAND}"
    found = verdict(playthrough.path.read_text().splitlines(), playthrough.lines(), playthrough.version)
    assert not found, f"{playthrough.path.name}, {found}"


def test_golden__every_file_is_of_a_playthrough() -> None:
    """No file is left of a preset that is gone."""
    assert {path.name for path in FOLDER.glob("*.txt")} == {each.path.name for each in playthroughs()}


def test_golden__says_what_to_do() -> None:
    """Text changed and version not is a failure that says so; the first differing line is shown."""
    today = ["# version: knock 2", "A draws 3c", "A throws 3c"]
    assert verdict(today, today, "knock 2") == ""
    changed = verdict([today[0], "A draws 4c", "A throws 3c"], today, "knock 2")
    assert changed.startswith("line 2\n  golden: A draws 4c\n  today:  A draws 3c\n")
    assert "VERSION did not" in changed
    assert COMMAND in changed
    assert "line 3\n  golden: (the end)" in verdict(today[:2], today, "knock 2")
    older = verdict(["# version: knock 1", *today[1:]], today, "knock 2")
    assert older.startswith("line 1\n")
    assert "VERSION changed" in older


def write() -> None:
    """Write all golden files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in playthroughs():
        each.path.write_text("\n".join(each.lines()) + "\n")
        print(each.path)


if __name__ == "__main__":
    write()
