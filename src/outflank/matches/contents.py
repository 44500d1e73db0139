"""What players that somebody wrote consist of, so that it is seen when one is changed between its games."""

import re
from pathlib import Path

from outflank.bots.contents import digest
from outflank.bots.player import Bot
from outflank.errors import OptionError, OutflankError
from outflank.play import create
from outflank.play.registry import expanded


def content_of(player: str) -> str:
    """A digest of the files of a bot, or of the file of a ``module:FILE.py:NAME``; empty for all other players.

    What a file imports from elsewhere is not seen, and what is hidden (its name begins with a dot) does not count.
    Empty too where nothing can be read, or something may not be: who plays will say what is wrong with it.
    """
    path = _path_of(player)
    try:
        return "" if path is None else digest(path)
    except OptionError:
        return ""


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
