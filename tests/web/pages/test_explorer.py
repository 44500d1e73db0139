import asyncio

import pytest

from outflank import Game, Position
from outflank.errors import OutflankError
from outflank.library import Library
from outflank.rules.openings import translations
from outflank.sessions.exploring import Exploring, LibraryReader, MoveValues
from outflank.web.catalogue import label
from outflank.web.games.own_games import OwnGames
from outflank.web.games.own_positions import OwnPositions
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch, state_text
from outflank.web.pages.explorer import Explore, ExplorePeople, Explorer, FindOpening, ListOpenings
from tests.library.conftest import library_file, random_records
from tests.web.conftest import run
from tests.web.games.test_store import match_of
from tests.web.playing import WIPE_OUT

TIGER = ["f5", "d6", "c3", "d3", "c4"]


@pytest.fixture
def path(tmp_path):
    return library_file(tmp_path)


@pytest.fixture
def made():
    """Make explorers of libraries, which are closed with the test."""
    explorers = []

    def make(library=None, store=None, *, is_shared=False, values=None):
        own = OwnGames(store or GameStore(), is_shared=is_shared)
        explorers.append(Explorer(own, Exploring(LibraryReader(library), MoveValues(values))))
        return explorers[-1]

    yield make
    for explorer in explorers:
        explorer.close()


def explore(explorer, moves=(), person="ann", **fields):
    return run(explorer.explore(Explore(type="explore", moves=list(moves), **fields), person))


def finished_match(moves, seats=("human", "level1")):
    match = match_of("".join(moves), seats)
    assert match.result is not None
    return match


def keep(store, number, match, parts, at=None):
    name = f"game{number:012d}"
    store.save(StoredMatch.of(name, match, state_text(name, match), parts), at)
    return name


# --- all games --------------------------------------------------------------------------------------------------------


def test_what_is_told_is_what_the_library_says(made, path):
    told = explore(made(path), ["f5"])
    with Library.open(path) as library:
        found = library.position(Game(moves="f5").position)
    assert (told["type"], told["total"], told["games"], told["trouble"]) == ("explored", 40, found.results.games, None)
    assert [(m["move"], m["games"]) for m in told["moves"] if m["games"]] == [
        (m.move, m.results.games) for m in found.moves
    ]
    assert told["turn"] == 1
    for example in told["examples"]:
        game = Game(moves=example["moves"])
        assert any(Game(moves="f5").position.transformed(i) in game.positions for i in range(8))
    assert len(told["examples"]) == 5


def test_names_and_values_of_the_book_come_with_the_moves(made, path):
    moves = {move["move"]: move for move in explore(made(path), TIGER[:4])["moves"]}
    assert moves["c4"]["opening"] == {"en": "Tiger", "ja": "虎定石"}
    assert moves["c4"]["value"]["kind"] == "book"


def test_filters_are_those_of_a_search(made, path):
    told = explore(made(path), ["f5"], since=2005, player="ann")
    assert 0 < told["games"] < 40
    assert all("Ann" in example["players"] and int(example["date"]) >= 2005 for example in told["examples"])
    assert explore(made(path), ["f5"], player="nobody at all")["games"] == 0


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"kind": "anti-othello"}, "expected an 8×8 Othello position"),
        ({"kind": "tribolo"}, "expected an 8×8 Othello position"),
        ({"kind": "chess"}, "expected a game"),
        ({"start": Position.start(10).board_string}, "expected an 8×8 Othello position"),
        ({"moves": ["a1"]}, "cannot play a1"),
        ({"start": "what is this"}, "expected a cell"),
    ],
)
def test_what_is_no_position_of_the_library_is_refused(made, path, fields, words):
    with pytest.raises(OutflankError, match=words):
        explore(made(path), **{"moves": (), **fields})


def test_position_that_is_over_and_one_in_no_game_have_none(made, path):
    told = explore(made(path), WIPE_OUT)
    assert (told["games"], told["moves"], told["examples"]) == (0, [], [])
    with Library.open(path) as library:
        unknown = next(
            moves
            for number in range(9, 99)
            if not library.position(
                Game(moves=(moves := random_records(1, number)[0].tree.moves[:20])).position
            ).results.games
        )
    told = explore(made(path), unknown)
    assert (told["games"], told["examples"], told["total"]) == (0, [], 40)


