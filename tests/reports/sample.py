"""A report with every kind of section, with any names."""

from functools import cache

import polars as pl
from matplotlib.figure import Figure

from rummysim.reports.methods import RunNumbers, methods
from rummysim.reports.sections import (
    Column,
    Command,
    FigureSection,
    Manifest,
    Prose,
    Question,
    Report,
    RuleRow,
    Rules,
    Table,
)

NUMBERS: RunNumbers = {
    "level": "deal",
    "n_units": (12_345, 67_890),
    "n_blocks": 4_321,
    "n_bins": 217,
    "n_seatings": (2, 4),
    "seeds": [77, 88],
    "scheme": "starter",
    "bots": ["greedy", "greedy"],
    "share_unfinished": (0.0123, 0.0456),
    "paired": True,
    "variance_factor": (0.412, 0.987),
    "n_contrasts": 29,
    "rescored": ["wild 50"],
    "versions": {"rummysim": "0.1.0", "knock": 3},
}


def picture(name: str) -> Figure:
    figure = Figure(figsize=(2, 1))
    ax = figure.add_subplot()
    ax.plot([0, 1], [0, 1], marker="o", clip_on=True)
    ax.set_title(name, parse_math=False)
    return figure


@cache
def report(name: str = "limit 7") -> Report:
    frame = pl.DataFrame({"variant": [name, "usual"], "n": [1000, None]})
    return Report(
        title=f"House rules: {name}",
        subtitle=f"with {name}",
        sections=(
            Question(f"What does {name} do?", f"{name}: more, by 1.2 to 3.0 % of turns"),
            FigureSection(f"Seats, {name}", picture(name), f"Dots of {name}", f"Caption on {name}"),
            FigureSection("", picture(name), "Another"),
            Table(f"Numbers of {name}", frame, (Column("variant", f"kind | {name}"), Column("n")), f"Note on {name}"),
            Rules(name, (RuleRow("knock_limit", f"points, {name}", "5", {name: "7", "usual": "5", "other": "7"}),)),
            Rules("usual", ()),
            Prose(f"Methods of {name}", methods(NUMBERS)),
            Manifest({"seed": 1, name: {"deck": [40, name]}}),
            Command(f"rummysim compare --set 'name={name}'"),
        ),
        made_with=f"rummysim 0.1.0 {name}",
    )
