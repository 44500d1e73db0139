"""The page's languages, their catalogues of translations, and the choice of a language for each browser.

The English strings in the code are the keys of the catalogues. The `locales/` folder contains one GNU gettext file for
each language, which `docs/make_catalogue.py` updates from the code. The names of openings come from `rules.openings`.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from outflank.rules import openings

SOURCE = "en"
"""The language of the strings in the source code."""

COOKIE = "outflank-language"
"""The name of the cookie that stores the language selected by the user."""

_FOLDER = Path(__file__).parents[1] / "locales"
_GUIDE = Path(__file__).parents[1] / "static" / "guide"
_SHOWN = re.compile(r'\s(?:aria-label|placeholder|title|alt|content)="([^"]*)"')
_UNTRANSLATED = ("script", "style")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The translations into one language, keyed by English string.

    - `title`: the language's own name
    - `words`: the translations; a string with a plural is listed by its singular and has a tuple of plural forms
    - `plurals`: the category of each plural form (``one``, ``other`` …), in the same order
    - `direction`: the direction of its script, ``ltr`` or ``rtl``
    - `first`: the strings from the server that the page needs when it starts, such as the names of players
    - `later`: the other strings from the server; the page loads them after it has started

    All other strings are in the page's HTML and scripts, which the server translates.
    """

    language: str
    title: str
    words: Mapping[str, str | tuple[str, ...]]
    plurals: tuple[str, ...] = ("one", "other")
    first: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()
    direction: str = "ltr"

    @property
    def tag(self) -> str:
        """The language code for browsers, for example ``pt-BR``."""
        return self.language.replace("_", "-")

    @property
    def guide(self) -> str:
        """The language of the player's guide for readers of this language: English if there is no translation."""
        return self.tag if (_GUIDE / self.tag).is_dir() else SOURCE

    def of(self, text: str) -> str:
        """Translate a string. If there is no translation, it is returned unchanged."""
        found = self.words.get(text, text)
        return found if isinstance(found, str) else text

    @property
    def rest(self) -> str:
        """The translations that the page loads later, as JSON; empty if there are none."""
        return _as_json(self._those(self.later)) if self.later else ""

    def script(self, rest: str = "") -> str:
        """JavaScript that defines the language and the translations needed when the page starts; empty for English.

        `rest` is the name of the file with the other translations.
        """
        if not self.words:
            return ""
        data = {"language": self.tag, "plurals": self.plurals, "words": self._those(self.first), "rest": rest}
        return f"window.outflankWords = {_as_json(data)};\n"

    def _those(self, texts: frozenset[str]) -> dict[str, str | tuple[str, ...]]:
        return {text: found for text, found in self.words.items() if text in texts}


def _as_json(words: object) -> str:
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


@cache
def catalogues() -> dict[str, Catalogue]:
    """All catalogues, keyed by language code, with English first."""
    return {SOURCE: Catalogue(SOURCE, "English", {})} | {
        path.stem: _read(path) for path in sorted(_FOLDER.glob("*.po"))
    }


def _read(path: Path) -> Catalogue:
    with path.open("rb") as file:
        found = read_po(file, locale=path.stem)
    locale = Locale.parse(path.stem)
    words: dict[str, str | tuple[str, ...]] = {**openings.translations(path.stem)}
    first, later = set(), set(words)
    for message in found:
        text, translation = message.id, message.string
        if isinstance(text, str) and isinstance(translation, str) and text and translation:
            words[text] = translation
        elif not isinstance(text, str) and isinstance(translation, tuple) and all(translation):
            words[text[0]] = translation
        key = text if isinstance(text, str) else text[0]
        if "first" in message.auto_comments or not message.auto_comments:
            first.add(key)
        elif {"players", "server"} & set(message.auto_comments):
            later.add(key)
    title = locale.get_display_name(path.stem) or path.stem
    title = title[0].upper() + title[1:]
    return Catalogue(
        path.stem,
        title,
        words,
        _categories(found, locale),
        frozenset(first),
        frozenset(later - first),
        locale.text_direction,
    )


def _categories(catalogue: Catalog, locale: Locale) -> tuple[str, ...]:
    """The plural category of each plural form of a gettext file, in order."""
    form_of = c2py(catalogue.plural_expr)
    categories: dict[int, str] = {}
    for count in (*range(1001), 1_000_000):  # French has a form for millions
        categories.setdefault(form_of(count), locale.plural_form(count))
    return tuple(categories.get(form, "other") for form in range(catalogue.num_plurals))


def language_of(chosen: str | None, accepted: str | None) -> str:
    """Choose the language for a browser.

    The user's choice comes first, then the best match for the ``Accept-Language`` header, then English.
    """
    if chosen in catalogues():
        return str(chosen)
    wanted = []
    for part in (accepted or "")[:200].split(","):
        name, _, quality = part.lower().partition(";q=")
        try:
            wanted.append((float(quality or 1), name.strip().replace("-", "_")))
        except ValueError:
            continue
    names = [name for quality, name in sorted(wanted, key=lambda entry: -entry[0]) if quality > 0]
    codes = {code.lower(): code for code in catalogues()}
    return codes.get(negotiate_locale(names, list(codes), sep="_") or "", SOURCE)


def texts_in(html: str) -> list[str]:
    """Extract all strings in an HTML page that users see or hear.

    These include attributes that are shown or read aloud.
    """
    reader = _Texts(html)
    return list(dict.fromkeys(unescape(html[start:end]) for start, end in reader.found))


def translated(html: str, catalogue: Catalogue) -> str:
    """Translate the strings in an HTML page."""
    for start, end in reversed(_Texts(html).found):
        html = html[:start] + escape(catalogue.of(unescape(html[start:end]))) + html[end:]
    root = f'<html lang="{catalogue.tag}" dir="{catalogue.direction}" data-guide="{catalogue.guide}">'
    return re.sub("<html [^>]*>", root, html, count=1)


class _Texts(HTMLParser):
    """A parser that locates each translatable string in an HTML page by its start and end."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[tuple[int, int]] = []
        self._skips = False
        lines = html.splitlines(keepends=True)
        self._starts = [sum(map(len, lines[:number])) for number in range(len(lines))]
        self.feed(html)
        self.close()

    @property
    def _here(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._skips = tag in _UNTRANSLATED
        if tag == "meta" and dict(attrs).get("name") != "description":
            return
        for found in _SHOWN.finditer(self.get_starttag_text() or ""):
            if _is_text(found[1]):
                self.found.append((self._here + found.start(1), self._here + found.end(1)))

    def handle_endtag(self, _tag: str) -> None:
        self._skips = False

    def handle_data(self, data: str) -> None:
        text = data.strip()
        if not self._skips and _is_text(text):
            start = self._here + data.index(text)
            self.found.append((start, start + len(text)))


def _is_text(text: str) -> bool:
    return any(character.isalpha() for character in text)
