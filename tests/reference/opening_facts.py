"""What must be so at any time in a deal, and the facts of one that has ended (rules 0.7, OPENING 5)."""

from collections import Counter

from tests.reference.opening_cards import NONE, say
from tests.reference.opening_melds import cards_in, is_meld
from tests.reference.opening_table import Table
from tests.reference.opening_tally import left_in_hand


def imbalance(table: Table) -> list[str]:
    """What breaks the conservation of cards, and melds that are none."""
    found = []
    on_table = [card for meld in table.melds for card in cards_in(meld)]
    cut = [] if table.cut == NONE else [table.cut]
    lying = [*table.stock, *table.pile, *on_table, *cut, *(card for hand in table.hands for card in hand)]
    if Counter(lying) != Counter(table.deck):
        found.append(f"turn {table.turn}: stock, pile, hands, table, cut card are {say(lying)}, not the deck")
    found += [f"turn {table.turn}: {meld} is no meld" for meld in table.melds if not is_meld(table.rules, meld)]
    return found


def went_by_hand(table: Table) -> bool:
    """Whether somebody went out by hand: opened in this turn, with all melds in one action, no swap (2.2, 8.7)."""
    doing = table.doing
    in_one_action = doing.opened_now and not doing.melded_later and not doing.swapped
    return table.out != NONE and in_one_action and (table.rules.layoff_in_hand or not doing.laid_off)


def facts_of(table: Table) -> list[dict[str, int]]:
    """Facts by player."""
    if table.ended is None:
        raise ValueError("the deal has not ended")
    found = []
    by_hand = went_by_hand(table)
    for seat, tally in enumerate(table.tallies):
        out = seat == table.out
        row = {
            "player": table.player_of(seat),
            "seat": seat,
            "place": table.place_of(seat),
            "turns": table.turn,
            "end": table.ended,
            "out": int(out),
            "hand": int(out and by_hand),
            "cut": int(out and by_hand and table.doing.took_cut_card),
            **vars(tally),
            "reshuffles": table.reshuffles,
            **left_in_hand(table.hands[seat]),
        }
        found.append(row)
    return sorted(found, key=lambda fact: fact["player"])
