"""What every text format of the registry promises, whoever wrote it: laws on generated games, and on damaged texts."""

import random
import time
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import formats
from outflank.errors import OutflankError
from outflank.formats.clocks import ClockSetting
from outflank.formats.files import read_records, write_records
from outflank.formats.tagged import Ending
from outflank.play.analysis import MoveValue
from outflank.play.game import Setup, kind_of
from outflank.play.record import Record
from outflank.rules import BLACK, WHITE, AntiPosition, Game, Position
from outflank.rules.kinds import OTHELLO
from tests.formats.games import NAMES, PASSING, played

# What a format holds of a game; the others hold the position at its end.
GAME = {"moves", "any start", "names", "resigned", "time"}
TAGGED = GAME | {"variant", "rating", "place", "value", "comment"}
HOLDS = {
    "saved": GAME | {"variant"},
    "ggf": TAGGED | {"seconds"},
    "sgf": TAGGED | {"variation"},
    "pgn": TAGGED | {"seconds", "variation"},
    "quest": GAME | {"rating", "place", "seconds"},
    "transcript": {"moves"},
    "grid": {"moves"},
    "table": {"moves"},
    "egaroucid": {"moves"},
}
ONE_GAME = {"saved", "svg", "edax-board", "grid", "egaroucid"}
BRACKETS = {"ggf": str.maketrans("[]", "()"), "pgn": str.maketrans("{}", "()")}  # those that a text cannot hold
OF_TEXTS = [name for name in formats.that_hold(OTHELLO) if isinstance(formats.format_named(name), formats.Format)]
BROKEN = ['a"b', 'a"]', "\\", "a\\", '\\"', "\\]", "]", "[", "(;GM[2]", ";)", "{x}", "}", "%", "; x", "<desc>"]
ODD = ["ボブ", "é", "🙂", '[Event "x"]', '{"args":[', "1. f5", "40-24", "% Outflank game"]
TEXTS = st.one_of(NAMES, st.sampled_from(BROKEN + ODD)).filter(lambda text: text not in ("?", "-"))


@st.composite
def records(draw, name):
    """A game as a format can hold it, with all that it can hold of one."""
    holds = HOLDS.get(name, {"any start"})
    chance = random.Random(draw(st.integers(0, 10**6)))
    start = Position.start()
    if "any start" in holds:
        variant = draw(st.sampled_from([Position, AntiPosition])) if "variant" in holds else Position
        start = variant.start(draw(st.sampled_from([4, 6, 8, 10])))
        start = played(start, draw(st.sampled_from([0, 0, 7, 40])), chance).position
    has_pass = draw(st.integers(0, 5)) == 0
    game = Game(moves=PASSING) if has_pass else played(start, draw(st.integers(1, 100)), chance)
    record = Record.of(game)
    if "names" in holds:
        record = replace(record, players=(draw(TEXTS), draw(TEXTS)), date=draw(TEXTS))
    if not game.is_over:
        ending = draw(st.sampled_from(["", "resigned", "time"]))
        if ending == "resigned" and "resigned" in holds:
            record = replace(record, resigned=draw(st.sampled_from([BLACK, WHITE])))
        elif ending == "time" and "time" in holds:
            record = replace(record, result="White wins: Black ran out of time")
    if "place" in holds:
        record = replace(record, place=draw(TEXTS.filter(bool)))
    if "rating" in holds:
        record = replace(record, tags={"RB": "1500.5"})
    nodes = list(record.tree)
    for node in nodes[:-1]:
        if "variation" in holds and chance.random() < 0.2:
            nodes += [node.add(move) for move in node.position.legal_moves]
    for node in chance.sample(nodes, min(4, len(nodes))):
        if "comment" in holds:
            node.comment = draw(TEXTS)
        if "value" in holds and node.move:
            node.value = MoveValue(node.move, chance.randrange(-6400, 6400) / 100)
        if "seconds" in holds and node.move:
            node.seconds = chance.randrange(10**7) / 1000
    return record


def plain(record, name):
    """A record as a format gives it back: without the brackets that it cannot hold in a text."""
    table = BRACKETS.get(name, {})
    for node in record.tree.root.walk():
        node.comment = node.comment.translate(table)
    if name != "ggf":
        return record
    players = tuple(player.translate(table) for player in record.players)
    return replace(record, players=players, date=record.date.translate(table), place=record.place.translate(table))


