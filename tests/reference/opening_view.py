"""What a bot sees (OPENING 7)."""

from collections.abc import Sequence

from tests.reference.opening_cards import JOKER, NONE, natural_mask, spare_mask, without
from tests.reference.opening_table import Table

MAX_SEATS = 8


def up_to_eight(values: Sequence[int]) -> list[int]:
    """Values by seat, 0 beyond the players."""
    return [*values, *[0] * (MAX_SEATS - len(values))]


def view(table: Table, seat: int, answered: Sequence[int] = ()) -> list[int]:
    """What a seat sees in its turn, in order; without the cards of an opening that were answered already."""
    n, doing = len(table.hands), table.doing
    hands = [*table.hands]
    hands[seat] = without(hands[seat], answered)
    known = [natural_mask(kinds & set(hand)) for kinds, hand in zip(table.known, hands, strict=True)]
    return [
        natural_mask(hands[seat]),
        spare_mask(hands[seat]),
        hands[seat].count(JOKER),
        *up_to_eight(known),
        table.pile[-1] if table.pile else NONE,
        doing.barred,
        doing.must,
        table.cut,
        table.turn,
        seat,
        n,
        len(table.stock),
        len(table.pile),
        *table.pile,
        *up_to_eight([len(cards) for cards in hands]),
        sum(1 << other for other, tally in enumerate(table.tallies) if tally.opened),
        doing.owes,
        int(doing.pending),
        int(doing.opened_now),
        len(table.melds),
        *[meld.code for meld in table.melds],
    ]