def test_misspelt_player_is_said_to_be(path, made):
    told = explore(made(path), player="dorra")
    assert told["games"] == 0
    assert (told["trouble"]["code"], str(told["trouble"]["message"])) == (
        "name",
        "no player is called 'dorra'; did you mean Dora?",
    )
    assert explore(made(path), player="dora", since=2090)["trouble"] is None


# --- files that do not serve ------------------------------------------------------------------------------------------


def test_missing_library_is_said_and_the_rest_is_told(made, tmp_path):
    told = explore(made(tmp_path / "library.sqlite"))
    assert told["trouble"]["code"] == "no library"
    assert told["moves"][0]["value"]["kind"] == "book"
    assert not (tmp_path / "library.sqlite").exists()
    assert explore(made(None))["trouble"]["code"] == "no library"


def test_strangers_are_not_told_where_files_are(made, path):
    path.write_bytes(b"no database")
    troubles = [explore(made(path, is_shared=is_shared))["trouble"] for is_shared in (False, True)]
    assert [trouble["code"] for trouble in troubles] == ["library", "library"]
    assert "is damaged or not a database" in troubles[0]["message"]
    assert troubles[1]["message"] == "the library of games cannot be read at the moment"


def test_many_look_at_once(made, path):
    """In the threads beside the one event loop that a server has."""
    explorer = made(path)

    async def look():
        message = Explore(type="explore", moves=["f5"])
        return await asyncio.gather(*(explorer.explore(message, f"person {number % 6}") for number in range(120)))

    told = [found["games"] for found in run(look())]
    assert len(told) == 120
    assert len(set(told)) == 1


def test_explorer_does_without_values_that_do_not_serve(made, tmp_path, path):
    (tmp_path / "values.sqlite").write_bytes(b"no database" * 100)
    explorer = made(path, values=tmp_path / "values.sqlite")
    assert explore(explorer)["games"] == 40
    assert explore(explorer, TIGER[:4])["moves"][0]["value"]["kind"] == "book"


# --- one's own games --------------------------------------------------------------------------------------------------


def test_own_games_are_told_in_ones_own_view(made):
    store = GameStore()
    won = finished_match(WIPE_OUT)  # which Black wins
    keep(store, 1, won, {"ann": 0})
    keep(store, 2, finished_match(WIPE_OUT, ("level1", "human")), {"ann": 1})
    keep(store, 3, finished_match(WIPE_OUT, ("human", "level2")), {"ann": 0})
    keep(store, 4, won, {"ben": 0})
    keep(store, 5, match_of("f5"), {"ann": 0})  # it goes on
    told = explore(made(store=store, is_shared=True), source="mine")
    assert told["total"] == 3
    assert [told["own"][key] for key in ("games", "won", "drawn", "lost")] == [3, 2, 0, 1]
    (move,) = (m for m in told["moves"] if m["own"])
    assert (move["own"]["won"], WIPE_OUT[0] in move["alike"]) == (2, True)
    assert {example["game"] for example in told["examples"]} == {f"game{n:012d}" for n in (1, 2, 3)}
    assert explore(made(store=store, is_shared=True), source="mine", person="ben")["total"] == 1
    assert explore(made(store=store, is_shared=True), source="mine", person="")["total"] == 0


def test_own_games_stand_beside_all_games(made, path):
    store = GameStore()
    keep(store, 1, finished_match(WIPE_OUT), {"ann": 0})
    told = explore(made(path, store))
    assert (told["total"], told["own"]["games"]) == (40, 1)


def test_own_games_are_found_by_year_and_opponent(made):
    store = GameStore()
    keep(store, 1, finished_match(WIPE_OUT), {"ann": 0}, at=1_000_000_000)  # 2001
    keep(store, 2, finished_match(WIPE_OUT, ("human", "level2")), {"ann": 0}, at=1_700_000_000)  # 2023
    explorer = made(store=store)
    assert explore(explorer, source="mine", since=2010)["own"]["games"] == 1
    assert explore(explorer, source="mine", player=label("level2"))["own"]["games"] == 1
    assert explore(explorer, source="mine", player="nobody")["own"]["games"] == 0


