"""The audit kernel: plays like :mod:`rummysim.games.knock.play` and checks the invariants of rules.md 0.7.

After every turn: the cards of stock, pile and hands are the deck, copy by copy; hands have their size; the view's masks
agree with the arrays. At the end: the closer might close; who may not lay off has the least leftover, who may has no
more; what was laid off and what is left were in the hand.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits
from rummysim.core.codes import BIG_GIN, NOT_CLOSED, PLAIN_KNOCK
from rummysim.core.jit import kernel, record
from rummysim.games.knock.game import BAD_MOVE, CLOSED, DEAD, GAME, GOES_ON, REFUSED, STUCK, play_turn
from rummysim.games.knock.play import (
    CLOSED_AS,
    LAID_POINTS,
    LAID_WILDS,
    LEFT_POINTS,
    LEFT_WILDS,
    is_last,
    next_offer,
    settle_deal,
)
from rummysim.games.knock.state import CODE, DEAL, deal_out
from rummysim.games.knock.turns import NO_KNOCK, is_all_melded, least_knock
from rummysim.games.knock.view import LAST_TURN
from rummysim.games.table import FACTS, JOBS, load_job
from rummysim.melds.cover import WILD_LEFT
from rummysim.melds.layoff import points_in, with_more
from rummysim.melds.search import least_leftover

__all__ = ["AUDIT_FAULTS", "audit_batch"]

AUDIT_FAULTS = (
    "none",
    "a card is missing or there too often",
    "a hand has the wrong size",
    "a mask differs from its array",
    "a player closed with cards that do not allow it",
    "a leftover is not the least",
    "more was left or laid off than was held",
    "a bot made an illegal move",
)
LOST_CARD, HAND_SIZE, MASKS, BAD_CLOSE, NOT_LEAST, NOT_HELD, ILLEGAL_MOVE = range(1, 8)

FAULT = np.int64(100)
"""Outcomes of an audited turn from here on are faults."""

COUNTS_DTYPE, COUNTS = record(copies=(np.int64, 64))
"""Copies of each kind that are still to be found."""


@kernel(int64(COUNTS, uint64, uint64), inline=True)
def strike_hand(counts, hand, spare):
    """Strike the cards of a hand off the counts; their number."""
    for card in range(64):
        counts.copies[card] -= np.int64(hand >> np.uint64(card) & np.uint64(1))
        counts.copies[card] -= np.int64(spare >> np.uint64(card) & np.uint64(1))
    return count_bits(hand) + count_bits(spare)


@kernel(int64(CODE, DEAL, int64, COUNTS))
def audit_turn(code, deal, n_players, counts):
    """Fault of the position after a turn, 0 if none."""
    for card in range(64):
        counts.copies[card] = 0
    for index in range(code.n_universe):
        if code.card_of[index] >= 0:
            counts.copies[code.card_of[index]] += 1
    for index in range(deal.stock_at, deal.stock_end):
        counts.copies[deal.deck[index]] -= 1
    in_pile = (np.uint64(0), np.uint64(0))
    for index in range(deal.public.n_pile):
        counts.copies[deal.public.pile_cards[index]] -= 1
        in_pile = with_more(in_pile, bit(deal.public.pile_cards[index]))
    if in_pile[0] != deal.public.pile or in_pile[1] != deal.public.pile_spare:
        return MASKS
    if deal.face_down >= 0:
        counts.copies[deal.face_down] -= 1
    for seat in range(n_players):
        hand, spare = deal.hands[seat], deal.spares[seat]
        extra = 1 if deal.is_big_gin and seat == deal.knocker else 0
        extra += 1 if code.starter_has_eight and seat == 0 and deal.turn == 0 else 0
        if strike_hand(counts, hand, spare) != code.hand_size + extra:
            return HAND_SIZE
        if deal.public.known[seat] & ~hand or spare & ~hand:
            return MASKS
    for card in range(64):
        if counts.copies[card]:
            return LOST_CARD
    return 0


@kernel(int64(CODE, DEAL, int64), inline=True)
def least_of_closer(code, deal, close):
    """Least leftover that the closer may have, ``NO_KNOCK`` if the cards allow no close."""
    kept, spare = deal.hands[deal.knocker], deal.spares[deal.knocker]
    if close == BIG_GIN:
        return 0 if is_all_melded(code, kept, spare) else NO_KNOCK
    return least_knock(code, kept, spare, deal.limit)


@kernel(int64(CODE, DEAL, int64, FACTS, int64, int64))
def audit_end(code, deal, n_players, facts, first_row, starter):
    """Fault of the facts of a settled deal, 0 if none."""
    knocker, close = deal.knocker, np.int64(NOT_CLOSED)
    if knocker >= 0:
        close = np.int64(facts[CLOSED_AS, first_row + (starter + knocker) % n_players])
    for seat in range(n_players):
        row = first_row + (starter + seat) % n_players
        hand, spare = deal.hands[seat], deal.spares[seat]
        left = WILD_LEFT * np.int64(facts[LEFT_WILDS, row]) + facts[LEFT_POINTS, row]
        laid = WILD_LEFT * np.int64(facts[LAID_WILDS, row]) + facts[LAID_POINTS, row]
        held = points_in((hand & ~code.wild_cards, spare & ~code.wild_cards), code.line.table)
        held += WILD_LEFT * (count_bits(hand & code.wild_cards) + count_bits(spare & code.wild_cards))
        if left + laid > held or left < 0 or laid < 0:
            return NOT_HELD
        if seat == knocker:
            least = least_of_closer(code, deal, close)
            if least == NO_KNOCK:
                return BAD_CLOSE
        else:
            least = least_leftover(hand, spare, code.wild_cards, code.line)
        may_lay_off = close == PLAIN_KNOCK and code.layoff_targets and seat != knocker
        # With more than two a card laid off by one player may take the place another had counted on (rules 8.2).
        may_lose_place = may_lay_off and n_players > 2
        if (left > least and not may_lose_place) or (left < least and (not may_lay_off or laid == 0)):
            return NOT_LEAST
    return 0


@kernel(int64(GAME, int64, int64, COUNTS))
def audited_turn(game, seat, offer, counts):
    """Play one turn and check the position; the turn's outcome, or ``FAULT`` plus a fault."""
    outcome = play_turn(game, seat, offer)
    if outcome == BAD_MOVE:
        return FAULT + ILLEGAL_MOVE
    if outcome == CLOSED:
        game.deal.knocker = seat
    if outcome != STUCK and outcome != REFUSED:
        game.deal.turn += 1
    fault = audit_turn(game.code, game.deal, game.n_players, counts)
    return FAULT + fault if fault else outcome


