"""What a player did and what is left on the rack, as facts (TILE 5)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.reference.tile_cards import JOKER


@dataclass
class Tally:
    """Counts of one player."""

    opened: int = 0
    opening_points: int = 0
    played: int = 0
    played_jokers: int = 0
    plays: int = 0
    most_played: int = 0
    took: int = 0

    def count(self, tiles: list[int]) -> None:
        """Count the tiles played in a turn."""
        self.played += len(tiles)
        self.played_jokers += tiles.count(JOKER)
        self.plays += bool(tiles)
        self.most_played = max(self.most_played, len(tiles))


def left_on_rack(tiles: Iterable[int]) -> dict[str, int]:
    """Tiles left: naturals, their numbers added, jokers."""
    found = dict.fromkeys(("left_tiles", "left_pips", "left_jokers"), 0)
    for tile in tiles:
        if tile == JOKER:
            found["left_jokers"] += 1
        else:
            found["left_tiles"] += 1
            found["left_pips"] += tile % 16 + 1
    return found
