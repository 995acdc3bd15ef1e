"""Bots of the family, weakest first: where each is at home."""

from rummysim.games.bot import BotTable

__all__ = ["BOTS"]

BOTS = BotTable(
    "rummysim.games.tile.bots",
    {
        "random": "random.RANDOM",
        "rack": "rack.RACK",
        "max": "most.MAX",
        "points-first": "points_first.POINTS_FIRST",
        "joker-keeper": "joker_keeper.JOKER_KEEPER",
        "melds-last": "melds_last.MELDS_LAST",
        "waiter": "waiter.WAITER",
        "expert": "waiter.EXPERT",
    },
)