@kernel(int64(GAME, COUNTS))
def audited_turns(game, counts):
    """Play and check all turns of a deal; the last outcome, or ``FAULT`` plus a fault."""
    code, deal, n_players = game.code, game.deal, game.n_players
    seat, outcome = np.int64(0), np.int64(GOES_ON)
    while deal.turn < code.max_turns or outcome == DEAD:
        offer = next_offer(game, outcome)
        outcome = audited_turn(game, seat, offer, counts)
        if outcome >= FAULT or is_last(game, outcome, offer):
            break
        seat = seat + 1 if seat + 1 < n_players else 0
    if outcome != CLOSED or not code.last_turn or deal.is_big_gin:
        return outcome
    for step in range(1, n_players):
        last = audited_turn(game, (deal.knocker + step) % n_players, LAST_TURN, counts)
        if last >= FAULT:
            return last
        if last == STUCK:
            break
    return outcome


@kernel(int64(GAME, JOBS, JOBS, FACTS, COUNTS))
def audit_jobs(game, jobs, holders, facts, counts):
    """Audit a batch (arguments as ``play_batch``); ``deal * len(AUDIT_FAULTS) + fault`` of the first fault, or -1."""
    for index in range(jobs.shape[0]):
        load_job(game, jobs, holders, jobs[:0], index)
        n_players, first_row = game.n_players, index * game.n_players
        deal_out(game.code, game.deal, n_players, game.starter)
        fault = audit_turn(game.code, game.deal, n_players, counts)
        outcome = FAULT + fault if fault else audited_turns(game, counts)
        if outcome < FAULT:
            settle_deal(game, outcome, facts, first_row)
            outcome = FAULT + audit_end(game.code, game.deal, n_players, facts, first_row, game.starter)
        if outcome > FAULT:
            return len(AUDIT_FAULTS) * index + outcome - FAULT
    return -1


def audit_batch(game: np.void, jobs: np.ndarray, holders: np.ndarray, facts: np.ndarray) -> int:
    """Audit a batch (:func:`audit_jobs`)."""
    return int(audit_jobs(game, jobs, holders, facts, np.zeros(1, COUNTS_DTYPE)[0]))
