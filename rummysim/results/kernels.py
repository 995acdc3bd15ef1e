"""Loading a family's kernels, said on the terminal when it takes a while."""

import time
from typing import Any

from rummysim.core.jit import cache_folder
from rummysim.games.family import Family
from rummysim.results.progress import say

__all__ = ["load_kernels"]


def load_kernels(family: Family, *, show: bool) -> Any:
    """Kernels of a family, compiled if they are not in the cache."""
    folder = cache_folder()
    cold = folder is None or not any(folder.glob(f"{family.name}_*/play.play_batch-*.nbi"))
    start = time.monotonic()
    if cold and show:
        say(f"compiling the kernels of the family {family.name}, once for this installation: half a minute …")
    family.bots()
    kernels = family.kernels()
    if cold and show:
        say(f"compiled in {time.monotonic() - start:.0f} s")
    return kernels
