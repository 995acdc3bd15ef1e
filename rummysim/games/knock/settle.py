"""End of a deal -> facts (CG-15 … CG-20, rules 8.2).

The knocker's close and arrangement come first; then, where lay-offs are allowed, each other player in turn order fixes
the arrangement that leaves least after lay-offs on the melds fixed so far, and at last each lays off, in the same
order, on the melds as extended so far. Where nothing can be laid off and nobody else hangs on the arrangement, the
least leftover is enough.
"""

import numpy as np
from numba import int64, types, uint64, void

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.codes import BIG_GIN, CLOSED, CONGA, GIN, NOT_CLOSED, OWN_ACE_CONGA, PLAIN_KNOCK, WILD_CONGA
from rummysim.core.dealing import MAX_PLAYERS, log
from rummysim.core.jit import kernel, record
from rummysim.games.knock.state import ACT, CODE, DEAL
from rummysim.games.knock.turns import knock_with
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
from rummysim.melds.cover import WILD_LEFT, lane, triples
from rummysim.melds.find import MELDS_DTYPE, find_melds, wild_pattern
from rummysim.melds.layoff import (
    CARDS,
    CHOICE,
    NO_CARD,
    SHOWN,
    SHOWN_DTYPE,
    WILD_CARD,
    best_plan,
    extended,
    laid_without_choice,
    layable,
    naturals_taken,
    points_in,
    points_of,
    with_more,
    without,
)
from rummysim.melds.line import LINE
from rummysim.melds.search import least_leftover
from rummysim.melds.suits import MANY, window

__all__ = ["ROOM", "ROOM_DTYPE", "arrange", "close_of", "leave", "n_own", "settle", "show", "whole_run"]

NO_LAYOFFS, KNOCKER_ONLY, ALL_SHOWN = 0, 1, 2
"""Values of ``layoff_targets``."""

SET_SHOWN, RUN_SHOWN, LAYOFF = ACT["set"], ACT["run"], ACT["layoff"]
ANY_WILD = 13

ROOM_DTYPE, ROOM = record(
    melds=MELDS_DTYPE,
    shown=SHOWN_DTYPE,
    chosen=(np.int64, 8),
    best=(np.int64, 8),
    left=(np.uint64, MAX_PLAYERS),
    twice=(np.uint64, MAX_PLAYERS),
    wilds=(np.int64, MAX_PLAYERS),
    points=(np.int64, MAX_PLAYERS),
    laid=(np.int64, (MAX_PLAYERS, 3)),
)
"""Scratch of settlements.

melds : of one hand. shown : on the table. chosen, best : indices of an arrangement's melds. left, twice : naturals left
and left twice, by seat, where an arrangement was fixed. wilds, points : wilds and natural points left. laid : cards,
wilds and points laid off.
"""


@kernel(int64(CODE, uint64, uint64))
def whole_run(code, kept, spare):
    """Run made of all the cards kept, the lowest one, or 0; the own ace lies in its own place where it can."""
    wild_cards = code.wild_cards
    own_ace = kept & code.own_ace
    naturals = kept & ~wild_cards
    n_kept = count_bits(kept) + count_bits(spare)
    suit = lowest_bit(naturals) >> 4 if naturals else 0
    held = np.uint64(lane(naturals, suit))
    if count_bits(held) != count_bits(naturals) or (held | own_ace) == 0 or spare & ~wild_cards:
        return 0
    for start in range(code.line.n_places - 1):
        places = window(start, n_kept, code.line.n_places, code.line.ace_high != 0)
        if places == 0 or held & ~places:
            continue
        natural_places = held | (own_ace if suit == 0 and start == 0 else np.uint64(0))
        if natural_places == 0:
            continue
        pattern = wild_pattern(natural_places, start, n_kept, code.line.n_places)
        if count_bits(np.uint64(pattern)) <= code.line.cap:
            return run_code(suit, start, n_kept, pattern)
    return 0


@kernel(int64(CODE, DEAL, int64), inline=True)
def left_in(code, deal, seat):
    """Least leftover of the cards in ``seat``."""
    if deal.left[seat] >= 0:
        return deal.left[seat]
    return least_leftover(deal.hands[seat], deal.spares[seat], code.wild_cards, code.line)


