"""Logs in words: CONTRACT_TILE 4, written by hand. No kernel."""

from rummysim.games.tile.rules import TileRules
from rummysim.games.tile.words import describe_deal, legend

JOKER = 13
Row = tuple[int, int, int, int, int]


def tile(text: str) -> int:
    """A tile."""
    return 16 * "krby".index(text[0]) + int(text[1:]) - 1


def mask(text: str) -> int:
    """Mask of tiles."""
    return sum(1 << tile(word) for word in text.split())


def test_deal__from_the_first_line_to_the_last() -> None:
    log: list[Row] = [
        (0, 3, tile("k2"), -1, -1),
        (1, 2, tile("k2"), -1, -1),
        (1, 4, -1, 1, 30),
        (1, 6, 9, 0b0101, 1),
        (1, 5, -1, 3, 1),
        (1, 6, 9, 0b0101, 1),
        (0, 1, JOKER, -1, -1),
        (0, 9, -1, -1, -1),
        (1, 1, tile("y13"), -1, -1),
        (1, 5, -1, 4, 2),
        (1, 6, 9, 0b0111, 0),
        (1, 7, tile("y12"), 3, 0b001),
    ]
    racks = [(mask("k1 r12"), mask("k1")), (mask("b5") | 1 << 13 | 1 << 29, 0)]
    assert list(describe_deal(TileRules(), racks, -1, log, "AB")) == [
        "A holds k1 k1 r12",
        "B holds b5 X X",
        "A lays out k2",
        "B takes k2, laid out before",
        "B opens with 30 points in 1 meld",
        "B lays k10-b10-X",
        "B plays k10 b10 X",
        "  table: k10-b10-X",
        "A draws X",
        "A plays nothing",
        "B draws y13",
        "B plays r10 y1 y13",
        "  table: k10-r10-b10 | X(=y12)-y13-y1",
    ]


def test_legend__names_jokers_where_there_are_some() -> None:
    assert legend(TileRules()).endswith("; X a joker")
    assert "joker" not in legend(TileRules(jokers=0))
    assert "y yellow" in legend(TileRules(jokers=0))
