import io
import random
import re
import struct
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import OutflankError, ParseError
from outflank.formats import edax_book, obf
from outflank.formats.edax_book import BookPosition
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.record import Record
from outflank.rules import PASS, AntiPosition, Game, Position, transform_move
from tests.formats.games import PASSING, positions

HEADER = 42


@st.composite
def book_positions(draw):
    position = draw(positions(sizes=[8]))
    moves = draw(st.permutations(position.legal_moves))[: draw(st.integers(0, 6))]
    scores = [draw(st.sampled_from([-127, -64, 0, 3, 64])) for _ in moves]
    links = tuple(zip(moves, scores, strict=True))
    has_leaf = bool(links) and draw(st.booleans())
    count = st.integers(0, 2**32 - 1)
    score = st.integers(-127, 127)
    return BookPosition(
        position.player,
        position.opponent,
        links[:-1] if has_leaf else links,
        links[-1] if has_leaf else None,
        *(draw(count) for _ in range(4)),
        *(draw(score) for _ in range(3)),
        draw(st.integers(0, 60)),
    ).canonical()


def book_of(some):
    file = io.BytesIO()
    assert edax_book.write_positions(some, file) == len(some)
    return file.getvalue()


def found_in(data):
    return list(edax_book.read_positions(io.BytesIO(data)))


@given(st.lists(book_positions(), max_size=4))
def test_reading_what_was_written_gives_the_positions(some):
    data = book_of(some)
    assert found_in(data) == some
    assert edax_book.recognises(data[:8])
    assert edax_book.read_header(io.BytesIO(data)) == len(some)
    assert struct.unpack_from("<i", data, 18) == (max((each.level for each in some), default=0),)


@given(st.lists(book_positions().filter(lambda found: found.moves), max_size=4))
def test_positions_survive_as_records(some):
    records = [edax_book.record_of(each) for each in some]
    assert [each for record in records for each in edax_book.positions_of(record)] == some


@given(book_positions(), st.integers(0, 7))
def test_symmetric_positions_are_one(found, symmetry):
    position = found.position.transformed(symmetry)
    moved = replace(
        found,
        player=position.player,
        opponent=position.opponent,
        links=tuple((transform_move(move, symmetry), score) for move, score in found.links),
        leaf=found.leaf and (transform_move(found.leaf[0], symmetry), found.leaf[1]),
    )
    canonical = moved.canonical()
    assert (canonical.player, canonical.opponent) == (found.player, found.opponent)
    assert canonical.is_canonical
    for (move, score), (_, expected) in zip(canonical.moves, found.moves, strict=True):
        assert move in canonical.position.legal_moves
        assert score == expected


def test_the_bytes_are_those_of_the_format():
    start = Position.start()
    position = BookPosition(start.player, start.opponent, (("d3", 0), ("f5", -1)), ("c4", 2), 1, 2, 3, 4, 5, -6, 7, 21)
    data = book_of([position])
    assert data[:10] == b"XADEKOOB\x04\x04"
    assert struct.unpack_from("<5ii", data, 18) == (21, 60, 2, 1, 0, 1)
    assert len(data) == 42 + 40 + 3 * 2
    player, opponent, *numbers = struct.unpack_from("<QQ4I3hBB", data, 42)
    assert {player, opponent} == {start.black, start.white}
    assert numbers == [1, 2, 3, 4, 5, -6, 7, 2, 21]
    (found,) = found_in(data)
    assert [score for _, score in found.moves] == [0, -1, 2]
    assert {move for move, _ in found.moves} < set(found.position.legal_moves)


def test_a_record_holds_the_moves_of_its_start_as_an_analysis():
    start = Position.start().play("f5")
    found = BookPosition(start.player, start.opponent, (("d6", 0), ("f4", -127)), ("f6", 2), value=2, level=21)
    record = edax_book.record_of(found)
    assert record.tree.root.position == start
    analysis = record.tree.root.analysis
    assert [(each.move, each.value, each.kind) for each in analysis.moves] == [
        ("d6", 0, "book"),
        ("f4", None, "book"),
        ("f6", 2, "book"),
    ]
    assert (analysis.move, record.tags["leaf"], record.tags["level"]) == ("f6", "f6", "21")


def test_exact_scores_make_a_book():
    text = "OX--OXXXOXXXXXXXOXOXXXXXOOXXXXXXOXXXOOXXOXXOXXXXOXXXXXXXOOOOOOOO O; C1:+2; D1:-4;\n"
    record = obf.FORMAT.read(text, None)[0]
    (found,) = edax_book.positions_of(record)
    assert (dict(found.moves), found.value, found.lower, found.upper, found.level) == ({"c1": 2, "d1": -4}, 2, 2, 2, 60)


def test_values_go_from_a_book_into_test_positions_and_back(tmp_path):
    start = Position.start().play("f5")
    found = BookPosition(start.player, start.opponent, (("d6", 0), ("f4", -127)), ("f6", 2), value=2, level=21)
    text = obf.FORMAT.write([edax_book.record_of(found)])
    assert text == f"{start.board_string}; F6:+2; D6:+0; % values of a book\n"
    (record,) = obf.FORMAT.read(text, None)
    assert [(each.move, each.value, each.kind) for each in record.tree.root.analysis.moves] == [
        ("f6", 2, "book"),
        ("d6", 0, "book"),
    ]
    assert not record.tree.root.analysis.is_exact
    assert obf.FORMAT.write([record]) == text


