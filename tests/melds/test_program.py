"""Most that can be laid of hands of two packs with jokers: the kernels against integer programs."""

import numpy as np
import pytest

from rummysim.melds.demand import JOKER, LEAVE, PURE, meld_with, worth_with
from rummysim.melds.spread import best_worth, is_worth
from tests.melds.program import Demands, most_worth
from tests.melds.test_two_packs import laid_out, points_scale
from tests.melds.two_packs import Hand, Naive, masks_of, random_hand, scale_of

N_HANDS, N_HANDS_SLOW = 40, 2500
CARD_WORTH, BARRED_JOKER, MOST_JOKERS = 256, 13, 8
PACKS = [16 * suit + place for _ in range(2) for suit in range(4) for place in range(13)]
ACES = [(10, 10), (11, 11), (15, 15), (1, 10), (1, 11)]


def real_hand(rng: np.random.Generator, number: int) -> Hand:
    """A hand of 14 to 16 cards: as dealt, or of cards that lie close together, which meld better."""
    n_cards, n_jokers = int(rng.integers(14, 17)), number % (MOST_JOKERS + 1)
    if number % 2:
        return random_hand(rng, n_cards - n_jokers, n_jokers)
    dealt = rng.permutation(len(PACKS))[: n_cards - n_jokers]
    return tuple(sorted([-1] * n_jokers + [PACKS[index] for index in dealt]))


def real_scale(rng: np.random.Generator, *, by_cards: bool) -> Naive:
    """A scale of points, or of most cards and then points."""
    low, high = ACES[int(rng.integers(len(ACES)))]
    plain = points_scale(
        low,
        high,
        ace_mode=int(rng.integers(3)),
        cap=int(rng.choice([1, 1, 1, 2, 3, 99])),
        naturals_lead=bool(rng.integers(2)),
        adjacent=bool(rng.integers(2)),
    )
    if not by_cards:
        return plain
    worth, set_worth = ([CARD_WORTH + each for each in which] for which in (plain.worth, plain.set_worth))
    options = {name: getattr(plain, name) for name in ("ace_mode", "cap", "naturals_lead", "adjacent")}
    return Naive(worth=tuple(worth), set_worth=tuple(set_worth), **options)


def compare_worth(naive: Naive, hand: Hand) -> None:
    """Most worth, whether it is reached, and melds to lay one after the other."""
    scale, _table = scale_of(naive, MOST_JOKERS)
    want = most_worth(naive, hand, Demands())
    assert best_worth(scale, *masks_of(hand)) == want, (naive, hand)
    assert want is not None
    assert [int(is_worth(scale, *masks_of(hand), np.int64(want + more))) for more in (0, 1)] == [1, 0], (naive, hand)
    assert laid_out(naive, hand) == want, (naive, hand)


def compare_demands(naive: Naive, hand: Hand, rng: np.random.Generator) -> None:
    """Most worth with demands, and a meld to begin with."""
    scale, _table = scale_of(naive, MOST_JOKERS)
    naturals = [card for card in hand if card >= 0]
    demands = Demands(
        pure=bool(rng.integers(2)),
        joker=bool(rng.integers(2)) and -1 in hand,
        leave=bool(rng.integers(2)),
        must=int(rng.choice(naturals)) if rng.integers(2) else -1,
        barred=int(rng.choice([-1, -1, BARRED_JOKER, *naturals])),
    )
    bits = PURE * demands.pure | JOKER * demands.joker | LEAVE * demands.leave
    asked = (np.int64(bits), np.int64(demands.must), np.int64(demands.barred))
    found = worth_with(scale, *masks_of(hand), *asked)
    want = most_worth(naive, hand, demands)
    assert (found if found >= 0 else None) == want, (naive, hand, demands)
    assert (meld_with(scale, *masks_of(hand), *asked) > 0) == (found > 0), (naive, hand, demands)


def compare_many(seed: int, n_hands: int) -> None:
    """Hands with 0 to 8 jokers by turns."""
    rng = np.random.default_rng(seed)
    for number in range(n_hands):
        hand = real_hand(rng, number)
        compare_worth(real_scale(rng, by_cards=number % 3 == 0), hand)
        compare_demands(real_scale(rng, by_cards=False), hand, rng)


def test_worth__is_that_of_an_integer_program() -> None:
    compare_many(1, N_HANDS)


@pytest.mark.slow
def test_worth__is_that_of_an_integer_program_in_thousands_of_hands() -> None:
    """Points, most cards, and what an opening may have to have, in 2,500 hands of 14 to 16 cards."""
    compare_many(2, N_HANDS_SLOW)
