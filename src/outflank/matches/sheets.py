"""Write results as comma-separated values (CSV) for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from outflank.matches.reports import game_json, to_json
from outflank.matches.results import Results
from outflank.matches.store import Store

ENCODING = "utf-8-sig"
"""Encoding of CSV files: UTF-8 with a byte order mark, so that spreadsheets recognise the encoding."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # characters with which spreadsheet formulas start


def places_sheet(results: Results) -> str:
    """Write the standings as CSV."""
    rows = to_json(results)["table"]
    faults = sorted({fault for row in rows for fault in row["forfeits"]})
    names = [name for name in rows[0] if name not in ("name", "player", "forfeits")]
    return as_sheet(
        ["name", "player", *names, *(f"forfeits: {fault}" for fault in faults)],
        (
            [
                *map(harmless, (row["name"], row["player"])),
                *(row[name] for name in names),
                *(row["forfeits"].get(fault, 0) for fault in faults),
            ]
            for row in rows
        ),
    )


def games_sheet(results: Results, store: Store) -> str:
    """Write all games as CSV, one game per line. Items in a list are separated by spaces."""
    words = ("forfeited", "fault", "reason", "machine")
    names = ("game", "round", "start", "opening", "took", "ended")
    lists = ("points", "scores", "moves", "seconds", "clocks")

    def rows() -> Iterable[Sequence[Any]]:
        for game in store.games():
            data = game_json(results, game)
            texts = (harmless(text or "") for text in (*data["players"], *(data[name] for name in words)))
            yield [*texts, *(data[name] for name in names), *(" ".join(map(str, data[name])) for name in lists)]

    return as_sheet([*results.plan.kind.seats, *words, *names, *lists], rows())


def as_sheet(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Format a table as comma-separated values."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return out.getvalue()


def harmless(text: str) -> str:
    """Escape untrusted text, so that no spreadsheet treats it as a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
