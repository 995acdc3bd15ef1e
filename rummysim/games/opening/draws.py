"""What may be drawn: the stock, the top of the pile, the cut card, or the end of the deal (2.2 (1), 8.6)."""

import numpy as np
from numba import int64

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.games.opening.menu import can_act, swap_action
from rummysim.games.opening.openings import hand_points, opening_points
from rummysim.games.opening.state import CODE, JOKER, OWES_HAND, OWES_NOTHING, OWES_OPENING, OWN, PUBLIC

__all__ = [
    "CUT",
    "END",
    "PILE",
    "STOCK",
    "draw_answer",
    "is_cut_legal",
    "is_take_legal",
    "n_draws",
    "owed_by_take",
    "receive",
]

END, STOCK, PILE, CUT = -1, 0, 1, 2
"""Answers to the draw."""
FREE, FIRST_TURN, OR_OPENING, OPENED_ONLY, FROM_ROUND_2 = range(5)
"""Values of ``discard_take``."""
FORBIDDEN = np.int64(-1)


@kernel(int64(OWN), inline=True)
def own_round(own):
    """Turns the player has had before this one."""
    return own.turn // own.n_players


@kernel(int64(CODE, OWN))
def owed_by_take(code, own):
    """What a take from the pile makes the player owe, -1 if it is not allowed; whether it can be done is not seen."""
    if own.is_open:
        return OWES_NOTHING
    is_first = own_round(own) == 0
    is_starters = code.starter_privilege_second_turn and own.seat == 0 and own_round(own) == 1
    take = code.discard_take
    if take == OPENED_ONLY or (take == FROM_ROUND_2 and is_first):
        return FORBIDDEN
    is_free = take in (FREE, FROM_ROUND_2) or (take == FIRST_TURN and (is_first or is_starters))
    return OWES_NOTHING if is_free and not code.taken_discard_must_be_used else OWES_OPENING


@kernel(int64(CODE, OWN, int64, int64))
def receive(code, own, card, from_pile):
    """Add a card (13 a joker) to what the player sees, with what a take asks for; 1 if a card of its kind was there."""
    had = np.int64(own.n_jokers > 0) if card == JOKER else np.int64(own.hand >> np.uint64(card) & np.uint64(1))
    if card == JOKER:
        own.n_jokers += 1
    else:
        own.spare |= own.hand & bit(card)
        own.hand |= bit(card)
    if from_pile:
        own.must = card if code.taken_discard_must_be_used else np.int64(-1)
        own.barred = card if code.no_return_discard and not had else np.int64(-1)
    return had


@kernel(int64(CODE, PUBLIC, OWN))
def can_use_top(code, public, own):
    """1 if what a take of the top asks for can be done."""
    owes = owed_by_take(code, own)
    hand, spare, n_jokers = own.hand, own.spare, own.n_jokers
    receive(code, own, own.top, np.int64(1))
    own.owes = owes
    if owes == OWES_OPENING:
        useful = np.int64(own.may_meld and opening_points(code, own) >= 0)
    elif own.must >= 0:
        useful = np.int64(can_act(code, public, own) or swap_action(code, public, own, np.int64(0)) >= 0)
    else:
        useful = np.int64(1)
    own.hand, own.spare, own.n_jokers = hand, spare, n_jokers
    own.must = own.barred = np.int64(-1)
    own.owes = np.int64(OWES_NOTHING)
    return useful


@kernel(int64(CODE, PUBLIC, OWN))
def is_take_legal(code, public, own):
    """1 if the player at turn may take the top of the pile."""
    if own.top < 0:
        return 0
    owes = owed_by_take(code, own)
    if owes == FORBIDDEN:
        return 0
    if owes == OWES_NOTHING and not code.taken_discard_must_be_used:
        return 1
    return can_use_top(code, public, own)


@kernel(int64(CODE, PUBLIC, OWN))
def is_cut_legal(code, public, own):
    """1 if the player at turn may draw the cut card: with it they go out by hand (RM-3)."""
    if public.cut < 0 or own.is_open or not own.may_meld:
        return 0
    hand, spare, n_jokers = own.hand, own.spare, own.n_jokers
    receive(code, own, public.cut, np.int64(0))
    own.owes = np.int64(OWES_HAND)
    is_hand = np.int64(hand_points(code, own) >= 0)
    own.hand, own.spare, own.n_jokers = hand, spare, n_jokers
    own.owes = np.int64(OWES_NOTHING)
    return is_hand


@kernel(int64(CODE, PUBLIC, OWN))
def n_draws(code, public, own):
    """Legal answers to the draw."""
    return 1 + is_take_legal(code, public, own) + is_cut_legal(code, public, own)


@kernel(int64(CODE, PUBLIC, OWN, int64))
def draw_answer(code, public, own, number):
    """Legal answer of that number: the stock, the pile, the cut card, the end."""
    if own.can_draw_stock:
        if number == 0:
            return STOCK
        number -= 1
    if is_take_legal(code, public, own):
        if number == 0:
            return PILE
        number -= 1
    return CUT if number == 0 and is_cut_legal(code, public, own) else END
