"""The solver's fixed tables and its working memory, one block each, handed down as one pointer.

The tables are made once in a process. The working memory is made once for a batch
(:func:`rummysim.melds.table.reach.new_work`); nothing in it has to be cleared between two positions.
"""

import threading
from functools import cache
from typing import Any

import numpy as np
from numba import int64

from rummysim.core.jit import record
from rummysim.melds.table import line
from rummysim.melds.table.layer import MAX_JOKERS, N_CODES, N_COLOURS, N_LOW, N_VECTORS, fill_layers

__all__ = [
    "HAS_RUN",
    "LAST",
    "MAX_CANDIDATES",
    "MAX_FRAMES",
    "MAX_ITEMS",
    "MAX_MELDS",
    "MAX_NODES",
    "N_JOINT",
    "N_LEVELS",
    "N_MASKS",
    "N_TAGS",
    "RULES",
    "RULES_DTYPE",
    "SOLVER",
    "TABLES",
    "WORK",
    "WORK_DTYPE",
    "solver_tables",
]

LAST = 13
"""Highest value; layers are numbered by value."""
N_LEVELS = MAX_JOKERS + 1
N_TAGS = 3**N_COLOURS
HAS_RUN = line.N_STATES**N_COLOURS
"""Added to a joint state once a run has begun."""
N_JOINT = 2 * HAS_RUN
MAX_NODES, MAX_ITEMS = 1 << 17, 1 << 18
MAX_MELDS = 40
"""Most melds on a table: 112 tiles make 37."""
MAX_CANDIDATES, MAX_FRAMES = 1 << 13, 64
"""Melds of up to five tiles, 30 patterns of 5 places, 14 of 4, 6 of 3, are fewer than half of that; with many jokers
there are longer ones (:mod:`rummysim.melds.table.candidates`)."""
N_MASKS = 6
"""Masks of tiles in a frame (:mod:`rummysim.melds.table.frames`)."""

TABLES_DTYPE, TABLES = record(
    reached=(np.int32, (3, line.N_MASKS)),
    origins=(np.int32, (3, line.N_MASKS)),
    spread=(np.int64, line.N_MASKS),
    spread_needs=(np.int64, line.N_MASKS),
    may_begin=(np.int32, (3, 3)),
    step=(np.int32, (N_COLOURS, line.N_STATES * 3)),
    digits=(np.int32, N_JOINT),
    vector_digits=(np.int32, N_VECTORS),
    box=(np.uint64, (N_COLOURS, 8, 2)),
    ending=(np.int64, line.N_STATES),
    gains=(np.int32, (N_CODES, N_VECTORS)),
    ways=(np.uint64, (N_CODES, N_LEVELS, 2)),
)
"""reached, origins : steps on sets of states by k (:func:`rummysim.melds.table.line.images`). spread, spread_needs :
masks of states with three and four bits a state. may_begin : by tiles held and k, the states from which no run begins
with a joker. step : what colour and ``3 * state + k`` add to a joint state. digits : states of a joint state, four bits
each. vector_digits : k of a vector, two bits each. box : by colour and a set of k, the vectors. ending : by state, the
k after which no run is short. gains, ways : :mod:`rummysim.melds.table.layer`.
"""

