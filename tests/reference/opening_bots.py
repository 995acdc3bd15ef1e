"""The bots that the referee of the opening family plays itself, and whole deals of them (OPENING 2 and 8)."""

from collections.abc import Sequence
from enum import Enum
from typing import Any, TypeVar

from tests.reference.opening_actions import Action, Opening
from tests.reference.opening_cards import JOKER
from tests.reference.opening_facts import facts_of, imbalance
from tests.reference.opening_legal import menu, swap_actions
from tests.reference.opening_position import OWES_NOTHING, best_hand, best_opening, may_stop
from tests.reference.opening_rows import Row
from tests.reference.opening_rules import Rules, rules_of
from tests.reference.opening_table import END_DEAL, STOCK, Table
from tests.reference.opening_turn import play_deal
from tests.reference.opening_view import view
from tests.reference.streams import MASK, G, mix, stream, word

OWN_BOTS = ("random", "probe")
DECISIONS = 3
HOOK_DRAW, HOOK_PLAY, HOOK_DISCARD = range(3)
OPENS_ONCE_IN = 3

Option = TypeVar("Option")


class Wish(Enum):
    """An opening of which a bot says only what it is like."""

    MOST_POINTS = "a legal opening with most points"
    HAND = "a legal opening that leaves exactly one card, or at most one where that is allowed"


Choice = Action | Wish | None


def key_of(bot: str, table: Table, hook: int, asked_before: int = 0) -> int:
    """What decides a question: the random word, and of `probe` all that it sees too."""
    decisions = stream(table.seed, table.unit, table.round_, DECISIONS, table.player_of(table.seat))
    key = word(decisions, 8 * table.turn + hook)
    key = mix(key + G * asked_before) if asked_before else key
    if bot == "probe":
        for value in view(table, table.seat):
            key = mix(key ^ (value & MASK))
    return key


def choose(bot: str, table: Table, hook: int, options: Sequence[Option], asked_before: int = 0) -> Option:
    """One of the options, in their order."""
    return options[key_of(bot, table, hook, asked_before) % len(options)]


def choose_draw(bot: str, table: Table) -> int:
    """The draw."""
    if bot == "random":
        return STOCK if table.stock_can_be_drawn() else END_DEAL
    return choose(bot, table, HOOK_DRAW, table.draws())


def choose_action(bot: str, table: Table, asked_before: int) -> Choice:
    """The next action of the play phase, None to stop."""
    if table.tally.opened:
        options = menu(table.position, with_swaps=bot == "probe")
        return choose(bot, table, HOOK_PLAY, options, asked_before)
    if bot == "random":
        wants_to = key_of(bot, table, HOOK_PLAY, asked_before) % OPENS_ONCE_IN == 0
        return Wish.MOST_POINTS if wants_to and best_opening(table.position) is not None else None
    return choose(bot, table, HOOK_PLAY, unopened_options(table), asked_before)


def unopened_options(table: Table) -> list[Choice]:
    """What `probe` chooses from before it has opened."""
    position = table.position
    options: list[Choice] = [None] if may_stop(position) else []
    options += [Wish.MOST_POINTS] if best_opening(position) is not None else []
    options += [Wish.HAND] if best_hand(position) is not None else []
    if not position.turn.pending and position.turn.owes == OWES_NOTHING:
        options += swap_actions(position)
    return options


def choose_discard(bot: str, table: Table) -> int:
    """The discard."""
    options = table.discards()
    if bot == "random":
        options = [card for card in options if card != JOKER] or options
    return choose(bot, table, HOOK_DISCARD, options)


class OwnBots:
    """All seats played by the referee, with a log and all that was seen."""

    def __init__(self, table: Table, bots: Sequence[str]) -> None:
        self.table = table
        self.bots = [bots[table.player_of(seat)] for seat in range(len(table.hands))]
        self.log: list[Row] = []
        self.broken: list[str] = []

    def draw(self) -> int:
        """The draw of the seat whose turn it is."""
        return choose_draw(self.bots[self.table.seat], self.table)

    def action(self, asked_before: int) -> Action | None:
        """The next action of the seat whose turn it is."""
        choice = choose_action(self.bots[self.table.seat], self.table, asked_before)
        if not isinstance(choice, Wish):
            return choice
        find = best_opening if choice is Wish.MOST_POINTS else best_hand
        found = find(self.table.position)
        assert found is not None
        return Opening(found.melds)

    def discard(self) -> int:
        """The discard of the seat whose turn it is."""
        return choose_discard(self.bots[self.table.seat], self.table)

    def hear(self, rows: Sequence[Row]) -> None:
        """Write the rows down."""
        self.log += rows
        self.broken += imbalance(self.table)


def play(
    rules: dict[str, Any] | Rules, bots: Sequence[str], seed: int, unit: int, holders: Sequence[int], starter: int
) -> tuple[list[Row], list[dict[str, int]]]:
    """A deal of round 0 played by these bots, as log and facts."""
    table = Table(rules_of(rules), seed, unit, 0, list(holders), starter)
    players = OwnBots(table, bots)
    play_deal(table, players)
    if players.broken:
        raise AssertionError(players.broken)
    return players.log, facts_of(table)
