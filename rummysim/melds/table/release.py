"""Most rack tiles that can be laid where jokers of the table are bound (TR-20, TR-21, 8.3), exact.

<<<<<<< HEAD
Each joker of the table keeps its identity or is freed, by a rack tile that is played then for certain or, where that is
allowed, by a table tile that joins the rest of its meld; all choices are gone through. What a joker that keeps its
identity means is a loose tile of a kind, or a meld that stays together (:mod:`rummysim.melds.table.blocks`); the rest is
the free solver's (:mod:`rummysim.melds.table.settle`). The search ends at the answer of the free rules, its upper bound.

Readings where 8.3 leaves a choice: with ``both_missing`` all colours that a group lacks must come from the rack (three
in a group of one natural), and no table tile frees its jokers; the meld that a freeing table tile joins need not hold the
other jokers of the old meld that are freed too.
=======
What may become of each joker (:mod:`rummysim.melds.table.jokers`) is gone through. A joker that keeps its identity is a
loose tile of a kind or lies in a meld that is named; melds that have to stay together have homes
(:mod:`rummysim.melds.table.homes`), which are extended in all ways (:mod:`rummysim.melds.table.blocks`); the rest is
the free solver's (:mod:`rummysim.melds.table.settle`). The search ends at the answer of the free rules, its upper
bound, or when ``budget`` positions have been solved: what is found then is no more than a lower bound (``is_unknown``).
>>>>>>> tile-solver
"""

import numpy as np
from numba import int64, uint64, void

