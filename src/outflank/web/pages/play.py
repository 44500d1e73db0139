"""The play screen: the games that a page plays or watches."""

import io
from functools import lru_cache
from typing import Annotated, Any, Literal, get_args

import segno
from pydantic import Field

from outflank.sessions import sharing
from outflank.sessions.people import FRIEND, clean_name
from outflank.sessions.sharing import Question, SharedPlayEvents
from outflank.web.club.names import guest_name
from outflank.web.engines.short_work import beside
from outflank.web.games.match_session import MatchSession
from outflank.web.games.match_state import awaited_in
from outflank.web.games.matches import Matches, new_match
from outflank.web.games.own_games import OwnGames
from outflank.web.games.watchers import Watcher
from outflank.web.wire import (
    GameId,
    Handler,
    MatchSetup,
    Message,
    MessageError,
    OfGame,
    PersonName,
    PlayerName,
    Screen,
    Secret,
    check_key,
)

_MOST_WATCHED = 8  # games that one page can have open


class New(Message):
    """A request to start a game and watch it. `name` is the person's name.

    The seat of the player `friend` stays free for an invited person.
    """

    type: Literal["new"]
    setup: MatchSetup
    name: PersonName = ""


class Open(Message):
    """A request to watch an existing game."""

    type: Literal["open"]
    game: GameId


class Play(OfGame):
    """A person's move. `ply` is the number of moves that the page has seen so far."""

    type: Literal["play"]
    ply: Annotated[int, Field(ge=0, le=1000)]
    move: Annotated[str, Field(min_length=1, max_length=8)]


class Change(OfGame):
    """A request that affects the whole game, for example to undo a move or to resign."""

    type: sharing.Change


class Seen(OfGame):
    """A report that the page has displayed the position after `ply` moves, in which it is the person's turn."""

    type: Literal["seen"]
    ply: Annotated[int, Field(ge=0, le=1000)]


class Ping(Message):
    """A question whether the server is there. A page asks during a game in which nobody may be left waiting."""

    type: Literal["ping"]


class Invite(OfGame):
    """A request for links to the free seats. `base` is the server's address as seen by other people."""

    type: Literal["invite"]
    base: Annotated[str, Field(max_length=300, pattern=r"^https?://[^/?#\s]+/$")]


class Withdraw(OfGame):
    """A request to withdraw all invitations."""

    type: Literal["withdraw"]


class Invited(OfGame):
    """A request to describe the game that an invitation belongs to."""

    type: Literal["invited"]
    secret: Secret


class Join(OfGame):
    """A request to take the seat that an invitation is for, and to watch the game."""

    type: Literal["join"]
    secret: Secret
    name: PersonName = ""


class AskRematch(OfGame):
    """A request to propose a rematch to the other players."""

    type: Literal["rematch"]


class AnswerOffer(OfGame):
    """An answer to an offer. To withdraw their own offer, people answer "no" to it."""

    type: Literal["answer"]
    what: Question
    agrees: bool


class Seats(OfGame):
    """A request to change a game's players but keep its board.

    `pace` has the same meaning as in `MatchSetup`; None leaves it unchanged.
    """

    type: Literal["seats"]
    seats: Annotated[list[PlayerName], Field(min_length=2, max_length=3)]
    pace: Annotated[float, Field(ge=0, le=3)] | None = None


class Leave(OfGame):
    """A request to stop watching a game."""

    type: Literal["leave"]


class AskAwaited(Message):
    """A request for the person's games with a running clock or a question, for a page that shows another screen."""

    type: Literal["awaited"]


