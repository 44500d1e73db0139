"""Rules for two changes of the same thing, made at the same time: no text and no mark is lost.

`base` is the content that both changes began with, `theirs` the content with the earlier change, and `mine` the content
with the later one. `js/board/operations.js` contains the same rules.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple


class MergedText(NamedTuple):
    """A text with both changes. `clashes` is True if they changed the same words, so that both versions stay."""

    text: str
    clashes: bool


def merged_texts(base: str, theirs: str, mine: str) -> MergedText:
    """Apply both changes of a text.

    If they overlap, both versions of the changed part stay, the earlier one first.
    """
    if theirs in (base, mine):
        return MergedText(mine, False)
    if mine == base:
        return MergedText(theirs, False)
    (a, b, new), (c, d, own) = _change(base, theirs), _change(base, mine)
    is_same_place = a == b == c == d
    if b <= c and not is_same_place:
        return MergedText(base[:a] + new + base[b:c] + own + base[d:], False)
    if d <= a and not is_same_place:
        return MergedText(base[:c] + own + base[d:a] + new + base[b:], False)
    first, last = min(a, c), max(b, d)
    earlier, later = base[first:a] + new + base[b:last], base[first:c] + own + base[d:last]
    between = "\n" if earlier and later else ""
    return MergedText(base[:first] + earlier + between + later + base[last:], True)


def merged_lists(base: Sequence[Any], theirs: Sequence[Any], mine: Sequence[Any]) -> list[Any]:
    """Apply the removals and additions of the later change to `theirs`."""
    kept = [each for each in theirs if each in mine or each not in base]
    return [*kept, *(each for each in mine if each not in base and each not in kept)]


def _change(base: str, changed: str) -> tuple[int, int, str]:
    """The only changed part of a text: its start and end in `base`, and its new content."""
    start = _n_common(base, changed)
    end = _n_common(base[start:][::-1], changed[start:][::-1])
    return start, len(base) - end, changed[start : len(changed) - end]


def _n_common(first: str, second: str) -> int:
    """The number of characters with which both texts begin."""
    least, most = 0, min(len(first), len(second))
    while least < most:  # by halves, because texts are long
        middle = (least + most + 1) // 2
        if first[least:middle] == second[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least
