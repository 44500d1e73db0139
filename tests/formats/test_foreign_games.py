"""Games as other programs and people keep them: grids, tables, Edax and Egaroucid files."""

import io
import json
import struct

import pytest
from hypothesis import given

from outflank import formats
from outflank.errors import ParseError
from outflank.formats import edax_game, egaroucid, streams, table
from outflank.play.record import Record
from outflank.rules import PASS, Game, Position
from tests.formats.games import games


def read(data):
    return list(streams.read(io.BytesIO(data if isinstance(data, bytes) else data.encode()), "the file"))


def only(data):
    (found,) = read(data)
    assert found.error is None
    return found.record


# --- grids of move numbers -----------------------------------------------------------------------------------------

GRID = """\
45 39 38 37 47 44 49 51
48 42 40 36 34 43 50 52
35 46 41  7  5 22 12 14
31 28 23  0  0  4 11 16
32 30  3  0  0  1 15 19
33 29  6  2  9  8 13 20
58 56 24 10 17 18 54 53
57 27 26 25 21 59 60 55
"""
GRID_MOVES = (
    "f5d6c5f4e3c6d3f6e6d7g4g3g6h3g5h4e7f7h5h6e8f3c4c7d8c8b8b4b6b5"
    "a4a5a6e2a3d2d1c1b1c2c3b2f2f1a1b3e1a2g1g2h1h2h7g7h8b7a8a7f8g8"
)


def with_labels(text):
    rows = [f"{n} {row} {n}" for n, row in enumerate(text.strip().split("\n"), 1)]
    return "\n".join(["   a  b  c  d  e  f  g  h", *rows, "   A  B  C  D  E  F  G  H"])


@pytest.mark.parametrize(
    "text",
    [
        *(GRID, GRID.replace(" 0", " ."), GRID.replace(" 0", " -"), GRID.replace(" 0", " *"), with_labels(GRID)),
        GRID.replace(" 0  0", " ○  ●", 1).replace(" 0  0", " ●  ○"),
        GRID.replace(" ", "\t").replace("\t\t", "\t"),
        "\n".join(f"|{'|'.join(row.split())}|" for row in GRID.splitlines()),
        GRID.translate(str.maketrans("0123456789", "０１２３４５６７８９")),
    ],
)
def test_a_grid_gives_the_moves_in_the_order_of_their_numbers(text):
    assert only(text).game.transcript == GRID_MOVES


def test_a_grid_of_a_mirrored_game_is_turned():
    mirrored = "\n".join(" ".join(reversed(row.split())) for row in GRID.splitlines())
    record = only(mirrored)
    assert record.game.transcript == GRID_MOVES
    assert "mirrored left to right, because c5 is a first move" in record.notes[0]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("45", "46", r"expected each number once, got 46 on a1 and b3 .the file:3"),
        ("45", "64", "expected moves from 1 to 64, but no square has 45"),
        ("45 39", "39 45", "move 39: Black cannot play a1"),
    ],
)
def test_a_wrong_grid_says_which_number_is_wrong(before, after, message):
    with pytest.raises(ParseError, match=message):
        read(GRID.replace(before, after, 1))


# --- tables --------------------------------------------------------------------------------------------------------


def test_the_data_set_of_eothello_is_read():
    found = read("eOthello_game_id,winner,game_moves\n1,1,f5d6c3g5c6\n2,-1,f5d6c5f4e3d3\n3,0,f5f6\n")
    assert [each.record.game.transcript for each in found] == ["f5d6c3g5c6", "f5d6c5f4e3d3", "f5f6"]
    assert [each.record.result for each in found] == ["Black wins", "White wins", "draw"]
    assert [each.line for each in found] == [2, 3, 4]


@pytest.mark.parametrize(
    ("text", "players", "result"),
    [
        ('"id","winner","moves"\n"7","1","f5,d6,c3"\n', (), "Black wins"),
        ("\ufeffid;winner;moves\r\n7;white;F5 D6 C3\r\n", (), "White wins"),
        ("Black\tWhite\tScore\tMoves\nAnn\tBob\t35-29\tf5d6c3\n", ("Ann", "Bob"), "Black wins by 6"),
        (
            'moves,black,white,black_discs,white_discs\n"f5\nd6c3","Ann, Lee",Bob,20,44\n',
            ("Ann, Lee", "Bob"),
            "White wins by 24",
        ),
        ("黒,白,棋譜\n山田,佐藤,ｆ５ｄ６ｃ３\n", ("山田", "佐藤"), ""),
        ("id,winner,moves\n1,,c5e6f3\n", (), ""),
    ],
)
def test_tables_of_many_kinds_are_read(text, players, result):
    record = only(text)
    assert (record.game.transcript, record.players, record.result) == ("f5d6c3", players, result)


def test_a_row_that_cannot_be_read_leaves_the_others():
    found = read("id,winner,moves\n1,1,f5d6\n2,7,f5d6\n3,1,f5a1\n4,-1,d3c3\n")
    assert [each.line for each in found] == [2, 3, 4, 5]
    assert "expected the winner to be 1, -1, 0, black, white or draw, got '7' (the file:3)" in str(found[1].error)
    assert "move 2: White cannot play a1" in str(found[2].error)
    assert found[3].record.game.transcript == "d3c3"


