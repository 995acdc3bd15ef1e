"""Bots of the family, weakest first."""

from rummysim.games.bot import Bot
from rummysim.games.knock.bots.careful import CAREFUL
from rummysim.games.knock.bots.eaai_simple import EAAI_SIMPLE
from rummysim.games.knock.bots.greedy import GREEDY
from rummysim.games.knock.bots.random import RANDOM
from rummysim.games.knock.bots.score_aware import SCORE_AWARE
from rummysim.games.knock.bots.strict_greedy import STRICT_GREEDY

__all__ = ["BOTS"]

BOTS: dict[str, Bot] = {bot.name: bot for bot in (RANDOM, STRICT_GREEDY, GREEDY, EAAI_SIMPLE, CAREFUL, SCORE_AWARE)}
