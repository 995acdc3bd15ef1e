"""The command line: typer, no logic.

Exit codes: 0 done, 1 trouble in the engine, 2 wrong input (one message, no traceback), 130 interrupted with what was
played kept.
"""

import json
import math
import os
import re
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from rummysim import __version__
from rummysim.errors import InputError, Interrupted, OutputError, RummysimError, StoreError

__all__ = ["app", "main"]

UsageError: Any = typer.BadParameter.__bases__[0]


class OneLineGroup(TyperGroup):
    """Says in one line what is wrong with the words of a command, like every other message."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run the command line and exit."""
        try:
            code = super().main(*arguments, **{**options, "standalone_mode": False})
        except UsageError as error:
            context = getattr(error, "ctx", None)
            path = context.command_path if context else "rummysim"
            words = " ".join(options.get("args") or (arguments[0] if arguments and arguments[0] else sys.argv[1:]))
            message = error.format_message().rstrip(".")
            typer.echo(f"rummysim: {message} (in: {words}); see {path} --help", err=True)
            code = 2
        except typer.Abort:
            code = 130
        sys.exit(code if isinstance(code, int) else 0)


app = typer.Typer(
    cls=OneLineGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Play millions of bot deals of a rummy variant and say, with error bars, what a house rule does.",
)

