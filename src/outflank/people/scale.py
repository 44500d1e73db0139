"""The scales of ratings, and the one that people see. On each, 400 points win ten games in eleven.

- On the archive's scale, 0 is the average of a tournament game. The model of people's moves and puzzles use it.
- On the ladder's scale, 0 is the first character, who plays any legal move.
- The club's scale begins at 1500.

People see all ratings on one scale, on which newcomers begin at 900. The ladder's shift keeps every character above 0,
and the archive's agrees with the characters that play like people to within 70 points.
"""

from typing import Literal

Scale = Literal["archive", "ladder", "club"]

ZEROS: dict[Scale, int] = {"archive": 1400, "ladder": 100, "club": -600}
"""The rating that people see for 0 on each scale."""

LEAST = 100
"""No lower rating is shown. A player of random moves has it."""


def shown_rating(rating: float, scale: Scale) -> int:
    """Convert a rating to the scale that people see, where none is below `LEAST`."""
    return max(LEAST, round(rating) + ZEROS[scale])


RATINGS = (-600, 500)
"""The ratings that the model knows: those of almost all players whose games it learned from."""
