"""Parser for boards drawn row by row, with or without column letters, row numbers, a frame or text at the side.

The board's cells stay on their lines. Everything else is replaced with spaces, which keeps offsets valid.

>>> print(bare("  a b c d\\n1 . . . .  Black: 2\\n2 . ○ ● .\\n3 . ● ○ .\\n4 . . . .").replace(" ", ""))
<BLANKLINE>
....
.OX.
.XO.
....
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from outflank.board.squares import SIZES
from outflank.errors import ParseError, excerpt
from outflank.play.moves import plain

_GLYPHS = {
    **dict.fromkeys(map(ord, "●⚫⬤◉"), "X"),
    **dict.fromkeys(map(ord, "○⚪◯〇⭕◎"), "O"),
    **dict.fromkeys(map(ord, "・･·□🟩‐‑‒–—―−"), "-"),
    **dict.fromkeys(map(ord, "│┃║"), "|"),
    **dict.fromkeys((0xFE0E, 0xFE0F), " "),  # variation selectors after ⚫ and ⚪
}
_CELL = "[-.XxBb*OoWw@#_+┼]"
_CELLS = str.maketrans("@#_+┼", "XX---")  # the remaining cell characters are the same in every format
_BOXED = {"": "-", "()": "O", "##": "X"}  # as Edax draws boxes
_FEWEST = 2  # with this many likely rows, labels are taken to belong to a board
_WIDTHS = sorted(SIZES, reverse=True)

_NUMBER = r"[ \t]*+(?:(?P<number>10|[1-9])[.:)]?[ \t]*+)?"
_AGAIN = r"(?:[ \t|]*+(?P<again>(?(number)(?P=number)|(?!))))?(?![^\s|;])"
_PLAIN = {
    n: re.compile(rf"{_NUMBER}[|]?[ \t]*+(?P<cells>{_CELL}(?:[ \t|]*+{_CELL}){{{n - 1}}}){_AGAIN}") for n in SIZES
}
_BOXES = {n: re.compile(rf"{_NUMBER}[|](?P<cells>(?:[^|\n]{{1,4}}[|]){{{n}}}){_AGAIN}") for n in SIZES}
_LIKELY = re.compile(
    rf"[ \t]*+(?:[1-9]|10)?[.:)]?[ \t|]*+(?:{_CELL}[ \t|]*+){{4}}|[^|\n]{{0,6}}\|(?:[^|\n]{{0,4}}\|){{4}}"
)
_MORE = re.compile(rf"(?:[ \t]?|[ \t]*+\|[ \t|]*+){_CELL}(?![^\s|;])")
_SIDE = re.compile(r"[ \t|]*+(?:[XxBb*OoWw][ \t]*+)?(?:;|\r?$)")
_FRAME = re.compile(r"\s*+[-+|=_─━┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝═][-+|=_─━┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝═\s]*+$")
_GAP = r"[ \t|]*+"
_LETTERS = {
    letters: re.compile(rf"{_GAP}{_GAP.join(letters)}(?:{_GAP}\r?$|[ \t]{{2}})", re.IGNORECASE)
    for size in _WIDTHS  # widest first: eight letters start with the same four
    for letters in ("abcdefghij"[:size], "abcdefghij"[:size][::-1])
}
_NUMBERED = re.compile(rf"[ \t|]*+(?P<number>10|[1-9])[.:)]?[ \t|]*+(?:{_CELL}[ \t|]*+){{3}}")

_AIRY = re.compile(r"(?:[ (\[][·+●][ )\]]){4}")  # three characters per cell, as the terminal draws them

_COUNTS = re.compile(r"\bblack\s*[:=]\s*([0-9]{1,2})\b.*?\bwhite\s*[:=]\s*([0-9]{1,2})\b", re.IGNORECASE | re.ASCII)
_EMPTIES = re.compile(r"\b([0-9]{1,2}) empties\b|\bempties\s*=\s*([0-9]{1,2})\b", re.IGNORECASE | re.ASCII)

_SEEN = re.compile(r"[^\n]")
_MARKED = r"[-.+XxOoBbRrGgWw*#·●○]"
_MARKED_ROW = re.compile(
    rf"^[ \t]*+(?:1?[0-9][.:)]?(?![0-9]))?(?:[ \t]*+(?:\[{_MARKED}\]|\({_MARKED}\)|{_MARKED})){{4,16}}+(?!\w)",
    re.MULTILINE,
)


class _Row(NamedTuple):
    """One row of a drawn board and its position in the text."""

    line: int
    number: int
    cells: str
    begin: int
    end: int


class _Drawing(NamedTuple):
    """A drawn board: its rows from top to bottom, its column letters, and the frame lines around or between rows."""

    rows: list[_Row]
    frame: list[int]
    letters: str


def blank(text: str) -> str:
    """Replace each character of `text` with a space, but keep line ends."""
    return _SEEN.sub(" ", text)


def unmarked(text: str) -> str:
    """Replace the brackets around marked discs with spaces: ``[X]`` for the last move, ``(O)`` for a flipped disc."""
    if "[" not in text and "(" not in text:
        return text
    return _MARKED_ROW.sub(lambda row: re.sub(r"[\[\]()]", " ", row[0]), text)


def translated(text: str) -> str:
    """Convert text to ASCII character by character: ``●`` to ``X``, ``○`` to ``O``, full-width letters to plain ones.

    The brackets that mark the last move and the flipped discs, as in ``[X]`` and ``(O)``, become spaces.
    """
    return unmarked(text if text.isascii() else plain(text).translate(_GLYPHS))


def bare(text: str) -> str:
    """Reduce the first drawn board in a text to its cells, in the order that its labels indicate.

    The text is also `translated`. Raises ParseError if the rows, labels and disc counts in the drawing contradict each
    other.
    """
    given, text = text, translated(text)
    if text.count("\n") < min(SIZES) - 1:
        return text
    lines = text.split("\n")
    likely = [n for n, line in enumerate(lines) if _LIKELY.match(line)]
    if len(likely) < _FEWEST:
        return text
    board = _find(lines, likely)
    if board is not None:
        _check_colours(given.split("\n"), board)
        return _erased(lines, board)
    _check_labels(lines)
    return text


def beside(text: str) -> str:
    """The text around the first drawn board: its frame, its letters and everything to the right of its rows.

    Returns an empty string if the text has no drawn board.
    """
    lines = translated(text).split("\n")
    board = _find(lines, [n for n, line in enumerate(lines) if _LIKELY.match(line)])
    if board is None:
        return ""
    return "\n".join([lines[row.line][row.end :] for row in board.rows] + [lines[n] for n in board.frame])


def end(text: str) -> int:
    """The offset of the first line below the first drawn board and its frame, or 0 if the text has no drawn board.

    Raises ParseError if the column letters do not match the width of the board.
    """
    lines = translated(text).split("\n")
    board = _find(lines, [n for n, line in enumerate(lines) if _LIKELY.match(line)])
    if board is None or not any(cell in "XxBb*OoWw" for row in board.rows for cell in row.cells):
        return 0
    last = max(board.rows[-1].line, *board.frame, 0)
    return len("\n".join(lines[: last + 1])) + 1


def _find(lines: list[str], likely: list[int]) -> _Drawing | None:
    """Return the widest drawn board, or the first if several are equally wide.

    `likely` contains the numbers of the lines that look like rows.
    """
    boards = (_find_of_width(lines, likely, width) for width in _WIDTHS)
    return next((board for board in boards if board is not None), None)


def _find_of_width(lines: list[str], likely: list[int], width: int) -> _Drawing | None:
    """Return the first drawn board of the given width. Either all of its rows are numbered or none of them."""
    rows: list[_Row] = []
    for n in likely:
        row = _row(lines[n], width, n)
        if row is None:
            continue
        if rows and not _follows(lines, rows, row, width):
            rows = []
        if row.number in (0, 1, width) or rows:
            rows.append(row)
        if len(rows) == width:
            return _with_frame(lines, rows, width)
    return None


def _row(line: str, width: int, n: int) -> _Row | None:
    for pattern in (_BOXES, _PLAIN) if line.count("|") >= width else (_PLAIN,):
        found = pattern[width].match(line)
        if found is None:
            continue
        cells = found["cells"]
        if pattern is _BOXES:
            boxes = [_BOXED.get(box.strip(), box.strip()) for box in cells.split("|")[:-1]]
            if any(not re.fullmatch(_CELL, box) for box in boxes):
                continue
            cells = "".join(boxes)
        elif found["again"] is None and re.search(r"[ \t|]", cells) and _MORE.match(line, found.end()):
            return None  # part of a wider row
        bare_cells = re.sub(r"[ \t|]", "", cells).translate(_CELLS)
        return _Row(n, int(found["number"] or 0), bare_cells, found.start("cells"), found.end())
    return None


def _follows(lines: list[str], rows: list[_Row], row: _Row, width: int) -> bool:
    """Return whether `row` can follow `rows`: it is unnumbered like them, or has the next number up or down."""
    if any(line.strip() and not _FRAME.match(line) for line in lines[rows[-1].line + 1 : row.line]):
        return False
    last = rows[-1].number
    if not last or not row.number:
        return last == row.number
    step = 1 if rows[0].number == 1 else -1
    return row.number == last + step and 1 <= row.number <= width


def _with_frame(lines: list[str], rows: list[_Row], width: int) -> _Drawing:
    """Add the frame and the column letters to the rows of a drawing.

    Raises ParseError if the letters do not match the width.
    """
    frame = sorted(set(range(rows[0].line, rows[-1].line)) - {row.line for row in rows})
    letters = ""
    for first, step in ((rows[0].line - 1, -1), (rows[-1].line + 1, 1)):
        n = first
        while 0 <= n < len(lines) and abs(n - first) < 3:
            said = next((said for said, pattern in _LETTERS.items() if pattern.match(lines[n])), "")
            if said:
                if len(said) != width:
                    expected = f"expected {len(said)} rows, as the letters say, got {width}"
                    raise ParseError(expected, line=rows[-1].line + 1)
                letters = letters or said
                frame = [*frame, n]
                break
            if not _FRAME.match(lines[n]) or _PLAIN[width].match(lines[n]):
                break
            frame = [*frame, n]
            n += step
    return _Drawing(rows, frame, letters)


def _erased(lines: list[str], board: _Drawing) -> str:
    """Replace a drawing with bare cells in the order that its labels indicate.

    Raises ParseError if the disc counts stated beside the drawing are wrong.
    """
    rows = board.rows
    cells = [row.cells for row in (rows[::-1] if rows[0].number > 1 else rows)]
    if board.letters.endswith("a"):
        cells = [row[::-1] for row in cells]
    _check_counts(lines, rows, "".join(cells))
    lines = list(lines)
    for n in board.frame:
        lines[n] = blank(lines[n])
    for row, content in zip(rows, cells, strict=True):
        line = lines[row.line]
        rest = line[row.end :]
        keeps = row is rows[-1] and (not row.number or _SIDE.match(rest))
        row_part = (" " * row.begin + content).ljust(row.end)
        lines[row.line] = row_part + (rest.replace("|", " ") if keeps else blank(rest))
    return "\n".join(lines)


def _check_colours(lines: list[str], board: _Drawing) -> None:
    """Raise ParseError if the board was copied from a terminal where only colour distinguished the discs."""
    drawn = [lines[row.line] for row in board.rows]
    n_discs = sum(row.count("●") for row in drawn)
    if n_discs > 1 and not any(cell in "OoWw" for row in board.rows for cell in row.cells) and _AIRY.search(drawn[0]):
        raise ParseError(
            "all discs are ●: a copy from a terminal loses its colours. Copy the output of the command moves, or draw"
            " the board with NO_COLOR=1",
            line=board.rows[0].line + 1,
        )


def _check_counts(lines: list[str], rows: list[_Row], cells: str) -> None:
    """Raise ParseError if the text beside the rows states counts that do not match the cells."""
    n_black, n_white = (sum(cell in letters for cell in cells) for letters in ("XxBb*", "OoWw"))
    for row in rows:
        said = lines[row.line][row.end :]
        if (counts := _COUNTS.search(said)) and (int(counts[1]), int(counts[2])) != (n_black, n_white):
            discs = f"{n_black} black and {n_white} white discs"
            raise ParseError(
                "the board has {discs}, but the text beside it says {counts}",
                line=row.line + 1,
                discs=discs,
                counts=excerpt(counts[0]),
            )
        empties = _EMPTIES.search(said)
        if empties and int(empties[1] or empties[2]) != len(cells) - n_black - n_white:
            n_empties = len(cells) - n_black - n_white
            message = f"the board has {n_empties} empty squares, but the text beside it says {excerpt(empties[0])}"
            raise ParseError(message, line=row.line + 1)


def _check_labels(lines: list[str]) -> None:
    """Raise ParseError for lettered or numbered rows that do not form a complete board."""
    for n, line in enumerate(lines):
        said = next((len(said) for said, pattern in _LETTERS.items() if pattern.match(line)), 0)
        below = list(_meant(lines, n + 1, said)) if said else []
        if len(below) > 1 and (bad := next((row for row in below if row[1] is None), None)):
            raise ParseError(
                "expected {number} cells in a row, as the letters above say, got {row}",
                line=bad[0] + 1,
                number=said,
                row=excerpt(lines[bad[0]].strip()),
            )
        if 1 < len(below) < said:
            raise ParseError(
                "expected {number} rows, as the letters above say, got {found}",
                line=n + 1,
                number=said,
                found=len(below),
            )
        if len(below) == said > 0:
            raise ParseError("expected rows numbered from 1 to {number}", line=below[0][0] + 1, number=said)
    run: list[int] = []
    for n, line in enumerate([*lines, ""]):
        found = _NUMBERED.match(line)
        if found and int(found["number"]) == len(run) + 1:
            run.append(n)
            continue
        if len(run) >= min(SIZES):
            _check_numbered(lines, run)
        run = [n] if found and found["number"] == "1" else []


def _meant(lines: list[str], first: int, width: int) -> Iterator[tuple[int, _Row | None]]:
    """Yield the rows below a line of letters, each with its line number.

    A row is None if its width does not match the letters.
    """
    n_rows = 0
    for n in range(first, len(lines)):
        if not lines[n].strip() or _FRAME.match(lines[n]):
            continue
        row = _row(lines[n], width, n)
        if row is None and not _NUMBERED.match(lines[n]):
            return
        yield n, row
        n_rows += 1
        if n_rows == width:
            return


def _check_numbered(lines: list[str], run: list[int]) -> None:
    """Raise ParseError if a run of numbered rows is not a complete board."""
    if len(run) not in SIZES:
        sizes = ", ".join(map(str, SIZES))
        raise ParseError("expected {sizes} numbered rows, got {found}", line=run[-1] + 1, sizes=sizes, found=len(run))
    for n in run:
        if _row(lines[n], len(run), n) is None:
            got = excerpt(lines[n].strip())
            raise ParseError(
                "expected {number} cells in a row, as the numbers say, got {found}",
                line=n + 1,
                number=len(run),
                found=got,
            )
