"""What the commands share: options and their words, tables and JSON out, errors in one line.

Exit codes: 0 done, 1 trouble in the engine, 2 wrong input (one message, no traceback), 130 interrupted with what was
played kept.
"""

import json
import math
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from rummysim.engine.files import kind_of
from rummysim.errors import InputError, Interrupted, OutputError, RummysimError, StoreError

__all__ = [
    "Bots",
    "Csv",
    "Dask",
    "Deals",
    "Game",
    "Json",
    "JsonLines",
    "Keep",
    "Matches",
    "OneLineGroup",
    "Out",
    "Parquet",
    "Precisions",
    "Quiet",
    "Seed",
    "Sets",
    "Threads",
    "Workers",
    "as_json",
    "as_json_lines",
    "bot_names",
    "check_writable",
    "keep_interrupted",
    "parse_precision",
    "parse_sets",
    "parse_value",
    "show",
    "tidy",
    "who_plays",
]

UsageError: Any = typer.BadParameter.__bases__[0]


class OneLineGroup(TyperGroup):
    """Says in one line what is wrong with the words of a command, like every other message."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run the command line and exit."""
        ready_streams()
        try:
            code = super().main(*arguments, **{**options, "standalone_mode": False})
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            typer.echo(
                f"rummysim: what was found cannot be printed: {error.strerror}; print to another place", err=True
            )
            drop_output()
            code = 2
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

    def invoke(self, ctx: Any) -> Any:
        """Run the command; Ctrl-C is told wherever it falls."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            typer.echo("interrupted", err=True)
            raise typer.Exit(130) from None


def ready_streams() -> None:
    """Let output that is closed go nowhere, and letters that it does not know be ``?``: a table is worth more."""
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    streams: list[Any] = [sys.stdout, sys.stderr]
    for stream in streams:
        if stream.errors == "strict":
            stream.reconfigure(errors="replace")


def _nowhere() -> Any:
    return Path(os.devnull).open("w")


def drop_output() -> None:
    """Give up what could not be printed, so that nothing more is said of it at the end."""
    with suppress(OSError):
        sys.stdout.close()


Game = Annotated[str, typer.Argument(help="A game as `rummysim games` lists it.")]
Sets = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Change an option; may be repeated.")
]
Bots = Annotated[str, typer.Option(help="One bot a player, separated by commas.")]
Deals = Annotated[int | None, typer.Option(help="Deals to play (rounded up to whole blocks).")]
Matches = Annotated[int | None, typer.Option(help="Matches to play instead of deals.")]
Precisions = Annotated[
    list[str] | None,
    typer.Option("--precision", metavar="QUANTITY=HALF-WIDTH", help="Play until the interval is as narrow."),
]
Seed = Annotated[int, typer.Option(help="Same seed, same rows.")]
Threads = Annotated[int | None, typer.Option(help="Threads; one a core if left out.")]
Workers = Annotated[int | None, typer.Option(help="Processes to play with instead of threads.")]
Dask = Annotated[str | None, typer.Option(help="Address of a dask scheduler whose workers play: tcp://HOST:PORT.")]
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


def parse_sets(sets: list[str] | None, word: str = "--set") -> dict[str, Any]:
    """Options from ``--set`` texts, or those of another word."""
    options = {}
    for text in sets or []:
        name, mark, value = text.partition("=")
        if not mark or not name.strip():
            raise InputError(f"{word} {text!r} has no value; allowed is OPTION=VALUE, for example {word} knock_limit=3")
        if name.strip() in options:
            raise InputError(f"{name.strip()} is given twice; allowed is once; leave one out")
        options[name.strip()] = parse_value(value.strip())
    return options


def parse_precision(texts: list[str] | None) -> dict[str, float] | None:
    """Half widths by quantity from ``--precision`` texts; None for none."""
    found = {}
    for name, text in parse_sets(texts, "--precision").items():
        try:
            found[name] = float(text)
        except ValueError:
            raise InputError(
                f"--precision {name} is {text!r}; allowed is a number above 0; for example --precision turns=0.05"
            ) from None
    return found or None


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


@contextmanager
def who_plays(threads: int | None, workers: int | None, dask: str | None) -> Iterator[dict[str, Any]]:
    """Threads and executor for what the shell said."""
    if sum(each is not None for each in (threads, workers, dask)) > 1:
        raise InputError(
            "there are two of --threads, --workers and --dask; allowed is one of them; leave the others out"
        )
    if dask is None:
        yield {"threads": threads, "executor": workers}
        return
    from rummysim.engine.cluster import dask_executor

    with dask_executor(dask) as executor:
        yield {"threads": None, "executor": executor}


def check_writable(*files: Path | None, whole: Path | None = None) -> None:
    """Refuse files that cannot be written before anything is played; ``whole`` is one that takes the place of another,
    as no device can.
    """
    for file in (*files, whole):
        reason = "" if file is None else _unwritable(file)
        if file is not None and file is whole and kind_of(file) == "device":
            reason = "it is no file"
        if reason:
            raise OutputError(f"{file} cannot be written: {reason}; name another file")


def _unwritable(file: Path) -> str:
    """Why a file cannot be written, empty if it can."""
    folder = file.parent
    try:
        if file.is_dir():
            return "it is a folder"
        if folder.is_dir() and os.access(file if file.exists() else folder, os.W_OK):
            return ""
    except OSError as error:
        return error.strerror or str(error)
    return f"the folder {folder} is not there or may not be written to"


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
    frame: Any,
    *,
    json_: bool,
    csv: Path | None,
    parquet: Path | None,
    form: Callable[[Any], str] = as_json,
    base: Callable[[], Any] | None = None,
) -> None:
    """Print a frame as a table or as JSON of that form, or write it to files; base : gives the estimates of the base,
    whose values stand in the table beside effects.
    """
    from polars.exceptions import PolarsError

    for file, write in ((csv, frame.write_csv), (parquet, frame.write_parquet)):
        try:
            if file is not None:
                write(file)
        except (OSError, PolarsError) as error:
            reason = getattr(error, "strerror", None) or error
            raise OutputError(f"{file} cannot be written: {reason}; name another file") from None
    if json_:
        typer.echo(form(frame))
    elif csv is None and parquet is None:
        from rummysim.results.terminal import print_table

        print_table(frame, base() if base else None)
