"""The profiles of members, as pages ask for them."""

from dataclasses import replace

from outflank.play import PERSON, Match, Seat
from outflank.rules import Game
from outflank.web.games.club_results import ClubRow, ClubTerms
from outflank.web.games.stored_games import StoredMatch, state_text
from tests.web.club.conftest import in_club
from tests.web.ended_games import random_moves

WON, DRAWN, LOST = 4, 14, 8  # games in which Black plays the same opening


def keep(services, number, black, white):
    """Store a game of the club that is over."""
    match = Match(Game(moves=random_moves(number)), [Seat(PERSON), Seat(PERSON)])
    game = f"ended-game-{number:08}"
    parts = {page.connection.person: seat for seat, page in enumerate((black, white))}
    stored = StoredMatch.of(game, match, state_text(game, match), parts)
    services.store.save(replace(stored, club=ClubRow(ClubTerms())), float(number))
    return game


def test_profile_tells_how_the_member_has_played():
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        for number in (WON, DRAWN, LOST):
            keep(services, number, ann, bob)
        return [await ann.ask("profile", name=name) for name in ("Anna", "Bob")]

    own, other = in_club(talk)
    assert [each["points"] for each in own["games"]] == [0.5, 0, 1]
    assert [each["points"] for each in other["games"]] == [0.5, 1, 0]
    assert own["openings"] == [{"opening": "Perpendicular", "games": 3, "won": 33}]
    assert (own["own"], other["own"]) == (True, False)


def test_games_that_somebody_has_only_watched_are_not_in_the_profile():
    async def talk(join, services):
        ann, bob, eve = [await join(name) for name in ("Anna", "Bob", "Eve")]
        assert (await eve.ask("claim", games=[keep(services, LOST, ann, bob)]))["count"] == 1
        return await ann.ask("profile", name="Eve")

    told = in_club(talk)
    assert (told["games"], told["openings"]) == ([], [])
