"""The audit kernel: plays like :mod:`rummysim.games.tile.play` and checks the invariants of rules.md 0.7 and 1.2.

After every turn: the tiles of pool, racks, table and the one laid out are all there are, kind by kind; every meld is
valid and in its place; what is public agrees with the rest; the table lost nothing, and changed only if a tile was
played; each joker that was bound stands for the same tile, or one that frees it was played. At the end: the tiles
counted as played and left are all that were dealt and drawn.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel, record
from rummysim.games.table import FACTS, JOBS, load_job
from rummysim.games.tile.game import BAD_MOVE, GAME, GOES_ON, begin_deal, play_turn
from rummysim.games.tile.moves import find_ends
from rummysim.games.tile.settle import FACT_COLUMNS, end_of, write_facts
from rummysim.games.tile.state import CODE, DEAL, PUBLIC, deal_out, kind_of
from rummysim.melds.code import is_run, n_wilds, run_length, run_start, run_suit, set_place, set_suits
from rummysim.melds.each import cards_of, is_meld
from rummysim.melds.grow import card_at
from rummysim.melds.table.memory import MAX_MELDS

__all__ = ["AUDIT_FAULTS", "audit_batch"]

AUDIT_FAULTS = (
    "none",
    "a tile is missing or there too often",
    "a meld on the table is not valid or not in its place",
    "what is public differs from what there is",
    "the table lost a tile, or changed without a tile played",
    "a joker that was not freed stands for another tile",
    "the tiles played and left are not those dealt and drawn",
    "the player who went out holds tiles",
    "a bot made an illegal move",
)
LOST_TILE, BAD_MELD, BAD_PUBLIC, BAD_PLAY, LOOSE_JOKER, BAD_COUNTS, NOT_OUT, ILLEGAL_MOVE = range(1, 9)

FAULT = np.int64(100)
"""Outcomes of an audited turn from here on are faults."""
JOKER = 13
PLAYED, LEFT_TILES, LEFT_JOKERS = (FACT_COLUMNS.index(name) for name in ("played", "left_tiles", "left_jokers"))

COUNTS_DTYPE, COUNTS = record(
    copies=(np.int64, 64),
    tiles=np.uint64,
    twice=np.uint64,
    n_jokers=np.int64,
    n_melds=np.int64,
    melds=(np.int64, MAX_MELDS),
)
"""Copies of each kind that are still to be found; jokers are one kind, 13. tiles … melds : the table a turn before."""


@kernel(int64(CODE, DEAL, COUNTS))
def strike_pool(code, deal, counts):
    """Set the counts to all tiles, and strike the pool and the tile laid out off."""
    for tile in range(64):
        counts.copies[tile] = 0
    for index in range(code.n_universe):
        if code.card_of[index] >= 0:
            counts.copies[kind_of(np.int64(code.card_of[index]))] += 1
    for index in range(deal.stock_at, deal.stock_end):
        counts.copies[kind_of(np.int64(deal.deck[index]))] -= 1
    if deal.laid_out >= 0:
        counts.copies[kind_of(deal.laid_out)] -= 1
    return 0


@kernel(int64(COUNTS, uint64, uint64))
def strike(counts, tiles, twice):
    """Strike tiles off the counts."""
    for tile in range(64):
        kind = kind_of(np.int64(tile))
        counts.copies[kind] -= np.int64(tiles >> np.uint64(tile) & np.uint64(1))
        counts.copies[kind] -= np.int64(twice >> np.uint64(tile) & np.uint64(1))
    return 0


@kernel(int64(CODE, PUBLIC))
def audit_table(code, public):
    """Fault of the melds on the table, 0 if none."""
    tiles, twice, n_jokers = np.uint64(0), np.uint64(0), np.int64(0)
    for index in range(public.n_melds):
        meld = public.melds[index]
        if not is_meld(code.points, meld) or (index and public.melds[index - 1] > meld):
            return BAD_MELD
        once, _, wilds = cards_of(meld)
        if once & twice:
            return LOST_TILE
        twice |= tiles & once
        tiles |= once
        n_jokers += wilds
    if tiles != public.tiles or twice != public.twice or n_jokers != public.n_jokers:
        return BAD_PUBLIC
    ends, inside, takes = public.ends, public.inside, public.takes_joker
    find_ends(code, public)
    return 0 if ends == public.ends and inside == public.inside and takes == public.takes_joker else BAD_PUBLIC


@kernel(int64(CODE, DEAL, int64, COUNTS))
def audit_tiles(code, deal, n_players, counts):
    """Fault of who holds what, 0 if none."""
    public = deal.public
    strike_pool(code, deal, counts)
    strike(counts, public.tiles, public.twice)
    counts.copies[JOKER] -= public.n_jokers
    for seat in range(n_players):
        if deal.spares[seat] & ~deal.hands[seat]:
            return BAD_PUBLIC
        strike(counts, deal.hands[seat], deal.spares[seat])
        if public.n_held[seat] != count_bits(deal.hands[seat]) + count_bits(deal.spares[seat]):
            return BAD_PUBLIC
    for tile in range(64):
        if counts.copies[tile]:
            return LOST_TILE
    return 0 if public.n_pool == deal.stock_end - deal.stock_at else BAD_PUBLIC


@kernel(int64(PUBLIC, COUNTS), inline=True)
def is_changed(public, counts):
    """1 if the melds are not those of the turn before."""
    if public.n_melds != counts.n_melds:
        return 1
    for index in range(public.n_melds):
        if public.melds[index] != counts.melds[index]:
            return 1
    return 0


@kernel(uint64(int64, int64), inline=True)
def kinds_of_joker(meld, index):
    """Kinds that the joker at a position of a run, or any of a set, stands for; none if there is no joker."""
    if is_run(meld):
        is_joker = meld >> (13 - index) & 1
        return card_at(run_suit(meld), run_start(meld) + index) if is_joker else np.uint64(0)
    kinds = np.uint64(0)
    for colour in range(4):
        if not set_suits(meld) >> colour & 1:
            kinds |= bit(16 * colour + set_place(meld))
    return kinds if n_wilds(meld) else np.uint64(0)


@kernel(int64(PUBLIC, uint64))
def is_stood_for(public, kinds):
    """1 if a joker on the table stands for one of these kinds."""
    for index in range(public.n_melds):
        meld = public.melds[index]
        for position in range(run_length(meld) if is_run(meld) else 1):
            if kinds_of_joker(meld, np.int64(position)) & kinds:
                return 1
    return 0


@kernel(int64(CODE, DEAL, COUNTS))
def audit_jokers(code, deal, counts):
    """Fault of a joker that was bound (8.3), 0 if none is found: one by one, not which of them stands where."""
    if not code.release or code.jokers.freed_by_table:
        return 0
    for number in range(counts.n_melds):
        meld = counts.melds[number]
        for position in range(run_length(meld) if is_run(meld) else 1):
            kinds = kinds_of_joker(meld, np.int64(position))
            if kinds and not kinds & deal.now and not is_stood_for(deal.public, kinds):
                return LOOSE_JOKER
    return 0


@kernel(int64(CODE, DEAL, int64, COUNTS))
def audit_turn(code, deal, n_players, counts):
    """Fault of the position after a turn, 0 if none; the table is kept for the next."""
    public = deal.public
    fault = audit_table(code, public)
    if not fault:
        fault = audit_tiles(code, deal, n_players, counts)
    if fault:
        return fault
    if counts.tiles & ~public.tiles or counts.twice & ~public.twice or counts.n_jokers > public.n_jokers:
        return BAD_PLAY
    if deal.own.n_played == 0 and is_changed(public, counts):
        return BAD_PLAY
    fault = audit_jokers(code, deal, counts)
    counts.tiles, counts.twice, counts.n_jokers = public.tiles, public.twice, public.n_jokers
    counts.n_melds = public.n_melds
    for index in range(public.n_melds):
        counts.melds[index] = public.melds[index]
    return fault


@kernel(int64(GAME, FACTS, int64))
def audit_end(game, facts, first_row):
    """Fault of the facts of a deal, 0 if none."""
    code, deal = game.code, game.deal
    public = deal.public
    n_played, n_left = np.int64(0), np.int64(0)
    for place in range(game.n_players):
        n_played += facts[PLAYED, first_row + place]
        n_left += facts[LEFT_TILES, first_row + place] + facts[LEFT_JOKERS, first_row + place]
    if deal.out >= 0 and deal.hands[deal.out]:
        return NOT_OUT
    n_table = count_bits(public.tiles) + count_bits(public.twice) + public.n_jokers
    n_else = deal.stock_end - deal.stock_at + (1 if deal.laid_out >= 0 else 0)
    return 0 if n_played == n_table and n_left + n_table + n_else == code.n_cards else BAD_COUNTS


@kernel(int64(GAME, COUNTS))
def audited_turns(game, counts):
    """Play and check all turns of a deal; the last outcome, or ``FAULT`` plus a fault."""
    code, deal = game.code, game.deal
    deal.own.n_played = 0
    counts.tiles = counts.twice = np.uint64(0)
    counts.n_jokers = counts.n_melds = 0
    outcome = begin_deal(game)
    fault = audit_turn(code, deal, game.n_players, counts) if outcome != BAD_MOVE else np.int64(0)
    while outcome == GOES_ON and deal.turn < code.max_turns and not fault:
        outcome = play_turn(game)
        if outcome != BAD_MOVE:
            fault = audit_turn(code, deal, game.n_players, counts)
    if outcome == BAD_MOVE:
        return FAULT + ILLEGAL_MOVE
    return FAULT + fault if fault else outcome


@kernel(int64(GAME, JOBS, JOBS, FACTS, COUNTS))
def audit_jobs(game, jobs, holders, facts, counts):
    """Audit a batch (arguments as ``play_batch``); ``deal * len(AUDIT_FAULTS) + fault`` of the first fault, or -1."""
    for index in range(jobs.shape[0]):
        load_job(game, jobs, holders, jobs[:0], index)
        deal_out(game.code, game.deal, game.n_players, game.starter)
        outcome = audited_turns(game, counts)
        if outcome < FAULT:
            write_facts(game, end_of(outcome), facts, index * game.n_players)
            outcome = FAULT + audit_end(game, facts, index * game.n_players)
        if outcome > FAULT:
            return len(AUDIT_FAULTS) * index + outcome - FAULT
    return -1


def audit_batch(game: np.void, jobs: np.ndarray, holders: np.ndarray, facts: np.ndarray) -> int:
    """Audit a batch (:func:`audit_jobs`)."""
    return int(audit_jobs(game, jobs, holders, facts, np.zeros(1, COUNTS_DTYPE)[0]))
