"""The rules of Tribolo once more, slow and on their own: a board is a list of rows of "B", "R", "G", "#" and ".".

Nothing of the package is used here. A cell is (x, y) from the top left.
"""

ORDER = "BRG"
DIRECTIONS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


def board(text):
    return [list(row) for row in text.replace(" ", "").split("/")]


def text(rows):
    return "/".join("".join(row) for row in rows)


def at(rows, x, y):
    return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[0]) else "#"


def jump(rows, x, y, dx, dy):
    """Who may jump from an empty cell in a direction, and the run that it takes; (None, []) if nobody."""
    loser, run = at(rows, x + dx, y + dy), []
    if at(rows, x, y) != "." or loser not in ORDER:
        return None, []
    x, y = x + dx, y + dy
    while at(rows, x, y) == loser:
        run.append((x, y))
        x, y = x + dx, y + dy
    winner = at(rows, x, y)
    return (winner, run) if winner in ORDER else (None, [])


def taken(rows, player, x, y):
    """All cells that a move takes."""
    cells = []
    for dx, dy in DIRECTIONS:
        winner, run = jump(rows, x, y, dx, dy)
        if winner == player:
            cells += run
    return cells


def legal(rows, player):
    """The cells where a player may move, row by row."""
    return [(x, y) for y in range(len(rows)) for x in range(len(rows[0])) if taken(rows, player, x, y)]


def play(rows, player, x, y):
    after = [list(row) for row in rows]
    for cx, cy in [*taken(rows, player, x, y), (x, y)]:
        after[cy][cx] = player
    return after


def following(rows, player):
    """The next of the three players after `player`, itself last, that can move; None if the game is over."""
    place = ORDER.index(player)
    for step in (1, 2, 3):
        candidate = ORDER[(place + step) % 3]
        if legal(rows, candidate):
            return candidate
    return None


def count(rows, player):
    return text(rows).count(player)


def name(x, y):
    return "abcdefghijklmnop"[x] + str(y + 1)


# --- the published player ---------------------------------------------------------------------------------------------


def score_sum(rows, players):
    return sum(count(rows, player) for player in players)


def leaf_score(rows, mover, friends, maximising):
    """The leaf value of the score strategies: one ply more, on scores only; `mover` is None if the game is over."""
    if mover is None:
        return score_sum(rows, friends)
    return (max if maximising else min)(score_sum(play(rows, mover, *cell), friends) for cell in legal(rows, mover))


def value(rows, mover, me, strategy, person, depth):
    """Minimax over all moves of a player's strategy, `depth` plies before the leaf."""
    friends = {"own": [me], "allied": [p for p in ORDER if p != person]}.get(strategy, [])
    maximising = mover in friends if strategy != "choices" else mover == me
    if depth == 0 or mover is None:
        return len(legal(rows, me)) if strategy == "choices" else leaf_score(rows, mover, friends, maximising)
    children = [play(rows, mover, *cell) for cell in legal(rows, mover)]
    return (max if maximising else min)(
        value(child, following(child, mover), me, strategy, person, depth - 1) for child in children
    )
