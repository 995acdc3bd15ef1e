"""Most that a play phase can gain, as a bound: exact but for what only a played plan shows.

Places are gone through from low to high, a circle from where it is cut. At each, cards go into sets of that number,
then suit by suit into runs (:mod:`rummysim.games.stock.exact.runs`). States of a layer that agree in all that later
places must know are one, the best. At the end jokers that are not used lie wherever there is room.

Left out, and so the value may be too high: that a run has at most thirteen cards and one ace, how many jokers long runs
have room for, and in which order actions are played (``usable``, ``must``). What is left out binds rarely;
:mod:`rummysim.games.stock.exact.plans` sees it when it plays the plan.
"""

import numpy as np
from numba import int64, void

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.stock.actions import PLACES, is_stop_legal
from rummysim.games.stock.exact.hope import hope_at
from rummysim.games.stock.exact.room import HIGH_ACE, NEW_MELD, ROOM, copies, is_open_set
from rummysim.games.stock.exact.runs import close_runs, step_runs
from rummysim.games.stock.exact.states import (
    ACES,
    ANY_CHAIN,
    CHAINS,
    CROSSES,
    ENTER,
    ENTERED,
    FIELD,
    JOKERS,
    LEFT,
    NEW,
    ON_SET,
    REST,
    ROOMY,
    SETS,
    SLOTS,
    STATES,
    USED,
    VALUE,
    begin_layer,
    push,
)
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.melds.code import set_place, set_suits
from rummysim.melds.cover import rank_mask

__all__ = ["IMPOSSIBLE", "JOKER_ON_SET", "TOO_LOW", "TOO_MANY", "best_state"]

IMPOSSIBLE, TOO_MANY, TOO_LOW = np.int64(-1), np.int64(-2), np.int64(-3)
JOKER_ON_SET = np.int64(5)
MOST_SETS = 4
BARRED_LEFT, MORE_LEFT = 1, 2


# sets


@kernel(void(ROOM, STATES, SLOTS, int64, int64, int64))
def add_sets(room, states, slots, chosen, used, jokers):
    """Add the state after the sets ``chosen`` (eight bits each, suits and jokers << 4), then after one more of them.

    used : two bits a suit, cards in sets of this place, those laid off on the table too. jokers : in ``chosen``.
    """
    place, rest = room.position, states[room.parent, REST]
    before = states[room.parent, CHAINS] >> USED
    n_sets, last = np.int64(0), np.int64(15)
    while chosen >> (8 * n_sets) & 255:
        last = chosen >> (8 * n_sets) & 15
        n_sets += 1
    if n_sets and room.may_new < 2 and n_sets + (1 if rest & NEW else 0) > room.may_new:
        return
    if (rest & JOKERS) + jokers > room.n_jokers:
        return
    n_cards = np.int64(0)
    for suit in range(4):
        n_cards += (used >> (2 * suit) & 3) - (before >> (2 * suit) & 3)
    value = states[room.parent, VALUE] + n_cards * room.set_worth[place] + jokers * room.joker_worth
    value -= n_sets * NEW_MELD
    chains = states[room.parent, CHAINS] & ((np.int64(1) << USED) - 1) | used << USED
    then_rest = (rest + jokers) | (NEW if n_sets and room.counts_new else 0)
    push(room, states, slots, chains, then_rest, value, chosen, hope_at(room, chains, then_rest, np.int64(0)))
    free = room.n_jokers - (rest & JOKERS) - jokers
    held = np.int64(0)
    for suit in range(4):
        held |= np.int64((used >> (2 * suit) & 3) < copies(room, np.int64(suit), place)) << suit
    suits = held if n_sets < MOST_SETS else np.int64(0)
    while suits:
        size = count_bits(np.uint64(suits))
        fewest = max(0, 3 - size)
        if size > 1 and suits <= last and fewest <= free:
            then = used + (suits & 1) + ((suits & 2) << 1) + ((suits & 4) << 2) + ((suits & 8) << 3)
            for wilds in range(fewest, (min(4 - size, free) if room.counts_runs else fewest) + 1):
                add_sets(room, states, slots, chosen | (suits | wilds << 4) << (8 * n_sets), then, jokers + wilds)
        suits = suits - 1 & held


