"""The answers of a study in a line a question and setting, made from the estimates with their uncertainty in words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import polars as pl

from rummysim.reports.numbers import answer_row, row_words

if TYPE_CHECKING:
    from rummysim.results.comparison import Comparison
    from rummysim.results.study import Question, Setting, StudyResult

__all__ = ["answer_of", "answers", "asked", "estimate_of", "settings_of"]


def estimate_of(comparison: "Comparison", question: "Question") -> dict[str, Any] | None:
    """Estimate of the base that a question asks for, or None where it has none."""
    frame = comparison.runs[comparison.base].summary()
    found = frame.filter((pl.col("quantity") == question.quantity) & (pl.col("group") == question.group))
    return found.row(0, named=True) if len(found) else None


def asked(effects: pl.DataFrame, question: "Question") -> pl.DataFrame:
    """Effects on what a question asks for."""
    return effects.filter((pl.col("quantity") == question.quantity) & (pl.col("group") == question.group))


def answer_of(comparison: "Comparison", question: "Question") -> str:
    """What the base is, and which variants differ from it, the clearest first."""
    base = estimate_of(comparison, question)
    if base is None:
        return "not to be had from this line-up"
    text = f"{comparison.base}: {row_words(base)}"
    if len(comparison.runs) < 2:
        return text
    rows = asked(comparison.effects(), question).sort(pl.col("estimate").abs(), descending=True).to_dicts()
    clear = [row for row in rows if row["lo"] > 0 or row["hi"] < 0]
    if not clear:
        return f"{text}; no variant differs from it detectably"
    shown = "; ".join(f"{row['variant']}: {answer_row(row)}" for row in clear[:3])
    more = f"; {len(clear) - 3} more differ" if len(clear) > 3 else ""
    rest = f"{len(rows) - len(clear)} of {len(rows)} variants do not differ detectably"
    return f"{text}. Against it, {shown}{more}; {rest}"


def answers(result: "StudyResult") -> Iterator[str]:
    """Lines of a whole study."""
    for question in result.study.questions:
        yield question.text
        for setting, comparison in settings_of(result, question):
            yield f"  {setting}: {answer_of(comparison, question)}"


def settings_of(result: "StudyResult", question: "Question") -> list[tuple["Setting", "Comparison"]]:
    """Settings that answer a question."""
    return [(setting, each) for setting, each in result.comparisons.items() if setting.level in question.levels]
