"""Draws docs/images/trees/*.svg, the trees that the published players search in the tutorial on the five programs.

Run it in the folder above docs after a change to a published player: python -m docs.make_trees
"""

from pathlib import Path

from outflank import Game, create
from outflank.classic.levels import evaluate, negamax
from outflank.classic.staged import alpha_beta
from outflank.classic.tree import Node
from outflank.course.pictures import chart, tree
from outflank.play.minimax import alpha_beta_step
from outflank.rules.picture import draw

FOLDER = Path(__file__).parent / "images" / "trees"
GAME = (
    "e6f6c4d6f5f4g7f7d7c8g4d3f8b4a4h3c6b5g6h6c7g8c5f3h4"
    "e3c3b6a6d8e8h5b8g5g3a8a5a3h8a7e7d2d1c1e2f1"
)  # fmt: skip
POSITION = Game(GAME).position
"""Black to move, 14 empty squares: looking one ply ahead loses by 20, two plies win by 10, b1 wins by 12."""


def weights(position, side):
    """The levels' square weights, from the point of view of `side`."""
    value = evaluate(position)
    return value if position.turn is side else -value


def minimax(depth):
    """Tree of the levels' own search."""
    root = Node(POSITION)
    negamax(root, depth)
    return root


def cut(depth):
    """Tree of `lookahead`'s alpha-beta on the weights of the levels."""
    root = Node(POSITION)
    alpha_beta(root, depth, POSITION.turn, weights)
    return root


def deepened(depth):
    """Tree of the last of several searches, each of which tries the moves in the order of the values found before."""
    known = {}
    for each in range(1, depth + 1):
        root = Node(POSITION)
        _ordered(root, each, known, float("-inf"), float("inf"))
    return root


def _ordered(node, depth, known, alpha, beta):
    position, me = node.position, POSITION.turn
    if depth == 0 or position.is_over:
        value = weights(position, me)
    else:
        mine = position.turn is me
        moves = sorted(position.legal_moves, key=lambda move: known.get(position.play(move), 0), reverse=mine)
        value = alpha_beta_step(
            lambda child, alpha, beta: _ordered(child, depth - 1, known, alpha, beta),
            node.expand(tuple(moves)),
            alpha,
            beta,
            mine,
        )
    known[position] = value
    return node.close(value)


def made():
    """The pictures by their names."""
    searches = {"minimax": minimax, "alpha-beta": cut, "alpha-beta, best move first": deepened}
    counts = {name: [(depth, search(depth).n_nodes) for depth in range(1, 6)] for name, search in searches.items()}
    title = "Nodes to find the same value"
    return {
        "position": draw(POSITION, last=GAME[-2:], legal=True),
        "greedy": tree(create("greedy").search(POSITION)).svg,
        "minimax": tree(create("level2").search(POSITION)).svg,
        "alpha-beta": tree(cut(2)).svg,
        "lookahead": tree(create("lookahead:depth=3").search(POSITION), plies=2).svg,
        "deepening-1": tree(create("deepening:depth=1").search(POSITION)).svg,
        "deepening-2": tree(create("deepening:depth=2").search(POSITION)).svg,
        "deepening-3": tree(create("deepening:depth=3").search(POSITION), plies=1).svg,
        "nodes": chart(title, "plies", "nodes", counts, y_is_log=True).svg,
    }


if __name__ == "__main__":
    for name, svg in made().items():
        (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")
