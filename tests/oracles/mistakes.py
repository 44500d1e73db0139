"""Kinds of mistake once more, slow and on their own: boards are lists of rows, as in `naive`.

Nothing of the package is used here.
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


EDGE_SQUARES = [[f"{column}{row}" for column in "abcdefgh"] for row in (1, 8)] + [
    [f"{column}{row}" for row in range(1, 9)] for column in "ah"
]


def at(board, name):
    row, column = naive.place_of(name)
    return board[row][column]


def unbalanced(board, disc):
    found = set()
    for edge in EDGE_SQUARES:
        cells = [at(board, name) for name in edge]
        row = "".join("x" if cell == disc else "." if cell == naive.EMPTY else "o" for cell in cells)
        if row in ("..xxxxx.", ".xxxxx.."):
            found.add(edge[3])
    return found


def wedges(board, disc):
    found, rival = set(), naive.other(disc)
    legal = naive.legal(board, disc)
    for edge in EDGE_SQUARES:
        for place in range(1, 7):
            beside = {edge[place - 1], edge[place + 1]}
            if edge[place] in legal and all(at(board, name) == rival for name in beside):
                after = naive.play(board, disc, edge[place])
                if all(at(after, name) == rival for name in beside):
                    found.add(edge[place])
    return found


def takeable(board, disc):
    return {corner for corner in CORNERS if corner in naive.legal(board, disc)}


def safe(board, disc):
    rival = naive.other(disc)
    before = takeable(board, rival)
    return [each for each in naive.legal(board, disc) if not takeable(naive.play(board, disc, each), rival) - before]


def own_lead(board, disc):
    near = {n for corner in CORNERS if at(board, corner) == naive.EMPTY for n in neighbours(corner)}
    own, theirs = (set(naive.legal(board, each)) - near for each in (disc, naive.other(disc)))
    return len(own - theirs) - len(theirs - own)


def quiet(board, disc, move):
    after = naive.play(board, disc, move)
    names = naive.turned(board, disc, move)
    return not any(at(after, each) == naive.EMPTY for name in names for each in neighbours(name))


def odd_open(board, disc):
    legal = naive.legal(board, disc)
    return [each for each in legal if len(region(board, each)) % 2]


def stoner(board, disc):
    """X-squares on which `disc` springs a Stoner trap."""
    found, rival = set(), naive.other(disc)
    for corner, x_square in CORNERS.items():
        for edge in EDGE_SQUARES:
            for line in (edge, edge[::-1]):
                if line[0] != corner or at(board, corner) != naive.EMPTY:
                    continue
                if at(board, line[1]) != rival or at(board, line[2]) != naive.EMPTY:
                    continue
                if x_square not in naive.legal(board, disc):
                    continue
                trapped = naive.play(board, disc, x_square)
                if corner in naive.legal(trapped, rival) or takeable(trapped, disc):
                    continue
                if line[2] not in naive.legal(trapped, disc):
                    continue
                attacked = naive.play(trapped, disc, line[2])
                answers = naive.legal(attacked, rival)
                ends = [naive.play(attacked, rival, each) for each in answers]
                if not answers and naive.legal(attacked, disc):
                    ends = [attacked]
                if all(takeable(end, disc) for end in ends):
                    found.add(x_square)
    return found


def corner_lead(board, disc):
    return sum((at(board, corner) == disc) - (at(board, corner) == naive.other(disc)) for corner in CORNERS)


def mobility_lead(board, disc):
    return len(naive.legal(board, disc)) - len(naive.legal(board, naive.other(disc)))


def frontier_lead(board, disc):
    touching = {name for each in empties(board) for name in neighbours(each)}
    return sum((at(board, name) == disc) - (at(board, name) == naive.other(disc)) for name in touching)


def ends(board, disc, lines):
    """The boards after both lines, of equally many moves, or None if one is short."""
    n_moves = min(8, *map(len, lines))
    if n_moves < 3:
        return None
    found = []
    for line in lines:
        after, mover = board, disc
        for move in line[:n_moves]:
            after = after if move == "pass" else naive.play(after, mover, move)
            mover = naive.other(mover)
        found.append(after)
    return found


def later_kinds(board, disc, move, best, lines):
    """The kinds that compare lines or look at more than the counts of `facts`."""
    found, rival = set(), naive.other(disc)
    after, instead = naive.play(board, disc, move), naive.play(board, disc, best)
    if unbalanced(after, disc) - unbalanced(instead, disc):
        found.add("unbalanced edge")
    if wedges(after, rival) - wedges(instead, rival):
        found.add("wedge allowed")
    if best in wedges(board, disc) and move not in wedges(board, disc):
        found.add("wedge missed")
    if stoner(after, rival) - stoner(instead, rival):
        found.add("Stoner trap")
    if own_lead(instead, disc) - own_lead(after, disc) >= 3:
        found.add("own squares")
    passes = [not naive.legal(each, rival) and naive.legal(each, disc) for each in (after, instead)]
    if not any(passes):
        theirs, own = ([len(safe(each, who)) for each in (after, instead)] for who in (rival, disc))
        if theirs[0] > 0 == theirs[1] or own[0] == 0 < own[1]:
            found.add("tempo")
    if len(empties(board)) <= 20 and odd_open(after, rival) and not odd_open(instead, rival):
        found.add("parity given away")
    if set(takeable(instead, rival)) - set(takeable(after, rival)):
        found.add("sacrifice missed")
    if quiet(board, disc, best) and not quiet(board, disc, move):
        found.add("quiet move missed")
    answers = [line[1] if len(line) > 1 and line[1] != "pass" else "" for line in lines]
    if all(answers) and quiet(after, rival, answers[0]) and not quiet(instead, rival, answers[1]):
        found.add("quiet answer")
    if answers[0] == best:
        found.add("square left")
    if both := ends(board, disc, lines):
        played, other = both
        if corner_lead(other, disc) > corner_lead(played, disc):
            found.add("corners later")
        if mobility_lead(other, disc) - mobility_lead(played, disc) >= 4:
            found.add("mobility later")
        if frontier_lead(played, disc) - frontier_lead(other, disc) >= 4:
            found.add("frontier later")
    return found


def kinds(board, disc, move, best, values, proven, lines=((), ())):
    """The kinds of a mistake but "left the book"; `proven` and `lines` are of the move and of the best one."""
    played_value, best_value = values
    both = all(proven)
    sign = (best_value > 0) - (best_value < 0)
    changed = both and (played_value > 0) - (played_value < 0) < sign
    if best_value - played_value < 2 and not changed:
        return set()
    here, there = facts(board, disc, move), facts(board, disc, best)
    found = later_kinds(board, disc, move, best, lines)
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
