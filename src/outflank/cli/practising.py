"""Practice at the terminal: puzzles, endgames and lines of openings asked, answered and kept one by one."""

import random
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from itertools import chain, count, repeat
from typing import TYPE_CHECKING

from outflank.board.squares import SQUARES
from outflank.cli import boards
from outflank.cli.screen import Screen
from outflank.errors import OutflankError
from outflank.practice.choosing import Puzzles
from outflank.practice.deck import Answer, Deck, Kind, PracticeStatistics, now
from outflank.practice.puzzles import THEMES, Puzzle, key_of
from outflank.practice.repertoire import Repertoire
from outflank.rules import BLACK, PASS, WHITE, Colour, Game, Position
from outflank.rules.openings import name_of

if TYPE_CHECKING:
    from outflank.engine.engine import Engine
    from outflank.practice.endgames import Hardness, Want

_HELP = "Type a square such as f5. hint helps, give up shows the answer, skip goes on without it, quit leaves."


class _Left(Exception):  # noqa: N818  an event, not an error
    """The person wants to leave."""


class _Skipped(Exception):  # noqa: N818  an event, not an error
    """The person wants to go on to the next."""


class _Hints:
    """The hints of a question, without end, and whether one was given."""

    def __init__(self, texts: Iterator[str]):
        self._texts = texts
        self.is_given = False

    def next(self) -> str:
        """The next one."""
        self.is_given = True
        return next(self._texts)


