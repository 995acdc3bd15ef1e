"""What a bot sees, and the bots that the referee of the stock family plays itself (STOCK 7 and 8)."""

from collections.abc import Sequence
from typing import Any, TypeVar

from tests.reference.stock_actions import NONE, Action, LayOff, menu
from tests.reference.stock_cards import mask, spare_mask
from tests.reference.stock_rows import Row
from tests.reference.stock_rules import Rules, rules_of
from tests.reference.stock_table import Table
from tests.reference.stock_turn import play_deal
from tests.reference.streams import MASK, G, mix, stream, word

OWN_BOTS = ("random", "probe")
DECISIONS = 3
HOOK_DRAW, HOOK_PLAY, HOOK_DISCARD, HOOK_CALL = range(4)
MAX_SEATS = 8

Option = TypeVar("Option")


def up_to_eight(values: Sequence[int]) -> list[int]:
    """Values by seat, 0 beyond the players."""
    return [*values, *[0] * (MAX_SEATS - len(values))]


def view(table: Table, seat: int) -> list[int]:
    """What a seat sees, in order (STOCK 7)."""
    hand, n = table.hands[seat], len(table.hands)
    have_melded = [1 << other for other, tally in enumerate(table.tallies) if tally.new_melds]
    return [
        mask(hand),
        *([spare_mask(hand)] if table.rules.packs(n) == 2 else []),
        *up_to_eight([mask(kinds) for kinds in table.known]),
        table.pile[-1] if table.pile else NONE,
        table.barred,
        table.must,
        table.turn,
        seat,
        n,
        len(table.stock),
        len(table.pile),
        *table.pile,
        *up_to_eight([len(cards) for cards in table.hands]),
        sum(have_melded),
        table.melds_this_turn,
        len(table.melds),
        *[meld.code for meld in table.melds],
    ]


def decision_word(table: Table, seat: int, hook: int, asked_before: int = 0) -> int:
    """The random word of a question (STOCK 2)."""
    decisions = stream(table.seed, table.unit, table.round_, DECISIONS, table.player_of(seat))
    first = word(decisions, 8 * table.turn + hook)
    return mix(first + G * asked_before) if asked_before else first


def choose(bot: str, table: Table, seat: int, hook: int, options: Sequence[Option], asked_before: int = 0) -> Option:
    """One of the options, in their order."""
    key = decision_word(table, seat, hook, asked_before)
    if bot == "probe":
        for value in view(table, seat):
            key = mix(key ^ (value & MASK))
    return options[key % len(options)]


def choose_draw(bot: str, table: Table) -> int:
    """The draw."""
    return choose(bot, table, table.seat, HOOK_DRAW, table.draws())


def choose_action(bot: str, table: Table, asked_before: int) -> Action | None:
    """The next action of the play phase."""
    return choose(bot, table, table.seat, HOOK_PLAY, menu(table.position), asked_before)


def choose_discard(bot: str, table: Table) -> int:
    """The discard."""
    return choose(bot, table, table.seat, HOOK_DISCARD, table.discards())


def choose_claim(bot: str, table: Table, seat: int) -> LayOff | None:
    """Whether and where to lay a discard of another player off."""
    return choose(bot, table, seat, HOOK_CALL, [None, *table.claims()])


class OwnBots:
    """All seats played by the referee, with a log."""

    def __init__(self, table: Table, bots: Sequence[str]) -> None:
        self.table = table
        self.bots = [bots[table.player_of(seat)] for seat in range(len(table.hands))]
        self.log: list[Row] = []

    def draw(self) -> int:
        """The draw of the seat whose turn it is."""
        return choose_draw(self.bots[self.table.seat], self.table)

    def action(self, asked_before: int) -> Action | None:
        """The next action of the seat whose turn it is."""
        return choose_action(self.bots[self.table.seat], self.table, asked_before)

    def discard(self) -> int:
        """The discard of the seat whose turn it is."""
        return choose_discard(self.bots[self.table.seat], self.table)

    def claim(self, seat: int) -> LayOff | None:
        """The claim of another seat."""
        return choose_claim(self.bots[seat], self.table, seat)

    def hear(self, rows: Sequence[Row]) -> None:
        """Write the rows down."""
        self.log += rows


def play(
    rules: dict[str, Any] | Rules, bots: Sequence[str], seed: int, unit: int, holders: Sequence[int], starter: int
) -> tuple[list[Row], list[dict[str, int]]]:
    """A deal of round 0 played by these bots, as log and facts."""
    table = Table(rules_of(rules), seed, unit, 0, list(holders), starter)
    players = OwnBots(table, bots)
    play_deal(table, players)
    return players.log, table.facts()
