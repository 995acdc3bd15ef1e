"""Steps of the bound (:mod:`rummysim.games.stock.exact.bound`) about runs: which go on, over a joker or not, end.

Open runs of a suit are counted by class: of one card, of two, of three or more, and continuations of a run on the
table. A run ends with a natural; it has jokers in gaps, and one or two more if it has too few cards. Jokers beside that
are no part of it.
"""

import numpy as np
from numba import int64, void

from rummysim.core.jit import kernel
from rummysim.games.stock.actions import PLACES
from rummysim.games.stock.exact.hope import hope_at
from rummysim.games.stock.exact.room import HIGH_ACE, NEW_MELD, ROOM, copies, nibble
from rummysim.games.stock.exact.states import (
    ACES,
    ANY_CHAIN,
    CHAINS,
    CLOSE,
    ENTERED,
    FIELD,
    JOKERS,
    LEFT,
    NEW,
    REST,
    ROOMY,
    RUNS,
    SLOTS,
    STATES,
    USED,
    VALUE,
    begin_layer,
    class_count,
    push,
)

__all__ = ["BEGIN", "GAP1", "GAP_TOP", "JOIN1", "KEEP", "ON1", "TOP", "close_runs", "part", "step_runs"]

BARRED_LEFT, MORE_LEFT = 1, 2
LAST = PLACES + 1
"""Step after all positions."""

ON1, ON2, ON3, ON_TABLE, TOP, BEGIN, KEEP = (4 * at for at in range(7))
GAP1, GAP2, GAP3, GAP_TABLE, GAP_TOP = (4 * at for at in range(7, 12))
JOIN1, JOIN2, JOIN3, GONE = (4 * at for at in range(12, 16))
"""Numbers in the choice of a step of runs, four bits each: open runs of each class that go on with a natural, runs of
the table that do, runs begun, aces kept (in a circle: begun above a joker); the same over a joker; runs that end at a
run of the table; naturals left.
"""


@kernel(int64(int64, int64), inline=True)
def part(choice, at):
    """A number of a choice."""
    return choice >> at & 7


@kernel(void(ROOM, STATES, SLOTS, int64), inline=True)
def push_runs(room, states, slots, choice):
    """Add the state after a whole choice about the runs of a suit, if there are the jokers and new melds for it."""
    suit, position = room.suit, room.position
    chains, rest = states[room.parent, CHAINS], states[room.parent, REST]
    on1, on2, on3, table = part(choice, ON1), part(choice, ON2), part(choice, ON3), part(choice, ON_TABLE)
    gap1, gap2, gap3, gap4 = part(choice, GAP1), part(choice, GAP2), part(choice, GAP3), part(choice, GAP_TABLE)
    end1 = class_count(chains, suit, np.int64(0)) - on1 - gap1 - part(choice, JOIN1)
    end2 = class_count(chains, suit, np.int64(1)) - on2 - gap2 - part(choice, JOIN2)
    end3 = class_count(chains, suit, np.int64(2)) - on3 - gap3 - part(choice, JOIN3)
    n_new = end1 + end2 + end3
    if n_new and room.may_new < 2 and n_new + (1 if rest & NEW else 0) > room.may_new:
        return
    over = part(choice, KEEP) if room.is_circle else np.int64(0)
    top, gap5, begun = part(choice, TOP), part(choice, GAP_TOP), part(choice, BEGIN)
    jokers = 2 * end1 + end2 + gap1 + gap2 + gap3 + gap4 + gap5 + over
    if (rest & JOKERS) + jokers > room.n_jokers:
        return
    value = states[room.parent, VALUE] + jokers * room.joker_worth - n_new * NEW_MELD
    rest += jokers
    if n_new:
        rest |= (NEW if room.counts_new else 0) | (ROOMY if room.counts_runs else 0)
    chains &= ~(ANY_CHAIN << (FIELD * suit) | np.int64(3) << (USED + 2 * suit))
    if room.kind == CLOSE:
        rest &= ~(ANY_CHAIN << (ENTERED + FIELD * suit))
    else:
        value += (on1 + on2 + on3 + table + top + over) * room.worth[position] + begun * room.begin_worth[position]
        two, three, four = on1 + gap1 + over, on2 + gap2 + on3 + gap3, table + gap4 + top + gap5
        chains |= (begun | two << 2 | three << 5 | four << 8) << (FIELD * suit)
        if room.is_high:
            kept = part(choice, KEEP) if position != HIGH_ACE else np.int64(0)
            if position in (0, HIGH_ACE):
                chains = chains & ~(np.int64(3) << (ACES + 2 * suit)) | kept << (ACES + 2 * suit)
        gone = part(choice, GONE)
        if gone and room.watches_left:
            is_barred = room.barred == 16 * suit + position % PLACES and gone == 1
            left = BARRED_LEFT if is_barred else MORE_LEFT
            rest = rest & ~(np.int64(3) << LEFT) | np.int64(max(left, rest >> LEFT & 3)) << LEFT
    hope = hope_at(room, chains, rest, suit + 1)
    push(room, states, slots, chains, rest, value, choice, hope)


