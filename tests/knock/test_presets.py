"""Presets of the family against the table of rules.md 5.1, and what reaches the kernel. No kernel."""

from typing import Any

import pytest

from rummysim.errors import RuleError
from rummysim.games.knock.rules import KnockRules
from rummysim.games.registry import FAMILIES, find_variant
from rummysim.results.games import games
from rummysim.results.games import rules as rule_page

NAMES = [
    "conga", "chinchon_juegoacartas", "chinchon_vip", "chinchon_web", "chinchon_cccj", "conga_uy", "gin", "gin_eaai",
    "gin_bga", "gin_classic", "gin_big", "oklahoma", "straight_gin", "knock_rummy_pypi",
]  # fmt: skip
KEYS = [
    "card_of", "points", "n_wilds", "cap", "n_cards", "hand_size", "n_places", "ace_high", "wild_cards", "joker_cards",
    "own_ace", "knock_limit", "max_leftover_cards", "max_jokers", "no_knock_first_round", "layoff_targets",
    "wild_layoff", "knock_without_draw", "starter_has_eight", "no_return_discard", "max_turns", "max_reshuffles",
    "wild_penalty_knocker", "upcard_offer", "dead_stock", "fiftieth_card", "big_gin", "limit_from_upcard",
    "upcard_limits", "last_turn", "difference",
]  # fmt: skip
TUPLES = ("card_of", "points", "upcard_limits")


def rules_of(name: str, **options: Any) -> KnockRules:
    """Rules of a preset."""
    rules = find_variant(name).with_options(options).rules
    assert isinstance(rules, KnockRules)
    return rules


def test_presets__are_those_of_the_rules_of_play() -> None:
    assert [preset.name for preset in FAMILIES["knock"].presets] == NAMES
    assert games().filter(family="knock")["name"].to_list() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_encode__gives_whole_numbers_under_the_kernel_s_names(name: str) -> None:
    for n_players in rules_of(name).players():
        encoded = rules_of(name).encode(n_players)
        assert list(encoded) == KEYS
        assert all(type(value) is int for key, value in encoded.items() if key not in TUPLES)
        assert sum(card >= 0 for card in encoded["card_of"]) == encoded["n_cards"]
        assert len(encoded["points"]) == encoded["n_places"]


@pytest.mark.parametrize(
    ("name", "encoded"),
    [
        ("gin", {"n_cards": 52, "hand_size": 10, "knock_limit": 10, "max_leftover_cards": 10, "n_wilds": 0}),
        ("gin", {"dead_stock": 2, "max_reshuffles": 0, "difference": 1, "upcard_offer": 1, "layoff_targets": 1}),
        ("gin", {"no_return_discard": 1, "big_gin": 0, "ace_high": 0, "fiftieth_card": 0}),
        ("gin", {"points": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)}),
        ("gin_big", {"big_gin": 1}),
        ("oklahoma", {"limit_from_upcard": 1, "upcard_limits": (*range(1, 11), 10, 10, 10)}),
        ("straight_gin", {"knock_limit": 0}),
        ("chinchon_vip", {"knock_limit": 3, "max_leftover_cards": 1, "n_wilds": 1, "own_ace": 1}),
        ("chinchon_juegoacartas", {"knock_limit": 4, "max_leftover_cards": 1, "no_knock_first_round": 1}),
        ("chinchon_juegoacartas", {"points": (1, 2, 3, 4, 5, 6, 7, 10, 10, 10), "layoff_targets": 2}),
        ("chinchon_web", {"knock_limit": 5, "max_leftover_cards": 1, "wild_penalty_knocker": 0, "own_ace": 0}),
        ("chinchon_cccj", {"points": (1, 2, 3, 4, 5, 6, 7, 10, 11, 12), "own_ace": 1}),
        ("conga_uy", {"n_cards": 50, "n_wilds": 3}),
        ("knock_rummy_pypi", {"knock_limit": 9, "last_turn": 1, "points": (*range(1, 11), 11, 12, 13)}),
    ],
)
def test_preset__plays_as_rules_of_play_say(name: str, encoded: dict[str, Any]) -> None:
    """rules.md 5.1."""
    found = rules_of(name).encode(2)
    assert {key: found[key] for key in encoded} == encoded


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("gin", {"gin_bonus": 25, "undercut_bonus": 25, "target": 100, "match_end": "target", "seats": 2}),
        ("gin_eaai", {"next_start": "alternate_after_scored", "big_gin": False, "target": 100}),
        ("gin_bga", {"undercut_bonus": 10, "gin_bonus": 25}),
        ("gin_classic", {"gin_bonus": 20}),
        ("gin_big", {"big_gin_bonus": 25 + 6}),
        ("oklahoma", {"oklahoma_spade_double": False}),
        ("chinchon_juegoacartas", {"close_bonus": -10, "conga_bonus": "win_match"}),
        ("chinchon_web", {"close_bonus": -10, "invalid_conga": -10, "conga_bonus": "win_match", "wild_points": 50}),
        ("chinchon_web", {"eliminate_at": "reach", "reentry": "once", "reentry_total": "second_highest"}),
        ("chinchon_cccj", {"wild_points": 25, "reentry": "unlimited"}),
        ("conga_uy", {"limit": 100, "eliminate_at": "over"}),
        ("knock_rummy_pypi", {"match_end": "first_over", "limit": 100}),
    ],
)
def test_preset__scores_and_ends_as_rules_of_play_say(name: str, options: dict[str, Any]) -> None:
    """rules.md 5.1."""
    found = find_variant(name).options()
    assert {option: found[option] for option in options} == options


