"""One deal in memory, what the rules come down to in a kernel, and dealing."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import int64, void

from rummysim.core.bits import count_bits
from rummysim.core.dealing import (
    DECK_FIELDS,
    FIRST_JOKER,
    MAX_PLAYERS,
    PUBLIC_FIELDS,
    TABLE_FIELDS,
    deal_hands,
    draw_front,
    fill_fields,
    gain,
)
from rummysim.core.jit import kernel, record
from rummysim.melds.table.memory import MAX_MELDS, RULES_DTYPE
from rummysim.melds.worth import AS_CARD, SCALE_DTYPE, Table, fill_scale

__all__ = [
    "ACT",
    "CODE",
    "CODE_DTYPE",
    "DEAL",
    "DEAL_DTYPE",
    "IF_NO_PLAY",
    "JOKER",
    "MAX_OPENING",
    "NEVER",
    "NO_TILE",
    "OFFER",
    "OFFER_DTYPE",
    "OWN",
    "PUBLIC",
    "TAKEABLE",
    "TILE_WORTH",
    "deal_out",
    "fill_code",
    "kind_of",
    "sync",
]

JOKER, NO_TILE = FIRST_JOKER, -1
"""What views and logs show for a joker and for none."""
MAX_OPENING = 38
"""Most melds of an opening: 112 tiles make 37."""
TILE_WORTH = 900
"""What a tile counts where laying most tiles comes before points: more than all points there are (832)."""
NEVER = -1000
"""Turn of what has not happened."""
IF_NO_PLAY, TAKEABLE = 1, 2
"""Values of ``draw_rule`` and ``initial_discard``."""
BUDGETS = ((2, 4000), (4, 500), (8, 50))
"""Most positions that are solved for one answer where the jokers of the table are bound, by the number of jokers up to
which that holds: with more jokers each takes longer.
"""

ACT = {"draw": 1, "take": 2, "out": 3, "open": 4, "play": 5, "set": 6, "run": 7, "pass": 9}
"""Codes of the rows of a log."""

CODE_DTYPE, CODE = record(
    **DECK_FIELDS,
    points=SCALE_DTYPE,
    cover=SCALE_DTYPE,
    jokers=RULES_DTYPE,
    n_jokers=np.int64,
    ace_high=np.int64,
    most_jokers=np.int64,
    binds_jokers=np.int64,
    release=np.int64,
    new_meld=np.int64,
    opening_min=np.int64,
    opening_joker=np.int64,
    manipulate_on_opening_turn=np.int64,
    rearrange=np.int64,
    draw_rule=np.int64,
    initial_discard=np.int64,
    mano=np.int64,
    pool_empty=np.int64,
    max_turns=np.int64,
)
"""The play layer of a variant as integers, the only form in which rules reach a kernel.

points : scale of an opening. cover : scale on which most tiles come first, then points. jokers : what decides about
jokers on the table where they are bound (``binds_jokers``). most_jokers : of a meld.
"""

PUBLIC_DTYPE, PUBLIC = record(
    **PUBLIC_FIELDS,
    laid_out=np.int64,
    n_pool=np.int64,
    n_held=(np.int64, MAX_PLAYERS),
    opened=np.uint64,
    tiles=np.uint64,
    twice=np.uint64,
    n_jokers=np.int64,
    ends=np.uint64,
    inside=np.uint64,
    takes_joker=np.int64,
    n_melds=np.int64,
    melds=(np.int64, MAX_MELDS),
)
"""What everybody sees; the fields of a discard pile are not used.

laid_out : the tile laid out before the first turn, -1 none or gone. n_held : tiles on each rack by seat. opened : mask
of the seats that have opened. tiles, twice, n_jokers : tiles of the table. ends, inside : kinds of which one tile can
be added to a meld, or can split a run. takes_joker : 1 if some meld takes a joker more. melds : codes in the order of
8.1.
"""

OWN_DTYPE, OWN = record(
    rack=np.uint64,
    twice=np.uint64,
    n_jokers=np.int64,
    drawn=np.int64,
    turn=np.int64,
    seat=np.int64,
    n_players=np.int64,
    may_take=np.int64,
    is_open=np.int64,
    opened_now=np.int64,
    n_played=np.int64,
    n_laid=np.int64,
    laid_points=np.int64,
)
"""What the player at turn sees beside that.

rack, twice : naturals held, held twice. drawn : tile drawn or taken in this turn, 13 a joker. turn : turns before this
one. may_take : 1 if the laid-out tile may be taken. is_open, opened_now : 1 if opened, in this turn. n_played : tiles
played in this turn. n_laid, laid_points : melds of an opening answered so far and their points.
"""

OFFER_DTYPE, OFFER = record(
    rack=np.uint64,
    twice=np.uint64,
    n_jokers=np.int64,
    by_points=np.int64,
    all_or_this=np.int64,
)
"""What a bot that answers a rebuild is ready to lay: as set before each question, all of its rack, most tiles.