def test_every_format_is_known_here():
    assert set(OF_TEXTS) == {*HOLDS, "board", "nboard", "edax-board", "obf", "svg"}


@pytest.mark.parametrize("name", OF_TEXTS)
def test_a_format_gives_back_what_it_holds(name):
    @given(st.lists(records(name), min_size=1, max_size=1 if name in ONE_GAME else 3))
    def check(some):
        text = formats.write(some, name)
        again = formats.format_named(name).read(text, None)
        if "names" in HOLDS.get(name, ()):
            assert again == [plain(record, name) for record in some]
        elif name in HOLDS:
            assert [record.game.transcript for record in again] == [record.game.transcript for record in some]
        else:
            assert [record.position for record in again] == [record.position for record in some]
        if name != "svg":  # which shows the last move
            assert formats.write(again, name) == text
        if name not in ONE_GAME | {"table"}:  # which has a line of its own in front
            assert text == "".join(formats.write([record], name) for record in some)
        if cut := formats.format_named(name).cut:
            pieces = [piece for _, piece in cut(text.splitlines(keepends=True))]
            assert [formats.format_named(name).read(piece, None) for piece in pieces] == [[record] for record in again]
        recognised = formats.read(text)
        assert [record.position for record in recognised] == [record.position for record in again]

    check()


def base_text(name):
    chance = random.Random(name)
    if name == "saved-tribolo":
        kind = kind_of("tribolo")
        game = kind.new_game(kind.start(Setup(seed=1)))
        while len(game.moves) < 20:
            game.push(chance.choice(game.position.legal_moves))
        return formats.write([Record.of(game, ("a", "b", "c"))], name)
    record = Record.of(played(Position.start(), 20, chance), ("Ann", "Bob"), date="2020.05.05 11:24:48", place="x")
    node = record.tree.root.children[0]
    node.comment, node.seconds, node.value = "c", 62.5, MoveValue(str(node.move), 1.5)
    for move in node.position.legal_moves:
        node.add(move)
    return formats.write([record] if name in ONE_GAME else [record, record], name)


@pytest.mark.parametrize("name", [*OF_TEXTS, "saved-tribolo"])
def test_a_damaged_text_gives_games_or_one_line(name):
    text = base_text(name)
    assert formats.format_named(name).read(text, None)
    chance = random.Random(name)
    letters = "aA1h8XO*-.;:,+/ \n\r\t\"'\\()[]{}%?#@é\0\ud800" + text
    for _ in range(300):
        damaged = list(text)
        for _ in range(chance.randrange(1, 8)):
            at = chance.randrange(len(damaged))
            match chance.randrange(4):
                case 0:
                    damaged[at] = chance.choice(letters)
                case 1:
                    damaged[at] = ""
                case 2:
                    damaged[at] += chance.choice(letters) * chance.choice([1, 1, 40])
                case _:
                    other = chance.randrange(len(damaged))
                    damaged[at:other] = damaged[at:other] * 2
        check_reading(name, "".join(damaged)[: chance.choice([None, None, chance.randrange(len(text))])])


def check_reading(name, text):
    """Check that a text is read, cut and recognised without an error of another kind, and soon."""
    start = time.process_time()
    format_ = formats.format_named(name)
    format_.recognises(text)
    pieces = [text]
    if cut := formats.format_named(name).cut:
        pieces += [piece for _, piece in cut(text.splitlines(keepends=True))]
    for piece in pieces:
        found, error = None, ""
        try:
            found = format_.read(piece, "x")
        except OutflankError as raised:
            error = str(raised)
        assert error.isprintable()
        assert len(error) < 300
        if found is not None:
            assert all(isinstance(record, Record) for record in found)
            with suppress(OutflankError):  # what it cannot hold
                written = formats.write(found, name)
                assert formats.write(format_.read(written, None), name) == written
    assert time.process_time() - start < 1


# --- what is lost is named ------------------------------------------------------------------------------------------

