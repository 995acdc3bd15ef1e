"""What a player did and what is left in hand, as facts (OPENING 5)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.reference.opening_actions import Action, Change, Opening, Swap
from tests.reference.opening_cards import ACE, JOKER, NINE
from tests.reference.opening_melds import Run, Set, meld_points
from tests.reference.opening_rules import Rules


@dataclass
class Tally:
    """Counts of one player."""

    opened: int = 0
    opening_points: int = 0
    takes: int = 0
    new_melds: int = 0
    laid_off: int = 0
    swaps: int = 0
    tabled_cards: int = 0
    tabled_jokers: int = 0

    def count(self, rules: Rules, action: Action, change: Change, own_turn: int) -> None:
        """Count an action of the player's so-manyth turn, from 1."""
        self.tabled_cards += len(change.given)
        self.tabled_jokers += change.given.count(JOKER)
        if isinstance(action, Opening):
            self.opened = own_turn
            self.opening_points = sum(meld_points(rules, meld) for meld in action.melds)
            self.new_melds += len(action.melds)
        elif isinstance(action, Set | Run):
            self.new_melds += 1
        elif isinstance(action, Swap):
            self.swaps += 1
        else:
            self.laid_off += len(change.given)


def left_in_hand(cards: Iterable[int]) -> dict[str, int]:
    """Cards left: small ones and their numbers added, tens, aces, jokers."""
    found = dict.fromkeys(("left_small", "left_pips", "left_tens", "left_aces", "left_jokers"), 0)
    for card in cards:
        place = card % 16
        if card == JOKER:
            found["left_jokers"] += 1
        elif place == ACE:
            found["left_aces"] += 1
        elif place <= NINE:
            found["left_small"] += 1
            found["left_pips"] += place + 1
        else:
            found["left_tens"] += 1
    return found
