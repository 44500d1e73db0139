"""A file with all games of a person, to be kept elsewhere and read again; and games of other programs' files.

The file is JSON, `{"outflank": "games", "version": 1, "games": […]}`, with a game a line, so that it may be long. What
is read is checked as strictly as what a page sends: a game is played again by its moves, and players are only those
that are offered here.
"""

import json
import re
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, BinaryIO, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from outflank.analysis.badges import Grade
from outflank.errors import OutflankError, ParseError, excerpt
from outflank.formats import ggf, many
from outflank.formats.tagged import FORFEIT, TIME, Ending
from outflank.play import PERSON, Analysis, Clock, Forfeit, Match, MoveValue, Result, Seat, TimeControl
from outflank.play.game import How
from outflank.play.places import one_line
from outflank.play.record import Record, beyond_moves
from outflank.web.catalogue import check, kind_named, label
from outflank.web.kept import KeptGame, state_text
from outflank.web.messages import GameId, KindName, Moves, PlayerName, Text, in_words
from outflank.web.people import LONGEST_GAME_NAME, clean_name, visible

VERSION = 1
"""Of the file."""

_HEAD = f'{{"outflank": "games", "version": {VERSION}, "games": [\n'
_TAIL = "\n]}\n"
MOST_BYTES = 20_000_000
"""Of a file that is not read line by line."""

_LONGEST_LINE = 2_000_000  # bytes of a game in the file
_LONGEST_NAME = 80  # of a player
_DATE = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[ T_](\d{1,2}):(\d{2}))?")
_AS_SAID = "as its file says"
_YOU = "You"  # what a person is called in files, if nothing is known


# --- writing --------------------------------------------------------------------------------------------------------


def as_json(batches: Iterable[list[dict[str, Any]]]) -> Iterator[str]:
    """The text of the file with the games that `Library.whole` gives, piece by piece."""
    before = _HEAD
    for games in batches:
        for game in games:
            kept = {**game, "match": _told(game["match"])}
            yield before + json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
            before = ",\n"
    yield _TAIL if before != _HEAD else _HEAD + _TAIL


def _told(match: Mapping[str, Any]) -> dict[str, Any]:
    """Of a match in JSON what is not to be found by playing it again, and is nobody's secret."""
    moves = [{key: played[key] for key in _Played.model_fields if played.get(key)} for played in match["moves"]]
    return {**{key: match[key] for key in _Match.model_fields if key in match}, "moves": moves}


def as_ggf(batches: Iterable[list[dict[str, Any]]]) -> Iterator[str]:
    """The games of Othello and its variants as other programs read them."""
    for games in batches:
        for game in games:
            match = Match.from_json(game["match"])
            if not isinstance(match.position, ggf.FORMAT.holds):
                continue
            person = _YOU if len(match.persons) == 1 else ""
            names = [seat.name or person if seat.is_person else label(seat.player) for seat in match.seats]
            date = f"{datetime.fromtimestamp(game['created']):%Y-%m-%d %H:%M}"
            result = beyond_moves(match.game, game["result"]["words"] if game["result"] else "")
            yield ggf.write([Record.of(match.game, names, date=date, place="Outflank", result=result)])


# --- reading --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game of a file: what is to be kept of it, what it was called, when it was played, and its review."""

    kept: KeptGame
    name: str
    created: float
    changed: float
    has_id: bool
    review: "_Review | None" = None


@dataclass(frozen=True, slots=True)
class BadGame:
    """A game of a file that cannot be taken: which it is, and what is wrong."""

    place: str
    reason: str


def read(file: BinaryIO) -> Iterator[ReadGame | BadGame]:
    """The games of a file of any format, each checked. Raises ParseError for a file with no game in it at all."""
    head = file.read(300)
    file.seek(0)
    if b'"outflank"' in head and head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        yield from _read_own(file)
        return
    for number, found in enumerate(many.read(_text(_whole(file))), 1):
        place = f"game {number}, line {found.line}" if found.line else f"game {number}"
        if found.record is None:
            yield BadGame(place, str(found.error))
            continue
        try:
            yield _from_record(found.record)
        except OutflankError as error:
            yield BadGame(place, str(error))


def _whole(file: BinaryIO) -> bytes:
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ParseError(f"expected at most {MOST_BYTES // 1_000_000} MB of games, got more")
    return data