RESULTS = [
    *("-40.000:r", "+12.000:t", "-12.000:l", "+6.000:s", "-64.000:r", "-23.500", "+0.000", "?", "+0.000:s", "-7.000:l"),
]
TAG_NAMES = [
    *("RB", "RW", "TI", "TB", "TW", "KM", "KB", "OT", "TM", "EV", "RO", "GN", "AN", "US", "SO", "CP", "GC", "AP", "HA"),
    *("BT", "WT", "ST", "TY", "Annotator", "ECO", "WTHOR-BEST", "id", "gtype", "games", "RU", "SE", "odd name", "é"),
]


@st.composite
def games_with_headers(draw):
    """Games with a result, clocks and headers, as some format or other gives them."""
    (record,) = formats.read(f"(;GM[Othello]TY[8]RE[{draw(st.sampled_from(RESULTS))}]B[F5]W[D6];)")
    clock = st.sampled_from(["05:00", "05:00//02:00", "5:00,1//2:00", "300", "25:00/00:10", "soon"])
    names = draw(st.lists(st.sampled_from(TAG_NAMES), unique=True, max_size=8))
    values = {"TI": clock, "KM": st.sampled_from(["+3", "-0.5", "0"]), "games": st.just("2"), "TY": st.just("s8r9")}
    tags = {name: draw(values.get(name, st.sampled_from(["1500.5", "x y", "3:4"]))) for name in names}
    for node in record.tree.root.main_line[1:]:
        node.left = draw(st.none() | st.just(62.5))
        node.seconds = draw(st.none() | st.just(2.5))
    players = draw(st.sampled_from([(), ("Ann", "Bob")]))
    return replace(
        record, players=players, date=draw(st.sampled_from(["", "1977", "2026.11.26"])), place="here", tags=tags
    )


def known_of(record):
    """What is known of a game, by the names that `left_behind` has for it."""
    return {
        **{name: value for name, value in record.tags.items() if value},
        "names": "/".join(record.players).strip("/"),
        "date": record.date.replace(".", "-"),
        "place": record.place,
        "result": record.ending.replace("unfinished", ""),
        "times": [node.seconds for node in record.tree],
        "times left": [node.left for node in record.tree],
    }


@pytest.mark.parametrize("name", [name for name in formats.that_hold(OTHELLO) if name != "svg" and "book" not in name])
def test_what_is_known_of_a_game_comes_back_or_is_named(name, tmp_path):
    format_ = formats.format_named(name)

    @given(games_with_headers())
    def check(record):
        if isinstance(format_, formats.BinaryFormat):
            path = tmp_path / f"x{format_.extensions[0]}"
            write_records(path, [record], name)
            (again,) = read_records(path)
        else:
            (again,) = format_.read(formats.write([record], name), None)
        named = format_.left_behind(record)
        before, after = known_of(record), known_of(again)
        for known in (before, after):
            known["TI"] = clock_of(known.get("TI", ""))
        nothing = {"times": [None] * 3, "times left": [None] * 3}
        for what, value in before.items():
            if value and value != nothing.get(what):
                assert after.get(what) == value or what in named or how_is_named(what, record, named), what

    check()


@pytest.mark.parametrize("name", ["sgf", "pgn", "quest"])
@pytest.mark.parametrize(
    "result", ["-40.000:r", "+12.000:t", "-12.000:l", "+6.000:s", "-64.000:r", "-23.500", "+3.000:r", "-7.000:l"]
)
def test_a_result_goes_through_other_formats_with_all_that_ggf_says_of_it(name, result):
    (record,) = formats.read(f"(;GM[Othello]TY[8]RE[{result}]B[E6];)")
    (again,) = formats.read(formats.write([record], name))
    assert f"RE[{result}]" in formats.write([again], "ggf")
    assert again.ending == record.ending


@pytest.mark.parametrize("name", ["sgf", "pgn"])
def test_a_long_game_with_variations_at_every_move_is_written_and_read(name):
    record = Record.of(played(Position.start(10), 200, random.Random(3)), ("", ""))
    for node in list(record.tree):
        for move in node.position.legal_moves:
            node.add(move)
    assert formats.read(formats.write([record], name)) == [record]


def clock_of(text):
    """The clock of a header, as the same may be written in seconds or as 05:00; any other text as it is."""
    with suppress(OutflankError):
        return str(ClockSetting.parse(text))
    return text


def how_is_named(what, record, named):
    """Whether no more of a result or a date is lost than the part that is named."""
    if what == "date":
        return "date except the year" in named
    ending = Ending.of(record)
    return what == "result" and ending is not None and ending.how in named
