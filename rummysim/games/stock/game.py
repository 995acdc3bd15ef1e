"""What a deal is played with, and one turn of it."""

import numpy as np
from numba import int64, uint64, void

from rummysim.core import rng
from rummysim.core.bits import bit, lowest_bit
from rummysim.core.dealing import draw_stock, drop, gain, lift, log, throw
from rummysim.core.jit import kernel, record
from rummysim.games.actions import STOP, action_meld, action_option, is_layoff
from rummysim.games.stock.actions import WRAP, is_legal, is_stop_legal, place_at, use_of, without_jokers
from rummysim.games.stock.draws import END, STOCK, is_take_legal
from rummysim.games.stock.ends import add_meld, change_meld
from rummysim.games.stock.menu import n_claims
from rummysim.games.stock.state import ACT, CODE, CODE_DTYPE, DEAL, DEAL_DTYPE, OWN, OWN_DTYPE, sync
from rummysim.games.stock.view import (
    CLAIM,
    DISCARD,
    DRAW,
    HOOKS,
    MELDS,
    StockView,
    hook_at,
)
from rummysim.games.table import game_fields, note_question, parameters_of, player_at
from rummysim.melds.code import is_run, run_length, run_start, run_suit, set_place, set_suits, set_wilds

__all__ = ["BAD_MOVE", "ENDED", "GAME", "GAME_DTYPE", "GOES_ON", "OUT_BY_DISCARD", "OUT_BY_PLAY", "STUCK", "play_turn"]

GOES_ON, STUCK, ENDED, OUT_BY_DISCARD, OUT_BY_PLAY, BAD_MOVE = range(6)
"""Outcomes of a turn. ``STUCK``: it could not begin, the stock is empty and ends the deal. ``ENDED``: by choice."""

TOOK, THREW, SET_LAID, RUN_LAID, LAID_OFF, ENDED_ROUND, LAID_MORE, CLAIMED = (
    ACT[name] for name in ("take", "discard", "set", "run", "layoff", "end", "more", "claim")
)
ENDS_DEAL = 2
"""Value of ``stock_exhausted``."""
LAST_DISCARD = 1
"""Value of ``call_rummy``."""
SMALL, PIPS, TENS, ACES_LOW, ACES_HIGH, JOKERS = range(6)

GAME_DTYPE, GAME = record(
    code=CODE_DTYPE,
    deal=DEAL_DTYPE,
    call=OWN_DTYPE,
    **game_fields(len(HOOKS)),
)
"""What a deal is played with (:func:`rummysim.games.table.game_fields`). call : the one card of a discard that is
called.
"""


@kernel(int64(GAME, int64, int64, int64))
def decide(game, seat, hook, asked):
    """Ask the bot in ``seat`` for a decision, the ``asked``-th of its kind in this turn."""
    player = player_at(game, seat)
    note_question(game, player, hook)
    word = rng.word(game.streams[player], 8 * game.deal.turn + hook)
    if asked:
        word = rng.mix(word + rng.GOLDEN * np.uint64(asked))
    deal = game.deal
    view = StockView(deal.own, game.call, deal.public, game.code, game.memory[player], game.score[player])
    return hook_at(game.addresses[player, hook])(view, parameters_of(game, player, hook), word)


@kernel(void(CODE, DEAL, int64, int64))
def take(code, deal, seat, depth):
    """Take cards of the pile."""
    own, public = deal.own, deal.public
    hand, spare = deal.hands[seat], deal.spares[seat]
    card = np.int64(-1)
    for _ in range(depth):
        card = lift(deal)
        gain(deal, seat, card)
        public.known[seat] |= bit(card)
    deal.takes[seat] += 1
    deal.taken_cards[seat] += depth
    log(deal, seat, TOOK, card, depth, -1)
    sync(code, deal, seat)
    if depth > 1 or code.top_must_be_used:
        own.must = card
        if not code.pile_card_reuse:
            own.usable, own.usable_spare = hand | bit(card), spare | (hand & bit(card))
    if depth == 1 and code.no_return_discard:
        own.barred = card


