"""Racks and tables in tile notation, read and checked against the rules."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from rummysim.errors import InputError, NotationError
from rummysim.games.tile.house import House
from rummysim.games.tile.tiles import JOKER, is_joker, meld_of, meld_text, rack_masks, rack_text, split_words
from rummysim.melds.code import is_run, n_wilds, run_start

__all__ = ["Rack", "copies_of", "rack_of", "read_rack", "read_table"]

SHORTEST, FULL_SET, LONGEST, LAST = 3, 4, 13, 13


class Rack(NamedTuple):
    """Kinds held, kinds held twice, and jokers."""

    kinds: int
    twice: int
    n_jokers: int

    @property
    def words(self) -> str:
        """Tiles by colour and number, jokers last."""
        return rack_text(*self)


def copies_of(melds: list[int]) -> Counter[str]:
    """Tiles of melds; a joker is ``X``, whatever it stands for."""
    words = [word for code in melds for word in meld_text(code).split("-")]
    return Counter(JOKER if is_joker(word) else word for word in words)


def rack_of(words: list[str]) -> Rack:
    """A rack of tiles; raises NotationError for a third of a kind."""
    naturals = [word for word in words if not is_joker(word)]
    return Rack(*rack_masks(naturals), len(words) - len(naturals))


def _refuse_too_many(house: House, tiles: Counter[str], where: str) -> None:
    for name, count in tiles.items():
        most = house.jokers if name == JOKER else 2
        if count > most:
            raise InputError(f"{name} is {count} times on {where} and there are {most}; leave one out")


def read_rack(house: House, text: str, table: list[int]) -> Rack:
    """Tiles of a rack; raises InputError for none, and for more of a kind than are off the table."""
    rack = rack_of(split_words(text))
    if rack == (0, 0, 0):
        raise InputError("the rack has no tiles; allowed is one tile or more; name them")
    _refuse_too_many(house, copies_of(table) + Counter(rack.words.split()), "rack and table")
    return rack


def _runs(words: list[str]) -> Iterator[list[str]]:
    """Tiles in the order of a run, jokers in its gaps and at its ends, in every way (0.5)."""
    naturals = [word for word in words if not is_joker(word)]
    for high in (False, True):
        places = {LAST + 1 if high and word[1:] == "1" else int(word[1:]): word for word in naturals}
        if len(places) < len(naturals) or not places or (high and LAST + 1 not in places):
            continue
        low, top = min(places), max(places)
        for start in range(max(1, top - len(words) + 1), min(low, LAST + 2 - len(words)) + 1):
            yield [places.get(place, JOKER) for place in range(start, start + len(words))]


def _readings(house: House, words: list[str]) -> set[int]:
    """Codes of the melds that the rules know in these tiles: as they are written, or as runs in other orders."""
    for orders in ([words], _runs(words)):
        found = set()
        for order in orders:
            with suppress(NotationError):
                code = meld_of(order)
                if _is_allowed(house, code, words):
                    found.add(code)
        if found:
            return found
    return set()


def _declared(words: list[str]) -> Counter[str]:
    """What jokers of a meld are said to be."""
    return Counter(word.lstrip("X(=").rstrip(")").lower() for word in words if is_joker(word) and "=" in word)


def _is_allowed(house: House, code: int, words: list[str]) -> bool:
    """Whether a meld keeps TR-17 and TR-18, has a natural, and its jokers are what they are said to be."""
    n_tiles = len(words)
    if n_wilds(code) > min(house.cap, n_tiles - 1):
        return False
    if not is_run(code):
        return n_tiles <= FULL_SET
    if _declared(words) - _declared(meld_text(code).split("-")):
        return False
    return bool(n_tiles <= LONGEST and run_start(code) + n_tiles <= LAST + house.ace_high)


def read_table(house: House, text: str) -> list[int]:
    """Codes of the melds on a table, in the order of 8.1; raises InputError for what is no meld of the rules."""
    codes: list[int] = []
    for part in text.split("|"):
        words = split_words(part)
        if not words:
            continue
        readings = _readings(house, words) if len(words) >= SHORTEST else set()
        if len(readings) > 1:
            raise InputError(
                f"{part.strip()!r} may be {' or '.join(map(meld_text, sorted(readings)))}; allowed is one reading; "
                "write the tiles in their order, or what a joker stands for, like X=r5"
            )
        if not readings:
            raise InputError(
                f"{part.strip()!r} is no meld of these rules; allowed are groups of three or four colours and runs of "
                f"three to thirteen with ace_mode = {house.ace_mode}, each with a tile that is no joker; mend it"
            )
        codes += readings
    _refuse_too_many(house, copies_of(codes), "the table")
    return sorted(codes)
