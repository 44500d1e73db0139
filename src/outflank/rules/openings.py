"""The names of openings of Othello: of a game, the last of its positions that has one tells.

>>> name_of("f5d6c3d3c4f4f6b4")
'Kung'
>>> name_of("d3c3c4")  # a mirror image
'Diagonal'

A position is known however it came about, and in each of the symmetries of the board.
"""

from collections.abc import Iterable
from functools import cache

from outflank.rules.game import Game
from outflank.rules.position import Position

_LINES = {
    "Perpendicular": "f5d6",
    "Parallel": "f5f4",
    "Diagonal": "f5f6",
    # after f5 d6
    "Tiger": "f5d6c3d3c4",
    "Aubrey": "f5d6c3d3c4b3",
    "Brightwell": "f5d6c3d3c4f4e3",
    "Stephenson": "f5d6c3d3c4f4f6",
    "Kung": "f5d6c3d3c4f4f6b4",
    "Comp’Oth": "f5d6c3d3c4f4f6f3",
    "No-Kung": "f5d6c3d3c4f4f6g5",
    "Ganglion": "f5d6c3g5",
    "Cat": "f5d6c4d3c5",
    "Italian": "f5d6c4d3e6",
    "No-Cat": "f5d6c4g5",
    "Swallow": "f5d6c4g5c6",
    "Horse": "f5d6c5f4d3",
    "Mimura": "f5d6c5f4e3d3",
    "Shaman": "f5d6c5f4e3c6f3",
    "Bhagat": "f5d6c5f4e3c6d7",
    "Ralle": "f5d6c5f4e3c6d3f3",
    "Rose": "f5d6c5f4e3c6d3f6e6d7",
    "Flat": "f5d6c5f4e3c6d3f6e6d7g4",
    "Greenberg": "f5d6c5f4e3c6d3f6e6d7e7",
    "Rotating Flat": "f5d6c5f4e3c6d3f6e6d7g4c4",
    "Hamilton": "f5d6c7f6e6c6d7",
    # after f5 f4
    "Leader’s Tiger": "f5f4c3c4d3d6e6",
    "Chimney": "f5f4e3d6e6f6",
    "Inoue": "f5f4e3d6e6f3c5",
    "IAGO": "f5f4e3d6e6f3c5f6",
    "Cow": "f5f4e3f6e6",
    "Rose-v-Toth": "f5f4e3f6e6c5c4",
    "Tanida": "f5f4e3f6e6c5c4e7",
    "Cow Bat": "f5f4e3f6e6c5g5",
    # after f5 f6
    "Wing": "f5f6d3f4",
    "Semi-Wing": "f5f6c4f4",
    "Buffalo": "f5f6e6f4c3",
    "Hokuriku Buffalo": "f5f6e6f4c3c4",
    "Tanida Buffalo": "f5f6e6f4c3d6f3c4c5b4",
    "Maruoka Buffalo": "f5f6e6f4c3d7f3",
    "Rocket": "f5f6e6f4g3",
    "Raccoon Dog": "f5f6e6f4g4",
    "Heath": "f5f6e6f4g5",
    "Heath-Chimney": "f5f6e6f4g5d6",
    "Heath-Bat": "f5f6e6f4g5e7e3",
    "Snake": "f5f6e6f4g6",
    "Lysons": "f5f6e6f4g6c6",
    "Tamenori": "c4e3f6e6f5c5f4g6f7d3",
}


NAMES = tuple(_LINES)
"""All names."""


def name_of(moves: str | Iterable[str]) -> str:
    """The name of the opening of a game from the usual start, empty if it has none. Raises IllegalMoveError."""
    return name_at(Game(Position.start(), moves).positions)


def name_at(positions: Iterable[Position]) -> str:
    """The name of the opening of a game by its positions, empty if it has none: the name that the last one has."""
    names, name = _names(), ""
    for position in positions:
        if position.occupied.bit_count() > _most_discs():
            break
        name = names.get((position.black, position.white), name)
    return name


@cache
def _names() -> dict[tuple[int, int], str]:
    """The names by black and white discs, in all symmetries."""
    found = {}
    for name, moves in _LINES.items():
        position = Game(Position.start(), moves).position
        for symmetry in range(8):
            turned = position.transformed(symmetry)
            found[turned.black, turned.white] = name
    return found


@cache
def _most_discs() -> int:
    return 4 + max(len(moves) for moves in _LINES.values()) // 2
