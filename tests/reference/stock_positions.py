"""Positions of the stock family in card notation, for tests of its referee."""

from typing import Any

from tests.reference.knock_cards import JOKERS, parse
from tests.reference.stock_actions import Action, LayOff, OnRun, OnSet, after, cards_of
from tests.reference.stock_cards import FRENCH
from tests.reference.stock_melds import PLACES, Meld, Run, Set, is_meld
from tests.reference.stock_points import tabled_value
from tests.reference.stock_rules import Rules, rules_of
from tests.reference.stock_table import Table
from tests.reference.stock_tally import Tally

BASIC: dict[str, Any] = {}
FIVE_HUNDRED: dict[str, Any] = {"extended_discard": True, "ace_mode": "either", "scoring": "melded_hand"}
WRAP: dict[str, Any] = {"ace_mode": "wrap"}


def cards(text: str) -> list[int]:
    """Kinds; X is in turn the first and the second joker."""
    return parse(text, FRENCH)


def card(text: str) -> int:
    """One kind."""
    return cards(text)[0]


def meld(text: str) -> Meld:
    """A meld, valid or not, from its cards in order: of one number if two naturals are, else a run."""
    kinds = cards(text)
    naturals = [(i, kind) for i, kind in enumerate(kinds) if kind not in JOKERS]
    jokers = len(kinds) - len(naturals)
    if len({kind % 16 for _, kind in naturals}) == 1 and (len(naturals) > 1 or text.startswith("set ")):
        return Set(naturals[0][1] % 16, tuple(sorted(kind // 16 for _, kind in naturals)), jokers)
    first, lowest = naturals[0]
    return Run(lowest // 16, (lowest % 16 - first) % PLACES, tuple(kind in JOKERS for kind in kinds))


def is_valid(rules: dict[str, Any], text: str) -> bool:
    """Whether these cards, in this order, are a meld."""
    kinds = [kind for kind in cards(text) if kind not in JOKERS]
    made = meld(text)
    return made.naturals == kinds and is_meld(rules_of(rules), made)


def value(rules: dict[str, Any], *melds: str) -> int:
    """Value of new melds on the table."""
    made, tally = rules_of(rules), Tally()
    for text in melds:
        tally.lay_new(made, meld(text), cards(text))
    return tabled_value(made, tally.facts([]))


def table_with(
    rules: dict[str, Any] | Rules, hands: list[str], pile: str = "", stock: str = "", melds: tuple[str, ...] = ()
) -> Table:
    """A table in the first turn of seat 0, before the draw."""
    table = Table(rules_of(rules), 1, 0, 0, list(range(len(hands))), 0)
    table.hands = [cards(hand) for hand in hands]
    table.pile, table.stock = cards(pile), cards(stock)
    table.melds = [meld(text) for text in melds]
    table.tabled = [kind for text in melds for kind in cards(text)]
    table.deck = [*table.stock, *table.pile, *table.tabled, *(kind for hand in table.hands for kind in hand)]
    table.begin_turn()
    return table


def below(target: int, count: int = 1) -> OnRun:
    """A lay-off below a run."""
    return OnRun(target, count, 0)


def above(target: int, count: int = 1) -> OnRun:
    """A lay-off above a run."""
    return OnRun(target, 0, count)


def on_set(target: int, suit: str) -> OnSet:
    """A lay-off on a set: a suit, or X for a joker."""
    return OnSet(target, "cdhsX".index(suit))


def may(table: Table, action: Action | str | None) -> bool:
    """Whether an action, or a new meld in card notation, is legal."""
    return not table.refusal(meld(action) if isinstance(action, str) else action)


def leaves(table: Table, action: Action | str) -> list[int]:
    """The hand that an action leaves."""
    made = meld(action) if isinstance(action, str) else action
    assert cards_of(table.position, made) is not None
    return sorted(after(table.position, made).hand)


def lay_off_rows(table: Table, lay_off: LayOff) -> list[tuple[int, ...]]:
    """Op, card, meld and position of the rows of a lay-off that is made."""
    return [row[1:] for row in table.act(lay_off)]
