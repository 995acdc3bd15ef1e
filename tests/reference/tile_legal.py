"""What a turn's play as a whole must be (TR-13 to TR-16, TR-22 to TR-24; rules 8.3, 8.4; TILE 2)."""

from collections import Counter
from collections.abc import Sequence

from tests.reference.tile_cards import holds, say
from tests.reference.tile_jokers import jokers_may_lie
from tests.reference.tile_melds import Meld, Run, in_order, in_tiles, is_meld, meld_points, tiles_in
from tests.reference.tile_rules import Rules


def opening_refusal(rules: Rules, rack: Sequence[int], melds: Sequence[Meld]) -> str:
    """Why melds are no legal opening; empty if they are one."""
    for meld in melds:
        if not is_meld(rules, meld):
            return f"{in_tiles(meld)} is no meld"
        if meld.jokers and rules.opening_joker == "no":
            return f"{in_tiles(meld)} has a joker in an opening"
    if not melds:
        return "no melds"
    if not holds(rack, tiles_in(melds)):
        return f"the rack {say(rack)} has not all of {say(tiles_in(melds))}"
    points = sum(meld_points(rules, meld) for meld in melds)
    return "" if points >= rules.opening_min else f"{points} points are less than {rules.opening_min}"


def play_refusal(
    rules: Rules, before: Sequence[Meld], after: Sequence[Meld], rack: Sequence[int], opening: Sequence[Meld] = ()
) -> str:
    """Why the table may not become another in one turn of a player with this rack; empty if it may.

    rack : R0. opening : the melds of an opening of this turn, legal by `opening_refusal`.
    """
    for meld in after:
        if not is_meld(rules, meld):
            return f"TR-15: {in_tiles(meld)} is no meld"
    old, new = Counter(tiles_in(before)), Counter(tiles_in(after))
    if not old <= new:
        return f"TR-13: {say((old - new).elements())} is gone from the table"
    played = list((new - old).elements())
    if not holds(rack, played):
        return f"TR-13: the rack {say(rack)} has not all of {say(played)}"
    if not played:
        return "" if in_order(before) == in_order(after) else "TR-14: the table has changed, but nothing was played"
    if opening and not holds(played, tiles_in(opening)):
        return f"TR-24: {say(tiles_in(opening))} was not played"
    if opening and not rules.manipulate_on_opening_turn and in_order([*before, *opening]) != in_order(after):
        return "8.4: the opening turn may only lay the melds of the opening"
    if rules.rearrange == "none" and not is_grown(before, after):
        return "8.5: the melds of the table may only grow"
    return "" if jokers_may_lie(rules, before, after, played) else "TR-16: the jokers of the table may not lie so"


def may_have_grown(small: Meld, big: Meld) -> bool:
    """Whether a meld is another one with nothing but more tiles, its own jokers where they were."""
    if isinstance(small, Run):
        at = small.start - big.start if isinstance(big, Run) and small.suit == big.suit else -1
        return at >= 0 and isinstance(big, Run) and big.pattern[at : at + small.size] == small.pattern
    if isinstance(big, Run) or small.place != big.place:
        return False
    return set(small.suits) <= set(big.suits) and small.jokers <= big.jokers


def is_grown(before: Sequence[Meld], after: Sequence[Meld]) -> bool:
    """Whether distinct melds of a table have grown from those of the table before."""
    grown_from: dict[int, int] = {}

    def finds(small: int, tried: set[int]) -> bool:
        """Find a meld for one, moving others if need be."""
        for i, big in enumerate(after):
            if i in tried or not may_have_grown(before[small], big):
                continue
            tried.add(i)
            if i not in grown_from or finds(grown_from[i], tried):
                grown_from[i] = small
                return True
        return False

    return all(finds(small, set()) for small in range(len(before)))
