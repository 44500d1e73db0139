"""Ask the engine what a position is worth: to a depth, for a time, for a number of nodes, or exactly."""

from outflank import Engine, Game, Limit, Position

engine = Engine(megabytes=16)
position = Game(moves="f5d6c3d3c4").position

for limit in (Limit(depth=8), Limit(seconds=0.2), Limit(nodes=100_000)):
    info = engine.analyse(position, limit)
    print(info.move, info.chosen.verdict, f"depth {info.depth}", " ".join(info.pv[:4]))

for found in engine.analyse(position, Limit(depth=8), top=3).moves[:3]:
    print(found.move, found.verdict)

endgame = Position.parse("--XO-------OO-OXX-OOXOOXXOOXOXOXX-OOXXOX--OXXXOX-OOOOOXX-XXXXXXX X")
solved = engine.analyse(endgame, Limit(exact=True))
print(f"{solved.move} wins by {solved.score:g} with {endgame.n_empties} empty squares")
assert solved.is_exact
assert solved.chosen.is_proven
