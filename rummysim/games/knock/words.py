"""The log of a deal in words and card notation."""

from collections.abc import Iterator, Sequence

from rummysim.core.decks import JOKERS, Deck
from rummysim.core.notation import card_name, format_cards
from rummysim.games.knock.rules import KnockRules

__all__ = ["LEGEND", "describe_deal"]

LEGEND = "cards: number and suit, o oros, c copas, e espadas, b bastos; X a wild"

STOCK, TAKE, DISCARD, KNOCK, RESHUFFLE, SET, RUN, LAYOFF = range(1, 9)
Row = tuple[int, int, int, int, int]


def _run(deck: Deck, card: int, length: int, pattern: int) -> str:
    suit, start = card >> 4, card & 15
    places = [(start + index) % deck.n_places for index in range(length)]
    names = [card_name(16 * suit + place, deck) for place in places]
    return "-".join(f"X(={name})" if pattern >> index & 1 else name for index, name in enumerate(names))


def _set(deck: Deck, place: int, suits: int, n_wilds: int) -> str:
    names = [card_name(16 * suit + place, deck) for suit in range(4) if suits >> suit & 1]
    return "-".join([*names, *["X"] * n_wilds])


def _sentence(row: Row, deck: Deck, melds: list[str]) -> str:
    _, act, card, a, b = row
    if act in (STOCK, TAKE, DISCARD):
        verb = {STOCK: "draws", TAKE: "takes from the pile", DISCARD: "throws"}[act]
        return f"{verb} {card_name(card, deck)}"
    if act == KNOCK:
        return "knocks without drawing" if card < 0 else f"knocks, {card_name(card, deck)} face down"
    if act == RESHUFFLE:
        return f"has the pile shuffled into a stock of {a}"
    if act == LAYOFF:
        name = "a wild" if card in JOKERS else card_name(card, deck)
        return f"lays off {name} on {melds[a]}"
    melds.append(_set(deck, card, a, b) if act == SET else _run(deck, card, a, b))
    return f"shows {melds[-1]}"


def describe_deal(
    rules: KnockRules, hands: Sequence[int], upcard: int, log: Sequence[Row], names: Sequence[str]
) -> Iterator[str]:
    """Lines of a deal: the hands as dealt (masks by seat), the upcard, and every row of the log; names by seat."""
    deck = rules.spanish_deck
    for seat, hand in enumerate(hands):
        yield f"{names[seat]} holds {format_cards(hand, deck)}"
    yield f"turned up: {card_name(upcard, deck)}"
    melds: list[str] = []
    for row in log:
        yield f"{names[row[0]]} {_sentence(row, deck, melds)}"
