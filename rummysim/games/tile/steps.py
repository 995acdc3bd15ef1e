"""From one table to the next in steps that a person can follow: take out and split, lay, add and join.

Melds that stay as they are are not touched. Each other meld of the new table grows from the meld of the old one that it
shares most with; what else it needs comes from the other old melds, then from the rack. Only at the end of the turn has
every meld to be whole (TR-15).
"""

from collections import Counter
from collections.abc import Sequence

__all__ = ["Pieces", "dealt_out", "steps_between"]

Meld = tuple[str, ...]
"""Tiles in their order; a joker is ``X`` or ``X(=r5)``."""
Pieces = list[dict[int, Counter[str]]]
"""For each new meld the tiles that come from each old one, by its number, from the rack by ``RACK``."""
RACK = -1


def faces(meld: Meld) -> Counter[str]:
    """Tiles, whatever jokers stand for."""
    return Counter("X" if word.startswith("X") else word for word in meld)


def _bases(old: Sequence[Meld], new: Sequence[Meld]) -> dict[int, int]:
    """The old meld that each new one grows from: pairs that share most tiles first, equal melds before all."""
    shared = [
        (old_meld != new_meld, -(faces(old_meld) & faces(new_meld)).total(), at, after)
        for at, old_meld in enumerate(old)
        for after, new_meld in enumerate(new)
        if faces(old_meld) & faces(new_meld)
    ]
    bases: dict[int, int] = {}
    for _, _, at, after in sorted(shared):
        if at not in bases.values() and after not in bases:
            bases[after] = at
    return bases


def dealt_out(old: Sequence[Meld], new: Sequence[Meld]) -> Pieces:
    """Which tiles of each new meld come from where: from its base, from other old melds, then from the rack."""
    left = [faces(meld) for meld in old]
    needed = [faces(meld) for meld in new]
    pieces: Pieces = [{} for _ in new]

    def give(after: int, at: int) -> None:
        here = left[at] & needed[after]
        if here:
            pieces[after][at] = pieces[after].get(at, Counter()) + here
            left[at] -= here
            needed[after] -= here

    for after, at in _bases(old, new).items():
        give(after, at)
    for at in range(len(old)):
        for after in range(len(new)):
            give(after, at)
    for after, rest in enumerate(needed):
        if rest:
            pieces[after][RACK] = rest
    return pieces


def _words(tiles: Counter[str], meld: Meld) -> str:
    """Tiles in the order that they have in a meld, jokers as they are there."""
    left, words = Counter(tiles), []
    for word in meld:
        face = "X" if word.startswith("X") else word
        if left[face]:
            left[face] -= 1
            words.append(word)
    return "-".join(words)


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _apart(meld: Meld, shares: list[Counter[str]]) -> str:
    """How an old meld is taken apart: single tiles out of it, or into parts; empty if it stays whole."""
    if len(shares) < 2:
        return ""
    name = "-".join(meld)
    singles = [share for share in shares[1:] if share.total() == 1]
    if len(singles) == len(shares) - 1:
        return f"take {_and([_words(share, meld) for share in singles])} out of {name}"
    return f"split {name} into {_and([_words(share, meld) for share in shares])}"


def _made(meld: Meld, parts: dict[int, Counter[str]], old: Sequence[Meld]) -> str:
    """How a new meld is made of its parts."""
    name = "-".join(meld)
    mine = _and(_words(parts[RACK], meld).split("-")) if RACK in parts else ""
    others = [_words(tiles, old[at]) for at, tiles in parts.items() if at != RACK]
    if not others:
        return f"lay {name}"
    if len(others) == 1 and mine:
        return f"add {mine} to {others[0]}: {name}"
    if len(others) == 1:
        return f"leave {name}"
    joined = _and([*others, *_words(parts[RACK], meld).split("-")] if mine else others)
    return f"join {joined}: {name}"


def steps_between(old: Sequence[Meld], new: Sequence[Meld]) -> tuple[str, ...]:
    """The steps, first what is taken apart, then what is made; melds made of the rack alone first."""
    pieces = dealt_out(old, new)
    apart = []
    for at, meld in enumerate(old):
        shares = [parts[at] for parts in pieces if at in parts]
        apart.append(_apart(meld, sorted(shares, key=lambda share: -share.total())))
    made = [
        (RACK not in parts or len(parts) > 1, _made(meld, parts, old))
        for meld, parts in zip(new, pieces, strict=True)
        if meld not in old or len(parts) > 1 or RACK in parts
    ]
    told = [text for _, text in sorted(made, key=lambda entry: entry[0]) if not text.startswith("leave ")]
    return (*[text for text in apart if text], *told)