def test_a_table_that_was_written_reads():
    record = Record.of(Game(moves="f5d6c3"), ("Ann, Lee", 'B"ob'), date="2026-11-26")
    (again,) = table.read(table.write([record]))
    assert (again.players, again.date, again.tree.moves) == (record.players, record.date, record.tree.moves)


# --- Edax ----------------------------------------------------------------------------------------------------------


def edx(moves, player=0x0000000810000000, opponent=0x0000001008000000, names=(b"?", b"?"), turn=0, date=(0, 0, 0)):
    squares = bytes(8 * (int(move[1]) - 1) + "abcdefgh".index(move[0]) for move in moves)
    head = struct.pack("<QQhbbbbbx", player, opponent, *date, -1, 0, 0)
    tail = squares.ljust(60, b"\x41") + bytes([turn]) + b"\x38\x18\x08" + bytes(8)
    return head + names[0].ljust(32, b"\0") + names[1].ljust(32, b"\0") + tail


def test_games_that_edax_saved_are_read():
    first = edx(["f5", "d6", "c3"], names=(b"Ann\0rubbish", "Zoë".encode()), date=(2024, 5, 1))
    found = read(first + edx(["d3"]))
    assert [each.record.game.transcript for each in found] == ["f5d6c3", "d3"]
    assert (found[0].record.players, found[0].record.date) == (("Ann", "Zoë"), "2024-05-01")
    assert found[1].record.players == ("", "")


def test_a_game_of_edax_may_begin_anywhere_and_leaves_passes_out():
    start = Game(moves="d3c3e6d2d1e1b2c1").position  # in which the mover must pass
    (found,) = read(edx(["a3"], start.player, start.opponent, turn=int(start.turn)))
    assert found.record.game.start == start
    assert found.record.tree.moves == (PASS, "a3")


def test_a_game_of_edax_that_is_cut_off_or_wrong_is_an_error_in_one_line():
    whole = edx(["f5"])
    assert "game 2: expected 160 bytes, got 80" in str(read(whole + whole[:80])[1].error)
    assert "game 2: move 2: White cannot play a1" in str(read(whole + edx(["f5", "a1"]))[1].error)


@given(games(sizes=[8]).filter(lambda game: game.resigned is None))
def test_games_of_edax_are_written_as_they_are_read(game):
    record = Record.of(game, ("Ann", "Bob"), date="2024-05-01 10:20:30")
    packed = edax_game._packed(record)
    (found,) = edax_game.read(io.BytesIO(packed))
    assert (found.record.game.start, found.record.game.transcript) == (game.start, game.transcript)
    assert (found.record.players, found.record.date) == (record.players, record.date)


@pytest.mark.parametrize("text", ["f5d6" * 60, "0 1 " * 80, "\n" * 400, " " * 300, "1 2 3 4 5 6 7 8\n" * 20])
def test_text_is_no_game_of_edax(text):
    assert not edax_game.recognises(text.encode())


# --- Egaroucid -----------------------------------------------------------------------------------------------------

EGAROUCID = {
    "date": "2024-05-01",
    "black_player": "Ann",
    "white_player": "Bob",
    "memo": "hello",
    "black_discs": -1,
    "white_discs": -1,
    "4": {
        "board_player": 34628173824,
        "board_opponent": 68853694464,
        "player": 0,
        "value": 0,
        "level": 21,
        "policy": -1,
    },
    "5": {
        "board_player": 68719476736,
        "board_opponent": 34829500416,
        "player": 1,
        "value": 1,
        "level": 21,
        "policy": 26,
    },
}
EGAROUCID["4"] |= {"policy": -1, "black_time_msec": 0, "white_time_msec": 0, "next_policy": 26}
EGAROUCID["5"] |= {"policy": 26, "black_time_msec": 1200, "white_time_msec": 0, "next_policy": -1}


def test_a_game_of_egaroucid_is_read_with_names_value_and_time():
    record = only(json.dumps(EGAROUCID))
    node = record.tree.root.main_line[-1]
    assert (record.game.transcript, record.players, record.date) == ("f5", ("Ann", "Bob"), "2024-05-01")
    assert (node.value.value, node.seconds, record.tree.root.comment) == (1.0, 1.2, "hello")


def test_without_its_move_a_position_of_egaroucid_is_reached_by_the_one_that_leads_there():
    game = json.loads(json.dumps(EGAROUCID))
    del game["5"]["policy"]
    assert only(json.dumps([game], indent=2)).game.transcript == "f5"


def test_a_game_of_egaroucid_that_breaks_off_says_where():
    game = json.loads(json.dumps(EGAROUCID)) | {"9": dict(EGAROUCID["4"])}
    record = only(json.dumps(game))
    assert record.game.transcript == "f5"
    assert record.notes == ("ends at 5 discs, because no move leads to the position with 9",)