class PracticeRun:
    """What a person practises from one start of the command to its end.

    So many puzzles, endgames or lines are asked at most as `most` says, without end if it is None. A `seed` makes what
    is random repeatable.
    """

    def __init__(self, screen: Screen, deck: Deck, *, seed: int | None = None, most: int | None = None):
        self.screen, self.deck = screen, deck
        self._seed, self._most = seed, most
        self._done = self._right = 0
        self._loaded: Engine | None = None

    def attend(self, practise: Callable[[], None]) -> int:
        """Practise until it is over or the person leaves, and say what was done; the exit code."""
        code = 0
        if self.screen.interactive:
            self.screen.say(_HELP)
        try:
            practise()
        except _Left:
            pass
        except EOFError:
            self.screen.say("\nEnd of input.")
        except KeyboardInterrupt:
            code = 130
            self.screen.say("\nInterrupted.")
        if self._done:
            streak = self.deck.streak(now=now())
            days = f"; {streak} days in a row" if streak > 1 else ""
            self.screen.say(f"{self._done} answered, {self._right} right at once{days}.")
        return code

    # --- puzzles ------------------------------------------------------------------------------------------------------

    def solve_puzzles(self, puzzles: Puzzles) -> None:
        """Ask one puzzle after the other."""
        asked: list[str] = []
        for number in self._numbers():
            puzzle = puzzles.next(now=now(), seed=self._seed_of(number), without=asked)
            if puzzle is None:
                self.screen.say(
                    "There are no more puzzles for now." if asked else "None is due, and all have been asked."
                )
                return
            asked.append(puzzle.key)
            with suppress(_Skipped):
                self._solve(puzzle, number)

    def _solve(self, puzzle: Puzzle, number: int) -> None:
        self._show(puzzle.position)
        self.screen.say(f"Puzzle {number}, level {puzzle.level}: {_name(puzzle.position.turn)} has one best move.")
        hints = _Hints(chain(_hints(puzzle), repeat("There are no more hints.")))
        is_kept = False  # the first answer counts
        while (move := self._ask(puzzle.position, hints)) is not None:
            judged = puzzle.judge(move)
            if not judged.loss:
                again = ""
                if not is_kept:
                    due = self._keep("puzzle", puzzle.key, "hinted" if hints.is_given else "right")
                    again = f" It comes again on {due:%Y-%m-%d}."
                self.screen.say(f"Right.{again}")
                break
            if not is_kept:
                self._keep("puzzle", puzzle.key, "wrong", int(judged.loss))
                is_kept = True
            line = judged.played.pv[1:]
            answer = f": {' '.join(line)}" if line else ""
            self.screen.say(f"{move} loses {_discs(int(judged.loss))}{answer}. Try again, or give up.")
        else:
            if not is_kept:
                self._keep("puzzle", puzzle.key, "wrong")
        self.screen.say(_solution(puzzle), whole=True)

    # --- endgames -----------------------------------------------------------------------------------------------------

    def play_endgames(
        self, games: Iterable[Game[Position]], n_empties: int, want: "Want", hardness: "Hardness | None"
    ) -> None:
        """Set one endgame after the other."""
        from outflank.practice.endgames import find

        source = iter(games)
        for number in self._numbers():
            seed = self._seed_of(number)
            with self.screen.thinking("The engine"):
                position = find(self._engine, source, n_empties, want=want, hardness=hardness, seed=seed)
            with suppress(_Skipped):
                self._play_out(position, number)

    def _play_out(self, position: Position, number: int) -> None:
        from outflank.practice.endgames import judge, replies, solved

        start, side = position, position.turn
        best, _ = solved(self._engine, position)
        self._show(position)
        self.screen.say(
            f"Endgame {number}: you are {_name(side)}, {position.n_empties} empty squares."
            f" Perfect play {_result(best)}."
        )
        lost, is_hinted = 0, False
        while not position.is_over:
            hints = _Hints(self._best_move(position))
            move = self._ask(position, hints)
            is_hinted |= hints.is_given
            if move is None:
                score, line = solved(self._engine, position)
                self.screen.say(f"Best play {_result(score)}: {' '.join(line)}", whole=True)
                self._keep("endgame", start.board_string, "wrong", lost)
                return
            with self.screen.thinking("The engine"):
                judged = judge(self._engine, position, move)
            lost += int(judged.loss)
            if judged.loss:
                self.screen.say(f"{move} gives away {_discs(int(judged.loss))}: {judged.best.move} was best.")
            else:
                self.screen.say(f"{move} is best.")
            position = position.play(move)
            last, turned = move, tuple[int, ...]()
            for reply in replies(position, judged.played.pv[1:]):
                if reply == PASS:
                    self.screen.say(f"{_name(position.turn)} passes.")
                else:
                    last, turned = reply, position.turned(reply)
                    self.screen.say(f"{_name(position.turn)} answers {reply}.")
                position = position.play(reply)
            self._show(position, last, turned)
        answer: Answer = "wrong" if lost else "hinted" if is_hinted else "right"
        self._keep("endgame", start.board_string, answer, lost)
        words = "That is perfect" if not lost else f"Perfect play {_result(best)}; {_discs(lost)} given away"
        self.screen.say(f"You {_result(position.scores[side], '')}. {words}.")

    def _best_move(self, position: Position) -> Iterator[str]:
        from outflank.practice.endgames import solved

        _, line = solved(self._engine, position)
        yield from repeat(f"A best move is {line[0]}.")

    @property
    def _engine(self) -> "Engine":
        """The engine, which is loaded when it is first needed."""
        if self._loaded is None:
            from outflank.engine.engine import Engine

            self._loaded = Engine(32)
            with self.screen.thinking("The engine"):
                self._loaded.load()
        return self._loaded

    # --- openings -----------------------------------------------------------------------------------------------------

    def drill_openings(self, side: Colour | None, *, until_known: bool = False) -> None:
        """Ask one line after the other; `until_known` only while something is due."""
        books = [Repertoire(each, [line.moves for line in self.deck.lines(each)]) for each in (BLACK, WHITE)]
        cards = {book: found for book in books if side in (None, book.side) and (found := set(book.cards()))}
        if not cards:
            if until_known:
                return
            whose = "" if side is None else f" for {_name(side)}"
            colour = "black" if side is None else side.name.lower()
            raise OutflankError(f"there are no lines{whose} yet: outflank practice openings add LINE --as {colour}")
        source = random.Random(self._seed)
        for number in self._numbers():
            due = set(self.deck.due("opening", now=now()))
            if not until_known:
                due |= set().union(*cards.values()) - set(self.deck.cards("opening"))  # those never asked
            weights = [len(due & here) for here in cards.values()]
            if not any(weights):
                if number > 1 or until_known or self._most is None:
                    self.screen.say("Nothing more is due: that is the whole repertoire.")
                    return
                weights = [len(here) for here in cards.values()]
            book = source.choices(list(cards), weights)[0]
            with suppress(_Skipped):
                self._ask_line(book, due, source)

    def _ask_line(self, book: Repertoire, due: Collection[str], source: random.Random) -> None:
        game = Game(Position.start())
        self.screen.say(f"\nYou are {_name(book.side)}.")
        while book.advance(game, due, source):
            position = game.position
            self._show(position, *(game.last_turned or (None, ())))
            if game.moves:
                name = name_of(game.moves)
                self.screen.say(f"    {game.transcript}{f' ({name})' if name else ''}", whole=True)
            answers = book.answers(position)
            hints = _Hints(repeat(f"It is in column {answers[0][0]}."))
            move = self._ask(position, hints)
            if move is not None and book.judge(position, move):
                self._keep("opening", key_of(position), "hinted" if hints.is_given else "right")
            else:
                self._keep("opening", key_of(position), "wrong")
                said = "The repertoire has" if move is None else f"{move} is not in the repertoire, which has"
                self.screen.say(f"{said} {' or '.join(answers)}.")
                move = answers[0]
            game.push(move)
        self.screen.say(f"End of the line: {game.transcript}", whole=True)

    # --- what all have in common --------------------------------------------------------------------------------------

    def _numbers(self) -> Iterable[int]:
        return count(1) if self._most is None else range(1, self._most + 1)

    def _seed_of(self, number: int) -> int | None:
        return None if self._seed is None else self._seed + number - 1

    def _keep(self, kind: Kind, card: str, answer: Answer, lost: int | None = None) -> datetime:
        """Keep an answer; the time at which it is asked again."""
        due = self.deck.answer(kind, card, answer, now=now(), lost=lost)
        self._done += 1
        self._right += answer == "right"
        return due

    def _show(self, position: Position, last: str | None = None, turned: Collection[int] = ()) -> None:
        """The board."""
        colour = self.screen.console.shows_discs
        self.screen.show(boards.draw(position, last=last, turned=turned, colour=colour))

    def _ask(self, position: Position, hints: _Hints) -> str | None:
        """A legal move from the person, None if they give up. Raises _Left and _Skipped."""
        side = boards.side(position, position.turn, colour=self.screen.console.shows_discs)
        while True:
            match line := self.screen.ask(f"{side} to move: ").strip().lower():
                case "quit" | "q" | "exit":
                    raise _Left
                case "skip":
                    raise _Skipped
                case "give up":
                    return None
                case "help" | "?":
                    self.screen.say(_HELP)
                case "hint":
                    self.screen.say(hints.next())
                case move if move in position.legal_moves:
                    return move
                case "":
                    pass
                case _:
                    is_square = line in SQUARES[8]
                    reason = "a square, hint, give up, skip, quit is expected"
                    self.screen.say(f"Not a move here: {position.why_illegal(line) if is_square else reason}.")


