"""Most that can be laid of a hand of two packs with jokers: the kernels against all ways there are."""

import json
from pathlib import Path

import numpy as np
import pytest

from rummysim.melds.demand import JOKER, LEAVE, PURE, meld_with, worth_with
from rummysim.melds.each import NO_MELD, cards_of, meld_worth, next_meld
from rummysim.melds.spread import best_meld, best_worth, without
from tests.melds.two_packs import Hand, Meld, Naive, masks_of, random_hand, scale_of

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "vectors" / "rummy51.json").read_text())["vectors"]
MIDDLE = (*range(2, 11), 10, 10, 10)
N_HANDS, N_HANDS_SLOW, MOST_CARDS = 60, 1500, 8
BARRED_JOKER = 13


def points_scale(low_ace: int, high_ace: int, **options: object) -> Naive:
    """Scale of card points."""
    return Naive(worth=(low_ace, *MIDDLE, high_ace), set_worth=(high_ace, *MIDDLE), **options)  # type: ignore[arg-type]


CARDS = Naive(worth=(1,) * 14, set_worth=(1,) * 13, cap=1)


def hand_of(names: list[str]) -> Hand:
    """Cards of a vector."""
    ranks = "A23456789TJQK"
    return tuple(sorted(-1 if name == "*" else 16 * "CDHS".index(name[1]) + ranks.index(name[0]) for name in names))


def random_case(rng: np.random.Generator) -> tuple[Naive, Hand]:
    """A scale and a hand."""
    low, high = [(10, 10), (11, 11), (1, 11), (1, 10), (15, 15)][int(rng.integers(5))]
    naive = points_scale(
        low,
        high,
        ace_mode=int(rng.integers(3)),
        cap=int(rng.choice([1, 1, 2, 99])),
        naturals_lead=bool(rng.integers(2)),
        adjacent=bool(rng.integers(2)),
    )
    n_jokers = int(rng.choice([0, 0, 1, 1, 2, 3]))
    return naive, random_hand(rng, int(rng.integers(3, MOST_CARDS + 1 - n_jokers // 2)), n_jokers)


def laid_out(naive: Naive, hand: Hand) -> int:
    """What the melds named one after the other are worth."""
    scale, _table = scale_of(naive, max(1, hand.count(-1)))
    kinds, twice, n_jokers = masks_of(hand)
    total = 0
    while meld := best_meld(scale, kinds, twice, n_jokers):
        once, both, used = (*map(np.uint64, cards_of(meld)[:2]), cards_of(meld)[2])
        assert not int(once) & ~int(kinds)
        assert not int(both) & ~int(twice)
        assert used <= n_jokers
        total += meld_worth(scale, meld)
        kinds, twice = np.uint64(without(kinds & ~both, twice & ~both, once & ~both)), twice & ~once
        n_jokers = np.int64(n_jokers - used)
    return int(total)


def compare(naive: Naive, hand: Hand) -> None:
    """Most worth, melds to lay, and all melds in order."""
    scale, _table = scale_of(naive, max(1, hand.count(-1)))
    want = max(sum(meld.worth for meld in laid) for laid in naive.arrangements(hand))
    assert best_worth(scale, *masks_of(hand)) == want, (naive, hand)
    assert laid_out(naive, hand) == want, (naive, hand)
    found, meld = [], next_meld(scale, *masks_of(hand), np.int64(14), NO_MELD)
    while meld != NO_MELD:
        found.append(meld)
        meld = next_meld(scale, *masks_of(hand), np.int64(14), meld)
    assert found == sorted(set(found))
    assert len(found) == len(naive.held(hand)), (naive, hand)


def meets(laid: tuple[Meld, ...], hand: Hand, demands: int, must: int, barred: int) -> bool:
    """Whether melds meet demands."""
    used = [card for meld in laid for card in meld.cards]
    left = list(hand)
    for card in used:
        left.remove(card)
    shown = [BARRED_JOKER if card == -1 else card for card in left]
    return (
        not (demands & PURE and not any(meld.is_pure_run for meld in laid))
        and not (demands & JOKER and -1 not in used)
        and not (demands & LEAVE and all(card == barred for card in shown))
        and (must < 0 or must in used)
    )


def compare_demands(naive: Naive, hand: Hand, rng: np.random.Generator) -> None:
    """Most worth with demands."""
    scale, _table = scale_of(naive, max(1, hand.count(-1)))
    demands = int(rng.integers(8))
    naturals = [card for card in hand if card >= 0]
    must = int(rng.choice(naturals)) if rng.integers(2) else -1
    barred = int(rng.choice([-1, -1, BARRED_JOKER, *naturals]))
    worths = [
        sum(meld.worth for meld in laid)
        for laid in naive.arrangements(hand)
        if meets(laid, hand, demands, must, barred)
    ]
    asked = (np.int64(demands), np.int64(must), np.int64(barred))
    found = worth_with(scale, *masks_of(hand), *asked)
    assert (found if found >= 0 else None) == max(worths, default=None), (naive, hand, asked)
    meld = meld_with(scale, *masks_of(hand), *asked)
    assert (meld > 0) == (found > 0), (naive, hand, asked)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: " ".join(vector["hand"]))
def test_best_worth__is_that_of_the_solved_positions(vector: dict[str, object]) -> None:
    """RM-13, RM-14: one joker a meld, aces 10 everywhere or 1 in A-2-3; and the most cards."""
    hand = hand_of(vector["hand"])  # type: ignore[arg-type]
    for naive, key in (
        (points_scale(10, 10, cap=1), "best_opening_value_ace10"),
        (points_scale(1, 10, cap=1), "best_opening_value_ace1"),
        (CARDS, "max_cards_melded"),
    ):
        scale, _table = scale_of(naive, 4)
        assert best_worth(scale, *masks_of(hand)) == vector[key]
        assert laid_out(naive, hand) == vector[key]


def test_best_worth__is_the_best_of_all_ways() -> None:
    rng = np.random.default_rng(1)
    for _ in range(N_HANDS):
        compare(*random_case(rng))


def test_worth_with__is_the_best_of_all_ways_that_meet_the_demands() -> None:
    rng = np.random.default_rng(2)
    for _ in range(N_HANDS):
        compare_demands(*random_case(rng), rng)


@pytest.mark.slow
def test_best_worth__is_the_best_of_all_ways_in_many_hands() -> None:
    rng = np.random.default_rng(3)
    for _ in range(N_HANDS_SLOW):
        compare(*random_case(rng))
        compare_demands(*random_case(rng), rng)
