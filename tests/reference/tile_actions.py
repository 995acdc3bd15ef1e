"""Single actions of a player who has opened: new meld, lay-off, split; and the menu of the bots (TILE 2, 3, 8)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tests.reference.tile_cards import COLOURS, JOKER, without
from tests.reference.tile_melds import FULL, SHORTEST, Meld, Run, Set, in_order, is_meld, new_melds
from tests.reference.tile_rules import Rules

BELOW, ABOVE, A_JOKER = 0, 1, 4
LAY_OFF, SPLIT, REBUILD = 1 << 50, 1 << 51, 1 << 52


@dataclass(frozen=True)
class NewMeld:
    """A new meld of rack tiles."""

    meld: Meld

    @property
    def code(self) -> int:
        """The action as a bot answers it."""
        return self.meld.code


@dataclass(frozen=True)
class LayOff:
    """A tile on a meld: on a run below or above, on a group a colour or a joker."""

    target: int
    option: int

    @property
    def code(self) -> int:
        """The action as a bot answers it."""
        return LAY_OFF | self.target << 8 | self.option


@dataclass(frozen=True)
class Split:
    """A run that falls into two at a position that a rack tile has too."""

    target: int
    position: int

    @property
    def code(self) -> int:
        """The action as a bot answers it."""
        return SPLIT | self.target << 8 | self.position


Action = NewMeld | LayOff | Split


@dataclass(frozen=True)
class Change:
    """What an action does: tiles from the rack, and the table in order."""

    played: tuple[int, ...]
    melds: tuple[Meld, ...]


def change_of(rules: Rules, rack: Sequence[int], melds: Sequence[Meld], action: Action) -> Change | None:
    """What an action does, None if it is not legal."""
    if isinstance(action, NewMeld):
        new = action.meld
        needed = [*new.naturals, *[JOKER] * new.jokers]
        fits = is_meld(rules, new) and all(needed.count(tile) <= rack.count(tile) for tile in needed)
        return Change(tuple(needed), tuple(in_order([*melds, new]))) if fits else None
    if not 0 <= action.target < len(melds):
        return None
    old = melds[action.target]
    if isinstance(action, Split):
        halves = halves_of(rules, rack, old, action.position)
        made = (old.card_at(old.start + action.position), halves) if halves and isinstance(old, Run) else None
    elif isinstance(old, Run):
        made = on_run(rules, rack, old, action.option)
    else:
        made = on_group(rules, rack, old, action.option)
    if made is None:
        return None
    others = [meld for i, meld in enumerate(melds) if i != action.target]
    return Change((made[0],), tuple(in_order([*others, *made[1]])))


def on_run(rules: Rules, rack: Sequence[int], run: Run, option: int) -> tuple[int, list[Meld]] | None:
    """A lay-off on a run: the tile and the meld after it."""
    if option not in (BELOW, ABOVE):
        return None
    natural = run.card_at(run.start - 1 if option == BELOW else run.start + run.size)
    tile = natural if natural in rack else JOKER
    joker = (tile == JOKER,)
    after = replace(run, pattern=(*run.pattern, *joker))
    if option == BELOW:
        after = Run(run.suit, run.start - 1, (*joker, *run.pattern))
    return (tile, [after]) if tile in rack and is_meld(rules, after) else None


def on_group(rules: Rules, rack: Sequence[int], group: Set, option: int) -> tuple[int, list[Meld]] | None:
    """A lay-off on a group: the tile and the meld after it."""
    if option not in range(A_JOKER + 1) or group.size == FULL:
        return None
    tile = JOKER if option == A_JOKER else option * 16 + group.place
    if option == A_JOKER:
        after = replace(group, jokers=group.jokers + 1)
    else:
        after = replace(group, suits=tuple(sorted([*group.suits, option])))
    return (tile, [after]) if tile in rack and is_meld(rules, after) else None


def halves_of(rules: Rules, rack: Sequence[int], run: Meld, position: int) -> list[Meld] | None:
    """The two runs of a split (TR-13 to TR-16, named move Split)."""
    if rules.rearrange == "none" or not isinstance(run, Run):
        return None
    if not (SHORTEST - 1 <= position <= run.size - SHORTEST) or run.pattern[position]:
        return None
    if run.card_at(run.start + position) not in rack:
        return None
    lower = Run(run.suit, run.start, run.pattern[: position + 1])
    return [lower, Run(run.suit, run.start + position, run.pattern[position:])]


def lay_offs(rules: Rules, rack: Sequence[int], melds: Sequence[Meld]) -> Iterator[Action]:
    """All legal lay-offs of one tile, in the order of the menu."""
    for i, meld in enumerate(melds):
        for option in (BELOW, ABOVE) if isinstance(meld, Run) else range(COLOURS + 1):
            if change_of(rules, rack, melds, LayOff(i, option)) is not None:
                yield LayOff(i, option)


def splits(rules: Rules, rack: Sequence[int], melds: Sequence[Meld]) -> Iterator[Action]:
    """All splits that the menu of `probe` has."""
    without_jokers = rules.joker_release == "locked" or rules.joker_reuse == "new_meld"
    for i, meld in enumerate(melds):
        if without_jokers and meld.jokers:
            continue
        for position in range(meld.size):
            if change_of(rules, rack, melds, Split(i, position)) is not None:
                yield Split(i, position)


def menu(rules: Rules, rack: Sequence[int], melds: Sequence[Meld]) -> list[Action | None]:
    """What an opened player of `random` chooses from; None is to stop (TILE 8)."""
    new = [NewMeld(meld) for meld in new_melds(rules, rack, SHORTEST)]
    return [None, *new, *lay_offs(rules, rack, melds)]


def rack_after(rack: Sequence[int], change: Change) -> list[int]:
    """The rack after an action."""
    return without(rack, change.played)