<<<<<<< HEAD
from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.melds.code import (
    card_at,
    is_run,
    is_wild_at,
    meld_naturals,
    run_code,
    run_length,
    run_start,
    run_suit,
    set_code,
    set_place,
    set_suits,
    set_wilds,
)
from rummysim.melds.table.build import add_meld, order_melds, with_joker
from rummysim.melds.table.candidates import list_candidates, meld_jokers
from rummysim.melds.table.frames import (
    BEST,
    CHANGED,
    FREE,
    FREE_RACK,
    GAIN,
    N_PLACED,
=======
from rummysim.core.jit import kernel
from rummysim.melds.code import meld_naturals
from rummysim.melds.table.candidates import list_candidates
from rummysim.melds.table.frames import (
    CHANGED,
    DUE,
    DUE_TWICE,
    FREE,
    FREE_RACK,
>>>>>>> tile-solver
    RACK,
    RACK_TWICE,
    TABLE,
    TABLE_TWICE,
<<<<<<< HEAD
    bind_rack,
    copy_frame,
    drop_rack,
    take_cards,
)
from rummysim.melds.table.identities import settle_identities
from rummysim.melds.table.memory import LAST, RULES, TABLES, WORK
from rummysim.melds.table.merge import merge_blocks
from rummysim.melds.table.path import lay_out, lay_out_optional
from rummysim.melds.table.settle import holds_old_meld, is_done
from rummysim.melds.table.solve import UNKNOWN, load, most_weight

__all__ = ["FIXED", "FREE_RELEASE", "LOCKED", "lay_out_released", "most_released"]

FREE_RELEASE, FIXED, LOCKED = range(3)
"""Values of ``joker_release``."""
KEPT, FREED, UNCHANGED, FREED_BY_TABLE, UNCHANGED_BY_TABLE = range(5)
"""What becomes of a joker; unchanged ones are freed and stand for the same as before (``new_meld``)."""


@kernel(void(WORK))
def list_jokers(work):
    """Find the jokers of the table: meld, position in a run, kinds that it can stand for."""
    work.n_table_jokers = 0
    for number in range(work.n_old):
        code = work.old_melds[number]
        n_here = run_length(code) if is_run(code) else set_wilds(code)
        for index in range(n_here):
            if is_run(code) and not is_wild_at(code, index):
                continue
            kinds = np.uint64(0)
            if is_run(code):
                kinds = card_at(run_suit(code), run_start(code) + index, LAST)
            else:
                for colour in range(4):
                    if not set_suits(code) >> colour & 1:
                        kinds |= bit(16 * colour + set_place(code))
            joker = work.n_table_jokers
            work.joker_meld[joker], work.joker_place[joker], work.joker_kinds[joker] = number, index, kinds
            work.n_table_jokers += 1


@kernel(void(WORK, int64, int64, int64), inline=True)
def trim_block(work, code, pattern, holes):
    """Note a run as a block, without the holes at its ends."""
    start, length = run_start(code), run_length(code)
    while holes & 1:
        start, length, holes, pattern = start + 1, length - 1, holes >> 1, pattern << 1
    while holes >> (length - 1) & 1:
        length -= 1
        holes &= ~(1 << length)
    work.blocks[work.n_blocks] = run_code(run_suit(code), start, length, pattern)
    work.holes[work.n_blocks] = holes


@kernel(int64(WORK, RULES, int64, int64))
def make_block(work, rules, frame, meld):
    """The block that a meld of the table has to stay, if any; 0 if its tiles are not there."""
    code, kept, by_table, holes = work.old_melds[meld], 0, np.uint64(0), np.int64(0)
    pattern, wilds = np.int64(0), 0
    for joker in range(work.n_table_jokers):
        if work.joker_meld[joker] == meld:
            status = work.status[joker]
            if status == KEPT:
                kept, wilds = kept + 1, wilds + 1
                pattern |= 1 << (13 - work.joker_place[joker])
            elif status >= FREED_BY_TABLE:
                if by_table & work.status_kind[joker]:
                    return 0
                by_table |= work.status_kind[joker]
            else:
                holes |= 1 << work.joker_place[joker]
    if by_table == 0 and (rules.release != LOCKED or kept == 0):
        return 1
    suits = set_suits(code)
    for colour in range(4):
        if not is_run(code) and by_table >> np.uint64(16 * colour + set_place(code)) & np.uint64(1):
            suits |= 1 << colour
    if is_run(code):
        trim_block(work, code, pattern, holes)
    else:
        work.blocks[work.n_blocks], work.holes[work.n_blocks] = set_code(set_place(code), suits, np.int64(wilds)), 0
    work.n_blocks += 1
    before = work.counts[frame, GAIN]
    whole = take_cards(work, frame, meld_naturals(code, LAST)) and take_cards(work, frame, by_table)
    return 1 if whole and work.counts[frame, GAIN] == before else 0


@kernel(int64(WORK, int64), inline=True)
def joined_by_table(work, meld):
    """1 if a table tile frees a joker of a meld."""
    for joker in range(work.n_table_jokers):
        if work.joker_meld[joker] == meld and work.status[joker] >= FREED_BY_TABLE:
            return 1
    return 0


@kernel(int64(WORK, int64), inline=True)
def is_group(work, joker):
    """1 if a joker lies in a set."""
    return 0 if is_run(work.old_melds[work.joker_meld[joker]]) else 1


@kernel(void(WORK, int64, int64, uint64), inline=True)
def add_choice(work, joker, status, kind):
    """List a choice."""
    number = work.n_choices[joker]
    work.choices[joker, number], work.choice_kinds[joker, number] = status, kind
    work.n_choices[joker] = number + 1


@kernel(void(WORK, RULES, int64))
def list_choices(work, rules, joker):
    """List what may become of a joker."""
    work.n_choices[joker] = 0
    kinds, nothing = work.joker_kinds[joker], np.uint64(0)
    if rules.release == FREE_RELEASE:
        if rules.new_meld:
            add_choice(work, joker, UNCHANGED, nothing)
        add_choice(work, joker, FREED, nothing)
        return
    add_choice(work, joker, KEPT, nothing)
    as_group = rules.both_missing and is_group(work, joker)
    left = kinds
    while left:
        kind = left & (~left + np.uint64(1))
        left = nothing if as_group else left ^ kind
        if not as_group and rules.freed_by_table and work.tiles[0, TABLE] & kind:
            add_choice(work, joker, FREED_BY_TABLE, kind)
            if rules.new_meld:
                add_choice(work, joker, UNCHANGED_BY_TABLE, kind)
        if (kinds if as_group else kind) & ~work.tiles[0, RACK] == 0:
            add_choice(work, joker, FREED, kinds if as_group else kind)
            if rules.new_meld:
                add_choice(work, joker, UNCHANGED, kinds if as_group else kind)


@kernel(int64(WORK, RULES, int64, int64), inline=True)
def free_by_rack(work, rules, frame, joker):
    """Bind the rack tiles that free a joker; 0 if they are not there, or a group is freed in part."""
    kinds, is_freed = work.status_kind[joker], work.status[joker] in (FREED, UNCHANGED)
    if rules.both_missing and is_group(work, joker) and joker and work.joker_meld[joker - 1] == work.joker_meld[joker]:
        return 1 if is_freed == (work.status[joker - 1] in (FREED, UNCHANGED)) else 0
    while is_freed and kinds:
        kind = kinds & (~kinds + np.uint64(1))
        kinds ^= kind
        if not work.tiles[frame, RACK] & kind:
            return 0
        bind_rack(work, frame, kind)
    return 1


@kernel(int64(TABLES, WORK, RULES, int64))
def settle_merged(tables, work, rules, frame):
    """Settle with two of the blocks in one meld, each two in turn."""
    n_blocks = work.n_blocks
    for number in range(n_blocks):
        work.kept_melds[number], work.kept_holes[number] = work.blocks[number], work.holes[number]
    for one in range(n_blocks):
        for other in range(one + 1, n_blocks):
            copy_frame(work, frame, frame + 1)
            if not is_done(work, rules) and merge_blocks(work, frame + 1, np.int64(one), np.int64(other)):
                settle_identities(tables, work, rules, frame + 1, np.int64(0))
            work.n_blocks = n_blocks
            for number in range(n_blocks):
                work.blocks[number], work.holes[number] = work.kept_melds[number], work.kept_holes[number]
    # Three melds in one are not tried.
    if n_blocks > 2:
        work.is_unknown = 1
    return 0
=======
    copy_frame,
    drop_rack,
    return_card,
)
from rummysim.melds.table.homes import are_joined, has_home, settle_homes
from rummysim.melds.table.jokers import (
    KEPT,
    UNCHANGED,
    UNCHANGED_BY_TABLE,
    free_by_rack,
    is_group,
    list_choices,
    list_jokers,
)
from rummysim.melds.table.memory import LAST, RULES, TABLES, WORK
from rummysim.melds.table.reach import most_loaded
from rummysim.melds.table.settle import is_done
from rummysim.melds.table.solve import UNKNOWN, load

