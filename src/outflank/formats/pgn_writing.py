"""Write games in PGN (see `formats.pgn`)."""

import re
from collections.abc import Iterable, Iterator, Sequence

from outflank.formats import clocks, fen, ggf, notes, tagged
from outflank.formats.pgn_game import ALWAYS, COUNTS, NAMES, TAG_NAME, UNKNOWN, VARIANTS
from outflank.formats.places import one_line
from outflank.formats.tagged import AGREED, FORFEIT, LEFT, RESIGNED, TIME, Ending, printable, shown
from outflank.play.moves import PASS
from outflank.play.record import Record
from outflank.play.tree import GameNode
from outflank.rules import WHITE, DiscPosition

_WHEN = re.compile(r"([0-9]{4})[-.]([0-9]{2})[-.]([0-9]{2})(?:[ T_]([0-9]{2}:[0-9]{2}:[0-9]{2}\S{0,20}))?")
_HOW = {
    RESIGNED: "resigned",
    TIME: "time forfeit",
    FORFEIT: "rules infraction",
    AGREED: "agreed",
    LEFT: "abandoned",
}
_WIDTH = 78  # without the space before the last word


def write(records: Sequence[Record]) -> str:
    """Write games with all their variations, and an empty line after each game."""
    return "".join(_text(record) + "\n\n" for record in records)


def _text(record: Record) -> str:
    """Write a game in PGN."""
    start: DiscPosition = record.tree.root.position
    when = _WHEN.fullmatch(record.date)
    result, ending = _result(record), Ending.of(record)
    tags = {
        "Event": record.tags.get("EV", ""),
        "Site": record.place,
        "Date": ".".join(when.groups("")[:3]) if when else record.date,
        "Round": record.tags.get("RO", ""),
        "Black": record.player(0),
        "White": record.player(1),
        "Result": result,
        "Time": when[4] or "" if when else "",
        "TimeControl": clocks.as_control(record.tags.get("TI", "")),
        "BlackElo": record.tags.get("RB", ""),
        "WhiteElo": record.tags.get("RW", ""),
        "Termination": _HOW.get(ending.how, "") if ending else "",
        "Variant": start.game if start.game in VARIANTS else record.tags.get("Variant", ""),
        "Opening": tagged.opening_tag(record),
    }
    if ending is not None and not _tells(result, ending) and "RE" not in record.tags:
        tags["RE"] = ggf.result_of(record)
    if start != type(start).start():
        tags |= {"SetUp": "1", "FEN": fen.write(start)}
    for name, value in record.tags.items():
        if name not in tags and name not in NAMES.values() and TAG_NAME.fullmatch(name):
            tags[name] = value
    plain = {name: one_line(value) for name, value in tags.items()}
    values = {name: ALWAYS.get(name, "") if value in UNKNOWN else value for name, value in plain.items()}
    headers = [f'[{name} "{_escaped(value)}"]\n' for name, value in values.items() if value]
    return "".join(headers) + "\n" + _wrapped([*_movetext(record.tree.root), result])


def _result(record: Record) -> str:
    """Return the result in PGN: the disc counts, or only the winner if they are unknown.

    Empty squares count as the winner's discs.
    """
    ending, start = Ending.of(record), record.tree.root.position
    if ending is None:
        return "*"
    n_squares = start.size**2
    discs = 0 if ending.winner is None else ending.discs
    if discs is None or discs > n_squares or (n_squares + discs) % 2:
        return "0-1" if ending.winner else "1-0"
    more, less = int(n_squares + discs) // 2, int(n_squares - discs) // 2
    return f"{less}-{more}" if (ending.winner is WHITE) != start.fewest_win else f"{more}-{less}"


def _tells(result: str, ending: Ending) -> bool:
    """True if a PGN result contains the number of discs in an ending, or if that number is unknown."""
    return ending.discs is None or (COUNTS.fullmatch(result) is not None and result not in ("1-0", "0-1"))


def _movetext(root: GameNode[DiscPosition]) -> Iterator[str]:
    """Yield move numbers, moves, comments and parentheses in order. A variation follows the move that it replaces."""
    is_apart = True  # something separates the next move from the previous one, so the move number is needed
    if comment := _comment(root):
        yield comment
    waiting: list[tuple[GameNode[DiscPosition] | None, int, str]] = [(root, 0, "")]
    while waiting:
        node, ply, mark = waiting.pop()
        if mark == "move" and node is not None:
            if ply % 2 == 0 or is_apart:
                yield f"{ply // 2 + 1}.{'..' if ply % 2 else ''}"
            yield "--" if node.move == PASS else str(node.move)
            if sign := notes.number_of_sign(node.sign):
                yield sign
            is_apart = False
            if comment := _comment(node):
                yield comment
                is_apart = True
        elif mark:
            yield mark
            is_apart = True
        elif node is not None and node.children:
            first, *others = node.children
            parts: list[tuple[GameNode[DiscPosition] | None, int, str]] = [(first, ply, "move")]
            for other in others:
                parts += [(None, 0, "("), (other, ply, "move"), (other, ply + 1, ""), (None, 0, ")")]
            waiting += reversed([*parts, (first, ply + 1, "")])


def _comment(node: GameNode[DiscPosition]) -> str:
    """Write a node's details as a comment in braces. Returns an empty string if there are no details."""
    said = []
    value = None if node.value is None else node.value.value
    if value is not None and shown(value) and node.parent is not None:
        depth = node.value.depth if node.value else 0
        said.append(f"[%eval {shown(-value if node.parent.position.turn else value)}{f',{depth}' if depth else ''}]")
    if node.seconds is not None and shown(node.seconds):
        said.append(f"[%emt {clocks.written(float(shown(node.seconds)))}]")
    if node.left is not None and shown(node.left):
        said.append(f"[%clk {clocks.written(float(shown(node.left)))}]")
    if drawn := notes.put_into_comment(node.marks):
        said.append(drawn)
    if comment := _plain(node.comment):
        said.append(comment)
    return f"{{{' '.join(said)}}}" if said else ""


def _plain(comment: str) -> str:
    """Replace curly braces with parentheses, because a comment cannot contain curly braces."""
    return printable(comment).replace("{", "(").replace("}", ")")


def _wrapped(words: Iterable[str]) -> str:
    """Join words into lines of limited width. Parentheses stay next to their moves, and comments are never broken."""
    lines, after_opening = [""], True
    for word in words:
        glued = after_opening or word == ")"
        begun = len(lines[-1]) - lines[-1].rfind("\n") - 1  # a comment may have several lines
        if begun + len(word.partition("\n")[0]) > _WIDTH and not glued:
            lines.append(word)
        else:
            lines[-1] += word if glued else f" {word}"
        after_opening = word == "("
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
