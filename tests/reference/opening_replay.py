"""The replay of a logged deal of the opening family, row by row."""

from collections.abc import Sequence

from tests.reference.opening_actions import Action, OnRun, OnSet, Opening, Swap, change_of, laid_cards
from tests.reference.opening_bots import (
    HOOK_DISCARD,
    HOOK_DRAW,
    HOOK_PLAY,
    OWN_BOTS,
    Wish,
    choose_action,
    choose_discard,
    choose_draw,
)
from tests.reference.opening_cards import NONE, SUITS, say
from tests.reference.opening_facts import imbalance
from tests.reference.opening_melds import Meld, Run, Set, cards_in, meld_points
from tests.reference.opening_position import best_opening
from tests.reference.opening_rows import (
    OP_CUT_CARD,
    OP_DISCARD,
    OP_END,
    OP_FURTHER,
    OP_LAY_OFF,
    OP_OPENS,
    OP_RESHUFFLE,
    OP_RUN,
    OP_SET,
    OP_STOCK,
    OP_SWAP,
    OP_TAKE,
    ROW_LENGTH,
    Row,
    in_words,
    meld_of_row,
    row_of_swap,
    rows_of_lay_off,
)
from tests.reference.opening_table import CUT_CARD, END_DEAL, STOCK, TOP, Table
from tests.reference.opening_turn import play_deal
from tests.reference.opening_view import view

DRAWS = {OP_STOCK: STOCK, OP_TAKE: TOP, OP_CUT_CARD: CUT_CARD, OP_END: END_DEAL}
ACTIONS = (OP_SET, OP_RUN, OP_LAY_OFF, OP_SWAP, OP_OPENS)
QUESTION = 3


class LogError(Exception):
    """A row that the rules or the bot do not allow, after which the replay cannot go on."""


