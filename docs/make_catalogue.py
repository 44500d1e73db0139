"""Bring the catalogues of the page's words up to date with the code: ``python -m docs.make_catalogue``.

What a person reads on the page comes from four places: `t("…")` and `n("…", "…")` in its scripts, its HTML, what
players and games say of themselves, and the sentences that the server answers with. The last are found in the code as
the arguments of errors and of statements; what is put into them becomes a numbered gap: ``no player {0} is offered``.
New texts are added without a translation, those that are gone are dropped.
"""

import ast
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

import outflank
from outflank.evaluation.patterns import PATTERNS
from outflank.play import formats, registry
from outflank.play.foreign import KINDS
from outflank.web import catalogue
from outflank.web.app import STATIC
from outflank.web.words import texts_in

SOURCE = Path(outflank.__file__).parent
LOCALES = SOURCE / "web" / "locales"

_KEYWORDS = {"t": None, "n": (1, 2)}
_SPEAKING = ("web", "play", "rules", "formats", "tribolo", "engine", "practice")
"""The packages whose sentences can come to the page."""

_SAID = {
    "Statement": 2,
    "MessageError": 1,
    "Forfeit": 2,
    "BadGame": 1,
    "unexpected": 0,
    "error_at": 0,
    "__init__": 1,
    "Note": 0,
}
"""Which argument is a sentence; of errors without an entry it is the first."""

_NAMES = (
    *("name", "type", "either", "default", "opponents", "first", "start", "plays", "animal"),
    *("members", "document", "file", "command", "words"),  # of publications
)
"""What games and players tell that is for programs."""

_IDLE = tuple(f'"{name}' for name in ("Project", "Report", "POT", "PO-", "Last", "Language-Team", "Generated"))
"""Lines of the head of a catalogue that say nothing, or something else each day."""

_SILENT = ("web/bundle.py", "web/server.py", "web/finished.py", "play/files.py")
"""Files whose errors are met when a server is started, or by commands, and not on a page."""

_TELLING = ("why_illegal", "why_not")
"""Functions that return a sentence, or put one together."""

_EXPLAINING = ("engine/explain.py",)
"""Files whose texts are all said to people."""

_PUT_TOGETHER = (
    # of explanations: how many, and which corners
    *("1 move", "{0} moves", "no moves", "1 disc", "{0} discs", "no discs"),
    *("corners {0} and {1}", "corners {0} and {1} and {2}", "corners {0} and {1} and {2} and {3}"),
    # how a game ended, where that is part of another sentence
    *("draw {0}–{1}", "{0} wins {1}–{2}", "{0} wins {1}–{2} (1 empty square to the winner: {3})"),
    "{0} wins {1}–{2} ({3} empty squares to the winner: {4})",
    *("illegal move: {0}", "time: {0}", "crash: {0}"),
    # of moves that are not legal
    "{0} may not pass: there is a move at {1} and elsewhere",
    # of options
    *("expected {0} to be a whole number, got {1}", "expected {0} to be a number, got {1}"),
    # of names that are not known: the end of a sentence
    "{0}; did you mean {1}?",
    *KINDS,  # what a file is that is none of games
    # where in a text something is wrong
    *("game {0}", "game {0}, line {1}"),
    *("nothing", "the end of the text"),
    *("{0} (line {1})", "{0} (line {1}, column {2})", "{0} (column {1})"),
    # of a form: what is wrong with a field
    *("the {0} must be at least {1}, got {2}", "the {0} must be at most {1}, got {2}"),
    *("the {0} must be a whole number, got {1}", "the {0} must be a number, got {1}"),
    "the {0} may have at most {1} characters, got {2}",
    # how far compiling has come
    "compiling for this processor, once: {0} of {1}, about {2} s left",
    "compiling the engine for this processor, once",
)
"""Patterns of sentences that do not stand in the code as a whole."""


def page_texts() -> Iterator[str | tuple[str, str]]:
    """The texts in the page's HTML and in the scripts that it begins with; those with plural forms as pairs."""
    yield from _texts_of_scripts((STATIC / "js").glob("*.js"))
    yield from texts_in((STATIC / "index.html").read_text(encoding="utf-8"))


def later_texts() -> Iterator[str | tuple[str, str]]:
    """The texts in the scripts that the page fetches when they are needed."""
    yield from _texts_of_scripts((STATIC / "js").glob("*/*.js"))


def _texts_of_scripts(paths: Iterable[Path]) -> Iterator[str | tuple[str, str]]:
    for path in sorted(paths):
        with path.open("rb") as file:
            for _, found, _, _ in extract("javascript", file, keywords=_KEYWORDS):
                yield found if isinstance(found, str) else (found[0], found[1])


def described_texts() -> Iterator[str]:
    """What games and players say of themselves on the page."""
    for kind in catalogue.offered_kinds():
        yield from _words_of(catalogue.describe(kind))
    for name in registry.names():
        for option in registry.entry(name).options:
            short = f"{option.name} {{}}" if option.about.short is None else option.about.short
            if short not in ("", "{}") and not option.about.private:
                yield short.replace("{}", "{0}")
    for name in formats.names():
        yield formats.format_named(name).noun
    yield from (pattern.name for pattern in PATTERNS)


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
    """The sentences that the server answers with."""
    yield from _PUT_TOGETHER
    for package in _SPEAKING:
        for path in sorted((SOURCE / package).rglob("*.py")):
            name = path.relative_to(SOURCE).as_posix()
            if name in _SILENT:
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if name in _EXPLAINING:
                yield from _texts_in(tree)
            for node in ast.walk(tree):
                if isinstance(node, ast.Call):
                    yield from _sentence_of(node)
                elif isinstance(node, ast.FunctionDef) and node.name in _TELLING:
                    yield from _texts_in(node)


def _texts_in(tree: ast.AST) -> Iterator[str]:
    """All texts of a piece of code that are sentences, or parts of them, but for docstrings and errors."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Raise) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            continue
        text = _pattern_of(node) if isinstance(node, ast.expr) else ""
        if _is_sentence(text):
            yield text
        elif not isinstance(node, ast.JoinedStr):
            yield from _texts_in(node)


def _sentence_of(call: ast.Call) -> Iterator[str]:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if name not in _SAID and not name.endswith("Error"):
        return
    at = _SAID.get(name, 0)
    if at < len(call.args):
        text = _pattern_of(call.args[at])
        if _is_sentence(text):
            yield f"{text}, got {{0}}" if name == "unexpected" else text


def _is_sentence(text: str) -> bool:
    return " " in text.strip() and any(character.isalpha() for character in text)


def _pattern_of(node: ast.expr) -> str:
    """The text of a literal, with numbered gaps for what is put into it; empty for what is none."""
    if isinstance(node, ast.BinOp):  # what is added to a sentence is a pattern of its own
        return _pattern_of(node.left)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    parts, gaps = [], 0
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        else:
            parts.append(f"{{{gaps}}}")
            gaps += 1
    return "".join(parts)


def made() -> Catalog:
    """All texts of today, without translations."""
    catalog = Catalog(project="Outflank", fuzzy=False)
    sources = {"page": page_texts(), "players": described_texts(), "later": later_texts(), "server": spoken_texts()}
    for where, texts in sources.items():
        for text in texts:
            catalog.add(text, auto_comments=[where])  # which says to words.py what the page needs from the start
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
