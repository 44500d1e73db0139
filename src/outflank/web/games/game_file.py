"""Export and import of a person's games, in Outflank's own JSON format or in the formats of other programs.

An Outflank file contains `{"outflank": "games", "version": 1, "games": […]}` with one game per line, so that reading a
long file takes little memory. Imported games are validated as strictly as messages from a page, and their moves are
replayed. A player that this server does not offer is replaced by a person with the same name.
"""

import json
import re
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, BinaryIO, Literal

from pydantic import Field, ValidationError

from outflank.errors import OutflankError, ParseError, excerpt
from outflank.formats import streams
from outflank.formats.format import Format
from outflank.formats.places import one_line
from outflank.formats.tagged import FORFEIT, TIME, Ending
from outflank.play import PERSON, Forfeit, Match, Result, Seat, TimeControl
from outflank.play.game import How
from outflank.play.match import Fault
from outflank.play.record import Record
from outflank.rules import DiscPosition
from outflank.sessions.people import LONGEST_GAME_NAME, clean_name, visible
from outflank.text import Text
from outflank.web.catalogue import check, kind_named, label
from outflank.web.games import json_stream, trees
from outflank.web.games.game_records import YOU, record_of
from outflank.web.games.store import readable
from outflank.web.games.stored_games import StoredMatch, state_text
from outflank.web.page_types import AnswerFields, JudgedMoveFields, MoveName, Seconds, Strict, Value
from outflank.web.wire import GameId, KindName, LongText, Moves, PlayerName, in_words

VERSION = 1
"""Version of Outflank's file format."""

_HEAD = f'{{"outflank": "games", "version": {VERSION}, "games": [\n'
_TAIL = "\n]}\n"
_LONGEST_LINE = 2_000_000  # bytes of one game in the file
_LONGEST_NAME = 80  # characters of a player's name
_DATE = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[ T_](\d{1,2}):(\d{2}))?")
_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_HERE = "Outflank"  # the place recorded for games without a name
_FROM_FILE = "according to its file"
_THE_FILE = "the file"  # the name of the file in error messages


# --- writing --------------------------------------------------------------------------------------------------------


def as_json(batches: Iterable[list[dict[str, Any]]]) -> Iterator[str]:
    """Write the games from `OwnGames.whole` in Outflank's format, and yield the text piece by piece."""
    before = _HEAD
    for games in batches:
        for text in readable(_by_id(games), lambda row: _own_text(row[1])):
            yield before + text
            before = ",\n"
    yield _TAIL if before != _HEAD else _HEAD + _TAIL


def _exported(match: Mapping[str, Any]) -> dict[str, Any]:
    """Reduce a match to the fields needed to replay it, leaving out any secrets."""
    moves = [{key: played[key] for key in _Played.model_fields if played.get(key)} for played in match["moves"]]
    return {**{key: match[key] for key in _Match.model_fields if key in match}, "moves": moves}


def as_texts(batches: Iterable[list[dict[str, Any]]], format_: Format) -> Iterator[str]:
    """Write games in another program's format, skipping games that the format cannot represent."""
    for games in batches:
        yield from readable(_by_id(games), lambda row: _as_text(row[1], format_))


def _own_text(game: Mapping[str, Any]) -> str:
    return json.dumps({**game, "match": _exported(game["match"])}, ensure_ascii=False, separators=(",", ":"))


