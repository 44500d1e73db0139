import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import formats
from outflank.errors import ParseError
from outflank.formats import pieces, quest
from outflank.play.record import Record
from outflank.rules import BLACK, WHITE, Game, Position
from tests.formats.games import FULL, NAMES, PASSING, games

MESSAGE = json.dumps(
    {
        "name": "ba276087",
        "args": [
            {
                "id": "x1",
                "gtype": "reversi1",
                "players": [
                    {"id": "ann", "name": "Ann", "oldR": 1650.25, "newR": 1660.5},
                    {"id": "bob", "oldR": 1700, "newR": 1689.75},
                ],
                "tcb": 60000,
                "position": {"moves": [{"t": 0, "m": "f5"}, {"t": 1234, "m": "D6"}, {"m": "c3"}, {"t": 99}]},
                "created": "2020-05-05T11:24:48.000Z",
                "finished": "2020-05-05T11:25:48.000Z",
            }
        ],
    }
)


def of_moves(*moves):
    return json.dumps({"position": {"moves": [{"m": move} for move in moves]}})


@st.composite
def records(draw):
    game = draw(games())
    record = Record.of(game, (draw(NAMES), draw(NAMES)), date=draw(NAMES), place="Othello Quest")
    for node in list(record.tree)[1:]:
        node.seconds = draw(st.none() | st.integers(0, 10**6).map(lambda milliseconds: milliseconds / 1000))
    rating = st.integers(0, 300_000).map(lambda hundredths: f"{hundredths / 100:g}")
    tags = {"RB": draw(rating), "gtype": draw(st.sampled_from(["", "reversi", "reversix"]))}
    return replace(record, tags={name: value for name, value in tags.items() if value})


@given(st.lists(records(), max_size=3), st.sampled_from([None, 0, 2]))
def test_a_text_is_cut_into_its_games_however_it_is_laid_out(some, indent):
    objects = [json.loads(line) for line in quest.write(some).splitlines()]
    for whole in objects, {"name": "x", "args": objects, "more": [1]}, {"games": objects}:
        text = "\n" + json.dumps(whole, indent=indent) + "\n"
        cut = list(quest.cut(text.splitlines(keepends=True)))
        assert [json.loads(piece) for _, piece in cut] == objects
        assert all(text.split("\n")[line - 1].lstrip("[, ") for line, _ in cut)
    text = quest.write(some)
    assert list(quest.cut(text.splitlines(keepends=True))) == list(enumerate(text.splitlines(), 1))


def test_a_message_is_read_with_all_that_it_says():
    (record,) = quest.read(MESSAGE)
    assert (record.players, record.date, record.place) == (("Ann", "bob"), "2020-05-05T11:24:48.000Z", "Othello Quest")
    assert record.tags == {
        "id": "x1",
        "gtype": "reversi1",
        "finished": "2020-05-05T11:25:48.000Z",
        "RB": "1650.25",
        "RW": "1700",
    }
    assert [node.seconds for node in record.tree][1:] == [0, 1.234, None]
    assert (record.tree.moves, record.resigned) == (("f5", "d6", "c3"), WHITE)
    assert quest.read(quest.write([record])) == [record]


def test_what_is_written_is_canonical():
    assert quest.write(quest.read(MESSAGE)) == (
        '{"created": "2020-05-05T11:24:48.000Z", "id": "x1", "gtype": "reversi1", '
        '"finished": "2020-05-05T11:25:48.000Z", "result": "B+R", '
        '"players": [{"name": "Ann", "oldR": 1650.25}, {"name": "bob", "oldR": 1700.0}], '
        '"position": {"moves": [{"t": 0, "m": "f5"}, {"t": 1234, "m": "d6"}, {"m": "c3"}]}}\n'
    )


@pytest.mark.parametrize("passed", ["-", "pass", "PA", "", None])
def test_passes_have_many_names_and_may_be_left_out(passed):
    game = Game(moves=PASSING)
    moves = [passed if move == "pass" else move for move in game.moves]
    assert quest.read(of_moves(*(move for move in moves if move is not None)))[0].game == game


def test_passes_after_the_end_are_passed_over():
    moves = [FULL[i : i + 2] for i in range(0, len(FULL), 2)]
    assert quest.read(of_moves(*moves, "-", "-"))[0].game == Game(moves=FULL)
    entries = json.loads(of_moves(*moves))
    entries["position"]["moves"].append({"t": 5})
    assert quest.read(json.dumps(entries))[0].resigned is None


def test_time_may_be_up():
    entries = json.loads(of_moves("f5"))
    entries["position"]["moves"].append({"t": 5, "s": "TIME_UP"})
    assert quest.read(json.dumps(entries))[0].result == "Black wins: White ran out of time"


@pytest.mark.parametrize(
    "words",
    [
        "draw",
        "Black wins",
        "White wins by 8",
        "Black wins: White ran out of time",
        "White wins: Black forfeits the game",
    ],
)
def test_the_result_of_a_game_that_stopped_early_is_kept(words):
    record = Record.of(Game(moves="f5d6"), ("", ""), place="Othello Quest", result=words)
    assert quest.read(quest.write([record])) == [record]


def test_a_result_that_is_not_known_is_left_out():
    text = of_moves("f5").replace("{", '{"result": "black resigned", ', 1)
    assert quest.read(text)[0].ending == "unfinished"


