"""The themes of puzzles against plain counts of squares by their names, and what makes a puzzle hard."""

import pytest

from outflank import BLACK, Position
from outflank.practice.puzzles import Choice, shipped
from outflank.practice.themes import level_of, n_fooled, themes_of

CORNERS = {"a1", "h1", "a8", "h8"}
X_SQUARES = {"b2": "a1", "g2": "h1", "b7": "a8", "g7": "h8"}
C_SQUARES = {"b1": "a1", "a2": "a1", "g1": "h1", "h2": "h1", "a7": "a8", "b8": "a8", "h7": "h8", "g8": "h8"}

FRAME = Position.parse("-" * 9 + "XXXXXX--XOOOOX--XOXXOX--XOXXOX--XOOOOX--XXXXXX" + "-" * 9 + "O")
"""White may move to each square of the edge, and to no other."""


def beside(square):
    column, row = ord(square[0]), int(square[1])
    near = [f"{chr(column + x)}{row + y}" for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    return [name for name in near if name in list(FRAME)]


def is_empty(position, square):
    return position.disc_at(square) is None


def region(position, square):
    found, waiting = {square}, [square]
    while waiting:
        for near in beside(waiting.pop()):
            if near not in found and is_empty(position, near):
                found.add(near)
                waiting.append(near)
    return found


def corners_open_to(position, side):
    mover = position if position.turn is side else position.switched()
    return CORNERS.intersection(mover.legal_moves)


def naive_themes(puzzle):
    position, best, second = puzzle.position, puzzle.choices[0], puzzle.choices[1]
    after, them = position.play(best.move), position.turn.opponent
    before, now = corners_open_to(position, them), corners_open_to(after, them)
    counts = {move: len(set(position.play(move).legal_moves) - {"pass"}) for move in position.legal_moves}
    flipped = [name for name in position if position.disc_at(name) is them and after.disc_at(name) is position.turn]
    odd = {each.move: len(region(position, each.move)) % 2 == 1 for each in (best, second)}
    n_empties = sum(is_empty(position, name) for name in position)
    found = {
        "wipe-out": puzzle.is_proven and best.value == 64,
        "pass": after.legal_moves == ("pass",),
        "x-square": best.move in X_SQUARES and is_empty(position, X_SQUARES[best.move]),
        "c-square": best.move in C_SQUARES and is_empty(position, C_SQUARES[best.move]),
        "sacrifice": bool(now - before),
        "corner": best.move in CORNERS,
        "defence": bool(before - now - {best.move}),
        "parity": n_empties <= 20
        and odd[best.move]
        and not odd[second.move]
        and len(region(position, best.move)) < n_empties,
        "quiet": all(not is_empty(after, near) for name in flipped for near in beside(name)),
        "mobility": bool(after.legal_moves)
        and all(counts[best.move] < n for move, n in counts.items() if move != best.move),
        "win": puzzle.is_proven and best.value > 0 >= second.value,
        "endgame": n_empties <= 14,
    }
    return tuple(theme for theme, is_so in found.items() if is_so)


def test_themes_of_shipped_puzzles_are_those_of_a_plain_count():
    for puzzle in shipped():
        assert puzzle.themes == naive_themes(puzzle), puzzle.position
        assert puzzle.themes == themes_of(puzzle.position, puzzle.choices, is_proven=puzzle.is_proven)


def themes(best, second, value=10, other=0, *, proven=False):
    rest = [Choice(move, other - 2) for move in FRAME.legal_moves if move not in (best, second)]
    return themes_of(FRAME, (Choice(best, value), Choice(second, other), *rest), is_proven=proven)


def test_corner_is_taken_and_c_square_is_not():
    assert FRAME.turn is not BLACK
    assert "corner" in themes("a1", "c1")
    assert "corner" not in themes("c1", "a1")


def test_win_is_a_proven_move_that_alone_wins():
    assert "win" in themes("a1", "h1", 2, 0, proven=True)
    assert "win" not in themes("a1", "h1", 4, 2, proven=True)
    assert "win" not in themes("a1", "h1", 2, 0)


def test_wipe_out_is_proven():
    assert themes("a1", "h1", 64, 20, proven=True)[0] == "wipe-out"
    assert "wipe-out" not in themes("a1", "h1", 64, 20)


@pytest.mark.parametrize(
    ("sight", "fooled", "level"),
    [(1, 1, 1), (1, 0, 1), (1, 3, 2), (3, 1, 2), (3, 0, 1), (6, 2, 3), (9, 1, 4), (10, 2, 5), (11, 3, 5), (11, 0, 4)],
)
def test_levels(sight, fooled, level):
    assert level_of(sight, fooled) == level


def test_who_looks_at_one_move_only_takes_one_of_the_four_first_moves():
    fooled = [n_fooled(Position.start(), move) for move in Position.start().legal_moves]
    assert sum(3 - each for each in fooled) == 3
