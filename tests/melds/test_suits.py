"""The suit table against runs counted from the definition."""

import numpy as np
import pytest

from rummysim.melds.suits import INFEASIBLE, LEFT_BITS, N_HOLDINGS, suit_table, window
from tests.melds.hands import LINES
from tests.melds.naive import NO_CAP, Line, least_outside_runs

MAX_WILDS = 6
CAPS = {"cap 1": 1, "cap 2": 2, "no cap": NO_CAP}
SHORT = {
    "six places": Line((1, 2, 3, 4, 5, 6), ace_high=False),
    "six places either": Line((1, 2, 3, 4, 5, 6), ace_high=True),
}


def places_of(mask: int) -> frozenset[int]:
    """Places of a holding."""
    return frozenset(place for place in range(13) if mask >> place & 1)


def check(line: Line, masks: list[int], cap: int) -> None:
    """Both halves of the entries of some holdings are what the definition gives."""
    table = suit_table(line.points, ace_high=line.ace_high, n_wilds=MAX_WILDS, cap=cap)
    assert table.shape == (MAX_WILDS + 1, N_HOLDINGS)
    for mask in masks:
        places = places_of(mask)
        for wilds in range(MAX_WILDS + 1):
            left = int(table[wilds, mask]) % (1 << LEFT_BITS)
            key = ((int(table[wilds, mask]) >> LEFT_BITS) + 64 * left) // 4
            expected = least_outside_runs(line, places, wilds, cap)
            assert left == (INFEASIBLE if expected is None else expected), (line, places, wilds, cap)
            keys = []
            for place in places:
                rest = least_outside_runs(line, places - {place}, wilds, cap)
                keys += [] if rest is None else [16 * rest + 15 - place]
            assert key == min(keys) if keys else key >> 4 >= INFEASIBLE - 1, (line, places, wilds, cap)


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("cap", CAPS)
def test_suit_table__equals_the_definition_on_every_holding(name: str, cap: str) -> None:
    """Least left outside runs, and after the best card is taken away, with exactly 0 to 6 wilds, so many in a run."""
    check(SHORT[name], list(range(1 << len(SHORT[name].points))), CAPS[cap])


def some_masks(line: Line, seed: int, n: int, most: int) -> list[int]:
    """Holdings of up to ``most`` cards."""
    rng = np.random.default_rng(seed)
    masks = []
    for _ in range(n):
        places = rng.choice(len(line.points), int(rng.integers(1, most + 1)), replace=False)
        masks.append(sum(1 << int(place) for place in places))
    return masks


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("cap", CAPS)
def test_suit_table__equals_the_definition_on_the_lines_of_the_decks(name: str, cap: str) -> None:
    """Holdings of up to six cards on the lines of 40, 48 and 52 cards."""
    check(LINES[name], some_masks(LINES[name], 3, 6, 6), CAPS[cap])


@pytest.mark.slow
@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("cap", CAPS)
def test_suit_table__equals_the_definition_on_full_holdings(name: str, cap: str) -> None:
    """Holdings of any size, the full suit among them."""
    line = LINES[name]
    full = (1 << len(line.points)) - 1
    check(line, [full, full ^ 1, full ^ 4, *some_masks(line, 4, 30, len(line.points))], CAPS[cap])


def test_window__covers_the_line_and_never_joins_both_ends() -> None:
    """Rules 0.3: low: the ace only below 2; either: also above the last card, not both in one run."""
    starts = [[int(window(start, 3, 10, high)) for start in range(10)] for high in (False, True)]
    assert starts[0] == [0b111 << start for start in range(8)] + [0, 0]
    assert starts[1] == [0b111 << start for start in range(8)] + [0b1100000001, 0]
    assert int(window(0, 10, 10, True)) == 0b1111111111
    assert int(window(0, 11, 10, True)) == 0
    assert int(window(1, 10, 10, True)) == 0b1111111111


def test_suit_table__is_kept_and_cannot_be_written() -> None:
    """The same table for the same line; kernels get its address."""
    points = LINES["40"].points
    table = suit_table(points, ace_high=False, n_wilds=1)
    assert table is suit_table(points, ace_high=False, n_wilds=1)
    assert not table.flags.writeable
