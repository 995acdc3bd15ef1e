"""All families, presets and aliases. Imports no kernel."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from rummysim.core.codes import KNOCK_ENDS, OPENING_ENDS, STOCK_ENDS, TILE_ENDS
from rummysim.errors import InputError, UnknownNameError
from rummysim.games.family import Family, Variant
from rummysim.games.knock.presets import PRESETS as KNOCK_PRESETS
from rummysim.games.knock.rules import KnockRules
from rummysim.games.opening.presets import PRESETS as OPENING_PRESETS
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.stock.presets import PRESETS as STOCK_PRESETS
from rummysim.games.stock.rules import POINTS_UNIT, StockRules
from rummysim.games.tile.presets import PRESETS as TILE_PRESETS
from rummysim.games.tile.rules import POINTS_UNIT as TILE_POINTS_UNIT
from rummysim.games.tile.rules import TileRules

__all__ = ["ALIASES", "FAMILIES", "as_variant", "find_variant", "names"]

FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        Family(
            name="knock",
            title="Conga, Chinchón, gin and their relatives: concealed hands, one player ends the deal",
            rules=KnockRules,
            presets=KNOCK_PRESETS,
            ends=KNOCK_ENDS,
            undecided_ends=KNOCK_ENDS[:3],
            direction=KnockRules.direction,
            points_unit=1,
            bot_names=("random", "strict-greedy", "greedy", "eaai-simple", "careful", "score-aware", "expert"),
            players=KnockRules.players,
            match_format=KnockRules.match_format,
        ),
        Family(
            name="stock",
            title="Rummy and 500 Rummy: melds on the table without a minimum",
            rules=StockRules,
            presets=STOCK_PRESETS,
            ends=STOCK_ENDS,
            undecided_ends=("max_turns",),
            direction=StockRules.direction,
            points_unit=POINTS_UNIT,
            bot_names=("random", "greedy", "digger", "hoarder", "careful", "expert"),
            players=StockRules.players,
            match_format=StockRules.match_format,
        ),
        Family(
            name="opening",
            title="Rummy 51 and relatives: first melds worth a minimum, two packs with jokers",
            rules=OpeningRules,
            presets=OPENING_PRESETS,
            ends=OPENING_ENDS,
            undecided_ends=OPENING_ENDS[:2],
            direction=OpeningRules.direction,
            points_unit=1,
            bot_names=("random", "greedy", "holder", "careful", "expert"),
            players=OpeningRules.players,
            match_format=OpeningRules.match_format,
        ),
        Family(
            name="tile",
            title="Tile rummy and relatives: a table of melds that all take apart and lay anew",
            rules=TileRules,
            presets=TILE_PRESETS,
            ends=TILE_ENDS,
            undecided_ends=("max_turns",),
            direction=TileRules.direction,
            points_unit=TILE_POINTS_UNIT,
            bot_names=(
                "random",
                "rack",
                "max",
                "points-first",
                "joker-keeper",
                "melds-last",
                "waiter",
                "expert",
            ),
            players=TileRules.players,
            match_format=TileRules.match_format,
        ),
    )
}

ALIASES: dict[str, str] = {
    "rummy": "bga_basic",
    "rummy500": "bga_500",
    "rummy51": "remi51_seed",
    "tile": "tile_seed",
}
"""Short names of seed presets."""

PRESETS = {preset.name: (family, preset) for family in FAMILIES.values() for preset in family.presets}


def names() -> list[str]:
    """Names of all presets, family by family."""
    return list(PRESETS)


def find_variant(name: str, options: Mapping[str, Any] | None = None, label: str | None = None) -> Variant:
    """Variant of a preset, with options changed; raises :class:`UnknownNameError` with the nearest name."""
    known = ALIASES.get(name, name)
    if known not in PRESETS:
        near = get_close_matches(name, [*PRESETS, *ALIASES], n=1)
        hint = f"did you mean {near[0]}?" if near else f"games are {', '.join([*PRESETS, *ALIASES])}"
        raise UnknownNameError(f"no game {name!r}; {hint}")
    family, preset = PRESETS[known]
    variant = Variant(name=known, preset=known, family=family, rules=family.rules.checked(preset.options))
    if options:
        variant = variant.with_options(options, label)
    return variant.named(label) if label else variant


def as_variant(variant: Variant | str) -> Variant:
    """A variant, or the preset of that name."""
    if not isinstance(variant, Variant | str):
        raise InputError(f"the game is {variant!r}; allowed is a variant or the name of a game; see rummysim.games()")
    return variant if isinstance(variant, Variant) else find_variant(variant)