def test_a_larger_board_is_understood():
    assert quest.read('{"gtype": "reversi10", "position": {"moves": []}}')[0].position == Position.start(10)
    game = Game(Position.start(10), "g6")
    while "j" not in game.transcript:
        game.push(max(game.position.legal_moves))
    assert quest.read(of_moves(*game.moves))[0].game == game


def test_a_game_for_the_fewest_discs_does_not_fit_in():
    assert "quest" not in formats.that_hold(formats.read("(;GM[Othello]TY[8a];)")[0].kind)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (of_moves("f5", "a1"), "game 1: move 2: White cannot play a1: it turns over no disc (x:1, column 1)"),
        (f"{of_moves('f5')}\n\n{of_moves('f5', '-')}", "game 2: move 2: White may not pass: there is a move at"),
        (f"{of_moves('f5')}\n\n{of_moves('k9')}", "got 'k9' (x:3, column 1)"),
        (of_moves("f5")[:-1], "expected a game in JSON: Expecting ',' delimiter (x:1, column"),
        ('{"players": []}', "expected a position with the moves of the game, got None"),
        ('{"position": {}}', "expected a list of moves, got None"),
        ('{"position": {"moves": 5}}', "expected a list of moves, got 5"),
        ('{"position": {"moves": [5]}}', "move 1: expected a move, got 5"),
        ('{"position": {"moves": [{"m": 5}]}}', "move 1: expected the name of a move, got 5"),
        ('{"position": {"moves": [{"m": "f5", "t": ' + "9" * 5000 + "}]}}", "got a number with too many digits"),
        ('{"position": {"moves": []}, "players": {}}', "expected a list of players, got {}"),
        ('{"position": {"moves": []}, "players": [5]}', "expected a player, got 5"),
        ('{"position": {"moves": []}, "players": [{"name": []}]}', "expected a string for name, got []"),
        ('{"position": {"moves": [], "start": "XO"}}', "cells, got 2"),
        ("5", "expected a game, got 5"),
        ("[[[]]]", "expected a game, got [[]]"),
        ("[" * 90_000, "expected a game in JSON"),
        ('{"position":' * 9_000, "expected a game in JSON"),
        (" " * 2_000_001, "expected at most 2,000,000 characters"),
    ],
    ids=lambda text: text[:40],
)
def test_an_error_names_the_place_and_the_reason(text, message):
    with pytest.raises(ParseError) as caught:
        quest.read(text, source="x")
    assert message in str(caught.value)
    assert str(caught.value).isprintable()


def test_names_hold_any_characters_that_can_be_written():
    record = Record.of(Game(moves="f5"), ('"{[é]}"\\', "ボブ"), place="Othello Quest")
    assert quest.read(quest.write([record])) == [record]
    (odd,) = quest.read('{"players": [{"name": "a\\ud800b\\n c"}], "position": {"moves": []}}')
    assert odd.players == ("ab c", "")
    assert quest.write([odd]).encode()


def test_a_text_says_that_it_is_of_this_format():
    assert formats.recognise(MESSAGE) == "quest"
    assert formats.recognise(f"[\n {MESSAGE}") == "quest"
    assert formats.recognise('{"a": 1}') is None
    assert formats.recognise("[]") is None


def test_what_is_no_game_is_a_piece_of_its_own_and_one_without_end_hides_only_itself():
    good = of_moves("f5")
    text = f"hello\n{good}\n{good[:-2]}\n" + "1,\n" * 700_000 + f"{good}\n"
    cut = list(quest.cut(text.splitlines(keepends=True)))
    assert [line for line, _ in cut] == [1, 2, 3, 700_004]
    assert [cut[0][1].strip(), cut[1][1], cut[3][1]] == ["hello", good, good]
    assert len(cut[2][1]) == pieces.LONGEST + 1


def test_black_comes_first():
    record = Record.of(Game(moves="f5"), ("b", "w"))
    assert json.loads(quest.write([record]))["players"][BLACK]["name"] == "b"


@pytest.mark.parametrize("time", ['"x"', "1e999", "NaN", "true", "9" * 4000, "[]"])
def test_a_time_that_cannot_be_read_costs_itself_and_is_named(time):
    (record,) = quest.read(f'{{"position": {{"moves": [{{"m": "f5", "t": {time}}}, {{"m": "d6", "t": 900}}]}}}}')
    assert [node.seconds for node in record.tree] == [None, None, 0.9]
    (note,) = record.notes
    assert note.startswith("left out the time of move 1: expected a move time in milliseconds, got ")


def test_a_rating_or_a_result_that_cannot_be_read_costs_itself_and_is_named():
    (record,) = quest.read('{"players": [{"name": "a", "oldR": "x"}], "position": {"moves": []}, "result": "nobody"}')
    assert record.players == ("a", "")
    assert [note.partition(":")[0] for note in record.notes] == ["left out the rating", "left out the result"]


def test_headers_of_any_name_come_back():
    record = Record.of(Game(moves="f5"), ("a", "b"), place="here")
    tags = {"TI": "05:00//02:00", "RB": "1500.5", "RW": "strong", "WTHOR-BEST": "33", "KM": "-0.5", "RE": "-6.500"}
    record = replace(record, tags=tags, result="White wins by 6.5")
    assert quest.read(quest.write([record])) == [record]
