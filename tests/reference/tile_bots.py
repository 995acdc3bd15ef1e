"""The bots that the referee of the tile family plays itself, and whole deals of them (TILE 2 and 8)."""

from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import Any, Protocol, TypeVar

from tests.reference.streams import MASK, G, mix, stream, word
from tests.reference.tile_actions import Action, menu, splits
from tests.reference.tile_cards import JOKER
from tests.reference.tile_facts import facts_of, imbalance
from tests.reference.tile_melds import Meld, tiles_in
from tests.reference.tile_opening import best_opening
from tests.reference.tile_rebuilds import some_rebuild
from tests.reference.tile_rows import Row
from tests.reference.tile_rules import Rules, rules_of
from tests.reference.tile_table import LAID_OUT, POOL, Table
from tests.reference.tile_turn import play_deal
from tests.reference.tile_view import view

OWN_BOTS = ("random", "probe")
DECISIONS = 3
HOOK_DRAW, HOOK_PLAY, HOOK_LAY_OUT = range(3)

Option = TypeVar("Option")


class Wish(Enum):
    """A play of which a bot says only what it is like."""

    OPEN = "a legal opening with most points"
    REBUILD = "any legal table with more or as many tiles"


Choice = Action | Wish | None


def key_of(bot: str, table: Table, seat: int, hook: int, asked_before: int = 0) -> int:
    """What decides a question: the random word, and of `probe` all that it sees too."""
    decisions = stream(table.seed, table.unit, table.round_, DECISIONS, table.player_of(seat))
    key = word(decisions, 8 * table.turn + hook)
    key = mix(key + G * asked_before) if asked_before else key
    if bot == "probe":
        for value in view(table, seat):
            key = mix(key ^ (value & MASK))
    return key


def choose_lay_out(bot: str, table: Table) -> int:
    """The tile that seat 0 lays out."""
    options = table.kinds_to_lay_out()
    if bot == "random":
        options = [tile for tile in options if tile != JOKER] or options
    return options[key_of(bot, table, 0, HOOK_LAY_OUT) % len(options)]


def choose_draw(bot: str, table: Table) -> int:
    """The draw, where there is a choice."""
    options = table.draws()
    if bot == "random":
        return POOL if POOL in options else LAID_OUT
    return options[key_of(bot, table, table.seat, HOOK_DRAW) % len(options)]


def options_of(bot: str, table: Table) -> list[Choice]:
    """What a bot chooses from in its play."""
    rules, rack, melds = table.rules, table.rack, table.melds
    if not table.tally.opened:
        can_open = best_opening(rules, rack) is not None
        if bot == "random":
            return [Wish.OPEN if can_open else None]
        return [None, Wish.OPEN] if can_open else [None]
    options: list[Choice] = [*menu(rules, rack, melds)]
    if bot == "probe" and rules.rearrange != "none":
        options += [*splits(rules, rack, melds), Wish.REBUILD]
    return options


def choose_play(bot: str, table: Table, asked_before: int) -> Choice:
    """The next answer in the play, None to stop."""
    options = options_of(bot, table)
    return options[key_of(bot, table, table.seat, HOOK_PLAY, asked_before) % len(options)]


class Partner(Protocol):
    """What a bot's wishes become, and who hears and sees what it does."""

    def opening(self) -> Sequence[Meld]:
        """Melds of a legal opening with most points."""

    def rebuilt(self) -> Sequence[Meld]:
        """A legal table of a rebuild."""

    def see(self, hook: int, asked_before: int = 0, answered: Sequence[int] = ()) -> None:
        """A question is asked."""

    def hear(self, rows: Sequence[Row]) -> None:
        """Rows of the log, after the move was made."""


def play_as(bot: str, table: Table, partner: Partner) -> None:
    """The play of a turn of an own bot."""
    asked = 0
    while table.goes_on:
        partner.see(HOOK_PLAY, asked)
        choice = choose_play(bot, table, asked)
        if choice is None:
            return
        if choice is Wish.REBUILD:
            table.rebuild(partner.rebuilt())
        elif choice is Wish.OPEN:
            asked += open_with(table, partner, partner.opening(), asked)
        elif not isinstance(choice, Wish):
            table.act(choice)
            asked += 1


def open_with(table: Table, partner: Partner, melds: Sequence[Meld], asked: int) -> int:
    """Open meld by meld: how many questions that took, the one that completes it included."""
    for i in range(1, len(melds) + 1):
        answered = tiles_in(melds[:i])
        if len(answered) < len(table.rack):
            partner.see(HOOK_PLAY, asked + i, answered)
    partner.hear(table.open(melds))
    return len(melds) + 1


class OwnBots:
    """All seats played by the referee, with a log and all that was seen."""

    def __init__(self, table: Table, bots: Sequence[str]) -> None:
        self.table = table
        self.bots = [bots[table.player_of(seat)] for seat in range(len(table.racks))]
        self.log: list[Row] = []
        self.broken: list[str] = []
        self.chance = Random(table.seed * 1000 + table.unit)

    @property
    def bot(self) -> str:
        """The bot of the seat whose turn it is."""
        return self.bots[self.table.seat]

    def lay_out(self) -> int:
        """The tile that seat 0 lays out."""
        return choose_lay_out(self.bots[0], self.table)

    def draw(self) -> int:
        """The draw of the seat whose turn it is."""
        return choose_draw(self.bot, self.table)

    def play(self) -> None:
        """The play of the seat whose turn it is."""
        play_as(self.bot, self.table, self)
        refused = self.table.turn_refusal(self.table.melds)
        self.broken += [f"turn {self.table.turn}: {refused}"] if refused else []

    def opening(self) -> Sequence[Meld]:
        """The opening found."""
        melds = best_opening(self.table.rules, self.table.rack)
        assert melds is not None
        return melds

    def rebuilt(self) -> Sequence[Meld]:
        """Some legal table."""
        return some_rebuild(self.table, self.chance)

    def see(self, hook: int, asked_before: int = 0, answered: Sequence[int] = ()) -> None:
        """Nobody looks."""

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
