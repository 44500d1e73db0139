"""The page in few requests: its modules as one script and its style sheets as one, under names that change with them.

Browsers read the modules of `static/js` as they are; on a slow line, though, three dozen requests take longer than all
that is in them. So modules are put one after the other, each in a function of its own, those that it imports before it.
They keep to a small part of the language: ``import { a, b as c } from "./other.js"`` in one line, and ``export`` in
front of a declaration. Anything else is refused.
"""

import base64
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from outflank.web.words import Catalogue, translated

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*?(?:[^*]|\*(?!/))*\*/)[ \t]*\n", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_VERSION = re.compile(r"^export const VERSION = (\d+);$", re.MULTILINE)
_STYLE = re.compile(r'^<link rel="stylesheet" href="(css/\w+\.css)">\n', re.MULTILINE)
_SCRIPT = re.compile(r'<script type="module" src="js/(\w+)\.js"></script>')


@dataclass(frozen=True, slots=True)
class Bundle:
    """The page: its HTML, and by their names the script and the style sheet that it asks for, and words for later.

    `inline` is the hash of the short script that stands in the HTML itself, for the page's security policy.
    """

    html: str
    files: dict[str, str]
    inline: str

    @classmethod
    def of(cls, folder: Path, catalogue: Catalogue, *, small: bool = True) -> "Bundle":
        """Put together what `index.html` in a folder asks for, in a language. Raises ValueError if that cannot be.

        `small` leaves out what only people read, where there is a minifier: a fifth of what goes over the line.
        """
        html = translated((folder / "index.html").read_text(encoding="utf-8"), catalogue)
        sheets, scripts = _STYLE.findall(html), _SCRIPT.findall(html)
        if not sheets or len(scripts) != 1:
            raise ValueError("expected index.html to have style sheets and one script")
        style = "".join(_COMMENT.sub("", (folder / name).read_text(encoding="utf-8")) for name in sheets)
        script = _joined(folder / "js", scripts[0])
        if small:
            style, script = _small(style, "css"), _small(script, "javascript")
        later = catalogue.rest
        rest = {_named(later, "json"): later} if later else {}
        script = catalogue.script(*rest) + script
        sheet, source = _named(style, "css"), _named(script, "js")
        first = html.index('<link rel="stylesheet"')
        html = _STYLE.sub("", html)
        html = f'{html[:first]}<link rel="stylesheet" href="{sheet}">\n{html[first:]}'
        html = html.replace(f"js/{scripts[0]}.js", source)
        early = _early(folder / "js")
        html = html.replace("<title>", f"<script>{early}</script>\n<title>", 1)
        return cls(
            html,
            {sheet: style, source: script, **rest},
            base64.b64encode(hashlib.sha256(early.encode()).digest()).decode(),
        )


def _early(folder: Path) -> str:
    """The script that connects to the server before the other is there."""
    found = _VERSION.search((folder / "protocol.js").read_text(encoding="utf-8"))
    text = _COMMENT.sub("", (folder / "early.js").read_text(encoding="utf-8")).strip()
    if found is None:
        raise ValueError("expected protocol.js to have a VERSION")
    return text.replace("VERSION", found[1])


def _joined(folder: Path, first: str) -> str:
    """A module and all that it imports as one script."""
    parts: dict[str, str] = {}
    begun: list[str] = []

    def add(name: str) -> None:
        if name in begun:
            raise ValueError(f"modules import each other: {' → '.join([*begun, name])}")
        if name in parts:
            return
        begun.append(name)
        text = (folder / f"{name}.js").read_text(encoding="utf-8")
        for _, other in _IMPORT.findall(text):
            add(other)
        begun.pop()
        parts[name] = _wrapped(name, text)

    add(first)
    return '"use strict";\n' + "".join(parts.values())


def _wrapped(name: str, text: str) -> str:
    """A module as a function that gives what it exports."""
    exported = [found[2] for found in _EXPORT.finditer(text)]
    text = _IMPORT.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = ${found[2]};", text)
    text = _EXPORT.sub(r"\1 \2", text)
    if left := _LEFT.search(text):
        raise ValueError(f"{name}.js: cannot be put together: {left[0]}")
    return f"const ${name} = (() => {{\n{_COMMENT.sub('', text)}return {{ {', '.join(exported)} }};\n}})();\n"


def _small(text: str, language: str) -> str:
    """A text in as few letters as say the same; as it is where there is no minifier."""
    try:
        import minify
    except ImportError:  # it comes as machine code, and not for every machine
        return text
    return str(minify.string(f"text/{language}", text))


def _named(text: str, suffix: str) -> str:
    """A name for a file that is another one if its text is."""
    return f"page-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{suffix}"
