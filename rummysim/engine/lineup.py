"""Line-ups: names of bots -> bots, and what a run's record says of them."""

import hashlib
import inspect
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from rummysim.errors import InputError, UnknownNameError
from rummysim.games.bot import Bot, BotTable
from rummysim.games.family import Family, Variant

__all__ = ["called_by", "fingerprint", "reads_of", "resolve_lineup", "scheme_of"]


def own_name(variant: Variant, bot: Bot) -> str:
    """Name of a bot of one's own, which plays from now on under it; refused in another family."""
    if bot.family not in ("", variant.family.name):
        raise InputError(
            f"bot {bot.name!r} is of the family {bot.family} and {variant.name} of the family {variant.family.name}; "
            f"allowed are bots of the game's family; make one with family={variant.family.name!r}"
        )
    table: BotTable = variant.family.bots()
    if bot.family and table.get(bot.name) is not bot:
        table.add(bot)
    return bot.name


def resolve_lineup(variant: Variant, bots: Sequence[str | Bot]) -> tuple[str, ...]:
    """Checked names of the bots by player; bots of one's own may be given themselves."""
    if not isinstance(bots, Sequence) or isinstance(bots, str) or not all(isinstance(bot, str | Bot) for bot in bots):
        raise InputError(f"bots is {bots!r}; allowed is a list with one bot a player, for example ['greedy', 'greedy']")
    given = {bot.name: bot for bot in bots if isinstance(bot, Bot)}
    if any(isinstance(bot, Bot) and given[bot.name] is not bot for bot in bots):
        raise InputError("two different bots have the same name; allowed is one bot of a name; rename one of them")
    names = [bot if isinstance(bot, str) else own_name(variant, bot) for bot in bots]
    allowed = variant.family.players(variant.rules)
    if len(names) not in allowed:
        raise InputError(
            f"{len(names)} bot{'' if len(names) == 1 else 's'} for {variant.name}; "
            f"allowed {allowed[0]} to {allowed[-1]} players, one bot each; name as many bots as there are players"
        )
    known = list(variant.family.bots())
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


def _named(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function names around it, in its module and in the modules it names."""
    names = inspect.getclosurevars(function)
    own = {**names.globals, **names.nonlocals}
    yield from own.items()
    for module in own.values():
        if isinstance(module, ModuleType):
            yield from ((name, getattr(module, name)) for name in function.__code__.co_names if hasattr(module, name))


def _text_of(function: FunctionType) -> str:
    """Source of a function; its byte code where there is none, or where a line can hold several."""
    code = function.__code__
    try:
        source = inspect.getsource(function)
    except OSError:
        source = ""
    return source if source and code.co_name != "<lambda>" else f"{source} {code.co_code.hex()} {code.co_consts!r}"


def called_by(hook: Any) -> list[FunctionType]:
    """A compiled function's source function and those of all that it calls, each once."""
    found: dict[FunctionType, None] = {}
    waiting = [hook]
    while waiting:
        function = waiting.pop().py_func
        if function not in found:
            found[function] = None
            waiting += [value for _, value in _named(function) if hasattr(value, "py_func")]
    return list(found)


@cache
def _pieces(hook: Any) -> tuple[str, ...]:
    """Sources of a compiled function and of all that it calls, and the constants they name, each once."""
    found: dict[str, None] = {}
    for function in called_by(hook):
        found[_text_of(function)] = None
        for name, value in _named(function):
            if isinstance(value, int | float | tuple | np.generic):
                found[f"{name} = {value!r}"] = None
            elif isinstance(value, np.ndarray):
                found[f"{name} = {value.dtype} {value.tolist()}"] = None
    return tuple(found)


def fingerprint(family: Family, bot: Bot) -> str:
    """What identifies a built-in bot's play: the source of its hooks and of all they call, and its record."""
    digest = hashlib.blake2b(digest_size=8)
    for name, hook in sorted(bot.hooks.items()):
        digest.update(repr((name, _pieces(hook))).encode())
    parameters = tuple((name, tuple(bot.parameters_for(name).items())) for name in sorted(bot.hooks))
    digest.update(repr((family.name, bot.name, parameters, bot.reads, bot.has_memory)).encode())
    return digest.hexdigest()
