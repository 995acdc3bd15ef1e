"""Deals made up of what the facts say, and a table that plays them: no kernel."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np
import polars as pl
import pytest

from rummysim.core.codes import STOCK_ENDS
from rummysim.core.notation import parse_hand
from rummysim.engine.deals import scored
from rummysim.games.bot import Bot
from rummysim.games.registry import FAMILIES, find_variant
from rummysim.games.stock.rules import POINTS_UNIT, StockRules

__all__ = ["COUNTS", "ENDS", "deal_of", "hold", "points_of", "random_deals", "scored_deals", "seat_made_up_table"]

ENDS = {name: code for code, name in enumerate(STOCK_ENDS)}
COUNTS = ("small", "pips", "tens", "aces", "jokers")
TABLED = ("small", "pips", "tens", "aces_low", "aces_high", "jokers")
FACT_COLUMNS = (
    "player", "seat", "place", "turns", "end", "out", "rummy", "takes", "taken_cards", "new_melds", "laid_off",
    "claims", "reshuffles", *(f"tabled_{name}" for name in TABLED), *(f"left_{name}" for name in COUNTS),
)  # fmt: skip
MOST_IN_HAND, MOST_ON_TABLE = 5, 6

Row = dict[str, int]


def counted(text: str) -> dict[str, int]:
    """Cards by value: small ones and their numbers added, tens, aces, jokers."""
    deck = StockRules.checked({"jokers": 2}).pack
    found = dict.fromkeys(COUNTS, 0)
    for word in text.split():
        kinds, _ = parse_hand(word, deck)
        place = (kinds.bit_length() - 1) & 15
        if word == "X":
            found["jokers"] += 1
        elif place == 0:
            found["aces"] += 1
        elif place <= 8:
            found["small"] += 1
            found["pips"] += place + 1
        else:
            found["tens"] += 1
    return found


def hold(left: str = "", laid: str = "", *, low_aces: int = 0, out: bool = False, rummy: bool = False) -> Row:
    """What one player has left and has laid, ``low_aces`` of the aces laid being low."""
    tabled = counted(laid)
    aces = {"aces_low": low_aces, "aces_high": tabled.pop("aces") - low_aces}
    tabled |= aces
    return {
        "out": int(out),
        "rummy": int(rummy),
        **{f"tabled_{name}": tabled[name] for name in TABLED},
        **{f"left_{name}": count for name, count in counted(left).items()},
    }


def deal_of(end: str, *players: Row) -> list[Row]:
    """Rows of a deal by seat."""
    return [{"end": ENDS[end], "seat": seat, **player} for seat, player in enumerate(players)]


def scored_deals(deals: Sequence[Sequence[Row]], game: str, **options: Any) -> pl.DataFrame:
    """Deals of equally many players with their points in 840ths and their shares."""
    facts = pl.DataFrame([row for deal in deals for row in deal]).with_columns(pl.all().cast(pl.Int16))
    return scored(find_variant(game).with_options(options), facts, len(deals[0]))


def points_of(deal: Sequence[Row], game: str, **options: Any) -> list[float]:
    """Points of one deal."""
    return [points / POINTS_UNIT for points in scored_deals([deal], game, **options)["points"]]


def random_hand(rng: np.random.Generator, most: int) -> dict[str, int]:
    """Counts of cards by value."""
    small, tens, aces, jokers = rng.multinomial(rng.integers(0, most + 1), [0.45, 0.3, 0.15, 0.1]).tolist()
    return {"small": small, "pips": int(rng.integers(2, 10, small).sum()), "tens": tens, "aces": aces, "jokers": jokers}


def random_player(rng: np.random.Generator, *, is_out: bool) -> Row:
    """What a player may have left and laid; few cards, so that players often tie."""
    left = dict.fromkeys(COUNTS, 0) if is_out else random_hand(rng, MOST_IN_HAND)
    tabled = random_hand(rng, MOST_ON_TABLE)
    low = int(rng.integers(0, tabled["aces"] + 1))
    tabled |= {"aces_low": low, "aces_high": tabled.pop("aces") - low}
    rummy = is_out and bool(rng.integers(0, 2))
    return {
        "out": int(is_out),
        "rummy": int(rummy),
        **{f"tabled_{name}": tabled[name] for name in TABLED},
        **{f"left_{name}": left[name] for name in COUNTS},
    }


def random_deals(rng: np.random.Generator, n_players: int, n_deals: int) -> list[list[Row]]:
    """Deals that end in each way."""
    deals = []
    for end in rng.choice(list(ENDS), n_deals):
        out = int(rng.integers(0, n_players)) if ENDS[end] > ENDS["max_turns"] else -1
        deals.append(deal_of(end, *(random_player(rng, is_out=seat == out) for seat in range(n_players))))
    return deals


class MadeUpPlayer:
    """Plays nothing: the facts of a deal depend on its block, round and starter alone."""

    def __init__(self, encode: Any, lineup: Any, n_log_rows: int = 0, *, options: Mapping[str, Any]) -> None:
        del encode, lineup, n_log_rows, options

    def play(self, jobs: np.ndarray, holders: np.ndarray, totals: Any = None) -> tuple[np.ndarray, int]:
        """Facts by column, and -1."""
        del totals
        columns: dict[str, list[int]] = {name: [] for name in FACT_COLUMNS}
        for job, players in zip(jobs.tolist(), holders.tolist(), strict=True):
            for row in self.rows(*job, players):
                for name in FACT_COLUMNS:
                    columns[name].append(row.get(name, 0))
        return np.array(list(columns.values()), np.int16), -1

    def rows(self, seed: int, block: int, round_: int, n: int, starter: int, players: list[int]) -> Iterable[Row]:
        """Rows of a deal by place."""
        rng = np.random.default_rng([seed, block, round_, n, starter])
        (deal,) = random_deals(rng, n, 1)
        turns = int(rng.integers(5, 50))
        for place, player in enumerate(players):
            seat = (place - starter) % n
            yield {**deal[seat], "player": player, "seat": seat, "place": place, "turns": turns}

    def dealt(self, job: np.ndarray) -> tuple[list[tuple[int, int]], int]:
        """Empty hands, and the ace of clubs turned up."""
        return [(0, 0)] * int(job[3]), 0

    def read_log(self) -> np.ndarray:
        """Rows of no turn."""
        return np.zeros((0, 5), np.int16)


def seat_made_up_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the family be played by :class:`MadeUpPlayer`."""
    bots = {name: Bot(name=name, hooks=MappingProxyType({}), notes="") for name in FAMILIES["stock"].bot_names}
    play, table = ModuleType("rummysim.games.stock.play"), ModuleType("rummysim.games.stock.bots.table")
    play.__dict__.update(Player=MadeUpPlayer, FACT_COLUMNS=FACT_COLUMNS, VERSION=0)
    table.__dict__.update(BOTS=bots)
    monkeypatch.setitem(sys.modules, play.__name__, play)
    monkeypatch.setitem(sys.modules, table.__name__, table)
