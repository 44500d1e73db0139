"""Games and positions for the tests of formats."""

import random

from hypothesis import strategies as st

from outflank import formats
from outflank.board.squares import NAMES as SQUARES_OF
from outflank.board.squares import SIZES
from outflank.formats.tagged import printable
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.record import Record
from outflank.play.tree import SHAPES, SIGNS, Mark
from outflank.rules import BLACK, WHITE, AntiPosition, Game, Position

PASSING = "d3c3e6d2d1e1b2c1a3"  # White passes before the last move
WIPE_OUT = "f5d6c5f4e3f6g5e6e7"
FULL = (
    "f5f6e6f4g6d7c3c5d3g4c6c4e8g7f3c7h4b2g5h3b4f2e7e3g8a4c2c8b5d6"
    "a2c1b1h8d1a5h2e2b7a6g3f7g2h5d2b6h7g1h6a1a7d8f1h1b3e1b8a8a3f8"
)


def converted(text: str, to: str) -> str:
    """A text of any format in the format named `to`."""
    return formats.write(formats.read(text), to)


def played(start: Position, n_moves: int, chance: random.Random) -> Game:
    """A random game of at most `n_moves` moves."""
    game = Game(start)
    while len(game.moves) < n_moves and not game.is_over:
        game.push(chance.choice(game.position.legal_moves))
    return game


@st.composite
def games(draw, sizes=SIZES, from_anywhere=True):
    """Games of all sizes and lengths, from the usual start or, too, from anywhere; some are resigned."""
    size = draw(st.sampled_from(sizes))
    chance = random.Random(draw(st.integers(0, 10**6)))
    start = Position.start(size)
    if from_anywhere:
        start = played(start, draw(st.integers(0, size * size)), chance).position
    game = played(start, draw(st.integers(0, size * size)), chance)
    if from_anywhere and not game.is_over and draw(st.booleans()):
        game.resign(draw(st.sampled_from([BLACK, WHITE])))
    return game


def positions(sizes=SIZES):
    """Positions that games lead to."""
    return games(sizes).map(lambda game: game.position)


NAMES = st.text(max_size=20).map(lambda name: " ".join("".join(c if c.isprintable() else " " for c in name).split()))
COMMENTS = st.text("ab é%:;/()\\\n", max_size=30).map(lambda text: text.strip())
SCRIPTS = ["角を　取る", "می‌خواهم", "क्‍ष", "угол: X-поле]", "👩‍💻", "שלום\nb", "a\\", "\\]", "[x]", "¡ḉ!"]
ANY_SCRIPT = st.text(max_size=60).map(printable) | st.sampled_from(SCRIPTS)
VALUES = st.integers(-6400, 6400).map(lambda hundredths: hundredths / 100)


@st.composite
def records(draw, *, names=NAMES, comments=COMMENTS, variations=False, with_seconds=True):
    """Games with all that can be known of them: Othello or anti-Othello, with comments, values and times."""
    game = draw(games())
    if draw(st.booleans()):
        start, resigned = game.start, game.resigned
        game = Game(AntiPosition(start.black, start.white, start.turn, start.size), game.moves)
        game.resigned = resigned
    record = Record.of(game, (draw(names), draw(names)), date=draw(names))
    chance = random.Random(draw(st.integers(0, 10**6)))
    nodes = list(record.tree)
    branching = nodes[:-1]  # a move after the last would go on with the game
    for _ in range(draw(st.integers(0, 8)) if variations and branching else 0):
        node = chance.choice(branching)
        if new := set(node.position.legal_moves) - {child.move for child in node.children}:
            branching.append(node.add(chance.choice(sorted(new))))
            nodes.append(branching[-1])
    for node in chance.sample(nodes, min(3, len(nodes))):
        node.comment = draw(comments)
        if node.move is not None:
            node.value = MoveValue(node.move, draw(VALUES)) if draw(st.booleans()) else None
            node.seconds = abs(draw(VALUES)) if with_seconds and draw(st.booleans()) else None
    return record


@st.composite
def values(draw, move):
    """What an engine may have found of a move."""
    known = {"value": draw(VALUES), "bound": draw(st.sampled_from(["exact", "lower", "upper"]))}
    known |= {"depth": draw(st.integers(0, 60)), "selectivity": draw(st.sampled_from([73, 95, 100]))}
    known |= {"kind": draw(st.sampled_from(["heuristic", "exact", "wld", "book"]))}
    known |= {"spread": draw(st.none() | st.sampled_from([0.5, 4.25]))}
    return MoveValue(move, pv=draw(st.sampled_from([(), (move,), (move, "pass", "f5")])), **known)


@st.composite
def studies(draw, *, comments=ANY_SCRIPT, shapes=SHAPES, analyses=True):
    """Games with variations, and all that people and engines say of them."""
    record = draw(records(comments=comments, variations=True))
    nodes = list(record.tree.root.walk())
    size = record.tree.root.position.size
    squares = st.sampled_from(SQUARES_OF[size])
    chance = random.Random(draw(st.integers(0, 10**6)))
    for node in chance.sample(nodes, min(4, len(nodes))):
        marks = []
        for shape in draw(st.lists(st.sampled_from(shapes), max_size=4)):
            label = st.sampled_from(["A", "1", "角", "a:b", "]", "\\"])
            marks.append(Mark(shape, draw(squares), draw({"label": label, "arrow": squares}.get(shape, st.just("")))))
        node.marks = tuple(marks)
        node.comment = draw(comments)
        if node.move is not None:
            node.sign = draw(st.sampled_from(["", *SIGNS]))
            node.value = draw(values(node.move)) if analyses else node.value
        legal = node.position.legal_moves
        if analyses and legal:
            found = tuple(draw(values(move)) for move in chance.sample(legal, min(2, len(legal))))
            node.analysis = Analysis(found[0].move, found)
    return record
