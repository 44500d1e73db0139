"""Matches and tournaments: openings, schedules, the runner, and what the results mean."""

from outflank.arena.runner import CEILING, Result, Standings, run
from outflank.arena.schedule import Pairing, round_robin

__all__ = ["CEILING", "Pairing", "Result", "Standings", "round_robin", "run"]
