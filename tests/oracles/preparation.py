"""The counts of a preparation once more: a plain replay of all games in a library, without the package's code.

`python -m tests.oracles.preparation LIBRARY REPORTS` checks reports by `outflank library prepare … --json`, a line
each, made with the default options, against a library's games.
"""

import json
import sqlite3
import sys
from collections import Counter, defaultdict
from itertools import pairwise
from operator import itemgetter
from pathlib import Path

DEEPEST = 40
WAYS = [(rows, columns) for rows in (-1, 0, 1) for columns in (-1, 0, 1) if (rows, columns) != (0, 0)]
START = "." * 27 + "OX" + "." * 6 + "XO" + "." * 27


def turned_by(square, turn):
    row, column = divmod(square, 8)
    if turn & 4:
        row, column = column, row
    return 8 * (7 - row if turn & 1 else row) + (7 - column if turn & 2 else column)


TURNS = [[turned_by(square, turn) for square in range(64)] for turn in range(8)]
IMAGES = [itemgetter(*(turn.index(square) for square in range(64))) for turn in TURNS]
RELATIVE = {"X": str.maketrans("XO", "mo"), "O": str.maketrans("XO", "om")}


def flips(board, colour, square):
    if board[square] != ".":
        return []
    row, column = divmod(square, 8)
    found = []
    for rows, columns in WAYS:
        between, r, c = [], row + rows, column + columns
        while 0 <= r < 8 and 0 <= c < 8 and board[8 * r + c] not in (".", colour):
            between.append(8 * r + c)
            r, c = r + rows, c + columns
        if 0 <= r < 8 and 0 <= c < 8 and board[8 * r + c] == colour:
            found += between
    return found


def other(colour):
    return "O" if colour == "X" else "X"


def can_move(board, colour):
    return any(flips(board, colour, square) for square in range(64))


def played(board, colour, square):
    cells = list(board)
    for each in [square, *flips(board, colour, square)]:
        cells[each] = colour
    return "".join(cells)


def square_of(name):
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def canonical(board, colour, square=None):
    """The least image of a board as the mover sees it, and the least image of a square there."""
    relative = board.translate(RELATIVE[colour])
    images = ["".join(image(relative)) for image in IMAGES]
    least = min(images)
    if square is None:
        return least, None
    return least, min(TURNS[n][square] for n, image in enumerate(images) if image == least)


def steps(moves, start):
    """The canonical boards of a game, each with the canonical move (None at the end) and the mover's colour."""
    board, colour = (start[:64].replace("-", "."), start.split()[-1][0]) if start else (START, "X")
    for square in moves[: DEEPEST + 1]:
        if not flips(board, colour, square):
            colour = other(colour)
        yield *canonical(board, colour, square), colour
        board, colour = played(board, colour, square), other(colour)
    if len(moves) <= DEEPEST:
        if not can_move(board, colour) and can_move(board, other(colour)):
            colour = other(colour)
        yield *canonical(board, colour), colour


def count(path, player, colour):
    """Count a player's games with one colour by board, and other games on these boards."""
    with sqlite3.connect(path) as database:
        names = dict(database.execute("SELECT number, name FROM players"))
        places = dict(database.execute("SELECT number, name FROM tournaments"))
        rows = database.execute(
            "SELECT black, white, moves, start, won, score, tournament FROM games ORDER BY number"
        ).fetchall()
    sign, side = (1, 0) if colour == "X" else (-1, 1)
    mine, others, boards = [], Counter(), defaultdict(lambda: [0, 0, 0, 0, 0, 0, Counter()])
    for *players, moves, start, won, score, place in rows:
        if names.get(players[side]) == player and "xot" not in places.get(place, "").lower():
            line = list(steps(moves, start))
            mine.append((line, won and sign * won))
            for board, move, _ in line:
                tally = boards[board]
                tally[0] += 1
                if won is not None:
                    tally[2 - sign * won] += 1
                if score is not None:
                    tally[4] += 1
                    tally[5] += sign * score
                if move is not None:
                    tally[6][move] += 1
    for _, _, moves, start, *_ in rows:
        for board in {board for board, *_ in steps(moves, start)}:
            if board in boards:
                others[board] += 1
    for board, tally in boards.items():
        others[board] -= tally[0]
    return mine, boards, others


def check(report, path):
    """Compare a report with the games of a library, and return the number of counts that were compared."""
    colour = {"black": "X", "white": "O"}[report["as"]]
    mine, boards, others = count(path, report["player"], colour)
    compared = 0

    def same(found, expected):
        nonlocal compared
        compared += 1
        assert found == expected, (found, expected)

    same(report["games"], len(mine))
    for name, won in (("won", 1), ("drawn", 0), ("lost", -1)):
        same(report[name], sum(result == won for _, result in mine))
    for position in report["positions"]:
        board, mover = START, "X"
        text = position["line"]
        for at in range(0, len(text), 2):
            square = square_of(text[at : at + 2])
            if not flips(board, mover, square):
                mover = other(mover)
            board, mover = played(board, mover, square), other(mover)
        if not can_move(board, mover) and can_move(board, other(mover)):
            mover = other(mover)
        games, won, drawn, lost, scored, discs, moves = boards[canonical(board, mover)[0]]
        for name, expected in (("games", games), ("won", won), ("drawn", drawn), ("lost", lost)):
            same(position[name], expected)
        same(position["score"], round(discs / scored, 2) if scored else None)
        same(position["to_move"], "player" if mover == colour else "opponent")
        named = [canonical(board, mover, square_of(each["move"]))[1] for each in position["moves"]]
        same({square: each["games"] for square, each in zip(named, position["moves"], strict=True)}, dict(moves))
    first, plies = Counter(), []
    for line, _ in mine:
        for ply, (before, after) in enumerate(pairwise(line)):
            if others[after[0]] < report["book"]["known"]:
                first["player" if before[2] == colour else "opponent"] += 1
                plies.append(ply)
                break
        else:
            first["never"] += 1
    same(report["book"]["player"]["games"], first["player"])
    same(report["book"]["opponent"]["games"], first["opponent"])
    same(report["book"]["never"], first["never"])
    same(report["book"]["ply"], round(sum(plies) / len(plies), 1) if plies else None)
    return compared


if __name__ == "__main__":
    library, file = sys.argv[1:]
    with Path(file).open(encoding="utf-8") as lines:
        for line in lines:
            found = json.loads(line)
            print(found["player"], found["as"], check(found, library), "counts agree", flush=True)
