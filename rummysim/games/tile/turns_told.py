"""Turns and openings that the solver found, in words."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rummysim.games.tile.house import House
from rummysim.games.tile.position import Laid, Position, without_melds
from rummysim.games.tile.reading import Rack, copies_of, rack_of
from rummysim.games.tile.steps import steps_between
from rummysim.games.tile.tiles import meld_text
from rummysim.melds.table.candidates import meld_points

__all__ = ["Opening", "Teller", "Turn"]


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What is laid in a turn.

    played, left : tiles. points : what the rack counts less. table : after the turn, ``stays`` those melds of it that
    lay there before. moves : steps from the old table to the new. proved : whether no turn lays more.
    """

    played: str
    n_tiles: int
    points: int
    left: str
    table: tuple[str, ...]
    stays: tuple[str, ...]
    moves: tuple[str, ...]
    proved: bool

    def rows(self, title: str) -> Iterator[tuple[str, str]]:
        """Titles and texts."""
        tiles = "1 tile" if self.n_tiles == 1 else f"{self.n_tiles} tiles"
        doubt = "" if self.proved else "; not proved to be most"
        yield title, f"{self.played} ({tiles}, {self.points} points{doubt})" if self.n_tiles else f"nothing{doubt}"
        for number, move in enumerate(self.moves, 1):
            yield f"  {number}", move
        if self.n_tiles:
            yield "  table", " | ".join(self.table)
            yield "  left", self.left or "nothing"


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What a rack opens with.

    melds, points : worth most, whether that is enough or not. tiles_melds, melds_of_tiles, n_tiles : codes, words and
    number of tiles of the opening of most tiles; empty where nothing opens.
    """

    needed: int
    melds: tuple[str, ...]
    points: int
    tiles_melds: tuple[int, ...]
    melds_of_tiles: tuple[str, ...]
    n_tiles: int
    points_of_tiles: int
    proved: bool

    @property
    def words(self) -> str:
        """The opening of most points."""
        if not self.melds:
            return f"no melds; {self.needed} points are needed"
        enough = "" if self.tiles_melds else f"; {self.needed} are needed"
        return f"{' | '.join(self.melds)} ({self.points} points{enough})"

    @property
    def words_of_tiles(self) -> str:
        """The opening of most tiles."""
        if not self.tiles_melds:
            return "cannot open"
        doubt = "" if self.proved else "; not proved to be most"
        return f"{' | '.join(self.melds_of_tiles)} ({self.n_tiles} tiles, {self.points_of_tiles} points{doubt})"


class Teller:
    """A table, asked about racks."""

    def __init__(self, house: House, table: list[int]) -> None:
        self._house, self._codes = house, table
        self._position = Position(house, table)
        self.table = tuple(meld_text(code) for code in table)

    def _points(self, melds: list[int]) -> int:
        """Points of opening melds."""
        return sum(int(meld_points(code, int(self._house.opening_joker == "yes"))) for code in melds)

    def opening(self, rack: Rack) -> Opening:
        """The openings of a rack."""
        points, tiles = self._position.opening_of_points(rack), self._position.opening_of_tiles(rack)
        melds = tiles.melds if tiles else []
        return Opening(
            needed=self._house.opening_min,
            melds=tuple(meld_text(code) for code in points.melds),
            points=points.weight,
            tiles_melds=tuple(melds),
            melds_of_tiles=tuple(meld_text(code) for code in melds),
            n_tiles=tiles.weight if tiles else 0,
            points_of_tiles=self._points(melds),
            proved=points.proved and (tiles is None or tiles.proved),
        )

    def turns(self, rack: Rack, begin: tuple[int, ...], *, may_play: bool) -> tuple[Turn, Turn]:
        """The turns of most tiles and of most points that begin with some melds of the rack.

        The first melds are not varied: a turn that begins so is proved to lay most only if no turn without that duty
        lays more.
        """
        if not may_play:
            nothing = self._told(rack, Laid(self._codes, 0, True))
            return nothing, nothing
        best, by_points = (self._turn(rack, list(begin), by_points=by_points) for by_points in (False, True))
        return self._told(rack, best), self._told(rack, by_points)

    def _turn(self, rack: Rack, begin: list[int], *, by_points: bool) -> Laid:
        if not begin:
            return self._position.turn(rack, by_points=by_points)
        if not self._house.manipulate_on_opening_turn:
            return Laid(sorted(self._codes + begin), 0, not by_points)
        found = self._position.turn(without_melds(rack, begin), by_points=by_points, due=begin)
        unbound = self._position.turn(rack, by_points=by_points)
        begun = sum(n * self._worth(tile) if by_points else n for tile, n in copies_of(begin).items())
        return Laid(found.melds, found.weight, unbound.proved and found.weight + begun >= unbound.weight)

    def _worth(self, tile: str) -> int:
        """Points of a tile on the rack."""
        return self._house.joker_points if tile == "X" else int(tile[1:])

    def _told(self, rack: Rack, laid: Laid) -> Turn:
        """A turn in words."""
        words = tuple(meld_text(code) for code in laid.melds)
        played = copies_of(laid.melds) - copies_of(self._codes)
        left = Counter(rack.words.split()) - played
        return Turn(
            played=_in_order(played),
            n_tiles=played.total(),
            points=sum(n * self._worth(tile) for tile, n in played.items()),
            left=_in_order(left),
            table=words,
            stays=tuple((Counter(words) & Counter(self.table)).elements()),
            moves=steps_between(_apart(self.table), _apart(words)),
            proved=laid.proved,
        )


def _apart(melds: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Melds as their tiles."""
    return [tuple(meld.split("-")) for meld in melds]


def _in_order(tiles: Counter[str]) -> str:
    """Tiles by colour and number, jokers last."""
    return rack_of(list(tiles.elements())).words
