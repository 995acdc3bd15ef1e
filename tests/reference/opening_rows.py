"""Rows of the log (OPENING 4)."""

from collections.abc import Sequence

from tests.reference.knock_cards import name
from tests.reference.opening_actions import Laid, LayOff, Opening, Swap
from tests.reference.opening_cards import FRENCH, NONE
from tests.reference.opening_melds import Meld, Run, meld_points
from tests.reference.opening_rules import Rules
from tests.reference.stock_rows import OP_RUN, OP_SET, Row, meld_of_row, row_of_meld

__all__ = ["OP_RUN", "OP_SET", "Row", "meld_of_row", "row_of_meld"]

OP_STOCK, OP_TAKE, OP_DISCARD, OP_CUT_CARD, OP_RESHUFFLE = 1, 2, 3, 4, 5
OP_LAY_OFF, OP_END, OP_FURTHER, OP_SWAP, OP_OPENS = 8, 9, 10, 11, 12
ROW_LENGTH = 5


def rows_of_opening(rules: Rules, seat: int, opening: Opening) -> list[Row]:
    """The rows of an opening."""
    points = sum(meld_points(rules, meld) for meld in opening.melds)
    return [(seat, OP_OPENS, NONE, len(opening.melds), points), *[row_of_meld(seat, meld) for meld in opening.melds]]


def rows_of_lay_off(seat: int, lay_off: LayOff, laid: list[Laid]) -> list[Row]:
    """The rows of a lay-off."""
    ops = [OP_LAY_OFF, *[OP_FURTHER] * (len(laid) - 1)]
    return [(seat, op, one.card, lay_off.target, one.position) for op, one in zip(ops, laid, strict=True)]


def row_of_swap(seat: int, swap: Swap, meld: Meld, given: list[int]) -> Row:
    """The row of a swap on a meld."""
    return seat, OP_SWAP, given[0], swap.target, meld.start + swap.option if isinstance(meld, Run) else NONE


def in_words(row: Sequence[int] | None) -> str:
    """A row in words and card notation."""
    if row is None:
        return "nothing"
    if len(row) != ROW_LENGTH:
        return f"the row {tuple(row)}"
    seat, op, card, a, b = row
    its_name = name(card, FRENCH)
    words = {
        OP_STOCK: f"draws {its_name} from the stock",
        OP_TAKE: f"takes {its_name} from the pile",
        OP_DISCARD: f"discards {its_name}",
        OP_CUT_CARD: f"takes the cut card {its_name}",
        OP_RESHUFFLE: f"reshuffles {a} cards",
        OP_SET: f"lays a set of {its_name[:-1]}s, suits {a:04b}, {b} jokers",
        OP_RUN: f"lays a run of {a} from {its_name}, jokers {b:b}",
        OP_LAY_OFF: f"lays {its_name} off on meld {a} at {b}",
        OP_END: "ends the deal",
        OP_FURTHER: f"also lays {its_name} off on meld {a} at {b}",
        OP_SWAP: f"gives {its_name} for a joker of meld {a} at {b}",
        OP_OPENS: f"opens with {a} melds of {b} points",
    }
    return f"seat {seat} {words.get(op, 'does something unknown')} {tuple(row)}"
