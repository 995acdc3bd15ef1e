"""The melds of a hand against every meld from the definition, in the order of rules 8.1."""

import numpy as np
import pytest

from rummysim.melds.code import meld_naturals
from rummysim.melds.find import MAX_MELDS, find_melds, new_melds
from tests.melds.hands import LINES, draw_hand
from tests.melds.naive import Line, Meld, Set, cards_of, melds_of, naturals_of, wilds_of

OWN_ACE = 0


def code_of(meld: Meld) -> int:
    """The code that the meld must have (module docstring of ``melds.code``)."""
    if isinstance(meld, Set):
        return meld.place << 24 | sum(1 << suit for suit in meld.suits) << 20 | meld.wilds << 16
    pattern = sum(1 << (13 - index) for index, is_wild in enumerate(meld.pattern) if is_wild)
    return 1 << 40 | meld.suit << 36 | meld.start << 32 | len(meld.pattern) << 28 | pattern


def is_own_ace_twice(meld: Meld) -> bool:
    """Whether the only wild of a meld, the ace of coins, would stand for itself."""
    if isinstance(meld, Set):
        return (meld.place, meld.suits, meld.wilds) == (0, (1, 2, 3), 1)
    return (meld.suit, meld.start) == (0, 0) and meld.pattern[0] and sum(meld.pattern) == 1


def is_own_ace_high(line: Line, meld: Meld) -> bool:
    """Whether the ace of coins lies above the last card as a natural: there the wild ace is a wild like any other."""
    if isinstance(meld, Set) or meld.suit or meld.start + len(meld.pattern) <= len(line.points):
        return False
    return not meld.pattern[-1]


def expected_melds(line: Line, cards: frozenset[int], n_jokers: int, ace: bool) -> list[Meld]:
    """Melds of a hand; the wild ace of coins is a natural of its own place, low, or a wild anywhere else."""
    found = melds_of(line, cards | {OWN_ACE} if ace else cards, n_jokers + ace)
    if not ace:
        return found
    found = [meld for meld in found if not is_own_ace_high(line, meld)]
    natural_ace = [OWN_ACE in naturals_of(line, meld) for meld in found]
    found = [meld for meld, own in zip(found, natural_ace, strict=True) if wilds_of(meld) + own <= n_jokers + 1]
    return found if n_jokers else [meld for meld in found if not is_own_ace_twice(meld)]


def found_melds(line: Line, cards: frozenset[int], n_jokers: int, ace: bool) -> list[tuple[int, frozenset[int], int]]:
    """Melds as the kernel finds them: code, naturals, wilds."""
    room = new_melds()
    naturals = np.uint64(sum(1 << card for card in cards) | int(ace))
    n_melds = find_melds(room, naturals, n_jokers + ace, np.uint64(ace), len(line.points), int(line.ace_high))
    assert n_melds < MAX_MELDS
    columns = (room.codes[:n_melds], room.naturals[:n_melds], room.wilds[:n_melds])
    return [(int(code), cards_of(int(mask)), int(wilds)) for code, mask, wilds in zip(*columns, strict=True)]


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("n_jokers", [0, 1, 2])
@pytest.mark.parametrize("ace", [False, True])
def test_find_melds__finds_every_meld_in_order(name: str, n_jokers: int, ace: bool) -> None:
    """Rules 8.1, CONTRACT 4.2: dealt and clustered hands.

    A run in which the lone wild ace of coins stands for itself is no meld of its own; it may be found beside the
    run that has it as a natural, which comes first.
    """
    line = LINES[name]
    rng = np.random.default_rng(7)
    for size in (1, 2, 3, 5, 7):
        for _ in range(8):
            cards = frozenset(draw_hand(rng, line, size)) - ({OWN_ACE} if ace else set())
            found = found_melds(line, cards, n_jokers, ace)
            expected = expected_melds(line, cards, n_jokers, ace)
            if ace and not n_jokers:
                twice = [code_of(meld) for meld in melds_of(line, cards, 1) if is_own_ace_twice(meld)]
                found = [meld for meld in found if meld[0] not in twice]
            rows = [(code_of(meld), naturals_of(line, meld), wilds_of(meld)) for meld in expected]
            assert found == rows, (name, n_jokers, ace, sorted(cards))
            assert [meld[0] for meld in found] == sorted({meld[0] for meld in found})


def test_find_melds__finds_runs_that_begin_with_three_wilds() -> None:
    """CONTRACT 4.2: X X 1o 5e may be 2e-3e-4e-5e with three wilds in front."""
    codes = [meld[0] for meld in found_melds(LINES["48"], frozenset({36}), 2, ace=True)]
    assert 1 << 40 | 2 << 36 | 1 << 32 | 4 << 28 | 0b111 << 11 in codes


@pytest.mark.parametrize("name", LINES)
def test_find_melds__has_room_for_the_worst_hand(name: str) -> None:
    """Three wilds and eight other cards make fewer than a thousand melds: all in one suit, or in all suits."""
    line = LINES[name]
    row = [frozenset(16 * 2 + low + step for step in range(8)) for low in range(len(line.points) - 7)]
    blocks = [frozenset(16 * suit + low + step for suit in range(4) for step in (0, 1)) for low in range(3)]
    blocks += [frozenset(16 * suit + low + step for suit in (1, 2) for step in range(4)) for low in range(1, 4)]
    for cards in row + blocks:
        assert len(found_melds(line, cards, 2, ace=True)) < 1000


@pytest.mark.parametrize(
    ("n_places", "sets", "runs"),
    [(10, 50, 144), (12, 60, 220), (13, 65, 264)],
    ids=["40 cards", "48 cards", "52 cards"],
)
def test_find_melds__counts_the_distinct_melds_of_the_whole_deck(n_places: int, sets: int, runs: int) -> None:
    """numbers.md: 52 cards, ace low: 65 sets + 264 runs = 329; the decks of 40 and 48 by the same count."""
    room = new_melds()
    deck = np.uint64(sum(1 << 16 * suit + place for suit in range(4) for place in range(n_places)))
    n_melds = find_melds(room, deck, 0, np.uint64(0), n_places, 0)
    n_sets = int((room.codes[:n_melds] < 1 << 40).sum())
    assert (n_sets, n_melds - n_sets) == (sets, runs)
    short = [code >> 28 & 15 for code in room.codes[n_sets:n_melds].tolist()]
    assert n_sets + sum(length <= 5 for length in short) == {10: 134, 12: 168, 13: 185}[n_places]


def test_meld_naturals__of_a_code_are_those_of_the_meld() -> None:
    """The mask of a meld's naturals, high ace included."""
    line = LINES["48 either"]
    cards = frozenset({16, 24, 25, 26, 27, 32, 48})
    for code, naturals, _ in found_melds(line, cards, 2, ace=False):
        assert cards_of(int(meld_naturals(code, 12))) == naturals
