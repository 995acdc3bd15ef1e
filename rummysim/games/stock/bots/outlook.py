"""What a player can reckon from the view: cards that can still come, live outs, what a discard may give away."""

import numpy as np
from numba import float64, int64, uint64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.stock.actions import EITHER, PLACES, WRAP
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.melds.code import is_run, run_length, run_start, run_suit, set_place, set_suits
from rummysim.melds.cover import rank_mask
from rummysim.melds.danger import melds_given

__all__ = ["danger", "known_elsewhere", "live_outs", "on_table", "outs_of"]


@kernel(uint64(PUBLIC, OWN))
def known_elsewhere(public, own):
    """Cards known in other hands."""
    cards = np.uint64(0)
    for seat in range(own.n_players):
        if seat != own.seat:
            cards |= public.known[seat]
    return cards


@kernel(uint64(PUBLIC))
def on_table(public):
    """Cards on the table."""
    cards = np.uint64(0)
    for index in range(public.n_melds):
        meld = public.melds[index]
        if is_run(meld):
            for step in range(run_length(meld)):
                if not meld >> (13 - step) & 1:
                    cards |= bit(16 * run_suit(meld) + (run_start(meld) + step) % PLACES)
        else:
            for suit in range(4):
                if set_suits(meld) >> suit & 1:
                    cards |= bit(16 * suit + set_place(meld))
    return cards


@kernel(uint64(CODE, int64, int64), inline=True)
def beside(code, card, distance):
    """The card so many places above (below: negative) in the suit, 0 if there is none."""
    place = (card & 15) + distance
    if code.ace_mode == WRAP:
        return bit((card & 48) + place % PLACES)
    if code.ace_mode == EITHER and place == PLACES:
        place = 0
    elif code.ace_mode == EITHER and card & 15 == 0 and distance < 0:
        place = PLACES + distance
    return bit((card & 48) + place) if 0 <= place < PLACES else np.uint64(0)


@kernel(int64(CODE, uint64, int64, uint64))
def outs_of(code, cards, card, missing):
    """Cards of ``missing`` that would complete a meld of ``card`` and one partner of ``cards``, added over the
    partners.
    """
    outs = 0
    partners = cards & rank_mask(card & 15) & ~bit(card)
    rank = rank_mask(card & 15) & missing
    outs += count_bits(partners) * count_bits(rank)
    for side in range(2):
        sign = 1 if side else -1
        near, far = beside(code, card, sign), beside(code, card, 2 * sign)
        if near & cards:
            outs += 1 if far & missing else 0
            outs += 1 if beside(code, card, -sign) & missing else 0
        if far & cards and near & missing:
            outs += 1
    return outs


@kernel(int64(CODE, uint64, int64, uint64))
def live_outs(code, hand, card, dead):
    """Cards that would complete a meld of ``card`` and one partner of the hand, added over the partners.

    dead : cards that cannot come.
    """
    return outs_of(code, hand, card, code.all_cards & ~(dead | hand))


@kernel(float64(CODE, int64, int64, uint64, uint64, uint64))
def danger(code, n_held, card, known, sure, hidden):
    """Chances that another player holds both partners of a three-card meld with ``card``, added over the melds.

    n_held, known : cards of that player, those known. sure : cards they have or may take. hidden : unseen cards.
    """
    n_hidden = count_bits(hidden)
    share = max(0.0, (n_held - count_bits(known)) / n_hidden) if n_hidden else 0.0
    below, below2 = beside(code, card, -1), beside(code, card, -2)
    above, above2 = beside(code, card, 1), beside(code, card, 2)
    return melds_given(card, (below2, below, above, above2), sure, hidden, share)
