"""Cards of the stock family: the deck of a deal, and cards as a plain list of kinds (CONTRACT 2 and STOCK 1).

Two copies of a card are one kind, which then stands in a list twice. The printed jokers are the kinds 13 and 29.
"""

from collections.abc import Iterable, Sequence

from tests.reference.knock_cards import JOKERS, name
from tests.reference.stock_rules import Rules
from tests.reference.streams import shuffle, stream

CARDS = 1
ACE, NINE = 0, 8
FRENCH = 54
PACK = 54


def pack(rules: Rules) -> list[int | None]:
    """The 54 places of the universe of one pack, None where the card is not played with."""
    naturals = [suit * 16 + place for suit in range(4) for place in range(13)]
    return [*naturals, *(JOKERS if rules.jokers else (None, None))]


def deck_of(rules: Rules, seed: int, unit: int, round_: int, players: int) -> list[int]:
    """The shuffled deck, front first."""
    packs = rules.packs(players)
    universe = shuffle(pack(rules) * packs, stream(seed, unit, round_, CARDS, 0))
    size = sum(card is not None for card in universe)
    following = iter([card for card in universe[size:] if card is not None])
    return [next(following) if card is None else card for card in universe[:size]]


def jokers_among(cards: Iterable[int]) -> list[int]:
    """The printed jokers, by ascending bit."""
    return sorted(card for card in cards if card in JOKERS)


def without(cards: Iterable[int], taken: Iterable[int]) -> list[int]:
    """Cards less one copy for each card taken away."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


def holds(cards: Sequence[int], wanted: Iterable[int]) -> bool:
    """Whether all wanted cards are there, each as often as it is wanted."""
    left = list(cards)
    for card in wanted:
        if card not in left:
            return False
        left.remove(card)
    return True


def mask(cards: Iterable[int]) -> int:
    """The kinds among the cards as bits."""
    return sum(1 << card for card in set(cards))


def spare_mask(cards: Sequence[int]) -> int:
    """The kinds that are there twice as bits."""
    return mask(card for card in set(cards) if cards.count(card) > 1)


def say(cards: Iterable[int]) -> str:
    """Cards in the notation of rules 0.1, in ascending order."""
    return " ".join(name(card, FRENCH) for card in sorted(cards)) or "nothing"
