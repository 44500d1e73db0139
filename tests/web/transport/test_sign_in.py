"""Sign-in by the operator's proxy: only a trusted proxy names the person."""

import json
import urllib.error
import urllib.request
from contextlib import contextmanager

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from outflank.errors import OutflankError
from outflank.web.transport.sign_in import ProxySignIn, check_sign_in, shown_user, signed_in
from outflank.web.wire import VERSION
from tests.web.conftest import Page, Served, run

HEADER = "X-Forwarded-User"


def request(headers, client="127.0.0.1", kind="websocket", path="/ws", trusted="127.0.0.1"):
    """The user and the client's address that the application sees; None and the answer if it sees nothing."""
    seen, sent = [], []

    async def app(scope, _receive, _send):
        seen.append((signed_in(scope), scope["client"][0]))

    async def receive():
        return {"type": f"{kind}.connect"}

    async def send(message):
        sent.append(message)

    listed = [(name.lower().encode(), value if isinstance(value, bytes) else value.encode()) for name, value in headers]
    scope = {"type": kind, "method": "GET", "path": path, "headers": listed, "client": (client, 1), "scheme": "ws"}
    run(ProxySignIn(app, HEADER, ["/healthz"], trusted)(scope, receive, send))
    return seen[0] if seen else (None, sent)


def test_proxy_names_the_person_and_the_clients_address():
    headers = [(HEADER, "anna"), ("X-Forwarded-For", "192.0.2.7")]
    assert request(headers) == (b"anna", "192.0.2.7")
    assert request([(HEADER, " anna\t")]) == (b"anna", "127.0.0.1")
    assert request(headers, "10.1.2.3", trusted="10.0.0.0/8, 192.0.2.1") == (b"anna", "192.0.2.7")
    assert request([(HEADER, "Zoë".encode())], "::1", trusted="::1") == ("Zoë".encode(), "::1")


@pytest.mark.parametrize(
    ("headers", "client", "reason"),
    [
        ([(HEADER, "anna")], "192.0.2.7", "only from its sign-in proxy"),
        ([(HEADER, "anna"), ("X-Forwarded-For", "127.0.0.1")], "192.0.2.7", "only from its sign-in proxy"),
        ([(HEADER, "anna"), ("Forwarded", "for=127.0.0.1")], "192.0.2.7", "only from its sign-in proxy"),
        ([(HEADER, "anna")], "", "only from its sign-in proxy"),
        ([], "127.0.0.1", "sign in first"),
        ([(HEADER, "  ")], "127.0.0.1", "sign in first"),
        ([("X_Forwarded_User", "anna")], "127.0.0.1", "sign in first"),
        ([("X-Forwarded-User2", "anna")], "127.0.0.1", "sign in first"),
        ([(HEADER, "admin"), (HEADER, "anna")], "127.0.0.1", "twice"),
        ([(HEADER, "admin"), ("x-forwarded-USER", "")], "127.0.0.1", "twice"),
        ([(HEADER, "a" * 201)], "127.0.0.1", "200 bytes"),
    ],
)
def test_request_that_no_trusted_proxy_has_signed_is_refused_in_one_line(headers, client, reason):
    seen, sent = request(headers, client)
    assert seen is None
    assert sent[0]["code"] == 1008
    assert reason in sent[0]["reason"]
    seen, sent = request(headers, client, "http", "/")
    assert (seen, sent[0]["status"]) == (None, 403)
    assert sent[1]["body"].count(b"\n") == 1


def test_monitors_ask_for_health_without_signing_in_and_open_no_websocket_there():
    assert request([(HEADER, "anna")], "192.0.2.7", "http", "/healthz") == (b"", "192.0.2.7")
    assert request([(HEADER, "anna")], "192.0.2.7", "websocket", "/healthz")[0] is None


def test_application_sees_no_user_without_sign_in():
    assert signed_in({"type": "http", "headers": [(HEADER.lower().encode(), b"anna")]}) == b""


@pytest.mark.parametrize("trusted", ["*", "127.0.0.1, *", "0.0.0.0/0", "::/0"])
def test_server_that_trusts_everybody_lets_nobody_sign_in(trusted):
    with pytest.raises(OutflankError, match=r"set FORWARDED_ALLOW_IPS to it, not to "):
        check_sign_in(HEADER, trusted)


@pytest.mark.parametrize("header", ["", "X Y", "X:", "X\r\nY", "Ü", "x" * 101])
def test_header_without_a_valid_name_is_refused(header):
    with pytest.raises(OutflankError, match="expected the name of a header"):
        check_sign_in(header, "127.0.0.1")


def test_users_name_is_safe_to_show():
    assert shown_user("Zo\u202eë <b>".encode()) == "Zoë <b>"
    assert shown_user(b"\xff" * 100) == "\ufffd" * 24


# --- a real server ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def signing_server(tmp_path_factory):
    server = Served(tmp_path_factory.mktemp("served"), "--club", "--sign-in-header", HEADER).start(ready=False)
    yield server
    server.stop()


@contextmanager
def page(server, *users, key="k", **headers):
    """A page whose requests come through a proxy that has signed somebody in."""
    given = [(HEADER, user) for user in users] + list(headers.items())
    with connect(
        f"ws://127.0.0.1:{server.port}/ws", origin=server.address, additional_headers=given, open_timeout=60
    ) as socket:
        found = Page(socket)
        found.welcome = found.ask("hello", v=VERSION, key=key * 32)
        yield found


@pytest.mark.slow
def test_person_is_the_user_and_not_the_key(signing_server):
    with page(signing_server, "anna@club.example") as anna, page(signing_server, "bob", key="k") as bob:
        assert anna.welcome["user"] == "anna@club.example"
        assert anna.ask("claim-name", name="Anna")["member"]["name"] == "Anna"
        assert bob.ask("member")["member"] is None
        game = anna.begin("human", "human")
        anna.play("f5")
        assert bob.ask("play", game=game, ply=1, move="d6")["type"] == "error"
    with page(signing_server, "anna@club.example", key="z") as elsewhere:
        assert elsewhere.ask("member")["member"]["name"] == "Anna"
        assert elsewhere.ask("open", game=game)["type"] == "opened"
        assert elsewhere.play("d6")["type"] != "error"


@pytest.mark.slow
def test_pages_that_the_proxy_has_not_signed_in_are_refused(signing_server):
    for users in ((), ("admin", "anna")):
        with pytest.raises(InvalidStatus) as refused, page(signing_server, *users):
            pass
        assert refused.value.response.status_code == 403
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{signing_server.address}/")
    with refused.value as error:
        assert (error.code, error.read()) == (403, b"outflank: sign in first: the proxy has not named you\n")
    with urllib.request.urlopen(f"{signing_server.address}/healthz") as answer:
        assert json.load(answer)["healthy"]


@pytest.mark.slow
def test_header_is_not_believed_from_an_address_that_is_not_the_proxys(tmp_path, monkeypatch):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    server = Served(tmp_path, "--club", "--sign-in-header", HEADER).start(ready=False)
    try:
        forged = {"X-Forwarded-For": "192.0.2.1"}
        with pytest.raises(InvalidStatus), page(server, "anna", **forged):
            pass
    finally:
        server.stop()


@pytest.mark.slow
def test_server_without_sign_in_does_not_believe_the_header(serve):
    server = serve("--club", ready=False)
    with page(server, "anna", key="a") as anna, page(server, "anna", key="b") as other:
        assert "user" not in anna.welcome
        assert anna.ask("claim-name", name="Anna")["type"] == "member"
        assert other.ask("member")["member"] is None
