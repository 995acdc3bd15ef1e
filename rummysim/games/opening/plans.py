"""What a bot that plays all it can does once it has opened: new melds, lay-offs, jokers, swaps, in this order."""

import numpy as np
from numba import int64

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.actions import STOP, layoff_code
from rummysim.games.opening.actions import is_action_possible, may_add
from rummysim.games.opening.menu import first_action, is_stop_legal, swap_action
from rummysim.games.opening.state import CODE, JOKER, OWN, PUBLIC
from rummysim.melds.code import is_run, run_start
from rummysim.melds.demand import JOKER as JOKER_LAID
from rummysim.melds.demand import LEAVE, meld_with, worth_with
from rummysim.melds.grow import JOKER_OPTION, end_cards, takes_joker

__all__ = ["fits_table", "next_action"]

NOTHING = np.int64(-1)
BELOW, ABOVE = 16, 1
"""Options of a lay-off of one card on a run."""


@kernel(int64(CODE, PUBLIC, OWN, int64))
def fits_table(code, public, own, card):
    """1 if a card (13 a joker) alone could be laid off by who has opened."""
    for index in range(public.n_melds):
        if card == JOKER:
            if takes_joker(code.points, code.most_jokers, public.melds[index]):
                return 1
        elif end_cards(code.points, public.melds[index]) & bit(card):
            return 1
    return 0


@kernel(int64(CODE, PUBLIC, OWN))
def best_new_meld(code, public, own):
    """Legal new meld of melds that are worth most, with what has to be used; ``NOTHING`` if there is none."""
    needs_joker = own.pending or own.must == JOKER
    demands = np.int64(LEAVE) | (np.int64(JOKER_LAID) if needs_joker else np.int64(0))
    must = own.must if own.must != JOKER else NOTHING
    hand, spare, n_jokers = own.hand, own.spare, own.n_jokers
    if worth_with(code.points, hand, spare, n_jokers, demands, must, own.barred) <= 0:
        return NOTHING
    meld = meld_with(code.points, hand, spare, n_jokers, demands, must, own.barred)
    return meld if is_action_possible(code, public, own, meld) else NOTHING


@kernel(int64(CODE, PUBLIC, OWN))
def one_layoff(code, public, own):
    """Legal lay-off of one natural, else of a joker, ``NOTHING`` if there is none."""
    for index in range(public.n_melds):
        meld = public.melds[index]
        fits = end_cards(code.points, meld) & own.hand
        while fits:
            card = lowest_bit(fits)
            fits &= fits - bit(0)
            option = np.int64(card >> 4)
            if is_run(meld):
                is_below = run_start(meld) > 0 and card & 15 == run_start(meld) - 1
                option = np.int64(BELOW if is_below else ABOVE)
            action = layoff_code(np.int64(index), option)
            if is_action_possible(code, public, own, action):
                return action
    if own.n_jokers:
        for index in range(public.n_melds):
            for side in range(2):
                option = np.int64(JOKER_OPTION)
                if is_run(public.melds[index]):
                    option = np.int64(BELOW if side else ABOVE)
                action = layoff_code(np.int64(index), option)
                if is_action_possible(code, public, own, action):
                    return action
    return NOTHING


@kernel(int64(PUBLIC, OWN), inline=True)
def may_swap(public, own):
    """0 if no meld on the table has a joker."""
    for index in range(public.n_melds):
        meld = public.melds[index]
        if meld & (0x3FFF if is_run(meld) else 0xF0000):
            return 1
    return 0


@kernel(int64(CODE, PUBLIC, OWN))
def next_action(code, public, own):
    """The next action of who has opened, ``STOP`` after the last; what must be done comes first."""
    action = best_new_meld(code, public, own)
    if action != NOTHING:
        return action
    if not is_stop_legal(own):
        return first_action(code, public, own, np.int64(0))
    if may_add(code, own) and public.n_melds:
        action = one_layoff(code, public, own)
        if action == NOTHING and may_swap(public, own):
            action = max(swap_action(code, public, own, np.int64(0)), NOTHING)
        if action != NOTHING:
            return action
    return STOP
