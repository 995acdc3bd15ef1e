"""What a hand comes to: its best arrangement, whether it may knock, what to throw.

The kernels that judge and settle a deal, asked about one hand: the least leftover, the knock conditions (CG-9, GN-3),
the first of the best arrangements (rules 8.1, 8.2 i).
"""

import numpy as np
from numba import int64, types, void

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.codes import CONGA, NOT_CLOSED, WILD_CONGA
from rummysim.core.jit import kernel, record
from rummysim.games.knock.settle import ROOM, ROOM_DTYPE, arrange, close_of, leave, n_own, show, whole_run
from rummysim.games.knock.state import CODE
from rummysim.games.knock.turns import NO_KNOCK, is_all_melded, least_knock
from rummysim.melds.code import meld_naturals
from rummysim.melds.cover import card_of_key
from rummysim.melds.layoff import CARDS, with_more, without
from rummysim.melds.search import best_discard, least_leftover

__all__ = ["HAND_DTYPE", "MAX_IN_HAND", "ROOM_DTYPE", "solve_hands"]

MAX_IN_HAND = 4
"""Most melds of one hand."""

LAID_DTYPE, LAID = record(
    n_melds=np.int64,
    codes=(np.int64, MAX_IN_HAND),
    left=np.uint64,
    twice=np.uint64,
    wilds=np.int64,
    aces=np.int64,
    points=np.int64,
)
"""Cards laid out: melds in the order of rules 8.1, naturals left and left twice, wilds left, own aces among them, and
the points of the naturals left.
"""

HAND_DTYPE, HAND = record(
    kinds=np.uint64,
    twice=np.uint64,
    held=LAID_DTYPE,
    kept=LAID_DTYPE,
    discard=np.int64,
    close=np.int64,
    is_all_melded=np.int64,
)
"""A hand and what it comes to.

kinds, twice : the hand. held : all its cards laid out. kept : those kept after the best discard, where the hand is a
card too big. discard : that card, -1 where nothing is thrown. close : of a knock with the cards kept, ``NOT_CLOSED`` if
they allow none. is_all_melded : 1 if all cards held can be melded and shown (GN-3, big gin).
"""
HANDS = types.Array(HAND, 1, "C")


@kernel(void(CODE, ROOM, CARDS, LAID), inline=True)
def read_room(code, room, hand, laid):
    """Copy the arrangement in ``room`` of ``hand`` to ``laid``; of wilds left the own aces come first."""
    used = (np.uint64(0), np.uint64(0))
    laid.n_melds = room.shown.n_melds
    for meld in range(laid.n_melds):
        laid.codes[meld] = room.shown.code[meld]
        used = with_more(used, meld_naturals(laid.codes[meld], code.line.n_places))
    laid.wilds, laid.points = room.wilds[0], room.points[0]
    laid.left, laid.twice = room.left[0], room.twice[0]
    laid.aces = min(laid.wilds, n_own(hand, code.own_ace) - n_own(used, code.own_ace))


@kernel(void(CODE, ROOM, CARDS, int64, int64, LAID))
def lay_out(code, room, hand, close, knock, laid):
    """Lay out cards as a knocker with that close and least leftover ``knock`` shows them; ``NOT_CLOSED``: the first of
    the arrangements that leave least.
    """
    room.shown.n_melds = 0
    if WILD_CONGA <= close <= CONGA:
        show(room, 0, whole_run(code, hand[0], hand[1]))
        leave(room, 0, 0)
    else:
        bound, max_cards = knock, code.max_leftover_cards
        if close == NOT_CLOSED:
            bound, max_cards = least_leftover(hand[0], hand[1], code.wild_cards, code.line), 64
        arrange(code, room, 0, hand, bound, max_cards)
    read_room(code, room, hand, laid)


@kernel(types.UniTuple(int64, 2)(CODE, CARDS, int64), inline=True)
def knock_with(code, kept, limit):
    """Close of a knock with the cards kept, ``NOT_CLOSED`` if they allow none, and its least leftover."""
    left = least_knock(code, kept[0], kept[1], limit)
    return (close_of(code, kept[0], kept[1]) if left < NO_KNOCK else NOT_CLOSED), left


@kernel(int64(CODE, int64), inline=True)
def throw_rank(code, card):
    """Rank of a card among equal discards, the highest to go first: naturals by place, then jokers, then own aces."""
    return (card & 15) - (64 if bit(card) & code.wild_cards else 0)


@kernel(int64(CODE, CARDS, int64))
def knocking_discard(code, hand, limit):
    """Discard that allows the best knock, -1 if none does: best close (CG-15 … CG-18), least leftover, highest card,
    first suit.
    """
    best, best_close, best_left = np.int64(-1), NOT_CLOSED, NO_KNOCK
    rest = hand[0]
    while rest:
        card = lowest_bit(rest)
        rest &= rest - bit(0)
        close, left = knock_with(code, without(hand, bit(card)), limit)
        if close == NOT_CLOSED or close < best_close:
            continue
        if (
            close > best_close
            or left < best_left
            or (left == best_left and throw_rank(code, card) > throw_rank(code, best))
        ):
            best, best_close, best_left = card, close, left
    return best


@kernel(int64(CODE, CARDS))
def quiet_discard(code, hand):
    """Natural card whose discard leaves least, then the highest, then of the first suit; a wild if there is nothing
    else.
    """
    if hand[0] & ~code.wild_cards:
        return card_of_key(best_discard(hand[0], hand[1], code.wild_cards, code.line))
    return lowest_bit(hand[0] & code.joker_cards if hand[0] & code.joker_cards else hand[0])


@kernel(void(CODE, ROOM, int64, HAND))
def solve_hand(code, room, limit, hand):
    """Fill in what a hand comes to under a knock limit."""
    cards = (hand.kinds, hand.twice)
    hand.discard = -1
    hand.is_all_melded = is_all_melded(code, hand.kinds, hand.twice)
    if count_bits(hand.kinds) + count_bits(hand.twice) <= code.hand_size:
        hand.close, knock = knock_with(code, cards, limit)
        lay_out(code, room, cards, hand.close, knock, hand.held)
        return
    lay_out(code, room, cards, NOT_CLOSED, NO_KNOCK, hand.held)
    knocking = knocking_discard(code, cards, limit)
    hand.discard = knocking if knocking >= 0 else quiet_discard(code, cards)
    kept = without(cards, bit(hand.discard))
    hand.close, knock = knock_with(code, kept, limit)
    lay_out(code, room, kept, hand.close, knock, hand.kept)


@kernel(void(CODE, ROOM, int64, HANDS))
def solve_hands(code, room, limit, hands):
    """Fill in what hands of ``hand_size`` cards, or one more, come to.

    hands : (n,) of ``HAND_DTYPE``, ``kinds`` and ``twice`` given, the rest output.
    """
    for index in range(hands.shape[0]):
        solve_hand(code, room, limit, hands[index])
