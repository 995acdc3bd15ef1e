"""Presets of the family against the table of rules.md 5.3, and what reaches the kernel. No kernel."""

from typing import Any

import pytest

from rummysim.errors import RuleError
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.registry import ALIASES, FAMILIES, find_variant

NAMES = [
    "remi51_seed", "remik_pl", "kalooki51_online", "kalooki40", "kaluki_bicycle", "scala40", "rami_casino", "rummy31",
    "rummy41", "rummy71",
]  # fmt: skip


def rules_of(name: str, **options: Any) -> OpeningRules:
    """Rules of a preset."""
    rules = find_variant(name).with_options(options).rules
    assert isinstance(rules, OpeningRules)
    return rules


def test_presets__are_those_of_the_rules_of_play() -> None:
    """rules.md 5.3; design 5: the alias of the seed preset."""
    assert [preset.name for preset in FAMILIES["opening"].presets] == NAMES
    assert ALIASES["rummy51"] == "remi51_seed"
    assert FAMILIES["opening"].undecided_ends == ("exhausted", "max_turns")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("remi51_seed", {"opening_min": 51, "hand_size": 14, "starter_has_extra": True, "joker_in_hand": 20}),
        ("remi51_seed", {"go_out": -40, "hand": -80, "cutcard_hand_bonus": -120, "unopened": "100"}),
        ("remik_pl", {"opening_min": 51, "pure_run_required": True, "hand_size": 13, "ace_points": "1_low_11"}),
        ("remik_pl", {"joker_in_hand": 50, "go_out": -10, "hand": -20, "elimination": 501, "adjacent_jokers": False}),
        ("kalooki51_online", {"opening_min": 51, "hand_size": 13, "ace_points": "1_low_11", "jokers": 2}),
        ("kalooki40", {"opening_min": 40, "ace_points": "11", "joker_in_hand": 25, "set_joker_swap": "both_missing"}),
        ("kaluki_bicycle", {"hand_sizes": "15_13_11", "ace_points": "15", "scoring": "winner_scores"}),
        ("scala40", {"opening_min": 40, "hand_requires_min": False, "elimination": 101, "joker_in_hand": 25}),
        ("rami_casino", {"pure_run_required": True, "discard_take": "from_round_2", "hand": -50, "joker_in_hand": 50}),
        ("rummy31", {"opening_min": 31}),
        ("rummy41", {"opening_min": 41}),
        ("rummy71", {"opening_min": 71}),
    ],
)
def test_preset__is_as_rules_of_play_say(name: str, options: dict[str, Any]) -> None:
    """rules.md 5.3."""
    found = find_variant(name).options()
    assert {option: found[option] for option in options} == options


@pytest.mark.parametrize("name", NAMES)
def test_encode__deals_what_there_is(name: str) -> None:
    """CONTRACT_OPENING 1: a universe of 112, the jokers of its first indices."""
    rules = rules_of(name)
    for n_players in rules.players():
        encoded = rules.encode(n_players)
        assert len(encoded["card_of"]) == 112
        assert sum(card >= 0 for card in encoded["card_of"]) == encoded["n_cards"] == 104 + rules.jokers
        assert n_players * encoded["hand_size"] + 1 < encoded["n_cards"]


def test_hand_sizes__are_by_the_number_of_players() -> None:
    """CONTRACT_OPENING 1."""
    rules = rules_of("kaluki_bicycle")
    assert [rules.dealt_to(n) for n in range(2, 7)] == [15, 15, 15, 13, 11]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"decks": 1}, ["seats = 6", "decks = 1", "allowed seats up to"]),
        ({"elimination": 101, "scoring": "winner_scores"}, ["elimination = 101", "scoring = winner_scores"]),
        ({"elimination": 101, "deals": 4}, ["elimination = 101", "deals = 4", "leave deals out"]),
        ({"hand_sizes": "15_13_11", "hand_size": 13}, ["hand_size = 13", "hand_sizes = 15_13_11"]),
        ({"cut_card": False, "cut_joker_to_cutter": True}, ["cut_joker_to_cutter = true", "cut_card = false"]),
        ({"stock_exhausted": "end", "max_reshuffles": 2}, ["max_reshuffles = 2", "stock_exhausted = end"]),
        ({"starter_has_extra": False, "first_turn_melding": False}, ["first_turn_melding = false"]),
        ({"discard_take": "free", "starter_privilege_second_turn": True}, ["starter_privilege_second_turn = true"]),
        ({"scoring": "winner_scores", "go_out": -10}, ["go_out = -10", "scoring = own_hand"]),
    ],
)
def test_rules__refuse_contradictions_naming_both_fields(options: dict[str, Any], words: list[str]) -> None:
    """One message: the fact, what is allowed, the remedy."""
    with pytest.raises(RuleError) as caught:
        OpeningRules.checked(options)
    assert [word for word in words if word not in str(caught.value)] == []
    assert "allowed" in str(caught.value)
