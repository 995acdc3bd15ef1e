"""Decks: which cards of the universe are there, where they stand on the rank line, what they are worth.

The universe of one pack has 54 cards: index ``13 * suit + number - 1`` for the numbers 1 to 13, then two printed
jokers. A second pack follows, its indices 54 higher.
"""

from dataclasses import dataclass, replace

__all__ = ["DECKS", "JOKERS", "UNIVERSE", "Deck"]

UNIVERSE = 54
JOKERS = (13, 29, 45, 61, 14, 30, 46, 62)
"""Bits of the printed jokers, behind the last places of the suits."""


@dataclass(frozen=True)
class Deck:
    """One deck of four suits: its numbers from the lowest place up, printed jokers, and the suits' letters.

    jack : the number that is written for it where figures are written as numbers; queen and king have the next.
    """

    numbers: tuple[int, ...]
    n_jokers: int
    suits: str
    jack: int = 11

    @property
    def has_letters(self) -> bool:
        """Whether ace and figures are named by letters, as on French cards."""
        return self.suits == FRENCH

    @property
    def ranks(self) -> tuple[str, ...]:
        """Names of the numbers, from the lowest place up."""
        letters = FRENCH_LETTERS if self.has_letters else {}
        return tuple(letters.get(number, str(number)) for number in self.numbers)

    @property
    def n_places(self) -> int:
        """Places of the rank line."""
        return len(self.numbers)

    @property
    def n_cards(self) -> int:
        """Cards of the deck."""
        return 4 * len(self.numbers) + self.n_jokers

    def without_jokers(self) -> "Deck":
        """The same deck less its jokers."""
        return replace(self, n_jokers=0)

    def card_of(self, n_packs: int = 1) -> tuple[int, ...]:
        """Card by universe index, -1 where it is absent: (54 * n_packs,)."""
        cards = [-1] * UNIVERSE
        for suit in range(4):
            for place, number in enumerate(self.numbers):
                cards[13 * suit + number - 1] = 16 * suit + place
        for joker in range(self.n_jokers):
            cards[52 + joker] = JOKERS[joker]
        return tuple(cards * n_packs)


WITHOUT_8_9 = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
TO_REY, TO_KING = tuple(range(1, 13)), tuple(range(1, 14))
SPANISH, FRENCH = "oceb", "cdhs"
FRENCH_LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K"}

DECKS = {
    40: Deck(WITHOUT_8_9, 0, SPANISH),
    48: Deck(TO_REY, 0, SPANISH),
    50: Deck(TO_REY, 2, SPANISH),
    52: Deck(TO_KING, 0, FRENCH),
    54: Deck(TO_KING, 2, FRENCH),
}
"""Decks by number of cards: Spanish up to 50, then French."""
