"""Kinds of mistake once more, slow and on their own: boards are lists of rows, as in `naive`.

Nothing of the package is used here. `losses` are the values of the move and of the best one.
"""

from tests.oracles import naive

CORNERS = {"a1": "b2", "h1": "g2", "a8": "b7", "h8": "g7"}
EDGES = {"a1": ("a2", "b1"), "h1": ("g1", "h2"), "a8": ("a7", "b8"), "h8": ("g8", "h7")}


def empties(board):
    return [naive.name_of(row, column) for row in range(8) for column in range(8) if board[row][column] == naive.EMPTY]


def neighbours(name):
    row, column = naive.place_of(name)
    places = [(row + rows, column + columns) for rows, columns in naive.DIRECTIONS]
    return [naive.name_of(y, x) for y, x in places if 0 <= y < 8 and 0 <= x < 8]


def region(board, name):
    """All empty squares that a king could walk to from one over empty squares, and this one."""
    free, found, edge = set(empties(board)), {name}, [name]
    while edge:
        for each in neighbours(edge.pop()):
            if each in free and each not in found:
                found.add(each)
                edge.append(each)
    return found


def facts(board, disc, move):
    """What can be counted on the board after a move."""
    after, rival = naive.play(board, disc, move), naive.other(disc)
    replies, own = naive.legal(after, rival), naive.legal(after, disc)
    passes = not replies and bool(own)
    forcing = []
    for reply in replies:
        then = naive.play(after, rival, reply)
        if not naive.legal(then, disc) and naive.legal(then, rival):
            forcing.append(reply)
    touching = {name for each in empties(after) for name in neighbours(each)}
    places = [naive.place_of(name) for name in touching]
    return {
        "corners": [corner for corner in CORNERS if corner in replies],
        "choices": len(own) - len(replies),
        "frontier": sum(after[row][column] == disc for row, column in places),
        "turned": len(naive.turned(board, disc, move)),
        "passes": passes,
        "forcing": forcing,
        "region": len(region(board, move)),
    }


def kinds(board, disc, move, best, values, proven):
    """The kinds of a mistake; `proven` says so of the values of the move and of the best one."""
    played_value, best_value = values
    both = all(proven)
    sign = (best_value > 0) - (best_value < 0)
    changed = both and (played_value > 0) - (played_value < 0) < sign
    if best_value - played_value < 2 and not changed:
        return set()
    here, there, found = facts(board, disc, move), facts(board, disc, best), set()
    free = set(empties(board))
    n_empties = len(free)
    if set(here["corners"]) - set(there["corners"]):
        found.add("corner given")
    if best in CORNERS and move not in CORNERS:
        found.add("corner missed")
    x_squares = {square for corner, square in CORNERS.items() if corner in free}
    if move in x_squares and best not in x_squares:
        found.add("X-square")
    c_squares = {square for corner, squares in EDGES.items() if corner in free for square in squares}
    if move in c_squares and best not in c_squares:
        found.add("C-square")
    if n_empties > 20 and there["choices"] - here["choices"] >= 4:
        found.add("mobility")
    if n_empties > 20 and here["frontier"] - there["frontier"] >= 3:
        found.add("frontier")
    if n_empties > 40 and here["turned"] - there["turned"] >= 3:
        found.add("discs")
    if n_empties <= 20 and here["region"] % 2 == 0 and there["region"] % 2 == 1:
        found.add("parity")
    if there["passes"] and not here["passes"]:
        found.add("pass missed")
    if here["forcing"] and not there["forcing"]:
        found.add("pass allowed")
    if proven[1] and best_value == 64:
        found.add("wipe-out missed")
    if proven[0] and played_value == -64:
        found.add("wipe-out allowed")
    if both:
        if best_value > 0 and played_value <= 0:
            found.add("win thrown away")
        elif best_value == 0:
            found.add("draw thrown away")
        else:
            found.add("count")
    return found
