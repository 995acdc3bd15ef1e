"""Melds of a hand, and every way to arrange it into melds, in order (CONTRACT 4.2, 5.1 and 5.2, rules 3.3 and 8.1)."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from tests.reference.knock_cards import COPY, JOKERS, KINDS, canonical, cards_of, is_joker, mask_of, mask_without
from tests.reference.knock_rules import Rules

Leftover = tuple[int, int]


class Meld(NamedTuple):
    """A meld; melds compare as their keys, and a key says all of a meld.

    Set: (0, place of the number, suits of the naturals as bits, number of wilds).
    Run: (1, suit, lowest position, length, wild pattern), the pattern one 0 or 1 a position.
    """

    key: tuple[Any, ...]
    naturals: frozenset[int]
    wilds: int
    ace_slots: int  # how many of the wilds may be the 1o without standing in its own place
    mask: int  # the naturals as bits


class Arrangement(NamedTuple):
    """Melds in order, and the natural cards and number of wilds that they leave."""

    melds: tuple[Meld, ...]
    left: frozenset[int]
    left_wilds: int

    def leftover(self, rules: Rules) -> Leftover:
        """What "leftover" compares as."""
        return self.left_wilds, rules.points_of(self.left)


def most_wilds(rules: Rules, wilds: int) -> int:
    """Most wilds that one meld may hold."""
    return wilds if rules.wilds_per_meld is None else min(wilds, rules.wilds_per_meld)


def sets_of(rules: Rules, kinds: Collection[int], wilds: int) -> Iterator[Meld]:
    """Every set of three or four with at least one natural (CG-12, CG-14); its suits are different."""
    for place in range(rules.line):
        held = [suit for suit in range(4) if suit * 16 + place in kinds]
        for n in range(max(1, 3 - wilds), len(held) + 1):
            for suits in combinations(held, n):
                naturals = frozenset(suit * 16 + place for suit in suits)
                not_for_aces = place == 0 and 0 not in suits
                bits = sum(1 << suit for suit in suits)
                for used in range(max(0, 3 - n), min(wilds, 4 - n) + 1):
                    slots = min(used, 4 - n - not_for_aces)
                    yield Meld((0, place, bits, used), naturals, used, slots, mask_of(naturals))


def runs_of(rules: Rules, kinds: Collection[int], wilds: int) -> Iterator[Meld]:
    """Every run of three or more with at least one natural (CG-11, CG-14)."""
    for suit in range(4):
        # the wild 1o is a natural at position 0 of coins only, not above the last card
        held = {
            position
            for position in range(rules.highest + 1)
            if (card := suit * 16 + position % rules.line) in kinds
            and not (position == rules.line and rules.is_wild(card))
        }
        for low in range(rules.highest - 1) if len(held) + wilds >= 3 else ():
            missing = 0
            for high in range(low, rules.highest + 1):
                missing += high not in held
                if missing > wilds:
                    break
                if high >= low + 2 and (low > 0 or high < rules.line):
                    yield from patterns_of(rules, suit, low, high, held, wilds)


def patterns_of(rules: Rules, suit: int, low: int, high: int, held: set[int], wilds: int) -> Iterator[Meld]:
    """Every way to fill a run with naturals and wilds; a wild may stand for a card that is held."""
    positions = range(low, high + 1)
    present = [position for position in positions if position in held]
    missing = len(positions) - len(present)
    for replaced in range(min(wilds - missing, len(present) - 1) + 1):
        for by_wild in combinations(present, replaced):
            natural = {position for position in present if position not in by_wild}
            pattern = tuple(int(position not in natural) for position in positions)
            own_place = suit == 0 and low == 0 and pattern[0]
            naturals = frozenset(suit * 16 + position % rules.line for position in natural)
            key = (1, suit, low, len(positions), pattern)
            yield Meld(key, naturals, sum(pattern), sum(pattern) - own_place, mask_of(naturals))


@lru_cache(maxsize=2_000)
def melds_of(rules: Rules, cards: frozenset[int]) -> tuple[Meld, ...]:
    """Every meld that the cards can form on its own, in order."""
    hand = Hand(rules, cards)
    wilds = most_wilds(rules, hand.jokers + hand.aces_in(hand.free))
    kinds = set(cards_of(hand.free & KINDS))
    made = [*sets_of(rules, kinds, wilds), *runs_of(rules, kinds, wilds)]
    return tuple(sorted(meld for meld in made if hand.suffices(mask_without(hand.free, meld.mask), meld)))


class Hand:
    """A hand with its melds; `free` are its natural cards and wild 1o as bits, `jokers` its printed jokers."""

    def __init__(self, rules: Rules, cards: Iterable[int]) -> None:
        self.rules = rules
        self.cards = canonical(cards)
        self.free = mask_of(card for card in self.cards if not is_joker(card))
        self.jokers = sum(is_joker(card) for card in self.cards)

    @cached_property
    def melds(self) -> tuple[Meld, ...]:
        """Every meld that the hand can form on its own, in order."""
        return melds_of(self.rules, self.cards)

    @cached_property
    def least(self) -> "Least":
        """Least leftovers of the hand and of its parts."""
        return Least(self.rules, self.melds)

    def aces_in(self, free: int) -> int:
        """How many wild 1o are among the cards."""
        return (free & self.rules.ace_bits).bit_count()

    def suffices(self, free: int, *melds: Meld) -> bool:
        """Whether the wilds can take all wild places of melds that leave these cards; printed jokers go first."""
        return self.can_fill(free, sum(meld.wilds for meld in melds), sum(meld.ace_slots for meld in melds))

    def can_fill(self, free: int, need: int, slots: int) -> bool:
        """The same for a number of wild places, of which so many may be taken by the 1o."""
        by_aces = need - self.jokers
        return by_aces <= 0 or (by_aces <= self.aces_in(free) and by_aces <= slots)

    def spend(self, free: int, need: int) -> tuple[int, int]:
        """Cards and printed jokers that remain when wild places have been filled."""
        for _ in range(need - self.jokers):
            free = mask_without(free, self.rules.ace_bits & KINDS)
        return free, max(0, self.jokers - need)

    def arrangements(self, worth: Callable[[int, int], bool] | None = None) -> Iterator[Arrangement]:
        """Every arrangement, the empty one too, in the order of rules 8.1, each once.

        `worth` is asked about the cards and jokers that some melds leave; where it says no, no arrangement that has
        these melds first is given.
        """
        aces = self.rules.ace_bits

        def extend(
            chosen: tuple[Meld, ...], free: int, need: int, slots: int, candidates: list[Meld]
        ) -> Iterator[Arrangement]:
            left_wilds = self.jokers + self.aces_in(free) - need
            yield Arrangement(chosen, frozenset(cards_of(free & ~aces)), left_wilds)
            for i, meld in enumerate(candidates):
                rest, more, places = mask_without(free, meld.mask), need + meld.wilds, slots + meld.ace_slots
                if self.can_fill(rest, more, places) and (worth is None or worth(*self.spend(rest, more))):
                    # with two packs the same meld may follow once more
                    later = [other for other in candidates[i:] if not other.mask & ~rest]
                    yield from extend((*chosen, meld), rest, more, places, later)

        yield from extend((), self.free, 0, 0, list(self.melds))

    def first_best(self, cards: int | None = None, points: int | None = None) -> Arrangement:
        """Least leftover, then first in order; with at most so many cards and points left, if they are given."""
        least = self.least.of(self.free, self.jokers, cards, points)

        def worth(free: int, jokers: int) -> bool:
            return self.least.of(free, jokers, cards, points) == least

        for arrangement in self.arrangements(worth) if least is not None else ():
            leftover = arrangement.leftover(self.rules)
            many = len(arrangement.left) + arrangement.left_wilds
            if leftover == least and (cards is None or many <= cards) and (points is None or leftover[1] <= points):
                return arrangement
        raise ValueError("no arrangement to choose from")


@lru_cache(maxsize=256)
def hand_of(rules: Rules, cards: frozenset[int]) -> Hand:
    """The hand of cards in canonical form, with what has been found out about it."""
    return Hand(rules, cards)


class Least:
    """Least leftovers of cards out of a hand with given melds, card by card with memory.

    A card is left over or lies in one of the melds that contain it, so every arrangement is looked at, but of melds
    with the same naturals and as many wilds only one. A wild 1o is taken to fill any place: in its own place it
    would be a natural, which leaves the same cards. Cards `costless` and, with `wild_cost` 0, left wilds cost nothing.
    """

    def __init__(self, rules: Rules, melds: Iterable[Meld], costless: Collection[int] = (), wild_cost: int = 1) -> None:
        self.rules = rules
        self.wild_cost = wild_cost
        self.points = {card: 0 if card in costless else value for card, value in rules.card_points.items()}
        self.melds: dict[int, list[tuple[int, int]]] = {card: [] for card in rules.card_points}
        for mask, wilds in sorted({(meld.mask, meld.wilds) for meld in melds}):
            for card in cards_of(mask):
                self.melds[card].append((mask, wilds))
        self.known: dict[tuple[int, int, int | None, int | None], Leftover | None] = {}

    def of(self, free: int, jokers: int, cards: int | None = None, points: int | None = None) -> Leftover | None:
        """Least leftover; None if more cards or points would be left than may be.

        With a limit of cards, no wild may be left, or with `wild_penalty_knocker` false a wild is a card left.
        """
        key = (free, jokers, cards, points)
        if key not in self.known:
            self.known[key] = self.find(free, jokers, cards, points)
        return self.known[key]

    def find(self, free: int, jokers: int, cards: int | None, points: int | None) -> Leftover | None:
        """The same without memory."""
        if (cards is not None and cards < 0) or (points is not None and points < 0):
            return None
        if not free:
            may_be_left = 0 if self.rules.wild_penalty_knocker else cards
            if cards is not None and may_be_left is not None and jokers > may_be_left:
                return None
            return jokers * self.wild_cost, 0
        aces = self.rules.ace_bits
        of_kind = (free & ~aces & KINDS) or free & KINDS
        card = (of_kind & -of_kind).bit_length() - 1
        without_card = mask_without(free, 1 << card)
        best: Leftover | None
        if 1 << card & aces:
            best = self.of(without_card, jokers + 1, cards, points)  # not a natural
        else:
            best = self.leave(card, without_card, jokers, cards, points)
        for mask, wilds in self.melds[card]:
            if mask & ~free:
                continue
            rest = mask_without(free, mask)
            by_aces = wilds - jokers
            if by_aces > 0:
                if by_aces > (rest & aces).bit_count():
                    continue
                for _ in range(by_aces):
                    rest = mask_without(rest, aces & KINDS)
            found = self.of(rest, max(0, -by_aces), cards, points)
            if found is not None and (best is None or found < best):
                best = found
        return best

    def leave(self, card: int, rest: int, jokers: int, cards: int | None, points: int | None) -> Leftover | None:
        """Least leftover when a natural card is left over."""
        cost = self.points[card]
        found = self.of(rest, jokers, None if cards is None else cards - 1, None if points is None else points - cost)
        return None if found is None else (found[0], found[1] + cost)


def kept_of(hand: Hand, card: int) -> tuple[int, int]:
    """Cards and jokers of a hand without one copy of a card, as `Least.of` takes them."""
    if card in JOKERS:
        return hand.free, hand.jokers - 1
    return mask_without(hand.free, 1 << card % COPY), hand.jokers
