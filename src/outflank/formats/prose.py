"""Moves within other text: distinguish the moves of a game from squares that are merely mentioned.

Comments are ignored. A comment is text after ``%``, ``#`` or ``//``, or text in any kind of brackets. Text after ``;``
or a dash is also a comment if it contains words, or if it contains separate squares while the moves before it are
joined together. The rest is read line by line:

- if a line consists only of moves, move numbers, passes and a result, all of its moves count;
- if a line contains words, a run of moves counts only if it contains several moves or follows a move number. It must
  also be the first run in the text, or continue the numbering.

A single square among words (*f4 was best*) is therefore not a move.

>>> [move for _, move in moves_in("My game: 1.f5 d6 2.c3, and then f4 was bad")]
['f5', 'd6', 'c3']
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from outflank.errors import ParseError, excerpt
from outflank.formats import transcript
from outflank.formats.places import error_at
from outflank.play.moves import plain
from outflank.play.tree import SIGNS
from outflank.rules import PASS
from outflank.rules.drawn import blank

_COLUMNS = {4: "[A-Da-d]", 6: "[A-Fa-f]", 8: "[A-Ha-h]", 10: "[A-Ja-j]"}
_MOVE = {size: re.compile(columns + transcript.ROW[size]) for size, columns in _COLUMNS.items()}
_TOKENS = {
    size: re.compile(
        rf"(?P<moves>(?:(?:[Pp]@)?{move.pattern})++)(?![\w@])"
        r"|(?P<number>[0-9]{1,3}[.)]++)(?![0-9])"
        r"|(?P<passed>[Pp][Aa][Ss][Ss]|[Pp][AaSs]|@@@@|--)(?![\w-])"
        r"|(?P<dash>(?<!\S)[-—–](?!\S))"
        r"|(?P<score>[0-9]{1,2} ?[-–:] ?[0-9]{1,2}|1/2-1/2|½-½)(?![\w.])"
        r"|(?P<value>[-+−][0-9]+(?:\.[0-9]++)?|[0-9]+\.[0-9]+)(?!\w)"
        r"|(?P<bare>[0-9]{1,3})(?!\w)"
        r"|(?P<word>[\w'’@]++)"
    )
    for size, move in _MOVE.items()
}
_BRACKETS = re.compile(r"\{[^{}]*+\}|\([^()]*+\)|\[[^\[\]\n]*+\]")
_DEPTH = 4  # nested brackets to ignore
_REST_OF_LINE = re.compile(r"\b[a-z]{2,9}://\S++|(?<!\S)%.*|(?<!:)//.*|(?<!\S)#(?![0-9]).*")
_DAMAGED = re.compile(r"[A-Za-z]{0,2}[0-9]+\w*+|[A-Za-z]{1,2}|(?:[A-Ja-j][0-9]){2}\w*+", re.ASCII)
_LIKELY = re.compile(r"\d|@@@@|--|[Pp][AaSs]")
_SIGN = re.compile(r"[ \t]?(?P<sign>[!?]{1,2})(?![!?])")
_SENTENCE = re.compile(r"\b(?![a-j][0-9]|(?:pass|pa|ps|vs?)\b)[^\W\d_A-Z]{2}|[\u3040-\u30ff]")
_SQUARE = re.compile(r"\b[A-Ha-h][1-8](?![0-9A-Za-z])|\b(?:[A-Ha-h][1-8]){2}", re.ASCII)


class _Run(NamedTuple):
    """Consecutive moves in a text.

    `moves` contains the moves with their offsets. `shares` states for each move whether it is joined to another one.
    `number` is the move number before the run, or 0 if there is none.
    """

    moves: list[tuple[int, str]]
    shares: list[bool]
    number: int


def holds_moves(text: str, size: int = 8) -> bool:
    """True if the text contains a move, or something that was probably meant to be one."""
    try:
        return any(move != PASS for _, move in moves_in(text, size))
    except ParseError:
        return True


def moves_in(
    text: str, size: int = 8, source: str | None = None, *, is_behind_board: bool = False
) -> Iterator[tuple[int, str]]:
    """Yield the moves in the text, each with its offset.

    Raises ParseError for a damaged move on a line without words. If no board precedes the text, this applies only if
    the line also contains an undamaged move.
    """
    text = plain(text)
    n_found = n_moves = 0
    is_glued = False
    for begin, piece, is_behind in _segments(without_comments(text)):
        if not is_behind_board and not _LIKELY.search(piece):
            continue
        runs, is_pure, damaged = _runs(piece, begin, size)
        if is_pure and damaged and (is_behind_board or any(move != PASS for run in runs for _, move in run.moves)):
            message = f"expected a move such as f5, got {excerpt(damaged[0])}"
            raise error_at(message, text, begin + damaged.start(), source)
        for run in runs:
            moves = run.moves if is_pure else _spoken(run)
            is_comment = is_behind and is_glued and not any(run.shares) and not run.number
            goes_on = not n_found or run.number in (n_moves // 2 + 1, n_moves + 1)
            if (is_pure and not is_comment) or (goes_on and not is_behind and (len(moves) > 1 or run.number)):
                yield from moves
                is_glued = is_glued or any(run.shares)
                n_found += len(moves)
                n_moves += sum(move != PASS for _, move in moves)


def without_comments(text: str) -> str:
    """Replace comments with spaces, except for comments that start with ``;``."""
    for _ in range(_DEPTH):
        text, n_found = _BRACKETS.subn(lambda comment: blank(comment[0]), text)
        if not n_found:
            break
    return _REST_OF_LINE.sub(lambda comment: blank(comment[0]), text)


def left_out(text: str, moves: list[tuple[int, str]]) -> str:
    """Return the first line that mentions a square that is not among the moves.

    Returns an empty string if there is none.
    """
    letters = list(plain(text))
    for offset, move in moves:
        letters[offset : offset + len(move)] = " " * len(move)
    for line in "".join(letters).split("\n"):
        if _SQUARE.search(line):
            return excerpt(" ".join(re.sub(r"^[\s0-9.,;:]+", "", line).split()), 60)
    return ""


def signs_of(text: str, moves: list[tuple[int, str]]) -> list[str]:
    """Return the sign behind each move except passes, such as ``?`` for g6 in *f4 g6? d6*, or an empty string.

    A single sign behind the last move ends the sentence instead if the line contains words in lower case.
    """
    text = plain(text)
    found = []
    for offset, move in ((offset, move) for offset, move in moves if move != PASS):
        match = _SIGN.match(text, offset + len(move))
        sign = match["sign"] if match is not None else ""
        if len(sign) == 1 and (offset, move) == moves[-1]:
            line = text[text.rfind("\n", 0, offset) + 1 : offset]
            sign = "" if _SENTENCE.search(line) else sign
        found.append(sign if sign in SIGNS else "")
    return found


def _segments(text: str) -> Iterator[tuple[int, str, bool]]:
    """Split lines at each ``;``. Yields each piece with its offset, and whether it follows a ``;``."""
    at = 0
    for line in text.split("\n"):
        for number, piece in enumerate(line.split(";")):
            yield at, piece, number > 0
            at += len(piece) + 1


def _runs(piece: str, begin: int, size: int) -> tuple[list[_Run], bool, re.Match[str] | None]:
    """Return the runs of moves in a piece, whether the piece contains no words, and the first damaged move, if any."""
    tokens = _before_comment(list(_TOKENS[size].finditer(piece)))
    words = [token for token in tokens if token["word"]]
    damaged = [token for token in words if _DAMAGED.fullmatch(token[0])]
    kinds = {token.lastgroup for token in tokens}
    has_words = len(damaged) < len(words) or bool(words and "score" in kinds)
    is_pure = not has_words and ("number" in kinds or "value" not in kinds)
    runs: list[_Run] = []
    number, is_open = 0, False
    for token in tokens:
        if token["number"]:
            number = int(token["number"].rstrip(".)"))
            is_open = is_open and bool(runs)
        elif token["moves"]:
            squares = _MOVE[size].finditer(piece, *token.span("moves"))
            moves = [(begin + square.start(), square[0].lower()) for square in squares]
        elif token["passed"]:
            moves = [(begin + token.start(), PASS)]
        else:
            is_open = is_open and not (token["word"] or token["value"] or token["score"] or token["dash"])
            number = 0
            continue
        if token["number"]:
            continue
        if not is_open:
            runs.append(_Run([], [], number))
        runs[-1].moves.extend(moves)
        runs[-1].shares.extend([len(moves) > 1] * len(moves))
        number, is_open = 0, True
    return runs, is_pure, damaged[0] if damaged else None


def _before_comment(tokens: list[re.Match[str]]) -> list[re.Match[str]]:
    """Return the tokens before the first dash that has moves before it and words after it."""
    last_word = max((n for n, token in enumerate(tokens) if token["word"]), default=-1)
    has_moves = False
    for n, token in enumerate(tokens[: last_word + 1]):
        if has_moves and (token["dash"] or token[0] == "--"):
            return tokens[:n]
        has_moves = has_moves or token["moves"] is not None
    return tokens


def _spoken(run: _Run) -> list[tuple[int, str]]:
    """Return the moves of a run on a line that contains words. Passes are omitted, because the rules imply them.

    If some of the moves are joined together, separate moves at either end are dropped: they belong to the words around
    the run.
    """
    first, last = 0, len(run.shares)
    if any(run.shares) and not run.number:
        first, last = run.shares.index(True), last - run.shares[::-1].index(True)
    return [move for move in run.moves[first:last] if move[1] != PASS]