__all__ = ["most_released"]

UNBOUNDED = 1 << 40
N_COUNTS = 5
>>>>>>> tile-solver


@kernel(int64(TABLES, WORK, RULES, int64))
def settle_choice(tables, work, rules, frame):
    """Solve what one choice for each joker leaves."""
    work.n_blocks = work.n_pending = 0
<<<<<<< HEAD
    for joker in range(work.n_table_jokers):
        if not free_by_rack(work, rules, frame, joker):
            return 0
    for joker in range(work.n_table_jokers):
        meld, status = work.joker_meld[joker], work.status[joker]
        lies_in_block = status == KEPT and (rules.release == LOCKED or joined_by_table(work, meld))
        may_drop = not (rules.new_meld and lies_in_block) and not (rules.both_missing and is_group(work, joker))
        if status == KEPT and may_drop:
            # A tile that could free the joker instead need not be played.
            drop_rack(work, frame, work.joker_kinds[joker])
        if status in (UNCHANGED, UNCHANGED_BY_TABLE) or (status == KEPT and not lies_in_block):
=======
    if not are_joined(work):
        return 0
    for joker in range(work.n_table_jokers):
        if not free_by_rack(work, rules, frame, np.int64(joker)):
            return 0
    for joker in range(work.n_table_jokers):
        status = work.status[joker]
        lies_in_home = status == KEPT and has_home(work, rules, work.joker_meld[joker])
        may_drop = not (rules.new_meld and lies_in_home) and not (rules.both_missing and is_group(work, joker))
        if status == KEPT and may_drop:
            # A tile that could free the joker instead need not be played.
            drop_rack(work, frame, work.joker_kinds[joker])
        if status in (UNCHANGED, UNCHANGED_BY_TABLE) or (status == KEPT and not lies_in_home):
