"""Write results as a single self-contained HTML page with tables, plots and games to replay."""

import base64
import hashlib
import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from outflank.matches.results import Results
from outflank.matches.store import Store, TournamentGame
from outflank.matches.tables import ResultTable, about, players, result, tables
from outflank.plots import intervals, line_chart

_HERE = Path(__file__).parent
_LINKED = ("Forfeits", "Games worth a look")  # tables with game numbers in their first column
_MOST_POINTS = 400  # most points to plot for a sequential test


def as_page(results: Results, store: Store, most: int) -> str:
    """Build the page. Up to `most` games can be replayed: first those worth a look, then the latest ones."""
    style = (_HERE / "page.css").read_text(encoding="utf-8")
    script = (_HERE / "page.js").read_text(encoding="utf-8")
    title = escape(results.plan.title)
    # The page loads nothing and runs no script but its own, whatever the players' names contain.
    policy = f"default-src 'none'; script-src 'sha256-{_digest(script)}'; style-src 'sha256-{_digest(style)}'"
    parts = tables(results)
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n<header>",
            f'<h1>{title}</h1>\n<p class="soft">{escape(about(results))}</p>\n</header>\n<main>',
            _table(parts[0]) if parts else "",
            *(
                f'<section class="plot" tabindex="0" aria-label="{escape(name)}">{chart}</section>'
                for name, chart in _charts(results)
            ),
            *map(_table, parts[1:]),
            '<section aria-label="Games"><h2>Games</h2><div id="replay" hidden></div>',
            "<noscript><p>Replaying the games needs JavaScript.</p></noscript></section>",
            "</main>",
            f'<script type="application/json" id="games">{_games(results, store, most)}</script>',
            f"<script>{script}</script>\n</body>\n</html>\n",
        ]
    )


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _table(table: ResultTable) -> str:
    title = escape(table.title)
    out = [f'<section aria-label="{title}"><h2>{title}</h2>']
    if table.note:
        out.append(f'<p class="soft">{escape(table.note)}</p>')
    out.append(f'<div class="wide" tabindex="0" role="region" aria-label="{title}, as a table"><table><thead><tr>')
    heads = (
        f'<th scope="col"{_side(table, i)}>{escape(words)}</th>' if words else f"<td{_side(table, i)}></td>"
        for i, words in enumerate(table.headings)
    )
    out.append(f"{''.join(heads)}</tr></thead><tbody>")
    name = table.left[0] if table.left else 0
    for row in table.rows:
        link = f' data-game="{escape(row[0])}"' if table.title in _LINKED else ""
        cells = (
            f'<th scope="row"{_side(table, i)}>{escape(words)}</th>'
            if i == name
            else f"<td{_side(table, i)}{link if i == 0 else ''}>{escape(words)}</td>"
            for i, words in enumerate(row)
        )
        out.append(f"<tr>{''.join(cells)}</tr>")
    return "\n".join([*out, "</tbody></table></div></section>"])


def _side(table: ResultTable, column: int) -> str:
    names = [name for name, columns in (("left", table.left), ("long", table.long)) if column in columns]
    return f' class="{" ".join(names)}"' if names else ""


def _charts(results: Results) -> Iterator[tuple[str, str]]:
    figures = [(results.name(number), *results.strengths.figure(place)) for place, number in enumerate(results.order)]
    rows = [(name, elo, error) for name, elo, error in figures if elo is not None]
    if rows:
        yield "Ratings, as a plot", intervals("Ratings with 95% intervals", "Elo over the mean", rows)
    curves = {results.name(number): curve for number, curve in results.curves.items()}
    if any(len(curve) > 1 for curve in curves.values()):
        whose = f"Points of the first {len(curves)} as" if len(curves) < len(results.order) else "Points as"
        title = f"{whose} the games progressed"
        yield "Points, as a plot", line_chart(title, "games of the player", "points", curves)
    if results.trial is not None and results.trial.llrs:
        llrs, (lower, upper) = results.trial.llrs, results.trial.sprt.bounds
        step = -(-len(llrs) // _MOST_POINTS)
        places = [*range(0, len(llrs) - 1, step), len(llrs) - 1]
        lines = {
            "LLR": [(0.0, 0.0), *((float(i + 1), llrs[i]) for i in places)],
            "accepts elo1": [(0.0, upper), (float(len(llrs)), upper)],
            "accepts elo0": [(0.0, lower), (float(len(llrs)), lower)],
        }
        yield "The sequential test, as a plot", line_chart("Sequential test", "pairs of games", "log-likelihood", lines)


def _games(results: Results, store: Store, most: int) -> str:
    """Encode the games to replay as JSON that is safe to embed in the page, even if a player's name contains HTML."""
    kind = results.plan.kind
    chosen = {each.game.number: each.game for each in results.remarkable[:most]}
    last = f"number > (SELECT max(number) FROM games) - {most}"
    for game in sorted(store.games(where=last), key=lambda game: -game.number):
        if len(chosen) < most:
            chosen.setdefault(game.number, game)
    data = {
        "seats": kind.seats,
        "symbols": kind.symbols,
        "games": [_game(results, game) for game in chosen.values()],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _game(results: Results, game: TournamentGame) -> dict[str, Any]:
    kind = results.plan.kind
    positions = kind.new_game(kind.read(game.start), game.moves).positions
    moves = []
    for before, move, after in zip(positions, game.moves, positions[1:], strict=False):
        changes: dict[str, list[int]] = {}
        for place, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
            if old != new:
                changes.setdefault(new, []).append(place)
        moves.append([move, int(before.turn), list(changes.items())])
    ended = result(results, game)
    return {
        "number": game.number,
        "title": f"{game.number}: {players(results, game)}: {ended}",
        "players": [results.name(number) for number in game.seats],
        "width": positions[0].width,
        "cells": positions[0].cells,
        "moves": moves,
        "ending": f"{ended}: {game.reason}" if game.reason else ended,
    }
