"""The games that a page plays and watches."""

import io
from functools import lru_cache
from typing import Annotated, Any, Literal, get_args

import segno
from pydantic import Field

from outflank.sessions import sharing
from outflank.sessions.people import clean_name
from outflank.sessions.sharing import Question, SharedPlayEvents
from outflank.web.engines.short_work import beside
from outflank.web.games.match_session import MatchSession
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
)

_MOST_WATCHED = 8  # games of one page


class New(Message):
    """Begin a game, and watch it. `name` is what the person is called; a seat `friend` waits for somebody."""

    type: Literal["new"]
    setup: MatchSetup
    name: PersonName = ""


class Open(Message):
    """Watch a game that there is."""

    type: Literal["open"]
    game: GameId


class Play(OfGame):
    """A move of the person whose turn it is, `ply` being how many moves the page knows of."""

    type: Literal["play"]
    ply: Annotated[int, Field(ge=0, le=1000)]
    move: Annotated[str, Field(min_length=1, max_length=8)]


class Change(OfGame):
    """Something that happens to a game as a whole."""

    type: sharing.Change


class Seen(OfGame):
    """The page has shown the position after `ply` moves, in which it is its person's turn."""

    type: Literal["seen"]
    ply: Annotated[int, Field(ge=0, le=1000)]


class Invite(OfGame):
    """The links of the seats that wait, for a server that others reach at the address `base`."""

    type: Literal["invite"]
    base: Annotated[str, Field(max_length=300, pattern=r"^https?://[^/?#\s]+/$")]


class Withdraw(OfGame):
    """Let nobody in any more."""

    type: Literal["withdraw"]


class Invited(OfGame):
    """Ask which game an invitation is to."""

    type: Literal["invited"]
    secret: Secret


class Join(OfGame):
    """Take the seat of an invitation, and watch."""

    type: Literal["join"]
    secret: Secret
    name: PersonName = ""


class AskRematch(OfGame):
    """Ask the others to play again."""

    type: Literal["rematch"]


class AnswerOffer(OfGame):
    """Say yes or no to what others ask; who asks may say no as well."""

    type: Literal["answer"]
    what: Question
    agrees: bool


class Seats(OfGame):
    """Let others take the seats, and keep the board; `pace` as in `MatchSetup`, None leaves it as it is."""

    type: Literal["seats"]
    seats: Annotated[list[PlayerName], Field(min_length=2, max_length=3)]
    pace: Annotated[float, Field(ge=0, le=3)] | None = None


class Leave(OfGame):
    """Watch a game no more."""

    type: Literal["leave"]


class PlayScreen(Screen):
    """The games that one page has open. Their events go to `watcher`."""

    def __init__(self, matches: Matches, library: OwnGames, watcher: Watcher):
        self._matches, self._library, self._watcher = matches, library, watcher
        self._watched: list[str] = []  # the games that are open here, the one opened first before the others

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler of each type of message."""
        changes = dict.fromkeys(get_args(sharing.Change), self._change)
        return {
            "new": self._new,
            "open": self._open,
            "leave": self._leave,
            "play": self._play,
            **changes,
            "seats": self._seats,
            "seen": self._seen,
            "invite": self._invite,
            "withdraw": self._withdraw,
            "invited": self._invited,
            "join": self._join,
            "rematch": self._rematch,
            "answer": self._answer,
        }

    def close(self) -> None:
        """Leave all games."""
        for game in self._watched:
            self._matches.leave(game, self._watcher)

    async def _new(self, message: New, person: str) -> dict[str, Any]:
        if not person:
            raise MessageError("no key", "this page has no key of its own and can only watch: load it again")
        match = await beside(new_match, message.setup, clean_name(message.name))
        game = self._matches.begin(message.setup, self._watcher, person, match)
        self._watch(game)
        return {"type": "begun", "game": game}

    async def _open(self, message: Open, person: str) -> dict[str, Any]:
        await self._matches.fetch(message.game)
        self._matches.open(message.game, self._watcher, person)
        self._watch(message.game)
        return {"type": "opened", "game": message.game}

    def _watch(self, game: str) -> None:
        """Remember a game that has been opened, in place of the oldest if there are too many."""
        if game in self._watched:
            return
        if len(self._watched) >= _MOST_WATCHED:
            self._matches.leave(self._watched.pop(0), self._watcher)
        self._watched.append(game)

    def _leave(self, message: Leave, _person: str) -> dict[str, Any]:
        if message.game in self._watched:
            self._watched.remove(message.game)
            self._matches.leave(message.game, self._watcher)
        return {"type": "left", "game": message.game}

    def session(self, game: str) -> MatchSession:
        """A game that this page has opened. Raises MessageError."""
        if game not in self._watched:
            raise MessageError("unknown game", "this page has not opened a game of this id")
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

    def _seats(self, message: Seats, person: str) -> dict[str, Any]:
        self.session(message.game)  # which this page has opened
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
        self._matches.take_seat(message.game, message.secret, self._watcher, person, message.name)
        self._watch(message.game)
        return {"type": "opened", "game": message.game}

    def _rematch(self, message: AskRematch, person: str) -> dict[str, Any]:
        session = self.session(message.game)
        return self._publish(session, session.ask("rematch", person))

    def _answer(self, message: AnswerOffer, person: str) -> dict[str, Any]:
        session = self.session(message.game)
        return self._publish(session, session.answer(message.what, person, agrees=message.agrees))


def link(base: str, game: str, seat: int, secret: str) -> dict[str, Any]:
    """The address of a seat under a server's address `base`, and its QR code in SVG."""
    address = f"{base}#/join/{game}/{secret}"
    return {"seat": seat, "address": address, "qr": qr_code(address)}


@lru_cache(maxsize=500)
def qr_code(text: str) -> str:
    """A QR code in SVG, black on white, with the border that readers of them need; the first time takes 4 ms."""
    written = io.BytesIO()
    segno.make_qr(text, error="m").save(
        written, kind="svg", border=4, light="#fff", xmldecl=False, omitsize=True, nl=False
    )
    return written.getvalue().decode()
