"""The link by which somebody takes a seat, as text and as a QR code."""

import io
from functools import lru_cache
from typing import Any

import segno


def link(base: str, game: str, seat: int, secret: str) -> dict[str, Any]:
    """The address of a seat under a server's address `base`, and its QR code in SVG."""
    address = f"{base}#/join/{game}/{secret}"
    return {"seat": seat, "address": address, "qr": qr_code(address)}


@lru_cache(maxsize=500)
def qr_code(text: str) -> str:
    """A QR code in SVG, black on white, with the border that readers of them need; the first time takes 4 ms."""
    written = io.BytesIO()
    segno.make_qr(text, error="m").save(
        written, kind="svg", border=4, light="#fff", xmldecl=False, omitsize=True, nl=False
    )
    return written.getvalue().decode()
