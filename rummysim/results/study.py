"""A study: a base game, what is varied in it, line-ups, questions; a TOML file or an object; gives a report."""

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import polars as pl
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from rummysim.engine.crew import crew_of
from rummysim.errors import InputError, OutputError
from rummysim.fields.rule import Layer, rule_fields
from rummysim.games.family import Variant
from rummysim.games.registry import find_variant
from rummysim.results.comparison import Comparison
from rummysim.results.simulate import compare
from rummysim.results.study_file import at_line, lines_of, parsed, read_text

__all__ = ["Factor", "Question", "Setting", "Study", "StudyResult"]

MOST_SCALE = 1_000_000
MOST_ENTRIES = 500
"""Longest list in a study, and most line-ups and variants together: a file from a stranger asks for no more."""
MANY = 1_000_000
"""From so many on, they are not told to the last."""
LONGEST_WORD, LONGEST_TEXT = 200, 10_000
NO_CONTROL, NO_CONTROL_BUT_LINES = r"^[^\x00-\x1f\x7f-\x9f]*$", r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$"
Word = Annotated[str, Field(max_length=LONGEST_WORD, pattern=NO_CONTROL)]
Text = Annotated[str, Field(max_length=LONGEST_TEXT, pattern=NO_CONTROL_BUT_LINES)]
Value = int | bool | Word | None


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Factor(_Part):
    """One option and the values it takes while all others keep those of the base."""

    option: Word = Field(description="name of an option of the game")
    values: list[Value] = Field(description="values to try", min_length=1, max_length=MOST_ENTRIES)


class Change(_Part):
    """A variant by itself: another game of the family, several options at once, or both."""

    name: Word = Field(default="", description="label in tables and figures; made of game and options if left out")
    game: Word = Field(default="", description="game whose rules it has; the base game if left out")
    options: dict[Word, Value] = Field(default={}, description="options and their values", max_length=MOST_ENTRIES)

    @property
    def label(self) -> str:
        """Name, or what it is made of."""
        changes = ", ".join(f"{option}={_text(value)}" for option, value in self.options.items())
        return self.name or ", ".join(part for part in (self.game, changes) if part)


class Question(_Part):
    """What is asked: a quantity, at some levels, and how it is shown."""

    text: Text = Field(description="the question in words")
    quantity: Word = Field(description="a statistic, as the column quantity of a summary names it")
    group: Word = Field(default="all", description="group of the quantity; * for all its groups")
    levels: list[Literal["deal", "match"]] = Field(
        default=["deal"], description="levels to answer at", min_length=1, max_length=2
    )
    figure: Literal["effects", "seat_shares", "length", "scores", "endings"] = Field(
        default="effects", description="figure that shows it"
    )


@dataclass(frozen=True, order=True)
class Setting:
    """One line-up of a study at one level: as many copies of a bot as there are players."""

    level: str
    players: int
    bot: str

    def __str__(self) -> str:
        return f"{self.players} players, {self.bot}, {'deals' if self.level == 'deal' else 'matches'}"


