"""Presets of the family against the table of rules.md 5.4, and what reaches the kernel. No kernel."""

from typing import Any

import pytest

from rummysim.errors import RuleError
from rummysim.games.registry import ALIASES, FAMILIES, find_variant
from rummysim.games.stock.rules import NO_LIMIT, StockRules
from rummysim.results.games import games
from tests.reference.stock import rules_of as referee_rules

NAMES = [
    "bga_basic", "bga_500", "bga_basic_negative", "bicycle_rummy", "block_rummy", "round_the_corner", "one_meld_rummy",
    "rum500_jokers", "rum500_howstuffworks", "rum500_fives", "rum500_floating",
]  # fmt: skip
KEYS = [
    "card_of", "n_cards", "hand_size", "ace_mode", "joker_cards", "extended_discard", "one_meld_per_turn",
    "layoff_requires_meld", "final_discard_required", "call_rummy", "top_must_be_used", "no_return_discard",
    "stock_exhausted", "max_reshuffles", "pile_card_reuse", "max_turns",
]  # fmt: skip
PLAIN = {
    "ace_mode": 0, "joker_cards": 0, "extended_discard": 0, "one_meld_per_turn": 0, "layoff_requires_meld": 0,
    "final_discard_required": 0, "call_rummy": 0, "top_must_be_used": 0, "no_return_discard": 1, "stock_exhausted": 0,
    "max_reshuffles": 0, "pile_card_reuse": 1, "max_turns": 500,
}  # fmt: skip
JOKERS = 1 << 13 | 1 << 29


def rules_of(name: str, **options: Any) -> StockRules:
    """Rules of a preset."""
    rules = find_variant(name).with_options(options).rules
    assert isinstance(rules, StockRules)
    return rules


def test_presets__are_those_of_the_rules_of_play() -> None:
    """rules.md 5.4; design 5: the aliases of the seed presets."""
    assert [preset.name for preset in FAMILIES["stock"].presets] == NAMES
    assert games().filter(family="stock")["name"].to_list() == NAMES
    assert (ALIASES["rummy"], ALIASES["rummy500"]) == ("bga_basic", "bga_500")
    assert find_variant("rummy500") == find_variant("bga_500")
    assert FAMILIES["stock"].undecided_ends == ("max_turns",)


@pytest.mark.parametrize("name", NAMES)
def test_encode__gives_whole_numbers_under_the_kernel_s_names(name: str) -> None:
    for n_players in rules_of(name).players():
        encoded = rules_of(name).encode(n_players)
        assert list(encoded) == KEYS
        assert all(type(value) is int for key, value in encoded.items() if key != "card_of")
        assert sum(card >= 0 for card in encoded["card_of"]) == encoded["n_cards"]
        assert n_players * encoded["hand_size"] + 2 <= encoded["n_cards"]


@pytest.mark.parametrize(
    ("name", "differs"),
    [
        ("bga_basic", {}),
        ("bga_500", {"extended_discard": 1, "ace_mode": 1}),
        ("bga_basic_negative", {}),
        ("bicycle_rummy", {}),
        ("block_rummy", {"stock_exhausted": 2}),
        ("round_the_corner", {"ace_mode": 2}),
        ("one_meld_rummy", {"one_meld_per_turn": 1}),
        ("rum500_jokers", {"extended_discard": 1, "ace_mode": 1, "joker_cards": JOKERS}),
        ("rum500_howstuffworks", {"extended_discard": 1, "ace_mode": 1, "top_must_be_used": 1}),
        ("rum500_fives", {"extended_discard": 1, "ace_mode": 1}),
        ("rum500_floating", {"extended_discard": 1, "ace_mode": 1, "final_discard_required": 1}),
    ],
)
def test_preset__plays_as_rules_of_play_say(name: str, differs: dict[str, int]) -> None:
    """rules.md 4 and 5.4."""
    found = rules_of(name).encode(2)
    assert {key: found[key] for key in PLAIN} == PLAIN | differs


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("bga_basic", (13, 7, 7)),
        ("bga_500", (13, 7, 7)),
        ("bicycle_rummy", (10, 7, 7, 6, 6)),
        ("one_meld_rummy", (10, 7, 7, 6, 6)),
        ("rum500_jokers", (13, 7, 7, 7, 7, 7, 7)),
        ("rum500_howstuffworks", (10, 7, 7, 7, 7, 7, 7)),
    ],
)
def test_preset__deals_by_the_number_of_players(name: str, hands: tuple[int, ...]) -> None:
    """BR-1, rules.md 4.7 and 5.4, S-8, S-53, S-54."""
    rules = rules_of(name)
    assert tuple(rules.encode(n)["hand_size"] for n in rules.players()) == hands


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("bga_basic", {"scoring": "positive", "target": 100, "match_end": "target", "rummy_bonus": 1}),
        ("bga_500", {"scoring": "melded_hand", "target": 500, "match_end": "target", "ace_points_high": 15}),
        ("bga_basic_negative", {"scoring": "negative", "target": 100, "match_end": "first_over"}),
        ("bicycle_rummy", {"scoring": "positive", "rummy_bonus": 2, "no_return_discard": True}),
        ("rum500_jokers", {"scoring": "melded_hand", "joker_points": 15, "target": 500}),
        ("rum500_howstuffworks", {"scoring": "melded_hand", "target": 500}),
        ("rum500_fives", {"scoring": "melded_hand", "simple_scoring": True}),
    ],
)
def test_preset__scores_and_ends_as_rules_of_play_say(name: str, options: dict[str, Any]) -> None:
    """rules.md 4.5, 5.4, BR-14."""
    found = find_variant(name).options()
    assert {option: found[option] for option in options} == options


