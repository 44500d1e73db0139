"""The Cassio engine protocol.

Every command begins with ``ENGINE-PROTOCOL``, and its answer ends with ``ready.``. A search command is self-contained:
it specifies a position, a window, a depth, and a confidence in percent. The engine prints a line whenever it has a new
result; the last line is the final result. ``stop`` ends a running search. An empty line is answered with ``ok.``, and
``get-search-infos`` with the cost of the current or last search. ``feed-hash`` is not answered, because Cassio sends
many of these commands before a search, and gives up if it reads four ``ready.`` lines without a result. Values are from
the point of view of the side to move, and are preceded by the letter of that side.

The window and the confidence tell the engine how precise an answer Cassio needs; the engine's answers are at least that
precise. Cassio treats bounds as an error unless they answer the question that the window asks. The engine therefore
reports bounds only if the value is known exactly, is at most alpha, or is at least beta.
"""

import re
from dataclasses import dataclass, replace

from outflank.board.squares import NAMES
from outflank.errors import ParseError, excerpt
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.limit import Limit
from outflank.protocols.dialogue import Dialogue, Say
from outflank.protocols.lines import Unreadable
from outflank.protocols.settings import Settings
from outflank.protocols.shown import NO_MOVE, cased
from outflank.protocols.thinker import Thinker
from outflank.rules import BLACK, Position

_PREFIX = "ENGINE-PROTOCOL"
_CELLS = len(NAMES[8])
_SCORE = re.compile(r"[+-]?[0-9]{1,3}(?:\.[0-9]{0,4})?")
_COUNT = re.compile(r"[0-9]{1,3}")
_MOST = 64


@dataclass(frozen=True, slots=True)
class _Window:
    """The window of a search command.

    Cassio wants to know whether the value is at most alpha or at least beta. If it is neither, Cassio needs the exact
    value.
    """

    alpha: float
    beta: float

    def is_answered_by(self, lower: float, upper: float) -> bool:
        return lower == upper or upper <= self.alpha or lower >= self.beta


