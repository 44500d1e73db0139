"""What a page has been told of positions, so that what it is told next is never shallower."""

from collections import OrderedDict

from outflank.play import Analysis
from outflank.play.analysis import merged

MOST_POSITIONS = 1000
"""That are remembered, those asked for last."""


class Knowledge:
    """The analyses of positions, by the name of the game and the position as text."""

    def __init__(self, most: int = MOST_POSITIONS):
        self._most = most
        self._known: OrderedDict[tuple[str, str], Analysis] = OrderedDict()

    def take(self, kind: str, position: str, found: Analysis) -> Analysis:
        """All that is known of a position with what was found now."""
        key = kind, position
        known = self._known[key] = merged(self._known.get(key), found)
        self._known.move_to_end(key)
        if len(self._known) > self._most:
            self._known.popitem(last=False)
        return known

    def known(self, kind: str, position: str) -> Analysis | None:
        """What is known of a position, None if nothing is."""
        return self._known.get((kind, position))

    def __len__(self) -> int:
        return len(self._known)
