"""The engine: the search as a player and an analyst, with levels and a clock."""

from outflank.engine.engine import Analysis, Engine

__all__ = ["Analysis", "Engine"]
