"""The side of Cassio, the graphical program, in its engine protocol: it asks, and believes nothing of what it hears.

Written from the description of the protocol alone, without a look at the engine. Each line of the engine is checked
when it is read: its form, that it belongs to the search that runs, that move and principal variation are legal, that
the interval of the score is possible, that depth and nodes do not shrink.
"""

import re
import time
from dataclasses import dataclass

from outflank.errors import IllegalMoveError
from outflank.rules import BLACK, PASS, Game
from tests.guis.dialogue import PATIENCE, GraphicalProgram

PREFIX = "ENGINE-PROTOCOL "
_SCORE = r"[BW][+-][0-9]+\.[0-9]{2}"
_NONE = r"(?:--|PA|pa|Pa|pass)"
RESULT = re.compile(
    r"(?P<cells>[XO-]{64}) ?(?P<turn>[XO]),"
    rf" move (?P<move>[A-Ha-h][1-8]|{_NONE}),"
    r" depth (?P<depth>[0-9]+),"
    r" @(?P<precision>[0-9]+)%,"
    rf" (?P<lower>{_SCORE}) <= v <= (?P<upper>{_SCORE}),"
    rf" (?P<pv>(?:[A-Ha-h][1-8]|{_NONE})*),"
    r" node (?P<nodes>[0-9]+),"
    r" time (?P<seconds>[0-9]+(?:\.[0-9]+)?)"
)
INFOS = re.compile(r"node (?P<nodes>[0-9]+), time (?P<seconds>[0-9]+(?:\.[0-9]+)?)")
VERSION = re.compile(r"version: \S.*")


@dataclass(frozen=True)
class Result:
    """What a search has found: scores in discs, from the point of view of the side to move."""

    text: str
    move: str
    depth: int
    precision: int
    lower: float
    upper: float
    pv: tuple
    nodes: int
    seconds: float
    at: float


@dataclass(frozen=True)
class Search:
    """A search that was asked for."""

    position: object
    kind: str
    alpha: float
    beta: float
    depth: int
    precision: int


