"""Opponents: each decides from what its seat may know."""

from tablewright.bots.registry import HELP, NAMES, find
from tablewright.bots.seats import Bot, BotError, BotFault, play_out, take_turn

__all__ = ["HELP", "NAMES", "Bot", "BotError", "BotFault", "find", "play_out", "take_turn"]
