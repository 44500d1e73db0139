"""PGN, the portable game notation, as Othello servers and programs write it.

>>> record, = read('[Black "Ann"]\\n[White "Bob"]\\n\\n1. f5 d6 {parallel} (1... f6) 2. c3 38-26')
>>> record.players, record.tree.moves, record.result
(('Ann', 'Bob'), ('f5', 'd6', 'c3'), 'Black wins by 12')

A game is tags in brackets, then moves with their numbers, then the result: discs with Black's first, as in ``38-26``,
or ``1-0`` if all that is known is that Black won. A pass is ``--``. ``FEN`` is the board that the game begins with; a
board string is read too. In comments stand ``[%eval 3.5]``, the value of a move in Black's view, or with its depth
``[%eval 3.5,17]``; ``[%emt 00:02.5]``, the time that it took; ``[%clk 24:57.5]``, the time that was left then; and
circles and arrows (see `formats.notes`). Signs such as ``!?`` stand behind a move as they are, or as ``$1`` to ``$6``.
Which game of the family it is stands in ``Variant``. Tags that are not known stay with the record. Lines of words
before the tags of a game and behind its result are passed over.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from outflank.errors import OutflankError, ParseError, excerpt
from outflank.formats import clocks, fen, ggf, notes, pieces, tagged
from outflank.formats.tagged import AGREED, FORFEIT, LEFT, RESIGNED, TIME, Ending, Source, number, printable, shown
from outflank.play.analysis import MoveValue
from outflank.play.formats import SAID, Format
from outflank.play.game import PASS, move_named
from outflank.play.places import check_length, one_line
from outflank.play.record import Record
from outflank.play.streams import LONGEST
from outflank.play.tree import GameNode, GameTree
from outflank.rules import BLACK, WHITE, AntiPosition, Colour, DiscPosition, Position

_TAG = r'\[\s*+(?P<tag>[A-Za-z0-9_]{1,40})\s*+"(?P<value>(?:[^"\\\n]|\\[^\n]|"(?!\s*+\]))*+)"\s*+\]'
_RULE = r"[-=_*~#]{3,}+[ \t\r]*"  # a line that is drawn between games
_TAG_NAME = re.compile("[A-Za-z0-9_]{1,40}")
_SPACE = re.compile(r"\s*+")
_TOKEN = re.compile(
    rf"^%[^\n]*+|^{_RULE}$|(?P<sign>\$[0-9]++|[!?]++)|[0-9]{{1,3}}\s*+\.[. ]*+|[+#]++|{_TAG}"
    r"|\{(?P<comment>[^}]*+)\}|;(?P<remark>[^\n]*+)|(?P<mark>[()])"
    r"|(?P<result>1/2\s*-\s*1/2|[0-9]{1,3}\s*-\s*[0-9]{1,3}|\*)"
    r"|(?P<move>[Pp][Aa][Ss][Ss]|[Pp][AaSs]|--|@@@@|[A-Ja-j](?:10|[0-9]))",
    re.MULTILINE,
)
_NAMED = re.compile(r'^\[(?:Event|Site|Date|Round|Black|White|Result)\s+"[^"\n]*"\s*\][ \t\r]*$', re.MULTILINE)
_FAR = 5000  # characters in which the first tag must begin
_LINE = re.compile(r"[^\n]*+\n?")
_BEGINNING = re.compile(rf"\s*+(?:^[%;][^\n]*+\s*+)*+{_TAG}", re.MULTILINE)
_TAG_LINE = re.compile(r'\s*+\[\s*+([A-Za-z0-9_]{1,40})\s*+"')
_COMMENTS = re.compile(r"\{[^}]*+\}?|;.*")
_SAID = re.compile(r"\[%(eval|emt|clk)\s+([^\]\s]{1,40})\s*\]\s?")
_EVAL = re.compile(r"([^,]*)(?:,([0-9]{1,3}))?.*")
_WHEN = re.compile(r"([0-9]{4})[-.]([0-9]{2})[-.]([0-9]{2})(?:[ T_]([0-9]{2}:[0-9]{2}:[0-9]{2}\S{0,20}))?")
_COUNTS = re.compile(r"([0-9]{1,3})\s*-\s*([0-9]{1,3})")

_NAMES = {"Event": "EV", "Round": "RO", "TimeControl": "TI", "BlackElo": "RB", "WhiteElo": "RW"}
"""Tags of a record, by the names that they have here."""

_READ_AS = {**_NAMES, "BlackRating": "RB", "WhiteRating": "RW"}
_OURS = {"Site", "Date", "Time", "Black", "White", "Result", "Termination", "Variant", "SetUp", "FEN"}
_ALWAYS = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "-", "Black": "?", "White": "?"}
"""Tags that every game has, with what stands there for what is not known."""

_UNKNOWN = ("", *_ALWAYS.values())
_HOW = {
    RESIGNED: "resigned",
    TIME: "time forfeit",
    FORFEIT: "rules infraction",
    AGREED: "agreed",
    LEFT: "abandoned",
}
_HOW_NAMED = {
    "resign": RESIGNED,
    "time": TIME,
    "infraction": FORFEIT,
    "forfeit": FORFEIT,
    "agree": AGREED,
    "abandon": LEFT,
}
_VARIANTS: dict[str, type[DiscPosition]] = {AntiPosition.game: AntiPosition}
_WIDTH = 78  # and a space before the last word


def read(text: str, *, source: str | None = None) -> list[Record]:
    """All games of a text. Raises ParseError, which names the place."""
    check_length(text, source, LONGEST)
    whole = Source(text, source)
    records: list[Record] = []
    game = _Game(whole)
    at, end, first_words = 0, len(text.rstrip()), -1
    while at < end:
        before, at = at, _SPACE.match(text, at).end()  # type: ignore[union-attr]
        if game.is_outside and text[before - 1 : at].count("\n") + (before == 0) and _is_words(text, at):
            first_words = at if first_words < 0 else first_words
            at = _LINE.match(text, at).end()  # type: ignore[union-attr]
            continue
        token = _TOKEN.match(text, at)
        if token is None:
            raise whole.unexpected("expected a move such as f5, a comment or a tag", at)
        if game.ends_before(token, is_after_blank=text.count("\n", before, at) > 1):
            records.append(game.record())
            game = _Game(whole)
        try:
            game.take(token)
        except OutflankError as error:
            raise whole.placed(error, at, game.so_far) from None
        at = token.end()
    if game.has_begun:
        return [*records, game.record()]
    if not records and first_words >= 0:
        raise whole.unexpected("expected a move such as f5, a comment or a tag", first_words)
    return records


def cut(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines of a text in pieces of one game each, with the number of the first of them, from 1.

    A game begins with a tag after moves, or, after an empty line, with a tag that the game before has too.
    """
    return pieces.gathered(_parts(lines))


