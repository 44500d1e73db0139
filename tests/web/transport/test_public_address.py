"""The address that a link for others names."""

import ipaddress

import pytest

from outflank.web.transport import public_address
from outflank.web.transport.guard import OriginGuard
from outflank.web.transport.public_address import PublicAddress


@pytest.mark.parametrize(
    ("host", "names", "address"),
    [
        ("127.0.0.1", [], ""),
        ("localhost", [], ""),
        ("::1", [], ""),
        ("127.0.0.1", ["club.example"], "https://club.example/"),
        ("0.0.0.0", ["club.example", "other.example"], "http://club.example:8321/"),
        ("192.168.1.7", [], "http://192.168.1.7:8321/"),
        ("fd00::7", [], "http://[fd00::7]:8321/"),
        ("box.lan", [], "http://box.lan:8321/"),
        ("0.0.0.0", [], "http://10.1.2.3:8321/"),
        ("::", [], "http://10.1.2.3:8321/"),
    ],
)
def test_address_is_one_that_others_reach_or_none(monkeypatch, host, names, address):
    monkeypatch.setattr(public_address, "local_address", lambda: "10.1.2.3")
    assert PublicAddress(host, 8321, names).address == address


def test_machine_without_a_network_has_no_address_for_others(monkeypatch):
    monkeypatch.setattr(public_address, "local_address", lambda: "")
    assert PublicAddress("0.0.0.0", 8321).address == ""


def test_address_in_the_network_is_not_this_machines_alone():
    found = public_address.local_address()
    if not found:
        pytest.skip("this machine is in no network")
    assert not ipaddress.ip_address(found).is_loopback
    headers = {"host": f"{found}:8321", "origin": f"http://{found}:8321"}
    assert OriginGuard(None).refusal(headers, needs_origin=True) is None
