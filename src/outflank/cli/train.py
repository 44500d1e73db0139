"""`outflank train`: train the evaluation weights, using only games that the engine plays against itself."""

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import (
    Commands,
    add_json,
    add_seed,
    add_shared,
    option_of,
    positive_number,
    print_json,
    whole_number,
)
from outflank.cli.train_card import MINUTES as _CARD_MINUTES
from outflank.cli.train_card import check_torch, is_card_run, train_on_card
from outflank.cores import usable_cores
from outflank.errors import OptionError, OutflankError

if TYPE_CHECKING:
    from outflank.training.folder import Folder
    from outflank.training.plan import TrainingPlan
    from outflank.training.run import TrainingProgress

_MINUTES = 60
_PLAN = ("minutes", "generations", "games", "depth", "solve_from", "seed")  # the options that define a run
_STEPS = {"play": "playing", "fit": "fitting", "learn": "learning", "measure": "measuring searches", "match": "match"}
_EVERY = 10.0  # seconds between progress lines when there is no terminal


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "train",
        help="learn the weights of the evaluation from the engine's games against itself",
        description="Train weights from scratch, generation by generation: play games, fit new weights, and play a "
        "match that decides whether to keep them. You can stop at any moment; repeat the command to continue. "
        "`report` shows the progress of a run, `verify` checks that trainer and engine agree on a weights file.",
        epilog="Example: outflank train --minutes 5",
    )
    parser.add_argument("what", nargs="?", choices=("run", "report", "verify"), default="run", help="(default: run)")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="the run's folder (default: in your data folder)")
    parser.add_argument(
        "--minutes",
        type=positive_number("a number of minutes above 0", 1e6),
        metavar="N",
        help=f"duration of a new run (default: {_MINUTES}, with --gpu {_CARD_MINUTES})",
    )
    parser.add_argument(
        "--generations", type=whole_number(1, 100), metavar="N", help="number of generations, instead of --minutes"
    )
    parser.add_argument("--games", type=whole_number(1), metavar="N", help="games per generation (default: 40000)")
    parser.add_argument("--depth", type=whole_number(3, 20), metavar="N", help="search depth in games (default: 4)")
    parser.add_argument(
        "--solve-from",
        type=whole_number(1, 26),
        metavar="N",
        help="solve games exactly with N or fewer empty squares (default: 16)",
    )
    parser.add_argument("--workers", type=whole_number(1, 1024), metavar="N", help="processes (default: one per core)")
    parser.add_argument("--scheduler", help=argparse.SUPPRESS)  # removed: `run` explains
    parser.add_argument(
        "--gpu",
        action="store_true",
        help="play and learn on a graphics card, starting from --weights (extra gpu); "
        "with --generations or --games, only learn networks there",
    )
    parser.add_argument(
        "--playing",
        type=whole_number(1, 90),
        metavar="PERCENT",
        help="with --gpu: share of the time for playing (default: 50); labelling and learning take the rest",
    )
    parser.add_argument("--keep-games", action="store_true", help="with --gpu: write the games to the folder")
    parser.add_argument("--resume", action="store_true", help="continue a run; fail if there is none")
    add_shared(
        parser,
        weights="weights for verify, or to start from with --gpu (default: those of --folder, or the package's own)",
    )
    add_seed(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Train the weights, report on the training or verify the result."""
    if options.scheduler is not None:
        raise OptionError(
            "--scheduler: training no longer runs on a cluster; use --workers to set the number of processes"
        )
    on_card = options.what == "run" and is_card_run(options)
    if options.weights is not None and options.what != "verify" and not on_card:
        raise OptionError("--weights is for outflank train verify and for outflank train --gpu")
    for name in ("playing", "keep_games"):
        if vars(options)[name] and not on_card:
            raise OptionError(f"{option_of(name)} is for outflank train --gpu")
    if options.what != "run":
        for name in (*_PLAN, "workers", "gpu", "resume"):
            if vars(options)[name] and not (name == "seed" and options.what == "verify"):
                raise OptionError(f"{option_of(name)} is for training: leave out {option_of(name)} or {options.what}")
    if on_card:
        return train_on_card(options)
    return {"run": _train, "report": _report, "verify": _verify}[options.what](options)


def _folder(options: argparse.Namespace) -> "Folder":
    from outflank.files import data_folder
    from outflank.training.folder import Folder

    return Folder(Path(options.folder or data_folder() / "training"))


# --- training -----------------------------------------------------------------------------------------------------


def _train(options: argparse.Namespace) -> int:
    from outflank.workers import ProcessPool

    folder, chosen = _folder(options), {name: vars(options)[name] for name in _PLAN if vars(options)[name] is not None}
    wanted = _plan(**chosen)
    if options.gpu:
        check_torch()
    if options.resume and folder.plan() is None:
        raise OptionError(f"there is no run to continue in {folder.path}")
    n_workers = options.workers or usable_cores()
    with ProcessPool(n_workers) as workers, folder.locked():
        plan = folder.plan()
        if plan is None:
            plan = wanted
            folder.begin(
                plan, " ".join(["outflank train", *(f"{option_of(name)} {n:g}" for name, n in chosen.items())])
            )
        elif chosen and plan != wanted:
            raise OptionError(
                f"the run in {folder.path} was started with other settings ({folder.command()}): "
                "leave them out to continue it, or name another --folder"
            )
        from outflank.training.run import Training

        try:
            with _watching(options, len(plan.generations)) as watch:
                has_weights = Training(folder, plan, workers, watch, threads=n_workers, gpu=options.gpu).run()
        except KeyboardInterrupt:
            print(f"\nstopped; to continue: outflank train --resume --folder {folder.path}", file=sys.stderr)
            raise
    if options.json:
        print_json({"folder": str(folder.path), "weights": str(folder.weights) if has_weights else None})
    elif has_weights:
        print(f"The weights are in {folder.weights}")
    else:
        print("No generation was better than the one before: try more games or more time.")
    return 0 if has_weights else 1


def _plan(minutes: float | None = None, seed: int = 0, **chosen: int) -> "TrainingPlan":
    from outflank.training.plan import TrainingPlan

    if not chosen:
        return TrainingPlan.for_minutes(minutes or _MINUTES, seed)
    if minutes is not None:
        raise OptionError(f"expected --minutes or {option_of(next(iter(chosen)))}, not both")
    return TrainingPlan.of(**{"generations": 3, "games": 40_000, "depth": 4, "solve_from": 16, **chosen}, seed=seed)


@contextlib.contextmanager
def _watching(options: argparse.Namespace, n_generations: int) -> Iterator[Callable[["TrainingProgress"], None]]:
    """Show progress on standard error: a line that updates itself on a terminal, or occasional lines elsewhere."""
    if options.json:
        yield _ProgressLines(n_generations).show
        return
    from outflank.cli.screen import live_bar

    with live_bar("{task.description}", "{task.fields[text]}") as bar:
        if bar is None:
            yield _ProgressLines(n_generations).show
            return
        task = bar.add_task("", total=None, text="")

        def show(progress: "TrainingProgress") -> None:
            if progress.step not in _STEPS:
                bar.console.print(_in_words(progress, n_generations), highlight=False)
                return
            bar.update(
                task,
                description=f"generation {progress.generation} of 0–{n_generations - 1}: {_STEPS[progress.step]}",
                completed=progress.done,
                total=progress.total,
                text=_details(progress),
            )

        yield show


class _ProgressLines:
    """Prints progress as lines of text: one for each step, and another every `_EVERY` seconds."""

    def __init__(self, n_generations: int):
        self._n_generations = n_generations
        self._step: tuple[int, str] | None = None
        self._printed = 0.0

    def show(self, progress: "TrainingProgress") -> None:
        now, step = time.monotonic(), (progress.generation, progress.step)
        if step != self._step or now - self._printed >= _EVERY:
            self._step, self._printed = step, now
            print(_in_words(progress, self._n_generations), file=sys.stderr, flush=True)


def _in_words(progress: "TrainingProgress", n_generations: int) -> str:
    if progress.step == "end":
        return f"{progress.seconds:.0f} s: done"
    generation = f"{progress.seconds:.0f} s: generation {progress.generation} of 0–{n_generations - 1}"
    if progress.step not in _STEPS:
        return f"{generation} {progress.step}: {progress.text}"
    return f"{generation}, {_STEPS[progress.step]}: {_details(progress)}"


def _details(progress: "TrainingProgress") -> str:
    of = "" if progress.total is None else f" of {progress.total:,}"
    parts = [f"{progress.done:,}{of}", progress.text]
    if progress.left is not None:
        parts.append(f"{progress.left:.0f} s left")
    return ", ".join(part for part in parts if part)


# --- report and verify --------------------------------------------------------------------------------------------


def _report(options: argparse.Namespace) -> int:
    from outflank.cli.tables import print_table
    from outflank.training.report import generations

    folder = _folder(options)
    rows = generations(folder)
    if options.json:
        print_json({"folder": str(folder.path), "generations": rows})
        return 0
    headings = (
        "generation", "games", "depth", "solved from", "positions", "held-out loss", "with network", "won–drawn–lost",
        "kept",
    )  # fmt: skip
    print_table(headings, [_row(row) for row in rows])
    chart = folder.path / "losses.svg"
    if chart.exists():
        print(f"Losses by phase: {chart}")
    return 0


def _row(row: dict[str, Any]) -> tuple[str, ...]:
    match = f"{row['wins']}–{row['draws']}–{row['losses']}" if "wins" in row else ""
    return (
        str(row["generation"]), f"{row['games']:,}", str(row["depth"] or "random"), str(row["solve_from"]),
        f"{row['positions']:,}" if "positions" in row else "", f"{row['loss']:.2f}" if row.get("loss") else "",
        f"{row['network_loss']:.2f}" if row.get("network_loss") else "",
        match, "" if "kept" not in row else "yes" if row["kept"] else "no",
    )  # fmt: skip


def _verify(options: argparse.Namespace) -> int:
    from outflank.evaluation.weights import Weights, shipped

    if options.folder is not None and options.weights is not None:
        raise OptionError("expected --folder or --weights, not both")
    path = options.weights if options.folder is None else options.folder / "weights"
    weights = shipped() if path is None else Weights.load(path)
    from outflank.training.verify import verify

    checks = verify(weights, seed=options.seed or 0)
    wrong = sum(check.n_wrong > 0 for check in checks)
    if options.json:
        print_json({check.name: {"cases": check.n_cases, "wrong": check.n_wrong} for check in checks})
    else:
        print(f"{path or 'The weights of this package'}: the checksum is correct")
        for check in checks:
            print(f"{check.name}: {check.n_cases:,} cases, {check.n_wrong or 'none'} wrong")
    if wrong:
        raise OutflankError(f"trainer and engine disagree: {wrong} of {len(checks)} checks failed")
    return 0
