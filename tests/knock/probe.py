"""A bot whose every answer hangs on the whole of its view: where two views differ, the moves part."""

from types import MappingProxyType

import numpy as np
from numba import uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.core.rng import mix
from rummysim.games.bot import Bot
from rummysim.games.knock.bots.ways import sources, throws
from rummysim.games.knock.view import KNOCK, PILE, SIGNATURE, STOCK, VIEW

__all__ = ["PROBE"]

UNIVERSE = 54


@kernel(uint64(VIEW, uint64))
def digest(view, word):
    """The word mixed with every field of the view."""
    two_packs = view.code.n_universe > UNIVERSE
    key = mix(word ^ view.hand)
    key = mix(key ^ view.spare) if two_packs else key
    key = mix(key ^ view.public.pile)
    key = mix(key ^ view.public.pile_spare) if two_packs else key
    for seat in range(8):
        key = mix(key ^ view.public.known[seat])
    key = mix(key ^ np.uint64(view.top))
    key = mix(key ^ np.uint64(view.drawn))
    key = mix(key ^ np.uint64(view.taken))
    key = mix(key ^ np.uint64(view.turn))
    key = mix(key ^ np.uint64(view.seat))
    key = mix(key ^ np.uint64(view.n_players))
    return mix(key ^ np.uint64(view.n_stock))


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """One of the legal sources."""
    stock, pile, knock = sources(view)
    choice = np.int64(digest(view, word) % np.uint64(stock + pile + knock))
    if stock and choice == 0:
        return STOCK
    return PILE if pile and choice == stock else KNOCK


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """One of the legal discards."""
    allowed = throws(view)
    for _ in range(np.int64(digest(view, word) % np.uint64(count_bits(allowed)))):
        allowed &= allowed - bit(0)
    return lowest_bit(allowed)


@kernel(SIGNATURE)
def choose_close(view, parameters, word):
    """Knocks one time in four."""
    return 1 if digest(view, word) % np.uint64(4) == np.uint64(0) else 0


PROBE = Bot(
    name="probe",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    notes="for tests",
)
