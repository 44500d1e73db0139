"""Each format keeps what it declares: a game with everything comes back, except for what is said to be lost."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from outflank import formats
from outflank.errors import OutflankError
from outflank.formats.files import read_records, write_records
from outflank.formats.format import HEADERS, SAID
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.game import Setup, kind_of
from outflank.play.record import Record
from outflank.play.tree import Mark
from outflank.rules import WHITE, AntiPosition, Game, Position
from tests.formats.games import WIPE_OUT

PARTS = {
    "comments on moves": "comments",
    "values other than whole discs": "values",
    "values of all moves but one": "analyses",
    "date except the year": "date",
    "parts of the date": "date",
    "resigned": "result",
}
"""Maps each part of a detail that a format may lose alone to the detail."""

PROMISES = {
    "names": r"\b(?:names|players)\b",
    "date": r"\bdate\b",
    "comments": r"\bcomments\b",
    "variations": r"\bvariations\b",
    "times": r"\btimes\b",
    "values": r"\bvalues\b(?! of)",
}
"""Maps details of games to the words with which a format's description promises them."""


def with_everything(game):
    """A game with all that a format may hold, or lose."""
    record = Record.of(game, date="2024-03-01", place="Club")
    players = ("Ann", "Bob", "Cyd")[: len(record.kind.seats)]
    record = replace(record, players=players, tags={"RB": "1500", "WTHOR-BEST": "34", "wins": "3", "odd name": "x"})
    root, first, second, third, *_ = record.tree.root.main_line
    root.comment, second.comment = "a start", "a move"
    first.sign = "!"
    first.marks = (Mark("circle", "d3"), Mark("arrow", "f5", "d6"), Mark("triangle", "a1"))
    for node, value in zip((first, second, third), (2.0, -3.0, 1.5), strict=True):
        node.value = MoveValue(str(node.move), value)
        node.seconds, node.left = 2.5, 60.5
    analysed = [MoveValue(move, float(value), kind="exact") for value, move in enumerate(root.position.legal_moves)]
    root.analysis = Analysis(analysed[0].move, tuple(analysed))
    second.add(next(move for move in second.position.legal_moves if move != third.move))
    return record


def resigned(start):
    game = Game(start, WIPE_OUT[:10])
    game.resign(WHITE)
    return game


def with_one_of_each():
    """A game of which no format loses only a part: one comment, whole discs, one analysed move, and a year."""
    record = with_everything(resigned(Position.start()))
    root, _, second, third, *_ = record.tree.root.main_line
    second.comment, third.value = "", None
    root.analysis = Analysis("f5", (MoveValue("f5", 0.0, kind="exact"),))
    return replace(record, date="2024")


def tribolo():
    kind, chance = kind_of("tribolo"), random.Random(5)
    game = kind.new_game(kind.start(Setup(seed=1)))
    while len(game.moves) < 12:
        game.push(chance.choice(game.position.legal_moves))
    return game


GAMES = {
    "resigned": with_everything(resigned(Position.start())),
    "finished": with_everything(Game(moves=WIPE_OUT)),
    "anti": with_everything(resigned(AntiPosition.start())),
    "one of each": with_one_of_each(),
    "time of day": replace(with_everything(resigned(Position.start())), date="2024-03-01 12:34:56"),
    "time zone": replace(with_everything(resigned(Position.start())), date="2024-03-01 12:34:56 JST"),
    "tribolo": with_everything(tribolo()),
}


def details(records):
    """What records hold, by the names that `left_behind` has for it; what they do not hold is empty."""
    nodes = [node for record in records for node in record.tree.root.walk()]
    record = records[0]
    marks = [mark for node in nodes for mark in node.marks]
    analyses = [sorted(move.value for move in node.analysis.moves) for node in nodes if node.analysis]
    return {
        "moves": record.tree.moves,
        "variations": [[child.move for child in node.variations] for node in nodes if node.variations],
        "comments": [node.comment for node in nodes if node.comment],
        "signs": [node.sign for node in nodes if node.sign],
        "circles": [mark for mark in marks if mark.shape == "circle"],
        "arrows": [mark for mark in marks if mark.shape == "arrow"],
        "marks": [mark for mark in marks if mark.shape not in ("circle", "arrow")],
        "values": [node.value.value for node in nodes if node.value],
        "analyses": analyses,
        "times": [node.seconds for node in nodes if node.seconds],
        "times left": [node.left for node in nodes if node.left],
        "variant": "" if record.kind.name == Position.game else record.kind.name,
        "names": [name for name in record.players if name],
        "date": re.sub(r"(?<=[0-9])\.(?=[0-9])", "-", record.date),  # PGN writes it with dots
        "place": record.place,
        "result": "" if record.position.is_over else record.ending.replace("unfinished", ""),
        **record.tags,
    }


def written_and_read(record, name, folder):
    """The records that are in a file after a record was written to it."""
    path = folder / f"x{formats.format_named(name).extensions[0]}"
    write_records(path, [record], name)
    if isinstance(formats.format_named(name), formats.BinaryFormat):
        return read_records(path)
    return formats.format_named(name).read(path.read_text(encoding="utf-8"), None)


def held(name, record):
    try:
        formats.format_named(name).check_holds(record)
    except OutflankError:
        return False
    return True


CASES = [(name, game) for name in formats.names() for game in GAMES if held(name, GAMES[game])]


def test_every_format_and_every_detail_has_a_case():
    assert {name for name, _ in CASES} == set(formats.names())
    there = {detail for record in GAMES.values() for detail, value in details([record]).items() if value}
    assert there >= {"moves", *SAID, *HEADERS}


@pytest.mark.parametrize(("name", "game"), CASES)
def test_a_format_loses_exactly_what_is_said(name, game, tmp_path):
    record = GAMES[game]
    before, after = details([record]), details(written_and_read(record, name, tmp_path))
    said = formats.format_named(name).left_behind(record)
    assert len(set(said)) == len(said)
    lost = {detail for detail, value in before.items() if value and after.get(detail) != value}
    assert {PARTS.get(each, each) for each in said} == lost
    for each in said:
        if each in PARTS:
            assert after[PARTS[each]], f"{each}: all of it is lost"
        else:
            assert not after.get(each), f"{each}: it comes back"


@pytest.mark.parametrize("name", formats.names())
def test_a_description_promises_only_what_a_format_keeps(name):
    format_ = formats.format_named(name)
    page = (Path(__file__).parents[2] / "docs/reference/formats.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| `{name}` \|(.*)\|$", page, re.MULTILINE)
    for text in format_.description, row[1] if row else "":
        promised = {detail for detail, words in PROMISES.items() if re.search(words, text)}
        assert promised <= format_.keeps, text


def test_a_name_that_is_too_long_for_edax_is_said_to_be_cut(tmp_path):
    record = replace(GAMES["resigned"], players=("é" * 20, "Bob"))
    (again,) = written_and_read(record, "edax-game", tmp_path)
    assert again.players == ("é" * 15, "Bob")
    assert formats.format_named("edax-game").check(record) == (
        f"the name '{'é' * 20}' becomes '{'é' * 15}': at most 31 bytes fit"
    )
