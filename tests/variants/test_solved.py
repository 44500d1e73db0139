import threading

import numpy as np
import pytest

from outflank.board.canonical import canonical
from outflank.jit import INTERPRETED
from outflank.play.limit import Limit
from outflank.rules import Position
from outflank.rules.anti import AntiPosition
from outflank.variants import solved as solved_module
from outflank.variants.root import VariantRoot
from outflank.variants.search import SYMMETRIC_FROM
from outflank.variants.shape import Shape
from outflank.variants.solved import file_name, solved
from tests.variants.positions import played

SHAPE = Shape(6)
FILES = [kind for kind in (Position, AntiPosition) if solved(kind, 6)]


def key_of(position):
    return canonical(SHAPE.placed(position.player), SHAPE.placed(position.opponent))


def test_games_and_boards_without_a_file_have_no_scores():
    assert solved(Position, 4) == {}
    assert file_name(AntiPosition, 6) == "anti-othello-6x6.npz"


def test_a_file_is_read_as_it_was_written(tmp_path, monkeypatch):
    (tmp_path / "solved").mkdir()
    arrays = {"players": [1 << 63, 2], "opponents": [4, 8]}
    np.savez_compressed(
        tmp_path / "solved" / file_name(Position, 4),
        scores=np.array([-64, 30], np.int8),
        **{name: np.array(boards, np.uint64) for name, boards in arrays.items()},
    )
    monkeypatch.setattr(solved_module.resources, "files", lambda _: tmp_path)
    assert solved_module._read.__wrapped__(file_name(Position, 4)) == {(1 << 63, 4): -64, (2, 8): 30}


def test_othello_on_6x6_has_a_file():
    assert Position in FILES
    assert len(solved(Position, 6)) > 1_000


def test_stored_scores_end_the_search():
    """A false score shows that the search does not look further."""
    position = played(Position, 6, 24, 3)
    children = [position.play(move) for move in position.legal_moves]
    root = VariantRoot(Position, 6, megabytes=4)
    root.store({key_of(child): 10 if child is children[0] else 12 for child in children})
    with root.search(Limit(), threading.Event()):
        assert root.score(position) == -10
        assert root.move_that_holds(position, -10) == position.legal_moves[0]
    assert root.nodes < 10_000


def test_late_scores_are_refused():
    """The search would not find them."""
    position = played(Position, 6, SYMMETRIC_FROM - 1, 3)
    with pytest.raises(AssertionError, match="the search looks later positions up as they are"):
        VariantRoot(Position, 6, megabytes=1).store({key_of(position): 0})


@pytest.mark.parametrize("kind", FILES)
def test_stored_positions_are_early_canonical_ones(kind):
    for (player, opponent), score in solved(kind, 6).items():
        assert not player & opponent
        assert not (player | opponent) & ~SHAPE.squares
        assert (player, opponent) == canonical(player, opponent)
        assert 36 - _n_discs(player, opponent) >= SYMMETRIC_FROM
        assert score % 2 == 0
        assert abs(score) <= 36


@pytest.mark.parametrize("kind", FILES)
def test_stored_scores_agree_with_each_other(kind):
    """A position whose children are all stored has the best of their scores."""
    known, n_checked = solved(kind, 6), 0
    for level in levels(kind, known):
        for key, position in level.items():
            values = [known.get(key_of(child)) for child in children_of(position)]
            if key in known and None not in values:
                n_checked += 1
                signs = [1 if child.turn is position.turn else -1 for child in children_of(position)]
                assert known[key] == max(sign * value for sign, value in zip(signs, values, strict=True))
    assert n_checked > 50


def children_of(position):
    return [position.play(move).after_pass for move in position.legal_moves]


def levels(kind, known):
    """The positions of each ply, down to the fewest empty squares of a stored position."""
    fewest = min(36 - _n_discs(player, opponent) for player, opponent in known)
    level = {key_of(kind.start(6)): kind.start(6)}
    for _ in range(32 - fewest):
        yield level
        after = [child for position in level.values() for child in children_of(position) if not child.is_over]
        level = {key_of(child): child for child in after}


@pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")
@pytest.mark.parametrize("kind", FILES)
def test_the_search_agrees_with_a_stored_score(kind):
    """The latest position with the clearest score, which takes the shortest time."""
    known = solved(kind, 6)
    (player, opponent), score = min(known.items(), key=lambda item: (-_n_discs(*item[0]), -abs(item[1]), item[0]))
    root = VariantRoot(kind, 6, megabytes=64)
    root.table.clear()  # without the stored scores
    with root.search(Limit(), threading.Event()):
        n_empties = 36 - _n_discs(player, opponent)
        assert root.run(player, opponent, score - 1, n_empties) >= score
        assert root.run(player, opponent, score, n_empties) <= score


def _n_discs(player, opponent):
    return (player | opponent).bit_count()
