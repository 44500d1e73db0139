"""Families of openings."""

import pytest

from outflank import Game, Record
from outflank.errors import OptionError
from outflank.library import Search
from outflank.library.families import ancestors, family
from outflank.rules.openings import all_openings, developed_from, name_at, parents

BY_NAME = {opening.name: opening for opening in all_openings()}


def test_every_parent_is_an_opening_with_fewer_discs():
    assert len(parents()) == 337
    for child, parent in parents().items():
        discs = [BY_NAME[name].position.occupied.bit_count() for name in (child, parent)]
        assert discs[0] > discs[1]


@pytest.mark.parametrize(
    ("moves", "family_of"), [("f5d6c3d3c4f4f6f3", "Tiger"), ("f5d6c3d3c4b3", "Tiger"), ("f5f6e6f4e3c5g5", "Cow")]
)
def test_openings_that_develop_from_one_are_in_its_family(moves, family_of):
    assert family_of in ancestors(name_at(Game(moves=moves).positions))


def test_every_family_has_a_beginning():
    assert all(ancestors(name)[-1] not in parents() for name in parents())


@pytest.fixture
def some(library):
    lines = ["f5d6c3d3c4f4f6f3"] * 3 + ["f5d6c3d3c4b3"] * 4 + ["f5f6e6f4e3"] + ["e6f4c3c4d3"]
    library.add([Record.of(Game(moves=moves), (f"P{n}", "Ben"), date=str(2000 + n)) for n, moves in enumerate(lines)])
    return library


def test_members_come_below_their_parents_with_the_games_that_pass_through(some):
    rows = family(some, "tiger")
    assert (rows[0].opening.name, rows[0].depth, rows[0].results.games) == ("Tiger", 0, 8)
    assert (rows[1].opening.name, rows[1].depth, rows[1].results.games) == ("Aubrey", 1, 4)  # the most games
    for number, row in enumerate(rows[1:], 1):
        above = next(each for each in reversed(rows[:number]) if each.depth == row.depth - 1)
        assert parents()[row.opening.name] == above.opening.name
        assert row.results.games == some.count(Search(position=row.opening.position))
    names = [row.opening.name for row in rows]
    assert {"Comp’Oth", "Stephenson", "Kung", "Tamenori"} <= set(names)
    assert len(names) == len(set(names))
    assert family(some, "tiger", Search(since=2008))[0].results.games == 1


def test_search_finds_the_games_of_a_whole_family(some):
    """One game reaches Stephenson without Tiger on the way, so only the family's search finds it."""
    some.add([Record.of(Game(moves=moves), ("Zoe", "Ben")) for moves in ("d3c5e6e3c3f5f6", "d3c5e6e3c3f5")])
    tiger = BY_NAME["Tiger"].position
    through = {row.number for row in some.games(Search(position=tiger))}
    assert len(through) == 8
    found = some.games(Search(opening="tiger"))
    [around] = [row for row in found if row.number not in through]
    assert (around.black, "".join(around.moves)) == ("Zoe", "d3c5e6e3c3f5f6")
    assert len(found) == some.count(Search(opening="tiger")) == 9
    assert some.position(BY_NAME["Stephenson"].position, Search(opening="tiger")).results.games == 4
    assert some.count(Search(opening="Stephenson")) == 4
    assert some.count(Search(opening="cow")) == 1


@pytest.mark.parametrize("name", ["Tiger", "Cow", "Kung"])
def test_a_family_is_all_whose_ancestors_include_it(name):
    family_of = {opening.name for opening in developed_from([BY_NAME[name]])}
    assert family_of == {name} | {each for each in BY_NAME if name in ancestors(each)}


def test_all_openings_are_listed_once(some):
    assert sorted(row.opening.name for row in family(some)) == sorted(BY_NAME)


def test_unknown_opening_is_an_error(some):
    with pytest.raises(OptionError, match="no opening is called 'tigr'; did you mean Tiger"):
        family(some, "tigr")
