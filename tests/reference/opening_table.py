"""A deal of the opening family in progress: cards, legal draws, what every move does (rules 2.2, OPENING 2)."""

from dataclasses import dataclass, field

from tests.reference.opening_actions import Action, OnRun, OnSet, Opening, Swap, after, change_of, laid_cards
from tests.reference.opening_cards import NONE, deck_of, give_jokers_to_cutter, without
from tests.reference.opening_legal import fits, refusal, something_would_do
from tests.reference.opening_melds import Meld
from tests.reference.opening_position import (
    OWES_HAND,
    OWES_NOTHING,
    OWES_OPENING,
    Position,
    Turn,
    best_hand,
    best_opening,
    may_stop,
    throwable,
)
from tests.reference.opening_rows import (
    OP_CUT_CARD,
    OP_DISCARD,
    OP_END,
    OP_RESHUFFLE,
    OP_STOCK,
    OP_TAKE,
    Row,
    row_of_meld,
    row_of_swap,
    rows_of_lay_off,
    rows_of_opening,
)
from tests.reference.opening_rules import Rules
from tests.reference.opening_tally import Tally
from tests.reference.streams import shuffle, stream

RESHUFFLE = 2
STOCK, TOP, CUT_CARD, END_DEAL = 0, 1, 2, -1
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
    stock: list[int] = field(init=False)
    pile: list[int] = field(init=False, default_factory=list)
    cut: int = field(init=False, default=NONE)
    melds: list[Meld] = field(init=False, default_factory=list)
    turn: int = field(init=False, default=0)
    reshuffles: int = field(init=False, default=0)
    doing: Turn = field(init=False, default_factory=Turn)
    ended: int | None = field(init=False, default=None)
    out: int = field(init=False, default=NONE)

    def __post_init__(self) -> None:
        """Deal the cards."""
        n, rules = len(self.holders), self.rules
        each = rules.cards_each(n)
        self.deck = deck_of(rules, self.seed, self.unit, self.round_)
        if n * each + rules.starter_has_extra + rules.cut_card > len(self.deck):
            raise ValueError(f"{n} hands of {each} cards are too many for the deck of {len(self.deck)}")
        if rules.cut_card and rules.cut_joker_to_cutter:
            give_jokers_to_cutter(self.deck, self.place_of(n - 2), each)
        self.hands = [self.deck[place * each : place * each + each] for place in map(self.place_of, range(n))]
        self.stock = self.deck[n * each :]
        if rules.cut_card:
            self.cut = self.stock.pop()
        if rules.starter_has_extra:
            self.hands[0].append(self.stock.pop(0))
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
    def round_of_turns(self) -> int:
        """How many turns this seat has had before."""
        return self.turn // len(self.hands)

    @property
    def hand(self) -> list[int]:
        """The cards of the seat whose turn it is."""
        return self.hands[self.seat]

    @property
    def tally(self) -> Tally:
        """What the seat whose turn it is did."""
        return self.tallies[self.seat]

    @property
    def starts_without_draw(self) -> bool:
        """Whether this is the turn of the starter who has been dealt an extra card for it."""
        return self.turn == 0 and self.rules.starter_has_extra

    @property
    def may_meld(self) -> bool:
        """Whether in this turn a player may open."""
        if self.round_of_turns < self.rules.no_open_first_rounds:
            return False
        return self.rules.first_turn_melding or not self.starts_without_draw

    @property
    def plays(self) -> bool:
        """Whether the turn has a play phase."""
        return self.may_meld or self.tally.opened > 0

    def begin_turn(self) -> None:
        """Begin a turn, or end the deal: turns used up first, then a stock that is empty and ends it (OPENING 2)."""
        self.doing = Turn()
        if self.turn >= self.rules.max_turns:
            self.ended = TURNS_USED_UP
        elif self.rules.stock_exhausted == "end" and self.turn and not self.stock:
            self.ended = EXHAUSTED

    def end_turn(self) -> None:
        """Count the turn."""
        self.turn += 1

    def position_with(self, hand: list[int], turn: Turn) -> Position:
        """What decides the next action of the seat whose turn it is, with this hand."""
        return Position(self.rules, tuple(hand), tuple(self.melds), self.tally.opened > 0, self.may_meld, turn)

    @property
    def position(self) -> Position:
        """What decides the next action of the seat whose turn it is."""
        return self.position_with(self.hand, self.doing)

    # draw

    def draws(self) -> list[int]:
        """Legal answers: 0 the stock, 1 the top of the pile, 2 the cut card, −1 ends the deal."""
        found = [STOCK] if self.stock_can_be_drawn() else []
        found += [TOP] if self.turn_after_take() is not None else []
        found += [CUT_CARD] if self.cut_card_can_be_taken() else []
        return found if STOCK in found else [*found, END_DEAL]

    def stock_can_be_drawn(self) -> bool:
        """Whether the stock has cards or can be made new."""
        if self.stock:
            return True
        allowed = self.rules.max_reshuffles if self.rules.stock_exhausted == "reshuffle" else 0
        return len(self.pile) >= 2 and self.reshuffles < allowed

    def turn_after_take(self) -> Turn | None:
        """What the turn asks for after the top of the pile is taken; None if it may not be taken."""
        owes = self.owed_for_take()
        if not self.pile or owes is None:
            return None
        card = self.pile[-1]
        barred = card if self.rules.no_return_discard and card not in self.hand else NONE
        must = card if self.rules.taken_discard_must_be_used else NONE
        turn = Turn(must, barred, owes)
        position = self.position_with([*self.hand, card], turn)
        if owes != OWES_NOTHING:
            possible = best_opening(position) is not None
        elif must != NONE:
            possible = something_would_do(position)
        else:
            possible = bool(throwable(position.hand, barred))
        return turn if possible else None

    def owed_for_take(self) -> int | None:
        """What a player owes for the top of the pile; None if it may not be taken at all."""
        if self.tally.opened:
            return OWES_NOTHING
        k, seat, take = self.round_of_turns, self.seat, self.rules.discard_take
        if take == "only_opened" or (take == "from_round_2" and k == 0):
            return None
        is_free = take in ("free", "from_round_2")
        if take == "first_turn_free_then_open":
            is_free = k == 0 or (k == 1 and seat == 0 and self.rules.starter_privilege_second_turn)
        return OWES_NOTHING if is_free and not self.rules.taken_discard_must_be_used else OWES_OPENING

    def cut_card_can_be_taken(self) -> bool:
        """Whether the cut card is there and goes with a hand."""
        if self.cut == NONE or self.tally.opened:
            return False
        turn = Turn(owes=OWES_HAND, took_cut_card=True)
        return best_hand(self.position_with([*self.hand, self.cut], turn)) is not None

    def draw(self, answer: int) -> list[Row]:
        """Draw, or end the deal: the rows of the log."""
        seat, rows, op = self.seat, [], OP_STOCK
        if answer == END_DEAL:
            self.ended = EXHAUSTED
            return [(seat, OP_END, -1, -1, -1)]
        if answer == STOCK:
            if not self.stock:
                rows.append(self.reshuffle())
            self.hand.append(self.stock.pop(0))
        elif answer == TOP:
            turn, op = self.turn_after_take(), OP_TAKE
            assert turn is not None
            self.doing = turn
            self.hand.append(self.pile.pop())
            self.tally.takes += 1
        else:
            op, self.doing = OP_CUT_CARD, Turn(owes=OWES_HAND, took_cut_card=True)
            self.hand.append(self.cut)
            self.cut = NONE
        if answer != STOCK:
            self.known[seat].add(self.hand[-1])
        return [*rows, (seat, op, self.hand[-1], -1, -1)]

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
        """Do a legal action: the rows of the log; the deal ends if the hand is empty."""
        position, seat = self.position, self.seat
        change = change_of(position, action)
        assert change is not None
        if isinstance(action, Opening):
            rows = rows_of_opening(self.rules, seat, action)
        elif isinstance(action, Swap):
            rows = [row_of_swap(seat, action, self.melds[action.target], change.given)]
        elif isinstance(action, OnRun | OnSet):
            rows = rows_of_lay_off(seat, action, laid_cards(self.melds, self.hand, action) or [])
        else:
            rows = [row_of_meld(seat, action)]
        self.tally.count(self.rules, action, change, self.round_of_turns + 1)
        self.doing = after(position, action).turn
        self.melds = list(change.melds)
        self.let_go(change.given)
        self.hand.extend(change.gained)
        if not self.hand:
            self.ended, self.out = OUT_BY_PLAY, seat
        return rows

    def let_go(self, cards: list[int]) -> None:
        """Take cards out of the hand."""
        self.hands[self.seat] = without(self.hand, cards)
        self.known[self.seat] &= set(self.hand)

    # discard

    def discards(self) -> list[int]:
        """Cards that may be thrown, by ascending bit, a joker last."""
        found = throwable(tuple(self.hand), self.doing.barred)
        if not self.rules.forbid_playable_discard:
            return found
        return [card for card in found if not fits(self.rules, tuple(self.melds), card)] or found

    def discard(self, card: int) -> Row:
        """Throw a card; the deal ends if the hand is empty."""
        self.let_go([card])
        self.pile.append(card)
        if not self.hand:
            self.ended, self.out = OUT_BY_DISCARD, self.seat
        return self.seat, OP_DISCARD, card, -1, -1
