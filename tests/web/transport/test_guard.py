import pytest

from outflank.web.transport.guard import OriginGuard
from tests.web.conftest import run


def request(headers, kind="websocket", names=(), path="/"):
    """What happens to a request: the status, or the reason of refusal."""
    sent, reached = [], []

    async def app(_scope, _receive, send):
        reached.append(True)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive():
        return {"type": f"{kind}.connect"}

    async def send(message):
        sent.append(message)

    listed = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": kind, "method": "GET", "path": path, "headers": listed}
    run(OriginGuard(app, names, ["/healthz"])(scope, receive, send))
    return bool(reached), sent


@pytest.mark.parametrize(
    ("host", "origin", "allowed"),
    [
        ("127.0.0.1:8321", "http://127.0.0.1:8321", True),
        ("localhost:8321", "http://localhost:8321", True),
        ("[::1]:8321", "http://[::1]:8321", True),
        ("192.168.1.5:8321", "http://192.168.1.5:8321", True),
        ("club.example", "https://club.example", True),
        ("LOCALHOST:8321", "http://localhost:8321", True),
        ("127.0.0.1:8321", "http://evil.example", False),
        ("127.0.0.1:8321", "http://127.0.0.1:9999", False),
        ("127.0.0.1:8321", "null", False),
        ("127.0.0.1:8321", None, False),
        ("evil.example:8321", "http://evil.example:8321", False),
        ("", "http://", False),
        ("[", "http://[", False),
    ],
)
def test_only_own_pages_may_open_a_websocket(host, origin, allowed):
    headers = {"host": host, **({} if origin is None else {"origin": origin})}
    reached, sent = request(headers, names=["club.example"])
    assert reached is allowed
    if not allowed:
        assert sent == [{"type": "websocket.close", "code": 1008, "reason": sent[0]["reason"]}]


def test_page_may_be_asked_for_without_an_origin_but_not_under_a_foreign_name():
    assert request({"host": "127.0.0.1:1"}, "http")[0]
    reached, sent = request({"host": "evil.example"}, "http")
    assert not reached
    assert sent[0]["status"] == 403


def test_page_may_not_be_framed_nor_run_foreign_scripts():
    _, sent = request({"host": "localhost"}, "http")
    headers = dict(sent[0]["headers"])
    assert b"default-src 'self'" in headers[b"content-security-policy"]
    assert b"frame-ancestors 'none'" in headers[b"content-security-policy"]


@pytest.mark.parametrize("headers", [{"host": "10.1.2.3:8321"}, {"host": "outflank.cluster.internal"}, {}])
def test_monitors_may_ask_for_health_under_any_name_and_for_nothing_else(headers):
    assert request(headers, "http", path="/healthz")[0]
    assert request(headers, "http", path="/status")[0] is (headers == {"host": "10.1.2.3:8321"})
    assert not request({**headers, "origin": "http://evil.example"}, "websocket", path="/healthz")[0]