@kernel(int64(CODE, uint64, uint64, int64))
def close_with(code, kept, spare, left):
    """:func:`close_of` where the least leftover ``left`` is known."""
    wild_cards = code.wild_cards
    if left:
        return PLAIN_KNOCK
    if code.difference:
        return GIN
    run = whole_run(code, kept, spare)
    if run == 0:
        return CLOSED
    wilds = kept & wild_cards
    if wilds == 0:
        return CONGA
    own_ace_only = wilds == code.own_ace and spare & wild_cards == 0 and run & 0x3FFF == 0
    return OWN_ACE_CONGA if own_ace_only else WILD_CONGA


@kernel(int64(CODE, uint64, uint64))
def close_of(code, kept, spare):
    """Close of a knocker with the cards kept (CG-15 … CG-18, GN-3)."""
    return close_with(code, kept, spare, least_leftover(kept, spare, code.wild_cards, code.line))


@kernel(void(ROOM, int64, int64), inline=True)
def show(room, seat, code_of_meld):
    """Put a meld of ``seat`` on the table."""
    shown = room.shown
    shown.code[shown.n_melds] = code_of_meld
    shown.owner[shown.n_melds] = seat
    shown.n_melds += 1


@kernel(void(CODE, SHOWN, int64, int64), inline=True)
def mark_usable(code, shown, seat, knocker):
    """Mark the melds on which ``seat`` may lay off."""
    for meld in range(shown.n_melds):
        owner = shown.owner[meld]
        shown.usable[meld] = 1 if owner == knocker or (code.layoff_targets == ALL_SHOWN and owner != seat) else 0


@kernel(void(DEAL, SHOWN))
def log_melds(deal, shown):
    """Log the melds shown, in order."""
    for meld in range(shown.n_melds):
        code, seat = shown.code[meld], shown.owner[meld]
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


@kernel(types.Tuple((uint64, int64))(int64, int64, uint64, LINE), inline=True)
def taken_by(code, option, left, line):
    """Naturals of ``left`` and number of wilds that an option lays on a meld."""
    if is_run(code):
        taken = naturals_taken(code, option >> 4, option & 15, left, line)
        return taken, (option >> 4) + (option & 15) - count_bits(taken)
    if option == WILD_CARD:
        return np.uint64(0), 1
    return left & bit(16 * option + set_place(code)) if option != NO_CARD else np.uint64(0), 0


@kernel(CARDS(ROOM, int64), inline=True)
def used_by(room, depth):
    """Naturals in the arrangement ``room.chosen[:depth]``."""
    used = (np.uint64(0), np.uint64(0))
    for index in range(depth):
        used = with_more(used, room.melds.naturals[room.chosen[index]])
    return used


@kernel(int64(CARDS, uint64), inline=True)
def n_own(cards, own_ace):
    """Own aces among the cards."""
    return (1 if cards[0] & own_ace else 0) + (1 if cards[1] & own_ace else 0)


@kernel(int64(int64), inline=True)
def takes_coins(code):
    """1 for a set of all four aces in which a wild is the ace of coins: a printed joker, or it would be a natural."""
    if is_run(code) or set_place(code) or set_suits(code) & 1:
        return 0
    return 1 if count_bits(np.uint64(set_suits(code))) + set_wilds(code) == 4 else 0


@kernel(int64(ROOM, int64, int64, CARDS, uint64, int64), inline=True)
def advance(room, n_melds, depth, naturals, own_ace, n_wilds):
    """Next arrangement after ``room.chosen[:depth]`` in the order of 8.1; its number of melds, -1 after the last.

    naturals : all naturals of the hand, own aces included. n_wilds : wilds of the hand, own aces included.
    """
    melds = room.melds
    n_jokers = n_wilds - n_own(naturals, own_ace)
    # With two packs the same meld may lie twice.
    again = 0 if naturals[1] else 1
    first = room.chosen[depth - 1] + again if depth else 0
    while True:
        used = used_by(room, depth)
        wilds = coins = 0
        for index in range(depth):
            wilds += melds.wilds[room.chosen[index]]
            coins += takes_coins(melds.codes[room.chosen[index]]) if own_ace else 0
        for meld in range(first, n_melds):
            if melds.naturals[meld] & (used[1] | (used[0] & ~naturals[1])):
                continue
            if own_ace and coins + takes_coins(melds.codes[meld]) > n_jokers:
                continue
            own = n_own(with_more(used, melds.naturals[meld]), own_ace)
            if wilds + melds.wilds[meld] + own <= n_wilds:
                room.chosen[depth] = meld
                return depth + 1
        if depth == 0:
            return -1
        depth -= 1
        first = room.chosen[depth] + 1