@given(games(sizes=[8]).filter(lambda game: game.resigned is None))
def test_games_of_egaroucid_are_written_as_they_are_read(game):
    (record,) = egaroucid.read(egaroucid.write([Record.of(game, ("Ann", "Bob"))]))
    start = game.start.switched() if game.start.must_pass else game.start  # where its own side cannot move
    assert record.game.transcript == game.transcript
    assert record.game.start in (game.start, start)


def egbk3(*records):
    body = b"".join(struct.pack("<QQbbIbbb", *record) for record in records)
    return b"DICUORAGE\x03" + struct.pack("<i", len(records)) + body


START = (0x0000000810000000, 0x0000001008000000)


def test_a_game_of_egaroucid_may_stop_after_a_pass():
    game = Game(
        None,
        "e6f6c4e3f2c3d3e2b2b3e1d6e7d8c2a1g7g1c6d7g3c5a3f5f7d2g6g4f3a2b6a7a6f1h1b7b5f8c1a4g2h3e8h8g8h2a8h6a5h7g5d1b1h5"
        "f4b4c7b8h4",
    )
    game.push(PASS)
    text = egaroucid.write([Record.of(game)])
    (record,) = egaroucid.read(text)
    assert record.position == game.position
    assert egaroucid.write([record]) == text


def test_a_book_of_egaroucid_is_read():
    found = read(egbk3((*START, 2, 21, 7, 1, 26, 21), (*START, 0, 10, 0, -126, 65, -1)))
    first, second = (each.record for each in found)
    assert first.position == Position.start()
    assert [(move.move, move.value) for move in first.tree.root.analysis.moves] == [("f5", 1.0)]
    assert {name: first.tags[name] for name in ("value", "level", "lines", "leaf")} == {
        "value": "2",
        "level": "21",
        "lines": "7",
        "leaf": "f5",
    }
    assert second.tree.root.analysis.moves == ()


def test_an_older_book_of_egaroucid_is_read():
    data = b"DICUORAGE\x02" + struct.pack("<i", 1) + struct.pack("<QQbbB", *START, 2, 21, 2) + bytes([2, 26, 0xFE, 44])
    moves = only(data).tree.root.analysis.moves
    assert [(move.move, move.value) for move in moves] == [("f5", 2.0), ("d3", -2.0)]


def test_a_book_of_egaroucid_that_is_cut_off_gives_what_is_whole():
    found = read(egbk3((*START, 2, 21, 7, 1, 26, 21)) + b"") + read(egbk3((*START, 2, 21, 7, 1, 26, 21))[:-3])
    assert [each.error is None for each in found] == [True, False]
    assert "the book ends in the middle of a position (the file" in str(found[1].error)


# --- files that hold no games --------------------------------------------------------------------------------------


def wthor_names(names, n):
    return b"\x14\x18\x05\x01" + bytes(4) + struct.pack("<H", n) + bytes(6) + names


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "a PNG picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG picture"),
        (b"GIF89a\x01\0\x01\0", "a GIF picture"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "a WebP picture"),
        (b"PK\x03\x04" + bytes(40), "a zip archive: unpack it first"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "a 7z archive: unpack it first"),
        (b"\x1f\x8b\x08\0" + bytes(20), "a gzip file: unpack it first"),
        (b"%PDF-1.7\n", "a PDF"),
        (b"SQLite format 3\0", "a database"),
        ("f5d6".encode("utf-16"), "text in UTF-16: save it in UTF-8"),
        (b"<!DOCTYPE html><html><body>f5d6</body>", "a web page: copy the moves out of it"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(20), "a Microsoft Office document: save it as text"),
        (b"DICUORAGE\x09" + bytes(4), "an Egaroucid book in a version other than 2 or 3"),
        (b"XADELAVE" + bytes(40), "Edax evaluation weights"),
        (
            b"\x14\x18\x05\x01" + bytes(4) + b"\x02\0" + bytes(6) + b"Ann".ljust(20, b"\0") + b"Bob".ljust(20, b"\0"),
            "(.jou)",
        ),
        (b"\x14\x18\x05\x01" + bytes(4) + b"\x01\0" + bytes(6) + b"Cup".ljust(26, b"\0"), "(.trn)"),
        (bytes(range(256)) * 4, "a binary file of unknown kind"),
    ],
)
def test_a_file_that_holds_no_games_is_called_by_what_it_is(data, kind):
    with pytest.raises(ParseError) as caught:
        read(data)
    assert "expected games, got " in str(caught.value)
    assert kind in str(caught.value)


@pytest.mark.parametrize("text", ["BMW won: f5d6c3", "MZ was mine: f5d6c3", "ID3 played f5d6c3"])
def test_text_that_begins_like_a_picture_is_text(text):
    assert only(text).game.transcript == "f5d6c3"


def test_formats_are_found_by_their_content_alone():
    samples = {
        "grid": GRID,
        "table": "id,winner,moves\n1,1,f5d6\n",
        "egaroucid": json.dumps(EGAROUCID),
    }
    for name, text in samples.items():
        assert formats.recognise(text) == name
    assert formats.recognise_bytes(edx(["f5"])) == "edax-game"
    assert formats.recognise_bytes(egbk3()) == "egaroucid-book"