>>>>>>> tile-solver
            work.pending[work.n_pending] = work.joker_kinds[joker]
            work.n_pending += 1
        elif status != KEPT:
            work.counts[frame, CHANGED if rules.new_meld else FREE] += 1
<<<<<<< HEAD
    for meld in range(work.n_old):
        if not make_block(work, rules, frame, np.int64(meld)):
            return 0
    settle_identities(tables, work, rules, frame, np.int64(0))
    return settle_merged(tables, work, rules, frame)
=======
    return settle_homes(tables, work, rules, frame, np.int64(0))
>>>>>>> tile-solver


@kernel(void(TABLES, WORK, RULES))
def settle_all(tables, work, rules):
    """Go through all choices for all jokers."""
    n_ways = np.int64(1)
    for joker in range(work.n_table_jokers):
        list_choices(work, rules, np.int64(joker))
        n_ways *= work.n_choices[joker]
    for way in range(n_ways):
        if is_done(work, rules):
            return
        rest = way
        for joker in range(work.n_table_jokers):
            choice, rest = rest % work.n_choices[joker], rest // work.n_choices[joker]
            work.status[joker], work.status_kind[joker] = work.choices[joker, choice], work.choice_kinds[joker, choice]
        copy_frame(work, np.int64(0), np.int64(1))
        settle_choice(tables, work, rules, np.int64(1))


<<<<<<< HEAD
@kernel(void(WORK, uint64, uint64, int64))
def begin_frames(work, rack, rack_twice, rack_jokers):
    """Frame 0: all naturals of the table loose."""
=======
@kernel(void(WORK))
def begin_frames(work):
    """Frame 0: all naturals of the table loose, and what was laid in this turn (``due``)."""
>>>>>>> tile-solver
    work.tiles[0, TABLE] = work.tiles[0, TABLE_TWICE] = np.uint64(0)
    for number in range(work.n_old):
        cards = meld_naturals(work.old_melds[number], LAST)
        work.tiles[0, TABLE_TWICE] |= work.tiles[0, TABLE] & cards
        work.tiles[0, TABLE] |= cards
<<<<<<< HEAD
    work.tiles[0, RACK], work.tiles[0, RACK_TWICE] = rack, rack_twice
    for field in range(5):
        work.counts[0, field] = 0
    work.counts[0, FREE_RACK] = rack_jokers
    work.best_total, work.n_tried, work.is_unknown = -1, 0, 0


@kernel(int64(TABLES, WORK, RULES, uint64, uint64, int64))
def most_released(tables, work, rules, rack, rack_twice, rack_jokers):
    """Most weight of the rack that can be laid on ``old_melds``, -1 if none is known.

    ``is_unknown`` becomes 1 if the budget ended before that was proved.
    """
    list_jokers(work)
    begin_frames(work, rack, rack_twice, rack_jokers)
    n_jokers = work.n_table_jokers + rack_jokers
    table, table_twice = work.tiles[0, TABLE], work.tiles[0, TABLE_TWICE]
    work.upper = most_weight(
        tables, work, table, table_twice, rack, rack_twice, work.n_table_jokers, rack_jokers, rules.ace_high
    )
    if work.upper == UNKNOWN:
        work.upper = np.int64(1) << 40
    list_candidates(work, table | rack, n_jokers, rules.cap, rules.ace_high)
=======
    work.old_cards, work.old_twice = work.tiles[0, TABLE], work.tiles[0, TABLE_TWICE]
    for copies in (work.tiles[0, DUE], work.tiles[0, DUE_TWICE]):
        left = copies
        while left:
            return_card(work, np.int64(0), left & (~left + np.uint64(1)))
            left &= left - np.uint64(1)
    for field in range(N_COUNTS):
        work.counts[0, field] = 0
    work.best_total, work.n_tried, work.is_unknown = -1, 0, 0


