"""A deal of the tile family in progress: tiles, draws, plays, ends (rules 1.1, 1.2, 8.5; TILE 1, 2)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.reference.tile_actions import Action, change_of, rack_after
from tests.reference.tile_cards import NONE, ascending, deck_of, holds, say, without
from tests.reference.tile_legal import opening_refusal, play_refusal
from tests.reference.tile_melds import Meld, in_order, meld_points, tiles_in
from tests.reference.tile_rows import OP_DRAW, OP_LAY_OUT, OP_TAKE, Row, rows_of_opening, rows_of_play
from tests.reference.tile_rules import Rules
from tests.reference.tile_tally import Tally

POOL, LAID_OUT = 0, 1
EXHAUSTED, TURNS_USED_UP, OUT = 0, 1, 2
BEFORE_THE_FIRST = -1


@dataclass
class Turn:
    """How a turn began and what was done in it."""

    before: tuple[Meld, ...] = ()
    rack: tuple[int, ...] = ()
    opening: tuple[Meld, ...] = ()
    drawn: int = NONE
    pool_was_empty: bool = False
    over: bool = False


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
    racks: list[list[int]] = field(init=False)
    tallies: list[Tally] = field(init=False)
    pool: list[int] = field(init=False)
    laid_out: int = field(init=False, default=NONE)
    gone: list[int] = field(init=False, default_factory=list)
    melds: tuple[Meld, ...] = field(init=False, default=())
    turn: int = field(init=False, default=0)
    doing: Turn = field(init=False, default_factory=Turn)
    idle: int = field(init=False, default=0)
    emptied: int | None = field(init=False, default=None)
    ended: int | None = field(init=False, default=None)
    out: int = field(init=False, default=NONE)

    def __post_init__(self) -> None:
        """Deal the tiles (TR-3)."""
        n, each = len(self.holders), self.rules.hand_size
        self.deck = deck_of(self.rules, self.seed, self.unit, self.round_)
        if n * each + self.lays_out > len(self.deck):
            raise ValueError(f"{n} racks of {each} tiles are too many for {len(self.deck)} tiles")
        self.racks = [self.deck[place * each : place * each + each] for place in map(self.place_of, range(n))]
        self.pool = self.deck[n * each :]
        if self.lays_out:
            self.racks[0].append(self.pool.pop(0))
        self.tallies = [Tally() for _ in range(n)]
        if not self.pool:
            self.emptied = BEFORE_THE_FIRST

    def place_of(self, seat: int) -> int:
        """Place at the table of a seat."""
        return (self.starter + seat) % len(self.holders)

    def player_of(self, seat: int) -> int:
        """Index in the line-up of a seat."""
        return self.holders[self.place_of(seat)]

    @property
    def lays_out(self) -> bool:
        """Whether seat 0 lays a tile out (TR-4)."""
        return self.rules.initial_discard != "none"

    @property
    def seat(self) -> int:
        """The seat whose turn it is (TA-1)."""
        return (self.turn + (self.rules.mano == "next_player")) % len(self.racks)

    @property
    def own_turn(self) -> int:
        """The so-manyth turn of this seat, from 0."""
        return self.turn // len(self.racks)

    @property
    def rack(self) -> list[int]:
        """The tiles of the seat whose turn it is."""
        return self.racks[self.seat]

    @property
    def tally(self) -> Tally:
        """What the seat whose turn it is did."""
        return self.tallies[self.seat]

    # laying out, drawing

    def kinds_to_lay_out(self) -> list[int]:
        """Kinds that seat 0 may lay out, a joker last."""
        return ascending(set(self.racks[0]))

    def lay_out(self, tile: int) -> Row:
        """Seat 0 lays a tile out."""
        self.racks[0] = without(self.racks[0], [tile])
        self.laid_out = tile
        return 0, OP_LAY_OUT, tile, NONE, NONE

    @property
    def is_first_turn_of_seat_1(self) -> bool:
        """Whether the laid-out tile is still there in this turn, but no longer."""
        return self.seat == 1 and self.own_turn == 0

    @property
    def asks_draw(self) -> bool:
        """Whether the player chooses what to draw."""
        return self.rules.initial_discard == "takeable" and self.is_first_turn_of_seat_1

    def draws(self) -> list[int]:
        """Legal answers if the player is asked."""
        return [POOL, LAID_OUT] if self.pool else [LAID_OUT]

    def draw(self, answer: int = POOL) -> list[Row]:
        """Draw a tile if there is one: the row of the log."""
        op = OP_DRAW
        if answer == LAID_OUT:
            op, tile, self.laid_out = OP_TAKE, self.laid_out, NONE
            self.tally.took = 1
        elif self.pool:
            tile = self.pool.pop(0)
            if not self.pool:
                self.emptied = self.turn
        else:
            return []
        self.rack.append(tile)
        self.doing.drawn = tile
        return [(self.seat, op, tile, NONE, NONE)]

    # play

    def begin_turn(self) -> None:
        """Begin a turn."""
        self.doing = Turn(pool_was_empty=not self.pool)

    def begin_play(self) -> None:
        """T0 and R0."""
        self.doing.before, self.doing.rack = self.melds, tuple(self.rack)

    @property
    def n_played(self) -> int:
        """Tiles played in this turn so far."""
        return max(0, len(self.doing.rack) - len(self.rack))

    @property
    def goes_on(self) -> bool:
        """Whether the player is asked for more."""
        ends = bool(self.doing.opening) and not self.rules.manipulate_on_opening_turn
        return bool(self.rack) and not self.doing.over and not ends

    def opening_refusal(self, melds: Sequence[Meld]) -> str:
        """Why these melds may not open; empty if they may."""
        return "opened before" if self.tally.opened else opening_refusal(self.rules, self.rack, melds)

    def open(self, melds: Sequence[Meld]) -> list[Row]:
        """Open with legal melds: the rows of the log."""
        self.doing.opening = tuple(melds)
        self.tally.opened = self.own_turn + 1
        self.tally.opening_points = sum(meld_points(self.rules, meld) for meld in melds)
        self.racks[self.seat] = without(self.rack, tiles_in(melds))
        self.melds = tuple(in_order([*self.melds, *melds]))
        return rows_of_opening(self.rules, self.seat, melds)

    def act(self, action: Action) -> None:
        """Do a legal action."""
        change = change_of(self.rules, self.rack, self.melds, action)
        assert change is not None
        self.racks[self.seat], self.melds = rack_after(self.rack, change), change.melds

    def turn_refusal(self, melds: Sequence[Meld]) -> str:
        """Why the table may not be this at the end of the turn's play; empty if it may."""
        doing = self.doing
        if not self.tally.opened and tuple(melds) != self.melds:
            return "TR-10: nothing but an opening before that"
        if not holds(tiles_in(melds), tiles_in(self.melds)):
            return f"TR-13: the table has not all of {say(tiles_in(self.melds))}"
        return play_refusal(self.rules, doing.before, melds, doing.rack, doing.opening)

    def rebuild(self, melds: Sequence[Meld]) -> None:
        """Make the table another one; it ends the play."""
        played = without(tiles_in(melds), tiles_in(self.melds))
        self.racks[self.seat] = without(self.rack, played)
        self.melds = tuple(melds)
        self.doing.over = True

    def end_play(self) -> list[Row]:
        """End the play: the rows of the log."""
        played = without(tiles_in(self.melds), tiles_in(self.doing.before))
        self.tally.count(played)
        return rows_of_play(self.seat, len(played), self.melds)

    # ends

    def end_deal_without_turns(self) -> None:
        """`stop` with a pool that is empty after the deal (TILE 2)."""
        if self.rules.pool_empty == "stop" and not self.pool:
            self.ended = EXHAUSTED

    def end_turn(self) -> None:
        """End a turn, and the deal if it is over (TR-8, TR-12, rules 8.5)."""
        seat, idle = self.seat, self.doing.pool_was_empty and not self.n_played
        self.idle = self.idle + 1 if idle else 0
        if self.is_first_turn_of_seat_1 and self.laid_out != NONE:
            self.gone.append(self.laid_out)
            self.laid_out = NONE
        self.turn += 1
        if not self.racks[seat]:
            self.ended, self.out = OUT, seat
        elif self.is_exhausted():
            self.ended = EXHAUSTED
        elif self.turn >= self.rules.max_turns:
            self.ended = TURNS_USED_UP

    def is_exhausted(self) -> bool:
        """Whether the empty pool ends the deal after the turns so far."""
        n, how = len(self.racks), self.rules.pool_empty
        if how == "play_on":
            return self.idle >= n
        if self.emptied is None:
            return False
        return how == "stop" or self.turn - 1 >= self.emptied + n
