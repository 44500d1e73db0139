"""Play moves, look at positions, take moves back."""

from outflank import BLACK, Game, IllegalMoveError, Position

game = Game(moves="F5 d6 c3")
game.push("D3")
print(game.transcript, len(game), list(game))

for move, position in zip(game, game.positions, strict=False):
    print(f"{position.turn} plays {move}, which turns over {len(position.turned(move))}")

position = game.position
print([square for square in position if position[square] is BLACK])
print(position.legal_moves, position.must_pass, position.is_over)
assert Position.parse(str(position)) == position
assert eval(repr(position)) == position

try:
    game.push("a1")
except IllegalMoveError as error:
    print(error)

other = game.copy()
other.pop()
assert other != game
assert game.moves[:-1] == other.moves