def in_words(found: PracticeStatistics) -> str:
    """What is due, and for how many days in a row something was practised."""
    puzzles, positions = found.due["puzzle"], found.due["opening"]
    parts = []
    if puzzles:
        parts.append(f"{puzzles} puzzle{'s' * (puzzles != 1)}")
    if positions:
        parts.append(f"{positions} position{'s' * (positions != 1)} of openings")
    text = f"Due now: {' and '.join(parts)}." if parts else "Nothing is due."
    if not parts and found.next_due is not None:
        text += f" The next is on {found.next_due:%Y-%m-%d at %H:%M} UTC."
    return f"{text} Practised on {found.streak} days in a row." if found.streak > 1 else text


def _hints(puzzle: Puzzle) -> list[str]:
    best = puzzle.best
    about = [f"The best move {THEMES[theme]}." for theme in puzzle.themes[:1]]
    stands = f"stands at {best.value:+d}" if best.value else "stands even"
    worth = f"With it {_name(puzzle.position.turn)} {_result(best.value) if puzzle.is_proven else stands}."
    return [*about, worth, f"It is in column {best.move[0]}."]


def _solution(puzzle: Puzzle) -> str:
    best = puzzle.best
    themes = f" Themes: {', '.join(puzzle.themes)}." if puzzle.themes else ""
    line = f", and then {' '.join(best.line)}" if best.line else ""
    sure = "exactly" if puzzle.is_proven else f"by {puzzle.depth} plies"
    rest = f"It is {_discs(puzzle.margin)} better than the next, {puzzle.choices[1].move} ({sure})"
    return f"The best move is {best.move}{line}. {rest}.{themes}"


def _result(score: int, s: str = "s") -> str:
    """An exact score in words, of one who wins; without the `s` of you, who win."""
    return f"{'win' if score > 0 else 'lose'}{s} by {abs(score)}" if score else f"draw{s}"


def _discs(number: int) -> str:
    return f"{number} disc{'s' * (number != 1)}"


def _name(side: Colour) -> str:
    return side.name.capitalize()