@kernel(types.Tuple((CARDS, int64))(ROOM, int64, CARDS, uint64, int64), inline=True)
def left_of(room, depth, naturals, own_ace, n_wilds):
    """Naturals and number of wilds that the arrangement ``room.chosen[:depth]`` leaves."""
    used = used_by(room, depth)
    wilds = n_wilds - n_own(used, own_ace)
    for index in range(depth):
        wilds -= room.melds.wilds[room.chosen[index]]
    left = without(without(naturals, used[0]), used[1])
    return (left[0] & ~own_ace, left[1] & ~own_ace), wilds


@kernel(int64(CODE, ROOM, CARDS, int64, uint64, int64), inline=True)
def value_after_layoffs(code, room, left, wilds, reach, best):
    """Leftover after the best lay-offs; without a search where it could not be under ``best``."""
    value = WILD_LEFT * wilds + points_in(left, code.line.table)
    free_wilds = wilds if code.wild_layoff else 0
    hope = WILD_LEFT * free_wilds + points_in((left[0] & reach, left[1] & reach), code.line.table)
    if hope == 0 or value - hope >= best:
        return value
    if not (free_wilds or left[1] or code.line.ace_high):
        laid = laid_without_choice(room.shown, left[0], code.line)
        if laid != CHOICE:
            return value - points_of(laid, code.line.table)
    return value - best_plan(room.shown, left, free_wilds, code.line)


@kernel(types.Tuple((CARDS, uint64, int64))(CODE, CARDS), inline=True)
def melding_cards(code, hand):
    """Naturals of a hand, own aces included; the own ace if it is held; number of wilds, own aces included."""
    wild_cards = code.wild_cards
    n_wilds = count_bits(hand[0] & wild_cards) + count_bits(hand[1] & wild_cards)
    kept = ~wild_cards | code.own_ace
    return (hand[0] & kept, hand[1] & kept), hand[0] & code.own_ace, n_wilds


@kernel(void(ROOM, int64, int64, CARDS, int64), inline=True)
def keep(room, seat, depth, left, wilds):
    """Keep ``room.chosen[:depth]`` as the arrangement of ``seat``, which leaves these cards."""
    room.left[seat], room.twice[seat], room.wilds[seat] = left[0], left[1], wilds
    for index in range(depth):
        room.best[index] = room.chosen[index]


@kernel(void(CODE, ROOM, int64, int64), inline=True)
def show_kept(code, room, seat, depth):
    """Put the ``depth`` melds kept for ``seat`` on the table."""
    for index in range(depth):
        show(room, seat, room.melds.codes[room.best[index]])
    room.points[seat] = points_in((room.left[seat], room.twice[seat]), code.line.table)


@kernel(void(CODE, ROOM, int64, CARDS, int64, int64))
def arrange(code, room, seat, hand, leftover, max_cards):
    """Show the first arrangement of ``hand`` with this leftover in at most ``max_cards`` cards."""
    naturals, own_ace, n_wilds = melding_cards(code, hand)
    n_melds = find_melds(room.melds, naturals[0], n_wilds, own_ace, code.line)
    depth = np.int64(0)
    while depth >= 0:
        left, wilds = left_of(room, depth, naturals, own_ace, n_wilds)
        n_left = count_bits(left[0]) + count_bits(left[1]) + wilds
        if n_left <= max_cards and WILD_LEFT * wilds + points_in(left, code.line.table) == leftover:
            keep(room, seat, depth, left, wilds)
            show_kept(code, room, seat, depth)
            return
        depth = advance(room, n_melds, depth, naturals, own_ace, n_wilds)


