"""The rules and players of the page itself, compared with the server's."""

import random

import pytest

from outflank.classic.staged import filter_moves
from outflank.play import create
from outflank.play.moves import PASS
from outflank.play.searchers import max_n
from outflank.rules import Position

N_GAMES = 1000


def random_game(size, seed, *, mirrored=False):
    """The positions and moves of a game, move by move, as the server plays it."""
    choose = random.Random(seed)
    positions, moves = [Position.start(size, mirrored=mirrored)], []
    while not positions[-1].is_over:
        moves.append(choose.choice(positions[-1].legal_moves))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


def said(position):
    return [position.board_string, {move: list(position.turned(move)) for move in position.legal_moves}]


def check_replayed(node, size, seed, *, mirrored=False):
    positions, moves = random_game(size, seed, mirrored=mirrored)
    found = node.ask("replay", start=positions[0].board_string, moves=moves)
    assert found["seen"] == [said(position) for position in positions]
    assert found["counts"] == list(positions[-1].counts)
    assert found["margins"] == list(positions[-1].scores)
    return moves


def test_perft_to_depth_seven(node):
    start = node.ask("start", size=8, mirrored=False)
    counts = [node.ask("perft", start=start, depth=depth) for depth in range(1, 8)]
    assert counts == [4, 12, 56, 244, 1396, 8200, 55092]


def test_a_thousand_random_games_are_the_same_in_both(node):
    passes = sum(PASS in check_replayed(node, 8, seed) for seed in range(N_GAMES))
    assert passes > N_GAMES / 20


@pytest.mark.parametrize("size", [4, 6, 10])
def test_random_games_on_other_boards_are_the_same_in_both(node, size):
    for seed in range(60):
        check_replayed(node, size, seed, mirrored=bool(seed % 2))


@pytest.mark.parametrize("size", [4, 6, 8, 10])
@pytest.mark.parametrize("mirrored", [False, True])
def test_start_is_the_same_in_both(node, size, mirrored):
    found = node.ask("start", size=size, mirrored=mirrored)
    assert found == Position.start(size, mirrored=mirrored).board_string


@pytest.mark.parametrize("text", ["", "X", f"{'-' * 63} X", f"{'-' * 64} -", f"{'-' * 64}", f"{'?' * 64} X", "- X"])
def test_text_that_is_no_board_is_not_read(node, text):
    assert node.ask("parsed", text=text) is False


def positions_of_play(count, size=8):
    """Positions from all phases of random games, some of them with a pass."""
    for seed in range(count):
        positions, _ = random_game(size, seed)
        yield positions[random.Random(seed).randrange(len(positions) - 1)]


def test_coco_chooses_among_the_same_moves(node):
    for position in positions_of_play(60):
        values = {move: max_n(position.play(move), 2)[position.turn] for move in position.legal_moves}
        best = [move for move, value in values.items() if value == max(values.values())]
        assert node.ask("choices", of="coco", start=position.board_string) == best, position


@pytest.mark.parametrize("size", [8, 6])
def test_lookahead_chooses_the_same_move(node, size):
    player = create("lookahead")
    for position in positions_of_play(12, size):
        found = node.ask("choices", of="lookahead", start=position.board_string)
        assert found == [player.choose(position).move], position


def test_lookahead_leaves_out_the_same_moves(node):
    for position in positions_of_play(200):
        found = node.ask("choices", of="candidates", start=position.board_string)
        assert found == list(filter_moves(position)), position


def test_momo_may_play_every_move(node):
    for position in positions_of_play(20):
        found = node.ask("choices", of="moves", start=position.board_string)
        assert found == list(position.legal_moves)


def test_every_player_has_the_name_of_one_of_the_servers(node):
    names = node.ask("players")
    assert len(names) == 3
    for name in names:
        assert create(name).choose(Position.start()).move in Position.start().legal_moves
