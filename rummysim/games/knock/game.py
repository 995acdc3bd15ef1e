"""What a deal is played with, and one turn of it."""

import numpy as np
from numba import int64

from rummysim.core import rng
from rummysim.core.bits import bit
from rummysim.core.dealing import can_draw_stock, draw_stock, drop, gain, lift, log, throw
from rummysim.core.jit import kernel, record
from rummysim.games.knock.settle import ROOM_DTYPE
from rummysim.games.knock.state import ACT, CODE_DTYPE, DEAL_DTYPE
from rummysim.games.knock.turns import (
    NO_KNOCK,
    fiftieth_helps,
    is_all_melded,
    is_discard_allowed,
    knock_with,
    may_knock,
)
from rummysim.games.knock.view import (
    ALL_MELDED,
    CLOSE,
    DISCARD,
    DRAW,
    FIFTIETH,
    HOOKS,
    KNOCK,
    LAST_TURN,
    ORDINARY,
    PASS,
    PILE,
    STOCK,
    STOCK_ONLY,
    UPCARD,
    KnockView,
    hook_at,
)
from rummysim.games.table import game_fields, note_question, parameters_of, player_at
from rummysim.melds.search import leftover_in_line

__all__ = ["BAD_MOVE", "CLOSED", "DEAD", "GAME", "GAME_DTYPE", "GOES_ON", "PASSED", "REFUSED", "STUCK", "play_turn"]

GOES_ON, CLOSED, STUCK, BAD_MOVE, PASSED, DEAD, REFUSED = range(7)
"""Outcomes of a turn. ``PASSED``: the upcard was refused. ``DEAD``: the stock is down to ``dead_stock`` cards.
``REFUSED``: the last discard was refused.
"""

TOOK, THREW, KNOCKED, PASSED_UPCARD = (ACT[name] for name in ("take", "discard", "knock", "pass"))


GAME_DTYPE, GAME = record(
    code=CODE_DTYPE,
    deal=DEAL_DTYPE,
    room=ROOM_DTYPE,
    **game_fields(len(HOOKS)),
)
"""What a deal is played with (:func:`rummysim.games.table.game_fields`). room : scratch."""


@kernel(int64(int64), inline=True)
def word_of(hook):
    """Index of the word of a hook among the eight of a turn: 0, 2, 3; 1 is for families with melds on the table."""
    return hook + 1 if hook else 0


@kernel(int64(GAME, int64, int64, int64, int64, int64))
def decide(game, seat, hook, drawn, taken, offer):
    """Ask the bot in ``seat`` for a decision."""
    player = player_at(game, seat)
    note_question(game, player, hook)
    word = rng.word(game.streams[player], 8 * game.deal.turn + word_of(hook))
    deal = game.deal
    view = KnockView(
        deal.hands[seat],
        deal.spares[seat],
        deal.public.pile_cards[deal.public.n_pile - 1] if deal.public.n_pile else -1,
        drawn,
        taken,
        deal.turn,
        seat,
        game.n_players,
        deal.stock_end - deal.stock_at,
        can_draw_stock(game.code, deal),
        deal.limit,
        deal.left[seat],
        offer,
        deal.public,
        game.code,
        game.memory[player],
        game.score[player],
    )
    return hook_at(game.addresses[player, hook])(view, parameters_of(game, player, hook), word)


@kernel(int64(GAME, int64, int64, int64), inline=True)
def is_source_allowed(game, seat, source, offer):
    """1 if the player in ``seat`` may draw from ``source``."""
    code, deal = game.code, game.deal
    if offer == UPCARD:
        return 1 if source in (PASS, PILE) else 0
    if offer == FIFTIETH:
        top = np.int64(deal.public.pile_cards[deal.public.n_pile - 1])
        hand = (deal.hands[seat], deal.spares[seat])
        helps = source == PILE and fiftieth_helps(code, hand, top, deal.limit, deal.turn, game.n_players)
        return 1 if source == PASS or helps else 0
    if source == STOCK:
        return can_draw_stock(code, deal)
    if source == PILE:
        return 1 if deal.public.n_pile and offer != STOCK_ONLY else 0
    if source == KNOCK and code.knock_without_draw and offer == ORDINARY:
        return may_knock(code, deal.hands[seat], deal.spares[seat], deal.limit, deal.turn, game.n_players)
    return 0


