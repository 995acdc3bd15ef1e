"""The walk over joint states of the four colours, value by value from the top: the most free tiles laid.

The 1s come last: what is held of them depends on the tag.

With ``points_due`` not 0 the walk is one without jokers from which points are due: ``cost`` is what is still due then.
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.bits import lowest_bit
from rummysim.core.jit import kernel
from rummysim.melds.table.items import NONE, add_item, begin_layer, node_of
from rummysim.melds.table.layer import MAX_SET_JOKERS, N_COLOURS, take_vector
from rummysim.melds.table.memory import HAS_RUN, LAST, TABLES, WORK

__all__ = ["FOUND", "NO_SOLUTION", "TOO_LARGE", "walk"]

FOUND, NO_SOLUTION, TOO_LARGE = 0, 1, 2
"""Outcomes of a walk. ``TOO_LARGE``: the memory did not hold the items; nothing is known of the position."""
ONE = np.uint64(1)


@kernel(int64(TABLES, WORK, int64))
def begin_walk(tables, work, flag):
    """Nodes below the 1s above 13, one a tag; 0 if the memory is full."""
    work.n_nodes = work.n_items = 0
    work.first_node[LAST + 1] = 0
    begin_layer(work)
    for number in range(work.n_tags):
        tag, state, gain, n_high = work.tag_highs[number], flag, 0, 0
        for colour in range(N_COLOURS):
            high = tag >> 2 * colour & 3
            n_high += high
            state += np.int64(tables.step[colour, high])
            gain += work.weight[1] * max(0, high - work.bound[colour, 1])
        if flag == 0 and tag:
            state += HAS_RUN
        due = max(0, work.points_due - n_high)
        add_item(work, node_of(work, 0, state), due, gain, ONE << np.uint64(number), NONE, 0)
    return 1


@kernel(uint64(WORK, int64, int64, int64), inline=True)
def living_tags(work, value, digits, left):
    """Tags with which each colour alone can finish from below a value."""
    tags = ~np.uint64(0)
    for colour in range(N_COLOURS):
        highs = work.live[colour, value, left] >> 3 * (digits >> 4 * colour & 15) & 7
        tags &= work.tag_masks[colour, highs]
    return tags


@kernel(int64(WORK, int64, int64), inline=True)
def jokers_needed(work, value, digits):
    """Jokers that the four colours at least need from below a value."""
    n_needed = 0
    for colour in range(N_COLOURS):
        n_needed += work.needs[colour, value] >> 4 * (digits >> 4 * colour & 15) & 15
    return n_needed


@kernel(int64(TABLES, WORK, int64, int64, int64, int64))
def take_option(tables, work, value, node, vector, state):
    """Carry the items of a node over an option into ``state``; 0 if the memory is full."""
    word = np.int64(tables.gains[work.code[value], vector])
    digits = np.int64(tables.digits[state])
    first = work.first_node[value]
    most = work.n_jokers
    if most:
        most -= jokers_needed(work, value - 1, digits)
    below = np.int64(NONE)
    item = np.int64(work.node_item[node])
    while item != NONE:
        cost, before = np.int64(work.item_cost[item]) + (word & 15), NONE
        tags = work.item_tags[item]
        for more in range(MAX_SET_JOKERS + 1):
            gain = word >> 4 * (more + 1) & 15
            if cost + more > most or gain == before or tags == 0:
                break
            before = gain
            if work.n_tags > 1:
                tags &= living_tags(work, value - 1, digits, work.n_jokers - cost - more)
                if tags == 0:
                    break
            if below == NONE:
                below = node_of(work, first, state)
                if below == NONE:
                    return 0
            total = work.item_gain[item] + work.weight[value] * gain
            if not add_item(work, below, cost + more, total, tags, item, vector | more << 8):
                return 0
        item = np.int64(work.item_next[item])
    return 1


@kernel(int64(TABLES, WORK, int64, int64, int64, int64))
def take_due_option(tables, work, value, node, vector, state):
    """:func:`take_option` while points are due."""
    gain = np.int64(tables.gains[work.code[value], vector]) >> 4 & 15
    digits, below = np.int64(tables.digits[state]), node_of(work, work.first_node[value], state)
    item = np.int64(work.node_item[node])
    while item != NONE and below != NONE:
        tags = work.item_tags[item]
        if tags and work.n_tags > 1:
            tags &= living_tags(work, value - 1, digits, 0)
        if tags:
            due = max(0, work.item_cost[item] - value * gain)
            total = work.item_gain[item] + work.weight[value] * gain
            if not add_item(work, below, due, total, tags, item, vector):
                return 0
        item = np.int64(work.item_next[item])
    return 1 if below != NONE else 0


@kernel(int64(WORK, int64), inline=True)
def jokers_left(work, node):
    """Most jokers that an item of a node has left, -1 if the node has none."""
    if work.points_due:
        return np.int64(0)
    item, cost = np.int64(work.node_item[node]), work.n_jokers + 1
    while item != NONE:
        if work.item_tags[item]:
            cost = min(cost, np.int64(work.item_cost[item]))
        item = np.int64(work.item_next[item])
    return work.n_jokers - cost


@kernel(int64(WORK, int64, int64, int64), inline=True)
def has_natural(work, value, k, highs):
    """1 if some run of a step holds a natural; k, highs : two bits a colour."""
    for colour in range(N_COLOURS):
        if k >> 2 * colour & 3 and work.held[colour, value] > (highs >> 2 * colour & 3):
            return 1
    return 0


@kernel(int64(TABLES, WORK, int64, int64))
def leave_node(tables, work, value, node):
    """Take all options of a node; 0 if the memory is full."""
    left = jokers_left(work, node)
    if left < 0:
        return 1
    joint = np.int64(work.node_state[node])
    digits, flag = np.int64(tables.digits[joint]), joint - joint % HAS_RUN
    low, high = work.options[value, left, 0], work.options[value, left, 1]
    for colour in range(N_COLOURS):
        ks = work.steps[colour, value, left] >> 3 * (digits >> 4 * colour & 15) & 7
        low &= tables.box[colour, ks, 0]
        high &= tables.box[colour, ks, 1]
    while low | high:
        vector, low, high = take_vector(low, high)
        k = np.int64(tables.vector_digits[vector])
        state = HAS_RUN if flag or has_natural(work, value, k, 0) else 0
        for colour in range(N_COLOURS):
            place = 3 * (digits >> 4 * colour & 15) + (k >> 2 * colour & 3)
            state += np.int64(tables.step[colour, place])
        if work.points_due:
            if not take_due_option(tables, work, value, node, vector, state):
                return 0
        elif not take_option(tables, work, value, node, vector, state):
            return 0
    return 1


@kernel(void(TABLES, WORK, int64, int64, int64, int64))
def end_tag(tables, work, digits, flag, item, number):
    """Lay the 1s that are not above 13, all ways, and keep the best."""
    due = work.item_cost[item] if work.points_due else 0
    code, left = work.tag_code[number], 0 if work.points_due else work.n_jokers - work.item_cost[item]
    low, high = tables.ways[code, left, 0], tables.ways[code, left, 1]
    for colour in range(N_COLOURS):
        ks = tables.ending[digits >> 4 * colour & 15]
        low &= tables.box[colour, ks, 0]
        high &= tables.box[colour, ks, 1]
    while low | high:
        vector, low, high = take_vector(low, high)
        word = np.int64(tables.gains[code, vector])
        more = min(left - (word & 15), MAX_SET_JOKERS)
        n_laid = word >> 4 * (more + 1) & 15
        gain = work.item_gain[item] + work.weight[1] * n_laid
        if (
            n_laid >= due
            and gain > work.best_gain
            and (flag or has_natural(work, 1, np.int64(tables.vector_digits[vector]), work.tag_highs[number]))
        ):
            work.best_gain, work.best_item = gain, item
            work.best_move, work.best_tag = vector | more << 8, number


@kernel(void(TABLES, WORK, int64))
def end_node(tables, work, node):
    """Lay the 1s below a node."""
    state = np.int64(work.node_state[node])
    flag = state // HAS_RUN
    digits, item = np.int64(tables.digits[state]), np.int64(work.node_item[node])
    while item != NONE:
        tags = work.item_tags[item]
        while tags:
            end_tag(tables, work, digits, flag, item, lowest_bit(tags))
            tags &= tags - ONE
        item = np.int64(work.item_next[item])


@kernel(int64(TABLES, WORK, int64))
def walk(tables, work, has_run):
    """Walk a position that has been narrowed and whose words are filled; fills ``best_…``.

    has_run : 1 if every solution holds a run; 0: only those that hold one count. Returns the outcome.
    """
    work.best_gain = work.best_item = NONE
    begin_walk(tables, work, HAS_RUN * has_run)
    for value in range(LAST, 1, -1):
        first, end = work.first_node[value + 1], work.n_nodes
        work.first_node[value] = end
        begin_layer(work)
        for node in range(first, end):
            if not leave_node(tables, work, value, node):
                return TOO_LARGE
    for node in range(work.first_node[2], work.n_nodes):
        end_node(tables, work, node)
    return FOUND if work.best_gain >= 0 else NO_SOLUTION
