"""A game as texts, to be shared."""

from collections.abc import Sequence
from typing import Any

from outflank import formats
from outflank.errors import OutflankError
from outflank.play import History, kind_of
from outflank.play.record import Record

_PICTURE = ".svg"  # the page draws its own, as it looks there


def texts_of(game: History[Any], players: Sequence[str] = ()) -> dict[str, str]:
    """The transcript, the board as it stands, and the game in each of its kind's formats that can hold it, by name."""
    kind = kind_of(game.start)
    texts = {"transcript": kind.transcript(game.moves), "board": kind.write(game.position)}
    record = Record.of(game, players, place="Outflank")
    for name in formats.that_hold(kind):
        if name not in texts:
            text = _written(record, name)
            if text is not None and not text.startswith(texts["board"]):  # which says no more than the board
                texts[name] = text.rstrip("\n")
    return texts


def _written(record: Record, name: str) -> str | None:
    """The text of a record in a format, None if the format is not there, cannot hold it, or is one of pictures."""
    try:
        format_ = formats.text_format(name)
        return None if _PICTURE in format_.extensions else format_.write([record])
    except OutflankError:
        return None
