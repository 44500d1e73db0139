"""Read, show and write texts for pages: in a worker, as a text may be anything."""

from typing import Any

from outflank.formats import text as any_text
from outflank.play import History
from outflank.web import catalogue
from outflank.web.games import trees
from outflank.web.games.game_texts import texts_of
from outflank.web.games.people import visible
from outflank.web.pages.study_messages import LONGEST_TITLE
from outflank.web.views import view_of


def read(text: str) -> dict[str, Any]:
    """The answer to `read`: which game or position a pasted text is. Raises OutflankError."""
    reading = any_text.read(text)
    record, game = reading.record, reading.game
    return {
        "type": "reading",
        "format": reading.format,
        "noun": reading.noun,
        "usual": reading.is_usual,
        "stopped": reading.stopped,
        "notes": list(reading.notes),
        "others": len(reading.more),
        "kind": record.kind.name,
        "start": record.kind.write(game.start),
        "moves": list(game.moves),
        "black": record.player(0),
        "white": record.player(1),
        "name": visible(record.tags.get("GN", ""))[:LONGEST_TITLE],
        "tree": trees.write(record) if trees.has_more(record) else "",
    }


def look(kind: str, start: str, moves: list[str], since: int) -> dict[str, Any]:
    """The answer to `look`: the positions that moves lead to, from a number on. Raises OutflankError."""
    game = _game_of(kind, start, moves)
    views = [view_of(position) for position in game.positions[since:]]
    return {"type": "views", "since": since, "moves": list(game.moves), "views": views}


def write(kind: str, start: str, moves: list[str], players: list[str]) -> dict[str, Any]:
    """The answer to `write`: a game in every format that can hold it. Raises OutflankError."""
    return {"type": "written", "texts": texts_of(_game_of(kind, start, moves), players)}


def _game_of(kind: str, start: str, moves: list[str]) -> History[Any]:
    return catalogue.kind_named(kind).new_game(catalogue.start_of(kind, start), moves)
