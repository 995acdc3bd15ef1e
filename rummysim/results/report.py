"""Reports of runs, comparisons and studies: sections made from their frames, written as one HTML file."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rummysim import __version__
from rummysim.engine.files import kind_of
from rummysim.errors import OutputError
from rummysim.fields.rule import rule_fields
from rummysim.figures.effects import plot_effects
from rummysim.figures.endings import plot_endings
from rummysim.figures.length import plot_length
from rummysim.figures.render import save_png
from rummysim.figures.scores import plot_scores
from rummysim.figures.seat_shares import plot_seat_shares
from rummysim.reports.html import render_html
from rummysim.reports.methods import RunNumbers, methods
from rummysim.reports.numbers import interval, percent, row_words
from rummysim.reports.sections import (
    Command,
    FigureSection,
    Manifest,
    Prose,
    Question,
    Report,
    RuleRow,
    Rules,
    Section,
    Table,
)
from rummysim.reports.tables import effect_table, estimate_table, glossary
from rummysim.results.answers import answer_of, asked, asked_for, settings_of
from rummysim.stats.distribution import distribution

if TYPE_CHECKING:
    from rummysim.results.comparison import Comparison
    from rummysim.results.precision import Precision
    from rummysim.results.run import Run
    from rummysim.results.study import Question as Asked
    from rummysim.results.study import StudyResult
    from rummysim.results.tournament import Tournament

__all__ = ["write_comparison_report", "write_run_report", "write_study_report", "write_tournament_report"]


LONGEST_NAME = 100
"""Letters of a figure's file name."""


def _figure(axes: Axes) -> Figure:
    figure = axes.get_figure()
    assert isinstance(figure, Figure)
    return figure


def _distribution(runs: Iterable["Run"], quantity: str) -> pl.DataFrame:
    frames = [
        distribution(run.tallies, quantity, whole=True).select(pl.lit(run.variant.name).alias("variant"), pl.all())
        for run in runs
    ]
    return pl.concat(frames)


def _figure_of(comparison: "Comparison", question: "Asked", title: str) -> FigureSection | None:
    runs = list(comparison.runs.values())
    alt = f"{question.text} {title}: {answer_of(comparison, question)}"
    if question.figure in ("length", "scores"):
        quantity, plot = ("turns", plot_length) if question.figure == "length" else ("points", plot_scores)
        axes = plot(_distribution(runs, quantity), estimates=comparison.summary())
    elif question.figure == "seat_shares":
        axes = plot_seat_shares(comparison.summary())
    elif question.figure == "endings":
        axes = plot_endings(comparison.summary())
    else:
        frame = asked(comparison.effects(), question) if len(runs) > 1 else pl.DataFrame()
        if frame.is_empty():
            return None
        axes = plot_effects(frame)
    return FigureSection(title, _figure(axes), alt)


def _rules(comparison: "Comparison") -> Rules:
    base = comparison.runs[comparison.base].variant
    fields = rule_fields(base.family.rules)
    others = {label: run.variant for label, run in comparison.runs.items() if label != comparison.base}
    values: dict[str, dict[str, str]] = {name: {} for name in fields}
    for label, variant in others.items():
        for name, (_, here) in variant.differs(base).items():
            values[name][label] = _text(here)
    rows = tuple(
        RuleRow(name, fields[name].text, _text(base.options()[name]), given) for name, given in values.items() if given
    )
    return Rules(base.name, rows)


def _text(value: Any) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _span(values: Sequence[int]) -> int | tuple[int, int]:
    return values[0] if len(set(values)) == 1 else (min(values), max(values))


def _methods(runs: Sequence["Run"], effects: pl.DataFrame | None, each: str = "variant") -> tuple[str, ...]:
    tallies = [run.tallies for run in runs]
    unfinished = [each.share_unfinished for each in tallies]
    manifest = runs[0].manifest
    numbers: RunNumbers = {
        "level": runs[0].level,
        "each": each,
        "n_units": _span([run.n_units for run in runs]),
        "n_blocks": _span([run.n_blocks for run in runs]),
        "n_bins": _span([len(each.bins) for each in tallies]),
        "n_seatings": _span([run.work.n_players for run in runs]),
        "seeds": sorted({run.work.seed for run in runs}),
        "bots": [bot for run in runs for bot in run.work.lineup],
        "scheme": runs[0].work.scheme,
        "share_unfinished": (min(unfinished), max(unfinished)),
        "rescored": _rescored(runs),
        "versions": {
            "rummysim": str(manifest["rummysim"]),
            f"family {manifest['family']}": str(manifest["family_version"]),
            "streams": str(manifest["stream_version"]),
        },
    }
    if effects is not None:
        factors = effects["variance_factor"].drop_nulls()
        numbers["paired"] = len(factors) > 0
        numbers["n_contrasts"] = len(effects)
        if len(factors):
            numbers["variance_factor"] = (float(factors.min()), float(factors.max()))  # type: ignore[arg-type]
    return methods(numbers)


