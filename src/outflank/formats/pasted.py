"""Read one game as a user pastes it: moves, possibly after a board, and possibly among words, names and a result.

>>> record = read("Ann 35-29 Bob: c5 e6 ; played last week")
>>> record.tree.moves, record.players, record.result
(('f5', 'd6'), ('Ann', 'Bob'), 'Black wins by 6')
>>> print(*record.notes)
mirrored left to right, because c5 is a first move from the mirrored start
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from outflank.errors import ParseError, excerpt
from outflank.formats import diagram, mirrored, prose, transcript
from outflank.formats.places import blank_comments, error_at
from outflank.formats.tagged import Ending, with_ending
from outflank.play.moves import plain
from outflank.play.record import Note, Record
from outflank.rules import BLACK, PASS, WHITE, Colour, Position
from outflank.text import Text

_NAME = r"(?P<{}>[^\W\d_][\w.'’]*+(?:[ -][\w.'’]++){{0,3}}?)"
_SCORE = r"(?:[(]?(?P<black>[0-9]{1,2}) ?[-–:] ?(?P<white>[0-9]{1,2})[)]?)"
_BETWEEN = {name: _NAME.format(name) for name in ("first", "second")}
_PLAYERS = (
    re.compile(rf"{_BETWEEN['first']}\s++{_SCORE}\s++{_BETWEEN['second']}"),
    re.compile(rf"{_BETWEEN['first']}\s++(?:-|–|—|vs\.?|v\.?|against|対)\s++{_BETWEEN['second']}(?:[,:\s]++{_SCORE})?"),
    re.compile(rf"{_BETWEEN['first']}\s*+[,;\t|]\s*+{_BETWEEN['second']}(?:\s*+[,;\t|]\s*+{_SCORE})?"),
)
_MOST_MOVES = 400  # more than any game, passes included
_SHORTEST_BOARD = 16
_DIGIT = re.compile(r"\d")
_LONGEST_HEAD = 200  # characters around the moves on a line to search for names
_EDGES = " \t\r,;:|.*"


def read(text: str, source: str | None = None) -> Record:
    """Read the game in the text.

    Raises ParseError; if an illegal move follows legal ones, the error contains the game up to that move.
    """
    record, error = _read(text, source)
    if error is not None:
        raise error
    if record is None:
        if transcript.recognises(text):
            list(transcript.moves_of(text, Position.start().size, source))  # raises an error for the bad word
        got = excerpt(text.strip(), 60) if text.strip() else "nothing"
        raise ParseError("expected a board or moves, got {text}", source=source, text=got)
    return record


def read_line(line: str, source: str | None = None) -> Record | None:
    """Read the game on a line, or return None if the line contains neither a board nor a move. Raises ParseError."""
    if len(line) < _SHORTEST_BOARD and not _DIGIT.search(line):
        return None
    record, error = _read(line, source)
    if error is not None:
        raise error
    return record


def is_bare(text: str) -> bool:
    """True if the text consists only of moves, with or without a board before them."""
    text = blank_comments(plain(text))
    found = diagram.find(text)
    before, rest, size = ("", text, 8) if found is None else (found.before, found.after, found.position.size)
    return before.strip() in ("", str(size)) and transcript.holds_only_moves(rest, size)


def _read(text: str, source: str | None) -> tuple[Record | None, ParseError | None]:
    simple = blank_comments(plain(text))
    found = diagram.find(simple, source=source)
    start, before, rest = (found.position, found.before, found.after) if found else (Position.start(), "", simple)
    if found:
        _check_alone(found, simple, source)
    notes = [Note("read {meaning}", meaning=found.meaning)] if found and found.meaning else []
    signs: list[str] = []
    if before.strip() in ("", str(start.size)) and transcript.holds_only_moves(rest, start.size):
        moves = list(islice(transcript.moves_of(rest, start.size, source), _MOST_MOVES))
    else:
        moves = list(islice(prose.moves_in(rest, start.size, source, is_behind_board=bool(found)), _MOST_MOVES))
        signs = prose.signs_of(rest, moves)
        if words := prose.left_out(rest, moves):
            notes.append(Note("ignored words that are not moves of the game: {words}", words=words))
    if not found and not moves:
        return None, None
    if found:
        game, error = transcript.play(start, moves, rest, source)
        record = Record.of(game)
    else:
        record, error = played(start, moves, rest, source)
    played_nodes = (node for node in record.tree.root.walk() if node.move not in (None, PASS))
    for node, sign in zip(played_nodes, signs, strict=False):
        node.sign = sign
    record = _with_players(record, text, moves)
    record = replace(record, notes=(*record.notes, *notes))
    if error is not None:
        error.so_far = record
    return record, error


def _check_alone(found: diagram.BoardInText, text: str, source: str | None) -> None:
    """Raise ParseError if there are moves before the board or another board after it: both belong to other games."""
    before, rest = found.before, found.after
    if prose.holds_moves(before):
        offset = len(before) - len(before.lstrip())
        raise error_at(Text("expected a board, got {before}", before=excerpt(before.strip())), text, offset, source)
    if diagram.recognises(rest):
        offset = len(rest) - len(rest.lstrip())
        raise error_at("expected one board, or one board per line, got another board", text, offset, source)


def played(
    start: Position, moves: Sequence[tuple[int, str]], text: str, source: str | None = None
) -> tuple[Record, ParseError | None]:
    """Play moves up to the first illegal one, and return the record along with the error, if any.

    A game from the mirrored start is converted to the usual start.
    """
    if not moves or not mirrored.begins(moves[0][1], start):
        game, error = transcript.play(start, moves, text, source)
        return Record.of(game), error
    other, error = transcript.play(Position.start(start.size, mirrored=True), moves, text, source)
    if error is not None:
        error = ParseError(mirrored.message(error), source=source, line=error.line, column=error.column)
    return mirrored.noted(Record(mirrored.turned(other.tree())), moves[0][1]), error


# --- names and a result ---------------------------------------------------------------------------------------------


def _with_players(record: Record, text: str, moves: list[tuple[int, str]]) -> Record:
    """Add the players and the result to a record, if they appear next to the moves or on the line above."""
    said = next((said for head in _heads(text, moves) if (said := _said(head))), None)
    if said is None:
        return record
    record = replace(record, players=(said["first"], said["second"]))
    return with_score(record, int(said["black"]), int(said["white"])) if said["black"] else record


def _heads(text: str, moves: list[tuple[int, str]]) -> list[str]:
    """Return the parts of the text that may name the players.

    These are the text on the same line before the first move and after the last one, and the line above the moves.
    """
    if not moves:
        return []
    begin, end = moves[0][0], moves[-1][0] + len(moves[-1][1])
    line = text.rfind("\n", 0, begin) + 1
    before = re.sub(r"(?:[0-9]{1,3}[.)]\s*|[Pp]@)$", "", text[line:begin])
    after = text[end:].partition("\n")[0]
    above = text[:line].rstrip().rpartition("\n")[2] if not before.strip() else ""
    return [head.strip(_EDGES) for head in (before, after, above) if 0 < len(head) <= _LONGEST_HEAD]


def _said(head: str) -> re.Match[str] | None:
    for pattern in _PLAYERS:
        found = pattern.fullmatch(head)
        if found and (pattern is _PLAYERS[0] or all(_is_name(found[name]) for name in ("first", "second"))):
            return found
    return None


def _is_name(text: str) -> bool:
    return not text[0].islower() or any(letter.isdecimal() for letter in text)


def with_score(record: Record, black: int, white: int) -> Record:
    """Add a score from the text to a record whose game is unfinished.

    If the game is finished and its score is different, add a note instead.
    """
    position = record.position
    if position.is_over:
        winner = BLACK if position.outcome.difference > 0 else WHITE
        counts = position.counts
        full = tuple(n + position.n_empties * (winner is Colour(seat)) for seat, n in enumerate(counts))
        if (black, white) in (counts, full):
            return record
        note = Note(
            "the text says {black}–{white}, but the moves lead to {black_discs}–{white_discs}",
            black=black,
            white=white,
            black_discs=counts[0],
            white_discs=counts[1],
        )
        return replace(record, notes=(*record.notes, note))
    if black + white > position.size**2:
        return record
    difference = black - white
    discs = None if black + white == 1 else abs(difference)
    return with_ending(record, Ending(None, 0) if not difference else Ending(Colour(difference < 0), discs))
