"""The replay of a logged deal of the knock family, row by row."""

from collections.abc import Sequence

from tests.reference.knock_bots import OWN_BOTS, choose_discard, choose_knock, choose_source
from tests.reference.knock_cards import name, names, printed
from tests.reference.knock_settle import OP_LAY_OFF, OP_RUN, OP_SET, Row
from tests.reference.knock_table import (
    END,
    NO_DRAW,
    OP_DISCARD,
    OP_KNOCK,
    OP_PASS,
    OP_PILE,
    OP_RESHUFFLE,
    OP_STOCK,
    PASS,
    PILE,
    STOCK,
    Table,
)


class LogError(Exception):
    """A row that the rules or the bot do not allow, after which the replay cannot go on."""


class Replay:
    """One reading of a log; `jokers` says which joker a discarded X is where the log leaves it open."""

    def __init__(self, table: Table, bots: Sequence[str], log: Sequence[Sequence[int]], jokers: Sequence[int]) -> None:
        self.table = table
        self.bots = bots
        self.log = [tuple(int(value) for value in row) for row in log]
        self.jokers = jokers
        self.open_jokers = 0
        self.at = 0
        self.differences: list[str] = []

    def run(self, facts: Sequence[dict[str, int]]) -> list[str]:
        """All differences; after one in the play the rest is not judged."""
        self.differences += self.table.imbalance()
        try:
            while self.table.end() is None:
                self.play_turn()
        except LogError as error:
            return [*self.differences, str(error)]
        rows, expected = self.table.settle()
        self.compare_settlement(rows)
        self.compare_facts(expected, facts)
        return self.differences

    def say(self, row: Sequence[int] | None) -> str:
        """A row in words and card notation."""
        if row is None:
            return "nothing"
        if len(row) != 5:
            return f"the row {tuple(row)}"
        deck, (seat, op, card, a, b) = self.table.rules.deck, row
        words = {
            OP_STOCK: f"draws {name(card, deck)} from the stock",
            OP_PILE: f"takes {name(card, deck)} from the pile",
            OP_DISCARD: f"discards {name(card, deck)}",
            OP_KNOCK: f"knocks with {'no card' if card < 0 else name(card, deck)} face down",
            OP_RESHUFFLE: f"reshuffles {a} cards",
            OP_PASS: "passes the upcard",
            OP_SET: f"shows a set of {name(card, deck)[:-1]}s, suits {a:04b}, {b} wild",
            OP_RUN: f"shows a run of {a} from {name(card, deck)}, wilds {b:b}",
            OP_LAY_OFF: f"lays {name(card, deck)} on meld {a} at {b}",
        }
        return f"seat {seat} {words.get(op, 'does something unknown')} {tuple(row)}"

    def next_row(self, ahead: int = 0) -> tuple[int, ...] | None:
        """A row not judged yet, None after the end of the log."""
        return self.log[self.at + ahead] if self.at + ahead < len(self.log) else None

    def next_of_seat(self, ahead: int = 0) -> tuple[int, ...] | None:
        """The next row if it is well formed and of the seat whose turn it is."""
        row = self.next_row(ahead)
        return row if row is not None and len(row) == 5 and row[0] == self.table.seat else None

    def fail(self, expected: str, ahead: int = 0) -> LogError:
        """The error for the next row."""
        logged = self.say(self.next_row(ahead))
        return LogError(f"row {self.at + ahead}, turn {self.table.turn}: expected {expected}, logged is {logged}")

    def expect(self, row: Row) -> None:
        """Judge the next row against the row that must be there."""
        if self.next_row() != row:
            raise self.fail(self.say(row))
        self.at += 1
        self.differences += self.table.imbalance()

    def play_turn(self) -> None:
        """Draw, discard and the knock of one turn (CONTRACT 4.1 and 5.3)."""
        table, turn = self.table, self.table.turn
        bot = self.bots[table.player_of(table.seat)]
        own = bot in OWN_BOTS
        if table.draws():
            for row in table.draw(choose_source(bot, table) if own else self.logged_source()):
                self.expect(row)
            if table.turn > turn or table.dead:
                return
        if table.allows_big_gin() and (choose_knock(bot, table) if own else self.logged_big_gin()):
            self.expect(table.knock(-1, big_gin=True))
            return
        if own:
            card = choose_discard(bot, table)
            knocks = table.must_knock or (table.allows_knock(table.kept(card)) and choose_knock(bot, table, card))
        else:
            card, knocks = self.logged_discard()
        self.expect(table.knock(card) if knocks else table.discard(card))

    def logged_source(self) -> int:
        """The source that the log names, if it is legal; no row at the fiftieth card ends the hand."""
        table, row, ahead = self.table, self.next_of_seat(), 0
        if table.fiftieth and (row is None or row[1] != OP_PILE):
            return END
        if row is not None and row[1] == OP_RESHUFFLE:
            row, ahead = self.next_of_seat(1), 1
        by_op = {OP_STOCK: STOCK, OP_PILE: PILE, OP_KNOCK: NO_DRAW}
        words = ["the stock", "the pile", "a knock without a draw"]
        if table.is_offered():
            by_op, words[PASS] = {OP_PASS: PASS, OP_PILE: PILE}, "a pass"
        if row is None or row[1] not in by_op:
            raise self.fail(f"a draw of seat {table.seat}", ahead)
        source = by_op[row[1]]
        if source not in table.sources():
            legal = " or ".join(words[i] for i in table.sources())
            raise self.fail(f"a draw of seat {table.seat} from {legal}", ahead)
        return source

    def logged_big_gin(self) -> bool:
        """Whether the log has the big gin that the cards allow."""
        row = self.next_of_seat()
        return row is not None and row[1] == OP_KNOCK and row[2] == -1

    def logged_discard(self) -> tuple[int, bool]:
        """The discard that the log names and whether it is a knock, if both are legal."""
        table, row, deck = self.table, self.next_of_seat(), self.table.rules.deck
        if row is None or row[1] not in (OP_DISCARD, OP_KNOCK):
            raise self.fail(f"a discard of seat {table.seat}")
        fitting = [card for card in table.discards() if printed(card) == row[2]]
        if not fitting:
            raise self.fail(f"a discard of seat {table.seat} out of {names(table.discards(), deck)}")
        card = fitting[0]
        if len(fitting) > 1:
            if self.open_jokers < len(self.jokers):
                card = fitting[self.jokers[self.open_jokers]]
            self.open_jokers += 1
        knocks = row[1] == OP_KNOCK
        if knocks and not table.allows_knock(table.kept(card)):
            raise self.fail(f"no knock of seat {table.seat} keeping {names(table.kept(card), deck)}")
        if table.must_knock and not knocks:
            raise self.fail(f"a knock of seat {table.seat}, which took the fiftieth card")
        return card, knocks

    def compare_settlement(self, rows: list[Row]) -> None:
        """Judge the rows after the end of play; nothing may be missing or too much."""
        for i in range(max(len(rows), len(self.log) - self.at)):
            expected = rows[i] if i < len(rows) else None
            logged = self.next_row(i)
            if expected != logged:
                self.differences.append(
                    f"row {self.at + i}, settlement: expected {self.say(expected)}, logged is {self.say(logged)}"
                )

    def compare_facts(self, expected: list[dict[str, int]], facts: Sequence[dict[str, int]]) -> None:
        """Judge every fact of every player."""
        players = sorted(int(fact.get("player", -1)) for fact in facts)
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
