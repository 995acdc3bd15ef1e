"""Cards of the knock family as ints, hands with cards held twice, and their notation (CONTRACT 2 and 5.1, rules 0.1).

A card is `suit * 16 + place`, a kind. With two packs the second copy of a kind that somebody holds is the kind + 64.
A hand in canonical form is a frozenset that has a kind's second copy only beside the first.
"""

from collections.abc import Iterable

JOKERS = (13, 29)
ACE_OF_COINS = 0
COPY = 64
KINDS = (1 << COPY) - 1
NUMBERS = {
    40: (1, 2, 3, 4, 5, 6, 7, 10, 11, 12),
    48: tuple(range(1, 13)),
    50: tuple(range(1, 13)),
    52: tuple(range(1, 14)),
    54: tuple(range(1, 14)),
}
SUITS = {40: "oceb", 48: "oceb", 50: "oceb", 52: "cdhs", 54: "cdhs"}
WITH_JOKERS = (50, 54)
FRENCH_RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}


def kind(card: int) -> int:
    """The card without regard to which copy it is; −1 (no card) stays."""
    return card % COPY if card >= 0 else card


def is_joker(card: int) -> bool:
    """Whether the card is a printed joker."""
    return kind(card) in JOKERS


def printed(card: int) -> int:
    """The card as logs name it: all printed jokers are 13."""
    return JOKERS[0] if is_joker(card) else kind(card)


def canonical(cards: Iterable[int]) -> frozenset[int]:
    """Cards, given as kinds or as copies, as a hand in canonical form."""
    held: set[int] = set()
    for card in cards:
        its_kind = card % COPY
        copy = its_kind + COPY if its_kind in held else its_kind
        if copy in held:
            raise ValueError(f"card {its_kind} is held three times")
        held.add(copy)
    return frozenset(held)


def without(hand: frozenset[int], card: int) -> frozenset[int]:
    """A hand in canonical form without one copy of a card."""
    copy = kind(card) + COPY
    return hand - {copy if copy in hand else kind(card)}


def mask_of(cards: Iterable[int]) -> int:
    """Cards as a bit mask, copies by their own bits."""
    return sum(1 << card for card in cards)


def cards_of(mask: int) -> list[int]:
    """The cards of a bit mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_without(hand: int, kinds: int) -> int:
    """The bit mask of a hand in canonical form without one copy of each of some kinds."""
    second = (kinds << COPY) & hand
    return hand & ~second & ~(kinds & ~(second >> COPY))


def kinds_and_spares(cards: Iterable[int]) -> tuple[int, int]:
    """Bit masks of the kinds that are there and of those that are there twice (CONTRACT 5.1)."""
    mask = mask_of(canonical(cards))
    return mask & KINDS, mask >> COPY


def rank_name(number: int, deck: int) -> str:
    """A number as cards of the deck print it."""
    return FRENCH_RANKS.get(number, str(number)) if SUITS[deck] == "cdhs" else str(number)


def parse(text: str, deck: int = 40) -> list[int]:
    """Kinds from the notation of rules 0.1, a card held twice named twice; X is in turn the first and second joker."""
    jokers = iter(JOKERS * 2)
    cards = []
    for word in text.split():
        if word == "X":
            cards.append(next(jokers))
        else:
            ranks = [rank_name(number, deck) for number in NUMBERS[deck]]
            cards.append(SUITS[deck].index(word[-1]) * 16 + ranks.index(word[:-1]))
    return cards


def name(card: int, deck: int) -> str:
    """A kind in the notation of rules 0.1."""
    if card in JOKERS:
        return "X"
    suit, place = divmod(card, 16)
    if 0 <= suit < 4 and place < len(NUMBERS[deck]):
        return rank_name(NUMBERS[deck][place], deck) + SUITS[deck][suit]
    return f"card {card}"


def names(cards: Iterable[int], deck: int) -> str:
    """Cards in the notation of rules 0.1, in ascending order."""
    return " ".join(name(card, deck) for card in sorted(map(kind, cards)))
