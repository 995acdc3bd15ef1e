"""The log of a deal in words and card notation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rummysim.core.codes import AceMode
from rummysim.core.decks import JOKERS
from rummysim.core.notation import FRENCH_CARDS, card_name, format_hand, run_words, set_words
from rummysim.games.stock.rules import StockRules

__all__ = ["describe_deal", "legend"]

STOCK, TAKE, DISCARD, _, RESHUFFLE, SET, RUN, LAYOFF, END, MORE, CLAIM = range(1, 12)
VERBS = {STOCK: "draws", DISCARD: "throws", LAYOFF: "lays off", MORE: "lays off", CLAIM: "claims"}
Row = tuple[int, int, int, int, int]
Hand = int | tuple[int, int]


@dataclass
class Set:
    """A set on the table: number, suits of the naturals as bits, jokers."""

    rules: StockRules
    place: int
    suits: int
    n_jokers: int

    def add(self, card: int, _position: int) -> None:
        """Add a card laid off."""
        if card in JOKERS:
            self.n_jokers += 1
        else:
            self.suits |= 1 << (card >> 4)

    def __str__(self) -> str:
        return set_words(self.rules.pack, self.place, self.suits, self.n_jokers)


@dataclass
class Run:
    """A run on the table: its lowest card, length, and bits of its jokers from the low end."""

    rules: StockRules
    card: int
    length: int
    pattern: int

    def add(self, card: int, position: int) -> None:
        """Add a card laid off at the end where its position is."""
        below = (self.card & 15) - 1
        if self.rules.ace_mode == AceMode.WRAP:
            below %= self.rules.pack.n_places
        if position == below:
            self.card = self.card & ~15 | below
            self.pattern = self.pattern << 1 | (card in JOKERS)
        else:
            self.pattern |= (card in JOKERS) << self.length
        self.length += 1

    def __str__(self) -> str:
        return run_words(self.rules.pack, self.card, self.length, self.pattern)


def legend(rules: StockRules) -> str:
    """How the cards are written."""
    return f"{FRENCH_CARDS}; X a joker" if rules.jokers else FRENCH_CARDS


def _sentence(rules: StockRules, row: Row, melds: list[Set | Run]) -> str:
    """A row of the log in words; ``melds`` are those on the table before it, and are brought up to date."""
    deck = rules.pack
    _, act, card, a, b = row
    if act in (STOCK, DISCARD):
        return f"{VERBS[act]} {card_name(card, deck)}"
    if act == TAKE:
        above = f" and the {a - 1} above it" if a > 1 else ""
        return f"takes {card_name(card, deck)}{above} from the pile"
    if act == RESHUFFLE:
        return f"has the pile shuffled into a stock of {a}"
    if act == END:
        return "ends the deal"
    if act in (SET, RUN):
        melds.append(Set(rules, card, a, b) if act == SET else Run(rules, card, a, b))
        return f"lays {melds[-1]}"
    on = str(melds[a])
    melds[a].add(card, b)
    return f"{VERBS[act]} {card_name(card, deck)} on {on}"


def describe_deal(
    rules: StockRules, hands: Sequence[Hand], upcard: int, log: Sequence[Row], names: Sequence[str]
) -> Iterator[str]:
    """Lines of a deal: the hands as dealt, the upcard, and every row of the log.

    hands : by seat, a mask, or a pair of masks, the kinds held and those held twice. names : by seat.
    """
    deck = rules.pack
    for seat, hand in enumerate(hands):
        kinds, twice = hand if isinstance(hand, tuple) else (hand, 0)
        yield f"{names[seat]} holds {format_hand(int(kinds), int(twice), deck)}"
    yield f"turned up: {card_name(upcard, deck)}"
    melds: list[Set | Run] = []
    for row in log:
        yield f"{names[row[0]]} {_sentence(rules, row, melds)}"
