"""One deal in memory, what the rules come down to in a kernel, and dealing."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import int64, void

from rummysim.core.bits import bit, count_bits
from rummysim.core.dealing import (
    DECK_FIELDS,
    FIRST_JOKER,
    MAX_PLAYERS,
    PUBLIC_FIELDS,
    TABLE_FIELDS,
    can_draw_stock,
    deal_hands,
    draw_front,
    fill_fields,
    gain,
)
from rummysim.core.jit import kernel, record
from rummysim.melds.worth import SCALE_DTYPE, Table, fill_scale

__all__ = [
    "ACT",
    "CARD_WORTH",
    "CODE",
    "CODE_DTYPE",
    "DEAL",
    "DEAL_DTYPE",
    "JOKER",
    "MAX_OPENING",
    "MAX_SHOWN",
    "NO_CARD",
    "OWES_HAND",
    "OWES_NOTHING",
    "OWES_OPENING",
    "OWN",
    "OWN_DTYPE",
    "PUBLIC",
    "deal_out",
    "fill_code",
    "kind_of",
    "sync",
]

JOKER, NO_CARD = FIRST_JOKER, -1
"""What views and logs show for a joker and for none."""
MAX_SHOWN, MAX_OPENING = 40, 6
"""Most melds on a table (112 cards make 37), and of an opening."""
OWES_NOTHING, OWES_OPENING, OWES_HAND = range(3)
CARD_WORTH = 256
"""What a card counts where laying most cards comes before points: more than any points of a hand."""

ACT = {
    "stock": 1,
    "take": 2,
    "discard": 3,
    "cut": 4,
    "reshuffle": 5,
    "set": 6,
    "run": 7,
    "layoff": 8,
    "end": 9,
    "more": 10,
    "swap": 11,
    "open": 12,
}
"""Codes of the rows of a log."""

CODE_DTYPE, CODE = record(
    **DECK_FIELDS,
    points=SCALE_DTYPE,
    cover=SCALE_DTYPE,
    decks=np.int64,
    ace_points=np.int64,
    most_jokers=np.int64,
    starter_has_extra=np.int64,
    cut_card=np.int64,
    cut_joker_to_cutter=np.int64,
    opening_min=np.int64,
    pure_run_required=np.int64,
    hand_requires_min=np.int64,
    no_open_first_rounds=np.int64,
    first_turn_melding=np.int64,
    layoff_on_opening_turn=np.int64,
    layoff_in_hand=np.int64,
    discard_take=np.int64,
    starter_privilege_second_turn=np.int64,
    taken_discard_must_be_used=np.int64,
    no_return_discard=np.int64,
    forbid_playable_discard=np.int64,
    set_joker_swap=np.int64,
    joker_reuse=np.int64,
    joker_swap_before_opening=np.int64,
    final_discard_required=np.int64,
    ends_on_empty=np.int64,
    max_reshuffles=np.int64,
    max_turns=np.int64,
)
"""The play layer of a variant as integers, the only form in which rules reach a kernel.

points : scale of an opening. cover : scale on which most cards come first, then points. ace_points : of an ace in hand.
most_jokers : of a meld at any time; what a new meld may be is in the scales.
"""

PUBLIC_DTYPE, PUBLIC = record(
    **PUBLIC_FIELDS,
    opened=np.uint64,
    cut=np.int64,
    n_melds=np.int64,
    melds=(np.int64, MAX_SHOWN),
    n_held=(np.int64, MAX_PLAYERS),
)
"""What everybody sees. opened : mask of the seats that have opened. cut : the cut card, -1 if there is none or it is
gone. melds : codes, in the order in which they were laid. n_held : cards in each hand by seat.
"""

OWN_DTYPE, OWN = record(
    hand=np.uint64,
    spare=np.uint64,
    n_jokers=np.int64,
    must=np.int64,
    barred=np.int64,
    top=np.int64,
    turn=np.int64,
    seat=np.int64,
    n_players=np.int64,
    n_stock=np.int64,
    can_draw_stock=np.int64,
    may_meld=np.int64,
    is_open=np.int64,
    opened_now=np.int64,
    owes=np.int64,
    is_hand_due=np.int64,
    pending=np.int64,
    n_laid=np.int64,
    laid_points=np.int64,
    has_pure=np.int64,
)
"""What the player at turn sees beside that.

