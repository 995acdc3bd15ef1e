"""Most points that the tiles of one number can make as groups, by how many jokers they use (TILE 3)."""

from functools import lru_cache
from itertools import combinations

from tests.reference.tile_cards import COLOURS
from tests.reference.tile_melds import FULL, SHORTEST

Counts = tuple[int, ...]
Groups = tuple[tuple[tuple[int, ...], int], ...]
"""Groups, each as the colours of its naturals and its number of jokers."""


@lru_cache(maxsize=1 << 16)
def best_groups(counts: Counts, jokers: int, most: int, joker_counts: bool) -> dict[int, tuple[int, Groups]]:
    """By the number of jokers used: most tiles that count, and the groups.

    counts : naturals of each colour. most : jokers in one group at most. joker_counts : whether a joker counts.
    """
    lowest = next((colour for colour in range(COLOURS) if counts[colour]), None)
    if lowest is None:
        return {0: (0, ())}
    left = less(counts, (lowest,))
    found = dict(best_groups(left, jokers, most, joker_counts))
    others = [colour for colour in range(lowest + 1, COLOURS) if counts[colour]]
    for n in range(len(others) + 1):
        for further in combinations(others, n):
            colours = (lowest, *further)
            for used in range(max(0, SHORTEST - len(colours)), min(FULL - len(colours), jokers, most) + 1):
                worth = len(colours) + (used if joker_counts else 0)
                rest = best_groups(less(counts, colours), jokers - used, most, joker_counts)
                for its_jokers, (value, groups) in rest.items():
                    if value + worth > found.get(used + its_jokers, (-1, ()))[0]:
                        found[used + its_jokers] = (value + worth, ((colours, used), *groups))
    return found


def less(counts: Counts, colours: tuple[int, ...]) -> Counts:
    """Counts without a tile of each of some colours."""
    return tuple(n - (colour in colours) for colour, n in enumerate(counts))
