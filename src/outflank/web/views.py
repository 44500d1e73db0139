"""Descriptions of positions in any game, which pages use to draw the board."""

from typing import Any

from outflank.play import GamePosition, kind_of
from outflank.web.page_types import View


def view_of(position: GamePosition) -> View:
    """Describe a position so that a page can draw it."""
    kind, is_over = kind_of(position), position.is_over
    result: Any = kind.result(position).to_json() if is_over else None
    return {
        "width": position.width,
        "height": position.height,
        "cells": position.cells,
        "turn": None if is_over else int(position.turn),
        "legal": {move: list(position.turned(move)) for move in position.legal_moves},
        "counts": list(position.counts),
        "over": is_over,
        "text": kind.write(position),
        "result": result,
    }
