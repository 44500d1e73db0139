"""Matches and tournaments: openings, schedules, the runner, and what the results mean."""

from outflank.matches.game import CEILING, GameResult
from outflank.matches.placings import Placings
from outflank.matches.runner import Standings, counted, run, whole
from outflank.matches.schedule import Pairing, rotations, round_robin

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