@kernel(int64(GAME, int64, int64), inline=True)
def draw(game, seat, source):
    """Draw from an allowed source; the card."""
    deal = game.deal
    deal.left[seat] = -1
    if source == PILE:
        card = lift(deal)
        gain(deal, seat, card)
        deal.public.known[seat] |= bit(card)
        deal.takes[seat] += 1
        log(deal, seat, TOOK, card, -1, -1)
        return card
    return draw_stock(game, seat)


@kernel(int64(GAME, int64), inline=True)
def knocks_now(game, seat):
    """1 if the cards kept in ``seat`` allow a knock now; notes their least leftover."""
    code, deal = game.code, game.deal
    hand, spare = deal.hands[seat], deal.spares[seat]
    left = leftover_in_line(hand, spare, code.wild_cards, code.line)
    deal.left[seat] = left
    if code.no_knock_first_round and deal.turn < game.n_players:
        return 0
    return 1 if knock_with(code, hand, spare, deal.limit, left) < NO_KNOCK else 0


@kernel(int64(GAME, int64, int64, int64, int64), inline=True)
def finish_turn(game, seat, drawn, taken, offer):
    """The second half of a turn: big gin, discard, knock; its outcome."""
    code, deal = game.code, game.deal
    may_close = offer != LAST_TURN
    all_melded = code.big_gin and drawn >= 0 and may_close
    all_melded = all_melded and is_all_melded(code, deal.hands[seat], deal.spares[seat])
    if all_melded and decide(game, seat, CLOSE, drawn, taken, ALL_MELDED):
        log(deal, seat, KNOCKED, -1, -1, -1)
        deal.is_big_gin = 1
        return CLOSED
    card = decide(game, seat, DISCARD, drawn, taken, offer)
    if not is_discard_allowed(code, deal.hands[seat], card, taken):
        return BAD_MOVE
    drop(deal, seat, card)
    if may_close and knocks_now(game, seat):
        if offer == FIFTIETH or decide(game, seat, CLOSE, drawn, taken, offer):
            log(deal, seat, KNOCKED, card, -1, -1)
            deal.face_down = card
            return CLOSED
    elif offer == FIFTIETH:
        return BAD_MOVE
    throw(deal, card)
    log(deal, seat, THREW, card, -1, -1)
    return DEAD if may_close and deal.stock_end - deal.stock_at <= code.dead_stock else GOES_ON


@kernel(int64(GAME, int64, int64))
def play_turn(game, seat, offer):
    """Play one turn; its outcome. The turn counter is the caller's."""
    code, deal = game.code, game.deal
    drawn, taken = np.int64(-1), np.int64(-1)
    if offer != UPCARD and offer != FIFTIETH and not can_draw_stock(code, deal):
        return STUCK
    if deal.turn or not code.starter_has_eight:
        source = decide(game, seat, DRAW, -1, -1, offer)
        if not is_source_allowed(game, seat, source, offer):
            return BAD_MOVE
        if source == PASS and offer == FIFTIETH:
            return REFUSED
        if source == PASS and offer == UPCARD:
            log(deal, seat, PASSED_UPCARD, -1, -1, -1)
            return PASSED
        if source == KNOCK:
            log(deal, seat, KNOCKED, -1, -1, -1)
            return CLOSED
        drawn = draw(game, seat, source)
        taken = drawn if source == PILE else np.int64(-1)
    return finish_turn(game, seat, drawn, taken, offer)
