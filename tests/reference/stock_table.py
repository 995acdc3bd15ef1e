"""A deal of the stock family in progress: cards, legal draws, what every move does (rules 4.2, STOCK 2)."""

from collections import Counter
from dataclasses import dataclass, field

from tests.reference.knock_cards import printed
from tests.reference.stock_actions import (
    NONE,
    Action,
    LayOff,
    Position,
    after,
    can_use_must,
    cards_of,
    laid_cards,
    may_stop,
    refusal,
    single_lay_offs,
    throwable,
)
from tests.reference.stock_cards import deck_of, holds, say, without
from tests.reference.stock_melds import Meld, Run, Set, is_meld
from tests.reference.stock_rows import (
    OP_CLAIM,
    OP_DISCARD,
    OP_END,
    OP_RESHUFFLE,
    OP_STOCK,
    OP_TAKE,
    Row,
    row_of_meld,
    rows_of_lay_off,
)
from tests.reference.stock_rules import Rules
from tests.reference.stock_tally import Tally
from tests.reference.streams import shuffle, stream

RESHUFFLE = 2
STOCK, TOP, END_ROUND = 0, 1, -1
EXHAUSTED, TURNS_USED_UP, OUT_BY_DISCARD, OUT_BY_PLAY = 0, 1, 2, 3


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
    hands: list[list[int]] = field(init=False)
    known: list[set[int]] = field(init=False)
    tallies: list[Tally] = field(init=False)
    pile: list[int] = field(init=False)
    stock: list[int] = field(init=False)
    melds: list[Meld] = field(init=False, default_factory=list)
    tabled: list[int] = field(init=False, default_factory=list)
    turn: int = field(init=False, default=0)
    reshuffles: int = field(init=False, default=0)
    before: list[int] = field(init=False, default_factory=list)
    must: int = field(init=False, default=NONE)
    barred: int = field(init=False, default=NONE)
    melds_this_turn: int = field(init=False, default=0)
    nothing_laid: bool = field(init=False, default=False)
    ended: int | None = field(init=False, default=None)
    out: int = field(init=False, default=NONE)

    def __post_init__(self) -> None:
        """Deal the cards."""
        n = len(self.holders)
        h = self.rules.hand_size(n)
        self.deck = deck_of(self.rules, self.seed, self.unit, self.round_, n)
        if n * h >= len(self.deck):
            raise ValueError(f"{n} hands of {h} cards and an upcard are more than the deck of {len(self.deck)}")
        self.hands = [self.deck[place * h : place * h + h] for place in map(self.place_of, range(n))]
        self.pile = [self.deck[n * h]]
        self.stock = self.deck[n * h + 1 :]
        self.known = [set() for _ in range(n)]
        self.tallies = [Tally() for _ in range(n)]

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
    def hand(self) -> list[int]:
        """The cards of the seat whose turn it is."""
        return self.hands[self.seat]

    @property
    def tally(self) -> Tally:
        """What the seat whose turn it is did."""
        return self.tallies[self.seat]

    def begin_turn(self) -> None:
        """Begin a turn, or end the deal: turns used up first, then a stock that is empty and ends it (STOCK 2)."""
        self.before = list(self.hand)
        self.must = self.barred = NONE
        self.melds_this_turn = 0
        self.nothing_laid = not self.tally.tabled
        if self.turn >= self.rules.max_turns:
            self.ended = TURNS_USED_UP
        elif self.rules.stock_exhausted == "end" and not self.stock:
            self.ended = EXHAUSTED

    def end_turn(self) -> None:
        """Count the turn."""
        self.turn += 1

    # draw

    def stock_can_be_drawn(self) -> bool:
        """Whether the stock has cards or can be made new."""
        return bool(self.stock) or (len(self.pile) >= 2 and self.reshuffles < self.rules.reshuffle_limit)

    def draws(self) -> list[int]:
        """Legal answers: 0 the stock, so many cards of the pile, −1 ends the round."""
        found = [STOCK] if self.stock_can_be_drawn() else []
        found += [count for count in range(1, len(self.pile) + 1) if self.may_take(count)]
        return found if STOCK in found else [*found, END_ROUND]

    def may_take(self, count: int) -> bool:
        """Whether so many cards of the pile may be taken."""
        if count > TOP:
            return self.rules.extended_discard and self.can_be_used(count)
        must_be_used = self.rules.top_discard_must_be_used
        can_be_thrown_off = bool(self.hand) or not self.rules.no_return_discard
        return (can_be_thrown_off and not must_be_used) or self.can_be_used(count)

    def can_be_used(self, count: int) -> bool:
        """Whether after a take some legal first action uses the lowest card taken."""
        lowest = self.pile[-count]
        hand = (*self.hand, *self.pile[-count:])
        barred = lowest if count == TOP and self.rules.no_return_discard else NONE
        return can_use_must(self.position_with(hand, lowest, barred))

    def position_with(self, hand: tuple[int, ...], must: int, barred: int) -> Position:
        """What decides the next action of the seat whose turn it is, with this hand."""
        narrowed = must != NONE and not self.rules.pile_card_reuse
        usable = (*self.before, must) if narrowed else hand
        melds, has_melded = tuple(self.melds), self.tally.new_melds > 0
        return Position(self.rules, hand, usable, must, barred, melds, has_melded, self.melds_this_turn)

    @property
    def position(self) -> Position:
        """What decides the next action of the seat whose turn it is."""
        return self.position_with(tuple(self.hand), self.must, self.barred)

    def draw(self, answer: int) -> list[Row]:
        """Draw, or end the round: the rows of the log."""
        seat, rows = self.seat, []
        if answer == END_ROUND:
            self.ended = EXHAUSTED
            return [(seat, OP_END, -1, -1, -1)]
        if answer == STOCK:
            if not self.stock:
                rows.append(self.reshuffle())
            card = self.stock.pop(0)
            self.hand.append(card)
            return [*rows, (seat, OP_STOCK, printed(card), -1, -1)]
        self.take(answer)
        return [(seat, OP_TAKE, printed(self.hand[-answer]), answer, -1)]

    def take(self, count: int) -> None:
        """Take the topmost cards of the pile."""
        taken, self.pile = self.pile[-count:], self.pile[:-count]
        self.hand.extend(taken)
        self.known[self.seat] |= set(taken)
        self.tally.takes += 1
        self.tally.taken_cards += count
        if count > TOP or self.rules.top_discard_must_be_used:
            self.must = taken[0]
        if count == TOP and self.rules.no_return_discard:
            self.barred = taken[0]

    def reshuffle(self) -> Row:
        """Make the pile without its top the new stock."""
        self.stock, self.pile = self.pile[:-1], self.pile[-1:]
        shuffle(self.stock, stream(self.seed, self.unit, self.round_, RESHUFFLE, self.reshuffles))
        self.reshuffles += 1
        return self.seat, OP_RESHUFFLE, -1, len(self.stock), -1

    # play

    def refusal(self, action: Action | None) -> str:
        """Why an action, or with None to stop, is not legal; empty if it is."""
        if action is not None:
            return refusal(self.position, action)
        return "" if may_stop(self.position) else "no action, though one is compulsory"

    def act(self, action: Action) -> list[Row]:
        """Lay a new meld or lay off: the rows of the log; the deal ends if the hand is empty and may be."""
        position = self.position
        cards = cards_of(position, action)
        assert cards is not None
        if isinstance(action, Set | Run):
            rows = [row_of_meld(self.seat, action)]
            self.tally.lay_new(self.rules, action, cards)
            self.melds_this_turn += 1
        else:
            laid = laid_cards(position, action)
            assert laid is not None
            rows = rows_of_lay_off(self.seat, action, laid)
            self.tally.lay_off(self.rules, action, laid)
        self.melds = list(after(position, action).melds)
        self.let_go(cards)
        self.tabled += cards
        self.must = NONE
        if not self.hand and not self.rules.final_discard_required:
            self.ended, self.out = OUT_BY_PLAY, self.seat
        return rows

    def let_go(self, cards: list[int]) -> None:
        """Take cards out of the hand."""
        self.hands[self.seat] = without(self.hand, cards)
        self.known[self.seat] &= set(self.hand)

    # discard and call

    def discards(self) -> list[int]:
        """Cards that may be thrown, by ascending bit."""
        return throwable(tuple(self.hand), self.barred)

    def discard(self, card: int) -> Row:
        """Throw a card."""
        self.let_go([card])
        self.pile.append(card)
        return self.seat, OP_DISCARD, printed(card), -1, -1

    def go_out_by_discard(self) -> None:
        """End the deal after a discard that emptied the hand."""
        self.ended, self.out = OUT_BY_DISCARD, self.seat

    def asked(self) -> list[int]:
        """The seats that are asked, in order, whether they claim the discard."""
        call = self.rules.call_rummy
        if call == "none" or (call == "last_discard" and self.hand) or not self.claims():
            return []
        n = len(self.hands)
        others = [(self.seat + i) % n for i in range(1, n)]
        if self.rules.layoff_requires_meld == "none":
            return others
        return [seat for seat in others if self.tallies[seat].new_melds]

    @property
    def claiming(self) -> Position:
        """The discard alone, as if it were a hand that may be laid off."""
        card = (self.pile[-1],)
        return Position(self.rules, card, card, NONE, NONE, tuple(self.melds), True, 1)

    def claims(self) -> list[LayOff]:
        """Legal lay-offs of the discard."""
        return [lay_off for lay_off in single_lay_offs(self.claiming) if not refusal(self.claiming, lay_off)]

    def claim(self, seat: int, lay_off: LayOff) -> list[Row]:
        """A seat lays the discard off: the row of the log."""
        position, tally = self.claiming, self.tallies[seat]
        laid = laid_cards(position, lay_off)
        assert laid is not None
        tally.lay_off(self.rules, lay_off, laid)
        tally.claims += 1
        self.melds = list(after(position, lay_off).melds)
        self.tabled.append(self.pile.pop())
        return rows_of_lay_off(seat, lay_off, laid, OP_CLAIM)

    # invariants and end

    def imbalance(self) -> list[str]:
        """What breaks the conservation of cards, and melds that are none (rules 0.7)."""
        found = []
        lying = [*self.stock, *self.pile, *self.tabled, *(card for hand in self.hands for card in hand)]
        if Counter(lying) != Counter(self.deck):
            found.append(f"turn {self.turn}: stock, pile, hands and table together are {say(lying)}, not the deck")
        in_melds = [card for meld in self.melds for card in meld.naturals]
        jokers = sum(meld.jokers for meld in self.melds)
        if not holds(self.tabled, in_melds) or len(in_melds) + jokers != len(self.tabled):
            found.append(f"turn {self.turn}: the melds are not the cards laid, {say(self.tabled)}")
        found += [f"turn {self.turn}: {meld} is no meld" for meld in self.melds if not is_meld(self.rules, meld)]
        return found

    def facts(self) -> list[dict[str, int]]:
        """Facts, by player, of a deal that has ended (STOCK 5)."""
        if self.ended is None:
            raise ValueError("the deal has not ended")
        found = []
        for seat, tally in enumerate(self.tallies):
            out = seat == self.out
            done = tally.facts(self.hands[seat])
            row = {
                "player": self.player_of(seat),
                "seat": seat,
                "place": self.place_of(seat),
                "turns": self.turn,
                "end": self.ended,
                "out": int(out),
                "rummy": int(out and self.nothing_laid),
            }
            found.append({**row, **done, "reshuffles": self.reshuffles})
        return sorted(found, key=lambda fact: fact["player"])
