"""Every database of the project, damaged in every way: one line says so, and what can still be read is not touched."""

import os
import random
import sqlite3
from contextlib import closing, suppress

import pytest

from outflank.analysis.judged import JudgedMove
from outflank.book.nodes import Key, Leaf
from outflank.book.store import BookStore
from outflank.errors import OutflankError
from outflank.library import Library
from outflank.library.values import ValueStore, known_values
from outflank.matches import store as tournaments
from outflank.matches.game import GameResult, Pairing
from outflank.matches.store import Fixture
from outflank.play import Analysis, Limit, MoveValue
from outflank.practice.choosing import Puzzles
from outflank.practice.deck import KINDS, Deck, now
from outflank.practice.puzzles import shipped
from outflank.reviews import Reviews
from outflank.reviews.statistics import progress_of
from outflank.rules import BLACK, Game, Position
from outflank.sessions.own_rating import RatedGame
from outflank.sessions.rated_games import RatedGames
from outflank.web.studies.shared_studies import SharedStudies

pytest.importorskip("fastapi", reason="the page's file needs outflank[web]")

from outflank.play import Match, Seat
from outflank.play.record import Record
from outflank.web.games import game_file
from outflank.web.games.game_records import ended_games
from outflank.web.games.match_session import MatchSession
from outflank.web.games.own_games import OwnGames, Query
from outflank.web.games.own_positions import OwnPositions
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch, state_text
from outflank.web.pages.progress import OwnProgress
from outflank.web.pages.studies import Studies
from outflank.web.pages.study_messages import ListStudies, OpenStudy
from tests.web.conftest import run

START = Position.start()
LINE = "f5d6c3d3c4f4f6"
WHO = "ann"


def fill_games(path):
    with closing(GameStore(path)) as store:
        games = OwnGames(store, is_shared=True)
        for number, moves in enumerate((LINE, "f5f6")):
            match = Match(Game(START, moves), [Seat("human", "Ann"), Seat("level1")])
            match.game.resign(1)
            name = f"game{number}{'x' * 16}"
            store.save(StoredMatch.of(name, match, state_text(name, match), {WHO: 0}))
            judged = {"ply": 0, "side": "black", "move": "f5", "loss": 0, "badge": "", "grade": "", "proven": False}
            games.keep_review(name, match.game.moves, 0.3, {"moves": [judged]})
        Studies(games, SharedStudies(games)).add(WHO, Record.of(Game(START, LINE), ("Ann", "Ben")))


def use_games(path):
    with closing(GameStore(path)) as store:
        games = OwnGames(store, is_shared=True)
        found = games.find(WHO, Query(text="ann", against="level1", ending="won", mine=True))
        for game in {*(each["id"] for each in found), f"game0{'x' * 16}"}:
            yield lambda game=game: MatchSession.from_json(store.load(game), store, None)
            yield lambda game=game: games.review(game)
        yield lambda: games.find(WHO)
        yield lambda: [games.count(WHO), games.opponents(WHO), games.digests(WHO)]
        yield lambda: list(game_file.as_json(games.whole(WHO)))
        yield lambda: OwnProgress(games).of(WHO)
        yield lambda: OwnPositions(games).look(WHO, START)
        yield lambda: list(ended_games(path))
        studies = Studies(games, SharedStudies(games))
        listed = studies._list(ListStudies(type="studies"), WHO)["studies"]
        for study in listed:
            yield lambda study=study: run(studies._open(OpenStudy.model_construct(study=study["id"]), WHO))
        yield lambda: list(studies.records(WHO))


def fill_library(path):
    with Library.open(path) as library:
        library.add(
            [Record.of(Game(START, moves), ("Ann", "Ben"), date="2001", place="Rome") for moves in (LINE, "f5f6")]
        )
        move = MoveValue("f5", 1.5, depth=3)
        Reviews(library).keep(1, "an engine", Limit(3), [JudgedMove(0, BLACK, 60, move, move, ("parity",))])


def use_library(path):
    with Library.open(path, read_only=True) as library:
        yield lambda: [row.record for row in library.games()]
        yield lambda: library.position(START)
        yield lambda: library.examples(START)
        yield lambda: [progress_of(Reviews(library), "ann").to_json(), list(Reviews(library).mistakes(least=0))]
        yield lambda: [library.players(), library.player("Ann"), library.overview(), library.count(), len(library)]


def fill_book(path):
    with BookStore(path, writes=True) as book:
        book.add(Key.of(START), Leaf("f5", 1, 9, 73))
        book.add(Key.of(START).after("f5"), Leaf("d6", 3, 8, 73))


