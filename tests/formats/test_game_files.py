"""`Game.save` and `Game.load` in every format."""

import contextlib
import random

import pytest

from outflank import formats
from outflank.errors import GamesWarning, OptionError, OutflankError
from outflank.play.game import kind_of
from outflank.rules import WHITE, AntiPosition, Game, Position
from tests.formats.games import played

BOOKS = {"edax-book", "egaroucid-book"}  # which hold what is known of positions
NAMES = [name for name in formats.that_hold(kind_of("othello")) if name not in BOOKS]
HOLD_GAMES = (
    *("saved", "ggf", "sgf", "pgn", "quest", "transcript", "wthor", "table", "grid", "egaroucid", "edax-game"),
)  # the others hold a position
HOLD_ANY_START = ("saved", "ggf", "sgf", "pgn")


def path_for(folder, name):
    return folder / f"game{formats.format_named(name).extensions[0]}"


def save_or_warn(game, path, name):
    """A game is saved; a format that holds a position says that it loses the moves, and some lose the variant."""
    lost = [] if name in HOLD_GAMES else ["moves"]
    lost += ["variant"] if type(game.position) is not Position else []
    says = pytest.warns(GamesWarning, match=f"cannot hold it: {', '.join(lost)}$") if lost else contextlib.nullcontext()
    with says:
        game.save(path)


def test_every_format_is_tried_here():
    assert set(NAMES) == set(formats.names()) - BOOKS - {"saved-tribolo"}


@pytest.mark.parametrize("name", NAMES)
def test_a_game_saved_in_any_format_loads_as_the_game_or_as_the_position_at_its_end(tmp_path, name):
    game = Game(moves="f5d6c3d3c4")
    save_or_warn(game, path_for(tmp_path, name), name)
    loaded = Game.load(path_for(tmp_path, name))
    assert loaded == (game if name in HOLD_GAMES else Game(game.position))


@pytest.mark.parametrize("name", HOLD_ANY_START)
@pytest.mark.parametrize("positions", [Position, AntiPosition])
@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_variants_sizes_starts_and_resignations_load_as_they_were(tmp_path, name, positions, size):
    chance = random.Random(size)
    game = played(played(positions.start(size, mirrored=True), 3, chance).position, 5, chance)
    game.resign(WHITE)
    game.save(path_for(tmp_path, name), black="Ann", white="Bob")
    loaded = Game.load(path_for(tmp_path, name))
    assert loaded == game
    assert type(loaded.position) is positions
    record = formats.read(path_for(tmp_path, name).read_text(encoding="utf-8"))[0]
    assert record.players == ("Ann", "Bob")


@pytest.mark.parametrize("name", ["transcript", "board", "obf", "svg"])
def test_a_format_that_does_not_name_the_game_is_read_as_othello(tmp_path, name):
    game = Game(AntiPosition.start(), "f5d6")
    save_or_warn(game, path_for(tmp_path, name), name)
    assert Game.load(path_for(tmp_path, name)).position == Game(moves="f5d6").position


@pytest.mark.parametrize("start", [Position.start(6), Position.start(mirrored=True), Position.start().play("f5")])
def test_a_transcript_has_no_room_for_another_start(tmp_path, start):
    with pytest.raises(OutflankError, match="a transcript cannot hold a start position"):
        Game(start).save(tmp_path / "game.moves")
    assert not list(tmp_path.iterdir())


def test_the_format_may_be_named(tmp_path):
    game = Game(moves="f5d6")
    game.save(tmp_path / "game", to="sgf")
    assert Game.load(tmp_path / "game") == game
    with pytest.raises(OptionError, match="expected a file name that ends in"):
        game.save(tmp_path / "game")
    with pytest.raises(OptionError, match="expected a format"):
        game.save(tmp_path / "game.sgf", to="png")


def test_a_file_of_several_games_is_no_game(tmp_path):
    (tmp_path / "two.ggf").write_text("(;GM[Othello];)(;GM[Othello];)")
    with pytest.raises(OutflankError, match=r"got several: .*two\.ggf#1 for the first of them"):
        Game.load(tmp_path / "two.ggf")
