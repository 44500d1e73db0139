"""What a browser needs to install the page: the manifest, the icons, the service worker, and headers that fit."""

import asyncio
import json
import re
import struct
from contextlib import asynccontextmanager

import httpx
import pytest

from outflank.web.transport import installing
from outflank.web.transport.app import create
from outflank.web.transport.languages import Catalogue, catalogues
from outflank.web.transport.services import Capacity, Services
from outflank.web.transport.site import STATIC


@asynccontextmanager
async def client_of(**options):
    app = create(Services(None, Capacity()), **options)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        yield client


def get(*paths, headers=None, **options):
    """The answers to requests for some paths."""

    async def go():
        async with client_of(**options) as client:
            return [await client.get(path, headers=headers or {}) for path in paths]

    return asyncio.run(go())


def size_of(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_manifest_names_what_installation_needs():
    (answer,) = get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    assert answer.headers["cache-control"] == "no-cache"
    data = answer.json()
    assert {"name", "short_name", "start_url", "scope", "display", "background_color", "theme_color"} <= data.keys()
    assert {icon["sizes"] for icon in data["icons"] if icon["purpose"] == "any"} == {"192x192", "512x512"}
    assert [icon["sizes"] for icon in data["icons"] if icon["purpose"] == "maskable"] == ["512x512"]


def test_browser_around_the_page_has_the_colours_of_the_page():
    manifest, page = get("/manifest.webmanifest", "/")
    colours = re.findall(r"--page: (#\w+);", (STATIC / "css" / "tokens.css").read_text(encoding="utf-8"))
    light, *darks = colours
    assert set(re.findall(r'name="theme-color" content="(#\w+)"', page.text)) == {light, *darks}
    assert {manifest.json()[name] for name in ("background_color", "theme_color")} == {light}


def test_every_icon_has_the_size_that_the_manifest_says():
    (answer,) = get("/manifest.webmanifest")
    icons = answer.json()["icons"]
    for icon, found in zip(icons, get(*(f"/{icon['src']}" for icon in icons)), strict=True):
        assert found.headers["content-type"] == icon["type"]
        assert "{}x{}".format(*size_of(found.content)) == icon["sizes"]
    assert size_of((STATIC / "icons" / "apple-touch-icon.png").read_bytes()) == (180, 180)


@pytest.mark.parametrize("language", catalogues())
def test_manifest_speaks_the_language_of_its_reader(language):
    (answer,) = get("/manifest.webmanifest", headers={"accept-language": language})
    data = answer.json()
    assert data["lang"] == language
    english = json.loads(installing.manifest(catalogues()["en"]))
    names = [each["name"] for each in data["shortcuts"]]
    assert (names == [each["name"] for each in english["shortcuts"]]) == (language == "en")


def test_manifest_has_the_code_of_its_language_for_browsers():
    assert json.loads(installing.manifest(Catalogue("pt_BR", "Português", {})))["lang"] == "pt-BR"


def test_shortcuts_lead_to_places_of_the_page():
    from outflank.web.transport.site import PLACES

    places = [each["url"] for each in json.loads(installing.manifest(catalogues()["en"]))["shortcuts"]]
    assert len(places) == 4
    assert all(re.fullmatch(r"\./#/(\w+)(/\w+)?", place)[1] in PLACES for place in places)


def test_worker_is_looked_up_anew_and_may_only_reach_its_own_server():
    (answer,) = get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'self'")
    assert "unsafe" not in policy
    assert answer.text == (STATIC / "built" / "worker.js").read_text(encoding="utf-8")


def test_page_that_a_browser_has_is_not_sent_again():
    (first,) = get("/")
    tag = first.headers["etag"]
    (again, other) = (get("/", headers={"if-none-match": each})[0] for each in (tag, 'W/"page-000000000000"'))
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]
    assert (other.status_code, other.text) == (200, first.text)


def test_each_language_has_a_tag_of_its_own():
    tags = {get("/", headers={"accept-language": language})[0].headers["etag"] for language in catalogues()}
    assert len(tags) == len(catalogues())


def test_all_files_of_a_version_can_be_had():
    (page,) = get("/")
    folder = re.search(r'"(page-[0-9a-f]{12})/', page.text)[1]
    (listed,) = get(f"/{folder}/files.json")
    assert listed.headers["cache-control"] == "public, max-age=31536000, immutable"
    names = listed.json()
    assert {"main.js", "main.css"} <= set(names)
    assert {answer.status_code for answer in get(*(f"/{folder}/{name}" for name in names))} == {200}


def test_server_without_installation_sends_the_script_that_removes_the_worker():
    (answer,) = get("/worker.js", is_installable=False)
    assert answer.text == installing.KILL
    assert "unregister" in answer.text
