"""Two players compared."""

from dataclasses import replace

import pytest

from outflank import BLACK, Game, Record
from outflank.library import Search
from outflank.library.comparison import compare
from outflank.library.preparation import prepare


def _games(moves, black, white, n, won=1, place="Open"):
    """Games that White resigns, or with `won` of 0, Black."""
    played = [Record.of(Game(moves=moves), (black, white), date=str(1990 + k), place=place) for k in range(n)]
    return [replace(record, resigned=won) for record in played]


@pytest.fixture
def some(library):
    library.add(_games("f5d6c3d3c4", "Ann", "Cy", 4))
    library.add(_games("f5f6e6f4", "Ann", "Cy", 6, won=0))
    library.add(_games("e6f4c3c4d3d6", "Dee", "Ben", 3))  # the Tiger and another move, mirrored
    library.add(_games("f5f6e6f4c3", "Ben", "Ann", 5, won=0))
    library.add(_games("f5d6", "Ann", "Ben", 2, won=0))
    library.add(_games("f5f4", "Cy", "Ben", 5))
    library.add(_games("f5f4", "Ann", "Ben", 9, place="Oslo (XOT)"))
    return library


def test_results_against_each_other_are_those_of_the_games(some):
    found = compare(some, "ann", "ben")
    rows = some.games(Search(player="ann", opponent="ben", xot=False), most=99)
    won = sum((1 if row.black == "Ann" else -1) * row.won > 0 for row in rows)
    assert (found.direct.games, found.direct.won, found.direct.lost) == (len(rows), won, len(rows) - won) == (7, 5, 2)
    other = compare(some, "ben", "ann")
    assert (other.direct.won, other.direct.lost) == (2, 5)
    assert (other.as_black, other.as_white) == (found.as_white, found.as_black)


def test_players_have_the_results_of_their_preparation(some):
    found = compare(some, "ann", "ben")
    ann = prepare(some, "ann", BLACK)
    assert (found.one.name, found.other.name) == ("Ann", "Ben")
    assert found.one.black == ann.balance
    assert found.one.black_openings == ann.openings
    assert found.one.rating == ann.rating is not None


def test_trees_meet_at_the_last_positions_that_both_reach(some):
    [meeting] = compare(some, "ann", "ben", least=3).as_black
    assert "".join(meeting.line) == "f5d6c3d3c4"
    assert meeting.opening == "Tiger"
    assert (meeting.black.games, meeting.white.games) == (4, 3)
    assert meeting.share == pytest.approx(5 / 10)  # Ben answers f5 with d6 in 5 of 10 games
    assert meeting.moves == (("f4", 3),)
