"""A game library in SQLite that imports games from any format, searches them and computes statistics."""

from outflank.library.archive import ArchiveCounts
from outflank.library.explorer import Explored, ExploredMove, Own, explored
from outflank.library.importing import Added, Listener
from outflank.library.library import Library, usual_path
from outflank.library.lookup import MovePlayed, PositionPlayed, ResultCounts
from outflank.library.players import Balance, Overview, PlayerRow, PlayerStatistics
from outflank.library.search import GameRow, Search
from outflank.library.stored import StoredGame
from outflank.library.values import ValueStore, known_values, usual_values

__all__ = [
    "Added",
    "ArchiveCounts",
    "Balance",
    "Explored",
    "ExploredMove",
    "GameRow",
    "Library",
    "Listener",
    "MovePlayed",
    "Overview",
    "Own",
    "PlayerRow",
    "PlayerStatistics",
    "PositionPlayed",
    "ResultCounts",
    "Search",
    "StoredGame",
    "ValueStore",
    "explored",
    "known_values",
    "usual_path",
    "usual_values",
]
