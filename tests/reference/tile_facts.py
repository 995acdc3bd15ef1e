"""What must be so at any time in a deal, and the facts of one that has ended (rules 0.7, TILE 5)."""

from collections import Counter

from tests.reference.tile_cards import NONE, say
from tests.reference.tile_melds import in_order, in_tiles, is_meld, tiles_in
from tests.reference.tile_table import Table
from tests.reference.tile_tally import left_on_rack


def imbalance(table: Table) -> list[str]:
    """What breaks the conservation of tiles, and melds that are none."""
    found = []
    on_racks = [tile for rack in table.racks for tile in rack]
    face_up = [] if table.laid_out == NONE else [table.laid_out]
    lying = [*table.pool, *face_up, *table.gone, *tiles_in(table.melds), *on_racks]
    if Counter(lying) != Counter(table.deck):
        found.append(f"turn {table.turn}: pool, racks, table, laid-out tile are {say(lying)}, not the deck")
    found += [f"turn {table.turn}: {in_tiles(m)} is no meld" for m in table.melds if not is_meld(table.rules, m)]
    if list(table.melds) != in_order(table.melds):
        found.append(f"turn {table.turn}: the melds of the table are not in order")
    return found


def facts_of(table: Table) -> list[dict[str, int]]:
    """Facts by player; how many solutions were not proved is not known here."""
    if table.ended is None:
        raise ValueError("the deal has not ended")
    found = []
    for seat, tally in enumerate(table.tallies):
        row = {
            "player": table.player_of(seat),
            "seat": seat,
            "place": table.place_of(seat),
            "turns": table.turn,
            "end": table.ended,
            "out": int(seat == table.out),
            **vars(tally),
            "unproved": 0,
            "table_tiles": len(tiles_in(table.melds)),
            "pool_left": len(table.pool),
            **left_on_rack(table.racks[seat]),
        }
        found.append(row)
    return sorted(found, key=lambda fact: fact["player"])
