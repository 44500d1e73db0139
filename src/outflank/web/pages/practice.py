"""The practice screen, which asks questions and judges the answers.

Solutions stay on the server until the person has answered. Results are stored in `practice.sqlite` next to the games
database. The `outflank practice` command uses the same file and shares the results with a local server.
"""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from outflank.practice import daily
from outflank.practice.choosing import Puzzles, puzzles_of
from outflank.practice.coverage import Gap, LineLoss, archive_replies, archive_values, gaps, losses
from outflank.practice.deck import Deck, digest_of, now
from outflank.practice.puzzles import LEVELS, THEMES, Puzzle
from outflank.practice.repertoire import LONGEST, Repertoire, opening_named
from outflank.practice.runs import Runs
from outflank.rules import BLACK, PASS, WHITE, Colour, Game, Position
from outflank.rules.openings import name_of, opening_at
from outflank.sessions.exploring import LibraryReader
from outflank.sessions.practising import Drill, EndgameQuestion, Practising, PuzzleQuestion
from outflank.web.engines import jobs
from outflank.web.engines.pool import Pool, Warming
from outflank.web.engines.short_work import beside
from outflank.web.games.own_games import OwnGames
from outflank.web.pages import practice_messages as messages
from outflank.web.pages.popular_openings import Popularity
from outflank.web.pages.progress import EndedGame
from outflank.web.pages.timed_puzzles import NamesOf, TimedPuzzles
from outflank.web.views import view_of
from outflank.web.wire import Handler, MessageError, Screen

_LONGEST_WAIT = 60.0  # longest time in seconds to solve an endgame
_MOST_GAPS = 10  # replies without an answer in the overview
_MOST_LINES = 1000  # most lines in one person's repertoire
_PAGE = "the page"  # the source of puzzles from a person's own games

T = TypeVar("T")


