"""The words of python-chess for what has another name here: whoever types one is told ours."""

OF_POSITIONS = {
    "copy": "nothing: positions never change, and play(move) makes a new one",
    "empty": "Position.parse, with the board in text",
    "fen": "board_string",
    "is_checkmate": "is_over",
    "move_stack": "moves of a Game",
    "parse_san": "the name itself, as moves are names such as 'f5'",
    "piece_at": "disc_at(square), or position[square]",
    "piece_map": "{square: position[square] for square in position}",
    "pop": "pop() of a Game, as positions never change",
    "push": "play(move), which makes a new position, or push(move) of a Game",
    "push_san": "play(move), which makes a new position, or push(move) of a Game",
    "push_uci": "play(move), which makes a new position, or push(move) of a Game",
    "result": "outcome",
    "san": "the move itself, as moves are names such as 'f5'",
    "set_fen": "Position.parse",
    "transform": "transformed(symmetry)",
}
"""Attributes of a board there, and what a position here has instead."""

OF_GAMES = {
    "add_variation": "tree(), which has variations",
    "board": "position",
    "end": "position",
    "errors": "nothing: what cannot be read raises ParseError, and read_games reports it",
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
"""Attributes of a board or game there, and what a game here has instead."""


def no_attribute(thing: object, name: str, words: dict[str, str], position: object = None) -> AttributeError:
    """The error for an attribute that a thing has not: it names ours for one of python-chess, or the `position` that
    has it."""
    said = f"{type(thing).__name__!r} object has no attribute {name!r}"
    if name in words:
        said += f": here it is {words[name]}"
    elif not name.startswith("_") and hasattr(type(position), name):
        said += f": its position has, so write position.{name}"
    return AttributeError(said, name=name, obj=thing)
