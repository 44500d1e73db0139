"""Write games in SGF (see `formats.sgf`)."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from outflank.board.squares import NAMES, bits
from outflank.errors import ParseError
from outflank.formats import ggf, notes, tagged
from outflank.formats.clocks import ClockSetting
from outflank.formats.places import one_line
from outflank.formats.sgf_game import KEPT, MOVES, tags_of
from outflank.formats.tagged import Ending, printable, shown
from outflank.play.moves import PASS
from outflank.play.record import Record
from outflank.play.tree import GameNode
from outflank.rules import DiscPosition, Position


def write(records: Sequence[Record]) -> str:
    """Write each game with all its variations. Each game takes one line, unless its comments contain line breaks."""
    return "".join(_text(record) + "\n" for record in records)


def _text(record: Record) -> str:
    """Write a game in SGF."""
    start: DiscPosition = record.tree.root.position
    ending = _ending(record)
    headers = {
        "FF": "4",
        "CA": "UTF-8",
        "GM": "2",
        "RU": record.tags.get("RU", "") if start.game == Position.game else start.game,
        "PC": record.place,
        "DT": record.date,
        "PB": record.player(0),
        "PW": record.player(1),
        **{key: record.tags.get(name, "") for name, key in KEPT.items()},
        **_clock(record.tags),
        "ON": tagged.opening_tag(record),
        "SZ": str(start.size),
    }
    headers = {name: one_line(value) for name, value in headers.items()}
    further = {name: one_line(value) for name, value in record.tags.items() if name != tagged.OPENING}
    if tagged.decoded(tagged.coded(ending)) != ending:
        further.setdefault("RE", ggf.result_of(record))
    told = tags_of(headers)
    always = ("PC", "DT", "PB", "PW")
    parts = [f"{name}[{_escaped(value)}]" for name, value in headers.items() if value or name in always]
    for name, discs in ("AB", start.black), ("AW", start.white):
        squares = "".join(f"[{NAMES[start.size][square]}]" for square in bits(discs))
        parts.append(f"{name}{squares}" if squares else "")
    parts += [f"PL[{MOVES[start.turn]}]", f"RE[{tagged.coded(ending)}]"]
    values = "".join(
        f"[{_escaped(f'{name}:{value}')}]" for name, value in further.items() if told.get(name, "") != value
    )
    parts.append(f"HD{values}" if values else "")
    return f"(;{''.join(parts)}{_nodes(record.tree.root)})"


def _ending(record: Record) -> Ending | None:
    """Return the ending of a game. With komi, this is the result in the tags, which includes the komi."""
    if record.tags.get("RE") and tagged.has_komi(record):
        with suppress(ParseError):
            return ggf.ending_of(record.tags["RE"], record.tree.root.position)
    return Ending.of(record)


def _clock(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the clock properties: the main time in seconds, and the overtime.

    The increment is written as overtime if the tags contain no overtime.
    """
    try:
        clock = ClockSetting.parse(tags.get("TI", ""))
    except ParseError:
        return {"TM": tags.get("TM", ""), "OT": tags.get("OT", "")}
    overtime = tags.get("OT", "") or (f"{shown(clock.increment)} fischer" if clock.increment else "")
    return {"TM": shown(clock.main), "OT": overtime}


def _nodes(root: GameNode[DiscPosition]) -> str:
    """Write all nodes of a tree. The output starts with the details of the root, without the ``;`` of its node."""
    parts: list[str] = []
    waiting: list[GameNode[DiscPosition] | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        parts.append(_node(node))
        if len(node.children) == 1:
            waiting.append(node.children[0])
        else:
            for child in reversed(node.children):
                waiting += [")", child, "("]
    return "".join(parts)


def _node(node: GameNode[DiscPosition]) -> str:
    """Write a move with its details or, for the root, only the details of the position."""
    comment = printable(node.comment)
    values = "".join(f"[{line}]" for line in notes.lines_of_analysis(node))
    text = f"{f'VS{values}' if values else ''}{notes.properties_of_marks(node.marks)}"
    text += f"C[{_escaped(comment)}]" if comment else ""
    if node.parent is None or node.move is None:
        return text
    side = node.parent.position.turn
    known = notes.property_of_sign(node.sign)
    if node.value is not None and node.value.value is not None and shown(node.value.value):
        known += f"V[{shown(-node.value.value if side else node.value.value)}]"
        rests_on = notes.basis(node.value)
        known += f"VB[{rests_on}]" if rests_on else ""
    if node.seconds is not None and shown(node.seconds):
        known += f"ET[{shown(node.seconds)}]"
    if node.left is not None and shown(node.left):
        known += f"{MOVES[side]}L[{shown(node.left)}]"
    return f";{MOVES[side]}[{'PA' if node.move == PASS else node.move}]{known}{text}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
