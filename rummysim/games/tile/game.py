"""What a deal is played with, and one turn of it."""

import numpy as np
from numba import int64, void

from rummysim.core import rng
from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel, record, record_at
from rummysim.games.actions import STOP
from rummysim.games.table import game_fields, note_question, parameters_of, player_at
from rummysim.games.tile.actions import REBUILD, holds_meld, is_legal
from rummysim.games.tile.moves import (
    apply_action,
    apply_opening,
    draw_tile,
    end_play,
    lay_rebuilt,
    put_out,
    take_laid_out,
)
from rummysim.games.tile.openings import add_to_opening, is_complete, may_be_in_opening
from rummysim.games.tile.rebuild import NOTHING, UNPROVED, rebuild_at
from rummysim.games.tile.state import (
    CODE,
    CODE_DTYPE,
    DEAL,
    DEAL_DTYPE,
    IF_NO_PLAY,
    JOKER,
    MAX_OPENING,
    NEVER,
    NO_TILE,
    TAKEABLE,
    sync,
)
from rummysim.games.tile.view import DRAW, HOOKS, LAY_OUT, MELDS, TileView, hook_at
from rummysim.melds.each import is_meld
from rummysim.melds.table.memory import TABLES, WORK

__all__ = ["BAD_MOVE", "EXHAUSTED", "GAME", "GAME_DTYPE", "GOES_ON", "OUT", "begin_deal", "begin_turn", "play_turn"]

GOES_ON, EXHAUSTED, OUT, BAD_MOVE = range(4)
"""Outcomes of a turn."""
POOL, LAID_OUT = 0, 1
"""Answers to the draw."""
PLAY_ON, ONE_MORE_ROUND = range(2)
"""Values of ``pool_empty``; the third ends the deal with the turn that empties the pool."""
SECOND = 1
"""Seat of the second player."""

GAME_DTYPE, GAME = record(
    code=CODE_DTYPE,
    deal=DEAL_DTYPE,
    **game_fields(len(HOOKS)),
    solver=np.int64,
    tables=np.int64,
    work=np.int64,
)
"""What a deal is played with (:func:`rummysim.games.table.game_fields`). solver, tables, work : addresses of the solver
for the variant's jokers, and of what it works with.
"""
tables_at, work_at = record_at(TABLES), record_at(WORK)


@kernel(int64(GAME, int64, int64, int64))
def decide(game, seat, hook, asked):
    """Ask the bot in ``seat`` for a decision, the ``asked``-th of its kind in this turn."""
    player = player_at(game, seat)
    note_question(game, player, hook)
    word = rng.word(game.streams[player], 8 * game.deal.turn + hook)
    if asked:
        word = rng.mix(word + rng.GOLDEN * np.uint64(asked))
    deal = game.deal
    view = TileView(deal.own, deal.public, game.code, deal.offer, game.memory[player], game.score[player])
    return hook_at(game.addresses[player, hook])(view, parameters_of(game, player, hook), word)


@kernel(void(CODE, DEAL, int64, int64), inline=True)
def begin_turn(code, deal, seat, n_players):
    """Set what the player at turn sees."""
    own = deal.own
    own.drawn = NO_TILE
    own.seat, own.turn, own.n_players = seat, deal.turn, n_players
    own.opened_now = own.n_played = own.n_laid = own.laid_points = 0
    own.is_open = np.int64(deal.public.opened >> np.uint64(seat) & np.uint64(1))
    is_first = seat == SECOND and deal.turn < n_players
    own.may_take = np.int64(is_first and deal.public.laid_out >= 0 and code.initial_discard == TAKEABLE)
    deal.is_pool_empty = np.int64(deal.stock_at == deal.stock_end)
    sync(code, deal, seat)


@kernel(void(CODE, DEAL), inline=True)
def begin_play(code, deal):
    """Note the table before the play of a turn."""
    deal.now = deal.now_twice = np.uint64(0)
    deal.now_jokers = 0
    if code.binds_jokers:
        deal.n_before = deal.public.n_melds
        for index in range(deal.n_before):
            deal.before[index] = deal.public.melds[index]


@kernel(int64(GAME, int64))
def draw(game, seat):
    """The draw of a turn; ``GOES_ON`` or ``BAD_MOVE``."""
    code, deal = game.code, game.deal
    if deal.own.may_take:
        answer = decide(game, seat, np.int64(DRAW), np.int64(0))
        if answer == LAID_OUT:
            take_laid_out(code, deal, seat)
        elif answer != POOL or deal.is_pool_empty:
            return BAD_MOVE
        else:
            draw_tile(code, deal, seat)
    elif not deal.is_pool_empty:
        draw_tile(code, deal, seat)
    return GOES_ON