def write(records: Sequence[Record]) -> str:
    """Some games with all their variations, each with an empty line behind it."""
    return "".join(_text(record) + "\n\n" for record in records)


def recognises(text: str) -> bool:
    """Whether a text begins with a tag of this format, or has a well-known one after a few words."""
    if _BEGINNING.match(text) is not None:
        return True
    named = _NAMED.search(text, 0, _FAR)
    return named is not None and "(;" not in text[: named.start()]


def _is_words(text: str, at: int) -> bool:
    """Whether the line at an offset holds words that belong to no game."""
    end = _LINE.match(text, at).end()  # type: ignore[union-attr]
    while (at := _SPACE.match(text, at).end()) < end:  # type: ignore[union-attr]
        token = _TOKEN.match(text, at)
        if token is None:
            return text[at] not in "{("
        if token["tag"] or token["comment"] is not None or token["remark"] is not None:
            return False
        at = token.end()
    return False


def _parts(lines: Iterable[str]) -> Iterator[pieces.Part]:
    names: set[str] = set()
    has_moves = is_after_blank = is_comment = False
    length = 0
    for n, line in enumerate(lines, 1):
        if length > LONGEST:  # a comment that does not end, or no game at all
            is_comment = False
        tag = None if is_comment else _TAG_LINE.match(line)
        begins = tag is not None and (has_moves or (is_after_blank and tag[1] in names))
        if begins:
            names, has_moves, length = set(), False, 0
        length += len(line)
        if tag is not None:
            names.add(tag[1])
        elif not line.startswith("%") or is_comment:
            rest, is_comment = _without_comments(line, is_comment)
            is_game = bool(rest.strip()) and re.fullmatch(_RULE, rest.rstrip("\n")) is None
            has_moves |= is_game and (bool(names) or not _is_words(line, 0))
        is_after_blank = not line.strip()
        yield pieces.Part(n, line, begins)


