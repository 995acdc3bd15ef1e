"""Bots of the family, weakest first."""

from rummysim.games.bot import Bot
from rummysim.games.stock.bots.random import RANDOM

__all__ = ["BOTS"]

BOTS: dict[str, Bot] = {bot.name: bot for bot in (RANDOM,)}
