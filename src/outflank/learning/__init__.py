"""Positions and games as arrays for machine learning, and environments for reinforcement learning.

>>> from outflank import Position
>>> to_planes(Position.start()).shape
(3, 8, 8)
>>> move_to_index("f5"), index_to_move(37)
(37, 'f5')

The environments require the extra ``outflank[gym]``, and are in separate modules: `gym_env` for Gymnasium, and
`zoo_env` for PettingZoo.
"""

from outflank.learning.batches import Batch, batches
from outflank.learning.planes import (
    action_mask,
    index_to_move,
    move_to_index,
    n_actions,
    to_planes,
    transform_index,
    transform_planes,
    transform_policy,
)

__all__ = [
    "Batch",
    "action_mask",
    "batches",
    "index_to_move",
    "move_to_index",
    "n_actions",
    "to_planes",
    "transform_index",
    "transform_planes",
    "transform_policy",
]
