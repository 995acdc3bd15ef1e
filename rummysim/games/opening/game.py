"""What a deal is played with, and one turn of it."""

import numpy as np
from numba import int64, void

from rummysim.core import rng
from rummysim.core.bits import lowest_bit
from rummysim.core.dealing import draw_stock, drop, log, throw
from rummysim.core.jit import kernel, record
from rummysim.games.actions import STOP
from rummysim.games.opening.actions import holds_meld, is_swap
from rummysim.games.opening.draws import CUT, END, PILE, STOCK, is_cut_legal, is_take_legal, owed_by_take
from rummysim.games.opening.menu import is_legal, is_stop_legal
from rummysim.games.opening.moves import apply_action, apply_opening, take, take_cut
from rummysim.games.opening.openings import add_to_opening, is_complete
from rummysim.games.opening.state import (
    ACT,
    CODE,
    CODE_DTYPE,
    DEAL,
    DEAL_DTYPE,
    JOKER,
    MAX_OPENING,
    NO_CARD,
    OWES_HAND,
    OWES_OPENING,
    sync,
)
from rummysim.games.opening.throws import may_throw
from rummysim.games.opening.view import DISCARD, DRAW, HOOKS, MELDS, OpeningView, hook_at
from rummysim.games.table import game_fields, note_question, parameters_of, player_at
from rummysim.melds.each import is_meld

__all__ = ["BAD_MOVE", "ENDED", "GAME", "GAME_DTYPE", "GOES_ON", "OUT_BY_DISCARD", "OUT_BY_PLAY", "STUCK", "play_turn"]

GOES_ON, STUCK, ENDED, OUT_BY_DISCARD, OUT_BY_PLAY, BAD_MOVE = range(6)
"""Outcomes of a turn. ``STUCK``: it could not begin, the stock is empty and ends the deal. ``ENDED``: by choice."""
THREW, ENDED_DEAL = ACT["discard"], ACT["end"]

GAME_DTYPE, GAME = record(code=CODE_DTYPE, deal=DEAL_DTYPE, **game_fields(len(HOOKS)))
"""What a deal is played with (:func:`rummysim.games.table.game_fields`)."""


@kernel(int64(GAME, int64, int64, int64))
def decide(game, seat, hook, asked):
    """Ask the bot in ``seat`` for a decision, the ``asked``-th of its kind in this turn."""
    player = player_at(game, seat)
    note_question(game, player, hook)
    word = rng.word(game.streams[player], 8 * game.deal.turn + hook)
    if asked:
        word = rng.mix(word + rng.GOLDEN * np.uint64(asked))
    deal = game.deal
    view = OpeningView(deal.own, deal.public, game.code, game.memory[player], game.score[player])
    return hook_at(game.addresses[player, hook])(view, parameters_of(game, player, hook), word)


@kernel(int64(GAME, int64))
def draw(game, seat):
    """The draw of a turn; ``GOES_ON``, ``ENDED`` or ``BAD_MOVE``."""
    code, deal = game.code, game.deal
    own, public = deal.own, deal.public
    answer = decide(game, seat, np.int64(DRAW), np.int64(0))
    if answer == END and not own.can_draw_stock:
        log(deal, seat, ENDED_DEAL, -1, -1, -1)
        return ENDED
    if answer == STOCK and own.can_draw_stock:
        draw_stock(game, seat)
        sync(code, deal, seat)
        return GOES_ON
    if answer == PILE and is_take_legal(code, public, own):
        take(code, deal, seat, owed_by_take(code, own))
        return GOES_ON
    if answer == CUT and is_cut_legal(code, public, own):
        take_cut(code, deal, seat, np.int64(OWES_HAND))
        return GOES_ON
    return BAD_MOVE


