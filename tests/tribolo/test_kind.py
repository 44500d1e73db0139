import pytest

from outflank.errors import OptionError, OutflankError
from outflank.play import PERSON, Setup, kind_of
from outflank.tribolo import BLUE, TriboloGame, TriboloPosition
from outflank.tribolo.kind import TRIBOLO

SMALL = "BRR./..../GB.. B"


def test_it_is_found_by_its_name_and_by_its_positions():
    assert kind_of("tribolo") is kind_of(TriboloPosition.start(1)) is TRIBOLO


def test_a_game_begins_on_the_board_of_a_seed_or_on_any_other():
    assert TRIBOLO.start(Setup(seed=5)) == TriboloPosition.start(5)
    assert TRIBOLO.start(Setup()) != TRIBOLO.start(Setup())
    assert TRIBOLO.start(Setup(start=SMALL)) == TriboloPosition.parse(SMALL)


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        (Setup(8), "leave out size and mirrored"),
        (Setup(mirrored=True), "leave out size and mirrored"),
        (Setup(start="BRG"), "nobody can move in this position: tie of Blue, Red and Green 1–1–1"),
    ],
)
def test_a_set_up_that_is_not_possible_is_refused(setup, message):
    with pytest.raises(OptionError, match=message):
        TRIBOLO.start(setup)


def test_another_game_is_on_the_board_of_a_number_or_on_any():
    last = TriboloPosition.start(1)
    assert TRIBOLO.another("12", last) == (TriboloPosition.start(12), "A new game, on board 12.")
    position, words = TRIBOLO.another(None, last)
    assert position == TriboloPosition.start(int(words.split()[-1].rstrip(".")))
    with pytest.raises(OutflankError, match="expected a board number, got 'x'"):
        TRIBOLO.another("x", last)


def test_positions_and_moves_are_written_as_they_are_read():
    position = TriboloPosition.parse(SMALL)
    assert TRIBOLO.write(position) == SMALL
    assert TRIBOLO.read(TRIBOLO.write(position)) == position
    assert TRIBOLO.transcript(["d1", "c3"]) == "d1 c3"


def test_the_result_names_the_winner_or_all_who_tie():
    result = TRIBOLO.result(TriboloGame(TriboloPosition.parse(SMALL), ["d1", "c3"]).position)
    assert (result.words, result.winners, result.scores) == ("Blue wins 4–0–3", (0,), (4, 0, 3))
    assert TRIBOLO.result(TriboloPosition.parse("BGG/.BR")).winners == (0, 2)


def test_computers_know_the_person_if_there_is_only_one():
    assert TRIBOLO.known([PERSON, "tribolo", "random"]) == {"person": str(BLUE)}
    assert TRIBOLO.known([PERSON, PERSON, "tribolo"]) == {}
    assert TRIBOLO.known(["tribolo"] * 3) == {}
