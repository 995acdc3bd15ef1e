"""What a move does to a deal: cards between hands and table, log rows, counts."""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.dealing import gain, lift, log
from rummysim.core.jit import kernel
from rummysim.games.actions import action_meld, action_option
from rummysim.games.opening.actions import is_swap, use_of
from rummysim.games.opening.draws import receive
from rummysim.games.opening.state import ACT, CODE, DEAL, JOKER, NO_CARD, OWES_HAND, sync
from rummysim.melds.code import is_run, run_length, run_start, run_suit, set_place, set_suits, set_wilds
from rummysim.melds.each import cards_of
from rummysim.melds.grow import card_at
from rummysim.melds.spread import without

__all__ = ["apply_action", "apply_opening", "take", "take_cut"]

TOOK, TOOK_CUT, SET_LAID, RUN_LAID, LAID_OFF, LAID_MORE, SWAPPED, OPENED = (
    ACT[name] for name in ("take", "cut", "set", "run", "layoff", "more", "swap", "open")
)
LOW_BIT = np.uint64(1)


@kernel(void(CODE, DEAL, int64, int64), inline=True)
def note_known(code, deal, seat, card):
    """Note that all have seen ``seat`` get a card."""
    deal.public.known[seat] |= bit(card) & ~code.joker_cards


@kernel(void(CODE, DEAL, int64, int64))
def take(code, deal, seat, owes):
    """Take the top of the pile."""
    card = lift(deal)
    own = deal.own
    receive(code, own, own.top, np.int64(1))
    own.owes = owes
    gain(deal, seat, card)
    note_known(code, deal, seat, card)
    deal.takes[seat] += 1
    log(deal, seat, TOOK, card, -1, -1)
    sync(code, deal, seat)


@kernel(void(CODE, DEAL, int64, int64))
def take_cut(code, deal, seat, owes):
    """Draw the cut card."""
    card = deal.cut
    deal.cut = deal.public.cut = NO_CARD
    deal.took_cut = 1
    deal.own.owes = owes
    gain(deal, seat, card)
    note_known(code, deal, seat, card)
    log(deal, seat, TOOK_CUT, card, -1, -1)
    sync(code, deal, seat)


@kernel(void(CODE, DEAL, int64, uint64, uint64, int64))
def give(code, deal, seat, once, twice, n_jokers):
    """Take naturals and jokers out of a hand and count them as laid; -1 jokers: one comes from the table."""
    hand, spare = deal.hands[seat] & ~code.joker_cards, deal.spares[seat]
    jokers = deal.hands[seat] & code.joker_cards
    hand, spare = without(hand & ~twice, spare & ~twice, once & ~twice), spare & ~once
    for _ in range(n_jokers):
        joker = jokers & (~jokers + LOW_BIT)
        jokers ^= joker
        deal.table_jokers |= joker
    if n_jokers < 0:
        joker = deal.table_jokers & (~deal.table_jokers + LOW_BIT)
        deal.table_jokers ^= joker
        jokers |= joker
    deal.hands[seat], deal.spares[seat] = hand | jokers, spare
    deal.public.known[seat] &= hand
    laid_jokers = max(n_jokers, np.int64(0))
    deal.tabled_cards[seat] += count_bits(once) + count_bits(twice) + laid_jokers
    deal.tabled_jokers[seat] += laid_jokers


@kernel(void(CODE, DEAL, int64, int64))
def lay_meld(code, deal, seat, meld):
    """Lay a new meld."""
    public = deal.public
    once, twice, n_wilds = cards_of(meld)
    give(code, deal, seat, once, twice, n_wilds)
    if is_run(meld):
        pattern = np.int64(0)
        for index in range(run_length(meld)):
            pattern |= (meld >> (13 - index) & 1) << index
        log(deal, seat, RUN_LAID, 16 * run_suit(meld) + run_start(meld), run_length(meld), pattern)
    else:
        log(deal, seat, SET_LAID, set_place(meld), set_suits(meld), set_wilds(meld))
    public.melds[public.n_melds] = meld
    public.n_melds += 1
    deal.new_melds[seat] += 1


@kernel(void(DEAL, int64, int64, int64, int64, int64), inline=True)
def log_laid(deal, seat, act, card, index, position):
    """Log one card of a lay-off."""
    log(deal, seat, act, card, index, position)
    deal.laid_off[seat] += 1


@kernel(void(DEAL, int64, int64, int64, int64))
def log_layoff(deal, seat, index, before, after):
    """Log the cards of a lay-off that made ``after`` of the meld ``before``."""
    if not is_run(before):
        added = set_suits(after) ^ set_suits(before)
        card = 16 * lowest_bit(np.uint64(added)) + set_place(before) if added else np.int64(JOKER)
        log_laid(deal, seat, np.int64(LAID_OFF), card, index, np.int64(-1))
        return
    below = run_start(before) - run_start(after)
    act = np.int64(LAID_OFF)
    for step in range(run_length(after) - run_length(before)):
        at = below - 1 - step if step < below else run_length(before) + step
        is_joker = after >> (13 - at) & 1
        card = np.int64(JOKER) if is_joker else lowest_bit(card_at(run_suit(after), run_start(after) + at))
        log_laid(deal, seat, act, card, index, run_start(after) + at)
        act = np.int64(LAID_MORE)


@kernel(void(CODE, DEAL, int64, int64))
def apply_action(code, deal, seat, action):
    """Play a legal action of who has opened, or a swap."""
    own, public = deal.own, deal.public
    _, once, twice, n_jokers, meld = use_of(code, public, own, action)
    index = action_meld(action)
    if not action >> 50:
        lay_meld(code, deal, seat, action)
    else:
        before = public.melds[index]
        give(code, deal, seat, once, twice, n_jokers)
        public.melds[index] = meld
        if is_swap(action):
            position = run_start(meld) + action_option(action) if is_run(meld) else np.int64(-1)
            log(deal, seat, SWAPPED, lowest_bit(once), index, position)
            deal.swaps[seat] += 1
            deal.n_swaps_now += 1
        else:
            log_layoff(deal, seat, index, before, meld)
            deal.n_layoffs_now += 1
    own.pending = np.int64(is_swap(action) and code.joker_reuse > 0)
    own.must = np.int64(-1)
    sync(code, deal, seat)


@kernel(void(CODE, DEAL, int64))
def apply_opening(code, deal, seat):
    """Lay the melds answered as an opening."""
    own, public = deal.own, deal.public
    log(deal, seat, OPENED, -1, own.n_laid, own.laid_points)
    for number in range(own.n_laid):
        lay_meld(code, deal, seat, deal.opening[number])
    public.opened |= LOW_BIT << np.uint64(seat)
    deal.opened_turn[seat] = deal.turn // own.n_players + 1
    deal.opening_points[seat] = own.laid_points
    own.is_open = own.opened_now = 1
    own.is_hand_due = np.int64(own.owes == OWES_HAND)
    own.owes = own.pending = own.n_laid = own.laid_points = own.has_pure = 0
    own.must = np.int64(-1)
    sync(code, deal, seat)
