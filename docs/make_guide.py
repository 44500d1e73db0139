"""Writes the player's guide that the page's Help opens: pages of this folder as HTML in `web/static/guide`.

Run `python -m docs.make_guide` after a change of these pages; a test checks that the result is current.
"""

import posixpath
import re
from html import escape
from pathlib import Path

import markdown

DOCS = Path(__file__).parent
FOLDER = DOCS.parent / "src" / "outflank" / "web" / "static" / "guide"
PAGES = {
    "en": (
        "tutorials/first-evening.md",
        "how-to/take-the-course.md",
        "how-to/practise.md",
        "how-to/follow-your-progress.md",
        "how-to/keep-studies.md",
        "how-to/study-together-and-teach-a-class.md",
        "glossary.md",
    ),
    "ja": ("ja/first-evening.md", "ja/glossary.md"),
}
"""The pages of each language, in their order."""

_FOR_PROGRAMMERS = re.compile(
    r"^## (?:In Python|In files and in Python|How it works)\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL
)
_IMAGE = re.compile(r"^!\[.*\]\(.*\)\n\n?", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")

_HTML = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Outflank</title>
<link rel="stylesheet" href="../guide.css">
<nav>{links}</nav>
<main>
{body}
</main>
</html>
"""


def made() -> dict[str, str]:
    """The files of the guide, by their paths in its folder."""
    return {
        f"{language}/{_name(page)}.html": _page(page, pages, language)
        for language, pages in PAGES.items()
        for page in pages
    }


def _page(page: str, pages: tuple[str, ...], language: str) -> str:
    text = _IMAGE.sub("", _FOR_PROGRAMMERS.sub("", _text(page)))
    body = markdown.markdown(
        _LINK.sub(lambda match: _link(match, page, pages), text),
        extensions=["tables", "fenced_code", "def_list", "toc"],
        output_format="html",
    )
    links = " ".join(
        f'<a href="{_name(each)}.html"{" aria-current=page" if each == page else ""}>{escape(_title(each))}</a>'
        for each in pages
    )
    return _HTML.format(language=language, title=escape(_title(page)), links=links, body=body)


def _link(match: re.Match[str], page: str, pages: tuple[str, ...]) -> str:
    """A link to another page of the guide, or the words alone of a link that leads out of it."""
    words, address = match.groups()
    path, mark, fragment = address.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return f"[{words}]({_name(target)}.html{mark}{fragment})" if target in pages else words


def _text(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def _title(page: str) -> str:
    return _text(page).partition("\n")[0].removeprefix("# ")


def _name(page: str) -> str:
    return posixpath.basename(page).removesuffix(".md")


if __name__ == "__main__":
    for name, text in made().items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
