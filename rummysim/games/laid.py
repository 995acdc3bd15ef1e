"""What a solver reads of melds on a table: their texts, their cards by name, and whether there are so many."""

from collections import Counter
from collections.abc import Iterable

from rummysim.core.decks import Deck
from rummysim.core.notation import card_words
from rummysim.errors import InputError
from rummysim.melds.words import meld_words

__all__ = ["JOKER_NAME", "copies_laid", "refuse_too_many", "table_texts"]

JOKER_NAME = "X"


def table_texts(table: str) -> list[str]:
    """Texts of the melds of a table, which stand with ``|`` between."""
    return [text.strip() for text in table.split("|") if card_words(text)]


def copies_laid(melds: Iterable[int], deck: Deck) -> Counter[str]:
    """Cards of melds by name, jokers as one."""
    words = [word for meld in melds for word in meld_words(meld, deck).split("-")]
    return Counter(JOKER_NAME if word.startswith(JOKER_NAME) else word for word in words)


def refuse_too_many(copies: Counter[str], where: str, *, naturals: int, jokers: int) -> None:
    """Raise InputError for a card that is there more often than the packs have it: ``naturals`` times, or ``jokers``
    times for a joker.
    """
    for name, count in copies.items():
        most = jokers if name == JOKER_NAME else naturals
        if count > most:
            raise InputError(f"{name} is {count} times in {where} and there are {most}; leave one out")