def _read_own(file: BinaryIO) -> Iterator[ReadGame | BadGame]:
    """The games of a file of our own: line by line as we write it, or else as a whole."""
    head = file.readline(_LONGEST_LINE)
    if not head.rstrip().endswith(b'"games": ['):
        file.seek(0)
        whole = _json(_whole(file))
        games = whole.get("games") if isinstance(whole, dict) else None
        if not isinstance(games, list):
            raise ParseError("expected a file of games as Outflank writes it, got something else in JSON")
        _check_version(whole)
        for number, game in enumerate(games, 1):
            yield _taken(f"game {number}", game)
        return
    _check_version(_json(head.rstrip() + b"]}"))
    number = 0
    while line := file.readline(_LONGEST_LINE):
        number += 1
        if line.strip() in (b"", b"]}"):
            continue
        if len(line) == _LONGEST_LINE:
            yield BadGame(f"game {number}", "it is too long: it is none of Outflank's")
            return
        try:
            yield _taken(f"game {number}", _json(line.rstrip().removesuffix(b",")))
        except ParseError as error:
            yield BadGame(f"game {number}", str(error))


def _check_version(whole: Any) -> None:
    version = whole.get("version")
    if not isinstance(version, int) or version < 1:
        raise ParseError("expected a file of games with the version of its format")
    if version > VERSION:
        raise ParseError(f"the file was written by a newer Outflank (format {version}; this one reads up to {VERSION})")


def _taken(place: str, game: Any) -> ReadGame | BadGame:
    try:
        return _from_own(_Game.model_validate(game))
    except ValidationError as error:
        return BadGame(place, in_words(error))
    except (OutflankError, OverflowError) as error:
        return BadGame(place, str(error))


def _json(data: bytes) -> Any:
    """Whatever is in some JSON. Raises ParseError."""
    try:
        return json.loads(_text(data), parse_constant=_no_number)
    except RecursionError:
        raise ParseError("brackets are nested too deep") from None
    except ParseError:
        raise
    except ValueError as error:
        raise ParseError(f"this is no JSON: {error}") from None


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ParseError("expected text in UTF-8: this is no file of games") from None


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


# --- games of our own -----------------------------------------------------------------------------------------------


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, allow_inf_nan=False)


_Seat = Annotated[int, Field(ge=0, le=2)]
_Seconds = Annotated[float, Field(ge=0, le=1e9)]
_MoveName = Annotated[str, Field(min_length=1, max_length=8)]
_Value = Annotated[float, Field(ge=-1e9, le=1e9)]


class _Found(_Strict):
    move: _MoveName
    value: _Value | None
    bound: Literal["exact", "lower", "upper"]
    depth: Annotated[int, Field(ge=0, le=100)]
    selectivity: Annotated[int, Field(ge=0, le=100)]
    kind: Literal["heuristic", "exact", "wld", "book"]
    pv: Annotated[list[_MoveName], Field(max_length=200)]
    spread: Annotated[float, Field(ge=0, le=1e3)] | None = None
    chance: Annotated[float, Field(ge=0, le=1)] | None = None


class _Answer(_Found):
    nodes: Annotated[int, Field(ge=0, le=2**53)]
    seconds: _Seconds


class _Played(_Strict):
    move: _MoveName
    seconds: _Seconds = 0.0
    found: _Answer | None = None


class _Forfeit(_Strict):
    seat: _Seat
    fault: Literal["illegal move", "time", "crash", "slow"]
    reason: Annotated[str, Field(max_length=400)]


class _Match(_Strict):
    kind: KindName
    start: Text
    seats: Annotated[list[PlayerName], Field(min_length=2, max_length=3)]
    names: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=3)] = []
    control: Annotated[list[float | bool], Field(max_length=3)] | None = None
    left: Annotated[list[_Seconds], Field(max_length=3)] | None = None
    moves: Annotated[list[_Played], Field(max_length=400)]
    resigned: _Seat | None = None
    fault: _Forfeit | None = None
    pace: Annotated[float, Field(ge=0, le=3)] = 0.0


class _Judged(_Strict):
    ply: Annotated[int, Field(ge=0, le=400)]
    side: Annotated[str, Field(max_length=20)]
    move: _MoveName
    loss: Annotated[float, Field(ge=0, le=1e9)]
    badge: Literal["", "?!", "?", "??"]
    grade: Grade
    proven: bool
    value_for_black: _Value
    best: _Found
    played: _Found


class _Review(_Strict):
    moves: Moves
    seconds: _Seconds
    judged: Annotated[list[_Judged], Field(max_length=400)]


class _Result(_Strict):
    words: Annotated[str, Field(max_length=400)]
    winners: Annotated[list[_Seat], Field(max_length=3)]
    scores: Annotated[list[_Value], Field(max_length=3)] = []
    how: How = "board"
    loser: _Seat | None = None
    reason: Annotated[str, Field(max_length=400)] = ""


class _Game(_Strict):
    id: GameId
    name: Annotated[str, Field(max_length=100)] = ""
    created: Annotated[float, Field(ge=0, le=1e11)]
    changed: Annotated[float, Field(ge=0, le=1e11)]
    result: _Result | None = None
    match: _Match
    review: _Review | None = None


