"""The answers of a study in a line a question and setting, made from the estimates with their uncertainty in words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import polars as pl

from rummysim.reports.numbers import answer_row, row_words

if TYPE_CHECKING:
    from rummysim.results.comparison import Comparison
    from rummysim.results.study import Question, Setting, StudyResult

__all__ = ["EVERY_GROUP", "answer_of", "answers", "asked", "asked_for", "settings_of"]

EVERY_GROUP = "*"
"""Group of a question about all groups of its quantity."""


def asked_for(question: "Question") -> pl.Expr:
    """Whether a row of estimates or effects is what a question asks for; its group ``*`` stands for all groups."""
    wanted = pl.col("quantity") == question.quantity
    return wanted if question.group == EVERY_GROUP else wanted & (pl.col("group") == question.group)


def asked(effects: pl.DataFrame, question: "Question") -> pl.DataFrame:
    """Effects on what a question asks for."""
    return effects.filter(asked_for(question))


def _named(row: dict[str, Any], question: "Question") -> str:
    return f"{row['group']} " if question.group == EVERY_GROUP else ""


def answer_of(comparison: "Comparison", question: "Question") -> str:
    """What the base is, and which variants differ from it, the greatest differences first."""
    base = comparison.runs[comparison.base].summary().filter(asked_for(question)).to_dicts()
    if not base:
        return "not to be had from this line-up"
    values = ", ".join(_named(row, question) + row_words(row) for row in base)
    text = f"{comparison.base} {values}"
    if len(comparison.runs) < 2:
        return text
    rows = asked(comparison.effects(), question).sort(pl.col("estimate").abs(), descending=True).to_dicts()
    clear = [row for row in rows if row["lo"] > 0 or row["hi"] < 0]
    rest = [row for row in rows if row not in clear]
    told = [f"{text}. Changed most: {_shown(clear, question)}"] if clear else [text]
    if rest:
        widest = max(rest, key=lambda row: max(-row["lo"], row["hi"]))
        told.append(f"{answer_row(widest)} (in {len(rest)} of {len(rows)} comparisons)")
    return "; ".join(told)


def _shown(clear: list[dict[str, Any]], question: "Question") -> str:
    """The greatest differences, and how many more there are."""
    shown = "; ".join(f"{row['variant']} {_named(row, question)}{answer_row(row)}" for row in clear[:3])
    return f"{shown}; {len(clear) - 3} smaller differences" if len(clear) > 3 else shown


def answers(result: "StudyResult") -> Iterator[str]:
    """Lines of a whole study; at the end, whether the precision was reached that was wanted."""
    for question in result.study.questions:
        yield question.text
        for setting, comparison in settings_of(result, question):
            yield f"  {setting}: {answer_of(comparison, question)}"
    yield from (f"{setting}: {each.precision}" for setting, each in result.comparisons.items() if each.precision)


def settings_of(result: "StudyResult", question: "Question") -> list[tuple["Setting", "Comparison"]]:
    """Settings that answer a question."""
    return [(setting, each) for setting, each in result.comparisons.items() if setting.level in question.levels]