def _stopping(precision: "Precision | None") -> tuple[str, ...]:
    """Paragraph on when play stopped, if a precision was wanted."""
    if precision is None:
        return ()
    return (
        "Play went on until the intervals were as narrow as was wanted (a fixed-width rule, looked at from 200 bins "
        f"on), or the most units that were allowed were played: {precision}.",
    )


def _rescored(runs: Sequence["Run"]) -> list[str]:
    """Variants of a deal-level work that were scored on another one's deals."""
    if runs[0].level == "match":
        return []
    return [run.variant.name for run in runs if run.rescored or run.index > 0]


def _manifest(runs: Sequence["Run"]) -> Manifest:
    works = {id(run.work): run.manifest for run in runs}
    return Manifest({f"run {manifest['key']}": manifest for manifest in works.values()})


def _write(report: Report, path: Path) -> Path:
    if kind_of(path) not in ("", "file"):
        raise OutputError(f"{path} cannot be written: it is no file; name another file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
        try:
            partial.write_text(render_html(report), encoding="utf-8")
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}; name another file") from None
    return path


def _save_figure(section: FigureSection, folder: Path, number: int) -> None:
    folder.mkdir(exist_ok=True)
    words = "".join(letter if letter.isalnum() else " " for letter in section.alt.partition(":")[0].lower()).split()
    name = "-".join([f"{number + 1:02d}", *words]).encode("ascii", "ignore").decode()[:LONGEST_NAME]
    save_png(section.figure, folder / f"{name}.png")


def write_run_report(run: "Run", path: Path) -> Path:
    """Report of one run."""
    summary = run.summary()
    title = f"{run.variant.name}: {', '.join(run.work.lineup)}"
    figures = [FigureSection("", _figure(plot_seat_shares(summary)), "Win share of each seat")]
    for quantity, plot in (("turns", plot_length), ("points", plot_scores)):
        axes = plot(_distribution([run], quantity), estimates=summary)
        figures.append(FigureSection("", _figure(axes), f"Distribution of {quantity}"))
    if run.level == "deal":
        figures.append(FigureSection("", _figure(plot_endings(summary)), "Share of each way to end"))
    sections: list[Section] = [
        Prose("Figures", ()),
        *figures,
        Prose("Estimates", ()),
        estimate_table(summary, "All estimates"),
        glossary(summary),
        Prose("Methods", (*_methods([run], None), *_stopping(run.precision))),
        _manifest([run]),
        Command(run.manifest["commands"][run.index]),
    ]
    return _write(Report(title, _subtitle(run), tuple(sections), f"rummysim {__version__}"), path)


def _subtitle(run: "Run") -> str:
    unit = "deals" if run.level == "deal" else "matches"
    return f"{run.n_units:,} {unit}, seed {run.work.seed}"


def write_comparison_report(comparison: "Comparison", path: Path) -> Path:
    """Report of a comparison: every quantity's effects, and the estimates."""
    runs = list(comparison.runs.values())
    effects = comparison.effects() if len(runs) > 1 else None
    sections: list[Section] = [_rules(comparison), Prose("Differences", ())]
    if effects is not None:
        for quantity in ("first_player_advantage", "turns", "margin", "deals"):
            frame = effects.filter((pl.col("quantity") == quantity) & (pl.col("group") == "all"))
            if len(frame):
                words = "; ".join(f"{row['variant']}: {row_words(row)}" for row in frame.iter_rows(named=True))
                sections.append(FigureSection("", _figure(plot_effects(frame)), words))
        sections.append(effect_table(effects, f"Differences to {comparison.base}"))
    sections += [
        Prose("Estimates", ()),
        estimate_table(comparison.summary(), "All estimates"),
        glossary(comparison.summary()),
        Prose("Methods", (*_methods(runs, effects), *_stopping(comparison.precision))),
        _manifest(runs),
        Command("\n".join(run.manifest["commands"][run.index] for run in runs)),
    ]
    title = f"{comparison.base} and {len(runs) - 1} variant{'s' if len(runs) > 2 else ''}"
    return _write(Report(title, _subtitle(runs[0]), tuple(sections), f"rummysim {__version__}"), path)


RATING_NOTES = (
    "Bot i wins at a table with probability w(i) / sum of w(j) over the bots j of the table; the ratings are "
    "400 / ln 10 · ln w with mean 0, most likely given all tables together and one drawn game of each bot with one of "
    "rating 0. Their intervals are those of bootstrap samples of bins, the same bins at all tables; the wins of tables "
    "where somebody hardly ever wins are drawn by Jeffreys' rule. A bot that lost everything has no lower limit, one "
    "that won everything no upper one, and neither counts for the mean."
)


