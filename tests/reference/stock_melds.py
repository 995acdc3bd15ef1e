"""Melds of the stock family: what is one, their order and codes (rules 4.3, 8.1 and 8.9, STOCK 3)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tests.reference.stock_cards import jokers_among
from tests.reference.stock_rules import Rules

SUITS, PLACES = 4, 13
SHORTEST, LONGEST, FULL_SET = 3, 13, 4


@dataclass(frozen=True)
class Set:
    """Cards of one number: the suits that are there as naturals, and so many jokers."""

    place: int
    suits: tuple[int, ...]
    jokers: int

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.suits) + self.jokers

    @property
    def naturals(self) -> list[int]:
        """The natural cards."""
        return [suit * 16 + self.place for suit in self.suits]

    @property
    def suit_bits(self) -> int:
        """The suits as a binary number, suit 0 the lowest bit."""
        return sum(1 << suit for suit in self.suits)

    @property
    def code(self) -> int:
        """The meld as views name it."""
        return self.place << 24 | self.suit_bits << 20 | self.jokers << 16


@dataclass(frozen=True)
class Run:
    """Cards of one suit from a lowest position upwards, and which of them are jokers."""

    suit: int
    start: int
    pattern: tuple[bool, ...]

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.pattern)

    @property
    def jokers(self) -> int:
        """Number of jokers."""
        return sum(self.pattern)

    def card_at(self, position: int) -> int:
        """The card whose place a position is; the line is a circle here, so position 13 is the ace."""
        return self.suit * 16 + position % PLACES

    @property
    def naturals(self) -> list[int]:
        """The natural cards."""
        return [self.card_at(self.start + i) for i, joker in enumerate(self.pattern) if not joker]

    @property
    def code(self) -> int:
        """The meld as views name it."""
        pattern = sum(1 << 13 - i for i, joker in enumerate(self.pattern) if joker)
        return 1 << 40 | self.suit << 36 | self.start << 32 | self.size << 28 | pattern


Meld = Set | Run


def is_meld(rules: Rules, meld: Meld) -> bool:
    """Whether it is a valid meld, new or on the table."""
    if meld.jokers < 0 or meld.size <= meld.jokers:
        return False
    if isinstance(meld, Set):
        suits_fit = len(set(meld.suits)) == len(meld.suits) and all(0 <= suit < SUITS for suit in meld.suits)
        return suits_fit and 0 <= meld.place < PLACES and meld.size in (SHORTEST, FULL_SET)
    if not (0 <= meld.suit < SUITS and 0 <= meld.start < PLACES and SHORTEST <= meld.size <= LONGEST):
        return False
    # thirteen positions at most, so no run has an ace at both ends
    return rules.ace_mode == "wrap" or meld.start + meld.size - 1 <= rules.highest


def fitting_patterns(natural_held: Sequence[bool], jokers: int) -> Iterator[tuple[bool, ...]]:
    """Joker patterns of a run that a hand can lay, in order: position by position, a natural before a joker."""
    if not natural_held:
        yield ()
        return
    if natural_held[0]:
        for rest in fitting_patterns(natural_held[1:], jokers):
            yield (False, *rest)
    if jokers:
        for rest in fitting_patterns(natural_held[1:], jokers - 1):
            yield (True, *rest)


def sets_of(rules: Rules, cards: Sequence[int], places: Iterable[int] = range(PLACES)) -> Iterator[Set]:
    """All sets of some numbers that the cards can form, in order."""
    jokers = len(jokers_among(cards))
    for place in places:
        held = [suit for suit in range(SUITS) if suit * 16 + place in cards]
        choices = [suits for size in range(1, len(held) + 1) for suits in combinations(held, size)]
        for suits in sorted(choices, key=lambda suits: Set(place, suits, 0).suit_bits):
            for count in range(jokers + 1):
                if is_meld(rules, meld := Set(place, suits, count)):
                    yield meld


def runs_of(
    rules: Rules, cards: Sequence[int], longest: int = LONGEST, suits: Iterable[int] = range(SUITS)
) -> Iterator[Run]:
    """All runs of some suits up to a length that the cards can form, in order."""
    jokers = len(jokers_among(cards))
    for suit in suits:
        for start in range(PLACES):
            for length in range(SHORTEST, longest + 1):
                whole = Run(suit, start, (False,) * length)
                held = [card in cards for card in whole.naturals]
                if held.count(False) > jokers or not is_meld(rules, whole):
                    break  # a longer run needs even more jokers, and goes even further
                for pattern in fitting_patterns(held, jokers):
                    if is_meld(rules, meld := Run(suit, start, pattern)):
                        yield meld
