"""Whole deals of a family's kernel, move by move, against the rules once more in plain Python.

A family's ``judged.py`` makes a :class:`Judge`; its ``test_referee.py`` derives a class from :class:`RefereeTests`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any, ClassVar

import numpy as np
import pytest

from rummysim.engine.deals import scored
from rummysim.engine.work import facts_frame
from rummysim.errors import RuleError
from rummysim.fields.rule import Rules, rule_fields
from rummysim.fields.tallies import WIN
from rummysim.games.bot import Bot
from rummysim.games.family import Family, Variant
from rummysim.games.registry import FAMILIES, PRESETS, find_variant
from rummysim.games.table import TablePlayer

__all__ = ["Case", "Judge", "RefereeTests", "say", "tables"]

Case = tuple[dict[str, Any], list[str], int, list[int]]
"""Options, line-up, seed of the cards, and who sits where."""

Facts = list[dict[str, int]]
N_SLOW = 500
N_ARBITRARY = 2_000


def say(differences: Sequence[str]) -> str:
    """The first differences, a line each."""
    return "\n".join(differences[:5])


def tables(family: str) -> list[tuple[str, int]]:
    """Presets of the family, each with the fewest and the most players."""
    found = []
    for name, (each, _) in PRESETS.items():
        if each.name == family:
            players = each.players(find_variant(name).rules)
            found += [(name, n) for n in sorted({players[0], players[-1]})]
    return found


@dataclass(frozen=True, kw_only=True)
class Judge:
    """What puts a family's deals before its referee.

    family : its name. probe : its bot for tests. referee : module with ``judge``, ``points`` and ``won``. any_rules :
    random options, valid or not. n_log_rows : room for the log of a deal. told : what the referee is told beside the
    options. row : a row of facts as the referee reads it.
    """

    family: str
    probe: Bot
    referee: Any
    any_rules: Callable[[np.random.Generator], dict[str, Any]]
    n_log_rows: int
    told: Callable[[Any], dict[str, Any]] = lambda rules: {}
    row: Callable[[dict[str, int]], dict[str, int]] = lambda row: row

    @property
    def record(self) -> Family:
        """What the family gives."""
        return FAMILIES[self.family]

    @property
    def bots(self) -> dict[str, Bot]:
        """Bots by name, the probe among them."""
        return {**self.record.bots(), "probe": self.probe}

    def lineup(self, names: Sequence[str]) -> list[Bot]:
        """Bots by name."""
        bots = self.bots
        return [bots[name] for name in names]

    def seated(self, rules: Any, lineup: Sequence[Bot], n_log_rows: int = 0) -> TablePlayer:
        """A table with bots that may read the rules' options."""
        make: type[TablePlayer] = self.record.kernels().Player
        return make(rules.encode, lineup, n_log_rows, options=rules.model_dump())

    def rows(self, facts: np.ndarray) -> Facts:
        """Facts of one deal as the referee reads them, a row a player."""
        columns = self.record.kernels().FACT_COLUMNS
        return [self.row(dict(zip(columns, map(int, row), strict=True))) for row in facts.T]

    def scoring_differences(self, rules: Rules, told: dict[str, Any], facts: np.ndarray) -> list[str]:
        """Differences in points and won between the expressions and the referee."""
        variant = Variant(name="judged", preset=self.record.presets[0].name, family=self.record, rules=rules)
        rows = self.rows(facts)
        frame = scored(variant, facts_frame(self.record.kernels().FACT_COLUMNS, facts), len(rows))
        ours, theirs = frame["points"].to_list(), [self.record.points_unit * n for n in self.referee.points(told, rows)]
        shares, wins = frame["share"].to_list(), [WIN * share for share in self.referee.won(told, rows)]
        return [] if (ours, shares) == (theirs, wins) else [f"points {ours} {shares}, referee {theirs} {wins}"]

    def judge_deals(
        self, options: Mapping[str, Any], bots: Sequence[str], seed: int, units: range, holders: Sequence[int] = ()
    ) -> list[str]:
        """Differences between kernel and referee over all seatings of some units, each with what to play again.

        holders : player at each place; player p holds place p if left out.
        """
        rules: Any = self.record.rules.checked(options)
        told = rules.model_dump(mode="json") | self.told(rules)
        lineup = self.lineup(bots)
        shown, quiet = self.seated(rules, lineup, self.n_log_rows), self.seated(rules, lineup)
        n = len(bots)
        places = list(holders or range(n))
        found = []
        for job in ([seed, unit, 0, n, starter] for unit in units for starter in range(n)):
            unit, starter = job[1], job[4]
            where = f"{dict(options)} {bots} seed {seed} unit {unit} holders {places} starter {starter}"
            table = np.array([job], np.int64), np.array([places])
            facts, bad = shown.play(*table)
            if bad >= 0:
                found.append(f"{where}: an illegal move, after {shown.read_log()[-3:].tolist()}")
                continue
            log = [tuple(int(value) for value in row) for row in shown.read_log()]
            differences = self.referee.judge(
                told, list(bots), seed, unit, 0, places, starter, log, self.rows(facts)
            ) + self.scoring_differences(rules, told, facts)
            if not np.array_equal(facts, quiet.play(*table)[0]):
                differences.append("the facts differ when nothing is logged")
            found += [f"{where}: {text}" for text in differences]
        return found

    def random_rules(self, rng: np.random.Generator) -> dict[str, Any]:
        """A random valid combination of options that the referee judges."""
        while True:
            options = self.any_rules(rng)
            try:
                self.record.rules.checked(options)
            except ValueError:
                continue
            return options

    def arbitrary_rules(self, rng: np.random.Generator) -> tuple[dict[str, Any], str]:
        """Random options, and why they are refused, empty if they are valid: those of the family's own making, half of
        the time with one or two more from all that the fields of the rules say they allow.
        """
        options = self.any_rules(rng)
        fields = list(rule_fields(self.record.rules).values())
        for _ in range(int(rng.integers(0, 4)) - 1):
            field = fields[int(rng.integers(len(fields)))]
            ends = [] if field.low is None or field.high is None else [field.low, field.high]
            drawn = [int(rng.integers(ends[0], ends[1], endpoint=True))] if ends else []
            values = [*field.choices, *ends, *drawn]
            if values and field.name not in ("seats", "max_turns"):
                options[field.name] = values[int(rng.integers(len(values)))]
        try:
            self.record.rules.checked(options)
        except RuleError as error:
            return options, str(error) or "no reason given"
        return options, ""

    def combinations(self, seed: int, n: int) -> Iterator[Case]:
        """Random cases for a number of seats that the options name."""
        rng, names = np.random.default_rng(seed), list(self.bots)
        for _ in range(n):
            options = self.random_rules(rng)
            n_players = int(rng.integers(2, options["seats"] + 1))
            bots = [names[number] for number in rng.integers(len(names), size=n_players)]
            yield options, bots, int(rng.integers(1 << 40)), rng.permutation(n_players).tolist()