def write_tournament_report(tournament: "Tournament", path: Path) -> Path:
    """Report of a tournament: ratings, who beats whom, methods."""
    rated, spread = tournament.ratings, tournament.spread
    best = ", ".join(rated.filter(pl.col("level") == tournament.levels[-1])["bot"])
    sections: list[Section] = [
        Prose(
            "Ratings",
            (
                _best_words(tournament),
                _table_words(tournament),
                *(_spread_words(row) for row in spread.iter_rows(named=True)),
            ),
        ),
        FigureSection("", _figure(tournament.plot_ratings()), f"Ratings; from best to weakest: {best}"),
    ]
    for level in tournament.levels:
        words = f"Who beats whom, by {level}"
        figure = _figure(tournament.plot_matrix(level=level))
        note = "Rating in points; shares in per cent of the units that one of the two won."
        sections += [
            FigureSection("", figure, words),
            Table(f"Cross table, by {level}", tournament.table(level), note=note),
        ]
    for level in tournament.levels:
        runs = tournament.all_runs(level)
        sections.append(Prose(f"Methods: {level}", (*_methods(runs, None, "line-up"), RATING_NOTES)))
    sections += [_manifest(tournament.all_runs()), Command(tournament.command)]
    title = f"Tournament of {tournament.variant.name}, {tournament.players} players"
    subtitle = f"{', '.join(tournament.bots)}; seed {tournament.all_runs()[0].work.seed}"
    return _write(Report(title, subtitle, tuple(sections), f"rummysim {__version__}"), path)


def _best_words(tournament: "Tournament") -> str:
    best = tournament.best
    if set(map(len, best.values())) == {1} and len(set(best.values())) == 1:
        return f"{next(iter(best.values()))[0]} is the best bot: no other one beats it, by {' or by '.join(best)}."
    parts = [f"by {level} nobody beats {' and '.join(bots)}" for level, bots in best.items()]
    return f"There is no single best bot: {', '.join(parts)}."


def _table_words(tournament: "Tournament") -> str:
    runs = next(iter(tournament.runs.values()))
    orders = len(next(iter(runs.values())))
    how = "one cyclic order" if orders == 1 else f"{orders} cyclic orders"
    return (
        f"{len(runs)} tables: all combinations of {tournament.players} of the {len(tournament.bots)} bots, each in "
        f"{how} with all its rotations, all on the same cards."
    )


def _spread_words(row: dict[str, Any]) -> str:
    shown = interval(row["estimate"], row["lo"], row["hi"])
    return (
        f"By {row['level']} the ratings of this field have a standard deviation of {shown} points, from "
        f"{row['n_units']:,} decided units in {row['n_bins']:,} bins ({row['method']}; unfinished: "
        f"{percent(row['share_unfinished'])})."
    )


def _question_sections(result: "StudyResult", question: "Asked") -> list[Section]:
    settings = settings_of(result, question)
    answer = "\n".join(f"{setting}: {answer_of(each, question)}." for setting, each in settings)
    sections: list[Section] = [Question(question.text, answer)]
    keys = asked_for(question)
    for setting, comparison in settings:
        figure = _figure_of(comparison, question, str(setting))
        if figure is not None:
            sections.append(figure)
        sections.append(estimate_table(comparison.summary().filter(keys), f"Estimates: {setting}"))
        if len(comparison.runs) > 1:
            sections.append(effect_table(comparison.effects().filter(keys), f"Differences: {setting}"))
    return sections


def write_study_report(result: "StudyResult", path: Path) -> Path:
    """Report of a study; beside it its figures as PNG, ``estimates.csv`` and ``effects.csv``."""
    study = result.study
    first = next(iter(result.comparisons.values()))
    widest = max(result.comparisons.values(), key=lambda each: len(each.runs))
    sections: list[Section] = []
    for question in study.questions:
        sections += _question_sections(result, question)
    sections += [_rules(widest), glossary(pl.DataFrame({"quantity": [each.quantity for each in study.questions]}))]
    for setting, comparison in result.comparisons.items():
        effects = comparison.effects() if len(comparison.runs) > 1 else None
        told = (*_methods(list(comparison.runs.values()), effects), *_stopping(comparison.precision))
        sections.append(Prose(f"Methods: {setting}", told))
    runs = [run for each in result.comparisons.values() for run in each.runs.values()]
    sections += [_manifest(runs), Command(f"rummysim study {study.source or 'FILE'}")]
    subtitle = study.text or f"{len(first.runs)} variants of {study.game}"
    report = Report(study.title, subtitle, tuple(sections), f"rummysim {__version__}")
    written = _write(report, path)
    try:
        for number, section in enumerate(report.figures()):
            _save_figure(section, path.parent / "figures", number)
        result.estimates.write_csv(path.parent / "estimates.csv")
        if len(widest.runs) > 1:
            result.effects.write_csv(path.parent / "effects.csv")
    except OSError as error:
        raise OutputError(f"{path.parent} cannot be written: {error.strerror}; name another folder") from None
    return written
