"""The tournament file of a class, which is rewritten by every qualification except for the teacher's part."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank.errors import OutflankError
from outflank.files import write_whole
from outflank.formats.files import read_file
from outflank.matches.reading import plan_of
from outflank.play import TimeControl

TOURNAMENT, OLD = "tournament.toml", "tournament.old.toml"
"""File names of the current tournament and of its previous version."""

_USUAL = TimeControl(5, per_move=True)
_NEW = """\
# To play, run this in this folder: outflank arena run tournament.toml
time = "{control}"
openings = "random:8"
seed = 1

[schedule]
kind = "round-robin"
games = 4
"""
_PLAYERS = re.compile(r"(?m)^[ \t]*\[\[[ \t]*players")
_TIME = re.compile(r"""(?m)^[ \t]*(["']?)time\1[ \t]*=.*\n""")
_FEWEST = 3  # enough players for every kind of tournament


@dataclass(frozen=True, slots=True)
class Head:
    """The part of a tournament file that comes before the players: its text, time control and game."""

    text: str
    control: TimeControl
    game: str = "othello"

    @classmethod
    def of(cls, path: Path, control: TimeControl | None) -> "Head":
        """Read the head of a tournament file, or create a new one if there is no file.

        `control`, if it is not None, replaces the time control. Raises OutflankError, with the name of the file, if it
        is not a valid tournament or if anything follows the players.
        """
        if not path.exists():
            control = control or _USUAL
            return cls(_NEW.format(control=control), control)
        try:
            return cls._read(path, read_file(path, limit=None), control)
        except (ValueError, OutflankError) as error:
            raise OutflankError(f"{path.name}: {error}: correct the file, or remove it") from None

    @classmethod
    def _read(cls, path: Path, text: str, control: TimeControl | None) -> "Head":
        players = _PLAYERS.search(text)
        head = (text[: players.start()] if players else text).rstrip() + "\n"
        data, before = tomllib.loads(text), tomllib.loads(head)
        if behind := data.keys() - {"players"} - before.keys():
            raise OutflankError(f"expected {', '.join(sorted(behind))} before the players, which are rewritten")
        if "players" in before:
            raise OutflankError("expected [[players]], each a table of its own, got players = …")
        plan = plan_of(path, data | {"players": _enough(data.get("players", []))})
        old = plan.control if "time" in data else None
        if control is not None and control != old:
            line = f'time = "{control}"\n'
            head, n = _TIME.subn(line, head, count=1)
            head = head if n else line + head
            if tomllib.loads(head).get("time") != str(control):
                raise OutflankError(f"its time cannot safely be changed to {control}")
        return cls(head, control or old or _USUAL, plan.game)


def _enough(players: Any) -> Any:
    """Return the players in a file, with placeholders added while there are too few of them for a tournament."""
    if not isinstance(players, list):
        return players
    more = ({"name": f"somebody {number}", "player": "random"} for number in range(_FEWEST - len(players)))
    return [*players, *more]


def write_tournament(path: Path, text: str) -> None:
    """Write the tournament file after saving its previous version as `OLD`.

    The previous version may contain changes that a teacher made to the players.
    """
    if path.exists() and (old := path.read_bytes()) != text.encode():
        write_whole(path.with_name(OLD), old)
    write_whole(path, text.encode())
