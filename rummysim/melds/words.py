"""Melds of the kernels in letters, and back."""

from rummysim.core.decks import Deck
from rummysim.core.notation import card_words, parse_hand, run_words, set_words
from rummysim.errors import NotationError
from rummysim.melds.code import (
    is_run,
    is_wild_at,
    run_code,
    run_length,
    run_start,
    run_suit,
    set_code,
    set_place,
    set_suits,
    set_wilds,
)

__all__ = ["meld_words", "parse_meld"]

JOKER = "X"


def meld_words(code: int, deck: Deck) -> str:
    """A meld in notation; a wild in a run with the card it stands for."""
    if not is_run(code):
        return set_words(deck, set_place(code), set_suits(code), set_wilds(code))
    pattern = sum(is_wild_at(code, index) << index for index in range(run_length(code)))
    return run_words(deck, 16 * run_suit(code) + run_start(code), run_length(code), pattern)


def _cards(text: str, deck: Deck) -> list[int | None]:
    """Cards of a meld in their order, None for a joker, with or without the card it stands for."""
    cards: list[int | None] = []
    for word in card_words(text):
        if word.upper().startswith(JOKER):
            cards.append(None)
        else:
            cards.append(parse_hand(word, deck, 1)[0].bit_length() - 1)
    return cards


def parse_meld(text: str, deck: Deck) -> int:
    """Code of a meld: a set in any order, a run from its lowest card up, a joker as ``X`` or ``X=7c``.

    One natural card with jokers is a set, unless they are said to be cards of other ranks. Whether the rules allow the
    meld is not looked at. Raises NotationError for what is neither a set nor a run.
    """
    cards = _cards(text, deck)
    naturals = {index: card for index, card in enumerate(cards) if card is not None}
    suits, places = {card >> 4 for card in naturals.values()}, {card & 15 for card in naturals.values()}
    if (
        len(places) == 1
        and len(suits) == len(naturals)
        and (len(suits) > 1 or not _declares_run(text, deck.ranks[min(places)]))
    ):
        return int(set_code(places.pop(), sum(1 << suit for suit in suits), len(cards) - len(naturals)))
    if len(suits) == 1:
        first, card = next(iter(naturals.items()))
        start = ((card & 15) - first) % deck.n_places
        if all((start + index) % deck.n_places == card & 15 for index, card in naturals.items()):
            pattern = sum(1 << (13 - index) for index, card in enumerate(cards) if card is None)
            return int(run_code(suits.pop(), start, len(cards), pattern))
    raise NotationError(
        f"{text.strip()!r} is no meld; allowed are a set of one rank in different suits and a run of one suit from its "
        f"lowest card up, with X for a joker; for example 7c-7d-7h or 5s-6s-X"
    )


def _declares_run(text: str, rank: str) -> bool:
    """Whether a joker of a meld is said to be a card of another rank."""
    said = [word.partition("=")[2] for word in card_words(text.upper()) if "=" in word]
    return any(card.rstrip("),")[:-1] != rank for card in said)
