"""What a bot sees (TILE 7)."""

from collections.abc import Sequence

from tests.reference.tile_cards import JOKER, natural_mask, twice_mask, without
from tests.reference.tile_melds import tiles_in
from tests.reference.tile_table import Table

MAX_SEATS = 8


def view(table: Table, seat: int, answered: Sequence[int] = ()) -> list[int]:
    """What a seat sees in its turn, in order; without the tiles of an opening that were answered already."""
    n, doing = len(table.racks), table.doing
    racks = [*table.racks]
    racks[seat] = without(racks[seat], answered)
    rack, on_table = racks[seat], tiles_in(table.melds)
    return [
        natural_mask(rack),
        twice_mask(rack),
        rack.count(JOKER),
        doing.drawn,
        table.laid_out,
        table.turn,
        seat,
        n,
        len(table.pool),
        *[len(tiles) for tiles in racks],
        *[0] * (MAX_SEATS - n),
        sum(1 << other for other, tally in enumerate(table.tallies) if tally.opened),
        int(bool(doing.opening)),
        table.n_played,
        natural_mask(on_table),
        twice_mask(on_table),
        on_table.count(JOKER),
        len(table.melds),
        *[meld.code for meld in table.melds],
    ]
