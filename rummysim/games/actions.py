"""Actions on melds of the table as one integer, for the families with melds on the table.

0 stops; a new meld is its code (:mod:`rummysim.melds.code`); a lay-off is ``LAYOFF | meld << 8 | option``; ``1 << 51``
and ``1 << 52`` are free for what else a family does with a meld of that index.
"""

import numpy as np
from numba import int64

from rummysim.core.jit import kernel

__all__ = ["LAYOFF", "STOP", "action_meld", "action_option", "is_layoff", "layoff_code"]

STOP, LAYOFF = np.int64(0), np.int64(1) << 50


@kernel(int64(int64), inline=True)
def is_layoff(action):
    """1 for a lay-off."""
    return 1 if action >> 50 == 1 else 0


@kernel(int64(int64, int64), inline=True)
def layoff_code(meld, option):
    """Code of a lay-off."""
    return LAYOFF | meld << 8 | option


@kernel(int64(int64), inline=True)
def action_meld(action):
    """Index of the meld that an action is about."""
    return action >> 8 & 0xFFFF


@kernel(int64(int64), inline=True)
def action_option(action):
    """Option of an action."""
    return action & 0xFF
