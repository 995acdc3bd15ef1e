"""Named variants of the opening family: values and source, nothing else.

What a source leaves open is as in the seed, ``remi51_seed``; the entry says what that is. Left out, because their
sources leave open how the game is dealt or drawn: rami51_fr (joker points vary), zolik42 (joker points vary, discard
take unknown), romme40, rummy50_hu, elli_bir_51/81/101 and rummy30_skill7 (hand or discard take unknown).
"""

from rummysim.games.family import Preset

__all__ = ["PRESETS"]

THIRTEEN = {"hand_size": 13, "starter_has_extra": False}
OPENS_WITH_CARD = {"discard_take": "only_opened_or_opening", "taken_discard_must_be_used": True}

PRESETS = (
    Preset("remi51_seed", {}, "seed R51; rules.md section 2"),
    Preset(
        "remik_pl",
        {
            "hand_size": 13,
            "pure_run_required": True,
            "ace_points": "1_low_11",
            "joker_in_hand": 50,
            **OPENS_WITH_CARD,
            "go_out": -10,
            "hand": -20,
            "elimination": 501,
            "max_jokers_when_laid": None,
            "max_jokers_total": "less_or_equal",
            "adjacent_jokers": False,
        },
        "S-5; cut card, cut-card hand, unopened and swaps as in the seed",
    ),
    Preset(
        "kalooki51_online",
        {**THIRTEEN, "jokers": 2, "ace_points": "1_low_11", "joker_in_hand": 25, "discard_take": "free"},
        "S-6, S-81; cut card, bonuses, unopened, jokers of a meld and swaps as in the seed",
    ),
    Preset(
        "kalooki40",
        {
            **THIRTEEN,
            "opening_min": 40,
            "ace_points": "11",
            "joker_in_hand": 25,
            "discard_take": "free",
            "set_joker_swap": "both_missing",
        },
        "S-35, S-6; number of jokers, cut card, bonuses and unopened as in the seed",
    ),
    Preset(
        "kaluki_bicycle",
        {
            "hand_sizes": "15_13_11",
            "starter_has_extra": False,
            "ace_points": "15",
            "joker_in_hand": 25,
            "discard_take": "only_opened_or_opening",
            "joker_reuse": "hand",
            "scoring": "winner_scores",
        },
        "S-31; cut card, unopened and jokers of a meld as in the seed",
    ),
    Preset(
        "scala40",
        {
            **THIRTEEN,
            "opening_min": 40,
            "ace_points": "1_low_11",
            "joker_in_hand": 25,
            **OPENS_WITH_CARD,
            "hand_requires_min": False,
            "forbid_playable_discard": True,
            "go_out": 0,
            "hand": 0,
            "cutcard_hand_bonus": 0,
            "elimination": 101,
        },
        "S-9, S-34; cut card, unopened, factor, jokers of a meld and swaps as in the seed, but no bonuses: with them "
        "totals fall and no limit is reached",
    ),
    Preset(
        "rami_casino",
        {
            **THIRTEEN,
            "pure_run_required": True,
            "ace_points": "11",
            "joker_in_hand": 50,
            "discard_take": "from_round_2",
            "taken_discard_must_be_used": True,
            "go_out": 0,
            "hand": -50,
        },
        "S-38; a low ace, cut card, cut-card hand, factor, jokers of a meld and swaps as in the seed",
    ),
    Preset("rummy31", {"opening_min": 31}, "rules.md 5.3: a parameter example, all else as in the seed"),
    Preset("rummy41", {"opening_min": 41}, "rules.md 5.3: a parameter example, all else as in the seed"),
    Preset("rummy71", {"opening_min": 71}, "rules.md 5.3: a parameter example, all else as in the seed"),
)
