"""Bots of the family, weakest first: where each is at home."""

from rummysim.games.bot import BotTable

__all__ = ["BOTS"]

BOTS = BotTable(
    "rummysim.games.tile.bots",
    {
        "random": "random.RANDOM",
        "rack": "rack.RACK",
        "max": "most.MAX",
    },
)
