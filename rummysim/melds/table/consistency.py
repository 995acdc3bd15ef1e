"""Which steps of each colour can be part of a solution: pruning before the walk.

Each colour alone must get from the top to the bottom with the jokers there are, and each value must find an option for
all four colours (:mod:`rummysim.melds.table.layer`). Both are applied in turn until nothing changes.

A set of states has ten bits for each number of 1s that lie above 13 (``lane``); jokers are counted as those of the runs
of the one colour. A joker begins a run at 3 only (X-2-1): elsewhere it may as well end it.
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.jit import kernel
from rummysim.melds.table.layer import N_COLOURS
from rummysim.melds.table.line import CAP, N_MASKS, N_STATES, STATES
from rummysim.melds.table.memory import LAST, N_TAGS, TABLES, WORK

__all__ = ["ALL_K", "narrow"]

ALL_K = 7
LANE = N_MASKS - 1
LANES = 1 | 1 << N_STATES | 1 << 2 * N_STATES
OVER = sum(1 << state for state, lengths in enumerate(STATES) if all(length in (0, CAP) for length in lengths))
"""States in which no run is short."""
TOP = (STATES.index((0, 0)), STATES.index((0, 1)), STATES.index((1, 1)))
"""State below the 1s above 13, by their number."""
JOKER_BEGINS = 3


@kernel(int64(TABLES, int64, int64), inline=True)
def origins(tables, k, states):
    """States of all lanes from which k tiles lead into ``states``."""
    found = np.int64(tables.origins[k, states & LANE])
    if states > LANE:
        found |= np.int64(tables.origins[k, states >> N_STATES & LANE]) << N_STATES
        found |= np.int64(tables.origins[k, states >> 2 * N_STATES]) << 2 * N_STATES
    return found


@kernel(int64(TABLES, int64, int64), inline=True)
def reached(tables, k, states):
    """States of all lanes into which k tiles lead from ``states``."""
    found = np.int64(tables.reached[k, states & LANE])
    if states > LANE:
        found |= np.int64(tables.reached[k, states >> N_STATES & LANE]) << N_STATES
        found |= np.int64(tables.reached[k, states >> 2 * N_STATES]) << 2 * N_STATES
    return found


@kernel(int64(TABLES, WORK, int64, int64, int64), inline=True)
def may_begin(tables, work, colour, value, k):
    """States from which the step begins no run with a joker, or may."""
    if value == JOKER_BEGINS:
        return LANE * LANES
    return np.int64(tables.may_begin[work.held[colour, value], k]) * LANES


@kernel(void(TABLES, WORK, int64))
def look_back_lowest(tables, work, colour):
    """``back`` of value 1, where what is held depends on the lane."""
    for n_jokers in range(work.n_jokers + 1):
        states = np.int64(0)
        for high in range(3):
            if work.highs[colour] >> high & 1:
                for k in range(3):
                    cost = max(0, k + high - work.held[colour, 1])
                    if work.lowest[colour, high] >> k & 1 and cost <= n_jokers:
                        states |= np.int64(tables.origins[k, OVER]) << N_STATES * high
        work.back[colour, 1, n_jokers] = states


@kernel(void(TABLES, WORK, int64))
def look_back(tables, work, colour):
    """Fill ``back`` of a colour."""
    look_back_lowest(tables, work, colour)
    for value in range(2, LAST + 1):
        n_held, allowed = work.held[colour, value], work.allowed[colour, value]
        for n_jokers in range(work.n_jokers + 1):
            states = np.int64(0)
            for k in range(3):
                cost = max(0, k - n_held)
                if allowed >> k & 1 and cost <= n_jokers:
                    found = origins(tables, k, work.back[colour, value - 1, n_jokers - cost])
                    states |= found if cost == 0 else found & may_begin(tables, work, colour, value, k)
            work.back[colour, value, n_jokers] = states


@kernel(void(TABLES, WORK, int64))
def look_ahead_lowest(tables, work, colour):
    """Narrow ``lowest`` and ``highs`` by the states in which value 1 is reached."""
    highs = 0
    for high in range(3):
        kept = 0
        if work.highs[colour] >> high & 1:
            for k in range(3):
                cost = max(0, k + high - work.held[colour, 1])
                if work.lowest[colour, high] >> k & 1:
                    ends = np.int64(tables.origins[k, OVER]) << N_STATES * high
                    for n_jokers in range(work.n_jokers - cost + 1):
                        kept |= ((work.ahead[colour, 1, n_jokers] & ends) != 0) << k
        work.lowest[colour, high] = kept
        highs |= (kept != 0) << high
    work.highs[colour] = highs


@kernel(void(TABLES, WORK, int64))
def look_ahead(tables, work, colour):
    """Fill ``ahead`` of a colour, with states from which the rest can be done, and narrow ``allowed`` by it."""
    most = work.n_jokers
    start = np.int64(0)
    for high in range(3):
        if work.highs[colour] >> high & 1:
            start |= 1 << (N_STATES * high + TOP[high])
    for n_jokers in range(most + 1):
        work.ahead[colour, LAST, n_jokers] = start & work.back[colour, LAST, most - n_jokers]
    for value in range(LAST, 1, -1):
        n_held, allowed, kept = work.held[colour, value], work.allowed[colour, value], 0
        for n_jokers in range(most + 1):
            work.ahead[colour, value - 1, n_jokers] = 0
        for k in range(3):
            cost = max(0, k - n_held)
            if not allowed >> k & 1 or cost > most:
                continue
            begin = LANE * LANES if cost == 0 else may_begin(tables, work, colour, value, k)
            for n_jokers in range(most - cost + 1):
                states = reached(tables, k, work.ahead[colour, value, n_jokers] & begin)
                states &= work.back[colour, value - 1, most - n_jokers - cost]
                work.ahead[colour, value - 1, n_jokers + cost] |= states
                kept |= (states != 0) << k
        work.allowed[colour, value] = kept
    look_ahead_lowest(tables, work, colour)


@kernel(int64(TABLES, int64, uint64, uint64), inline=True)
def project(tables, colour, low, high):
    """Set of k that a colour has in some vector of a mask."""
    kept = 0
    for k in range(3):
        some = low & tables.box[colour, 1 << k, 0] | high & tables.box[colour, 1 << k, 1]
        kept |= (some != 0) << k
    return kept


@kernel(int64(int64), inline=True)
def spread_ternary(number):
    """The four ternary digits of a number, two bits each."""
    return number % 3 | number // 3 % 3 << 2 | number // 9 % 3 << 4 | number // 27 << 6


@kernel(int64(WORK, int64), inline=True)
def keep_lowest(work, kept):
    """Set ``lowest`` and ``highs`` to ``kept``, nine bits a colour; returns the set of colours that changed."""
    changed = 0
    for colour in range(N_COLOURS):
        highs = 0
        for high in range(3):
            ks = kept >> (9 * colour + 3 * high) & ALL_K
            changed |= (ks != work.lowest[colour, high]) << colour
            work.lowest[colour, high] = ks
            highs |= (ks != 0) << high
        work.highs[colour] = highs
    return changed


@kernel(int64(TABLES, WORK, int64), inline=True)
def agree(tables, work, value):
    """Narrow ``allowed`` of a value to what some option has; returns the set of colours that changed, -1 for none."""
    low, high = tables.ways[work.code[value], work.n_jokers, 0], tables.ways[work.code[value], work.n_jokers, 1]
    for colour in range(N_COLOURS):
        low &= tables.box[colour, work.allowed[colour, value], 0]
        high &= tables.box[colour, work.allowed[colour, value], 1]
    if low | high == 0:
        return -1
    changed = 0
    for colour in range(N_COLOURS):
        allowed = work.allowed[colour, value]
        if allowed & (allowed - 1):
            kept = project(tables, colour, low, high)
            changed |= (kept != allowed) << colour
            work.allowed[colour, value] = kept
    return changed


@kernel(int64(WORK, int64))
def tag_code(work, tag):
    """Layer code of the 1s that are not above 13."""
    code = 0
    for colour in range(N_COLOURS - 1, -1, -1):
        high = tag >> 2 * colour & 3
        n_held, n_bound = work.held[colour, 1] - high, max(0, work.bound[colour, 1] - high)
        code = 6 * code + n_held * (n_held + 1) // 2 + n_bound
    return code


@kernel(int64(TABLES, WORK))
def agree_lowest(tables, work):
    """List the tags that are possible and narrow ``lowest`` and ``highs`` to them; returns as :func:`agree`."""
    kept = 0
    work.n_tags = 0
    for number in range(N_TAGS):
        tag, fits = spread_ternary(number), True
        for colour in range(N_COLOURS):
            fits = fits and work.highs[colour] >> (tag >> 2 * colour & 3) & 1
        if not fits:
            continue
        code = tag_code(work, tag)
        low, high = tables.ways[code, work.n_jokers, 0], tables.ways[code, work.n_jokers, 1]
        for colour in range(N_COLOURS):
            ks = work.lowest[colour, tag >> 2 * colour & 3]
            low &= tables.box[colour, ks, 0]
            high &= tables.box[colour, ks, 1]
        if low | high != 0:
            work.tag_highs[work.n_tags], work.tag_code[work.n_tags] = tag, code
            work.n_tags += 1
            for colour in range(N_COLOURS):
                place = 9 * colour + 3 * (tag >> 2 * colour & 3)
                kept |= project(tables, colour, low, high) << place
    return -1 if work.n_tags == 0 else keep_lowest(work, kept)


@kernel(int64(TABLES, WORK))
def narrow(tables, work):
    """Prune until nothing changes; returns 0 if there is no solution."""
    changed = 15
    while changed:
        for colour in range(N_COLOURS):
            if changed >> colour & 1:
                look_back(tables, work, colour)
                look_ahead(tables, work, colour)
                if work.highs[colour] == 0:
                    return 0
        changed = agree_lowest(tables, work)
        if changed < 0:
            return 0
        for value in range(2, LAST + 1):
            more = agree(tables, work, value)
            if more < 0:
                return 0
            changed |= more
    return 1
