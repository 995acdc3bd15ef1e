"""Clause tests of the referee of the opening family: the deck, hands, the cut card (rules 2.1, OPENING 1)."""

from collections import Counter

import pytest

from tests.reference.opening_cards import JOKER, NATURALS, deck_of, give_jokers_to_cutter
from tests.reference.opening_facts import imbalance
from tests.reference.opening_positions import cards, deal
from tests.reference.opening_rules import rules_of


def test_dealing__seed() -> None:
    """RM-1 to RM-4."""
    table = deal({}, starter=2)
    assert [len(hand) for hand in table.hands] == [15, 14, 14, 14]
    assert table.place_of(0) == 2
    assert table.hands[0] == [*table.deck[28:42], table.deck[56]]
    assert table.hands[2] == table.deck[:14]
    assert table.stock == table.deck[57:-1]
    assert table.cut == table.deck[-1]
    assert table.pile == []
    assert len(table.deck) == 108
    assert imbalance(table) == []


@pytest.mark.parametrize(("decks", "jokers"), [(1, 0), (1, 2), (1, 3), (2, 0), (2, 2), (2, 4), (2, 8)])
def test_dealing__deck(decks: int, jokers: int) -> None:
    deck = deck_of(rules_of({"decks": decks, "jokers": jokers}), 3, 4, 5)
    assert Counter(deck) == Counter(NATURALS * decks + [JOKER] * jokers)


@pytest.mark.parametrize(("n", "each"), [(2, 15), (3, 15), (4, 15), (5, 13), (6, 11)])
def test_dealing__fewer_cards_for_more_players(n: int, each: int) -> None:
    table = deal({"hand_sizes": "15_13_11", "starter_has_extra": False, "cut_card": False}, n)
    assert [len(hand) for hand in table.hands] == [each] * n
    assert (table.cut, len(table.stock)) == (-1, 108 - n * each)


def test_dealing__too_many_cards() -> None:
    with pytest.raises(ValueError, match="too many"):
        deal({"decks": 1, "jokers": 0, "hand_size": 13})


def test_cut_joker__goes_to_the_cutter() -> None:
    """2.7: the cutter keeps jokers and turns another card; the last cards dealt to them are given for it."""
    deck = cards("2c 3c 4c 5c X 7c 8c X")
    give_jokers_to_cutter(deck, 1, 3)
    assert deck == cards("2c 3c 4c 5c X X 8c 7c")
    deck = cards("2c 3c 4c 5c 6c X 8c X")
    give_jokers_to_cutter(deck, 1, 3)
    assert deck == cards("2c 3c 4c 5c X X 8c 6c")


def test_cut_joker__only_with_the_option_and_to_seat_n_minus_2() -> None:
    with_jokers = {"jokers": 8, "cut_joker_to_cutter": True}
    seen = 0
    for unit in range(60):
        plain, table = deal({"jokers": 8}, 3, 1, unit), deal(with_jokers, 3, 1, unit)
        assert table.cut != JOKER
        if plain.cut == JOKER:
            seen += 1
            gained = [a.count(JOKER) - b.count(JOKER) for a, b in zip(table.hands, plain.hands, strict=True)]
            assert gained == [0, 1, 0]
    assert seen