class PlayScreen(Screen):
    """The games that a page has open. Events in these games go to `watcher`."""

    def __init__(self, matches: Matches, library: OwnGames, watcher: Watcher):
        self._matches, self._library, self._watcher = matches, library, watcher
        self._watched: list[str] = []  # the open games, in the order in which they were opened

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        changes = dict.fromkeys(get_args(sharing.Change), self._change)
        return {
            "new": self._new,
            "open": self._open,
            "leave": self._leave,
            "play": self._play,
            **changes,
            "seats": self._seats,
            "seen": self._seen,
            "ping": self._ping,
            "invite": self._invite,
            "withdraw": self._withdraw,
            "invited": self._invited,
            "join": self._join,
            "rematch": self._rematch,
            "answer": self._answer,
            "awaited": self._awaited,
        }

    def close(self) -> None:
        """Stop watching all games."""
        for game in self._watched:
            self._matches.leave(game, self._watcher)

    async def _new(self, message: New, person: str) -> dict[str, Any]:
        check_key(person)
        name_of = guest_name if FRIEND in message.setup.seats else clean_name
        match = await beside(new_match, message.setup, name_of(message.name))
        game = self._matches.begin(message.setup, self._watcher, person, match)
        self._watch(game)
        return {"type": "begun", "game": game}

    async def _open(self, message: Open, person: str) -> dict[str, Any]:
        await self._matches.fetch(message.game)
        self._matches.open(message.game, self._watcher, person)
        self._watch(message.game)
        return {"type": "opened", "game": message.game}

    def _watch(self, game: str) -> None:
        """Add a game to the open games. If there are too many, close the one that was opened first."""
        if game in self._watched:
            return
        if len(self._watched) >= _MOST_WATCHED:
            self._matches.leave(self._watched.pop(0), self._watcher)
        self._watched.append(game)

    def _ping(self, _message: Ping, _person: str) -> dict[str, Any]:
        return {"type": "pong"}

    def _leave(self, message: Leave, _person: str) -> dict[str, Any]:
        if message.game in self._watched:
            self._watched.remove(message.game)
            self._matches.leave(message.game, self._watcher)
        return {"type": "left", "game": message.game}

    def session(self, game: str) -> MatchSession:
        """The game with this id, which the page must have open. Raises MessageError if it does not."""
        if game not in self._watched:
            raise MessageError("unknown game", "this page has not opened this game")
        return self._matches.session(game)

    def _publish(self, session: MatchSession, events: SharedPlayEvents) -> dict[str, Any]:
        session.publish(events)
        return {"type": "done"}

    def _play(self, message: Play, person: str) -> dict[str, Any]:
        session = self.session(message.game)
        done = self._publish(session, session.move(message.ply, message.move, person))
        self._library.go_on(person, message.game)
        return done

    def _change(self, message: Change, person: str) -> dict[str, Any]:
        session = self.session(message.game)
        return self._publish(session, session.change(message.type, person))

    def _awaited(self, _message: AskAwaited, person: str) -> dict[str, Any]:
        """Own running turns first, then questions, then the turns of others, each with the shortest time first."""
        games = [(game, awaited_in(each, person)) for game, each in self._matches.sessions.items()]
        found = [{"game": game, **awaited} for game, awaited in games if awaited is not None]
        found.sort(key=lambda each: (not each["turn"], each["question"] is None, each["left"] or 0.0))
        return {"type": "awaited", "games": found}

    def _seats(self, message: Seats, person: str) -> dict[str, Any]:
        self.session(message.game)  # raises if this page has not opened it
        self._matches.sit(message.game, message.seats, person, message.pace)
        return {"type": "done"}

    def _seen(self, message: Seen, person: str) -> None:
        if message.game in self._watched:
            self._matches.session(message.game).seen(message.ply, person)

    def _invite(self, message: Invite, person: str) -> dict[str, Any]:
        secrets = self.session(message.game).invitations(person)
        return {"type": "invite", "links": [link(message.base, message.game, *each) for each in secrets.items()]}

    def _withdraw(self, message: Withdraw, person: str) -> dict[str, Any]:
        session = self.session(message.game)
        return self._publish(session, session.withdraw(person))

    async def _invited(self, message: Invited, person: str) -> dict[str, Any]:
        await self._matches.fetch(message.game)
        return {"type": "invitation", **self._matches.invitation(message.game, message.secret, person)}

    async def _join(self, message: Join, person: str) -> dict[str, Any]:
        await self._matches.fetch(message.game)
        self._matches.take_seat(message.game, message.secret, self._watcher, person, guest_name(message.name))
        self._watch(message.game)
        return {"type": "opened", "game": message.game}

    def _rematch(self, message: AskRematch, person: str) -> dict[str, Any]:
        session = self.session(message.game)
        return self._publish(session, session.ask("rematch", person))

    def _answer(self, message: AnswerOffer, person: str) -> dict[str, Any]:
        session = self.session(message.game)
        return self._publish(session, session.answer(message.what, person, agrees=message.agrees))


def link(base: str, game: str, seat: int, secret: str) -> dict[str, Any]:
    """Create a link to a seat on the server at `base`, and a QR code for the link as SVG."""
    address = f"{base}#/join/{game}/{secret}"
    return {"seat": seat, "address": address, "qr": qr_code(address)}


@lru_cache(maxsize=500)
def qr_code(text: str) -> str:
    """Draw a QR code as SVG, black on white with the margin that scanners require.

    The result is cached because drawing takes 4 ms.
    """
    written = io.BytesIO()
    segno.make_qr(text, error="m").save(
        written, kind="svg", border=4, light="#fff", xmldecl=False, omitsize=True, nl=False
    )
    return written.getvalue().decode()
