"""A player of one's own, checked by `mypy --strict`."""

from outflank import Analysis, MoveValue, Position, TimeLeft, play_game


class FewestReplies:
    """Leaves the opponent as few moves as it can."""

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Analysis:
        found = [MoveValue(move, -len(position.play(move).legal_moves), depth=1) for move in position.legal_moves]
        best = max(found, key=lambda each: each.value or 0)
        return Analysis(best.move, tuple(found))


def last(position: Position) -> str:
    return position.legal_moves[-1]


match = play_game(Position.start(), (FewestReplies(), last))
print(match.result.words if match.result else "it goes on")
print(play_game(Position.start(6), (last, "level1")).points)
