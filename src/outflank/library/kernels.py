"""Compiled versions of the functions in `boards` that check, index and search many games in one call.

Each game is a row of squares without passes, padded with `NO_MOVE`. `players`, `opponents` and `turns` describe the
starting positions; Black is to move where `turns` is 0.
"""

from typing import Any

import numba

from outflank.board.bits import ONE, ZERO, bitboard, lowest_square, popcount, unsigned
from outflank.board.moves import flips, legal_moves
from outflank.board.symmetry import canonical, transformed
from outflank.jit import kernel
from outflank.library.boards import FACTORS, KEY_BITS, NO_MOVE

_types = numba.types
_Moves = _types.Array(_types.uint8, 2, "C")
_Boards = _types.Array(_types.uint64, 1, "C")
_Turns = _types.Array(_types.uint8, 1, "C")
_Numbers = _types.Array(_types.int64, 1, "C")
_Rows = _types.Array(_types.uint64, 2, "C")
_Keys = _types.Array(_types.int64, 2, "C")

_FIRST, _SECOND = bitboard(FACTORS[0]), bitboard(FACTORS[1])
_HALF, _SHIFT, _REST = bitboard(32), bitboard(29), bitboard(64 - KEY_BITS)

ILLEGAL = 100
"""Added to the zero-based index of an illegal move to mark a game as illegal."""


@kernel("int64(uint64, uint64)")
def key_of(player: int, opponent: int) -> int:
    """Compute the same key as `boards.key_of` does."""
    mixed = player * _FIRST
    mixed ^= mixed >> _HALF
    mixed = (mixed + opponent) * _SECOND
    mixed ^= mixed >> _SHIFT
    return int(mixed * _FIRST >> _REST)


@kernel(_types.void(_Moves, _Boards, _Boards, _Turns, _Numbers, _Numbers))
def check_games(moves: Any, players: Any, opponents: Any, turns: Any, lengths: Any, scores: Any) -> None:
    """Replay games to fill `lengths` with their numbers of moves and `scores` with Black's final scores.

    A game with an illegal move gets a length of at least `ILLEGAL`. A game that is not over gets a score of `ILLEGAL`.
    """
    for game in range(len(moves)):
        player, opponent, turn = players[game], opponents[game], turns[game]
        n_moves = 0
        for ply in range(moves.shape[1]):
            if moves[game, ply] == NO_MOVE:
                break
            if legal_moves(player, opponent) == ZERO:
                player, opponent, turn = opponent, player, 1 - turn
            bit = ONE << unsigned(moves[game, ply] & 63)
            if moves[game, ply] > NO_MOVE or legal_moves(player, opponent) & bit == ZERO:
                n_moves += ILLEGAL
                break
            flipped = flips(unsigned(moves[game, ply]), player, opponent)
            player, opponent, turn = opponent ^ flipped, player ^ (flipped | bit), 1 - turn
            n_moves += 1
        lengths[game] = n_moves
        if legal_moves(player, opponent) | legal_moves(opponent, player):
            scores[game] = ILLEGAL
        else:
            n_empties = 64 - popcount(player | opponent)
            difference = popcount(player) - popcount(opponent)
            if difference > 0:
                difference += n_empties
            elif difference < 0:
                difference -= n_empties
            scores[game] = -difference if turn else difference


@kernel(_types.void(_Moves, _Boards, _Boards, _Rows, _Rows, _Keys))
def find_keys(moves: Any, players: Any, opponents: Any, least_players: Any, least_opponents: Any, keys: Any) -> None:
    """Fill in the canonical board and the key of every position in games whose moves are all legal.

    After the end of a game, the keys are -1.
    """
    for game in range(len(moves)):
        player, opponent = players[game], opponents[game]
        is_over = False
        for ply in range(keys.shape[1]):
            if is_over:
                keys[game, ply] = -1
                continue
            if legal_moves(player, opponent) == ZERO and legal_moves(opponent, player) != ZERO:
                player, opponent = opponent, player
            least = canonical(player, opponent)
            least_players[game, ply], least_opponents[game, ply] = least
            keys[game, ply] = key_of(least[0], least[1])
            if ply == moves.shape[1] or moves[game, ply] == NO_MOVE:
                is_over = True
                continue
            square = unsigned(moves[game, ply])
            flipped = flips(square, player, opponent)
            player, opponent = opponent ^ flipped, player ^ (flipped | ONE << square)


@kernel("int64(uint64, uint64, uint64, uint64, int64)")
def canonical_square(player: int, opponent: int, least_player: int, least_opponent: int, square: int) -> int:
    """Return the canonical square for a square of a position.

    That is the smallest of the square's images under the symmetries that turn the position into its canonical board.
    """
    least = NO_MOVE
    if square == NO_MOVE:
        return least
    for symmetry in range(8):
        if (
            transformed(player, symmetry) == least_player
            and transformed(opponent, symmetry) == least_opponent
        ):  # fmt: skip
            least = min(least, lowest_square(transformed(ONE << unsigned(square), symmetry)))
    return least


@kernel(_types.void(_Moves, _Boards, _Boards, _Turns, _types.int64, _Numbers, _Boards, _Boards, _Turns, _Numbers))
def find_boards(
    moves: Any,
    players: Any,
    opponents: Any,
    turns: Any,
    n_discs: int,
    plies: Any,
    least_players: Any,
    least_opponents: Any,
    movers: Any,
    squares: Any,
) -> None:
    """Advance each game to `n_discs` discs, and fill in its canonical board and the side to move.

    The next moves go to `squares` as canonical squares. That entry is `NO_MOVE` if the game ends there, and -1 if no
    position in the game has `n_discs` discs. Each game resumes after `plies` moves, from the position in `players`,
    `opponents` and `turns`; all four arrays are updated in place.
    """
    for game in range(len(moves)):
        squares[game] = -1
        ply = plies[game]
        player, opponent, turn = players[game], opponents[game], turns[game]
        while popcount(player | opponent) < n_discs and ply < moves.shape[1] and moves[game, ply] != NO_MOVE:
            if legal_moves(player, opponent) == ZERO:
                player, opponent, turn = opponent, player, 1 - turn
            square = unsigned(moves[game, ply])
            flipped = flips(square, player, opponent)
            player, opponent, turn = opponent ^ flipped, player ^ (flipped | ONE << square), 1 - turn
            ply += 1
        plies[game], players[game], opponents[game], turns[game] = ply, player, opponent, turn
        if popcount(player | opponent) != n_discs:
            continue
        if legal_moves(player, opponent) == ZERO and legal_moves(opponent, player) != ZERO:
            player, opponent, turn = opponent, player, 1 - turn
        least = canonical(player, opponent)
        least_players[game], least_opponents[game], movers[game] = least[0], least[1], turn
        square = NO_MOVE if ply == moves.shape[1] else moves[game, ply]
        squares[game] = canonical_square(player, opponent, least[0], least[1], square)
