"""The page itself: its HTML, scripts, style sheets and pictures, which are the same on every process of a server."""

from pathlib import Path
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware

from outflank.errors import OutflankError
from outflank.rules import Position
from outflank.rules.picture import draw
from outflank.web.transport import installing
from outflank.web.transport.bundle import Bundle
from outflank.web.transport.guard import POLICY
from outflank.web.transport.languages import COOKIE, Catalogue, catalogues, language_of, translated

STATIC = Path(__file__).parents[1] / "static"

PLACES = (
    *("home", "play", "analyse", "review", "games", "opponents", "learn", "practice", "rules", "help", "join"),
    *("progress", "arena", "study", "account", "lobby", "member", "tournament", "prepare"),
)
"""The screens that users can open by address. Their names are the same as in `js/main.js`."""

MISSING = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Outflank</title><link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/main.css"></head>
<body><main><div class="screen"><h1><img src="/icon.svg" alt="" width="64" height="64"><br>There is no page here.</h1>
<p><a class="button primary" href="/">Home</a></p></div></main></body></html>
"""
"""The page for an address that nothing has."""

_MEDIA = {".js": "text/javascript", ".css": "text/css", ".json": "application/json"}


def add_site(app: FastAPI, *, is_installable: bool) -> None:
    """Add the routes of the page's files to an application, after all others.

    If `is_installable` is False, browsers that have installed the page's service worker remove it.
    """

    @app.get("/picture.svg")
    def picture(position: str, last: str = "") -> Response:
        """Draw a position as SVG. Because it is not a coroutine, it runs in a thread."""
        try:
            drawn = draw(Position.parse(position[:400]), last=last[:4] or None)
        except OutflankError as error:
            return PlainTextResponse(f"{error}\n", 400)
        return Response(drawn, media_type="image/svg+xml")

    def words_for(request: Request) -> Catalogue:
        """The translations for the person who sends a request."""
        return catalogues()[language_of(request.cookies.get(COOKIE), request.headers.get("accept-language"))]

    puzzles = installing.puzzles()
    bundles = {language: Bundle.of(STATIC, words, puzzles) for language, words in catalogues().items()}
    parts = {name: text for bundle in bundles.values() for name, text in bundle.files.items()}

    @app.get("/")
    @app.get("/index.html")
    async def page(request: Request) -> Response:
        """Send the HTML page in the user's language."""
        words = words_for(request)
        bundle = bundles[words.language]
        headers = {
            "content-security-policy": f"script-src 'self' 'sha256-{bundle.inline}'; {POLICY}",
            "content-language": words.tag,
            "vary": "accept-language, cookie",
            "etag": f'W/"{bundle.folder}"',
        }
        if bundle.folder in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return HTMLResponse(bundle.html, headers=headers)

    @app.get(f"/{installing.MANIFEST}")
    async def manifest(request: Request) -> Response:
        """Send the web app manifest in the user's language."""
        headers = {"vary": "accept-language, cookie"}
        return Response(
            installing.manifest(words_for(request)), media_type="application/manifest+json", headers=headers
        )

    script = installing.worker(STATIC, is_offered=is_installable)

    @app.get(f"/{installing.WORKER}")
    async def worker() -> Response:
        """Send the service worker, or the script that removes it."""
        return Response(script, media_type="text/javascript")

    @app.get("/page-{name:path}")
    async def part(name: str) -> Response:
        """Send one of the page's files.

        Browsers may cache it forever, because each version of the page uses a different folder.
        """
        text = parts.get(f"page-{name}")
        if text is None:
            return PlainTextResponse("outflank: the page has a new version: reload it\n", 404)
        headers = {"cache-control": "public, max-age=31536000, immutable"}
        return Response(text, media_type=_MEDIA[Path(name).suffix], headers=headers)

    missing = {
        language: translated(MISSING, catalogues()[language]).replace("/main.css", f"/{bundle.folder}/main.css")
        for language, bundle in bundles.items()
    }

    @app.exception_handler(404)
    async def not_found(request: Request, _error: Exception) -> Response:
        """Say in the user's language that nothing has this address; as JSON if the request asks for that."""
        accepted = request.headers.get("accept", "")
        if "application/json" in accepted and "text/html" not in accepted:
            return JSONResponse({"detail": "Not Found"}, 404)
        words = words_for(request)
        headers = {"content-language": words.tag, "vary": "accept, accept-language, cookie"}
        return HTMLResponse(missing[words.language], 404, headers=headers)

    async def redirect(request: Request) -> Response:
        """Redirect the user, who has typed a screen's address without `#`, to this screen."""
        query = f"?{request.url.query}" if request.url.query else ""
        path = quote(request.url.path.strip("/"), safe="/%")
        return RedirectResponse(f"/#/{path}{query}")

    for place in PLACES:
        app.add_api_route(f"/{place}", redirect)
        app.add_api_route(f"/{place}/{{rest:path}}", redirect)

    app.mount("/", StaticFiles(directory=STATIC))
    app.add_middleware(GZipMiddleware, minimum_size=500)
