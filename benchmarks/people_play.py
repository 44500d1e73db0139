"""Opponents that err like people beside people, on the positions of people who were held out of training.

`values` searches all moves of held-out choices by people near five ratings; stopped and called again, it goes on.
`compare` lets three players choose in each position: the person, the player `people:rating=…`, and an engine that gives
away as many discs on average (`engine.levels.erring`, as levels 1 to 9 do). It compares losses by phase, kinds of
mistake, and how often two players agree with people.

    python benchmarks/people_play.py values RUN play.npz
    python benchmarks/people_play.py compare RUN play.npz [--plot docs/images/people.svg]
"""

import argparse
import random
from collections import Counter
from pathlib import Path

import numpy as np
from searched import load, position_at, search_all

from outflank.analysis.judged import JudgedMove
from outflank.analysis.mistakes import kinds_of
from outflank.board.squares import SQUARES
from outflank.engine.levels import erring
from outflank.people.blend import blended
from outflank.people.network import MoveNetwork
from outflank.play.analysis import MoveValue
from outflank.play.limit import Limit
from outflank.plots import line_chart
from outflank.training.people.games import Choices, StoredGlances
from outflank.training.people.report import probabilities
from outflank.training.people.run import CHOICES, GLANCES, NETWORK

RATINGS = (-400, -200, 0, 200, 350)
NEAR = 75  # Elo points around each of them
PHASES = (("opening", 41, 60), ("midgame", 21, 40), ("endgame", 1, 20))
BINS = (0, 1, 2, 4, 8, 16, 999)
LIMIT, GLANCE = Limit(8, exact_from=14), Limit(1)
NAMES = tuple(SQUARES[8])


def sample(choices, glances, n):
    """Rows of held-out choices near each rating, one rating after another in turn."""
    rng = np.random.default_rng(5)
    free = (choices.held_out > 0) & (np.bitwise_count(glances.legal) > 1)
    groups = [np.flatnonzero(free & (abs(choices.ratings - rating) <= NEAR)) for rating in RATINGS]
    return np.stack([rng.choice(group, n, replace=False) for group in groups], axis=1).ravel()


def values(options, choices, glances):
    search_all(options.file, choices, sample(choices, glances, options.choices), LIMIT, GLANCE)


class Group:
    """The choices near one rating: losses, phases and kinds of mistake for each of the players."""

    def __init__(self, rating, choices, glances, network, rows, found):
        rng, self.rating = random.Random(rating), rating
        shares = probabilities(network, choices, glances, rows)
        self.empties = 64 - np.bitwise_count(choices.players[rows] | choices.opponents[rows]).astype(int)
        self.tables = []  # for each position: the moves, their values, their looks
        people, model = [], []
        for n, row in enumerate(rows):
            squares = np.flatnonzero(~np.isnan(found[0, n]))
            values, looks = (found[k, n, squares].tolist() for k in (0, 1))
            self.tables.append((squares.tolist(), values, looks))
            people.append(self.tables[-1][0].index(int(choices.squares[row])))
            before = {int(square): float(shares[n, square]) for square in squares}
            after = blended(before, dict(zip(before, values, strict=True)), choices.ratings[row], self.empties[n])
            model.append(rng.choices(range(len(squares)), list(after.values()))[0])
        self.chosen = {"people": people, "people:rating": model}
        mean = self.losses("people").mean()
        low, high = 0.0, 30.0
        for _ in range(12):  # the loss for which the engine gives away as much as people do
            middle = (low + high) / 2
            self.chosen["noise"] = [erring(looks, values, middle, rng) for _, values, looks in self.tables]
            low, high = (middle, high) if self.losses("noise").mean() < mean else (low, middle)
        self.kinds = {name: self._kinds(choices, rows, name) for name in self.chosen}

    def losses(self, name):
        pairs = zip(self.tables, self.chosen[name], strict=True)
        return np.array([max(values) - values[chosen] for (_, values, _), chosen in pairs])

    def _kinds(self, choices, rows, name):
        counts = Counter()
        for n, row in enumerate(rows):
            squares, values, _ = self.tables[n]
            position = position_at(choices, row)
            kind = "exact" if self.empties[n] <= LIMIT.exact_from else "heuristic"
            best, played = (
                MoveValue(NAMES[squares[k]], values[k], kind=kind)
                for k in (int(np.argmax(values)), self.chosen[name][n])
            )
            judged = JudgedMove(0, position.turn, int(self.empties[n]), best, played)
            counts.update(kinds_of(position, judged))
        return counts

    def histogram(self, name, half=slice(None)):
        """Shares of losses by phase and bin."""
        cells = []
        for _, low, high in PHASES:
            there = ((self.empties >= low) & (self.empties <= high))[half]
            cells += np.histogram(self.losses(name)[half][there], BINS)[0].tolist()
        return np.array(cells) / sum(cells)

    def distance(self, name):
        """The total variation between the losses of a player and those of people."""
        return 0.5 * abs(self.histogram(name) - self.histogram("people")).sum()

    def agreement(self, name):
        return np.mean([a == b for a, b in zip(self.chosen[name], self.chosen["people"], strict=True)])


