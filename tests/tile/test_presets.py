"""Presets of the family against the table of rules.md 5.2, what reaches the kernel, contradictions. No kernel."""

from typing import Any

import pytest

from rummysim.errors import RuleError
from rummysim.games.registry import ALIASES, FAMILIES, find_variant
from rummysim.games.tile.rules import TileRules

NAMES = [
    "tile_seed", "rummikub_sabra", "rummikub_online", "rummikub_50", "rummikub_tournament", "tile_rrrummy_open",
]  # fmt: skip
SABRA = {
    "draw_rule": "if_no_play",
    "hand_size": 14,
    "initial_discard": "none",
    "opening_min": 30,
    "ace_mode": "low",
    "joker_in_hand": 30,
    "scoring": "zero_sum",
    "joker_release": "fixed",
    "joker_reuse": "new_meld",
    "joker_freed_by": "rack_or_table",
    "manipulate_on_opening_turn": True,
}


def test_presets__are_those_of_the_rules_of_play() -> None:
    """rules.md 5.2; design 5: the alias of the seed preset."""
    assert [preset.name for preset in FAMILIES["tile"].presets] == NAMES
    assert ALIASES["tile"] == "tile_seed"
    assert FAMILIES["tile"].undecided_ends == ("max_turns",)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tile_seed", {"jokers": 2, "hand_size": 14, "ace_mode": "either", "draw_rule": "always", "opening_min": 30}),
        ("tile_seed", {"joker_in_hand": 50, "rearrange": "free", "deals": 4, "scoring": "own_rack", "seats": 4}),
        ("tile_seed", {"joker_release": "free", "pool_empty": "play_on", "tie": "share", "initial_discard": "dead"}),
        ("rummikub_sabra", SABRA),
        ("rummikub_online", {**SABRA, "manipulate_on_opening_turn": False}),
        ("rummikub_50", {**SABRA, "opening_min": 50}),
        ("rummikub_tournament", {**SABRA, "joker_release": "locked", "group_joker_swap": "both_missing"}),
        ("tile_rrrummy_open", {"opening_min": 0, "draw_rule": "always"}),
    ],
)
def test_preset__is_as_rules_of_play_say(name: str, options: dict[str, Any]) -> None:
    """rules.md 1.6, 1.7, 5.2."""
    found = find_variant(name).options()
    assert {option: found[option] for option in options} == options


@pytest.mark.parametrize("jokers", [0, 1, 2, 8])
def test_encode__deals_what_there_is(jokers: int) -> None:
    """CONTRACT_TILE 1: a universe of 112, all naturals twice, the jokers of its first indices."""
    encoded = TileRules(jokers=jokers).encode(4)
    present = [card for card in encoded["card_of"] if card >= 0]
    assert len(encoded["card_of"]) == 112
    assert len(present) == encoded["n_cards"] == 104 + jokers
    assert all(present.count(16 * colour + place) == 2 for colour in range(4) for place in range(13))
    last = [index for index, card in enumerate(encoded["card_of"]) if card >= 0 and card % 16 > 12]
    assert last == [52, 53, 106, 107, 108, 109, 110, 111][:jokers]


@pytest.mark.parametrize(
    ("options", "binds"),
    [
        ({}, 0),
        ({"joker_release": "fixed"}, 1),
        ({"joker_reuse": "new_meld"}, 1),
        ({"max_jokers_per_meld": 1}, 1),
        ({"max_jokers_per_meld": 2}, 0),
        ({"max_jokers_per_meld": 2, "jokers": 4}, 1),
    ],
)
def test_encode__says_when_jokers_are_bound(options: dict[str, Any], binds: int) -> None:
    """Only then is the solver for bound jokers compiled."""
    assert TileRules.checked(options).encode(2)["binds_jokers"] == binds


def test_direction__is_lower_but_where_winners_score() -> None:
    """8.8."""
    directions = {name: TileRules.checked({"scoring": name}).direction() for name in ("own_rack", "zero_sum")}
    assert directions == {"own_rack": "lower", "zero_sum": "higher"}
    assert TileRules.checked({"scoring": "winner_only"}).direction() == "higher"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"hand_size": 25, "jokers": 0}, []),
        ({"hand_size": 25, "seats": 4, "jokers": 2, "initial_discard": "none"}, []),
        ({"rearrange": "none", "joker_release": "fixed"}, ["joker_release = fixed", "rearrange = none"]),
        ({"rearrange": "none", "joker_reuse": "new_meld"}, ["joker_reuse = new_meld", "rearrange = none"]),
        ({"joker_freed_by": "rack_or_table"}, ["joker_freed_by = rack_or_table", "joker_release = free"]),
        ({"group_joker_swap": "both_missing"}, ["group_joker_swap = both_missing", "joker_release = free"]),
        (
            {"scoring": "zero_sum", "pool_empty_scoring": "difference_to_lowest"},
            ["pool_empty_scoring = difference_to_lowest", "scoring = zero_sum"],
        ),
    ],
)
def test_rules__refuse_contradictions_naming_both_fields(options: dict[str, Any], words: list[str]) -> None:
    """One message: the fact, what is allowed, the remedy."""
    if not words:
        assert TileRules.checked(options)
        return
    with pytest.raises(RuleError) as caught:
        TileRules.checked(options)
    assert [word for word in words if word not in str(caught.value)] == []
    assert "allowed" in str(caught.value)