def test_proven_scores_go_through_a_book():
    text = (
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; "
        "G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;\n"
    )
    (found,) = edax_book.positions_of(obf.FORMAT.read(text, None)[0])
    record = edax_book.record_of(found.canonical())
    assert record.tree.root.analysis.score == 18
    (written,) = obf.read(obf.FORMAT.write([record]))
    assert sorted(written.scores.values()) == sorted(obf.read(text)[0].scores.values())
    assert (written.comment, written.score) == ("", 18)


def test_the_worst_of_some_moves_is_the_leaf():
    record = Record.of(Game(moves="f5"))
    moves = tuple(MoveValue(move, value, depth=8) for move, value in (("f6", 1.6), ("d6", 0.2)))
    record.tree.root.children[0].analysis = Analysis("f6", moves)
    (found,) = edax_book.positions_of(record)
    assert (found.links, found.leaf, found.value, found.upper, found.level) == ((("f6", 2),), ("d6", 0), 2, 127, 8)


def test_a_pass_is_a_move():
    position = Game(moves=PASSING[:-2]).position
    assert position.must_pass
    found = BookPosition(position.player, position.opponent, leaf=(PASS, 3)).canonical()
    assert found_in(book_of([found])) == [found]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Record.of(Game(moves="f5")), "needs move values, but this game has none"),
        (Record.of(Game(Position.start(6))), "can hold only Othello positions on 8×8"),
        (Record.of(Game(AntiPosition.start())), "can hold only Othello positions on 8×8"),
    ],
)
def test_what_does_not_fit_in_is_refused(record, message):
    with pytest.raises(OutflankError, match=message):
        edax_book.check(record)


def test_numbers_that_are_too_large_are_refused():
    start = Position.start()
    with pytest.raises(OutflankError, match="too large for a book"):
        book_of([BookPosition(start.player, start.opponent, wins=2**32)])


def first_error(book):
    """The first error that reading a book gives, raised or not; None if there is none."""
    try:
        found = list(edax_book.read_positions(io.BytesIO(book), "x"))
    except ParseError as error:
        return error
    assert all(isinstance(each, BookPosition | ParseError) for each in found)
    return next((each for each in found if isinstance(each, ParseError)), None)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (slice(0), r"expected an Edax opening book, which begins with b'XADEKOOB', got b'' \(x\)"),
        (slice(10), r"expected a header of 42 bytes, got 10 \(x\)"),
        ((8, b"\x03"), "expected book version 4, got version 3"),
        ((38, b"\xff\xff\xff\xff"), "expected a number of positions in the header, got -1"),
        ((38, b"\xff\xff\xff\x7f"), "expected 2,147,483,647 positions, as the header says, got 1"),
        ((42, b"\xff" * 16), "position 1 at byte 42: expected at most one disc per square"),
        ((83, b"\x00"), "position 1 at byte 42: expected legal moves, but White cannot play a1"),
        ((83, b"\x40"), "position 1 at byte 42: expected legal moves, but White may not pass"),
        ((83, b"\x41"), "position 1 at byte 42: expected a move from 0 to 64, got 65"),
        ((87, b"\x42"), "position 1 at byte 42: expected a move from 0 to 65, got 66"),
        ((80, b"\x09"), "position 1 at byte 42: the book ends in the middle of it"),
    ],
)
def test_an_error_names_the_place_and_the_reason(damage, message):
    start = Position.start().play("f5")
    moves = (("d6", 0), ("f4", 1)), ("f6", 2)
    book = book_of([BookPosition(start.player, start.opponent, *moves).canonical()])
    if isinstance(damage, slice):
        book = book[damage]
    else:
        offset, data = damage
        book = book[:offset] + data + book[offset + len(data) :]
    assert re.search(message, str(first_error(book)))


def test_positions_that_are_not_canonical_are_named():
    start = Position.start().play("f5")
    symmetric = [start.transformed(symmetry) for symmetry in range(8)]
    boards = {(each.player, each.opponent) for each in symmetric}
    canonical = BookPosition(start.player, start.opponent, leaf=("f6", 0)).canonical()
    assert min(boards) == (canonical.player, canonical.opponent)
    data = bytearray(book_of([canonical, canonical]))
    struct.pack_into("<QQ", data, HEADER, *max(boards))
    data[HEADER + 41] = 65
    error, other = found_in(bytes(data))
    assert "expected the smallest of 8 symmetric positions" in str(error)
    assert other == canonical


SAMPLE = book_of(
    [
        BookPosition(0x0000000810000000, 0x0000001008000000, (("d3", 0),), ("c4", 2)).canonical(),
        BookPosition(0x0000001008000000, 0x0000000810000000).canonical(),
    ]
)


@pytest.mark.parametrize("n", range(len(SAMPLE)))
def test_a_book_that_ends_anywhere_says_so(n):
    assert first_error(SAMPLE[:n])


@given(st.integers(0, 10**9))
def test_wrong_bytes_give_positions_or_errors(seed):
    chance = random.Random(seed)
    data = bytearray(SAMPLE)
    for _ in range(chance.randrange(1, 6)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    error = str(first_error(bytes(data)))
    assert error.isprintable()
    assert len(error) < 200


def test_a_file_that_gives_few_bytes_at_a_time_is_read():
    class Slow(io.BytesIO):
        def read(self, n=-1):
            return super().read(min(n, 3))

    assert list(edax_book.read_positions(Slow(SAMPLE))) == found_in(SAMPLE)


def test_a_file_that_cannot_be_rewound_is_refused():
    class Pipe(io.BytesIO):
        def seekable(self):
            return False

    with pytest.raises(OutflankError, match="expected a seekable file"):
        edax_book.write_positions([], Pipe())
