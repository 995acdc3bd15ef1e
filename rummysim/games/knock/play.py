"""Playing deals: one function plays a deal, the batch only loops.

The kernel knows one deal. A batch is a list of jobs: unit and round (they key the cards), the player at each place,
and the place that acts first.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import float64, int64, types, void

from rummysim.core import rng
from rummysim.core.codes import NOT_CLOSED
from rummysim.core.jit import address_of, kernel, named, unowned
from rummysim.games.bot import Bot
from rummysim.games.knock.settle import ROOM, Room, new_room, settle
from rummysim.games.knock.state import (
    ACT,
    CODE,
    DEAL,
    FACE_DOWN,
    I8,
    I64,
    KNOCKER,
    MAX_PLAYERS,
    N_LOGGED,
    N_RESHUFFLES,
    STOCK_AT,
    STOCK_END,
    TURN,
    U64,
    UNIVERSE,
    Deal,
    KnockCode,
    can_draw_stock,
    deal_out,
    fill_deck,
    log,
    new_deal,
    reshuffle,
)
from rummysim.games.knock.turns import (
    draw_stock,
    drop,
    is_discard_allowed,
    is_source_allowed,
    may_knock,
    take_pile,
    throw,
)
from rummysim.games.knock.view import CLOSE, DISCARD, DRAW, HOOKS, KNOCK, PILE, SIGNATURE, hook_at, look
from rummysim.melds.layoff import Line
from rummysim.melds.suits import suit_table

__all__ = ["FACT_COLUMNS", "GAME", "ILLEGAL", "OK", "VERSION", "Game", "Player", "load_job", "play_batch", "play_deal"]

VERSION = 1
"""Raised whenever the same seed gives other deals."""

FACT_COLUMNS = (
    "seat",
    "place",
    "player",
    "turns",
    "end",
    "close",
    "left_wilds",
    "left_points",
    "laid_cards",
    "laid_wilds",
    "laid_points",
    "takes",
    "reshuffles",
)
(
    SEAT,
    PLACE,
    PLAYER,
    TURNS,
    END,
    CLOSED_AS,
    LEFT_WILDS,
    LEFT_POINTS,
    LAID,
    LAID_WILDS,
    LAID_POINTS,
    TAKES,
    RESHUFFLES,
) = range(13)

EXHAUSTED, MAX_TURNS, FIRST_CLOSE = 0, 1, 3
"""Ends of a deal; a deal that was closed ends as ``FIRST_CLOSE + close``."""

OK, ILLEGAL = 0, 1
GOES_ON, CLOSED, STUCK, BAD_MOVE = 0, 1, 2, 3
"""Outcomes of a turn."""

DREW_STOCK, TOOK, THREW, KNOCKED, RESHUFFLED = ACT["stock"], ACT["take"], ACT["discard"], ACT["knock"], ACT["reshuffle"]
HOOK_WORD = (0, 2, 3)
"""Index of the word of each hook among the eight of a turn."""

SEED, UNIT, ROUND, N_PLAYERS, STARTER = range(5)
"""Indices of ``Game.job``."""

I16_2D = types.Array(types.int16, 2, "C")
I64_2D = types.Array(int64, 2, "C")
F64_2D = types.Array(float64, 2, "C")


class Game(NamedTuple):
    """What a deal is played with.

    code : the rules of play. deal, room : state and scratch. addresses : (players, 3) int64, the bots' hooks.
    parameters : (players, 8) float64. holders : (8,) int64, the player at each place. streams : (players,) uint64, the
    bots' random streams. job : (5,) int64.
    """

    code: KnockCode
    deal: Deal
    room: Room
    addresses: np.ndarray
    parameters: np.ndarray
    holders: np.ndarray
    streams: np.ndarray
    job: np.ndarray


GAME = named(Game, CODE, DEAL, ROOM, I64_2D, F64_2D, I64, U64, I64)


@kernel(int64(GAME, int64, int64, int64, int64), inline=True)
def decide(game, seat, hook, drawn, taken):
    """Ask the bot in ``seat`` for a decision."""
    n_players = game.job[N_PLAYERS]
    place = game.job[STARTER] + seat
    player = game.holders[place - n_players if place >= n_players else place]
    row = game.parameters
    values = (
        row[player, 0],
        row[player, 1],
        row[player, 2],
        row[player, 3],
        row[player, 4],
        row[player, 5],
        row[player, 6],
        row[player, 7],
    )
    word = rng.word(game.streams[player], 8 * game.deal.now[TURN] + HOOK_WORD[hook])
    return hook_at(game.addresses[player, hook])(
        look(game.code, game.deal, seat, n_players, drawn, taken), values, word
    )


@kernel(int64(GAME, int64, int64), inline=True)
def draw(game, seat, source):
    """Draw from an allowed source; the card."""
    deal = game.deal
    if source == PILE:
        card = take_pile(deal, seat)
        log(deal, seat, TOOK, card, -1, -1)
        return card
    if deal.now[STOCK_AT] == deal.now[STOCK_END]:
        reshuffle(deal, game.job[SEED], game.job[UNIT], game.job[ROUND])
        log(deal, seat, RESHUFFLED, -1, deal.now[STOCK_END], -1)
    card = draw_stock(deal, seat)
    log(deal, seat, DREW_STOCK, card, -1, -1)
    return card


@kernel(int64(GAME, int64), inline=True)
def play_turn(game, seat):
    """Play one turn; its outcome. The turn counter is the caller's."""
    code, deal = game.code, game.deal
    turn, n_players = deal.now[TURN], game.job[N_PLAYERS]
    if not can_draw_stock(code, deal):
        return STUCK
    drawn, taken = -1, -1
    if turn or not code.starter_has_eight:
        source = decide(game, seat, DRAW, -1, -1)
        if not is_source_allowed(code, deal, seat, n_players, source):
            return BAD_MOVE
        if source == KNOCK:
            log(deal, seat, KNOCKED, -1, -1, -1)
            return CLOSED
        drawn = draw(game, seat, source)
        taken = drawn if source == PILE else -1
    card = decide(game, seat, DISCARD, drawn, taken)
    if not is_discard_allowed(code, deal.hands[seat], card, taken):
        return BAD_MOVE
    drop(deal, seat, card)
    if may_knock(code, deal.hands[seat], turn, n_players) and decide(game, seat, CLOSE, drawn, taken):
        log(deal, seat, KNOCKED, card, -1, -1)
        deal.now[FACE_DOWN] = card
        return CLOSED
    throw(deal, card)
    log(deal, seat, THREW, card, -1, -1)
    return GOES_ON


