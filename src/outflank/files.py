"""Files that appear under their name, or change, only when they are whole."""

import re
import tempfile
from pathlib import Path

_SUFFIX = ".part"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, at once or not at all; if this process is killed, a part of another name may be left beside it."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.", suffix=_SUFFIX, delete=False) as file:
        file.write(content)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)


def remove_parts(path: Path) -> None:
    """Remove what `write_whole` left of a file because it was killed."""
    part = re.compile(rf"{re.escape(path.name)}\.\w{{8}}{re.escape(_SUFFIX)}")  # as tempfile names them
    for found in path.parent.glob(f"*{_SUFFIX}"):
        if part.fullmatch(found.name) and found.is_file():
            found.unlink()
