"""Bots of the family, weakest first: where each is at home."""

from rummysim.games.bot import BotTable

__all__ = ["BOTS"]

BOTS = BotTable(
    "rummysim.games.stock.bots",
    {
        "random": "random.RANDOM",
        "greedy": "greedy.GREEDY",
        "digger": "digger.DIGGER",
        "hoarder": "hoarder.HOARDER",
        "careful": "careful.CAREFUL",
        "expert": "expert.EXPERT",
    },
)