def test_joker_min_players__takes_the_printed_jokers_out() -> None:
    """CONTRACT 5.1, chinchon_web: two jokers from three players up."""
    few, many = (rules_of("chinchon_web").encode(n) for n in (2, 3))
    jokers = 1 << 13 | 1 << 29
    assert [(each["n_cards"], each["n_wilds"], each["joker_cards"]) for each in (few, many)] == [
        (48, 0, 0),
        (50, 2, jokers),
    ]
    assert few["card_of"][52:] == (-1, -1)
    assert many["card_of"][52:] == (13, 29)


def test_encode__two_packs() -> None:
    """CONTRACT 5.1: 108 indices, every wild twice."""
    encoded = rules_of("conga", decks=2, seats=8, deck=50).encode(8)
    assert (len(encoded["card_of"]), encoded["n_cards"], encoded["n_wilds"]) == (108, 100, 6)
    assert encoded["wild_cards"].bit_count() == 3


def test_encode__none_is_a_number_for_the_kernel() -> None:
    """CONTRACT 5.2, 5.3."""
    encoded = rules_of("conga").encode(2)
    assert (encoded["cap"], encoded["dead_stock"], encoded["max_reshuffles"]) == (99, -1, 1 << 30)
    assert rules_of("conga", wilds_per_meld=1).encode(2)["cap"] == 1
    assert rules_of("conga", dead_stock=0).encode(2)["dead_stock"] == 0


def test_case_49__rule_page_follows_the_parameters() -> None:
    """cases.md 49: the printed rule summary is generated from the parameters."""
    pages = {name: dict(rule_page(name).select("option", "value").iter_rows()) for name in ("gin", "oklahoma")}
    assert [page["knock_limit_from_upcard"] for page in pages.values()] == ["false", "true"]
    assert [page["knock_limit"] for page in pages.values()] == ["10", "10"]


def test_presets__may_be_changed_within_what_goes_together() -> None:
    """One message names both options and the remedy."""
    assert rules_of("gin", big_gin=True).encode(2)["big_gin"] == 1
    with pytest.raises(
        RuleError, match=r"seats = 4 .*; allowed with seats = 2; change seats or leave deal_scoring out"
    ):
        find_variant("gin", {"seats": 4})
    with pytest.raises(RuleError, match=r"deal_scoring = each_own and match_end = target contradict"):
        find_variant("gin", {"deal_scoring": "each_own"})
