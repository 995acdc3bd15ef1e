"""What every card game here does with its cards: shuffle, hold, draw from the stock, throw on the pile, write the log.

Phases that families share. A family's record of a deal holds :data:`TABLE_FIELDS` and what else it needs; these
kernels take any such record. Cards are bits of four 16-bit lanes; the bits 13 to 15 of a lane are printed jokers. Of
two packs the two copies of a card are one kind: a hand is the mask of the kinds held and that of the kinds held twice.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rummysim.core import rng
from rummysim.core.bits import bit, store_int16
from rummysim.core.jit import kernel

__all__ = [
    "DECK_FIELDS",
    "MAX_CARDS",
    "MAX_PLAYERS",
    "PUBLIC_FIELDS",
    "TABLE_FIELDS",
    "can_draw_stock",
    "deal_hands",
    "draw_front",
    "draw_stock",
    "drop",
    "fill_deck",
    "fill_fields",
    "gain",
    "lift",
    "log",
    "throw",
]

MAX_CARDS = 112
MAX_PLAYERS = 8

FIRST_JOKER = 13
"""Place behind the last of any rank line: bits of a lane from here on are printed jokers."""

DREW_STOCK, RESHUFFLED = 1, 5
"""Codes of rows that every family's log has."""

DECK_FIELDS = {
    "joker_cards": np.uint64,
    "all_cards": np.uint64,
    "n_cards": np.int64,
    "n_universe": np.int64,
    "card_of": (np.int8, MAX_CARDS),
    "hand_size": np.int64,
}
"""Fields of a family's rules in a kernel that say what is dealt.

joker_cards, all_cards : masks of kinds. card_of : card by universe index, -1 if absent; the first ``n_universe`` count.
"""

TABLE_FIELDS = {
    "hands": (np.uint64, MAX_PLAYERS),
    "spares": (np.uint64, MAX_PLAYERS),
    "takes": (np.int64, MAX_PLAYERS),
    "turn": np.int64,
    "stock_at": np.int64,
    "stock_end": np.int64,
    "n_reshuffles": np.int64,
    "log_address": np.int64,
    "log_rows": np.int64,
    "n_logged": np.int64,
    "deck": (np.int8, MAX_CARDS),
    "is_deck_spoilt": np.int64,
    "order": (np.int8, MAX_CARDS),
}
"""Fields of a deal; seats index hands. Beside them a deal has ``public``, a record with ``PUBLIC_FIELDS``.

hands, spares : kinds held, held twice. takes : times the pile was taken. turn : turns played. deck : cards in dealing
order; from ``stock_at`` to ``stock_end`` they are the stock. is_deck_spoilt : 1 once a new stock has taken their place.
log_address, log_rows : room for int16 rows of five, rows beyond are counted in ``n_logged``, not kept. order : scratch.
"""

PUBLIC_FIELDS = {
    "known": (np.uint64, MAX_PLAYERS),
    "pile": np.uint64,
    "pile_spare": np.uint64,
    "n_pile": np.int64,
    "pile_cards": (np.int8, MAX_CARDS),
}
"""What everybody sees: by seat the kinds each took from the pile and still holds; the kinds in the pile, and there
twice; its cards from the bottom.
"""


def fill_fields(code: np.void, encoded: Mapping[str, Any]) -> None:
    """Write the rules of a family as its ``encode`` gives them: the deck's fields, and all of the same name."""
    cards = encoded["card_of"]
    code["n_universe"] = len(cards)
    code["all_cards"] = sum({1 << card for card in cards if card >= 0})
    for name in set(code.dtype.names or ()) & set(encoded):
        if np.ndim(encoded[name]):
            code[name][: len(encoded[name])] = encoded[name]
        else:
            code[name] = encoded[name]


@kernel()
def write_row(deal, seat, act, card, a, b):
    """Write a row of the log."""
    at = 5 * deal.n_logged
    store_int16(deal.log_address, at, seat)
    store_int16(deal.log_address, at + 1, act)
    store_int16(deal.log_address, at + 2, FIRST_JOKER if card > 0 and card & 15 >= FIRST_JOKER else card)
    store_int16(deal.log_address, at + 3, a)
    store_int16(deal.log_address, at + 4, b)


