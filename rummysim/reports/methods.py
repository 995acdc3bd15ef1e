"""Methods text: how the numbers of this run came about, in paragraphs, with every number taken from the run."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from rummysim.figures.inputs import CONFIDENCE_WORDS
from rummysim.figures.numerals import count, percent, spread
from rummysim.figures.quantities import plural

__all__ = ["RunNumbers", "methods"]

SEATING_WORDS = {
    "starter": "each of them lets another player begin while everybody keeps the hand dealt to them",
    "players": "each of them moves all players on by one place, so that every bot plays every hand",
}


class RunNumbers(TypedDict):
    """Numbers of a run; a pair is the least and the greatest over the variants.

    ``variance_factor`` is None or left out where nothing was paired; ``rescored`` names the variants that were scored
    on deals played for another one; ``n_contrasts`` counts the differences that the report shows; ``each`` says what
    n_units are of, a variant if left out.
    """

    level: str
    n_units: int | tuple[int, int]
    n_blocks: int | tuple[int, int]
    n_bins: int | tuple[int, int]
    n_seatings: int | tuple[int, int]
    seeds: Sequence[int]
    each: NotRequired[str]
    scheme: NotRequired[str]
    bots: NotRequired[Sequence[str]]
    share_unfinished: NotRequired[float | tuple[float, float]]
    paired: NotRequired[bool]
    variance_factor: NotRequired[tuple[float, float] | None]
    n_contrasts: NotRequired[int]
    rescored: NotRequired[Sequence[str]]
    versions: NotRequired[Mapping[str, str | int]]


def methods(run: RunNumbers) -> tuple[str, ...]:
    """Paragraphs on play, intervals, pairing, re-scoring, unfinished units, doubts, versions, as far as they apply."""
    parts = (
        _play(run),
        _intervals(run),
        _pairing(run),
        _rescoring(run),
        _unfinished(run),
        _doubts(run),
        _versions(run),
    )
    return tuple(part for part in parts if part)


def _number(value: int | tuple[int, int]) -> str:
    low, high = value if isinstance(value, tuple) else (value, value)
    return spread([count(low), count(high)])


def _play(run: RunNumbers) -> str:
    units, seatings = plural(run["level"]), _number(run["n_seatings"])
    bots = sorted(set(run.get("bots", ())))
    by = f" between bots ({', '.join(bots)})" if bots else " between bots"
    seeds = ", ".join(str(seed) for seed in run["seeds"])
    how = SEATING_WORDS.get(run.get("scheme", ""), "each of them seats the players differently")
    return (
        f"For each {run.get('each', 'variant')} {_number(run['n_units'])} {units} were played{by}. They form "
        f"{_number(run['n_blocks'])} "
        f"blocks: a block holds {seatings} {units} with the same cards, and {how}. So neither the luck of the cards "
        f"nor the order of the players favours anybody. All chance follows from the seed ({seeds}): the same seed "
        f"gives the same {units}, move by move."
    )


def _intervals(run: RunNumbers) -> str:
    n_contrasts = run.get("n_contrasts", 0)
    many = (
        f" This report shows {count(n_contrasts)} differences, each with its own interval." if n_contrasts > 1 else ""
    )
    return (
        f"Blocks do not depend on each other, but the {plural(run['level'])} of a block do, because they share cards. "
        f"Consecutive blocks are therefore added up to {_number(run['n_bins'])} bins, and every interval comes from "
        "how the bins vary. Means and shares have t intervals; shares of which one side is rare have Wilson intervals "
        "with the effective number of units; quantiles are found by inverting the interval of the share below them. "
        f"The column “method” of a table says which was used. An interval covers the true value in {CONFIDENCE_WORDS} "
        f"of such experiments, taken by itself: of many intervals some miss it.{many}"
    )


def _pairing(run: RunNumbers) -> str:
    if "paired" not in run:
        return ""
    if not run["paired"]:
        return (
            "Differences between variants are not paired: the runs have different numbers of players or seeds, so that "
            "their luck is not shared and their variances add up."
        )
    text = (
        "Variants were played on the same shuffles, and differences are taken bin by bin, so that luck which both "
        "variants share cancels."
    )
    factor = run.get("variance_factor")
    if factor is None:
        return text
    ends = spread([f"{value:.2f}" for value in factor])
    return (
        f"{text} The variance factor says by how much: the variance of a difference was {ends} times that of runs on "
        "shuffles of their own; below one the pairing helped."
    )


def _rescoring(run: RunNumbers) -> str:
    variants = run.get("rescored", ())
    if not variants:
        return ""
    return (
        f"Play held fixed: {', '.join(variants)} differ from a variant that was played only in what follows the last "
        "card, so the same deals were scored again. The bots did not adapt to the other points; people would."
    )


def _unfinished(run: RunNumbers) -> str:
    if "share_unfinished" not in run:
        return ""
    share, units = run["share_unfinished"], plural(run["level"])
    low, high = share if isinstance(share, tuple) else (share, share)
    return (
        "Unfinished, because nobody won or the limit of turns was reached: "
        f"{spread([percent(low), percent(high)])} of the {units}. They count for length and points; "
        f"win shares and margins are of the decided {units} only."
    )


def _doubts(run: RunNumbers) -> str:
    return (
        f"What to doubt: the numbers hold for these bots. The intervals cover chance, not the question whether people "
        f"play as the bots do, and more {plural(run['level'])} would not answer it."
    )


def _versions(run: RunNumbers) -> str:
    versions = run.get("versions", {})
    return f"Versions: {', '.join(f'{name} {version}' for name, version in versions.items())}." if versions else ""