class Study(_Part):
    """A study; ``Study.load`` reads it from a TOML file."""

    title: Word = Field(description="title of the report")
    game: Word = Field(description="base game, as `rummysim games` lists it")
    text: str = Field(default="", description="what the study is about, in a sentence or two", max_length=LONGEST_TEXT)
    seed: int = Field(default=0, ge=0, lt=2**62, description="seed of the shuffles")
    deals: int = Field(default=0, ge=0, le=10**9, description="deals a variant and line-up; 0: none")
    matches: int = Field(default=0, ge=0, le=10**9, description="matches a variant and line-up; 0: none")
    players: list[Annotated[int, Field(ge=1, le=8)]] = Field(
        description="numbers of players", min_length=1, max_length=8
    )
    bots: list[Word] = Field(
        default=["greedy"], description="bots; each in turn fills all seats", min_length=1, max_length=MOST_ENTRIES
    )
    factors: list[Factor] = Field(default=[], description="options varied one at a time", max_length=MOST_ENTRIES)
    variants: list[Change] = Field(
        default=[], description="variants beside those of the factors", max_length=MOST_ENTRIES
    )
    grid: dict[Word, Annotated[list[Value], Field(min_length=1, max_length=MOST_ENTRIES)]] = Field(
        default={}, description="options and their values; every combination is a variant", max_length=MOST_ENTRIES
    )
    precision: dict[Word, Annotated[float, Field(gt=0, allow_inf_nan=False, strict=False)]] = Field(
        default={},
        description="half widths of the differences by quantity, in its unit; deals and matches are the most then",
        max_length=MOST_ENTRIES,
    )
    questions: list[Question] = Field(description="what is asked", min_length=1, max_length=MOST_ENTRIES)
    _source: str = PrivateAttr(default="")

    @property
    def source(self) -> str:
        """File the study was read from; empty if none."""
        return self._source

    @classmethod
    def load(cls, file: str | Path) -> Self:
        """The study in a TOML file; one message with file, line, key and what is allowed where something is wrong."""
        path = Path(file)
        text = read_text(path)
        try:
            study = cls(**parsed(path, text))
            study.check()
        except ValidationError as error:
            told = [_problem(entry) for entry in error.errors()]
        except InputError as error:
            told = [str(error)]
        else:
            study._source = str(file)
            return study
        lines = lines_of(text)
        raise InputError(f"{path}: " + "; ".join(at_line(lines, message) for message in told)) from None

    @classmethod
    def file_schema(cls) -> dict[str, Any]:
        """JSON schema of study files."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **cls.model_json_schema(),
            "description": "A study: a base game, what is changed, who plays, what is asked.",
        }

    def check(self) -> None:
        """Refuse games, options, values, line-ups and quantities that do not exist."""
        from rummysim.engine.lineup import resolve_lineup
        from rummysim.stats.table import STATISTICS

        base = find_variant(self.game)
        cells = len(self.settings()) * self._most_variants()
        if cells > MOST_ENTRIES:
            raise InputError(
                f"the study asks for {f'{cells:,}' if cells < MANY else f'more than {MANY:,}'} variants and line-ups; "
                f"allowed {MOST_ENTRIES}; leave some values, bots or players out"
            )
        for variant, _ in self.rule_sets().values():
            for players in self.players:
                if players not in variant.family.players(variant.rules):
                    allowed = variant.family.players(variant.rules)
                    raise InputError(
                        f"players has {players} and {variant.name} is for {allowed[0]} to {allowed[-1]}; "
                        f"take {players} out of players or change seats"
                    )
        for bot in self.bots:
            resolve_lineup(base, [bot] * self.players[0])
        known = {statistic.name for statistic in STATISTICS}
        for name in self.precision:
            if name not in known:
                raise InputError(f"precision.{name} is no quantity; allowed {', '.join(sorted(known))}")
        for number, question in enumerate(self.questions):
            if question.quantity not in known:
                names = ", ".join(sorted(known))
                raise InputError(f"questions[{number}].quantity is {question.quantity!r}; allowed {names}")
            for level in question.levels:
                self._check_level(number, question, level)
                if not (self.deals if level == "deal" else self.matches):
                    name = "deals" if level == "deal" else "matches"
                    raise InputError(
                        f"questions[{number}].levels has {level!r} and {name} is 0; give {name} or take {level!r} out"
                    )

    def _check_level(self, number: int, question: Question, level: str) -> None:
        """Refuse a quantity or a figure that a level does not have."""
        from rummysim.stats.table import statistic

        allowed = statistic(question.quantity).levels
        if level not in allowed:
            raise InputError(
                f"questions[{number}].levels has {level!r} and {question.quantity} is defined for "
                f"{' and '.join(allowed)}; take {level!r} out"
            )
        if level == "match" and "end_share" in (question.quantity, question.figure.replace("endings", "end_share")):
            raise InputError(
                f"questions[{number}] asks how matches end; allowed for deals only; take 'match' out of its levels"
            )

    def _most_variants(self) -> int:
        """Variants with the base, before those that are equal are left out."""
        n_cells = math.prod(len(values) for values in self.grid.values()) if self.grid else 0
        return 1 + len(self.variants) + n_cells + sum(len(factor.values) for factor in self.factors)

    def _varied(self) -> Iterator[tuple[str, Change]]:
        """What the factors and the grid change, each with the key it comes from."""
        for number, factor in enumerate(self.factors):
            for value in factor.values:
                yield f"factors[{number}] ({factor.option})", Change(options={factor.option: value})
        if self.grid:
            for values in itertools.product(*self.grid.values()):
                yield "grid", Change(options=dict(zip(self.grid, values, strict=True)))

    def rule_sets(self) -> dict[str, tuple[Variant, Layer | None]]:
        """Base first, then one variant for each value, cell and change that differs from the base: label -> variant,
        layer.

        The layer is that of the options that are changed, None where they are of several.
        """
        base = find_variant(self.game)
        fields = rule_fields(base.family.rules)
        found: dict[str, tuple[Variant, Layer | None]] = {base.name: (base, None)}
        for where, change in self._varied():
            variant = _changed(base, change, where)
            layers = {fields[option].layer for option in change.options}
            found.setdefault(change.label, (variant, layers.pop() if len(layers) == 1 else None))
        for number, change in enumerate(self.variants):
            variant = _changed(base, change, f"variants[{number}]")
            if change.label in found:
                raise InputError(
                    f"variants[{number}] is another {change.label!r}; allowed is one of a name; give it a name"
                )
            found[change.label] = (variant, None)
        return {label: held for label, held in found.items() if held[0] is base or held[0].rules != base.rules}

    def settings(self) -> list[Setting]:
        """Line-ups and levels that are played."""
        levels = [level for level, units in (("deal", self.deals), ("match", self.matches)) if units]
        return [
            Setting(level, players, bot)
            for level in levels
            for bot in self.bots
            for players in dict.fromkeys(self.players)
        ]

    def _precision(self, level: str) -> dict[str, float] | None:
        """Half widths of the quantities that a level has."""
        from rummysim.stats.table import statistic

        return {name: width for name, width in self.precision.items() if level in statistic(name).levels} or None

    def run(
        self,
        *,
        threads: int | None = None,
        out: str | Path | None = None,
        scale: float = 1.0,
        executor: Any = None,
        progress: bool = True,
    ) -> "StudyResult":
        """Play everything; runs are kept in ``out/runs`` if ``out`` is named, and gone on with when found there.

        ``executor`` plays as in :func:`rummysim.simulate`.
        """
        if not 0 < scale <= MOST_SCALE:
            raise InputError(
                f"scale is {scale}; allowed is a number above 0 up to {MOST_SCALE:,}; 1 plays the study as it is"
            )
        if out is not None:
            _make_folder(Path(out))
        comparisons = {}
        with crew_of(executor, threads) as crew:
            for setting in self.settings():
                variants = {
                    label: variant
                    for label, (variant, layer) in self.rule_sets().items()
                    if setting.level == "match" or layer != Layer.MATCH
                }
                units = max(1, round((self.deals if setting.level == "deal" else self.matches) * scale))
                wish: dict[str, Any] = {"deals" if setting.level == "deal" else "matches": units}
                comparisons[setting] = compare(
                    variants,
                    [setting.bot] * setting.players,
                    seed=self.seed,
                    executor=crew,
                    keep="bins",
                    out=None if out is None else Path(out) / "runs",
                    progress=progress,
                    precision=self._precision(setting.level),
                    **wish,
                )
        return StudyResult(study=self, comparisons=comparisons)


@dataclass(frozen=True, kw_only=True)
class StudyResult:
    """Comparisons of a study by setting."""

    study: Study
    comparisons: Mapping[Setting, Comparison]

    @cached_property
    def estimates(self) -> pl.DataFrame:
        """Estimates of all variants in all settings, with the columns players and bot."""
        return pl.concat([_labelled(setting, each.summary()) for setting, each in self.comparisons.items()])

    @cached_property
    def effects(self) -> pl.DataFrame:
        """Differences to the base in all settings, with the columns players and bot."""
        several = {setting: each for setting, each in self.comparisons.items() if len(each.runs) > 1}
        if not several:
            raise InputError("this study has no variants beside its base; name factors")
        return pl.concat([_labelled(setting, each.effects()) for setting, each in several.items()])

    def headline(self) -> str:
        """The answers in plain text, a line a question and setting."""
        from rummysim.results.answers import answers

        return "\n".join(answers(self))

    def report(self, path: str | Path) -> Path:
        """Write a self-contained HTML report and, beside it, its figures as PNG and all numbers as CSV."""
        from rummysim.results.report import write_study_report

        return write_study_report(self, Path(path))


def _labelled(setting: Setting, frame: pl.DataFrame) -> pl.DataFrame:
    return frame.select(pl.lit(setting.players).alias("players"), pl.lit(setting.bot).alias("bot"), pl.all())


def _changed(base: Variant, change: Change, where: str) -> Variant:
    """The variant of a change, named by its label; ``where`` begins the message where it cannot be had."""
    if not change.label:
        raise InputError(f"{where} has no game and no options; allowed is one of them or both; say what is changed")
    try:
        start = find_variant(change.game) if change.game else base
        variant = start.with_options(dict(change.options), change.label)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if variant.family is not base.family:
        raise InputError(
            f"{where}: game is {change.game!r} of the family {variant.family.name}; allowed are games of the family "
            f"{base.family.name} like {base.name}; ask about others in a study of their own"
        )
    return variant


def _text(value: Value) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".rummysim-write-test").touch()
        (folder / ".rummysim-write-test").unlink()
    except OSError as error:
        raise OutputError(f"{folder} cannot be written: {error.strerror}; name a folder that can") from None


PARTS: Mapping[str, type[_Part]] = {"factors": Factor, "variants": Change, "questions": Question}


def _problem(entry: Any) -> str:
    """One validation problem as key, fact and what is allowed."""
    model: type[BaseModel] = PARTS.get(str(entry["loc"][0]), Study) if len(entry["loc"]) > 1 else Study
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in entry["loc"]).lstrip(".")
    if entry["type"] == "extra_forbidden":
        return f"{key} is no key of a study; allowed {', '.join(model.model_fields)} (see the study schema)"
    if entry["type"] == "missing":
        return f"{key} is missing; give it"
    return f"{key} is {entry['input']!r}; {entry['msg'][0].lower()}{entry['msg'][1:]}"
