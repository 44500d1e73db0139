"""Report the progress of a training run in a table of its generations and a chart of its losses."""

from typing import Any

from outflank.errors import OutflankError
from outflank.plots import line_chart
from outflank.training import dataset
from outflank.training.folder import Folder, read


def generations(folder: Folder) -> list[dict[str, Any]]:
    """List facts about each generation: games and settings, then losses, then the match result."""
    plan = folder.plan()
    if plan is None:
        raise OutflankError(f"expected the folder of a training run, with a run.json ({folder.path})")
    found = []
    for number, generation in enumerate(plan.generations):
        files = folder.generation(number)
        row: dict[str, Any] = {"generation": number, "games": len(dataset.read(files.path))}
        row["depth"] = 0 if generation.from_random else generation.play.depth
        row["solve_from"] = generation.play.solve_from
        for path in (files.losses, files.result):
            if path.exists():
                known = read(path)
                row |= {name: known[name] for name in known if name not in ("games", "generation")}
        found.append(row)
    return found


def losses_chart(folder: Folder) -> str:
    """Draw an SVG chart of the held-out loss by phase, with one line per generation and one per network."""
    series = {
        f"generation {row['generation']}{addition}": [
            (60.0 - 2 * loss["phase"], loss[name]) for loss in row["phases"] if loss[name]
        ]
        for row in generations(folder)
        if "phases" in row
        for name, addition in (("held_out", ""), ("network", " with network"))
        if name in row["phases"][0]
    }
    return line_chart("Held-out loss", "empty squares", "root mean square, discs", series, x_falls=True)
