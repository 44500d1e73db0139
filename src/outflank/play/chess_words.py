"""Hints for python-chess users: an AttributeError for a name that they expect suggests our equivalent."""

OF_POSITIONS = {
    "copy": "not needed: positions never change, and play(move) returns a new one",
    "empty": "Position.parse, with the board as text",
    "fen": "board_string",
    "is_checkmate": "is_over",
    "move_stack": "Game.moves",
    "parse_san": "the name itself, because moves are strings such as 'f5'",
    "piece_at": "disc_at(square), or position[square]",
    "piece_map": "{square: position[square] for square in position}",
    "pop": "Game.pop(), because positions never change",
    "push": "play(move), which returns a new position, or Game.push(move)",
    "push_san": "play(move), which returns a new position, or Game.push(move)",
    "push_uci": "play(move), which returns a new position, or Game.push(move)",
    "result": "outcome",
    "san": "the move itself, because moves are strings such as 'f5'",
    "set_fen": "Position.parse",
    "transform": "transformed(symmetry)",
}
"""Maps attribute names of a python-chess board to their equivalents in a position."""

OF_GAMES = {
    "add_variation": "tree(), which has variations",
    "board": "position",
    "end": "position",
    "errors": "not stored: unreadable text raises ParseError, and read_games reports it",
    "fen": "position.board_string",
    "from_board": "Game(position, moves)",
    "headers": "Record, which has players, date and place",
    "mainline_moves": "moves",
    "move_stack": "moves",
    "ply": "len(game)",
    "push_san": "push(move)",
    "push_uci": "push(move)",
    "reset": "restarted()",
    "result": "outcome",
    "root": "start",
    "set_fen": "Game(Position.parse(text))",
    "variations": "tree(), which has variations",
}
"""Maps attribute names of a python-chess board or game to their equivalents in a game."""


def no_attribute(thing: object, name: str, words: dict[str, str], position: object = None) -> AttributeError:
    """Create an AttributeError for `name` that suggests the equivalent from `words` or an attribute of `position`."""
    message = f"{type(thing).__name__!r} object has no attribute {name!r}"
    if name in words:
        message += f": here it is {words[name]}"
    elif not name.startswith("_") and hasattr(type(position), name):
        message += f": its position has one, so write position.{name}"
    return AttributeError(message, name=name, obj=thing)
