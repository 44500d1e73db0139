"""What each move of a game lost."""

from outflank import Game, Limit, review

game = Game(moves="f5d6c3d3c4f4c5b3c2e3d2c6b4")
judged = review(game, limit=Limit(depth=6))
for move in judged.moves:
    print(f"{move.ply + 1:>2} {move.side} {move.move} lost {move.loss:g} {move.badge.sign}")
for summary in judged.summaries:
    print(f"{summary.side}: {summary.total_loss:g} discs in {summary.n_moves} moves")

tree = game.tree()
judged.annotate(tree)
print(sum(len(node.variations) for node in tree.root.walk()), "better moves are variations now")
