"""How good is a player? A match: openings played with both colours, the share of the points, and its error bars."""

from outflank import Position, match


def greedy(position: Position) -> str:
    return max(position.legal_moves, key=lambda move: len(position.turned(move)))


score = match(greedy, "random", games=20, seed=1)
print(score)
for forfeit in score.forfeits:  # games that a player lost by an error, an illegal move or its clock
    print(forfeit)
assert score.games == 20
