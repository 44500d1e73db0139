"""The searches that a page can request: hints, analyses, explanations, reviews and search trees."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.play import PERSON, Analysis, Forfeit, GamePosition, History, Limit, kind_of
from outflank.play.analysis import merged
from outflank.web import catalogue, logs
from outflank.web.engines import jobs, threads
from outflank.web.engines.jobs import Notice, Ready
from outflank.web.engines.page_work import Send, Tell, Work
from outflank.web.engines.pool import Pool, Warming, needs_engine
from outflank.web.engines.short_work import beside
from outflank.web.games.fairness import Fairness
from outflank.web.games.match_session import MatchSession
from outflank.web.games.own_games import OwnGames
from outflank.web.games.trees import KnownAnalysis
from outflank.web.wire import (
    BoardText,
    GameId,
    Handler,
    KindName,
    LineMessage,
    Message,
    MessageError,
    OfGame,
    PlayerName,
    Screen,
)

T = TypeVar("T")
Keep = Callable[[GamePosition, Analysis], None]
"""A callback that stores an analysis for all pages. It is called in a separate thread."""

_SECONDS_OF_A_HINT = 1.5
_MOST_POSITIONS = 1000  # positions whose analyses are remembered, the most recent ones


ArchiveElo = Annotated[float, Field(ge=-5000, le=5000)]
"""A rating on the archive's scale."""


class Hint(OfGame):
    """A request for the best move in a game in progress."""

    type: Literal["hint"]


class Analyse(Message):
    """A request to evaluate the moves in a position.

    The analysis ends when all moves are solved, a limit is reached or `Stop` arrives. A page can run only one analysis
    at a time.
    """

    type: Literal["analyse"]
    kind: KindName = "othello"
    position: BoardText
    top: Annotated[int, Field(ge=1, le=60)] = 1
    depth: Annotated[int, Field(ge=1, le=60)] | None = None
    seconds: Annotated[float, Field(gt=0, le=3600)] | None = None
    known: KnownAnalysis | None = None
    """Values that the page already has, for example from a study."""


class Explain(Message):
    """A request to explain the advantages and drawbacks of one or two moves."""

    type: Literal["explain"]
    kind: KindName = "othello"
    position: BoardText
    moves: Annotated[list[Annotated[str, Field(min_length=1, max_length=8)]], Field(min_length=1, max_length=2)]
    is_mistake: bool = False
    """True if the first move is a judged mistake and the second one is better: only reasons that fit this are told."""


class Stop(Message):
    """A request to stop one type of search on this page, or all its searches if `what` is None."""

    type: Literal["stop"]
    what: Literal["hint", "analysis", "explanation", "review", "tree"] | None = None


class ReviewGame(LineMessage):
    """A request to judge every move of a game."""

    type: Literal["review"]
    seconds: Annotated[float, Field(gt=0, le=60)] = 0.3
    game: GameId | None = None
    """The id of the game with which the review is stored. If it is None, the review is not stored."""
    ratings: tuple[ArchiveElo | None, ArchiveElo | None] = (None, None)
    """The archive ratings of Black and White, for whom the difficulty of moves is told; None is estimated."""
    again: bool = True
    """False to keep the known values of a finished review, and only tell the difficulty for other ratings."""


class Tree(Message):
    """A request to show the search tree of a classic player in a position."""

    type: Literal["tree"]
    kind: KindName = "othello"
    position: BoardText
    player: PlayerName


class Knowledge:
    """The analyses that a page has received, by game and position.

    A deeper analysis is never replaced by a shallower one.
    """

    def __init__(self, most: int = _MOST_POSITIONS):
        self._most = most
        self._known: OrderedDict[tuple[str, str], Analysis] = OrderedDict()

    def take(self, kind: str, position: str, found: Analysis) -> Analysis:
        """Merge a new analysis into the known one, and return the result."""
        key = kind, position
        known = self._known[key] = merged(self._known.get(key), found)
        self._known.move_to_end(key)
        if len(self._known) > self._most:
            self._known.popitem(last=False)
        return known

    def known(self, kind: str, position: str) -> Analysis | None:
        """The known analysis of a position; None if there is none."""
        return self._known.get((kind, position))

    def __len__(self) -> int:
        return len(self._known)


