"""The log of a deal in words and card notation."""

from collections.abc import Iterator, Sequence

from rummysim.core.codes import DealScoring
from rummysim.core.decks import JOKERS, Deck
from rummysim.core.notation import card_name, format_hand
from rummysim.games.knock.rules import KnockRules

__all__ = ["describe_deal", "legend", "run_words", "set_words"]

SPANISH = "cards: number and suit, o oros, c copas, e espadas, b bastos; X a wild"
FRENCH = "cards: A 2 … 10 J Q K and suit, c clubs, d diamonds, h hearts, s spades; X a wild"

STOCK, TAKE, DISCARD, KNOCK, RESHUFFLE, SET, RUN, LAYOFF, PASS = range(1, 10)
DRAWS = (STOCK, TAKE)
Row = tuple[int, int, int, int, int]
Hand = int | tuple[int, int]


def legend(rules: KnockRules) -> str:
    """How the cards of a deck are written."""
    return FRENCH if rules.pack.has_letters else SPANISH


def run_words(deck: Deck, card: int, length: int, pattern: int) -> str:
    """A run from its lowest card up; a wild, where ``pattern`` has the bit of its position, with what it stands for."""
    suit, start = card >> 4, card & 15
    places = [(start + index) % deck.n_places for index in range(length)]
    names = [card_name(16 * suit + place, deck) for place in places]
    return "-".join(f"X(={name})" if pattern >> index & 1 else name for index, name in enumerate(names))


def set_words(deck: Deck, place: int, suits: int, n_wilds: int) -> str:
    """A set: its naturals by suit, four bits, then its wilds."""
    names = [card_name(16 * suit + place, deck) for suit in range(4) if suits >> suit & 1]
    return "-".join([*names, *["X"] * n_wilds])


def _is_big_gin(rules: KnockRules, log: Sequence[Row], at: int) -> bool:
    """Whether a close without a discard comes after a draw: big gin, not a knock instead of drawing."""
    seat, _, card, _, _ = log[at]
    began_with_all = at == 0 and rules.starter_has_eight
    return card < 0 and (began_with_all or (at > 0 and log[at - 1][0] == seat and log[at - 1][1] in DRAWS))


def _is_gin(rules: KnockRules, log: Sequence[Row], at: int) -> bool:
    """Whether who knocks shows all cards kept in melds, where the difference is scored."""
    seat = log[at][0]
    shown = [(act, a, b) for who, act, _, a, b in log[at:] if who == seat and act in (SET, RUN)]
    n_shown = sum(a.bit_count() + b if act == SET else a for act, a, b in shown)
    return rules.deal_scoring == DealScoring.DIFFERENCE and n_shown == rules.hand_size


def _closing(rules: KnockRules, log: Sequence[Row], at: int) -> str:
    if _is_big_gin(rules, log, at):
        return "lays down all cards: big gin"
    verb = "goes gin" if _is_gin(rules, log, at) else "knocks"
    card = log[at][2]
    return f"{verb} without drawing" if card < 0 else f"{verb}, {card_name(card, rules.pack)} face down"


def _sentence(rules: KnockRules, log: Sequence[Row], at: int, melds: list[str]) -> str:
    """Row ``at`` of the log in words; ``melds`` are those shown so far."""
    deck = rules.pack
    _, act, card, a, b = log[at]
    if act in (STOCK, TAKE, DISCARD):
        verb = {STOCK: "draws", TAKE: "takes from the pile", DISCARD: "throws"}[act]
        return f"{verb} {card_name(card, deck)}"
    if act == KNOCK:
        return _closing(rules, log, at)
    if act == PASS:
        return "passes"
    if act == RESHUFFLE:
        return f"has the pile shuffled into a stock of {a}"
    if act == LAYOFF:
        name = "a wild" if card in JOKERS else card_name(card, deck)
        return f"lays off {name} on {melds[a]}"
    melds.append(set_words(deck, card, a, b) if act == SET else run_words(deck, card, a, b))
    return f"shows {melds[-1]}"


def describe_deal(
    rules: KnockRules, hands: Sequence[Hand], upcard: int, log: Sequence[Row], names: Sequence[str]
) -> Iterator[str]:
    """Lines of a deal: the hands as dealt, the upcard, and every row of the log.

    hands : by seat, a mask, or a pair of masks, the kinds held and those held twice. names : by seat.
    """
    deck = rules.pack
    for seat, hand in enumerate(hands):
        kinds, twice = hand if isinstance(hand, tuple) else (hand, 0)
        yield f"{names[seat]} holds {format_hand(int(kinds), int(twice), deck)}"
    yield f"turned up: {card_name(upcard, deck)}"
    melds: list[str] = []
    for at, row in enumerate(log):
        yield f"{names[row[0]]} {_sentence(rules, log, at, melds)}"