def test_packs__one_or_two_by_the_number_of_players() -> None:
    """CONTRACT_STOCK 1: universe of 54 or 108, two jokers in each pack."""
    one, two = (rules_of("rum500_jokers").encode(n) for n in (4, 5))
    assert (len(one["card_of"]), one["n_cards"], one["card_of"][52:]) == (54, 54, (13, 29))
    assert (len(two["card_of"]), two["n_cards"], two["card_of"][54:]) == (108, 108, one["card_of"])
    plain = rules_of("bga_500", seats=8).encode(8)
    assert (plain["n_cards"], plain["card_of"][52:54], plain["joker_cards"]) == (104, (-1, -1), 0)
    assert rules_of("bga_500", two_packs_from=2).encode(2)["n_cards"] == 104
    assert rules_of("bga_500", two_packs_from=None, seats=7).encode(7)["n_cards"] == 52


@pytest.mark.parametrize(
    ("options", "encoded"),
    [
        ({"meld_layoff_restriction": True}, {"one_meld_per_turn": 1, "layoff_requires_meld": 1}),
        (
            {"meld_layoff_restriction": True, "layoff_requires_meld": "round"},
            {"one_meld_per_turn": 1, "layoff_requires_meld": 1},
        ),
        ({"layoff_requires_meld": "turn"}, {"one_meld_per_turn": 0, "layoff_requires_meld": 2}),
        ({"call_rummy": "last_discard"}, {"call_rummy": 1}),
        ({"call_rummy": "any"}, {"call_rummy": 2}),
        ({"stock_exhausted": "reshuffle"}, {"stock_exhausted": 1, "max_reshuffles": NO_LIMIT}),
        ({"stock_exhausted": "reshuffle", "max_reshuffles": 3}, {"stock_exhausted": 1, "max_reshuffles": 3}),
        ({"stock_exhausted": "reshuffle_once"}, {"stock_exhausted": 1, "max_reshuffles": 1}),
        ({"stock_exhausted": "end"}, {"stock_exhausted": 2, "max_reshuffles": 0}),
    ],
)
def test_encode__folds_options_together(options: dict[str, Any], encoded: dict[str, int]) -> None:
    """CONTRACT_STOCK 2."""
    found = rules_of("bga_basic", **options).encode(2)
    assert {key: found[key] for key in encoded} == encoded


@pytest.mark.parametrize("name", NAMES)
def test_preset__is_read_alike_by_the_referee(name: str) -> None:
    """CONTRACT_STOCK 1 and 2: hands, packs and reshuffles for each number of players."""
    rules = rules_of(name)
    told = referee_rules({**find_variant(name).options(), "hand_sizes": rules.dealt()})
    for n_players in rules.players():
        encoded = rules.encode(n_players)
        assert encoded["hand_size"] == told.hand_size(n_players)
        assert len(encoded["card_of"]) == 54 * told.packs(n_players)
        assert encoded["max_reshuffles"] == min(told.reshuffle_limit, NO_LIMIT)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"seats": 8, "two_packs_from": None},
            ["seats = 8", "hand_sizes = 13_7", "need 58 cards", "leaves 52", "to 7"],
        ),
        ({"seats": 8, "two_packs_from": "none", "jokers": 2}, ["need 58 cards", "two_packs_from = none leaves 54"]),
        ({"scoring": "negative"}, ["scoring = negative", "match_end = target", "allowed match_end = first_over"]),
        ({"match_end": "first_over"}, ["scoring = positive", "match_end = first_over", "change one of them"]),
        (
            {"meld_layoff_restriction": True, "layoff_requires_meld": "turn"},
            ["meld_layoff_restriction = true", "layoff_requires_meld = turn", "none or round"],
        ),
        ({"max_reshuffles": 1}, ["max_reshuffles = 1", "stock_exhausted = may_end", "stock_exhausted = reshuffle"]),
        ({"max_reshuffles": 1, "stock_exhausted": "reshuffle_once"}, ["max_reshuffles", "reshuffle_once"]),
        ({"pile_card_reuse": False}, ["pile_card_reuse = false", "allowed with extended_discard = true"]),
        ({"ace_points_high": 11}, ["ace_points_high = 11", "ace_mode = low", "ace_mode = either or wrap"]),
        ({"exhausted_no_penalty": True}, ["exhausted_no_penalty = true", "allowed with scoring = melded_hand"]),
        (
            {"split_rounding": "floor", "scoring": "melded_hand"},
            ["split_rounding = floor", "allowed with scoring = positive"],
        ),
        ({"joker_points": 25}, ["joker_points = 25", "jokers = 0", "allowed with jokers = 2"]),
    ],
)
def test_rules__refuse_contradictions_naming_both_fields(options: dict[str, Any], words: list[str]) -> None:
    """One message: the fact, what is allowed, the remedy."""
    with pytest.raises(RuleError) as caught:
        StockRules.checked(options)
    assert [word for word in words if word not in str(caught.value)] == []
    assert "allowed" in str(caught.value)


def test_ace_mode__wrap_is_of_this_family_alone() -> None:
    """rules.md 0.3."""
    assert rules_of("round_the_corner").ace_mode == "wrap"
    with pytest.raises(RuleError, match="ace_mode is 'wrap'; allowed low, either;"):
        find_variant("conga", {"ace_mode": "wrap"})
    with pytest.raises(RuleError, match="match_end is 'elimination'; allowed target, first_over;"):
        find_variant("rummy", {"match_end": "elimination"})
