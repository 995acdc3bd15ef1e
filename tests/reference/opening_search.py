"""The best legal opening of a hand, found exactly (OPENING 3).

Natural cards are looked at in ascending order. The lowest one that is still there either stays in the hand, or is the
lowest natural of one of the melds. Of melds that take the same cards only the one with most points matters.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from tests.reference.opening_cards import JOKER, NONE
from tests.reference.opening_melds import Meld, Run, cards_in, meld_points, new_melds
from tests.reference.opening_rules import Rules

BITS = 8
JOKER_SLOT = 63
ONE_JOKER = 1 << BITS * JOKER_SLOT
NATURALS = ONE_JOKER - 1
GUARD = sum(0x80 << BITS * slot for slot in range(JOKER_SLOT + 1))
NEEDS_PURE_RUN, NEEDS_MUST, NEEDS_JOKER = 1, 2, 4
NOTHING_LEFT, BARRED_LEFT, THROWABLE_LEFT, TOO_MUCH_LEFT = range(4)


@dataclass(frozen=True)
class Wanted:
    """What an opening of a hand has to be like."""

    rules: Rules
    hand: tuple[int, ...]
    barred: int = NONE
    must: int = NONE
    with_joker: bool = False
    all_but_one: bool = False


@dataclass(frozen=True)
class Found:
    """Melds of an opening and their points together."""

    points: int
    melds: tuple[Meld, ...]


@dataclass(frozen=True)
class Part:
    """A meld that the hand can lay: the cards as counts, a byte for each kind."""

    meld: Meld
    points: int
    counts: int


Chain = tuple[int, "Part | None", "Chain | None"]


def counts_of(cards: list[int] | tuple[int, ...]) -> int:
    """Cards as a number with a byte for each kind; jokers are highest."""
    return sum(1 << BITS * (JOKER_SLOT if card == JOKER else card) for card in cards)


def lowest_kind(counts: int) -> int:
    """The lowest natural kind that is there."""
    return ((counts & -counts).bit_length() - 1) // BITS


@lru_cache(maxsize=2048)
def parts_of(rules: Rules, hand: tuple[int, ...]) -> dict[int, list[Part]]:
    """The melds of a hand by their lowest natural, of those with the same cards only the one with most points."""
    best: dict[tuple[int, bool], Part] = {}
    for meld in new_melds(rules, hand):
        part = Part(meld, meld_points(rules, meld), counts_of(cards_in(meld)))
        key = (part.counts, isinstance(meld, Run))
        if key not in best or best[key].points < part.points:
            best[key] = part
    found: dict[int, list[Part]] = defaultdict(list)
    for part in best.values():
        found[lowest_kind(part.counts)].append(part)
    return dict(found)


class Search:
    """The search in one hand; remembers what the best is for what is left of it."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.parts = parts_of(wanted.rules, wanted.hand)
        self.known: dict[tuple[int, int, int], Chain | None] = {}

    def run(self) -> Found | None:
        """Melds with most points that satisfy all but the minimum."""
        wanted = self.wanted
        needs = NEEDS_PURE_RUN if wanted.rules.pure_run_required else 0
        needs |= NEEDS_MUST if wanted.must not in (NONE, JOKER) else 0
        needs |= NEEDS_JOKER if wanted.with_joker or wanted.must == JOKER else 0
        best = self.best(counts_of(wanted.hand), needs, NOTHING_LEFT)
        if best is None:
            return None
        points, link, melds = best[0], best, []
        while link[2] is not None:
            if link[1] is not None:
                melds.append(link[1].meld)
            link = link[2]
        return Found(points, tuple(melds)) if melds else None

    def best(self, there: int, needs: int, left: int) -> Chain | None:
        """Most points from the cards still there, given what is needed yet and what stays in the hand already."""
        key = (there, needs, left)
        if key not in self.known:
            self.known[key] = self.best_of(*key) if there & NATURALS else self.end(*key)
        return self.known[key]

    def best_of(self, there: int, needs: int, left: int) -> Chain | None:
        """As `best`, not looked up."""
        lowest = lowest_kind(there)
        best: Chain | None = None
        its_left = self.leave(left, lowest)
        if its_left != TOO_MUCH_LEFT:
            rest = self.best(there - (1 << BITS * lowest), needs, its_left)
            best = None if rest is None else (rest[0], None, rest)
        for part in self.parts.get(lowest, []):
            if (there | GUARD) - part.counts & GUARD != GUARD:
                continue
            rest = self.best(there - part.counts, needs & ~self.filled(part), left)
            if rest is not None and (best is None or best[0] < rest[0] + part.points):
                best = (rest[0] + part.points, part, rest)
        return best

    def end(self, there: int, needs: int, left: int) -> Chain | None:
        """Nothing if what is needed was laid and what is left will do, with the jokers that are still there."""
        for _ in range(there // ONE_JOKER):
            left = self.leave(left, JOKER)
        may_be_left = [THROWABLE_LEFT] if self.wanted.rules.final_discard_required else [THROWABLE_LEFT, NOTHING_LEFT]
        return (0, None, None) if not needs and left in may_be_left else None

    def leave(self, left: int, card: int) -> int:
        """What is left in the hand with one more card."""
        if self.wanted.all_but_one and left != NOTHING_LEFT:
            return TOO_MUCH_LEFT
        return BARRED_LEFT if card == self.wanted.barred and left != THROWABLE_LEFT else max(left, THROWABLE_LEFT)

    def filled(self, part: Part) -> int:
        """The needs that a meld meets."""
        must = self.wanted.must
        filled = NEEDS_JOKER if part.meld.jokers else NEEDS_PURE_RUN if isinstance(part.meld, Run) else 0
        has_must = must not in (NONE, JOKER) and part.counts >> BITS * must & 3
        return filled | (NEEDS_MUST if has_must else 0)


@lru_cache(maxsize=8192)
def most_points(wanted: Wanted) -> Found | None:
    """A legal opening with most points, None if there is no legal one.

    With `hand_requires_min = false` the minimum does not hold for melds that leave one card at most.
    """
    found = Search(wanted).run()
    if found is None or found.points >= wanted.rules.opening_min:
        return found
    if wanted.rules.hand_requires_min:
        return None
    return found if wanted.all_but_one else Search(all_but_one(wanted)).run()


def all_but_one(wanted: Wanted) -> Wanted:
    """The same for an opening that leaves exactly one card, or at most one where that is allowed."""
    return Wanted(wanted.rules, wanted.hand, wanted.barred, wanted.must, wanted.with_joker, True)
