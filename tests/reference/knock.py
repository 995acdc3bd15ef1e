"""The referee of the knock family (Conga): deals, bots, and the judgement of a logged deal (CONTRACT 4)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.knock_melds import (
    JOKERS,
    NUMBERS,
    Rules,
    best_arrangement,
    close_of,
    knocker_arrangement,
    least_leftover,
    may_knock,
    melds_of,
    name,
    names,
    parse,
    rules_of,
)
from tests.reference.knock_settle import (
    EXHAUSTED,
    KNOCKED,
    TURNS_USED_UP,
    Row,
    points,
    settle,
    settlement,
    settlement_facts,
    settlement_rows,
    won,
)
from tests.reference.streams import mix, shuffle, stream, word

__all__ = [
    "Table",
    "best_arrangement",
    "choose_discard",
    "choose_knock",
    "choose_source",
    "close_of",
    "deal",
    "judge",
    "knocker_arrangement",
    "least_leftover",
    "may_knock",
    "name",
    "names",
    "parse",
    "points",
    "settle",
    "won",
]

OWN_BOTS = ("random", "probe")
CARDS, RESHUFFLE, DECISIONS = 1, 2, 3
HOOK_DRAW, HOOK_DISCARD, HOOK_CLOSE = 0, 2, 3
STOCK, PILE, NO_DRAW = 0, 1, 2
OP_STOCK, OP_PILE, OP_DISCARD, OP_KNOCK, OP_RESHUFFLE = 1, 2, 3, 4, 5
MAX_SEATS = 8
JOKER_TRIES = 64
U64 = (1 << 64) - 1


def printed(card: int) -> int:
    """The card as logs name it: both jokers are 13."""
    return JOKERS[0] if card in JOKERS else card


def deal(rules: Rules, seed: int, unit: int, round_: int) -> list[int]:
    """The shuffled deck of one pack, front first (CONTRACT 2)."""
    universe: list[int | None] = []
    for index in range(54):
        suit, number = index // 13, index % 13 + 1
        if index >= 52:
            universe.append(JOKERS[index - 52] if rules.deck == 50 else None)
        elif number in NUMBERS[rules.deck]:
            universe.append(suit * 16 + NUMBERS[rules.deck].index(number))
        else:
            universe.append(None)
    shuffle(universe, stream(seed, unit, round_, CARDS, 0))
    front, behind = universe[: rules.deck], universe[rules.deck :]
    spare = iter([card for card in behind if card is not None])
    return [next(spare) if card is None else card for card in front]


def mask(cards: Iterable[int]) -> int:
    """Cards as a bit mask, jokers by their own bits."""
    return sum(1 << card for card in cards)


@dataclass
class Table:
    """A deal in progress; every move is checked by the caller, every state by `imbalance`."""

    rules: Rules
    seed: int
    unit: int
    round_: int
    holders: list[int]
    starter: int
    deck: list[int] = field(init=False)
    hands: list[set[int]] = field(init=False)
    known: list[set[int]] = field(init=False)
    takes: list[int] = field(init=False)
    pile: list[int] = field(init=False)
    stock: list[int] = field(init=False)
    face_down: list[int] = field(init=False, default_factory=list)
    turn: int = field(init=False, default=0)
    reshuffles: int = field(init=False, default=0)
    drawn: int = field(init=False, default=-1)
    taken: int = field(init=False, default=-1)
    knocker: int | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Deal the cards."""
        n, h = len(self.holders), self.rules.hand_size
        self.deck = deal(self.rules, self.seed, self.unit, self.round_)
        self.hands = [set(self.deck[place * h : place * h + h]) for place in map(self.place_of, range(n))]
        self.known = [set() for _ in range(n)]
        self.takes = [0] * n
        self.pile = [self.deck[n * h]]
        self.stock = self.deck[n * h + 1 :]
        if self.rules.starter_has_eight:
            self.hands[0].add(self.stock.pop(0))

    def place_of(self, seat: int) -> int:
        """Place at the table of a seat."""
        return (self.starter + seat) % len(self.holders)

    def player_of(self, seat: int) -> int:
        """Index in the line-up of a seat."""
        return self.holders[self.place_of(seat)]

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.turn % len(self.hands)

    @property
    def hand(self) -> set[int]:
        """The cards of the seat whose turn it is."""
        return self.hands[self.seat]

    def stock_can_be_drawn(self) -> bool:
        """Whether the stock has cards or can be reshuffled (CG-6)."""
        limit = self.rules.max_reshuffles
        return bool(self.stock) or (len(self.pile) >= 2 and (limit is None or self.reshuffles < limit))

    def end(self) -> int | None:
        """The end of the deal as it stands between two turns, None while it goes on."""
        if self.knocker is not None:
            return KNOCKED
        if self.turn >= self.rules.max_turns:
            return TURNS_USED_UP
        return None if self.stock_can_be_drawn() else EXHAUSTED

    def draws(self) -> bool:
        """Whether this turn has a draw; a starter dealt eight cards has none in the very first turn."""
        return not (self.rules.starter_has_eight and self.turn == 0)

    def allows_knock(self, kept: set[int]) -> bool:
        """Whether the cards kept allow a knock in this turn (CG-9)."""
        first_round = self.turn < len(self.hands)
        return not (first_round and self.rules.no_knock_first_round) and may_knock(self.rules, kept)

    def sources(self) -> list[int]:
        """Legal sources in canonical order."""
        found = [STOCK] if self.stock_can_be_drawn() else []
        found += [PILE] if self.pile else []
        return found + ([NO_DRAW] if self.rules.knock_without_draw and self.allows_knock(self.hand) else [])

    def discards(self) -> list[int]:
        """Legal discards by ascending bit (CG-10)."""
        barred = self.taken if self.rules.no_return_discard else -1
        return [card for card in sorted(self.hand) if card != barred]

    def knocking_discards(self) -> list[int]:
        """Legal discards that leave cards which allow a knock."""
        if not melds_of(self.rules, frozenset(self.hand)) and self.rules.min_melded > 0:
            return []  # melds of a part of the hand are melds of the hand
        return [card for card in self.discards() if self.allows_knock(self.hand - {card})]

    def view(self, discard: int = -1) -> list[int]:
        """The fields of CONTRACT 4.7 in order; for the hook close without the discard."""
        known = [mask(cards - {discard}) for cards in self.known]
        return [
            mask(self.hand - {discard}),
            mask(self.pile),
            *known,
            *[0] * (MAX_SEATS - len(known)),
            self.pile[-1] if self.pile else -1,
            self.drawn,
            self.taken,
            self.turn,
            self.seat,
            len(self.hands),
            len(self.stock),
        ]

    def word(self, hook: int) -> int:
        """The random word of a decision in this turn."""
        decisions = stream(self.seed, self.unit, self.round_, DECISIONS, self.player_of(self.seat))
        return word(decisions, 8 * self.turn + hook)

    def draw(self, source: int) -> list[Row]:
        """Draw from the stock or the pile, or knock without drawing, and give the rows of the log."""
        seat, rows = self.seat, []
        if source == NO_DRAW:
            return [self.knock(-1)]
        if source == PILE:
            self.drawn = self.taken = self.pile.pop()
            self.known[seat].add(self.taken)
            self.takes[seat] += 1
        else:
            if not self.stock:
                rows.append(self.reshuffle())
            self.drawn = self.stock.pop(0)
        self.hand.add(self.drawn)
        rows.append((seat, OP_PILE if source == PILE else OP_STOCK, printed(self.drawn), -1, -1))
        return rows

    def reshuffle(self) -> Row:
        """Make the pile without its top the new stock (CG-6)."""
        self.stock, self.pile = self.pile[:-1], self.pile[-1:]
        shuffle(self.stock, stream(self.seed, self.unit, self.round_, RESHUFFLE, self.reshuffles))
        self.reshuffles += 1
        return self.seat, OP_RESHUFFLE, -1, len(self.stock), -1

    def discard(self, card: int) -> Row:
        """Discard face up and end the turn."""
        row = (self.seat, OP_DISCARD, printed(card), -1, -1)
        self.pile.append(self.let_go(card))
        self.end_turn()
        return row

    def knock(self, card: int) -> Row:
        """Knock with a card face down, −1 for none, and end the deal."""
        row = (self.seat, OP_KNOCK, printed(card), -1, -1)
        if card >= 0:
            self.face_down.append(self.let_go(card))
        self.knocker = self.seat
        self.end_turn()
        return row

    def let_go(self, card: int) -> int:
        """Take a card out of the hand."""
        self.hand.remove(card)
        self.known[self.seat].discard(card)
        return card

    def end_turn(self) -> None:
        """Count the turn."""
        self.turn += 1
        self.drawn = self.taken = -1

    def imbalance(self) -> list[str]:
        """What breaks the conservation of cards (rules 0.7)."""
        lying = [*self.stock, *self.pile, *self.face_down, *(card for hand in self.hands for card in hand)]
        if sorted(lying) == sorted(self.deck):
            return []
        return [f"turn {self.turn}: stock, pile and hands together are {names(lying, self.rules.deck)}, not the deck"]

    def settle(self) -> tuple[list[Row], list[dict[str, int]]]:
        """Settlement rows and facts, by player, of a deal that has ended (CONTRACT 4.3 to 4.5)."""
        end = self.end()
        if end is None:
            raise ValueError("the deal has not ended")
        close, outcomes = settlement(self.rules, [frozenset(hand) for hand in self.hands], self.knocker)
        facts = [
            {
                "player": self.player_of(seat),
                "seat": seat,
                "place": self.place_of(seat),
                "turns": self.turn,
                **settlement_facts(self.rules, outcomes[seat], end, close if seat == self.knocker else -1),
                "takes": self.takes[seat],
                "reshuffles": self.reshuffles,
            }
            for seat in range(len(self.hands))
        ]
        return settlement_rows(outcomes), sorted(facts, key=lambda fact: fact["player"])


