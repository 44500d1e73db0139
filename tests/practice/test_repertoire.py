import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import BLACK, WHITE, Game, Position, Record
from outflank.errors import IllegalMoveError, OutflankError
from outflank.practice.puzzles import key_of
from outflank.practice.repertoire import Repertoire, lines_of, opening_named
from outflank.rules.discs import transform_move

TIGER, ROSE = "f5d6c3d3c4f4f6f3e6e7", "f5d6c5f4e3c6d3f6e6d7"
TRANSPOSED = "f5d6c4d3c3"  # reaches the same as f5d6c3d3c4


@pytest.fixture
def known():
    return Repertoire(BLACK, [TIGER, ROSE])


def turned(moves, symmetry):
    return [transform_move(move, symmetry) for move in Game(moves=moves).moves]


@given(st.integers(0, 7), st.integers(1, 9))
def test_what_is_known_is_known_in_every_symmetry(symmetry, n_moves):
    known = Repertoire(BLACK, [TIGER])
    moves = Game(moves=TIGER).moves
    try:
        game = Game(Position.start(), turned(TIGER, symmetry)[:n_moves])
    except IllegalMoveError:  # half of the symmetries swap the colours of the start
        return
    assert known.judge(game.position, transform_move(moves[n_moves], symmetry))


def test_a_card_stands_for_transpositions_too():
    both = Repertoire(BLACK, ["f5d6c3d3c4f4", TRANSPOSED + "f4"])
    one = Repertoire(BLACK, ["f5d6c3d3c4f4"])
    end, other = Game(moves="f5d6c3d3c4").position, Game(moves=TRANSPOSED).position
    assert key_of(end) == key_of(other)
    assert len(both.cards()) == len(one.cards()) + 1  # c3 or c4 is asked in one position; after each, one more
    assert sorted(both.answers(Game(moves="f5d6").position)) == ["c3", "c4"]


def test_cards_are_where_the_side_is_to_move_and_could_be_wrong(known):
    cards = known.cards()
    assert len(cards) == len(set(cards))
    asked = set()
    for line in TIGER, ROSE:
        positions = Game(moves=line).positions
        asked |= {key_of(position) for position in positions[2:-1] if position.turn is BLACK}
    assert set(cards) == asked  # not the start: every first move is as good


def test_the_other_side_has_other_cards():
    white = Repertoire(WHITE, [TIGER])
    assert len(white.cards()) == 5
    assert not set(white.cards()) & set(Repertoire(BLACK, [TIGER]).cards())


def test_moves_are_drawn_where_cards_are_due(known):
    game = Game(moves="f5d6c3")
    rose = Game(moves=ROSE[:8]).position
    for seed in range(20):
        played = Game(Position.start())
        assert known.advance(played, [key_of(rose)], random.Random(seed))
        assert played.transcript.lower() == "f5d6"  # both go on here, and the own move is asked
    assert known.next_move(game.position, [], random.Random(1)) == "d3"
    assert known.next_move(Game(moves=TIGER).position, [], random.Random(1)) is None


def test_replies_are_drawn_in_proportion_to_what_is_due():
    known = Repertoire(BLACK, ["f5d6c3d3c4", "f5d6c3d3c5", "f5f6e6f4c3"])
    after = Game(moves="f5").position
    due = known.cards(Game(moves="f5f6").position)
    assert {known.next_move(after, due, random.Random(seed)) for seed in range(20)} == {"f6"}
    drawn = [known.next_move(after, [], random.Random(seed)) for seed in range(300)]
    assert 150 < drawn.count("d6") < 250  # two lines of three


def test_a_drill_ends_with_the_line(known):
    game, source = Game(Position.start()), random.Random(3)
    n_asked = 0
    while known.advance(game, [], source):
        assert known.asks(game.position)
        game.push(known.answers(game.position)[0])
        n_asked += 1
    assert len(game.moves) == 10
    assert n_asked == 4


def test_a_wrong_or_illegal_move(known):
    assert not known.judge(Game(moves="f5d6").position, "c4")
    with pytest.raises(IllegalMoveError):
        known.judge(Game(moves="f5d6").position, "a1")


def test_lines_of_a_game_are_those_of_its_variations():
    record = Record.of(Game(moves="f5d6c3"))
    record.tree.root.children[0].add("f6").add("e6")
    assert list(lines_of(record)) == ["f5d6c3", "f5f6e6"]
    assert list(lines_of(record, 2)) == ["f5d6", "f5f6"]


@pytest.mark.parametrize("sign", ["?", "??"])
def test_a_line_to_learn_ends_before_a_mistake_of_its_own_side(sign):
    record = Record.of(Game(moves="f5d6c3d3c4"))
    record.tree.root.main_line[3].sign = sign  # c3, by Black
    assert list(lines_of(record, side=BLACK)) == ["f5d6"]
    assert list(lines_of(record, side=WHITE)) == ["f5d6c3d3c4"]  # with what answers the mistake
    assert list(lines_of(record)) == ["f5d6c3d3c4"]


@pytest.mark.parametrize("sign", ["!", "!!", "!?", "?!", ""])
def test_moves_that_are_no_mistake_stay(sign):
    record = Record.of(Game(moves="f5d6c3"))
    record.tree.root.main_line[3].sign = sign
    assert list(lines_of(record, side=BLACK)) == ["f5d6c3"]


def test_of_a_move_and_its_marked_alternative_one_is_right():
    record = Record.of(Game(moves="f5d6c3"))
    record.tree.root.main_line[2].add("c7").sign = "?"
    known = Repertoire(BLACK, lines_of(record, side=BLACK))
    assert known.answers(Game(moves="f5d6").position) == ("c3",)


def test_a_game_that_begins_with_a_mistake_has_no_line():
    record = Record.of(Game(moves="f5d6"))
    record.tree.root.main_line[1].sign = "??"
    with pytest.raises(OutflankError, match="without a mistake on its first move"):
        list(lines_of(record, side=BLACK))


def test_what_does_not_begin_at_the_start_is_no_line():
    with pytest.raises(OutflankError, match="usual start"):
        list(lines_of(Record.of(Game(Game(moves="f5").position, "d6"))))
    with pytest.raises(OutflankError, match="at least one move"):
        list(lines_of(Record.of(Game())))


def test_openings_by_their_names():
    assert opening_named("tiger").moves.startswith("f5d6c3d3c4")
    assert opening_named("虎定石").moves == opening_named("TIGER").moves
    assert opening_named("leader's tiger").name == "Leader’s Tiger"
    with pytest.raises(OutflankError, match="no opening is called 'nothing'"):
        opening_named("nothing")
    with pytest.raises(OutflankError, match="'buff' matches"):
        opening_named("buff")
