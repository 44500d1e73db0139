"""The table of results.md, to which benchmarks add what they measured."""

import platform
import re
from datetime import date
from pathlib import Path

RESULTS = Path(__file__).parent / "results.md"


def record(what: str, figures: str, command: str) -> None:
    """Append a row to the table, which ends the file: what was measured on this machine today, and by which command."""
    model = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    processor = model[1] if model else platform.processor()
    with RESULTS.open("a", encoding="utf-8") as results:
        results.write(f"| {date.today()} | {processor} | {what} | {figures} | `{command}` |\n")
