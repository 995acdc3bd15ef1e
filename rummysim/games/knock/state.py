"""One deal's arrays, what the rules come down to in a kernel, and dealing.

Cards are bits of four 16-bit lanes (:mod:`rummysim.core.bits`); printed jokers are bits 13 and 29. The universe of one
pack has 54 cards, index ``13 * suit + number - 1`` and the jokers 52 and 53: variants with different decks share the
places of the cards that both have (design, randomness).
"""

from typing import NamedTuple

import numpy as np
from numba import int64, types, uint64, void

from rummysim.core import rng
from rummysim.core.bits import bit
from rummysim.core.jit import kernel, named
from rummysim.melds.layoff import LINE, Line

__all__ = [
    "ACT",
    "CODE",
    "DEAL",
    "FACE_DOWN",
    "I8",
    "I64",
    "KNOCKER",
    "MAX_PLAYERS",
    "N_LOGGED",
    "N_PILE",
    "N_RESHUFFLES",
    "STOCK_AT",
    "STOCK_END",
    "TURN",
    "U64",
    "UNIVERSE",
    "Deal",
    "KnockCode",
    "can_draw_stock",
    "deal_out",
    "fill_deck",
    "log",
    "new_deal",
    "reshuffle",
]

UNIVERSE = 54
MAX_PLAYERS = 8

TURN, STOCK_AT, STOCK_END, N_PILE, N_RESHUFFLES, N_LOGGED, KNOCKER, FACE_DOWN = range(8)
"""Indices of ``Deal.now``."""

ACT = {"stock": 1, "take": 2, "discard": 3, "knock": 4, "reshuffle": 5, "set": 6, "run": 7, "layoff": 8}
"""Codes of the rows of a log."""


class KnockCode(NamedTuple):
    """The play layer of a variant as integers, the only form in which rules reach a kernel. Masks are int64."""

    n_cards: int
    hand_size: int
    line: Line
    wild_cards: int
    joker_cards: int
    own_ace: int
    knock_limit: int
    max_leftover_cards: int
    max_jokers: int
    no_knock_first_round: int
    layoff_targets: int
    wild_layoff: int
    knock_without_draw: int
    starter_has_eight: int
    no_return_discard: int
    max_turns: int
    max_reshuffles: int


CODE = named(KnockCode, int64, int64, LINE, *(int64,) * 14)


class Deal(NamedTuple):
    """Arrays of one deal; seats index hands.

    deck : (54,) int8, the deck in dealing order. hands, known : (8,) uint64, cards held, and of these the ones taken
    from the pile. stock, pile : (54,) int8, the stock from ``now[STOCK_AT]`` to ``now[STOCK_END]``, the pile from the
    bottom. pile_cards : (1,) uint64. takes : (8,) int64, pile takes. now : (8,) int64. log : (n, 5) int16, may be
    empty: rows beyond are counted, not kept.
    """

    deck: np.ndarray
    hands: np.ndarray
    known: np.ndarray
    stock: np.ndarray
    pile: np.ndarray
    pile_cards: np.ndarray
    takes: np.ndarray
    now: np.ndarray
    log: np.ndarray


I8 = types.Array(types.int8, 1, "C")
U64 = types.Array(uint64, 1, "C")
I64 = types.Array(int64, 1, "C")
I16_2D = types.Array(types.int16, 2, "C")
DEAL = named(Deal, I8, U64, U64, I8, I8, U64, I64, I64, I16_2D)


def new_deal(n_log_rows: int) -> Deal:
    """Room for deals, with a log of ``n_log_rows`` rows."""
    return Deal(
        deck=np.zeros(UNIVERSE, np.int8),
        hands=np.zeros(MAX_PLAYERS, np.uint64),
        known=np.zeros(MAX_PLAYERS, np.uint64),
        stock=np.zeros(UNIVERSE, np.int8),
        pile=np.zeros(UNIVERSE, np.int8),
        pile_cards=np.zeros(1, np.uint64),
        takes=np.zeros(MAX_PLAYERS, np.int64),
        now=np.zeros(8, np.int64),
        log=np.zeros((n_log_rows, 5), np.int16),
    )