rack, twice, n_jokers : tiles of the rack offered. by_points : 0 to lay most tiles; else to lay most points, and what a
joker counts then. all_or_this : 1 to lay the whole rack, offered or not, if it can be laid.
"""

DEAL_DTYPE, DEAL = record(
    public=PUBLIC_DTYPE,
    own=OWN_DTYPE,
    offer=OFFER_DTYPE,
    **TABLE_FIELDS,
    opening=(np.int64, MAX_OPENING),
    opened_turn=(np.int64, MAX_PLAYERS),
    opening_points=(np.int64, MAX_PLAYERS),
    played=(np.int64, MAX_PLAYERS),
    played_jokers=(np.int64, MAX_PLAYERS),
    plays=(np.int64, MAX_PLAYERS),
    most_played=(np.int64, MAX_PLAYERS),
    unproved=(np.int64, MAX_PLAYERS),
    laid_out=np.int64,
    out=np.int64,
    is_pool_empty=np.int64,
    emptied=np.int64,
    n_idle=np.int64,
    before=(np.int64, MAX_MELDS),
    n_before=np.int64,
    now=np.uint64,
    now_twice=np.uint64,
    now_jokers=np.int64,
)
"""One deal; seats index hands (:data:`rummysim.core.dealing.TABLE_FIELDS`; ``takes`` counts the laid-out tile taken).

own : what the player at turn sees. opening : melds of an opening answered. opened_turn … unproved : facts by seat.
laid_out : the tile laid out, -1 none or taken. out : seat that went out, -1 if none. is_pool_empty : 1 if this turn
began with an empty pool; emptied : turn that drew the last tile; n_idle : turns in a row that began with an empty pool
and in which nothing was played. before, n_before : table before the play of this turn; now, now_twice, now_jokers :
tiles played since.
"""


def fill_code(code: np.void, encoded: Mapping[str, Any]) -> tuple[Table, Table]:
    """Write rules as the model's ``encode`` gives them; the tables have to be kept as long as the code is used."""
    fill_fields(code, encoded)
    jokers = code["jokers"]
    for name in ("ace_high", "release", "freed_by_table", "both_missing", "new_meld"):
        jokers[name] = encoded[name]
    jokers["cap"] = encoded["most_jokers"]
    jokers["budget"] = next(budget for most, budget in BUDGETS if encoded["n_jokers"] <= most)
    counts_joker = encoded["opening_joker"] != 2
    wilds = {"ace_mode": encoded["ace_high"], "n_jokers": encoded["n_jokers"], "cap": encoded["most_jokers"]}
    tables = []
    for name, more in (("points", 0), ("cover", TILE_WORTH)):
        numbers = [more + number for number in range(1, 14)]
        worth = AS_CARD if counts_joker else more
        tables.append(fill_scale(code[name], [*numbers, numbers[0]], numbers, joker_worth=worth, **wilds))
    return tables[0], tables[1]


@kernel(int64(int64), inline=True)
def kind_of(card):
    """A tile as views and logs show it: the jokers are one kind."""
    return np.int64(JOKER) if card > 0 and card & 15 >= JOKER else card


@kernel(void(CODE, DEAL, int64), inline=True)
def sync(code, deal, seat):
    """Bring what the player in ``seat`` sees in line with the deal."""
    own, public = deal.own, deal.public
    tiles = deal.hands[seat]
    own.rack, own.twice = tiles & ~code.joker_cards, deal.spares[seat]
    own.n_jokers = count_bits(tiles & code.joker_cards)
    public.n_pool = deal.stock_end - deal.stock_at
    public.n_held[seat] = count_bits(tiles) + count_bits(own.twice)


@kernel(void(DEAL, int64), inline=True)
def clear_facts(deal, n_players):
    """Set the facts by seat to nothing."""
    for seat in range(n_players):
        deal.opened_turn[seat] = deal.opening_points[seat] = deal.played[seat] = deal.played_jokers[seat] = 0
        deal.plays[seat] = deal.most_played[seat] = deal.unproved[seat] = 0


@kernel(void(CODE, DEAL, int64, int64))
def deal_out(code, deal, n_players, starter):
    """Deal racks to the places, and a tile more to the first player who lays one out (TR-3)."""
    public = deal.public
    deal_hands(code, deal, n_players, starter)
    if code.initial_discard:
        gain(deal, 0, draw_front(deal))
    public.laid_out = deal.laid_out = deal.out = np.int64(NO_TILE)
    public.n_melds = public.n_jokers = public.takes_joker = 0
    public.opened = public.tiles = public.twice = public.ends = public.inside = np.uint64(0)
    for seat in range(MAX_PLAYERS):
        public.n_held[seat] = code.hand_size if seat < n_players else 0
    if code.initial_discard:
        public.n_held[0] += 1
    clear_facts(deal, n_players)
    public.n_pool = deal.stock_end - deal.stock_at
    deal.emptied = np.int64(NEVER) if public.n_pool else np.int64(-1)
    deal.n_idle = 0
    deal.own.n_players = n_players
