"""End of a deal -> facts (CG-15 … CG-20, rules 8.2).

The knocker's close and arrangement come first; then, where lay-offs are allowed, each other player in turn order fixes
the arrangement that leaves least after lay-offs on the melds fixed so far, and at last each lays off, in the same
order, on the melds as extended so far. Where nothing can be laid off and nobody else hangs on the arrangement, the
least leftover is enough.
"""

from typing import NamedTuple

import numpy as np
from numba import int64, types, uint64, void

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.codes import CLOSED, CONGA, NOT_CLOSED, OWN_ACE_CONGA, PLAIN_KNOCK, WILD_CONGA
from rummysim.core.jit import kernel, named, unowned
from rummysim.games.knock.state import ACT, CODE, DEAL, I64, MAX_PLAYERS, U64, log
from rummysim.games.knock.turns import NO_KNOCK, least_knock
from rummysim.melds.code import (
    card_at,
    is_run,
    is_wild_at,
    run_code,
    run_length,
    run_start,
    run_suit,
    set_place,
    set_suits,
    set_wilds,
)
from rummysim.melds.cover import WILD_LEFT, lane, least_leftover, triples
from rummysim.melds.find import MELDS, Melds, find_melds, new_melds, wild_pattern
from rummysim.melds.layoff import (
    LINE,
    NO_CARD,
    PLAN,
    WILD_CARD,
    Plan,
    best_plan,
    extended,
    layable,
    naturals_taken,
    new_plan,
    points_of,
)
from rummysim.melds.suits import window

__all__ = ["ROOM", "Room", "close_of", "new_room", "settle"]

NO_LAYOFFS, KNOCKER_ONLY, ALL_SHOWN = 0, 1, 2
"""Values of ``layoff_targets``."""

MAX_SHOWN = 4 * MAX_PLAYERS
N_SHOWN = 0
SEARCH = np.int64(-1)
"""Instead of a bound: the least leftover after lay-offs is not known and is searched."""
SET_SHOWN, RUN_SHOWN, LAYOFF = ACT["set"], ACT["run"], ACT["layoff"]
ANY_WILD = 13


class Room(NamedTuple):
    """Scratch of settlements.

    melds : melds of one hand. chosen, best : (8,) int64, indices of an arrangement's melds. shown, owner, usable :
    (32,) int64, the melds on the table, whose they are, where the player at hand may lay off. plan : lay-offs. left :
    (8,) uint64 naturals left and wilds, points : (8,) int64 wilds and natural points left, by seat (``left`` only
    where an arrangement was fixed). laid : (8, 3) int64, cards, wilds and points laid off. size : (1,) int64.
    """

    melds: Melds
    chosen: np.ndarray
    best: np.ndarray
    shown: np.ndarray
    owner: np.ndarray
    usable: np.ndarray
    plan: Plan
    left: np.ndarray
    wilds: np.ndarray
    points: np.ndarray
    laid: np.ndarray
    size: np.ndarray


I64_2D = types.Array(int64, 2, "C")
ROOM = named(Room, MELDS, I64, I64, I64, I64, I64, PLAN, U64, I64, I64, I64_2D, I64)


def new_room() -> Room:
    """Scratch for settlements."""
    return Room(
        melds=new_melds(),
        chosen=np.zeros(8, np.int64),
        best=np.zeros(8, np.int64),
        shown=np.zeros(MAX_SHOWN, np.int64),
        owner=np.zeros(MAX_SHOWN, np.int64),
        usable=np.zeros(MAX_SHOWN, np.int64),
        plan=new_plan(MAX_SHOWN + 1),
        left=np.zeros(MAX_PLAYERS, np.uint64),
        wilds=np.zeros(MAX_PLAYERS, np.int64),
        points=np.zeros(MAX_PLAYERS, np.int64),
        laid=np.zeros((MAX_PLAYERS, 3), np.int64),
        size=np.zeros(1, np.int64),
    )


