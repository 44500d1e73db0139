"""A game as a tree: variations, comments and values on its moves."""

from outflank import Engine, Game, Limit

tree = Game(moves="f5d6c3d3c4").tree()
node = tree.root.children[0]
node.add("f4").comment = "the perpendicular opening turned over"
node.extend("f6 e6")

engine = Engine(megabytes=16)
for node in tree:
    if node.parent is not None:
        node.value = engine.analyse(node.parent.position, Limit(depth=6), top=60).of(node.move or "")
        print(node.ply, node.move, node.value and node.value.verdict)

print([variation.moves for variation in tree.root.children[0].variations])
tree.root.children[0].variations[1].children[0].promote()
print(tree.moves)
