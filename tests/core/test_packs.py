"""French decks, and two packs: CONTRACT 2 and 5.1; no kernel."""

import pytest

from rummysim.core.decks import DECKS, JOKERS, UNIVERSE


@pytest.mark.parametrize("deck", [52, 54])
def test_french_deck__has_thirteen_places_in_four_suits(deck: int) -> None:
    """CONTRACT 5.1: 52 = numbers 1–13 in the suits c d h s, 54 = 52 and both jokers."""
    cards = DECKS[deck].card_of()
    assert DECKS[deck].n_places == 13
    assert DECKS[deck].ranks == ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    assert cards[:52] == tuple(16 * suit + place for suit in range(4) for place in range(13))
    assert cards[52:] == (JOKERS[:2] if deck == 54 else (-1, -1))


@pytest.mark.parametrize("deck", DECKS)
def test_two_packs__follow_one_another(deck: int) -> None:
    """CONTRACT 5.1: universe of 108 cards, the second pack's indices + 54."""
    one, two = DECKS[deck].card_of(), DECKS[deck].card_of(2)
    assert len(two) == 2 * UNIVERSE == 108
    assert two == one + one
    assert sum(card >= 0 for card in two) == 2 * deck


@pytest.mark.parametrize("deck", DECKS)
def test_without_jokers__leaves_all_else(deck: int) -> None:
    """CONTRACT 5.1, joker_min_players: the printed jokers are taken out of the deck."""
    less = DECKS[deck].without_jokers()
    assert less.n_cards == deck - DECKS[deck].n_jokers
    assert less.card_of() == (*DECKS[deck].card_of()[:52], -1, -1)
    assert (less.numbers, less.suits) == (DECKS[deck].numbers, DECKS[deck].suits)
