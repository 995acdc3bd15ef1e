"""simulate, compare, sweep, load: what is played, and the results around it."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from rummysim.engine.batch import blocks_per_bin, chunk_size, play_work, prefix
from rummysim.engine.command import literal
from rummysim.engine.crew import Crew, check_threads, crew_of
from rummysim.engine.files import as_path
from rummysim.engine.lineup import resolve_lineup
from rummysim.engine.part import KEEP
from rummysim.engine.record import read_manifest
from rummysim.engine.store import FolderStore, MemoryStore, Store
from rummysim.engine.work import Work
from rummysim.errors import InputError, Interrupted, StoreError
from rummysim.fields.estimates import LEVELS
from rummysim.games.family import Variant
from rummysim.games.registry import FAMILIES, as_variant
from rummysim.plan import make_plan, units_to_blocks
from rummysim.results.comparison import Comparison, Sweep
from rummysim.results.kernels import load_kernels
from rummysim.results.manifest import make_manifest
from rummysim.results.precision import checked_targets, grown
from rummysim.results.precision_record import kept_precision, with_entry, with_precision
from rummysim.results.progress import Progress, say
from rummysim.results.run import Run

__all__ = ["check_threads", "compare", "load", "play", "rescue", "simulate", "sweep"]


def check_keep(keep: str) -> None:
    """Refuse a wish to keep something else than deals or bins."""
    if keep not in KEEP:
        raise InputError(f"keep is {keep!r}; allowed {', '.join(KEEP)}; choose one of these")


def play(
    work: Work,
    n_blocks: int,
    *,
    crew: Crew,
    keep: str = "deals",
    out: Path | None = None,
    chunk: int | None = None,
    show: bool = True,
    named: Path | None = None,
    title: str | None = None,
    memory: MemoryStore | None = None,
) -> list[Run]:
    """Play a work; a run for each of its variants. Raises :class:`Interrupted` with the runs played so far after
    Ctrl-C. ``title`` is shown with the progress; ``memory`` holds what was played before and is gone on with.
    """
    check_keep(keep)
    if chunk is not None and (isinstance(chunk, bool) or not isinstance(chunk, int) or chunk < 1):
        raise InputError(f"chunk is {chunk!r}; allowed is a whole number of deals from 1; leave it out for a good one")
    load_kernels(work.variant.family, show=show)
    manifest = make_manifest(work, n_blocks, blocks_per_bin(n_blocks), keep)
    unit = "deals" if work.level == "deal" else "matches"
    blocks = chunk_size(work, n_blocks) if chunk is None else max(1, chunk // work.n_players)
    shown = title or ", ".join(variant.name for variant in work.variants)
    with (
        _held(out, work, manifest, memory) as (store, kept),
        Progress(shown, n_blocks * work.n_players, unit, work.n_players, show=show) as progress,
    ):
        per_bin = int(kept["blocks_per_bin"])
        stopped = play_work(work, n_blocks, per_bin, keep, store, crew=crew, chunk_blocks=blocks, progress=progress)
    runs = [
        Run(
            variant=variant,
            work=work,
            index=index,
            store=store,
            n_blocks=stopped.n_blocks,
            per_bin=per_bin,
            keep=keep,
            manifest=kept,
            interrupted=stopped.interrupted,
        )
        for index, variant in enumerate(work.variants)
    ]
    if stopped.interrupted or stopped.pressed:
        raise Interrupted(_how_to_go_on(work, stopped.n_blocks, n_blocks, named or out), runs)
    return runs


@contextmanager
def _held(
    out: Path | None, work: Work, manifest: dict[str, Any], memory: MemoryStore | None
) -> Iterator[tuple[Store, dict[str, Any]]]:
    """Store to play into and its manifest; parts found damaged are named and taken out, so that they are played."""
    if out is None:
        yield memory or MemoryStore(work), manifest
        return
    with FolderStore.hold(out, work, manifest) as store:
        for span, reason in store.damaged().items():
            say(f"{reason}: its part is played again")
            store.drop(*span)
        yield store, store.manifest


def _how_to_go_on(work: Work, done: int, asked: int, out: Path | None) -> str:
    n, unit = work.n_players, "deals" if work.level == "deal" else "matches"
    kept = f"interrupted: {done * n:,} of {asked * n:,} {unit} are kept"
    if out is None:
        return f"{kept} in memory; to be able to go on later, name a folder with out="
    return f"{kept} in {out}; the same call with out={out} goes on from there"


def simulate(
    variant: Variant | str,
    bots: Sequence[str],
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    precision: Mapping[str, float] | None = None,
    keep: str = "deals",
    out: str | Path | None = None,
    chunk: int | None = None,
    executor: Any = None,
    progress: bool = True,
) -> Run:
    """Play a variant.

    Parameters
    ----------
    variant
        A variant or the name of a preset.
    bots
        One bot a player.
    deals, matches
        Units to play, one of the two, rounded up to whole blocks (all seatings of a unit).
    seed, threads
        0 to 2^62 - 1; one a core if left out. Same seed, same rows, whatever threads and chunks.
    precision
        Half widths of intervals by quantity, in its unit: it stops when all are reached, or at the units above.
    keep
        ``deals``: facts of every deal; ``bins``: sums only, flat memory, no rescoring.
    out
        Folder to keep the run in; a run found there is gone on with.
    chunk
        Deals a thread plays at a time.
    executor
        Who plays: threads here if left out; a number of processes; or an object with ``submit`` like those of
        concurrent.futures, for example :func:`dask_executor`. Same rows whoever plays.
    progress
        Whether to show it.

    Raises
    ------
    InputError
        What was asked for cannot be done. After Ctrl-C or SIGTERM nothing is raised: the run played so far is
        returned, and how to go on is printed.
    """
    chosen = as_variant(variant)
    plan = make_plan({chosen.name: chosen}, bots, deals=deals, matches=matches, seed=seed)
    folder = None if out is None else as_path("out", out)
    load_kernels(chosen.family, show=progress)
    try:
        with crew_of(executor, threads) as crew:
            how = {"crew": crew, "keep": keep, "out": folder, "chunk": chunk, "show": progress}
            return _play_to(precision, plan.works[0], plan.n_blocks, **how)
    except Interrupted as stop:
        runs: list[Run] = stop.run  # type: ignore[assignment]
        if runs[0].interrupted:
            say(str(stop))
        return runs[0]


def _play_to(precision: Mapping[str, float] | None, work: Work, n_blocks: int, **how: Any) -> Run:
    """Play a work until the precision is reached, ``n_blocks`` at most; ``how`` : the options of :func:`play`."""
    if precision is None:
        return play(work, n_blocks, **how)[0]
    targets, memory = checked_targets(precision, work.level), MemoryStore(work)

    def play_blocks(most: int) -> tuple[Run, int]:
        run = play(work, most, memory=memory, **how)[0]
        return run, run.n_blocks

    for run, found in grown(targets, n_blocks, play_blocks, Run.summary):
        answer = run, found
    return with_precision(*answer)


def _play_all(
    variants: Mapping[str, Variant], bots: Sequence[str], wishes: Mapping[str, Any], who: Mapping[str, Any], **how: Any
) -> dict[str, Run]:
    """Play variants: ``wishes`` what, ``who`` the executor and threads, ``how`` the options of :func:`play`."""
    plan = make_plan(variants, bots, **wishes)
    check_keep(how["keep"])
    for family in {id(work.variant.family): work.variant.family for work in plan.works}.values():
        load_kernels(family, show=how["show"])
    out, memories = how.pop("out"), how.pop("memories", {})
    how |= {"named": None if out is None else as_path("out", out)}
    with crew_of(**who) as crew:
        played = _play_works(plan.works, plan.n_blocks, memories, crew=crew, **how)
        # Parts that a folder held before may end later than was asked for; the others catch up with them.
        while (longest := max(runs[0].n_blocks for runs in played)) > min(runs[0].n_blocks for runs in played):
            played = _play_works(plan.works, longest, memories, crew=crew, **how)
    return _in_same_bins({label: played[plan.where[label][0]][plan.where[label][1]] for label in variants})


def _play_works(
    works: Sequence[Work], n_blocks: int, memories: dict[str, MemoryStore], *, named: Path | None, **how: Any
) -> list[list[Run]]:
    """Play works one after the other, each in its folder below ``named`` or in its memory."""
    played: list[list[Run]] = []
    for work in works:
        folder = None if named is None else named / work.folder_name(how["keep"])
        try:
            memory = memories.setdefault(work.key, MemoryStore(work))
            played.append(play(work, n_blocks, out=folder, named=named, memory=memory, **how))
        except Interrupted as stop:
            runs: list[Run] = stop.run  # type: ignore[assignment]
            raise Interrupted(str(stop), [run for each in [*played, runs] for run in each]) from None
    return played


def _in_same_bins(runs: Mapping[str, Run]) -> dict[str, Run]:
    """Runs in the bins of the coarsest; a folder that held a longer one before has coarser bins than the others."""
    per_bin = max(run.per_bin for run in runs.values())
    return {label: run if run.per_bin == per_bin else replace(run, per_bin=per_bin) for label, run in runs.items()}


def compare(
    variants: Mapping[str, Variant | str] | Sequence[Variant | str],
    bots: Sequence[str],
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = 0,
    base: str | None = None,
    precision: Mapping[str, float] | None = None,
    threads: int | None = None,
    keep: str = "bins",
    out: str | Path | None = None,
    chunk: int | None = None,
    executor: Any = None,
    progress: bool = True,
) -> Comparison:
    """Play variants on the same shuffles; each distinct play layer once.

    variants are labelled by the mapping, or by their own names; ``base`` is the label the others are compared with,
    the first if left out. ``precision`` : half widths of the differences to it. The other arguments are those of
    :func:`simulate`.
    """
    if isinstance(variants, str | Variant) or not isinstance(variants, Mapping | Sequence):
        raise InputError(f"variants is {variants!r}; allowed is a mapping or a list of variants; name at least one")
    if not isinstance(variants, Mapping):
        variants = {as_variant(variant).name: variant for variant in variants}
    named = {label: as_variant(variant) for label, variant in variants.items()}
    if not all(isinstance(label, str) for label in named):
        raise InputError(f"the labels are {list(named)}; allowed are texts; change them")
    if not named:
        raise InputError("there are no variants; allowed is a mapping or a list of them; name at least one")
    chosen = base or next(iter(named))
    if not isinstance(chosen, str) or chosen not in named:
        raise InputError(f"base is {base!r}; allowed {', '.join(named)}; name one of these labels")
    level, most = units_to_blocks(len(bots) or 1, deals, matches)
    memories: dict[str, MemoryStore] = {}

    def play_blocks(n_blocks: int) -> tuple[Comparison, int]:
        units = {"deals": None, "matches": None, "deals" if level == "deal" else "matches": n_blocks * len(bots)}
        how = {"keep": keep, "out": out, "chunk": chunk, "show": progress, "memories": memories}
        who = {"executor": executor, "threads": threads}
        runs = _play_all(named, bots, {**units, "seed": seed}, who, **how)
        return Comparison(runs=runs, base=chosen), runs[chosen].n_blocks

    if precision is None:
        return play_blocks(most)[0]
    for comparison, found in grown(checked_targets(precision, level), most, play_blocks, _compared):
        answer = comparison, found
    comparison, found = answer
    return replace(comparison, runs=with_entry(comparison.runs, found, chosen), precision=found)


def _compared(comparison: Comparison) -> pl.DataFrame:
    """What is looked at: differences, or the estimates where there is nothing to compare."""
    return comparison.effects() if len(comparison.runs) > 1 else comparison.summary()


def sweep(
    variant: Variant | str,
    grid: Mapping[str, Sequence[Any]],
    bots: Sequence[str],
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    keep: str = "bins",
    out: str | Path | None = None,
    chunk: int | None = None,
    executor: Any = None,
    progress: bool = True,
) -> Sweep:
    """Play every combination of the values in ``grid`` (option -> values) on the same shuffles; arguments as
    :func:`compare`.
    """
    chosen = as_variant(variant)
    if (
        not isinstance(grid, Mapping)
        or not grid
        or not all(
            isinstance(name, str) and isinstance(values, Sequence) and not isinstance(values, str) and values
            for name, values in grid.items()
        )
    ):
        raise InputError(
            f"grid is {grid!r}; allowed is a mapping of options to lists of values; name at least one of each"
        )
    cells = {}
    for values in itertools.product(*grid.values()):
        options = dict(zip(grid, values, strict=True))
        label = ", ".join(f"{name}={literal(value)}" for name, value in options.items())
        cells[label] = (options, chosen.with_options(options, label))
    wishes = {"deals": deals, "matches": matches, "seed": seed}
    who = {"executor": executor, "threads": threads}
    variants = {label: cell for label, (_, cell) in cells.items()}
    runs = _play_all(variants, bots, wishes, who, keep=keep, out=out, chunk=chunk, show=progress)
    return Sweep(runs=runs, base=next(iter(cells)), options={label: chosen_ for label, (chosen_, _) in cells.items()})


def rescue(runs: Sequence[Run], folder: Path) -> Path:
    """Write interrupted runs in memory below ``folder`` as :func:`compare` with ``out`` would have; the folder."""
    for run in {id(run.work): run for run in runs}.values():
        place = folder / run.work.folder_name(run.keep)
        with FolderStore.hold(place, run.work, dict(run.manifest)) as store:
            for first, count in run.store.ranges():
                store.write(run.store.part(first, count))
    return folder


def load(folder: str | Path) -> Run:
    """An earlier run, from the folder it was kept in."""
    path = as_path("folder", folder)
    manifest = read_manifest(path)
    try:
        variants = tuple(_stored_variant(manifest["family"], entry) for entry in manifest["variants"])
        lineup = resolve_lineup(variants[0], [str(bot["name"]) for bot in manifest["bots"]])
        work = Work(variants=variants, lineup=lineup, seed=int(manifest["seed"]), level=str(manifest["level"]))
        n_blocks, per_bin = int(manifest["blocks"]), int(manifest["blocks_per_bin"])
        check_keep(manifest["keep"])
        if work.level not in LEVELS:
            raise InputError(f"level is {work.level!r}; allowed {', '.join(LEVELS)}")
    except (LookupError, TypeError, ValueError) as error:
        raise StoreError(f"{path}/manifest.json is wrong ({error}); restore it or play the run again") from None
    if work.key != manifest["key"]:
        raise StoreError(
            f"{path} {_other_version(work, manifest)}: its deals cannot be mixed with today's; play it again"
        )
    store = FolderStore(path, work, manifest)
    done = sum(count for _, count in prefix(store.ranges(), n_blocks))
    return Run(
        variant=variants[0],
        work=work,
        index=0,
        store=store,
        n_blocks=done,
        per_bin=per_bin,
        keep=str(manifest["keep"]),
        manifest=manifest,
        interrupted=done < n_blocks,
        precision=kept_precision(manifest, done * work.n_players),
    )


def _other_version(work: Work, manifest: Mapping[str, Any]) -> str:
    """Why a stored run is not what the same call would play now."""
    edited = [bot["name"] for bot, now in zip(manifest["bots"], work.identity["bots"], strict=True) if bot != now]
    if edited:
        return f"was played by another bot {' and '.join(dict.fromkeys(edited))} than there is now"
    versions = f"family {manifest.get('family_version')}, stream {manifest.get('stream_version')}"
    return f"was made by another version ({versions})"


def _stored_variant(family_name: str, entry: Mapping[str, Any]) -> Variant:
    family = FAMILIES[family_name]
    preset = str(entry["preset"])
    if preset not in {each.name for each in family.presets}:
        raise InputError(f"preset is {preset!r}, no game of the family {family_name}")
    rules = family.rules.checked(entry["rules"])
    return Variant(name=str(entry["name"]), preset=preset, family=family, rules=rules)