class Cassio(Dialogue):
    """Outflank as an engine for Cassio."""

    def __init__(self, say: Say, thinker: Thinker, settings: Settings):
        super().__init__(say, thinker, settings)
        self._last = ""  # the last reported result, without its cost
        self._seconds = 0.0  # duration of the last search

    # --- lines --------------------------------------------------------------------------------------------------

    def hear(self, line: str) -> None:
        """Answer commands about a running search immediately. All other commands wait until the search has finished."""
        match _words(line):
            case []:
                self.say("ok.")
            case [prefix, "stop"] if prefix == _PREFIX:
                if self.is_busy:
                    self.interrupt(lambda: None)  # the search prints ready when it finishes
                else:
                    self.say("ready.")
            case [prefix, "get-search-infos"] if prefix == _PREFIX:
                self.say(f"node {self.thinker.nodes}, time {self.seconds if self.is_busy else self._seconds:.3f}")
            case [prefix, "feed-hash", *_] if prefix == _PREFIX:
                pass  # every search command is self-contained
            case [prefix, "quit"] if prefix == _PREFIX:
                self.end()
                self.say("bye bye.")
            case [prefix, *_] if prefix == _PREFIX:
                super().hear(line)
            case _:
                self.refuse(f"expected {_PREFIX}, got {excerpt(line.strip())}")

    def refuse_line(self, line: Unreadable) -> None:
        """Report the error, followed by ``ready.``, unless the command is never answered."""
        match _words(line.start):
            case [prefix, "feed-hash", *_] if prefix == _PREFIX:
                return
            case [prefix, *_] if prefix == _PREFIX:
                self.failed(line.reason)
            case _:
                self.refuse(line.reason)

    def refuse(self, reason: str) -> None:
        """Print an error message."""
        self.say(f"ERROR: {reason}")

    def failed(self, reason: str) -> None:
        """Print an error message, followed by ``ready.``."""
        self.refuse(reason)
        self.say("ready.")

    def obey(self, line: str) -> None:
        """Execute a command. Print ``ready.`` immediately, unless the command starts a search."""
        _, *words = _words(line)
        command, arguments = (words[0], words[1:]) if words else ("", [])
        try:
            match command:
                case "init" | "new-position":
                    pass  # every search command is self-contained
                case "get-version":
                    self.say(f"version: {self.settings.name} {self.settings.version}".rstrip())
                case "empty-hash":
                    self.thinker.forget()
                case "midgame-search":
                    self._search(arguments, has_depth=True)
                case "endgame-search":
                    self._search(arguments, has_depth=False)
                case _:
                    self.refuse(f"unknown command {excerpt(command)}")
        except ParseError as error:
            self.refuse(f"{command}: {error}")
        if not self.is_busy:
            self.say("ready.")

    # --- searching ----------------------------------------------------------------------------------------------

    def _search(self, arguments: list[str], *, has_depth: bool) -> None:
        """Start the search that a command's arguments describe. Raises ParseError."""
        position, numbers = _position(arguments)
        names = ("alpha", "beta", "depth", "precision") if has_depth else ("alpha", "beta", "precision")
        if len(numbers) != len(names):
            raise ParseError(f"expected a position, {', '.join(names)}, got {len(numbers)} numbers")
        alpha, beta = (_score(text, name) for text, name in zip(numbers[:2], names[:2], strict=True))
        counts = [_count(text, name) for text, name in zip(numbers[2:], names[2:], strict=True)]
        depth, precision = counts if has_depth else (_MOST, *counts)
        if alpha > beta:
            raise ParseError(f"expected alpha to be at most beta, got {alpha:g} and {beta:g}")
        self._last, window = "", _Window(alpha, max(beta, alpha + 1))
        if position.is_over:
            score = position.scores[position.turn]
            self._tell(position, Analysis(lower=score, upper=score), window)
            return
        if depth >= position.n_empties and precision >= 100:
            is_outcome = alpha >= -1 and beta <= 1
            limit = Limit(wld=True) if is_outcome else Limit(exact=True)
        else:
            plies = max(depth, 1) if depth < position.n_empties else None
            limit = Limit(plies, confidence=min(max(precision, 1), 100))

        def news(known: Analysis) -> None:
            self._tell(position, known, window)

        def done(known: Analysis) -> None:
            self._seconds = known.seconds
            self._tell(position, known, window)
            if not self._last:  # stopped before the first result
                found = MoveValue(known.move or position.legal_moves[0])
                self._say_result(position, replace(known, moves=(found,)), -_MOST, _MOST)
            self.say("ready.")

        self.analyse(position, limit, 1, news, done)

    def _tell(self, position: Position, known: Analysis, window: _Window) -> None:
        """Print the result of an analysis if it answers Cassio's question."""
        lower, upper = _bounds(known)
        if window.is_answered_by(lower, upper):
            self._say_result(position, known, lower, upper)

    def _say_result(self, position: Position, known: Analysis, lower: float, upper: float) -> None:
        """Print a move and the bounds on its value, unless the last printed result was the same."""
        if known.move is None:
            move, line, depth, confidence = NO_MOVE, "", 0, 100
        else:
            found = known.chosen
            moves = cased(found.pv or (found.move,), position)
            move, line, depth, confidence = moves[0], "".join(moves), found.depth, found.selectivity
        side = "B" if position.turn is BLACK else "W"
        window = f"{side}{lower:+.2f} <= v <= {side}{upper:+.2f}"
        result = f"{position.cells}{position.turn.symbol}, move {move}, depth {depth}, @{confidence}%, {window}, {line}"
        if result != self._last:
            self._last = result
            self.say(f"{result}, node {known.nodes}, time {known.seconds:.3f}")


def _words(line: str) -> list[str]:
    """Split a line into words. The first two words are case-insensitive."""
    words = line.split()
    return [*(word.upper() for word in words[:1]), *(word.lower() for word in words[1:2]), *words[2:]]


def _bounds(known: Analysis) -> tuple[float, float]:
    """Return the lower and upper bound on the value.

    If the search reached the end of the game, these are the proven bounds.
    """
    if known.move is None or known.chosen.kind != "heuristic":
        return (-_MOST if known.lower is None else known.lower), (_MOST if known.upper is None else known.upper)
    if known.value is None:
        return -_MOST, _MOST
    value, bound = known.value, known.chosen.bound
    return (-_MOST if bound == "upper" else value), (_MOST if bound == "lower" else value)


def _position(arguments: list[str]) -> tuple[Position, list[str]]:
    """Split the arguments of a search command into the position and the remaining words. Raises ParseError."""
    cells, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if len(cells) == _CELLS and rest:  # the side to move is a separate word
        cells, rest = cells + rest[0], rest[1:]
    if len(cells) != _CELLS + 1:
        raise ParseError(f"expected {_CELLS} cells and the side to move, got {excerpt(cells)}")
    return Position.parse(cells), rest


def _score(text: str, name: str) -> float:
    if not _SCORE.fullmatch(text) or abs(float(text)) > 2 * _MOST:
        raise ParseError(f"expected {name} to be a score, got {excerpt(text)}")
    return float(text)


def _count(text: str, name: str) -> int:
    plain = text.removesuffix("%")
    if not _COUNT.fullmatch(plain):
        raise ParseError(f"expected {name} to be a whole number, got {excerpt(text)}")
    return int(plain)