@kernel(void(CODE, ROOM, int64, CARDS, int64, uint64))
def arrange_for_layoffs(code, room, seat, hand, leftover, reach):
    """Show the first of the arrangements of ``hand`` that leave least after lay-offs on the usable melds.

    leftover : the least without lay-offs. reach : naturals that could be laid off.
    """
    naturals, own_ace, n_wilds = melding_cards(code, hand)
    n_melds = find_melds(room.melds, naturals[0], n_wilds, own_ace, code.line)
    best, best_depth, depth = leftover + 1, np.int64(0), np.int64(0)
    while depth >= 0:
        left, wilds = left_of(room, depth, naturals, own_ace, n_wilds)
        value = value_after_layoffs(code, room, left, wilds, reach, best)
        if value < best:
            best, best_depth = value, depth
            keep(room, seat, depth, left, wilds)
        depth = advance(room, n_melds, depth, naturals, own_ace, n_wilds)
    show_kept(code, room, seat, best_depth)


@kernel(void(ROOM, int64, int64), inline=True)
def leave(room, seat, leftover):
    """Note a leftover without an arrangement."""
    room.left[seat] = room.twice[seat] = np.uint64(0)
    room.wilds[seat] = leftover // WILD_LEFT
    room.points[seat] = leftover % WILD_LEFT


@kernel(int64(CODE, uint64, uint64), inline=True)
def can_touch(code, kept, hand):
    """0 if no lay-off on any melds of the cards kept is possible, seen at a glance: only naturals are looked at."""
    wilds = (hand if code.wild_layoff else np.uint64(0)) | kept
    if wilds & code.wild_cards or code.line.ace_high:
        return 1
    runs = kept & kept >> np.uint64(1) & kept >> np.uint64(2)
    ends = runs >> np.uint64(1) | runs << np.uint64(3)
    fourths = triples(kept) * np.uint64(0x0001000100010001)
    return 1 if (ends | fourths) & hand else 0


@kernel(uint64(CODE, ROOM, int64, CARDS), inline=True)
def reach_of(code, room, seat, hand):
    """Kinds of naturals of ``hand`` that could be laid off on the melds shown so far."""
    wild_cards = code.wild_cards
    wilds = count_bits(hand[0] & wild_cards) + count_bits(hand[1] & wild_cards) if code.wild_layoff else 0
    reach = np.uint64(0)
    shown = room.shown
    mark_usable(code, shown, seat, shown.owner[0])
    for meld in range(shown.n_melds):
        if shown.usable[meld]:
            reach |= layable(shown.code[meld], hand[0] & ~wild_cards, wilds, code.line)
    return reach


@kernel(int64(CODE, CARDS, int64), inline=True)
def wants_layoff(code, hand, leftover):
    """1 if a player whose naturals reach no meld may still lay off a wild without loss: one wild less costs nothing."""
    wilds = hand[0] & code.wild_cards
    if wilds == 0 or not code.wild_layoff:
        return 0
    if leftover >= WILD_LEFT or hand[1] or code.line.cap < MANY:
        return 1
    fewer = hand[0] & ~(wilds & (~wilds + bit(0)))
    return 1 if least_leftover(fewer, hand[1], code.wild_cards, code.line) <= leftover else 0


