import pytest

from outflank.rules import Game, Position, openings
from outflank.rules.openings import name_at, name_of

NAMES = [*openings._LINES.items()]


@pytest.mark.parametrize(("name", "moves"), NAMES)
def test_line_has_its_name_in_all_symmetries(name, moves):
    assert name_of(moves) == name
    positions = Game(Position.start(), moves).positions
    for symmetry in range(8):
        assert name_at([position.transformed(symmetry) for position in positions]) == name


def test_no_two_names_are_for_the_same_position():
    ends = [Game(Position.start(), moves).position for _, moves in NAMES]
    least = {min((p.black, p.white) for p in (end.transformed(s) for s in range(8))) for end in ends}
    assert len(least) == len(NAMES)


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("", ""),
        ("f5", ""),
        ("d3c5", "Perpendicular"),
        ("f5d6c3d3c4f4f6b4c2", "Kung"),  # the name stays when the game goes on
        ("f5f6e6f4e3", "Cow"),  # by another order of moves than f5 f4 e3 f6 e6
        ("f5d6c6", "Perpendicular"),
    ],
)
def test_game_is_called_by_its_last_position_with_a_name(moves, name):
    assert name_of(moves) == name


def test_whole_game_keeps_the_name_of_its_opening():
    game = Game(Position.start(), "f5d6c3d3c4")
    while not game.is_over:
        game.push(game.position.legal_moves[-1])
    assert name_at(game.positions) in {name for name, _ in NAMES}
