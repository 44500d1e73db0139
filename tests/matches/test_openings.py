import random
from itertools import islice

import pytest

from outflank.engine.engine import Engine
from outflank.errors import OptionError, OutflankError, ParseError
from outflank.jit import INTERPRETED
from outflank.matches import openings
from outflank.matches.api import match_plan, pairings
from outflank.matches.openings import each_opening, read_openings
from outflank.play import Limit
from outflank.rules import Position

START = Position.start()
compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long")


def some(text, n, seed, start):
    return list(islice(each_opening(text, seed, start), n))


def images(position):
    return {position.transformed(symmetry) for symmetry in range(8)}


@pytest.mark.parametrize(("n_plies", "n_classes"), [(1, 1), (2, 3), (3, 14)])
def test_random_openings_find_every_class_of_symmetric_positions_and_no_two_of_one(n_plies, n_classes):
    found = some(f"random:{n_plies}", 1000, 1, START)
    assert len(found) == n_classes
    for i, game in enumerate(found):
        assert len(game.moves) == n_plies
        assert not any(other.position in images(game.position) for other in found[:i])


def test_random_openings_depend_on_the_seed_alone():
    first, again, other = (some("random:8", 20, seed, START) for seed in (1, 1, 2))
    assert first == again != other


def test_random_openings_leave_the_global_generator_alone():
    random.seed(7)
    expected = random.random()
    random.seed(7)
    some("random:8", 2, 1, START)
    assert random.random() == expected


def test_random_openings_start_from_the_given_position():
    start = Position.start(6, mirrored=True)
    assert {game.start for game in some("random:4", 3, 1, start)} == {start}


@pytest.mark.slow
@compiled_only
def test_even_openings_are_even_to_a_deeper_search_where_random_ones_are_not():
    engine = Engine(16)

    def sizes(games):
        return sorted(abs(engine.analyse(game.position, Limit(depth=16)).value) for game in games)

    even, any_kind = sizes(some("even:8", 12, 1, START)), sizes(some("random:8", 12, 1, START))
    assert even[-1] <= 5
    assert any_kind[-3] >= 10


@pytest.mark.slow
@compiled_only
def test_even_openings_depend_on_the_seed_alone_and_no_two_are_symmetric():
    first, again, other = (some("even:5", 6, seed, START) for seed in (1, 1, 2))
    assert first == again != other
    for i, game in enumerate(first):
        assert len(game.moves) == 5
        assert not any(earlier.position in images(game.position) for earlier in first[:i])


def test_openings_that_nobody_likes_are_refused_in_the_end():
    with pytest.raises(OptionError, match="none of 8 plies is even"):
        next(openings._each_random(8, 1, START, lambda _position: False))


def test_even_openings_need_the_board_of_the_engine():
    with pytest.raises(OutflankError, match="for Othello on 8×8 boards, where the engine sees far, got 6×6"):
        some("even:4", 2, 1, Position.start(6))


def test_no_random_opening_ends_the_game():
    found = some("random:9", 50, 1, Position.start(4))
    assert found
    assert not any(game.is_over for game in found)


def test_openings_that_are_short_are_gone_round():
    found = [pairing.opening for pairing in pairings(match_plan("ab", start=START, games=14, openings="random:2"))][::2]
    assert len(set(found)) == 3
    assert found[:3] == found[3:6]
    assert found[6] == found[0]


@pytest.mark.parametrize("text", ["random:", "random:x", "random:-1", "random:1000", "random:8.5", "even:x"])
def test_plies_that_are_no_number_are_refused(text):
    with pytest.raises(OptionError, match=r"expected openings such as (random|even):8"):
        some(text, 1, 1, START)


def test_a_misspelt_kind_is_told_which_there_are():
    with pytest.raises(OptionError, match="random:8 or even:8"):
        some("evne:8", 1, 1, START)


def test_plies_that_end_every_game_are_refused():
    with pytest.raises(OptionError, match="60 random plies end it"):
        some("random:60", 1, 1, Position.start(4))


def test_a_file_holds_an_opening_a_line(tmp_path):
    path = tmp_path / "some.moves"
    path.write_text("% two openings\n\nf5d6\nd3 c5 F6\n", encoding="utf-8")
    assert [game.transcript for game in some(str(path), 3, 1, START)] == ["f5d6", "d3c5f6"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"f5d6\nf5f5\n", r"move 2: White cannot play f5: the square is taken by Black \(.*:2, column 3\)"),
        (b"f5\x00", r"zero byte \(.*:1, column 3\)"),
        (b"f5\n\xff\xfe", r"another encoding \(.*:2, column 1\)"),
        (b"% nothing\n", "at least one opening, got none"),
        (b"", "is empty"),
        (b"f5" * 100_000, r"at most 100,000 characters per line, got more \(.*:1\)"),
        (b"f5d6\ne6f4e3f6g5d6e7f5c5\n", r"expected an opening before the end of the game \(.*:2\)"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path, content, message):
    path = tmp_path / "some.moves"
    path.write_bytes(content)
    with pytest.raises(ParseError, match=message):
        read_openings(path, START)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none", "cannot read openings: there is no file 'none'"),
        ("no\0ne", r"cannot read openings: there is no file 'no\\x00ne'"),
        ("no\ud800ne", r"cannot read openings: there is no file 'no\\ud800ne'"),
        ("", "cannot read openings: expected a file, got the folder"),
        ("folder", "cannot read openings: expected a file, got the folder 'folder'"),
        ("n" * 5000, "cannot read openings: cannot read '…n{120}'"),
        ("n:" * 5000, "expected random:8 or even:8"),
        ("no:\0", "expected random:8 or even:8"),
        ("no:\ud800", "expected random:8 or even:8"),
        ("random:²", "expected openings such as random:8"),
        ("random:٨", "expected openings such as random:8"),
    ],
)
def test_what_names_no_file_is_told_so_in_one_line(tmp_path, monkeypatch, name, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutflankError, match=message) as error:
        some(name, 1, 1, START)
    assert str(error.value).isprintable()


def test_an_error_in_a_file_of_a_strange_name_is_one_printable_line(tmp_path):
    path = tmp_path / "some\nname.moves"
    path.write_text("f5f5\n", encoding="utf-8")
    with pytest.raises(ParseError, match="move 2") as error:
        read_openings(path, START)
    assert str(error.value).isprintable()
