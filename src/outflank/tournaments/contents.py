"""What players that somebody wrote consist of, so that it is seen when one is changed between its games."""

import hashlib
import re
from pathlib import Path

from outflank.bots.player import Bot
from outflank.errors import OutflankError
from outflank.play import create
from outflank.play.registry import expanded


def content_of(player: str) -> str:
    """A digest of the files of a bot, or of a module's file; empty for other players, and where there is none."""
    path = _path_of(player)
    if path is None or not path.exists():
        return ""
    digest = hashlib.sha256()
    try:
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"{file.relative_to(path)}\0{file.stat().st_size}\0".encode(errors="surrogateescape"))
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
