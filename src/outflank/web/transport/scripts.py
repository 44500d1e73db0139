"""The page's scripts in the reader's language.

`npm run build` marks the texts in the scripts: `t("<t>Play")` and `n("<n>{count} disc", "{count} discs", count)`. The
server replaces each of them by its translation, so a script never waits for words, nor shows an English one.
"""

import json
import re
from functools import partial

from outflank.web.transport.languages import Catalogue

_STRING = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\$]|\\.|\$(?!\{))*`)"""
_MARKED = re.compile(rf"""(?=["'`]<[tn]>)({_STRING})(?:\s*,\s*({_STRING}))?""", re.DOTALL)
_ESCAPED = re.compile(r"\\(?:u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(\r\n|.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}
_MARK = len("<t>")


def in_language(script: str, catalogue: Catalogue) -> str:
    """Translate the marked texts in a script, and remove the marks.

    A text with plural forms becomes the list of all forms.
    """
    return _MARKED.sub(partial(_translated, catalogue), script)


def _translated(catalogue: Catalogue, found: re.Match[str]) -> str:
    marked = _decoded(found[1])
    mark, text = marked[:_MARK], marked[_MARK:]
    forms = catalogue.words.get(text, text)
    if mark == "<t>":
        translation = _encoded(forms if isinstance(forms, str) else forms[0])
        return translation + found[0][len(found[1]) :]
    if found[2] is None:
        raise ValueError(f"expected two texts in a call of n(), got one: {text!r}")
    return f"{_encoded(text)},{found[2]}" if isinstance(forms, str) else f"{_encoded(forms)},0"


def _encoded(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _decoded(literal: str) -> str:
    """The value of a string literal of JavaScript."""
    text = _ESCAPED.sub(_character, literal[1:-1])
    return text.encode("utf-16", "surrogatepass").decode("utf-16")  # JavaScript escapes other planes as pairs


def _character(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    return chr(int(code, 16)) if code else _LETTERS.get(found[4], found[4])
