"""What a move does to a deal: tiles between racks and table, the order of melds, log rows, counts."""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.bits import bit, count_bits
from rummysim.core.dealing import draw_front, gain, log
from rummysim.core.jit import kernel
from rummysim.games.actions import action_meld
from rummysim.games.tile.actions import may_split, use_of
from rummysim.games.tile.state import ACT, CODE, DEAL, NO_TILE, PUBLIC, kind_of, sync
from rummysim.melds.code import (
    is_run,
    is_wild_at,
    run_length,
    run_start,
    run_suit,
    set_place,
    set_suits,
    set_wilds,
)
from rummysim.melds.each import cards_of
from rummysim.melds.grow import card_at, end_cards, takes_joker

__all__ = [
    "apply_action",
    "apply_opening",
    "draw_tile",
    "end_play",
    "find_ends",
    "lay_rebuilt",
    "put_out",
    "table_tiles",
    "take_laid_out",
]

DREW, TOOK, PUT_OUT, OPENED, PLAYED, SET_LIES, RUN_LIES, PASSED = (
    ACT[name] for name in ("draw", "take", "out", "open", "play", "set", "run", "pass")
)
LOW_BIT = np.uint64(1)
SHORTEST = 3


@kernel(void(CODE, DEAL, int64))
def draw_tile(code, deal, seat):
    """Draw the front tile of the pool."""
    tile = draw_front(deal)
    gain(deal, seat, tile)
    deal.own.drawn = kind_of(tile)
    log(deal, seat, DREW, tile, -1, -1)
    sync(code, deal, seat)
    if deal.public.n_pool == 0:
        deal.emptied = deal.turn


@kernel(void(CODE, DEAL, int64))
def take_laid_out(code, deal, seat):
    """Take the tile laid out."""
    gain(deal, seat, deal.laid_out)
    deal.own.drawn = kind_of(deal.laid_out)
    deal.takes[seat] += 1
    log(deal, seat, TOOK, deal.laid_out, -1, -1)
    deal.laid_out = deal.public.laid_out = NO_TILE
    sync(code, deal, seat)


@kernel(void(CODE, DEAL, int64, uint64, uint64, int64))
def give(code, deal, seat, once, twice, n_jokers):
    """Take tiles off a rack, those of ``twice`` two of a kind, and count them as played."""
    tiles, spare, jokers = deal.hands[seat] & ~code.joker_cards, deal.spares[seat], deal.hands[seat] & code.joker_cards
    kept = (tiles & ~once) | (spare & once & ~twice)
    for _ in range(n_jokers):
        jokers &= jokers - LOW_BIT
    deal.hands[seat], deal.spares[seat] = kept | jokers, spare & ~once
    n_tiles = count_bits(once) + count_bits(twice) + n_jokers
    deal.now_twice |= (deal.now & once) | twice
    deal.now |= once
    deal.now_jokers += n_jokers
    deal.own.n_played += n_tiles
    deal.played[seat] += n_tiles
    deal.played_jokers[seat] += n_jokers
    sync(code, deal, seat)


@kernel(void(CODE, DEAL, int64, int64))
def put_out(code, deal, seat, tile):
    """Lay out a tile before the first turn (TR-4)."""
    twice = deal.spares[seat] & bit(tile)
    deal.hands[seat] = (deal.hands[seat] & ~bit(tile)) | twice
    deal.spares[seat] &= ~bit(tile)
    deal.laid_out, deal.public.laid_out = tile, kind_of(tile)
    log(deal, seat, PUT_OUT, tile, -1, -1)
    sync(code, deal, seat)


@kernel(void(CODE, PUBLIC))
def find_ends(code, public):
    """Find the kinds of which one tile can be added to a meld or can split a run, and whether a joker can be added."""
    ends, inside, joker = np.uint64(0), np.uint64(0), np.int64(0)
    for index in range(public.n_melds):
        meld = public.melds[index]
        ends |= end_cards(code.points, meld)
        if code.n_jokers and not joker:
            joker = takes_joker(code.points, code.most_jokers, meld)
        if may_split(code, meld):
            for position in range(SHORTEST - 1, run_length(meld) - SHORTEST + 1):
                if not is_wild_at(meld, position):
                    inside |= card_at(run_suit(meld), run_start(meld) + position)
    public.ends, public.inside, public.takes_joker = ends, inside, joker


