"""The parts of the page that let a browser install it: manifest, service worker, list of files, and puzzles.

The service worker is `js/worker.js`, built by `npm run build`. `KILL` is the script that replaces it on a server that
does not offer installation: it removes itself and everything that it has cached.
"""

import json
from pathlib import Path

from outflank.practice.puzzles import shipped
from outflank.text import Text
from outflank.web.transport.languages import Catalogue

WORKER = "worker.js"
"""The path of the service worker. It never changes, because browsers look for new versions there."""

MANIFEST = "manifest.webmanifest"
"""The path of the manifest."""

FILES = "files.json"
"""The name of the list of files in each folder of the page."""

KILL = """\
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(end()));
async function end() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
"""
"""The service worker of a server that does not offer installation. Its page then works without one."""

N_PUZZLES = 200
"""Number of puzzles that a browser stores."""

_DESCRIPTION = Text("Play, analyse and review games of Othello.")
_SHORTCUTS = (
    (Text("New game"), "./#/play"),
    (Text("Puzzles"), "./#/practice/puzzles"),
    (Text("Lessons"), "./#/learn"),
    (Text("My games"), "./#/games"),
)
_ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("maskable-512", 512, "maskable"))
_BACKGROUND = "#f1ece1"  # --page in css/tokens.css


def worker(static: Path, *, is_offered: bool) -> str:
    """The script of the service worker. `static` is the folder of the page's files."""
    return (static / "built" / WORKER).read_text(encoding="utf-8") if is_offered else KILL


def puzzles() -> dict[str, str]:
    """The file with the puzzles for times without the server, by its path: every level and rating has its share."""
    by_rating = sorted(shipped(), key=lambda each: (each.rating, each.key))
    chosen = [by_rating[i * len(by_rating) // N_PUZZLES] for i in range(N_PUZZLES)]
    return {"offline/puzzles.json": json.dumps([each.to_json() for each in chosen], separators=(",", ":"))}


def manifest(catalogue: Catalogue) -> str:
    """The web app manifest in one language, as JSON."""
    data = {
        "id": "./",
        "name": "Outflank",
        "short_name": "Outflank",
        "description": catalogue.of(_DESCRIPTION),
        "lang": catalogue.tag,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": _BACKGROUND,
        "theme_color": _BACKGROUND,
        "categories": ["games", "education"],
        "icons": [
            {"src": f"icons/{name}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in _ICONS
        ],
        "shortcuts": [{"name": catalogue.of(name), "url": url} for name, url in _SHORTCUTS],
    }
    return json.dumps(data, ensure_ascii=False)