@kernel(int64(GAME, int64))
def draw(game, seat):
    """The draw of a turn; ``GOES_ON``, ``ENDED`` or ``BAD_MOVE``."""
    code, deal = game.code, game.deal
    answer = decide(game, seat, np.int64(DRAW), np.int64(0))
    if answer == END:
        if deal.own.can_draw_stock:
            return BAD_MOVE
        log(deal, seat, ENDED_ROUND, -1, -1, -1)
        return ENDED
    if answer == STOCK:
        if not deal.own.can_draw_stock:
            return BAD_MOVE
        draw_stock(game, seat)
        sync(code, deal, seat)
        return GOES_ON
    if answer < 0 or not is_take_legal(code, deal.public, deal.own, answer):
        return BAD_MOVE
    take(code, deal, seat, answer)
    return GOES_ON


@kernel(void(CODE, DEAL, int64, int64, int64), inline=True)
def count_card(code, deal, seat, place, is_low):
    """Count a natural laid by ``seat`` in its class; ``is_low``: an ace at the low end."""
    tabled = deal.tabled[seat]
    if place == 0:
        tabled[ACES_LOW if is_low or code.ace_mode == 0 else ACES_HIGH] += 1
    elif place < 9:
        tabled[SMALL] += 1
        tabled[PIPS] += place + 1
    else:
        tabled[TENS] += 1


@kernel(void(CODE, DEAL, int64, int64))
def lay_meld(code, deal, seat, meld):
    """Put a new meld on the table: log and counts."""
    public = deal.public
    if is_run(meld):
        pattern = 0
        for index in range(run_length(meld)):
            is_joker = meld >> (13 - index) & 1
            pattern |= is_joker << index
            if is_joker:
                deal.tabled[seat, JOKERS] += 1
            else:
                count_card(code, deal, seat, place_at(run_start(meld) + index), np.int64(index == 0))
        log(deal, seat, RUN_LAID, 16 * run_suit(meld) + run_start(meld), run_length(meld), pattern)
    else:
        deal.tabled[seat, JOKERS] += set_wilds(meld)
        for suit in range(4):
            if set_suits(meld) >> suit & 1:
                count_card(code, deal, seat, set_place(meld), np.int64(0))
        log(deal, seat, SET_LAID, set_place(meld), set_suits(meld), set_wilds(meld))
    add_meld(code, public, meld)
    public.has_melded |= np.uint64(1) << np.uint64(seat)
    deal.new_melds[seat] += 1
    deal.own.n_new_melds += 1


@kernel(void(CODE, DEAL, int64, int64, uint64, int64))
def lay_off(code, deal, seat, action, naturals, first_act):
    """Add the cards of a lay-off to a meld that is still as it was: log and counts.

    first_act : code of the first card's row.
    """
    public = deal.public
    index, option = action_meld(action), action_option(action)
    meld = public.melds[index]
    if not is_run(meld):
        is_joker = naturals == 0
        if is_joker:
            deal.tabled[seat, JOKERS] += 1
        else:
            count_card(code, deal, seat, set_place(meld), np.int64(0))
        log(deal, seat, first_act, 13 if is_joker else lowest_bit(naturals), index, -1)
        deal.laid_off[seat] += 1
        return
    below, above = option >> 4, option & 15
    act = first_act
    for step in range(below + above):
        is_below = step < below
        position = run_start(meld) - 1 - step if is_below else run_start(meld) + run_length(meld) + step - below
        shown = place_at(position) if code.ace_mode == WRAP else position
        card = 16 * run_suit(meld) + place_at(position)
        if naturals & bit(card):
            is_lowest = is_below and step == below - 1
            count_card(code, deal, seat, card & 15, np.int64(is_lowest))
            log(deal, seat, act, card, index, shown)
        else:
            deal.tabled[seat, JOKERS] += 1
            log(deal, seat, act, 13, index, shown)
        deal.laid_off[seat] += 1
        act = LAID_MORE


@kernel(void(CODE, DEAL, int64, int64))
def apply_action(code, deal, seat, action):
    """Play a legal action."""
    own, public = deal.own, deal.public
    _, naturals, jokers, meld = use_of(code, public, own, action)
    hand, spare = without_jokers(code, own.hand, own.spare, own.must, jokers)
    deal.hands[seat], deal.spares[seat] = (hand & ~naturals) | (spare & naturals), spare & ~naturals
    public.known[seat] &= deal.hands[seat]
    if is_layoff(action):
        lay_off(code, deal, seat, action, naturals, np.int64(LAID_OFF))
        change_meld(code, public, action_meld(action), meld)
    else:
        lay_meld(code, deal, seat, meld)
    own.must = -1
    sync(code, deal, seat)


