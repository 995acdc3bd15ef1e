"""Bots of one's own: a plain function a decision on top of a bot that is there."""

import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from rummysim.core.jit import compiled
from rummysim.engine.lineup import fingerprint
from rummysim.errors import InputError, UnknownNameError
from rummysim.fields.rule import Layer, rule_fields
from rummysim.games.bot import N_PARAMETERS, TOTALS, Bot
from rummysim.games.family import Family
from rummysim.games.registry import FAMILIES

__all__ = ["bot"]

LONGEST_SAID = 500
"""Letters of what numba says that a message repeats."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,39}")
ARGUMENTS = ("view", "parameters", "word")
"""What every decision is given."""

Decision = Callable[[Any, tuple[float, ...], int], int]


def bot(
    name: str,
    *,
    family: str,
    base: str | Bot = "greedy",
    parameters: Mapping[str, float] | None = None,
    notes: str = "",
    reads: Sequence[str] = (),
    memory: bool = False,
    **decisions: Decision,
) -> Bot:
    """A bot of one's own; it may be given wherever bots are named, itself or by its name.

    Parameters
    ----------
    name
        Letters, digits, ``_``, ``.`` and ``-``; no name of a built-in bot of the family. A bot of the same name made
        before is replaced; runs it has played are never mixed with those of the new one.
    family
        Family of the games it plays, as ``rs.games()`` lists it.
    base
        Built-in bot, or one of one's own, that takes the decisions that are not given, with its parameters.
    parameters
        Values by name, at most eight: those of the decisions given, in this order (the decisions of ``base`` keep
        theirs). Without decisions: new values for parameters that ``base`` has. They are data: nothing is compiled.
    reads
        Options of scoring and match that it looks at (``view.score.options``, in this order), and ``totals``.
    memory
        Whether it keeps notes of a deal (``view.memory.words``).
    decisions
        Functions that numba can compile, by decision: ``choose_draw``, ``choose_discard`` and so on, each of ``view,
        parameters, word``: what its player sees (the family's ``view`` module says what is there), the values of the
        parameters, and a fresh random word of 64 bits; the answer is a whole number.

    Raises
    ------
    InputError
        For a decision the family does not have, and for a function that cannot be compiled, with what numba says.
    """
    home = _family(family)
    _check_name(name, home)
    root = _base(base, home)
    player = home.kernels().Player
    own = {decision: _compiled(name, decision, given, player) for decision, given in decisions.items()}
    values = _values(name, parameters or {})
    sets = _borrowed(name, root, own, values)
    made = Bot(
        name=name,
        hooks=MappingProxyType({**root.hooks, **own}),
        notes=notes or f"a bot of one's own, on top of {root.name}",
        parameters=MappingProxyType(values) if own else _anew(root.parameters, values),
        borrowed=MappingProxyType(sets),
        reads=_reads(name, home, root.reads, reads),
        has_memory=bool(memory or root.has_memory),
        family=home.name,
    )
    fingerprint(home, made)
    home.bots().add(made)
    return made


def _family(name: str) -> Family:
    if not isinstance(name, str) or name not in FAMILIES:
        raise UnknownNameError(f"family is {name!r}; allowed {', '.join(FAMILIES)}; choose one of these")
    return FAMILIES[name]


def _check_name(name: str, family: Family) -> None:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise InputError(f"name is {name!r}; allowed are letters, digits, _ . - with a letter first; choose another")
    if name in family.bot_names:
        raise InputError(f"name is {name!r}, a built-in bot of the family {family.name}; choose another name")


def _base(base: str | Bot, family: Family) -> Bot:
    table = family.bots()
    if isinstance(base, Bot):
        if base.family not in ("", family.name):
            raise InputError(f"base is a bot of the family {base.family}; allowed are bots of {family.name}; name one")
        return base
    if not isinstance(base, str) or base not in table:
        near = get_close_matches(str(base), list(table), n=1)
        hint = f"did you mean {near[0]}?" if near else f"bots are {', '.join(table)}"
        raise UnknownNameError(f"no bot {base!r} in the family {family.name}; {hint}")
    return table[base]


def _compiled(name: str, decision: str, given: Any, player: Any) -> Any:
    """A decision compiled for the family's signature."""
    if decision not in player.hooks:
        raise UnknownNameError(
            f"bot {name}: {decision} is no decision of its family; allowed {', '.join(player.hooks)}; name one of these"
        )
    source = getattr(given, "py_func", given)
    wanted = f"bot {name}, {decision}: allowed is a function of {', '.join(ARGUMENTS)} that numba can compile"
    if not inspect.isfunction(source):
        raise InputError(f"{wanted}; this is {given!r}; give a plain function")
    places = list(inspect.signature(source).parameters.values())
    if len(places) != len(ARGUMENTS) or any(place.kind is not place.POSITIONAL_OR_KEYWORD for place in places):
        raise InputError(f"{wanted}; it takes ({', '.join(place.name for place in places)}); give it these three")
    try:
        return compiled(source, player.signature)
    except Exception as error:  # numba's own are of many kinds
        said = " ".join(str(error).split())[:LONGEST_SAID]
        raise InputError(f"{wanted} and that gives a whole number; numba says: {said}; mend the function") from None


def _values(name: str, given: Mapping[str, float]) -> dict[str, float]:
    """Checked values of parameters."""
    if not isinstance(given, Mapping):
        raise InputError(f"bot {name}: parameters is {given!r}; allowed is a mapping of names to numbers; change it")
    for key, value in given.items():
        if not isinstance(key, str) or not key.isidentifier():
            raise InputError(f"bot {name}: a parameter is called {key!r}; allowed are names like threshold; rename it")
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
            raise InputError(f"bot {name}: parameter {key} is {value!r}; allowed is a finite number; change it")
    if len(given) > N_PARAMETERS:
        raise InputError(f"bot {name} has {len(given)} parameters; allowed {N_PARAMETERS}; leave some out")
    return {key: float(value) for key, value in given.items()}


def _anew(parameters: Mapping[str, float], values: Mapping[str, float]) -> MappingProxyType[str, float]:
    """Parameters, those of these names with new values."""
    return MappingProxyType({key: values.get(key, value) for key, value in parameters.items()})


def _borrowed(
    name: str, root: Bot, own: Mapping[str, Any], values: Mapping[str, float]
) -> dict[str, MappingProxyType[str, float]]:
    """Parameters of the base's decisions by hook; without own decisions they are set anew, refused if none has them."""
    sets = {hook: root.parameters_for(hook) for hook in root.hooks if hook not in own}
    if own:
        return sets
    known = dict.fromkeys(key for each in sets.values() for key in each)
    for key in values:
        if key not in known:
            raise UnknownNameError(
                f"bot {name}: {root.name} has no parameter {key!r}; allowed {', '.join(known) or 'none'}; "
                "name one of these, or give the decision that reads it"
            )
    return {hook: _anew(each, values) for hook, each in sets.items()}


def _reads(name: str, family: Family, base: Sequence[str], own: Sequence[str]) -> tuple[str, ...]:
    """Checked names of what the bot looks at beyond the view, each once."""
    if isinstance(own, str) or not isinstance(own, Sequence):
        raise InputError(f"bot {name}: reads is {own!r}; allowed is a list of options; change it")
    wanted = (*base, *own)
    fields = rule_fields(family.rules)
    allowed = [*(key for key, field in fields.items() if field.layer != Layer.PLAY), TOTALS]
    for each in wanted:
        if each not in allowed:
            raise UnknownNameError(
                f"bot {name} reads {each!r}; allowed are options of scoring and match, and {TOTALS}: "
                f"{', '.join(allowed)}; name one of these"
            )
    return tuple(dict.fromkeys(wanted))
