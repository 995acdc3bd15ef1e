"""The log of a deal in words and tile notation: ``r5`` is the red 5, ``X`` a joker (rules.md 0.1)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rummysim.games.tile.rules import TileRules

__all__ = ["COLOURS", "describe_deal", "legend", "tile_name"]

DRAW, TAKE, OUT, OPENS, PLAY, SET, RUN, PASS = 1, 2, 3, 4, 5, 6, 7, 9
COLOURS, N_PLACES, JOKER = "krby", 13, "X"
Row = tuple[int, int, int, int, int]
Hand = int | tuple[int, int]


def tile_name(tile: int) -> str:
    """Name of a tile."""
    return JOKER if tile & 15 >= N_PLACES else f"{COLOURS[tile >> 4]}{(tile & 15) + 1}"


def rack_words(kinds: int, twice: int) -> str:
    """Tiles of a pair of masks, colour by colour, jokers last."""
    tiles = [tile for tile in range(64) for mask in (kinds, twice) if mask >> tile & 1]
    return " ".join(map(tile_name, sorted(tiles, key=lambda tile: tile & 15 >= N_PLACES)))


def meld_words(row: Row) -> list[str]:
    """Tiles of a logged meld; a joker of a run with what it stands for."""
    _, act, card, a, b = row
    if act == SET:
        return [tile_name(16 * colour + card) for colour in range(4) if a >> colour & 1] + [JOKER] * b
    names = [tile_name((card & ~15) | ((card & 15) + index) % N_PLACES) for index in range(a)]
    return [f"{JOKER}(={name})" if b >> index & 1 else name for index, name in enumerate(names)]


def faces(melds: Iterable[Sequence[str]]) -> Counter[str]:
    """Tiles of melds, whatever the jokers stand for."""
    return Counter(name[:1] if name.startswith(JOKER) else name for meld in melds for name in meld)


def in_order(tiles: Counter[str]) -> str:
    """Tiles by colour and number, jokers last."""
    kinds = [tile_name(16 * colour + place) for colour in range(4) for place in range(N_PLACES)] + [JOKER]
    return " ".join(name for name in kinds for _ in range(tiles[name]))


def legend(rules: TileRules) -> str:
    """How the tiles are written."""
    tiles = "tiles: colour and number, k black, r red, b blue, y yellow"
    return f"{tiles}; X a joker" if rules.jokers else tiles


def _sentence(row: Row) -> str:
    """A row that stands for itself."""
    _, act, card, a, b = row
    words = {DRAW: "draws {}", TAKE: "takes {}, laid out before", OUT: "lays out {}", PASS: "plays nothing"}
    if act == OPENS:
        return f"opens with {b} points in {a} {'meld' if a == 1 else 'melds'}"
    return words[act].format(tile_name(card))


def describe_deal(
    _rules: TileRules, hands: Sequence[Hand], _upcard: int, log: Sequence[Row], names: Sequence[str]
) -> Iterator[str]:
    """Lines of a deal: the racks as dealt, and what the log says, the table once for each play.

    hands : by seat, a mask, or a pair of masks, the kinds held and those held twice. names : by seat.
    """
    for seat, hand in enumerate(hands):
        kinds, twice = hand if isinstance(hand, tuple) else (hand, 0)
        yield f"{names[seat]} holds {rack_words(int(kinds), int(twice))}"
    before: Counter[str] = Counter()
    rows = iter(log)
    for row in rows:
        name = names[row[0]]
        if row[1] == PLAY:
            melds = [meld_words(next(rows)) for _ in range(row[4])]
            now = faces(melds)
            yield f"{name} plays {in_order(now - before)}"
            yield f"  table: {' | '.join('-'.join(meld) for meld in melds)}"
            before = now
        elif row[1] in (SET, RUN):
            yield f"{name} lays {'-'.join(meld_words(row))}"
        else:
            yield f"{name} {_sentence(row)}"
