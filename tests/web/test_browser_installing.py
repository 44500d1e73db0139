"""The page as a browser installs it: the criteria, the start from the cache, and the change to another version."""

import json
import shutil
import time
from contextlib import suppress

import pytest

from outflank.web.transport.site import STATIC
from outflank.web.wire import VERSION as PROTOCOL
from tests.web.conftest import Served

pytestmark = pytest.mark.slow

ALLOWED = {"service_workers": "allow"}
CACHED = "caches.match('./').then(Boolean)"
VERSION = "document.querySelector('script[src]').getAttribute('src').split('/')[0]"


class Edited(Served):
    """A server of a copy of the page, which a test may change between two starts."""

    def __init__(self, folder, *options):
        super().__init__(folder, *options)
        self.static = folder / "static"
        shutil.copytree(STATIC, self.static)
        run = folder / "run.py"
        run.write_text(
            "import sys, pathlib\n"
            "from outflank.web.transport import site\n"
            f"site.STATIC = pathlib.Path({str(self.static)!r})\n"
            "from outflank.__main__ import main\n"
            "sys.exit(main())\n"
        )
        self.program = (str(run),)

    def edit(self, name, before, after):
        path = self.static / name
        text = path.read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after), encoding="utf-8")

    def again(self, *options):
        """Stop, and start at the same address."""
        self.stop()
        self.options = options or self.options
        return self.start()


@pytest.fixture
def edited(tmp_path):
    server = Edited(tmp_path)
    yield server.start()
    server.stop()


def installed(open_tab, server, **options):
    """A tab whose service worker has stored the page."""
    tab = open_tab(server, **ALLOWED, **options).go("#/")
    tab.wait("navigator.serviceWorker.controller !== null")
    tab.wait(CACHED)
    return tab


def begin_game(tab, player="momo"):
    """Begin a game with f5, and wait for the answer; its id and moves."""
    tab.begin("human", player)
    tab.square("f5").click()
    tab.until_moves(2)
    return tab.page.evaluate("outflank.modes.play.state.game"), tab.moves


def workers_of(tab):
    return tab.page.evaluate("navigator.serviceWorker.getRegistrations().then(found => found.length)")


def test_browser_would_install_the_page(open_tab, shared_server):
    tab = installed(open_tab, shared_server)
    session = tab.page.context.new_cdp_session(tab.page)
    session.send("Page.enable")
    faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {each["errorId"] for each in faults} <= {"in-incognito"}  # as every window of a test is
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{shared_server.address}/manifest.webmanifest"
    assert json.loads(found["data"])["name"] == "Outflank"
    assert tab.faults == []


def test_worker_stores_the_page_and_nothing_else(open_tab, shared_server):
    tab = installed(open_tab, shared_server)
    tab.page.evaluate("fetch('/status')")
    tab.page.evaluate("fetch('/picture.svg?position=' + encodeURIComponent(outflank.kinds.othello.start))")
    stored = tab.page.evaluate(
        "(async () => { const urls = []; for (const name of await caches.keys())"
        " for (const { url } of await (await caches.open(name)).keys()) urls.push(url); return urls; })()"
    )
    paths = {url.removeprefix(shared_server.address) for url in stored}
    unversioned = {path for path in paths if not path.startswith("/page-")}
    assert unversioned == {"/", "/icon.svg", "/manifest.webmanifest", "/icons/icon-192.png"}
    assert tab.faults == []


def test_second_visit_asks_the_server_for_nothing_that_is_stored(open_tab, shared_server):
    tab = installed(open_tab, shared_server)
    tab.reload()
    sizes = tab.page.evaluate(
        "[performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')]"
        ".filter(entry => /page-|\\/$/.test(entry.name)).map(entry => entry.transferSize)"
    )
    assert len(sizes) >= 3
    assert set(sizes) == {0}
    assert tab.faults == []


def test_new_version_is_offered_and_keeps_the_game(open_tab, edited):
    tab = installed(open_tab, edited)
    _, moves = begin_game(tab.go())
    old = tab.page.evaluate(VERSION)
    edited.edit("built/main.css", ":root{", ":root{--edited:1;")
    edited.again()
    tab.wait("outflank.connection.ready")
    tab.reload()  # shows the stored version, while the worker looks for another
    tab.page.get_by_role("button", name="Reload").click()
    tab.wait(f"({VERSION}) !== '{old}' && document.documentElement.dataset.ready === 'true'")
    assert tab.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--edited')") == "1"
    tab.until_moves(2)
    assert tab.moves == moves


