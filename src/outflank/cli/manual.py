"""The manual of a game at the terminal: commands and moves that a person can type."""

from typing import Any

from outflank.play import PERSON, GameKind


def manual(kind: GameKind[Any]) -> str:
    """The moves and the commands, a line each."""
    another = ("SIZE", "on a board of SIZE") if kind.sizes else ("NUMBER", "on the board of that number")
    first, *others = [f"{seat.lower()} PLAYER" for seat in kind.seats]
    rows = [
        ("legal", f"show the {kind.cell}s where you can move, or hide them"),
        ("undo", "take your last move back, and the answers to it"),
        ("redo", "play it again"),
        ("hint", "what a computer player would do"),
        ("why", "the value and depth behind the computer's last move"),
        (f"new [{another[0]}]", f"a new game, {another[1]} if you like"),
        ("restart", "this game again from where it began"),
        (first, f"let someone else take a side: {PERSON}, {kind.opponents[-1]}, …"),
        *((other, "") for other in others),
        ("board", "draw the board again"),
        ("moves", "the moves so far"),
        ("save [FILE]", "save the game (.sgf, .ggf, .pgn, .json too); outflank play --start FILE goes on with it"),
        ("save! FILE", "the same over a file that is there already"),
        *([("resign", "give up")] if len(kind.seats) == 2 else []),
        ("help", "this list"),
        ("quit", "leave; the moves are printed and the game saved"),
    ]
    marks = f"On the board: [ ] the last move, ( ) what it turned over, + a {kind.cell} where you can move."
    goal = f"A move is a {kind.cell}, such as f5. Whoever cannot move is passed over. {kind.goal.capitalize()}."
    return "\n".join([goal, marks, *(f"  {word:<17} {about}".rstrip() for word, about in rows)])
