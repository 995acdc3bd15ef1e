"""Reports as one HTML file that needs nothing else: no network, no fonts, figures inside as SVG.

The one script in it sorts tables; without it the page is the same but for that.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

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
from rummysim.reports.svg import inline_svg

__all__ = ["HEADINGS", "heading", "manifest_text", "render_html"]

HEADINGS: Mapping[type, str] = {
    Rules: "Rules that differ",
    Manifest: "Manifest",
    Command: "To make this again",
}
"""Titles of the sections that have none of their own."""


def render_html(report: Report) -> str:
    """Report as one HTML page; equal reports give equal pages."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["kept"] = _kept
    blocks, below = [], False
    for number, section in enumerate(report.sections, start=1):
        is_heading = not isinstance(section, Table | FigureSection)
        below = below or is_heading
        blocks.append(_block(section, f"s{number}", level=2 if is_heading or not below else 3))
    contents = [block for block in blocks if block["level"] == 2 and block["heading"]]
    return environment.get_template("report.html.j2").render(report=report, blocks=blocks, contents=contents) + "\n"


def heading(section: Section) -> str:
    """Title of a section."""
    if isinstance(section, Question):
        return section.text
    if isinstance(section, Prose | Table | FigureSection):
        return section.title
    return HEADINGS[type(section)]


def _kept(text: str) -> str:
    """Text in which no line ends between a number and its per cent sign."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _block(section: Section, name: str, *, level: int) -> dict[str, Any]:
    """What the template needs of a section."""
    block = {
        "kind": type(section).__name__,
        "id": name,
        "level": level,
        "heading": heading(section),
        "section": section,
    }
    if isinstance(section, FigureSection):
        block["svg"] = Markup(inline_svg(section.figure, name, section.alt))
    if isinstance(section, Manifest):
        block["entries"] = [
            (str(key), manifest_text(value), isinstance(value, Mapping | list | tuple))
            for key, value in section.entries.items()
        ]
    return block


def manifest_text(value: Any) -> str:
    """Value of a manifest as text: itself, or JSON where it has parts."""
    if isinstance(value, Mapping | list | tuple):
        return json.dumps(value, indent=2, ensure_ascii=False, default=str)
    return str(value)
