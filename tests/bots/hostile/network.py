"""Calls out: to this machine, by its names and sockets, and to others."""

import socket
import sys

PORT = 47613


def reached():
    calls = {
        "loopback": (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", PORT)),
        "loopback by IPv6": (socket.AF_INET6, socket.SOCK_STREAM, ("::1", PORT)),
        "outside": (socket.AF_INET, socket.SOCK_STREAM, ("192.0.2.1", 80)),
        "a name server": (socket.AF_INET, socket.SOCK_DGRAM, ("192.0.2.1", 53)),
        "an abstract socket": (socket.AF_UNIX, socket.SOCK_STREAM, "\0outflank-planted"),
    }
    if hasattr(socket, "AF_VSOCK"):
        calls["the machine below"] = (socket.AF_VSOCK, socket.SOCK_STREAM, (2, PORT))
    for name, (family, kind, address) in calls.items():
        try:
            with socket.socket(family, kind) as one:
                one.settimeout(0.2)
                one.connect(address)
            yield name
        except OSError:
            continue


SEEN = list(reached())


def choose(position):
    print(f"got: {SEEN or 'nothing'}", file=sys.stderr, flush=True)
    return position.legal_moves[0]
