"""Class folders, which contain the rules, examples, submissions, the qualification and the tournament."""

import csv
import itertools
import json
import random
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from outflank import bots
from outflank.bots import contents
from outflank.bots.limits import Limits
from outflank.course import LANGUAGES
from outflank.course.check import BotReport, check
from outflank.course.tournament import TOURNAMENT, Head, write_tournament
from outflank.errors import OptionError, OutflankError, excerpt, quoted_path
from outflank.files import write_whole
from outflank.matches.sheets import ENCODING, as_sheet, harmless
from outflank.matches.tables import ResultTable, markdown_lines
from outflank.play import TimeControl
from outflank.play.options import quoted

SUBMISSIONS, QUALIFICATION, NAMES = "submissions", "qualification.md", "names.csv"
"""The folder for submissions, and the two files that `qualify` writes next to the tournament file."""

PLAYING = "playing"
"""The folder for copies of bots that play anonymously."""


_FILES = Path(__file__).parent / "files"
_EXAMPLES = Path(bots.__file__).parent / "templates"
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Contestant:
    """A submission: its name, its path, and either a report or the reason why it was rejected."""

    name: str
    path: Path
    report: BotReport | None
    refused: str = ""

    @property
    def is_fit(self) -> bool:
        """True if the bot may play in the tournament."""
        return self.report is not None and self.report.is_fit

    @property
    def reasons(self) -> list[str]:
        """The reasons why the bot may not play in the tournament."""
        if self.report is None:
            return [self.refused]
        return [finding.text for finding in self.report.findings if finding.is_fault]


def make_bot(folder: Path, language: str = "python") -> list[Path]:
    """Create a folder with a starter bot in one of `LANGUAGES`, and return the paths of its files.

    Raises OptionError if the language is unknown or the folder is not empty, and OSError if it cannot be written.
    """
    if language not in LANGUAGES:
        raise OptionError(f"expected one of the languages {', '.join(LANGUAGES)}, got {excerpt(language)}")
    _claim(folder)
    return [Path(shutil.copy(path, folder)) for path in _example(language)]


def make_class(folder: Path) -> list[Path]:
    """Create a class folder, and return the paths of its files.

    Raises OptionError if the folder is not empty, and OSError if it cannot be written.
    """
    _claim(folder)
    limits = Limits()
    bounds = {"memory": limits.memory, "processes": limits.processes, "disk": limits.disk, "output": limits.output}
    (folder / SUBMISSIONS).mkdir()
    made = [folder / "README.md", folder / "rules.md"]
    write_whole(made[0], (_FILES / "readme.md").read_bytes())
    write_whole(made[1], (_FILES / "rules.md").read_text(encoding="utf-8").format(**bounds).encode())
    for language in LANGUAGES:
        (folder / "examples" / language).mkdir(parents=True)
        made += [Path(shutil.copy(path, folder / "examples" / language)) for path in _example(language)]
    return made


def qualify(
    folder: Path,
    control: TimeControl | None = None,
    *,
    anonymous: bool = False,
    seed: int | None = None,
    progress: Callable[[Contestant], Any] = lambda _: None,
) -> list[Contestant]:
    """Check all submissions, and write a tournament for the bots that pass and a qualification file with the results.

    If there is already a tournament file, the part before its players is kept; `control`, if it is not None, replaces
    its time control. Raises OutflankError if there are no submissions or if the existing file is not a valid
    tournament.
    """
    place = folder / SUBMISSIONS
    if not place.is_dir():
        raise OptionError(f"expected a class folder that contains {SUBMISSIONS}, got {quoted_path(folder)}")
    paths = sorted(path for path in place.iterdir() if not path.name.startswith((".", "_")))
    if not paths:
        raise OutflankError(f"nothing was handed in: {place} is empty")
    head = Head.of(folder / TOURNAMENT, control)
    entries = []
    for name, path in zip(_names(paths), paths, strict=True):
        entries.append(_tried(name, path, head))
        progress(entries[-1])
    aliases = {entry.name: entry.name for entry in entries}
    playing = {entry.name: f"{SUBMISSIONS}/{entry.path.name}" for entry in entries}
    if anonymous:
        known = _known(folder / NAMES)
        files = {entry.name: harmless(entry.path.name) for entry in entries}
        new = [file for file in files.values() if file not in known]
        free = (name for number in itertools.count(1) if (name := f"Bot {number}") not in known.values())
        known |= dict(zip(random.Random(seed).sample(new, len(new)), free, strict=False))
        aliases = {name: known[file] for name, file in files.items()}
        names = as_sheet(("bot", "handed in as"), ((bot, file) for file, bot in known.items()))
        write_whole(folder / NAMES, names.encode(ENCODING, "surrogateescape"))
        entries, playing = _copied(folder, entries, aliases)
    write_whole(folder / QUALIFICATION, _qualification(entries, aliases).encode())
    write_tournament(folder / TOURNAMENT, head.text + _players(entries, aliases, playing))
    return entries


# --------------------------------------------------------------------------------------------------------------------