class OwnPractice(Screen):
    """The handlers for `practice_messages`. The database file is opened on first use.

    `check` raises OutflankError if a person may not see the values in a line of play.
    """

    def __init__(
        self,
        path: Path | None,
        games: OwnGames,
        analysts: Pool,
        warming: Warming,
        check: Callable[[str, Sequence[Position]], None] = lambda _person, _positions: None,
        *,
        popularity: Popularity | None = None,
        names_of: NamesOf = lambda _persons: {},
    ):
        self._path, self._games, self._check = path, games, check
        self._popularity = popularity or Popularity(LibraryReader(None))
        self._analysts, self._warming = analysts, warming
        self._searching: set[tuple[str, str]] = set()  # the person and game of each search in progress
        self._deck: Deck | None = None
        self._one_at_a_time = asyncio.Lock()
        self._timed = TimedPuzzles(self._with, names_of)

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {
            "practice": self._practice,
            "openings": self._openings,
            "puzzle": self._by_deck(_posed_puzzle),
            "daily": self._by_deck(_daily_puzzle),
            "solve": self._by_deck(_solved_puzzle),
            "puzzle_hint": self._by_deck(_puzzle_hint),
            "make_puzzles": self._make_puzzles,
            "endgame": self._endgame,
            "endgame_move": self._endgame_move,
            "drill": self._by_deck(_drilled_line),
            "add_line": self._by_deck(_with_line),
            "remove_line": self._by_deck(_without_line),
            **self._timed.handlers,
        }

    def _by_deck(self, answer: Callable[[Deck, Any], dict[str, Any]]) -> Handler:
        """Create a handler for a message that needs only the person's deck."""
        return lambda message, person: self._with(person, lambda deck: answer(deck, message))

    def close(self) -> None:
        """Close the practice database."""
        if self._deck is not None:
            self._deck.close()

    async def _with(self, person: str, do: Callable[[Deck], T]) -> T:
        """Call a function with the person's deck in a thread, because SQLite may have to wait for another writer."""
        async with self._one_at_a_time:
            return await beside(self._done, person if self._games.is_shared else "", do)

    def _done(self, person: str, do: Callable[[Deck], T]) -> T:
        if self._deck is None:
            self._deck = Deck(self._path, on_page=True)
        return do(self._deck.of(person))

    async def forget(self, person: str) -> None:
        """Delete all of a person's practice."""
        self._timed.forget(person)
        await self._with(person, Deck.clear)

    # --- overview ---------------------------------------------------------------------------------------------------

    async def _practice(self, _message: messages.Practice, person: str) -> dict[str, Any]:
        overview = await self._with(person, _overview)
        return {**overview, "unsearched": len(await self._unsearched(person))}

    async def _openings(self, _message: messages.AskOpenings, _person: str) -> dict[str, Any]:
        openings, is_own = await beside(lambda: (self._popularity.offered(), self._popularity.has_library))
        return {"type": "openings", "openings": openings, "from_library": is_own}

    # --- puzzles from a person's own games --------------------------------------------------------------------------

    async def _make_puzzles(self, _message: messages.MakePuzzles, person: str) -> dict[str, Any]:
        games = [each for each in await self._unsearched(person) if (person, each.digest) not in self._searching]
        n_new = 0
        if games:
            game = games[0]
            self._searching.add((person, game.digest))
            try:
                await self._warming.wait(lambda _words: None)
                lines = await self._analysts.run(puzzles_of, game.start, game.moves, [game.side], True)
                puzzles = [Puzzle.from_line(line) for line in lines]
                n_new = await self._with(person, lambda deck: deck.add_puzzles(game.digest, puzzles, _PAGE))
            finally:
                self._searching.discard((person, game.digest))
        n_own = await self._with(person, lambda deck: len(deck.puzzles()))
        return {"type": "made_puzzles", "new": n_new, "own": n_own, "unsearched": max(len(games) - 1, 0)}

    async def _unsearched(self, person: str) -> list["_OwnGame"]:
        """The person's games that have not yet been searched for puzzles, newest first."""
        games = await beside(EndedGame.all_of, self._games, person)
        searched = await self._with(person, lambda deck: deck.searched())
        return await beside(_not_searched, games, searched)

    # --- endgames ---------------------------------------------------------------------------------------------------

    async def _endgame(self, message: messages.NextEndgame, _person: str) -> dict[str, Any]:
        question: EndgameQuestion = await self._by_engine(
            jobs.endgame, message.empties, message.want, random.getrandbits(32)
        )
        start = question.game.start
        return {"type": "endgame", "start": start.board_string, "best": question.best, "view": view_of(start)}

    async def _endgame_move(self, message: messages.EndgameMove, person: str) -> dict[str, Any]:
        start = Position.parse(message.start)
        if not 0 < start.n_empties <= 20 or start.size != 8:
            raise MessageError(
                "endgame", "expected an endgame with 1 to 20 empty squares, got {empties}", empties=start.n_empties
            )
        game = await beside(Game, start, message.moves)
        position = game.position
        position.play(message.move)  # raises if the move is illegal, before the engine is used
        self._check(person, game.positions)
        judged, replies = await self._by_engine(jobs.endgame_move, position, message.move.lower())
        question = EndgameQuestion(game, lost=message.lost)
        moved = await self._with(person, lambda deck: Practising(deck).play_endgame(question, judged, replies))
        return {
            "type": "endgame_move",
            "loss": int(judged.loss),
            "best_move": judged.best.move,
            "played": [judged.move, *moved.replies],
            "views": [view_of(each) for each in moved.positions],
            "over": game.is_over,
            "lost": moved.lost,
        }

    async def _by_engine(self, job: Callable[..., T], *arguments: Any) -> T:
        await self._warming.wait(lambda _words: None)
        try:
            async with asyncio.timeout(_LONGEST_WAIT):
                return await self._analysts.run(job, *arguments)
        except TimeoutError:
            raise MessageError(
                "slow", "this endgame takes too long for this server; choose fewer empty squares"
            ) from None


class _OwnGame(NamedTuple):
    """A game to search for puzzles.

    `digest` identifies the search, and `side` is the side whose mistakes become puzzles.
    """

    digest: str
    start: str
    moves: list[str]
    side: int


