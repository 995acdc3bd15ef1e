"""Hands solved: what is best laid, what is left, and what is best done."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, overload

import polars as pl

from rummysim.errors import InputError
from rummysim.games.family import Variant
from rummysim.games.registry import as_variant

__all__ = ["hand_name", "named_hands", "overview", "read_hands", "solve", "solve_named"]

STANDARD_INPUT = Path("-")
"""As the name of a file: what is piped in."""
HAND = "hand"
"""What a hand is called where the family has no other name for it."""
MOST_LAID = 1_000
"""More melds than anybody lays in a turn."""
KINDS = {str: "a text", bool: "true or false", int: "a whole number"}
"""Types of what is said beside a hand, in words."""


@overload
def solve(variant: Variant | str, hand: str, **inputs: Any) -> Any: ...


@overload
def solve(variant: Variant | str, *, hands: Iterable[str], **inputs: Any) -> pl.DataFrame: ...


@overload
def solve(variant: Variant | str, *, rack: str, **inputs: Any) -> Any: ...


@overload
def solve(variant: Variant | str, *, racks: Iterable[str], **inputs: Any) -> pl.DataFrame: ...


def solve(variant: Variant | str, hand: str | None = None, *, hands: Iterable[str] | None = None, **inputs: Any) -> Any:
    """What a hand comes to under a variant: melds, leftover, and what is best done with it.

    hand : cards in notation; gives a solution that prints itself. hands : any number of them; gives a frame, a row a
    hand in the same order, with the columns of the family's schema in :mod:`rummysim.fields.solutions`.

    What may be said beside the hand hangs on the family: in games like gin and conga ``upcard``, the first card turned
    up, where it sets the knock limit (GN-8); in games like rummy and 500 Rummy ``table`` (melds with ``|`` between),
    ``pile`` (from the bottom up), ``opened`` (whether the player has laid a new meld in this deal), ``laid`` (new melds
    laid in this turn already) and ``players``; in games like Rummy 51 ``table`` and ``opened`` (whether the player has
    opened in an earlier turn; who has not is told of openings, who has of the best play), and in the tile games too,
    where the hand is called ``rack`` (and ``racks``) as well. None is as left out.

    Only what is named counts: not whether it is the first turn, nor which card was just taken from the pile. Raises
    InputError for what is no hand of the variant, and for what its family does not ask.
    """
    chosen = as_variant(variant)
    name = hand_name(chosen)
    if name != HAND:
        hand, hands = _either(name, hand, inputs), _either(f"{name}s", hands, inputs)
    if (hand is None) == (hands is None):
        both = "both are" if hand is not None else "neither is"
        raise InputError(f"{name} and {name}s: {both} given; allowed is exactly one; give {name}= or {name}s=")
    if hand is not None:
        return _solver(chosen, inputs).solution(chosen.name, _text(name, hand))
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise InputError(f"{name}s is {hands!r}; allowed is a list of texts; give {name}= for a single one")
    return solve_named(chosen, [(f"{name}s[{index}]", text) for index, text in enumerate(hands)], **inputs)


def hand_name(variant: Variant) -> str:
    """What a hand is called in a variant's family."""
    name: str = getattr(variant.family.solver(), "HAND", HAND)
    return name


def _either(name: str, hand: Any, inputs: dict[str, Any]) -> Any:
    """A hand by its general name, or taken out of the inputs by the family's name for it."""
    own = inputs.pop(name, None)
    if hand is not None and own is not None:
        raise InputError(f"{name} is given twice, under its general name too; allowed is once; give {name}= alone")
    return own if hand is None else hand


def _text(name: str, hand: Any) -> str:
    if not isinstance(hand, str):
        raise InputError(f"{name} is {hand!r}; allowed is a text of cards; write them with spaces between")
    return hand


def _solver(variant: Variant, inputs: Mapping[str, Any]) -> Any:
    """The variant's solver with what is said beside the hand."""
    room = variant.family.solver()
    said = {name: value for name, value in inputs.items() if value is not None}
    for name, value in said.items():
        if name not in room.INPUTS:
            hand = getattr(room, "HAND", HAND)
            raise InputError(
                f"{name} is given and {hand}s of {variant.name} are solved without it; allowed beside the {hand} "
                f"{', '.join(room.INPUTS)}; leave {name} out"
            )
        if type(value) is not room.INPUTS[name]:
            raise InputError(f"{name} is {value!r}; allowed is {KINDS[room.INPUTS[name]]}; change it")
    if said.get("laid", 0) > MOST_LAID:
        raise InputError(f"laid is {said['laid']}; allowed is 0 to {MOST_LAID:,}; change it or leave it out")
    return room.Solver(variant.rules, **said)


def solve_named(variant: Variant, hands: Sequence[tuple[str, str]], **inputs: Any) -> pl.DataFrame:
    """Frame of solutions of hands; before each its place, with which a message about it begins."""
    solver = _solver(variant, inputs)
    cards = []
    for place, text in hands:
        try:
            cards.append(solver.read(_text(f"the {hand_name(variant)}", text)))
        except InputError as error:
            raise type(error)(f"{place}: {error}" if place else str(error)) from None
    frame: pl.DataFrame = solver.solve(cards)
    return frame


def named_hands(hand: str | None, file: Path | None, name: str = HAND) -> list[tuple[str, str]]:
    """The one hand given, or those of the file given (:func:`read_hands`), for :func:`solve_named`; ``name`` is what a
    hand is called.
    """
    if file is not None and hand is None:
        return read_hands(file)
    if hand is None or file is not None:
        both = "neither is" if hand is None else "both are"
        raise InputError(f"--{name} and --file: {both} given; allowed is exactly one; give one of them")
    return [("", hand)]


def read_hands(file: Path) -> list[tuple[str, str]]:
    """Hands of a file, a line each, ``-`` being standard input, with file and line; empty lines do not count."""
    name = "standard input" if file == STANDARD_INPUT else str(file)
    try:
        data = sys.stdin.buffer.read() if file == STANDARD_INPUT else file.read_bytes()
        lines = data.decode("utf-8-sig").splitlines()
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}; name another file") from None
    except UnicodeDecodeError:
        raise InputError(f"{name} is no text; allowed is a hand a line, in UTF-8; name another file") from None
    hands = [(f"{name}, line {number}", line) for number, line in enumerate(lines, 1) if line.strip()]
    if not hands:
        raise InputError(f"{name} has no hands; allowed is a hand a line; write at least one")
    return hands


def overview(variant: Variant, frame: pl.DataFrame) -> pl.DataFrame:
    """Of a frame of solutions the columns that people look at, those apart that say nothing in any row."""
    names = variant.family.solver().OVERVIEW
    return frame.select(name for name in names if not frame[name].is_null().all())
