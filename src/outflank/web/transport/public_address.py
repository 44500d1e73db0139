"""The server's address as seen by other machines, used in links for other people."""

import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass

_LOOPBACK_NAME = "localhost"
# Addresses reserved for documentation. Nothing is sent to them; the system only picks a route to them.
_ELSEWHERE = ((socket.AF_INET, ("192.0.2.1", 9)), (socket.AF_INET6, ("2001:db8::1", 9)))


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """The host and port on which a server listens, and the other `names` of its host."""

    host: str = "127.0.0.1"
    port: int = 0
    names: Sequence[str] = ()

    @property
    def is_local(self) -> bool:
        """True if only this machine can reach the server."""
        return is_loopback(self.host)

    @property
    def address(self) -> str:
        """The address for other machines, with a slash at the end; empty if only this machine can reach the server.

        A local server with a name is assumed to be behind a TLS proxy with that name. A server that listens on all
        addresses looks up the machine's address on each call, because a laptop's address may change.
        """
        if self.names:
            name = self.names[0]
            return f"https://{name}/" if self.is_local else f"http://{name}:{self.port}/"
        if self.is_local:
            return ""
        host = local_address() if _is_any(self.host) else self.host
        return f"http://{bracketed(host)}:{self.port}/" if host else ""


def address_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parse a host as an IP address. Returns None if it is a host name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """True if a host is localhost or a loopback address."""
    address = address_of(host)
    return host.lower() == _LOOPBACK_NAME if address is None else address.is_loopback


def bracketed(host: str) -> str:
    """Format a host for a URL. An IPv6 address is put in brackets."""
    return f"[{host}]" if ":" in host else host


def local_address() -> str:
    """This machine's address on its network; empty if it has none.

    The address is determined without sending any packets.
    """
    for family, elsewhere in _ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asked:
                asked.connect(elsewhere)
                found = str(asked.getsockname()[0])
        except OSError:  # no network of this family
            continue
        if not is_loopback(found) and not _is_any(found):
            return found
    return ""


def _is_any(host: str) -> bool:
    address = address_of(host)
    return address is not None and address.is_unspecified
