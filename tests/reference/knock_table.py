"""A deal of the knock family in progress: cards, legal moves, what a bot sees (CONTRACT 2 to 4 and 5.1 to 5.3)."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.reference.knock_cards import (
    COPY,
    JOKERS,
    NUMBERS,
    WITH_JOKERS,
    canonical,
    kind,
    kinds_and_spares,
    mask_of,
    names,
    printed,
    without,
)
from tests.reference.knock_melds import all_melded, discards_that_knock, few_enough_jokers, may_knock
from tests.reference.knock_points import DEAD_HAND, EXHAUSTED, KNOCKED, TURNS_USED_UP
from tests.reference.knock_rules import Rules
from tests.reference.knock_settle import Row, settlement, settlement_facts, settlement_rows
from tests.reference.streams import shuffle, stream, word

CARDS, RESHUFFLE, DECISIONS = 1, 2, 3
HOOK_DRAW, HOOK_DISCARD, HOOK_CLOSE = 0, 2, 3
STOCK, PILE, NO_DRAW = 0, 1, 2
PASS, END = STOCK, STOCK  # source 0 when the upcard is offered, and at the fiftieth card
OP_STOCK, OP_PILE, OP_DISCARD, OP_KNOCK, OP_RESHUFFLE, OP_PASS = 1, 2, 3, 4, 5, 9
MAX_SEATS = 8


def deal(rules: Rules, seed: int, unit: int, round_: int, players: int | None = None) -> list[int]:
    """The shuffled deck, front first (CONTRACT 2 and 5.1), second copies as kind + 64."""
    with_jokers, size = rules.deck in WITH_JOKERS, rules.deck
    if with_jokers and players is not None and players < (rules.joker_min_players or 0):
        with_jokers, size = False, size - len(JOKERS)
    size *= rules.decks
    universe: list[int | None] = []
    for index in range(54 * rules.decks):
        copy, (suit, number) = index // 54 * COPY, divmod(index % 54, 13)
        if suit == 4:
            universe.append(JOKERS[number] + copy if with_jokers else None)
        elif number + 1 in NUMBERS[rules.deck]:
            universe.append(suit * 16 + NUMBERS[rules.deck].index(number + 1) + copy)
        else:
            universe.append(None)
    shuffle(universe, stream(seed, unit, round_, CARDS, 0))
    front, behind = universe[:size], universe[size:]
    following = iter([card for card in behind if card is not None])
    return [next(following) if card is None else card for card in front]


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
    upcard: int = field(init=False)
    hands: list[set[int]] = field(init=False)
    known: list[set[int]] = field(init=False)
    takes: list[int] = field(init=False)
    thrown: list[set[frozenset[int]]] = field(init=False)
    pile: list[int] = field(init=False)
    stock: list[int] = field(init=False)
    face_down: list[int] = field(init=False, default_factory=list)
    turn: int = field(init=False, default=0)
    passes: int = field(init=False, default=0)
    reshuffles: int = field(init=False, default=0)
    drawn: int = field(init=False, default=-1)
    taken: int = field(init=False, default=-1)
    knocker: int | None = field(init=False, default=None)
    knock_turn: int = field(init=False, default=-1)
    big_gin: bool = field(init=False, default=False)
    fiftieth: bool = field(init=False, default=False)
    must_knock: bool = field(init=False, default=False)
    dead: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        """Deal the cards."""
        n, h = len(self.holders), self.rules.hand_size
        self.deck = deal(self.rules, self.seed, self.unit, self.round_, n)
        self.hands = [set(self.deck[place * h : place * h + h]) for place in map(self.place_of, range(n))]
        self.known = [set() for _ in range(n)]
        self.thrown = [set() for _ in range(n)]
        self.takes = [0] * n
        self.pile = [self.deck[n * h]]
        self.upcard = kind(self.pile[0])
        self.rules = self.rules.with_upcard(self.upcard)
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

    @property
    def top(self) -> int:
        """The top of the pile as a kind, −1 if there is none."""
        return kind(self.pile[-1]) if self.pile else -1

    def kept(self, discard: int) -> frozenset[int]:
        """The hand without a discard, in canonical form."""
        return without(canonical(self.hand), discard)

    def stock_can_be_drawn(self) -> bool:
        """Whether the stock has cards or can be reshuffled (CG-6); with `dead_stock` it never is."""
        limit = 0 if self.rules.dead_stock is not None else self.rules.max_reshuffles
        return bool(self.stock) or (len(self.pile) >= 2 and (limit is None or self.reshuffles < limit))

    def end(self) -> int | None:
        """The end of the deal as it stands between two turns, None while it goes on."""
        if self.dead:
            return DEAD_HAND
        if self.knocker is not None:
            return KNOCKED if self.last_turns_are_over() else None
        if self.fiftieth:
            return None
        if self.turn >= self.rules.max_turns:
            return TURNS_USED_UP
        return None if self.stock_can_be_drawn() else EXHAUSTED

    def last_turns_are_over(self) -> bool:
        """Whether nobody has one more turn after the knock; also when nothing can be drawn any more."""
        if not self.rules.last_turn_after_knock or self.big_gin or not self.stock_can_be_drawn():
            return True
        return self.turn >= self.knock_turn + len(self.hands)

    def draws(self) -> bool:
        """Whether this turn has a draw; a starter dealt eight cards has none in the very first turn."""
        return not (self.rules.starter_has_eight and self.turn == 0)

    def is_offered(self) -> bool:
        """Whether the upcard may be taken or passed in this turn (GN-2)."""
        offers = self.rules.upcard_offer and len(self.hands) == 2 and not self.rules.starter_has_eight
        return offers and self.turn < 2 and self.passes == self.turn

    def knocks_are_barred(self) -> bool:
        """Whether no cards whatever allow a knock now: in the first round, and after a knock."""
        first_round = self.turn < len(self.hands)
        return self.knocker is not None or (first_round and self.rules.no_knock_first_round)

    def allows_knock(self, kept: Iterable[int]) -> bool:
        """Whether the cards kept allow a knock in this turn (CG-9)."""
        return not self.knocks_are_barred() and may_knock(self.rules, kept)

    def allows_big_gin(self) -> bool:
        """Whether all cards held after the draw can be melded (CONTRACT 5.3)."""
        if not self.rules.big_gin or self.knocker is not None or self.drawn < 0:
            return False
        return few_enough_jokers(self.rules, self.hand) and all_melded(self.rules, self.hand)

    def sources(self) -> list[int]:
        """Legal sources in canonical order."""
        if self.is_offered():
            return [PASS, PILE]
        if self.fiftieth:
            return [END, PILE] if self.fiftieth_allows_knock() else [END]
        if self.passes == 2 and self.turn == 2:
            return [STOCK]
        found = [STOCK] if self.stock_can_be_drawn() else []
        found += [PILE] if self.pile else []
        return found + ([NO_DRAW] if self.rules.knock_without_draw and self.allows_knock(self.hand) else [])

    def fiftieth_allows_knock(self) -> bool:
        """Whether some discard other than the fiftieth card would allow a knock (GN-5)."""
        held = canonical([*self.hand, self.pile[-1]])
        discards = {kind(card) for card in held} - {self.top}
        return not self.knocks_are_barred() and bool(discards_that_knock(self.rules, held, discards))

    def discards(self) -> list[int]:
        """Legal discards, as kinds, by ascending bit (CG-10)."""
        barred = self.taken if self.rules.no_return_discard else -1
        kinds = [card for card in sorted({kind(card) for card in self.hand}) if card != barred]
        return discards_that_knock(self.rules, self.hand, kinds) if self.must_knock else kinds

    def knocking_discards(self) -> list[int]:
        """Legal discards that leave cards which allow a knock."""
        return [] if self.knocks_are_barred() else discards_that_knock(self.rules, self.hand, self.discards())

    def view(self, discard: int = -1) -> list[int]:
        """The fields of CONTRACT 4.7 in order; for the hook close without the discard."""
        held = self.kept(discard) if discard >= 0 else canonical(self.hand)
        hand, spare = kinds_and_spares(held)
        pile, pile_spare = kinds_and_spares(self.pile)
        known = [mask_of(kinds) for kinds in self.known]
        known[self.seat] &= hand
        two = self.rules.decks == 2
        return [
            hand,
            *([spare] if two else []),
            pile,
            *([pile_spare] if two else []),
            *known,
            *[0] * (MAX_SEATS - len(known)),
            self.top,
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
        """Draw from the stock or the pile, pass, end the hand or knock without drawing: the rows of the log."""
        seat, rows = self.seat, []
        if source == NO_DRAW:
            return [self.knock(-1)]
        if source == END and self.fiftieth:
            self.dead = True
            return []
        if source == PASS and self.is_offered():
            self.passes += 1
            self.end_turn()
            return [(seat, OP_PASS, -1, -1, -1)]
        if source == PILE:
            card = self.pile.pop()
            self.taken = kind(card)
            self.known[seat].add(self.taken)
            self.takes[seat] += 1
            self.must_knock, self.fiftieth = self.fiftieth, False
        else:
            if not self.stock:
                rows.append(self.reshuffle())
            card = self.stock.pop(0)
        self.hand.add(card)
        self.drawn = kind(card)
        rows.append((seat, OP_PILE if source == PILE else OP_STOCK, printed(card), -1, -1))
        return rows

    def reshuffle(self) -> Row:
        """Make the pile without its top the new stock (CG-6)."""
        self.stock, self.pile = self.pile[:-1], self.pile[-1:]
        shuffle(self.stock, stream(self.seed, self.unit, self.round_, RESHUFFLE, self.reshuffles))
        self.reshuffles += 1
        return self.seat, OP_RESHUFFLE, -1, len(self.stock), -1

    def discard(self, card: int) -> Row:
        """Discard face up and end the turn; the hand may be dead, or the fiftieth card (GN-5)."""
        row = (self.seat, OP_DISCARD, printed(card), -1, -1)
        if self.drawn >= 0:
            self.thrown[self.seat].add(self.pair(card))
        self.pile.append(self.let_go(card))
        self.end_turn()
        dead_stock = self.rules.dead_stock
        if self.knocker is None and dead_stock is not None and len(self.stock) <= dead_stock:
            self.dead, self.fiftieth = not self.rules.fiftieth_card, self.rules.fiftieth_card
        return row

    def knock(self, card: int, big_gin: bool = False) -> Row:
        """Knock with a card face down, −1 for none."""
        row = (self.seat, OP_KNOCK, printed(card), -1, -1)
        if card >= 0:
            self.face_down.append(self.let_go(card))
        self.knocker, self.knock_turn, self.big_gin = self.seat, self.turn, big_gin
        self.end_turn()
        return row

    def pair(self, card: int) -> frozenset[int]:
        """The unordered pair of the card drawn and a card to throw (CONTRACT 5.6)."""
        return frozenset({printed(self.drawn), printed(card)})

    def let_go(self, card: int) -> int:
        """Take one copy of a card out of the hand."""
        copy = card if card in self.hand else card + COPY
        self.hand.remove(copy)
        if not {card, card + COPY} & self.hand:
            self.known[self.seat].discard(card)
        return copy

    def end_turn(self) -> None:
        """Count the turn."""
        self.turn += 1
        self.drawn = self.taken = -1
        self.must_knock = False

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
        close, outcomes = settlement(self.rules, [canonical(hand) for hand in self.hands], self.knocker, self.big_gin)
        facts = [
            {
                "player": self.player_of(seat),
                "seat": seat,
                "place": self.place_of(seat),
                "turns": self.turn,
                **settlement_facts(self.rules, outcomes[seat], end, close if seat == self.knocker else -1),
                "takes": self.takes[seat],
                "reshuffles": self.reshuffles,
                "upcard": printed(self.upcard),
            }
            for seat in range(len(self.hands))
        ]
        return settlement_rows(outcomes), sorted(facts, key=lambda fact: fact["player"])
