"""The best play of who has opened by trying everything: all legal actions one after the other, in plain Python.

Written from rules.md 2.2 (2), RM-9 to RM-11 and 8.7, with nothing from the kernels. Cards are ``16 * suit + place``,
jokers -1; a hand is a sorted tuple. A set is ``("set", place, suits, jokers)``, a run ``("run", suit, start, jokers)``
with a truth value a position from the low end, positions 0 to 13.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from typing import Any

__all__ = ["JOKER", "Meld", "Position", "Rules", "best", "cards_of", "in_words", "is_meld", "least_after_discard"]

JOKER, PLACES = -1, 13
Meld = tuple[Any, ...]
Hand = tuple[int, ...]
Cost = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The options that a play hangs on, as they are called."""

    ace_mode: str = "both"
    max_jokers_when_laid: int | None = 1
    max_jokers_total: int | str | None = None
    adjacent_jokers: bool = True
    set_joker_swap: str = "any_missing"
    joker_reuse: str = "new_meld"
    final_discard_required: bool = True
    forbid_playable_discard: bool = False
    joker_in_hand: int = 20
    ace: int = field(default=10)

    def cost(self, hand: Hand) -> Cost:
        """Points and cards of a hand."""
        points = [
            self.joker_in_hand if card == JOKER else self.ace if card % 16 == 0 else min(card % 16 + 1, 10)
            for card in hand
        ]
        return sum(points), len(hand)


@dataclass(frozen=True)
class Position:
    """Hand, table, and whether a swapped joker has to be laid next."""

    hand: Hand
    table: tuple[Meld, ...]
    pending: bool = False


def cards_of(meld: Meld) -> list[int]:
    """Cards of a meld, jokers too."""
    if meld[0] == "set":
        return [16 * suit + meld[1] for suit in meld[2]] + [JOKER] * meld[3]
    return [JOKER if joker else 16 * meld[1] + (meld[2] + at) % PLACES for at, joker in enumerate(meld[3])]


def is_meld(rules: Rules, meld: Meld, *, new: bool) -> bool:
    """Whether cards make a meld that may be laid, or that may lie there."""
    cards = cards_of(meld)
    n_jokers, total = cards.count(JOKER), rules.max_jokers_total
    if not 3 <= len(cards) <= (4 if meld[0] == "set" else 14) or n_jokers == len(cards):
        return False
    if new and rules.max_jokers_when_laid is not None and n_jokers > rules.max_jokers_when_laid:
        return False
    if total == "less_or_equal" and n_jokers > len(cards) - n_jokers:
        return False
    if isinstance(total, int) and n_jokers > total:
        return False
    if meld[0] == "set":
        return True
    start, end = meld[2], meld[2] + len(cards)
    if start < 0 or end > (13 if rules.ace_mode == "low" else 14):
        return False
    if rules.ace_mode == "either" and start == 0 and end == 14:
        return False
    return rules.adjacent_jokers or not any(a and b for a, b in pairwise(meld[3]))


def less(hand: Hand, cards: list[int]) -> Hand | None:
    """A hand without some cards, None if it has them not."""
    left = list(hand)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def new_melds(rules: Rules, hand: Hand) -> Iterator[Meld]:
    """All melds of a hand."""
    free = hand.count(JOKER)
    for place, size, jokers in product(range(PLACES), range(1, 5), range(free + 1)):
        for suits in combinations(range(4), size):
            yield "set", place, suits, jokers
    for suit, start in product(range(4), range(12)):
        for length in range(3, min(14 - start, len(hand)) + 1):
            for pattern in product((False, True), repeat=length):
                if sum(pattern) <= free:
                    yield "run", suit, start, pattern


def grown(hand: Hand, meld: Meld, below: int, above: int) -> tuple[Meld, list[int]]:
    """A run with so many cards more; each is the natural if the hand still has it, else a joker, the low end first."""
    _, suit, start, jokers = meld
    left, laid, pattern = list(hand), [], list(jokers)
    for step in range(below + above):
        at = start - 1 - step if step < below else start + len(jokers) + step - below
        card = 16 * suit + at % PLACES
        card = card if card in left else JOKER
        if card in left:
            left.remove(card)
        laid.append(card)
        pattern.insert(0 if step < below else len(pattern), card == JOKER)
    return ("run", suit, start - below, tuple(pattern)), laid


