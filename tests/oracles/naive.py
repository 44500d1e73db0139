"""The rules of Othello once more, slow and on their own: a board is a list of rows of "X", "O" and "-".

Nothing of the package is used here. A move is a square's name; a pass is None.
"""

EMPTY = "-"
DIRECTIONS = [(rows, columns) for rows in (-1, 0, 1) for columns in (-1, 0, 1) if rows or columns]

Board = list[list[str]]


def other(disc):
    return "O" if disc == "X" else "X"


def start(size, mirrored=False):
    board = [[EMPTY] * size for _ in range(size)]
    middle, (falling, rising) = size // 2, ("XO" if mirrored else "OX")
    board[middle - 1][middle - 1] = board[middle][middle] = falling
    board[middle - 1][middle] = board[middle][middle - 1] = rising
    return board


def from_cells(cells):
    size = next(size for size in (4, 6, 8, 10) if size * size == len(cells))
    return [list(cells[i : i + size]) for i in range(0, len(cells), size)]


def to_cells(board):
    return "".join("".join(row) for row in board)


def name_of(row, column):
    return "abcdefghij"[column] + str(row + 1)


def place_of(name):
    return int(name[1:]) - 1, "abcdefghij".index(name[0])


def count(board, disc):
    return to_cells(board).count(disc)


def turned(board, disc, name):
    """The names of the squares whose discs a move turns over; none for an occupied square."""
    row, column = place_of(name)
    if board[row][column] != EMPTY:
        return set()
    squares = set()
    for rows, columns in DIRECTIONS:
        passed, y, x = [], row + rows, column + columns
        while 0 <= y < len(board) and 0 <= x < len(board) and board[y][x] == other(disc):
            passed.append(name_of(y, x))
            y, x = y + rows, x + columns
        if 0 <= y < len(board) and 0 <= x < len(board) and board[y][x] == disc:
            squares.update(passed)
    return squares


def legal(board, disc):
    """The squares where a disc may be placed, in row-major order."""
    names = [name_of(row, column) for row in range(len(board)) for column in range(len(board))]
    return [name for name in names if turned(board, disc, name)]


def play(board, disc, name):
    after = [list(row) for row in board]
    for each in {name} | turned(board, disc, name):
        row, column = place_of(each)
        after[row][column] = disc
    return after


def perft(board, disc, depth):
    if depth == 0:
        return 1
    moves = legal(board, disc)
    if moves:
        return sum(perft(play(board, disc, move), other(disc), depth - 1) for move in moves)
    return perft(board, other(disc), depth - 1) if legal(board, other(disc)) else 1


def transformed(board, symmetry):
    if symmetry & 4:
        board = [list(column) for column in zip(*board, strict=True)]
    if symmetry & 2:
        board = board[::-1]
    if symmetry & 1:
        board = [row[::-1] for row in board]
    return board
