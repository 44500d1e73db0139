"""Names that people type: misspelt ones, aliases, programs and XOT games."""

import pytest

from outflank import Game, Position, Record
from outflank.library import Search
from outflank.library.names import is_program, player_called

MOVES = "f5d6c3d3c4f4f6f3"


def _record(black, white="Ben", place="Open", start=None, moves=MOVES):
    game = Game(start, moves) if start is not None else Game(moves=moves)
    return Record.of(game, (black, white), date="2001", place=place)


@pytest.fixture
def known(library):
    names = ("Tamenori Hideshi", "Łukasz Żak", "O’Brien Pat", "Edax (delorme)", "Tanida Kunihiko", "???")
    library.add([_record(name, place=f"Cup {number}") for number, name in enumerate(names)])
    return library


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("hideshi tamenori", "Tamenori Hideshi"),
        ("為則英司", "Tamenori Hideshi"),
        ("zak, lukasz", "Łukasz Żak"),
        ("o'brien", "O’Brien Pat"),
        ("obrien", "O’Brien Pat"),
        ("edax delorme", "Edax (delorme)"),
        ("???", "???"),
    ],
)
def test_players_are_found_however_their_names_are_typed(known, typed, name):
    assert [row.black for row in known.games(Search(player=typed))] == [name]
    assert [row.name for row in known.players(typed)] == [name]
    assert known.hints(Search(player=typed)) == []


@pytest.mark.parametrize("typed", ["tamenory", "tamanori", "tanemori", "tamenori hidesi"])
def test_misspelt_player_is_offered(known, typed):
    assert known.games(Search(player=typed)) == []
    [hint] = known.hints(Search(player=typed))
    said = f"no player is called '{typed}'; did you mean Tamenori Hideshi?"
    assert str(hint) == said
    with pytest.raises(type(hint), match="did you mean Tamenori Hideshi"):
        known.player(typed)


def test_every_unknown_name_of_a_search_gets_a_hint(known):
    query = Search(black="tanita", white="ben", place="cupp", opening="compith", text="tamenory cup 2001 lukasz")
    assert [str(hint).partition("; did you mean ")[2] for hint in known.hints(query)] == [
        "Tanida Kunihiko?",
        "Cup 0 or Cup 1 or Cup 2?",
        "Comp’Oth?",
        "Tamenori Hideshi or Tamenori?",
    ]
    assert known.hints(Search(player="zukertort"))[0].message.endswith("is called 'zukertort'")


def test_text_finds_aliases_and_dates(known):
    known.add([Record.of(Game(moves="f5d6c3d3c4b3"), ("Ann", "Ben"), date="2001-05-12")])
    assert [row.opening for row in known.games(Search(text="tanaka"))] == ["Aubrey"]
    assert [row.black for row in known.games(Search(text="2001-05"))] == ["Ann"]


def test_people_leaves_out_games_with_a_program(known):
    known.add([_record("Ann", "Edax 4.4")])
    everybody = {row.black for row in known.games()}
    assert everybody - {row.black for row in known.games(Search(people=True))} == {"Edax (delorme)", "Ann"}
    assert {row.name for row in known.players()} - {row.name for row in known.players(people=True)} == {
        "Edax (delorme)",
        "Edax 4.4",
    }
    position = Game(moves="f5").position
    assert known.position(position, Search(people=True)).results.games == known.count(Search(people=True)) == 5


def test_games_without_names_may_be_by_people(library):
    library.add([_record("", "")])
    assert library.count(Search(people=True)) == 1


def test_xot_games_are_those_of_xot_tournaments_or_from_twelve_discs(known):
    start = Game(moves=MOVES).position
    assert isinstance(start, Position)
    known.add([_record("Ann", place="Oslo (XOT)"), _record("Cy", start=start, moves=start.legal_moves[0])])
    assert {row.black for row in known.games(Search(xot=True))} == {"Ann", "Cy"}
    assert known.count(Search(xot=False)) == known.count() - 2


def test_programs():
    programs = ("Edax (delorme)", "WZebra", "edax 4.4", "Computer 12", "(someone)")
    assert all(map(is_program, programs))
    people = ("Tamenori Hideshi", "Thor Gudrun", "Turtle Ann", "", "???")
    assert not any(map(is_program, people))


def test_a_name_without_an_alias_is_itself():
    assert player_called("Ann") == "Ann"
