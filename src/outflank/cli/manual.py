"""The help shown during a game in the terminal, with the moves and commands that a person can type."""

from typing import Any

from outflank.play import PERSON, GameKind


def manual(kind: GameKind[Any]) -> str:
    """Explain how to type moves, and list the commands, one per line."""
    another = ("SIZE", "on a board of SIZE") if kind.sizes else ("NUMBER", "on the board of that number")
    first, *others = [f"{seat.lower()} PLAYER" for seat in kind.seats]
    rows = [
        ("legal", f"show or hide the {kind.cell}s where you can move"),
        ("undo", "take back your last move and the answers to it"),
        ("redo", "replay the moves taken back"),
        ("hint", "ask a computer player for its move (the game then does not count for your rating)"),
        ("why", "show the value and depth of the computer's last move"),
        (f"new [{another[0]}]", f"start a new game, optionally {another[1]}"),
        ("restart", "restart this game from its first position"),
        (first, f"let someone else take a side: {PERSON}, {kind.opponents[-1]}, …"),
        *((other, "") for other in others),
        ("board", "redraw the board"),
        ("moves", "list the moves so far"),
        ("save [FILE]", "save the game (also .sgf, .ggf, .pgn, .json); continue with outflank play --start FILE"),
        ("save! FILE", "save over an existing file"),
        *([("resign", "give up")] if len(kind.seats) == 2 else []),
        ("help", "show this list"),
        ("quit", "print the moves, save the game and leave"),
    ]
    marks = f"On the board: [ ] the last move, ( ) pieces it turned over, + a {kind.cell} where you can move."
    goal = f"Type a {kind.cell}, such as f5, to move. A player who cannot move passes. {kind.goal.capitalize()}."
    return "\n".join([goal, marks, *(f"  {word:<17} {about}".rstrip() for word, about in rows)])
