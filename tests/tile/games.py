"""Positions as they come up in play: a loop of self-play with the solver."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from tests.tile.position import JOKER, Position, Solver, Tiles, laid

__all__ = ["game_positions"]

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
