"""A whole deal, move by move, in card notation."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from rummysim.engine.lineup import resolve_lineup
from rummysim.engine.matches import job_in_match
from rummysim.engine.trace import Trace, trace_deal, trace_job
from rummysim.engine.work import Work
from rummysim.errors import InputError
from rummysim.fields.tallies import WIN
from rummysim.games.family import Variant
from rummysim.games.registry import as_variant
from rummysim.plan import MAX_UNITS, check_seed

__all__ = ["Replay", "replay"]

DECIMALS = 2
"""Of points that are no whole number."""


@dataclass(frozen=True, repr=False)
class Replay:
    """Lines of a deal."""

    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def replay(
    variant: Variant | str,
    bots: Sequence[str],
    *,
    seed: int = 0,
    deal: int | None = None,
    match: int | None = None,
    round_: int = 0,
) -> Replay:
    """A deal of a run with that variant, line-up and seed.

    Of a run of deals the one of that number (column ``deal``), 0 if left out; of a run of matches deal ``round_`` of
    the match (columns ``match`` and ``round``).
    """
    chosen = as_variant(variant)
    lineup = resolve_lineup(chosen, bots)
    if match is None and _number("round", round_):
        raise InputError(f"round is {round_} and there is no match; allowed is a round of a match; give match= too")
    if match is None:
        number = _number("deal", 0 if deal is None else deal)
        work = Work(variants=(chosen,), lineup=lineup, seed=check_seed(seed), level="deal")
        return _words(work, trace_deal(work, number), f"deal {number}")
    if deal is not None:
        raise InputError(f"deal is {deal} and match is {match}; allowed is one of the two; leave one out")
    work = Work(variants=(chosen,), lineup=lineup, seed=check_seed(seed), level="match")
    job = job_in_match(work, _number("match", match), _number("round", round_))
    if job is None:
        raise InputError(f"round is {round_} and match {match} was over before; name an earlier round")
    jobs, holders, totals = job
    title = f"match {match}, round {round_}"
    return _words(work, trace_job(work, jobs, holders, title, totals), title)


def _number(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < MAX_UNITS:
        raise InputError(f"{name} is {value!r}; allowed is a whole number from 0; see the column {name} of a run")
    return value


def _words(work: Work, trace: Trace, title: str) -> Replay:
    variant = work.variant
    names = [f"player {player} ({work.lineup[player]})" for player in trace.players]
    lines = [f"{variant.name}, seed {work.seed}, {title}; {names[0]} starts"]
    words = variant.family.notation()
    lines.append(words.legend(variant.rules))
    lines += words.describe_deal(variant.rules, trace.hands, trace.upcard, trace.log, names)
    if trace.illegal:
        lines.append("then a move that is not legal")
        return Replay(tuple(lines))
    for seat, row in enumerate(trace.rows.iter_rows(named=True)):
        won = f", wins {row['share'] / WIN:g}" if row["share"] else ""
        points = round(row["points"] / variant.family.points_unit, DECIMALS)
        lines.append(f"{names[seat]}: {points:+g} points{won}")
    lines.append(f"{trace.rows['turns'][0]} turns; the deal ended by {variant.family.ends[trace.rows['end'][0]]}")
    return Replay(tuple(lines))
