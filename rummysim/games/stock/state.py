"""One deal in memory, what the rules come down to in a kernel, and dealing."""

import numpy as np
from numba import int64, void

from rummysim.core.bits import count_bits
from rummysim.core.dealing import (
    DECK_FIELDS,
    MAX_PLAYERS,
    PUBLIC_FIELDS,
    TABLE_FIELDS,
    can_draw_stock,
    deal_hands,
    draw_front,
    throw,
)
from rummysim.core.jit import kernel, record

__all__ = [
    "ACT",
    "CODE",
    "CODE_DTYPE",
    "DEAL",
    "DEAL_DTYPE",
    "MAX_SHOWN",
    "N_CLASSES",
    "OWN",
    "OWN_DTYPE",
    "PUBLIC",
    "deal_out",
    "sync",
]

MAX_SHOWN = 40
"""Most melds on a table: 108 cards make 36."""
N_CLASSES = 6
"""Classes of tabled cards: 2–9, their numbers added, tens and figures, low aces, high aces, jokers."""

ACT = {
    "stock": 1,
    "take": 2,
    "discard": 3,
    "reshuffle": 5,
    "set": 6,
    "run": 7,
    "layoff": 8,
    "end": 9,
    "more": 10,
    "claim": 11,
}
"""Codes of the rows of a log."""

CODE_DTYPE, CODE = record(
    **DECK_FIELDS,
    ace_mode=np.int64,
    extended_discard=np.int64,
    one_meld_per_turn=np.int64,
    layoff_requires_meld=np.int64,
    final_discard_required=np.int64,
    call_rummy=np.int64,
    top_must_be_used=np.int64,
    no_return_discard=np.int64,
    stock_exhausted=np.int64,
    max_reshuffles=np.int64,
    pile_card_reuse=np.int64,
    max_turns=np.int64,
)
"""The play layer of a variant as integers, the only form in which rules reach a kernel."""

PUBLIC_DTYPE, PUBLIC = record(
    **PUBLIC_FIELDS,
    has_melded=np.uint64,
    n_melds=np.int64,
    melds=(np.int64, MAX_SHOWN),
    ends=np.uint64,
    fourths=np.uint64,
    n_held=(np.int64, MAX_PLAYERS),
)
"""What everybody sees. has_melded : mask of the seats that have laid a new meld. melds : codes, in the order in which
they were laid. ends : positions, in lanes of suits, next to a run on the table. fourths : cards that a set on the table
takes. n_held : cards in each hand by seat.
"""

OWN_DTYPE, OWN = record(
    hand=np.uint64,
    spare=np.uint64,
    usable=np.uint64,
    usable_spare=np.uint64,
    must=np.int64,
    barred=np.int64,
    top=np.int64,
    turn=np.int64,
    seat=np.int64,
    n_players=np.int64,
    n_stock=np.int64,
    can_draw_stock=np.int64,
    n_new_melds=np.int64,
)
"""What the player at turn sees beside that.

hand, spare : kinds held, held twice. usable, usable_spare : of these the ones the next action may use. must : card that
it has to use, -1 if none. barred : card that may not be thrown, -1 if none. top : top of the pile, -1 if none. turn :
turns before this one. can_draw_stock : 1 if the stock has cards or can be made new. n_new_melds : laid in this turn.
"""

DEAL_DTYPE, DEAL = record(
    public=PUBLIC_DTYPE,
    own=OWN_DTYPE,
    **TABLE_FIELDS,
    taken_cards=(np.int64, MAX_PLAYERS),
    new_melds=(np.int64, MAX_PLAYERS),
    laid_off=(np.int64, MAX_PLAYERS),
    claims=(np.int64, MAX_PLAYERS),
    tabled=(np.int64, (MAX_PLAYERS, N_CLASSES)),
    out=np.int64,
    is_rummy=np.int64,
    had_laid=np.int64,
)
"""One deal; seats index hands (:data:`rummysim.core.dealing.TABLE_FIELDS`).

own : what the player at turn sees. taken_cards … claims : counts by seat. tabled : cards laid by class, by seat. out :
seat that went out, -1 if none; is_rummy : 1 if in one turn. had_laid : 1 if the player at turn had laid anything before
this turn.
"""


@kernel(void(CODE, DEAL, int64), inline=True)
def sync(code, deal, seat):
    """Bring what the player in ``seat`` sees in line with the deal."""
    own, public = deal.own, deal.public
    own.hand, own.spare = deal.hands[seat], deal.spares[seat]
    own.usable, own.usable_spare = own.hand, own.spare
    own.top = np.int64(public.pile_cards[public.n_pile - 1]) if public.n_pile else np.int64(-1)
    own.n_stock = deal.stock_end - deal.stock_at
    own.can_draw_stock = can_draw_stock(code, deal)
    public.n_held[seat] = count_bits(own.hand) + count_bits(own.spare)


@kernel(void(CODE, DEAL, int64, int64))
def deal_out(code, deal, n_players, starter):
    """Deal hands to the places, the upcard, the stock (BR-1, BR-2)."""
    deal_hands(code, deal, n_players, starter)
    throw(deal, draw_front(deal))
    public = deal.public
    public.n_melds = 0
    public.has_melded = public.ends = public.fourths = np.uint64(0)
    for seat in range(MAX_PLAYERS):
        public.known[seat] = np.uint64(0)
        public.n_held[seat] = code.hand_size if seat < n_players else 0
    for seat in range(n_players):
        deal.taken_cards[seat] = deal.new_melds[seat] = deal.laid_off[seat] = deal.claims[seat] = 0
        for kind in range(N_CLASSES):
            deal.tabled[seat, kind] = 0
    deal.out = -1
    deal.is_rummy = 0
    deal.own.n_players = n_players
