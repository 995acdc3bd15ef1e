"""Gin hands settled as the programs behind published figures settle them, which is not how rules 8.2 has it.

Played are the kernel's deals. Afterwards the closer shows the first or the last of the arrangements that leave least
(rules 8.1 says the first), and the other player either arranges the hand for the lay-offs (rules 8.2 ii) or shows the
first that leaves least before them.
"""

from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numba import int64, types

from rummysim.core.jit import kernel
from rummysim.games.knock.bots.eaai_simple import EAAI_SIMPLE
from rummysim.games.knock.bots.outlook import joins
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.bots.ways import sources
from rummysim.games.knock.game import CLOSED, GAME
from rummysim.games.knock.play import Player, play_turns
from rummysim.games.knock.settle import (
    CARDS,
    ROOM,
    advance,
    arrange,
    arrange_for_layoffs,
    keep,
    leave,
    left_of,
    mark_usable,
    melding_cards,
    reach_of,
    show_kept,
)
from rummysim.games.knock.state import CODE, deal_out
from rummysim.games.knock.view import PILE, SIGNATURE, STOCK
from rummysim.games.registry import find_variant
from rummysim.games.table import load_job
from rummysim.melds.find import find_melds
from rummysim.melds.layoff import best_plan, points_in
from rummysim.melds.search import least_leftover

__all__ = ["EAAI_ANY", "shares"]

KNOCK, GIN, UNDERCUT, DEAD = range(4)
JOBS = types.Array(int64, 2, "C")


@kernel(types.void(CODE, ROOM, int64, CARDS, int64))
def arrange_last(code, room, seat, hand, leftover):
    """Show the last arrangement with this leftover."""
    naturals, own_ace, n_wilds = melding_cards(code, hand)
    n_melds = find_melds(room.melds, naturals[0], n_wilds, own_ace, code.line)
    depth, best = np.int64(0), np.int64(0)
    while depth >= 0:
        left, wilds = left_of(room, depth, naturals, own_ace, n_wilds)
        if points_in(left, code.line.table) == leftover:
            keep(room, seat, depth, left, wilds)
            best = depth
        depth = advance(room, n_melds, depth, naturals, own_ace, n_wilds)
    show_kept(code, room, seat, best)


@kernel(int64(GAME, int64, int64))
def left_after_layoffs(game, shows_last, arranges):
    """Points the other player is left with after a knock."""
    code, deal, room = game.code, game.deal, game.room
    closer, other = deal.knocker, 1 - deal.knocker
    room.shown.n_melds = 0
    kept = (deal.hands[closer], np.uint64(0))
    least = least_leftover(kept[0], kept[1], code.wild_cards, code.line)
    if shows_last:
        arrange_last(code, room, closer, kept, least)
    else:
        arrange(code, room, closer, kept, least, np.int64(64))
    hand = (deal.hands[other], np.uint64(0))
    least = least_leftover(hand[0], hand[1], code.wild_cards, code.line)
    reach = reach_of(code, room, other, hand)
    if not reach:
        leave(room, other, least)
    elif arranges:
        arrange_for_layoffs(code, room, other, hand, least, reach)
    else:
        arrange(code, room, other, hand, least, np.int64(64))
    mark_usable(code, room.shown, other, closer)
    left = (room.left[other], np.uint64(0))
    return room.points[other] - (best_plan(room.shown, left, np.int64(0), code.line) if left[0] else np.int64(0))


@kernel(types.void(GAME, JOBS, JOBS, int64, int64, types.Array(int64, 1, "C")))
def count_ends(game, jobs, holders, shows_last, arranges, counts):
    """Count how deals end: knock won, gin, undercut, dead."""
    code, deal = game.code, game.deal
    for index in range(jobs.shape[0]):
        load_job(game, jobs, holders, jobs[:0], index)
        deal_out(code, deal, game.n_players, game.starter)
        if play_turns(game) != CLOSED:
            counts[DEAD] += 1
            continue
        left = least_leftover(deal.hands[deal.knocker], np.uint64(0), code.wild_cards, code.line)
        if left == 0:
            counts[GIN] += 1
        else:
            counts[UNDERCUT if left_after_layoffs(game, shows_last, arranges) <= left else KNOCK] += 1


@kernel(SIGNATURE)
def takes_any_meld(view, parameters, word):
    """The pile if its top is part of any meld with the hand."""
    allowed = sources(view)
    if not allowed[PILE] or not allowed[STOCK]:
        return PILE if allowed[PILE] else STOCK
    return PILE if joins(view.code, view.hand, view.top) else STOCK


EAAI_ANY = replace(
    EAAI_SIMPLE, name="eaai-any", hooks=MappingProxyType({**EAAI_SIMPLE.hooks, "choose_draw": takes_any_meld})
)


def shares(bot: str, preset: str, n_deals: int, *, shows_last: bool, arranges: bool) -> dict[str, float]:
    """Shares of the ends of a bot's hands against itself, each hand with cards of its own."""
    bots = {**BOTS, EAAI_ANY.name: EAAI_ANY}
    player = Player(find_variant(preset).rules.encode, [bots[bot]] * 2)  # type: ignore[attr-defined]
    counts = np.zeros(4, np.int64)
    for first in range(0, n_deals, 50_000):
        units = range(first, min(first + 50_000, n_deals))
        jobs = np.array([[11, unit, 0, 2, unit % 2] for unit in units])
        holders = np.tile(np.arange(2), (len(jobs), 1))
        count_ends(player.set_table(2), jobs, holders, int(shows_last), int(arranges), counts)
    return dict(zip(("knock", "gin", "undercut", "dead"), (counts / counts.sum()).tolist(), strict=True))
