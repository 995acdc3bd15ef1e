"""Lays all it can as soon as it can, takes the top of the pile if it can be used at once, and throws its dearest card.

It never looks below the top of the pile and at nobody else's cards.
"""

from types import MappingProxyType

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import highest_bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.stock.actions import throws
from rummysim.games.stock.draws import END, STOCK, is_useful_take
from rummysim.games.stock.exact.choices import best_action
from rummysim.games.stock.menu import claim_action, n_claims
from rummysim.games.stock.state import CODE
from rummysim.games.stock.view import SIGNATURE
from rummysim.melds.cover import RANK, rank_mask

__all__ = ["GREEDY", "choose_claim", "choose_melds", "dearest"]


TENS = np.uint64(0x1E001E001E001E00)
"""Tens and figures."""


@kernel(int64(CODE, uint64), inline=True)
def dearest(code, cards):
    """The card that costs most in the hand, of equal ones the first suit; a joker only if there is nothing else."""
    naturals = cards & ~code.joker_cards
    if not naturals:
        return lowest_bit(cards) if cards else np.int64(-1)
    if code.ace_mode and naturals & RANK:
        return lowest_bit(naturals & RANK)
    if naturals & TENS:
        return lowest_bit(naturals & TENS)
    ranks = naturals | naturals >> np.uint64(32)
    ranks = (ranks | ranks >> np.uint64(16)) & np.uint64(0xFFFF)
    return lowest_bit(naturals & rank_mask(highest_bit(ranks)))


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The top of the pile if it can be used at once, else the stock; without a stock the end, or what is left."""
    code, public, own = view.code, view.public, view.own
    if public.n_pile and is_useful_take(code, public, own, np.int64(1)):
        return 1
    if own.can_draw_stock:
        return STOCK
    return END


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """All melds and lay-offs of a best plan."""
    return best_action(view.code, view.public, view.own)


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The dearest card."""
    return dearest(view.code, throws(view.own))


@kernel(SIGNATURE)
def choose_claim(view, parameters, word):
    """Always claim."""
    return claim_action(
        view.code, view.public, view.call, np.int64(1 if n_claims(view.code, view.public, view.call) else 0)
    )


GREEDY = Bot(
    name="greedy",
    hooks=MappingProxyType(
        {
            "choose_draw": choose_draw,
            "choose_melds": choose_melds,
            "choose_discard": choose_discard,
            "choose_claim": choose_claim,
        }
    ),
    notes="lays all it can at once, looks at the top of the pile only, throws its dearest card",
)
