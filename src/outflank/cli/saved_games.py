"""Saved games: their folder, and functions that write them safely."""

import itertools
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from outflank import files, formats
from outflank.cli.outputs import is_same
from outflank.errors import OutflankError, quoted_path
from outflank.formats.files import shown, writing
from outflank.play import PERSON, GameKind, Setup, registry
from outflank.play.record import Record
from outflank.processes import in_one_go


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


class KeptGame:
    """The saved game of a game in progress. `update` replaces it after each move, in case the process is killed.

    The game is saved in `wanted` or, if that is None or cannot store the moves, in the games folder.
    """

    def __init__(self, wanted: Path | None):
        self._wanted = wanted
        self._places = (None,) if wanted is None else (wanted, None)
        self._path: Path | None = None  # None while there is no file
        self._place: Path | None = None  # the place to which the file belongs

    def update(self, record: Record) -> None:
        """Save the unfinished game. Errors are ignored, because `finish` reports them."""
        with in_one_go():
            for place in self._places if self._path is None else (self._place,):
                with suppress(OutflankError):
                    if self._path is not None:
                        _overwrite(self._path, record)
                        return
                    if place is None or written(record, place)[1]:
                        self._path, self._place = keep(record, place)[0], place
                        return

    def save(self, record: Record) -> tuple[Path, bool]:
        """Save the game as it is now; later moves go to another file. Returns and raises the same as `keep`."""
        return self._save(record, self._wanted)

    def _save(self, record: Record, place: Path | None) -> tuple[Path, bool]:
        with in_one_go():
            if self._path is not None and self._place == place:
                with suppress(OutflankError):  # its folder may have gone
                    is_whole = _overwrite(self._path, record)
                    path, self._path = self._path, None
                    return path, is_whole
            path, is_whole = keep(record, place)
            self._path = None if path == self._path else self._path
            return path, is_whole

    def save_as(self, path: Path, record: Record, *, force: bool) -> bool:
        """Save the game like `write_to`. The user may also name the file that `update` has created."""
        if self._path is not None and is_same(path, str(self._path)):
            return self._save(record, self._place)[1]
        return write_to(path, record, force=force)

    def finish(self, record: Record) -> Iterator[tuple[Path, bool] | OutflankError]:
        """Save the game at its end. Yields the result of each attempt, which is an error or the same as from `keep`."""
        for place in self._places:
            try:
                path, is_whole = self._save(record, place)
            except OutflankError as error:
                yield error
                continue
            if is_whole:
                self.discard()
            yield path, is_whole
            if is_whole:
                return

    def discard(self) -> None:
        """Delete the file of `update`, because the game is saved elsewhere or has no moves."""
        path, self._path = self._path, None
        if path is not None:
            with suppress(OSError):
                path.unlink()


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
    return _overwrite(path, record)


def _overwrite(path: Path, record: Record) -> bool:
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