WORK_DTYPE, WORK = record(
    solvers=(np.int64, 9),
    held=(np.int64, (N_COLOURS, LAST + 1)),
    bound=(np.int64, (N_COLOURS, LAST + 1)),
    code=(np.int64, LAST + 1),
    weight=(np.int64, LAST + 1),
    joker_weight=np.int64,
    points_due=np.int64,
    n_jokers=np.int64,
    allowed=(np.int64, (N_COLOURS, LAST + 1)),
    lowest=(np.int64, (N_COLOURS, 3)),
    highs=(np.int64, N_COLOURS),
    back=(np.int64, (N_COLOURS, LAST + 1, N_LEVELS)),
    ahead=(np.int64, (N_COLOURS, LAST + 1, N_LEVELS)),
    n_tags=np.int64,
    tag_highs=(np.int64, N_TAGS),
    tag_code=(np.int64, N_TAGS),
    tag_masks=(np.uint64, (N_COLOURS, 8)),
    steps=(np.int64, (N_COLOURS, LAST + 1, N_LEVELS)),
    needs=(np.int64, (N_COLOURS, LAST + 1)),
    live=(np.int64, (N_COLOURS, LAST + 1, N_LEVELS)),
    options=(np.uint64, (LAST + 1, N_LEVELS, 2)),
    slot=(np.int32, N_JOINT),
    generation=np.int64,
    n_nodes=np.int64,
    n_items=np.int64,
    first_node=(np.int64, LAST + 2),
    node_state=(np.int32, MAX_NODES),
    node_item=(np.int32, MAX_NODES),
    item_cost=(np.int32, MAX_ITEMS),
    item_gain=(np.int32, MAX_ITEMS),
    item_tags=(np.uint64, MAX_ITEMS),
    item_next=(np.int32, MAX_ITEMS),
    item_parent=(np.int32, MAX_ITEMS),
    item_move=(np.int32, MAX_ITEMS),
    best_gain=np.int64,
    best_item=np.int64,
    best_move=np.int64,
    best_tag=np.int64,
    best_highs=np.int64,
    is_last=np.int64,
    of_sets=(np.int64, (LAST + 2, N_LEVELS)),
    moves=(np.int64, LAST + 1),
    tracks=(np.int64, (N_COLOURS, 2, 4)),
    spare_jokers=np.int64,
    n_melds=np.int64,
    melds=(np.int64, MAX_MELDS),
    kept_melds=(np.int64, MAX_MELDS),
    left=np.uint64,
    left_twice=np.uint64,
    left_jokers=np.int64,
    n_old=np.int64,
    old_melds=(np.int64, MAX_MELDS),
    stays=np.uint64,
    most_stays=np.uint64,
    played=np.uint64,
    played_twice=np.uint64,
    played_jokers=np.int64,
    least_moved=np.int64,
    n_spent=np.int64,
    n_table_jokers=np.int64,
    joker_meld=(np.int64, MAX_JOKERS),
    joker_place=(np.int64, MAX_JOKERS),
    joker_kinds=(np.uint64, MAX_JOKERS),
    old_cards=np.uint64,
    old_twice=np.uint64,
    n_all_jokers=np.int64,
    n_choices=(np.int64, MAX_JOKERS),
    choices=(np.int64, (MAX_JOKERS, 16)),
    choice_kinds=(np.uint64, (MAX_JOKERS, 16)),
    choice_others=(np.uint64, (MAX_JOKERS, 16)),
    status=(np.int64, MAX_JOKERS),
    status_kind=(np.uint64, MAX_JOKERS),
    status_other=(np.uint64, MAX_JOKERS),
    n_blocks=np.int64,
    blocks=(np.int64, MAX_MELDS),
    holes=(np.int64, MAX_MELDS),
    joins=(np.uint64, MAX_MELDS),
    is_whole=(np.int64, MAX_MELDS),
    wanted=(np.uint64, MAX_MELDS),
    n_pending=np.int64,
    pending=(np.uint64, MAX_JOKERS),
    chosen=(np.uint64, MAX_JOKERS),
    tiles=(np.uint64, (MAX_FRAMES, N_MASKS)),
    counts=(np.int64, (MAX_FRAMES, 5)),
    placed=(np.int64, (MAX_FRAMES, MAX_MELDS)),
    faces=(np.uint64, (MAX_FRAMES, MAX_MELDS)),
    best_total=np.int64,
    upper=np.int64,
    n_tried=np.int64,
    is_unknown=np.int64,
    absorbs=np.int64,
    best_absorbs=np.int64,
    best_due=np.int64,
    best_chosen=(np.uint64, MAX_JOKERS),
    best_pending=np.int64,
    n_candidates=np.int64,
    candidates=(np.int64, MAX_CANDIDATES),
)
"""solvers : addresses (:mod:`rummysim.melds.table.reach`). held, bound : tiles by colour and value, and how many of
them are on the table. weight : of a free tile by value; joker_weight : of a joker of the rack. allowed : sets of k by
colour and value, for value 1 in ``lowest`` by the number of 1s above 13, ``highs`` the set of these numbers. back,
ahead : states with which the rest, and what came before, can be done, by colour, value and jokers; ten bits for each
number of high 1s. A tag is a number of high 1s for each colour, two bits each. steps, needs, live : the same as words
for the walk: sets of k, jokers needed, sets of high 1s, by state. slot … best_tag : :mod:`rummysim.melds.table.walk`.
stays : mask of the old melds that may only be extended; most_stays … n_spent : :mod:`rummysim.melds.table.keep`.
"""

