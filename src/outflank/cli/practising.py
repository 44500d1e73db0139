"""Practice in the terminal: presents puzzles, endgames and opening lines, and saves every answer."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from itertools import chain, count, repeat
from typing import TYPE_CHECKING

from outflank.board.squares import SQUARES
from outflank.cli import boards
from outflank.cli.ratings import rating_in_words
from outflank.cli.screen import TerminalScreen
from outflank.errors import OutflankError
from outflank.people.scale import shown_rating
from outflank.practice.choosing import Puzzles
from outflank.practice.deck import Deck, PracticeStatistics, now
from outflank.practice.puzzles import THEMES, Puzzle
from outflank.rules import PASS, Colour, Game, Position
from outflank.rules.openings import name_of
from outflank.sessions.practising import (
    Drill,
    EndgameMoved,
    EndgameQuestion,
    LineQuestion,
    Practising,
    PuzzleQuestion,
    Question,
    pose_endgame,
)

if TYPE_CHECKING:
    from outflank.engine.engine import Engine
    from outflank.practice.coverage import Gap, LineLoss
    from outflank.practice.endgames import Hardness, Want
    from outflank.practice.repertoire import Replies

_HELP = "Type a square such as f5. hint helps, give up shows the answer, skip goes to the next, quit leaves."


class _Left(Exception):  # noqa: N818  an event, not an error
    """Raised when the person wants to leave."""


class Skipped(Exception):  # noqa: N818  an event, not an error
    """Raised when the person wants to skip to the next question."""


class PracticeRun:
    """A person's practice during one run of the command.

    At most `most` puzzles, endgames or lines are presented; None means no limit. A `seed` makes random choices
    reproducible.
    """

    def __init__(self, screen: TerminalScreen, deck: Deck, *, seed: int | None = None, most: int | None = None):
        self.screen, self.deck = screen, deck
        self._practising = Practising(deck)
        self._seed, self._most = seed, most
        self._loaded: Engine | None = None
        self._told_gaps: list[Gap] = []

    def attend(self, practise: Callable[[], None]) -> int:
        """Run `practise` until it ends or the person leaves, print the results, and return the exit code."""
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
        if n_answered := self._practising.n_answered:
            streak = self.deck.streak(now=now())
            days = f"; {streak} days in a row" if streak > 1 else ""
            self.screen.say(f"{n_answered} answered, {self._practising.n_right} right first time{days}.")
        return code

    # --- puzzles ------------------------------------------------------------------------------------------------------

    def solve_puzzles(self, puzzles: Puzzles) -> None:
        """Present puzzles one after another."""
        asked: list[str] = []
        for number in self._numbers():
            question = self._practising.next_puzzle(puzzles, seed=self._seed_of(number), without=asked)
            if question is None:
                self.screen.say(
                    "There are no more puzzles for now." if asked else "No puzzle is due, and no new one is left."
                )
                return
            asked.append(question.puzzle.key)
            with suppress(Skipped):
                self._solve(question, number, puzzles)

    def _solve(self, question: PuzzleQuestion, number: int, puzzles: Puzzles) -> None:
        puzzle = question.puzzle
        self.show(puzzle.position)
        before = puzzles.rating(now=now())
        rated = f"level {puzzle.level}, rating {shown_rating(puzzle.rating, 'archive')}"
        self.screen.say(f"Puzzle {number}, {rated}: {_name(puzzle.position.turn)} has one best move.")
        hints = chain(_hints(puzzle), repeat("There are no more hints."))
        while True:
            move = self.ask(puzzle.position, question, hints)
            answered = self._practising.solve(question, move)
            if answered.judged is None or not answered.is_open:
                break
            line = answered.line[1:]
            then = f": {' '.join(line)}" if line else ""
            self.screen.say(f"{move} loses {_discs(answered.judged.loss)}{then}. Try again, or give up.")
        if answered.is_right:
            self.screen.say("Right." if answered.due is None else f"Right. It comes again on {answered.due:%Y-%m-%d}.")
        self.screen.say(_solution(puzzle), whole=True)
        after = puzzles.rating(now=now())
        if after.results > before.results and not after.is_provisional:
            self.screen.say(f"Your puzzle rating: {rating_in_words(after, 'archive', before)}.")

    # --- endgames -----------------------------------------------------------------------------------------------------

    def play_endgames(
        self, games: Iterable[Game[Position]], n_empties: int, want: "Want", hardness: "Hardness | None"
    ) -> None:
        """Present endgames one after another."""
        source = iter(games)
        for number in self._numbers():
            seed = self._seed_of(number)
            with self.screen.thinking("The engine"):
                question = pose_endgame(self._engine, source, n_empties, want=want, hardness=hardness, seed=seed)
            with suppress(Skipped):
                self._play_out(question, number)

    def _play_out(self, question: EndgameQuestion, number: int) -> None:
        from outflank.practice.endgames import respond, solved

        position, side = question.game.position, question.game.position.turn
        self.show(position)
        self.screen.say(
            f"Endgame {number}: you are {_name(side)}, with {position.n_empties} empty squares."
            f" Perfect play {_result(question.best)}."
        )
        while not (position := question.game.position).is_over:
            move = self.ask(position, question, self._best_moves(position))
            if move is None:
                score, line = solved(self._engine, position)
                self.screen.say(f"Best play {_result(score)}: {' '.join(line)}", whole=True)
                self._practising.give_up_endgame(question)
                return
            with self.screen.thinking("The engine"):
                response = respond(self._engine, position, move)
            self._tell(self._practising.play_endgame(question, *response))
            self.show(question.game.position, *(question.game.last_turned or (None, ())))
        lost = question.lost
        words = f"Perfect play {_result(question.best)}; {_discs(lost)} given away" if lost else "That is perfect"
        self.screen.say(f"You {_result(position.scores[side], '')}. {words}.")

    def _tell(self, moved: EndgameMoved) -> None:
        """Print the number of discs that the person's move lost, and the engine's replies."""
        judged = moved.judged
        if judged.loss:
            self.screen.say(f"{judged.move} gives away {_discs(judged.loss)}: {judged.best.move} was best.")
        else:
            self.screen.say(f"{judged.move} is best.")
        for position, reply in zip(moved.positions[1:], moved.replies, strict=False):
            action = "passes" if reply == PASS else f"answers {reply}"
            self.screen.say(f"{_name(position.turn)} {action}.")

    def _best_moves(self, position: Position) -> Iterator[str]:
        from outflank.practice.endgames import solved

        _, line = solved(self._engine, position)
        yield from repeat(f"A best move is {line[0]}.")

    @property
    def _engine(self) -> "Engine":
        """The engine, which is loaded on first use."""
        if self._loaded is None:
            from outflank.engine.engine import Engine

            self._loaded = Engine(32)
            with self.screen.thinking("The engine"):
                self._loaded.load()
        return self._loaded

    # --- openings -----------------------------------------------------------------------------------------------------

    def drill_openings(
        self, side: Colour | None, *, until_known: bool = False, replies: "Replies | None" = None
    ) -> None:
        """Present opening lines one after another. With `until_known`, only lines that are due are included.

        The other side's moves are drawn by their numbers of games in `replies`.
        """
        drill = Drill(self.deck, side, self._seed, replies)
        if not drill:
            if until_known:
                return
            whose = "" if side is None else f" for {_name(side)}"
            colour = "black" if side is None else side.name.lower()
            raise OutflankError(
                f"there are no lines{whose} yet: add one with outflank practice openings add LINE --as {colour}"
            )
        for number in self._numbers():
            is_first = number == 1 and not until_known and self._most is not None
            line = drill.next_line(with_new=not until_known, even_known=is_first)
            if line is None:
                self.screen.say("Nothing more is due: that was the whole repertoire.")
                return
            with suppress(Skipped):
                self._ask_line(line)

    def _ask_line(self, line: LineQuestion) -> None:
        game, since = line.game, 0
        self.screen.say(f"\nYou are {_name(line.book.side)}.")
        while line.advance():
            gaps = [gap for gap in line.gaps(since) if gap not in self._told_gaps]
            self._told_gaps += gaps
            since = len(game.moves) + 1
            self.show(game.position, *(game.last_turned or (None, ())))
            if game.moves:
                name = name_of(game.moves)
                self.screen.say(f"    {game.transcript}{f' ({name})' if name else ''}", whole=True)
            for gap in gaps:
                self.screen.say(f"    {no_answer(gap)}")
            move = self.ask(game.position, line, repeat(f"It is in column {line.answers[0][0]}."))
            answered = self._practising.answer_line(line, move)
            if not answered.is_right:
                known = "The repertoire has" if move is None else f"{move} is not in the repertoire, which has"
                self.screen.say(f"{known} {' or '.join(answered.answers)}.")
        self.screen.say(f"End of the line: {game.transcript}", whole=True)

    # --- common parts -------------------------------------------------------------------------------------------------

    def _numbers(self) -> Iterable[int]:
        return count(1) if self._most is None else range(1, self._most + 1)

    def _seed_of(self, number: int) -> int | None:
        return None if self._seed is None else self._seed + number - 1

    def show(self, position: Position, last: str | None = None, turned: Collection[int] = ()) -> None:
        """Draw the board."""
        colour = self.screen.console.shows_discs
        self.screen.show(boards.draw(position, last=last, turned=turned, colour=colour))

    def ask(self, position: Position, question: Question, hints: Iterator[str]) -> str | None:
        """Prompt for a legal move and return it; None if the person gives up.

        Raises _Left if the person wants to leave, and Skipped if the person skips the question.
        """
        side = boards.side(position, position.turn, colour=self.screen.console.shows_discs)
        while True:
            match line := self.screen.ask(f"{side} to move: ").strip().lower():
                case "quit" | "q" | "exit":
                    raise _Left
                case "skip":
                    raise Skipped
                case "give up":
                    return None
                case "help" | "?":
                    self.screen.say(_HELP)
                case "hint":
                    question.is_hinted = True
                    self.screen.say(next(hints))
                case move if move in position.legal_moves:
                    return move
                case "":
                    pass
                case _:
                    is_square = line in SQUARES[8]
                    reason = "expected a square, hint, give up, skip or quit"
                    self.screen.say(f"Not a move here: {position.why_illegal(line) if is_square else reason}.")


def no_answer(gap: "Gap") -> str:
    """Describe a reply without an answer."""
    return f"{gap.share:.0%} play {gap.move} after {gap.line or 'the start'}, and you have no answer."


def loses(loss: "LineLoss") -> str:
    """Describe a move of a line that loses discs."""
    return f"{loss.line} loses {_discs(loss.loss)} at move {loss.ply}, {loss.move}: {loss.better} is better."


def in_words(statistics: PracticeStatistics) -> str:
    """Describe the cards that are due, and the number of consecutive days with practice."""
    puzzles, positions = statistics.due["puzzle"], statistics.due["opening"]
    parts = []
    if puzzles:
        parts.append(f"{puzzles} puzzle{'s' * (puzzles != 1)}")
    if positions:
        parts.append(f"{positions} opening position{'s' * (positions != 1)}")
    text = f"Due now: {' and '.join(parts)}." if parts else "Nothing is due."
    if not parts and statistics.next_due is not None:
        text += f" The next is due on {statistics.next_due:%Y-%m-%d at %H:%M} UTC."
    return f"{text} Practised on {statistics.streak} days in a row." if statistics.streak > 1 else text


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
    """Describe an exact score as a verb phrase: "wins by 4" or, without the `s`, "win by 4"."""
    return f"{'win' if score > 0 else 'lose'}{s} by {abs(score)}" if score else f"draw{s}"


def _discs(number: float) -> str:
    return f"{number:.0f} disc{'s' * (number != 1)}"


def _name(side: Colour) -> str:
    return side.name.capitalize()