@kernel(int64(GAME, int64, int64))
def answer_opening(game, seat, action):
    """An answer of who has not opened but a stop before any meld; ``GOES_ON`` or ``BAD_MOVE``."""
    code, deal = game.code, game.deal
    own = deal.own
    if is_swap(action):
        if not is_legal(code, deal.public, own, action):
            return BAD_MOVE
        apply_action(code, deal, seat, action)
        own.owes = np.int64(OWES_OPENING)
        return GOES_ON
    if action == STOP:
        if not is_complete(code, own):
            return BAD_MOVE
        apply_opening(code, deal, seat)
        return GOES_ON
    if own.n_laid == MAX_OPENING or not is_meld(code.points, action) or not holds_meld(own, action):
        return BAD_MOVE
    deal.opening[own.n_laid] = action
    add_to_opening(code, own, action)
    return GOES_ON


@kernel(int64(GAME, int64))
def play_phase(game, seat):
    """Openings, melds, lay-offs and swaps until the player stops; ``GOES_ON``, ``OUT_BY_PLAY`` or ``BAD_MOVE``."""
    code, deal = game.code, game.deal
    own = deal.own
    if not own.may_meld and not own.is_open:
        return GOES_ON
    asked = np.int64(0)
    while deal.hands[seat]:
        action = decide(game, seat, np.int64(MELDS), asked)
        asked += 1
        if action == STOP and own.n_laid == 0:
            return GOES_ON if is_stop_legal(own) else BAD_MOVE
        if own.is_open:
            if not is_legal(code, deal.public, own, action):
                return BAD_MOVE
            apply_action(code, deal, seat, action)
        elif answer_opening(game, seat, action) == BAD_MOVE:
            return BAD_MOVE
    return OUT_BY_PLAY


@kernel(void(CODE, DEAL, int64, int64), inline=True)
def begin_turn(code, deal, seat, n_players):
    """Set what the player at turn sees."""
    own = deal.own
    own.must = own.barred = NO_CARD
    own.seat, own.turn, own.n_players = seat, deal.turn, n_players
    own.owes = own.is_hand_due = own.pending = own.opened_now = own.n_laid = own.laid_points = own.has_pure = 0
    own.is_open = np.int64(deal.public.opened >> np.uint64(seat) & np.uint64(1))
    is_early = deal.turn // n_players < code.no_open_first_rounds
    is_start = deal.turn == 0 and code.starter_has_extra and not code.first_turn_melding
    own.may_meld = np.int64(not is_early and not is_start)
    deal.was_open = own.is_open
    deal.took_cut = deal.n_layoffs_now = deal.n_swaps_now = 0
    sync(code, deal, seat)


@kernel(void(CODE, DEAL, int64), inline=True)
def go_out(code, deal, seat):
    """Note that ``seat`` went out, and whether by hand (2.2 (5))."""
    deal.out = seat
    lays_off = deal.n_layoffs_now > 0 and not code.layoff_in_hand
    deal.is_hand = np.int64(not deal.was_open and not lays_off and deal.n_swaps_now == 0)
    deal.is_cut = np.int64(deal.is_hand and deal.took_cut)


@kernel(int64(GAME, int64))
def discard(game, seat):
    """The discard of a turn; ``GOES_ON``, ``OUT_BY_DISCARD`` or ``BAD_MOVE``."""
    code, deal = game.code, game.deal
    card = decide(game, seat, np.int64(DISCARD), np.int64(0))
    if not may_throw(code, deal.public, deal.own, card):
        return BAD_MOVE
    if card == JOKER:
        card = lowest_bit(deal.hands[seat] & code.joker_cards)
    drop(deal, seat, card)
    throw(deal, card)
    log(deal, seat, THREW, card, -1, -1)
    sync(code, deal, seat)
    if deal.hands[seat]:
        return GOES_ON
    go_out(code, deal, seat)
    return OUT_BY_DISCARD


@kernel(int64(GAME, int64))
def play_turn(game, seat):
    """Play one turn; its outcome."""
    code, deal = game.code, game.deal
    begin_turn(code, deal, seat, game.n_players)
    if code.ends_on_empty and deal.turn and deal.stock_at == deal.stock_end:
        return STUCK
    if deal.turn or not code.starter_has_extra:
        outcome = draw(game, seat)
        if outcome != GOES_ON:
            return outcome
    outcome = play_phase(game, seat)
    if outcome == OUT_BY_PLAY:
        go_out(code, deal, seat)
    return outcome if outcome != GOES_ON else discard(game, seat)
