"""One deal in memory, what the rules come down to in a kernel, and dealing.

Cards are bits of four 16-bit lanes (:mod:`rummysim.core.bits`); printed jokers are bits 13 and 29. The universe of one
pack has 54 cards, index ``13 * suit + number - 1`` and the jokers 52 and 53; a second pack follows with indices + 54.
Variants with different decks share the places of the cards that both have (design, randomness). Of two packs the two
copies of a card are one kind: a hand is the kinds held and the kinds held twice.
"""

import numpy as np
from numba import int64, void

from rummysim.core import rng
from rummysim.core.bits import bit, store_int16
from rummysim.core.jit import kernel, record
from rummysim.melds.line import LINE_DTYPE

__all__ = [
    "ACT",
    "CODE",
    "CODE_DTYPE",
    "DEAL",
    "DEAL_DTYPE",
    "MAX_CARDS",
    "MAX_PLAYERS",
    "PUBLIC",
    "can_draw_stock",
    "deal_out",
    "draw_front",
    "drop",
    "fill_deck",
    "gain",
    "lift",
    "log",
    "reshuffle",
    "throw",
]

MAX_CARDS = 108
MAX_PLAYERS = 8

ACT = {"stock": 1, "take": 2, "discard": 3, "knock": 4, "reshuffle": 5, "set": 6, "run": 7, "layoff": 8, "pass": 9}
"""Codes of the rows of a log."""

CODE_DTYPE, CODE = record(
    line=LINE_DTYPE,
    wild_cards=np.uint64,
    joker_cards=np.uint64,
    own_ace=np.uint64,
    all_cards=np.uint64,
    n_cards=np.int64,
    n_universe=np.int64,
    card_of=(np.int8, MAX_CARDS),
    hand_size=np.int64,
    knock_limit=np.int64,
    max_leftover_cards=np.int64,
    max_jokers=np.int64,
    no_knock_first_round=np.int64,
    layoff_targets=np.int64,
    wild_layoff=np.int64,
    knock_without_draw=np.int64,
    starter_has_eight=np.int64,
    no_return_discard=np.int64,
    max_turns=np.int64,
    max_reshuffles=np.int64,
    wild_penalty_knocker=np.int64,
    upcard_offer=np.int64,
    dead_stock=np.int64,
    fiftieth_card=np.int64,
    big_gin=np.int64,
    limit_from_upcard=np.int64,
    upcard_limits=(np.int64, 16),
    last_turn=np.int64,
    difference=np.int64,
)
"""The play layer of a variant as integers, the only form in which rules reach a kernel.

wild_cards, joker_cards, own_ace, all_cards : masks of kinds. card_of : card by universe index, -1 if absent; the first
``n_universe`` count. upcard_limits : knock limit by place of the upcard, used with ``limit_from_upcard``.
"""

PUBLIC_DTYPE, PUBLIC = record(known=(np.uint64, MAX_PLAYERS), pile=np.uint64, pile_spare=np.uint64)
"""Masks that everybody sees: by seat the kinds each took from the pile and still holds; the kinds in the discard pile,
and there twice.
"""

DEAL_DTYPE, DEAL = record(
    public=PUBLIC_DTYPE,
    hands=(np.uint64, MAX_PLAYERS),
    spares=(np.uint64, MAX_PLAYERS),
    takes=(np.int64, MAX_PLAYERS),
    left=(np.int64, MAX_PLAYERS),
    turn=np.int64,
    stock_at=np.int64,
    stock_end=np.int64,
    n_pile=np.int64,
    n_reshuffles=np.int64,
    knocker=np.int64,
    face_down=np.int64,
    is_big_gin=np.int64,
    upcard=np.int64,
    limit=np.int64,
    log_address=np.int64,
    log_rows=np.int64,
    n_logged=np.int64,
    stock=(np.int8, MAX_CARDS),
    pile=(np.int8, MAX_CARDS),
    deck=(np.int8, MAX_CARDS),
    order=(np.int8, MAX_CARDS),
)
"""One deal; seats index hands.

hands, spares : kinds held, held twice. takes : times the pile was taken. left : least leftover, -1
before it was looked at. turn : turns played. stock : from ``stock_at``
to ``stock_end``. pile : from the bottom. knocker, face_down : seat and card, -1 none. upcard : the first one. limit :
the knock limit. log_address, log_rows : room for int16 rows of five, rows beyond are counted in ``n_logged``, not kept.
deck : cards in dealing order. order : scratch.
"""


@kernel(void(DEAL, int64, int64, int64, int64, int64))
def write_row(deal, seat, act, card, a, b):
    """Write a row of the log."""
    at = 5 * deal.n_logged
    store_int16(deal.log_address, at, seat)
    store_int16(deal.log_address, at + 1, act)
    store_int16(deal.log_address, at + 2, 13 if card == 29 else card)
    store_int16(deal.log_address, at + 3, a)
    store_int16(deal.log_address, at + 4, b)


@kernel(void(DEAL, int64, int64, int64, int64, int64), inline=True)
def log(deal, seat, act, card, a, b):
    """Append a row to the log; the printed jokers are one kind there."""
    if deal.n_logged < deal.log_rows:
        write_row(deal, seat, act, card, a, b)
    deal.n_logged += 1


