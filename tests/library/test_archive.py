"""The counts and values of the archive's positions."""

import random
from collections import Counter

import pytest

from outflank import Game, MoveValue, Position
from outflank.errors import OutflankError, ParseError
from outflank.library import ArchiveCounts, summaries
from outflank.library.archive import LEAST_GAMES, ArchiveMove, save
from outflank.library.boards import NO_MOVE, canonical
from outflank.library.lookup import Sums
from outflank.rules import BLACK
from tests.library.conftest import random_records

START = Position.start()


@pytest.fixture(scope="module")
def shipped():
    return ArchiveCounts.shipped()


def made(library, path, least=1, values=None):
    """Write the counts of a library's positions to a file and read them."""
    positions = {}
    for player, opponent, square, *sums, _choosers in summaries.shared(library, least):
        board = player & (1 << 64) - 1, opponent & (1 << 64) - 1
        positions.setdefault(board, []).append(ArchiveMove(square, Sums(*sums), (values or {}).get((board, square))))
    save(path, positions, source="some games", n_games=len(library))
    return ArchiveCounts.load(path)


def test_counts_are_those_of_the_library(library, some_records, tmp_path):
    library.add(some_records)
    archive = made(library, tmp_path / "counts.npz")
    assert (archive.n_games, archive.source) == (len(some_records), "some games")
    for record in some_records[:10]:
        for position in Game(START, record.tree.moves).positions:
            expected, found = library.position(position, n_players=0), archive.position(position)
            assert found == expected


def test_only_positions_that_enough_games_share_are_counted(library, some_records, tmp_path):
    library.add(some_records)
    shared = Counter()
    for record in some_records:
        positions = Game(START, record.tree.moves).positions
        boards = (each.switched() if each.must_pass else each for each in positions)
        shared.update({canonical(each.player, each.opponent).board for each in boards})
    archive = made(library, tmp_path / "counts.npz", least=5)
    assert len(archive) == sum(n >= 5 for n in shared.values())
    assert archive.position(Game(START, some_records[0].tree.moves).position) is None


def test_values_are_those_of_all_alike_moves(tmp_path):
    save(
        tmp_path / "one.npz",
        {
            canonical(START.player, START.opponent).board: [
                ArchiveMove(19, Sums(3, 1, 1, 1), MoveValue("d3", -2, depth=9))
            ]
        },
        source="",
        n_games=3,
    )
    archive = ArchiveCounts.load(tmp_path / "one.npz")
    assert {move: (each.move, each.value, each.depth) for move, each in archive.values(START).items()} == {
        move: (move, -2, 9) for move in ("d3", "c4", "f5", "e6")
    }
    assert archive.values(START.play("f5")) == {}


def test_symmetric_positions_share_an_entry(shipped):
    rng = random.Random(1)
    position = START
    while (found := shipped.position(position)) is not None and len(found.moves):
        for symmetry in range(8):
            image = position.transformed(symmetry)
            turned = shipped.position(image)
            assert turned.results == found.results
            assert Counter(move.results for move in turned.moves) == Counter(move.results for move in found.moves)
            assert sorted(each.value for each in shipped.values(image).values()) == sorted(
                each.value for each in shipped.values(position).values()
            )
        position = position.play(rng.choice(found.moves).move)


def test_shipped_counts_add_up(shipped):
    """The games of a position are those of its moves, and never fewer than the file's minimum."""
    waiting, seen = [START], set()
    while waiting and len(seen) < 300:
        position = waiting.pop(0)
        found = shipped.position(position)
        if found is None or canonical(position.player, position.opponent).board in seen:
            continue
        seen.add(canonical(position.player, position.opponent).board)
        assert found.results.games >= LEAST_GAMES
        assert found.results.games == found.ended + sum(move.results.games for move in found.moves)
        assert found.results.black + found.results.draws + found.results.white <= found.results.games
        assert set(shipped.values(position)) <= set(position.legal_moves)
        waiting += [position.play(move.move) for move in found.moves]
    assert len(seen) == 300
    assert shipped.position(START).results.games <= shipped.n_games


def test_other_boards_and_games_are_refused(shipped):
    for ask in (shipped.position, shipped.values):
        with pytest.raises(OutflankError, match="8×8 Othello"):
            ask(Position.start(6))


def test_position_after_a_pass_counts_for_the_other_side(library, tmp_path):
    library.add(random_records(60, seed=3))
    archive = made(library, tmp_path / "counts.npz")
    n_passes = 0
    for row in library.games(most=60):
        for position in Game(START, row.record.tree.moves).positions:
            if position.must_pass:
                n_passes += 1
                assert archive.position(position).moves == archive.position(position.switched()).moves
    assert n_passes


def test_damaged_or_missing_file_is_refused_in_one_line(tmp_path):
    (tmp_path / "bad.npz").write_bytes(b"PK\3\4 nothing")
    for name in ("bad.npz", "none.npz"):
        with pytest.raises(ParseError, match=r"^cannot read the archive's counts: .*npz"):
            ArchiveCounts.load(tmp_path / name)


def test_end_of_a_game_is_no_move(tmp_path):
    over = Position((1 << 64) - 1, 0, BLACK)
    board = canonical(over.player, over.opponent).board
    save(tmp_path / "end.npz", {board: [ArchiveMove(NO_MOVE, Sums(12, 12), None)]}, source="", n_games=12)
    found = ArchiveCounts.load(tmp_path / "end.npz").position(over)
    assert (found.ended, found.moves) == (12, ())
