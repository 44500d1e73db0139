"""A PettingZoo environment in which both sides learn and take turns (AEC).

    from outflank.learning import zoo_env
    env = zoo_env.env()
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Requires the extra ``outflank[gym]``.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from outflank.errors import IllegalMoveError, OptionError, described
from outflank.learning.gym_env import begin_with
from outflank.learning.planes import N_PLANES, action_mask, index_to_move, n_actions, to_planes
from outflank.rules import BLACK, Colour, Position

AGENTS = ("black_0", "white_0")
"""The names of the agents in seat order, Black first."""


def env(*, size: int = 8, render_mode: str | None = None) -> Any:
    """Create the environment with PettingZoo's usual wrappers: illegal actions lose, and calls out of order fail."""
    raw = raw_env(size=size, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  PettingZoo's name for it, and it has no types
    """Othello for two agents, ``black_0`` and ``white_0``.

    An observation is a dictionary. ``observation`` contains the result of `to_planes` from the agent's point of view,
    and ``action_mask`` marks the agent's legal actions, as int8. No action is legal while it is the other agent's turn.
    An action is the index of a move (`move_to_index`). A pass is also an action, and must be chosen if it is the only
    legal move.

    Rewards are assigned at the end of the game: 1 for the winner, −1 for the loser, and 0 for both after a draw. To
    start from a different position, call ``reset(options={"start": position})``.
    """

    metadata = {"name": "othello_v0", "render_modes": ["ansi"], "render_fps": 1, "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, *, size: int = 8, render_mode: str | None = None):
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise OptionError(f"expected a render mode of ansi, or None, got {described(render_mode)}")
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._usual = self.position = Position.start(size)
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 1, (N_PLANES, size, size), np.uint8),
            "action_mask": spaces.Box(0, 1, (n_actions(size),), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(n_actions(size)) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space of an agent."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent: the board and the legal actions."""
        side = Colour(AGENTS.index(agent))
        mask = action_mask(self.position) if side is self.position.turn else np.zeros(n_actions(self.position.size))
        return {"observation": to_planes(self.position, side), "action_mask": mask.astype(np.int8)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a game. The seed has no effect because nothing is random."""
        self.position = begin_with(options, self._usual)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.position.turn]

    def step(self, action: Any) -> None:
        """Play a move for the agent whose turn it is. Raises IllegalMoveError for an illegal action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not (self.action_spaces[agent].contains(action) and action_mask(self.position)[action]):
            raise IllegalMoveError(f"expected the index of a legal move, got {described(action)}")
        self._cumulative_rewards[agent] = 0
        self.position = self.position.play(index_to_move(int(action), self.position.size))
        self.agent_selection = AGENTS[self.position.turn]
        self.rewards = dict.fromkeys(AGENTS, 0)
        if self.position.is_over:
            sign = int(np.sign(self.position.scores[BLACK]))
            self.rewards = dict(zip(AGENTS, (sign, -sign), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text in render mode ``ansi``, and None in any other mode."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""