def _without_comments(line: str, is_comment: bool) -> tuple[str, bool]:
    """What stands outside of comments in a line, which may begin in one, and whether it ends in one."""
    if is_comment:
        _, closing, line = line.partition("}")
        if not closing:
            return "", True
    last = ""
    for comment in _COMMENTS.finditer(line):
        last = comment[0]
    return _COMMENTS.sub("", line), last.startswith("{") and not last.endswith("}")


# --- reading --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Game:
    """A game that is being read."""

    source: Source
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    tree: GameTree[DiscPosition] | None = None
    node: GameNode[DiscPosition] | None = None
    branches: list[GameNode[DiscPosition]] = field(default_factory=list)
    result: str = ""
    comment: str = ""  # before the first move

    @property
    def is_outside(self) -> bool:
        """Whether nothing of the game was read, or all of it, so that words may stand there."""
        return not self.branches and (not self.has_begun or self.result != "")

    @property
    def has_begun(self) -> bool:
        """Whether anything but comments was read."""
        return bool(self.tags) or self.tree is not None or self.result != ""

    def ends_before(self, token: re.Match[str], is_after_blank: bool) -> bool:
        """Whether a token, which may stand after an empty line, belongs to the next game."""
        if token["tag"] is not None:
            return self.tree is not None or self.result != "" or (is_after_blank and token["tag"] in self.tags)
        return self.result != "" and (token["move"] or token["result"] or token["mark"]) is not None

    def take(self, token: re.Match[str]) -> None:
        """Read a token. Raises ParseError and IllegalMoveError."""
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
            if self.node is None or self.node.parent is None:
                raise ParseError("expected a move before its variation, got '('")
            self.branches.append(self.node)
            self.node = self.node.parent
        elif token["mark"] == ")":
            if not self.branches:
                raise ParseError("expected a move such as f5, got ')'")
            self.node = self.branches.pop()

    @property
    def so_far(self) -> Record | None:
        """The game up to a move that cannot be read; None without a move."""
        return None if self.tree is None else Record(self.tree, (self._tag("Black"), self._tag("White")))

    def record(self) -> Record:
        """The game that was read. Raises ParseError."""
        if self.branches:
            raise self.source.unexpected("expected ) at the end of a variation", len(self.source.text))
        tree = self._begun()
        root = tree.root
        comment, marks = notes.taken_from_comment(self.comment, root.position.size)
        root.comment, root.marks = tagged.joined(comment, root.comment), marks + root.marks
        date, time = self._tag("Date"), self._tag("Time")
        tags = {
            _READ_AS.get(name, name): self._tag(name) for name in self.tags if name not in _OURS and self._tag(name)
        }
        if "TI" in tags:
            tags["TI"] = clocks.of_control(tags["TI"])
        if (variant := self._tag("Variant")) and variant.lower() not in (Position.game, *_VARIANTS):
            tags["Variant"] = variant
        opening, stated = tags.pop("Opening", ""), tags.get("RE", "")
        record = Record(
            tree,
            (self._tag("Black"), self._tag("White")),
            f"{date} {time}" if date and time else date or time,
            self._tag("Site"),
            tags=tags,
        )
        record = tagged.with_opening(record, opening)
        if stated:
            with suppress(ParseError):
                return ggf.with_result(record, stated)
        result = self._result
        ending = self._ending(result, tree.root.position.fewest_win)
        if ending is None and result not in ("", "*", "?", "-"):
            record = tagged.noted(record, f"left out the result: expected discs such as 38-26, got {excerpt(result)}")
        return tagged.with_ending(record, ending)

    def _tag(self, name: str) -> str:
        value, _ = self.tags.get(name, ("", 0))
        return "" if value in _UNKNOWN else value

    def _begun(self) -> GameTree[DiscPosition]:
        """The tree, made with the first move."""
        if self.tree is None:
            positions = _VARIANTS.get(self._tag("Variant").lower(), Position)
            board, offset = self.tags.get("FEN", ("", 0))
            with self.source.at(offset):
                start = _board(board, positions) if board else positions.start()
            self.tree = GameTree(start)
            self.node = self.tree.root
        return self.tree

    def _play(self, text: str) -> None:
        """Play a move. Raises IllegalMoveError."""
        root = self._begun().root
        self.node = tagged.played(self.node or root, PASS if text == "@@@@" else move_named(text))

    def _note(self, text: str) -> None:
        """Keep a comment, and the value and the time that it tells."""
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
        """The result as it is written, behind the moves or in its tag."""
        return "".join((self._tag("Result") or self.result).split())

    def _ending(self, result: str, fewest_win: bool) -> Ending | None:
        """How the game ended, None if it did not or nothing that is known is said of it."""
        said = self._tag("Termination").lower()
        how = next((how for name, how in _HOW_NAMED.items() if name in said), "")
        if result in ("1-0", "0-1"):
            return Ending(WHITE if result == "0-1" else BLACK, how=how)
        counts = _COUNTS.fullmatch("1-1" if result == "1/2-1/2" else result)
        if counts is None:
            return None
        difference = int(counts[1]) - int(counts[2])
        if abs(difference) > tagged.MOST_DISCS:
            return None
        winner = Colour((difference < 0) != fewest_win) if difference else None
        return Ending(winner, abs(difference), how)


