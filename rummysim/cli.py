"""The command line: typer, no logic."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from rummysim import __version__
from rummysim.cli_runs import runs, scaling
from rummysim.contests import add_contests
from rummysim.errors import InputError
from rummysim.shell import (
    Bots,
    Csv,
    Dask,
    Deals,
    Game,
    Json,
    JsonLines,
    Keep,
    Matches,
    OneLineGroup,
    Out,
    Parquet,
    Precisions,
    Quiet,
    Seed,
    Sets,
    Threads,
    Workers,
    as_json_lines,
    bot_names,
    check_writable,
    keep_interrupted,
    parse_precision,
    parse_sets,
    parse_value,
    show,
    tidy,
    who_plays,
)

__all__ = ["app", "main"]

app = typer.Typer(
    cls=OneLineGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Play millions of bot deals of a rummy variant and say, with error bars, what a house rule does.",
)


@app.callback(invoke_without_command=True)
def about(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Play millions of bot deals of a rummy variant and say, with error bars, what a house rule does."""
    if version:
        typer.echo(f"rummysim {__version__}")
        raise typer.Exit


@app.command()
@tidy
def games(json_: Json = False, csv: Csv = None, parquet: Parquet = None) -> None:
    """List the games."""
    check_writable(csv, parquet)
    from rummysim.results.games import games as list_games

    show(list_games(), json_=json_, csv=csv, parquet=parquet)


@app.command()
@tidy
def bots(game: Game, json_: Json = False, csv: Csv = None, parquet: Parquet = None, quiet: Quiet = False) -> None:
    """List the bots of a game: how each plays, its parameters, what it reads beside the cards."""
    check_writable(csv, parquet)
    from rummysim.results.games import bots as list_bots

    show(list_bots(game, progress=not quiet), json_=json_, csv=csv, parquet=parquet)


@app.command()
@tidy
def quantities(json_: Json = False, csv: Csv = None, parquet: Parquet = None) -> None:
    """List what is estimated: every quantity, its unit and what it means."""
    check_writable(csv, parquet)
    from rummysim.results.games import quantities as list_quantities

    show(list_quantities(), json_=json_, csv=csv, parquet=parquet)


