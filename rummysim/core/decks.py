"""Decks: which cards of the universe are there, where they stand on the rank line, what they are worth.

The universe of one pack has 54 cards: index ``13 * suit + number - 1`` for the numbers 1 to 13, then two printed
jokers.
"""

from dataclasses import dataclass

__all__ = ["DECKS", "JOKERS", "UNIVERSE", "Deck"]

UNIVERSE = 54
JOKERS = (13, 29)
"""Bits of the printed jokers, behind the last place of the first and the second suit."""


@dataclass(frozen=True)
class Deck:
    """One deck of four suits: its numbers from the lowest place up, printed jokers, and the suits' letters."""

    numbers: tuple[int, ...]
    n_jokers: int
    suits: str

    @property
    def n_places(self) -> int:
        """Places of the rank line."""
        return len(self.numbers)

    @property
    def n_cards(self) -> int:
        """Cards of the deck."""
        return 4 * len(self.numbers) + self.n_jokers

    def card_of(self) -> tuple[int, ...]:
        """Card by universe index, -1 where it is absent."""
        cards = [-1] * UNIVERSE
        for suit in range(4):
            for place, number in enumerate(self.numbers):
                cards[13 * suit + number - 1] = 16 * suit + place
        for joker in range(self.n_jokers):
            cards[52 + joker] = JOKERS[joker]
        return tuple(cards)


WITHOUT_8_9 = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
SPANISH = "oceb"

DECKS = {
    40: Deck(WITHOUT_8_9, 0, SPANISH),
    48: Deck(tuple(range(1, 13)), 0, SPANISH),
    50: Deck(tuple(range(1, 13)), 2, SPANISH),
}
"""Decks by number of cards."""
