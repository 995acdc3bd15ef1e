"""Steps from one table to the next, and melds that stay."""

from collections import Counter

import numpy as np

from rummysim.games.tile.house import House
from rummysim.games.tile.position import Position
from rummysim.games.tile.reading import rack_of, read_table
from rummysim.games.tile.steps import RACK, dealt_out, faces, steps_between
from rummysim.games.tile.tiles import meld_text
from tests.tile.games import game_positions
from tests.tile.position import JOKER, Tiles


def words_of(tiles: Tiles) -> list[str]:
    """Tiles in notation."""
    return ["X" if tile == JOKER else f"{'krby'[tile[0]]}{tile[1]}" for tile in sorted(tiles.elements())]


def test_pieces__make_the_new_table_of_the_old_one_and_the_rack() -> None:
    house, old, shares = House(), [], []
    for position in game_positions(5, 2):
        table = Position(house, []).turn(rack_of(words_of(position.table))).melds
        if not table:
            continue
        old = [tuple(meld_text(code).split("-")) for code in table]
        found = Position(house, table).turn(rack_of(words_of(position.rack)))
        new = [tuple(meld_text(code).split("-")) for code in found.melds]
        pieces = dealt_out(old, new)
        for at, meld in enumerate(old):
            assert sum((parts.get(at, Counter()) for parts in pieces), Counter()) == faces(meld)
        for meld, parts in zip(new, pieces, strict=True):
            assert sum(parts.values(), Counter()) == faces(meld)
        laid = sum((parts.get(RACK, Counter()) for parts in pieces), Counter())
        assert laid.total() == found.weight
        untouched = (Counter(old) & Counter(new)).total()
        assert len(steps_between(old, new)) <= len(old) + len(new) - 2 * untouched
        shares.append(untouched / len(old))
    assert np.mean(shares) > 0.6


def test_steps__are_told_apart() -> None:
    old = [("r3", "r4", "r5", "r6", "r7"), ("k2", "r2", "b2", "y2"), ("b5", "b6", "b7")]
    new = [
        ("r3", "r4", "r5"),
        ("r5", "r6", "r7"),
        ("k2", "b2", "y2"),
        ("r1", "r2", "X(=r3)"),
        ("b5", "b6", "b7"),
        ("k9",),
    ]
    assert steps_between(old, new) == (
        "split r3-r4-r5-r6-r7 into r3-r4-r5 and r6-r7",
        "take r2 out of k2-r2-b2-y2",
        "lay k9",
        "add r5 to r6-r7: r5-r6-r7",
        "add r1 and X(=r3) to r2: r1-r2-X(=r3)",
    )


def test_table__is_read_in_any_order_where_one_reading_is_left() -> None:
    house = House()
    for text in ("r6 r8 r7", "r6-r7-r8", "R7, r8, r6"):
        assert [meld_text(code) for code in read_table(house, text)] == ["r6-r7-r8"]
    for text in ("r6 X r8", "X r6 r8", "r8 r6 X=r7"):
        assert [meld_text(code) for code in read_table(house, text)] == ["r6-X(=r7)-r8"]
