"""Jokers that lie on the table: whether a new table leaves them what they were (TR-20, TR-21, rules 8.3).

All jokers of the table before the turn are looked at together. Some of them are chosen to be freed, each by a tile of
its own; then every joker of the table must find a place in a meld of the new table. All choices are tried.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tests.reference.tile_cards import COLOURS, JOKER
from tests.reference.tile_melds import SHORTEST, Meld, Run, Set, tiles_in
from tests.reference.tile_rules import Rules

BOTH = 2


@dataclass(frozen=True)
class Joker:
    """A joker on the table before the turn: the meld it lies in, and the tiles it may stand for."""

    meld: int
    identity: frozenset[int]


@dataclass(frozen=True)
class Place:
    """Where a joker lies in the new table: a position of a run, or one of so many jokers of a group.

    stands_for : the tile of the position, or the tiles of the colours that the group misses.
    """

    meld: int
    room: int
    stands_for: frozenset[int]


def missing_tiles(group: Set) -> frozenset[int]:
    """The tiles of the colours that a group does not have as naturals."""
    return frozenset(colour * 16 + group.place for colour in range(COLOURS) if colour not in group.suits)


def places_in(melds: Sequence[Meld]) -> list[Place]:
    """Where jokers lie."""
    found = []
    for i, meld in enumerate(melds):
        if isinstance(meld, Run):
            positions = [meld.start + at for at, joker in enumerate(meld.pattern) if joker]
            found += [Place(i, 1, frozenset([meld.card_at(position)])) for position in positions]
        elif meld.jokers:
            found.append(Place(i, meld.jokers, missing_tiles(meld)))
    return found


def jokers_in(melds: Sequence[Meld]) -> list[Joker]:
    """The jokers of a table."""
    return [Joker(place.meld, place.stands_for) for place in places_in(melds) for _ in range(place.room)]


class Question:
    """Whether the jokers of a table may lie as they do in a new table, with these tiles played from the rack."""

    def __init__(self, rules: Rules, before: Sequence[Meld], after: Sequence[Meld], played: Sequence[int]) -> None:
        self.rules = rules
        self.before = before
        self.jokers = jokers_in(before)
        self.places = places_in(after)
        self.faces_before = [Counter(tiles_in([meld])) for meld in before]
        self.faces_after = [Counter(tiles_in([meld])) for meld in after]
        self.played = Counter(tile for tile in played if tile != JOKER)
        self.on_table = Counter(tiles_in(before))
        holding = [any(old <= new for old in self.faces_before) for new in self.faces_after]
        self.takes_changed = [rules.joker_reuse == "any_meld" or not holds_one for holds_one in holding]

    def is_allowed(self) -> bool:
        """The answer."""
        everything = frozenset(range(len(self.jokers)))
        if self.rules.joker_release == "free":
            return self.find_places(everything)
        return any(self.others_stay_together(freed) and self.find_places(freed) for freed in self.freed_together())

    # which jokers are freed

    def freed_together(self) -> Iterator[frozenset[int]]:
        """Jokers that can be freed at the same time, many before few."""
        able = [i for i, joker in enumerate(self.jokers) if self.can_be_freed(joker)]
        for n in range(len(able), -1, -1):
            for chosen in combinations(able, n):
                if self.can_match(list(chosen), Counter(self.played), Counter(self.on_table), frozenset()):
                    yield frozenset(chosen)

    def needs_both(self, joker: Joker) -> bool:
        """Whether two tiles of different colours must come from the rack to free it."""
        meld = self.before[joker.meld]
        both = self.rules.group_joker_swap == "both_missing"
        return both and isinstance(meld, Set) and meld.size == SHORTEST

    def can_be_freed(self, joker: Joker) -> bool:
        """Whether some tile might free it, were it alone."""
        from_rack = sum(tile in self.played for tile in joker.identity)
        if self.needs_both(joker):
            return from_rack >= BOTH
        return from_rack > 0 or bool(self.tiles_beside(joker))

    def tiles_beside(self, joker: Joker) -> list[tuple[int, int]]:
        """Table tiles that may free it: melds of the new table that hold the rest of its old meld, and the tile."""
        if self.rules.joker_freed_by == "rack" or self.needs_both(joker):
            return []
        rest = self.faces_before[joker.meld] - Counter([JOKER])
        there = [i for i, faces in enumerate(self.faces_after) if rest <= faces]
        return [(i, tile) for i in there for tile in joker.identity if self.faces_after[i][tile]]

    def can_match(
        self, jokers: list[int], rack: Counter[int], table: Counter[int], used: frozenset[tuple[int, int]]
    ) -> bool:
        """Whether each of the jokers finds a tile of its own that frees it."""
        if not jokers:
            return True
        joker, others = self.jokers[jokers[0]], jokers[1:]
        for tile in joker.identity:
            if rack[tile] and self.can_match(others, rack - Counter([tile]), table, used):
                return True
        for stands in self.tiles_beside(joker):
            tile = stands[1]
            # a copy of the tile stands there; that it came from the table and not from the rack is ours to say, as long
            # as there are as many copies that did
            is_free = stands not in used and table[tile]
            if is_free and self.can_match(others, rack, table - Counter([tile]), used | {stands}):
                return True
        return False

    # what the others must satisfy

    def others_stay_together(self, freed: frozenset[int]) -> bool:
        """`locked`: a meld with a joker that is not freed is still together, freed jokers apart."""
        if self.rules.joker_release != "locked":
            return True
        loose = Counter(self.jokers[i].meld for i in freed)
        for i in {joker.meld for joker in self.jokers}:
            wanted = self.faces_before[i] - Counter({JOKER: loose[i]})
            if wanted[JOKER] and not any(wanted <= faces for faces in self.faces_after):
                return False
        return True

    def find_places(self, freed: frozenset[int]) -> bool:
        """Whether all jokers find places, those that are not freed within their identities."""
        room = tuple(place.room for place in self.places)
        return self.place_from(0, freed, room, frozenset(), set())

    def place_from(
        self,
        i: int,
        freed: frozenset[int],
        room: tuple[int, ...],
        colours: frozenset[tuple[int, int]],
        failed: set[tuple[int, tuple[int, ...], frozenset[tuple[int, int]]]],
    ) -> bool:
        """Whether the jokers from the i-th on find places.

        colours : tiles for which jokers that keep their identity stand, by place. A group misses as many colours as it
        has jokers or more, so jokers that may stand for anything need no colour to be named.
        """
        if i == len(self.jokers):
            return True
        key = (i, room, colours)
        if key in failed:
            return False
        for at, place in enumerate(self.places):
            if not room[at]:
                continue
            less = (*room[:at], room[at] - 1, *room[at + 1 :])
            for tile in sorted(place.stands_for & self.jokers[i].identity):
                if (at, tile) not in colours and self.place_from(i + 1, freed, less, colours | {(at, tile)}, failed):
                    return True
            if i in freed and self.takes_changed[place.meld] and self.place_from(i + 1, freed, less, colours, failed):
                return True
        failed.add(key)
        return False


def jokers_may_lie(rules: Rules, before: Sequence[Meld], after: Sequence[Meld], played: Sequence[int]) -> bool:
    """Whether the jokers of a table may lie as they do after it."""
    if rules.joker_release == "free" and rules.joker_reuse == "any_meld":
        return True
    return Question(rules, before, after, played).is_allowed()