class RefereeTests:
    """Tests of whole deals.

    judge : of the family. line_ups : bots that are repeated around the table, by name.
    n_combinations : random combinations of options that are judged each time. n_combinations_slow : and those of the
    long verification.
    """

    judge: ClassVar[Judge]
    line_ups: ClassVar[Mapping[str, Sequence[str]]]
    n_combinations: ClassVar[int]
    n_combinations_slow: ClassVar[int]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Each table with each line-up; each combination."""
        if "line_up" in metafunc.fixturenames:
            metafunc.parametrize(("preset", "n"), tables(self.judge.family))
            metafunc.parametrize("line_up", self.line_ups)
        if "number" in metafunc.fixturenames:
            metafunc.parametrize("number", range(self.n_combinations))

    def judged(self, preset: str, n: int, line_up: str, seed: int, n_deals: int) -> list[str]:
        """Differences over some deals of a preset and table by a line-up."""
        bots = list(islice(cycle(self.line_ups[line_up]), n))
        return self.judge.judge_deals(PRESETS[preset][1].options, bots, seed, range(-(-n_deals // n)))

    def test_referee__finds_no_difference_in_the_preset(self, preset: str, n: int, line_up: str) -> None:
        """Log, facts, points and shares of some deals of each preset, table and line-up."""
        differences = self.judged(preset, n, line_up, 1, 4)
        assert not differences, say(differences)

    def test_referee__finds_no_difference_under_random_rules(self, number: int) -> None:
        """A unit under each of some random combinations of options, players anywhere at the table."""
        options, bots, seed, holders = list(self.judge.combinations(2, self.n_combinations))[number]
        differences = self.judge.judge_deals(options, bots, seed, range(1), holders)
        assert not differences, say(differences)

    @pytest.mark.slow
    def test_referee__finds_no_difference_in_hundreds_of_deals(self, preset: str, n: int, line_up: str) -> None:
        """Of each preset and table more than 500 deals, as many by each line-up."""
        differences = self.judged(preset, n, line_up, 4, 1 + N_SLOW // len(self.line_ups))
        assert not differences, say(differences)

    @pytest.mark.slow
    def test_referee__finds_no_difference_under_hundreds_of_random_rules(self) -> None:
        """Two units under each of hundreds of random combinations of options."""
        found = []
        for options, bots, seed, holders in self.judge.combinations(5, self.n_combinations_slow):
            found += self.judge.judge_deals(options, bots, seed, range(2), holders)
        assert not found, say(found)

    @pytest.mark.slow
    def test_referee__finds_no_difference_under_thousands_of_arbitrary_rules(self) -> None:
        """Any options that the fields allow: 2,000 valid combinations are played and judged, the others are refused
        with a reason that names an option.
        """
        rng, bots = np.random.default_rng(11), list(self.judge.bots)
        names = set(rule_fields(self.judge.record.rules))
        n_valid, found = 0, []
        while n_valid < N_ARBITRARY:
            options, refusal = self.judge.arbitrary_rules(rng)
            if refusal:
                assert any(name in refusal for name in names), (options, refusal)
                continue
            n_valid += 1
            allowed = self.judge.record.players(self.judge.record.rules.checked(options))
            n = int(rng.integers(allowed[0], min(allowed[-1], options["seats"]), endpoint=True))
            line_up = [bots[number] for number in rng.integers(len(bots), size=n)]
            seed, holders = int(rng.integers(1 << 40)), rng.permutation(n).tolist()
            found += self.judge.judge_deals(options, line_up, seed, range(1), holders)
        assert not found, say(found)
