"""A bot whose every answer hangs on the whole of its view: where two views differ, the moves part."""

from types import MappingProxyType

import numpy as np
from numba import uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.core.rng import mix
from rummysim.games.bot import Bot
from rummysim.games.stock.actions import throws
from rummysim.games.stock.draws import draw_answer, n_draws
from rummysim.games.stock.menu import claim_action, menu_action, n_actions, n_claims
from rummysim.games.stock.view import SIGNATURE, VIEW

__all__ = ["PROBE"]

UNIVERSE = 54


@kernel(uint64(VIEW, uint64))
def digest(view, word):
    """The word mixed with every field of the view (CONTRACT_STOCK 7)."""
    own, public = view.own, view.public
    key = mix(word ^ own.hand)
    if view.code.n_universe > UNIVERSE:
        key = mix(key ^ own.spare)
    for seat in range(8):
        key = mix(key ^ public.known[seat])
    for field in (own.top, own.barred, own.must, own.turn, own.seat, own.n_players, own.n_stock, public.n_pile):
        key = mix(key ^ np.uint64(field))
    for index in range(public.n_pile):
        key = mix(key ^ np.uint64(np.int64(public.pile_cards[index])))
    for seat in range(8):
        key = mix(key ^ np.uint64(public.n_held[seat]))
    key = mix(key ^ public.has_melded)
    key = mix(key ^ np.uint64(own.n_new_melds))
    key = mix(key ^ np.uint64(public.n_melds))
    for index in range(public.n_melds):
        key = mix(key ^ np.uint64(public.melds[index]))
    return key


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """One of the legal sources."""
    count = n_draws(view.code, view.public, view.own)
    return draw_answer(view.code, view.public, view.own, np.int64(digest(view, word) % np.uint64(count)))


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An entry of the menu."""
    count = n_actions(view.code, view.public, view.own)
    return menu_action(view.code, view.public, view.own, np.int64(digest(view, word) % np.uint64(count)))


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """One of the legal discards."""
    allowed = throws(view.own)
    for _ in range(np.int64(digest(view, word) % np.uint64(count_bits(allowed)))):
        allowed &= allowed - bit(0)
    return lowest_bit(allowed)


@kernel(SIGNATURE)
def choose_claim(view, parameters, word):
    """No, or a lay-off of the card."""
    count = 1 + n_claims(view.code, view.public, view.call)
    return claim_action(view.code, view.public, view.call, np.int64(digest(view, word) % np.uint64(count)))


PROBE = Bot(
    name="probe",
    hooks=MappingProxyType(
        {
            "choose_draw": choose_draw,
            "choose_melds": choose_melds,
            "choose_discard": choose_discard,
            "choose_claim": choose_claim,
        }
    ),
    notes="for tests",
)
