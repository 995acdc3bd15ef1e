"""What a deck's rank line, its card points and the rules of wilds decide about melds."""

import numpy as np

from rummysim.core.jit import record
from rummysim.melds.suits import MANY, suit_table

__all__ = ["LINE", "LINE_DTYPE", "fill_line", "new_line"]

LINE_DTYPE, LINE = record(n_places=np.int64, ace_high=np.int64, cap=np.int64, table=np.int64)
"""Places of the line, whether the ace is also above the last, most wilds in a meld, address of the suit table."""


def fill_line(line: np.void, points: tuple[int, ...], *, ace_high: bool, n_wilds: int, cap: int = MANY) -> None:
    """Set a line for card ``points`` by place and up to ``n_wilds`` wilds in a hand."""
    table = suit_table(points, ace_high=ace_high, n_wilds=n_wilds, cap=cap)
    line["n_places"], line["ace_high"], line["cap"] = len(points), ace_high, cap
    line["table"] = table.ctypes.data


def new_line(points: tuple[int, ...], *, ace_high: bool = False, n_wilds: int = 0, cap: int = MANY) -> np.void:
    """A line of its own."""
    line: np.void = np.zeros(1, LINE_DTYPE)[0]
    fill_line(line, points, ace_high=ace_high, n_wilds=n_wilds, cap=cap)
    return line
