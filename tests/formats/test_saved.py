import pytest

from outflank.errors import ParseError
from outflank.formats import ggf, saved
from outflank.play.record import Record
from outflank.rules import WHITE, AntiPosition, Game
from tests.formats.games import FULL

RESIGNED = """\
% Outflank game
% Date: 2026-11-21 09:12
% Black: level3
% White: human
% Result: Black wins: white resigned at 4–1
---------------------------OX------XO--------------------------- X
f5
"""


def test_the_file_is_short_and_readable():
    game = Game(moves=["f5"])
    game.resign(WHITE)
    assert saved.write(Record.of(game, ("level3", "human"), date="2026-11-21 09:12")) == RESIGNED
    assert saved.write(Record.of(Game())).split("\n")[1] == "% Result: unfinished"


def test_names_are_made_fit_for_one_line():
    record = saved.read(saved.write(Record.of(Game(), ("a\n% White: b\0", " c\u2028d "))))
    assert record.players == ("a % White: b", "c d")


def test_line_ends_blank_lines_and_other_comments_do_not_matter():
    text = RESIGNED.replace("\n", "\r\n").replace("% Date", "\r\n% Event: a1 b2\r\n% Date")
    assert saved.read("\n" + text) == saved.read(RESIGNED)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("% Outflank game", "% some game", "expected '% Outflank game', got '% some game"),
        ("f5\n", "\n", "the result says 4–1, but the moves lead to 2–2 (game.txt:5)"),
        ("f5\n", "f5 d6 zz\n", "expected a move such as f5, got 'zz' (game.txt:7, column 7)"),
        ("f5\n", "f5 d5\n", "move 2: White cannot play d5: the square is taken by Black (game.txt:7, column 4)"),
        ("---X", "--X", "expected 64 cells, got 63"),
        (" X\n", " X\nand then\n", "expected a move such as f5, got 'and' (game.txt:7, column 1)"),
    ],
)
def test_a_damaged_file_is_refused_with_the_place(old, new, message):
    text = RESIGNED.replace(old, new) if old != "---X" else RESIGNED.replace("-OX-", "-OX")
    with pytest.raises(ParseError) as caught:
        saved.read(text, source="game.txt")
    assert message in str(caught.value)


def test_nobody_resigns_a_game_that_is_over():
    moves = [FULL[i : i + 2] for i in range(0, len(FULL), 2)]
    text = saved.write(Record.of(Game(moves=moves))).replace("White wins", "White wins: black resigned at")
    with pytest.raises(ParseError, match=r"cannot resign: the game is over \(line 2\)"):
        saved.read(text)


def test_a_resignation_of_a_variant_reads_back():
    game = Game(AntiPosition.start(), "f5d6")
    game.resign(WHITE)
    text = saved.write(Record.of(game))
    assert "% Game: anti-othello\n" in text
    assert saved.read(text).game == game


def test_how_a_game_ended_that_its_moves_do_not_end_is_kept():
    words = "White wins: Black ran out of time"
    text = saved.write(Record.of(Game(moves="f5"), result=words))
    assert saved.read(text).result == words
    assert saved.write(saved.read(text)) == text


@pytest.mark.parametrize("result", ["-40.000:r", "+12.000:t", "-12.000:l", "+6.000:s", "-64.000:r", "-23.500"])
def test_the_result_that_a_game_states_is_kept(result):
    (record,) = ggf.read(f"(;GM[Othello]PB[a]PW[b]TY[8]RE[{result}]B[E6];)")
    again = saved.read(saved.write(record))
    assert again == record
    assert f"RE[{result}]" in ggf.write([again])


@pytest.mark.parametrize(
    ("words", "result"), [("black forfeited (time)", "-64.000:t"), ("white forfeited (crash)", "+64.000")]
)
def test_a_game_that_was_forfeited_at_the_terminal_has_a_result(words, result):
    record = Record.of(Game(moves="f5"), ("a", "b"), result=words)
    assert f"RE[{result}]" in ggf.write([saved.read(saved.write(record))])
