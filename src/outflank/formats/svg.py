"""SVG pictures of positions, as drawn by `rules.picture`. Outflank can also read the pictures that it drew.

>>> read(draw(Position.start())) == Position.start()
True
"""

import re
from collections.abc import Sequence

from outflank.errors import ParseError
from outflank.formats import diagram
from outflank.formats.format import Format, only_one
from outflank.play.record import Record
from outflank.play.tree import GameTree
from outflank.rules import DiscPosition, Position
from outflank.rules.picture import draw

_DESCRIPTION = re.compile(r"<desc>([^<]{10,200})</desc>")


def recognises(text: str) -> bool:
    """True if the beginning of the text looks like an SVG picture."""
    return text.lstrip()[:4] == "<svg"


def read(text: str, *, source: str | None = None) -> Position:
    """Read the position from the description inside a picture drawn by Outflank.

    Raises ParseError for any other picture.
    """
    found = _DESCRIPTION.search(text) if recognises(text) else None
    if found is None:
        raise ParseError("expected a picture drawn by Outflank, with the position in its description", source=source)
    return diagram.read(found[1], source=source)


def _write(records: Sequence[Record]) -> str:
    game = only_one(records, "a picture shows one position").game
    last = game.last_turned
    return draw(game.position, last=None if last is None else last[0])


FORMAT = Format(
    "a picture",
    "a picture of the final position of a game",
    (".svg",),
    recognises,
    lambda text, source: [Record(GameTree(read(text, source=source)))],
    _write,
    holds=DiscPosition,
    boards=True,
    single=True,
)
