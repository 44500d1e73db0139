"""Arrays for learning: positions as planes, moves as indices, games in batches, and the symmetries of all of them."""

from outflank import Game
from outflank.learning import batches, index_to_move, move_to_index, to_planes, transform_index, transform_planes

position = Game("f5").position
planes = to_planes(position)  # mine, the other side's, and where I may play: (3, 8, 8), uint8
print(planes.shape, planes.dtype, [int(plane.sum()) for plane in planes])

turned = transform_planes(planes, 1)
move = int(transform_index(move_to_index("d6"), 1))
print(f"d6 is {index_to_move(move)} in the mirror")
assert (turned == to_planes(position.transformed(1))).all()

games = [Game("e6f4e3f6g5d6e7f5c5"), Game("f5d6c5f4e3f6g5e6e7")]  # or the name of a file in any format
for batch in batches(games, 8, shuffle=100, symmetries=True, seed=1):
    print(batch.planes.shape, batch.moves.shape, batch.results.tolist())
