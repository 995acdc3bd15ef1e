"""Melds of the tile family: what is one, what it is worth in an opening, its order (rules 1.3, 1.4; TILE 3)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from tests.reference.stock_melds import Meld, Run, Set
from tests.reference.tile_cards import COLOURS, JOKER, PLACES, name
from tests.reference.tile_rules import Rules

__all__ = ["Meld", "Run", "Set", "in_order", "in_tiles", "is_meld", "meld_points", "new_melds", "tiles_in"]

SHORTEST, LONGEST, FULL = 3, 13, 4


def is_meld(rules: Rules, meld: Meld) -> bool:
    """Whether it is a valid meld (TR-17, TR-18, TR-19, rules 0.5, `max_jokers_per_meld`)."""
    if not 0 <= meld.jokers <= rules.most_jokers or meld.size <= meld.jokers:
        return False
    if isinstance(meld, Set):
        colours_fit = len(set(meld.suits)) == len(meld.suits) and all(0 <= each < COLOURS for each in meld.suits)
        return colours_fit and 0 <= meld.place < PLACES and meld.size in (SHORTEST, FULL)
    if not (0 <= meld.suit < COLOURS and meld.start >= 0 and SHORTEST <= meld.size <= LONGEST):
        return False
    # thirteen positions at most, so no run has a 1 at both ends
    return meld.start + meld.size - 1 <= rules.highest


def tiles_in(melds: Iterable[Meld]) -> list[int]:
    """The tiles of some melds."""
    return [tile for meld in melds for tile in [*meld.naturals, *[JOKER] * meld.jokers]]


def in_tiles(meld: Meld) -> str:
    """A meld in the notation of rules 0.1."""
    if isinstance(meld, Set):
        return "-".join(map(name, tiles_in([meld])))
    named = [name(meld.card_at(meld.start + i)) for i in range(meld.size)]
    return "-".join(f"X(={each})" if joker else each for each, joker in zip(named, meld.pattern, strict=True))


def in_order(melds: Iterable[Meld]) -> list[Meld]:
    """Melds in the order of rules 8.1: that of their codes."""
    return sorted(melds, key=lambda meld: meld.code)


def meld_points(rules: Rules, meld: Meld) -> int:
    """Points of a meld in an opening (TR-22, TR-23, `opening_joker`)."""
    if isinstance(meld, Set):
        jokers = 0 if rules.opening_joker == "zero" else meld.jokers
        return (len(meld.suits) + jokers) * (meld.place + 1)
    counted = [i for i, joker in enumerate(meld.pattern) if not (joker and rules.opening_joker == "zero")]
    return sum((meld.start + i) % PLACES + 1 for i in counted)


def patterns_of(wanted: Sequence[int], tiles: Counter[int]) -> Iterator[tuple[bool, ...]]:
    """Joker patterns of a run of these tiles that can be laid from some tiles: a natural before a joker."""
    if not wanted:
        yield ()
        return
    for tile in (wanted[0], JOKER):
        if tiles[tile]:
            for rest in patterns_of(wanted[1:], tiles - Counter([tile])):
                yield (tile == JOKER, *rest)


def new_melds(rules: Rules, tiles: Sequence[int], longest: int = LONGEST) -> Iterator[Meld]:
    """All melds that some tiles can form, in order; runs up to a length."""
    held = Counter(tiles)
    for place in range(PLACES):
        there = [colour for colour in range(COLOURS) if held[colour * 16 + place]]
        choices = [chosen for size in range(1, len(there) + 1) for chosen in combinations(there, size)]
        for colours in sorted(choices, key=lambda colours: Set(place, colours, 0).suit_bits):
            for jokers in range(held[JOKER] + 1):
                if is_meld(rules, meld := Set(place, colours, jokers)):
                    yield meld
    for colour in range(COLOURS):
        for start in range(rules.highest - 1):
            for length in range(SHORTEST, min(longest, rules.highest - start + 1) + 1):
                wanted = Run(colour, start, (False,) * length).naturals
                if sum(not held[tile] for tile in wanted) > min(held[JOKER], rules.most_jokers):
                    break  # a longer run needs even more jokers
                for pattern in patterns_of(wanted, held):
                    if is_meld(rules, meld := Run(colour, start, pattern)):
                        yield meld