def lay_offs(hand: Hand, meld: Meld) -> Iterator[tuple[Meld, list[int]]]:
    """What lay-offs make of a meld, and the cards laid."""
    if meld[0] == "set":
        _, place, suits, jokers = meld
        yield ("set", place, suits, jokers + 1), [JOKER]
        for suit in range(4):
            if suit not in suits:
                yield ("set", place, tuple(sorted((*suits, suit))), jokers), [16 * suit + place]
        return
    most = min(len(hand), 14 - len(meld[3]))
    for below, above in product(range(most + 1), repeat=2):
        if 0 < below + above <= most and meld[2] >= below and meld[2] + len(meld[3]) + above <= 14:
            yield grown(hand, meld, below, above)


def swaps(rules: Rules, meld: Meld) -> Iterator[tuple[Meld, list[int]]]:
    """What swaps make of a meld, and the cards given."""
    if meld[0] == "run":
        for at, joker in enumerate(meld[3]):
            if joker:
                pattern = tuple(each and index != at for index, each in enumerate(meld[3]))
                yield ("run", meld[1], meld[2], pattern), [16 * meld[1] + (meld[2] + at) % PLACES]
        return
    _, place, suits, jokers = meld
    missing = [suit for suit in range(4) if suit not in suits]
    if jokers and rules.set_joker_swap == "any_missing":
        for suit in missing:
            yield ("set", place, tuple(sorted((*suits, suit))), jokers - 1), [16 * suit + place]
    if jokers == 1 and rules.set_joker_swap == "both_missing":
        yield ("set", place, tuple(range(4)), 0), [16 * suit + place for suit in missing]


def after_actions(rules: Rules, at: Position) -> Iterator[Position]:
    """Positions after each action that uses cards of the hand, but for what has to follow a swap."""
    for meld in new_melds(rules, at.hand):
        left = less(at.hand, cards_of(meld)) if is_meld(rules, meld, new=True) else None
        if left is not None and (not at.pending or JOKER in cards_of(meld)):
            yield Position(left, tuple(sorted((*at.table, meld), key=repr)))
    for index, meld in enumerate(at.table):
        rest = at.table[:index] + at.table[index + 1 :]
        for after, laid in lay_offs(at.hand, meld):
            left = less(at.hand, laid) if is_meld(rules, after, new=False) else None
            if left is not None and (not at.pending or (JOKER in laid and rules.joker_reuse == "any_meld")):
                yield Position(left, tuple(sorted((*rest, after), key=repr)))
        for after, given in [] if at.pending else swaps(rules, meld):
            left = less(at.hand, given)
            if left is not None:
                hand = tuple(sorted((*left, JOKER)))
                yield Position(hand, tuple(sorted((*rest, after), key=repr)), rules.joker_reuse != "hand")


def fits(rules: Rules, table: tuple[Meld, ...], card: int) -> bool:
    """Whether a card alone could be laid off."""
    return any(
        laid == [card] and is_meld(rules, after, new=False) for meld in table for after, laid in lay_offs((card,), meld)
    )


def end(rules: Rules, at: Position) -> Cost | None:
    """Points and cards left if the turn ends here, None if it may not."""
    if at.pending:
        return None
    if not at.hand:
        return None if rules.final_discard_required else (0, 0)
    cards = set(at.hand)
    if rules.forbid_playable_discard:
        cards = {card for card in cards if not fits(rules, at.table, card)} or cards
    return min(rules.cost(less(at.hand, [card]) or ()) for card in cards)


def best(rules: Rules, position: Position, most: int = 4000) -> Cost | None:
    """Fewest points left, then fewest cards; None where there are more positions than ``most``."""
    seen, waiting, found = {position}, [position], rules.cost(position.hand)
    while waiting:
        at = waiting.pop()
        found = min(found, end(rules, at) or found)
        for after in after_actions(rules, at):
            if after.hand or not rules.final_discard_required:
                if after not in seen:
                    waiting.append(after)
                seen.add(after)
        if len(seen) > most:
            return None
    return found


def least_after_discard(rules: Rules, hand: Hand) -> int:
    """Fewest points that new melds and a discard leave."""

    def left(cards: Hand) -> int:
        after = (less(cards, cards_of(meld)) for meld in new_melds(rules, cards) if is_meld(rules, meld, new=True))
        return min([rules.cost(cards)[0], *(left(rest) for rest in set(after) if rest is not None)])

    return min(left(less(hand, [card]) or ()) for card in set(hand))


def in_words(meld: Meld) -> str:
    """A meld in notation, a joker of a run with the card that it stands for."""
    if meld[0] == "set":
        return "-".join("X" if card == JOKER else name(card) for card in cards_of(meld))
    cards = [name(16 * meld[1] + (meld[2] + at) % PLACES) for at in range(len(meld[3]))]
    return "-".join(f"X={card}" if joker else card for card, joker in zip(cards, meld[3], strict=True))


def name(card: int) -> str:
    """A natural in notation."""
    return f"{['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'][card % 16]}{'cdhs'[card // 16]}"
