"""The verdict on jokers of the table against one that names every joker's tile and freeing tile (rules 8.3)."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random

from tests.reference.tile_cards import COLOURS, JOKER, NATURALS
from tests.reference.tile_jokers import jokers_may_lie
from tests.reference.tile_melds import Meld, Run, in_tiles, new_melds, tiles_in
from tests.reference.tile_rebuilds import Cover
from tests.reference.tile_rules import Rules, rules_of

Slot = tuple[int, int]
"""A joker of a table: the index of its meld, and the tile that it stands for."""


def slots_of(melds: list[Meld]) -> Iterator[list[Slot]]:
    """All ways to say what the jokers of a table stand for."""
    ways: list[list[list[Slot]]] = []
    for i, meld in enumerate(melds):
        if isinstance(meld, Run):
            ways.append([[(i, meld.card_at(meld.start + at)) for at, joker in enumerate(meld.pattern) if joker]])
        else:
            others = [colour * 16 + meld.place for colour in range(COLOURS) if colour not in meld.suits]
            ways.append([[(i, tile) for tile in chosen] for chosen in combinations(others, meld.jokers)])
    for way in product(*ways):
        yield [slot for of_meld in way for slot in of_meld]


def naive(rules: Rules, before: list[Meld], after: list[Meld], played: list[int]) -> bool:
    """The verdict by trying everything."""
    old = []
    for i, meld in enumerate(before):
        if isinstance(meld, Run):
            old += [(i, {meld.card_at(meld.start + at)}) for at, joker in enumerate(meld.pattern) if joker]
        else:
            others = {colour * 16 + meld.place for colour in range(COLOURS) if colour not in meld.suits}
            old += [(i, others)] * meld.jokers
    faces_before = [Counter(tiles_in([meld])) for meld in before]
    faces_after = [Counter(tiles_in([meld])) for meld in after]
    is_old = [any(each <= faces for each in faces_before) for faces in faces_after]
    ways = [way for slots in slots_of(after) for way in permutations(slots, len(old))]
    for n in range(len(old) + 1):
        for freed in combinations(range(len(old)), n):
            if rules.joker_release != "free":
                if not freeable(rules, before, after, [old[i] for i in freed], played):
                    continue
                if rules.joker_release == "locked":
                    kept = [(i, sum(old[j][0] == i for j in freed)) for i in {i for i, _ in old}]
                    parts = [(i, faces_before[i] - Counter({JOKER: loose})) for i, loose in kept]
                    if not all(any(p <= f for f in faces_after) for i, p in parts if p[JOKER]):
                        continue
            may_change = set(freed) if rules.joker_release != "free" else set(range(len(old)))
            for way in ways:
                changed = [j for j, (_, tile) in enumerate(way) if tile not in old[j][1]]
                new_ones = rules.joker_reuse == "any_meld" or not any(is_old[way[j][0]] for j in changed)
                if set(changed) <= may_change and new_ones:
                    return True
    return False


def freeable(
    rules: Rules, before: list[Meld], after: list[Meld], jokers: list[tuple[int, set[int]]], played: list[int]
) -> bool:
    """Whether jokers can be matched with tiles: those from the rack, and copies in T1 of those on the table."""
    from_rack = [(tile, -1, i) for i, tile in enumerate(played) if tile != JOKER]
    on_table = Counter(tiles_in(before))
    in_after = [(tile, i, 0) for i, meld in enumerate(after) for tile in meld.naturals]
    table = in_after if rules.joker_freed_by == "rack_or_table" else []
    for chosen in permutations([*from_rack, *table], len(jokers)):
        used = Counter(tile for tile, where, _ in chosen if where >= 0)
        if used <= on_table and all(
            frees(rules, before, after, joker, each, played) for joker, each in zip(jokers, chosen, strict=True)
        ):
            return True
    return False


def frees(
    rules: Rules,
    before: list[Meld],
    after: list[Meld],
    joker: tuple[int, set[int]],
    chosen: tuple[int, int, int],
    played: list[int],
) -> bool:
    """Whether a tile frees a joker."""
    meld, (tile, where, _) = before[joker[0]], chosen
    if tile not in joker[1]:
        return False
    if rules.group_joker_swap == "both_missing" and not isinstance(meld, Run) and meld.size == 3:
        return where < 0 and len(joker[1] & set(played)) >= 2
    return where < 0 or Counter(tiles_in([meld])) - Counter([JOKER]) <= Counter(tiles_in([after[where]]))


def some_position(chance: Random) -> tuple[list[Meld], list[Meld], list[int]] | None:
    """A table of two or three melds with few jokers, tiles played, and a table of all of them; if one was found."""
    several = [tile for tile in NATURALS if tile // 16 < 3 and 2 <= tile % 16 < 8] * 2
    options = list(new_melds(rules_of({"jokers": 8}), [*chance.sample(several, 14), JOKER, JOKER], 5))
    before: list[Meld] = chance.sample(options, chance.choice([1, 2, 2, 3]))
    counts = Counter(tiles_in(before))
    if not 0 < counts[JOKER] <= 3 or any(n > 2 for tile, n in counts.items() if tile != JOKER):
        return None
    spare = Counter(several) - counts
    held = [*chance.sample(list(spare.elements()), 10), JOKER]
    for _ in range(30):
        played = chance.sample(held, chance.randint(1, 4))
        after = Cover(rules_of({"jokers": 8}), [*counts.elements(), *played], chance).find(counts + Counter(played))
        if after is not None:
            return before, after, played
    return None


def test_jokers__equal_trying_everything() -> None:
    chance, verdicts = Random(8), Counter[bool]()
    for _ in range(600):
        position = some_position(chance)
        if position is None:
            continue
        rules = rules_of(
            {
                "jokers": 8,
                "joker_release": chance.choice(["free", "fixed", "fixed", "locked"]),
                "joker_reuse": chance.choice(["any_meld", "new_meld"]),
                "joker_freed_by": chance.choice(["rack", "rack_or_table"]),
                "group_joker_swap": chance.choice(["any_missing", "both_missing"]),
            }
        )
        right = naive(rules, *position)
        before, after, played = position
        said = [" ".join(map(in_tiles, each)) for each in (before, after)]
        assert jokers_may_lie(rules, *position) == right, (rules, said, played)
        verdicts[right] += 1
    assert min(verdicts[True], verdicts[False]) > 30
