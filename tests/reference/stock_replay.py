"""The replay of a logged deal of the stock family, row by row."""

from collections.abc import Sequence
from typing import TypeVar

from tests.reference.knock_cards import printed
from tests.reference.stock_actions import A_JOKER, NONE, Action, LayOff, OnRun, OnSet, laid_cards
from tests.reference.stock_bots import OWN_BOTS, choose_action, choose_claim, choose_discard, choose_draw
from tests.reference.stock_cards import say
from tests.reference.stock_melds import LONGEST, SUITS
from tests.reference.stock_rows import (
    OP_CLAIM,
    OP_DISCARD,
    OP_END,
    OP_FURTHER,
    OP_LAY_OFF,
    OP_RESHUFFLE,
    OP_RUN,
    OP_SET,
    OP_STOCK,
    OP_TAKE,
    ROW_LENGTH,
    Row,
    in_words,
    meld_of_row,
    rows_of_lay_off,
)
from tests.reference.stock_table import END_ROUND, STOCK, Table
from tests.reference.stock_turn import play_deal

Reading = TypeVar("Reading")
ACTIONS = (OP_SET, OP_RUN, OP_LAY_OFF)


class LogError(Exception):
    """A row that the rules or the bot do not allow, after which the replay cannot go on."""


class Replay:
    """One reading of a log; `readings` says which one it is wherever a row can be read in more than one way.

    A thrown X may be either joker, and on a circle of ranks a lay-off may be at either end.
    """

    def __init__(
        self, table: Table, bots: Sequence[str], log: Sequence[Sequence[int]], readings: Sequence[int]
    ) -> None:
        self.table = table
        self.bots = [bots[table.player_of(seat)] for seat in range(len(table.hands))]
        self.log = [tuple(int(value) for value in row) for row in log]
        self.readings = readings
        self.open: list[int] = []
        self.at = 0
        self.differences: list[str] = []

    def run(self, facts: Sequence[dict[str, int]]) -> list[str]:
        """All differences; after one in the play the rest is not judged."""
        self.differences += self.table.imbalance()
        try:
            play_deal(self.table, self)
        except LogError as error:
            return [*self.differences, str(error)]
        for i, row in enumerate(self.log[self.at :]):
            self.differences.append(f"row {self.at + i}: the deal is over, logged is {in_words(row)}")
        self.compare_facts(self.table.facts(), facts)
        return self.differences

    # rows

    def next_row(self, ahead: int = 0) -> tuple[int, ...] | None:
        """A row not judged yet, None after the end of the log."""
        return self.log[self.at + ahead] if self.at + ahead < len(self.log) else None

    def next_of(self, seat: int, ahead: int = 0) -> tuple[int, ...] | None:
        """The next row if it is well formed and of a seat."""
        row = self.next_row(ahead)
        return row if row is not None and len(row) == ROW_LENGTH and row[0] == seat else None

    def fail(self, expected: str, ahead: int = 0) -> LogError:
        """The error for the next row."""
        logged = in_words(self.next_row(ahead))
        return LogError(f"row {self.at + ahead}, turn {self.table.turn}: expected {expected}, logged is {logged}")

    def hear(self, rows: Sequence[Row]) -> None:
        """Judge the next rows against those that must be there."""
        for row in rows:
            if self.next_row() != row:
                raise self.fail(in_words(row))
            self.at += 1
        self.differences += self.table.imbalance()

    def read(self, possible: Sequence[Reading]) -> Reading:
        """One of several readings of the next row."""
        if len(possible) == 1:
            return possible[0]
        chosen = self.readings[len(self.open)] if len(self.open) < len(self.readings) else 0
        self.open.append(len(possible))
        return possible[chosen]

    # answers

    def draw(self) -> int:
        """The draw of the bot, or the one that the log names if it is legal."""
        table = self.table
        bot, seat, ahead = self.bots[table.seat], table.seat, 0
        if bot in OWN_BOTS:
            return choose_draw(bot, table)
        row = self.next_of(seat)
        if row is not None and row[1] == OP_RESHUFFLE:
            row, ahead = self.next_of(seat, 1), 1
        answer = {OP_STOCK: STOCK, OP_END: END_ROUND, OP_TAKE: row[3]}.get(row[1]) if row is not None else None
        takes = row is not None and row[1] == OP_TAKE
        if answer is None or answer not in table.draws() or takes != (answer > 0):
            legal = ", ".join(map(str, table.draws()))
            raise self.fail(f"a draw of seat {seat} out of {legal} (0 stock, −1 end, else cards of the pile)", ahead)
        return answer

    def action(self, asked_before: int) -> Action | None:
        """The action of the bot, or the one that the log names if it is legal."""
        table = self.table
        bot = self.bots[table.seat]
        if bot in OWN_BOTS:
            return choose_action(bot, table, asked_before)
        row = self.next_of(table.seat)
        action = self.logged_action(row) if row is not None and row[1] in ACTIONS else None
        refused = table.refusal(action)
        if refused:
            raise self.fail(f"of seat {table.seat} not {refused}")
        return action

    def logged_action(self, row: tuple[int, ...]) -> Action:
        """The action that the next rows name."""
        seat = self.table.seat
        if row[1] != OP_LAY_OFF:
            meld = meld_of_row(row)
            if meld is None:
                raise self.fail(f"a new meld of seat {seat}")
            return meld
        ahead = 1
        while (further := self.next_of(seat, ahead)) is not None and further[1] == OP_FURTHER:
            ahead += 1
        position = self.table.position
        possible: list[LayOff] = []
        for lay_off in lay_offs_of_cards(row[3], ahead):
            laid = laid_cards(position, lay_off)
            if laid is not None and rows_of_lay_off(seat, lay_off, laid) == self.log[self.at : self.at + ahead]:
                possible.append(lay_off)
        if not possible:
            raise self.fail(f"a lay-off of seat {seat} of cards out of {say(position.usable)}")
        allowed = [lay_off for lay_off in possible if not self.table.refusal(lay_off)]
        return self.read(allowed or possible)

    def discard(self) -> int:
        """The discard of the bot, or the one that the log names if it is legal."""
        table = self.table
        bot = self.bots[table.seat]
        if bot in OWN_BOTS:
            return choose_discard(bot, table)
        row = self.next_of(table.seat)
        fitting = [card for card in table.discards() if row is not None and printed(card) == row[2]]
        if row is None or row[1] != OP_DISCARD or not fitting:
            raise self.fail(f"a discard of seat {table.seat} out of {say(table.discards())}")
        return self.read(fitting)

    def claim(self, seat: int) -> LayOff | None:
        """The claim of the bot, or the one that the log names if it is legal."""
        table, bot = self.table, self.bots[seat]
        if bot in OWN_BOTS:
            return choose_claim(bot, table, seat)
        row = self.next_of(seat)
        if row is None or row[1] != OP_CLAIM:
            return None
        fitting = []
        for lay_off in table.claims():
            laid = laid_cards(table.claiming, lay_off)
            if laid is not None and rows_of_lay_off(seat, lay_off, laid, OP_CLAIM) == [row]:
                fitting.append(lay_off)
        if not fitting:
            raise self.fail(f"of seat {seat} a lay-off of {say(table.pile[-1:])} that is legal")
        return self.read(fitting)

    # facts

    def compare_facts(self, expected: list[dict[str, int]], facts: Sequence[dict[str, int]]) -> None:
        """Judge every fact of every player."""
        players = sorted(int(fact.get("player", NONE)) for fact in facts)
        if players != [fact["player"] for fact in expected]:
            self.differences.append(f"facts are of players {players}, expected {sorted(self.table.holders)}")
            return
        given = {int(fact["player"]): fact for fact in facts}
        for fact in expected:
            its_given = given[fact["player"]]
            for key in [*fact, *(key for key in its_given if key not in fact)]:
                want, have = fact.get(key, "no such fact"), its_given.get(key, "missing")
                if want != have:
                    self.differences.append(f"player {fact['player']}: {key} expected {want}, given {have}")


def lay_offs_of_cards(target: int, cards: int) -> list[LayOff]:
    """All lay-offs of so many cards on a meld, whatever it is."""
    on_run = [OnRun(target, below, cards - below) for below in range(min(cards, LONGEST), -1, -1)]
    on_set = [OnSet(target, suit) for suit in [*range(SUITS), A_JOKER]] if cards == 1 else []
    return [*on_run, *on_set]