def test_version_changes_by_itself_at_the_next_visit(open_tab, edited):
    tab = installed(open_tab, edited)
    old = tab.page.evaluate(VERSION)
    edited.edit("index.html", "<title>Outflank</title>", "<title>Outflanked</title>")
    edited.again()
    tab.reload()
    assert tab.page.evaluate(VERSION) == old
    tab.wait("document.querySelector('.renewal') !== null")
    tab.reload()
    assert tab.page.evaluate(VERSION) != old


def test_page_of_another_protocol_heals_itself(open_tab, edited):
    """The stored page is older than the server, which refuses it."""
    number = edited.static / "built" / "main.js"
    edited.stop()
    current = number.read_text(encoding="utf-8")
    early = edited.static / "built" / "early.js"
    told = early.read_text(encoding="utf-8")
    assert f"v:{PROTOCOL}" in told
    edited.start()
    tab = installed(open_tab, edited)
    edited.stop()
    # what the browser has stored speaks another version from now on
    tab.page.evaluate(
        "(async () => { const held = await caches.open('outflank'); const found = await held.match('./');"
        f" const text = (await found.text()).replace('v:{PROTOCOL}', 'v:{PROTOCOL - 1}');"
        " const headers = new Headers(found.headers); headers.delete('content-security-policy');"
        " await held.put('./', new Response(text, { headers })); })()"
    )
    edited.start()
    with suppress(Exception):
        tab.page.reload()
    healed = f"document.head.innerHTML.includes('v:{PROTOCOL}')"
    is_ready = "Boolean(document.documentElement.dataset.ready && outflank.connection.ready)"
    ends = time.monotonic() + 60
    while True:
        with suppress(Exception):  # the page is just being loaded again
            if tab.page.evaluate(f"{is_ready} && {healed}"):
                break
        assert time.monotonic() < ends, "the page stays of another protocol"
    assert number.read_text(encoding="utf-8") == current


def test_server_without_installation_removes_the_worker(open_tab, edited):
    tab = installed(open_tab, edited)
    edited.again("--no-install")
    tab.reload()
    tab.wait("navigator.serviceWorker.getRegistrations().then(found => found.length === 0)")
    tab.wait("caches.keys().then(names => names.length === 0)")
    tab.reload()
    assert workers_of(tab) == 0


def test_server_from_before_the_worker_removes_it(open_tab, edited):
    tab = installed(open_tab, edited)
    # an older server: it has neither the worker nor the list of files
    (edited.folder / "run.py").write_text(
        (edited.folder / "run.py")
        .read_text()
        .replace(
            "from outflank.__main__",
            "from outflank.web.transport import bundle\n"
            "old = bundle.Bundle.of.__func__\n"
            "def of(cls, *given):\n"
            "    made = old(cls, *given)\n"
            "    made.files.pop(f'{made.folder}/files.json')\n"
            "    return made\n"
            "bundle.Bundle.of = classmethod(of)\n"
            "from outflank.__main__",
        )
    )
    edited.edit("built/main.css", ":root{", ":root{--edited:1;")
    edited.again()
    tab.reload()
    tab.wait("caches.keys().then(names => names.length === 0)")
    tab.reload()
    assert tab.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--edited')") == "1"


@pytest.mark.parametrize("fault", ["register", "caches", "storage"])
def test_page_works_where_storage_is_forbidden(open_tab, shared_server, fault):
    scripts = {
        "register": "if (isSecureContext) navigator.serviceWorker.register ="
        " () => Promise.reject(new DOMException('no', 'SecurityError'))",
        "caches": "Object.defineProperty(Navigator.prototype, 'serviceWorker',"
        " { get() { throw new DOMException('no', 'SecurityError'); } })",
        "storage": "for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])"
        " Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } })",
    }
    tab = open_tab(shared_server, **ALLOWED)
    tab.page.add_init_script(scripts[fault])
    begin_game(tab.go())
    assert tab.faults == []


def test_language_changes_although_the_page_is_stored(open_tab, shared_server):
    tab = installed(open_tab, shared_server)
    tab.button("Settings").click()
    tab.page.get_by_label("Language").select_option("ja")
    tab.page.wait_for_selector("html[lang=ja][data-ready]")
    tab.reload()
    assert tab.page.evaluate("document.documentElement.lang") == "ja"
