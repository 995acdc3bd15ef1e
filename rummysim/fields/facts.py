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
        FactColumn("takes", "Int16", "turns", "turns in which this player took from the pile"),
        FactColumn("taken_cards", "Int16", "cards", "cards this player took from the pile"),
        FactColumn("new_melds", "Int16", "melds", "new melds this player laid"),
        FactColumn("laid_off", "Int16", "cards", "cards this player laid off, claims included"),
        FactColumn("claims", "Int16", "cards", "discards of others that this player claimed and laid off"),
        FactColumn("out", "Int16", "code", "1 for the player who went out, else 0"),
        FactColumn("hand", "Int16", "code", "1 for who went out by hand, opening and going out in one turn, else 0"),
        FactColumn("cut", "Int16", "code", "1 for who went out by hand with the cut card, else 0"),
        FactColumn("opened", "Int16", "turns", "own turn in which this player opened, from 1; 0: never"),
        FactColumn("opening_points", "Int16", "card points", "points of this player's opening"),
        FactColumn("swaps", "Int16", "number", "jokers this player took off the table for the card they stand for"),
        FactColumn("tabled_cards", "Int16", "cards", "cards laid by this player, jokers included"),
        FactColumn("rummy", "Int16", "code", "1 for who went out in one turn with nothing laid before, else 0"),
        FactColumn("tabled_small", "Int16", "cards", "cards 2 to 9 laid by this player, anywhere on the table"),
        FactColumn("tabled_pips", "Int16", "card points", "numbers of those cards added"),
        FactColumn("tabled_tens", "Int16", "cards", "tens and figures laid by this player"),
        FactColumn("tabled_aces_low", "Int16", "cards", "aces laid by this player that count as low"),
        FactColumn("tabled_aces_high", "Int16", "cards", "aces laid by this player that count as high"),
        FactColumn("tabled_jokers", "Int16", "cards", "jokers laid by this player"),
        FactColumn("left_small", "Int16", "cards", "cards 2 to 9 left in hand"),
        FactColumn("left_pips", "Int16", "card points", "numbers of those left in hand added"),
        FactColumn("left_tens", "Int16", "cards", "tens and figures left in hand"),
        FactColumn("left_aces", "Int16", "cards", "aces left in hand"),
        FactColumn("left_jokers", "Int16", "cards", "jokers left in hand"),
        FactColumn("played", "Int16", "tiles", "tiles this player played, jokers included"),
        FactColumn("played_jokers", "Int16", "tiles", "jokers this player played"),
        FactColumn("plays", "Int16", "turns", "turns in which this player played"),
        FactColumn("most_played", "Int16", "tiles", "most tiles this player played in one turn"),
        FactColumn("took", "Int16", "number", "1 if this player took the tile laid out before the first turn, else 0"),
        FactColumn("unproved", "Int16", "turns", "turns whose play was not proved to be the best"),
        FactColumn("table_tiles", "Int16", "tiles", "tiles on the table at the end"),
        FactColumn("pool_left", "Int16", "tiles", "tiles left in the pool"),
        FactColumn("left_tiles", "Int16", "tiles", "tiles left on the rack but jokers"),
        FactColumn("reshuffles", "Int16", "number", "times the pile became a new stock"),
        FactColumn("upcard", "Int16", "card", "first card turned up, 16 times suit plus place; 13: a joker"),
    )
}
"""Fact columns by name, the keys of a row first."""
