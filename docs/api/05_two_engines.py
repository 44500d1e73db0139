"""Two engines think about the same position at the same time, one with a little more memory than the other."""

from outflank import Engine, Game, Limit

position = Game(moves="f5d6c3d3c4").position
large, small = Engine(megabytes=64), Engine(megabytes=4)
with large.analysis(position, Limit(depth=10)) as one, small.analysis(position, Limit(depth=6)) as other:
    results = one.wait(), other.wait()
for result in results:
    print(result.move, result.depth, result.nodes)
assert results[0].depth > results[1].depth
