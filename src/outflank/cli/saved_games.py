"""Saved games: their folder, and functions that write them safely."""

import itertools
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from outflank import files, formats
from outflank.errors import OutflankError, quoted_path
from outflank.formats.files import shown, writing
from outflank.play import PERSON, GameKind, Setup, registry
from outflank.play.record import Record


def folder() -> Path:
    """Folder that contains the saved games, one file per game."""
    return files.data_folder() / "games"


def now() -> str:
    """Return the current date and time as written in saved games."""
    return f"{datetime.now():%Y-%m-%d %H:%M}"


def written(record: Record, path: Path) -> tuple[str, bool]:
    """Convert a game to text, and check that reading the text restores all moves.

    The format depends on the file's extension; the default is Outflank's own format. Returns the text, and True if it
    contains the complete game. Raises OutflankError if the format cannot store the game.
    """
    name = _format(path, record.kind)
    text = formats.write([record], name)
    try:
        return text, formats.only(formats.read(text, among=(name,))).game.transcript == record.game.transcript
    except OutflankError:
        return text, False


def _format(path: Path, kind: GameKind[Any]) -> str:
    """Choose the format of a saved game from its extension. Raises OutflankError if it is a binary format."""
    if not formats.with_extension(path.suffix.lower()):
        return kind.saved_as
    name = formats.format_of(path, preferred=(kind.saved_as,))
    format_ = formats.format_named(name)
    if isinstance(format_, formats.BinaryFormat):
        raise OutflankError(f"cannot save as {quoted_path(path)}: only outflank convert can write {format_.noun}")
    return name


def keep(record: Record, wanted: Path | None = None) -> tuple[Path, bool]:
    """Save a game to a new file. Returns its path, and True if the file contains the complete game.

    The file is `wanted` or, by default, one named after the current time. If that file exists, a number is appended to
    its name. Raises OutflankError if the file cannot be written.
    """
    with writing(wanted or folder()):
        if wanted is None:
            folder().mkdir(parents=True, exist_ok=True)
            wanted = folder() / f"{datetime.now():%Y-%m-%d_%H%M%S}.txt"
    text, is_whole = written(record, wanted)
    with writing(wanted):
        path = wanted
        for number in itertools.count(1):
            if not path.exists():
                with suppress(FileExistsError):  # another terminal has just created this file
                    files.write_new(path, text.encode())
                    break
            path = wanted.with_stem(f"{wanted.stem}-{number}")
    return path, is_whole


def check(path: Path, kind: GameKind[Any]) -> None:
    """Raise OutflankError if a game could not be saved at this path. Call this before the game starts."""
    with writing(path):
        if path.is_dir():
            raise OutflankError(f"cannot write {quoted_path(path)}: expected a file, got a folder")
        if not path.parent.is_dir():
            raise OutflankError(f"cannot write {quoted_path(path)}: there is no folder {path.parent}")
        with suppress(FileNotFoundError):
            path.lstat()  # raises if the name is too long, an error that `is_dir` ignores from Python 3.14 onwards
    written(Record.of(kind.new_game(kind.start(Setup()))), path)


def write_to(path: Path, record: Record, *, force: bool) -> bool:
    """Write a game to a file that the user named. With `force`, an existing file is overwritten.

    Returns True if the file contains all moves of the game. Raises OutflankError if the file cannot be written.
    """
    if not force:
        with writing(path):
            if path.is_file():
                reason = f"File exists; choose another one, or overwrite it with save! {shown(path)}"
                raise OutflankError(f"cannot write {quoted_path(path)}: {reason}")
        return write_new(path, record)
    text, is_whole = written(record, path)
    with writing(path):
        files.write_whole(path, text.encode())
    return is_whole


def write_new(path: Path, record: Record) -> bool:
    """Write a game to a new file. Returns True if the file contains all moves of the game.

    Raises OutflankError if the file cannot be written.
    """
    text, is_whole = written(record, path)
    with writing(path):
        files.write_new(path, text.encode())
    return is_whole


def players_of(record: Record) -> tuple[str, ...]:
    """Return the players named in a saved game, in seat order.

    All names are empty if one of them is not the name of a player.
    """
    names = tuple(record.player(seat) for seat in range(len(record.kind.seats)))
    return names if all(name == PERSON or _is_player(name) for name in names) else ("",) * len(names)


def _is_player(name: str) -> bool:
    try:
        registry.entry_of(name) if name.partition(":")[0] != "module" else None
    except OutflankError:
        return False
    return True
