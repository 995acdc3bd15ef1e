"""Tiles: the deck of a deal, and tiles as a plain list of kinds (CONTRACT 2, TILE 1).

Copies of a tile are one kind, which then stands in a list more than once. All jokers are the kind 13.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from tests.reference.streams import shuffle, stream
from tests.reference.tile_rules import Rules

NONE = -1
CARDS = 1
JOKER = 13
COLOURS, PLACES = 4, 13
LETTERS = "krby"
NATURALS = [colour * 16 + place for colour in range(COLOURS) for place in range(PLACES)]
PACKS, JOKERS_OF_A_PACK, JOKERS_BESIDE_THE_PACKS = 2, 2, 4


def universe(jokers: int) -> list[int | None]:
    """The 112 places of the universe, None where a joker is not played with."""
    played = iter([True] * jokers)
    places: list[int | None] = []
    for _ in range(PACKS):
        places += NATURALS
        places += [JOKER if next(played, False) else None for _ in range(JOKERS_OF_A_PACK)]
    return places + [JOKER if next(played, False) else None for _ in range(JOKERS_BESIDE_THE_PACKS)]


def deck_of(rules: Rules, seed: int, unit: int, round_: int) -> list[int]:
    """The shuffled deck, front first."""
    places = shuffle(universe(rules.jokers), stream(seed, unit, round_, CARDS, 0))
    size = sum(tile is not None for tile in places)
    following = iter([tile for tile in places[size:] if tile is not None])
    return [next(following) if tile is None else tile for tile in places[:size]]


def ascending(tiles: Iterable[int]) -> list[int]:
    """Tiles by kind, jokers last."""
    return sorted(tiles, key=lambda tile: (tile == JOKER, tile))


def without(tiles: Iterable[int], taken: Iterable[int]) -> list[int]:
    """Tiles less one copy for each tile taken away."""
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return left


def holds(tiles: Iterable[int], wanted: Iterable[int]) -> bool:
    """Whether all wanted tiles are there, each as often as it is wanted."""
    return Counter(wanted) <= Counter(tiles)


def natural_mask(tiles: Iterable[int]) -> int:
    """The natural kinds among the tiles as bits."""
    return sum(1 << tile for tile in set(tiles) if tile != JOKER)


def twice_mask(tiles: Sequence[int]) -> int:
    """The natural kinds that are there twice as bits."""
    return natural_mask(tile for tile, n in Counter(tiles).items() if n > 1)


def parse(word: str) -> int:
    """A kind from the notation of rules 0.1: r5, X; a trailing ' says that it is the other copy."""
    word = word.rstrip("'")
    return JOKER if word == "X" else LETTERS.index(word[0]) * 16 + int(word[1:]) - 1


def name(tile: int) -> str:
    """A kind in the notation of rules 0.1."""
    if tile == JOKER:
        return "X"
    colour, place = divmod(tile, 16)
    return f"{LETTERS[colour]}{place + 1}" if 0 <= colour < COLOURS and place < PLACES else f"tile {tile}"


def say(tiles: Iterable[int]) -> str:
    """Tiles in the notation of rules 0.1, in ascending order."""
    return " ".join(map(name, ascending(tiles))) or "nothing"