@kernel(void(GAME, int64, int64, I16_2D, int64), inline=True)
def write_facts(game, end, close, facts, first_row):
    """Write the rows of a deal, player by player.

    facts : (13, rows) int16, output, columns as ``FACT_COLUMNS``. Rows ``first_row`` + player.
    """
    game = unowned(game)
    deal, room, n_players = game.deal, game.room, game.job[N_PLAYERS]
    for seat in range(n_players):
        place = (game.job[STARTER] + seat) % n_players
        row = first_row + place
        facts[SEAT, row] = seat
        facts[PLACE, row] = place
        facts[PLAYER, row] = game.holders[place]
        facts[TURNS, row] = deal.now[TURN]
        facts[END, row] = end
        facts[CLOSED_AS, row] = close if seat == deal.now[KNOCKER] else NOT_CLOSED
        facts[LEFT_WILDS, row] = room.wilds[seat]
        facts[LEFT_POINTS, row] = room.points[seat]
        facts[LAID, row] = room.laid[seat, 0]
        facts[LAID_WILDS, row] = room.laid[seat, 1]
        facts[LAID_POINTS, row] = room.laid[seat, 2]
        facts[TAKES, row] = deal.takes[seat]
        facts[RESHUFFLES, row] = deal.now[N_RESHUFFLES]


@kernel(int64(GAME, I16_2D, int64), inline=True)
def play_deal(game, facts, first_row):
    """Play one deal from the deck in ``game.deal`` and write its facts; a status."""
    game = unowned(game)
    deal, n_players = game.deal, game.job[N_PLAYERS]
    deal_out(game.code, deal, n_players, game.job[STARTER])
    seat, end = 0, MAX_TURNS
    while deal.now[TURN] < game.code.max_turns:
        outcome = play_turn(game, seat)
        if outcome == BAD_MOVE:
            return ILLEGAL
        if outcome == STUCK:
            end = EXHAUSTED
            break
        deal.now[TURN] += 1
        if outcome == CLOSED:
            deal.now[KNOCKER] = seat
            break
        seat = seat + 1 if seat + 1 < n_players else 0
    close = settle(game.code, deal, game.room, n_players, deal.now[KNOCKER])
    write_facts(game, FIRST_CLOSE + close if close != NOT_CLOSED else end, close, facts, first_row)
    return OK


