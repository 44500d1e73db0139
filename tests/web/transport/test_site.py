"""Addresses that lead nowhere."""

import asyncio
import re
from html import unescape

from outflank.web.transport.languages import catalogues
from tests.web.transport.test_installing import client_of

JUNK = ["/nonsense", "/nonsense/more", "/%00", "/..%2f..%2fetc", "/built/none.js", "/guide/xx/", "/" + 2000 * "x"]


def answers(*requests):
    """The answers to requests, each a path with its headers, from one server."""

    async def go():
        async with client_of() as client:
            return [await client.get(path, headers=headers) for path, headers in requests]

    return asyncio.run(go())


def test_address_that_leads_nowhere_shows_a_page_with_a_link_home():
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    *pages, program = answers(*((path, browser) for path in JUNK), ("/nonsense", {"accept": "application/json"}))
    for answer in pages:
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert "There is no page here." in answer.text
        assert re.findall(r'href="([^"]+)">([^<]+)</a>', answer.text) == [("/", "Home")]
    assert (program.status_code, program.json()) == (404, {"detail": "Not Found"})


def test_page_for_an_address_that_leads_nowhere_is_in_the_language_of_the_visitor_and_dressed():
    words = list(catalogues().values())
    pages = answers(*(("/nonsense", {"accept-language": each.tag}) for each in words))
    styles = []
    for answer, each in zip(pages, words, strict=True):
        told = each.of("There is no page here.")
        assert f'<html lang="{each.tag}"' in answer.text
        assert answer.headers["content-language"] == each.tag
        assert told in unescape(answer.text)
        assert (told == "There is no page here.") == (each.language == "en")
        styles += re.findall(r'rel="stylesheet" href="([^"]+)"', answer.text)
    assert len(styles) == len(words)
    assert all(answer.status_code == 200 for answer in answers(*((style, {}) for style in styles)))
