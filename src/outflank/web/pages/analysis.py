"""What engines find for a page: hints, analyses, explanations, reviews, game trees."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

from pydantic import Field

from outflank.play import PERSON, GamePosition, kind_of
from outflank.web import catalogue
from outflank.web.engines.long_work import Keep, Work
from outflank.web.engines.short_work import beside
from outflank.web.engines.thinking import move_job
from outflank.web.engines.warming import Warming
from outflank.web.engines.workers import Pool
from outflank.web.games.fairness import Fairness
from outflank.web.games.match_session import MatchSession
from outflank.web.games.own_games import OwnGames
from outflank.web.games.trees import KnownAnalysis
from outflank.web.wire import (
    BoardText,
    GameId,
    Handler,
    KindName,
    Message,
    MessageError,
    Moves,
    OfGame,
    PlayerName,
    Screen,
)

_SECONDS_OF_A_HINT = 1.5


class Hint(OfGame):
    """Ask for the best move of a game that is being played."""

    type: Literal["hint"]


class Analyse(Message):
    """Value the moves of a position, best first, until the end, a limit or `Stop`; one analysis a page."""

    type: Literal["analyse"]
    kind: KindName = "othello"
    position: BoardText
    top: Annotated[int, Field(ge=1, le=60)] = 1
    depth: Annotated[int, Field(ge=1, le=60)] | None = None
    seconds: Annotated[float, Field(gt=0, le=3600)] | None = None
    known: KnownAnalysis | None = None
    """What the page knows already, as from a study."""


class Explain(Message):
    """What speaks for and against some moves of a position."""

    type: Literal["explain"]
    kind: KindName = "othello"
    position: BoardText
    moves: Annotated[list[Annotated[str, Field(min_length=1, max_length=8)]], Field(min_length=1, max_length=2)]


class Stop(Message):
    """End a job of the page; all of them if none is named."""

    type: Literal["stop"]
    what: Literal["hint", "analysis", "explanation", "review", "tree"] | None = None


class ReviewGame(Message):
    """Judge every move of a game."""

    type: Literal["review"]
    kind: KindName = "othello"
    start: BoardText = ""
    moves: Moves
    seconds: Annotated[float, Field(gt=0, le=60)] = 0.3
    game: GameId | None = None
    """The game that it is, so that the review is kept with it."""


class Tree(Message):
    """The game tree that a classic player searches in a position."""

    type: Literal["tree"]
    kind: KindName = "othello"
    position: BoardText
    player: PlayerName


class AnalysisScreen(Screen):
    """The searches of one page, of which `send` gets the findings. `seconds` is how long an analysis may take.

    `session` finds a game that the page has open. `analysts` search, `players` explain. `keep` remembers analyses
    beyond the page, `library` reviews.
    """

    def __init__(
        self,
        session: Callable[[str], MatchSession],
        analysts: Pool,
        players: Pool,
        warming: Warming,
        fairness: Fairness,
        library: OwnGames,
        keep: Keep,
        seconds: float,
        send: Callable[[dict[str, Any]], None],
    ):
        self._session, self._players, self._fairness = session, players, fairness
        self._library, self._seconds = library, seconds
        self._work = Work(analysts, warming, send, keep)
        self._n_stops = 0

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler of each type of message."""
        return {
            "hint": self._hint,
            "analyse": self._analyse,
            "explain": self._explain,
            "review": self._review,
            "tree": self._tree,
            "stop": self._stop,
        }

    def close(self) -> None:
        """End all searches."""
        self._work.stop()

    def _hint(self, message: Hint, person: str) -> None:
        """What is best here; the answer comes when it is known."""
        session = self._session(message.game)
        match, position = session.match, session.match.position
        if session.people.is_shared:
            raise MessageError("together", "there are no hints in a game between people")
        if match.is_over:
            raise MessageError("over", "the game is over")
        self._fairness.check_line(person, match.game.positions)
        about = {"game": message.game, "ply": len(match.played)}
        if catalogue.can_analyse(position):
            job = self._analysis(position, 1, None, _SECONDS_OF_A_HINT)
            self._work.begin("hint", message.id, job, about, position, meanwhile={**job, "do": "glance"})
        else:
            known = match.kind.known([seat.player for seat in match.seats])
            self._work.begin("hint", message.id, move_job(position, match.kind.hinter, known), about, position)

    def _analyse(self, message: Analyse, person: str) -> None:
        position = self._to_value(message.kind, message.position, person)
        if position.is_over:
            raise MessageError("over", "the game is over: there is nothing to analyse")
        job = self._analysis(position, message.top, message.depth, message.seconds or self._seconds)
        known = None if message.known is None else message.known.analysis
        self._work.begin("analysis", message.id, job, {"position": message.position}, position, known=known)

    def _analysis(self, position: GamePosition, top: int, depth: int | None, seconds: float) -> dict[str, Any]:
        return {
            "do": "analyse",
            "kind": position.game,
            "position": kind_of(position).write(position),
            "top": top,
            "depth": depth,
            "seconds": min(seconds, self._seconds),
        }

    def _explain(self, message: Explain, person: str) -> None:
        position = self._to_value(message.kind, message.position, person)
        for move in message.moves:
            position.play(move)  # which says why it is not legal
        job = {"do": "explain", "kind": message.kind, "position": message.position, "moves": message.moves}
        pool = self._players
        self._work.begin("explanation", message.id, job, {"position": message.position}, position, pool)

    def _review(self, message: ReviewGame, person: str) -> Awaitable[dict[str, Any] | None]:
        return self._begin_review(message, person, self._n_stops)

    async def _begin_review(self, message: ReviewGame, person: str, n_stops: int) -> dict[str, Any] | None:
        start = self._to_analyse(message.kind, message.start)
        game = await beside(kind_of(start).new_game, start, message.moves)
        if self._n_stops != n_stops:  # by the page, since it asked
            return {"type": "review", "stopped": True}
        if not game.moves:
            raise MessageError("empty", "there is no move to review yet")
        self._fairness.check_line(person, game.positions)
        job = {
            "do": "review",
            "kind": message.kind,
            "start": kind_of(start).write(start),
            "moves": list(game.moves),
            "seconds": message.seconds,
        }
        library, source, played, fairness = self._library, message.game, list(game.moves), self._fairness

        def keep(review: dict[str, Any]) -> None:
            if source is not None and not fairness.is_running(source):
                library.keep_review(source, played, message.seconds, review)

        self._work.begin("review", message.id, job, {}, start, then=keep)
        return None

    def _tree(self, message: Tree, person: str) -> None:
        position = self._to_value(message.kind, message.position, person)
        player = catalogue.check(message.player, position)
        if player == PERSON:
            raise MessageError("message", "a person's tree cannot be shown")
        job = {"do": "tree", "kind": message.kind, "position": message.position, "player": player}
        self._work.begin("tree", message.id, job, {"position": message.position, "player": player})

    def _to_value(self, kind: str, text: str, person: str) -> GamePosition:
        """The position of a text, of a game that the engine knows, that may be valued. Raises OutflankError."""
        position = self._to_analyse(kind, text)
        self._fairness.check(person, position)
        return position

    def _to_analyse(self, kind: str, text: str) -> GamePosition:
        """The position of a text, of a game that the engine knows. Raises OutflankError."""
        position = catalogue.start_of(kind, text)
        if not catalogue.can_analyse(position):
            raise MessageError("kind", "positions of {game} cannot be analysed", game=kind_of(kind).title)
        return position

    def _stop(self, message: Stop, _person: str) -> dict[str, Any]:
        self._n_stops += message.what in (None, "review")
        self._work.stop(message.what)
        return {"type": "stopped"}
