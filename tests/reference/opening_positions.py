"""Positions of the opening family in card notation, for tests of its referee."""

from collections.abc import Sequence
from typing import Any

from tests.reference.knock_cards import parse
from tests.reference.opening_actions import Action, OnRun, OnSet, Opening, Swap
from tests.reference.opening_cards import FRENCH, JOKER, PLACES
from tests.reference.opening_facts import facts_of, imbalance
from tests.reference.opening_melds import Meld, Run, Set, is_meld, is_new_meld, meld_points
from tests.reference.opening_rules import Rules, rules_of
from tests.reference.opening_table import OUT_BY_DISCARD, Table

SEED_RULES: dict[str, Any] = {}
LATER = 2


def cards(text: str) -> list[int]:
    """Kinds; X is a joker."""
    return [JOKER if word == "X" else parse(word, FRENCH)[0] for word in text.split()]


def card(text: str) -> int:
    """One kind."""
    return cards(text)[0]


def meld(text: str) -> Meld:
    """A meld, valid or not, from its cards in order: of one number if two naturals are or it says so, else a run.

    A run that begins with an ace begins at the low end.
    """
    kinds = cards(text.removeprefix("set "))
    naturals = [(i, kind) for i, kind in enumerate(kinds) if kind != JOKER]
    jokers = len(kinds) - len(naturals)
    if text.startswith("set ") or len({kind % 16 for _, kind in naturals}) == 1 < len(naturals):
        return Set(naturals[0][1] % 16, tuple(sorted(kind // 16 for _, kind in naturals)), jokers)
    first, lowest = naturals[0]
    place = lowest % 16 if lowest % 16 >= first else lowest % 16 + PLACES
    return Run(lowest // 16, place - first, tuple(kind == JOKER for kind in kinds))


def is_what_it_says(text: str, made: Meld) -> bool:
    """Whether a meld has the naturals that a text names, in a run in this order."""
    naturals = [kind for kind in cards(text.removeprefix("set ")) if kind != JOKER]
    return made.naturals == (naturals if isinstance(made, Run) else sorted(naturals))


def valid(rules: dict[str, Any], text: str) -> bool:
    """Whether these cards, in this order, are a meld on the table."""
    return is_what_it_says(text, meld(text)) and is_meld(rules_of(rules), meld(text))


def valid_when_laid(rules: dict[str, Any], text: str) -> bool:
    """Whether these cards, in this order, are a new meld."""
    return is_what_it_says(text, meld(text)) and is_new_meld(rules_of(rules), meld(text))


def worth(rules: dict[str, Any], *melds: str) -> int:
    """Points of melds together."""
    return sum(meld_points(rules_of(rules), meld(text)) for text in melds)


def opening(*melds: str) -> Opening:
    """An opening."""
    return Opening(tuple(meld(text) for text in melds))


def table_with(
    rules: dict[str, Any] | Rules,
    hands: Sequence[str],
    pile: str = "",
    stock: str = "",
    melds: Sequence[str] = (),
    opened: Sequence[int] = (),
    cut: str = "",
    seat: int = 0,
    round_: int = LATER,
) -> Table:
    """A table in a turn of a seat, before the draw; the seats opened did so in their first turn."""
    small = {"hand_size": 1} if isinstance(rules, dict) else {}
    made = rules_of({**small, **rules} if isinstance(rules, dict) else rules)
    table = Table(made, 1, 0, 0, list(range(len(hands))), 0)
    table.hands = [cards(hand) for hand in hands]
    table.pile, table.stock = cards(pile), cards(stock)
    table.melds = [meld(text) for text in melds]
    table.cut = card(cut) if cut else -1
    on_table = [kind for text in melds for kind in cards(text.removeprefix("set "))]
    in_hands = [kind for hand in table.hands for kind in hand]
    table.deck = [*table.stock, *table.pile, *on_table, *cards(cut), *in_hands]
    for other in opened:
        table.tallies[other].opened = 1
    table.turn = round_ * len(hands) + seat
    table.begin_turn()
    return table


def deal(rules: dict[str, Any], n: int = 4, starter: int = 0, unit: int = 0) -> Table:
    """A table as dealt."""
    return Table(rules_of(rules), 1, unit, 0, list(range(n)), starter)


def below(target: int, count: int = 1) -> OnRun:
    """A lay-off below a run."""
    return OnRun(target, count, 0)


def above(target: int, count: int = 1) -> OnRun:
    """A lay-off above a run."""
    return OnRun(target, 0, count)


def on_set(target: int, suit: str) -> OnSet:
    """A lay-off on a set: a suit, or X for a joker."""
    return OnSet(target, "cdhsX".index(suit))


def swap(target: int, option: int | str) -> Swap:
    """A swap: the index in a run, or the suit on a set."""
    return Swap(target, "cdhs".index(option) if isinstance(option, str) else option)


def may(table: Table, action: Action | str | None) -> bool:
    """Whether an action, or a new meld in card notation, is legal."""
    return not table.refusal(meld(action) if isinstance(action, str) else action)


def may_open(rules: dict[str, Any], hand: str, *melds: str) -> bool:
    """Whether a player with this hand may open with these melds in a turn that they began by drawing the stock."""
    return may(table_with(rules, [hand, "2c"], stock="3c"), opening(*melds))


def done(table: Table, action: Action | str) -> list[tuple[int, ...]]:
    """Op, card, a and b of the rows of an action that is done if it is legal."""
    made = meld(action) if isinstance(action, str) else action
    refused = table.refusal(made)
    assert not refused, refused
    return [row[1:] for row in table.act(made)]


def opened_with(hand: str, *melds: str, **rules: Any) -> Table:
    """A turn of an opened player."""
    return table_with(rules, [hand, "2c"], stock="3c", melds=melds, opened=[0])


def end_by_throwing(table: Table, last: str) -> dict[str, int]:
    """The facts of who throws their last card."""
    assert card(last) in table.discards()
    table.discard(card(last))
    table.end_turn()
    assert table.ended == OUT_BY_DISCARD
    assert imbalance(table) == []
    return facts_of(table)[0]
