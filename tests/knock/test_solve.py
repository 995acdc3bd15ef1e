"""The solver of hands against the referee, which knows every arrangement, and against brute force over melds.

The referee shares no code with the kernels; what is asked of both is one hand under rules drawn at random.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import rummysim as rs
from rummysim.games.family import Variant
from tests.melds import naive
from tests.reference import knock_cards
from tests.reference import knock_melds as referee

CLOSES = {0: "knock", 1: "closed", 2: "invalid_conga", 3: "invalid_conga", 4: "conga", 5: "gin"}
MOST_WILDS = 3
"""Wilds in a drawn hand: the referee lists every arrangement."""


def draw_options(rng: np.random.Generator) -> dict[str, Any]:
    """Options that bear on a single hand."""
    hand_size = int(rng.integers(3, 11))
    min_melded = int(rng.choice([0, 0, min(4, hand_size), hand_size]))
    options: dict[str, Any] = {
        "deck": int(rng.choice([40, 48, 50, 52, 54])),
        "decks": int(rng.choice([1, 1, 2])),
        "seats": 2,
        "hand_size": hand_size,
        "min_melded": min_melded,
        "ace_of_coins_wild": bool(rng.integers(2)),
        "knock_limit": int(rng.choice([0, 5, 10, 30])),
        "max_leftover_cards": int(rng.choice([1, 2, 3, 10])),
        "max_wilds_when_knocking": int(rng.integers(0, 3)),
        "wilds_per_meld": [None, 1, 2][int(rng.integers(3))],
        "figures": str(rng.choice(["10_11_12", "10_10_10", "8_9_10"])),
        "ace_mode": str(rng.choice(["low", "either"])),
        "wild_penalty_knocker": bool(rng.integers(3)),
        "big_gin": bool(rng.integers(2)),
    }
    if rng.integers(2):
        options |= {"deal_scoring": "difference", "match_end": "target"}
    return options


def draw_hand(rng: np.random.Generator, variant: Variant, n_cards: int) -> list[int]:
    """Cards of neighbouring places, so that melds overlap; a kind as often as there are packs."""
    rules: Any = variant.rules
    deck = rules.pack
    low, n_places = int(rng.integers(deck.n_places)), int(rng.integers(3, 8))
    near = {(low + step) % deck.n_places for step in range(max(n_places, n_cards // 2))}
    cards = [card for card in deck.card_of(rules.decks) if card >= 0]
    wild = [card for card in cards if card in knock_cards.JOKERS or (card == 0 and rules.ace_of_coins_wild)]
    plain = [card for card in cards if card not in wild and (card & 15) in near]
    n_wilds = int(rng.integers(min(MOST_WILDS, len(wild)) + 1))
    drawn = [*rng.choice(wild, n_wilds, replace=False), *rng.choice(plain, n_cards - n_wilds, replace=False)]
    return [int(card) for card in drawn]


def cases(seed: int, n_rules: int, n_hands: int) -> Iterator[tuple[Variant, dict[str, Any], list[int]]]:
    """Variants, their options and hands."""
    rng = np.random.default_rng(seed)
    for _ in range(n_rules):
        options = draw_options(rng)
        variant = rs.variant("conga", **options)
        for _ in range(n_hands):
            yield variant, options, draw_hand(rng, variant, options["hand_size"] + int(rng.integers(2)))


def card(rules: referee.Rules, suit: int, place: int) -> str:
    """Name of the card at a place of the line."""
    return knock_cards.name(16 * suit + place % rules.line, rules.deck)


def words(rules: referee.Rules, meld: referee.Meld) -> str:
    """A meld of the referee in notation."""
    if meld.key[0] == 0:
        _, place, suits, n_wilds = meld.key
        return "-".join([*(card(rules, suit, place) for suit in range(4) if suits >> suit & 1), *["X"] * n_wilds])
    _, suit, low, _, pattern = meld.key
    named = [card(rules, suit, low + index) for index in range(len(pattern))]
    return "-".join(f"X(={name})" if is_wild else name for name, is_wild in zip(named, pattern, strict=True))


def knock_of(rules: referee.Rules, kept: frozenset[int]) -> tuple[int, referee.Arrangement] | None:
    """Close and arrangement of a knock, None if the cards allow none."""
    if not referee.may_knock(rules, kept):
        return None
    return referee.close_of(rules, kept), referee.knocker_arrangement(rules, kept)


def best_throw(rules: referee.Rules, hand: frozenset[int]) -> int:
    """The discard that allows the best knock, else the natural one that leaves least."""

    def last(card: int) -> tuple:
        return rules.is_wild(card), -(card & 15), card >> 4

    knocking, quiet = [], []
    for thrown in {knock_cards.kind(card) for card in hand}:
        kept = knock_cards.without(hand, thrown)
        knock = knock_of(rules, kept)
        if knock:
            knocking.append((-knock[0], knock[1].leftover(rules), last(thrown), thrown))
        quiet.append((rules.is_wild(thrown), referee.least_leftover(rules, kept), last(thrown), thrown))
    return min(knocking or quiet)[-1]


def check_laid(rules: referee.Rules, cards: frozenset[int], told: tuple[Any, ...], *, knocks: bool) -> None:
    """Melds, cards left, natural points, wilds left."""
    laid = referee.knocker_arrangement(rules, cards) if knocks else referee.best_arrangement(rules, cards)
    melds, left, points, n_wilds = told
    assert list(melds) == [words(rules, meld) for meld in laid.melds]
    assert (n_wilds, points) == laid.leftover(rules)
    naturals = knock_cards.names(laid.left, rules.deck).split()
    wilds = [name for name in left if name == "X" or (rules.ace_of_coins_wild and name == card(rules, 0, 0))]
    assert sorted(left) == sorted([*naturals, *wilds])
    assert len(wilds) == n_wilds


@pytest.mark.parametrize("seed", range(6))
def test_solution__is_that_of_the_referee(seed: int) -> None:
    seen = set()
    for variant, options, cards in cases(seed, 20, 8):
        rules, hand = referee.rules_of(options), referee.canonical(cards)
        told = rs.solve(variant, knock_cards.names(hand, rules.deck))
        held = told.melds, told.leftover_cards, told.leftover, told.wilds_left
        kept = hand
        if len(cards) == options["hand_size"]:
            assert told.best_discard is told.melds_after_discard is told.points_after_discard is None
        else:
            check_laid(rules, hand, held, knocks=False)
            thrown = best_throw(rules, hand)
            assert told.best_discard == knock_cards.name(thrown, rules.deck), (variant, told)
            kept = knock_cards.without(hand, thrown)
            n_wilds = told.wilds_left_after_discard
            held = told.melds_after_discard, told.leftover_cards_after_discard, told.leftover_after_discard, n_wilds
        knock = knock_of(rules, kept)
        assert told.may_knock == (knock is not None)
        assert told.close == (CLOSES[knock[0]] if knock else None)
        check_laid(rules, kept, held, knocks=told.may_knock)
        seen.add((told.close, told.best_discard is None))
    assert len(seen) >= 6


@pytest.mark.parametrize("seed", [1, 2])
def test_leftover__is_that_of_brute_force(seed: int) -> None:
    """One pack, no limit of wilds in a meld: every partition into melds is tried."""
    rng = np.random.default_rng(seed)
    for _ in range(60):
        options = {"deck": int(rng.choice([40, 50, 52])), "ace_mode": str(rng.choice(["low", "either"]))}
        variant = rs.variant("conga", knock_limit=0, max_wilds_when_knocking=4, **options)
        rules: Any = variant.rules
        line = naive.Line(rules.card_points(), rules.ace_mode == "either")
        cards = draw_hand(rng, variant, 8)
        naturals = frozenset(card for card in cards if card and card not in knock_cards.JOKERS)
        n_wilds = 8 - len(naturals)
        told = rs.solve(variant, knock_cards.names(cards, rules.deck))
        assert (told.wilds_left, told.leftover) == naive.least_leftover(line, naturals, n_wilds, 0 in cards)
        after = told.wilds_left_after_discard, told.leftover_after_discard
        least, thrown = naive.best_discard(line, naturals, n_wilds, 0 in cards)
        assert after <= least
        if not told.may_knock:
            assert (after, told.best_discard) == (least, knock_cards.name(thrown, rules.deck))


@pytest.mark.parametrize(
    ("variant", "hand", "discard"),
    [
        (rs.variant("conga"), "1o 4b 5b 6b 7b 10b 11b 12b", "1o"),
        (rs.variant("conga"), "1o 3b 4b 5b 6b 7b 10b 12b", "12b"),
        (rs.variant("conga", deck=50), "X 2c 2e 2b 5b 6b 7b 12o", "12o"),
        (rs.variant("conga", deck=50), "X X 2c 2e 2b 5b 6b 7b", "X"),
        (rs.variant("conga", deck=50, hand_size=3, min_melded=3, decks=2), "X X X X", "X"),
        (rs.variant("conga", decks=2), "4e 4e 5e 5e 6e 6e 12b 12b", "12b"),
    ],
    ids=str,
)
def test_best_discard__serves_the_best_close(variant: Variant, hand: str, discard: str) -> None:
    """A natural conga before one with a wild, all combined before cards left; naturals before wilds."""
    assert rs.solve(variant, hand).best_discard == discard


def test_big_gin__is_asked_where_the_rules_have_it() -> None:
    run = "Ac 2c 3c 4c 5c 6c 7c 8c 9c 10c Jc"
    assert rs.solve("gin_big", run).big_gin is True
    assert rs.solve("gin_big", run.replace("Jc", "Kc")).big_gin is False
    assert rs.solve("gin_big", run.removesuffix(" Jc")).big_gin is False
    assert rs.solve("gin", run).big_gin is None


def test_points__of_a_wild_left_over() -> None:
    """wild_points; nothing for who knocks where the wild counts against the others only (S-48)."""
    alone = "X 2o 4c 6e 8b 10o 12c"
    for wild_points in (25, 50):
        told = rs.solve(rs.variant("conga", deck=50, wild_points=wild_points), alone)
        assert (told.leftover, told.wilds_left, told.points) == (42, 1, 42 + wild_points)
    spared = rs.solve("chinchon_web", "X 5b 6b 7b 2c 2e 2b")
    assert (spared.close, spared.points) == ("closed", 0)
    web = rs.variant("chinchon_web", wilds_per_meld=1, hand_size=4, min_melded=3)
    told = rs.solve(web, "5b 5c X X")
    assert (told.close, told.wilds_left, told.points, told.leftover_cards) == ("knock", 1, 0, ("X",))
    held = rs.solve(web, "5b 5c X X 12o")
    assert (held.points, held.best_discard, held.points_after_discard) == (12 + 50, "12o", 0)
