"""Draws src/outflank/web/static/icons/*.png from icon.svg, for browsers that install the page.

Run it in the folder above docs after a change to icon.svg: python -m docs.make_icons. It needs what the tests of the
browser need.
"""

import re
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.conftest import ARGUMENTS, chromium

STATIC = Path(__file__).parents[1] / "src" / "outflank" / "web" / "static"
FOLDER = STATIC / "icons"
SIZES = {"icon-192": 192, "icon-512": 512, "maskable-512": 512, "apple-touch-icon": 180}
_SHRUNK = 0.8
"""Size of the picture on an icon that the system cuts to its own shape: systems keep the inner four fifths."""


def svg_of(name: str, icon: str) -> str:
    """The drawing of an icon: icons that the system cuts fill the whole square and have a smaller picture."""
    if name.startswith("icon-"):
        return icon
    found = re.fullmatch(r"(<svg[^>]*>)(<rect[^>]*>)(.*)(</svg>)\s*", icon)
    if found is None:
        raise ValueError("expected icon.svg to begin with its background")
    head, ground, picture, end = found.groups()
    scale = _SHRUNK if name.startswith("maskable") else 1.0
    moved = f'<g transform="translate({32 - 32 * scale} {32 - 32 * scale}) scale({scale})">{picture}</g>'
    return head + re.sub(r' rx="\d+"', "", ground) + moved + end


def main() -> None:
    """Draw every icon."""
    icon = (STATIC / "icon.svg").read_text(encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name, size in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            drawn = svg_of(name, icon).replace(
                "<svg ", f'<svg width="{size}" height="{size}" style="display:block" ', 1
            )
            page.set_content(f'<body style="margin:0">{drawn}</body>')
            page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
