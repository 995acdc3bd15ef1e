"""Cards in letters and back: number and suit (``7o``, ``12b``), ``X`` for a joker."""

from rummysim.core.decks import JOKERS, Deck
from rummysim.errors import NotationError

__all__ = ["card_name", "format_cards", "parse_cards"]


def card_name(card: int, deck: Deck) -> str:
    """Name of a card."""
    if card in JOKERS:
        return "X"
    return f"{deck.numbers[card & 15]}{deck.suits[card >> 4]}"


def format_cards(mask: int, deck: Deck) -> str:
    """Cards of a mask, suit by suit, jokers last."""
    cards = [card for card in range(64) if mask >> card & 1]
    return " ".join(card_name(card, deck) for card in sorted(cards, key=lambda card: (card in JOKERS, card)))


def parse_cards(text: str, deck: Deck) -> int:
    """Mask of cards separated by spaces, commas or hyphens; a card at most once, ``X`` up to the deck's jokers."""
    mask = 0
    for word in text.replace(",", " ").replace("-", " ").split():
        mask |= 1 << _parse_card(word, mask, deck)
    return mask


def _parse_card(word: str, held: int, deck: Deck) -> int:
    if word.upper() == "X":
        free = [joker for joker in JOKERS[: deck.n_jokers] if not held >> joker & 1]
        if not free:
            raise NotationError(f"a joker too many: the deck has {deck.n_jokers}; leave one X out")
        return free[0]
    number, suit = word[:-1], word[-1:].lower()
    if suit not in deck.suits or suit == "" or not number.isascii() or not number.isdigit():
        raise NotationError(
            f"{word!r} is no card; allowed is a number and one of the suits {', '.join(deck.suits)}, or X; "
            f"for example 7{deck.suits[0]}"
        )
    if int(number) not in deck.numbers:
        numbers = ", ".join(str(each) for each in deck.numbers)
        raise NotationError(f"{word!r} is not in this deck; its numbers are {numbers}; name another card or deck")
    card = 16 * deck.suits.index(suit) + deck.numbers.index(int(number))
    if held >> card & 1:
        raise NotationError(f"{word!r} stands there twice and the deck has one; leave one out")
    return card
