"""Melds, leftovers and lay-offs from the definition, in the most obvious form (CONTRACT 4.2 and 4.3).

Shares no code with the kernels. A card is ``16 * suit + place``; of two packs a hand may have a card twice. A line is
its points by place and whether the ace is also above the last card; wilds are a number, and ``cap`` is how many of them
one meld may have.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

__all__ = [
    "IMPOSSIBLE",
    "NO_CAP",
    "Line",
    "Lying",
    "Run",
    "Set",
    "best_discard",
    "best_plan",
    "cards_of",
    "least_leftover",
    "least_outside_runs",
    "melds_of",
]

IMPOSSIBLE = (99, 0)
NO_CAP = 99
Leftover = tuple[int, int]
Cards = frozenset[int]


class Line(NamedTuple):
    """A rank line: points by place, and whether the ace also stands above the last card."""

    points: tuple[int, ...]
    ace_high: bool

    @property
    def n_positions(self) -> int:
        """Positions of the line, that of the high ace included."""
        return len(self.points) + self.ace_high

    def card(self, suit: int, position: int) -> int:
        """The card at a position."""
        return 16 * suit + position % len(self.points)

    def value(self, cards: Iterable[int]) -> int:
        """Points of naturals."""
        return sum(self.points[card % 16] for card in cards)


class Set(NamedTuple):
    """A set: place, suits of its naturals in order, wilds."""

    place: int
    suits: tuple[int, ...]
    wilds: int


class Run(NamedTuple):
    """A run: suit, lowest position, and by position whether a wild stands there."""

    suit: int
    start: int
    pattern: tuple[bool, ...]


Meld = Set | Run
"""Melds of one kind compare in the order of rules 8.1 but for a run's length, which comes before its pattern."""


def cards_of(mask: int) -> Cards:
    """Cards of a mask."""
    return frozenset(card for card in range(64) if mask >> card & 1)


def order(meld: Meld) -> tuple:
    """Key of the order of melds."""
    if isinstance(meld, Set):
        return 0, meld.place, sum(1 << suit for suit in meld.suits), meld.wilds
    return 1, meld.suit, meld.start, len(meld.pattern), meld.pattern


def naturals_of(line: Line, meld: Meld) -> Cards:
    """Natural cards of a meld."""
    if isinstance(meld, Set):
        return frozenset(16 * suit + meld.place for suit in meld.suits)
    positions = enumerate(meld.pattern, meld.start)
    return frozenset(line.card(meld.suit, position) for position, is_wild in positions if not is_wild)


def wilds_of(meld: Meld) -> int:
    """Wilds of a meld."""
    return meld.wilds if isinstance(meld, Set) else sum(meld.pattern)


def sets_of(line: Line, cards: Cards, n_wilds: int) -> Iterator[Set]:
    """Three or four cards of one number in different suits, at least one of them natural."""
    for place in range(len(line.points)):
        held = [suit for suit in range(4) if 16 * suit + place in cards]
        for n_naturals in range(1, 5):
            for suits in combinations(held, n_naturals):
                for wilds in range(n_wilds + 1):
                    if 3 <= n_naturals + wilds <= 4:
                        yield Set(place, suits, wilds)


def runs_of(line: Line, cards: Cards, n_wilds: int) -> Iterator[Run]:
    """Three or more positions in a row of one suit, at least one natural; not both ends of the ace."""
    for suit in range(4):
        for start in range(line.n_positions):
            for end in range(start + 3, line.n_positions + 1):
                if start == 0 and end > len(line.points):
                    continue
                patterns: list[tuple[bool, ...]] = [()]
                for position in range(start, end):
                    choices = (False, True) if line.card(suit, position) in cards else (True,)
                    longer = [(*pattern, choice) for pattern in patterns for choice in choices]
                    patterns = [pattern for pattern in longer if sum(pattern) <= n_wilds]
                yield from (Run(suit, start, pattern) for pattern in patterns if not all(pattern))


def melds_of(line: Line, cards: Cards, n_wilds: int, cap: int = NO_CAP) -> list[Meld]:
    """Every meld that naturals and wilds can form, in the order of rules 8.1."""
    most = min(n_wilds, cap)
    return sorted([*sets_of(line, cards, most), *runs_of(line, cards, most)], key=order)


@lru_cache(maxsize=1 << 16)
def _usable(line: Line, kinds: Cards, n_wilds: int, cap: int) -> tuple[tuple[Cards, int], ...]:
    melds = {(naturals_of(line, meld), wilds_of(meld)) for meld in melds_of(line, kinds, n_wilds, cap)}
    return tuple(sorted(melds, key=lambda meld: (sorted(meld[0]), meld[1])))