def test_own_games_follow_every_change_of_the_store():
    store, won = GameStore(), finished_match(WIPE_OUT)
    games = OwnGames(store, is_shared=True)
    positions = OwnPositions(games)
    start = Position.start()

    def total():
        looked = positions.look("ann", start)
        assert looked.own.whole.games == looked.total
        return looked.total

    assert total() == 0
    names = [keep(store, n, won, {"ann": 0}, at=1000.0 + n) for n in range(5)]
    assert total() == 5
    games.delete("ann", names[1])
    assert total() == 4
    games.restore("ann", names[1])
    assert total() == 5
    keep(store, 7, won, {"ann": 0}, at=500.0)  # older than what is known
    assert total() == 6
    going_on = match_of("".join(WIPE_OUT[:-1]))
    keep(store, 2, going_on, {"ann": 0})  # its last move was taken back
    assert total() == 5
    keep(store, 2, won, {"ann": 0})
    assert total() == 6
    positions.close()


def test_game_that_ended_again_counts_once_as_it_ended_last():
    store = GameStore()
    games = OwnGames(store, is_shared=True)
    positions = OwnPositions(games)
    match = match_of("f5d6")
    match.game.resign(0)
    keep(store, 1, match, {"ann": 0}, at=1000.0)
    assert positions.look("ann", Position.start()).own.whole.lost == 1
    keep(store, 1, finished_match(WIPE_OUT), {"ann": 0}, at=2000.0)
    whole = positions.look("ann", Position.start()).own.whole
    assert (whole.games, whole.won, whole.lost) == (1, 1, 0)
    positions.close()


def test_games_of_persons_who_asked_long_ago_are_read_again(monkeypatch):
    monkeypatch.setattr("outflank.web.games.own_positions._MOST_PERSONS", 2)
    store = GameStore()
    for number, person in enumerate(("ann", "ben", "cy")):
        keep(store, number, finished_match(WIPE_OUT), {person: 0})
    positions = OwnPositions(OwnGames(store, is_shared=True))
    for person in ("ann", "ben", "cy", "ann"):
        assert positions.look(person, Position.start()).total == 1
    positions.close()


# --- openings and people ----------------------------------------------------------------------------------------------


def test_without_a_library_the_archive_is_told(made):
    told = explore(made(), TIGER)
    assert (told["total"], told["trouble"]["code"], told["games"]) == (0, "no library", 0)
    assert told["archive"]["games"] == told["archive"]["ended"] + sum(
        move["archive"]["games"] for move in told["moves"] if move["archive"]
    )
    assert told["archive_total"] >= told["archive"]["games"] > 10_000


def test_moves_of_people_are_shares_by_rating(made):
    explorer = made()
    told = run(explorer.explore_people(ExplorePeople(type="explore_people", moves=TIGER), "ann"))
    assert [each["rating"] for each in told["people"]] == [-200, 0, 200]
    for shares in zip(*told["moves"].values(), strict=True):
        assert sum(shares) == pytest.approx(1, abs=0.01)


def test_opening_is_found_by_its_name(made):
    explorer = made()
    told = run(explorer.find_opening(FindOpening(type="find_opening", name="tiger"), "ann"))
    assert (told["name"], told["moves"], told["turn"]) == ("Tiger", TIGER, 1)
    with pytest.raises(OutflankError, match="did you mean Tiger"):
        run(explorer.find_opening(FindOpening(type="find_opening", name="tigr"), "ann"))


def test_every_opening_that_is_offered_is_found(made):
    explorer = made()
    offered = run(explorer.opening_names(ListOpenings(type="opening_names"), "ann"))["openings"]
    assert [each["name"] for each in offered[:2]] == ["Perpendicular", "Tiger"]
    into_japanese = translations("ja")
    for each in offered:
        for name in {each["name"], into_japanese.get(each["name"], each["name"])}:
            found = run(explorer.find_opening(FindOpening(type="find_opening", name=name), "ann"))
            assert (name, found["name"]) == (name, each["name"])