@kernel(void(ROOM, STATES, SLOTS, int64), inline=True)
def end_runs(room, states, slots, choice):
    """Let the runs that do not go on end, at runs of the table where that helps."""
    chains, suit, n_lows = states[room.parent, CHAINS], room.suit, room.n_lows
    end1 = class_count(chains, suit, np.int64(0)) - part(choice, ON1) - part(choice, GAP1)
    end2 = class_count(chains, suit, np.int64(1)) - part(choice, ON2) - part(choice, GAP2)
    end3 = class_count(chains, suit, np.int64(2)) - part(choice, ON3) - part(choice, GAP3)
    # Where new melds do not count, joining saves jokers, most to the shortest.
    most1, most3 = min(end1, n_lows), end3 if room.counts_new else np.int64(0)
    for join1 in range(0 if room.counts_new else most1, most1 + 1):
        most2 = min(end2, n_lows - join1)
        for join2 in range(0 if room.counts_new else most2, most2 + 1):
            for join3 in range(min(most3, n_lows - join1 - join2) + 1):
                push_runs(room, states, slots, choice | join1 << JOIN1 | join2 << JOIN2 | join3 << JOIN3)


@kernel(void(ROOM, STATES, SLOTS, int64), inline=True)
def fill_gaps(room, states, slots, choice):
    """Let runs that got no natural go on over jokers, where something is worth reaching; the others end."""
    suit, chains = room.suit, states[room.parent, CHAINS]
    free = room.n_jokers - (states[room.parent, REST] & JOKERS) - (part(choice, KEEP) if room.is_circle else 0)
    if free < 0:
        return
    # Behind the cut of a circle the jokers are counted already.
    reach = room.n_jokers if room.is_circle else free
    if not room.targets[suit] >> (room.position + 1) & ((1 << reach) - 1):
        free = np.int64(0)
    wait1 = class_count(chains, suit, np.int64(0)) - part(choice, ON1)
    wait2 = class_count(chains, suit, np.int64(1)) - part(choice, ON2)
    wait3 = class_count(chains, suit, np.int64(2)) - part(choice, ON3)
    wait4 = class_count(chains, suit, np.int64(3)) - part(choice, ON_TABLE)
    wait5 = room.n_tops - part(choice, TOP)
    for gap1 in range(min(wait1, free) + 1):
        for gap2 in range(min(wait2, free - gap1) + 1):
            for gap3 in range(min(wait3, free - gap1 - gap2) + 1):
                for gap4 in range(min(wait4, free - gap1 - gap2 - gap3) + 1):
                    for gap5 in range(min(wait5, free - gap1 - gap2 - gap3 - gap4) + 1):
                        gaps = gap1 << GAP1 | gap2 << GAP2 | gap3 << GAP3 | gap4 << GAP_TABLE | gap5 << GAP_TOP
                        end_runs(room, states, slots, choice | gaps)


@kernel(void(ROOM, STATES, SLOTS, int64, int64), inline=True)
def begin_runs(room, states, slots, choice, n_free):
    """Begin runs with, keep, or leave the naturals that continue nothing."""
    suit, position = room.suit, room.position
    place = position % PLACES
    if room.is_circle:
        may_keep = 1 if place == 0 and room.n_jokers else 0
    else:
        may_keep = room.highs >> suit & 1 if position == 0 else 0
    n_begin = n_free if room.starts[suit] >> position & 1 else np.int64(0)
    for begun in range(n_begin + 1):
        for kept in range((n_free - begun if may_keep else 0) + 1):
            gone = n_free - begun - kept
            if gone:
                is_must = room.must == 16 * suit + place and gone == copies(room, suit, place)
                if is_must or position == HIGH_ACE:
                    continue
            fill_gaps(room, states, slots, choice | begun << BEGIN | kept << KEEP | gone << GONE)


