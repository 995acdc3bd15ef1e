"""A bot whose every answer hangs on the whole of its view: where two views differ, the moves part."""

from types import MappingProxyType

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.core.rng import mix
from rummysim.games.actions import STOP
from rummysim.games.bot import Bot
from rummysim.games.opening.draws import draw_answer, n_draws
from rummysim.games.opening.menu import is_stop_legal, menu_action, n_actions, swap_action
from rummysim.games.opening.openings import hand_meld, hand_points, opening_meld, opening_points
from rummysim.games.opening.state import CODE, OWN, PUBLIC, kind_of
from rummysim.games.opening.throws import throwable, thrown_number
from rummysim.games.opening.view import SIGNATURE, VIEW

__all__ = ["PROBE"]

SWAPS, MANY = np.int64(1), np.int64(1) << 40
OPEN, HAND = np.uint64(1), np.uint64(2)


@kernel(uint64(VIEW, uint64))
def digest(view, word):
    """The word mixed with every field of the view (CONTRACT_OPENING 7, 8)."""
    own, public = view.own, view.public
    key = mix(mix(word ^ own.hand) ^ own.spare)
    key = mix(key ^ np.uint64(own.n_jokers))
    for seat in range(8):
        key = mix(key ^ public.known[seat])
    for field in (own.top, own.barred, own.must, public.cut, own.turn, own.seat, own.n_players, own.n_stock):
        key = mix(key ^ np.uint64(field))
    key = mix(key ^ np.uint64(public.n_pile))
    for index in range(public.n_pile):
        key = mix(key ^ np.uint64(kind_of(np.int64(public.pile_cards[index]))))
    for seat in range(8):
        key = mix(key ^ np.uint64(public.n_held[seat]))
    key = mix(key ^ public.opened)
    for field in (own.owes, own.pending, own.opened_now, public.n_melds):
        key = mix(key ^ np.uint64(field))
    for index in range(public.n_melds):
        key = mix(key ^ np.uint64(public.melds[index]))
    return key


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """One of the legal answers."""
    count = n_draws(view.code, view.public, view.own)
    return draw_answer(view.code, view.public, view.own, np.int64(digest(view, word) % np.uint64(count)))


@kernel(int64(CODE, PUBLIC, OWN, uint64))
def before_opening(code, public, own, key):
    """One of: stop, open (-1), go out by hand (-2), the swaps."""
    may_stop, may_open = is_stop_legal(own), np.int64(opening_points(code, own) >= 0)
    may_hand = np.int64(hand_points(code, own) >= 0)
    n_swaps = np.int64(0)
    if not own.pending and not own.owes:
        n_swaps = -1 - swap_action(code, public, own, MANY)
    number = np.int64(key % np.uint64(may_stop + may_open + may_hand + n_swaps))
    if may_stop and number == 0:
        return STOP
    number -= may_stop
    if may_open and number == 0:
        return np.int64(-1)
    number -= may_open
    if may_hand and number == 0:
        return np.int64(-2)
    return swap_action(code, public, own, number - may_hand)


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening, a swap, an entry of the menu; the memory keeps which opening is being laid."""
    code, public, own = view.code, view.public, view.own
    if own.is_open:
        count = n_actions(code, public, own, SWAPS)
        return menu_action(code, public, own, SWAPS, np.int64(digest(view, word) % np.uint64(count)))
    if not own.n_laid:
        answer = before_opening(code, public, own, digest(view, word))
        if answer >= 0:
            return answer
        view.memory.words[0] = OPEN if answer == -1 else HAND
    return opening_meld(code, own) if view.memory.words[0] == OPEN else hand_meld(code, own)


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """One of the legal discards."""
    cards, joker = throwable(view.code, view.public, view.own)
    return thrown_number(cards, np.int64(digest(view, word) % np.uint64(count_bits(cards) + joker)))


PROBE = Bot(
    name="probe",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_melds": choose_melds, "choose_discard": choose_discard}
    ),
    notes="for tests",
    has_memory=True,
)
