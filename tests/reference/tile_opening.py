"""The opening with most points that a rack allows, found exactly (rules 8.4, TILE 3).

Positions are gone through from the lowest. What matters of the melds below a position are the runs that may go on
there, the jokers left, and the 1s kept for the position above 13; of all ways to come to the same state the one with
most points is kept. At each position runs go on, end or begin, and the tiles of its number left over make groups.

A run begins with a joker only if it goes on to 13: otherwise the joker could as well lie at its upper end.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product

from tests.reference.tile_cards import COLOURS, JOKER, PLACES
from tests.reference.tile_groups import Counts, Groups, best_groups
from tests.reference.tile_melds import LONGEST, SHORTEST, Meld, Run, Set, in_order, meld_points
from tests.reference.tile_rules import THIRTEEN, Rules

Open = tuple[int, bool, int]
"""A run that may go on: its length up to 3, whether it has a natural, its jokers where they are limited."""
BEGINS = -1


@dataclass(frozen=True)
class Step:
    """What one colour does at a position: the runs after it, and of each where it comes from and if with a joker."""

    runs: tuple[Open, ...]
    made: tuple[tuple[int, bool], ...]
    naturals: int
    jokers: int


@dataclass(frozen=True)
class State:
    """What matters for the positions that follow."""

    runs: tuple[tuple[Open, ...], ...]
    jokers: int
    kept: Counts


@dataclass(frozen=True)
class Link:
    """The best way to a state: points, and what was done at its last position."""

    points: int
    before: "Link | None"
    steps: tuple[Step, ...]
    groups: Groups


def longer(run: Open | None, joker: bool, limited: bool) -> Open:
    """A run with one more tile, or a new one."""
    length, natural, jokers = run or (0, False, 0)
    return min(length + 1, SHORTEST), natural or not joker, jokers + (joker and limited)


@lru_cache(maxsize=1 << 16)
def steps_of(
    runs: tuple[Open, ...], naturals: int, jokers: int, most: int, limited: bool, begin: bool, begin_with_joker: bool
) -> tuple[Step, ...]:
    """All that a colour can do at a position with its naturals of that number and with jokers."""
    found: dict[tuple[tuple[Open, ...], int, int], Step] = {}
    choices = [[False, True, None] if run[0] == SHORTEST and run[1] else [False, True] for run in runs]
    beginnings = [()] if not begin else list(begins(naturals, jokers if begin_with_joker else 0))
    for going_on in product(*choices):
        for new in beginnings:
            made = [(i, joker) for i, joker in enumerate(going_on) if joker is not None]
            made += [(BEGINS, joker) for joker in new]
            used_jokers = sum(joker for _, joker in made)
            used = len(made) - used_jokers
            if used > naturals or used_jokers > jokers:
                continue
            after = [(longer(None if i == BEGINS else runs[i], joker, limited), (i, joker)) for i, joker in made]
            if any(run[2] > most for run, _ in after):
                continue
            after.sort()
            key = (tuple(run for run, _ in after), used, used_jokers)
            found.setdefault(key, Step(key[0], tuple(origin for _, origin in after), used, used_jokers))
    return tuple(found.values())


def begins(naturals: int, jokers: int) -> Iterator[tuple[bool, ...]]:
    """New runs, each with a natural or a joker."""
    for n in range(naturals + jokers + 1):
        yield from combinations_with_replacement((False, True), n)


class Search:
    """The search in one rack."""

    def __init__(self, rules: Rules, rack: tuple[int, ...]) -> None:
        self.rules = rules
        held = Counter(rack)
        self.held = [[held[colour * 16 + place] for place in range(PLACES)] for colour in range(COLOURS)]
        self.jokers = 0 if rules.opening_joker == "no" else held[JOKER]
        self.joker_counts = rules.opening_joker != "zero"
        self.limited = rules.max_jokers_per_meld is not None

    def run(self) -> tuple[int, tuple[Meld, ...]]:
        """Most points, and the melds."""
        reached = {State(((),) * COLOURS, self.jokers, (0,) * COLOURS): Link(0, None, (), ())}
        for position in range(self.rules.highest + 1):
            following: dict[State, Link] = {}
            for state, link in reached.items():
                for after, its_link in self.after(position, state, link):
                    known = following.get(after)
                    if known is None or known.points < its_link.points:
                        following[after] = its_link
            reached = undominated(following)
        done = [link for state, link in reached.items() if all(map(is_whole, state.runs))]
        best = max(done, key=lambda link: link.points)
        return best.points, tuple(in_order(self.melds(best)))

    def after(self, position: int, state: State, link: Link) -> Iterator[tuple[State, Link]]:
        """The states that follow, with the way to them."""
        place = position % PLACES
        there = state.kept if position > THIRTEEN else tuple(held[place] for held in self.held)
        for kept in self.kept_at(position):
            free = tuple(n - its for n, its in zip(there, kept, strict=True))
            for steps, jokers in self.steps(position, state.runs, free, state.jokers, ()):
                left = tuple(n - step.naturals for n, step in zip(free, steps, strict=True))
                used = sum(step.naturals + (step.jokers if self.joker_counts else 0) for step in steps)
                after_runs = tuple(step.runs for step in steps)
                groups_of = {0: (0, ())} if position > THIRTEEN else self.groups(left, jokers)
                for its_jokers, (counted, groups) in groups_of.items():
                    points = link.points + (place + 1) * (used + counted)
                    kept_on = kept if position == 0 else state.kept
                    yield State(after_runs, jokers - its_jokers, kept_on), Link(points, link, steps, groups)

    def groups(self, left: Counts, jokers: int) -> dict[int, tuple[int, Groups]]:
        """The best groups of tiles left over."""
        return best_groups(left, jokers, self.rules.most_jokers, self.joker_counts)

    def kept_at(self, position: int) -> Iterator[Counts]:
        """How many 1s of each colour are kept for above 13; at any other position none are taken away."""
        high = position == 0 and self.rules.highest > THIRTEEN
        yield from product(
            *[
                range(self.held[colour][0] + 1) if high and self.lacks(colour, 11, 12) <= self.jokers else [0]
                for colour in range(COLOURS)
            ]
        )

    def lacks(self, colour: int, first: int, last: int) -> int:
        """How many positions from one to another cannot be natural."""
        return sum(not self.held[colour][position % PLACES] for position in range(first, last + 1))

    def steps(
        self, position: int, runs: tuple[tuple[Open, ...], ...], free: Counts, jokers: int, done: tuple[Step, ...]
    ) -> Iterator[tuple[tuple[Step, ...], int]]:
        """What the colours do one after another, and the jokers left."""
        colour = len(done)
        if colour == COLOURS:
            yield done, jokers
            return
        begin = position + SHORTEST - 1 <= self.rules.highest
        begin = begin and self.lacks(colour, position + 1, position + 2) <= jokers
        with_joker = begin and self.lacks(colour, position + 1, THIRTEEN) < jokers
        most, limited = self.rules.most_jokers, self.limited
        for step in steps_of(runs[colour], free[colour], jokers, most, limited, begin, with_joker):
            if all(self.can_end(colour, position, run, jokers - step.jokers) for run in step.runs):
                yield from self.steps(position, runs, free, jokers - step.jokers, (*done, step))

    def can_end(self, colour: int, position: int, run: Open, jokers: int) -> bool:
        """Whether a run that has come to a position may still become three tiles."""
        end = position + SHORTEST - run[0]
        return end <= self.rules.highest and self.lacks(colour, position + 1, end) <= jokers

    def melds(self, link: Link | None) -> Iterator[Meld]:
        """The melds of a way."""
        links = []
        while link is not None and link.before is not None:
            links.append(link)
            link = link.before
        going: list[list[Run]] = [[] for _ in range(COLOURS)]
        for position, one in enumerate(reversed(links)):
            yield from (Set(position, colours, jokers) for colours, jokers in one.groups)
            for colour, step in enumerate(one.steps):
                origins = {i for i, _ in step.made}
                for i, run in enumerate(going[colour]):
                    if i not in origins:
                        yield from self.parts(run)
                new = Run(colour, position, ())
                before = [new if i == BEGINS else going[colour][i] for i, _ in step.made]
                patterns = [(*run.pattern, joker) for run, (_, joker) in zip(before, step.made, strict=True)]
                going[colour] = [Run(colour, run.start, each) for run, each in zip(before, patterns, strict=True)]
        for runs in going:
            for run in runs:
                yield from self.parts(run)

    def parts(self, run: Run) -> list[Run]:
        """A run, in two if it has a 1 at both ends; it has six naturals at least, so both parts can have one."""
        if run.size <= LONGEST:
            return [run]
        for at in range(SHORTEST, run.size - SHORTEST + 1):
            halves = [Run(run.suit, run.start, run.pattern[:at]), Run(run.suit, run.start + at, run.pattern[at:])]
            if all(half.jokers < half.size for half in halves):
                return halves
        raise AssertionError(run)


def undominated(reached: dict[State, Link]) -> dict[State, Link]:
    """States without those that another equals with as many jokers and points or more."""
    alike: dict[tuple[tuple[tuple[Open, ...], ...], Counts], list[State]] = defaultdict(list)
    for state in reached:
        alike[state.runs, state.kept].append(state)
    kept = {}
    for states in alike.values():
        most = -1
        for state in sorted(states, key=lambda state: -state.jokers):
            if reached[state].points > most:
                most = reached[state].points
                kept[state] = reached[state]
    return kept


def is_whole(runs: tuple[Open, ...]) -> bool:
    """Whether all runs may end."""
    return all(length == SHORTEST and natural for length, natural, _ in runs)


@lru_cache(maxsize=4096)
def most_points(rules: Rules, rack: tuple[int, ...]) -> tuple[int, tuple[Meld, ...]]:
    """Most points of melds of a rack, whatever the minimum, and the melds; 0 if it has none."""
    points, melds = Search(rules, rack).run()
    assert points == sum(meld_points(rules, meld) for meld in melds)
    return points, melds


def best_opening(rules: Rules, rack: list[int]) -> tuple[Meld, ...] | None:
    """A legal opening with most points, None if there is no legal opening."""
    points, melds = most_points(rules, tuple(sorted(rack)))
    return melds if melds and points >= rules.opening_min else None
