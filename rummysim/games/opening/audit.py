"""The audit kernel: plays like :mod:`rummysim.games.opening.play` and checks the invariants of rules.md 0.7.

After every turn: the cards of stock, pile, hands, table and cut are the deck, copy by copy; the view's masks agree with
the arrays; every meld on the table is valid. At the end: the cards counted as laid and left are all of them.
"""

import numpy as np
from numba import int64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel, record
from rummysim.games.opening.game import BAD_MOVE, GAME, GOES_ON, STUCK, play_turn
from rummysim.games.opening.settle import FACT_COLUMNS, FIRST_LEFT, end_of, write_facts
from rummysim.games.opening.state import CODE, DEAL, deal_out, kind_of
from rummysim.games.table import FACTS, JOBS, load_job
from rummysim.melds.code import is_run, run_length, run_start, run_suit, set_place, set_suits, set_wilds
from rummysim.melds.grow import keeps_limits
from rummysim.melds.worth import PLACES, fits_line

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
JOKER, FULL_SET = 13, 4
TABLED = FACT_COLUMNS.index("tabled_cards")

COUNTS_DTYPE, COUNTS = record(copies=(np.int64, 64), n_tabled=np.int64, n_jokers=np.int64)
"""Copies of each kind that are still to be found; jokers are one kind, 13. Cards and jokers on the table."""


@kernel(int64(CODE, int64, COUNTS))
def strike_meld(code, meld, counts):
    """Strike the cards of a meld off the counts; 1 if it is valid."""
    if not keeps_limits(code.points, code.most_jokers, meld):
        return 0
    n_jokers = np.int64(0)
    if is_run(meld):
        for index in range(run_length(meld)):
            is_joker = meld >> (13 - index) & 1
            card = 16 * run_suit(meld) + (run_start(meld) + index) % PLACES
            counts.copies[JOKER if is_joker else card] -= 1
            n_jokers += is_joker
        size, fits = run_length(meld), fits_line(code.points, run_start(meld), run_length(meld))
    else:
        n_jokers = set_wilds(meld)
        for suit in range(4):
            if set_suits(meld) >> suit & 1:
                counts.copies[16 * suit + set_place(meld)] -= 1
        counts.copies[JOKER] -= n_jokers
        size = count_bits(np.uint64(set_suits(meld))) + n_jokers
        fits = np.int64(3 <= size <= FULL_SET)
    counts.n_tabled += size
    counts.n_jokers += n_jokers
    return fits if n_jokers < size else 0


@kernel(int64(DEAL, int64, COUNTS))
def strike_hand(deal, seat, counts):
    """Strike the cards of a hand off the counts; 1 if what is known of it agrees."""
    hand, spare, public = deal.hands[seat], deal.spares[seat], deal.public
    if public.known[seat] & ~hand or spare & ~hand:
        return 0
    for card in range(64):
        counts.copies[kind_of(card)] -= np.int64(hand >> np.uint64(card) & np.uint64(1))
        counts.copies[kind_of(card)] -= np.int64(spare >> np.uint64(card) & np.uint64(1))
    return np.int64(public.n_held[seat] == count_bits(hand) + count_bits(spare))


@kernel(int64(CODE, DEAL, COUNTS))
def strike_stacks(code, deal, counts):
    """Set the counts to the deck and strike stock, pile and cut card off; 1 if the pile's masks agree."""
    public = deal.public
    counts.n_tabled = counts.n_jokers = 0
    for card in range(64):
        counts.copies[card] = 0
    for index in range(code.n_universe):
        if code.card_of[index] >= 0:
            counts.copies[kind_of(np.int64(code.card_of[index]))] += 1
    for index in range(deal.stock_at, deal.stock_end):
        counts.copies[kind_of(np.int64(deal.deck[index]))] -= 1
    if deal.cut >= 0:
        counts.copies[kind_of(deal.cut)] -= 1
    pile, pile_spare = np.uint64(0), np.uint64(0)
    for index in range(public.n_pile):
        card = bit(np.int64(public.pile_cards[index]))
        pile_spare |= pile & card
        pile |= card
        counts.copies[kind_of(np.int64(public.pile_cards[index]))] -= 1
    return np.int64(pile == public.pile and pile_spare == public.pile_spare and public.cut == kind_of(deal.cut))


@kernel(int64(CODE, DEAL, int64, COUNTS))
def audit_turn(code, deal, n_players, counts):
    """Fault of the position after a turn, 0 if none."""
    if not strike_stacks(code, deal, counts):
        return MASKS
    for index in range(deal.public.n_melds):
        if not strike_meld(code, deal.public.melds[index], counts):
            return BAD_MELD
    for seat in range(n_players):
        if not strike_hand(deal, seat, counts):
            return MASKS
    if count_bits(deal.table_jokers) != counts.n_jokers:
        return MASKS
    for card in range(64):
        if counts.copies[card]:
            return LOST_CARD
    return 0


@kernel(int64(GAME, FACTS, int64, COUNTS))
def audit_end(game, facts, first_row, counts):
    """Fault of the facts of a deal, 0 if none."""
    deal, n_players = game.deal, game.n_players
    n_left, n_counted, n_tabled = np.int64(0), np.int64(0), np.int64(0)
    for player in range(n_players):
        n_left += count_bits(deal.hands[player]) + count_bits(deal.spares[player])
        n_tabled += facts[TABLED, first_row + player]
        for column in range(FIRST_LEFT, facts.shape[0]):
            if column != FIRST_LEFT + 1:
                n_counted += facts[column, first_row + player]
    if deal.out >= 0 and deal.hands[deal.out]:
        return NOT_OUT
    n_swaps = np.int64(0)
    for seat in range(n_players):
        n_swaps += deal.swaps[seat]
    return 0 if n_tabled - n_swaps == counts.n_tabled and n_counted == n_left else BAD_COUNTS


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
