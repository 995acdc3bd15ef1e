"""Answers that are nearly a meld: one bit more than its code has is no move, in any family with melds on the table."""

from typing import Any

import numpy as np
import pytest

from rummysim.games.opening.menu import is_legal as may_open
from rummysim.games.stock.actions import is_legal as may_lay
from rummysim.games.tile.actions import is_legal as may_place
from rummysim.melds.code import is_clean, run_code, set_code
from tests.opening import positions as opening
from tests.stock import positions as stock
from tests.tile import seated as tile

SET, RUN = set_code(4, 0b1011, 0), run_code(1, 5, 3, 0b01000000000000)
STRAY_OF_SET = [1 << bit for bit in (0, 7, 15, 41, 49, 62)]
STRAY_OF_RUN = [1 << bit for bit in (0, 10, 14, 27, 38, 39, 41, 49, 62)]


@pytest.mark.parametrize(("code", "strays"), [(SET, STRAY_OF_SET), (RUN, STRAY_OF_RUN)], ids=["set", "run"])
def test_clean_code__has_no_bit_more(code: int, strays: list[int]) -> None:
    assert is_clean(np.int64(code))
    assert not any(is_clean(np.int64(code | stray)) for stray in strays)
    assert not any(is_clean(np.int64(each)) for each in (0, -1, -code))


def laid_out(family: str) -> tuple[Any, Any, tuple[str, str]]:
    """A position of a family in which A may lay the set and the run, its kernel of legality, and both."""
    if family == "stock":
        table: Any = stock.Table()
        table.put("4c 4d 4h 7s 8s 9s Kc", melded="A")
        return table, may_lay, ("4c-4d-4h", "7s-8s-9s")
    if family == "opening":
        return opening.Table().put("4c 4d 4h 7s 8s 9s Kc", opened="A"), may_open, ("4c-4d-4h", "7s-8s-9s")
    return tile.Table().put("k4 r4 b4 y7 y8 y9 k13"), may_place, ("k4-r4-b4", "y7-y8-y9")


@pytest.mark.parametrize("family", ["stock", "opening", "tile"])
def test_answer__with_a_stray_bit_is_not_legal(family: str) -> None:
    """What lies on the table is compared and sorted by its code, so an own bot must not lay another one."""
    table, is_legal, melds = laid_out(family)
    read = {"stock": "action", "opening": "answer", "tile": "answer"}[family]
    for text, strays in zip(melds, (STRAY_OF_SET, STRAY_OF_RUN), strict=True):
        code = int(getattr(table, read)(text))
        assert is_legal(table.code, table.public, table.own, np.int64(code))
        for stray in strays:
            assert not is_legal(table.code, table.public, table.own, np.int64(code | stray)), (text, stray)
