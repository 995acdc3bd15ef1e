"""Bots of the family, weakest first: where each is at home."""

from rummysim.games.bot import BotTable

__all__ = ["BOTS"]

BOTS = BotTable(
    "rummysim.games.knock.bots",
    {
        "random": "random.RANDOM",
        "strict-greedy": "strict_greedy.STRICT_GREEDY",
        "greedy": "greedy.GREEDY",
        "eaai-simple": "eaai_simple.EAAI_SIMPLE",
        "careful": "careful.CAREFUL",
        "score-aware": "score_aware.SCORE_AWARE",
        "expert": "expert.EXPERT",
    },
)
