"""Positions as they come up in play: a loop of self-play with the solver, and random ones."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from tests.tile.position import JOKER, Position, Solver, Tiles, laid

__all__ = ["clustered", "game_positions", "random_table", "wrap_heavy"]

OPENING = 30


def shuffled(rng: np.random.Generator, n_jokers: int) -> list[tuple[int, int]]:
    """All tiles in random order."""
    tiles = [(colour, value) for colour in range(4) for value in range(1, 14)] * 2 + [JOKER] * n_jokers
    return [tiles[place] for place in rng.permutation(len(tiles))]


def _opening(solver: Solver, rack: Tiles) -> Tiles | None:
    """What a player lays to open: naturals worth most, if that is enough."""
    naturals = Counter({tile: n for tile, n in rack.items() if tile != JOKER})
    solver.weigh(0)
    worth, melds = solver.melds(Position(Counter(), naturals))
    solver.weigh()
    return laid(melds) if worth >= OPENING else None


def game_positions(seed: int, n_games: int, *, n_players: int = 2, n_jokers: int = 2) -> Iterator[Position]:
    """Every position of games in which a player draws, opens with 30 and then lays the most tiles each turn."""
    solver, rng = Solver(), np.random.default_rng(seed)
    for _ in range(n_games):
        pool = shuffled(rng, n_jokers)
        racks = [Counter(pool.pop() for _ in range(14)) for _ in range(n_players)]
        opened, table = [False] * n_players, Tiles()
        while pool and all(racks):
            player = len(pool) % n_players
            racks[player][pool.pop()] += 1
            if not opened[player]:
                tiles = _opening(solver, racks[player])
                if tiles is not None:
                    opened[player] = True
                    racks[player] -= tiles
                    table += tiles
                continue
            position = Position(table, racks[player])
            yield Position(table.copy(), racks[player].copy())
            solver.weigh()
            _, melds = solver.melds(position)
            racks[player] -= laid(melds) - table
            table = laid(melds)


def random_table(rng: np.random.Generator, melds: list[list[tuple[int, int]]], n_melds: int, n_rack: int) -> Position:
    """A table of some of the melds as tiles allow, and a rack of what is left."""
    pool = Counter([(colour, value) for colour in range(4) for value in range(1, 14)] * 2)
    n_jokers = int(rng.integers(0, 3))
    if n_jokers:
        pool[JOKER] = n_jokers
    table = Tiles()
    for place in rng.permutation(len(melds)):
        meld = Counter(melds[place])
        if n_melds and not meld - pool:
            pool, table, n_melds = pool - meld, table + meld, n_melds - 1
    rest = sorted(pool.elements())
    chosen = rng.permutation(len(rest))[:n_rack]
    return Position(table, Counter(rest[place] for place in chosen))


def clustered(rng: np.random.Generator, position: Position, n_values: int) -> Position:
    """The rack replaced by tiles of few neighbouring values and all jokers that are off the table."""
    top = int(rng.integers(1, 14))
    values = [(top + step) % 13 + 1 for step in range(n_values)]
    pool = Counter([(colour, value) for colour in range(4) for value in values] * 2)
    pool[JOKER] = 2
    pool -= position.table
    rest = sorted(pool.elements())
    return Position(position.table, Counter(rest[place] for place in rng.permutation(len(rest))[: rng.integers(1, 16)]))


def wrap_heavy(rng: np.random.Generator, position: Position) -> Position:
    """The rack replaced by tiles near the 1, both sides, and jokers."""
    pool = Counter([(colour, value) for colour in range(4) for value in (1, 1, 2, 3, 11, 12, 13, 13)])
    pool[JOKER] = 2
    pool -= position.table
    kept = Counter({tile: min(n, 2 - position.table[tile]) for tile, n in pool.items()})
    rest = sorted((+kept).elements())
    return Position(position.table, Counter(rest[place] for place in rng.permutation(len(rest))[: rng.integers(1, 20)]))
