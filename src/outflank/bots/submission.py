"""A submitted bot: a Python file, a program, or a folder that contains one of these."""

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from outflank.bots import contents
from outflank.errors import OptionError, SubmissionError, excerpt, quoted_path

MAINS = ("bot.py", "bot", "bot.js", "bot.sh")
"""File names for the bot inside a folder, in order of preference."""

SITE = "site"
"""Name of the subfolder with the packages that a bot needs."""

_INTERPRETERS = {".js": "node", ".sh": "sh"}
_FIRST = {
    **dict.fromkeys((".c", ".cpp", ".cc", ".rs", ".go", ".java"), ": compile it, and name the program"),
    **dict.fromkeys((".zip", ".gz", ".tgz", ".tar", ".7z"), ": unpack it, and name the folder"),
}
"""Advice about a file that must be compiled or unpacked first, by suffix."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted bot: its file, its folder if there is one, and its interpreter.

    `interpreter` is the executable that runs the file, or None if the file itself is executable.
    """

    file: Path
    folder: Path | None
    interpreter: Path | None
    is_python: bool

    @classmethod
    def of(cls, path: str) -> "Submission":
        """Find the submission at a path. Raises SubmissionError if it is not acceptable."""
        try:
            return cls._of(path)
        except OptionError as error:
            raise SubmissionError(str(error)) from None

    @classmethod
    def _of(cls, path: str) -> "Submission":
        if not path.strip():
            raise OptionError("expected a file or a folder, got nothing")
        given = Path(path).expanduser().absolute()
        if not given.exists():
            hint = ": name a bot by its file alone, without module:" if path.startswith("module:") else ""
            raise OptionError(f"there is no file or folder {quoted_path(path)}{hint}")
        contents.members(given)
        folder = given if given.is_dir() else None
        file = given
        if folder is not None:
            file = next((folder / name for name in MAINS if (folder / name).is_file()), folder)
            if file == folder:
                raise OptionError(f"expected one of {', '.join(MAINS)} in the folder {quoted_path(path)}")
        if file.stat().st_size == 0:  # like all files in /proc, which may be endless
            raise OptionError(f"{excerpt(file.name, 60)} is empty")
        is_python = file.suffix == ".py"
        interpreter = None
        if is_python:
            interpreter = Path(os.path.realpath(sys.executable))
        elif file.suffix in _INTERPRETERS:
            name = _INTERPRETERS[file.suffix]
            found = shutil.which(name)
            if found is None:
                raise OptionError(f"{file.name} needs {name}, which is not installed")
            interpreter = Path(os.path.realpath(found))
        elif not os.access(file, os.X_OK):
            first = _FIRST.get(file.suffix.lower(), "")
            raise OptionError(
                f"expected a .py, .js or .sh file, or a program, but {excerpt(file.name, 60)} is not executable{first}"
            )
        if not is_python and _begins_as_on_windows(file):
            raise OptionError(f"{excerpt(file.name, 60)} has Windows line endings: convert them to LF")
        return cls(file, folder, interpreter, is_python)

    @property
    def name(self) -> str:
        """Default name of the bot."""
        return self.file.stem if self.folder is None else self.folder.name

    @property
    def home(self) -> Path:
        """The path that is visible in the sandbox: the folder, or the file if there is no folder."""
        return self.file if self.folder is None else self.folder

    def readable_by_all(self) -> bool:
        """True if every user can read the entire submission.

        This matters because bots started by root run as another user.
        """
        return all(
            each.mode & 0o5 == 0o5 if each.is_folder else bool(each.target or each.mode & 0o4)
            for each in contents.members(self.home)
        )


def _begins_as_on_windows(file: Path) -> bool:
    """True if the first line of a script has a Windows line ending, so that the script fails on other systems."""
    try:
        with file.open("rb") as opened:
            first = opened.readline(200)
    except OSError:  # trying to run it will show why
        return False
    return first.endswith(b"\r\n") and (first.startswith(b"#!") or file.suffix == ".sh")
