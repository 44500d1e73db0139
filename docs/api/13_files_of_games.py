"""Files of many games: read one after the other, whatever the format, and written from whatever holds a game."""

import tempfile
from collections import Counter
from pathlib import Path

from outflank import Game, GameTree, OutflankError, Record, opening_name, read_games, write_games

games = [
    Record.of(Game("f5d6c3d3c4"), ("Ann", "Ben"), date="2026", place="Spring Open"),
    Record.of(Game(["f5", "f6", "e6", "f4"])),
    Record(Game("F5D6C3D3C4F4").tree()),  # a Game or a GameTree alone will do as well
]
with tempfile.TemporaryDirectory() as folder:
    for name in ("games.ggf", "games.sgf", "games.pgn"):
        path = Path(folder, name)
        print(name, write_games(path, games), "games")
        print(Counter(opening_name(record.game.transcript) for record in read_games(path)))

    path = Path(folder, "typed.moves")
    path.write_text("f5d6c3\nf5a1\nf5f6e6\n")
    bad: list[OutflankError] = []
    print([record.game.transcript for record in read_games(path, errors=bad.append)])
    print(*bad)

    tree = Game("f5d6").tree()
    tree.root.children[0].add("f6").comment = "the parallel opening"
    tree.save(Path(folder, "study.sgf"))
    assert GameTree.load(Path(folder, "study.sgf")) == tree