SOLVER = int64(TABLES, WORK, int64, int64, int64)
"""Signature of the kernels that solve what is loaded (:mod:`rummysim.melds.table.reach`)."""

RULES_DTYPE, RULES = record(
    ace_high=np.int64,
    release=np.int64,
    freed_by_table=np.int64,
    both_missing=np.int64,
    new_meld=np.int64,
    cap=np.int64,
    budget=np.int64,
)
"""What decides about the jokers of a table. release : :mod:`rummysim.melds.table.release`. cap : most jokers in a meld.
budget : most positions that are solved for one answer.
"""

_LOCK = threading.Lock()


def _boxes() -> np.ndarray:
    """Vectors by colour and set of k, as masks of two words."""
    box = np.zeros((N_COLOURS, 8, 2), np.uint64)
    for colour in range(N_COLOURS):
        for allowed in range(8):
            mask = sum(1 << vector for vector in range(N_VECTORS) if allowed >> vector // 3**colour % 3 & 1)
            box[colour, allowed] = mask & ((1 << N_LOW) - 1), mask >> N_LOW
    return box


def _set_of(questions: list[bool]) -> int:
    return sum(1 << place for place, answer in enumerate(questions) if answer)


@cache
def _made_tables() -> np.ndarray:
    tables = np.zeros(1, TABLES_DTYPE)
    block: Any = tables[0]
    block["reached"], block["origins"] = line.images()
    block["spread"], block["spread_needs"] = line.spread_bits(3), line.spread_bits(4)
    states, ks = range(line.N_STATES), range(line.MAX_OPEN + 1)
    for n_held in ks:
        for k in ks:
            block["may_begin"][n_held, k] = _set_of([k <= n_held or line.begun(s, k) <= n_held for s in states])
    for colour in range(N_COLOURS):
        steps = [max(0, line.next_state(state, k)) * line.N_STATES**colour for state in states for k in ks]
        block["step"][colour] = steps
    joint = np.arange(N_JOINT) % HAS_RUN
    block["digits"] = sum(joint // line.N_STATES**colour % line.N_STATES << 4 * colour for colour in range(N_COLOURS))
    vectors = np.arange(N_VECTORS)
    block["vector_digits"] = sum(vectors // 3**colour % 3 << 2 * colour for colour in range(N_COLOURS))
    block["box"] = _boxes()
    over = [all(length in (0, line.CAP) for length in lengths) for lengths in line.STATES]
    for state in states:
        after = [line.next_state(state, k) for k in ks]
        block["ending"][state] = _set_of([target >= 0 and over[target] for target in after])
    fill_layers(block["gains"], block["ways"])
    tables.flags.writeable = False
    return tables


def solver_tables() -> np.ndarray:
    """The tables, one block of ``TABLES``, kept for the life of the process."""
    with _LOCK:
        return _made_tables()
