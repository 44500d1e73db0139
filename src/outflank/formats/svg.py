"""Pictures of positions in SVG, as `rules.picture` draws them: they can be read again.

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
    """Whether a text begins as pictures do."""
    return text.lstrip()[:4] == "<svg"


def read(text: str, *, source: str | None = None) -> Position:
    """The position that a picture of ours describes. Raises ParseError for any other picture."""
    found = _DESCRIPTION.search(text) if recognises(text) else None
    if found is None:
        raise ParseError("expected a picture that Outflank drew, with the position as its description", source=source)
    return diagram.read(found[1], source=source)


def _write(records: Sequence[Record]) -> str:
    game = only_one(records, "a picture shows one position").game
    last = game.last_turned
    return draw(game.position, last=None if last is None else last[0])


FORMAT = Format(
    "a picture",
    "the position at the end of a game as a picture",
    (".svg",),
    recognises,
    lambda text, source: [Record(GameTree(read(text, source=source)))],
    _write,
    holds=DiscPosition,
    boards=True,
    single=True,
)
