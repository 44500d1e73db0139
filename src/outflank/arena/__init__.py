"""Matches and tournaments: openings, schedules, the runner, and what the results mean."""

from outflank.arena.game import CEILING, GameResult
from outflank.arena.placings import Placings
from outflank.arena.runner import Standings, counted, run, whole
from outflank.arena.schedule import Pairing, rotations, round_robin

__all__ = [
    "CEILING",
    "GameResult",
    "Pairing",
    "Placings",
    "Standings",
    "counted",
    "rotations",
    "round_robin",
    "run",
    "whole",
]