def use_book(path):
    with BookStore(path) as book:
        yield lambda: [*book.entries(), book.find(Key.of(START)), book.links(Key.of(START))]
        yield lambda: [book.statistics(), book.faults(), book.stale(), book.wanted(5)]


def fill_deck(path):
    with Deck(path) as deck:
        deck.answer("puzzle", "card", "right", now=now())
        deck.add_lines([(BLACK, LINE, "mine")], now=now())
        deck.add_puzzles("digest", [next(iter(shipped()))], "the page")


def use_deck(path):
    with Deck(path) as deck:
        yield lambda: deck.statistics(now=now()).to_json()
        yield lambda: [deck.cards(kind) for kind in KINDS[:2]]
        yield lambda: [deck.due(kind, now=now()) for kind in KINDS]
        yield lambda: [deck.puzzles(), deck.lines(), deck.searched(), deck.first_answers("puzzle")]
        yield lambda: Puzzles(deck, mine=True).next(now=now())
        yield lambda: deck.answer("puzzle", "card", "right", now=now())


def fill_values(path):
    with ValueStore(path) as store:
        store.keep(START, Analysis("f5", (MoveValue("f5", 1, depth=12, pv=("f5", "d6")),)))


def use_values(path):
    with ValueStore(path) as store:
        yield lambda: known_values(START, store)
        yield lambda: store.keep(START, Analysis("f5", (MoveValue("f5", 2, depth=13, pv=("f5", "d6")),)))


def fill_tournament(path):
    with closing(tournaments.Store(path)) as store:
        store.set_fact("terms", {"time": "1"})
        with store.writing() as connection:
            connection.execute("INSERT INTO players VALUES (0, 'ann', 'level1', 0), (1, 'ben', 'level2', 0)")
        store.begin_round([(0, 1)], [])
        pairing = Pairing((0, 1), START, ("f5",), 1)
        result = GameResult(pairing, ("f5", "d6"), (1.0, 0.0), (64, -64), 1, "time", "late", (1,), (0.1,), 0.1)
        store.add(Fixture(0, 0, (0, 1)), result)
        store.show([((0, 1), START.board_string, ("f5",))], {"seen": 1})


def use_tournament(path):
    with closing(tournaments.Store(path, read_only=True)) as store:
        yield lambda: [store.fact("terms"), store.fact("state")]
        yield lambda: [store.players(), store.numbers(), store.joined(), store.rounds()]
        yield lambda: [*store.games(), *store.games_of(0)]
        yield lambda: store.under_way()


def fill_ratings(path):
    with RatedGames(path) as file:
        for score in (0.0, 0.5, 1.0):
            file.add(RatedGame("momo", 100.0, 20.0, score, 1e9))


def use_ratings(path):
    with RatedGames(path) as file:
        yield lambda: file.games()
        yield lambda: file.ratings(2e9)
        yield lambda: file.add(RatedGame("coco", 300.0, 20.0, 1.0, 1.1e9))


DATABASES = {
    "games": (fill_games, use_games),
    "library": (fill_library, use_library),
    "book": (fill_book, use_book),
    "deck": (fill_deck, use_deck),
    "values": (fill_values, use_values),
    "ratings": (fill_ratings, use_ratings),
    "tournament": (fill_tournament, use_tournament),
}


def complaints(kind, path):
    """What is said of a database that is opened and used in every way; whatever is no OutflankError is raised."""
    _, use = DATABASES[kind]
    found = []
    try:
        for step in use(path):
            try:
                step()
            except OutflankError as error:
                found.append(str(error))
    except OutflankError as error:
        found.append(str(error))
    assert not [said for said in found if "\n" in said or len(said) > 500], found
    return found


@pytest.fixture(scope="module", params=DATABASES)
def made(request, tmp_path_factory):
    """A kind of database, and the bytes of one with something in it."""
    path = tmp_path_factory.mktemp("made") / "made"
    DATABASES[request.param][0](path)
    return request.param, path.read_bytes()


@pytest.fixture
def damaged(made, tmp_path):
    kind, data = made
    path = tmp_path / "file"
    path.write_bytes(data)
    return kind, path


def test_what_is_whole_is_used_without_a_complaint(damaged):
    assert complaints(*damaged) == []


def schema(statement):
    def damage(path):
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA writable_schema = ON")
            database.execute(statement)

    return damage


