"""Positions of the tile family in the notation of rules 0.1, for tests of its referee."""

from collections.abc import Sequence
from typing import Any

from tests.reference.tile_cards import JOKER, NONE, PLACES, parse
from tests.reference.tile_legal import opening_refusal, play_refusal
from tests.reference.tile_melds import Meld, Run, Set, in_order, is_meld, meld_points, tiles_in
from tests.reference.tile_rules import rules_of
from tests.reference.tile_table import Table

LATER = 2


def tiles(text: str) -> list[int]:
    """Kinds; X is a joker, a trailing ' means nothing."""
    return [parse(word) for word in text.split()]


def tile(text: str) -> int:
    """One kind."""
    return parse(text)


def meld(text: str) -> Meld:
    """A meld, valid or not, from its tiles in order: a group if two naturals have one number or it says so, else a run.

    A run that begins with a 1 begins at the low end.
    """
    kinds = tiles(text.removeprefix("group:").replace("-", " "))
    naturals = [(i, kind) for i, kind in enumerate(kinds) if kind != JOKER]
    jokers = len(kinds) - len(naturals)
    if text.startswith("group:") or len({kind % 16 for _, kind in naturals}) == 1 < len(naturals):
        return Set(naturals[0][1] % 16, tuple(sorted(kind // 16 for _, kind in naturals)), jokers)
    first, lowest = naturals[0]
    place = lowest % 16 if lowest % 16 >= first else lowest % 16 + PLACES
    return Run(lowest // 16, place - first, tuple(kind == JOKER for kind in kinds))


def melds(text: str) -> list[Meld]:
    """Melds apart by blanks, in order."""
    return in_order(meld(word) for word in text.split())


def valid(text: str, **rules: Any) -> bool:
    """Whether these tiles, in this order, are a meld."""
    kinds = [kind for kind in tiles(text.removeprefix("group:").replace("-", " ")) if kind != JOKER]
    made = meld(text)
    says_so = made.naturals == (kinds if isinstance(made, Run) else sorted(kinds))
    return says_so and is_meld(rules_of(rules), made)


def worth(text: str, **rules: Any) -> int:
    """Points of melds together."""
    return sum(meld_points(rules_of(rules), each) for each in melds(text))


def may_open(rack: str, text: str, **rules: Any) -> bool:
    """Whether a rack may open with these melds."""
    return not opening_refusal(rules_of(rules), tiles(rack), melds(text))


def refused(before: str, rack: str, after: str, opening: str = "", **rules: Any) -> str:
    """Why a player with this rack may not make a table another one in a turn; empty if they may."""
    return play_refusal(rules_of(rules), melds(before), melds(after), tiles(rack), melds(opening))


def may(before: str, rack: str, after: str, opening: str = "", **rules: Any) -> bool:
    """Whether a player with this rack, who has opened, may make a table another one in a turn."""
    return not refused(before, rack, after, opening, **rules)


def deal(n: int = 4, starter: int = 0, unit: int = 0, **rules: Any) -> Table:
    """A table as dealt."""
    return Table(rules_of(rules), 1, unit, 0, list(range(n)), starter)


def table_with(
    racks: Sequence[str],
    on_table: str = "",
    pool: str = "k1",
    opened: Sequence[int] = (),
    laid_out: str = "",
    turn: int | None = None,
    **rules: Any,
) -> Table:
    """A table in a turn of seat 0, after the draw, before the play; the seats opened did so in their first turn."""
    table = Table(rules_of({"hand_size": 1, **rules}), 1, 0, 0, list(range(len(racks))), 0)
    table.racks = [tiles(rack) for rack in racks]
    table.pool, table.melds = tiles(pool), tuple(melds(on_table))
    table.laid_out = tile(laid_out) if laid_out else NONE
    in_racks = [kind for rack in table.racks for kind in rack]
    table.deck = [*table.pool, *tiles_in(table.melds), *in_racks, *([table.laid_out] if laid_out else [])]
    for seat in opened:
        table.tallies[seat].opened = 1
    table.turn = LATER * len(racks) if turn is None else turn
    table.begin_turn()
    table.begin_play()
    return table
