"""Writes measurements: rows of results.md, and marked sections of the other pages of this folder."""

import platform
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from outflank.errors import OutflankError

RESULTS = Path(__file__).parent / "results.md"
DOCS = Path(__file__).parent.parent / "docs"


def record(what: str, figures: str, command: str) -> None:
    """Append a row to the table, which ends the file: what was measured on this machine today, and by which command."""
    model = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    processor = model[1] if model else platform.processor()
    with RESULTS.open("a", encoding="utf-8") as results:
        results.write(f"| {date.today()} | {processor} | {what} | {figures} | `{command}` |\n")


def write_section(page: str, name: str, lines: Sequence[str]) -> None:
    """Put lines into a page of this folder, between ``<!-- name: begin -->`` and ``<!-- name: end -->``."""
    path = RESULTS.with_name(page)
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
    before, _, rest = path.read_text(encoding="utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise OutflankError(f"expected {begin.strip()} and {end.strip()} in {path}")
    content = "".join(line + "\n" for line in lines)
    path.write_text(before + begin + content + end + after, encoding="utf-8")
