"""Commands on bots: tournaments, luck and skill, duels. No logic."""

from pathlib import Path
from typing import Annotated, Any

import typer

from rummysim.shell import (
    Csv,
    Game,
    Json,
    Out,
    Parquet,
    Quiet,
    Seed,
    Sets,
    Threads,
    bot_names,
    check_writable,
    parse_sets,
    show,
    tidy,
)

__all__ = ["add_contests"]


def tournament(
    game: Game,
    set_: Sets = None,
    bots: Annotated[str | None, typer.Option(help="The field, separated by commas; all bots if left out.")] = None,
    players: Annotated[int, typer.Option(help="Players at a table.")] = 2,
    seatings: Annotated[str, typer.Option(help="all: every seating of a table; cyclic: of one cyclic order.")] = "all",
    deals: Annotated[int, typer.Option(help="Deals of each table; 0: none.")] = 40_000,
    matches: Annotated[int, typer.Option(help="Matches of each table; 0: none.")] = 10_000,
    cross: Annotated[bool, typer.Option("--cross", help="Print who beats whom instead of the ratings.")] = False,
    seed: Seed = 0,
    threads: Threads = None,
    out: Out = None,
    report: Annotated[Path | None, typer.Option(help="Write an HTML report to this file.")] = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    quiet: Quiet = False,
) -> None:
    """Play every table of a field of bots on the same cards and rate them, by deal and by match."""
    check_writable(csv, parquet, report)
    from rummysim.results.games import variant
    from rummysim.results.tournament import tournament as play

    more: dict[str, Any] = {"players": players, "seatings": seatings, "seed": seed, "threads": threads, "out": out}
    played = play(
        variant(game, **parse_sets(set_)),
        None if bots is None else bot_names(bots),
        deals=deals or None,
        matches=matches or None,
        progress=not quiet,
        **more,
    )
    if report is not None:
        typer.echo(f"report: {played.report(report)}", err=True)
    show(played.cross if cross else played.ratings, json_=json_, csv=csv, parquet=parquet)


def add_contests(app: typer.Typer) -> None:
    """Make these commands part of the command line."""
    for command in (tournament,):
        app.command()(tidy(command))
