"""Self-play on a graphics card against two cores: nodes, games and positions a second, and the same labels from both.

python benchmarks/gpu_selfplay.py --seconds 150

This takes about `--seconds`, and prints one line of JSON at the end. It needs a card and the extra `gpu`; with
`--without-card`, it measures only the processor.
"""

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np

from outflank.evaluation.weights import shipped
from outflank.training.card.batch import TwinPlayer
from outflank.training.card.run import CardPlan
from outflank.training.dataset import UNKNOWN
from outflank.training.labels import positions_of
from outflank.training.plan import ON_GPU, Fitting
from outflank.training.selfplay import SelfPlay

PLAY = CardPlan().play
SEED = 5
CHECKED = 256  # games that the card and its twin both play
GRIDS = (6, 128), (4, 128), (12, 64), (2, 128)  # blocks a multiprocessor, threads a block


def labelled(games):
    """The positions of games, with their labels."""
    return positions_of(games, PLAY.solve_from, Fitting().trusts)


def rates(seconds, games, nodes=None):
    """Games, values and perhaps nodes a second."""
    found = {"games": len(games) / seconds, "positions": int((games["values"] != UNKNOWN).sum()) / seconds}
    return {"seconds": seconds} | found | ({} if nodes is None else {"nodes": nodes / seconds})


def two_cores(seconds):
    """The usual self-play in two threads, with the settings of the card."""

    def play(thread):
        player, games, end = SelfPlay(shipped(), PLAY), [], time.monotonic() + seconds
        while time.monotonic() < end:
            games.append(player.game(2 * len(games) + thread, SEED))
        return games

    SelfPlay(shipped(), PLAY).game(0, SEED)  # compile
    began = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        games = np.concatenate([game for part in pool.map(play, range(2)) for game in part])
    return rates(time.monotonic() - began, games)


def twin():
    """The twin's games, and its rates on one core."""
    player = TwinPlayer(shipped(), PLAY, SEED)
    player.games(0, 1)  # compile
    before, began = player.nodes, time.process_time()
    games = player.games(0, CHECKED)
    return games, rates(time.process_time() - began, games, player.nodes - before)


def card(expected, seconds):
    """Whether the card's games and labels are those of the twin, and its rates with each grid."""
    from numba import cuda

    from outflank.training.card.cuda import CardPlayer

    device = cuda.get_current_device()
    began = time.monotonic()
    found = CardPlayer(shipped(), PLAY, SEED).games(0, CHECKED)
    result = {
        "device": str(device.name),
        "multiprocessors": device.MULTIPROCESSOR_COUNT,
        "first_batch_seconds": time.monotonic() - began,  # with compilation
        "same_games": found.tobytes() == expected.tobytes(),
        "same_labels": labelled(found).tobytes() == labelled(expected).tobytes(),
        "grids": [],
    }
    started = time.monotonic()
    for blocks, threads in GRIDS:
        if result["grids"] and time.monotonic() - started > seconds:
            break
        player = CardPlayer(shipped(), PLAY, SEED, (blocks * device.MULTIPROCESSOR_COUNT, threads))
        clock = []
        games = player.games(0, 2 * player.threads, lambda _n_empties, clock=clock: clock.append(time.monotonic()))
        took = time.monotonic() - clock[0]
        row = rates(took, games, player.nodes)
        row["share_solving"] = 1 - (clock[60 - PLAY.solve_from] - clock[0]) / took
        result["grids"].append({"blocks": blocks, "threads": threads, **row})
    return result


def learning(games, seconds):
    """Positions a second that the network learns from on the card."""
    from outflank.training.gpu import GpuLearner

    positions = np.resize(labelled(games), 2_000_000)
    heard = []
    began = time.monotonic()
    GpuLearner(1, 16).learn(
        positions,
        np.zeros(len(positions), np.float32),
        ON_GPU,
        lambda done, _total, _loss: heard.append((time.monotonic(), done)),
        elapsed=lambda: (time.monotonic() - began) / seconds,
    )
    (first, before), (last, after) = heard[0], heard[-1]
    return {"preparing_seconds": first - began, "positions": (after - before) * ON_GPU.batch / max(last - first, 1e-9)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=150)
    parser.add_argument("--without-card", action="store_true")
    options = parser.parse_args()
    games, of_twin = twin()
    result = {"numba": numba.__version__, "depth": PLAY.depth, "solve_from": PLAY.solve_from, "twin_one_core": of_twin}
    result["two_cores"] = two_cores(options.seconds / 10)
    if not options.without_card:
        result["card"] = card(games, options.seconds / 2)
        result["learning"] = learning(games, options.seconds / 8)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
