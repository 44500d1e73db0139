"""A game's state in the form that pages receive."""

from collections.abc import Collection
from typing import Any

from outflank.sessions.own_rating import counts
from outflank.sessions.sharing import SharedPlaySession
from outflank.web.games.club_results import ClubTerms
from outflank.web.games.stored_games import opening_of
from outflank.web.games.watchers import Watchers
from outflank.web.views import view_of


def state_of(session: SharedPlaySession, terms: ClubTerms) -> dict[str, Any]:
    """A game's state, including its board, moves, players, clock, offers and the terms of the club."""
    match, result = session.match, session.match.result
    return {
        "kind": match.kind.name,
        "names": list(match.kind.seats),
        "seats": [seat.player for seat in match.seats],
        "labels": [session.label(seat) for seat in range(len(match.seats))],
        "start": match.kind.write(match.game.start),
        "moves": [played.to_json() for played in match.played],
        "opening": opening_of(match),
        "undone": match.n_undone,
        "view": view_of(match.position),
        "must_pass": match.position.must_pass,
        "paused": match.paused,
        "clock": _clock(session),
        "result": None if result is None else result.to_json(),
        "shared": session.people.is_shared,
        "offers": [
            {"what": what, "by": _seats(session, agreed[:1]), "agreed": _seats(session, agreed)}
            for what, agreed in session.offers.items()
        ],
        "next": session.people.next_game,
        "counts": result is None and (terms.rated or (not session.people.is_shared and counts(session))),
        **terms.to_json(),
    }


def present_at(session: SharedPlaySession, watchers: Watchers) -> dict[str, Any]:
    """The person in each seat (None for a program) and the number of spectators."""
    people = session.people
    here = _seats(session, watchers.persons - {""})
    return {
        "people": [
            {"name": seat.name, "waits": number in people.invites, "here": number in here} if seat.is_person else None
            for number, seat in enumerate(session.match.seats)
        ],
        "watching": watchers.n_besides(people.persons),
    }


def awaited_in(session: SharedPlaySession, person: str) -> dict[str, Any] | None:
    """The question that a person has to answer and the clock of the side to move; None if there is neither.

    Between people, clocks run from the first move on.
    """
    if not person or person not in session.people.seats or not (session.offers or session.turn_clock.is_running):
        return None  # at once, because a page asks this about all games
    question = next((what for what, agreed in session.offers.items() if person not in agreed), None)
    own, clock, turn = _seats(session, [person]), _clock(session), session.match.position.turn
    if clock is None or turn is None or not session.turn_clock.is_running:
        clock = turn = None
    if question is None and clock is None:
        return None
    askers = [] if question is None else _seats(session, session.offers[question][:1])
    return {
        "question": question,
        "asker": "".join(session.label(seat) for seat in askers[:1]),
        "turn": turn in own,
        "against": [session.label(seat) for seat in range(len(session.match.seats)) if seat not in own],
        "left": None if clock is None else clock["left"][turn],
        "runs": clock is not None and clock["runs"],
    }


def news_of(session: SharedPlaySession, game: str, person: str) -> dict[str, Any]:
    """The begin or the end of a game, for a person whose page may show another screen."""
    own, result = _seats(session, [person]), session.match.result
    return {
        "type": "elsewhere",
        "game": game,
        "against": [session.label(seat) for seat in range(len(session.match.seats)) if seat not in own],
        "names": list(session.match.kind.seats),
        "you": own,
        "view": view_of(session.match.position),
        "result": None if result is None else result.to_json(),
    }


def questions_changed(game: str) -> dict[str, Any]:
    """The news that a question in a game was asked or has ended. A page then asks what awaits its person."""
    return {"type": "elsewhere", "game": game, "questions": True}


def _seats(session: SharedPlaySession, persons: Collection[str]) -> list[int]:
    """The seats that these people occupy."""
    return [seat for seat, holder in enumerate(session.people.seats) if holder in persons]


def _clock(session: SharedPlaySession) -> dict[str, Any] | None:
    left = session.seconds_left
    if left is None:
        return None
    runs = session.turn_clock.is_running and session.is_timed
    return {"control": str(session.match.control), "left": list(left), "runs": runs}