Game = Annotated[str, typer.Argument(help="A game as `rummysim games` lists it.")]
Sets = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Change an option; may be repeated.")
]
Bots = Annotated[str, typer.Option(help="One bot a player, separated by commas.")]
Deals = Annotated[int | None, typer.Option(help="Deals to play (rounded up to whole blocks).")]
Matches = Annotated[int | None, typer.Option(help="Matches to play instead of deals.")]
Seed = Annotated[int, typer.Option(help="Same seed, same rows.")]
Threads = Annotated[int | None, typer.Option(help="Threads; one a core if left out.")]
Out = Annotated[Path | None, typer.Option(help="Folder to keep the run in; a run found there is gone on with.")]
Keep = Annotated[str, typer.Option(help="deals: facts of every deal; bins: sums only, flat memory.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
JsonLines = Annotated[bool, typer.Option("--json", help="Print JSON, a line a hand.")]
Csv = Annotated[Path | None, typer.Option("--csv", help="Write the table to this CSV file.")]
Parquet = Annotated[Path | None, typer.Option("--parquet", help="Write the table to this Parquet file.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress, no remarks.")]


def tidy(command: Callable[..., None]) -> Callable[..., None]:
    """Errors of the package as one message and an exit code."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except Interrupted as stop:
            typer.echo(str(stop), err=True)
            if isinstance(stop.run, list) and "out" in options and options["out"] is None:
                keep_interrupted(stop.run, Path("runs"), Path("runs"))
            raise typer.Exit(130) from None
        except KeyboardInterrupt:
            typer.echo("interrupted", err=True)
            raise typer.Exit(130) from None
        except (InputError, StoreError, OutputError) as error:
            typer.echo(f"rummysim: {error}", err=True)
            raise typer.Exit(2) from None
        except RummysimError as error:
            typer.echo(f"rummysim: {error}", err=True)
            raise typer.Exit(1) from None

    return run


def parse_value(text: str) -> Any:
    """Value of an option as a shell writes it: true, false, a whole number, or a word."""
    words = {"true": True, "false": False}
    if text.lower() in words:
        return words[text.lower()]
    return int(text) if re.fullmatch(r"[+-]?\d{1,18}", text) else text


def parse_sets(sets: list[str] | None) -> dict[str, Any]:
    """Options from ``--set`` texts."""
    options = {}
    for text in sets or []:
        name, mark, value = text.partition("=")
        if not mark or not name.strip():
            raise InputError(f"--set {text!r} has no value; allowed is OPTION=VALUE, for example --set knock_limit=3")
        if name.strip() in options:
            raise InputError(f"{name.strip()} is given twice; allowed is once; leave one out")
        options[name.strip()] = parse_value(value.strip())
    return options


def bot_names(text: str) -> list[str]:
    """Bots from a text with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def keep_interrupted(runs: list[Any], folder: Path, place: Path) -> None:
    """Save what was played of runs in memory, and say how to go on; a failure does not hide the results."""
    from rummysim.results.simulate import rescue

    try:
        rescue(runs, folder)
    except RummysimError as error:
        typer.echo(f"rummysim: nothing could be saved: {error}", err=True)
    else:
        typer.echo(f"saved in {place}; the same command with --out {place} goes on from there", err=True)


def check_writable(*files: Path | None) -> None:
    """Refuse files that cannot be written before anything is played."""
    for file in files:
        if file is None:
            continue
        folder = file.parent
        if file.is_dir() or not folder.is_dir() or not os.access(file if file.exists() else folder, os.W_OK):
            reason = "it is a folder" if file.is_dir() else f"the folder {folder} is not there or may not be written to"
            raise OutputError(f"{file} cannot be written: {reason}; name another file")


def as_json(frame: Any) -> str:
    """A frame as JSON, which knows no infinity: an infinite bound is null."""
    rows = [
        {name: None if isinstance(value, float) and not math.isfinite(value) else value for name, value in row.items()}
        for row in frame.iter_rows(named=True)
    ]
    return json.dumps(rows, default=str, allow_nan=False)


def as_json_lines(frame: Any) -> str:
    """A frame as JSON, a row a line."""
    return str(frame.write_ndjson()).rstrip("\n")


def show(
    frame: Any, *, json_: bool, csv: Path | None, parquet: Path | None, form: Callable[[Any], str] = as_json
) -> None:
    """Print a frame as a table or as JSON of that form, or write it to files."""
    for file, write in ((csv, frame.write_csv), (parquet, frame.write_parquet)):
        try:
            if file is not None:
                write(file)
        except OSError as error:
            raise OutputError(f"{file} cannot be written: {error.strerror or error}; name another file") from None
    if json_:
        typer.echo(form(frame))
    elif csv is None and parquet is None:
        from rummysim.results.terminal import print_table

        print_table(frame)


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
    seed: Seed = 0,
    threads: Threads = None,
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
    run = play(
        chosen,
        bot_names(bots),
        deals=100_000 if deals is None and matches is None else deals,
        matches=matches,
        seed=seed,
        threads=threads,
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
    seed: Seed = 0,
    threads: Threads = None,
    out: Out = None,
    report: Annotated[Path | None, typer.Option(help="Write an HTML report to this file.")] = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    quiet: Quiet = False,
) -> None:
    """Play variants on the same shuffles and print what differs from the first."""
    check_writable(csv, parquet, report)
    from rummysim.results.games import variant
    from rummysim.results.simulate import compare as play

    variants = {}
    for text in games_:
        game, _, options = text.partition(":")
        variants[text] = variant(game, **parse_sets([part for part in options.split(",") if part]))
    if len(variants) < 2:
        raise InputError(f"there is only {games_[0]}; a comparison needs two different variants; name another")
    comparison = play(
        variants,
        bot_names(bots),
        deals=100_000 if deals is None and matches is None else deals,
        matches=matches,
        seed=seed,
        threads=threads,
        out=out,
        progress=not quiet,
    )
    if report is not None:
        typer.echo(f"report: {comparison.report(report)}", err=True)
    show(comparison.effects(), json_=json_, csv=csv, parquet=parquet)


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
    out: Out = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    quiet: Quiet = False,
) -> None:
    """Play every combination of option values on the same shuffles and print one quantity."""
    check_writable(csv, parquet)
    from rummysim.results.simulate import sweep as play

    values = {name: [parse_value(part) for part in str(text).split(",")] for name, text in parse_sets(grid).items()}
    result = play(
        game,
        values,
        bot_names(bots),
        deals=100_000 if deals is None and matches is None else deals,
        matches=matches,
        seed=seed,
        threads=threads,
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
    hand: Annotated[str | None, typer.Option(help="Cards held, with spaces between.")] = None,
    file: Annotated[Path | None, typer.Option(help="File with a hand a line; - for standard input.")] = None,
    upcard: Annotated[str | None, typer.Option(help="First card turned up, where it sets the knock limit.")] = None,
    json_: JsonLines = False,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Say what melds a hand makes, what is left over, whether it may knock, and what to throw."""
    check_writable(csv, parquet)
    from rummysim.results.games import variant
    from rummysim.results.solve import named_hands, overview, solve_named
    from rummysim.results.solve import solve as solve_hand

    chosen = variant(game, **parse_sets(set_))
    hands = named_hands(hand, file)
    to_machines = json_ or csv is not None or parquet is not None
    if hand is not None and not to_machines:
        typer.echo(str(solve_hand(chosen, hand, upcard=upcard)))
        return
    frame = solve_named(chosen, hands, upcard)
    show(frame if to_machines else overview(chosen, frame), json_=json_, csv=csv, parquet=parquet, form=as_json_lines)


@app.command()
@tidy
def study(
    file: Annotated[Path, typer.Argument(help="A study file (TOML).")],
    out: Annotated[
        Path | None, typer.Option(help="Folder for report, figures and runs; reports/NAME if left out.")
    ] = None,
    threads: Threads = None,
    scale: Annotated[float, typer.Option(help="Play this multiple of the deals and matches the file asks for.")] = 1.0,
    quiet: Quiet = False,
) -> None:
    """Play a study and write its report."""
    from rummysim.results.study import Study

    loaded = Study.load(file)
    folder = out or Path("reports") / file.stem
    result = loaded.run(threads=threads, out=folder, scale=scale, progress=not quiet)
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
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """Measure deals a second: kernel alone and end to end, one and two threads."""
    check_writable(csv, parquet)
    import polars as pl

    from rummysim.games.registry import names
    from rummysim.results.bench import bench as measure

    lineups = [bot_names(text) for text in bots or ["greedy,greedy", "greedy,greedy,greedy,greedy", "random,random"]]
    frames = [measure(name, lineups, seconds=seconds) for name in ([game] if game else names())]
    show(pl.concat(frames), json_=json_, csv=csv, parquet=parquet)


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


def main() -> None:
    """Run the command line."""
    app()