@kernel(void(CODE, DEAL, ROOM, int64, int64))
def lay_off(code, deal, room, seat, is_last):
    """Lay off as much as can be on the melds as extended so far (rules 8.2 iii)."""
    knocker = deal.knocker
    wilds = room.wilds[seat] if code.wild_layoff else 0
    left = (room.left[seat], room.twice[seat])
    if left[0] == 0 and wilds == 0:
        return
    shown = room.shown
    mark_usable(code, shown, seat, knocker)
    if is_last and not (deal.log_rows or wilds or left[1] or code.line.ace_high):
        laid = laid_without_choice(shown, left[0], code.line)
        if laid != CHOICE:
            room.laid[seat, 0], room.laid[seat, 2] = count_bits(laid), points_of(laid, code.line.table)
            room.points[seat] -= room.laid[seat, 2]
            return
    if best_plan(shown, left, wilds, code.line) == 0:
        return
    for meld in range(shown.n_melds):
        option, extends = shown.best[meld], shown.code[meld]
        if not shown.usable[meld] or option == (0 if is_run(extends) else NO_CARD):
            continue
        log_layoff(deal, seat, extends, meld, option, left[0], code.line)
        taken, n_taken = taken_by(extends, option, left[0], code.line)
        left = without(left, taken)
        shown.code[meld] = extended(extends, option, n_taken)
    room.laid[seat, 0] = count_bits(shown.laid) + count_bits(shown.laid_twice) + shown.laid_wilds
    room.laid[seat, 1] = shown.laid_wilds
    room.laid[seat, 2] = points_in((shown.laid, shown.laid_twice), code.line.table)
    room.points[seat] -= room.laid[seat, 2]
    room.wilds[seat] -= shown.laid_wilds


@kernel(int64(CODE, DEAL), inline=True)
def close_now(code, deal):
    """Close of a deal; ``NOT_CLOSED`` if nobody closed it."""
    if deal.knocker < 0:
        return NOT_CLOSED
    if deal.is_big_gin:
        return BIG_GIN
    seat = deal.knocker
    return close_with(code, deal.hands[seat], deal.spares[seat], left_in(code, deal, seat))


@kernel(void(CODE, DEAL, ROOM, int64, int64, int64), inline=True)
def show_other(code, deal, room, seat, n_players, layoffs):
    """Fix the arrangement of a player who did not close (rules 8.2 ii)."""
    hand = (deal.hands[seat], deal.spares[seat])
    least = left_in(code, deal, seat)
    reach = reach_of(code, room, seat, hand) if layoffs else np.uint64(0)
    if layoffs and (reach or wants_layoff(code, hand, least)):
        arrange_for_layoffs(code, room, seat, hand, least, reach)
    elif deal.log_rows or (layoffs and n_players > 2):
        arrange(code, room, seat, hand, least, np.int64(64))
    else:
        leave(room, seat, least)


@kernel(void(CODE, DEAL, ROOM, int64, int64), inline=True)
def show_closer(code, deal, room, close, layoffs):
    """Fix the closer's arrangement (rules 8.2 i)."""
    seat = deal.knocker
    hand = (deal.hands[seat], deal.spares[seat])
    if WILD_CONGA <= close <= CONGA:
        show(room, seat, whole_run(code, hand[0], hand[1]))
        leave(room, seat, np.int64(0))
        return
    least = np.int64(0)
    if not deal.is_big_gin:
        least = knock_with(code, hand[0], hand[1], deal.limit, left_in(code, deal, seat))
    if deal.log_rows or layoffs:
        arrange(code, room, seat, hand, least, code.max_leftover_cards)
    else:
        leave(room, seat, least)


@kernel(int64(CODE, DEAL, ROOM, int64))
def settle(code, deal, room, n_players):
    """Settle a deal; the knocker's close. ``room`` then holds points and wilds left and what was laid off, by seat.

    The hands are those kept.
    """
    knocker = deal.knocker
    room.shown.n_melds = 0
    for seat in range(n_players):
        room.laid[seat, 0] = room.laid[seat, 1] = room.laid[seat, 2] = 0
    close = close_now(code, deal)
    layoffs = np.int64(close == PLAIN_KNOCK and code.layoff_targets != NO_LAYOFFS)
    if layoffs and n_players == 2 and not deal.log_rows:
        layoffs = can_touch(code, deal.hands[knocker], deal.hands[1 - knocker])
    if knocker >= 0:
        show_closer(code, deal, room, close, layoffs)
    else:
        show_other(code, deal, room, np.int64(0), n_players, layoffs)
    for step in range(1, n_players):
        show_other(code, deal, room, (max(knocker, 0) + step) % n_players, n_players, layoffs)
    if deal.log_rows:
        log_melds(deal, room.shown)
    if layoffs:
        for step in range(1, n_players):
            lay_off(code, deal, room, (knocker + step) % n_players, np.int64(step + 1 == n_players))
    return close
