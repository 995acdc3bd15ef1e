"""Positions of tile rummy as they come up in deals: table and rack of a player who has opened, after the draw."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from rummysim.engine.trace import Trace, trace_deal
from rummysim.engine.work import Work
from rummysim.games.tile.state import ACT
from rummysim.games.tile.words import faces, meld_words, rack_words, tile_name

__all__ = ["JOKER", "TilePosition", "positions_of"]

JOKER = "X"


class TilePosition(NamedTuple):
    """Tiles by name: those on the table, which have to stay, and those on the rack."""

    table: Counter[str]
    rack: Counter[str]

    @property
    def n_jokers(self) -> int:
        """Jokers in play."""
        return self.table[JOKER] + self.rack[JOKER]


def _positions_in(trace: Trace) -> Iterator[TilePosition]:
    """Positions of one deal."""
    racks = [Counter(rack_words(*map(int, hand)).split()) for hand in trace.hands]
    table, opened = Counter[str](), set()
    rows: Iterator[Any] = iter(trace.log)
    for seat, act, tile, _, n_melds in rows:
        if act in (ACT["draw"], ACT["take"]) and tile >= 0:
            racks[seat][tile_name(tile)] += 1
            if seat in opened:
                yield TilePosition(table, racks[seat].copy())
        elif act == ACT["out"]:
            racks[seat] -= Counter([tile_name(tile)])
        elif act == ACT["open"]:
            opened.add(seat)
        elif act == ACT["play"]:
            now = faces([meld_words(row) for row in islice(rows, n_melds)])
            racks[seat] -= now - table
            table = now


def positions_of(work: Work, n: int, n_deals: int = 10_000) -> list[TilePosition]:
    """The first positions of a work's deals; fewer if so many deals have no more."""
    deals = (trace_deal(work, deal) for deal in range(n_deals))
    return list(islice((position for deal in deals for position in _positions_in(deal)), n))
