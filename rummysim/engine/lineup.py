"""Line-ups: names of bots -> bots, and what a run's record says of them."""

import hashlib
import inspect
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from rummysim.errors import InputError, UnknownNameError
from rummysim.games.bot import Bot
from rummysim.games.family import Family, Variant

__all__ = ["fingerprint", "reads_of", "resolve_lineup", "scheme_of"]


def resolve_lineup(variant: Variant, names: Sequence[str]) -> tuple[str, ...]:
    """Checked names of the bots by player."""
    if not isinstance(names, Sequence) or isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise InputError(
            f"bots is {names!r}; allowed is a list with one bot a player, for example ['greedy', 'greedy']"
        )
    allowed = variant.family.players(variant.rules)
    if len(names) not in allowed:
        raise InputError(
            f"{len(names)} bot{'' if len(names) == 1 else 's'} for {variant.name}; "
            f"allowed {allowed[0]} to {allowed[-1]} players, one bot each; name as many bots as there are players"
        )
    known = variant.family.bot_names
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"bots are {', '.join(known)}"
            raise UnknownNameError(f"no bot {name!r} in the family {variant.family.name}; {hint}")
    return tuple(names)


def scheme_of(lineup: Sequence[str]) -> str:
    """Seating scheme: ``starter`` if all bots are equal, else ``players``."""
    return "starter" if len(set(lineup)) == 1 else "players"


def reads_of(family: Family, lineup: Sequence[str]) -> frozenset[str]:
    """Options, and ``TOTALS``, that the bots of a line-up look at beyond the view."""
    bots = family.bots()
    return frozenset(name for bot in set(lineup) for name in bots[bot].reads)


def fingerprint(family: Family, bot: Bot) -> str:
    """What identifies a built-in bot's play: its source and its parameters."""
    module = inspect.getmodule(next(iter(bot.hooks.values())).py_func)
    source = Path(sys.modules[module.__name__].__file__ or "").read_bytes() if module else b""
    digest = hashlib.blake2b(source, digest_size=8)
    digest.update(repr((family.name, bot.name, tuple(bot.parameters.items()))).encode())
    return digest.hexdigest()
