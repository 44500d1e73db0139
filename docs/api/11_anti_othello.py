"""Another kind of game: the moves of Othello, and the fewest discs win."""

from outflank import AntiPosition, Engine, Game, Limit, play_game

game = Game(AntiPosition.start(4), "b1a1")
solved = Engine().analyse(game.position, Limit(exact=True))
print(solved.move, solved.score)

match = play_game(AntiPosition.start(6), ("budget", "max_n:depth=2"))
print(match.result.words if match.result else "it goes on")
