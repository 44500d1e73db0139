import pytest

from outflank.play.words import typed
from outflank.rules import AntiPosition, Game, Position
from outflank.rules.openings import (
    all_openings,
    name_at,
    name_of,
    no_opening,
    opening_at,
    opening_name,
    openings_called,
    translations,
)

WITH_MOVES = [opening for opening in all_openings() if opening.moves]


def test_table_is_whole():
    openings = all_openings()
    assert len(openings) == 356
    assert all(opening.name for opening in openings)
    assert sum(bool(opening.english) for opening in openings) == 77
    assert sum(bool(opening.japanese) for opening in openings) == 355


@pytest.mark.parametrize("opening", WITH_MOVES, ids=lambda opening: opening.moves)
def test_line_leads_to_its_position_in_all_symmetries(opening):
    end = Game(Position.start(), opening.moves).position
    assert {opening_at(end.transformed(symmetry)).name for symmetry in range(8)} == {opening.name}
    assert end.turn is opening.position.turn


def test_no_two_names_are_for_the_same_position():
    ends = [opening.position for opening in all_openings()]
    least = {min((p.black, p.white) for p in (end.transformed(s) for s in range(8))) for end in ends}
    assert len(least) == len(ends)


def test_no_name_is_for_two_positions():
    for language in ("en", "ja"):
        names = [name for opening in all_openings() if (name := opening.called(language))]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("moves", "name", "japanese"),
    [
        ("", "", ""),
        ("f5", "", ""),
        ("d3c5", "Perpendicular", "縦取り"),
        ("f5d6c3d3c4f4f6b4c2", "Kung", "斜めカン"),  # the name stays when the game goes on
        ("f5f6e6f4e3", "Cow", "牛定石"),  # by another order of moves than f5 f4 e3 f6 e6
        ("f5d6c6", "Perpendicular", "野兎定石"),  # which has a name in Japanese only
        ("f5d6c3d3c4f4f6f3", "Comp’Oth", "コンポス"),
    ],
)
def test_game_is_called_by_its_last_position_with_a_name(moves, name, japanese):
    assert name_of(moves) == name
    assert name_of(moves, "ja") == japanese


def test_language_without_names_gets_the_english_ones():
    assert name_of("f5d6", "fr") == "Perpendicular"


def test_names_are_translated():
    assert translations("ja")["Tiger"] == "虎定石"
    assert not translations("de")
    assert not translations("en")


def test_whole_game_keeps_the_name_of_its_opening():
    game = Game(Position.start(), "f5d6c3d3c4")
    while not game.is_over:
        game.push(game.position.legal_moves[-1])
    assert name_at(game.positions) in {opening.english for opening in all_openings()}


@pytest.mark.parametrize(
    "given",
    [
        "f5d6c3d3c4",
        "F5D6C3D3C4",
        ["f5", "d6", "c3", "d3", "c4"],
        Game("f5d6c3d3c4"),
        Game("f5d6c3d3c4").position,
        Game("d3c5f6f5e6"),  # a mirror image
    ],
)
def test_the_name_is_known_of_whatever_holds_the_opening(given):
    assert opening_name(given) == "Tiger"
    assert opening_name(given, "ja") == "虎定石"


def test_openings_of_othello_on_8x8_alone_have_names():
    assert opening_name(Game(AntiPosition.start(), "f5d6")) == ""
    assert opening_name(Game(Position.start(6), "c2")) == ""
    assert opening_name(Position.start()) == ""


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("comp'oth", "Comp’Oth"),
        ("comp’oth", "Comp’Oth"),
        ("compoth", "Comp’Oth"),
        ("COMP OTH", "Comp’Oth"),
        ("tanaka", "Aubrey"),
        ("peasant", "Snake"),
        ("dawg", "Greenberg"),
        ("rosebill", "Rose-BILL"),
        ("rose bill", "Rose-BILL"),
        ("tamenori", "Tamenori"),
        ("fat draw", "F.A.T. draw"),
        ("no kung", "No-Kung"),
        ("カン/イタリアンクロス", "Kung"),
        ("usagi", "兎定石"),
    ],
)
def test_openings_are_found_however_their_names_are_typed(written, name):
    assert [opening.name for opening in openings_called(written)] == [name]


@pytest.mark.parametrize("written", ["tamenory", "tamanori", "tanemori"])
def test_misspelt_opening_is_offered(written):
    assert not openings_called(written)
    assert str(no_opening(written)) == f"no opening is called '{written}'; did you mean Tamenori?"


def test_every_alias_is_of_an_opening_and_of_one_alone():
    aliases = [typed(alias) for opening in all_openings() for alias in opening.aliases]
    assert len(aliases) == len(set(aliases)) == 27
    names = {typed(name) for opening in all_openings() for name in (opening.english, opening.japanese)}
    assert names.isdisjoint(aliases)