@kernel(void(ROOM, STATES, SLOTS, int64, int64))
def lay_on_set(room, states, slots, meld, place):
    """Lay a card off on an open set of the table, or none."""
    for parent in range(room.before, room.first):
        room.parent = parent
        chains, rest, value = states[parent, CHAINS], states[parent, REST], states[parent, VALUE]
        push(room, states, slots, chains, rest, value, np.int64(0), hope_at(room, chains, rest, np.int64(0)))
        for suit in range(4):
            n_used = chains >> (USED + 2 * suit) & 3
            if not set_suits(meld) >> suit & 1 and n_used < copies(room, np.int64(suit), place):
                then = chains + (np.int64(1) << (USED + 2 * suit))
                hope = hope_at(room, then, rest, np.int64(0))
                push(room, states, slots, then, rest, value + room.set_worth[place], np.int64(1 + suit), hope)
        if room.counts_runs and (rest & JOKERS) < room.n_jokers:
            hope = hope_at(room, chains, rest + 1, np.int64(0))
            push(room, states, slots, chains, rest + 1, value + room.joker_worth, JOKER_ON_SET, hope)


@kernel(void(PUBLIC, ROOM, STATES, SLOTS, int64, int64))
def step_sets(public, room, states, slots, step, place):
    """Lay-offs on sets of a place, then new ones."""
    if room.open_sets >> place & 1 and (room.hand & rank_mask(place) or room.counts_runs):
        for index in range(public.n_melds):
            meld = public.melds[index]
            if is_open_set(meld) and set_place(meld) == place:
                begin_layer(room, np.int64(ON_SET), step, np.int64(index))
                lay_on_set(room, states, slots, meld, place)
    if room.set_places >> place & 1:
        begin_layer(room, np.int64(SETS), step, np.int64(0))
        for parent in range(room.before, room.first):
            room.parent = parent
            add_sets(room, states, slots, np.int64(0), states[parent, CHAINS] >> USED, np.int64(0))


# the circle


@kernel(void(ROOM, STATES, SLOTS, int64, int64, int64))
def enter(room, states, slots, suit, entered, n_spent):
    """Add first states: open runs that come into the first place of a circle, suit by suit.

    entered : eleven bits a suit. n_spent : jokers that this needs at the least.
    """
    if n_spent > 2 * room.n_jokers:
        return
    if suit == 4:
        crosses = np.int64(1 if entered else 0) << CROSSES
        push(
            room,
            states,
            slots,
            entered,
            room.first_left << LEFT | crosses | entered << ENTERED,
            np.int64(0),
            entered,
            room.top_hope,
        )
        return
    below = (room.first_place + PLACES - 1) % PLACES
    n_below, n_here = copies(room, suit, below), copies(room, suit, room.first_place)
    n_two = copies(room, suit, (below + PLACES - 1) % PLACES) + (n_below if below == 0 else 0)
    n_tops = room.open_runs if room.tops[suit] else np.int64(0)
    most = min(n_below, n_here) + room.n_jokers
    for n1 in range(min(n_below, most) + 1):
        for n2 in range(min(n_two, most - n1) + 1):
            for n3 in range(min(np.int64(6), most - n1 - n2) + 1):
                for n4 in range(min(n_tops, min(np.int64(6), most - n1 - n2 - n3)) + 1):
                    n_all = n1 + n2 + n3 + n4
                    spent = max(0, n_all - n_below) + max(0, n_all - n_here)
                    here = (n1 | n2 << 2 | n3 << 5 | n4 << 8) << (FIELD * suit)
                    enter(room, states, slots, suit + 1, entered | here, n_spent + spent)


# from the first layer to the last


