"""Commands on bots: tournaments, luck and skill, duels, their parameters. No logic."""

from pathlib import Path
from typing import Annotated, Any

import typer

from rummysim.errors import InputError
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
    check_writable(csv, parquet, whole=report)
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


def skill(
    games: Annotated[list[str] | None, typer.Argument(help="Games; all if left out. With one: its details.")] = None,
    set_: Sets = None,
    bots: Annotated[str, typer.Option(help="Two bots of the mirrored pairs, with one game.")] = "careful,greedy",
    abilities: Annotated[
        bool, typer.Option("--abilities", help="With one game: what single abilities are worth.")
    ] = False,
    deals: Annotated[int, typer.Option(help="Deals of each pair of bots; 0: none.")] = 20_000,
    matches: Annotated[int, typer.Option(help="Matches of each pair of bots; 0: none.")] = 4_000,
    seed: Seed = 0,
    threads: Threads = None,
    figure: Annotated[Path | None, typer.Option(help="With several games: draw them to this PNG file.")] = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    quiet: Quiet = False,
) -> None:
    """Measure luck and skill: bots on mirrored pairs of one game, or many games side by side."""
    check_writable(csv, parquet, figure)
    from rummysim.results.games import variant
    from rummysim.results.skill import abilities as worth
    from rummysim.results.skill import skill as measure
    from rummysim.results.skill_map import skill_map

    units: dict[str, Any] = {"deals": deals or None, "matches": matches or None}
    more: dict[str, Any] = {"seed": seed, "threads": threads, "progress": not quiet, **units}
    options = parse_sets(set_)
    named = [variant(game, **options) for game in games or []]
    _check_kind(len(named), abilities=abilities, figure=figure)
    if len(named) != 1:
        held = skill_map(named or None, **more)
        if figure is not None:
            held.save_figure(figure)
        frame = held.frame
    elif abilities:
        frame = worth(named[0], **more)
    else:
        frame = measure(named[0], *two_bots(bots), **more)
    show(frame, json_=json_, csv=csv, parquet=parquet)


def survey(
    files: Annotated[list[Path], typer.Argument(help="Files estimates.csv of studies whose variants are games.")],
    quantity: Annotated[str, typer.Option(help="Quantity to show.")] = "first_player_advantage",
    level: Annotated[str, typer.Option(help="deal or match.")] = "deal",
    players: Annotated[int, typer.Option(help="Players at a table.")] = 2,
    kinds: Annotated[str, typer.Option(help="What the bots of a study are called, in order, with commas.")] = "",
    figure: Annotated[Path | None, typer.Option(help="Draw all games to this PNG file.")] = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Show one quantity of the games of several studies side by side."""
    check_writable(csv, parquet, figure)
    from rummysim.results.survey import survey as look

    named = [name.strip() for name in kinds.split(",")] if kinds else []
    held = look(files, quantity, level=level, players=players, kinds=named)
    if figure is not None:
        held.save_figure(figure)
    show(held.frame, json_=json_, csv=csv, parquet=parquet)


def duel(
    game: Game,
    set_: Sets = None,
    bots: Annotated[str, typer.Option(help="Two bots.")] = "careful,greedy",
    deals: Annotated[int | None, typer.Option(help="Most deals to play.")] = None,
    matches: Annotated[int | None, typer.Option(help="Most matches to play; 100,000 if neither is given.")] = None,
    seed: Seed = 0,
    threads: Threads = None,
    out: Out = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    quiet: Quiet = False,
) -> None:
    """Play two bots until it is clear who is better, and print every look."""
    check_writable(csv, parquet)
    from rummysim.results.duel import duel as play
    from rummysim.results.games import variant

    most = 100_000 if deals is None and matches is None else matches
    more: dict[str, Any] = {"seed": seed, "threads": threads, "out": out, "progress": not quiet}
    played = play(variant(game, **parse_sets(set_)), *two_bots(bots), deals=deals, matches=most, **more)
    if not quiet:
        typer.echo(str(played), err=True)
    show(played.looks, json_=json_, csv=csv, parquet=parquet)


def tune_bot(
    game: Game,
    bot: Annotated[str, typer.Argument(help="The bot whose parameters are tried.")],
    try_: Annotated[
        list[str], typer.Option("--try", metavar="PARAMETER=VALUES", help="Values, by commas; may be repeated.")
    ],
    set_: Sets = None,
    against: Annotated[str, typer.Option(help="Bot of the other players.")] = "careful",
    players: Annotated[int, typer.Option(help="Players at the table.")] = 2,
    matches: Annotated[int, typer.Option(help="Matches of each candidate in the first round.")] = 500,
    confirm: Annotated[int, typer.Option(help="Matches of the winner on a fresh seed.")] = 10_000,
    seed: Seed = 0,
    threads: Threads = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    quiet: Quiet = False,
) -> None:
    """Search a grid of a bot's parameters for those that win most matches, confirmed on a fresh seed."""
    check_writable(csv, parquet)
    from rummysim.results.games import variant
    from rummysim.results.tune_bot import tune_bot as search

    more: dict[str, Any] = {"against": against, "players": players, "matches": matches, "confirm": confirm}
    chosen = variant(game, **parse_sets(set_))
    found = search(chosen, bot, parse_grid(try_), seed=seed, threads=threads, progress=not quiet, **more)
    show(found.rows, json_=json_, csv=csv, parquet=parquet)


def parse_grid(texts: list[str]) -> dict[str, list[float]]:
    """Parameters and their values from texts like ``future=2,4,8``."""
    grid = {}
    for text in texts:
        name, _, values = text.partition("=")
        try:
            grid[name] = [float(value) for value in values.split(",")]
        except ValueError:
            raise InputError(f"--try is {text!r}; allowed is a parameter and numbers, like future=2,4,8") from None
    return grid


def _check_kind(n_games: int, *, abilities: bool, figure: Path | None) -> None:
    """Refuse what does not go with one game, or with several."""
    if n_games == 1 and figure is not None:
        raise InputError("there is one game and --figure; allowed with several games or none; leave --figure out")
    if n_games != 1 and abilities:
        raise InputError(f"there are {n_games or 'no'} games and --abilities; allowed with one game; name one")


def two_bots(text: str) -> list[str]:
    """Two names from a text with a comma."""
    names = bot_names(text)
    if len(names) != 2:
        raise InputError(f"--bots is {text!r}; allowed are two bots, for example --bots careful,greedy; name two")
    return names


def add_contests(app: typer.Typer) -> None:
    """Make these commands part of the command line."""
    for command in (tournament, skill, survey, duel, tune_bot):
        app.command()(tidy(command))
