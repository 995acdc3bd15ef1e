"""Tables that a turn may leave, found at random, for rebuilds of bots that the referee plays without a log."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random

from tests.reference.tile_cards import JOKER
from tests.reference.tile_melds import Meld, in_order, new_melds, tiles_in
from tests.reference.tile_rules import Rules
from tests.reference.tile_table import Table

TRIES, MOST_MELDS, MOST_TILES, MOST_STEPS, MOST_TO_COVER = 12, 3, 4, 150, 20


def some_rebuild(table: Table, chance: Random) -> Sequence[Meld]:
    """A legal table with more tiles than now, or that of now: some melds taken apart and laid anew with rack tiles."""
    for _ in range(TRIES):
        melds, rack = list(table.melds), table.rack
        chance.shuffle(melds)
        n = chance.randint(0, min(MOST_MELDS, len(melds)))
        new_tiles = chance.sample(rack, chance.randint(1, min(MOST_TILES, len(rack))))
        loose = [*tiles_in(melds[:n]), *new_tiles]
        if len(loose) > MOST_TO_COVER:
            continue
        covered = Cover(table.rules, loose, chance).find(Counter(loose))
        if covered is not None and not table.turn_refusal(after := in_order([*melds[n:], *covered])):
            return after
    return table.melds


class Cover:
    """A search for melds that use given tiles up, in random order, soon given up."""

    def __init__(self, rules: Rules, tiles: Sequence[int], chance: Random) -> None:
        self.melds: dict[int, list[tuple[Counter[int], Meld]]] = defaultdict(list)
        for meld in new_melds(rules, tiles):
            self.melds[min(meld.naturals)].append((Counter(tiles_in([meld])), meld))
        for melds in self.melds.values():
            chance.shuffle(melds)
        self.steps = MOST_STEPS

    def find(self, left: Counter[int]) -> list[Meld] | None:
        """Melds of exactly these tiles."""
        self.steps -= 1
        lowest = min((tile for tile in left if tile != JOKER and left[tile]), default=None)
        if lowest is None:
            return None if left[JOKER] else []
        for tiles, meld in self.melds[lowest]:
            if self.steps > 0 and tiles <= left:
                rest = self.find(left - tiles)
                if rest is not None:
                    return [meld, *rest]
        return None
