"""The free solver as kernels reach it that are compiled apart from it: by addresses that the working memory holds.

Compiled in, it would be compiled again with each kernel that calls it: half a minute in all.
"""

from typing import Any

import numpy as np
from numba import int64

from rummysim.core.jit import address_of, call_at, kernel
from rummysim.melds.table.memory import SOLVER, TABLES, WORK, WORK_DTYPE

__all__ = [
    "best_when_points_are_due",
    "laid_more",
    "laid_out",
    "laid_out_optional",
    "laid_when_due",
    "most_loaded",
    "new_work",
    "searched",
    "walked",
    "walked_again",
]

solver_at = call_at(SOLVER)
WALK, BEST, SEARCH, DUE, AGAIN, LAY_OUT, LAY_OUT_OPTIONAL, LAY_MORE, LAY_DUE = range(9)


def new_work() -> np.ndarray:
    """Working memory for one thread, one block of ``WORK``; tiles weigh one."""
    from rummysim.melds.table import path, solve

    work = np.zeros(1, WORK_DTYPE)
    block: Any = work[0]
    solvers = [solve.walk_opened, solve.best_loaded, solve.search, solve.best_when_due, solve.walk_again]
    solvers += [path.lay_out, path.lay_out_optional, path.lay_more, path.lay_when_due]
    block["solvers"] = [address_of(solver, SOLVER) for solver in solvers]
    block["weight"], block["joker_weight"] = 1, 1
    return work


@kernel(int64(TABLES, WORK, int64), inline=True)
def walked(tables, work, has_run):
    """:func:`rummysim.melds.table.solve.walk_opened`."""
    return solver_at(work.solvers[WALK])(tables, work, has_run, np.int64(0), np.int64(0))


@kernel(int64(TABLES, WORK, int64, int64, int64), inline=True)
def most_loaded(tables, work, table_jokers, rack_jokers, ace_high):
    """:func:`rummysim.melds.table.solve.best_loaded`."""
    return solver_at(work.solvers[BEST])(tables, work, table_jokers, rack_jokers, ace_high)


@kernel(int64(TABLES, WORK, int64, int64, int64), inline=True)
def searched(tables, work, n_jokers, ace_high, has_run):
    """:func:`rummysim.melds.table.solve.search`."""
    return solver_at(work.solvers[SEARCH])(tables, work, n_jokers, ace_high, has_run)


@kernel(int64(TABLES, WORK, int64, int64), inline=True)
def walked_again(tables, work, ace_high, has_run):
    """:func:`rummysim.melds.table.solve.walk_again`."""
    return solver_at(work.solvers[AGAIN])(tables, work, ace_high, has_run, np.int64(0))


@kernel(int64(TABLES, WORK, int64, int64), inline=True)
def best_when_points_are_due(tables, work, points_due, ace_high):
    """:func:`rummysim.melds.table.solve.best_when_due`."""
    return solver_at(work.solvers[DUE])(tables, work, points_due, ace_high, np.int64(0))


@kernel(int64(TABLES, WORK, int64, int64, int64), inline=True)
def laid_out(tables, work, table_jokers, rack_jokers, ace_high):
    """:func:`rummysim.melds.table.path.lay_out`."""
    return solver_at(work.solvers[LAY_OUT])(tables, work, table_jokers, rack_jokers, ace_high)


@kernel(int64(TABLES, WORK, int64, int64), inline=True)
def laid_when_due(tables, work, points_due, ace_high):
    """:func:`rummysim.melds.table.path.lay_when_due`."""
    return solver_at(work.solvers[LAY_DUE])(tables, work, points_due, ace_high, np.int64(0))


@kernel(int64(TABLES, WORK, int64, int64, int64), inline=True)
def laid_more(tables, work, table_jokers, rack_jokers, ace_high):
    """:func:`rummysim.melds.table.path.lay_more`."""
    return solver_at(work.solvers[LAY_MORE])(tables, work, table_jokers, rack_jokers, ace_high)


@kernel(int64(TABLES, WORK, int64, int64, int64), inline=True)
def laid_out_optional(tables, work, table_jokers, rack_jokers, ace_high):
    """:func:`rummysim.melds.table.path.lay_out_optional`."""
    return solver_at(work.solvers[LAY_OUT_OPTIONAL])(tables, work, table_jokers, rack_jokers, ace_high)
