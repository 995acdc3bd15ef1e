"""Named variants of the tile family: values and source, nothing else.

Left out: tile_georgian, because a player there plays all there is to play or draws seven tiles; american_rummikub,
which has a discard pile for each seat; okey and okey_101, where an indicator makes a tile wild and every turn ends with
a discard for the next player.
"""

from rummysim.games.family import Preset

__all__ = ["PRESETS"]

SABRA = {
    "draw_rule": "if_no_play",
    "initial_discard": "none",
    "ace_mode": "low",
    "joker_in_hand": 30,
    "scoring": "zero_sum",
    "joker_release": "fixed",
    "joker_reuse": "new_meld",
    "joker_freed_by": "rack_or_table",
}

PRESETS = (
    Preset("tile_seed", {}, "seed TILE; rules.md section 1"),
    Preset("rummikub_sabra", SABRA, "S-11, S-25, S-24; number of deals and what follows an empty pool as in the seed"),
    Preset(
        "rummikub_online",
        {**SABRA, "manipulate_on_opening_turn": False},
        "S-12; as rummikub_sabra, but only melds in the turn of the opening",
    ),
    Preset("rummikub_50", {**SABRA, "opening_min": 50}, "S-16; as rummikub_sabra, opening 50"),
    Preset(
        "rummikub_tournament",
        {**SABRA, "joker_release": "locked", "group_joker_swap": "both_missing"},
        "S-17; as rummikub_sabra, a joker's meld stays whole until it is freed",
    ),
    Preset("tile_rrrummy_open", {"opening_min": 0}, "S-13; any whole meld opens, all else as in the seed"),
)