@kernel(int64(GAME, int64))
def play_phase(game, seat):
    """New melds and lay-offs until the player stops or has no cards; ``GOES_ON``, ``OUT_BY_PLAY`` or ``BAD_MOVE``."""
    code, deal = game.code, game.deal
    asked = np.int64(0)
    while deal.own.hand:
        action = decide(game, seat, np.int64(MELDS), asked)
        asked += 1
        if action == STOP:
            return GOES_ON if is_stop_legal(deal.own) else BAD_MOVE
        if not is_legal(code, deal.public, deal.own, action):
            return BAD_MOVE
        apply_action(code, deal, seat, action)
    return GOES_ON if code.final_discard_required else OUT_BY_PLAY


@kernel(void(OWN, OWN, int64, uint64), inline=True)
def load_call(own, call, card, has_melded):
    """Set what decides about a lay-off of ``card`` alone by the player in ``own``."""
    call.hand = call.usable = bit(card)
    call.spare = call.usable_spare = np.uint64(0)
    call.must = call.barred = -1
    call.seat = own.seat
    call.n_new_melds = np.int64(has_melded)


@kernel(int64(GAME, int64, int64, int64))
def ask_call(game, discarder, card, is_last):
    """Ask the others whether they claim a discard (``call_rummy``); ``GOES_ON`` or ``BAD_MOVE``."""
    code, deal, public, call = game.code, game.deal, game.deal.public, game.call
    if code.call_rummy == 0 or (code.call_rummy == LAST_DISCARD and not is_last):
        return GOES_ON
    for step in range(1, game.n_players):
        seat = (discarder + step) % game.n_players
        has_melded = public.has_melded >> np.uint64(seat) & np.uint64(1)
        deal.own.seat = seat
        load_call(deal.own, call, card, has_melded)
        if n_claims(code, public, call) == 0:
            continue
        sync(code, deal, seat)
        answer = decide(game, seat, np.int64(CLAIM), np.int64(0))
        if answer == STOP:
            continue
        if not is_layoff(answer) or not is_legal(code, public, call, answer):
            return BAD_MOVE
        _, naturals, _, meld = use_of(code, public, call, answer)
        lift(deal)
        lay_off(code, deal, seat, answer, naturals, np.int64(CLAIMED))
        change_meld(code, public, action_meld(answer), meld)
        deal.claims[seat] += 1
        return GOES_ON
    return GOES_ON


@kernel(void(CODE, DEAL, int64, int64), inline=True)
def begin_turn(code, deal, seat, n_players):
    """Set what the player at turn sees."""
    own = deal.own
    own.must = own.barred = -1
    own.seat, own.turn, own.n_players, own.n_new_melds = seat, deal.turn, n_players, 0
    sync(code, deal, seat)
    deal.had_laid = np.int64(deal.new_melds[seat] + deal.laid_off[seat] > 0)


@kernel(void(DEAL, int64), inline=True)
def go_out(deal, seat):
    """Note that ``seat`` went out."""
    deal.out = seat
    deal.is_rummy = 0 if deal.had_laid else 1


@kernel(int64(GAME, int64))
def play_turn(game, seat):
    """Play one turn; its outcome."""
    code, deal = game.code, game.deal
    begin_turn(code, deal, seat, game.n_players)
    if code.stock_exhausted == ENDS_DEAL and deal.stock_at == deal.stock_end:
        return STUCK
    outcome = draw(game, seat)
    if outcome != GOES_ON:
        return outcome
    outcome = play_phase(game, seat)
    if outcome == OUT_BY_PLAY:
        go_out(deal, seat)
    if outcome != GOES_ON or deal.own.hand == 0:
        return outcome
    card = decide(game, seat, np.int64(DISCARD), np.int64(0))
    own = deal.own
    if card < 0 or card > 63 or not own.hand & bit(card):
        return BAD_MOVE
    if card == own.barred and not own.spare & bit(card):
        return BAD_MOVE
    drop(deal, seat, card)
    throw(deal, card)
    log(deal, seat, THREW, card, -1, -1)
    sync(code, deal, seat)
    is_last = np.int64(deal.hands[seat] == 0)
    if is_last:
        go_out(deal, seat)
    if ask_call(game, seat, card, is_last) == BAD_MOVE:
        return BAD_MOVE
    return OUT_BY_DISCARD if is_last else GOES_ON
