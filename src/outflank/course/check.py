"""Check a bot for forfeits and measure its strength before submission, and explain the results in plain language."""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from outflank.bots import sandbox
from outflank.bots.player import Bot
from outflank.errors import OptionError, excerpt
from outflank.matches.api import match_plan, pairings
from outflank.matches.game import play_pairing
from outflank.play import Clock, Forfeit, GameKind, GamePosition, Setup, TimeControl, create, kind_of, play_game
from outflank.play.referee import ForfeitError, prepare, take_turn
from outflank.rules import PASS, Position

LADDERS = {
    "othello": ("random", "greedy", "level1", "level2", "level3", "engine:level=1", "engine:level=3", "engine:level=5"),
    "anti-othello": ("random", "max_n:depth=1", "max_n:depth=2", "max_n:depth=4"),
    "tribolo": ("random", "max_n:depth=1", "tribolo", "tribolo:max_n,depth=2", "tribolo:paranoid,depth=3"),
}
"""Opponents for measuring a bot's strength, by kind of game, with the weakest first."""

_POSITIONS = 60  # positions in which a bot is asked for a move
_TWICE = 12  # positions in which it is asked a second time
_TURNS = 30  # turns in a game, after which the bot is restarted
_FAULTS = 3  # faults after which it is not asked again
_OPENINGS = 2  # openings against each rival, each played in all seats
_HOPELESS = 0.4  # with less than this share of an equal player's points, it does not meet stronger rivals
_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding about a bot: its topic, a sentence, and whether it is a fault that would lose games."""

    about: str
    text: str
    is_fault: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {"about": self.about, "text": self.text, "fault": self.is_fault}


@dataclass(slots=True)
class BotReport:
    """All findings about a bot.

    `scores` contains its points and its number of games against each rival. `game` is the kind of game that it played.
    """

    name: str
    game: str = "othello"
    findings: list[Finding] = field(default_factory=list)
    scores: dict[str, tuple[float, int]] = field(default_factory=dict)
    advice: str = ""

    @property
    def is_fit(self) -> bool:
        """True if the bot will probably get through a tournament without forfeiting a game."""
        return not any(finding.is_fault for finding in self.findings)

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "name": self.name,
            "game": self.game,
            "fit": self.is_fit,
            "findings": [finding.to_json() for finding in self.findings],
            "scores": {name: {"points": points, "games": games} for name, (points, games) in self.scores.items()},
            "advice": self.advice,
        }


def check(
    player: str,
    control: TimeControl,
    *,
    game: str = "othello",
    seconds: float = 60.0,
    strength: bool = True,
    seed: int = 1,
    progress: Callable[[Finding], Any] = lambda _: None,
) -> BotReport:
    """Check a bot under a time control.

    `player` is the bot's player name, and `game` is the kind of game that it plays. With `strength`, the bot also plays
    rivals until `seconds` have passed. `progress` receives each finding as soon as it is made. Raises OptionError if
    the player is not a bot, or if bots do not support that kind of game.
    """
    if game not in LADDERS:
        raise OptionError(f"expected a game that bots play ({', '.join(LADDERS)}), got {excerpt(game)}")
    kind = kind_of(game)
    until = time.monotonic() + seconds
    bot = create(player)
    if not isinstance(bot, Bot):
        raise OptionError("expected a bot: a file, a folder, or bot:PATH with options")
    report = BotReport(bot.submission.name, game)

    def note(about: str, text: str, *, is_fault: bool = False) -> None:
        report.findings.append(Finding(about, text, is_fault))
        progress(report.findings[-1])

    try:
        _try(bot, kind, control, seed, note)
    finally:
        bot.close()
    if strength and report.is_fit:
        report.scores = _scores(player, kind, control, until, seed, note)
        report.advice = _advice(report)
    if not report.is_fit:  # a fault in the games against rivals counts, too
        report.advice = "Fix this first: every such game would be lost, whatever the position."
    return report


def _try(bot: Bot, kind: GameKind[Any], control: TimeControl, seed: int, note: Callable[..., None]) -> None:
    """Start a bot, request moves in many positions, and play complete games; stop early if the bot fails."""
    if sandbox.kind() == "limits":
        note("sandbox", "It was tried without a sandbox, as this machine has none.")
    began = time.monotonic()
    try:
        prepare(0, bot, kind.new_game(_start(kind, seed)))
    except ForfeitError as error:
        note("start", f"It does not start: {_why_not(bot, error.forfeit)}", is_fault=True)
        return
    note("start", f"It is ready after {time.monotonic() - began:.2f} s, and calls itself {bot.called}.")
    positions = _positions(kind, seed)
    moves, times = _asked(bot, kind, positions, control, note)
    if len(moves) < len(positions):
        return
    note("moves", f"Its moves are legal in all {len(positions)} positions, from the first move to the last.")
    note("time", f"A move takes a median of {statistics.median(times):.3f} s, at most {max(times):.3f} s ({control}).")
    note("memory", f"It uses {bot.most_memory / _MB:.0f} MB of memory.")
    bot.close()
    _try_games(bot, kind, control, seed, note)
    again, _ = _asked(bot, kind, positions[:_TWICE], control, note)
    same = sum(one == other for one, other in zip(again, moves, strict=False))
    always = "It repeats its moves when asked again." if same == _TWICE else "It does not always repeat its moves."
    note("deterministic", f"{always} ({same} of {_TWICE})")


def _why_not(bot: Bot, forfeit: Forfeit) -> str:
    """Explain why a bot does not start; the reason may be that it uses another protocol."""
    why = f"{forfeit.reason}."
    if forfeit.fault == "time" and bot.protocol == "lines" and not bot.submission.is_python:
        name = bot.submission.home.name
        why += f" If it speaks GTP or the NBoard protocol, say so: bot:{name},protocol=gtp (or nboard)."
    return why


def _asked(
    bot: Bot,
    kind: GameKind[Any],
    positions: Sequence[GamePosition],
    control: TimeControl,
    note: Callable[..., None],
) -> tuple[list[str], list[float]]:
    """Return the bot's moves in a list of positions and the time that each move took.

    Stops early if the bot makes too many faults.
    """
    moves: list[str] = []
    times: list[float] = []
    faults = 0
    for number, position in enumerate(positions):
        if number % _TURNS == 0:  # limits are per game, and each game starts the bot afresh
            bot.close()
        try:
            prepare(0, bot, kind.new_game(positions[0]))  # starts the bot, if necessary, before the clock
            answer = take_turn(position, bot, Clock(control, position.n_players))
        except ForfeitError as error:
            note("moves", f"{error.forfeit} (in {kind.write(position)})", is_fault=True)
            bot.close()  # a late bot may still be thinking
            faults += 1
            if faults == _FAULTS:
                break
            continue
        moves.append(str(answer.move))
        times.append(answer.seconds)
    return moves, times


def _try_games(bot: Bot, kind: GameKind[Any], control: TimeControl, seed: int, note: Callable[..., None]) -> None:
    """Play a complete game in each seat; in Othello, one of these games includes passes."""
    passed = False
    for seat in range(len(kind.seats)):
        others: list[Any] = [create("random", seed=seed + other) for other in range(len(kind.seats) - 1)]
        others.insert(seat, bot)
        start = _passing() if seat and kind.name == "othello" else _start(kind, seed)
        match = play_game(start, others, control)
        if match.forfeit is not None and match.forfeit.seat == seat:
            played = kind.transcript(match.game.moves) or "no move"
            note("games", f"It forfeited a game: {match.forfeit} (after {played})", is_fault=True)
            return
        passed = passed or PASS in match.game.moves
    seats = f"{', '.join(kind.seats[:-1])} and {kind.seats[-1]}"
    note("games", f"It plays whole games as {seats}{', including passes' if passed else ''}.")


def _start(kind: GameKind[Any], seed: int) -> Any:
    """Return the starting position of a game; if it is random, it depends on `seed`."""
    return kind.start(Setup() if kind.sizes else Setup(seed=seed))


def _positions(kind: GameKind[Any], seed: int) -> list[Any]:
    """Return positions from all phases of random games, leaving out those in which the side to move must pass."""
    generator = random.Random(seed)
    positions = [_start(kind, seed)]
    while len(positions) < _POSITIONS:
        position = _start(kind, seed + len(positions))
        here: list[Any] = []
        while not position.is_over:
            if not position.must_pass:
                here.append(position)
            position = position.play(generator.choice(position.legal_moves))
        positions += generator.sample(here[1:], 5) + here[-1:]  # the last one often has few empties and one move
    return positions[:_POSITIONS]


def _passing() -> GamePosition:
    """Return a position in which one side will soon have to pass."""
    return Position.parse("-X-OOO--O-XXOXXO-OOOXXX-XXOXXXXOOXXOOXXOOXOOOXXO-OXXOXXOOO-XXXX- X")


def _scores(
    player: str,
    kind: GameKind[Any],
    control: TimeControl,
    until: float,
    seed: int,
    note: Callable[..., None],
) -> dict[str, tuple[float, int]]:
    """Play the bot against one rival after another until one of them is clearly stronger.

    Returns the bot's points and number of games against each rival. In a game for three players, the rival takes both
    of the other seats.
    """
    n_seats = len(kind.seats)
    scores: dict[str, tuple[float, int]] = {}
    names = [str(seat) for seat in range(n_seats)]
    plan = match_plan(names, game=kind.name, games=n_seats * _OPENINGS, openings="random:6", seed=seed)
    games = pairings(plan)
    for rival in LADDERS[kind.name]:
        if time.monotonic() > until:
            note("strength", f"There was no time left to play {rival}.")
            break
        results = []
        for pairing in games:
            results.append(play_pairing((player, *[rival] * (n_seats - 1)), pairing, control))
            if time.monotonic() > until and len(results) % n_seats == 0:
                break
        points = sum(result.of(0)[0] for result in results)
        scores[rival] = (points, len(results))
        for result in results:
            if result.forfeited is not None and result.pairing.seats[result.forfeited] == 0:
                note("games", f"It forfeited a game: {result.fault}: {result.reason}", is_fault=True)
        rivals = rival if n_seats == 2 else f"two of {rival}"
        note("strength", f"Against {rivals}: {points:g} of {len(results)} points.")
        if points * n_seats < _HOPELESS * len(results):
            break
    return scores


_NEXT = {
    "random": "value the squares, since a corner can never be lost and a disc next to an empty corner gives it away.",
    "greedy": "take few discs early in the game, and count the moves that each of your moves leaves the opponent.",
    "level1": "look ahead with a minimax search of two or three plies over the values of squares.",
    "level2": "look further ahead with alpha-beta, trying the most promising moves first.",
    "level3": "search as deep as the clock allows, and play the last ten moves with an exact search.",
    "engine:level=1": "let your evaluation change over the course of a game: mobility first, stable discs later.",
}

_LEARN = "learn the weights of your evaluation from games (outflank train shows how)."
_FURTHER = "look further ahead, and let your evaluation consider more than the number of pieces."  # for all other games
_FEW = "A few games prove little: outflank match with --games 200 measures the difference."


def _advice(report: BotReport) -> str:
    """Summarise a bot's results and recommend a next step."""
    scores = report.scores
    if not scores:
        return "There was no time to measure its strength: allow more with --seconds."
    n_seats = len(kind_of(report.game).seats)
    won = [name for name, (points, games) in scores.items() if points * n_seats > games]
    rest = [name for name in scores if name not in won]
    where = f" against {' and '.join(won)}" if rest else " against every opponent that it met"
    strength = f"It won most of its games{where}" if won else "It did not win most of its games"
    if not rest:
        return f"{strength}. {_FEW}"
    advice = _NEXT.get(rest[0], _LEARN) if report.game == "othello" else _FURTHER
    return f"{strength}, but not against {rest[0]}. {_FEW} To improve it, if it does not do so already: {advice}"
