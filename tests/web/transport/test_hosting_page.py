"""What docs/how-to/host-a-server.md and the Dockerfile tell to do can be done."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.sync.client import connect

from outflank.cli.main import parser
from outflank.web import logs
from outflank.web.wire import VERSION
from tests.web.conftest import Page, free_port

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "how-to" / "host-a-server.md").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def instruction(name):
    """The last instruction of a name in the Dockerfile, in exec form."""
    return json.loads(re.findall(rf"^{name}\b.*?(\[.*\])$", DOCKERFILE, re.MULTILINE)[-1])


def commands():
    """All command lines of `outflank` that the page and the Dockerfile have."""
    for line in "\n".join(blocks("sh")).splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["outflank"]:
            yield words[1:]
        if words[:2] == ["docker", "run"]:
            yield [*instruction("ENTRYPOINT")[1:], *words[words.index("outflank", words.index("-v")) + 1 :]]
    for line in re.findall(r"^ExecStart=(.*)$", PAGE, re.MULTILINE):
        yield shlex.split(line)[1:]


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_commands_have_options_that_there_are(words):
    parser().parse_args(words)


def test_each_event_of_the_log_is_on_the_page_and_no_other():
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/outflank/web").rglob("*.py"))
    logged = set(re.findall(r"\bevent\(\s*(?:logs\.)?[A-Z]+, \"([^\"]+)\"", sources))
    section = PAGE.partition("## Logs")[2].partition("\n## ")[0]
    listed = {
        event for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for event in re.findall("`(.*?)`", row)
    }
    assert listed == logged
    fields = set(re.findall("`([a-z]+)`", section))
    assert fields - listed - {"time", "level", "event", "fault"} <= set(logs.Fields.__annotations__)


def test_dockerfile_takes_what_is_let_into_its_context_and_runs_without_root():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    copied = " ".join(re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)).split()
    for path in copied:
        assert (ROOT / path).exists()
        assert f"!{path}\n" in ignored
    assert re.findall(r"^USER (.*)$", DOCKERFILE, re.MULTILINE) == ["outflank"]


@pytest.mark.slow
def test_health_check_of_the_dockerfile_tells_a_server_from_none(serve):
    server = serve()
    _, *probe = instruction("HEALTHCHECK")
    command = [sys.executable, *(word.replace("8321", str(server.port)) for word in probe)]
    assert subprocess.run(command, timeout=60).returncode == 0
    server.stop()
    assert subprocess.run(command, timeout=60, stderr=subprocess.DEVNULL).returncode != 0


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("nginx") is None, reason="needs nginx")
def test_page_is_reached_through_nginx(serve, tmp_path):
    server, port = serve("--name", "localhost"), free_port()
    (block,) = blocks("nginx")
    block = re.sub(r"^ *ssl_.*\n", "", block, flags=re.MULTILINE)
    block = block.replace("443 ssl", f"127.0.0.1:{port}").replace("8321", str(server.port))
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/errors; daemon off; events {{}} http {{ access_log off; {block} }}"
    )
    proxy = subprocess.Popen([shutil.which("nginx"), "-c", str(config)], stderr=subprocess.DEVNULL)
    try:
        with connected(f"http://127.0.0.1:{port}") as socket:
            page = Page(socket)
            assert page.ask("hello", v=VERSION, key="a" * 32)["type"] == "welcome"
            page.begin("human", "level1")
            page.play("f5")
            page.until_moves(2)
    finally:
        proxy.terminate()
        proxy.wait(60)


def connected(address):
    """A WebSocket to a server that is only starting."""
    for _ in range(50):
        with suppress(OSError), urllib.request.urlopen(address):
            break
        time.sleep(0.1)
    return connect(f"{address.replace('http', 'ws')}/ws", origin=address)
