"""Cards of the opening family: the deck of a deal, and cards as a plain list of kinds (CONTRACT 2, OPENING 1).

Copies of a card are one kind, which then stands in a list more than once. All jokers are the kind 13.
"""

from collections.abc import Iterable, Sequence

from tests.reference.knock_cards import name
from tests.reference.opening_rules import Rules
from tests.reference.streams import shuffle, stream

NONE = -1
CARDS = 1
JOKER = 13
ACE, NINE = 0, 8
SUITS, PLACES = 4, 13
FRENCH = 54
NATURALS = [suit * 16 + place for suit in range(SUITS) for place in range(PLACES)]
JOKERS_OF_A_PACK, JOKERS_BESIDE_THE_PACKS = 2, 4


def universe(rules: Rules) -> list[int | None]:
    """The 112 places of the universe, None where the card is not played with."""
    jokers = iter([True] * rules.jokers)
    places: list[int | None] = []
    for pack in range(2):
        places += NATURALS if pack < rules.decks else [None] * len(NATURALS)
        places += [JOKER if next(jokers, False) else None for _ in range(JOKERS_OF_A_PACK)]
    return places + [JOKER if next(jokers, False) else None for _ in range(JOKERS_BESIDE_THE_PACKS)]


def deck_of(rules: Rules, seed: int, unit: int, round_: int) -> list[int]:
    """The shuffled deck, front first."""
    places = shuffle(universe(rules), stream(seed, unit, round_, CARDS, 0))
    size = sum(card is not None for card in places)
    following = iter([card for card in places[size:] if card is not None])
    return [next(following) if card is None else card for card in places[:size]]


def give_jokers_to_cutter(deck: list[int], place: int, each: int) -> None:
    """As long as the cut card is a joker the cutter keeps it and another card is the cut card (OPENING 1)."""
    for i in range(each):
        if deck[-1] != JOKER:
            return
        at = place * each + each - 1 - i
        deck[at], deck[-1] = deck[-1], deck[at]


def ascending(cards: Iterable[int]) -> list[int]:
    """Cards in the order of choice lists: by bit, jokers last."""
    return sorted(cards, key=lambda card: (card == JOKER, card))


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


def natural_mask(cards: Iterable[int]) -> int:
    """The natural kinds among the cards as bits."""
    return sum(1 << card for card in set(cards) if card != JOKER)


def spare_mask(cards: Sequence[int]) -> int:
    """The natural kinds that are there twice as bits."""
    return natural_mask(card for card in set(cards) if cards.count(card) > 1)


def say(cards: Iterable[int]) -> str:
    """Cards in the notation of rules 0.1, in ascending order."""
    return " ".join(name(card, FRENCH) for card in ascending(cards)) or "nothing"
