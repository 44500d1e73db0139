"""A player that errs like people of a given rating."""

import random
from typing import Annotated

from outflank.engine.player import EnginePlayer
from outflank.people.blend import blended
from outflank.people.model import PeopleModel
from outflank.people.scale import RATINGS
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import TimeLeft
from outflank.play.options import About, checked
from outflank.play.player import Player, check_not_over
from outflank.play.position import Move
from outflank.rules import Position

_DEPTH, _EXACT_FROM = 6, 12  # deeper searches predict people hardly better, and take twice as long
_MEGABYTES = 16


class Human(Player):
    """A player that errs like people of a rating.

    It chooses each move as often as people of its `rating` choose it, so no two games are alike. The rating is in Elo
    points on the scale of the WTHOR archive, where 0 is the average of a tournament game.

    `care` is the percentage of moves about which the player thinks. It plays the others at first sight: the more discs
    a move turns over, the likelier it is. Beginners play like this; the archive has no games of theirs.

    `seed` makes the choices repeatable, and `memory` is the size of the engine's table in megabytes.
    """

    sizes = (8,)
    label = "Like a person"
    promise = "plays the moves that people of a rating play, with their mistakes"
    group = "Engine"
    is_stoppable = is_lasting = True

    @checked
    def __init__(
        self,
        rating: Annotated[int, About(*RATINGS, "Elo points", short="{value} Elo")] = 0,
        care: Annotated[int, About(0, 100, "percent", private=True)] = 100,
        seed: Annotated[int | None, About(private=True)] = None,
        memory: Annotated[int, About(1, private=True)] = _MEGABYTES,
    ):
        self.rating = rating
        self._care = care / 100
        self._engine = EnginePlayer(depth=_DEPTH, exact_from=_EXACT_FROM, memory=memory)
        self._rng = random.Random(seed)

    def follow(self, start: Position, moves: tuple[Move, ...]) -> None:
        """Load or compile the search before a game's clock starts, because compiling takes seconds."""
        self._engine.follow(start, moves)

    def load(self) -> None:
        """Load the model and the search."""
        PeopleModel.shipped()
        self._engine.load()

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """Choose a move at random, with the probabilities of people's moves."""
        check_not_over(position)
        if not position.must_pass and self._rng.random() >= self._care:
            moves = position.legal_moves
            [move] = self._rng.choices(moves, [position.flips(move).bit_count() for move in moves])
            return Analysis(move, (MoveValue(move),))
        shares = PeopleModel.shipped().moves(position, self.rating)
        if len(shares) > 1:
            analysis = self._engine.engine.analyse(position, self._engine.limit, top=len(shares))
            values = {each.move: each.value for each in analysis.moves if each.value is not None}
            if values.keys() >= shares.keys():  # not if the search was stopped
                shares = blended(shares, values, self.rating, position.n_empties)
        [move] = self._rng.choices(list(shares), list(shares.values()))
        return Analysis(move, (MoveValue(move),))

    def stop(self) -> None:
        """Make `choose` return soon."""
        self._engine.stop()