@kernel(inline=True)
def log(deal, seat, act, card, a, b):
    """Append a row to the log; the printed jokers are one kind there."""
    if deal.n_logged < deal.log_rows:
        write_row(deal, np.int64(seat), np.int64(act), np.int64(card), np.int64(a), np.int64(b))
    deal.n_logged += 1


@kernel()
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
    deal.is_deck_spoilt = 0


@kernel(inline=True)
def gain(deal, seat, card):
    """Give ``card`` to ``seat``."""
    deal.spares[seat] |= deal.hands[seat] & bit(card)
    deal.hands[seat] |= bit(card)


@kernel(inline=True)
def drop(deal, seat, card):
    """Take one ``card`` out of the hand of ``seat``."""
    twice = deal.spares[seat] & bit(card)
    deal.hands[seat] = (deal.hands[seat] & ~bit(card)) | twice
    deal.spares[seat] &= ~bit(card)
    deal.public.known[seat] &= deal.hands[seat]


@kernel(inline=True)
def throw(deal, card):
    """Put ``card`` on the pile."""
    public = deal.public
    public.pile_cards[public.n_pile] = card
    public.pile_spare |= public.pile & bit(card)
    public.pile |= bit(card)
    public.n_pile += 1


@kernel(inline=True)
def lift(deal):
    """Take the top off the pile; the card."""
    public = deal.public
    public.n_pile -= 1
    card = np.int64(public.pile_cards[public.n_pile])
    public.pile = (public.pile & ~bit(card)) | (public.pile_spare & bit(card))
    public.pile_spare &= ~bit(card)
    return card


@kernel(inline=True)
def draw_front(deal):
    """Take the front card of the stock; the card."""
    card = np.int64(deal.deck[deal.stock_at])
    deal.stock_at += 1
    return card


@kernel(inline=True)
def can_draw_stock(code, deal):
    """1 if the stock has cards or can be made new."""
    if deal.stock_end > deal.stock_at:
        return 1
    return 1 if deal.public.n_pile > 1 and deal.n_reshuffles < code.max_reshuffles else 0


@kernel(inline=True)
def clear_pile(deal):
    """Take all cards off the pile."""
    deal.public.n_pile = 0
    deal.public.pile = np.uint64(0)
    deal.public.pile_spare = np.uint64(0)


@kernel()
def deal_hands(code, deal, n_players, starter):
    """Begin a deal: hands to the places, the rest to the stock, nothing on the pile (CG-4, GN-1, BR-1).

    Place j holds the j-th hand of the deck and seat ``(j - starter) mod n_players``.
    """
    deal.turn = 0
    deal.n_reshuffles = 0
    deal.n_logged = 0
    clear_pile(deal)
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
    deal.stock_at = at
    deal.stock_end = code.n_cards


@kernel()
def reshuffle(deal, seed, unit, round_):
    """Shuffle the pile without its top into a new stock (CG-6)."""
    top = lift(deal)
    n_cards = deal.public.n_pile
    for index in range(n_cards):
        deal.deck[index] = deal.public.pile_cards[index]
    deal.is_deck_spoilt = 1
    rng.shuffle(deal.deck[:], n_cards, rng.stream(seed, unit, round_, rng.RESHUFFLE, deal.n_reshuffles))
    clear_pile(deal)
    throw(deal, top)
    deal.stock_at = 0
    deal.stock_end = n_cards
    deal.n_reshuffles += 1


@kernel(inline=True)
def draw_stock(game, seat):
    """Give the front card of the stock, made new if need be, to ``seat``; the card. Writes the log."""
    deal = game.deal
    if deal.stock_at == deal.stock_end:
        reshuffle(deal, game.seed, game.unit, game.round)
        log(deal, seat, RESHUFFLED, -1, deal.stock_end, -1)
    card = draw_front(deal)
    gain(deal, seat, card)
    log(deal, seat, DREW_STOCK, card, -1, -1)
    return card
