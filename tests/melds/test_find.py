"""The melds of a hand against every meld from the definition, in the order of rules 8.1."""

import numpy as np
import pytest

from rummysim.melds.code import meld_naturals
from rummysim.melds.find import MAX_MELDS, MELDS_DTYPE, find_melds
from tests.melds.hands import LINES, clustered, kernel_line, mask_of
from tests.melds.naive import NO_CAP, Line, Meld, Set, cards_of, melds_of, naturals_of, wilds_of

OWN_ACE = 0
N_WILDS = 6
N_CARDS = 11


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


def expected_melds(line: Line, cards: frozenset[int], n_jokers: int, n_aces: int, cap: int = NO_CAP) -> list[Meld]:
    """Melds of a hand; the wild ace of coins is a natural of its own place, low, or a wild anywhere else."""
    n_wilds = n_jokers + n_aces
    if not n_aces:
        return melds_of(line, cards, n_wilds, cap)
    found = [meld for meld in melds_of(line, cards | {OWN_ACE}, n_wilds, cap) if not is_own_ace_high(line, meld)]
    found = [meld for meld in found if wilds_of(meld) + (OWN_ACE in naturals_of(line, meld)) <= n_wilds]
    return found if n_wilds > 1 else [meld for meld in found if not is_own_ace_twice(meld)]


def found_melds(
    line: Line, cards: frozenset[int], n_jokers: int, n_aces: int, cap: int = NO_CAP
) -> list[tuple[int, frozenset[int], int]]:
    """Melds as the kernel finds them: code, naturals, wilds."""
    room = np.zeros(1, MELDS_DTYPE)[0]
    own_ace = np.uint64(n_aces > 0)
    n_melds = find_melds(room, mask_of(cards) | own_ace, n_jokers + n_aces, own_ace, kernel_line(line, 0, cap))
    assert n_melds < MAX_MELDS
    columns = (room[name][:n_melds].tolist() for name in ("codes", "naturals", "wilds"))
    return [(code, cards_of(mask), wilds) for code, mask, wilds in zip(*columns, strict=True)]


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("n_jokers", [0, 1, 2, 4])
@pytest.mark.parametrize("n_aces", [0, 1, 2])
def test_find_melds__finds_every_meld_in_order(name: str, n_jokers: int, n_aces: int) -> None:
    """Rules 8.1, CONTRACT 4.2 and 5.2: dealt and clustered hands; most wilds in a meld 1, 2, and without limit.

    A run in which the lone wild ace of coins stands for itself is no meld of its own; it may be found beside the
    run that has it as a natural, which comes first.
    """
    line = LINES[name]
    rng = np.random.default_rng(7)
    for cap in (1, 2, NO_CAP):
        for size in (1, 2, 3, 5, 7) if n_jokers + n_aces < 4 else (1, 2, 4):
            for _ in range(4):
                cards = frozenset(clustered(rng, line, size)) - ({OWN_ACE} if n_aces else set())
                found = found_melds(line, cards, n_jokers, n_aces, cap)
                expected = expected_melds(line, cards, n_jokers, n_aces, cap)
                if n_jokers + n_aces == 1 and n_aces:
                    twice = [code_of(meld) for meld in melds_of(line, cards, 1) if is_own_ace_twice(meld)]
                    found = [meld for meld in found if meld[0] not in twice]
                rows = [(code_of(meld), naturals_of(line, meld), wilds_of(meld)) for meld in expected]
                assert found == rows, (name, n_jokers, n_aces, cap, sorted(cards))
                assert [meld[0] for meld in found] == sorted({meld[0] for meld in found})


def test_find_melds__finds_runs_that_begin_with_three_wilds() -> None:
    """CONTRACT 4.2: X X 1o 5e may be 2e-3e-4e-5e with three wilds in front."""
    codes = [meld[0] for meld in found_melds(LINES["48"], frozenset({36}), 2, 1)]
    assert 1 << 40 | 2 << 36 | 1 << 32 | 4 << 28 | 0b111 << 11 in codes


def most_melds(line: Line, n_wilds: int, n_aces: int, rng: np.random.Generator) -> int:
    """Most melds of a hand that exchanging cards finds, from the best row of one suit."""
    n_naturals = N_CARDS - n_wilds
    deck = [16 * suit + place for suit in range(4) for place in range(len(line.points)) if suit or place or not n_aces]
    lows = range(min(n_aces, 1), len(line.points) - n_naturals + 1)
    rows = [frozenset(range(low, low + n_naturals)) for low in lows] or [frozenset(deck[:n_naturals])]
    n_most, hand = max((len(found_melds(line, row, n_wilds - n_aces, n_aces)), row) for row in rows)
    for _ in range(80):
        out, card = int(rng.choice(sorted(hand))), int(rng.choice(deck))
        other = hand if card in hand else hand - {out} | {card}
        n_other = len(found_melds(line, other, n_wilds - n_aces, n_aces))
        n_most, hand = (n_other, other) if n_other >= n_most else (n_most, hand)
    return n_most


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("n_aces", [0, 2])
def test_find_melds__has_room_for_the_worst_hand(name: str, n_aces: int) -> None:
    """Eleven cards, two to six of them wild: the hands with most melds, some wilds and the rest near each other in one
    suit, fill less than a third of the room.
    """
    rng = np.random.default_rng(3)
    most = [most_melds(LINES[name], n_wilds, n_aces, rng) for n_wilds in range(2, N_WILDS + 1)]
    assert 800 < max(most) < MAX_MELDS // 3


@pytest.mark.parametrize(
    ("n_places", "sets", "runs"),
    [(10, 50, 144), (12, 60, 220), (13, 65, 264)],
    ids=["40 cards", "48 cards", "52 cards"],
)
def test_find_melds__counts_the_distinct_melds_of_the_whole_deck(n_places: int, sets: int, runs: int) -> None:
    """numbers.md: 52 cards, ace low: 65 sets + 264 runs = 329; the decks of 40 and 48 by the same count."""
    line = next(line for line in LINES.values() if len(line.points) == n_places and not line.ace_high)
    deck = frozenset(16 * suit + place for suit in range(4) for place in range(n_places))
    codes = [code for code, _, _ in found_melds(line, deck, 0, 0)]
    n_sets = sum(code < 1 << 40 for code in codes)
    assert (n_sets, len(codes) - n_sets) == (sets, runs)
    n_short = sum(code >> 28 & 15 <= 5 for code in codes[n_sets:])
    assert n_sets + n_short == {10: 134, 12: 168, 13: 185}[n_places]


def test_meld_naturals__of_a_code_are_those_of_the_meld() -> None:
    """The mask of a meld's naturals, high ace included."""
    line = LINES["48 either"]
    cards = frozenset({16, 24, 25, 26, 27, 32, 48})
    for code, naturals, _ in found_melds(line, cards, 2, 0):
        assert cards_of(int(meld_naturals(code, 12))) == naturals
