"""Solve the mistakes that reviews claim near the end of the game, and count the claims that hold.

Random games of a library are reviewed at the default level. A second engine, which knows nothing of the review, then
solves every claim with 18 to 26 empty squares: the position, and the one after the move. Results are written to FILE
as soon as they are known, a line for each game, and a second run goes on where the first one stopped.

    python -m benchmarks.review_claims LIBRARY FILE --claims 300 --seed 36
    python -m benchmarks.review_claims LIBRARY FILE --report
"""

import argparse
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from outflank import Engine, Game, Library, Limit, Position
from outflank.analysis.judged import JudgedMove
from outflank.analysis.review import LEVEL, review

FEWEST, MOST = 18, 26
"""Bounds of the claims that are solved, as numbers of empty squares."""

_MEGABYTES = 16  # as in reviews of many games


def main() -> None:
    """Review games and solve their claims, or report on what is solved."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--claims", type=int, default=300)
    parser.add_argument("--seed", type=int, default=36)
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    done = _read(options.file)
    if not options.report:
        with Library.open(options.library) as library, options.file.open("a") as file:
            numbers = [row[0] for row in library.rows("SELECT number FROM games ORDER BY number")]
            random.Random(options.seed).shuffle(numbers)
            n_claims = sum(len(game["solved"]) for game in done)
            reviewer, solver = Engine(_MEGABYTES), Engine(64)
            for number in numbers[len(done) :]:
                if n_claims >= options.claims:
                    break
                row = library.game(number)
                game = Game(row.entry.start, row.moves)
                done.append({"game": number, **_of_game(game, reviewer, solver)})
                n_claims += len(done[-1]["solved"])
                print(json.dumps(done[-1]), file=file, flush=True)
    _report(done)


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def _of_game(game: Game[Position], reviewer: Engine, solver: Engine) -> dict[str, Any]:
    """Review a game; return its processor time, its mistakes, and the true loss of each claim by its ply."""
    reviewer.load().clear()
    began = time.process_time()
    moves = review(game, reviewer, Limit.at_level(LEVEL)).moves
    seconds = time.process_time() - began
    mistakes = [judged for judged in moves if judged.badge.sign]
    return {
        "seconds": round(seconds, 3),
        "mistakes": [{"position": game.positions[each.ply].board_string, **each.to_json()} for each in mistakes],
        "solved": dict(_solved(game, mistakes, solver)),
    }


def _solved(game: Game[Position], mistakes: list[JudgedMove], solver: Engine) -> Iterator[tuple[int, int]]:
    for judged in mistakes:
        if FEWEST <= judged.n_empties <= MOST:
            solver.clear()
            position = game.positions[judged.ply]
            yield judged.ply, _score(position, solver) + _score(position.play(judged.move), solver)


def _score(position: Position, solver: Engine) -> int:
    """Return the exact score of a position from the view of the side to move, even if it must pass."""
    if position.is_over:
        return position.scores[position.turn]
    if position.must_pass:
        return -_score(position.play("pass"), solver)
    score = solver.analyse(position, Limit(exact=True)).score
    if score is None:
        raise AssertionError(f"not solved: {position!r}")
    return int(score)


def _report(done: list[dict[str, Any]]) -> None:
    claims = [
        (claim, Position.parse(claim["position"]).n_empties, true)
        for game in done
        for ply, true in game["solved"].items()
        for claim in game["mistakes"]
        if claim["ply"] == int(ply)
    ]
    seconds = sum(game["seconds"] for game in done) / max(1, len(done))
    print(f"{len(done)} games, {seconds:.2f} s of processor time a game")
    print("empties claims proven mistakes within-2-discs")
    for low, high in ((FEWEST, 20), (21, 22), (23, 24), (25, MOST), (FEWEST, MOST)):
        own = [(claim, true) for claim, n_empties, true in claims if low <= n_empties <= high]
        if own:
            n_proven = sum(claim["proven"] for claim, _ in own)
            n_true = sum(true > 0 for _, true in own)
            n_close = sum(abs(claim["loss"] - true) <= 2 for claim, true in own)
            shares = f"{n_true / len(own):.1%} {n_close / len(own):.1%}"
            print(f"{low}–{high} {len(own)} {n_proven} {shares}")


if __name__ == "__main__":
    main()
