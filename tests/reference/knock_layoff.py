"""Lay-offs of the knock family: what fits on shown melds, the best plan, the best arrangement for it (CONTRACT 4.3)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tests.reference.knock_arrange import Arrangement, Least, Leftover, Meld, hand_of
from tests.reference.knock_cards import JOKERS, canonical, kind, without
from tests.reference.knock_rules import Rules

JOKER = JOKERS[0]


class LyingSet(NamedTuple):
    """A set on the table as extended so far."""

    place: int
    suits: frozenset[int]
    size: int
    wilds: int


class LyingRun(NamedTuple):
    """A run on the table as extended so far."""

    suit: int
    low: int
    high: int
    wilds: int


Lying = LyingSet | LyingRun


class Laid(NamedTuple):
    """One card laid off: 13 for any wild, position −1 in a set."""

    card: int
    position: int


class Option(NamedTuple):
    """What a player lays off on one meld, and the meld thereafter."""

    laid: tuple[Laid, ...]
    after: Lying

    @property
    def naturals(self) -> list[int]:
        """The natural cards laid off."""
        return [laid.card for laid in self.laid if laid.card != JOKER]

    @property
    def wilds(self) -> int:
        """The number of wilds laid off."""
        return sum(laid.card == JOKER for laid in self.laid)


class Plan(NamedTuple):
    """A lay-off plan, one option a meld, and what it leaves."""

    options: tuple[Option, ...]
    left: frozenset[int]
    left_wilds: int

    def leftover(self, rules: Rules) -> Leftover:
        """What "leftover" compares as."""
        return self.left_wilds, rules.points_of(self.left)


def lying(meld: Meld) -> Lying:
    """A meld as it is shown, before any lay-off."""
    if meld.key[0] == 0:
        suits = frozenset(card // 16 for card in meld.naturals)
        return LyingSet(meld.key[1], suits, len(meld.naturals) + meld.wilds, meld.wilds)
    _, suit, low, length, _ = meld.key
    return LyingRun(suit, low, low + length - 1, meld.wilds)


def without_all(hand: frozenset[int], cards: Iterable[int]) -> frozenset[int]:
    """A hand without one copy of each of some cards."""
    for card in cards:
        hand = without(hand, card)
    return hand


def wilds_for(rules: Rules, target: Lying, wilds: int) -> int:
    """How many of the wilds the meld may take (CONTRACT 5.2)."""
    return wilds if rules.wilds_per_meld is None else max(0, min(wilds, rules.wilds_per_meld - target.wilds))


def options_on(rules: Rules, target: Lying, left: frozenset[int], wilds: int) -> Iterator[Option]:
    """What can be laid off on one meld, the preferred first."""
    fitting = wilds_for(rules, target, wilds)
    if isinstance(target, LyingSet):
        return set_options(target, left, fitting)
    return run_options(rules, target, left, fitting)


def set_options(target: LyingSet, left: frozenset[int], wilds: int) -> Iterator[Option]:
    """Natural in suit order, a wild, none (CONTRACT 4.3)."""
    if target.size == 3:
        for suit in range(4):
            card = suit * 16 + target.place
            if suit not in target.suits and card in left:
                yield Option((Laid(card, -1),), target._replace(suits=target.suits | {suit}, size=4))
        if wilds:
            yield Option((Laid(JOKER, -1),), target._replace(size=4, wilds=target.wilds + 1))
    yield Option((), target)


def outwards(
    rules: Rules, suit: int, positions: Iterable[int], left: frozenset[int], wilds: int
) -> tuple[list[Laid], list[int]]:
    """The cards that can follow one another at an end, as far as the wilds reach, and the wilds among the first n."""
    laid: list[Laid] = []
    used = [0]
    for position in positions:
        card = suit * 16 + position % rules.line
        is_held = card in left
        if used[-1] + (not is_held) > wilds:
            break
        laid.append(Laid(card if is_held else JOKER, position))
        used.append(used[-1] + (not is_held))
    return laid, used


def run_options(rules: Rules, target: LyingRun, left: frozenset[int], wilds: int) -> Iterator[Option]:
    """Larger a first, then larger b; an end never passes the line, nor do both lie on the ace (CONTRACT 4.3)."""
    below, wilds_below = outwards(rules, target.suit, range(target.low - 1, -1, -1), left, wilds)
    above, wilds_above = outwards(rules, target.suit, range(target.high + 1, rules.highest + 1), left, wilds)
    for a in range(len(below), -1, -1):
        for b in range(len(above), -1, -1):
            low, high, used = target.low - a, target.high + b, wilds_below[a] + wilds_above[b]
            if used <= wilds and not (low == 0 and high == rules.line):
                yield Option((*below[:a], *above[:b]), LyingRun(target.suit, low, high, target.wilds + used))


def layable(rules: Rules, target: Lying, left: frozenset[int], wilds: int) -> set[int]:
    """The natural cards that some lay-off on the meld contains."""
    if isinstance(target, LyingRun):
        ends = (range(target.low - 1, -1, -1), range(target.high + 1, rules.highest + 1))
        laid = [card for end in ends for card in outwards(rules, target.suit, end, left, wilds)[0]]
        return {card.card for card in laid} - {JOKER}
    if target.size != 3:
        return set()
    return {suit * 16 + target.place for suit in range(4) if suit not in target.suits} & left


class Search:
    """The search for the best plan; a branch is left where it cannot reach what has been found."""

    def __init__(self, rules: Rules, targets: Sequence[Lying], left: frozenset[int], wilds: int) -> None:
        self.rules = rules
        self.targets = targets
        self.best: tuple[tuple[Any, ...], tuple[Option, ...]] | None = None
        # cards that fit somewhere from the i-th meld on
        self.later: list[set[int]] = [set()]
        for target in reversed(targets):
            self.later.insert(0, self.later[0] | layable(rules, target, left, wilds))
        self.extend((), left, wilds, 0, 0)

    def rank(self, chosen: tuple[Option, ...]) -> tuple[Any, ...]:
        """What is compared, least is best: most wilds, most points, first of the sorted cards (CONTRACT 4.3)."""
        naturals = [card for option in chosen for card in option.naturals]
        keys = sorted((-self.rules.card_points[card], card // 16, card % 16) for card in naturals)
        return -sum(option.wilds for option in chosen), -self.rules.points_of(naturals), keys

    def extend(self, chosen: tuple[Option, ...], left: frozenset[int], wilds: int, used: int, points: int) -> None:
        """Try every option on the next meld, in order, so that the first of equal plans is kept."""
        i = len(chosen)
        if i == len(self.targets):
            rank = self.rank(chosen)
            if self.best is None or rank < self.best[0]:
                self.best = rank, chosen
            return
        if self.best is not None:
            most_points = points + self.rules.points_of(card for card in left if kind(card) in self.later[i])
            if (-used - wilds, -most_points) > self.best[0][:2]:
                return
        for option in options_on(self.rules, self.targets[i], left, wilds):
            naturals, more = option.naturals, option.wilds
            rest = without_all(left, naturals)
            its_points = points + self.rules.points_of(naturals)
            self.extend((*chosen, option), rest, wilds - more, used + more, its_points)


@lru_cache(maxsize=5_000)
def best_plan(rules: Rules, targets: tuple[Lying, ...], left: frozenset[int], left_wilds: int) -> Plan:
    """The best lay-off plan (CONTRACT 4.3, rules 8.2 (iii))."""
    wilds = left_wilds if rules.wild_layoff else 0
    found = Search(rules, targets, left, wilds).best
    if found is None:
        raise ValueError("laying off nothing is a plan")
    chosen = found[1]
    rest = without_all(left, (card for option in chosen for card in option.naturals))
    return Plan(chosen, rest, left_wilds - sum(option.wilds for option in chosen))


def arrangement_for(rules: Rules, cards: Iterable[int], targets: tuple[Lying, ...]) -> Arrangement:
    """The arrangement that leaves least after lay-offs on the melds, of equal ones the first (rules 8.2 (ii)).

    What lay-offs can take at best, each card by itself, bounds what melds already chosen lead to.
    """
    hand = hand_of(rules, canonical(cards))
    wilds = sum(rules.is_wild(card) for card in hand.cards) if rules.wild_layoff else 0
    naturals = frozenset(card for card in hand.cards if not rules.is_wild(card))
    costless = {card for target in targets for card in layable(rules, target, naturals, wilds)}
    wild_cost = 0 if wilds and targets else 1
    bounds = Least(rules, hand.melds, costless, wild_cost)

    def after(arrangement: Arrangement) -> Leftover:
        return best_plan(rules, targets, arrangement.left, arrangement.left_wilds).leftover(rules)

    def at_best(arrangement: Arrangement) -> Leftover:
        return arrangement.left_wilds * wild_cost, sum(bounds.points[kind(card)] for card in arrangement.left)

    best = hand.first_best()
    least, is_first = after(best), False

    def worth(free: int, jokers: int) -> bool:
        bound = bounds.of(free, jokers)
        return bound is not None and (bound < least or (bound == least and not is_first))

    for arrangement in hand.arrangements(worth):
        bound = at_best(arrangement)
        if bound > least or (bound == least and is_first):
            continue
        found = after(arrangement)
        if found < least or (found == least and not is_first):
            best, least, is_first = arrangement, found, True
        if is_first and least == bounds.of(hand.free, hand.jokers):
            break
    return best