def _by_id(games: Iterable[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((game.get("id", ""), game) for game in games)


def _as_text(game: Mapping[str, Any], format_: Format) -> str:
    """Write a game in another program's format. Returns an empty string if the format cannot represent the game."""
    match = Match.from_json(game["match"])
    if not isinstance(match.position, format_.holds):
        return ""
    ending = game["result"]["words"] if game["result"] else ""
    record = record_of(match, game["created"], ending)
    return format_.write([replace(record, date=_date_of(game["created"]), place=game["name"] or _HERE)])


# --- reading --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game read from a file.

    `study` contains the full record if the game has variations, comments, signs or marks.
    """

    kept: StoredMatch
    name: str
    created: float
    changed: float
    has_id: bool
    review: "_Review | None" = None
    study: Record | None = None


@dataclass(frozen=True, slots=True)
class BadGame:
    """A rejected game, with its location in the file and the reason."""

    place: str
    reason: str


def read(file: BinaryIO) -> Iterator[ReadGame | BadGame]:
    """Read and validate the games in a file of any supported format.

    Raises ParseError if the file contains no games.
    """
    head = file.read(300)
    file.seek(0)
    if b'"outflank"' in head and head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        yield from _read_own(file)
        return
    for number, found in enumerate(streams.read(file, _THE_FILE), 1):
        try:
            if found.error is not None:
                yield BadGame(found.place(number), found.error.message)
            elif found.record is not None:
                yield _from_record(found.record)
        except OutflankError as error:
            yield BadGame(found.place(number), str(error))


def _read_own(file: BinaryIO) -> Iterator[ReadGame | BadGame]:
    """Read a file in Outflank's format.

    The file is read line by line if Outflank wrote it, and item by item otherwise.
    """
    head = file.readline(_LONGEST_LINE)
    if not head.rstrip().endswith(b'"games": ['):
        file.seek(0)
        _check_version(json_stream.fields(file, "games"))
        for number, game in enumerate(json_stream.items(file, "games"), 1):
            yield _taken(f"game {number}", game)
        return
    _check_version(_json(head.rstrip() + b"]}"))
    number = 0
    while line := file.readline(_LONGEST_LINE):
        number += 1
        if line.strip() in (b"", b"]}"):
            continue
        if len(line) == _LONGEST_LINE:
            yield BadGame(Text("game {number}", number=number), Text("it is too long for an Outflank game"))
            return
        try:
            yield _taken(f"game {number}", _json(line.rstrip().removesuffix(b",")))
        except ParseError as error:
            yield BadGame(Text("game {number}", number=number), str(error))


def _check_version(whole: Any) -> None:
    version = whole.get("version")
    if not isinstance(version, int) or version < 1:
        raise ParseError("expected a game file with a format version")
    if version > VERSION:
        raise ParseError(
            "the file was written by a newer Outflank (format {version}; this one reads up to {newest})",
            version=version,
            newest=VERSION,
        )


def _taken(place: str, game: Any) -> ReadGame | BadGame:
    try:
        return _from_own(_Game.model_validate(game))
    except ValidationError as error:
        return BadGame(place, in_words(error))
    except (OutflankError, OverflowError) as error:
        return BadGame(place, str(error))


def _json(data: bytes) -> Any:
    """Parse JSON. Raises ParseError if it is malformed."""
    try:
        return json.loads(_text(data), parse_constant=json_stream.no_number)
    except RecursionError:
        raise ParseError("brackets are nested too deeply") from None
    except ParseError:
        raise
    except ValueError as error:
        raise ParseError("this is not JSON: {error}", error=error) from None


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ParseError("expected UTF-8 text: this is not a game file") from None


# --- Outflank's own games --------------------------------------------------------------------------------------------


_Seat = Annotated[int, Field(ge=0, le=2)]


class _Played(Strict):
    move: MoveName
    seconds: Seconds = 0.0
    found: AnswerFields | None = None


class _Forfeit(Strict):
    seat: _Seat
    fault: Literal[Fault, "slow"]
    reason: Annotated[str, Field(max_length=400)]


class _Match(Strict):
    kind: KindName
    start: LongText
    seats: Annotated[list[PlayerName], Field(min_length=2, max_length=3)]
    names: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=3, default_factory=list)]
    control: Annotated[list[float | bool], Field(max_length=3)] | None = None
    left: Annotated[list[Seconds], Field(max_length=3)] | None = None
    moves: Annotated[list[_Played], Field(max_length=400)]
    resigned: _Seat | None = None
    fault: _Forfeit | None = None
    pace: Annotated[float, Field(ge=0, le=3)] = 0.0


class _Review(Strict):
    moves: Moves
    seconds: Seconds
    judged: Annotated[list[JudgedMoveFields], Field(max_length=400)]


class _Result(Strict):
    words: Annotated[str, Field(max_length=400)]
    winners: Annotated[list[_Seat], Field(max_length=3)]
    scores: Annotated[list[Value], Field(max_length=3, default_factory=list)]
    how: How = "board"
    loser: _Seat | None = None
    reason: Annotated[str, Field(max_length=400)] = ""


class _Game(Strict):
    id: GameId
    name: Annotated[str, Field(max_length=LONGEST_GAME_NAME)] = ""
    created: Annotated[float, Field(ge=0, le=1e11)]
    changed: Annotated[float, Field(ge=0, le=1e11)]
    result: _Result | None = None
    match: _Match
    review: _Review | None = None


def _from_own(game: _Game) -> ReadGame:
    match = _match_of(game.match)
    result = None if game.result is None else _result_of(game.result)
    kept = StoredMatch.of(game.id, match, state_text(game.id, match, game.match.pace), result=result)
    now = time.time()
    review = game.review if game.review is not None and _is_of(game.review, kept.moves) else None
    return ReadGame(
        kept, clean_name(game.name, LONGEST_GAME_NAME), min(game.created, now), min(game.changed, now), True, review
    )


def _result_of(said: "_Result") -> Result:
    """Convert the result recorded in a file for a game that its moves do not decide."""
    words, reason = one_line(said.words), one_line(said.reason)
    return Result(words, tuple(said.winners), tuple(said.scores), said.how, said.loser, reason)


def _is_of(review: "_Review", moves: tuple[str, ...]) -> bool:
    """True if a review matches the moves of its game."""
    is_its_beginning = moves[: len(review.moves)] == tuple(review.moves)
    return is_its_beginning and all(moves[each.ply : each.ply + 1] == (each.move,) for each in review.judged)


def _match_of(data: _Match) -> Match[Any]:
    """Create a match from the data in a file, replaying its moves.

    A player that this server does not offer is replaced by a person with the same name.

    Raises OutflankError if the match is impossible.
    """
    start = kind_named(data.kind).read(data.start)
    _check_clock(data.control)
    seats = [_seat_of(*each, start) for each in zip(data.seats, [*data.names, "", "", ""], strict=False)]
    has_times = data.control is not None and len(data.left or ()) == len(seats)
    match = Match.replayed(
        {
            **data.model_dump(),
            "seats": [seat.player for seat in seats],
            "names": [seat.name for seat in seats],
            "left": data.left if has_times else None,
            "undone": [],
            "paused": False,
        }
    )
    if match.forfeit is not None:
        match.forfeit = replace(match.forfeit, reason=one_line(match.forfeit.reason))
    return match


def _seat_of(player: str, name: str, start: Any) -> Seat:
    name = visible(name)[:_LONGEST_NAME]
    try:
        return Seat(check(player, start), name)
    except OutflankError:
        return Seat(PERSON, name or visible(label(player))[:_LONGEST_NAME])


def _check_clock(control: list[float | bool] | None) -> None:
    try:
        if control is not None:
            TimeControl.parse(str(TimeControl(*control)))  # type: ignore[arg-type]  # parsing it checks it
    except (OutflankError, TypeError, ValueError):
        raise ParseError("expected a clock, got {text}", text=excerpt(str(control))) from None


# --- games from other programs --------------------------------------------------------------------------------------


def _from_record(record: Record) -> ReadGame:
    """Convert a game from another program's file. All its players become people.

    Raises OutflankError if the game has no moves or this server does not offer its type of game.
    """
    game = record.game
    if not game.moves:
        raise ParseError("it has no moves")
    kind = kind_named(record.kind.name)
    names = [visible(record.player(seat))[:_LONGEST_NAME] for seat in range(len(kind.seats))]
    match = Match(game, [Seat(PERSON, "" if name == YOU else name) for name in names])
    ending = Ending.of(record) if isinstance(record.position, DiscPosition) else None
    result = None
    if ending is not None:
        winners = (0, 1) if ending.winner is None else (int(ending.winner),)
        result = Result(one_line(record.ending), winners, ())
        if ending.winner is not None and ending.how in (TIME, FORFEIT):
            loser = int(ending.winner.opponent)
            match.forfeit = Forfeit(loser, "time" if ending.how == TIME else "crash", _FROM_FILE)
            result = replace(result, how="time" if ending.how == TIME else "fault", loser=loser, reason=_FROM_FILE)
    number = secrets.token_urlsafe(16)
    played = _time_of(record.date)
    place = "" if record.place == _HERE else record.place
    name = clean_name(" ".join(filter(None, (place, record.date if played[1] else ""))), LONGEST_GAME_NAME)
    kept = StoredMatch.of(number, match, state_text(number, match), result=result)
    return ReadGame(kept, name, played[0], played[0], False, study=record if trees.has_words(record) else None)


def _time_of(date: str) -> tuple[float, bool]:
    """Parse a date from a file. Returns seconds since 1970, and True if the file gives only a year.

    A missing or future date is replaced by the current time.
    """
    now = time.time()
    found = _DATE.search(date)
    year = None if found else _YEAR.search(date)
    try:
        parts = [int(part or 0) for part in found.groups()] if found else [int(year[0]), 1, 1] if year else []
        if parts:
            return max(0.0, min(now, datetime(*parts).timestamp())), found is None  # type: ignore[arg-type]
    except (ValueError, OverflowError, OSError):
        pass
    return now, False


def _date_of(created: float) -> str:
    """Format a game's date.

    The time is left out if it is midnight, because a date without a time is read as midnight.
    """
    when = datetime.fromtimestamp(created)
    return f"{when:%Y-%m-%d}" if (when.hour, when.minute) == (0, 0) else f"{when:%Y-%m-%d %H:%M}"