hand, spare : naturals held, held twice. n_jokers : jokers held. must : card that has to be used first, -1 if none, 13 a
joker. barred : card that may not be thrown. top : top of the pile. turn : turns before this one. can_draw_stock : 1 if
the stock has cards or can be made new. may_meld : 1 if an opening is allowed in this turn. is_open, opened_now : 1 if
opened, in this turn. owes : nothing, an opening, a hand. is_hand_due : 1 if the hand owed is laid and must not be
spoilt. pending : 1 if a swapped joker has to be laid. n_laid,
laid_points, has_pure : melds of an opening answered so far, their points, and whether one is a pure run.
"""

DEAL_DTYPE, DEAL = record(
    public=PUBLIC_DTYPE,
    own=OWN_DTYPE,
    **TABLE_FIELDS,
    cut=np.int64,
    table_jokers=np.uint64,
    opening=(np.int64, MAX_OPENING),
    opened_turn=(np.int64, MAX_PLAYERS),
    opening_points=(np.int64, MAX_PLAYERS),
    new_melds=(np.int64, MAX_PLAYERS),
    laid_off=(np.int64, MAX_PLAYERS),
    swaps=(np.int64, MAX_PLAYERS),
    tabled_cards=(np.int64, MAX_PLAYERS),
    tabled_jokers=(np.int64, MAX_PLAYERS),
    was_open=np.int64,
    took_cut=np.int64,
    n_layoffs_now=np.int64,
    n_swaps_now=np.int64,
    out=np.int64,
    is_hand=np.int64,
    is_cut=np.int64,
)
"""One deal; seats index hands (:data:`rummysim.core.dealing.TABLE_FIELDS`).

own : what the player at turn sees. cut : the cut card, -1 none or gone. table_jokers : jokers on the table. opening :
melds of an opening answered. opened_turn … tabled_jokers : facts by seat. was_open : 1 if the player at turn had opened
before this turn; took_cut, n_layoffs_now, n_swaps_now : what happened in it. out : seat that went out, -1 if none.
"""


def fill_code(code: np.void, encoded: Mapping[str, Any]) -> tuple[Table, Table]:
    """Write rules as the model's ``encode`` gives them; the tables have to be kept as long as the code is used."""
    fill_fields(code, encoded)
    low, high = encoded["ace_worths"]
    code["ace_points"] = high
    middle = [*range(2, 11), 10, 10, 10]
    wilds = {
        "ace_mode": encoded["ace_mode"],
        "n_jokers": encoded["n_jokers"],
        "cap": encoded["laid_jokers"],
        "naturals_lead": bool(encoded["naturals_lead"]),
        "adjacent": bool(encoded["adjacent_jokers"]),
    }
    tables = []
    for name, more in (("points", 0), ("cover", CARD_WORTH)):
        in_runs = [more + worth for worth in (low, *middle, high)]
        in_sets = [more + worth for worth in (high, *middle)]
        tables.append(fill_scale(code[name], in_runs, in_sets, **wilds))
    return tables[0], tables[1]


@kernel(int64(int64), inline=True)
def kind_of(card):
    """A card as views and logs show it: the jokers are one kind."""
    return np.int64(JOKER) if card > 0 and card & 15 >= JOKER else card


@kernel(void(CODE, DEAL, int64), inline=True)
def sync(code, deal, seat):
    """Bring what the player in ``seat`` sees in line with the deal."""
    own, public = deal.own, deal.public
    cards = deal.hands[seat]
    own.hand, own.spare = cards & ~code.joker_cards, deal.spares[seat]
    own.n_jokers = count_bits(cards & code.joker_cards)
    own.top = kind_of(np.int64(public.pile_cards[public.n_pile - 1])) if public.n_pile else np.int64(NO_CARD)
    own.n_stock = deal.stock_end - deal.stock_at
    own.can_draw_stock = can_draw_stock(code, deal)
    public.n_held[seat] = count_bits(cards) + count_bits(own.spare)


@kernel(void(CODE, DEAL, int64, int64))
def cut(code, deal, n_players, starter):
    """The cut card; a joker at the cut goes to the cutter for one of their cards (RM-3)."""
    last = code.n_cards - 1
    cutter = (starter + n_players - 2) % n_players
    at = (cutter + 1) * code.hand_size - 1
    while code.cut_joker_to_cutter and bit(deal.deck[last]) & code.joker_cards:
        deal.deck[last], deal.deck[at] = deal.deck[at], deal.deck[last]
        at -= 1
        deal.is_deck_spoilt = 1
    deal.cut = np.int64(deal.deck[last])


@kernel(void(CODE, DEAL, int64, int64))
def deal_out(code, deal, n_players, starter):
    """Deal hands to the places, the cut card, the stock, the starter's extra card (RM-2 … RM-4)."""
    public = deal.public
    deal.cut = NO_CARD
    if code.cut_card:
        cut(code, deal, n_players, starter)
    deal_hands(code, deal, n_players, starter)
    deal.stock_end -= code.cut_card
    if code.starter_has_extra:
        gain(deal, 0, draw_front(deal))
    public.cut = kind_of(deal.cut)
    public.n_melds = 0
    public.opened = np.uint64(0)
    for seat in range(MAX_PLAYERS):
        public.known[seat] = np.uint64(0)
        public.n_held[seat] = code.hand_size if seat < n_players else 0
    if code.starter_has_extra:
        public.n_held[0] += 1
    for seat in range(n_players):
        deal.opened_turn[seat] = deal.opening_points[seat] = deal.new_melds[seat] = deal.laid_off[seat] = 0
        deal.swaps[seat] = deal.tabled_cards[seat] = deal.tabled_jokers[seat] = 0
    deal.table_jokers = np.uint64(0)
    deal.out = NO_CARD
    deal.is_hand = deal.is_cut = 0
    deal.own.n_players = n_players
