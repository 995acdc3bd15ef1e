"""Columns of the facts: what is recorded of a deal, one registry for all families."""

from dataclasses import dataclass

__all__ = ["FACTS", "FactColumn"]


@dataclass(frozen=True)
class FactColumn:
    """One column: name, Polars type, unit of its values, and what it says."""

    name: str
    dtype: str
    unit: str
    text: str


FACTS: dict[str, FactColumn] = {
    column.name: column
    for column in (
        FactColumn("block", "Int64", "number", "unit of the run: all its seatings share their cards"),
        FactColumn("seating", "Int8", "number", "who holds which place and who starts, within the block"),
        FactColumn("match", "Int64", "number", "match of a run of matches; -1 in a run of deals"),
        FactColumn("round", "Int16", "number", "deal within the match; 0 in a run of deals"),
        FactColumn("deal", "Int64", "number", "deal of the run; `replay` takes it in a run of deals"),
        FactColumn("seat", "Int16", "number", "order of acting; 0 is the starter"),
        FactColumn("place", "Int16", "number", "place of the hand in the shuffle"),
        FactColumn("player", "Int16", "number", "index in the line-up"),
        FactColumn("turns", "Int16", "turns", "turns of all players in the deal"),
        FactColumn("end", "Int16", "code", "how the deal ended, an index into the family's ends"),
        FactColumn("close", "Int16", "code", "how this player closed the deal; -1: did not"),
        FactColumn("left_wilds", "Int16", "cards", "wilds left over after lay-offs"),
        FactColumn("left_points", "Int16", "card points", "natural cards left over after lay-offs"),
        FactColumn("laid_cards", "Int16", "cards", "cards laid off, wilds included"),
        FactColumn("laid_wilds", "Int16", "cards", "wilds laid off"),
        FactColumn("laid_points", "Int16", "card points", "natural cards laid off"),
        FactColumn("takes", "Int16", "turns", "turns in which this player took the top of the pile"),
        FactColumn("reshuffles", "Int16", "number", "times the pile became a new stock"),
        FactColumn("upcard", "Int16", "card", "first card turned up, 16 times suit plus place; 13: a joker"),
    )
}
"""Fact columns by name, the keys of a row first."""
