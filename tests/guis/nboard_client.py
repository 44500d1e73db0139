"""The side of NBoard, the graphical program, in the NBoard protocol: it asks, and believes nothing of what it hears.

Written from the description of the protocol alone, without a look at the engine, so that both can be wrong only where
the description is. Each line of the engine is checked when it is read: its form, that something was asked that allows
it, that moves are legal in the position it was asked for, that values are possible, that hints never become shallower.
"""

import re
import time
from dataclasses import dataclass, field

from outflank.errors import IllegalMoveError
from outflank.rules import BLACK, PASS, Game, Position
from tests.guis.dialogue import PATIENCE, GraphicalProgram

_NUMBER = r"[+-]?[0-9]+(?:\.[0-9]+)?"
_AMOUNT = r"[0-9]+(?:\.[0-9]+)?"
_MOVE = r"(?:[A-Ha-h][1-8]|PA)"
_TEXT = r"(?: (?P<text>.*))?"
FORMS = {
    "set": r"set myname (?P<name>[A-Za-z0-9]+)",
    "status": r"status" + _TEXT,
    "nodestats": rf"nodestats (?P<nodes>[0-9]+) (?P<seconds>{_AMOUNT})",
    "pong": r"pong (?P<n>[0-9]+)",
    "search": rf"search (?P<pv>{_MOVE}+) (?P<value>{_NUMBER}) 0 (?P<depth>[0-9]+|100%W?)" + _TEXT,
    "book": rf"book (?P<pv>{_MOVE}+) (?P<value>{_NUMBER}) (?P<n>[0-9]+) (?P<depth>[0-9]+|100%W?)" + _TEXT,
    "===": rf"=== (?P<move>{_MOVE})(?:/(?P<value>{_NUMBER})?(?:/(?P<seconds>{_AMOUNT}))?)?",
    "analysis": rf"analysis (?P<n>[0-9]+) (?P<value>{_NUMBER})",
    "learned": r"learned",
}
"""The lines of an engine, by their first word."""

_ALLOWED = {
    "hint": {"search", "book", "nodestats"},
    "go": {"search", "book", "nodestats", "==="},
    "learn": {"search", "book", "nodestats", "learned"},
    "analyze": {"search", "book", "nodestats", "analysis"},
}
"""What the engine may say to each request. `status` is allowed at any time."""

PROVEN, EXACT = 1000, 1001
"""The depths of values that are proven to be a win, loss or draw (``100%W``), or exact (``100%``)."""


@dataclass(frozen=True)
class Line:
    """A line of the engine: its first word, what it says, and when it came."""

    kind: str
    text: str
    at: float
    fields: dict

    @property
    def value(self):
        """The evaluation, in discs; None where there is none."""
        said = self.fields.get("value")
        return None if said is None else float(said)

    @property
    def move(self):
        """The move, or the first one of the principal variation."""
        return moves_of(self.fields["pv"])[0] if "pv" in self.fields else moves_of(self.fields["move"])[0]

    @property
    def pv(self):
        """The moves of the principal variation."""
        return moves_of(self.fields["pv"])

    @property
    def depth(self):
        """The depth in plies, PROVEN or EXACT."""
        return {"100%": EXACT, "100%W": PROVEN}.get(self.fields["depth"]) or int(self.fields["depth"])


@dataclass
class Request:
    """What the engine was asked to do, and what it has said to it."""

    kind: str
    position: Position
    n: int = 0
    n_moves: int = 0
    is_over: bool = False
    lines: list = field(default_factory=list)

    @property
    def is_answered(self):
        """Whether the engine has given the answer of which there is one only."""
        return any(line.kind in ("===", "learned") for line in self.lines)

    def of(self, *kinds):
        """The lines of these kinds."""
        return [line for line in self.lines if line.kind in kinds]

    @property
    def hints(self):
        """The last line of each move that was hinted at, by move."""
        return {line.move: line for line in self.of("search", "book")}


def moves_of(text):
    """The moves of a principal variation, as the package names them."""
    return [PASS if move == "PA" else move.lower() for move in re.findall(_MOVE, text)]