def bytes_at(offset, data):
    def damage(path):
        whole = path.read_bytes()
        path.write_bytes(whole[:offset] + data + whole[offset + len(data) :])

    return damage


def cut_to(size):
    return lambda path: path.write_bytes(path.read_bytes()[: size(path.stat().st_size)])


def dropped(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            with suppress(sqlite3.OperationalError):  # of SQLite's own
                database.execute(f'DROP TABLE "{name}"')


def others(path):
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE notes (text)")


def folder(path):
    path.unlink()
    path.mkdir()


def loop(path):
    path.unlink()
    path.symlink_to(path)


def rarely(*values):
    """More of the same, for `pytest -m slow`."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


DAMAGES = {
    "schema of nonsense": schema("UPDATE sqlite_master SET sql = 'CREATE TABLE rubbish (' WHERE type = 'table'"),
    "schema that is no text": schema("UPDATE sqlite_master SET name = x'ff' WHERE type = 'table'"),
    "schema of bytes": schema("UPDATE sqlite_master SET sql = x'fffe', type = 'frob'"),
    "schema without tables": dropped,
    "tables elsewhere": schema("UPDATE sqlite_master SET rootpage = 999999"),
    "header of another file": bytes_at(0, b"SQLite format 9\0"),
    "pages of an odd size": bytes_at(16, b"\0\3"),
    "format to come": bytes_at(18, b"\x09\x09"),
    "first page overwritten": bytes_at(100, b"\xa5" * 900),
    "all but the first page overwritten": bytes_at(4096, b"\xff" * 10**6),
    "cut in the middle": cut_to(lambda size: size // 2),
    "cut after the header": cut_to(lambda _size: 100),
    "cut within the header": cut_to(lambda _size: 50),
    "zeros": lambda path: path.write_bytes(bytes(8192)),
    "newer version": schema("PRAGMA user_version = 99"),
    "version below zero": schema("PRAGMA user_version = -3"),
    "another program's": others,
    "folder": folder,
    "link to itself": loop,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_told_of_in_a_line_and_stays_as_it_is(damaged, damage):
    kind, path = damaged
    DAMAGES[damage](path)
    before = path.read_bytes() if path.is_file() else None
    said = complaints(kind, path)
    assert said
    assert "codec" not in " ".join(said)
    assert before is None or path.read_bytes() == before


def test_a_file_that_another_process_locks_is_told_of_in_a_line(damaged, monkeypatch):
    kind, path = damaged
    for module in ("outflank.library.database", "outflank.matches.store", "outflank.library.values"):
        monkeypatch.setattr(f"{module}.PATIENCE", 0.05)
    connect = sqlite3.connect

    def impatient(*arguments, **options):
        database = connect(*arguments, **options)
        database.execute("PRAGMA busy_timeout = 50")
        return database

    with closing(connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr(sqlite3, "connect", impatient)
        assert complaints(kind, path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="who may do everything is refused nothing")
def test_a_file_that_may_not_be_read_is_told_of_in_a_line(damaged):
    kind, path = damaged
    path.chmod(0)
    assert complaints(kind, path)


@pytest.mark.parametrize("seed", [*range(4), *rarely(*range(4, 20))])
def test_bytes_that_changed_anywhere_are_told_of_in_a_line_if_at_all(damaged, seed):
    kind, path = damaged
    rng, data = random.Random(seed), bytearray(path.read_bytes())
    for _ in range(rng.choice((1, 5, 200))):
        data[rng.randrange(100, len(data))] = rng.randrange(256)
    path.write_bytes(data)
    complaints(kind, path)


COLUMNS = "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"


@pytest.mark.parametrize("value", ["x'ff00'", "'rubbish'", "-1", *rarely("'[1]'", "'{}'", "1e300", "''")])
def test_rows_with_anything_in_them_are_told_of_in_a_line(damaged, value):
    kind, path = damaged
    data = path.read_bytes()
    with closing(sqlite3.connect(path)) as database:
        columns = database.execute(COLUMNS).fetchall()
    bad = []
    for table, column in columns:
        path.write_bytes(data)
        with closing(sqlite3.connect(path)) as database, suppress(sqlite3.IntegrityError):
            database.execute(f'UPDATE "{table}" SET "{column}" = {value}')
            database.commit()
        try:
            complaints(kind, path)
        except Exception as error:
            bad.append(
                (
                    table,
                    column,
                    f"{type(error).__name__}: {error}",
                    error.__traceback__.tb_next.tb_next.tb_frame.f_code.co_name,
                )
            )
    assert bad == []