def _claim(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OptionError(f"{quoted_path(folder)} already exists: expected a new or an empty folder")
    folder.mkdir(parents=True, exist_ok=True)


def _example(language: str) -> list[Path]:
    return [path for path in sorted((_EXAMPLES / language).iterdir()) if path.is_file()]


def _names(paths: Sequence[Path]) -> list[str]:
    """Return a unique, printable and reasonably short name for the bot at each of these paths."""
    names: dict[str, str] = {}  # by their case-folded form, which a tournament compares
    for path in paths:
        name = _printable(path.name if path.is_dir() else path.stem)
        more = (f"{name[: _LONGEST_NAME - 8]} ({number})" for number in itertools.count(2))
        free = next(
            each
            for each in (name, _printable(path.name), *itertools.islice(more, len(paths)))
            if each.casefold() not in names
        )
        names[free.casefold()] = free
    return list(names.values())


def _printable(text: str) -> str:
    text = "".join(letter if letter.isprintable() else " " if letter.isspace() else "?" for letter in text)
    return text.strip()[:_LONGEST_NAME].strip() or "bot"


def _tried(name: str, path: Path, head: Head) -> Contestant:
    if path.is_symlink():
        return Contestant(name, path, None, "It is a link, where a file or a folder was expected.")
    if not path.name.isprintable():
        return Contestant(name, path, None, "Its file name has characters that cannot be shown: rename it.")
    try:
        return Contestant(name, path, check(_player(path), head.control, game=head.game, strength=False))
    except OutflankError as error:
        return Contestant(
            name, path, None, f"It is not a bot: {str(error).removeprefix(f'player {excerpt(_player(path), 40)}: ')}."
        )


def _player(path: Path) -> str:
    text = str(path)
    is_plain = text == text.strip() and not set(text) & set(",='\"")
    return f"bot:{text}" if is_plain else f"bot:path={quoted(text)}"


def _known(path: Path) -> dict[str, str]:
    """Return the aliases from an earlier qualification by the name of the submitted file.

    Reusing these aliases lets bots keep the games that they have played.
    """
    if not path.exists():
        return {}
    with path.open(newline="", encoding=ENCODING, errors="surrogateescape") as file:
        return {row[1]: row[0] for row in list(csv.reader(file))[1:] if len(row) == 2}


def _qualification(entries: Sequence[Contestant], aliases: dict[str, str]) -> str:
    rows = []
    for entry in sorted(entries, key=lambda entry: aliases[entry.name]):
        why = next(iter(entry.reasons), "")
        if aliases[entry.name] != entry.name:  # the real name must not appear in an error either
            why = _hidden(why, entry.path, aliases[entry.name])
        rows.append((aliases[entry.name], "yes" if entry.is_fit else "no", why))
    table = ResultTable("Qualification", ("bot", "may play", "why not"), tuple(rows), left=())
    return "\n".join(["# Qualification", "", *markdown_lines(table), ""])


def _hidden(why: str, path: Path, alias: str) -> str:
    """Replace a bot's file name with its alias in an explanation, unless it is used as an ordinary word."""
    if path.is_dir():
        return re.sub(rf"(?:(?<=/)|(?<=bot:)|(?<=folder ')){re.escape(path.name)}(?!\w)", lambda _: alias, why)
    why = re.sub(rf"(?<!\w){re.escape(path.name)}(?!\w)", lambda _: alias, why)
    if path.suffix != ".py":
        return why
    module = re.escape(path.stem)  # Python's name for the file
    return re.sub(
        rf"(?<=module '){module}(?=')|(?<=from '){module}(?=')|(?<=named '){module}(?=')", lambda _: alias, why
    )


def _copied(
    folder: Path, entries: Sequence[Contestant], aliases: dict[str, str]
) -> tuple[list[Contestant], dict[str, str]]:
    """Copy the bots that may play to files whose names reveal only their aliases.

    Returns the entries and the paths of the copies within the folder. If a bot cannot be copied, its entry is marked as
    rejected.
    """
    shutil.rmtree(folder / PLAYING, ignore_errors=True)
    (folder / PLAYING).mkdir()
    contestants, places = [], {}
    for entry in entries:
        if entry.is_fit:
            name = aliases[entry.name].lower().replace(" ", "-")
            name += "" if entry.path.is_dir() else entry.path.suffix
            try:
                contents.copy(entry.path, folder / PLAYING / name)
                places[entry.name] = f"{PLAYING}/{name}"
            except OptionError as error:
                entry = replace(entry, report=None, refused=f"It cannot be copied: {error}.")
        contestants.append(entry)
    return contestants, places


def _players(entries: Sequence[Contestant], aliases: dict[str, str], playing: dict[str, str]) -> str:
    """Return the players of the tournament as TOML.

    They are the bots that have qualified, with their paths within the class folder.
    """
    lines = []
    for entry in sorted(entries, key=lambda entry: aliases[entry.name]):
        if entry.is_fit:
            player = _player(Path(playing[entry.name]))
            lines += ["", "[[players]]", f"name = {_quoted(aliases[entry.name])}", f"player = {_quoted(player)}"]
    return "".join(f"{line}\n" for line in lines)


def _quoted(text: str) -> str:
    """Quote text as a TOML string; a JSON string is always a valid TOML string."""
    return json.dumps(text, ensure_ascii=False)