@kernel(void(DEAL, int64, int64, int64, int64, int64), inline=True)
def log(deal, seat, act, card, a, b):
    """Append a row to the log; the printed jokers are one kind there."""
    at = deal.now[N_LOGGED]
    if at < deal.log.shape[0]:
        deal.log[at, 0] = seat
        deal.log[at, 1] = act
        deal.log[at, 2] = 13 if card == 29 else card
        deal.log[at, 3] = a
        deal.log[at, 4] = b
    deal.now[N_LOGGED] = at + 1


@kernel(void(I8, I8, I8, int64, int64, int64, int64))
def fill_deck(deck, order, card_of, n_cards, seed, unit, round_):
    """Shuffle the universe and close the gaps of absent cards with present ones from behind the deck's end.

    deck : (54,) int8, output: cards in dealing order. order : (54,) int8, scratch. card_of : (54,) int8, card by
    universe index, -1 if absent.
    """
    for index in range(UNIVERSE):
        order[index] = card_of[index]
    rng.shuffle(order, UNIVERSE, rng.stream(seed, unit, round_, rng.CARDS, 0))
    behind = n_cards
    for index in range(n_cards):
        card = order[index]
        if card < 0:
            while order[behind] < 0:
                behind += 1
            card = order[behind]
            behind += 1
        deck[index] = card


@kernel(void(CODE, DEAL, int64, int64))
def deal_out(code, deal, n_players, starter):
    """Deal hands to the places, the upcard, the stock, and the starter's extra card where there is one (CG-4).

    Place j holds the j-th hand of the deck and seat ``(j - starter) mod n_players``.
    """
    now = deal.now
    now[TURN] = 0
    now[N_PILE] = 1
    now[N_RESHUFFLES] = 0
    now[N_LOGGED] = 0
    now[KNOCKER] = -1
    now[FACE_DOWN] = -1
    now[STOCK_AT] = n_players * code.hand_size + 1
    now[STOCK_END] = code.n_cards
    at = 0
    for place in range(n_players):
        seat = place - starter + (n_players if place < starter else 0)
        hand = np.uint64(0)
        for _ in range(code.hand_size):
            hand |= bit(deal.deck[at])
            at += 1
        deal.hands[seat] = hand
        deal.known[seat] = 0
        deal.takes[seat] = 0
    deal.pile[0] = deal.deck[at]
    deal.pile_cards[0] = bit(deal.deck[at])
    for index in range(at + 1, code.n_cards):
        deal.stock[index] = deal.deck[index]
    if code.starter_has_eight:
        deal.hands[0] |= bit(deal.stock[now[STOCK_AT]])
        now[STOCK_AT] += 1


@kernel(void(DEAL, int64, int64, int64))
def reshuffle(deal, seed, unit, round_):
    """Shuffle the pile without its top into a new stock (CG-6)."""
    now = deal.now
    n_cards = now[N_PILE] - 1
    for index in range(n_cards):
        deal.stock[index] = deal.pile[index]
    rng.shuffle(deal.stock, n_cards, rng.stream(seed, unit, round_, rng.RESHUFFLE, now[N_RESHUFFLES]))
    deal.pile[0] = deal.pile[n_cards]
    deal.pile_cards[0] = bit(deal.pile[0])
    now[N_PILE] = 1
    now[STOCK_AT] = 0
    now[STOCK_END] = n_cards
    now[N_RESHUFFLES] += 1


@kernel(int64(CODE, DEAL), inline=True)
def can_draw_stock(code, deal):
    """1 if the stock has cards or can be reshuffled."""
    now = deal.now
    if now[STOCK_END] > now[STOCK_AT]:
        return 1
    return 1 if now[N_PILE] > 1 and now[N_RESHUFFLES] < code.max_reshuffles else 0
