"""The replay of a logged deal of the tile family, row by row."""

from collections.abc import Sequence

from tests.reference.tile_bots import (
    HOOK_DRAW,
    HOOK_LAY_OUT,
    HOOK_PLAY,
    OWN_BOTS,
    choose_draw,
    choose_lay_out,
    open_with,
    play_as,
)
from tests.reference.tile_cards import NONE, say
from tests.reference.tile_facts import imbalance
from tests.reference.tile_melds import Meld, meld_points
from tests.reference.tile_opening import best_opening
from tests.reference.tile_rows import (
    OP_DRAW,
    OP_LAY_OUT,
    OP_OPENS,
    OP_PASS,
    OP_PLAY,
    OP_RUN,
    OP_SET,
    OP_TAKE,
    ROW_LENGTH,
    Row,
    in_words,
    meld_of_row,
)
from tests.reference.tile_table import LAID_OUT, POOL, Table
from tests.reference.tile_turn import play_deal
from tests.reference.tile_view import view

DRAWS = {OP_DRAW: POOL, OP_TAKE: LAID_OUT}
QUESTION = 3


class LogError(Exception):
    """A row that the rules or the bot do not allow, after which the replay cannot go on."""


class Replay:
    """A deal played as its log says.

    A view is given as the turn, the hook, how often that hook was asked before in the turn, and what was seen; it may
    be given for any of the questions. What a bot that is not the referee's own sees after its first action is not
    judged, because the log does not tell its single actions.
    """

    def __init__(
        self,
        table: Table,
        bots: Sequence[str],
        log: Sequence[Sequence[int]],
        views: Sequence[Sequence[int]] = (),
    ) -> None:
        self.table = table
        self.bots = [bots[table.player_of(seat)] for seat in range(len(table.racks))]
        self.log = [tuple(int(value) for value in row) for row in log]
        rows = [[int(value) for value in row] for row in views]
        self.views = {tuple(row[:QUESTION]): row[QUESTION:] for row in rows}
        self.at = 0
        self.differences: list[str] = []

    def run(self) -> list[str]:
        """All differences in the play; after one in the log the rest is not judged."""
        self.differences += imbalance(self.table)
        try:
            play_deal(self.table, self)
        except LogError as error:
            return [*self.differences, str(error)]
        for i, row in enumerate(self.log[self.at :]):
            self.differences.append(f"row {self.at + i}: the deal is over, logged is {in_words(row)}")
        self.differences += [f"a view of question {question}, which was not asked" for question in self.views]
        return self.differences

    # rows

    def next_of(self, seat: int, ahead: int = 0) -> tuple[int, ...] | None:
        """A row not judged yet, if it is there, well formed and of a seat."""
        row = self.log[self.at + ahead] if self.at + ahead < len(self.log) else None
        return row if row is not None and len(row) == ROW_LENGTH and row[0] == seat else None

    def fail(self, expected: str, ahead: int = 0) -> LogError:
        """The error for the next row."""
        at = self.at + ahead
        logged = in_words(self.log[at] if at < len(self.log) else None)
        return LogError(f"row {at}, turn {self.table.turn}: expected {expected}, logged is {logged}")

    def hear(self, rows: Sequence[Row]) -> None:
        """Judge the next rows against those that must be there."""
        for row in rows:
            if self.at >= len(self.log) or self.log[self.at] != row:
                raise self.fail(in_words(row))
            self.at += 1
        self.differences += imbalance(self.table)

    def logged_melds(self, seat: int, first: int, n: int) -> list[Meld]:
        """So many melds from a row on."""
        found = []
        for ahead in range(first, first + n):
            row = self.next_of(seat, ahead)
            meld = meld_of_row(row) if row is not None and row[1] in (OP_SET, OP_RUN) else None
            if meld is None:
                raise self.fail(f"a meld of seat {seat}", ahead)
            found.append(meld)
        return found

    def see(self, hook: int, asked_before: int = 0, answered: Sequence[int] = (), seat: int = NONE) -> None:
        """Judge what was seen for a question."""
        question = (self.table.turn, hook, asked_before)
        given = self.views.pop(question, None)
        seat = self.table.seat if seat == NONE else seat
        if given is not None and given != (expected := view(self.table, seat, answered)):
            self.differences.append(f"the view of question {question} is {given}, expected {expected}")

    # answers

    def lay_out(self) -> int:
        """The tile of the bot, or the one that the log names if it is held."""
        self.see(HOOK_LAY_OUT, seat=0)
        if self.bots[0] in OWN_BOTS:
            return choose_lay_out(self.bots[0], self.table)
        row = self.next_of(0)
        if row is None or row[1] != OP_LAY_OUT or row[2] not in self.table.racks[0]:
            raise self.fail(f"that seat 0 lays out a tile of {say(self.table.racks[0])}")
        return row[2]

    def draw(self) -> int:
        """The draw of the bot, or the one that the log names if it is legal."""
        table, bot = self.table, self.bots[self.table.seat]
        self.see(HOOK_DRAW)
        if bot in OWN_BOTS:
            return choose_draw(bot, table)
        row = self.next_of(table.seat)
        if row is None or DRAWS.get(row[1]) not in table.draws():
            raise self.fail(f"a draw of seat {table.seat} out of {table.draws()}")
        return DRAWS[row[1]]

    def play(self) -> None:
        """The play of the bot, or the one that the log names if it is legal."""
        table, bot = self.table, self.bots[self.table.seat]
        if bot in OWN_BOTS:
            play_as(bot, table, self)
        else:
            self.play_as_logged()
        refused = table.turn_refusal(table.melds)
        if refused:
            raise self.fail(f"a legal play of seat {table.seat} ({refused})")

    def play_as_logged(self) -> None:
        """The play of a bot of which only the log is known."""
        table = self.table
        self.see(HOOK_PLAY)
        row = self.next_of(table.seat)
        if row is not None and row[1] == OP_OPENS:
            open_with(table, self, self.legal_opening(), 0)
        row = self.next_of(table.seat)
        if row is None or row[1] not in (OP_PLAY, OP_PASS):
            raise self.fail(f"the play of seat {table.seat}, or that it passes")
        if row[1] == OP_PLAY:
            table.rebuild(self.legal_table())
        for question in [each for each in self.views if each[:2] == (table.turn, HOOK_PLAY)]:
            del self.views[question]

    def legal_opening(self) -> Sequence[Meld]:
        """The opening that the next rows name, if it is legal."""
        table, row = self.table, self.next_of(self.table.seat)
        if row is None or row[1] != OP_OPENS:
            raise self.fail(f"that seat {table.seat} opens")
        melds = self.logged_melds(table.seat, 1, row[3])
        refused = table.opening_refusal(melds)
        if refused:
            raise self.fail(f"a legal opening of seat {table.seat} ({refused})")
        return melds

    def legal_table(self) -> Sequence[Meld]:
        """The table that the next rows name, if it is legal."""
        table, row = self.table, self.next_of(self.table.seat)
        assert row is not None
        melds = self.logged_melds(table.seat, 1, row[4])
        refused = table.turn_refusal(melds)
        if refused:
            raise self.fail(f"a legal play of seat {table.seat} ({refused})")
        if [meld.code for meld in melds] != sorted(meld.code for meld in melds):
            raise self.fail("the melds of the table in order", 1)
        return melds

    # what an own bot wishes

    def opening(self) -> Sequence[Meld]:
        """The logged opening, if it has as many points as any legal opening."""
        table, melds = self.table, self.legal_opening()
        best = best_opening(table.rules, table.rack)
        assert best is not None
        most, its = (sum(meld_points(table.rules, meld) for meld in each) for each in (best, melds))
        if its != most:
            raise self.fail(f"an opening of {most} points, not of {its}")
        return melds

    def rebuilt(self) -> Sequence[Meld]:
        """The logged table; that of now if the rebuild lays nothing."""
        table, row = self.table, self.next_of(self.table.seat)
        if row is None or row[1] not in (OP_PLAY, OP_PASS):
            raise self.fail(f"the play of seat {table.seat}, or that it passes")
        if row[1] == OP_PASS:
            return table.melds
        melds = self.legal_table()
        same_tiles = len(table.doing.rack) - row[3] == len(table.rack)
        if same_tiles and tuple(melds) != table.melds:
            raise self.fail(f"the table as it was, because the rebuild of seat {table.seat} lays nothing")
        return melds


def fact_differences(expected: Sequence[dict[str, int]], facts: Sequence[dict[str, int]]) -> list[str]:
    """What is different in the facts of every player; how many solutions were not proved is taken as given."""
    players = sorted(int(fact.get("player", NONE)) for fact in facts)
    if players != [fact["player"] for fact in expected]:
        return [f"facts are of players {players}, expected {[fact['player'] for fact in expected]}"]
    found = []
    given = {int(fact["player"]): fact for fact in facts}
    for fact in expected:
        its_given = given[fact["player"]]
        for key in [*fact, *(key for key in its_given if key not in fact)]:
            want, have = fact.get(key, "no such fact"), its_given.get(key, "missing")
            if want != have and (key != "unproved" or have == "missing"):
                found.append(f"player {fact['player']}: {key} expected {want}, given {have}")
    return found
