"""Any game, any number of players: positions, players, clocks, the referee, searches, the registry."""

from outflank.play.clock import Clock, TimeControl, TimeLeft
from outflank.play.player import Decision, MoveValue, Player
from outflank.play.position import Move, Position
from outflank.play.referee import Forfeit, GameRecord, play_game
from outflank.play.registry import create

__all__ = [
    "Clock",
    "Decision",
    "Forfeit",
    "GameRecord",
    "Move",
    "MoveValue",
    "Player",
    "Position",
    "TimeControl",
    "TimeLeft",
    "create",
    "play_game",
]
