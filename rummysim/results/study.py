"""A study: a base game, what is varied in it, line-ups, questions; a TOML file or an object; gives a report."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Self

import polars as pl
from pydantic import Field, PrivateAttr, ValidationError

from rummysim.engine.crew import crew_of
from rummysim.errors import InputError, OutputError
from rummysim.fields.rule import Layer
from rummysim.games.family import Variant
from rummysim.results.comparison import Comparison
from rummysim.results.simulate import compare
from rummysim.results.study_check import check, problems
from rummysim.results.study_file import in_file, parsed, read_text
from rummysim.results.study_parts import (
    LONGEST_TEXT,
    MOST_ENTRIES,
    Change,
    Factor,
    Part,
    Question,
    Setting,
    Value,
    Word,
)
from rummysim.results.study_variants import rule_sets

__all__ = ["Factor", "Question", "Setting", "Study", "StudyResult"]

MOST_SCALE = 1_000_000


class Study(Part):
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
        content = parsed(path, text)
        try:
            study = cls(**content)
            study.check()
        except ValidationError as error:
            raise in_file(path, text, problems(error.errors())) from None
        except InputError as error:
            raise in_file(path, text, [error]) from None
        study._source = str(file)
        return study

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
        check(self)

    def rule_sets(self) -> dict[str, tuple[Variant, Layer | None]]:
        """Base first, then one variant for each value, cell and change that differs from it: label -> variant, layer.

        The layer is that of the options that are changed, None where they are of several.
        """
        return rule_sets(self)

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


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".rummysim-write-test").touch()
        (folder / ".rummysim-write-test").unlink()
    except OSError as error:
        raise OutputError(f"{folder} cannot be written: {error.strerror}; name a folder that can") from None