def ggf(game, clock="15:00", **tags):
    """A game as NBoard writes it: clocks, board, and the moves with what `tags` has for `values` or `times`."""
    values, times = tags.pop("values", {}), tags.pop("times", {})
    head = {"GM": "Othello", "PC": "NBoard", "DT": "2014-02-21 20:52:27 GMT", "PB": "a person", "PW": "engine"}
    head |= {"RE": "?", "TI": clock, "TY": "8"} | tags
    start = game.start
    cells = start.cells.translate({ord("X"): "*", ord("O"): "O", ord("."): "-"})
    board = f"BO[8 {cells} {'*' if start.turn is BLACK else 'O'}]"
    moves = []
    for n, (position, move) in enumerate(zip(game.positions, game.moves, strict=False)):
        said = "PA" if move == PASS else move.upper()
        if n in values or n in times:
            said += f"/{values.get(n, '')}"
        if n in times:
            said += f"/{times[n]}"
        moves.append(f"{'B' if position.turn is BLACK else 'W'}[{said}]")
    return (
        "(;"
        + "".join(f"{name}[{value}]" for name, value in head.items() if value is not None)
        + board
        + "".join(moves)
        + ";)"
    )


class NBoard(GraphicalProgram):
    """NBoard with an engine that it has started: the game on its board, and what it has asked."""

    def __init__(self, command, depth=4):
        super().__init__(command)
        self.game = Game()
        self.requests = []
        self.unknown = []
        self.lines = []
        self.name = None
        self.status = None
        self._pings = {}
        self._n_pings = 0
        try:
            self._shake_hands(depth)
        except BaseException:
            self.dialogue.kill()
            raise

    def _shake_hands(self, depth):
        self.send("nboard 2")
        self.set_depth(depth)
        self.set_game(self.game)
        self.sync()
        if self.name is None:
            self.dialogue.fail("expected `set myname` before the first pong")

    # --- what is sent ---------------------------------------------------------------------------------------------

    def send(self, *lines):
        """Send lines as they are; return when that was."""
        return self.dialogue.send(*lines)

    def set_depth(self, depth):
        """The depth of midgame searches."""
        self.send(f"set depth {depth}")

    def set_contempt(self, contempt):
        """How much a draw is worth to Black, from -100 to 100."""
        self.send(f"set contempt {contempt}")

    def set_game(self, game, **tags):
        """Put a game on the board: all that follows is about its last position."""
        self.game = Game(game.start, game.moves)
        self.send(f"set game {ggf(game, **tags)}")

    def move(self, move, value=None, seconds=None):
        """Make a move on the board."""
        self.game.push(move)
        said = "PA" if move == PASS else move.upper()
        if value is not None or seconds is not None:
            said += f"/{'' if value is None else format(value, '.2f')}"
        if seconds is not None:
            said += f"/{seconds:.2f}"
        self.send(f"move {said}")

    def ping(self):
        """Send the next ping; return when that was."""
        self._n_pings += 1
        self._pings[self._n_pings] = len(self.requests)
        return self.send(f"ping {self._n_pings}")

    def ask(self, kind, n=0):
        """Send `go`, `hint`, `learn` or `analyze`; return the request, which gathers what the engine says to it."""
        request = Request(kind, self.game.position, n, len(self.game.moves))
        self.requests.append(request)
        self.send(f"hint {n}" if kind == "hint" else kind)
        return request

    # --- what is heard --------------------------------------------------------------------------------------------

    def hear(self, timeout=PATIENCE):
        """The next line, checked; None if none comes in time."""
        heard = self.dialogue.hear(timeout)
        return None if heard is None else self._take(heard)

    def _take(self, heard):
        line = self._parsed(heard)
        self.lines.append(line)
        if line.kind == "set":
            self.name = line.fields["name"]
        elif line.kind == "status":
            self.status = line.fields["text"] or ""
        elif line.kind == "pong":
            self._take_pong(line)
        elif line.kind == "unknown":
            self.unknown.append(line)
        else:
            self._take_thought(line)
        return line

    def _parsed(self, heard):
        kind = heard.text.split(" ", 1)[0]
        if kind not in FORMS or (kind == "set" and not heard.text.startswith("set myname")):
            return Line("unknown", heard.text, heard.at, {})
        found = re.fullmatch(FORMS[kind], heard.text)
        if not found:
            self.dialogue.fail(f"expected {FORMS[kind]}, got {heard.text!r}")
        line = Line(kind, heard.text, heard.at, found.groupdict())
        if line.value is not None and not -64 <= line.value <= 64:
            self.dialogue.fail(f"expected a value within ±64, got {heard.text!r}")
        return line

    def _take_pong(self, line):
        n = int(line.fields["n"])
        if n not in self._pings or n != min(self._pings):
            self.dialogue.fail(f"expected a pong to the pings {sorted(self._pings)} in their order, got {line.text!r}")
        n_before = self._pings.pop(n)
        for request in self.requests[:n_before]:
            request.is_over = True  # what was asked before this ping is over, answered or not

    @property
    def is_busy(self):
        """Whether a pong has not come."""
        return bool(self._pings)

    @property
    def _open(self):
        return [request for request in self.requests if not request.is_over]

    def _take_thought(self, line):
        allowed = [
            request
            for request in self._open
            if line.kind in _ALLOWED[request.kind]
            and not (line.kind in ("===", "learned") and request.is_answered)
            and self._why_impossible(line, request) is None
        ]
        if not allowed:
            reasons = [f"{request.kind}: {self._why_impossible(line, request)}" for request in self._open]
            self.dialogue.fail(
                f"expected nothing of this kind, got {line.text!r} ({'; '.join(reasons) or 'nothing asked'})"
            )
        allowed[0].lines.append(line)

    def _why_impossible(self, line, request):
        if line.kind == "analysis":
            n = int(line.fields["n"])
            return None if n <= request.n_moves else f"the game has {request.n_moves} moves only"
        if line.kind == "===":
            legal = request.position.legal_moves or (PASS,)  # nobody says what the answer is when the game is over
            return None if line.move in legal else f"{line.move} is not one of {', '.join(legal)}"
        if line.kind not in ("search", "book"):
            return None
        position = request.position
        if request.kind in ("hint", "go"):
            try:
                for move in line.pv:
                    position = position.play(move)
            except IllegalMoveError as error:
                return str(error)
        depth = line.depth
        if line.kind == "search" and depth == EXACT and line.value % 2:
            return "an exact score of 64 squares is even"
        if line.kind == "search" and not 0 < depth <= 60 and depth < PROVEN:
            return "the depth is from 1 to 60"
        before = request.hints.get(line.move)
        if request.kind == "hint" and before is not None and depth < before.depth:
            return f"shallower than {before.text!r}"
        return None

    # --- both, as the graphical program does ----------------------------------------------------------------------

    def sync(self, timeout=PATIENCE):
        """Send a ping and read until its pong; return the seconds it took."""
        sent = self.ping()
        self.hear_until(lambda: not self._pings, timeout, "a pong")
        return self.lines[-1].at - sent

    def go(self, timeout=PATIENCE):
        """Ask for a move as NBoard does: ping, wait for the pong, go. The move is not made; return the answer."""
        self.sync()
        request = self.ask("go")
        self.hear_until(lambda: request.is_answered, timeout, "===")
        return request.of("===")[0]

    def hint(self, n, depth, timeout=PATIENCE):
        """Ask for hints, and wait until the best moves are known to a depth or for sure; return them by move."""
        self.sync()
        request = self.ask("hint", n)
        n_moves = min(n, len(request.position.legal_moves))

        def is_deep():
            deep = [line for line in request.hints.values() if line.kind == "book" or line.depth >= depth]
            return len(deep) >= n_moves

        self.hear_until(is_deep, timeout, f"{n_moves} moves of depth {depth}")
        return request.hints

    def analyse(self, timeout=PATIENCE):
        """Ask for an analysis of the game; return the values by the number of moves made."""
        self.sync()
        request = self.ask("analyze")
        done = lambda: len({line.fields["n"] for line in request.of("analysis")}) == request.n_moves + 1  # noqa: E731
        self.hear_until(done, timeout, f"the analysis of {request.n_moves + 1} positions")
        return {int(line.fields["n"]): line.value for line in request.of("analysis")}

    def learn(self, timeout=PATIENCE):
        """Ask the engine to learn from the game, and wait until it says so."""
        self.sync()
        request = self.ask("learn")
        self.hear_until(lambda: request.is_answered, timeout, "learned")

    def quit(self, timeout=PATIENCE):
        """Send `quit` and wait for the end; return the exit status and the seconds it took."""
        sent = self.send("quit")
        self.dialogue.end_of_output(timeout)
        status = self.dialogue.exit_status(timeout)
        return status, time.monotonic() - sent