def less(cards: tuple[int, ...], gone: Iterable[int]) -> tuple[int, ...]:
    """Cards less one copy of each of ``gone``."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def least_leftover(line: Line, cards: Iterable[int], n_wilds: int, n_aces: int = 0, cap: int = NO_CAP) -> Leftover:
    """Least (wilds left, points left). Of the wilds ``n_aces`` are 1o, each of which may be a natural of a meld in its
    own place, below the 2.
    """
    low = line._replace(ace_high=False)
    best = IMPOSSIBLE
    for n_own in range(n_aces + 1):
        hand = tuple(sorted([*cards, *[0] * n_own]))
        melds = _usable(line, frozenset(cards), n_wilds - n_own, cap)
        own = _usable(low, frozenset(hand), n_wilds - n_own, cap) if n_own else ()
        melds += tuple(meld for meld in own if 0 in meld[0])
        best = min(best, _least(line, hand, n_wilds - n_own, melds, n_own > 0))
    return best


def _least(
    line: Line, hand: tuple[int, ...], n_wilds: int, melds: Iterable[tuple[Cards, int]], ace_must_meld: bool
) -> Leftover:
    by_lowest: dict[int, list[tuple[Cards, int]]] = {}
    for meld in melds:
        by_lowest.setdefault(min(meld[0]), []).append(meld)

    @cache
    def least(rest: tuple[int, ...], wilds: int) -> Leftover:
        if not rest:
            return wilds, 0
        card = rest[0]
        best = IMPOSSIBLE
        if card or not ace_must_meld:
            left, points = least(rest[1:], wilds)
            best = left, points + line.value([card])
        for naturals, needed in by_lowest.get(card, []):
            if needed <= wilds and naturals.issubset(rest):
                best = min(best, least(less(rest, naturals), wilds - needed))
        return best

    return least(hand, n_wilds)


def best_discard(
    line: Line, cards: Iterable[int], n_wilds: int, n_aces: int = 0, cap: int = NO_CAP
) -> tuple[Leftover, int]:
    """Least leftover after a natural card is thrown, and that card: of equal ones the highest place, the first suit."""
    hand = tuple(cards)
    after = [
        (least_leftover(line, less(hand, [card]), n_wilds, n_aces, cap), -(card % 16), card // 16) for card in set(hand)
    ]
    leftover, place, suit = min(after)
    return leftover, 16 * suit - place


@cache
def least_outside_runs(line: Line, places: frozenset[int], n_wilds: int, cap: int = NO_CAP) -> int | None:
    """Least points left in one suit when exactly ``n_wilds`` wilds go into its runs; None if that cannot be."""
    if not places:
        return None if n_wilds else 0
    lowest = min(places)
    without = least_outside_runs(line, places - {lowest}, n_wilds, cap)
    found = [] if without is None else [without + line.points[lowest]]
    for run in runs_of(line, places, min(n_wilds, cap)):
        naturals = naturals_of(line, run)
        if lowest in naturals:
            rest = least_outside_runs(line, places - naturals, n_wilds - wilds_of(run), cap)
            found += [] if rest is None else [rest]
    return min(found, default=None)


class Lying(NamedTuple):
    """A meld on the table: a set (suit −1) by place, suits and size, or a run by suit, first and last position; and how
    many of its cards are wild.
    """

    suit: int
    first: int
    last: int
    suits: frozenset[int]
    size: int
    wilds: int = 0


Laid = tuple[int | None, ...]
"""What one option lays: cards, None for a wild."""
Left = tuple[int, ...]


def set_options(meld: Lying, left: Left, n_wilds: int) -> list[tuple[int | str, Laid]]:
    """Options on a set, the preferred first: naturals in suit order, a wild, none."""
    options: list[tuple[int | str, Laid]] = []
    if meld.size == 3:
        fitting = [suit for suit in range(4) if suit not in meld.suits and 16 * suit + meld.first in left]
        options += [(suit, (16 * suit + meld.first,)) for suit in fitting]
        options += [("wild", (None,))] if n_wilds else []
    return [*options, ("none", ())]


def run_options(line: Line, meld: Lying, left: Left, n_wilds: int) -> list[tuple[tuple[int, int], Laid]]:
    """Options on a run: a cards below and b above, larger a first, then larger b."""
    options = []
    for below in range(meld.first, -1, -1):
        for above in range(line.n_positions - 1 - meld.last, -1, -1):
            first, last = meld.first - below, meld.last + above
            if first == 0 and last == len(line.points):
                continue
            positions = [*range(first, meld.first), *range(meld.last + 1, last + 1)]
            wanted = [line.card(meld.suit, position) for position in positions]
            laid = tuple(card if card in left else None for card in wanted)
            if laid.count(None) <= n_wilds:
                options.append(((below, above), laid))
    return options


def plans(
    line: Line, melds: Sequence[Lying], left: Left, n_wilds: int, cap: int = NO_CAP
) -> Iterator[list[tuple[object, Laid]]]:
    """Every plan in the order of preference: an option for each meld."""
    if not melds:
        yield []
        return
    meld = melds[0]
    free = max(0, min(n_wilds, cap - meld.wilds))
    options = set_options(meld, left, free) if meld.suit < 0 else run_options(line, meld, left, free)
    for name, laid in options:
        rest = less(left, [card for card in laid if card is not None])
        for later in plans(line, melds[1:], rest, n_wilds - laid.count(None), cap):
            yield [(name, laid), *later]


def best_plan(
    line: Line, melds: Sequence[Lying], left: Left, n_wilds: int, cap: int = NO_CAP
) -> tuple[list[object], Left, int]:
    """The best plan: its options, the naturals and the number of wilds it lays (CONTRACT 4.3)."""

    def worth(plan: list[tuple[object, Laid]]) -> tuple:
        naturals = [card for _, laid in plan for card in laid if card is not None]
        n_laid = sum(laid.count(None) for _, laid in plan)
        first = sorted((-line.points[card % 16], card // 16, card % 16) for card in naturals)
        return -n_laid, -line.value(naturals), first

    chosen = min(plans(line, melds, left, n_wilds, cap), key=worth)  # min keeps the first of equal plans
    naturals = tuple(sorted(card for _, laid in chosen for card in laid if card is not None))
    return [name for name, _ in chosen], naturals, sum(laid.count(None) for _, laid in chosen)