@kernel(void(PUBLIC, int64), inline=True)
def remove_meld(public, index):
    """Take a meld off the table."""
    public.n_melds -= 1
    for place in range(index, public.n_melds):
        public.melds[place] = public.melds[place + 1]


@kernel(void(PUBLIC, int64), inline=True)
def insert_meld(public, meld):
    """Put a meld in its place in the order of 8.1."""
    place = public.n_melds
    while place > 0 and public.melds[place - 1] > meld:
        public.melds[place] = public.melds[place - 1]
        place -= 1
    public.melds[place] = meld
    public.n_melds += 1


@kernel(void(PUBLIC, uint64, int64), inline=True)
def add_to_table(public, once, n_jokers):
    """Count tiles as on the table."""
    public.twice |= public.tiles & once
    public.tiles |= once
    public.n_jokers += n_jokers


@kernel(void(CODE, DEAL, int64, int64))
def apply_action(code, deal, seat, action):
    """Play a legal new meld, lay-off or split."""
    public = deal.public
    _, once, n_jokers, meld, upper = use_of(code, public, deal.own, action)
    if action >> 50:
        remove_meld(public, action_meld(action))
    give(code, deal, seat, once, np.uint64(0), n_jokers)
    add_to_table(public, once, n_jokers)
    insert_meld(public, meld)
    if upper:
        insert_meld(public, upper)
    find_ends(code, public)


@kernel(void(DEAL, int64, int64))
def log_meld(deal, seat, meld):
    """Log a meld."""
    if is_run(meld):
        pattern = np.int64(0)
        for index in range(run_length(meld)):
            pattern |= (meld >> (13 - index) & 1) << index
        log(deal, seat, RUN_LIES, 16 * run_suit(meld) + run_start(meld), run_length(meld), pattern)
    else:
        log(deal, seat, SET_LIES, set_place(meld), set_suits(meld), set_wilds(meld))


@kernel(void(CODE, DEAL, int64))
def apply_opening(code, deal, seat):
    """Lay the melds answered as an opening."""
    own, public = deal.own, deal.public
    log(deal, seat, OPENED, -1, own.n_laid, own.laid_points)
    for number in range(own.n_laid):
        meld = deal.opening[number]
        once, _, n_jokers = cards_of(meld)
        give(code, deal, seat, once, np.uint64(0), n_jokers)
        add_to_table(public, once, n_jokers)
        insert_meld(public, meld)
        log_meld(deal, seat, meld)
    public.opened |= LOW_BIT << np.uint64(seat)
    deal.opened_turn[seat] = deal.turn // own.n_players + 1
    deal.opening_points[seat] = own.laid_points
    own.is_open = own.opened_now = 1
    own.n_laid = own.laid_points = 0
    find_ends(code, public)


@kernel(void(PUBLIC))
def table_tiles(public):
    """Count the tiles of the melds."""
    tiles, twice, n_jokers = np.uint64(0), np.uint64(0), np.int64(0)
    for index in range(public.n_melds):
        once, _, wilds = cards_of(public.melds[index])
        twice |= tiles & once
        tiles |= once
        n_jokers += wilds
    public.tiles, public.twice, public.n_jokers = tiles, twice, n_jokers


@kernel(void(CODE, DEAL, int64))
def lay_rebuilt(code, deal, seat):
    """Count a table whose melds are new, and what of it comes from a rack."""
    public = deal.public
    before, before_twice, n_jokers = public.tiles, public.twice, public.n_jokers
    table_tiles(public)
    once = (public.tiles & ~before) | (public.twice & ~before_twice)
    give(code, deal, seat, once, public.twice & ~before, public.n_jokers - n_jokers)
    find_ends(code, public)


@kernel(void(DEAL, int64))
def end_play(deal, seat):
    """Log the play of a turn and count it: the tiles played and the table, or that nothing was played."""
    own, public = deal.own, deal.public
    if own.n_played == 0:
        log(deal, seat, PASSED, -1, -1, -1)
        return
    deal.plays[seat] += 1
    deal.most_played[seat] = max(deal.most_played[seat], own.n_played)
    if deal.n_logged >= deal.log_rows:
        deal.n_logged += 1 + public.n_melds
        return
    log(deal, seat, PLAYED, -1, own.n_played, public.n_melds)
    for index in range(public.n_melds):
        log_meld(deal, seat, public.melds[index])
