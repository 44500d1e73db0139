"""The page in one language: its HTML, and its other files in a folder named after their hash.

`npm run build` creates `static/built` from `static/js` and `static/css`. It contains the script and style sheet that
the page needs at the start, and files that it loads later. The scripts are translated (see `scripts`); the first one
starts with the translations of what the server says.
"""

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from outflank.web.transport.installing import FILES, WORKER
from outflank.web.transport.languages import Catalogue, translated
from outflank.web.transport.scripts import in_language

_BUILT, _SCRIPT, _EARLY, _REST = "built", "main.js", "early.js", "words.json"


@dataclass(frozen=True, slots=True)
class Bundle:
    """The page's HTML, and its other files, keyed by path.

    `inline` is the hash of the short script in the HTML. The content security policy needs it. `folder` identifies the
    version of the page, because its name depends on the HTML and on every file.
    """

    html: str
    files: dict[str, str]
    inline: str
    folder: str

    @classmethod
    def of(cls, static: Path, catalogue: Catalogue, more: Mapping[str, str] | None = None) -> "Bundle":
        """Create the page in one language from the files in `static`, and from `more` files by path.

        Raises ValueError if `npm run build` has not been run.
        """
        html = translated((static / "index.html").read_text(encoding="utf-8"), catalogue)
        built = static / _BUILT
        files = {path.relative_to(built).as_posix(): _read(path, catalogue) for path in sorted(built.rglob("*.*"))}
        if missing := {_SCRIPT, _EARLY} - files.keys():
            raise ValueError(f"expected {built} to contain {' and '.join(sorted(missing))}: run 'npm run build'")
        if rest := catalogue.rest:
            files[_REST] = rest
        files[_SCRIPT] = catalogue.script(*([_REST] if rest else [])) + files[_SCRIPT]
        early = files.pop(_EARLY).strip()
        files.pop(WORKER, None)  # has its own address
        files |= more or {}
        files[FILES] = json.dumps(sorted(files))
        html = html.replace("<title>", f"<script>{early}</script>\n<title>", 1)
        folder = f"page-{hashlib.sha256(repr((html, files)).encode()).hexdigest()[:12]}"
        return cls(
            html.replace(f'"{_BUILT}/', f'"{folder}/'),
            {f"{folder}/{name}": text for name, text in files.items()},
            base64.b64encode(hashlib.sha256(early.encode()).digest()).decode(),
            folder,
        )


def _read(path: Path, catalogue: Catalogue) -> str:
    text = path.read_text(encoding="utf-8")
    return in_language(text, catalogue) if path.suffix == ".js" else text
