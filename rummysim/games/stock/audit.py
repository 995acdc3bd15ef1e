"""The audit kernel: plays like :mod:`rummysim.games.stock.play` and checks the invariants of rules.md 0.7.

After every turn: the cards of stock, pile, hands and table are the deck, copy by copy; the view's masks agree with the
arrays; every meld on the table is valid. At the end: the cards counted as laid and left are all of them.
"""

import numpy as np
from numba import int64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel, record
from rummysim.games.stock.actions import FULL_SET, PLACES, fits_line
from rummysim.games.stock.ends import note_ends
from rummysim.games.stock.game import BAD_MOVE, GAME, GOES_ON, STUCK, play_turn
from rummysim.games.stock.play import FIRST_LEFT, FIRST_TABLED, end_of, write_facts
from rummysim.games.stock.state import CODE, DEAL, deal_out
from rummysim.games.table import FACTS, JOBS, load_job
from rummysim.melds.code import is_run, run_length, run_start, run_suit, set_place, set_suits, set_wilds

__all__ = ["AUDIT_FAULTS", "audit_batch"]

AUDIT_FAULTS = (
    "none",
    "a card is missing or there too often",
    "a meld on the table is not valid",
    "a mask differs from its array",
    "the cards laid and left are not those dealt",
    "the player who went out holds cards",
    "a bot made an illegal move",
)
LOST_CARD, BAD_MELD, MASKS, BAD_COUNTS, NOT_OUT, ILLEGAL_MOVE = range(1, 7)

FAULT = np.int64(100)
"""Outcomes of an audited turn from here on are faults."""

COUNTS_DTYPE, COUNTS = record(copies=(np.int64, 64), n_tabled=np.int64)
"""Copies of each kind that are still to be found; printed jokers are one kind, 13. Cards on the table."""


@kernel(int64(int64), inline=True)
def kind_of(card):
    """The card; the printed jokers are one kind."""
    return 13 if card == 29 else card


@kernel(int64(CODE, int64, COUNTS))
def strike_meld(code, meld, counts):
    """Strike the cards of a meld off the counts; 1 if it is valid."""
    if is_run(meld):
        n_naturals = 0
        for index in range(run_length(meld)):
            is_joker = meld >> (13 - index) & 1
            card = 16 * run_suit(meld) + (run_start(meld) + index) % PLACES
            counts.copies[13 if is_joker else card] -= 1
            n_naturals += 1 - is_joker
        counts.n_tabled += run_length(meld)
        return fits_line(code, run_start(meld), run_length(meld)) if n_naturals else 0
    for suit in range(4):
        if set_suits(meld) >> suit & 1:
            counts.copies[16 * suit + set_place(meld)] -= 1
    counts.copies[13] -= set_wilds(meld)
    size = count_bits(np.uint64(set_suits(meld))) + set_wilds(meld)
    counts.n_tabled += size
    return 1 if set_suits(meld) and 3 <= size <= FULL_SET else 0


@kernel(int64(CODE, DEAL, int64, COUNTS))
def audit_turn(code, deal, n_players, counts):
    """Fault of the position after a turn, 0 if none."""
    public = deal.public
    counts.n_tabled = 0
    for card in range(64):
        counts.copies[card] = 0
    for index in range(code.n_universe):
        if code.card_of[index] >= 0:
            counts.copies[kind_of(code.card_of[index])] += 1
    for index in range(deal.stock_at, deal.stock_end):
        counts.copies[kind_of(deal.deck[index])] -= 1
    pile, pile_spare = np.uint64(0), np.uint64(0)
    for index in range(public.n_pile):
        card = bit(np.int64(public.pile_cards[index]))
        pile_spare |= pile & card
        pile |= card
        counts.copies[kind_of(public.pile_cards[index])] -= 1
    if pile != public.pile or pile_spare != public.pile_spare:
        return MASKS
    for index in range(public.n_melds):
        if not strike_meld(code, public.melds[index], counts):
            return BAD_MELD
    ends, fourths = public.ends, public.fourths
    note_ends(code, public)
    if ends != public.ends or fourths != public.fourths:
        return MASKS
    for seat in range(n_players):
        hand, spare = deal.hands[seat], deal.spares[seat]
        if public.known[seat] & ~hand or spare & ~hand:
            return MASKS
        if public.n_held[seat] != count_bits(hand) + count_bits(spare):
            return MASKS
        for card in range(64):
            counts.copies[kind_of(card)] -= np.int64(hand >> np.uint64(card) & np.uint64(1))
            counts.copies[kind_of(card)] -= np.int64(spare >> np.uint64(card) & np.uint64(1))
    for card in range(64):
        if counts.copies[card]:
            return LOST_CARD
    return 0


