"""Rows of the log (STOCK 4)."""

from collections.abc import Sequence

from tests.reference.knock_cards import name, printed
from tests.reference.stock_actions import Laid, LayOff
from tests.reference.stock_cards import FRENCH
from tests.reference.stock_melds import Meld, Run, Set

Row = tuple[int, int, int, int, int]
OP_STOCK, OP_TAKE, OP_DISCARD, OP_RESHUFFLE, OP_SET, OP_RUN = 1, 2, 3, 5, 6, 7
OP_LAY_OFF, OP_END, OP_FURTHER, OP_CLAIM = 8, 9, 10, 11
ROW_LENGTH = 5


def row_of_meld(seat: int, meld: Meld) -> Row:
    """The row of a new meld."""
    if isinstance(meld, Set):
        return seat, OP_SET, meld.place, meld.suit_bits, meld.jokers
    pattern = sum(1 << i for i, joker in enumerate(meld.pattern) if joker)
    return seat, OP_RUN, meld.suit * 16 + meld.start, meld.size, pattern


def meld_of_row(row: Sequence[int]) -> Meld | None:
    """The new meld that a row names, valid or not; None if it names none."""
    _, op, card, a, b = row
    if op == OP_SET:
        meld: Meld = Set(card, tuple(suit for suit in range(4) if a >> suit & 1), b)
    elif op == OP_RUN:
        meld = Run(card // 16, card % 16, tuple(bool(b >> i & 1) for i in range(max(a, 0))))
    else:
        return None
    return meld if row_of_meld(row[0], meld) == tuple(row) else None


def rows_of_lay_off(seat: int, lay_off: LayOff, laid: list[Laid], first: int = OP_LAY_OFF) -> list[Row]:
    """The rows of a lay-off or a claim."""
    ops = [first, *[OP_FURTHER] * (len(laid) - 1)]
    return [(seat, op, printed(one.card), lay_off.target, one.position) for op, one in zip(ops, laid, strict=True)]


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
        OP_TAKE: f"takes {a} cards of the pile, {its_name} the lowest",
        OP_DISCARD: f"discards {its_name}",
        OP_RESHUFFLE: f"reshuffles {a} cards",
        OP_SET: f"lays a set of {its_name[:-1]}s, suits {a:04b}, {b} jokers",
        OP_RUN: f"lays a run of {a} from {its_name}, jokers {b:b}",
        OP_LAY_OFF: f"lays {its_name} off on meld {a} at {b}",
        OP_END: "ends the round",
        OP_FURTHER: f"also lays {its_name} off on meld {a} at {b}",
        OP_CLAIM: f"claims {its_name} for meld {a} at {b}",
    }
    return f"seat {seat} {words.get(op, 'does something unknown')} {tuple(row)}"