def _board(text: str, positions: type[DiscPosition]) -> DiscPosition:
    """The position of a FEN or of a board string. Raises ParseError."""
    return fen.read(text, positions) if "/" in text else positions.parse(text)


# --- writing --------------------------------------------------------------------------------------------------------


def _text(record: Record) -> str:
    """One game."""
    start: DiscPosition = record.tree.root.position
    when = _WHEN.fullmatch(record.date)
    result, ending = _result(record), Ending.of(record)
    tags = {
        "Event": record.tags.get("EV", ""),
        "Site": record.place,
        "Date": ".".join(when.groups("")[:3]) if when else record.date,
        "Round": record.tags.get("RO", ""),
        "Black": record.player(0),
        "White": record.player(1),
        "Result": result,
        "Time": when[4] or "" if when else "",
        "TimeControl": clocks.as_control(record.tags.get("TI", "")),
        "BlackElo": record.tags.get("RB", ""),
        "WhiteElo": record.tags.get("RW", ""),
        "Termination": _HOW.get(ending.how, "") if ending else "",
        "Variant": start.game if start.game in _VARIANTS else record.tags.get("Variant", ""),
        "Opening": tagged.opening_tag(record),
    }
    if ending is not None and not _tells(result, ending) and "RE" not in record.tags:
        tags["RE"] = ggf.result_of(record)
    if start != type(start).start():
        tags |= {"SetUp": "1", "FEN": fen.write(start)}
    for name, value in record.tags.items():
        if name not in tags and name not in _NAMES.values() and _TAG_NAME.fullmatch(name):
            tags[name] = value
    plain = {name: one_line(value) for name, value in tags.items()}
    values = {name: _ALWAYS.get(name, "") if value in _UNKNOWN else value for name, value in plain.items()}
    headers = [f'[{name} "{_escaped(value)}"]\n' for name, value in values.items() if value]
    return "".join(headers) + "\n" + _wrapped([*_movetext(record.tree.root), result])


