"""Steps from one table to the next, and melds that stay."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from rummysim.errors import InputError
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


@pytest.mark.parametrize(
    ("ace_mode", "text", "meld"),
    [
        ("low", "k12 k13 X", "X(=k11)-k12-k13"),
        ("either", "k13 k1 X", "X(=k12)-k13-k1"),
        ("low", "k12 k13 X X", "X(=k10)-X(=k11)-k12-k13"),
        ("low", "k11 k13 X X", "X(=k10)-k11-X(=k12)-k13"),
        ("either", "X=y1 y12 y13", "y12-y13-X(=y1)"),
    ],
)
def test_joker__goes_where_one_place_makes_the_meld_valid(ace_mode: str, text: str, meld: str) -> None:
    """0.5: a joker at an end of a run too, if only one end is left."""
    assert [meld_text(code) for code in read_table(House(ace_mode=ace_mode), text)] == [meld]


def test_meld__that_may_be_read_in_two_ways_is_asked_about() -> None:
    with pytest.raises(InputError, match=r"may be X\(=r5\)-r6-r7 or r6-r7-X\(=r8\); allowed is one reading"):
        read_table(House(), "r7 X r6")
    with pytest.raises(InputError, match="is no meld of these rules"):
        read_table(House(ace_mode="low"), "X=y1 y12 y13")
    assert [meld_text(code) for code in read_table(House(), "r7 X=r8 r6")] == ["r6-r7-X(=r8)"]


def melds_read(n_jokers: int) -> int:
    """Multisets of three to five tiles, runs of five and sets of four at most, in which a meld can be read."""
    house, found = House(ace_mode="low"), 0
    for size in range(max(1, 3 - n_jokers), 6 - n_jokers):
        same_colour = [combo for c in "krby" for combo in combinations([f"{c}{v}" for v in range(1, 14)], size)]
        same_value = [combo for v in range(1, 14) for combo in combinations([f"{c}{v}" for c in "krby"], size)]
        for tiles in {*same_colour, *same_value}:
            try:
                found += len(read_table(house, " ".join([*tiles, *["X"] * n_jokers])))
            except InputError as error:
                found += "may be" in str(error)
            except ValueError:
                continue
    return found


def test_melds__are_as_many_as_published() -> None:
    """numbers.md: 185 + 494 + 494 with no, one and two jokers."""
    assert [melds_read(n) for n in range(3)] == [185, 494, 494]
