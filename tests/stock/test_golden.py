"""Golden playthroughs: whole deals of each preset as text, so that a review shows what a change does.

``python -m tests.stock.test_golden`` writes them anew. Text that changed asks for a new ``VERSION`` of the family, but
for a change of words only.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import pytest

import rummysim as rs
from rummysim.games.registry import PRESETS, find_variant
from rummysim.games.stock.play import VERSION

FOLDER = Path(__file__).parent.parent / "data" / "golden"
COMMAND = "python -m tests.stock.test_golden"
FAMILY = "stock"
BOTS = ("careful", "random")
SEED = 1
PAIR = 2
DEALS: dict[str, dict[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "bga_basic": {"careful": ((48, 70), (55,)), "random": ((129, 1), (71,))},
    "bga_500": {"careful": ((50, 148), (121,)), "random": ((52, 129), (31,))},
    "bga_basic_negative": {"careful": ((48, 70), (55,)), "random": ((129, 1), (71,))},
    "bicycle_rummy": {"careful": ((45, 61), (120,)), "random": ((129,), (117,))},
    "block_rummy": {"careful": ((48, 94), (55,)), "random": ((129,), (53,))},
    "round_the_corner": {"careful": ((60, 42), (116,)), "random": ((52, 1), (118,))},
    "one_meld_rummy": {"careful": ((45, 61), (120,)), "random": ((53, 87), (117,))},
    "rum500_jokers": {"careful": ((52, 76), (113,)), "random": ((52, 146), (45,))},
    "rum500_howstuffworks": {"careful": ((141, 94), (147,)), "random": ((44, 101), (115,))},
    "rum500_fives": {"careful": ((50, 148), (121,)), "random": ((52, 129), (31,))},
    "rum500_floating": {"careful": ((140, 148), (121,)), "random": ((52, 129), (31,))},
}
"""Deals of two players and of the most, by preset and bot: with deep takes, low, high and passed aces, jokers, and ends
chosen, where the preset has them.
"""


@dataclass(frozen=True)
class Playthrough:
    """Some deals of a preset, played by equal bots."""

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
        of_two, of_most = DEALS[self.preset][self.bot]
        return of_two if self.n_players == PAIR else of_most

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
            "version": f"{FAMILY} {VERSION}",
        }
        lines = [f"# {name}: {value}" for name, value in header.items()]
        for deal in self.deals:
            lines += ["", *str(rs.replay(self.preset, bots, seed=SEED, deal=deal)).splitlines()]
        return lines


def playthroughs() -> Iterator[Playthrough]:
    """All there must be: each preset of the family with its fewest and most players and each of two bots."""
    for name, (family, _) in PRESETS.items():
        if family.name == FAMILY:
            players = family.players(find_variant(name).rules)
            for n_players in sorted({players[0], players[-1]}):
                yield from (Playthrough(name, bot, n_players) for bot in BOTS)


def difference(golden: list[str], today: list[str]) -> str:
    """The first differing line, empty if there is none."""
    for number, (old, new) in enumerate(zip_longest(golden, today, fillvalue="(the end)"), start=1):
        if old != new:
            return f"line {number}\n  golden: {old}\n  today:  {new}"
    return ""


def verdict(golden: list[str], today: list[str]) -> str:
    """What is wrong and what to do, empty if nothing is."""
    found = difference(golden, today)
    if not found:
        return ""
    version = f"# version: {FAMILY} {VERSION}"
    if version in golden:
        return (
            f"{found}\nThe text changed and VERSION did not: raise VERSION in games/{FAMILY}/play.py if the same seed "
            f"gives other deals, then write the files anew: {COMMAND}"
        )
    return f"{found}\nVERSION changed: look at what the deals do now, then write the files anew: {COMMAND}"


@pytest.mark.parametrize("playthrough", list(playthroughs()), ids=lambda each: each.path.stem)
def test_golden__deals_read_as_they_did(playthrough: Playthrough) -> None:
    """A golden playthrough: header with VERSION, then the deals move by move."""
    assert playthrough.path.exists(), f"{playthrough.path.name} is missing; write it: {COMMAND}"
    found = verdict(playthrough.path.read_text().splitlines(), playthrough.lines())
    assert not found, f"{playthrough.path.name}, {found}"


def test_golden__every_file_is_of_a_playthrough() -> None:
    """No file is left of a preset that is gone."""
    presets = {name for name, (family, _) in PRESETS.items() if family.name == FAMILY}
    ours = {path.name for path in FOLDER.glob("*.txt") if any(path.name.startswith(f"{name}_") for name in presets)}
    assert ours == {each.path.name for each in playthroughs()}


def test_golden__says_what_to_do() -> None:
    """Text changed and version not is a failure that says so; the first differing line is shown."""
    today = [f"# version: {FAMILY} {VERSION}", "A draws 3c", "A throws 3c"]
    assert verdict(today, today) == ""
    changed = verdict([today[0], "A draws 4c", "A throws 3c"], today)
    assert changed.startswith("line 2\n  golden: A draws 4c\n  today:  A draws 3c\n")
    assert "VERSION did not" in changed
    assert COMMAND in changed
    assert "line 3\n  golden: (the end)" in verdict(today[:2], today)
    older = verdict([f"# version: {FAMILY} {VERSION - 1}", *today[1:]], today)
    assert older.startswith("line 1\n")
    assert "VERSION changed" in older


def write() -> None:
    """Write all golden files of the family."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each in playthroughs():
        each.path.write_text("\n".join(each.lines()) + "\n")
        print(each.path)


if __name__ == "__main__":
    write()