@kernel(void(CODE, DEAL, int64, int64, int64))
def fill_deck(code, deal, seed, unit, round_):
    """Shuffle the universe into ``deal.deck`` and close the gaps of absent cards with present ones from behind the
    deck's end.
    """
    order = deal.order[:]
    for index in range(code.n_universe):
        order[index] = code.card_of[index]
    rng.shuffle(order, code.n_universe, rng.stream(seed, unit, round_, rng.CARDS, 0))
    behind = code.n_cards
    for index in range(code.n_cards):
        card = order[index]
        if card < 0:
            while order[behind] < 0:
                behind += 1
            card = order[behind]
            behind += 1
        deal.deck[index] = card


@kernel(void(DEAL, int64, int64), inline=True)
def gain(deal, seat, card):
    """Give ``card`` to ``seat``."""
    deal.spares[seat] |= deal.hands[seat] & bit(card)
    deal.hands[seat] |= bit(card)


@kernel(void(DEAL, int64, int64), inline=True)
def drop(deal, seat, card):
    """Take one ``card`` out of the hand of ``seat``."""
    twice = deal.spares[seat] & bit(card)
    deal.hands[seat] = (deal.hands[seat] & ~bit(card)) | twice
    deal.spares[seat] &= ~bit(card)
    deal.public.known[seat] &= deal.hands[seat]


@kernel(void(DEAL, int64), inline=True)
def throw(deal, card):
    """Put ``card`` on the pile."""
    deal.pile[deal.n_pile] = card
    deal.public.pile_spare |= deal.public.pile & bit(card)
    deal.public.pile |= bit(card)
    deal.n_pile += 1


@kernel(int64(DEAL), inline=True)
def lift(deal):
    """Take the top off the pile; the card."""
    deal.n_pile -= 1
    card = np.int64(deal.pile[deal.n_pile])
    deal.public.pile = (deal.public.pile & ~bit(card)) | (deal.public.pile_spare & bit(card))
    deal.public.pile_spare &= ~bit(card)
    return card


@kernel(int64(DEAL), inline=True)
def draw_front(deal):
    """Take the front card of the stock; the card."""
    card = np.int64(deal.stock[deal.stock_at])
    deal.stock_at += 1
    return card


@kernel(int64(CODE, int64), inline=True)
def knock_limit_of(code, upcard):
    """Knock limit of a deal, that of its upcard where the rules say so (GN-8)."""
    is_joker = bit(upcard) & code.joker_cards
    return code.upcard_limits[upcard & 15] if code.limit_from_upcard and not is_joker else code.knock_limit


@kernel(void(DEAL), inline=True)
def clear(deal):
    """Take the table's counters back to the beginning of a deal."""
    deal.turn = 0
    deal.n_pile = 0
    deal.n_reshuffles = 0
    deal.n_logged = 0
    deal.is_big_gin = 0
    deal.knocker = -1
    deal.face_down = -1
    deal.public.pile = np.uint64(0)
    deal.public.pile_spare = np.uint64(0)


@kernel(void(CODE, DEAL, int64, int64))
def deal_out(code, deal, n_players, starter):
    """Deal hands to the places, the upcard, the stock, and the starter's extra card where there is one (CG-4, GN-1).

    Place j holds the j-th hand of the deck and seat ``(j - starter) mod n_players``.
    """
    clear(deal)
    at = 0
    for place in range(n_players):
        seat = place - starter + (n_players if place < starter else 0)
        hand, spare = np.uint64(0), np.uint64(0)
        for _ in range(code.hand_size):
            card = bit(deal.deck[at])
            spare |= hand & card
            hand |= card
            at += 1
        deal.hands[seat], deal.spares[seat] = hand, spare
        deal.public.known[seat] = np.uint64(0)
        deal.takes[seat] = 0
        deal.left[seat] = -1
    deal.upcard = np.int64(deal.deck[at])
    deal.limit = knock_limit_of(code, deal.upcard)
    throw(deal, deal.upcard)
    deal.stock_at = at + 1
    deal.stock_end = code.n_cards
    for index in range(at + 1, code.n_cards):
        deal.stock[index] = deal.deck[index]
    if code.starter_has_eight:
        gain(deal, 0, draw_front(deal))


@kernel(void(DEAL, int64, int64, int64))
def reshuffle(deal, seed, unit, round_):
    """Shuffle the pile without its top into a new stock (CG-6)."""
    top = lift(deal)
    n_cards = deal.n_pile
    for index in range(n_cards):
        deal.stock[index] = deal.pile[index]
    rng.shuffle(deal.stock[:], n_cards, rng.stream(seed, unit, round_, rng.RESHUFFLE, deal.n_reshuffles))
    deal.n_pile = 0
    deal.public.pile = np.uint64(0)
    deal.public.pile_spare = np.uint64(0)
    throw(deal, top)
    deal.stock_at = 0
    deal.stock_end = n_cards
    deal.n_reshuffles += 1


@kernel(int64(CODE, DEAL), inline=True)
def can_draw_stock(code, deal):
    """1 if the stock has cards or can be reshuffled."""
    if deal.stock_end > deal.stock_at:
        return 1
    return 1 if deal.n_pile > 1 and deal.n_reshuffles < code.max_reshuffles else 0
