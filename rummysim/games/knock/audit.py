"""The audit kernel: plays like :mod:`rummysim.games.knock.play` and checks the invariants of rules.md 0.7.

After every turn: the cards of stock, pile and hands are the deck, each once; hands have their size; the view's masks
agree with the arrays. At the end: the knocker might knock; who may not lay off has the least leftover, who may has no
more; what was laid off and what is left were in the hand.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits
from rummysim.core.codes import NOT_CLOSED, PLAIN_KNOCK
from rummysim.core.jit import kernel, unowned
from rummysim.games.knock.play import (
    BAD_MOVE,
    CLOSED,
    CLOSED_AS,
    EXHAUSTED,
    FIRST_CLOSE,
    GAME,
    I16_2D,
    I64_2D,
    LAID_POINTS,
    LAID_WILDS,
    LEFT_POINTS,
    LEFT_WILDS,
    MAX_TURNS,
    N_PLAYERS,
    STARTER,
    STUCK,
    load_job,
    play_turn,
    write_facts,
)
from rummysim.games.knock.settle import settle
from rummysim.games.knock.state import CODE, DEAL, FACE_DOWN, I8, KNOCKER, N_PILE, STOCK_AT, STOCK_END, TURN, deal_out
from rummysim.games.knock.turns import NO_KNOCK, least_knock
from rummysim.melds.cover import WILD_LEFT, least_leftover
from rummysim.melds.layoff import points_of

__all__ = ["AUDIT_FAULTS", "audit_batch"]

AUDIT_FAULTS = (
    "none",
    "a card is missing or there twice",
    "a hand has the wrong size",
    "a mask differs from its array",
    "a player closed with cards that do not allow it",
    "a leftover is not the least",
    "more was left or laid off than was held",
    "a bot made an illegal move",
)
LOST_CARD, HAND_SIZE, MASKS, BAD_CLOSE, NOT_LEAST, NOT_HELD, ILLEGAL_MOVE = range(1, 8)


@kernel(uint64(CODE, I8), inline=True)
def deck_mask(code, card_of):
    """All cards of the deck."""
    cards = np.uint64(0)
    for index in range(len(card_of)):
        if card_of[index] >= 0:
            cards |= bit(card_of[index])
    return cards


@kernel(int64(CODE, DEAL, I8, int64))
def audit_turn(code, deal, card_of, n_players):
    """Fault of the position after a turn, 0 if none."""
    now = deal.now
    seen, n_seen = np.uint64(0), 0
    for index in range(now[STOCK_AT], now[STOCK_END]):
        seen |= bit(deal.stock[index])
        n_seen += 1
    in_pile = np.uint64(0)
    for index in range(now[N_PILE]):
        in_pile |= bit(deal.pile[index])
        n_seen += 1
    if in_pile != deal.pile_cards[0]:
        return MASKS
    seen |= in_pile
    if now[FACE_DOWN] >= 0:
        seen |= bit(now[FACE_DOWN])
        n_seen += 1
    for seat in range(n_players):
        hand = deal.hands[seat]
        eighth = 1 if code.starter_has_eight and seat == 0 and now[TURN] == 0 else 0
        if count_bits(hand) != code.hand_size + eighth:
            return HAND_SIZE
        if deal.known[seat] & ~hand:
            return MASKS
        seen |= hand
        n_seen += count_bits(hand)
    return 0 if n_seen == code.n_cards and seen == deck_mask(code, card_of) else LOST_CARD


@kernel(int64(CODE, DEAL, int64, I16_2D, int64, int64))
def audit_end(code, deal, n_players, facts, first_row, starter):
    """Fault of the facts of a settled deal, 0 if none."""
    knocker = deal.now[KNOCKER]
    close = NOT_CLOSED
    if knocker >= 0:
        close = np.int64(facts[CLOSED_AS, first_row + (starter + knocker) % n_players])
        if least_knock(code, deal.hands[knocker]) == NO_KNOCK:
            return BAD_CLOSE
    wild_cards = np.uint64(code.wild_cards)
    for seat in range(n_players):
        row = first_row + (starter + seat) % n_players
        hand = deal.hands[seat]
        left = WILD_LEFT * np.int64(facts[LEFT_WILDS, row]) + facts[LEFT_POINTS, row]
        laid = WILD_LEFT * np.int64(facts[LAID_WILDS, row]) + facts[LAID_POINTS, row]
        held = WILD_LEFT * count_bits(hand & wild_cards) + points_of(hand & ~wild_cards, code.line.table)
        if left + laid > held or left < 0 or laid < 0:
            return NOT_HELD
        least = least_knock(code, hand) if seat == knocker else least_leftover(hand, wild_cards, code.line.table)
        may_lay_off = close == PLAIN_KNOCK and code.layoff_targets and seat != knocker
        # With more than two a card laid off by one player may take the place another had counted on (rules 8.2).
        may_lose_place = may_lay_off and n_players > 2
        if (left > least and not may_lose_place) or (left < least and (not may_lay_off or laid == 0)):
            return NOT_LEAST
    return 0


@kernel(int64(GAME, I8, I16_2D, int64))
def audit_deal(game, card_of, facts, first_row):
    """Play one deal and check every position; the first fault, 0 if none."""
    code, deal, n_players, starter = game.code, game.deal, game.job[N_PLAYERS], game.job[STARTER]
    deal_out(code, deal, n_players, starter)
    fault = audit_turn(code, deal, card_of, n_players)
    seat, end = 0, MAX_TURNS
    while fault == 0 and deal.now[TURN] < code.max_turns:
        outcome = play_turn(game, seat)
        if outcome == BAD_MOVE:
            return ILLEGAL_MOVE
        if outcome == STUCK:
            end = EXHAUSTED
            break
        deal.now[TURN] += 1
        fault = audit_turn(code, deal, card_of, n_players)
        if outcome == CLOSED:
            deal.now[KNOCKER] = seat
            break
        seat = seat + 1 if seat + 1 < n_players else 0
    if fault:
        return fault
    close = settle(code, deal, game.room, n_players, deal.now[KNOCKER])
    write_facts(game, FIRST_CLOSE + close if close != NOT_CLOSED else end, close, facts, first_row)
    return audit_end(code, deal, n_players, facts, first_row, starter)


@kernel(int64(GAME, I8, I8, I64_2D, I64_2D, I16_2D))
def audit_batch(game, card_of, order, jobs, holders, facts):
    """Audit a batch (arguments as ``play_batch``); ``deal * len(AUDIT_FAULTS) + fault`` of the first fault, or -1."""
    game = unowned(game)
    for index in range(jobs.shape[0]):
        load_job(game, card_of, order, jobs, holders, index)
        fault = audit_deal(game, card_of, facts, index * game.job[N_PLAYERS])
        if fault:
            return index * 8 + fault
    return -1
