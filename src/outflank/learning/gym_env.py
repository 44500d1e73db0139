"""A Gymnasium environment in which one side learns and an Outflank player controls the other.

    import gymnasium
    import outflank.learning.gym_env  # registers it
    env = gymnasium.make("Outflank/Othello-v0", opponent="level2")

Requires the extra ``outflank[gym]``.
"""

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from outflank.errors import EngineError, OptionError, described
from outflank.learning.planes import N_PLANES, Bits, action_mask, index_to_move, n_actions, to_planes
from outflank.play import PlayerLike, as_player, create
from outflank.play.player import name_of
from outflank.play.referee import ForfeitError, take_turn
from outflank.rules import BLACK, Colour, Position

ID = "Outflank/Othello-v0"


class OthelloEnv(gymnasium.Env[Bits, Any]):
    """Othello against an `opponent`, which is a player's name, a function of a position, or an object with `choose`.

    An observation is the result of `to_planes` for a position in which the learning side is to move. At the end of a
    game, it is also from that side's point of view. An action is the index of a move (`move_to_index`). A pass is also
    an action, and must be chosen if it is the only legal move. ``info["action_mask"]`` marks the legal actions, as
    int8, so ``env.action_space.sample(info["action_mask"])`` chooses a random one.

    The reward is 1 for a win, −1 for a loss, and 0 for a draw or while the game is in progress. With
    ``reward="discs"``, it is the disc difference divided by the number of squares. An illegal action loses the game and
    sets ``illegal`` in ``info``.

    `colour` is the learning side, chosen at random for each game if it is None. ``reset`` accepts a different starting
    position as ``options={"start": position}``. The same seed leads to the same colours and, if the opponent is a
    player's name, to the same opponent.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  as in Gymnasium itself

    def __init__(
        self,
        opponent: PlayerLike = "level1",
        *,
        colour: Colour | None = None,
        size: int = 8,
        reward: Literal["win", "discs"] = "win",
        render_mode: str | None = None,
    ):
        if reward not in ("win", "discs"):
            raise OptionError(f"expected a reward of win or discs, got {described(reward)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise OptionError(f"expected a render mode of ansi, or None, got {described(render_mode)}")
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, (N_PLANES, size, size), np.uint8)
        self.action_space = spaces.Discrete(n_actions(size))
        self._opponent, self._colour, self._reward = opponent, colour, reward
        self._usual = self.position = Position.start(size)
        self._player = as_player(opponent, plays=self.position)  # so that a wrong name is refused early
        self.side = BLACK if colour is None else colour
        self._is_done = True  # until `reset`

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bits, dict[str, Any]]:
        """Start a game. If the opponent is to move, it moves before the method returns."""
        super().reset(seed=seed)
        self.position = begin_with(options, self._usual)
        self.side = Colour(int(self.np_random.integers(2))) if self._colour is None else self._colour
        drawn = int(self.np_random.integers(2**31))
        if isinstance(self._opponent, str):
            self._player = create(self._opponent, plays=self.position, seed=drawn)
        self._let_opponent_move()
        self._is_done = self.position.is_over
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Bits, float, bool, bool, dict[str, Any]]:
        """Play a move, followed by the opponent's moves until the learning side is to move or the game is over."""
        if self._is_done:
            raise OptionError("the game is over: start another with reset()")
        if not (self.action_space.contains(action) and action_mask(self.position)[action]):
            self._is_done = True
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        self.position = self.position.play(index_to_move(int(action), self.position.size))
        self._let_opponent_move()
        self._is_done = self.position.is_over
        return self._observation(), self._earned(), self._is_done, False, self._info()

    def render(self) -> str | None:
        """Return the board as text in render mode ``ansi``, and None in any other mode."""
        return str(self.position) if self.render_mode == "ansi" else None

    def _let_opponent_move(self) -> None:
        while not self.position.is_over and self.position.turn is not self.side:
            try:
                answer = take_turn(self.position, self._player)
            except ForfeitError as error:
                raise EngineError(f"the opponent {name_of(self._opponent)} failed: {error}") from error
            self.position = self.position.play(str(answer.move))

    def _observation(self) -> Bits:
        return to_planes(self.position, self.side)

    def _info(self) -> dict[str, Any]:
        outcome = self.position.outcome
        info: dict[str, Any] = {"action_mask": action_mask(self.position).astype(np.int8), "side": str(self.side)}
        return info if outcome is None else {**info, "difference": self.position.scores[self.side]}

    def _earned(self) -> float:
        if not self.position.is_over:
            return 0.0
        difference = self.position.scores[self.side]
        return difference / self.position.size**2 if self._reward == "discs" else float(np.sign(difference))


def begin_with(options: dict[str, Any] | None, usual: Position) -> Position:
    """The starting position from the options of `reset`, or `usual` if there is none. Raises OptionError."""
    start = (options or {}).get("start", usual)
    position = Position.parse(start) if isinstance(start, str) else start
    if not isinstance(position, Position) or position.size != usual.size or position.is_over:
        size = f"{usual.size}×{usual.size}"
        raise OptionError(f"expected a start on {size} in which a side can move, got {described(start)}")
    return position


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="outflank.learning.gym_env:OthelloEnv")
