import gc
import io
import itertools

import pytest

from outflank import (
    Game,
    GamesWarning,
    GameTree,
    Mark,
    OptionError,
    OutflankError,
    Position,
    Record,
    read_games,
    write_games,
)
from outflank.formats import games as module

GAMES = (Game("f5d6c3d3c4"), Game("f5f6e6f4"), Game("e6f6f5d6"))
MANY = ("ggf", "sgf", "pgn", "json", "moves")


@pytest.mark.parametrize("extension", MANY)
def test_a_file_of_any_format_gives_its_games_back(extension, tmp_path):
    path = tmp_path / f"some.{extension}"
    assert write_games(path, GAMES) == 3
    assert [record.game for record in read_games(path)] == list(GAMES)


def test_names_of_players_are_found_beside_a_file_of_wthor(tmp_path):
    moves = next(game for game in shortest_games())
    write_games(tmp_path / "some.wtb", [Record.of(moves, ("Ann", "Ben"), place="Spring Open", date="2024")])
    (found,) = read_games(tmp_path / "some.wtb")
    assert (found.players, found.place, found.game) == (("Ann", "Ben"), "Spring Open", moves)


def shortest_games():
    game = Game("e6f4e3f6g5d6e7f5c5")  # White is wiped out
    assert game.is_over
    yield game


def test_games_may_be_written_as_they_are_as_trees_and_with_names(tmp_path):
    tree = Game("f5d6").tree()
    tree.root.children[0].add("f6").comment = "parallel"
    write_games(tmp_path / "mixed.sgf", iter([GAMES[0], tree, Record.of(GAMES[1], ("Ann", "Ben"))]))
    first, second, third = read_games(tmp_path / "mixed.sgf")
    assert (first.game, second.tree, third.players) == (GAMES[0], tree, ("Ann", "Ben"))
    assert write_games(tmp_path / "one.ggf", GAMES[0]) == 1


