"""A whole deal, move by move, in card notation."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from rummysim.engine.lineup import resolve_lineup
from rummysim.engine.trace import trace_deal
from rummysim.engine.work import Work
from rummysim.errors import InputError
from rummysim.fields.tallies import WIN
from rummysim.games.family import Variant
from rummysim.plan import MAX_UNITS, check_seed
from rummysim.results.simulate import as_variant

__all__ = ["Replay", "replay"]


@dataclass(frozen=True)
class Replay:
    """Lines of a deal."""

    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def replay(variant: Variant | str, bots: Sequence[str], *, seed: int = 0, deal: int = 0) -> Replay:
    """Deal number ``deal`` (the column ``deal`` of a run of deals) of that variant, line-up and seed."""
    chosen = as_variant(variant)
    lineup = resolve_lineup(chosen, bots)
    if isinstance(deal, bool) or not isinstance(deal, int) or not 0 <= deal < MAX_UNITS:
        raise InputError(f"deal is {deal!r}; allowed is a whole number from 0; see the column deal of a run")
    work = Work(variants=(chosen,), lineup=lineup, seed=check_seed(seed), level="deal")
    trace = trace_deal(work, deal)
    names = [f"player {player} ({lineup[player]})" for player in trace.players]
    words = chosen.family.notation()
    lines = [f"{chosen.name}, seed {seed}, deal {deal}; {names[0]} starts"]
    lines += words.describe_deal(chosen.rules, trace.hands, trace.upcard, trace.log, names)
    if trace.illegal:
        lines.append("then a move that is not legal")
        return Replay(tuple(lines))
    for seat, row in enumerate(trace.rows.iter_rows(named=True)):
        won = f", wins {row['share'] / WIN:g}" if row["share"] else ""
        lines.append(f"{names[seat]}: {row['points']:+d} points{won}")
    lines.append(f"{trace.rows['turns'][0]} turns; the deal ended by {chosen.family.ends[trace.rows['end'][0]]}")
    return Replay(tuple(lines))
