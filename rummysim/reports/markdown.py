"""Reports as Markdown: figures by file name, tables with pipes."""

import re
from collections.abc import Sequence

from rummysim.errors import InputError
from rummysim.reports.html import heading, manifest_text
from rummysim.reports.sections import (
    Command,
    FigureSection,
    Manifest,
    Prose,
    Question,
    Report,
    Rules,
    Section,
    Table,
)

__all__ = ["escape_markdown", "render_markdown"]

SPECIAL = re.compile(r"([\\`*_\[\]<>|&~$])")
BLOCK_START = re.compile(r"^(\s*)(#|[-+](?=\s)|=+|-+$|\d+(?=[.)](?:\s|$)))")


def render_markdown(report: Report, figure_files: Sequence[str] = ()) -> str:
    """Report as Markdown; ``figure_files`` are the names of its figures' files, in order."""
    n_figures = len(report.figures())
    if len(figure_files) != n_figures:
        raise InputError(
            f"{len(figure_files)} file names for {n_figures} figures; each figure needs one; "
            "save the figures in the order of report.figures() and give their names"
        )
    files = iter(figure_files)
    parts = [f"# {escape_markdown(report.title)}"]
    parts += [escape_markdown(report.subtitle)] if report.subtitle else []
    for section in report.sections:
        marks = "###" if isinstance(section, Table | FigureSection) else "##"
        parts += [f"{marks} {escape_markdown(heading(section))}"] if heading(section) else []
        parts += _body(section, next(files) if isinstance(section, FigureSection) else "")
    parts.append(f"Made with {escape_markdown(report.made_with)}.")
    return "\n\n".join(parts) + "\n"


def escape_markdown(text: str) -> str:
    """Text on one line that Markdown shows as it is."""
    flat = SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return BLOCK_START.sub(lambda found: f"{found[1]}{_guarded(found[2])}", flat)


def _guarded(start: str) -> str:
    return f"{start}\\" if start.isdigit() else f"\\{start}"


def _body(section: Section, file: str) -> list[str]:
    """Paragraphs of a section below its heading."""
    match section:
        case Question():
            return [escape_markdown(line) for line in section.answer.splitlines()]
        case Prose():
            return [escape_markdown(paragraph) for paragraph in section.paragraphs]
        case Table():
            table = _pipes(section.labels(), section.cells(), section.are_numbers())
            return [table, escape_markdown(section.note)] if section.note else [table]
        case FigureSection():
            image = f"![{escape_markdown(section.alt)}](<{file.translate({60: '%3C', 62: '%3E'})}>)"
            return [image, escape_markdown(section.caption)] if section.caption else [image]
        case Rules():
            return [_rules(section)]
        case Manifest():
            return [_fenced(f"{key}: {manifest_text(value)}") for key, value in section.entries.items()]
        case Command():
            return [_fenced(section.text)]


def _pipes(labels: Sequence[str], rows: Sequence[Sequence[str]], are_numbers: Sequence[bool]) -> str:
    lines = [labels, *rows]
    escaped = [f"| {' | '.join(escape_markdown(cell) for cell in line)} |" for line in lines]
    rule = f"| {' | '.join('---:' if is_number else '---' for is_number in are_numbers)} |"
    return "\n".join([escaped[0], rule, *escaped[1:]])


def _rules(rules: Rules) -> str:
    if not rules.rows:
        return f"All rules are those of {escape_markdown(rules.base)}."
    labels = ["option", "meaning", rules.base, "variants"]
    rows = [
        [
            row.option,
            row.meaning,
            row.base_value,
            ". ".join(f"{value}: {'; '.join(variants)}" for value, variants in row.changes()) or "the same in all",
        ]
        for row in rules.rows
    ]
    return _pipes(labels, rows, [False] * len(labels))


def _fenced(text: str) -> str:
    """Text as a block of code, with a fence that it does not contain."""
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"
