"""`outflank app`: its window, the end of its server, and the entry in a desktop's menu."""

import configparser
import os
import shlex
import shutil
import subprocess
import sys
import threading
import time

import pytest

from outflank.cli import app, window
from outflank.cli.window import Window
from outflank.errors import OutflankError

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class FakeServer:
    """A server with as many pages as it is given."""

    address = "http://127.0.0.1:1/"

    def __init__(self, n_pages=0):
        self.n_pages, self.has_ended = n_pages, False

    def end(self):
        self.has_ended = True


@pytest.fixture
def tabs(monkeypatch):
    """Addresses that were opened in the default browser; there is one."""
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    for name, value in {"_POLL": 0.01, "_WINDOW_GONE": 0.1, "_TAB_GONE": 0.2, "_HANDED_ON": 0.2}.items():
        monkeypatch.setattr(window, name, value)
    return opened


def browser(program):
    """Command of a browser that is a program in Python."""
    return [sys.executable, "-c", program]


def test_the_server_ends_when_the_browser_does(tabs, tmp_path):
    server = FakeServer(n_pages=1)
    shown = Window(browser("import sys; sys.stdin.read()"), tmp_path / "profile")
    threading.Timer(0.3, lambda: setattr(server, "n_pages", 0)).start()
    shown.show(server)
    shown.close()  # in case that it is still starting
    assert server.has_ended
    assert tabs == []


def test_the_server_ends_when_the_window_is_closed_and_the_browser_goes_on(tabs, tmp_path):
    server = FakeServer(n_pages=1)
    shown = Window(browser("import time; time.sleep(60)"), tmp_path)
    thread = threading.Thread(target=shown.show, args=(server,))
    thread.start()
    time.sleep(0.3)
    assert not server.has_ended
    server.n_pages = 0
    thread.join(30)
    assert server.has_ended
    shown.close()
    assert shown._process.wait(10) != 0


def test_a_browser_that_does_not_exit_is_killed(monkeypatch, tmp_path):
    """Once, a browser with a debugger attached outlived the command."""
    monkeypatch.setattr(window, "_CLOSING", 0.2)
    stubborn = "import pathlib, signal, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    shown = Window(browser(f"{stubborn}; pathlib.Path('ready').touch(); time.sleep(600)"), tmp_path / "profile")
    monkeypatch.chdir(tmp_path)
    shown.open("http://127.0.0.1:1/")
    while not (tmp_path / "ready").exists():
        time.sleep(0.01)
    shown.close()
    assert shown._process.poll() == -9


def test_a_page_that_is_loaded_again_does_not_end_the_server(tabs, tmp_path):
    server = FakeServer(n_pages=1)
    shown = Window(browser("import time; time.sleep(60)"), tmp_path)
    threading.Thread(target=shown.show, args=(server,), daemon=True).start()
    time.sleep(0.2)
    server.n_pages = 0
    time.sleep(0.03)
    server.n_pages = 1
    time.sleep(0.3)
    assert not server.has_ended
    shown.close()


def test_a_browser_that_fails_gives_way_to_the_default_one(tabs, tmp_path):
    server = FakeServer()
    shown = Window(browser("raise SystemExit(1)"), tmp_path)
    thread = threading.Thread(target=shown.show, args=(server,))
    thread.start()
    while not tabs:
        time.sleep(0.01)
    server.n_pages = 1
    time.sleep(0.1)
    assert not server.has_ended
    server.n_pages = 0
    thread.join(30)
    assert tabs == [server.address]
    assert server.has_ended


def test_without_any_browser_one_line_says_where_the_page_is(tabs, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("webbrowser.open", lambda _address: False)
    server = FakeServer()
    Window(None, tmp_path).show(server)
    assert not server.has_ended
    assert capsys.readouterr().err == (
        "outflank: no browser found; open http://127.0.0.1:1/ yourself, or install Chromium\n"
    )


def test_a_browser_that_is_named_and_not_there_is_refused(outflank):
    done = outflank("app", "--browser", "no-such-browser --flag")
    assert (done.code, done.err) == (2, "outflank: expected the command of a browser, got 'no-such-browser --flag'\n")
    with pytest.raises(OutflankError, match="expected the command of a browser"):
        window.browser_command("'")


@pytest.mark.parametrize(("platform", "has"), [("linux", "chromium"), ("darwin", "Chrome"), ("win32", "msedge.exe")])
def test_browsers_of_each_system_are_looked_for(platform, has, monkeypatch):
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv("PROGRAMFILES", "C:/Program Files")
    assert any(has in path for path in window._browsers())


def test_a_second_app_opens_a_window_onto_the_first(outflank, monkeypatch):
    opened = []
    monkeypatch.setattr(app, "_answers", lambda address: address == "http://127.0.0.1:8765/")
    monkeypatch.setattr(Window, "open", lambda _self, address: opened.append(address))
    assert outflank("app", "--port", "8765").code == 0
    assert opened == ["http://127.0.0.1:8765/"]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="desktops of Linux")
def test_the_menu_entry_starts_this_outflank(outflank, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    done = outflank("app", "--install")
    entry, icon = (tmp_path / "share" / path for path in done.out.replace(f"{tmp_path}/share/", "").split())
    assert icon.read_bytes().startswith(b"<svg")
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(entry, encoding="utf-8")
    section = parser["Desktop Entry"]
    assert shlex.split(section["Exec"]) == [sys.executable, "-m", "outflank", "app"]
    assert section["Icon"] == icon.stem
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", entry], check=True)


def test_on_other_systems_no_menu_entry_is_written(outflank, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setattr("sys.platform", "darwin")
    assert outflank("app", "--install").code == 2
    assert not (tmp_path / "share").exists()


def test_a_program_with_signs_in_its_name_is_quoted_as_desktops_want_it():
    assert app._quoted("/opt/a b/python3") == '"/opt/a b/python3"'
    assert app._quoted('/opt/$"100%\\x') == r'"/opt/\\$\\"100%%\\\\x"'


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_the_window_of_a_real_browser_shows_the_page_and_ends_the_server(tmp_path):
    from playwright.sync_api import sync_playwright

    from tests.web.conftest import free_port

    port, debugging = free_port(), free_port()
    command = f"{CHROMIUM} --headless=new --no-sandbox --disable-gpu --remote-debugging-port={debugging}"
    running = subprocess.Popen(
        [sys.executable, "-m", "outflank", "app", "--port", str(port), "--browser", command],
        env={**os.environ, "OUTFLANK_DATA_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stdout.readline() == f"Outflank is at http://127.0.0.1:{port}/ (Ctrl-C to stop)\n"
        with sync_playwright() as playwright:
            for _ in range(100):
                try:
                    chromium = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{debugging}")
                    break
                except Exception:
                    time.sleep(0.3)
            [page] = chromium.contexts[0].pages
            page.wait_for_selector("h1")
            assert page.url.startswith(f"http://127.0.0.1:{port}/")
            page.get_by_role("button", name="New game").wait_for()
            page.close()
        assert running.wait(60) == 0
    finally:
        running.kill()
        running.communicate()