@kernel(int64(CODE, uint64))
def whole_run(code, kept):
    """Run made of all the cards kept, the lowest one, or 0; the own ace lies in its own place where it can."""
    own_ace = kept & np.uint64(code.own_ace)
    naturals = kept & ~np.uint64(code.wild_cards)
    n_kept = count_bits(kept)
    n_wilds = n_kept - count_bits(naturals)
    suit = lowest_bit(naturals) >> 4 if naturals else 0
    held = np.uint64(lane(naturals, suit))
    if count_bits(held) != count_bits(naturals) or (held | own_ace) == 0:
        return 0
    for start in range(code.line.n_places - 1):
        places = window(start, n_kept, code.line.n_places, code.line.ace_high != 0)
        if places == 0 or held & ~places:
            continue
        natural_places = held | (own_ace if suit == 0 and start == 0 else np.uint64(0))
        if natural_places == 0:
            continue
        pattern = wild_pattern(natural_places, start, n_kept, code.line.n_places)
        if n_wilds or pattern == 0:
            return run_code(suit, start, n_kept, pattern)
    return 0


@kernel(int64(CODE, uint64))
def close_of(code, kept):
    """Close of a knocker with the cards kept (CG-15 … CG-18)."""
    if least_leftover(kept, np.uint64(code.wild_cards), code.line.table):
        return PLAIN_KNOCK
    run = whole_run(code, kept)
    if run == 0:
        return CLOSED
    wilds = kept & np.uint64(code.wild_cards)
    if wilds == 0:
        return CONGA
    own_ace_only = wilds == np.uint64(code.own_ace) and run & 0x3FFF == 0
    return OWN_ACE_CONGA if own_ace_only else WILD_CONGA


@kernel(void(ROOM, int64, int64), inline=True)
def show(room, seat, code_of_meld):
    """Put a meld of ``seat`` on the table."""
    at = room.size[N_SHOWN]
    room.shown[at] = code_of_meld
    room.owner[at] = seat
    room.size[N_SHOWN] = at + 1


@kernel(int64(CODE, ROOM, int64, int64), inline=True)
def mark_usable(code, room, seat, knocker):
    """Mark the melds on which ``seat`` may lay off; the number of melds shown."""
    for meld in range(room.size[N_SHOWN]):
        owner = room.owner[meld]
        room.usable[meld] = 1 if owner == knocker or (code.layoff_targets == ALL_SHOWN and owner != seat) else 0
    return room.size[N_SHOWN]


@kernel(void(DEAL, ROOM))
def log_melds(deal, room):
    """Log the melds shown, in order."""
    for meld in range(room.size[N_SHOWN]):
        code, seat = room.shown[meld], room.owner[meld]
        if is_run(code):
            pattern = 0
            for index in range(run_length(code)):
                pattern |= is_wild_at(code, index) << index
            log(deal, seat, RUN_SHOWN, 16 * run_suit(code) + run_start(code), run_length(code), pattern)
        else:
            log(deal, seat, SET_SHOWN, set_place(code), set_suits(code), set_wilds(code))


@kernel(void(DEAL, int64, int64, int64, int64, uint64, LINE))
def log_layoff(deal, seat, code, meld, option, left, line):
    """Log the cards that one option lays on a meld: low end outwards, then high end outwards."""
    if not is_run(code):
        log(deal, seat, LAYOFF, ANY_WILD if option == WILD_CARD else 16 * option + set_place(code), meld, -1)
        return
    below, above = option >> 4, option & 15
    for step in range(below + above):
        position = run_start(code) - 1 - step if step < below else run_start(code) + run_length(code) + step - below
        card = card_at(run_suit(code), position, line.n_places)
        log(deal, seat, LAYOFF, lowest_bit(card) if left & card else ANY_WILD, meld, position)


@kernel(int64(ROOM, int64, int64, uint64, uint64, int64), inline=True)
def advance(room, n_melds, depth, naturals, own_ace, n_wilds):
    """Next arrangement after ``room.chosen[:depth]`` in the order of 8.1; its number of melds, -1 after the last.

    naturals : all naturals of the hand, own ace included. n_wilds : wilds of the hand, own ace included.
    """
    melds = room.melds
    first = room.chosen[depth - 1] + 1 if depth else 0
    while True:
        used = np.uint64(0)
        wilds = 0
        for index in range(depth):
            used |= melds.naturals[room.chosen[index]]
            wilds += melds.wilds[room.chosen[index]]
        for meld in range(first, n_melds):
            if melds.naturals[meld] & used:
                continue
            own = 1 if (used | melds.naturals[meld]) & own_ace else 0
            if wilds + melds.wilds[meld] + own <= n_wilds:
                room.chosen[depth] = meld
                return depth + 1
        if depth == 0:
            return -1
        depth -= 1
        first = room.chosen[depth] + 1


