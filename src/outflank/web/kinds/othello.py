"""Othello, on boards of every size."""

from collections.abc import Iterable, Iterator
from typing import Any

from outflank.board.squares import bits
from outflank.formats import diagram
from outflank.rules import BLACK, PASS, WHITE, Colour, Outcome, Position
from outflank.web.kinds.kind import Result, View, legal_move, unless_over


class Othello:
    """The game of two; `size`, `mirrored` and `start` (a board string) set one up."""

    name = "othello"
    title = "Othello"
    seats: tuple[str, ...] = ("Black", "White")

    def start(self, setup: dict[str, Any]) -> Position:
        """The usual start of a size, or any position."""
        text = setup.get("start") or ""
        if not text:
            return Position.start(setup.get("size") or 8, mirrored=bool(setup.get("mirrored")))
        position: Position = unless_over(diagram.read(text))
        return position

    def write(self, position: Position) -> str:
        """The board string."""
        return diagram.write(position)

    def read(self, text: str) -> Position:
        """The position of a board string."""
        return diagram.read(text)

    def move(self, position: Position, text: str) -> str:
        """The name of a square, whatever its case."""
        return legal_move(position, text)

    def played(self, start: Position, moves: Iterable[str]) -> Iterator[tuple[str, Position]]:
        """Each move and the position after it, with the passes that were left out."""
        position = start
        for text in moves:
            if position.must_pass and text.strip().lower() != PASS:
                position = position.play(PASS)
                yield PASS, position
            move = self.move(position, text)
            position = position.play(move)
            yield move, position

    def view(self, position: Position) -> View:
        """Cells are ``X``, ``O`` and ``-``."""
        return {
            "width": position.size,
            "height": position.size,
            "cells": position.cells,
            "turn": None if position.is_over else int(position.turn),
            "legal": {move: self.flips(position, move) for move in position.legal_moves},
            "counts": [position.count(BLACK), position.count(WHITE)],
            "over": position.is_over,
            "text": diagram.write(position),
        }

    def flips(self, position: Position, move: str) -> list[int]:
        """Squares by their numbers."""
        return list(bits(position.flips(move))) if move != PASS else []

    def skipped(self, before: Position, after: Position) -> tuple[int, ...]:  # noqa: ARG002
        """Nobody: a pass is a move."""
        return ()

    def known(self, seats: list[str], human: str) -> dict[str, str]:  # noqa: ARG002
        """Nothing that a player would need to know."""
        return {}

    def result(self, position: Position, resigned: int | None = None) -> Result:
        """The outcome in words; empties go to the winner."""
        counted = position.outcome
        outcome = Outcome(counted.black, counted.white, counted.empties, None if resigned is None else Colour(resigned))
        winner = outcome.winner
        return {
            "words": str(outcome),
            "winners": [0, 1] if winner is None else [int(winner)],
            "scores": [outcome.difference, -outcome.difference],
        }