@kernel(int64(int64, FACTS, int64, int64), inline=True)
def n_counted(n_players, facts, first_row, first):
    """Cards counted in the classes from column ``first`` on, pips left out."""
    total = np.int64(0)
    last = FIRST_LEFT if first == FIRST_TABLED else facts.shape[0]
    for player in range(n_players):
        for column in range(first, last):
            if column != first + 1:
                total += facts[column, first_row + player]
    return total


@kernel(int64(GAME, FACTS, int64, COUNTS))
def audit_end(game, facts, first_row, counts):
    """Fault of the facts of a deal, 0 if none."""
    deal, n_players = game.deal, game.n_players
    n_left = np.int64(0)
    for seat in range(n_players):
        n_left += count_bits(deal.hands[seat]) + count_bits(deal.spares[seat])
    if deal.out >= 0 and deal.hands[deal.out]:
        return NOT_OUT
    tabled = n_counted(n_players, facts, first_row, np.int64(FIRST_TABLED))
    left = n_counted(n_players, facts, first_row, np.int64(FIRST_LEFT))
    return 0 if tabled == counts.n_tabled and left == n_left else BAD_COUNTS


@kernel(int64(GAME, COUNTS))
def audited_turns(game, counts):
    """Play and check all turns of a deal; the last outcome, or ``FAULT`` plus a fault."""
    code, deal = game.code, game.deal
    seat, outcome = np.int64(0), np.int64(GOES_ON)
    while deal.turn < code.max_turns and outcome == GOES_ON:
        outcome = play_turn(game, seat)
        if outcome == BAD_MOVE:
            return FAULT + ILLEGAL_MOVE
        deal.turn += 0 if outcome == STUCK else 1
        fault = audit_turn(code, deal, game.n_players, counts)
        if fault:
            return FAULT + fault
        seat = seat + 1 if seat + 1 < game.n_players else 0
    return outcome


@kernel(int64(GAME, JOBS, JOBS, FACTS, COUNTS))
def audit_jobs(game, jobs, holders, facts, counts):
    """Audit a batch (arguments as ``play_batch``); ``deal * len(AUDIT_FAULTS) + fault`` of the first fault, or -1."""
    for index in range(jobs.shape[0]):
        load_job(game, jobs, holders, jobs[:0], index)
        deal_out(game.code, game.deal, game.n_players, game.starter)
        fault = audit_turn(game.code, game.deal, game.n_players, counts)
        outcome = FAULT + fault if fault else audited_turns(game, counts)
        if outcome < FAULT:
            write_facts(game, end_of(outcome), facts, index * game.n_players)
            outcome = FAULT + audit_end(game, facts, index * game.n_players, counts)
        if outcome > FAULT:
            return len(AUDIT_FAULTS) * index + outcome - FAULT
    return -1


def audit_batch(game: np.void, jobs: np.ndarray, holders: np.ndarray, facts: np.ndarray) -> int:
    """Audit a batch (:func:`audit_jobs`)."""
    return int(audit_jobs(game, jobs, holders, facts, np.zeros(1, COUNTS_DTYPE)[0]))