@kernel(void(GAME, I8, I8, I64_2D, I64_2D, int64), inline=True)
def load_job(game, card_of, order, jobs, holders, index):
    """Put job ``index`` on the table; the deck is shuffled anew only where the cards change."""
    job = game.job
    fresh = index == 0
    for field in (SEED, UNIT, ROUND):
        fresh = fresh or jobs[index, field] != job[field]
    for field in range(5):
        job[field] = jobs[index, field]
    if fresh:
        fill_deck(game.deal.deck, order, card_of, game.code.n_cards, job[SEED], job[UNIT], job[ROUND])
    for place in range(job[N_PLAYERS]):
        player = holders[index, place]
        game.holders[place] = player
        game.streams[player] = rng.stream(job[SEED], job[UNIT], job[ROUND], rng.DECISION, player)


@kernel(int64(GAME, I8, I8, I64_2D, I64_2D, I16_2D))
def play_batch(game, card_of, order, jobs, holders, facts):
    """Play a batch of deals; the index of the first deal with an illegal move, or -1.

    card_of : (54,) int8, card by universe index, -1 if absent. order : (54,) int8, scratch. jobs : (deals, 5) int64:
    seed, unit, round, number of players (the same in all), starter's place. holders : (deals, players) int64, player
    by place. facts : (13, deals * players) int16, output.
    """
    game, facts, jobs, holders = unowned(game), unowned(facts), unowned(jobs), unowned(holders)
    for index in range(jobs.shape[0]):
        load_job(game, card_of, order, jobs, holders, index)
        if play_deal(game, facts, index * game.job[N_PLAYERS]) != OK:
            return index
    return -1


class Player:
    """A table with its bots, ready to play batches; not to be shared by threads.

    ``encoded`` is what the rules' ``encode`` gives; ``lineup`` the bots by player, kept alive here as long as their
    addresses are used.
    """

    def __init__(self, encoded: Mapping[str, Any], lineup: Sequence[Bot], n_log_rows: int = 0) -> None:
        encoded = encoded(len(lineup)) if callable(encoded) else encoded
        n_wilds = encoded["n_wilds"]
        self.lineup = tuple(lineup)
        self.table = suit_table(encoded["points"], ace_high=bool(encoded["ace_high"]), n_wilds=n_wilds)
        line = Line(encoded["n_places"], encoded["ace_high"], self.table.ctypes.data)
        rules = {name: encoded[name] for name in KnockCode._fields if name != "line"}
        self.card_of = np.array(encoded["card_of"], np.int8)
        self.order = np.zeros(UNIVERSE, np.int8)
        self.game = Game(
            code=KnockCode(line=line, **rules),
            deal=new_deal(n_log_rows),
            room=new_room(),
            addresses=np.array(
                [[address_of(bot.hooks[hook], SIGNATURE) for hook in HOOKS] for bot in lineup], np.int64
            ),
            parameters=np.array([bot.parameter_row() for bot in lineup], np.float64),
            holders=np.zeros(MAX_PLAYERS, np.int64),
            streams=np.zeros(len(lineup), np.uint64),
            job=np.zeros(5, np.int64),
        )

    def play(self, jobs: np.ndarray, holders: np.ndarray) -> tuple[np.ndarray, int]:
        """Play a batch (:func:`play_batch`): its facts, a row a column, and the index of the first illegal deal or
        -1.
        """
        facts = np.empty((len(FACT_COLUMNS), holders.size), np.int16)
        return facts, play_batch(self.game, self.card_of, self.order, jobs, holders, facts)

    def read_log(self) -> np.ndarray:
        """Rows of the last deal's log; raises OverflowError if it did not fit."""
        n_rows = int(self.game.deal.now[N_LOGGED])
        if n_rows > len(self.game.deal.log):
            raise OverflowError(f"the log has {n_rows} rows and room for {len(self.game.deal.log)}")
        return self.game.deal.log[:n_rows].copy()

    def dealt(self, job: np.ndarray) -> tuple[list[int], int]:
        """Hands by seat as masks, and the upcard, of a job before the first turn."""
        deal, game = self.game.deal, self.game
        fill_deck(deal.deck, self.order, self.card_of, game.code.n_cards, job[SEED], job[UNIT], job[ROUND])
        deal_out(game.code, deal, job[N_PLAYERS], job[STARTER])
        return [int(hand) for hand in deal.hands[: job[N_PLAYERS]]], int(deal.pile[0])
