"""Bring the catalogues of the page's words up to date with the code: ``python -m docs.make_catalogue``.

A person reads four sorts of texts on the page: `t("…")` and `n("…", "…")` of its scripts, its HTML, what players and
games say of themselves, and the templates that the server sends: of errors, of notes, and of every `Text("…")`.
New texts are added without a translation, those that are gone are dropped.
"""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

import outflank
from outflank import errors, formats
from outflank.evaluation.patterns import PATTERNS
from outflank.formats.foreign import KINDS
from outflank.play import PERSON, registry
from outflank.play.match import Fault
from outflank.web import catalogue
from outflank.web.transport.languages import texts_in
from outflank.web.transport.site import MISSING, STATIC

SOURCE = Path(outflank.__file__).parent
LOCALES = SOURCE / "web" / "locales"

_SCRIPTS = STATIC / "js"
_LATER = ("lessons", "later", "offline", "texts")
"""Folders of the scripts that the page fetches when they are needed."""

_OF_SCRIPTS = {"t": None, "n": (1, 2)}
_OF_PYTHON = {
    **dict.fromkeys(name for name in vars(errors) if name.endswith("Error")),
    **dict.fromkeys(("Note", "Text", "error_at", "unexpected")),
    **dict.fromkeys(("MessageError", "RequestError"), (2,)),
    "_say": (3,),
}
"""Which argument of a call is a template; the first, if nothing else is said."""

_SPEAKING = (
    *("web", "sessions", "play", "rules", "formats", "tribolo", "engine", "practice", "analysis"),
    *("jit/progress.py", "errors.py", "library/names.py"),
)
"""Packages and files whose texts can come to the page."""

_NAMES = (
    *("name", "type", "either", "default", "opponents", "first", "start", "plays", "animal"),
    *("members", "document", "file", "command", "words", "kind"),  # of publications
)
"""What games and players tell that is for programs."""

_IDLE = tuple(f'"{name}' for name in ("Project", "Report", "POT", "PO-", "Last", "Language-Team", "Generated"))
"""Lines of the head of a catalogue that say nothing, or something else each day."""


def page_texts() -> Iterator[str | tuple[str, str]]:
    """The texts in the pages' HTML and in the scripts that the page begins with; those with plural forms as pairs."""
    yield from _texts_of_scripts(path for path in _SCRIPTS.rglob("*.js") if path.parent.name not in _LATER)
    yield from texts_in((STATIC / "index.html").read_text(encoding="utf-8"))
    yield from texts_in(MISSING)


def later_texts() -> Iterator[str | tuple[str, str]]:
    """The texts in the scripts that the page fetches when they are needed."""
    for folder in _LATER:
        yield from _texts_of_scripts(_SCRIPTS.rglob(f"{folder}/*.js"))


def _texts_of_scripts(paths: Iterable[Path]) -> Iterator[str | tuple[str, str]]:
    for path in sorted(paths, key=lambda path: path.name):
        with path.open("rb") as file:
            for _, found, _, _ in extract("javascript", file, keywords=_OF_SCRIPTS):
                yield found if isinstance(found, str) else (found[0], found[1])


def described_texts() -> Iterator[str]:
    """What games and players say of themselves on the page."""
    for kind in catalogue.offered_kinds():
        yield from _words_of(catalogue.describe(kind))
    yield from _words_of(catalogue.stories())
    yield from _words_of(catalogue.approaches())
    for name in registry.names():
        for option in registry.entry(name).options:
            if option.form not in ("", "{value}") and not option.about.private:
                yield option.form
    for name in formats.names():
        yield formats.format_named(name).noun
    yield from (pattern.name for pattern in PATTERNS)


def first_texts() -> Iterator[str]:
    """What games and players say on the first screens."""
    yield catalogue.label(PERSON)
    for kind in catalogue.offered_kinds():
        yield from _words_of(catalogue.describe(kind))
    for name in registry.names():
        for option in registry.entry(name).options:
            if option.form not in ("", "{value}") and not option.about.private:
                yield option.form


def _words_of(described: Any) -> Iterator[str]:
    if isinstance(described, dict):
        for key, value in described.items():
            if key not in _NAMES:
                yield from _words_of(value)
    elif isinstance(described, list | tuple):
        for value in described:
            yield from _words_of(value)
    elif isinstance(described, str) and any(character.isalpha() for character in described):
        yield described


def spoken_texts() -> Iterator[str]:
    """The templates of the server's sentences."""
    yield from (*KINDS, *get_args(Fault))  # of files that hold no games, and of forfeits
    for place in _SPEAKING:
        root = SOURCE / place
        for path in [root] if root.is_file() else sorted(root.rglob("*.py")):
            with path.open("rb") as file:
                for _, found, _, _ in extract("python", file, keywords=_OF_PYTHON):
                    if isinstance(found, str) and any(letter.isalpha() for letter in found):
                        yield found


def made() -> Catalog:
    """All texts of today, without translations."""
    catalog = Catalog(project="Outflank", fuzzy=False)
    sources = {
        "page": page_texts(),
        "players": described_texts(),
        "later": later_texts(),
        "server": spoken_texts(),
        "first": first_texts(),
    }
    for where, texts in sources.items():
        for text in texts:
            catalog.add(text, auto_comments=[where])  # tells transport/languages when the page needs it
    return catalog


def update(path: Path) -> tuple[int, int]:
    """Bring a catalogue up to date; how many texts it has, and how many of them without a translation."""
    with path.open("rb") as file:
        known = read_po(file, locale=path.stem)
    fresh = made()
    catalog = Catalog(locale=path.stem, project="Outflank", fuzzy=False, header_comment="")
    for message in fresh:
        if message.id:
            old = known.get(message.id)
            catalog.add(message.id, old.string if old else None, auto_comments=message.auto_comments)
    written = io.BytesIO()
    write_po(written, catalog, width=120, omit_header=False, sort_output=False, ignore_obsolete=True)
    lines = [line for line in written.getvalue().decode().splitlines() if not line.startswith(_IDLE)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    missing = [message for message in catalog if message.id and not _is_whole(message.string)]
    return len(catalog), len(missing)


def _is_whole(translation: object) -> bool:
    return all(translation) if isinstance(translation, tuple | list) else bool(translation)


if __name__ == "__main__":
    for path in sorted(LOCALES.glob("*.po")):
        texts, missing = update(path)
        print(f"{path.name}: {texts} texts, {missing} without a translation")
