"""A bot for Outflank. Try it with `outflank bot check bot.py`.

`choose` takes a position and returns one of `position.legal_moves`. It can have a second parameter for the time left:
`time_left.seconds`. You can print messages for yourself; they do not affect the game. See docs/how-to/let-bots-play.md.
"""

CORNERS = {"a1", "h1", "a8", "h8"}


def choose(position):
    """Take a corner if possible; otherwise leave the opponent as few moves as possible."""

    def replies(move):
        return len(position.play(move).legal_moves)

    return min(position.legal_moves, key=lambda move: (move not in CORNERS, replies(move)))