@app.command()
@tidy
def rules(
    game: Game,
    set_: Sets = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON schema of the family's options.")] = False,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Show the rules of a game: every option, its value, what is allowed, the source."""
    check_writable(csv, parquet)
    from rummysim.results.games import rules as rule_page
    from rummysim.results.games import variant

    chosen = variant(game, **parse_sets(set_))
    if schema:
        typer.echo(json.dumps(type(chosen.rules).model_json_schema(), indent=2))
        return
    show(rule_page(chosen), json_=json_, csv=csv, parquet=parquet)


@app.command()
@tidy
def simulate(
    game: Game,
    set_: Sets = None,
    bots: Bots = "greedy,greedy",
    deals: Deals = None,
    matches: Matches = None,
    precision: Precisions = None,
    seed: Seed = 0,
    threads: Threads = None,
    workers: Workers = None,
    dask: Dask = None,
    keep: Keep = "bins",
    out: Out = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    quiet: Quiet = False,
) -> None:
    """Play a variant and print its estimates."""
    check_writable(csv, parquet)
    from rummysim.results.games import variant
    from rummysim.results.simulate import simulate as play

    chosen = variant(game, **parse_sets(set_))
    with who_plays(threads, workers, dask) as who:
        run = play(
            chosen,
            bot_names(bots),
            deals=100_000 if deals is None and matches is None else deals,
            matches=matches,
            precision=parse_precision(precision),
            seed=seed,
            **who,
            keep=keep,
            out=out,
            progress=not quiet,
        )
    if run.interrupted and out is None:
        keep_interrupted([run], Path("runs"), Path("runs") / run.work.folder_name(keep))
    if run.n_blocks:
        show(run.summary(), json_=json_, csv=csv, parquet=parquet)
    if run.interrupted:
        raise typer.Exit(130)


@app.command()
@tidy
def compare(
    games_: Annotated[
        list[str], typer.Argument(metavar="VARIANT...", help="Games, each with options: conga:knock_limit=3,deck=48")
    ],
    bots: Bots = "greedy,greedy",
    deals: Deals = None,
    matches: Matches = None,
    precision: Precisions = None,
    seed: Seed = 0,
    threads: Threads = None,
    workers: Workers = None,
    dask: Dask = None,
    out: Out = None,
    report: Annotated[Path | None, typer.Option(help="Write an HTML report to this file.")] = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    quiet: Quiet = False,
) -> None:
    """Play variants on the same shuffles and print what differs from the first."""
    check_writable(csv, parquet, whole=report)
    from rummysim.results.games import variant
    from rummysim.results.simulate import compare as play

    variants = {}
    for text in games_:
        game, _, options = text.partition(":")
        variants[text] = variant(game, **parse_sets([part for part in options.split(",") if part]))
    if len(variants) < 2:
        raise InputError(f"there is only {games_[0]}; a comparison needs two different variants; name another")
    with who_plays(threads, workers, dask) as who:
        comparison = play(
            variants,
            bot_names(bots),
            deals=100_000 if deals is None and matches is None else deals,
            matches=matches,
            precision=parse_precision(precision),
            seed=seed,
            **who,
            out=out,
            progress=not quiet,
        )
    if report is not None:
        typer.echo(f"report: {comparison.report(report)}", err=True)
    show(comparison.effects(), json_=json_, csv=csv, parquet=parquet, base=comparison.runs[comparison.base].summary)


@app.command()
@tidy
def sweep(
    game: Game,
    grid: Annotated[
        list[str], typer.Option("--grid", metavar="OPTION=V1,V2", help="Values of an option; may be repeated.")
    ],
    quantity: Annotated[str, typer.Option(help="Quantity to show.")] = "first_player_advantage",
    group: Annotated[str, typer.Option(help="Group of the quantity.")] = "all",
    bots: Bots = "greedy,greedy",
    deals: Deals = None,
    matches: Matches = None,
    seed: Seed = 0,
    threads: Threads = None,
    workers: Workers = None,
    dask: Dask = None,
    out: Out = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    quiet: Quiet = False,
) -> None:
    """Play every combination of option values on the same shuffles and print one quantity."""
    check_writable(csv, parquet)
    from rummysim.results.simulate import sweep as play

    values = {
        name: [parse_value(part) for part in str(text).split(",")] for name, text in parse_sets(grid, "--grid").items()
    }
    with who_plays(threads, workers, dask) as who:
        result = play(
            game,
            values,
            bot_names(bots),
            deals=100_000 if deals is None and matches is None else deals,
            matches=matches,
            seed=seed,
            **who,
            out=out,
            progress=not quiet,
        )
    show(result.table(quantity, group), json_=json_, csv=csv, parquet=parquet)


@app.command()
@tidy
def replay(
    game: Game,
    set_: Sets = None,
    bots: Bots = "greedy,greedy",
    seed: Seed = 0,
    deal: Annotated[int | None, typer.Option(help="Number of the deal in a run of deals; 0 if left out.")] = None,
    match: Annotated[int | None, typer.Option(help="Match, in a run of matches.")] = None,
    round_: Annotated[int, typer.Option("--round", help="Deal within the match.")] = 0,
) -> None:
    """Show a whole deal, move by move."""
    from rummysim.results.games import variant
    from rummysim.results.replay import replay as again

    chosen = variant(game, **parse_sets(set_))
    typer.echo(str(again(chosen, bot_names(bots), seed=seed, deal=deal, match=match, round_=round_)))


@app.command()
@tidy
def solve(
    game: Game,
    set_: Sets = None,
    hand: Annotated[str | None, typer.Option("--hand", "--rack", help="Cards held, with spaces between.")] = None,
    file: Annotated[Path | None, typer.Option(help="File with a hand a line; - for standard input.")] = None,
    upcard: Annotated[str | None, typer.Option(help="First card turned up, where it sets the knock limit.")] = None,
    table: Annotated[str | None, typer.Option(help="Melds on the table, with | between.")] = None,
    pile: Annotated[str | None, typer.Option(help="Cards of the discard pile from the bottom up.")] = None,
    opened: Annotated[
        bool | None, typer.Option("--opened", help="The player has laid melds in this deal, or opened.")
    ] = None,
    laid: Annotated[int | None, typer.Option(help="New melds that the player has laid in this turn.")] = None,
    players: Annotated[int | None, typer.Option(help="Players at the table.")] = None,
    json_: JsonLines = False,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Say what melds a hand makes, what is left over, and what is best done with it."""
    check_writable(csv, parquet)
    from rummysim.results.games import variant
    from rummysim.results.solve import hand_name, named_hands, overview, solve_named
    from rummysim.results.solve import solve as solve_hand

    chosen = variant(game, **parse_sets(set_))
    hands = named_hands(hand, file, hand_name(chosen))
    position: dict[str, Any] = {"table": table, "pile": pile, "opened": opened, "laid": laid, "players": players}
    inputs = {"upcard": upcard, **position}
    to_machines = json_ or csv is not None or parquet is not None
    if hand is not None and not to_machines:
        typer.echo(str(solve_hand(chosen, hand, **inputs)))
        return
    frame = solve_named(chosen, hands, **inputs)
    show(frame if to_machines else overview(chosen, frame), json_=json_, csv=csv, parquet=parquet, form=as_json_lines)


@app.command()
@tidy
def study(
    file: Annotated[Path | None, typer.Argument(help="A study file (TOML).")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for report, figures and runs; reports/NAME if left out.")
    ] = None,
    threads: Threads = None,
    workers: Workers = None,
    dask: Dask = None,
    scale: Annotated[float, typer.Option(help="Play this multiple of the deals and matches the file asks for.")] = 1.0,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON schema of study files.")] = False,
    quiet: Quiet = False,
) -> None:
    """Play a study and write its report."""
    from rummysim.results.study import Study

    if schema:
        typer.echo(json.dumps(Study.file_schema(), indent=2))
        return
    if file is None:
        raise InputError("the study file is missing; allowed is one TOML file; name it, or ask for --schema")
    loaded = Study.load(file)
    folder = out or Path("reports") / (file.stem.strip(".") or "study")
    with who_plays(threads, workers, dask) as who:
        result = loaded.run(**who, out=folder, scale=scale, progress=not quiet)
    typer.echo(result.headline())
    typer.echo(f"report: {result.report(folder / 'report.html')}")


@app.command()
@tidy
def report(
    run: Annotated[Path, typer.Argument(help="Folder of a run.")],
    file: Annotated[Path, typer.Argument(help="HTML file to write.")] = Path("report.html"),
) -> None:
    """Write the report of an earlier run."""
    from rummysim.results.simulate import load

    typer.echo(f"report: {load(run).report(file)}")


@app.command()
@tidy
def bench(
    game: Annotated[str | None, typer.Argument(help="A game; all if left out.")] = None,
    bots: Annotated[list[str] | None, typer.Option(help="A line-up; may be repeated.")] = None,
    seconds: Annotated[float, typer.Option(help="Time for each measurement.", min=0.05, max=600)] = 3.0,
    peer: Annotated[
        str | None, typer.Option(help="Another program to measure beside: open_spiel (gin), rummikub_solver (tile).")
    ] = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Measure deals a second: kernel alone and end to end, one and two threads; of tile rummy solves a second."""
    check_writable(csv, parquet)
    import polars as pl

    from rummysim.games.registry import names
    from rummysim.results.bench import bench as measure

    lineups = [bot_names(text) for text in bots or ["greedy,greedy", "greedy,greedy,greedy,greedy", "random,random"]]
    frames = [measure(name, lineups, seconds=seconds, peer=peer) for name in ([game] if game else names())]
    show(pl.concat(frames), json_=json_, csv=csv, parquet=parquet)


@app.command()
@tidy
def ladder(
    game: Game,
    set_: Sets = None,
    bots: Annotated[str | None, typer.Option(help="Bots, weakest first; the family's order if left out.")] = None,
    players: Annotated[int, typer.Option(help="Players at the table: one of a bot among the next weaker.")] = 2,
    matches: Annotated[int, typer.Option(help="Matches of each rung.")] = 10_000,
    deals: Annotated[int, typer.Option(help="Deals of each rung.")] = 40_000,
    seed: Seed = 0,
    threads: Threads = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    quiet: Quiet = False,
) -> None:
    """Measure the order of strength of a game's bots, by match and by deal, seats rotated."""
    check_writable(csv, parquet)
    from rummysim.results.games import variant
    from rummysim.results.ladder import ladder as measure

    chosen = variant(game, **parse_sets(set_))
    names = None if bots is None else bot_names(bots)
    more: dict[str, Any] = {"players": players, "matches": matches, "deals": deals, "seed": seed, "threads": threads}
    show(measure(chosen, names, progress=not quiet, **more), json_=json_, csv=csv, parquet=parquet)


@app.command()
@tidy
def audit(
    game: Game,
    set_: Sets = None,
    bots: Bots = "greedy,greedy",
    deals: Annotated[int, typer.Option(help="Deals to play and check.")] = 1_000_000,
    seed: Seed = 0,
    threads: Threads = None,
    record: Annotated[Path | None, typer.Option(help="CSV file to append the result to.")] = None,
    quiet: Quiet = False,
) -> None:
    """Play deals and check every position against the invariants of the rules."""
    from rummysim.results.audit import audit as check
    from rummysim.results.games import variant

    row = check(
        variant(game, **parse_sets(set_)),
        bot_names(bots),
        deals=deals,
        seed=seed,
        threads=threads,
        record=record,
        progress=not quiet,
    )
    typer.echo(f"{row['deals']:,} deals of {row['game']} ({row['bots']}), seed {row['seed']}: no fault")


add_contests(app)
app.add_typer(runs)
app.command()(scaling)


def main() -> None:
    """Run the command line."""
    app()