def _from_own(game: _Game) -> ReadGame:
    match = _match_of(game.match)
    said = game.result
    result = None if said is None else _result_of(said)
    kept = KeptGame.of(game.id, match, state_text(game.id, match, game.match.pace), result=result)
    now = time.time()
    review = game.review if game.review is not None and _is_of(game.review, kept.moves) else None
    return ReadGame(
        kept, clean_name(game.name, LONGEST_GAME_NAME), min(game.created, now), min(game.changed, now), True, review
    )


def _result_of(said: "_Result") -> Result:
    """How a game ended, as a file says where the game itself does not."""
    words, reason = one_line(said.words), one_line(said.reason)
    return Result(words, tuple(said.winners), tuple(said.scores), said.how, said.loser, reason)


def _is_of(review: "_Review", moves: tuple[str, ...]) -> bool:
    """Whether a review is of a game with these moves."""
    is_its_beginning = moves[: len(review.moves)] == tuple(review.moves)
    return is_its_beginning and all(moves[each.ply : each.ply + 1] == (each.move,) for each in review.judged)


def _match_of(data: _Match) -> Match[Any]:
    """The match of a file, played again. Raises OutflankError."""
    kind = kind_named(data.kind)
    start = kind.read(data.start)
    game = kind.new_game(start, [played.move for played in data.moves])
    match = Match(game, _seats_of(data, start), _control_of(data.control))
    if len(match.played) == len(data.moves):
        for i, said in enumerate(data.moves):
            match.played[i] = replace(match.played[i], seconds=said.seconds, answer=_answer_of(said))
    n_players = len(match.seats)
    if match.clock is not None and data.left is not None and len(data.left) == n_players:
        match.clock = Clock(match.clock.control, n_players, data.left)
    at_fault = None if data.fault is None else data.fault.seat
    if max(data.resigned or 0, at_fault or 0) >= n_players:
        raise ParseError(f"expected one of {n_players} seats, got another")
    if data.resigned is not None:
        match.game.resign(data.resigned)
    if data.fault is not None:
        fault = "crash" if data.fault.fault == "slow" else data.fault.fault
        match.forfeit = Forfeit(data.fault.seat, fault, one_line(data.fault.reason))
    return match


def _seats_of(data: _Match, start: Any) -> list[Seat]:
    """Who plays: a player that is not offered here becomes a person who is called like it."""
    seats = []
    for player, name in zip(data.seats, [*data.names, "", "", ""], strict=False):
        called = visible(name)[:_LONGEST_NAME]
        try:
            seats.append(Seat(check(player, start), called))
        except OutflankError:
            seats.append(Seat(PERSON, called or visible(label(player))[:_LONGEST_NAME]))
    return seats


def _control_of(data: list[float | bool] | None) -> TimeControl | None:
    if data is None:
        return None
    try:
        return TimeControl.parse(str(TimeControl(*data)))  # type: ignore[arg-type]  # which is checked by reading it
    except (OutflankError, TypeError, ValueError):
        raise ParseError(f"expected a clock, got {excerpt(str(data))}") from None


def _answer_of(said: _Played) -> Analysis | None:
    if said.found is None:
        return None
    found = said.found.model_dump()
    nodes, seconds = found.pop("nodes"), found.pop("seconds")
    return Analysis(said.move, (MoveValue.from_json(found),), nodes, seconds)


# --- games of other programs ----------------------------------------------------------------------------------------


def _from_record(record: Record) -> ReadGame:
    """A game of another program, played by persons as far as is known. Raises OutflankError."""
    game = record.game
    if not game.moves:
        raise ParseError("there is no move in it")
    kind = kind_named(record.kind.name)
    names = [visible(record.player(seat))[:_LONGEST_NAME] for seat in range(len(kind.seats))]
    match = Match(game, [Seat(PERSON, "" if name == _YOU else name) for name in names])
    ending = Ending.of(record) if isinstance(record.position, ggf.FORMAT.holds) else None
    result = None
    if ending is not None:
        winners = (0, 1) if ending.winner is None else (int(ending.winner),)
        result = Result(one_line(record.ending), winners, ())
        if ending.winner is not None and ending.how in (TIME, FORFEIT):
            loser = int(ending.winner.opponent)
            match.forfeit = Forfeit(loser, "time" if ending.how == TIME else "crash", _AS_SAID)
            result = replace(result, how="time" if ending.how == TIME else "fault", loser=loser, reason=_AS_SAID)
    number = secrets.token_urlsafe(16)
    played = _time_of(record.date)
    return ReadGame(KeptGame.of(number, match, state_text(number, match), result=result), "", played, played, False)


def _time_of(date: str) -> float:
    """The time of a date as files give it; now if it is none, or one to come."""
    now = time.time()
    found = _DATE.search(date)
    if found is None:
        return now
    try:
        parts = [int(part or 0) for part in found.groups()]
        return max(0.0, min(now, datetime(*parts).timestamp()))  # type: ignore[arg-type]
    except (ValueError, OverflowError, OSError):
        return now
