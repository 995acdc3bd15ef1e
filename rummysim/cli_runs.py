"""The commands of long runs: ``rummysim runs`` (folders listed, verified, gone on with, tidied up, put together) and
``rummysim scaling``; no logic.
"""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from rummysim.errors import InputError
from rummysim.shell import (
    Bots,
    Csv,
    Dask,
    Game,
    Json,
    Parquet,
    Quiet,
    Sets,
    Threads,
    Workers,
    bot_names,
    check_writable,
    parse_sets,
    show,
    tidy,
    who_plays,
)

__all__ = ["runs", "scaling"]

Folder = Annotated[Path, typer.Argument(help="Folder of a run.")]


class ListingGroup(TyperGroup):
    """Lists where no command is named: ``rummysim runs``, ``rummysim runs FOLDER``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Words of the command line, with ``list`` in front where there is no command."""
        is_named = bool(args) and (args[0] in self.commands or args[0] == "--help")
        return list(super().parse_args(ctx, args if is_named else ["list", *args]))


runs = typer.Typer(
    cls=ListingGroup, name="runs", help="Folders of runs: list, verify, resume, prune, merge; a folder alone lists."
)


@runs.command("list")
@tidy
def list_(
    folders: Annotated[
        list[Path] | None, typer.Argument(help="Folders of runs, or above them; runs if left out.")
    ] = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
) -> None:
    """List the runs in and below folders: what they are, how far they are, whether they can be used."""
    check_writable(csv, parquet)
    from rummysim.results.runs import runs as listed

    show(listed(*(folders or [])), json_=json_, csv=csv, parquet=parquet)


@runs.command()
@tidy
def verify(folder: Folder, json_: Json = False, csv: Csv = None, parquet: Parquet = None) -> None:
    """Read every file of a run and compare it with its checksum; exit code 1 if a part is missing or damaged."""
    check_writable(csv, parquet)
    from rummysim.results.runs import verify as verified

    found = verified(folder)
    bad = found.filter(~found["is_whole"])
    if json_ or csv or parquet:
        show(found, json_=json_, csv=csv, parquet=parquet)
    elif len(bad):
        show(bad, json_=False, csv=None, parquet=None)
    typer.echo(f"{len(found) - len(bad):,} of {len(found):,} parts are whole", err=json_)
    if len(bad):
        typer.echo(f"play the others with: rummysim runs resume {folder}", err=True)
        raise typer.Exit(1)


@runs.command()
@tidy
def resume(
    folder: Folder,
    threads: Threads = None,
    workers: Workers = None,
    dask: Dask = None,
    json_: Json = False,
    csv: Csv = None,
    parquet: Parquet = None,
    quiet: Quiet = False,
) -> None:
    """Go on with a run until it has what was asked for, and print its estimates."""
    check_writable(csv, parquet)
    from rummysim.results.runs import resume as go_on

    with who_plays(threads, workers, dask) as who:
        run = go_on(folder, progress=not quiet, **who)
    if run.n_blocks:
        show(run.summary(), json_=json_, csv=csv, parquet=parquet)
    if run.interrupted:
        raise typer.Exit(130)


@runs.command()
@tidy
def prune(folder: Folder, json_: Json = False) -> None:
    """Remove files that are half written, damaged, not in the ledger, or of parts that others cover."""
    from rummysim.results.runs import prune as pruned

    removed = pruned(folder)
    if json_ or len(removed):
        show(removed, json_=json_, csv=None, parquet=None)
    typer.echo(f"{len(removed):,} files removed, {int(removed['bytes'].sum()) / 1e6:.1f} MB", err=json_)


@runs.command()
@tidy
def merge(
    into: Folder, others: Annotated[list[Path], typer.Argument(help="Folders of the same run, played elsewhere.")]
) -> None:
    """Copy the whole parts of other folders of the same run into one."""
    from rummysim.results.runs import merge as merged

    run = merged(into, *others)
    typer.echo(f"{run.n_units:,} units follow each other in {into}")


@tidy
def scaling(
    game: Game = "conga",
    set_: Sets = None,
    bots: Bots = "greedy,greedy",
    workers: Annotated[str, typer.Option(help="Numbers of threads, processes, dask workers, with commas.")] = "1,2",
    deals: Annotated[int, typer.Option(help="Deals of each rate.")] = 2_000_000,
    memory: Annotated[str, typer.Option(help="Deals of the runs whose memory is measured.")] = "1000000,10000000",
    kind: Annotated[list[str] | None, typer.Option(help="What to measure; may be repeated; all if left out.")] = None,
    record: Annotated[Path | None, typer.Option(help="CSV file to append the rows to.")] = None,
    json_: Json = False,
) -> None:
    """Measure how the rate grows with workers, the memory of long runs, and what the pipelines cost."""
    check_writable(record)
    from rummysim.results.games import variant
    from rummysim.results.scaling import scaling as measured

    chosen = variant(game, **parse_sets(set_))
    sizes = {"workers": whole_numbers("workers", workers), "memory": whole_numbers("memory", memory)}
    show(
        measured(chosen, bot_names(bots), deals=deals, kinds=kind or (), record=record, **sizes),
        json_=json_,
        csv=None,
        parquet=None,
    )


def whole_numbers(name: str, text: str) -> list[int]:
    """Numbers from a text with commas."""
    words = [word.strip().replace("_", "") for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 15 for word in words):
        raise InputError(f"--{name} is {text!r}; allowed are whole numbers with commas, like 1,2,4; change it")
    return [int(word) for word in words]
