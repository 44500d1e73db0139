"""Matches and tournaments: openings, schedules, the runner, and what the results mean."""

from outflank.arena.placings import Placings
from outflank.arena.runner import CEILING, Result, Standings, run, whole
from outflank.arena.schedule import Pairing, rotations, round_robin

__all__ = ["CEILING", "Pairing", "Placings", "Result", "Standings", "rotations", "round_robin", "run", "whole"]
