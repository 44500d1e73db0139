from collections import Counter

import pytest

from outflank import Engine, Game, Position
from outflank.errors import OptionError, OutflankError
from outflank.play import Limit, create


def test_the_same_seed_gives_the_same_moves():
    def moves(seed):
        player, position, chosen = create(f"people:rating=-100,seed={seed}"), Position.start(), []
        for _ in range(12):
            chosen.append(player.choose(position).move)
            position = position.play(chosen[-1])
        return chosen

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(4)}) > 1


def test_stronger_players_lose_less():
    engine = Engine()
    weak, strong = 0.0, 0.0
    for moves in ("f5d6c3d3c4f4f6g5e6d7", "f5f6e6f4g5e7", "f5d6c4g5f6f4"):
        position = Game(moves=moves).position
        values = {each.move: each.value for each in engine.analyse(position, Limit(8), top=60).moves}
        for rating in (-600, 500):
            player = create(f"people:rating={rating},seed=1")
            lost = sum(max(values.values()) - values[player.choose(position).move] for _ in range(20))
            weak, strong = (weak + lost, strong) if rating < 0 else (weak, strong + lost)
    assert strong < weak


def test_without_care_moves_that_turn_many_discs_are_likely():
    position, player = Game(moves="f5d6c3d3c4f4f6g5e6d7").position, create("people:care=0,seed=1")
    counts = Counter(player.choose(position).move for _ in range(2000))
    turned = {move: position.flips(move).bit_count() for move in position.legal_moves}
    for move in turned:
        assert counts[move] / 2000 == pytest.approx(turned[move] / sum(turned.values()), abs=0.04)


@pytest.mark.parametrize("rating", [-601, 501, "much"])
def test_ratings_out_of_range(rating):
    with pytest.raises(OptionError):
        create(f"people:rating={rating}")


def test_a_pass_and_the_end():
    player = create("people")
    assert player.choose(Position.parse("XO" + "-" * 62 + " O")).move == "pass"
    with pytest.raises(OutflankError, match="the game is over"):
        player.choose(Position.parse("X" * 64 + " O"))