@kernel(types.Tuple((uint64, int64))(ROOM, int64, uint64, uint64, int64), inline=True)
def left_of(room, depth, naturals, own_ace, n_wilds):
    """Naturals and number of wilds that the arrangement ``room.chosen[:depth]`` leaves."""
    used, wilds = np.uint64(0), n_wilds
    for index in range(depth):
        used |= room.melds.naturals[room.chosen[index]]
        wilds -= room.melds.wilds[room.chosen[index]]
    return naturals & ~used & ~own_ace, wilds - (1 if used & own_ace else 0)


@kernel(int64(CODE, ROOM, uint64, int64, uint64, int64), inline=True)
def value_after_layoffs(code, room, left, wilds, reach, best):
    """Leftover after the best lay-offs; without a search where it could not be under ``best``."""
    value = WILD_LEFT * wilds + points_of(left, code.line.table)
    free_wilds = wilds if code.wild_layoff else 0
    hope = WILD_LEFT * free_wilds + points_of(left & reach, code.line.table)
    if hope == 0 or value - hope >= best:
        return value
    return value - best_plan(room.shown, room.usable, room.size[N_SHOWN], room.plan, left, free_wilds, code.line)


@kernel(void(CODE, ROOM, int64, uint64, int64, int64, uint64), inline=True)
def arrange(code, room, seat, hand, bound, max_cards, reach):
    """Fix the arrangement of ``hand`` and show its melds.

    With a ``bound`` the first arrangement with that leftover in at most ``max_cards`` cards; with ``SEARCH`` the first
    of those that leave least after lay-offs on the usable melds, of which ``reach`` are the naturals that could be
    laid off.
    """
    own_ace = hand & np.uint64(code.own_ace)
    n_wilds = count_bits(hand & np.uint64(code.wild_cards))
    naturals = (hand & ~np.uint64(code.wild_cards)) | own_ace
    n_melds = find_melds(room.melds, naturals, n_wilds, own_ace, code.line.n_places, code.line.ace_high)
    best, best_depth, depth = NO_KNOCK, 0, 0
    while depth >= 0:
        left, wilds = left_of(room, depth, naturals, own_ace, n_wilds)
        if bound == SEARCH:
            value = value_after_layoffs(code, room, left, wilds, reach, best)
        else:
            value = WILD_LEFT * wilds + points_of(left, code.line.table)
            value = value if value == bound and count_bits(left) + wilds <= max_cards else NO_KNOCK
        if value < best:
            best, best_depth = value, depth
            room.left[seat], room.wilds[seat] = left, wilds
            for index in range(depth):
                room.best[index] = room.chosen[index]
            if value == bound:
                break
        depth = advance(room, n_melds, depth, naturals, own_ace, n_wilds)
    for index in range(best_depth):
        show(room, seat, room.melds.codes[room.best[index]])
    room.points[seat] = points_of(room.left[seat], code.line.table)


@kernel(void(ROOM, int64, int64), inline=True)
def leave(room, seat, leftover):
    """Note a leftover without an arrangement."""
    room.left[seat] = 0
    room.wilds[seat] = leftover // WILD_LEFT
    room.points[seat] = leftover % WILD_LEFT


@kernel(int64(CODE, uint64, uint64), inline=True)
def can_touch(code, kept, hand):
    """0 if no lay-off on any melds of the cards kept is possible, seen at a glance: the knocker's naturals alone are
    looked at.
    """
    wilds = (hand if code.wild_layoff else np.uint64(0)) | kept
    if wilds & np.uint64(code.wild_cards) or code.line.ace_high:
        return 1
    runs = kept & kept >> np.uint64(1) & kept >> np.uint64(2)
    ends = runs >> np.uint64(1) | runs << np.uint64(3)
    fourths = triples(kept) * np.uint64(0x0001000100010001)
    return 1 if (ends | fourths) & hand else 0


@kernel(uint64(int64, int64, uint64, LINE), inline=True)
def taken_by(code, option, left, line):
    """Naturals of ``left`` that an option lays on a meld."""
    if is_run(code):
        return naturals_taken(code, option >> 4, option & 15, left, line)
    return np.uint64(0) if option == WILD_CARD else left & bit(16 * option + set_place(code))


