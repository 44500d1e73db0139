"""Where others can reach this server: the address that a link for somebody else must name."""

import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass

_LOOPBACK_NAME = "localhost"
# Addresses of documentation, which are nobody's: nothing is sent, the system only says which way it would go.
_ELSEWHERE = ((socket.AF_INET, ("192.0.2.1", 9)), (socket.AF_INET6, ("2001:db8::1", 9)))


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """Where a server listens, and the `names` by which it is reached besides."""

    host: str = "127.0.0.1"
    port: int = 0
    names: Sequence[str] = ()

    @property
    def is_local(self) -> bool:
        """Whether it listens to this machine alone."""
        return is_loopback(self.host)

    @property
    def address(self) -> str:
        """The address for others, with a slash at its end; empty if only this machine reaches the server.

        A server of this machine alone that has a name stands behind another one, with TLS, which has that name. One
        that listens on all addresses is asked for now, as a laptop's changes.
        """
        if self.names:
            name = self.names[0]
            return f"https://{name}/" if self.is_local else f"http://{name}:{self.port}/"
        if self.is_local:
            return ""
        host = local_address() if _is_any(self.host) else self.host
        return f"http://{bracketed(host)}:{self.port}/" if host else ""


def address_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a host is given by; None if it is given by a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, for this machine alone."""
    address = address_of(host)
    return host.lower() == _LOOPBACK_NAME if address is None else address.is_loopback


def bracketed(host: str) -> str:
    """A host as it stands in an address of a page."""
    return f"[{host}]" if ":" in host else host


def local_address() -> str:
    """The address of this machine in its network, empty if it is in none. Nothing is sent to find it."""
    for family, elsewhere in _ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asked:
                asked.connect(elsewhere)
                found = str(asked.getsockname()[0])
        except OSError:  # no network of this kind
            continue
        if not is_loopback(found) and not _is_any(found):
            return found
    return ""


def _is_any(host: str) -> bool:
    address = address_of(host)
    return address is not None and address.is_unspecified