def _not_searched(games: Sequence[EndedGame], searched: set[str]) -> list[_OwnGame]:
    """Select the games that have not yet been searched for puzzles, newest first."""
    found = []
    for ended in reversed(games):
        start = ended.position.board_string
        missed, all_ = (digest_of(start, ended.moves, [ended.own], missed=missed) for missed in (True, False))
        if missed not in searched and all_ not in searched and set(ended.moves) - {PASS}:
            found.append(_OwnGame(missed, start, ended.moves, ended.own))
    return found


def _overview(deck: Deck) -> dict[str, Any]:
    """The overview shown on the practice screen."""
    lines = []
    books: dict[Colour, list[str]] = {}
    for each in deck.lines():
        known = _line(each.moves)
        name = each.name or known["opening"]
        lost = [loss.to_json() for loss in _lost(each.side, each.moves)]
        fields = {"side": str(each.side), "moves": each.moves, "name": name, "losses": lost}
        lines.append({"number": each.number, **fields, **known})
        books.setdefault(each.side, []).append(each.moves)
    missing = [
        {"side": str(side), **gap.to_json()}
        for side, moves in books.items()
        for gap in _gaps(side, tuple(moves))[:_MOST_GAPS]
    ]
    return {
        "type": "practice",
        **deck.statistics(now=now()).to_json(),
        "rating": Puzzles(deck).rating(now=now()).to_json(),
        "daily": _daily_result(deck, now().date()),
        "best_streak": Runs(deck, "streak").best(),
        "lines": lines,
        "gaps": missing,
        "own": len(deck.puzzles()),
        "themes": list(THEMES),
        "levels": list(LEVELS),
    }


@lru_cache(_MOST_LINES)
def _lost(side: Colour, moves: str) -> tuple[LineLoss, ...]:
    """The moves of a line that lose discs, by the values that come with the package."""
    return tuple(losses(side, [moves], archive_values))


@lru_cache(16)
def _gaps(side: Colour, lines: tuple[str, ...]) -> tuple[Gap, ...]:
    """The frequent replies of the archive's games without an answer."""
    return tuple(gaps(Repertoire(side, lines), archive_replies))


@lru_cache(_MOST_LINES)
def _line(moves: str) -> Mapping[str, Any]:
    """The name of a line's opening, the moves after the opening, and the cells of the final position."""
    game = Game(Position.start(), moves)
    name, since = "", 0
    for ply, position in enumerate(game.positions):
        opening = opening_at(position)
        if opening is not None and opening.english:
            name, since = opening.english, ply
    rest = [move for move in game.moves[since:] if move != PASS]
    return {"opening": name, "rest": rest, "cells": game.position.cells}


# --- answers from the deck --------------------------------------------------------------------------------------------


def _posed_puzzle(deck: Deck, message: messages.NextPuzzle) -> dict[str, Any]:
    if message.key is not None:
        return {"type": "puzzle", "puzzle": {**_without_solution(_puzzle_of(Puzzles(deck), message.key)), "due": False}}
    if message.theme and message.theme not in THEMES:
        raise MessageError("theme", "there is no such puzzle theme")
    ratings = message.lowest, message.highest
    puzzles = Puzzles(deck, message.theme or None, message.level or None, ratings=ratings, mine=message.mine)
    question = Practising(deck).next_puzzle(puzzles, without=message.without)
    if question is None:
        return {"type": "puzzle", "puzzle": None}
    return {"type": "puzzle", "puzzle": {**_without_solution(question.puzzle), "due": question.is_due}}


def _without_solution(puzzle: Puzzle) -> dict[str, Any]:
    """The fields of a puzzle that the person may see before the answer."""
    return {"key": puzzle.key, "level": puzzle.level, "rating": puzzle.rating, "view": view_of(puzzle.position)}


def _daily_puzzle(deck: Deck, _message: messages.DailyPuzzle) -> dict[str, Any]:
    """The puzzle of today, whether the person's first move was right (None before it), and the days in a row."""
    today = now().date()
    puzzle = _without_solution(daily.puzzle_of(today))
    return {"type": "daily", "day": today.isoformat(), "puzzle": puzzle, **_daily_result(deck, today)}


