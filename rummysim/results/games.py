"""Games, variants, their bots and rule pages."""

from typing import TYPE_CHECKING, Any

import polars as pl

from rummysim.errors import InputError
from rummysim.fields.rule import rule_fields, value_text
from rummysim.games.family import Variant
from rummysim.games.registry import PRESETS, as_variant, find_variant

if TYPE_CHECKING:
    from rummysim.results.run import Run

__all__ = ["bots", "games", "quantities", "rescore", "rules", "variant"]


def games() -> pl.DataFrame:
    """All presets: name, family, players, and what differs from the family's defaults."""
    rows = []
    for name, (family, _) in PRESETS.items():
        preset = find_variant(name)
        players = family.players(preset.rules)
        differs = ", ".join(f"{option}={here}" for option, (_, here) in preset.differs().items())
        rows.append(
            {
                "name": name,
                "family": family.name,
                "players": f"{players[0]}-{players[-1]}",
                "differs": differs or f"the defaults of the family {family.name}",
            }
        )
    return pl.DataFrame(rows)


def bots(game: Variant | str, *, progress: bool = True) -> pl.DataFrame:
    """Bots of a game's family, a row a bot, weakest first: how it plays, its parameters, options of scoring and match
    that it reads.
    """
    from rummysim.results.kernels import load_kernels

    family = as_variant(game).family
    load_kernels(family, show=progress)
    table = family.bots()
    rows = [
        {
            "name": name,
            "plays": table[name].notes,
            "parameters": ", ".join(f"{key}={value:g}" for key, value in table[name].parameters.items()),
            "reads": ", ".join(table[name].reads),
        }
        for name in table
    ]
    return pl.DataFrame(rows)


def quantities() -> pl.DataFrame:
    """All quantities that summaries and effects have: what each is called, its unit, levels and meaning."""
    from rummysim.reports.tables import glossary_frame

    return glossary_frame()


def variant(base: Variant | str, name: str | None = None, **options: Any) -> Variant:
    """A preset, or another variant, with some options changed.

    ``name`` labels it in tables; by default the base's name and the options. Raises UnknownNameError or RuleError with
    what is allowed.
    """
    return find_variant(base, options, name) if isinstance(base, str) else as_variant(base).with_options(options, name)


def rules(game: Variant | str) -> pl.DataFrame:
    """Rules of a game, an option a row: layer, value, default, what is allowed, meaning and source clause."""
    chosen = as_variant(game)
    values = chosen.options()
    rows = [
        {
            "option": entry.name,
            "layer": str(entry.layer),
            "value": value_text(values[entry.name]),
            "default": value_text(entry.default),
            "allowed": entry.allowed,
            "meaning": entry.text,
            "source": entry.source,
        }
        for entry in rule_fields(chosen.family.rules).values()
    ]
    return pl.DataFrame(rows)


def rescore(run: "Run", **options: Any) -> "Run":
    """The same deals under other scoring options; nothing is played (play held fixed)."""
    if not hasattr(run, "rescore"):
        raise InputError(f"the run is {run!r}; allowed is a run of deals; play one with simulate")
    if not options:
        raise InputError("no scoring option was named; name at least one, for example wild_points=50")
    return run.rescore(**options)
