"""Bots of the family, weakest first."""

from rummysim.games.bot import Bot
from rummysim.games.stock.bots.careful import CAREFUL
from rummysim.games.stock.bots.digger import DIGGER
from rummysim.games.stock.bots.greedy import GREEDY
from rummysim.games.stock.bots.hoarder import HOARDER
from rummysim.games.stock.bots.random import RANDOM

__all__ = ["BOTS"]

BOTS: dict[str, Bot] = {bot.name: bot for bot in (RANDOM, GREEDY, DIGGER, HOARDER, CAREFUL)}
