"""What players that somebody wrote consist of, so that it is seen when one is changed between its games."""

import hashlib
import re
from pathlib import Path

from outflank.bots.player import Bot
from outflank.errors import OutflankError
from outflank.play import create
from outflank.play.registry import expanded


def content_of(player: str) -> str:
    """A digest of the files of a bot, or of the file of a ``module:FILE.py:NAME``; empty for all other players.

    What a file imports from elsewhere is not seen, and what is hidden (its name begins with a dot) does not count.
    Empty too where nothing can be read.
    """
    path = _path_of(player)
    if path is None or not path.exists():
        return ""
    digest = hashlib.sha256()
    try:
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            inner = file.relative_to(path)
            if file.is_file() and not any(part.startswith((".", "__pycache__")) for part in inner.parts):
                digest.update(f"{inner}\0{file.stat().st_size}\0".encode(errors="surrogateescape"))
                with file.open("rb") as opened:
                    while block := opened.read(_AT_ONCE):
                        digest.update(block)
    except OSError:  # who plays will say what is wrong with it
        return ""
    return digest.hexdigest()


_AT_ONCE = 1 << 20


def _path_of(player: str) -> Path | None:
    try:
        name, _, options = expanded(player).partition(":")
        if name.strip() == "module":
            file = re.match(r".+?\.py(?=:)", options)
            return None if file is None else Path(file[0])
        if name.strip() != "bot":
            return None
        bot = create(player)
    except OutflankError:
        return None
    return bot.submission.home if isinstance(bot, Bot) else None
