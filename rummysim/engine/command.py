"""Command lines that make a result again."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from rummysim.games.family import Variant

__all__ = ["command_line", "literal", "python_call"]


def literal(value: Any) -> str:
    """A value of an option as the command line takes it."""
    if value is None:
        return "none"
    return shlex.quote(str(value).lower() if isinstance(value, bool) else str(value))


def command_line(verb: str, variant: Variant, lineup: Sequence[str], *rest: str) -> str:
    """Command of the tool on a variant: preset, changed options, line-up, then ``rest``."""
    options = [f"--set {name}={literal(value)}" for name, value in variant.changes().items()]
    return " ".join([f"rummysim {verb} {variant.preset}", *options, f"--bots {','.join(lineup)}", *rest])


def python_call(verb: str, variant: Variant, lineup: Sequence[str], arguments: Mapping[str, Any]) -> str:
    """The same as a call in Python, for line-ups that no command knows; ``round`` is ``round_`` there."""
    options = "".join(f", {name}={value!r}" for name, value in variant.changes().items())
    game = f"rs.variant({variant.preset!r}{options})" if options else repr(variant.preset)
    words = [f"{'round_' if name == 'round' else name}={value!r}" for name, value in arguments.items()]
    return f"rs.{verb}({', '.join([game, repr(list(lineup)), *words])})"