def _daily_result(deck: Deck, today: date) -> dict[str, Any]:
    return {"right": daily.answer_on(deck, today), "streak": daily.streak(deck, today)}


def _solved_puzzle(deck: Deck, message: messages.SolvePuzzle) -> dict[str, Any]:
    puzzles = Puzzles(deck)
    puzzle = _puzzle_of(puzzles, message.key)
    question = PuzzleQuestion(puzzle, is_first=message.first, is_hinted=message.hinted)
    before = puzzles.rating(now=now())
    answered = Practising(deck).solve(question, message.move)
    after = puzzles.rating(now=now())
    change = round(after.rating) - round(before.rating)
    answer = {
        "type": "solved",
        "rating": {**after.to_json(), "change": change} if after.results > before.results else None,
        "right": answered.is_right,
        "due": None if answered.due is None else answered.due.timestamp(),
        "line": list(answered.line),
        "views": [view_of(each) for each in Game(puzzle.position, answered.line).positions],
    }
    if answered.judged is not None and answered.is_open:
        return {**answer, "loss": int(answered.judged.loss)}
    return {
        **answer,
        "value": puzzle.best.value,
        "margin": puzzle.margin,
        "second": puzzle.choices[1].move,
        "proven": puzzle.is_proven,
        "themes": list(puzzle.themes),
    }


def _puzzle_hint(deck: Deck, message: messages.PuzzleHint) -> dict[str, Any]:
    puzzle = _puzzle_of(Puzzles(deck), message.key)
    hint = {"theme": puzzle.theme, "value": puzzle.best.value, "proven": puzzle.is_proven}
    return {"type": "puzzle_hint", **hint, "column": puzzle.best.move[0]}


def _puzzle_of(puzzles: Puzzles, key: str) -> Puzzle:
    puzzle = puzzles.of(key)
    if puzzle is None:
        raise MessageError("puzzle", "there is no such puzzle")
    return puzzle


def _drilled_line(deck: Deck, message: messages.DrillLine) -> dict[str, Any]:
    """Judge and record the person's answer, if there is one. Then continue the line up to the next question."""
    side, practising = _side(message.side), Practising(deck)
    drill = Drill(deck, side, replies=archive_replies)
    if not drill:
        raise MessageError(
            "repertoire", "there are no lines for {side} in the repertoire yet", side=side.name.capitalize()
        )
    line = drill.resume(message.moves)
    line.is_hinted = message.hinted
    since, answered = len(line.game.moves), None
    if message.move is not None or message.gives_up:
        answered = practising.answer_line(line, None if message.gives_up else message.move)
        line.due = drill.due()
    asks = line.advance()
    missing = line.gaps(since + 1 if since else 0)
    return {
        "type": "drill",
        "right": None if answered is None else answered.is_right,
        "answers": [] if answered is None else list(answered.answers),
        "moves": list(line.game.moves),
        "views": [view_of(each) for each in line.game.positions[since:]],
        "over": not asks,
        "gaps": [gap.to_json() for gap in missing],
        "name": name_of(line.game.moves),
        "left": drill.n_due,
        "column": line.answers[0][0] if asks else "",
    }


def _side(name: messages.Side) -> Colour:
    return WHITE if name == "white" else BLACK


def _with_line(deck: Deck, message: messages.AddLine) -> dict[str, Any]:
    if message.opening:
        opening = opening_named(message.opening)
        moves, name = opening.moves, opening.name
    else:
        game = Game(Position.start(), message.moves[:LONGEST])
        if not game.moves:
            raise MessageError("line", "expected a line of at least one move, got none")
        moves, name = game.transcript, ""
    if len(deck.lines()) >= _MOST_LINES:
        raise MessageError("full", "a repertoire may have at most {most} lines", most=_MOST_LINES)
    added = deck.add_lines([(_side(message.side), moves, name)], now=now())
    return {**_overview(deck), "added": added}


def _without_line(deck: Deck, message: messages.RemoveLine) -> dict[str, Any]:
    deck.remove_lines([message.number])
    return _overview(deck)
