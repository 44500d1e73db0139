"""Games in PGN, SGF and GGF from the mirrored start that do not say so are turned left to right, with all in them."""

import pytest
from hypothesis import given

from outflank.errors import ParseError
from outflank.formats import ggf, mirrored, pgn, sgf
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.tree import GameTree, Mark
from outflank.rules import PASS, AntiPosition, Position
from tests.formats.games import games

NOTE = "mirrored left to right, because c5 is a first move from the mirrored start"
COLUMNS = str.maketrans("abcdefgh", "hgfedcba")
USUAL = "---------------------------O*------*O--------------------------- *"

PGN = '[Black "Ann"]\n[White "Bob"]\n\n{} 1-0\n'
GGF = "(;GM[Othello]PB[Ann]PW[Bob]RE[?]{}{};)"


def of_pgn(moves):
    return pgn.read(PGN.format(" ".join("--" if move == PASS else move for move in moves)))


def of_sgf(moves):
    sides = "".join(f";{'BW'[n % 2]}[{move}]" for n, move in enumerate(moves))
    return sgf.read(f"(;GM[2]PB[Ann]PW[Bob]{sides})")


def of_ggf(moves, headers="TY[8]"):
    sides = "".join(f"{'BW'[n % 2]}[{'PA' if move == PASS else move.upper()}//1]" for n, move in enumerate(moves))
    return ggf.read(GGF.format(headers, sides))


def of_ggf_with_the_usual_board(moves):
    return of_ggf(moves, f"TY[8]BO[8 {USUAL}]")


READERS = [of_pgn, of_sgf, of_ggf, of_ggf_with_the_usual_board]


@pytest.mark.parametrize("read", READERS)
def test_a_game_is_turned_and_said_to_be(read):
    (record,) = read(["c5", "e6", "f5", "c4"])
    assert record.tree.root.position == Position.start()
    assert record.tree.moves == ("f5", "d6", "c5", "f4")
    assert record.players == ("Ann", "Bob")
    assert NOTE in record.notes


@pytest.mark.parametrize("read", READERS)
@given(game=games(sizes=[8], from_anywhere=False).filter(lambda game: game.transcript != ""))
def test_every_game_gives_its_image(read, game):
    (record,) = read([move if move == PASS else move.translate(COLUMNS) for move in game.moves])
    assert record.tree.moves == game.moves
    assert mirrored.was_turned(record)
    (same,) = read(game.moves)
    assert same.tree.moves == game.moves
    assert not mirrored.was_turned(same)


@pytest.mark.parametrize(
    ("read", "place"),
    [
        (of_pgn, r"line 4, column 7"),
        (of_sgf, r"line 1, column \d+"),
        (of_ggf, r"line 1, column \d+"),
    ],
)
def test_an_illegal_move_is_named_as_it_stands_in_the_text(read, place):
    with pytest.raises(ParseError, match=rf"a1.*, in a game from the mirrored start \({place}\)$") as caught:
        read(["c5", "e6", "a1"])
    assert caught.value.so_far.tree.moves == ("f5", "d6")


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("first", ["a1", "d4"])
def test_a_first_move_from_no_start_is_refused_as_before(read, first):
    with pytest.raises(ParseError, match=f"Black cannot play {first}: .*(?<!start) \\(line"):
        read([first])


def test_what_is_said_in_a_tree_is_turned_with_it():
    text = (
        "(;GM[2]C[from the left]LB[c5:A]AR[c5:e6]VS[c5 1 heuristic 3 c5 e6]"
        "(;B[c5]BM[1]V[2]VB[heuristic 7 c5 e6 f5]ET[1.5]BL[60]C[mine](;W[e6]TR[e6])(;W[c6]))(;B[d6]))"
    )
    (record,) = sgf.read(text)
    root = record.tree.root
    assert root.position == Position.start()
    assert (root.comment, root.marks) == ("from the left", (Mark("label", "f5", "A"), Mark("arrow", "f5", "d6")))
    first, other = root.children
    assert (first.move, other.move) == ("f5", "e6")
    assert [child.move for child in first.children] == ["d6", "f6"]
    assert first.value == MoveValue("f5", 2, depth=7, pv=("f5", "d6", "c5"))
    assert (first.sign, first.seconds, first.left, first.comment) == ("?", 1.5, 60, "mine")
    assert first.children[0].marks == (Mark("triangle", "d6"),)
    assert [note for note in record.notes if "mirrored" in note] == [NOTE]
    (again,) = sgf.read(sgf.write([record]))
    assert again.tree == record.tree


def test_analyses_are_turned():
    tree = GameTree(Position.start(mirrored=True))
    tree.root.analysis = Analysis("c5", (MoveValue("c5", 1, pv=("c5", "e6")),))
    assert mirrored.turned(tree).root.analysis == Analysis("f5", (MoveValue("f5", 1, pv=("f5", "d6")),))


def test_a_set_up_board_stays_and_its_moves_are_those_of_its_own():
    black, white = "[d5][e4]", "[d4][e5]"
    with pytest.raises(ParseError, match="Black cannot play c5"):
        sgf.read(f"(;GM[2]AB{black}AW{white}PL[B];B[c5])")
    (record,) = sgf.read(f"(;GM[2]AB{white}AW{black}PL[B];B[c5])")
    assert record.tree.root.position == Position.start(mirrored=True)
    assert record.notes == ()


def test_variations_of_a_board_that_says_not_who_begins_are_all_kept():
    (record,) = sgf.read("(;GM[2]AB[d5][e4]AW[d4][e5](;W[c5])(;W[d6]))")
    assert [child.move for child in record.tree.root.children] == ["c5", "d6"]


@pytest.mark.parametrize("size", [4, 6, 10])
def test_other_sizes_and_anti_othello_are_turned_too(size):
    first = Position.start(size, mirrored=True).legal_moves[0]
    image = mirrored.turned_move(first, size)
    (record,) = sgf.read(f"(;GM[2]SZ[{size}];B[{first}])")
    assert record.tree.moves == (image,)
    (record,) = sgf.read(f"(;GM[2]SZ[{size}]RU[anti-othello];B[{first}])")
    assert (type(record.position), record.tree.moves) == (AntiPosition, (image,))
