"""`tribolo`: the computer players of Tribolo, under one name."""

from collections.abc import Callable
from typing import Literal

from outflank.errors import OptionError
from outflank.play.clock import TimeLeft
from outflank.play.player import Decision, MoveValue
from outflank.tribolo.outcome import Colour
from outflank.tribolo.position import Position
from outflank.tribolo.strategies import PERCENT, choose_strategy, search


class Published:
    """The published player: a strategy for each situation, minimax without pruning.

    `depth` plies are searched before the leaf is judged; the others ally against the person unless one of them has
    `alliance` times its cells, ``"off"`` for never; `person` is the colour that a person plays, None if none does.
    """

    def __init__(self, depth: int = 2, alliance: str = "1.1", person: Colour | None = None):
        self.depth, self.percent, self.person = depth, PERCENT[alliance], person

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Decision:  # noqa: ARG002
        """The first of the best moves; a value is in the unit of the strategy: cells, or moves."""
        strategy = choose_strategy(position, self.percent, self.person)
        depth = self.depth + strategy.extra
        found = tuple(
            MoveValue(move, search(position.play(move), self.depth - 1, strategy), depth=depth, pv=(move,))
            for move in position.legal_moves
        )
        return Decision(max(found, key=lambda each: each.value or 0).move, found)


class Tribolo:
    """The published player of Tribolo; with max_n or paranoid, the stronger ones, which search until the time is up.

    `depth` is in plies, 2 and a look at scores for the published player. `alliance` and `person` are for the published
    player alone, `time` (seconds a move) for the others.
    """

    def __init__(
        self,
        mode: Literal["published", "max_n", "paranoid"] = "published",
        depth: int | None = None,
        alliance: Literal["1.1", "1.0", "1.2", "off"] = "1.1",
        person: Literal["none", "blue", "red", "green"] = "none",
        time: float = 1.0,
    ):
        longest = 6 if mode == "published" else 128
        if depth is not None and not 1 <= depth <= longest:
            raise OptionError(f"expected depth from 1 to {longest}, got {depth}")
        if not 0 < time <= 86400:
            raise OptionError(f"expected time in seconds, above 0 and at most 86400, got {time:g}")
        self._choose: Callable[[Position, TimeLeft | None], Decision]
        if mode == "published":
            colour = None if person == "none" else Colour[person.upper()]
            self._choose = Published(depth or 2, alliance, colour).choose
        else:
            from outflank.tribolo.compiled.player import Strong  # here, because it compiles

            self._choose = Strong(mode == "max_n", depth, time).choose

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Decision:
        """What the player of this mode chooses."""
        return self._choose(position, time_left)
