"""One deal in memory, what the rules come down to in a kernel, and dealing."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import int64, void

from rummysim.core.bits import bit
from rummysim.core.dealing import (
    DECK_FIELDS,
    MAX_PLAYERS,
    PUBLIC_FIELDS,
    TABLE_FIELDS,
    deal_hands,
    draw_front,
    fill_fields,
    gain,
    throw,
)
from rummysim.core.jit import kernel, record
from rummysim.melds.line import LINE_DTYPE, fill_line

__all__ = [
    "ACT",
    "CODE",
    "CODE_DTYPE",
    "DEAL",
    "DEAL_DTYPE",
    "PUBLIC",
    "deal_out",
    "fill_code",
    "knock_limit_of",
]

ACT = {"stock": 1, "take": 2, "discard": 3, "knock": 4, "reshuffle": 5, "set": 6, "run": 7, "layoff": 8, "pass": 9}
"""Codes of the rows of a log."""

CODE_DTYPE, CODE = record(
    **DECK_FIELDS,
    line=LINE_DTYPE,
    wild_cards=np.uint64,
    own_ace=np.uint64,
    knock_limit=np.int64,
    max_leftover_cards=np.int64,
    max_jokers=np.int64,
    no_knock_first_round=np.int64,
    layoff_targets=np.int64,
    wild_layoff=np.int64,
    knock_without_draw=np.int64,
    starter_has_eight=np.int64,
    no_return_discard=np.int64,
    max_turns=np.int64,
    max_reshuffles=np.int64,
    wild_penalty_knocker=np.int64,
    upcard_offer=np.int64,
    dead_stock=np.int64,
    fiftieth_card=np.int64,
    big_gin=np.int64,
    limit_from_upcard=np.int64,
    upcard_limits=(np.int64, 16),
    last_turn=np.int64,
    difference=np.int64,
)
"""The play layer of a variant as integers, the only form in which rules reach a kernel.

wild_cards, own_ace : masks. upcard_limits : knock limit by place of the upcard, used with ``limit_from_upcard``.
"""

PUBLIC_DTYPE, PUBLIC = record(**PUBLIC_FIELDS)

DEAL_DTYPE, DEAL = record(
    public=PUBLIC_DTYPE,
    **TABLE_FIELDS,
    left=(np.int64, MAX_PLAYERS),
    knocker=np.int64,
    face_down=np.int64,
    is_big_gin=np.int64,
    upcard=np.int64,
    limit=np.int64,
)
"""One deal; seats index hands (:data:`rummysim.core.dealing.TABLE_FIELDS`).

left : least leftover, -1 before it was looked at. knocker, face_down : seat and card, -1 none. upcard : the first one.
limit : the knock limit.
"""


def fill_code(code: np.void, encoded: Mapping[str, Any]) -> None:
    """Write rules as the model's ``encode`` gives them, and the line that melds lie on."""
    fill_fields(code, encoded)
    wilds = {"n_wilds": encoded["n_wilds"], "cap": encoded["cap"]}
    fill_line(code["line"], encoded["points"], ace_high=bool(encoded["ace_high"]), **wilds)


@kernel(int64(CODE, int64), inline=True)
def knock_limit_of(code, upcard):
    """Knock limit of a deal, that of its upcard where the rules say so (GN-8)."""
    is_joker = bit(upcard) & code.joker_cards
    return code.upcard_limits[upcard & 15] if code.limit_from_upcard and not is_joker else code.knock_limit


@kernel(void(CODE, DEAL, int64, int64))
def deal_out(code, deal, n_players, starter):
    """Deal hands, the upcard, and the starter's extra card where there is one (CG-4, GN-1)."""
    deal_hands(code, deal, n_players, starter)
    for seat in range(n_players):
        deal.left[seat] = -1
    deal.is_big_gin = 0
    deal.knocker = -1
    deal.face_down = -1
    deal.upcard = draw_front(deal)
    deal.limit = knock_limit_of(code, deal.upcard)
    throw(deal, deal.upcard)
    if code.starter_has_eight:
        gain(deal, 0, draw_front(deal))
