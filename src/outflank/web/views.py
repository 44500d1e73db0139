"""What a page draws of a position, whatever the game."""

from typing import Any, TypedDict

from outflank.play import GamePosition, kind_of


class View(TypedDict):
    """A position as the page draws it.

    `cells` holds one character a cell, row by row. `legal` maps each move of the side to move to the cells that it
    turns over; a forced pass is the move ``"pass"``. `turn` is a seat, None when the game is over. `counts` are the
    pieces on the board, by seat. `result` is how the game ended, None while it goes on.
    """

    width: int
    height: int
    cells: str
    turn: int | None
    legal: dict[str, list[int]]
    counts: list[int]
    over: bool
    text: str
    result: dict[str, Any] | None


def view_of(position: GamePosition) -> View:
    """What the page draws."""
    kind, is_over = kind_of(position), position.is_over
    return {
        "width": position.width,
        "height": position.height,
        "cells": position.cells,
        "turn": None if is_over else int(position.turn),
        "legal": {move: list(position.turned(move)) for move in position.legal_moves},
        "counts": list(position.counts),
        "over": is_over,
        "text": kind.write(position),
        "result": kind.result(position).to_json() if is_over else None,
    }