def test_no_more_than_one_game_is_in_memory(tmp_path):
    """A file without end is read, and games without end are written, one after the other."""
    write_games(tmp_path / "one.ggf", GAMES[0])
    line = (tmp_path / "one.ggf").read_bytes()

    class Endless(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            n = min(len(buffer), len(line))
            buffer[:n] = line[:n]
            return n

    found = read_games(io.BufferedReader(Endless(), len(line)))
    assert [record.game for record in itertools.islice(found, 500)] == [GAMES[0]] * 500
    found.close()
    alive = 0

    def each():
        nonlocal alive
        for _ in range(300):
            yield Record.of(Game("f5d6c3"))
            gc.collect(0)
            alive = max(alive, sum(isinstance(thing, Record) for thing in gc.get_objects(0)))

    assert write_games(tmp_path / "many.ggf", each()) == 300
    assert alive < 10


# --- what cannot be read ----------------------------------------------------------------------------------------------


def bad_file(tmp_path, text="f5d6\nf5a1\nf5f6\nd3z9\n"):
    path = tmp_path / "some.moves"
    path.write_text(text)
    return path


def test_a_game_that_cannot_be_read_is_left_out_and_said(tmp_path):
    path = bad_file(tmp_path)
    with pytest.warns(GamesWarning, match=r"^2 games in .*some.moves could not be read; the first: .*moves:2"):
        found = list(read_games(path))
    assert [record.game for record in found] == [Game("f5d6"), Game("f5f6")]


def test_errors_of_games_are_told_one_by_one_if_somebody_asks(tmp_path):
    errors = []
    found = list(read_games(bad_file(tmp_path), errors=errors.append))  # a warning would be an error
    assert len(found) == 2
    assert [(error.line, error.source.endswith("some.moves")) for error in errors] == [(2, True), (4, True)]


def test_what_raises_on_an_error_ends_the_reading(tmp_path):
    def refuse(error):
        raise error

    with pytest.raises(OutflankError, match="White cannot play a1"):
        list(read_games(bad_file(tmp_path), errors=refuse))


def test_a_file_without_a_game_is_an_error(tmp_path):
    with pytest.raises(OutflankError):
        list(read_games(bad_file(tmp_path, "f5a1\nf5a2\n")))
    with pytest.raises(OutflankError, match="is empty"):
        list(read_games(bad_file(tmp_path, "")))


def test_a_file_that_is_not_there_is_an_error_at_once(tmp_path):
    with pytest.raises(OutflankError, match="there is no file"):
        read_games(tmp_path / "nothing.ggf")
    with pytest.raises(OutflankError, match="expected a file, got the folder"):
        read_games(tmp_path)


def test_a_file_that_is_open_is_read_as_bytes(tmp_path):
    with bad_file(tmp_path, "f5d6\nf5f6\n").open("rb") as file:
        assert len(list(read_games(file))) == 2
    with bad_file(tmp_path).open() as file, pytest.raises(OptionError, match=r"open\(name, 'rb'\)"):
        read_games(file)


def test_odd_games_are_said(tmp_path):
    with pytest.warns(GamesWarning, match="the game is not over"):
        write_games(tmp_path / "some.wtb", GAMES)
    with pytest.warns(GamesWarning, match="^3 games in .*some.wtb are odd; the first: game 1"):
        assert len(list(read_games(tmp_path / "some.wtb"))) == 3
    notes = []
    assert len(list(read_games(tmp_path / "some.wtb", notes=notes.append))) == len(notes) == 3


# --- what cannot be written -------------------------------------------------------------------------------------------


def test_what_a_format_has_no_room_for_is_said(tmp_path):
    tree = Game("f5d6").tree()
    tree.root.comment, tree.root.marks = "a start", (Mark("circle", "f5"),)
    with pytest.warns(
        GamesWarning, match=r"^dropped because a transcript cannot hold it: comments \(games: 2\), circles"
    ) as said:
        write_games(tmp_path / "some.moves", [tree, tree])
    assert said[0].filename == __file__


@pytest.mark.parametrize("extension", ["board", "obf", "nboard"])
def test_moves_that_a_format_of_boards_loses_are_said(extension, tmp_path):
    with pytest.warns(GamesWarning, match=r"^dropped because .* cannot hold it: moves \(games: 3\)$"):
        write_games(tmp_path / f"some.{extension}", GAMES)
    write_games(tmp_path / f"bare.{extension}", [Game(GAMES[0].position)])  # a warning would be an error


@pytest.mark.parametrize("extension", ["board", "obf", "nboard", "edax", "svg"])
def test_a_game_that_is_saved_as_a_board_says_that_its_moves_are_lost(extension, tmp_path):
    path = tmp_path / f"one.{extension}"
    for thing in (Game("f5d6"), Game("f5d6").tree()):
        with pytest.warns(GamesWarning, match=r"^dropped because .* cannot hold it: moves$") as said:
            thing.save(path)
        assert said[0].filename == __file__
        assert Game.load(path).position == Game("f5d6").position
    Game(Game("f5d6").position).save(path)  # nothing is lost: a warning would be an error


def test_names_that_a_transcript_has_no_room_for_are_said(tmp_path):
    with pytest.warns(GamesWarning, match=r"^dropped because a transcript cannot hold it: names$"):
        Game("f5d6").save(tmp_path / "one.moves", black="Ann")


@pytest.mark.parametrize(
    ("name", "games", "message"),
    [
        ("x.wtb", [GAMES[0], Game(Position.start(6), "c2")], "WTHOR holds games from the usual start"),
        ("x.svg", GAMES, "a picture shows one position, got several"),
        ("x.ggf", "f5d6", "expected a Record, a Game or a GameTree, got 'f'"),
        ("x.ggf", [GAMES[0], None], "expected a Record, a Game or a GameTree, got None"),
        ("x.sgff", GAMES, "expected a file name that ends in"),
        ("nowhere/x.ggf", GAMES, "cannot write"),
    ],
)
@pytest.mark.filterwarnings("ignore::outflank.GamesWarning")
def test_a_file_that_cannot_be_written_whole_is_not_written(name, games, message, tmp_path):
    with pytest.raises(OutflankError, match=message):
        write_games(tmp_path / name, games)
    assert list(tmp_path.iterdir()) == []


def test_the_game_that_does_not_fit_is_named(tmp_path):
    with pytest.raises(OutflankError, match=r"^game 2: "):
        write_games(tmp_path / "x.wtb", [next(shortest_games()), Game(Position.start(6), "c2")])


# --- trees ------------------------------------------------------------------------------------------------------------


def test_a_tree_is_saved_with_its_variations_and_loaded(tmp_path):
    tree = Game("f5d6c3").tree()
    tree.root.children[0].add("f6").comment = "parallel"
    tree.save(tmp_path / "tree.sgf", black="Ann", white="Ben")
    assert GameTree.load(tmp_path / "tree.sgf") == tree
    assert next(read_games(tmp_path / "tree.sgf")).players == ("Ann", "Ben")
    assert GameTree.load("f5d6c3").moves == ("f5", "d6", "c3")


def test_a_tree_says_what_a_file_has_no_room_for(tmp_path):
    tree = Game("f5d6").tree()
    tree.root.children[0].add("f6")
    with pytest.warns(GamesWarning, match="^dropped because a transcript cannot hold it: variations$"):
        tree.save(tmp_path / "tree.moves")


def test_the_doctest_of_the_module_holds():
    import doctest

    assert doctest.testmod(module).failed == 0
