"""Decks, and how they are dealt: decks share places, seatings share cards."""

from typing import Any

import numpy as np
import pytest

from rummysim.core.dealing import fill_deck
from rummysim.core.decks import DECKS, JOKERS, UNIVERSE
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.play import Player
from rummysim.games.knock.rules import KnockRules
from tests.reference import streams as referee

SEED = 17


def player_of(n_players: int = 4, **options: Any) -> Player:
    """A table."""
    return Player(KnockRules(**options).encode, [BOTS["greedy"]] * n_players)


def deck_of(deck: int, unit: int, round_: int = 0, decks: int = 1) -> list[int]:
    """Cards in dealing order."""
    game = player_of(deck=deck, decks=decks).set_table(4)
    fill_deck(game["code"], game["deal"], SEED, unit, round_)
    return [int(card) for card in game["deal"]["deck"][: decks * deck]]


@pytest.mark.parametrize("deck", DECKS)
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
    assert cards[52:] == (JOKERS[:2] if deck in (50, 54) else (-1, -1))
    assert DECKS[deck].card_of(2) == cards * 2


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("n_packs", [1, 2])
def test_dealing__closes_gaps_with_present_cards_from_behind(deck: int, n_packs: int) -> None:
    """CONTRACT 2, 5.1: the front of the shuffled universe of one pack or two; absent cards give way to the next from
    behind.
    """
    card_of, n_cards = DECKS[deck].card_of(n_packs), n_packs * deck
    for unit in range(20):
        order = referee.shuffle(list(range(n_packs * UNIVERSE)), referee.stream(SEED, unit, 3, 1, 0))
        cards = [card_of[index] for index in order]
        behind = [card for card in cards[n_cards:] if card >= 0]
        expected = [card if card >= 0 else behind.pop(0) for card in cards[:n_cards]]
        assert behind == []
        assert deck_of(deck, unit, 3, n_packs) == expected
        assert sorted(expected) == sorted(card for card in card_of if card >= 0)


def test_dealing__without_jokers_is_that_of_the_smaller_deck() -> None:
    """CONTRACT 5.1, joker_min_players: with fewer players the deck of 54 is that of 52, card for card."""
    with_jokers, without = player_of(deck=54, joker_min_players=3), player_of(deck=52)
    for unit in range(10):
        job = np.array([SEED, unit, 0, 2, 0])
        assert with_jokers.dealt(job) == without.dealt(job)
        stocks = [player.game["deal"]["deck"][:52].tolist() for player in (with_jokers, without)]
        assert stocks[0][15:] == stocks[1][15:]
        assert with_jokers.game["deal"]["stock_end"] == 52
    with_jokers.dealt(np.array([SEED, 0, 0, 3, 0]))
    assert with_jokers.game["deal"]["stock_end"] == 54


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


@pytest.mark.parametrize("options", [{}, {"deck": 50}, {"starter_has_eight": True}, {"deck": 54, "decks": 2}])
@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_dealing__cards_are_the_same_for_all_seatings(n_players: int, options: dict[str, Any]) -> None:
    """Design, words: place j holds the j-th hand whoever starts; an extra card is the next of the stock."""
    player = player_of(n_players, **options)
    eight = bool(options.get("starter_has_eight"))
    for unit in range(10):
        deck = deck_of(options.get("deck", 40), unit, 0, options.get("decks", 1))
        by_place = [_masks(deck[7 * place : 7 * place + 7]) for place in range(n_players)]
        for starter in range(n_players):
            hands, upcard = player.dealt(np.array([SEED, unit, 0, n_players, starter]))
            expected = [by_place[(starter + seat) % n_players] for seat in range(n_players)]
            if eight:
                at = 7 * starter
                expected[0] = _masks([*deck[at : at + 7], deck[7 * n_players + 1]])
            assert hands == expected
            assert upcard == deck[7 * n_players]
            deal = player.game["deal"]
            stock = deal["deck"][deal["stock_at"] : deal["stock_end"]].tolist()
            assert stock == deck[7 * n_players + 1 + eight :]


def _masks(cards: list[int]) -> tuple[int, int]:
    """The kinds there are, and those there are two of."""
    kinds = twice = 0
    for card in cards:
        twice |= kinds & 1 << card
        kinds |= 1 << card
    return kinds, twice


def test_dealing__depends_on_seed_unit_and_round() -> None:
    """Design, randomness: cards depend on seed, unit and round alone, and on each of them."""
    player = player_of(2)
    keys = [(seed, unit, round_) for seed in (1, 2) for unit in range(30) for round_ in range(30)]
    first = {tuple(player.dealt(np.array([*key, 2, 0]))[0]) for key in keys}
    assert len(first) == len(keys)