def _result(record: Record) -> str:
    """The discs of both sides, the empty squares with the winner, or who won if the discs are not known."""
    ending, start = Ending.of(record), record.tree.root.position
    if ending is None:
        return "*"
    n_squares = start.size**2
    discs = 0 if ending.winner is None else ending.discs
    if discs is None or discs > n_squares or (n_squares + discs) % 2:
        return "0-1" if ending.winner else "1-0"
    more, less = int(n_squares + discs) // 2, int(n_squares - discs) // 2
    return f"{less}-{more}" if (ending.winner is WHITE) != start.fewest_win else f"{more}-{less}"


def _tells(result: str, ending: Ending) -> bool:
    """Whether a result says by how many discs a game was won, if that is known."""
    return ending.discs is None or (_COUNTS.fullmatch(result) is not None and result not in ("1-0", "0-1"))


def _movetext(root: GameNode[DiscPosition]) -> Iterator[str]:
    """The words of all that follows the beginning of a game: variations stand behind the move that they replace."""
    is_apart = True  # from the move before, so that the number is needed
    if comment := _comment(root):
        yield comment
    waiting: list[tuple[GameNode[DiscPosition] | None, int, str]] = [(root, 0, "")]
    while waiting:
        node, ply, mark = waiting.pop()
        if mark == "move" and node is not None:
            if ply % 2 == 0 or is_apart:
                yield f"{ply // 2 + 1}.{'..' if ply % 2 else ''}"
            yield "--" if node.move == PASS else str(node.move)
            if sign := notes.number_of_sign(node.sign):
                yield sign
            is_apart = False
            if comment := _comment(node):
                yield comment
                is_apart = True
        elif mark:
            yield mark
            is_apart = True
        elif node is not None and node.children:
            first, *others = node.children
            parts: list[tuple[GameNode[DiscPosition] | None, int, str]] = [(first, ply, "move")]
            for other in others:
                parts += [(None, 0, "("), (other, ply, "move"), (other, ply + 1, ""), (None, 0, ")")]
            waiting += reversed([*parts, (first, ply + 1, "")])


def _comment(node: GameNode[DiscPosition]) -> str:
    """What is known of a move, or of the beginning, in braces; empty if that is nothing."""
    said = []
    value = None if node.value is None else node.value.value
    if value is not None and shown(value) and node.parent is not None:
        depth = node.value.depth if node.value else 0
        said.append(f"[%eval {shown(-value if node.parent.position.turn else value)}{f',{depth}' if depth else ''}]")
    if node.seconds is not None and shown(node.seconds):
        said.append(f"[%emt {clocks.written(float(shown(node.seconds)))}]")
    if node.left is not None and shown(node.left):
        said.append(f"[%clk {clocks.written(float(shown(node.left)))}]")
    if drawn := notes.put_into_comment(node.marks):
        said.append(drawn)
    if comment := _plain(node.comment):
        said.append(comment)
    return f"{{{' '.join(said)}}}" if said else ""


def _plain(comment: str) -> str:
    """A comment without braces, which the format cannot hold in one."""
    return printable(comment).replace("{", "(").replace("}", ")")


def _wrapped(words: Iterable[str]) -> str:
    """Words in lines; a parenthesis stands at its move, and a comment is not broken."""
    lines, after_opening = [""], True
    for word in words:
        glued = after_opening or word == ")"
        begun = len(lines[-1]) - lines[-1].rfind("\n") - 1  # a comment may have several lines
        if begun + len(word.partition("\n")[0]) > _WIDTH and not glued:
            lines.append(word)
        else:
            lines[-1] += word if glued else f" {word}"
        after_opening = word == "("
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


FORMAT = Format(
    "a game in PGN",
    "games as servers write them, with variations, comments, signs, names, ratings, values and times",
    (".pgn",),
    recognises,
    lambda text, source: read(text, source=source),
    write,
    cut=cut,
    begins=re.compile(r'\[(?:Event|Site|Black|White)\s++"'),
    holds=(Position, AntiPosition),  # which it names
    keeps=frozenset(SAID) - {"marks", "analyses"},
    loses=lambda record: (name for name in record.tags if not _TAG_NAME.fullmatch(name)),
)
