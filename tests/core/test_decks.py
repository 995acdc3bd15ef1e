"""Decks, and how they are dealt: decks share places, seatings share cards."""

from typing import Any

import numpy as np
import pytest

from rummysim.core.decks import DECKS, JOKERS, UNIVERSE
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.play import Player
from rummysim.games.knock.rules import KnockRules
from rummysim.games.knock.state import STOCK_AT, STOCK_END, fill_deck
from tests.reference import streams as referee

SEED = 17


def player_of(n_players: int = 4, **options: Any) -> Player:
    """A table."""
    return Player(KnockRules(**options).encode, [BOTS["greedy"]] * n_players)


def deck_of(deck: int, unit: int, round_: int = 0) -> list[int]:
    """Cards in dealing order."""
    player = player_of(deck=deck)
    deal = player.game.deal
    fill_deck(deal.deck, player.order, player.card_of, deck, SEED, unit, round_)
    return [int(card) for card in deal.deck[:deck]]


@pytest.mark.parametrize("deck", [40, 48, 50])
def test_deck__cards_by_universe_index(deck: int) -> None:
    """CONTRACT 2: index suit * 13 + number − 1, then the jokers at 52 and 53."""
    cards = DECKS[deck].card_of()
    assert len(cards) == UNIVERSE
    present = [card for card in cards if card >= 0]
    assert len(present) == len(set(present)) == DECKS[deck].n_cards == deck
    numbers = DECKS[deck].numbers
    for suit in range(4):
        for number in range(1, 14):
            expected = 16 * suit + numbers.index(number) if number in numbers else -1
            assert cards[13 * suit + number - 1] == expected
    assert cards[52:] == (JOKERS if deck == 50 else (-1, -1))


@pytest.mark.parametrize("deck", [40, 48, 50])
def test_dealing__closes_gaps_with_present_cards_from_behind(deck: int) -> None:
    """CONTRACT 2: the front of the shuffled universe; absent cards give way to the next from behind."""
    card_of = DECKS[deck].card_of()
    for unit in range(20):
        order = referee.shuffle(list(range(UNIVERSE)), referee.stream(SEED, unit, 3, 1, 0))
        cards = [card_of[index] for index in order]
        behind = [card for card in cards[deck:] if card >= 0]
        expected = [card if card >= 0 else behind.pop(0) for card in cards[:deck]]
        assert behind == []
        assert deck_of(deck, unit, 3) == expected


@pytest.mark.parametrize(("small", "large"), [(40, 48), (40, 50), (48, 50)])
def test_dealing__decks_share_the_places_of_the_cards_that_both_have(small: int, large: int) -> None:
    """Design, randomness: a card in front that both decks have lies at the same place in both."""
    shared = 0
    numbers = (DECKS[small].numbers, DECKS[large].numbers)
    for unit in range(200):
        order = referee.shuffle(list(range(UNIVERSE)), referee.stream(SEED, unit, 0, 1, 0))
        few, many = deck_of(small, unit), deck_of(large, unit)
        for place, index in enumerate(order[:small]):
            suit, number = divmod(index, 13)
            if index < 52 and number + 1 in numbers[0]:
                assert few[place] == 16 * suit + numbers[0].index(number + 1)
                assert many[place] == 16 * suit + numbers[1].index(number + 1)
                shared += 1
    assert shared / (200 * small) == pytest.approx(small / UNIVERSE, abs=0.02)


@pytest.mark.parametrize("options", [{}, {"deck": 50}, {"starter_has_eight": True}])
@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_dealing__cards_are_the_same_for_all_seatings(n_players: int, options: dict[str, Any]) -> None:
    """Design, words: place j holds the j-th hand whoever starts; an extra card is the next of the stock."""
    player = player_of(n_players, **options)
    eight = bool(options.get("starter_has_eight"))
    for unit in range(10):
        deck = deck_of(options.get("deck", 40), unit)
        by_place = [sum(1 << card for card in deck[7 * place : 7 * place + 7]) for place in range(n_players)]
        for starter in range(n_players):
            hands, upcard = player.dealt(np.array([SEED, unit, 0, n_players, starter]))
            expected = [by_place[(starter + seat) % n_players] for seat in range(n_players)]
            expected[0] |= 1 << deck[7 * n_players + 1] if eight else 0
            assert hands == expected
            assert upcard == deck[7 * n_players]
            deal = player.game.deal
            stock = deal.stock[deal.now[STOCK_AT] : deal.now[STOCK_END]].tolist()
            assert stock == deck[7 * n_players + 1 + eight :]


def test_dealing__depends_on_seed_unit_and_round() -> None:
    """Design, randomness: cards depend on seed, unit and round alone, and on each of them."""
    player = player_of(2)
    keys = [(seed, unit, round_) for seed in (1, 2) for unit in range(30) for round_ in range(30)]
    first = {tuple(player.dealt(np.array([*key, 2, 0]))[0]) for key in keys}
    assert len(first) == len(keys)
