"""Saved games: the folder they are kept in, and how they are written so that none is lost."""

import itertools
from datetime import datetime
from pathlib import Path
from typing import Any

from outflank import files, formats
from outflank.errors import OutflankError, quoted_path
from outflank.formats.files import shown, writing
from outflank.play import PERSON, GameKind, Setup, registry
from outflank.play.record import Record


def folder() -> Path:
    """The folder of saved games, each in a file of its own."""
    return files.data_folder() / "games"


def now() -> str:
    """The date and the time, as saved games give them."""
    return f"{datetime.now():%Y-%m-%d %H:%M}"


def written(record: Record, path: Path) -> tuple[str, bool]:
    """A game in the format of a file's extension, and whether the game can be read from it again.

    Outflank's own format serves for an extension of no format. Raises OutflankError for a format that cannot hold it.
    """
    name = _format(path, record.kind)
    text = formats.write([record], name)
    try:
        return text, formats.only(formats.read(text, among=(name,))).game.transcript == record.game.transcript
    except OutflankError:
        return text, False


def _format(path: Path, kind: GameKind[Any]) -> str:
    """The format to save a game in. Raises OutflankError if the extension is that of one that cannot hold it."""
    if not formats.with_extension(path.suffix.lower()):
        return kind.saved_as
    name = formats.format_of(path, preferred=(kind.saved_as,))
    found = formats.format_named(name)
    if isinstance(found, formats.BinaryFormat):
        raise OutflankError(f"cannot save as {quoted_path(path)}: {found.noun} is for outflank convert to write")
    return name


def keep(record: Record, wanted: Path | None = None) -> tuple[Path, bool]:
    """Save a game in a file that did not exist before; return its path, and whether the whole game is in it.

    The file is named by the time unless one is `wanted`; where there is such a file, a number is added. Raises
    OutflankError.
    """
    with writing(wanted or folder()):
        if wanted is None:
            folder().mkdir(parents=True, exist_ok=True)
            wanted = folder() / f"{datetime.now():%Y-%m-%d_%H%M%S}.txt"
        names = itertools.chain([wanted], (wanted.with_stem(f"{wanted.stem}-{n}") for n in itertools.count(1)))
        path = next(path for path in names if not path.exists())
    return path, write_new(path, record)


def check(path: Path, kind: GameKind[Any]) -> None:
    """Raise OutflankError if a game can hardly be saved there: before it is played, not after."""
    with writing(path):
        if path.is_dir():
            raise OutflankError(f"cannot write {quoted_path(path)}: expected a file, this is a folder")
        if not path.parent.is_dir():
            raise OutflankError(f"cannot write {quoted_path(path)}: there is no folder {path.parent}")
    written(Record.of(kind.new_game(kind.start(Setup()))), path)


def write_to(path: Path, record: Record, *, force: bool) -> bool:
    """Write a game to the file that a person names, as `write_new` does; by `force` over one that is there."""
    if not force:
        with writing(path):
            if path.is_file():
                reason = f"File exists; name another one, or write over it with save! {shown(path)}"
                raise OutflankError(f"cannot write {quoted_path(path)}: {reason}")
        return write_new(path, record)
    text, is_whole = written(record, path)
    with writing(path):
        files.write_whole(path, text.encode())
    return is_whole


def write_new(path: Path, record: Record) -> bool:
    """Write a game to a file that does not exist yet; return whether all its moves are there. Raises OutflankError."""
    text, is_whole = written(record, path)
    with writing(path):
        files.write_new(path, text.encode())
    return is_whole


def players_of(record: Record) -> tuple[str, ...]:
    """The players that a game was saved with, by seat; empty strings unless every name is that of a player."""
    names = tuple(record.player(seat) for seat in range(len(record.kind.seats)))
    return names if all(name == PERSON or _is_player(name) for name in names) else ("",) * len(names)


def _is_player(name: str) -> bool:
    try:
        registry.entry_of(name) if name.partition(":")[0] != "module" else None
    except OutflankError:
        return False
    return True
