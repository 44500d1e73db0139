"""Read one PGN game, token by token (see `formats.pgn`)."""

import re
from contextlib import suppress
from dataclasses import dataclass, field

from outflank.errors import ParseError, excerpt
from outflank.formats import clocks, fen, ggf, mirrored, notes, tagged
from outflank.formats.places import one_line
from outflank.formats.tagged import AGREED, FORFEIT, LEFT, RESIGNED, TIME, Ending, Source, number, printable
from outflank.play.analysis import MoveValue
from outflank.play.moves import PASS, move_named
from outflank.play.record import Record
from outflank.play.tree import GameNode
from outflank.rules import BLACK, WHITE, AntiPosition, Colour, DiscPosition, Position

TAG_NAME = re.compile("[A-Za-z0-9_]{1,40}")
COUNTS = re.compile(r"([0-9]{1,3})\s*-\s*([0-9]{1,3})")
_SAID = re.compile(r"\[%(eval|emt|clk)\s+([^\]\s]{1,40})\s*\]\s?")
_EVAL = re.compile(r"([^,]*)(?:,([0-9]{1,3}))?.*")

NAMES = {"Event": "EV", "Round": "RO", "TimeControl": "TI", "BlackElo": "RB", "WhiteElo": "RW"}
"""Maps PGN tag names to the tag names that a record uses."""

_READ_AS = {**NAMES, "BlackRating": "RB", "WhiteRating": "RW"}
_OURS = {"Site", "Date", "Time", "Black", "White", "Result", "Termination", "Variant", "SetUp", "FEN"}
ALWAYS = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "-", "Black": "?", "White": "?"}
"""Tags that every PGN game must contain, with the text that marks each value as unknown."""

UNKNOWN = ("", *ALWAYS.values())
_HOW_NAMED = {
    "resign": RESIGNED,
    "time": TIME,
    "infraction": FORFEIT,
    "forfeit": FORFEIT,
    "agree": AGREED,
    "abandon": LEFT,
}
VARIANTS: dict[str, type[DiscPosition]] = {AntiPosition.game: AntiPosition}


