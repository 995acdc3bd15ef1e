"""Actions of who has opened in words."""

from rummysim.core.decks import Deck
from rummysim.core.notation import card_name, run_words
from rummysim.games.actions import is_layoff
from rummysim.games.laid import JOKER_NAME
from rummysim.games.opening.actions import is_swap
from rummysim.melds.code import is_run, is_wild_at, run_length, run_start, run_suit, set_place, set_suits
from rummysim.melds.words import meld_words

__all__ = ["MELD", "OFF", "SWAP", "tell"]

MELD, OFF, SWAP = "meld", "layoff", "swap"
"""Kinds of actions."""


def _cards(mask: int, deck: Deck) -> list[str]:
    return [card_name(card, deck) for card in range(mask.bit_length()) if mask >> card & 1]


def _added(before: int, after: int, deck: Deck) -> str:
    """Cards that a lay-off adds, on a run from the low end up, a joker with the card it stands for."""
    if not is_run(before):
        suits = int(set_suits(after)) ^ int(set_suits(before))
        return card_name(16 * (suits.bit_length() - 1) + int(set_place(after)), deck) if suits else JOKER_NAME
    start, length = int(run_start(after)), int(run_length(after))
    pattern = sum(int(is_wild_at(after, index)) << index for index in range(length))
    words = run_words(deck, 16 * int(run_suit(after)) + start, length, pattern).split("-")
    below = int(run_start(before)) - start
    return " ".join(words[:below] + words[below + int(run_length(before)) :])


def tell(action: int, before: int, after: int, given: int, deck: Deck) -> tuple[str, str]:
    """Kind of an action, and its words: a new meld, what is laid off, or what is given for a joker.

    before, after : codes of the meld that it is about. given : mask of the naturals that it takes from the hand.
    """
    if is_swap(action):
        return SWAP, f"swap {' '.join(_cards(given, deck))} for the joker of {meld_words(before, deck)}"
    if is_layoff(action):
        return OFF, f"lay {_added(before, after, deck)} off on {meld_words(before, deck)}"
    return MELD, f"lay {meld_words(after, deck)}"
