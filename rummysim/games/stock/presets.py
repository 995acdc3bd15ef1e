"""Named variants of the stock family: values and source, nothing else."""

from rummysim.games.family import Preset

__all__ = ["PRESETS"]

FIVE_HUNDRED = {"extended_discard": True, "ace_mode": "either", "scoring": "melded_hand", "target": 500}

TEN_SEVEN_SIX = {"hand_sizes": "10_7_6", "seats": 6, "two_packs_from": None}

PRESETS = (
    Preset("bga_basic", {}, "seed BGA; rules.md section 4"),
    Preset("bga_500", FIVE_HUNDRED, "seed BGA; rules.md section 4"),
    Preset("bga_basic_negative", {"scoring": "negative", "match_end": "first_over"}, "seed BGA; BR-13"),
    Preset(
        "bicycle_rummy",
        {**TEN_SEVEN_SIX, "rummy_bonus": 2},
        "S-8, S-61, read in part; one pack for up to six players; the rest as in bga_basic",
    ),
    Preset("block_rummy", {"stock_exhausted": "end"}, "S-66, read in part; the rest as in bga_basic"),
    Preset("round_the_corner", {"ace_mode": "wrap"}, "S-66, read in part; an ace left counts 15"),
    Preset(
        "one_meld_rummy",
        {**TEN_SEVEN_SIX, "one_meld_per_turn": True},
        "S-64, read in part; one pack for up to six players; the rest as in bga_basic",
    ),
    Preset("rum500_jokers", {**FIVE_HUNDRED, "jokers": 2, "seats": 8}, "S-53, read in part; two packs from five up"),
    Preset(
        "rum500_howstuffworks",
        {**FIVE_HUNDRED, "hand_sizes": "10_7", "seats": 8, "top_discard_must_be_used": True},
        "S-54: any card of the pile, not the top one alone, if it is used at once; two packs from five players",
    ),
    Preset("rum500_fives", {**FIVE_HUNDRED, "simple_scoring": True}, "S-56, read in part; the rest as in bga_500"),
    Preset(
        "rum500_floating",
        {**FIVE_HUNDRED, "final_discard_required": True},
        "S-56, read in part; the rest as in bga_500",
    ),
)
