from outflank.play import Analysis, MoveValue
from outflank.web.engines.known_values import Knowledge


def analysis(**depths):
    moves = tuple(MoveValue(move, 2.0, depth=depth, pv=(move,)) for move, depth in depths.items())
    return Analysis(moves[0].move, moves)


def test_what_is_known_never_gets_shallower():
    knowledge = Knowledge()
    knowledge.take("othello", "position", analysis(f5=12, d6=12))
    known = knowledge.take("othello", "position", analysis(f5=3, c4=3))
    assert {found.move: found.depth for found in known.moves} == {"f5": 12, "d6": 12, "c4": 3}


def test_games_and_positions_are_kept_apart():
    knowledge = Knowledge()
    knowledge.take("othello", "position", analysis(f5=12))
    assert knowledge.take("anti-othello", "position", analysis(f5=1)).depth == 1
    assert knowledge.take("othello", "another", analysis(f5=1)).depth == 1


def test_positions_asked_for_long_ago_are_forgotten():
    knowledge = Knowledge(most=2)
    for position in ("a", "b", "a", "c"):
        knowledge.take("othello", position, analysis(f5=5))
    assert len(knowledge) == 2
    assert knowledge.take("othello", "a", analysis(f5=1)).depth == 5
    assert knowledge.take("othello", "b", analysis(f5=1)).depth == 1
