"""Positions of who has opened drawn at random, small enough to try everything, under options drawn at random."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummysim.core.notation import card_name
from rummysim.games.opening.rules import OpeningRules
from tests.opening import brute

__all__ = ["Case", "drawn"]

DECK = OpeningRules.checked({"jokers": 8}).pack
ACES = {"10": 10, "11": 11, "15": 15, "1_low_10": 10, "1_low_11": 11}


@dataclass(frozen=True)
class Case:
    """Options as a variant takes them, the same for brute force, and a position."""

    options: dict[str, Any]
    rules: brute.Rules
    position: brute.Position

    @property
    def hand(self) -> str:
        """The hand in notation."""
        return " ".join("X" if card == brute.JOKER else card_name(card, DECK) for card in self.position.hand)

    @property
    def table(self) -> str:
        """The table in notation."""
        return " | ".join(brute.in_words(meld) for meld in self.position.table)


def options(rng: random.Random, *, playable: bool) -> dict[str, Any]:
    """Options that best plays hang on."""
    return {
        "ace_mode": rng.choice(["low", "either", "both"]),
        "max_jokers_when_laid": rng.choice([1, 1, 2, None]),
        "max_jokers_total": rng.choice([None, None, 1, 2, "less_or_equal"]),
        "adjacent_jokers": rng.random() < 0.6,
        "set_joker_swap": rng.choice(["any_missing", "both_missing", "never"]),
        "joker_reuse": rng.choice(["new_meld", "any_meld", "hand"]),
        "final_discard_required": rng.random() < 0.7,
        "forbid_playable_discard": playable and rng.random() < 0.2,
        "joker_in_hand": rng.choice([5, 20, 50]),
        "ace_points": rng.choice(list(ACES)),
    }


def table(rng: random.Random, rules: brute.Rules, pool: Counter[int], n_melds: int) -> Iterator[brute.Meld]:
    """Melds of cards of a pool, which lose them."""
    for _ in range(n_melds):
        jokers = [rng.random() < 0.25 for _ in range(rng.choice([3, 3, 4, 5]))]
        meld: brute.Meld = ("run", rng.randrange(4), rng.randrange(12), tuple(jokers))
        if rng.random() < 0.4:
            suits = tuple(sorted(rng.sample(range(4), rng.choice([2, 3, 3]))))
            meld = ("set", rng.randrange(13), suits, 3 - len(suits) if len(suits) < 3 else int(rng.random() < 0.2))
        need = Counter(brute.cards_of(meld))
        if brute.is_meld(rules, meld, new=False) and not need - pool:
            pool.subtract(need)
            yield meld


def drawn(seed: int, n_cases: int, most_cards: int, n_melds: int = 3, *, playable: bool = False) -> Iterator[Case]:
    """Cases; the hands lie close to the melds and to each other."""
    rng = random.Random(seed)
    for _ in range(n_cases):
        said = options(rng, playable=playable)
        plain = {key: value for key, value in said.items() if key != "ace_points"}
        rules = brute.Rules(**plain, ace=ACES[said["ace_points"]])
        pool = Counter({16 * suit + place: 2 for suit in range(4) for place in range(13)})
        pool[brute.JOKER] = 4
        melds = tuple(table(rng, rules, pool, rng.randint(0, n_melds)))
        near = {card % 16 + step for meld in melds for card in brute.cards_of(meld) for step in (-1, 0, 1) if card >= 0}
        near |= {rng.randrange(13), rng.randrange(13)}
        cards = [card for card in pool.elements() if card >= 0 and card % 16 in near]
        n_jokers = min(pool[brute.JOKER], rng.choice([0, 0, 1, 1, 2]))
        hand = rng.sample(cards, min(len(cards), rng.randint(2, most_cards) - min(n_jokers, 1)))
        hand += [brute.JOKER] * n_jokers
        yield Case(said, rules, brute.Position(tuple(sorted(hand)), tuple(sorted(melds, key=repr))))