@kernel(uint64(CODE, ROOM, int64, uint64), inline=True)
def reach_of(code, room, seat, hand):
    """Naturals of ``hand`` that could be laid off on the melds shown so far."""
    naturals = hand & ~np.uint64(code.wild_cards)
    wilds = count_bits(hand & np.uint64(code.wild_cards)) if code.wild_layoff else 0
    reach = np.uint64(0)
    for meld in range(mark_usable(code, room, seat, room.owner[0])):
        if room.usable[meld]:
            reach |= layable(room.shown[meld], naturals, wilds, code.line)
    return reach


@kernel(int64(CODE, uint64, int64), inline=True)
def wants_layoff(code, hand, leftover):
    """1 if a player whose naturals reach no meld may still lay off a wild without loss: where one melded wild less
    costs nothing.
    """
    wilds = hand & np.uint64(code.wild_cards)
    if wilds == 0 or not code.wild_layoff:
        return 0
    if leftover >= WILD_LEFT:
        return 1
    fewer = hand & ~(wilds & (~wilds + bit(0)))
    return 1 if least_leftover(fewer, np.uint64(code.wild_cards), code.line.table) <= leftover else 0


@kernel(void(CODE, DEAL, ROOM, int64, int64), inline=True)
def lay_off(code, deal, room, seat, knocker):
    """Lay off as much as can be on the melds as extended so far (rules 8.2 iii)."""
    wilds = room.wilds[seat] if code.wild_layoff else 0
    left = room.left[seat]
    if left == 0 and wilds == 0:
        return
    n_shown = mark_usable(code, room, seat, knocker)
    if best_plan(room.shown, room.usable, n_shown, room.plan, left, wilds, code.line) == 0:
        return
    for meld in range(n_shown):
        option = room.plan.best[meld]
        if room.usable[meld] and option != (0 if is_run(room.shown[meld]) else NO_CARD):
            log_layoff(deal, seat, room.shown[meld], meld, option, left, code.line)
            left &= ~taken_by(room.shown[meld], option, left, code.line)
            room.shown[meld] = extended(room.shown[meld], option)
    laid = np.uint64(room.plan.found[1])
    laid_wilds = room.plan.found[2]
    room.laid[seat, 0] = count_bits(laid) + laid_wilds
    room.laid[seat, 1] = laid_wilds
    room.laid[seat, 2] = points_of(laid, code.line.table)
    room.points[seat] -= room.laid[seat, 2]
    room.wilds[seat] -= laid_wilds


@kernel(int64(CODE, DEAL, ROOM, int64, int64), inline=True)
def settle(code, deal, room, n_players, knocker):
    """Settle a deal; the knocker's close. ``room`` then holds points and wilds left and what was laid off, by seat.

    knocker : seat, -1 if nobody knocked. The hands are those kept.
    """
    deal, room = unowned(deal), unowned(room)
    showing = deal.log.shape[0] > 0
    crowd = showing or n_players > 2
    room.size[N_SHOWN] = 0
    close = close_of(code, deal.hands[knocker]) if knocker >= 0 else NOT_CLOSED
    layoffs = close == PLAIN_KNOCK and code.layoff_targets != NO_LAYOFFS
    if layoffs and not crowd:
        layoffs = can_touch(code, deal.hands[knocker], deal.hands[1 - knocker]) != 0
    for step in range(n_players):
        seat = (max(knocker, 0) + step) % n_players
        hand = deal.hands[seat]
        room.laid[seat, 0] = room.laid[seat, 1] = room.laid[seat, 2] = 0
        reach = np.uint64(0)
        if close >= WILD_CONGA and seat == knocker:
            show(room, seat, whole_run(code, hand))
            leave(room, seat, 0)
            continue
        if seat == knocker:
            bound, max_cards = least_knock(code, hand), code.max_leftover_cards
        else:
            bound, max_cards = least_leftover(hand, np.uint64(code.wild_cards), code.line.table), 64
            if layoffs:
                reach = reach_of(code, room, seat, hand)
                if reach or wants_layoff(code, hand, bound):
                    bound = SEARCH
        if showing or bound == SEARCH or (layoffs and (crowd or seat == knocker)):
            arrange(code, room, seat, hand, bound, max_cards, reach)
        else:
            leave(room, seat, bound)
    if showing:
        log_melds(deal, room)
    if layoffs:
        for step in range(1, n_players):
            lay_off(code, deal, room, (knocker + step) % n_players, knocker)
    return close