@kernel(int64(TABLES, WORK, RULES, uint64, uint64, int64, uint64, uint64, int64))
def most_released(tables, work, rules, rack, rack_twice, rack_jokers, due, due_twice, due_jokers):
    """Most weight of the rack that can be laid on ``old_melds`` and what is due, -1 if nothing is known.

    due, due_twice, due_jokers : tiles laid from the rack in this turn already (the melds of an opening): they have to
    stay and count as played in this turn, but weigh nothing. ``is_unknown`` becomes 1 if the answer is not proved.
    """
    list_jokers(work)
    work.tiles[0, RACK], work.tiles[0, RACK_TWICE] = rack, rack_twice
    work.tiles[0, DUE], work.tiles[0, DUE_TWICE] = due, due_twice
    begin_frames(work)
    work.counts[0, FREE], work.counts[0, FREE_RACK] = due_jokers, rack_jokers
    n_bound = work.n_table_jokers + due_jokers
    work.n_all_jokers = n_bound + rack_jokers
    table, table_twice = work.tiles[0, TABLE], work.tiles[0, TABLE_TWICE]
    load(work, table, table_twice, rack, rack_twice)
    work.upper = most_loaded(tables, work, n_bound, rack_jokers, rules.ace_high)
    if work.upper == UNKNOWN:
        work.upper = np.int64(UNBOUNDED)
    list_candidates(work, table | rack, work.n_all_jokers, rules.cap, rules.ace_high)
>>>>>>> tile-solver
    settle_all(tables, work, rules)
    if work.best_total >= work.upper:
        work.is_unknown = 0
    elif work.n_tried >= rules.budget:
        work.is_unknown = 1
    return work.best_total
<<<<<<< HEAD


@kernel(void(WORK, uint64))
def make_joker(work, kind):
    """Put a joker in the place of a natural of a kind, in the first meld that has one."""
    colour, place = lowest_bit(kind) >> 4, lowest_bit(kind) & 15
    for number in range(work.n_melds):
        code = work.melds[number]
        if not meld_naturals(code, LAST) & kind:
            continue
        if is_run(code):
            index = (place - run_start(code)) % LAST
            work.melds[number] = code | 1 << (13 - index)
        else:
            work.melds[number] = set_code(np.int64(place), set_suits(code) ^ 1 << colour, set_wilds(code) + 1)
        return


@kernel(int64(WORK, RULES, int64))
def absorb_in(work, rules, first):
    """Give jokers that found no place one in the meld from ``first`` on that takes all of them; 0 if none does."""
    if work.spare_jokers == 0:
        return 1
    for number in range(first, work.n_melds):
        code = work.melds[number]
        for _ in range(work.spare_jokers):
            if code:
                code = with_joker(code, rules.ace_high)
        may_hold = not rules.new_meld or number - first < work.best_blocks or not holds_old_meld(work, code)
        if code and meld_jokers(code) <= rules.cap and may_hold:
            work.melds[number], work.spare_jokers = code, 0
            return 1
    return 0


@kernel(int64(TABLES, WORK, RULES))
def lay_out_released(tables, work, rules):
    """Melds of the answer of :func:`most_released`, in the order of 8.1; 0 if that fails (never)."""
    tiles, counts = work.tiles[BEST], work.counts[BEST]
    load(work, tiles[0], tiles[1], tiles[2], tiles[3])
    if work.best_absorbs:
        found = lay_out_optional(tables, work, counts[FREE], counts[FREE_RACK], rules.ace_high)
    else:
        found = lay_out(tables, work, counts[FREE], counts[FREE_RACK], rules.ace_high)
        work.spare_jokers = 0
    first = work.n_melds
    for number in range(counts[N_PLACED]):
        add_meld(work, work.placed[BEST, number])
    for number in range(work.best_pending):
        if work.best_chosen[number]:
            make_joker(work, work.best_chosen[number])
    placed = absorb_in(work, rules, first)
    order_melds(work)
    return 1 if found >= 0 and placed else 0
=======
>>>>>>> tile-solver
