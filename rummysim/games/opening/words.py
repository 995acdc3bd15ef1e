"""The log of a deal in words and card notation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rummysim.core.notation import FRENCH_CARDS, card_name, format_hand, run_words, set_words
from rummysim.games.opening.rules import OpeningRules

__all__ = ["describe_deal", "legend"]

STOCK, TAKE, DISCARD, CUT, RESHUFFLE, SET, RUN, LAYOFF, END, MORE, SWAP, OPENS = range(1, 13)
JOKER, NO_CARD, N_SUITS = 13, -1, 4
Row = tuple[int, int, int, int, int]
Hand = int | tuple[int, int]


@dataclass
class Set:
    """A set on the table: number, suits of the naturals as bits, jokers."""

    rules: OpeningRules
    place: int
    suits: int
    n_jokers: int

    def add(self, card: int, _position: int) -> None:
        """Add a card laid off."""
        if card == JOKER:
            self.n_jokers += 1
        else:
            self.suits |= 1 << (card >> 4)

    def swap(self, card: int, _position: int) -> list[int]:
        """Put ``card``, or with ``both_missing`` all cards that are missing, for a joker; the cards put."""
        suits = [card >> 4]
        if self.rules.set_joker_swap == "both_missing":
            suits = [suit for suit in range(N_SUITS) if not self.suits >> suit & 1]
        self.n_jokers -= 1
        self.suits |= sum(1 << suit for suit in suits)
        return [16 * suit + self.place for suit in suits]

    def __str__(self) -> str:
        return set_words(self.rules.pack, self.place, self.suits, self.n_jokers)


@dataclass
class Run:
    """A run on the table: its suit, lowest position, length, and bits of its jokers from the low end."""

    rules: OpeningRules
    suit: int
    start: int
    length: int
    pattern: int

    def add(self, card: int, position: int) -> None:
        """Add a card laid off at its position."""
        if position < self.start:
            self.start = position
            self.pattern = self.pattern << 1 | (card == JOKER)
        else:
            self.pattern |= (card == JOKER) << self.length
        self.length += 1

    def swap(self, card: int, position: int) -> list[int]:
        """Put ``card`` for the joker at its position; the cards put."""
        self.pattern &= ~(1 << (position - self.start))
        return [card]

    def __str__(self) -> str:
        return run_words(self.rules.pack, 16 * self.suit + self.start, self.length, self.pattern)


def legend(rules: OpeningRules) -> str:
    """How the cards are written."""
    return f"{FRENCH_CARDS}; X a joker" if rules.jokers else FRENCH_CARDS


def _sentence(rules: OpeningRules, row: Row, melds: list[Set | Run]) -> str:
    """A row of the log in words; ``melds`` are those on the table before it, and are brought up to date."""
    deck = rules.pack
    _, act, card, a, b = row
    if act in (STOCK, TAKE, DISCARD, CUT):
        words = {STOCK: "draws {}", TAKE: "takes {} from the pile", DISCARD: "throws {}", CUT: "draws the cut card {}"}
        return words[act].format(card_name(card, deck))
    if act == RESHUFFLE:
        return f"has the pile shuffled into a stock of {a}"
    if act == END:
        return "ends the deal"
    if act == OPENS:
        return f"opens with {b} points in {a} {'meld' if a == 1 else 'melds'}"
    if act in (SET, RUN):
        melds.append(Set(rules, card, a, b) if act == SET else Run(rules, card >> 4, card & 15, a, b))
        return f"lays {melds[-1]}"
    on = str(melds[a])
    if act == SWAP:
        put = melds[a].swap(card, b)
        return f"puts {' '.join(card_name(each, deck) for each in put)} for the joker of {on}"
    melds[a].add(card, b)
    return f"lays off {card_name(card, deck)} on {on}"


def describe_deal(
    rules: OpeningRules, hands: Sequence[Hand], cut: int, log: Sequence[Row], names: Sequence[str]
) -> Iterator[str]:
    """Lines of a deal: the hands as dealt, the cut card if there is one, and every row of the log.

    hands : by seat, a mask, or a pair of masks, the kinds held and those held twice. names : by seat.
    """
    deck = rules.pack
    for seat, hand in enumerate(hands):
        kinds, twice = hand if isinstance(hand, tuple) else (hand, 0)
        yield f"{names[seat]} holds {format_hand(int(kinds), int(twice), deck)}"
    if cut != NO_CARD:
        yield f"cut: {card_name(cut, deck)}"
    melds: list[Set | Run] = []
    for row in log:
        yield f"{names[row[0]]} {_sentence(rules, row, melds)}"
