"""The user's own names for players, such as ``grhino`` for ``gtp:/usr/games/gtp-rhino -b 0``.

They are stored in a small file in the data folder. It is read only if a name does not match any registered player.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path

from outflank import files
from outflank.errors import OptionError, OutflankError, excerpt, quoted_path

_PATIENCE = 10.0  # seconds that one change waits for another
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


def path() -> Path:
    """Path of the file that contains the saved players."""
    return files.data_folder() / "players.json"


def saved() -> dict[str, str]:
    """Map each saved name, in alphabetical order, to its player. Raises OutflankError if the file cannot be read."""
    try:
        players = json.loads(path().read_text(encoding="utf-8"))["players"]
        if not all(isinstance(player, str) for player in players.values()):
            raise TypeError
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise OutflankError("cannot read {path}: {reason}", path=quoted_path(path()), reason=error.strerror) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise OutflankError(
            "expected saved players in {path}, got something else: fix the file or move it away",
            path=quoted_path(path()),
        ) from None
    return {name: players[name] for name in sorted(players)}


def add(name: str, player: str) -> None:
    """Save a player under a name, replacing any existing entry. Raises OutflankError if the name cannot be used."""
    if not _NAME.fullmatch(name):
        raise OptionError("expected a name of at most 40 letters, digits, - and _, got {name}", name=excerpt(name, 60))
    _change(lambda players: players | {name: player})


def remove(name: str) -> str:
    """Delete a saved name and return the player that it referred to. Raises OutflankError if the name is unknown."""
    players = saved()
    if not players:
        raise OptionError("unknown saved player {name}: no players are saved", name=excerpt(name))
    if name not in players:
        raise OptionError(
            "unknown saved player {name}: expected one of {known}",
            name=excerpt(name),
            known=", ".join(players),
        ).suggesting(name, players)
    _change(lambda players: {other: player for other, player in players.items() if other != name})
    return players[name]


def _change(change: Callable[[dict[str, str]], dict[str, str]]) -> None:
    from filelock import FileLock, Timeout  # slow to import and seldom needed

    try:
        path().parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path().with_suffix(".lock"), timeout=_PATIENCE):
            players = change(saved())
            files.write_whole(path(), json.dumps({"players": players}, indent=2, sort_keys=True).encode() + b"\n")
    except Timeout:
        raise OutflankError("cannot write {path}: another process is changing it", path=quoted_path(path())) from None
    except OSError as error:
        raise OutflankError("cannot write {path}: {reason}", path=quoted_path(path()), reason=error.strerror) from None
