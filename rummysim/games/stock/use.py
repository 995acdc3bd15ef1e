"""Whether a card can be used at once: what a take from the pile hangs on (BR-5, 4.2)."""

import numpy as np
from numba import int64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.stock.actions import (
    EITHER,
    LONGEST,
    WRAP,
    fits_line,
    kind_at,
    may_lay_off,
    may_meld,
    n_jokers,
    place_at,
)
from rummysim.games.stock.laying import laid_positions
from rummysim.games.stock.menu import first_action, n_missing, n_starts
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.melds.code import is_run, run_length, run_start, run_suit, set_place, set_suits, set_wilds
from rummysim.melds.cover import rank_mask

__all__ = ["can_use"]

HIGH_ACE = 13
ONE_PACK = 54
"""Universe of one pack."""


@kernel(int64(CODE, OWN, int64), inline=True)
def makes_meld(code, own, card):
    """1 if a natural makes a new meld with cards that may be used."""
    free = n_jokers(code, own.usable, own.usable_spare)
    if count_bits(own.usable & rank_mask(card & 15)) + free >= 3:
        return 1
    suit, place = card >> 4, card & 15
    for start in range(n_starts(code)):
        distance = place_at(np.int64(place - start))
        if distance < 3 and n_missing(code, own, suit, start, 3) <= free:
            return 1
    return 0


@kernel(int64(CODE, OWN, int64, int64), inline=True)
def reaches(code, own, meld, card):
    """1 if a natural can be laid off on a meld, on a run perhaps together with the cards between."""
    free = n_jokers(code, own.usable, own.usable_spare)
    if not is_run(meld):
        is_free = count_bits(np.uint64(set_suits(meld))) + set_wilds(meld) < 4
        return 1 if is_free and set_place(meld) == card & 15 and not set_suits(meld) >> (card >> 4) & 1 else 0
    if run_suit(meld) != card >> 4:
        return 0
    start, length = run_start(meld), run_length(meld)
    for side in range(2):
        missing = 0
        for step in range(1, LONGEST - length + 1):
            position = start + length - 1 + step if side else start - step
            first = start if side else position
            if not fits_line(code, place_at(first) if code.ace_mode == WRAP else first, length + step):
                break
            kind = kind_at(run_suit(meld), position)
            if kind == bit(card):
                return 1
            missing += 0 if own.usable & kind else 1
            if missing > free:
                break
    return 0


@kernel(int64(CODE, PUBLIC, OWN))
def can_use_natural(code, public, own):
    """1 if the card that must be used can be: one pack without jokers."""
    card, melds = own.must, may_meld(code, own)
    if melds and count_bits(own.usable & rank_mask(card & 15)) >= 3:
        return 1
    lays_off = may_lay_off(code, public, own, 0)
    if lays_off and public.fourths & bit(card):
        return 1
    lane, place = np.uint64(card & 48), card & 15
    held, ends = np.int64(own.usable >> lane & np.uint64(0x1FFF)), np.int64(public.ends >> lane & np.uint64(0x3FFF))
    if code.ace_mode == WRAP:
        laid = laid_positions(held, ends if lays_off else 0, melds, np.int64(1))
        return laid >> place & 1
    held |= (held & 1) << HIGH_ACE if code.ace_mode == EITHER else 0
    laid = laid_positions(held, ends if lays_off else 0, melds, np.int64(0))
    return (laid | (laid >> HIGH_ACE if place == 0 else 0)) >> place & 1


@kernel(int64(CODE, PUBLIC, OWN))
def can_use(code, public, own):
    """1 if some legal first action uses the card that must be used."""
    if code.n_universe == ONE_PACK and not code.joker_cards:
        return can_use_natural(code, public, own)
    if bit(own.must) & code.joker_cards:
        return 1 if first_action(code, public, own, np.int64(0)) >= 0 else 0
    fits = may_meld(code, own) and makes_meld(code, own, own.must)
    if not fits and may_lay_off(code, public, own, 0):
        for meld in range(public.n_melds):
            fits = fits or reaches(code, own, public.melds[meld], own.must)
    if not fits or own.barred < 0 or not own.spare & bit(own.barred):
        # Once the card is used, nothing that is left is barred: the turn can be finished.
        return 1 if fits else 0
    return 1 if first_action(code, public, own, np.int64(0)) >= 0 else 0
