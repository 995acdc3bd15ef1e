"""Bots of the family, weakest first: where each is at home."""

from rummysim.games.bot import BotTable

__all__ = ["BOTS"]

BOTS = BotTable(
    "rummysim.games.opening.bots",
    {
        "random": "random.RANDOM",
        "greedy": "greedy.GREEDY",
        "holder": "holder.HOLDER",
        "careful": "careful.CAREFUL",
        "expert": "expert.EXPERT",
    },
)
