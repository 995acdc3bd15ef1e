"""Named variants of the knock family: values and source, nothing else."""

from rummysim.games.family import Preset

__all__ = ["PRESETS"]

CHINCHON = {"figures": "10_10_10", "max_leftover_cards": 1}

GIN = {
    "deck": 52,
    "seats": 2,
    "ace_of_coins_wild": False,
    "hand_size": 10,
    "knock_limit": 10,
    "min_melded": 0,
    "max_leftover_cards": 10,
    "figures": "10_10_10",
    "layoff_targets": "knocker_only",
    "upcard_offer": True,
    "no_return_discard": True,
    "dead_stock": 2,
    "deal_scoring": "difference",
    "match_end": "target",
}

PRESETS = (
    Preset("conga", {}, "seed CONGA; rules.md section 3"),
    Preset(
        "chinchon_juegoacartas",
        {**CHINCHON, "ace_of_coins_wild": False, "knock_limit": 4, "no_knock_first_round": True},
        "S-46, read in part; no wild is named there; a chinchón wins the match as in Conga",
    ),
    Preset(
        "chinchon_vip",
        {**CHINCHON, "knock_limit": 3, "min_melded": 6},
        "S-47, read in part; the rest as in Conga",
    ),
    Preset(
        "chinchon_web",
        {
            "deck": 50,
            "joker_min_players": 3,
            "ace_of_coins_wild": False,
            "max_leftover_cards": 1,
            "max_wilds_when_knocking": 2,
            "wild_penalty_knocker": False,
            "invalid_conga": -10,
            "wild_points": 50,
            "eliminate_at": "reach",
            "reentry": "once",
        },
        "S-48; the pack beside its two jokers is not named: 48 cards",
    ),
    Preset(
        "chinchon_cccj",
        {"max_leftover_cards": 1, "reentry": "unlimited", "reentry_total": "highest"},
        "S-42, read in part: 40 cards of the two packs named; knock limit, one card left over, and re-entry every time "
        "at the highest total are usual; counter-clockwise play is the mirror image and changes nothing",
    ),
    Preset("conga_uy", {"deck": 50}, "S-41, read in part; the rest as in Conga"),
    Preset("gin", GIN, "S-22, S-71; rules.md 8.10; the players start in turn"),
    Preset("gin_eaai", {**GIN, "next_start": "alternate_after_scored"}, "rules of the EAAI-21 challenge, numbers.md"),
    Preset("gin_bga", {**GIN, "undercut_bonus": 10}, "S-72"),
    Preset("gin_classic", {**GIN, "gin_bonus": 20}, "S-73, read in part"),
    Preset("gin_big", {**GIN, "big_gin": True, "big_gin_bonus": 31}, "S-74"),
    Preset("oklahoma", {**GIN, "knock_limit_from_upcard": True}, "S-22, S-73, S-75: spades do not double"),
    Preset("straight_gin", {**GIN, "knock_limit": 0}, "S-73, read in part"),
    Preset(
        "knock_rummy_pypi",
        {
            "deck": 52,
            "ace_of_coins_wild": False,
            "knock_limit": 9,
            "min_melded": 0,
            "max_leftover_cards": 7,
            "figures": "11_12_13",
            "layoff_targets": "none",
            "last_turn_after_knock": True,
            "no_return_discard": True,
            "close_bonus": 0,
            "conga_bonus": 0,
            "match_end": "first_over",
            "eliminate_at": "reach",
        },
        "S-76; not given there and taken as usual: 7 cards, no lay-offs, no bonus for combining all cards, and "
        "that the card taken may not be thrown at once",
    ),
)