@dataclass(slots=True)
class PgnGame:
    """A PGN game that is being read, one token after another."""

    source: Source
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    game: mirrored.GrowingGame | None = None
    branches: list[GameNode[DiscPosition]] = field(default_factory=list)
    result: str = ""
    comment: str = ""  # before the first move

    @property
    def is_outside(self) -> bool:
        """True before and after the game, where text that does not belong to a game may appear."""
        return not self.branches and (not self.has_begun or self.result != "")

    @property
    def has_begun(self) -> bool:
        """True once anything other than a comment has been read."""
        return bool(self.tags) or self.game is not None or self.result != ""

    def ends_before(self, token: re.Match[str], is_after_blank: bool) -> bool:
        """True if a token belongs to the next game.

        `is_after_blank` is True if there is an empty line before the token.
        """
        if token["tag"] is not None:
            return self.game is not None or self.result != "" or (is_after_blank and token["tag"] in self.tags)
        return self.result != "" and (token["move"] or token["result"] or token["mark"]) is not None

    def take(self, token: re.Match[str]) -> None:
        """Read the next token of the game. Raises ParseError and IllegalMoveError."""
        said = token["comment"] if token["remark"] is None else token["remark"]
        if token["tag"] is not None:
            value = one_line(re.sub(r"\\(.)", r"\1", token["value"]))
            self.tags.setdefault(token["tag"], (value, token.start()))
        elif token["move"] is not None:
            self._play(token["move"])
        elif token["result"] is not None and not self.branches:
            self.result = token["result"]
        elif said is not None:
            self._note(said)
        elif token["sign"] is not None and self.node is not None and self.node.move is not None:
            self.node.sign = self.node.sign or notes.sign_of_number(token["sign"])
        elif token["mark"] == "(":
            if self.game is None or self.game.node.parent is None:
                raise ParseError("expected a move before its variation, got '('")
            self.branches.append(self.game.node)
            self.game.node = self.game.node.parent
        elif token["mark"] == ")":
            if self.game is None or not self.branches:
                raise ParseError("expected a move such as f5, got ')'")
            self.game.node = self.branches.pop()

    @property
    def so_far(self) -> Record | None:
        """The game up to the current move, for reporting an unreadable move; None before the first move."""
        return None if self.game is None else self.game.so_far(self._players)

    @property
    def _players(self) -> tuple[str, str]:
        return self._tag("Black"), self._tag("White")

    @property
    def node(self) -> GameNode[DiscPosition] | None:
        """Current node, or None before the first move."""
        return None if self.game is None else self.game.node

    def record(self) -> Record:
        """Return the finished game. Raises ParseError."""
        if self.branches:
            raise self.source.unexpected("expected ) at the end of a variation, got {found}", len(self.source.text))
        game = self._begun()
        root = game.tree.root
        comment, marks = notes.taken_from_comment(self.comment, root.position.size)
        root.comment, root.marks = tagged.joined(comment, root.comment), marks + root.marks
        date, time = self._tag("Date"), self._tag("Time")
        tags = {
            _READ_AS.get(name, name): self._tag(name) for name in self.tags if name not in _OURS and self._tag(name)
        }
        if "TI" in tags:
            tags["TI"] = clocks.of_control(tags["TI"])
        if (variant := self._tag("Variant")) and variant.lower() not in (Position.game, *VARIANTS):
            tags["Variant"] = variant
        opening, stated = tags.pop("Opening", ""), tags.get("RE", "")
        when = f"{date} {time}" if date and time else date or time
        record = game.record(self._players, date=when, place=self._tag("Site"), tags=tags)
        record = tagged.with_opening(record, opening)
        if stated:
            with suppress(ParseError):
                return ggf.with_result(record, stated)
        result = self._result
        ending = self._ending(result, root.position.fewest_win)
        if ending is None and result not in ("", "*", "?", "-"):
            record = tagged.noted(record, f"left out the result: expected discs such as 38-26, got {excerpt(result)}")
        return tagged.with_ending(record, ending)

    def _tag(self, name: str) -> str:
        value, _ = self.tags.get(name, ("", 0))
        return "" if value in UNKNOWN else value

    def _begun(self) -> mirrored.GrowingGame:
        """Return the game. The first call creates it from the tags that have been read."""
        if self.game is None:
            positions = VARIANTS.get(self._tag("Variant").lower(), Position)
            board, offset = self.tags.get("FEN", ("", 0))
            with self.source.at(offset):
                start = _board(board, positions) if board else positions.start()
            self.game = mirrored.GrowingGame(start, may_turn="FEN" not in self.tags)
        return self.game

    def _play(self, text: str) -> None:
        """Parse a move and play it. Raises IllegalMoveError."""
        move = PASS if text == "@@@@" else str(move_named(text))
        self._begun().play(move, lambda node: tagged.played(node, move))

    def _note(self, text: str) -> None:
        """Store the text of a comment, along with any value, times and marks that it contains."""
        node = self.node

        def kept(said: re.Match[str]) -> str:
            if node is None or node.move is None or node.parent is None:
                return said[0]
            try:
                if said[1] == "emt":
                    node.seconds = clocks.seconds(said[2])
                elif said[1] == "clk":
                    node.left = clocks.seconds(said[2])
                else:
                    value, depth = _EVAL.fullmatch(said[2]).groups("0")  # type: ignore[union-attr]
                    found = number(value)
                    found = -found if node.parent.position.turn else found
                    node.value = MoveValue(node.move, found, depth=int(depth))
            except ParseError:
                return said[0]
            return ""

        comment = _SAID.sub(kept, printable(text))
        if node is None:
            self.comment = tagged.joined(self.comment, comment)
        else:
            comment, marks = notes.taken_from_comment(comment, node.position.size)
            node.comment = tagged.joined(node.comment, comment)
            node.marks += marks

    @property
    def _result(self) -> str:
        """Result from the ``Result`` tag, or from the end of the moves if there is no such tag."""
        return "".join((self._tag("Result") or self.result).split())

    def _ending(self, result: str, fewest_win: bool) -> Ending | None:
        """Convert a result to an ending. Returns None if the game is unfinished or the result is not understood."""
        said = self._tag("Termination").lower()
        how = next((how for name, how in _HOW_NAMED.items() if name in said), "")
        if result in ("1-0", "0-1"):
            return Ending(WHITE if result == "0-1" else BLACK, how=how)
        counts = COUNTS.fullmatch("1-1" if result == "1/2-1/2" else result)
        if counts is None:
            return None
        difference = int(counts[1]) - int(counts[2])
        if abs(difference) > tagged.MOST_DISCS:
            return None
        winner = Colour((difference < 0) != fewest_win) if difference else None
        return Ending(winner, abs(difference), how)


def _board(text: str, positions: type[DiscPosition]) -> DiscPosition:
    """Read a position from a FEN or a board string. Raises ParseError."""
    return fen.read(text, positions) if "/" in text else positions.parse(text)