def chance_distance(group, rng, n=200):
    """The distance that chance alone makes: between people and people drawn from them with replacement."""
    losses, found = group.losses("people"), []
    whole = group.histogram("people")
    for _ in range(n):
        drawn = rng.integers(0, len(losses), len(losses))
        cells = []
        for _, low, high in PHASES:
            there = (group.empties[drawn] >= low) & (group.empties[drawn] <= high)
            cells += np.histogram(losses[drawn][there], BINS)[0].tolist()
        found.append(0.5 * abs(np.array(cells) / sum(cells) - whole).sum())
    return float(np.quantile(found, 0.95))


def compare(options, choices, glances):
    rows, found = load(options.file)
    network, rng = MoveNetwork.load(options.run / NETWORK), np.random.default_rng(1)
    groups = []
    for n, rating in enumerate(RATINGS):
        these = slice(n, None, len(RATINGS))
        groups.append(Group(rating, choices, glances, network, rows[these], found[:, these]))
    print(
        "| rating | player | loss: opening | midgame | endgame | 0 | 1 | 2–3 | 4–7 | 8–15 | 16+ | agrees with people |"
    )
    print("|---" * 12 + "|")
    for group in groups:
        for name in group.chosen:
            losses = group.losses(name)
            means = [losses[(group.empties >= low) & (group.empties <= high)].mean() for _, low, high in PHASES]
            bins = np.histogram(losses, BINS)[0] / len(losses)
            texts = [f"{each:.2f}" for each in means] + [f"{100 * each:.0f}%" for each in bins]
            agrees = "" if name == "people" else f"{100 * group.agreement(name):.1f}%"
            print(f"| {group.rating:+d} | {name} | {' | '.join(texts)} | {agrees} |")
    print("\n| rating | distance of the model's losses from people's | of noise | 95% of chance |\n|---|---|---|---|")
    for group in groups:
        chance = chance_distance(group, rng)
        cells = [f"{group.distance(name):.3f}" for name in ("people:rating", "noise")]
        print(f"| {group.rating:+d} | {' | '.join(cells)} | {chance:.3f} |")
    print("\nKinds of mistake in 1,000 moves: people, people:rating, noise")
    names = [name for name, _ in sum((group.kinds["people"] for group in groups), Counter()).most_common()]
    print(f"| kind | {' | '.join(f'{group.rating:+d}' for group in groups)} |\n|---{'|---' * len(groups)}|")
    for kind in names:
        cells = []
        for group in groups:
            counts = [1000 * group.kinds[name][kind] / len(group.tables) for name in group.chosen]
            cells.append(", ".join(f"{count:.0f}" for count in counts))
        print(f"| {kind} | {' | '.join(cells)} |")
    gaps = dict.fromkeys(("people:rating", "noise"), 0.0)
    for group in groups:
        for name in gaps:
            gaps[name] += sum(abs(group.kinds[name][k] - group.kinds["people"][k]) for k in names) / len(group.tables)
    print("\nMean difference from people's kinds in 1,000 moves, summed over kinds:")
    print(", ".join(f"{name} {1000 * gap / len(groups):.0f}" for name, gap in gaps.items()))
    if options.plot:
        plot(options.plot, groups)


def plot(path, groups):
    """The mean loss of a move by the number of empty squares, for people and for players that err like them."""
    lines = {}
    for group in (groups[0], groups[2], groups[-1]):
        for name, label in (("people", "people near"), ("people:rating", "people:rating=")):
            losses = group.losses(name)
            lines[f"{label} {group.rating:+d}".replace("= ", "=").replace("=+", "=")] = [
                (low + 5, losses[(group.empties > low) & (group.empties <= low + 10)].mean())
                for low in range(0, 60, 10)
            ]
    path.write_text(
        line_chart("Discs lost by a move", "empty squares", "discs a move", lines, x_falls=True), encoding="utf-8"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["values", "compare"])
    parser.add_argument("run", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--choices", type=int, default=1000, help="near each rating")
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    choices, glances = Choices.load(options.run / CHOICES), StoredGlances.load(options.run / GLANCES)
    {"values": values, "compare": compare}[options.action](options, choices, glances)


if __name__ == "__main__":
    main()
