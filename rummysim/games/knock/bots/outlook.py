"""What a player can reckon from the view: unseen cards, what the hand may become, what a discard may give away.

The ingredients shared by the stronger bots. With two packs a kind is unseen while no copy of it was seen.
"""

import numpy as np
from numba import float64, int64, uint64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.knock.state import CODE
from rummysim.games.knock.view import VIEW
from rummysim.melds.cover import WILD_LEFT, rank_mask
from rummysim.melds.danger import melds_given
from rummysim.melds.layoff import CARDS, with_more
from rummysim.melds.search import best_discard

__all__ = ["danger", "future", "joins", "neighbours", "power", "unseen", "worth"]

MANY_CARDS = 64


@kernel(uint64(VIEW), inline=True)
def unseen(view):
    """Cards not in the own hand, the pile, or known in a hand."""
    seen = view.hand | view.public.pile
    for seat in range(view.n_players):
        seen |= view.public.known[seat]
    return view.code.all_cards & ~seen


@kernel(float64(int64, float64), inline=True)
def worth(left, wild_points):
    """Card points of a leftover key, a wild counting ``wild_points``."""
    return wild_points * (left // WILD_LEFT) + left % WILD_LEFT


@kernel(float64(float64, int64), inline=True)
def power(base, n):
    """``base`` times itself ``n`` times, by multiplication alone."""
    value = 1.0
    for _ in range(n):
        value *= base
    return value


@kernel(uint64(CODE, int64, int64), inline=True)
def neighbours(code, card, distance):
    """The card ``distance`` positions above on the rank line (below: negative), 0 if there is none."""
    n_places, place = code.line.n_places, (card & 15) + distance
    if place == n_places and code.line.ace_high and distance > 0:
        place = 0
    elif card & 15 == 0 and distance < 0 and code.line.ace_high:
        place = n_places + distance
    return bit((card & 48) + place) if 0 <= place < n_places else np.uint64(0)


@kernel(int64(CODE, uint64, int64), inline=True)
def joins(code, hand, card):
    """1 if a card makes a three-card meld with two of the hand, wilds counting as missing cards."""
    n_wilds = count_bits(hand & code.wild_cards)
    if bit(card) & code.wild_cards or n_wilds >= 2:
        return 1
    partners = np.int64(0)
    for other in range(-2, 3):
        if other and neighbours(code, card, np.int64(other)) & hand:
            partners |= 1 << (other + 2)
    same = count_bits(hand & rank_mask(card & 15) & ~bit(card))
    if n_wilds:
        return 1 if partners or same else 0
    # Two below, one on each side, two above.
    return 1 if same >= 2 or partners & 3 == 3 or partners & 10 == 10 or partners & 24 == 24 else 0


@kernel(float64(VIEW, CARDS, uint64, int64, float64))
def future(view, kept, drawable, n_best, wild_points):
    """Mean of the ``n_best`` least leftovers that one more card of ``drawable`` and a discard can give."""
    found = np.zeros(MANY_CARDS, np.float64)
    n_found = 0
    rest = drawable
    while rest:
        card = rest & (~rest + bit(0))
        rest ^= card
        more = with_more(kept, card)
        key = best_discard(more[0], more[1], view.code.wild_cards, view.code.line)
        value = worth(key >> 6, wild_points)
        at = min(n_found, n_best)
        while at > 0 and found[at - 1] > value:
            found[at] = found[at - 1]
            at -= 1
        found[at] = value
        n_found = min(n_found + 1, n_best)
    total = 0.0
    for index in range(n_found):
        total += found[index]
    return total / n_found if n_found else 0.0


@kernel(float64(VIEW, uint64, int64))
def danger(view, hidden, card):
    """Chances that the next player holds both partners of a three-card meld with ``card``, added over the melds.

    hidden : unseen cards.
    """
    following = view.seat + 1 if view.seat + 1 < view.n_players else 0
    known = view.public.known[following]
    n_hidden = count_bits(hidden)
    share = max(0.0, (view.code.hand_size - count_bits(known)) / n_hidden) if n_hidden else 0.0
    below, below2 = neighbours(view.code, card, -1), neighbours(view.code, card, -2)
    above, above2 = neighbours(view.code, card, 1), neighbours(view.code, card, 2)
    return melds_given(card, (below2, below, above, above2), known, hidden, share)
