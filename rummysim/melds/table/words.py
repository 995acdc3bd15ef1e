"""What the walk looks up for a joint state, as words made once from the sets of states that are left."""

import numpy as np
from numba import int64, void

from rummysim.core.jit import kernel
from rummysim.melds.table.consistency import LANE, may_begin
from rummysim.melds.table.layer import N_COLOURS
from rummysim.melds.table.line import N_STATES
from rummysim.melds.table.memory import LAST, TABLES, WORK

__all__ = ["fill_words"]


@kernel(int64(int64), inline=True)
def any_lane(states):
    """States of any lane."""
    return (states | states >> N_STATES | states >> 2 * N_STATES) & LANE


@kernel(void(TABLES, WORK, int64, int64))
def fill_steps(tables, work, colour, value):
    """``steps`` of a colour and value: by state the k after which the colour alone can finish, three bits each."""
    n_held, allowed = work.held[colour, value], work.allowed[colour, value]
    for n_jokers in range(work.n_jokers + 1):
        word = np.int64(0)
        for k in range(3):
            cost = max(0, k - n_held)
            if allowed >> k & 1 and cost <= n_jokers:
                states = np.int64(tables.origins[k, any_lane(work.back[colour, value - 1, n_jokers - cost])])
                if cost:
                    states &= may_begin(tables, work, colour, value, k)
                word |= tables.spread[states & LANE] << k
        work.steps[colour, value, n_jokers] = word


@kernel(void(TABLES, WORK, int64, int64))
def fill_needs(tables, work, colour, value):
    """``needs``: by state the fewest jokers with which the colour alone can finish, four bits each."""
    word = np.int64(0)
    for n_jokers in range(work.n_jokers + 1):
        word += tables.spread_needs[LANE ^ any_lane(work.back[colour, value, n_jokers])]
    work.needs[colour, value] = word


@kernel(void(TABLES, WORK, int64, int64))
def fill_live(tables, work, colour, value):
    """``live``: by state the numbers of high 1s with which the colour alone can finish, three bits each."""
    for n_jokers in range(work.n_jokers + 1):
        states = work.back[colour, value, n_jokers]
        word = tables.spread[states & LANE] | tables.spread[states >> N_STATES & LANE] << 1
        work.live[colour, value, n_jokers] = word | tables.spread[states >> 2 * N_STATES] << 2


@kernel(void(TABLES, WORK))
def fill_options(tables, work):
    """``options`` by value and jokers left."""
    for value in range(2, LAST + 1):
        for n_jokers in range(work.n_jokers + 1):
            for half in range(2):
                mask = tables.ways[work.code[value], n_jokers, half]
                for colour in range(N_COLOURS):
                    mask &= tables.box[colour, work.allowed[colour, value], half]
                work.options[value, n_jokers, half] = mask


@kernel(void(WORK))
def fill_tag_masks(work):
    """``tag_masks``: by colour and a set of numbers of high 1s, the tags that have one of them."""
    for colour in range(N_COLOURS):
        for highs in range(8):
            mask = np.uint64(0)
            for number in range(work.n_tags):
                if highs >> (work.tag_highs[number] >> 2 * colour & 3) & 1:
                    mask |= np.uint64(1) << np.uint64(number)
            work.tag_masks[colour, highs] = mask


@kernel(void(TABLES, WORK))
def fill_words(tables, work):
    """All words of a position that has been narrowed."""
    for colour in range(N_COLOURS):
        for value in range(2, LAST + 1):
            fill_steps(tables, work, colour, value)
        for value in range(1, LAST):
            if work.n_jokers:
                fill_needs(tables, work, colour, value)
            if work.n_tags > 1:
                fill_live(tables, work, colour, value)
    fill_options(tables, work)
    if work.n_tags > 1:
        fill_tag_masks(work)
