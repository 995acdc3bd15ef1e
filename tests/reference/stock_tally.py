"""What a player laid on the table and what is left in hand, as facts (STOCK 5)."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.reference.knock_cards import is_joker
from tests.reference.stock_actions import Laid, LayOff, OnRun
from tests.reference.stock_cards import ACE, NINE
from tests.reference.stock_melds import Meld, Set
from tests.reference.stock_rules import Rules


@dataclass
class Tally:
    """Counts of one player."""

    takes: int = 0
    taken_cards: int = 0
    new_melds: int = 0
    laid_off: int = 0
    claims: int = 0
    low_aces: int = 0
    tabled: list[int] = field(default_factory=list)

    def facts(self, hand: Iterable[int]) -> dict[str, int]:
        """The facts of what was done, what is on the table, and what is left."""
        on_table, left = counts(self.tabled), counts(hand)
        return {
            "takes": self.takes,
            "taken_cards": self.taken_cards,
            "new_melds": self.new_melds,
            "laid_off": self.laid_off,
            "claims": self.claims,
            "tabled_small": on_table["small"],
            "tabled_pips": on_table["pips"],
            "tabled_tens": on_table["tens"],
            "tabled_aces_low": self.low_aces,
            "tabled_aces_high": on_table["aces"] - self.low_aces,
            "tabled_jokers": on_table["jokers"],
            **{f"left_{name}": count for name, count in left.items()},
        }

    def lay_new(self, rules: Rules, meld: Meld, cards: list[int]) -> None:
        """Count a new meld."""
        self.new_melds += 1
        self.tabled += cards
        self.low_aces += low_aces_of_meld(rules, meld)

    def lay_off(self, rules: Rules, lay_off: LayOff, laid: list[Laid]) -> None:
        """Count a lay-off."""
        self.laid_off += len(laid)
        self.tabled += [one.card for one in laid]
        self.low_aces += low_aces_of_lay_off(rules, lay_off, laid)


def counts(cards: Iterable[int]) -> dict[str, int]:
    """Cards by value: small ones and their numbers added, tens, aces, jokers."""
    found = dict.fromkeys(("small", "pips", "tens", "aces", "jokers"), 0)
    for card in cards:
        place = card % 16
        if is_joker(card):
            found["jokers"] += 1
        elif place == ACE:
            found["aces"] += 1
        elif place <= NINE:
            found["small"] += 1
            found["pips"] += place + 1
        else:
            found["tens"] += 1
    return found


def low_aces_of_meld(rules: Rules, meld: Meld) -> int:
    """Aces of a new meld that are low."""
    if isinstance(meld, Set):
        return len(meld.suits) if meld.place == ACE and rules.ace_mode == "low" else 0
    # position 0 can only be the lowest of a run; in `wrap` a later ace is high
    return int(meld.start == ACE and not meld.pattern[0])


def low_aces_of_lay_off(rules: Rules, lay_off: LayOff, laid: list[Laid]) -> int:
    """Aces laid off that are low; on a run only the outermost card of the low end can be one."""
    if not isinstance(lay_off, OnRun):
        return int(rules.ace_mode == "low" and not is_joker(laid[0].card) and laid[0].card % 16 == ACE)
    if not lay_off.below:
        return 0
    outermost = laid[lay_off.below - 1]
    return int(outermost.position == ACE and not is_joker(outermost.card))