@kernel(void(ROOM, STATES, SLOTS, int64), inline=True)
def continue_runs(room, states, slots, n_free):
    """Let open runs go on with the ``n_free`` naturals of a suit at a position, in every way."""
    suit, chains = room.suit, states[room.parent, CHAINS]
    n1, n2 = class_count(chains, suit, np.int64(0)), class_count(chains, suit, np.int64(1))
    n3, n4 = class_count(chains, suit, np.int64(2)), class_count(chains, suit, np.int64(3))
    for on1 in range(min(n1, n_free) + 1):
        for on2 in range(min(n2, n_free - on1) + 1):
            for on3 in range(min(n3, n_free - on1 - on2) + 1):
                for on4 in range(min(n4, n_free - on1 - on2 - on3) + 1):
                    for top in range(min(room.n_tops, n_free - on1 - on2 - on3 - on4) + 1):
                        on = on1 << ON1 | on2 << ON2 | on3 << ON3 | on4 << ON_TABLE | top << TOP
                        begin_runs(room, states, slots, on, n_free - on1 - on2 - on3 - on4 - top)


@kernel(void(ROOM, STATES, SLOTS, int64), inline=True)
def begin_or_leave(room, states, slots, n_free):
    """The same where no run of the suit is open and there is one natural at the most."""
    suit, position = room.suit, room.position
    chains, rest, value = states[room.parent, CHAINS], states[room.parent, REST], states[room.parent, VALUE]
    chains &= ~(np.int64(3) << (USED + 2 * suit))
    is_must = n_free and room.must == 16 * suit + position and copies(room, suit, position) == 1
    if not is_must:
        left = rest
        if n_free and room.watches_left:
            now = BARRED_LEFT if room.barred == 16 * suit + position else MORE_LEFT
            left = rest & ~(np.int64(3) << LEFT) | np.int64(max(now, rest >> LEFT & 3)) << LEFT
        push(room, states, slots, chains, left, value, n_free << GONE, hope_at(room, chains, left, suit + 1))
    if n_free and room.highs >> suit & 1 and position == 0:
        then = chains + (np.int64(1) << (ACES + 2 * suit))
        push(room, states, slots, then, rest, value, np.int64(1) << KEEP, hope_at(room, then, rest, suit + 1))
    if n_free and room.starts[suit] >> position & 1:
        then, worth = chains | np.int64(1) << (FIELD * suit), value + room.begin_worth[position]
        push(room, states, slots, then, rest, worth, np.int64(1) << BEGIN, hope_at(room, then, rest, suit + 1))


@kernel(void(ROOM, STATES, SLOTS, int64, int64))
def step_runs(room, states, slots, step, suit):
    """Runs of a suit at a step."""
    begin_layer(room, np.int64(RUNS), step, suit)
    position = room.position
    n_held = copies(room, suit, position % PLACES)
    room.n_tops = nibble(room.tops[suit], position)
    is_cut = room.is_circle and step == 0
    room.n_lows = np.int64(0) if is_cut or position == HIGH_ACE else nibble(room.lows[suit], position)
    for parent in range(room.before, room.first):
        room.parent = parent
        chains = states[parent, CHAINS]
        kept, used = chains >> (ACES + 2 * suit) & 3, chains >> (USED + 2 * suit) & 3
        n_free = kept if position == HIGH_ACE else n_held - used
        is_simple = n_free < 2 and not chains >> (FIELD * suit) & ANY_CHAIN and not room.n_tops
        if is_simple and position < HIGH_ACE and not room.is_circle:
            begin_or_leave(room, states, slots, n_free)
        else:
            continue_runs(room, states, slots, n_free)


@kernel(void(ROOM, STATES, SLOTS, int64))
def close_runs(room, states, slots, suit):
    """Let all runs of a suit end; in a circle those go on that came into its first place."""
    room.n_lows = nibble(room.lows[suit], room.first_place) if room.is_circle else np.int64(0)
    begin_layer(room, np.int64(CLOSE), np.int64(LAST), suit)
    for parent in range(room.before, room.first):
        room.parent = parent
        chains, entered = states[parent, CHAINS], states[parent, REST] >> ENTERED
        choice, fits = np.int64(0), 1
        for which in range(4):
            n_on = class_count(entered, suit, np.int64(which))
            fits = fits if n_on <= class_count(chains, suit, np.int64(which)) else 0
            choice |= n_on << (4 * which)
        if fits:
            end_runs(room, states, slots, choice)
