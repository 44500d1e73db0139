"""The profiles of members, as pages ask for them."""

from dataclasses import replace

import pytest

from outflank.analysis.review import review
from outflank.engine.engine import Engine
from outflank.play import PERSON, Limit, Match, Seat
from outflank.reviews.statistics import PHASES
from outflank.rules import Game
from outflank.web.games.club_results import ClubRow, ClubTerms
from outflank.web.games.own_games import OwnGames
from outflank.web.games.stored_games import StoredMatch, state_text
from tests.web.club.conftest import in_club
from tests.web.ended_games import keep as keep_private
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


def test_profile_adds_up_the_losses_by_phase_of_reviewed_games_of_the_club():
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        own = OwnGames(services.store)
        for number in (WON, DRAWN):
            game, moves = keep(services, number, ann, bob), random_moves(number)
            own.keep_review(game, moves, 0.1, review(Game(moves=moves), Engine(4), Limit(depth=1)).to_json())
        keep(services, LOST, ann, bob)  # without a review
        private = keep_private(services.store, 1, person=ann.connection.person, own=0)  # of no club
        told = [await ann.ask("profile", name=name) for name in ("Anna", "Bob")]
        return told, [own.review(f"ended-game-{number:08}").judged for number in (WON, DRAWN)], private

    profiles, judged, _ = in_club(talk)
    moves = [move for game in judged for move in game]
    for side, profile in zip(("black", "white"), profiles, strict=True):
        phases = profile["phases"]
        own = [move for move in moves if move["side"] == side]
        assert phases["games"] == 2
        assert sum(phases[phase]["moves"] for phase in PHASES) == len(own)
        assert sum(phases[phase]["loss"] for phase in PHASES) == pytest.approx(sum(m["loss"] for m in own), abs=0.1)
        late = [move for move in own if move["ply"] > 45]
        assert phases["endgame"]["moves"] >= len(late) > 0


def test_games_that_somebody_has_only_watched_are_not_in_the_profile():
    async def talk(join, services):
        ann, bob, eve = [await join(name) for name in ("Anna", "Bob", "Eve")]
        assert (await eve.ask("claim", games=[keep(services, LOST, ann, bob)]))["count"] == 1
        return await ann.ask("profile", name="Eve")

    told = in_club(talk)
    assert (told["games"], told["openings"]) == ([], [])
