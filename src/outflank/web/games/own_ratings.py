"""A person's rated games, which the server records when they end.

They stay when the games are deleted, so that nobody can improve a rating by deleting games.
"""

import time
from pathlib import Path
from typing import Any

from outflank.characters import nearest
from outflank.sessions.own_rating import BEGINNING, ArchiveRating, RatedGame, ratings_after
from outflank.sessions.rated_games import RatedGames
from outflank.web.games.own_games import OwnGames

_SHOWN = 100  # latest games in the trend


class OwnRatings:
    """The ratings of the people who play on a server; on a local server, everybody is the same person.

    `file` is the file in which a local server shares this person's games with the terminal.
    """

    def __init__(self, games: OwnGames, file: Path | None = None):
        self._games, self._file = games, None if games.is_shared else file

    def games(self, person: str) -> list[tuple[str, RatedGame]]:
        """Return a person's rated games with their ids, oldest first."""
        where, values = ("WHERE person = ?", (person,)) if self._games.is_shared else ("", ())
        query = f"SELECT id, opponent, rating, error, score, ended FROM rated {where} ORDER BY ended, id"
        found = [(game, RatedGame(*row)) for game, *row in self._games.store.rows(query, *values)]
        if self._file is None:
            return found
        with RatedGames(self._file, on_page=True) as file:
            known = file.games()
            if not (new := set(found).difference(known)):
                return known
            file.add_all(new)
            return file.games()

    def of(self, person: str) -> dict[str, Any]:
        """A person's rating, its trend, and the opponent that is just hard enough, as a JSON object."""
        games = self.games(person)
        *after, rating = ratings_after((game for _, game in games), time.time())
        before = after[-2] if len(after) > 1 else BEGINNING
        return {
            **rating.to_json(),
            "archive": ArchiveRating.of(rating.rating).to_json(),
            "change": round(after[-1].rating) - round(before.rating) if after else None,
            "best": max((round(each.rating) for each in after), default=None),
            "opponent": nearest(rating.rating).name,
            "trend": [
                {
                    "game": game_id,
                    "rating": round(each.rating),
                    "error_95": round(each.error_95),
                    "opponent": game.opponent,
                    "score": game.score,
                    "at": game.at,
                }
                for (game_id, game), each in list(zip(games, after, strict=True))[-_SHOWN:]
            ],
        }
