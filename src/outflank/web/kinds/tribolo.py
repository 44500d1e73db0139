"""Tribolo, the game of three on 16×11 cells."""

from collections.abc import Iterable, Iterator
from typing import Any

from outflank.board.squares import bits
from outflank.tribolo import Colour, Position
from outflank.web.kinds.kind import Result, View, legal_move, unless_over


class Tribolo:
    """The game of three; `seed` numbers the random start, `start` is any position."""

    name = "tribolo"
    title = "Tribolo"
    seats: tuple[str, ...] = ("Blue", "Red", "Green")

    def start(self, setup: dict[str, Any]) -> Position:
        """A random start, or any position."""
        text = setup.get("start") or ""
        if not text:
            return Position.start(setup.get("seed"))
        position: Position = unless_over(self.read(text))
        return position

    def write(self, position: Position) -> str:
        """The rows from the top, then the colour to move."""
        return f"{'/'.join(position.rows)} {position.turn.name[0]}"

    def read(self, text: str) -> Position:
        """The position of rows in text."""
        return Position.parse(text)

    def move(self, position: Position, text: str) -> str:
        """The name of a cell, whatever its case."""
        return legal_move(position, text)

    def played(self, start: Position, moves: Iterable[str]) -> Iterator[tuple[str, Position]]:
        """Each move and the position after it."""
        position = start
        for text in moves:
            move = self.move(position, text)
            position = position.play(move)
            yield move, position

    def view(self, position: Position) -> View:
        """Cells are ``B``, ``R``, ``G``, ``#`` for a wall and ``.``."""
        return {
            "width": position.width,
            "height": position.height,
            "cells": "".join(position.rows),
            "turn": None if position.is_over else int(position.turn),
            "legal": {move: self.flips(position, move) for move in position.legal_moves},
            "counts": list(position.scores),
            "over": position.is_over,
            "text": self.write(position),
        }

    def flips(self, position: Position, move: str) -> list[int]:
        """All cells that change hands, whoever loses them."""
        return list(bits(sum(position.flips(move))))

    def skipped(self, before: Position, after: Position) -> tuple[int, ...]:
        """Who had no move."""
        return tuple(int(colour) for colour in after.skipped(before))

    def known(self, seats: list[str], human: str) -> dict[str, str]:
        """The computers ally against the person, if there is just one."""
        persons = [seat for seat, name in enumerate(seats) if name == human]
        return {"person": Colour(persons[0]).name.lower()} if len(persons) == 1 else {}

    def result(self, position: Position, resigned: int | None = None) -> Result:  # noqa: ARG002
        """Most cells win; equal best scores are a tie."""
        outcome = position.outcome
        return {
            "words": str(outcome)[:1].upper() + str(outcome)[1:],
            "winners": [int(colour) for colour in outcome.best],
            "scores": list(position.scores),
        }