class AnalysisScreen(Screen):
    """The handlers for a page's searches.

    - `session` looks up a game that the page has open
    - `analysts` is the pool for searches, and `players` is the pool for explanations
    - `keep` stores analyses for all pages, and `library` stores reviews
    - `seconds` is the time limit for an analysis
    - `send` sends the results to the page
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
        send: Send,
    ):
        self._session, self._analysts, self._players, self._warming = session, analysts, players, warming
        self._fairness, self._library, self._keep, self._seconds = fairness, library, keep, seconds
        self._work, self._knowledge = Work(send), Knowledge()
        self._n_stops = 0
        self._reviewed: tuple[History[Any], float, list[dict[str, Any]]] | None = None

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {
            "hint": self._hint,
            "analyse": self._analyse,
            "explain": self._explain,
            "review": self._review,
            "tree": self._tree,
            "stop": self._stop,
        }

    def close(self) -> None:
        """Stop all of the page's searches."""
        self._work.stop()

    # --- requests -------------------------------------------------------------------------------------------------

    def _hint(self, message: Hint, person: str) -> None:
        session = self._session(message.game)
        match, position = session.match, session.match.position
        if session.people.is_shared:
            raise MessageError("together", "there are no hints in a game between people")
        if match.is_over:
            raise MessageError("over", "the game is over")
        self._fairness.check_line(person, match.game.positions)
        session.note_help()

        async def ask_engine(tell: Tell) -> Any:
            least = 0
            if Engine.is_compiled_for(position) and self._warming.notice and not self._analysts.is_full:
                glance = await self._analysts.run(jobs.glance, position)
                tell(found=glance.to_json())
                least = glance.moves[0].depth
            return await self._values(position, 1, None, _SECONDS_OF_A_HINT, tell, least=least)

        async def ask_player(tell: Tell) -> Any:
            player, known = match.kind.hinter, match.kind.known([seat.player for seat in match.seats])
            found = await self._run(self._analysts, tell, needs_engine(player), jobs.move, position, player, known)
            if isinstance(found, Forfeit):
                raise MessageError("failed", "no hint is available: {reason}", reason=found.reason)
            return replace(found, moves=(found.chosen,)).to_json()

        search = ask_engine if catalogue.can_analyse(position) else ask_player
        self._work.begin("hint", message.id, {"game": message.game, "ply": len(match.played)}, search)

    def _analyse(self, message: Analyse, person: str) -> None:
        position = self._to_value(message.kind, message.position, person)
        if position.is_over:
            raise MessageError("over", "the game is over: there is nothing to analyse")
        known = None if message.known is None else message.known.analysis

        def search(tell: Tell) -> Awaitable[Any]:
            return self._values(position, message.top, message.depth, message.seconds or self._seconds, tell, known)

        self._work.begin("analysis", message.id, {"position": message.position}, search)

    def _explain(self, message: Explain, person: str) -> None:
        position = self._to_value(message.kind, message.position, person)
        for move in message.moves:
            position.play(move)  # raises an error if the move is illegal

        def search(tell: Tell) -> Awaitable[Any]:
            needs = Engine.is_compiled_for(position)
            return self._run(self._players, tell, needs, jobs.explain, position, message.moves, message.is_mistake)

        self._work.begin("explanation", message.id, {"position": message.position}, search)

    def _review(self, message: ReviewGame, person: str) -> Awaitable[dict[str, Any] | None]:
        return self._begin_review(message, person, self._n_stops)

    async def _begin_review(self, message: ReviewGame, person: str, n_stops: int) -> dict[str, Any] | None:
        start = self._to_analyse(message.kind, message.start)
        game = await beside(kind_of(start).new_game, start, message.moves)
        if self._n_stops != n_stops:  # the page has stopped the review in the meantime
            return {"type": "review", "stopped": True}
        if not game.moves:
            raise MessageError("empty", "there are no moves to review yet")
        self._fairness.check_line(person, game.positions)

        async def search(tell: Tell) -> Any:
            needs = Engine.is_compiled_for(start)
            seconds, known = (message.seconds, []) if message.again else await self._known_review(message, game)
            found = await self._run(
                self._analysts, tell, needs, jobs.review, game, message.seconds, message.ratings, known
            )
            self._reviewed = game, seconds, found["moves"]
            if message.game is not None and not self._fairness.is_running(message.game):
                self._keep_review(message.game, list(game.moves), seconds, found)
            return found

        self._work.begin("review", message.id, {}, search)
        return None

    async def _known_review(self, message: ReviewGame, game: History[Any]) -> tuple[float, list[dict[str, Any]]]:
        """The seconds and the judged moves of the review that is stored with a game or that this page saw last."""
        if self._reviewed is not None and self._reviewed[0] == game:
            return self._reviewed[1:]
        stored = None if message.game is None else await beside(self._library.review, message.game)
        if stored is not None and stored.moves == list(game.moves):
            return stored.seconds, stored.judged
        return message.seconds, []

    def _keep_review(self, game: str, moves: list[str], seconds: float, review: dict[str, Any]) -> None:
        """Store a review together with its game.

        If storing fails, for example because the disk is full, the failure is only logged, and the page still gets the
        review.
        """
        try:
            self._library.keep_review(game, moves, seconds, review)
        except OutflankError as error:
            logs.event(logs.WARNING, "review not saved", reason=str(error))

    def _tree(self, message: Tree, person: str) -> None:
        position = self._to_value(message.kind, message.position, person)
        player = catalogue.check(message.player, position)
        if player == PERSON:
            raise MessageError("message", "a person has no search tree to show")

        def search(tell: Tell) -> Awaitable[Any]:
            return self._run(self._analysts, tell, False, jobs.tree, position, player)

        self._work.begin("tree", message.id, {"position": message.position, "player": player}, search)

    def _stop(self, message: Stop, _person: str) -> dict[str, Any]:
        self._n_stops += message.what in (None, "review")
        self._work.stop(message.what)
        return {"type": "stopped"}

    # --- searching ------------------------------------------------------------------------------------------------

    async def _run(
        self,
        pool: Pool,
        tell: Tell,
        needs: bool,
        job: Callable[..., T],
        *arguments: Any,
        hear: Callable[[Any], object] | None = None,
    ) -> T:
        """Run a job, send its progress to `tell`, and return its result.

        If `needs` is true, wait for the engine to load before starting the job.
        """

        def hear_all(message: Any) -> None:
            if isinstance(message, Notice):
                tell(found={"notice": message.words})
            elif hear is not None:
                hear(message)
            elif not isinstance(message, Ready):
                tell(found=message)

        if needs:
            await self._warming.wait(lambda words: tell(found={"notice": words}))
        if pool.is_full:
            tell(waiting=True)
        return await pool.run(job, *arguments, hear=hear_all)

    async def _values(
        self,
        position: GamePosition,
        top: int,
        depth: int | None,
        seconds: float,
        tell: Tell,
        known: Analysis | None = None,
        *,
        least: int = 0,
    ) -> dict[str, Any]:
        """Evaluate the moves in a position, merging the values with those that the page already has.

        Intermediate values are sent only from depth `least` onward. `known` contains values that the page itself
        supplied, which are not shared with other pages.
        """
        kind, text = position.game, kind_of(position).write(position)

        def hear(found: Analysis) -> None:
            all_known = merged(known, self._knowledge.take(kind, text, found))
            if not all_known.moves or all_known.moves[0].depth >= least:
                tell(found=all_known.to_json())

        limit = Limit(depth, min(seconds, self._seconds))
        try:
            needs = Engine.is_compiled_for(position)
            found = await self._run(self._analysts, tell, needs, jobs.analyse, position, limit, top, hear=hear)
            return merged(known, self._knowledge.take(kind, text, found)).to_json()
        finally:
            own = self._knowledge.known(kind, text)
            if own is not None:  # store it for all pages, without waiting
                threads.start(partial(self._keep, position, own))

    def _to_value(self, kind: str, text: str, person: str) -> GamePosition:
        """Parse a position for analysis, and check that this person is allowed to see its values.

        Raises OutflankError if the position is invalid, cannot be analysed, or belongs to the person's game in
        progress.
        """
        position = self._to_analyse(kind, text)
        self._fairness.check(person, position)
        return position

    def _to_analyse(self, kind: str, text: str) -> GamePosition:
        """Parse a position for analysis. Raises OutflankError if it is invalid or cannot be analysed."""
        position = catalogue.start_of(kind, text)
        if not catalogue.can_analyse(position):
            raise MessageError("kind", "positions of {game} cannot be analysed", game=kind_of(kind).title)
        return position