def probe_key(table: Table, hook: int, discard: int = -1) -> int:
    """The key of the bot probe (CONTRACT 4.8)."""
    key = table.word(hook)
    for value in table.view(discard):
        key = mix(key ^ (value & U64))
    return key


def choose_source(bot: str, table: Table) -> int:
    """The draw of random or probe."""
    sources = table.sources()
    if bot == "probe":
        return sources[probe_key(table, HOOK_DRAW) % len(sources)]
    return NO_DRAW if NO_DRAW in sources else sources[table.word(HOOK_DRAW) % len(sources)]


def choose_discard(bot: str, table: Table) -> int:
    """The discard of random or probe."""
    cards = table.discards()
    if bot == "probe":
        return cards[probe_key(table, HOOK_DISCARD) % len(cards)]
    knocking = table.knocking_discards()
    return knocking[0] if knocking else cards[table.word(HOOK_DISCARD) % len(cards)]


def choose_knock(bot: str, table: Table, discard: int) -> bool:
    """Whether random or probe knocks with a discard that allows it."""
    return bot == "random" or probe_key(table, HOOK_CLOSE, discard) % 4 == 0


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
            6: f"shows a set of {name(card, deck)[:-1]}s, suits {a:04b}, {b} wild",
            7: f"shows a run of {a} from {name(card, deck)}, wilds {b:b}",
            8: f"lays {name(card, deck)} on meld {a} at {b}",
        }
        return f"seat {seat} {words.get(op, 'does something unknown')} {tuple(row)}"

    def next_row(self, ahead: int = 0) -> tuple[int, ...] | None:
        """A row not judged yet, None after the end of the log."""
        return self.log[self.at + ahead] if self.at + ahead < len(self.log) else None

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
        """Draw, discard and the knock of one turn (CONTRACT 4.1)."""
        table = self.table
        bot = self.bots[table.player_of(table.seat)]
        own = bot in OWN_BOTS
        if table.draws():
            for row in table.draw(choose_source(bot, table) if own else self.logged_source()):
                self.expect(row)
            if table.knocker is not None:
                return
        if own:
            card = choose_discard(bot, table)
            knocks = table.allows_knock(table.hand - {card}) and choose_knock(bot, table, card)
        else:
            card, knocks = self.logged_discard()
        self.expect(table.knock(card) if knocks else table.discard(card))

    def logged_source(self) -> int:
        """The source that the log names, if it is legal."""
        table, row, ahead = self.table, self.next_row(), 0
        if row is not None and len(row) == 5 and row[1] == OP_RESHUFFLE:
            row, ahead = self.next_row(1), 1
        by_op = {OP_STOCK: STOCK, OP_PILE: PILE, OP_KNOCK: NO_DRAW}
        if row is None or len(row) != 5 or row[0] != table.seat or row[1] not in by_op:
            raise self.fail(f"a draw of seat {table.seat}", ahead)
        source = by_op[row[1]]
        if source not in table.sources():
            legal = " or ".join(("the stock", "the pile", "a knock without a draw")[i] for i in table.sources())
            raise self.fail(f"a draw of seat {table.seat} from {legal}", ahead)
        return source

    def logged_discard(self) -> tuple[int, bool]:
        """The discard that the log names and whether it is a knock, if both are legal."""
        table, row, deck = self.table, self.next_row(), self.table.rules.deck
        if row is None or len(row) != 5 or row[0] != table.seat or row[1] not in (OP_DISCARD, OP_KNOCK):
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
        if knocks and not table.allows_knock(table.hand - {card}):
            raise self.fail(f"no knock of seat {table.seat} keeping {names(table.hand - {card}, deck)}")
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


def judge(
    rules: dict[str, Any],
    bots: Sequence[str],
    seed: int,
    unit: int,
    round_: int,
    holders: Sequence[int],
    starter: int,
    log: Sequence[Sequence[int]],
    facts: Sequence[dict[str, int]],
) -> list[str]:
    """Differences between a logged deal and its replay by the rules; empty if there are none.

    Both jokers are X in a log. Where a bot of another name holds both and discards one, each reading is tried.
    """
    made = rules_of(rules)
    players = [int(player) for player in holders]
    first: list[str] | None = None
    readings: list[tuple[int, ...]] = [()]
    for _ in range(JOKER_TRIES):
        if not readings:
            break
        jokers = readings.pop(0)
        replay = Replay(Table(made, seed, unit, round_, players, starter), bots, log, jokers)
        differences = replay.run(facts)
        if not differences:
            return []
        first = differences if first is None else first
        if not any(bots[player] in OWN_BOTS for player in players):
            break  # nobody whose choices depend on which joker it was
        unread = range(len(jokers), replay.open_jokers)
        readings += [(*jokers, *[0] * (i - len(jokers)), 1) for i in unread]
    return first or []
