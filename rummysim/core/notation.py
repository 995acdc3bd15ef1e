"""Cards in letters and back: rank and suit (``7o``, ``12b``; French ``Ac``, ``10h``, ``Ks``), ``X`` for a joker.

A hand of one pack is a mask of cards. A hand of two packs is a pair of masks: the kinds held, and those held twice.
"""

from collections.abc import Mapping
from functools import cache

from rummysim.core.decks import JOKERS, Deck
from rummysim.errors import NotationError

__all__ = [
    "FRENCH_CARDS",
    "JOKER_WORDS",
    "SPANISH_CARDS",
    "card_name",
    "card_words",
    "format_cards",
    "format_hand",
    "parse_cards",
    "parse_hand",
    "run_words",
    "set_words",
]

SPANISH_CARDS = "cards: number and suit, o oros, c copas, e espadas, b bastos"
FRENCH_CARDS = "cards: A 2 … 10 J Q K and suit, c clubs, d diamonds, h hearts, s spades"
"""How cards are written, for legends."""

JOKER_WORDS = ("X", "*", "JK")
JACK = 11
OTHER_RANKS = {"T": 10, "A": 1, "J": 11, "Q": 12, "K": 13}
"""Letters of French cards; numbers are read too."""


def card_name(card: int, deck: Deck) -> str:
    """Name of a card."""
    if card in JOKERS:
        return "X"
    return f"{deck.ranks[card & 15]}{deck.suits[card >> 4]}"


def format_cards(mask: int, deck: Deck) -> str:
    """Cards of a mask, suit by suit, jokers last."""
    return format_hand(mask, 0, deck)


def format_hand(kinds: int, twice: int, deck: Deck) -> str:
    """Cards of a pair of masks, suit by suit, jokers last; a card held twice stands there twice."""
    names = _names(deck)
    cards, jokers = [], []
    while kinds:
        lowest = kinds & -kinds
        kinds ^= lowest
        name = names.get(lowest)
        if name is None:
            jokers += ["X", "X"] if twice & lowest else ["X"]
        else:
            cards += [name, name] if twice & lowest else [name]
    return " ".join(cards + jokers)


def run_words(deck: Deck, card: int, length: int, pattern: int) -> str:
    """A run from its lowest card up; a wild, where ``pattern`` has the bit of its position, with what it stands for."""
    suit, start = card >> 4, card & 15
    places = [(start + index) % deck.n_places for index in range(length)]
    names = [card_name(16 * suit + place, deck) for place in places]
    return "-".join(f"X(={name})" if pattern >> index & 1 else name for index, name in enumerate(names))


def set_words(deck: Deck, place: int, suits: int, n_wilds: int) -> str:
    """A set: its naturals by suit, four bits, then its wilds."""
    names = [card_name(16 * suit + place, deck) for suit in range(4) if suits >> suit & 1]
    return "-".join([*names, *["X"] * n_wilds])


@cache
def _names(deck: Deck) -> Mapping[int, str]:
    """Names of the natural cards by their masks."""
    cards = [16 * suit + place for suit in range(4) for place in range(deck.n_places)]
    return {1 << card: card_name(card, deck) for card in cards}


@cache
def _masks(deck: Deck) -> Mapping[str, int]:
    """Masks of the natural cards by their names."""
    return {name: mask for mask, name in _names(deck).items()}


def parse_cards(text: str, deck: Deck) -> int:
    """Mask of cards separated by spaces, commas or hyphens; a card at most once, ``X`` up to the deck's jokers.

    Raises :class:`NotationError` as :func:`parse_hand` does.
    """
    return parse_hand(text, deck, 1)[0]


def card_words(text: str) -> list[str]:
    """Words between spaces, commas and hyphens."""
    return text.replace(",", " ").replace("-", " ").split()


def parse_hand(text: str, deck: Deck, n_packs: int = 2) -> tuple[int, int]:
    """Masks of the kinds named and of those named twice, in a text as :func:`parse_cards` reads it.

    Raises :class:`NotationError` for a word that is no card, a card that the deck has not, and more copies than the
    packs have.
    """
    masks = _masks(deck)
    kinds = twice = 0
    for word in card_words(text):
        bit = masks.get(word, 0)
        if bit == 0 or bit & (kinds, twice)[n_packs - 1]:
            bit = 1 << _parse_card(word, kinds, twice, deck, n_packs)
        twice |= kinds & bit
        kinds |= bit
    return kinds, twice


def _parse_card(word: str, kinds: int, twice: int, deck: Deck, n_packs: int) -> int:
    if word.upper() in JOKER_WORDS:
        jokers = JOKERS[: deck.n_jokers]
        free = [joker for mask in (kinds, twice)[:n_packs] for joker in jokers if not mask >> joker & 1]
        if not free:
            raise NotationError(f"a joker too many: the deck has {n_packs * deck.n_jokers}; leave one {word} out")
        return free[0]
    rank, suit = word[:-1].upper(), word[-1:].lower()
    number = _number(rank, deck)
    if suit not in deck.suits or suit == "" or number is None:
        raise NotationError(
            f"{word!r} is no card; allowed is a {'rank' if deck.has_letters else 'number'} and one of the suits "
            f"{', '.join(deck.suits)}, or X; for example 7{deck.suits[0]}"
        )
    if number not in deck.numbers:
        ranks = f"{'ranks' if deck.has_letters else 'numbers'} are {', '.join(deck.ranks)}"
        raise NotationError(f"{word!r} is not in this deck; its {ranks}; name another card or deck")
    card = 16 * deck.suits.index(suit) + deck.numbers.index(number)
    if (kinds, twice)[n_packs - 1] >> card & 1:
        times, packs = ("twice", "one") if n_packs == 1 else ("three times", "two")
        raise NotationError(f"{word!r} stands there {times} and the deck has {packs}; leave one out")
    return card


def _number(rank: str, deck: Deck) -> int | None:
    """Number of a rank, None if it is no rank."""
    if deck.has_letters and rank in OTHER_RANKS:
        return OTHER_RANKS[rank]
    if not (rank.isascii() and rank.isdigit()):
        return None
    number = int(rank)
    if number < JACK or not deck.has_letters:
        return number
    return number - deck.jack + JACK if number >= deck.jack else None