class Replay:
    """A deal played as its log says.

    A view is given as the turn, the hook, how often that hook was asked before in the turn, and what was seen; it may
    be given for any of the questions.
    """

    def __init__(
        self,
        table: Table,
        bots: Sequence[str],
        log: Sequence[Sequence[int]],
        views: Sequence[Sequence[int]] = (),
    ) -> None:
        self.table = table
        self.bots = [bots[table.player_of(seat)] for seat in range(len(table.hands))]
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
        self.differences += imbalance(self.table)

    def see(self, hook: int, asked_before: int = 0, answered: Sequence[int] = ()) -> None:
        """Judge what was seen for a question."""
        question = (self.table.turn, hook, asked_before)
        given = self.views.pop(question, None)
        if given is not None and given != (expected := view(self.table, self.table.seat, answered)):
            self.differences.append(f"the view of question {question} is {given}, expected {expected}")

    # answers

    def draw(self) -> int:
        """The draw of the bot, or the one that the log names if it is legal."""
        table, ahead = self.table, 0
        bot, seat = self.bots[table.seat], table.seat
        self.see(HOOK_DRAW)
        if bot in OWN_BOTS:
            return choose_draw(bot, table)
        row = self.next_of(seat)
        if row is not None and row[1] == OP_RESHUFFLE:
            row, ahead = self.next_of(seat, 1), 1
        answer = None if row is None else DRAWS.get(row[1])
        if answer is None or answer not in table.draws():
            legal = ", ".join(map(str, table.draws()))
            raise self.fail(f"a draw of seat {seat} out of {legal} (0 stock, 1 pile, 2 cut card, −1 end)", ahead)
        return answer

    def action(self, asked_before: int) -> Action | None:
        """The action of the bot, or the one that the log names if it is legal."""
        table = self.table
        bot = self.bots[table.seat]
        self.see(HOOK_PLAY, asked_before)
        choice = choose_action(bot, table, asked_before) if bot in OWN_BOTS else None
        if bot in OWN_BOTS and not isinstance(choice, Wish):
            return choice
        row = self.next_of(table.seat)
        action = self.logged_action(row) if row is not None and row[1] in ACTIONS else None
        refused = table.refusal(action)
        if refused:
            raise self.fail(f"of seat {table.seat} not {refused}")
        if isinstance(choice, Wish):
            self.judge_opening(choice, action)
        if isinstance(action, Opening):
            answered: list[int] = []
            for i, meld in enumerate(action.melds):
                answered += cards_in(meld)
                self.see(HOOK_PLAY, asked_before + 1 + i, answered)
        return action

    def judge_opening(self, wish: Wish, action: Action | None) -> None:
        """Whether a legal opening is what the bot would have chosen."""
        position = self.table.position
        best = best_opening(position)
        if not isinstance(action, Opening) or best is None:
            raise self.fail(f"of seat {self.table.seat} {wish.value}")
        points = sum(meld_points(position.rules, meld) for meld in action.melds)
        if wish is Wish.MOST_POINTS and points != best.points:
            raise self.fail(f"of seat {self.table.seat} an opening of {best.points} points")
        left = len(position.hand) - sum(meld.size for meld in action.melds)
        if wish is Wish.HAND and left > 1:
            raise self.fail(f"of seat {self.table.seat} an opening that leaves one card at most, not {left}")

    def logged_action(self, row: tuple[int, ...]) -> Action:
        """The action that the next rows name."""
        seat, op = self.table.seat, row[1]
        if op == OP_OPENS:
            return Opening(tuple(self.logged_meld(1 + i) for i in range(row[3])))
        if op == OP_LAY_OFF:
            return self.logged_lay_off(row)
        if op != OP_SWAP:
            return self.logged_meld(0)
        melds, target = self.table.melds, row[3]
        for swap in [Swap(target, option) for option in range(max(SUITS, *[meld.size for meld in melds], 0))]:
            change = change_of(self.table.position, swap)
            if change is not None and row_of_swap(seat, swap, melds[target], change.given) == row:
                return swap
        raise self.fail(f"a swap of seat {seat} of cards out of {say(self.table.hand)}")

    def logged_meld(self, ahead: int) -> Meld:
        """The new meld that a row names."""
        row = self.next_of(self.table.seat, ahead)
        meld = meld_of_row(row) if row is not None and row[1] in (OP_SET, OP_RUN) else None
        if meld is None:
            raise self.fail(f"a new meld of seat {self.table.seat}", ahead)
        return meld

    def logged_lay_off(self, row: tuple[int, ...]) -> OnRun | OnSet:
        """The lay-off that the next rows name."""
        seat, target, melds = self.table.seat, row[3], self.table.melds
        ahead = 1
        while (further := self.next_of(seat, ahead)) is not None and further[1] == OP_FURTHER:
            ahead += 1
        rows = self.log[self.at : self.at + ahead]
        meld = melds[target] if 0 <= target < len(melds) else None
        if isinstance(meld, Run):
            below = sum(position < meld.start for _, _, _, _, position in rows)
            lay_offs: list[OnRun | OnSet] = [OnRun(target, below, ahead - below)]
        else:
            lay_offs = [OnSet(target, suit) for suit in range(SUITS + 1)] if isinstance(meld, Set) else []
        for lay_off in lay_offs:
            laid = laid_cards(melds, self.table.hand, lay_off)
            if laid is not None and rows_of_lay_off(seat, lay_off, laid) == rows:
                return lay_off
        raise self.fail(f"a lay-off of seat {seat} of cards out of {say(self.table.hand)}")

    def discard(self) -> int:
        """The discard of the bot, or the one that the log names if it is legal."""
        table = self.table
        bot = self.bots[table.seat]
        self.see(HOOK_DISCARD)
        if bot in OWN_BOTS:
            return choose_discard(bot, table)
        row = self.next_of(table.seat)
        if row is None or row[1] != OP_DISCARD or row[2] not in table.discards():
            raise self.fail(f"a discard of seat {table.seat} out of {say(table.discards())}")
        return row[2]


def fact_differences(expected: Sequence[dict[str, int]], facts: Sequence[dict[str, int]]) -> list[str]:
    """What is different in the facts of every player."""
    players = sorted(int(fact.get("player", NONE)) for fact in facts)
    if players != [fact["player"] for fact in expected]:
        return [f"facts are of players {players}, expected {[fact['player'] for fact in expected]}"]
    found = []
    given = {int(fact["player"]): fact for fact in facts}
    for fact in expected:
        its_given = given[fact["player"]]
        for key in [*fact, *(key for key in its_given if key not in fact)]:
            want, have = fact.get(key, "no such fact"), its_given.get(key, "missing")
            if want != have:
                found.append(f"player {fact['player']}: {key} expected {want}, given {have}")
    return found