@kernel(int64(GAME, int64, int64))
def answer_opening(game, seat, action):
    """An answer of who has not opened but a stop before any meld; ``GOES_ON`` or ``BAD_MOVE``."""
    code, deal = game.code, game.deal
    own = deal.own
    if action != STOP:
        is_known = is_meld(code.points, action) and may_be_in_opening(code, action)
        if own.n_laid == MAX_OPENING or not is_known or not holds_meld(own, action):
            return BAD_MOVE
        deal.opening[own.n_laid] = action
        add_to_opening(code, own, action)
        if own.rack or own.n_jokers:
            return GOES_ON
    if not is_complete(code, own):
        return BAD_MOVE
    apply_opening(code, deal, seat)
    return GOES_ON


@kernel(int64(GAME, int64))
def rebuild(game, seat):
    """Have the table laid anew, most of what is offered going down; ``GOES_ON`` or ``BAD_MOVE``."""
    code, deal = game.code, game.deal
    if not code.rearrange:
        return BAD_MOVE
    work = work_at(game.work)
    answer = rebuild_at(game.solver)(tables_at(game.tables), work, code, deal)
    if answer & UNPROVED:
        deal.unproved[seat] += 1
    if answer & ~UNPROVED != NOTHING:
        public = deal.public
        public.n_melds = work.n_melds
        for index in range(work.n_melds):
            public.melds[index] = work.melds[index]
        lay_rebuilt(code, deal, seat)
    return GOES_ON


@kernel(void(DEAL), inline=True)
def offer_all(deal):
    """Set what a rebuild may lay to the whole rack."""
    own, offer = deal.own, deal.offer
    offer.rack, offer.twice, offer.n_jokers = own.rack, own.twice, own.n_jokers
    offer.by_points = offer.all_or_this = 0


@kernel(int64(GAME, int64))
def play_phase(game, seat):
    """Openings, melds, lay-offs, splits, a rebuild, until the player stops; ``GOES_ON``, ``OUT`` or ``BAD_MOVE``."""
    code, deal = game.code, game.deal
    own = deal.own
    asked = np.int64(0)
    begin_play(code, deal)
    while deal.hands[seat]:
        offer_all(deal)
        action = decide(game, seat, np.int64(MELDS), asked)
        asked += 1
        if action == STOP and own.n_laid == 0:
            break
        if not own.is_open:
            if answer_opening(game, seat, action) == BAD_MOVE:
                return BAD_MOVE
            if own.is_open and not code.manipulate_on_opening_turn:
                break
        elif action == REBUILD:
            if rebuild(game, seat) == BAD_MOVE:
                return BAD_MOVE
            break
        elif is_legal(code, deal.public, own, action):
            apply_action(code, deal, seat, action)
        else:
            return BAD_MOVE
    end_play(deal, seat)
    return GOES_ON if deal.hands[seat] else OUT


@kernel(int64(CODE, DEAL, int64), inline=True)
def has_run_dry(code, deal, n_players):
    """1 if the deal ends with the turn just played because the pool is empty (8.5)."""
    if deal.is_pool_empty and deal.own.n_played == 0:
        deal.n_idle += 1
    else:
        deal.n_idle = 0
    if code.pool_empty == PLAY_ON:
        return 1 if deal.n_idle >= n_players else 0
    if deal.emptied == NEVER:
        return 0
    return 1 if code.pool_empty != ONE_MORE_ROUND or deal.turn - deal.emptied >= n_players else 0


@kernel(int64(GAME))
def play_turn(game):
    """Play the next turn; its outcome."""
    code, deal = game.code, game.deal
    seat = (deal.turn + code.mano) % game.n_players
    begin_turn(code, deal, seat, game.n_players)
    draws_late = code.draw_rule == IF_NO_PLAY
    if not draws_late and draw(game, seat) == BAD_MOVE:
        return BAD_MOVE
    outcome = play_phase(game, seat)
    if outcome == GOES_ON and draws_late and deal.own.n_played == 0:
        outcome = draw(game, seat)
    if outcome == BAD_MOVE:
        return BAD_MOVE
    if seat == SECOND:
        deal.public.laid_out = NO_TILE
    if outcome == OUT:
        deal.out = seat
    elif has_run_dry(code, deal, game.n_players):
        outcome = EXHAUSTED
    deal.turn += 1
    return outcome


@kernel(int64(GAME))
def begin_deal(game):
    """The tile that the first player lays out; ``GOES_ON``, ``BAD_MOVE``, or ``EXHAUSTED`` if there is no pool and that
    ends the deal.
    """
    code, deal = game.code, game.deal
    if code.initial_discard:
        begin_turn(code, deal, np.int64(0), game.n_players)
        tile = decide(game, np.int64(0), np.int64(LAY_OUT), np.int64(0))
        if tile == JOKER:
            tile = lowest_bit(deal.hands[0] & code.joker_cards)
        if tile < 0 or tile > 63 or not deal.hands[0] & bit(tile):
            return BAD_MOVE
        put_out(code, deal, np.int64(0), tile)
    return EXHAUSTED if code.pool_empty > ONE_MORE_ROUND and deal.emptied != NEVER else GOES_ON
