"""A table that somebody describes, and what can be laid on it from a rack: the solver's kernels asked."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rummysim.games.tile.house import House
from rummysim.games.tile.reading import Rack
from rummysim.melds.code import meld_naturals, n_wilds
from rummysim.melds.spread import best_meld
from rummysim.melds.table import added, keep, layout, opening, path, release, solve
from rummysim.melds.table.memory import LAST, MAX_MELDS, solver_tables
from rummysim.melds.table.reach import new_work
from rummysim.melds.worth import SCALE_DTYPE, Table, fill_scale

__all__ = ["Laid", "Position", "without_melds"]

NO_TILES = Rack(0, 0, 0)


@dataclass(frozen=True)
class Laid:
    """Melds, what they weigh, and whether that is proved to be most."""

    melds: list[int]
    weight: int
    proved: bool


def tiles_in(melds: list[int]) -> Rack:
    """Tiles of melds."""
    kinds = twice = 0
    for code in melds:
        naturals = int(meld_naturals(code, LAST))
        twice |= kinds & naturals
        kinds |= naturals
    return Rack(kinds, twice, sum(int(n_wilds(code)) for code in melds))


def together(one: Rack, other: Rack) -> Rack:
    """Tiles of both."""
    return Rack(
        one.kinds | other.kinds, one.twice | other.twice | (one.kinds & other.kinds), one.n_jokers + other.n_jokers
    )


def without_melds(rack: Rack, melds: list[int]) -> Rack:
    """A rack after melds were laid from it."""
    kinds, twice, n_jokers = rack
    for code in melds:
        naturals = int(meld_naturals(code, LAST))
        kinds, twice = (kinds & ~naturals) | (twice & naturals), twice & ~naturals
        n_jokers -= int(n_wilds(code))
    return Rack(kinds, twice, n_jokers)


class Position:
    """One table under some rules; not to be shared by threads."""

    def __init__(self, house: House, table: list[int]) -> None:
        self.house, self.table = house, table
        self._tables, self._memory, self._rules = solver_tables(), new_work(), house.encode()
        self._free = House(jokers=house.jokers, ace_mode=house.ace_mode).encode()

    @property
    def _work(self) -> Any:
        return self._memory[0]

    def _melds(self) -> list[int]:
        return [int(code) for code in self._work["melds"][: self._work["n_melds"]]]

    def _weigh(self, by_points: bool) -> None:
        if by_points:
            solve.point_weights(self._work, self.house.joker_points)
        else:
            solve.count_weights(self._work)

    def _put_old(self, melds: list[int]) -> None:
        self._work["n_old"] = len(melds)
        self._work["old_melds"][: min(MAX_MELDS, len(melds))] = melds

    def turn(self, rack: Rack, *, by_points: bool = False, due: list[int] | None = None) -> Laid:
        """The new table on which most tiles, or points, of a rack are laid.

        due : melds laid in this turn already, whose tiles have to stay.
        """
        self._weigh(by_points)
        if self.house.rearrange == "none":
            return self._added(rack, due or [])
        return self._bound(rack, due or []) if self.house.binds else self._rearranged(rack, due or [])

    def _rearranged(self, rack: Rack, due: list[int]) -> Laid:
        """With free jokers."""
        old = sorted(self.table + due)
        there = tiles_in(old)
        kinds = [np.uint64(mask) for mask in (there.kinds, there.twice, rack.kinds, rack.twice)]
        solve.load(self._work, *kinds)
        best = int(path.lay_out(self._tables[0], self._work, there.n_jokers, rack.n_jokers, self.house.ace_high))
        if best < 0:
            return Laid(old, 0, False)
        self._put_old(old)
        return Laid(self._few_broken(self._free), best, True)

    def _bound(self, rack: Rack, due: list[int]) -> Laid:
        """With jokers that may not lie anywhere."""
        self._put_old(self.table)
        laid = tiles_in(due)
        masks = (np.uint64(rack.kinds), np.uint64(rack.twice), rack.n_jokers)
        bound = (np.uint64(laid.kinds), np.uint64(laid.twice), laid.n_jokers)
        best = int(release.most_released(self._tables[0], self._work, self._rules, *masks, *bound))
        proved = not self._work["is_unknown"]
        if best <= 0 or not layout.lay_out_released(self._tables[0], self._work, self._rules):
            return Laid(sorted(self.table + due), 0, proved and best == 0)
        return Laid(self._few_broken(self._rules), best, proved)

    def _few_broken(self, rules: Any) -> list[int]:
        """The melds just found, laid so that few of the old ones are broken up."""
        found = self._melds()
        return self._melds() if keep.lay_out_kept(self._tables[0], self._work, rules) >= 0 else found

    def _added(self, rack: Rack, due: list[int]) -> Laid:
        """Without rearranging."""
        old = sorted(self.table + due)
        self._put_old(old)
        masks = (np.uint64(rack.kinds), np.uint64(rack.twice), rack.n_jokers)
        best = int(added.most_added(self._tables[0], self._work, self._rules, *masks))
        proved = not self._work["is_unknown"]
        if best <= 0 or not layout.lay_out_released(self._tables[0], self._work, self._rules):
            return Laid(old, 0, proved and best == 0)
        return Laid(self._melds(), best, proved)

    @cached_property
    def _scales(self) -> tuple[list[Any], list[Table]]:
        """Scales of points, and of tiles before points."""
        scales: list[Any] = [np.zeros(1, SCALE_DTYPE)[0] for _ in range(2)]
        kept = []
        for scale, more in zip(scales, (0, opening.TILE_WORTH), strict=True):
            worths = [more + value for value in range(1, LAST + 1)]
            wilds: dict[str, Any] = {"n_jokers": self.house.jokers, "cap": self.house.cap}
            kept.append(fill_scale(scale, [*worths, worths[0]], worths, ace_mode=self.house.ace_high, **wilds))
        return scales, kept

    def _spread(self, scale: Any, rack: Rack) -> list[int]:
        """Melds of a rack that are worth most on a scale."""
        n_jokers = 0 if self.house.opening_joker == "no" else rack.n_jokers
        left, melds = Rack(rack.kinds, rack.twice, n_jokers), []
        while code := int(best_meld(scale, np.uint64(left.kinds), np.uint64(left.twice), left.n_jokers)):
            melds.append(code)
            left = without_melds(left, [code])
        return sorted(melds)

    def _searched(self, *, by_points: bool) -> list[int]:
        """Melds of the last search of openings."""
        opening.lay_opening(self._tables[0], self._work, self._rules, int(by_points))
        return sorted(self._melds())

    def _asked(self, scale: Any, rack: Rack) -> tuple[Any, ...]:
        masks = (np.uint64(rack.kinds), np.uint64(rack.twice), rack.n_jokers)
        return self._tables[0], self._work, self._rules, scale, *masks

    def opening_of_points(self, rack: Rack) -> Laid:
        """Melds of a rack that are worth most, whether they open or not."""
        scale = self._scales[0][0]
        best = int(opening.most_opening_points(*self._asked(scale, rack), self.house.joker_mode))
        if self.house.opening_joker != "zero":
            return Laid(self._spread(scale, rack), best, True)
        return Laid(self._searched(by_points=True), best, not self._work["is_unknown"])

    def opening_of_tiles(self, rack: Rack) -> Laid | None:
        """Most tiles in melds of a rack that open, None if there are none."""
        solve.count_weights(self._work)
        scale = self._scales[0][1]
        mode, least = self.house.joker_mode, self.house.opening_min
        best = int(opening.most_opening_tiles(*self._asked(scale, rack), least, mode))
        if best <= 0:
            return None
        if self._work["best_total"] >= 0:
            return Laid(self._searched(by_points=False), best, not self._work["is_unknown"])
        return Laid(self._spread(scale, rack), best, True)
