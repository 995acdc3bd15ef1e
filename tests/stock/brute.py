"""The best play of a small hand by trying everything: all legal actions one after the other, in plain Python.

Written from rules.md 4 and 8.9 and STOCK 2 and 3, with nothing from the kernels. Cards are ``16 * suit + place``,
jokers 13 and 29; a hand is a sorted tuple. A set is ``("set", place, suits, jokers)``, a run ``("run", suit, start,
jokers)`` with a truth value a position from the low end.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations, product

__all__ = ["Action", "Meld", "Position", "Rules", "action_code", "best", "cards_of", "is_meld", "meld_code"]

JOKERS = (13, 29)
PLACES = 13
Meld = tuple[str, int, int | tuple[int, ...], int | tuple[bool, ...]]
Hand = tuple[int, ...]
Worth = tuple[int, int]


@dataclass(frozen=True)
class Rules:
    """The options that a play phase hangs on."""

    ace_mode: str = "low"
    one_meld: bool = False
    requires: str = "none"


@dataclass(frozen=True)
class Position:
    """What the player at turn may do: hand, what of it the next action may use, table, and the turn so far."""

    hand: Hand
    usable: Hand
    table: tuple[Meld, ...]
    must: int = -1
    barred: int = -1
    n_new: int = 0
    has_melded: bool = False


@dataclass(frozen=True)
class Action:
    """A new meld (``index`` -1) or a lay-off on a meld: naturals and jokers taken, the meld then, and what it gains."""

    index: int
    option: int
    meld: Meld
    naturals: Hand
    n_jokers: int
    points: int


def without(hand: Hand, cards: Hand) -> Hand | None:
    """A hand less some cards, None if it has them not."""
    left = list(hand)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def naturals_of(hand: Hand) -> set[int]:
    """Kinds of naturals in a hand."""
    return {card for card in hand if card not in JOKERS}


def count_jokers(hand: Hand) -> int:
    """Jokers in a hand."""
    return sum(card in JOKERS for card in hand)


def is_meld(rules: Rules, meld: Meld) -> bool:
    """Whether cards make a meld (BR-6, BR-7, STOCK 3)."""
    if meld[0] == "set":
        suits, jokers = meld[2], meld[3]
        return len(suits) >= 1 and 3 <= len(suits) + jokers <= 4
    start, jokers = meld[2], meld[3]
    if not 3 <= len(jokers) <= PLACES or all(jokers) or not 0 <= start < PLACES:
        return False
    end = start + len(jokers) - 1
    if rules.ace_mode == "wrap":
        return True
    if rules.ace_mode == "either":
        return end <= PLACES and not (start == 0 and end == PLACES)
    return end < PLACES


def cards_of(meld: Meld) -> list[int]:
    """Naturals of a meld."""
    if meld[0] == "set":
        return [16 * suit + meld[1] for suit in meld[2]]
    return [16 * meld[1] + (meld[2] + at) % PLACES for at, joker in enumerate(meld[3]) if not joker]


def points(rules: Rules, card: int, *, low: bool) -> int:
    """What a natural gains: on the table and no longer in the hand."""
    if card % 16:
        return 2 * min(card % 16 + 1, 10)
    in_hand = 1 if rules.ace_mode == "low" else 15
    return in_hand + (1 if low else in_hand)


def total(rules: Rules, naturals: Hand, n_jokers: int, low_ace: int = -1) -> int:
    """What cards gain; ``low_ace`` is the one that is the lowest of its run."""
    lows = [card == low_ace for card in naturals]
    return 30 * n_jokers + sum(points(rules, card, low=low) for card, low in zip(naturals, lows, strict=True))


def new_melds(rules: Rules, position: Position) -> Iterator[Action]:
    """All new melds of usable cards."""
    held, free = naturals_of(position.usable), count_jokers(position.usable)
    for place in range(PLACES):
        suits = [suit for suit in range(4) if 16 * suit + place in held]
        for some in chain.from_iterable(combinations(suits, size) for size in range(1, 5)):
            for jokers in range(free + 1):
                meld = ("set", place, some, jokers)
                if is_meld(rules, meld):
                    naturals = tuple(cards_of(meld))
                    yield Action(-1, 0, meld, naturals, jokers, total(rules, naturals, jokers))
    for suit, start, length in product(range(4), range(PLACES), range(3, min(PLACES, len(position.usable)) + 1)):
        line = [16 * suit + (start + at) % PLACES for at in range(length)]
        held_at = [at for at in range(length) if line[at] in held]
        if not held_at or length - len(held_at) > free:
            continue
        for size in range(max(1, length - free), len(held_at) + 1):
            for some in combinations(held_at, size):
                meld = ("run", suit, start, tuple(at not in some for at in range(length)))
                if is_meld(rules, meld):
                    naturals = tuple(cards_of(meld))
                    low = line[0] if line[0] % 16 == 0 and start == 0 and 0 in some else -1
                    yield Action(-1, 0, meld, naturals, length - size, total(rules, naturals, length - size, low))


def lay_offs(rules: Rules, position: Position) -> Iterator[Action]:
    """All lay-offs of usable cards."""
    held, free = naturals_of(position.usable), count_jokers(position.usable)
    for index, meld in enumerate(position.table):
        if meld[0] == "set":
            _, place, suits, jokers = meld
            if len(suits) + jokers < 4:
                for suit in set(range(4)) - set(suits):
                    card = 16 * suit + place
                    if card in held:
                        added = ("set", place, tuple(sorted({*suits, suit})), jokers)
                        yield Action(index, suit, added, (card,), 0, total(rules, (card,), 0))
                if free:
                    yield Action(index, 4, ("set", place, suits, jokers + 1), (), 1, 30)
            continue
        _, suit, start, pattern = meld
        most = min(len(position.usable), PLACES - len(pattern))
        for below, above in product(range(most + 1), range(most + 1)):
            first = start - below
            if rules.ace_mode == "wrap":
                first %= PLACES
            if not 0 < below + above <= most or first < 0:
                continue
            positions = [*range(start - below, start), *range(start + len(pattern), start + len(pattern) + above)]
            line = [16 * suit + at % PLACES for at in positions]
            jokers = [card not in held for card in line]
            added = ("run", suit, first, (*jokers[:below], *pattern, *jokers[below:]))
            if sum(jokers) <= free and is_meld(rules, added):
                naturals = tuple(card for card, joker in zip(line, jokers, strict=True) if not joker)
                low = line[0] if below and not jokers[0] and first == 0 else -1
                gained = total(rules, naturals, sum(jokers), low)
                yield Action(index, 16 * below + above, added, naturals, sum(jokers), gained)


def after(rules: Rules, position: Position, action: Action) -> Position | None:
    """The position after an action, None if a card that must be used is not, or the action is not allowed yet."""
    is_new = action.index < 0
    if is_new and rules.one_meld and position.n_new:
        return None
    if not is_new and not may_lay_off(rules, position):
        return None
    jokers = [card for card in position.hand if card in JOKERS]
    jokers.sort(key=lambda card: (card != position.must, card))
    taken = (*action.naturals, *jokers[: action.n_jokers])
    if position.must >= 0 and position.must not in taken:
        return None
    left = without(position.hand, taken)
    assert left is not None
    table = list(position.table)
    if is_new:
        table.append(action.meld)
    else:
        table[action.index] = action.meld
    return replace(
        position,
        hand=left,
        usable=left,
        table=tuple(sorted(table, key=repr)),
        must=-1,
        n_new=position.n_new + is_new,
        has_melded=position.has_melded or is_new,
    )


def may_lay_off(rules: Rules, position: Position) -> bool:
    """Whether the player has laid what lay-offs ask for (BA-3)."""
    return {"none": True, "round": position.has_melded, "turn": position.n_new > 0}[rules.requires]


def may_stop(position: Position) -> bool:
    """Whether the turn can be finished with a discard."""
    return (position.must < 0 and any(card != position.barred for card in position.hand)) or (
        position.must < 0 and position.hand.count(position.barred) > 1
    )


def is_dead_end(rules: Rules, position: Position) -> bool:
    """Whether only the barred card is left and cannot be laid off at once (BR-5, 8.9)."""
    if not position.hand or may_stop(position):
        return False
    return not may_lay_off(rules, position) or not any(True for _ in lay_offs(rules, position))


def best(rules: Rules, position: Position) -> tuple[Worth, Worth] | None:
    """Most points and then cards, and most cards and then points, that actions can gain before the turn ends; None if
    it cannot end.
    """
    known: dict[Position, tuple[Worth, Worth] | None] = {}

    def search(at: Position) -> tuple[Worth, Worth] | None:
        if at not in known:
            found = [((0, 0), (0, 0))] if (not at.hand and at.must < 0) or may_stop(at) else []
            for action in chain(new_melds(rules, at), lay_offs(rules, at)):
                then = after(rules, at, action)
                if then is None or is_dead_end(rules, then):
                    continue
                more = search(then)
                if more is not None:
                    n_cards = len(action.naturals) + action.n_jokers
                    one, other = more
                    found.append(
                        ((one[0] + action.points, one[1] + n_cards), (other[0] + n_cards, other[1] + action.points))
                    )
            known[at] = (max(pair[0] for pair in found), max(pair[1] for pair in found)) if found else None
        return known[at]

    return search(position)


def meld_code(meld: Meld) -> int:
    """A meld as views name it (STOCK 3)."""
    if meld[0] == "set":
        return meld[1] << 24 | sum(1 << suit for suit in meld[2]) << 20 | meld[3] << 16
    pattern = sum(1 << (13 - at) for at, joker in enumerate(meld[3]) if joker)
    return 1 << 40 | meld[1] << 36 | meld[2] << 32 | len(meld[3]) << 28 | pattern


def action_code(action: Action) -> int:
    """An action as bots answer it (STOCK 3)."""
    return meld_code(action.meld) if action.index < 0 else 1 << 50 | action.index << 8 | action.option
