"""The baseline of the EAAI-21 gin challenge: takes the upcard only if it becomes part of a meld, throws at random among
the cards that leave least, and knocks as soon as it may.

Defined to the letter (numbers.md): it never throws a card with which it would repeat a pair of drawn and thrown card of
this deal, in either order, unless nothing else leaves as little; that is what it keeps notes of.
"""

from types import MappingProxyType

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.knock.bots.ways import sources, throws
from rummysim.games.knock.settle import ROOM, ROOM_DTYPE, arrange
from rummysim.games.knock.state import CODE
from rummysim.games.knock.view import FIFTIETH, PILE, SIGNATURE, STOCK, VIEW
from rummysim.melds.layoff import CARDS, with_more, without
from rummysim.melds.search import least_leftover

__all__ = ["EAAI_SIMPLE"]

JOKER, OTHER_JOKER = 13, 29


@kernel(int64(int64), inline=True)
def kind_of(card):
    """The card; the printed jokers are one kind."""
    return JOKER if card == OTHER_JOKER else card


@kernel(int64(types.Array(ROOM, 1, "C"), CODE, CARDS, int64))
def is_melded(scratch, code, cards, card):
    """1 if the first arrangement that leaves least has ``card`` in a meld; a wild if more lie in melds than there are
    printed jokers, or than other ones.

    scratch : (1,) room for settlements.
    """
    room = scratch[0]
    room.shown.n_melds = 0
    least = least_leftover(cards[0], cards[1], code.wild_cards, code.line)
    arrange(code, room, np.int64(0), cards, least, np.int64(64))
    n_wilds = 0
    for index in range(room.shown.n_melds):
        meld = room.best[index]
        if room.melds.naturals[meld] & bit(card):
            return 1
        n_wilds += room.melds.wilds[meld]
    if not bit(card) & code.wild_cards:
        return 0
    jokers = code.joker_cards if not bit(card) & code.joker_cards else np.uint64(0)
    return 1 if n_wilds > count_bits(cards[0] & jokers) + count_bits(cards[1] & jokers) else 0


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The pile if the first best arrangement of hand and upcard has the upcard in a meld."""
    allowed = sources(view)
    if not allowed[PILE] or not allowed[STOCK]:
        return PILE if allowed[PILE] else STOCK
    if view.offer == FIFTIETH:
        return PILE
    held = with_more((view.hand, view.spare), bit(view.top))
    return PILE if is_melded(np.empty(1, ROOM_DTYPE), view.code, held, view.top) else STOCK


@kernel(uint64(VIEW, uint64))
def least_leaving(view, allowed):
    """Of the cards ``allowed`` those that leave least."""
    least, best = np.int64(1) << 40, np.uint64(0)
    rest = allowed
    while rest:
        card = bit(lowest_bit(rest))
        rest ^= card
        kept = without((view.hand, view.spare), card)
        left = least_leftover(kept[0], kept[1], view.code.wild_cards, view.code.line)
        if left < least:
            least, best = left, np.uint64(0)
        best |= card if left == least else np.uint64(0)
    return best


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """Any of the cards that leave least and repeat no pair of this deal."""
    best = least_leaving(view, throws(view))
    if view.drawn >= 0:
        repeated = view.memory.words[kind_of(view.drawn)]
        repeated |= (repeated & bit(JOKER)) << np.uint64(OTHER_JOKER - JOKER)
        best = best & ~repeated if best & ~repeated else best
    for _ in range(np.int64(word % np.uint64(count_bits(best)))):
        best &= best - bit(0)
    card = lowest_bit(best)
    if view.drawn >= 0:
        view.memory.words[kind_of(view.drawn)] |= bit(kind_of(card))
        view.memory.words[kind_of(card)] |= bit(kind_of(view.drawn))
    return card


@kernel(SIGNATURE)
def choose_close(view, parameters, word):
    """Always knock."""
    return 1


EAAI_SIMPLE = Bot(
    name="eaai-simple",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    notes="takes what it can meld, throws at random among the best; the baseline of the EAAI-21 challenge",
    has_memory=True,
)