class Cassio(GraphicalProgram):
    """Cassio with an engine that it has started."""

    def __init__(self, command):
        super().__init__(command)
        self.searches = []
        self.results = []
        self.finished = []
        """The last result of each search whose `ready.` has come, in their order."""
        self.ready = 0
        self.oks = 0
        self.versions = []
        self.infos = []
        self.unknown = []
        self.said_bye = False
        self.last_at = 0.0
        try:
            self.send("init")
            self.hear_until(lambda: self.ready, what="ready.")
        except BaseException:
            self.dialogue.kill()
            raise

    # --- what is sent ---------------------------------------------------------------------------------------------

    def send(self, command):
        """Send a command; return when that was."""
        return self.dialogue.send(PREFIX + command)

    def expect(self, search):
        """Expect the results of a search that is asked for otherwise than by `ask_midgame` and `ask_endgame`."""
        self.searches.append(search)

    def forget(self):
        """Expect nothing of what was asked for before any more."""
        self.searches, self.results, self.finished = [], [], []

    def ask_midgame(self, position, depth, *, alpha=-64.0, beta=64.0, precision=100, between=""):
        """Ask for a search to a depth; `between` separates the cells from the side to move."""
        self.searches.append(Search(position, "midgame", alpha, beta, depth, precision))
        board = text_of(position, between)
        return self.send(f"midgame-search {board} {alpha:.2f} {beta:.2f} {depth} {precision}%")

    def ask_endgame(self, position, *, alpha=-64, beta=64, precision=100, between=""):
        """Ask for a search to the end of the game."""
        self.searches.append(Search(position, "endgame", alpha, beta, position.n_empties, precision))
        return self.send(f"endgame-search {text_of(position, between)} {alpha} {beta} {precision}")

    # --- what is heard --------------------------------------------------------------------------------------------

    def hear(self, timeout=PATIENCE):
        """The next line, checked; None if none comes in time."""
        heard = self.dialogue.hear(timeout)
        if heard is None:
            return None
        text, self.last_at = heard.text, heard.at
        if text == "ready.":
            self._take_ready()
        elif text == "ok.":
            self.oks += 1
        elif text == "bye bye.":
            self.said_bye = True
        elif text.startswith("version:"):
            self._expect(VERSION, text)
            self.versions.append(text)
        elif text.startswith("node "):
            self._take_infos(self._expect(INFOS, text))
        elif ", move " in text:
            self._take_result(heard)
        else:
            self.unknown.append(text)
        return text

    def _expect(self, form, text):
        found = form.fullmatch(text)
        if not found:
            self.dialogue.fail(f"expected {form.pattern}, got {text!r}")
        return found

    @property
    def is_busy(self):
        """Whether a search has not been finished."""
        return self._running is not None

    @property
    def _running(self):
        """The search that runs: the first one that was asked for and is not finished."""
        return self.searches[len(self.finished)] if len(self.finished) < len(self.searches) else None

    def _take_ready(self):
        self.ready += 1
        if self._running is not None:
            if not self.results:
                self.dialogue.fail("expected a result before `ready.`")
            self.finished.append(self.results[-1])
            self.results = []
            self.infos = []

    def _take_infos(self, found):
        infos = int(found["nodes"]), float(found["seconds"])
        if self.infos and (infos[0] < self.infos[-1][0] or infos[1] < self.infos[-1][1]) and self._running:
            self.dialogue.fail(f"expected no fewer nodes and seconds than {self.infos[-1]}, got {infos}")
        self.infos.append(infos)

    def _take_result(self, heard):
        found, search = self._expect(RESULT, heard.text), self._running
        if search is None:
            self.dialogue.fail(f"expected no result, nothing is searched: {heard.text!r}")
        position = search.position
        if found["cells"] + found["turn"] != text_of(position):
            self.dialogue.fail(f"expected the position {text_of(position)}, got {heard.text!r}")
        lower, upper = (_score(found[name], position) for name in ("lower", "upper"))
        if not -64 <= lower <= upper <= 64:
            self.dialogue.fail(f"expected an interval within ±64, for the side to move, got {heard.text!r}")
        if not 0 <= int(found["precision"]) <= 100:
            self.dialogue.fail(f"expected a precision of at most 100%, got {heard.text!r}")
        pv = self._checked_pv(found["pv"], position)
        move = PASS if re.fullmatch(_NONE, found["move"]) else found["move"].lower()
        if move not in (position.legal_moves or (PASS,)):
            self.dialogue.fail(f"expected a legal move, got {heard.text!r}")
        if move != PASS and found["move"][0].isupper() != (position.turn is BLACK):
            self.dialogue.fail(f"expected the move in capitals if and only if it is Black's, got {heard.text!r}")
        if pv and move != PASS and pv[0] != move:
            self.dialogue.fail(f"expected a variation that begins with the move, got {heard.text!r}")
        depth, precision, nodes = (int(found[name]) for name in ("depth", "precision", "nodes"))
        if self.results and depth < self.results[-1].depth and precision <= self.results[-1].precision:
            self.dialogue.fail(f"expected a depth of at least {self.results[-1].depth}, got {heard.text!r}")
        if self.results and nodes < self.results[-1].nodes:
            self.dialogue.fail(f"expected at least {self.results[-1].nodes} nodes, got {heard.text!r}")
        seconds = float(found["seconds"])
        self.results.append(
            Result(heard.text, move, depth, precision, lower, upper, pv, nodes, seconds, heard.at),
        )

    def _checked_pv(self, text, position):
        """The moves of a variation, in which Black's are written in capitals; passes may be left out."""
        game = Game(position)
        for word in re.findall(rf"[A-Ha-h][1-8]|{_NONE}", text):
            try:
                if re.fullmatch(_NONE, word):
                    game.push(PASS)
                    continue
                game.extend(word)
            except IllegalMoveError as error:
                self.dialogue.fail(f"expected a legal variation, got {text!r}: {error}")
            if word[0].isupper() != (game.positions[-2].turn is BLACK):
                self.dialogue.fail(f"expected Black's moves in capitals and White's not, got {text!r}")
        return game.moves

    # --- both, as the graphical program does ----------------------------------------------------------------------

    def sync(self, timeout=PATIENCE):
        """Send an empty line and read until `ok.`; return the seconds it took."""
        n, sent = self.oks + 1, self.dialogue.send("")
        self.hear_until(lambda: self.oks == n, timeout, "ok.")
        return self.last_at - sent

    def version(self):
        """Ask for the version and wait for `ready.`; return the lines that came before."""
        n, heard = len(self.versions) + 1, []
        self.send("get-version")
        while len(self.versions) < n or heard[-1] != "ready.":
            heard.append(self.hear())
            if heard[-1] is None:
                self.dialogue.fail("expected version and ready.")
        return heard[:-2]

    def command(self, command):
        """Send a command that is answered at once, or not at all; return the lines that came to it."""
        self.send(command)
        return self.version()

    def await_result(self, n=None, timeout=PATIENCE):
        """Wait until the n-th search (the last one asked for if None) is finished; return its result."""
        n = len(self.searches) if n is None else n
        self.hear_until(lambda: len(self.finished) >= n, timeout, "a result and ready.")
        return self.finished[n - 1]

    def midgame(self, position, depth, **options):
        """Search to a depth and wait for the result."""
        self.ask_midgame(position, depth, **options)
        return self.await_result()

    def endgame(self, position, **options):
        """Search to the end and wait for the result."""
        self.ask_endgame(position, **options)
        return self.await_result()

    def stop(self, timeout=PATIENCE):
        """Stop the search that runs; return the seconds until `ready.`."""
        sent = self.send("stop")
        self.await_result(timeout=timeout)
        return self.last_at - sent

    def quit(self, timeout=PATIENCE):
        """Send `quit` and wait for the end; return the exit status, the seconds it took and the last lines."""
        sent = self.send("quit")
        lines = [heard.text for heard in self.dialogue.end_of_output(timeout)]
        status = self.dialogue.exit_status(timeout)
        return status, time.monotonic() - sent, lines


def text_of(position, between=""):
    """A position as Cassio writes it: the cells, then the side to move."""
    return position.cells.replace(".", "-") + between + ("X" if position.turn is BLACK else "O")


def _score(text, position):
    """A score such as ``B+4.00`` from the point of view of the side to move."""
    value = float(text[1:])
    return value if (text[0] == "B") == (position.turn is BLACK) else -value
