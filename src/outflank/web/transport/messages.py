"""What goes over the wire: typed messages, versioned.

A page sends one `Hello`, then any of `Incoming`; each is checked before anything else happens. A message is answered by
one that has its `id` as `re`; those that begin a job (`hint`, `analyse`, `explain`, `review`, `tree`) by any number of
them. Everything else that the server sends is an event. `docs/9-web.md` lists what the server sends.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from outflank.web.pages.arena_messages import AskArena
from outflank.web.pages.explorer_messages import Explore, Fill
from outflank.web.pages.practice_messages import PracticeMessage
from outflank.web.pages.progress_messages import AskProgress
from outflank.web.pages.study_messages import StudyMessage
from outflank.web.wire import (
    BoardText,
    Ending,
    GameId,
    Key,
    KindName,
    LongText,
    MatchSetup,
    Message,
    MessageError,
    Moves,
    PersonName,
    PlayerName,
    Secret,
    What,
    in_words,
)


class Hello(Message):
    """The first message of a page.

    `key` is a secret of the browser, by which it is known again. `knows` is the edition of the games and players that
    the browser has kept.
    """

    type: Literal["hello"]
    v: int
    key: Key | None = None
    knows: Annotated[str, Field(max_length=40)] = ""


class New(Message):
    """Begin a game, and watch it. `name` is what the person is called; a seat `friend` waits for somebody."""

    type: Literal["new"]
    setup: MatchSetup
    name: PersonName = ""


class Open(Message):
    """Watch a game that there is."""

    type: Literal["open"]
    game: GameId


class OfGame(Message):
    """A message about a game."""

    game: GameId


class Play(OfGame):
    """A move of the person whose turn it is, `ply` being how many moves the page knows of."""

    type: Literal["play"]
    ply: Annotated[int, Field(ge=0, le=1000)]
    move: Annotated[str, Field(min_length=1, max_length=8)]


class Change(OfGame):
    """Something that happens to a game as a whole."""

    type: Literal["undo", "redo", "restart", "resign", "pause", "resume", "hint"]


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
    """What is an invitation to?"""

    type: Literal["invited"]
    secret: Secret


class Join(OfGame):
    """Take the seat of an invitation, and watch."""

    type: Literal["join"]
    secret: Secret
    name: PersonName = ""


class Ask(OfGame):
    """Ask the others to play again."""

    type: Literal["rematch"]


class Answer(OfGame):
    """Say yes or no to what others ask; who asks may say no as well."""

    type: Literal["answer"]
    what: What
    agrees: bool


class Seats(OfGame):
    """Let others take the seats, and keep the board; `pace` as in `MatchSetup`, None leaves it as it is."""

    type: Literal["seats"]
    seats: Annotated[list[PlayerName], Field(min_length=2, max_length=3)]
    pace: Annotated[float, Field(ge=0, le=3)] | None = None


class Leave(OfGame):
    """Watch a game no more."""

    type: Literal["leave"]


class Games(Message):
    """The games of whoever is at the page, newest first: those that come after one, with all words of a text.

    With `mine` only those that were played here, by that person or by nobody who is known.
    """

    type: Literal["games"]
    text: Annotated[str, Field(max_length=200)] = ""
    kind: Annotated[str, Field(max_length=40)] = ""
    against: Annotated[str, Field(max_length=120)] = ""
    ending: Ending | None = None
    mine: bool = False
    after: GameId | None = None
    most: Annotated[int, Field(ge=1, le=50)] = 30


class Claim(Message):
    """Games that the browser remembers, from a time when it was not kept whose they are."""

    type: Literal["claim"]
    games: Annotated[list[GameId], Field(max_length=1000)]


class Name(OfGame):
    """What somebody calls a game of theirs; nothing if it is empty."""

    type: Literal["name"]
    name: Annotated[str, Field(max_length=100)]


class Delete(OfGame):
    """Take a game out of one's list, or put it back."""

    type: Literal["delete", "restore"]


class Reviewed(OfGame):
    """The review that is kept with a game."""

    type: Literal["reviewed"]


class Exchange(Message):
    """All one's games as a file, or those of a file among one's own: an address for it, good for one request.

    `format` is one of those that the welcome names: of a file to be imported it shows.
    """

    type: Literal["export", "import"]
    format: Annotated[str, Field(max_length=40)] = "json"


class Read(Message):
    """Pasted text: which game or position is it?"""

    type: Literal["read"]
    text: LongText


class Look(Message):
    """The positions that moves lead to, from number `since` on (0 is the start)."""

    type: Literal["look"]
    kind: KindName = "othello"
    start: BoardText = ""
    moves: Moves
    since: Annotated[int, Field(ge=0, le=400)] = 0


class Write(Message):
    """A game as texts: transcript, board, and every format that it can be written in."""

    type: Literal["write"]
    kind: KindName = "othello"
    start: BoardText = ""
    moves: Moves
    players: Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=3, default_factory=list)]


class Analyse(Message):
    """Value the moves of a position, best first, until the end, a limit or `Stop`; one analysis a page."""

    type: Literal["analyse"]
    kind: KindName = "othello"
    position: BoardText
    top: Annotated[int, Field(ge=1, le=60)] = 1
    depth: Annotated[int, Field(ge=1, le=60)] | None = None
    seconds: Annotated[float, Field(gt=0, le=3600)] | None = None


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


Incoming = Annotated[
    StudyMessage
    | Hello
    | New
    | Open
    | Play
    | Change
    | Seen
    | Invite
    | Withdraw
    | Invited
    | Join
    | Ask
    | Answer
    | Seats
    | Leave
    | Games
    | Claim
    | Name
    | Delete
    | Reviewed
    | AskProgress
    | AskArena
    | Exchange
    | Explore
    | Fill
    | Read
    | Look
    | Analyse
    | Explain
    | Stop
    | ReviewGame
    | Tree
    | Write
    | PracticeMessage,
    Field(discriminator="type"),
]
_READER: TypeAdapter[Any] = TypeAdapter(Incoming)


def read(text: str) -> Any:
    """The message of a text. Raises MessageError, which says what is wrong with it."""
    try:
        return _READER.validate_json(text)
    except ValidationError as error:
        raise MessageError("message", in_words(error)) from None
    except RecursionError:
        raise MessageError("message", "expected a message, got something nested too deeply") from None


def id_of(text: str) -> int:
    """The id of a message that may be anything, so that even a bad one can be answered; 0 if it has none."""
    try:
        number = json.loads(text).get("id", 0)
    except (ValueError, AttributeError, RecursionError):
        return 0
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= 2**53 else 0
