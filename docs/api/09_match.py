"""How good is a player? A match: openings played with both colours, the share of the points, and its error bars."""

from outflank import Position, match


def greedy(position: Position) -> str:
    return max(position.legal_moves, key=lambda move: len(position.turned(move)))


score = match(greedy, "random", games=20, seed=1)
print(f"{score.wins}–{score.draws}–{score.losses}, {score.share:.0%} of the points")
assert score.games == 20