@kernel(int64(ROOM, int64, int64, int64), inline=True)
def has_runs_at(room, step, position, suit):
    """1 if something about the cards of a suit may be decided at a step: not if they could only be left."""
    if room.any_chains:
        if room.any_chains >> (FIELD * suit) & ANY_CHAIN or room.any_chains >> (USED + 2 * suit) & 3:
            return 1
        if step == HIGH_ACE:
            return room.any_chains >> (ACES + 2 * suit) & 3
    return room.active[suit] >> position & 1 if step < PLACES else 0


@kernel(void(PUBLIC, ROOM, STATES, SLOTS))
def fill_layers(public, room, states, slots):
    """All layers of states, from nothing decided to everything."""
    room.n, room.first, room.is_full, room.parent = 1, 0, 0, 0
    begin_layer(room, np.int64(ENTER), np.int64(0), np.int64(0))
    if room.is_circle:
        enter(room, states, slots, np.int64(0), np.int64(0), np.int64(0))
    else:
        push(room, states, slots, np.int64(0), room.first_left << LEFT, np.int64(0), np.int64(0), room.top_hope)
    for step in range(PLACES + room.is_high):
        position = np.int64((room.first_place + step) % PLACES if room.is_circle else step)
        if step < PLACES and (room.set_places | room.open_sets) >> position & 1:
            step_sets(public, room, states, slots, np.int64(step), position)
        for suit in range(4):
            if has_runs_at(room, np.int64(step), position, np.int64(suit)):
                step_runs(room, states, slots, np.int64(step), np.int64(suit))
    for suit in range(4):
        if room.any_chains >> (FIELD * suit) & ANY_CHAIN or room.is_circle:
            close_runs(room, states, slots, np.int64(suit))


@kernel(int64(CODE, OWN, ROOM, int64, int64))
def n_joined(code, own, room, rest, value):
    """Jokers that are laid beside those used, at the end of a state; ``IMPOSSIBLE`` if the turn cannot end so."""
    used, left = rest & JOKERS, rest >> LEFT & 3
    n_left = room.n_jokers - used
    is_new = rest & NEW or rest >> CROSSES & 1
    joined = n_left if room.n_jokers and (rest & ROOMY if room.counts_runs else True) else np.int64(0)
    if room.needs_new and not is_new:
        if value:
            return IMPOSSIBLE
        joined = np.int64(0)
    if room.must_joker and used + joined == 0:
        return IMPOSSIBLE
    if room.watches_left and left < MORE_LEFT:
        if left == BARRED_LEFT:
            if n_left == 0:
                return IMPOSSIBLE
            return min(joined, n_left - 1)
        is_joker = (own.hand & code.joker_cards) == bit(own.barred)
        if n_left - joined == 1 and is_joker:
            return IMPOSSIBLE
    return joined


@kernel(int64(CODE, PUBLIC, OWN, ROOM, STATES, SLOTS))
def best_state(code, public, own, room, states, slots):
    """Index of the best state at the end, or ``IMPOSSIBLE``; ``TOO_MANY`` if there is no room for all states,
    ``TOO_LOW`` if none reaches ``room.floor``.

    The room is set up (:func:`rummysim.games.stock.exact.room.set_up`) and ``slots`` is zero. The state's VALUE then is
    all that can be gained, ``room.n_trailing`` the jokers laid where there is room.
    """
    if room.must >= 0 and not room.hand & bit(room.must):
        return IMPOSSIBLE
    states[0] = 0
    fill_layers(public, room, states, slots)
    if room.is_full:
        return TOO_MANY
    best, best_value = IMPOSSIBLE, np.int64(-1)
    if room.needs_new and is_stop_legal(own):
        # Where lay-offs alone are not allowed they hide the state in which nothing is laid.
        best, best_value, room.n_trailing = np.int64(0), np.int64(0), np.int64(0)
    for at in range(room.first, room.n):
        joined = n_joined(code, own, room, states[at, REST], states[at, VALUE])
        if joined == IMPOSSIBLE:
            continue
        value = states[at, VALUE] + joined * room.joker_worth
        if value > best_value:
            best, best_value, room.n_trailing = np.int64(at), value, joined
    if best_value < room.floor:
        return TOO_LOW
    if best != IMPOSSIBLE:
        states[best, VALUE] = best_value
    return best
