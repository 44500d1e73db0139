"""The player's guide that the page's Help opens is made of the documentation, and its links lead somewhere."""

import re

import pytest

make_guide = pytest.importorskip("docs.make_guide", reason="needs markdown", exc_type=ImportError)

MADE = make_guide.made()


@pytest.mark.parametrize("name", MADE)
def test_the_guide_is_what_the_documentation_says(name):
    written = (make_guide.FOLDER / name).read_text(encoding="utf-8")
    assert written == MADE[name], "run: python -m docs.make_guide"


def test_no_page_is_left_over():
    assert {path.relative_to(make_guide.FOLDER).as_posix() for path in make_guide.FOLDER.rglob("*.html")} == set(MADE)


@pytest.mark.parametrize("name", MADE)
def test_links_lead_to_pages_and_headings_of_the_guide(name):
    language = name.partition("/")[0]
    for address in re.findall(r'href="([^"]*)"', MADE[name]):
        path, _, fragment = address.partition("#")
        if path == "../guide.css":
            assert (make_guide.FOLDER / "guide.css").exists()
        elif not path.startswith("https://"):
            target = MADE[f"{language}/{path}" if path else name]
            assert not fragment or f'id="{fragment}"' in target


def test_the_help_of_the_page_leads_to_the_guide_in_each_language():
    script = (make_guide.FOLDER.parent / "js" / "texts" / "help.js").read_text(encoding="utf-8")
    names = re.findall(r'guide\("([\w-]+)"', script)
    assert names
    assert {f"{language}/{name}.html" for language in make_guide.PAGES for name in names} <= set(MADE)
