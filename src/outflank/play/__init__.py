"""Building blocks for any game: positions, clocks, matches, a referee, and searches that handle any number of sides."""

from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import Clock, TimeControl, TimeLeft
from outflank.play.game import PERSON, GameKind, History, Result, Setup, kind_of, kinds
from outflank.play.limit import Limit
from outflank.play.match import Forfeit, Match, Seat
from outflank.play.player import Player
from outflank.play.position import GamePosition, Move
from outflank.play.referee import play_game
from outflank.play.registry import PlayerLike, as_player, create
from outflank.play.tree import GameNode, GameTree, Mark

__all__ = [
    "PERSON",
    "Analysis",
    "Clock",
    "Forfeit",
    "GameKind",
    "GameNode",
    "GamePosition",
    "GameTree",
    "History",
    "Limit",
    "Mark",
    "Match",
    "Move",
    "MoveValue",
    "Player",
    "PlayerLike",
    "Result",
    "Seat",
    "Setup",
    "TimeControl",
    "TimeLeft",
    "as_player",
    "create",
    "kind_of",
    "kinds",
    "play_game",
]
