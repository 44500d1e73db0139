"""What pages are told of a game as it stands."""

from typing import TYPE_CHECKING, Any

from outflank.play import PERSON
from outflank.text import Text
from outflank.web.catalogue import label
from outflank.web.games.stored_games import opening_of
from outflank.web.views import view_of

if TYPE_CHECKING:
    from outflank.web.games.match_session import MatchSession


def state_of(session: "MatchSession") -> dict[str, Any]:
    """All that a page needs to show the game, but for what is one person's own (`MatchSession.own`)."""
    match = session.match
    result = match.result
    return {
        "type": "game",
        "game": session.id,
        "kind": match.kind.name,
        "names": list(match.kind.seats),
        "revision": session.revision,
        "seats": [seat.player for seat in match.seats],
        "labels": labels_of(session),
        "start": match.kind.write(match.game.start),
        "moves": [played.to_json() for played in match.played],
        "opening": opening_of(match),
        "undone": match.n_undone,
        "view": view_of(match.position),
        "must_pass": match.position.must_pass,
        "thinking": session.is_thinking,
        "paused": match.paused,
        "clock": _clock(session),
        "result": None if result is None else result.to_json(),
        "pace": session.pace,
        "kept": session.is_kept,
        "shared": session.people.is_shared,
        "offers": [
            {
                "what": offer.what,
                "by": _seats(session, {offer.person}),
                "agreed": _seats(session, offer.agreed),
            }
            for offer in session.offers.open
        ],
        "next": session.people.next_game,
        **present_at(session),
    }


def labels_of(session: "MatchSession") -> list[str]:
    """What each player is called."""
    unnamed = Text("Guest") if session.people.is_shared else label(PERSON)
    return [seat.name or unnamed if seat.is_person else label(seat.player) for seat in session.match.seats]


def present_at(session: "MatchSession") -> dict[str, Any]:
    """Who of the people is there, by seat, None for a program; and how many others watch."""
    people = session.people
    here = _seats(session, session.watchers.persons - {""})
    return {
        "people": [
            {"name": seat.name, "waits": number in people.invites, "here": number in here} if seat.is_person else None
            for number, seat in enumerate(session.match.seats)
        ],
        "watching": session.watchers.n_besides(people.persons),
    }


def _seats(session: "MatchSession", persons: set[str]) -> list[int]:
    """The seats of some people."""
    return [seat for seat, holder in enumerate(session.people.seats) if holder in persons]


def _clock(session: "MatchSession") -> dict[str, Any] | None:
    match = session.match
    if match.clock is None:
        return None
    left = list(match.clock.seconds)
    if session.is_timed and match.to_move is not None:
        turn = match.position.turn
        left[turn] = max(0.0, left[turn] - session.turn.charged)
    return {"control": str(match.control), "left": left, "runs": session.turn.is_running and session.is_timed}
