"""Melds of the opening family: what is one, what it is worth, which a hand can lay (rules 2.3, 2.4; OPENING 3)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from tests.reference.opening_cards import ACE, JOKER, NINE, PLACES, SUITS
from tests.reference.opening_rules import KING, Rules
from tests.reference.stock_melds import Meld, Run, Set

__all__ = ["Meld", "Run", "Set", "cards_in", "is_meld", "is_new_meld", "meld_points", "new_melds"]

SHORTEST, LONGEST, FULL_SET = 3, 14, 4
TEN_POINTS = 10


def is_meld(rules: Rules, meld: Meld) -> bool:
    """Whether it is a valid meld on the table."""
    if meld.jokers < 0 or meld.size <= meld.jokers or not jokers_fit(rules, meld):
        return False
    if isinstance(meld, Set):
        suits_fit = len(set(meld.suits)) == len(meld.suits) and all(0 <= suit < SUITS for suit in meld.suits)
        return suits_fit and 0 <= meld.place < PLACES and meld.size in (SHORTEST, FULL_SET)
    last = meld.start + meld.size - 1
    if not (0 <= meld.suit < SUITS and meld.start >= 0 and meld.size >= SHORTEST and last <= rules.highest):
        return False
    return rules.ace_mode == "both" or not (meld.start == ACE and last == KING + 1)


def jokers_fit(rules: Rules, meld: Meld) -> bool:
    """`max_jokers_total` and `adjacent_jokers`."""
    most = rules.max_jokers_total
    if most == "less_or_equal":
        most = meld.size - meld.jokers
    if isinstance(most, int) and meld.jokers > most:
        return False
    if rules.adjacent_jokers or isinstance(meld, Set):
        return True
    return not any(one and other for one, other in zip(meld.pattern, meld.pattern[1:], strict=False))


def is_new_meld(rules: Rules, meld: Meld) -> bool:
    """Whether it is a valid meld when it is first laid."""
    most = rules.max_jokers_when_laid
    return (most is None or meld.jokers <= most) and is_meld(rules, meld)


def place_points(rules: Rules, place: int) -> int:
    """Points of a card that is not a low ace."""
    if place == ACE:
        return rules.ace_high
    return place + 1 if place <= NINE else TEN_POINTS


def meld_points(rules: Rules, meld: Meld) -> int:
    """Points of a meld, jokers as the cards they stand for."""
    if isinstance(meld, Set):
        return meld.size * place_points(rules, meld.place)
    positions = range(meld.start, meld.start + meld.size)
    return sum(rules.ace_low if at == ACE else place_points(rules, at % PLACES) for at in positions)


def cards_in(meld: Meld) -> list[int]:
    """The cards of a meld."""
    return [*meld.naturals, *[JOKER] * meld.jokers]


def patterns_of(wanted: Sequence[int], cards: dict[int, int]) -> Iterator[tuple[bool, ...]]:
    """Joker patterns of a run of these cards that a hand, as counts, can lay: a natural before a joker."""
    if not wanted:
        yield ()
        return
    for card in (wanted[0], JOKER):
        if cards.get(card, 0):
            left = {**cards, card: cards[card] - 1}
            for rest in patterns_of(wanted[1:], left):
                yield (card == JOKER, *rest)


def sets_of(rules: Rules, cards: Sequence[int], places: Iterable[int]) -> Iterator[Set]:
    """All sets of some numbers that the cards can newly form, in order."""
    jokers = cards.count(JOKER)
    for place in places:
        held = [suit for suit in range(SUITS) if suit * 16 + place in cards]
        choices = [suits for size in range(1, len(held) + 1) for suits in combinations(held, size)]
        for suits in sorted(choices, key=lambda suits: Set(place, suits, 0).suit_bits):
            for count in range(jokers + 1):
                if is_new_meld(rules, meld := Set(place, suits, count)):
                    yield meld


def runs_of(rules: Rules, cards: Sequence[int], longest: int, suits: Iterable[int]) -> Iterator[Run]:
    """All runs of some suits up to a length that the cards can newly form, in order."""
    counts = {card: cards.count(card) for card in set(cards)}
    most = min(counts.get(JOKER, 0), LONGEST if rules.max_jokers_when_laid is None else rules.max_jokers_when_laid)
    counts[JOKER] = most
    for suit in suits:
        for start in range(rules.highest - 1):
            for length in range(SHORTEST, min(longest, rules.highest - start + 1) + 1):
                wanted = Run(suit, start, (False,) * length).naturals
                if sum(card not in counts for card in wanted) > most:
                    break  # a longer run needs even more jokers
                for pattern in patterns_of(wanted, counts):
                    if is_new_meld(rules, meld := Run(suit, start, pattern)):
                        yield meld


def new_melds(rules: Rules, cards: Sequence[int], longest: int = LONGEST, use: int = JOKER) -> Iterator[Meld]:
    """All new melds in order, runs up to a length; only those in which a natural card might be, if one is given."""
    places, suits = (range(PLACES), range(SUITS)) if use == JOKER else ([use % 16], [use // 16])
    yield from sets_of(rules, cards, places)
    yield from runs_of(rules, cards, longest, suits)
