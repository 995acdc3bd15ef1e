"""Nodes and items of the walk (:mod:`rummysim.melds.table.walk`).

A node is a joint state below a value. Its items are what can be had there and is not worse than another item in both:
jokers used (``cost``), weight of the free tiles laid (``gain``), and the tags (:mod:`rummysim.melds.table.memory`) with
which that is so. Items keep their parent and the move that made them, from which a solution is read
(:mod:`rummysim.melds.table.path`): the move is ``vector | set jokers << 8``.
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.jit import kernel
from rummysim.melds.table.memory import MAX_ITEMS, MAX_NODES, WORK

__all__ = ["NONE", "add_item", "begin_layer", "node_of"]

LAST_GENERATION = (1 << 15) - 1
NODE_BITS = 16
NONE = -1


@kernel(void(WORK), inline=True)
def begin_layer(work):
    """Make all slots empty."""
    work.generation += 1
    if work.generation > LAST_GENERATION:
        work.slot[:] = 0
        work.generation = 1


@kernel(int64(WORK, int64, int64), inline=True)
def node_of(work, first, state):
    """Node of a joint state below the value that is being walked, a new one if need be; -1 if the memory is full."""
    slot = np.int64(work.slot[state])
    if slot >> NODE_BITS == work.generation:
        return first + (slot & ((1 << NODE_BITS) - 1))
    node = work.n_nodes
    if node >= MAX_NODES:
        return NONE
    work.n_nodes = node + 1
    work.slot[state] = work.generation << NODE_BITS | (node - first)
    work.node_state[node] = state
    work.node_item[node] = NONE
    return node


@kernel(int64(WORK, int64, int64, int64, uint64, int64, int64))
def add_item(work, node, cost, gain, tags, parent, move):
    """Add an item unless others of the node are as good; worse items lose its tags. 0 if the memory is full."""
    item = np.int64(work.node_item[node])
    same = np.int64(NONE)
    while item != NONE:
        its_cost, its_gain = work.item_cost[item], work.item_gain[item]
        if its_cost <= cost and its_gain >= gain:
            tags &= ~work.item_tags[item]
            if tags == 0:
                return 1
            if its_cost == cost and its_gain == gain:
                same = item
        elif its_cost >= cost and its_gain <= gain:
            work.item_tags[item] &= ~tags
        item = np.int64(work.item_next[item])
    if same != NONE:
        work.item_tags[same] |= tags
        return 1
    item = work.n_items
    if item >= MAX_ITEMS:
        return 0
    work.n_items = item + 1
    work.item_cost[item], work.item_gain[item], work.item_tags[item] = cost, gain, tags
    work.item_parent[item], work.item_move[item] = parent, move
    work.item_next[item] = work.node_item[node]
    work.node_item[node] = item
    return 1
