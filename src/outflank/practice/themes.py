"""The themes and the level of a puzzle, which follow from its moves and from the search that found it."""

from outflank.board.masks import ALL, CORNERS
from outflank.board.squares import SQUARES
from outflank.classic.staged import Greedy
from outflank.engine.terms import beside_empty_corner, neighbours, region_of
from outflank.practice.puzzles import THEMES, Choice
from outflank.rules import Position

ENDGAME_FROM = 14
"""Maximum number of empty squares in a puzzle with the endgame theme."""

_PARITY_FROM = 20  # maximum number of empty squares for the parity theme
_MOST = 64


def themes_of(position: Position, choices: tuple[Choice, ...], *, is_proven: bool) -> tuple[str, ...]:
    """Return the themes of a puzzle, in the order of `THEMES`; the first of `choices` must be the best move."""
    best, second = choices[0], choices[1]
    after = position.play(best.move)
    could_take, can_take = position.switched().legal_mask & CORNERS, after.legal_mask & CORNERS
    square = 1 << SQUARES[8][best.move]
    kind, _ = beside_empty_corner(position, best.move)
    replies = {each.move: position.play(each.move).legal_mask.bit_count() for each in choices}
    fewest_elsewhere = min(count for move, count in replies.items() if move != best.move)
    open_discs = position.flips(best.move) & neighbours(~after.occupied & ALL)
    found = {
        "wipe-out": is_proven and best.value == _MOST,
        "pass": after.must_pass,
        "x-square": kind == "X",
        "c-square": kind == "C",
        "sacrifice": bool(can_take & ~could_take),
        "corner": bool(square & CORNERS),
        "defence": bool(could_take & ~can_take & ~square),
        "parity": position.n_empties <= _PARITY_FROM
        and _is_odd(position, best.move)
        and not _is_odd(position, second.move),
        "quiet": not open_discs,
        "mobility": not after.is_over and replies[best.move] < fewest_elsewhere,
        "win": is_proven and best.value > 0 >= second.value,
        "endgame": position.n_empties <= ENDGAME_FROM,
    }
    return tuple(theme for theme in THEMES if found[theme])


def n_fooled(position: Position, best: str) -> int:
    """Count how many of three simple strategies miss the best move.

    All three look one move ahead. The first flips as many discs as possible, the second leaves the opponent as few
    replies as possible, and the third plays like the published player *Greedy*. If several moves are equally good, each
    strategy chooses the first of them.
    """
    moves = position.legal_moves
    choices = (
        max(moves, key=lambda move: position.flips(move).bit_count()),
        min(moves, key=lambda move: position.play(move).legal_mask.bit_count()),
        Greedy().choose(position).move,
    )
    return sum(choice != best for choice in choices)


def level_of(sight: int, fooled: int) -> int:
    """Return the level of a puzzle, from 1 to 5.

    `sight` is the smallest depth from which all deeper searches also prefer the best move. The five levels correspond
    to depths of 1, 2 to 3, 4 to 6, 7 to 9, and 10 or more. The level rises by one if all three strategies in `n_fooled`
    miss the best move, and falls by one if all three find it.
    """
    level = 1 + sum(sight >= deeper for deeper in (2, 4, 7, 10))
    return min(5, max(1, level + (fooled == 3) - (fooled == 0)))


def _is_odd(position: Position, move: str) -> bool:
    """Return True if a move enters a region with an odd number of empty squares that is not the only region."""
    empties = ~position.occupied & ALL
    region = region_of(1 << SQUARES[8][move], empties)
    return region != empties and region.bit_count() % 2 == 1
