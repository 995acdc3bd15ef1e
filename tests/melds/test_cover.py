"""Least leftover and best discard against a search written from the definition."""

from dataclasses import dataclass

import numpy as np
import pytest

from rummysim.melds.cover import WILD_LEFT, best_discard, card_of_key, least_leftover
from tests.melds import naive
from tests.melds.hands import JOKERS, LINES, address_of_table, draw_hand

OWN_ACE = 0


@dataclass(frozen=True)
class Wilds:
    """Which kinds are wild: printed jokers, and the ace of coins."""

    n_jokers: int
    ace: bool

    @property
    def mask(self) -> np.uint64:
        """Kinds that are wild."""
        return np.uint64(sum(1 << joker for joker in JOKERS[: self.n_jokers]) | int(self.ace))

    @property
    def most(self) -> int:
        """Wilds of the deck."""
        return self.n_jokers + self.ace


WILDS = {
    "no wild": Wilds(0, ace=False),
    "ace": Wilds(0, ace=True),
    "jokers": Wilds(2, ace=False),
    "jokers, ace": Wilds(2, ace=True),
}


def hands(rng: np.random.Generator, line: naive.Line, wilds: Wilds, size: int, n: int) -> list[list[int]]:
    """Hands with as many wilds as there are, or fewer."""
    made = []
    for _ in range(n):
        held = [joker for joker in JOKERS[: wilds.n_jokers] if rng.integers(3)]
        held += [OWN_ACE] if wilds.ace and rng.integers(3) else []
        naturals = [card for card in draw_hand(rng, line, size) if card not in held]
        if not wilds.ace or OWN_ACE in held:
            naturals = [card for card in naturals if card != OWN_ACE or not wilds.ace]
        made.append([*held, *naturals][:size])
    return made


def naive_view(wilds: Wilds, hand: list[int]) -> tuple[frozenset[int], int, bool]:
    """Naturals, number of wilds, and whether the wild ace of coins is held."""
    ace = wilds.ace and OWN_ACE in hand
    jokers = [card for card in hand if card in JOKERS]
    return frozenset(hand) - {*jokers, *([OWN_ACE] if ace else [])}, len(jokers) + ace, ace


def mask_of(hand: list[int]) -> np.uint64:
    """A hand as the kernels have it."""
    return np.uint64(sum(1 << card for card in hand))


def check_least(line: str, name: str, seed: int, n: int) -> None:
    """Least leftovers of dealt and clustered hands of 3 to 10 cards."""
    wilds = WILDS[name]
    table = address_of_table(LINES[line], wilds.most)
    rng = np.random.default_rng(seed)
    for size in (3, 5, 7, 8, 10):
        for hand in hands(rng, LINES[line], wilds, size, n):
            naturals, n_wilds, ace = naive_view(wilds, hand)
            expected = naive.least_leftover(LINES[line], naturals, n_wilds, ace)
            found = divmod(int(least_leftover(mask_of(hand), wilds.mask, table)), WILD_LEFT)
            assert found == expected, (line, name, sorted(hand))


def check_discard(line: str, name: str, seed: int, n: int) -> None:
    """Best discards of dealt and clustered hands of 4 and 8 cards."""
    wilds = WILDS[name]
    table = address_of_table(LINES[line], wilds.most)
    rng = np.random.default_rng(seed)
    for size in (4, 8):
        for hand in hands(rng, LINES[line], wilds, size, n):
            naturals, n_wilds, ace = naive_view(wilds, hand)
            if not naturals:
                continue
            expected, card = naive.best_discard(LINES[line], naturals, n_wilds, ace)
            key = best_discard(mask_of(hand), wilds.mask, table)
            assert divmod(int(key) >> 6, WILD_LEFT) == expected, (line, name, sorted(hand))
            assert int(card_of_key(key)) == card, (line, name, sorted(hand))


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("name", WILDS)
def test_least_leftover__equals_the_definition(line: str, name: str) -> None:
    """CONTRACT 4.2: (wilds left, natural points left)."""
    check_least(line, name, 11, 14)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("name", WILDS)
def test_best_discard__equals_the_definition_and_its_ties(line: str, name: str) -> None:
    """The natural card whose discard leaves least; of equal ones the highest place, then the first suit."""
    check_discard(line, name, 12, 12)


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("name", WILDS)
def test_cover__equals_the_definition_on_many_hands(line: str, name: str) -> None:
    """Least leftover and best discard as above."""
    check_least(line, name, 21, 120)
    check_discard(line, name, 22, 120)


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ((9, 25, 41), 9),
        ((25, 41, 57), 25),
        ((8, 16 + 9, 32 + 9), 25),
        ((0, 1, 2, 16 + 9), 25),
        ((0, 1, 2, 3), 3),
        ((16 + 5, 32 + 5, 48 + 5, 5), 5),
        ((16 + 1, 16 + 2, 16 + 3, 32 + 3, 48 + 3, 3), 18),
    ],
)
def test_best_discard__ties_in_order(hand: tuple[int, ...], card: int) -> None:
    """Least leftover, then the highest place, then the first suit: of equal ones in every suit that of suit 0."""
    table = address_of_table(LINES["40"], 0)
    key = best_discard(mask_of(list(hand)), np.uint64(0), table)
    assert int(card_of_key(key)) == card


def test_best_discard__where_a_wild_cannot_be_melded_names_a_card_of_the_hand() -> None:
    """1c 4c 9c X with 48 places: 9c goes, the joker and 5 points are left."""
    table = address_of_table(LINES["48"], 1)
    key = best_discard(mask_of([16, 19, 24, 13]), WILDS["jokers"].mask, table)
    assert int(card_of_key(key)) == 24
    assert divmod(int(key) >> 6, WILD_LEFT) == (1, 5)


def test_least_leftover__of_the_ace_as_the_natural_beside_two_jokers() -> None:
    """CONTRACT 4.2: 1o in its own place is the natural of 1o-X-X; nothing is left."""
    table = address_of_table(LINES["48"], 3)
    assert int(least_leftover(mask_of([0, 13, 29]), WILDS["jokers, ace"].mask, table)) == 0


def test_least_leftover__melds_as_many_wilds_as_can_be() -> None:
    """The leftover compares wilds before points: a wild that makes points rise is melded all the same."""
    table = address_of_table(LINES["40"], 1)
    sevens = [6, 22, 38, 54]
    assert int(least_leftover(mask_of([*sevens, 0]), np.uint64(1), table)) == 7
    assert int(least_leftover(mask_of([0, 24, 41]), np.uint64(1), table)) == WILD_LEFT + 11 + 12
