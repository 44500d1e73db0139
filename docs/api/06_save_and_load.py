"""Games in files of every format: the extension says which."""

import tempfile
import warnings
from pathlib import Path

from outflank import Game, ParseError

game = Game(moves="f5d6c3d3c4f4")
with tempfile.TemporaryDirectory() as folder:
    for name in ("game.txt", "game.pgn", "game.ggf", "game.sgf"):
        path = Path(folder, name)
        game.save(path, black="Ann", white="Ben")
        assert Game.load(path) == game
        print(f"{name}: {path.stat().st_size} bytes")
    for name in ("game.board", "game.obf", "game.svg"):  # which hold the last position alone
        path = Path(folder, name)
        with warnings.catch_warnings(record=True, action="always") as said:
            game.save(path)
        print(f"{name}: {said[0].message}")
        assert Game.load(path).position == game.position

assert Game.load("f5d6c3d3c4f4") == game
try:
    Game.load("f5d6a1")
except ParseError as error:
    print(error)
