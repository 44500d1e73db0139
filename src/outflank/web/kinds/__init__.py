"""The games that can be played in the web app, each described once in the same way.

A game is anything that follows `outflank.play.Position`; a `Kind` says how its positions are written, shown and begun.
"""

from outflank.errors import OptionError, excerpt
from outflank.web.kinds.kind import Kind
from outflank.web.kinds.othello import Othello
from outflank.web.kinds.tribolo import Tribolo

KINDS: dict[str, Kind] = {"othello": Othello(), "tribolo": Tribolo()}


def kind_of(name: str) -> Kind:
    """The kind of a name. Raises OptionError."""
    if name not in KINDS:
        raise OptionError(f"expected a game ({' or '.join(KINDS)}), got {excerpt(name)}")
    return KINDS[name]


__all__ = ["KINDS", "Kind", "kind_of"]
