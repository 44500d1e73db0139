"""Read a tournament file, a TOML file with a fixed set of keys. Every error message fits on a single line."""

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from outflank.errors import OptionError, OutflankError, described, excerpt
from outflank.formats.files import exists, read_file
from outflank.matches.game import CEILING
from outflank.matches.plan import KINDS, Entrant, Plan, Schedule, Test
from outflank.matches.statistics import Sprt
from outflank.play import PERSON, TimeControl, kinds, registry

_LONGEST_NAME = 60
_MOST_ENTRANTS = 1000
_MOST = 1_000_000  # most games per meeting, and most rounds
_ANY_SEED = 2**53

_NO_DEFAULT: Any = object()


def read_plan(path: Path) -> Plan:
    """Read a tournament from a file. Raises an OutflankError that names the file and the key."""
    text = read_file(path, limit=None)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # Python's own, for numbers too long or tables nested too deeply
        raise OutflankError(f"{path.name}: expected TOML: {error}") from None
    try:
        return plan_of(path, data)
    except OutflankError as error:
        raise OutflankError(f"{path.name}: {error}") from None


class _Table:
    """A TOML table whose keys are taken one by one. Finally, `done` rejects any keys that are left."""

    def __init__(self, data: Mapping[str, Any], place: str = ""):
        self._data, self._place = dict(data), place
        self._known: list[str] = []

    def named(self, key: str) -> str:
        """Prefix a key with the name of its table, as in ``schedule.kind``."""
        return f"{self._place}.{key}" if self._place else key

    def wrong(self, key: str, expected: str, value: object) -> OptionError:
        """Build the error for an invalid value."""
        return OptionError(f"{self.named(key)}: expected {expected}, got {described(value)}")

    def take(self, key: str, expected: str, of: type | tuple[type, ...], default: Any = _NO_DEFAULT) -> Any:
        """Take the value of a key, which must be an instance of `of`. Raises OptionError."""
        self._known.append(key)
        if key not in self._data:
            if default is _NO_DEFAULT:
                raise OptionError(f"{self.named(key)}: expected {expected}, got none")
            return default
        value = self._data.pop(key)
        if not isinstance(value, of) or (isinstance(value, bool) and of not in (bool, object)):
            raise self.wrong(key, expected, value)
        return value

    def text(self, key: str, expected: str, default: Any = _NO_DEFAULT) -> str:
        """Take a printable one-line string that is not blank. Raises OptionError."""
        value: str = self.take(key, expected, str, default)
        if value is not default and not value.strip():
            raise self.wrong(key, expected, value)
        if value is not default and not value.isprintable():
            odd = next(letter for letter in value if not letter.isprintable())
            raise OptionError(
                f"{self.named(key)}: expected {expected}, got one with U+{ord(odd):04X}, which is not printable"
            )
        return value

    def whole(self, key: str, low: int, high: int, default: Any = _NO_DEFAULT) -> int:
        """Take an integer between `low` and `high`, inclusive. Raises OptionError."""
        expected = f"a whole number from {low} to {high}"
        value: int = self.take(key, expected, int, default)
        if value is not default and not low <= value <= high:
            raise self.wrong(key, expected, value)
        return value

    def number(self, key: str, expected: str, low: float, high: float, default: float) -> float:
        """Take a number strictly between `low` and `high`. Raises OptionError."""
        value = self.take(key, expected, (int, float), default)
        if not low < value < high:
            raise self.wrong(key, expected, value)
        return float(value)

    def table(self, key: str, expected: str) -> "_Table | None":
        """Take a nested table, or return None if it is missing."""
        value = self.take(key, expected, dict, None)
        return None if value is None else _Table(value, self.named(key))

    def done(self) -> None:
        """Raise OptionError if any unknown keys are left."""
        for key in self._data:
            if key == "fair_clock":
                raise OptionError("fair_clock: the load on a machine is no longer measured: remove this line")
            unknown, known = self.named(excerpt(key)[1:-1]), ", ".join(self._known)
            raise OptionError(f"unknown key {unknown}: expected one of {known}").suggesting(key, self._known)


def plan_of(path: Path, data: Mapping[str, Any]) -> Plan:
    """Build a tournament from the parsed file.

    Raises an OutflankError that names the key in which the error occurred.
    """
    table = _Table(data)
    title = table.text("title", "a title", path.stem)
    game = table.text("game", f"a game ({' or '.join(kinds())})", "othello")
    if game not in kinds():
        raise table.wrong("game", f"a game ({' or '.join(kinds())})", game)
    seed = table.whole("seed", 0, _ANY_SEED, 0)
    control = _control(table)
    plan = Plan(path, title, _entrants(table), Schedule(), game, seed=seed, control=control)
    size, openings, digest = _board(table, plan)
    schedule = _schedule(table, plan)
    test = _test(table, plan, schedule)
    table.done()
    return Plan(path, title, plan.entrants, schedule, game, size, seed, openings, digest, control, test)


def _control(table: _Table) -> TimeControl:
    text = table.text("time", "a time such as 300, 300+2 or 5/move (seconds)", "")
    try:
        return TimeControl.parse(text) if text else CEILING
    except OptionError as error:
        raise OptionError(f"{table.named('time')}: {error}") from None


def _entrants(table: _Table) -> tuple[Entrant, ...]:
    expected = "[[players]] with name and player"
    value = table.take("players", expected, list)
    entrants: list[Entrant] = []
    names: dict[str, int] = {}
    if len(value) > _MOST_ENTRANTS:
        raise OptionError(f"players: expected at most {_MOST_ENTRANTS}, got {len(value)}")
    for number, data in enumerate(value, 1):
        if not isinstance(data, dict):
            raise table.wrong("players", expected, data)
        one = _Table(data, f"players[{number}]")
        player = one.text("player", "a player such as engine:level=3 (see outflank players)")
        name = one.text("name", f"a name of at most {_LONGEST_NAME} characters", player).strip()
        one.done()
        if len(name) > _LONGEST_NAME:
            raise one.wrong("name", f"a name of at most {_LONGEST_NAME} characters", name)
        if registry.spelt(player) == PERSON:
            raise OptionError(f"{one.named('player')}: a tournament is for computer players")
        if name.casefold() in names:
            raise OptionError(
                f"{one.named('name')}: {excerpt(name, 60)} is also the name of players[{names[name.casefold()]}]"
            )
        names[name.casefold()] = number
        entrants.append(Entrant(name, player))
    return tuple(entrants)


def _board(table: _Table, plan: Plan) -> tuple[int | None, str, str]:
    """Read the board size, the openings, and the digest of the openings file (empty if there is no file)."""
    kind = plan.kind
    if not kind.sizes:
        for key in ("size", "openings"):
            if table.take(key, "nothing", object, None) is not None:
                raise OptionError(f"{key}: {kind.title} is played on random boards of one size: leave it out")
        return None, "", ""
    sizes = " or ".join(map(str, sorted(kind.sizes)))
    size = table.take("size", f"a size ({sizes})", int, kind.sizes[0])
    if size not in kind.sizes:
        raise table.wrong("size", f"a size ({sizes})", size)
    text = table.text("openings", "random:PLIES, even:PLIES or a file of transcripts", "random:8")
    beside = plan.file.parent / text
    if text.partition(":")[0] not in ("random", "even") and exists(str(beside)):
        try:
            return size, text, hashlib.sha256(read_file(beside, limit=None).encode()).hexdigest()
        except OutflankError as error:
            raise OutflankError(f"openings: {error}") from None
    return size, text, ""


def _schedule(table: _Table, plan: Plan) -> Schedule:
    one = table.table("schedule", "a table with kind and games") or _Table({}, "schedule")
    kinds_ = " or ".join(KINDS)
    kind = one.text("kind", f"a kind ({kinds_})", "round-robin")
    if kind == "ladder":
        raise OptionError(f"{one.named('kind')}: ladders no longer exist: a swiss also pairs neighbours in the table")
    if kind not in KINDS:
        raise one.wrong("kind", f"a kind ({kinds_})", kind)
    n_seats, names = plan.n_seats, [entrant.name for entrant in plan.entrants]
    if len(names) < n_seats:
        raise OptionError(f"players: expected at least {n_seats}, got {len(names)}")
    if n_seats != 2 and kind == "knock-out":
        raise OptionError(f"{one.named('kind')}: {kind} is for two players, but {plan.kind.title} has {n_seats}")
    games = one.whole("games", n_seats, _MOST, n_seats)
    if games % n_seats:
        raise one.wrong("games", f"a multiple of {n_seats}, as each opening is played in every seating", games)
    rounds, challengers, by_lot = 0, tuple[str, ...](), False
    if kind == "swiss":
        rounds = one.whole("rounds", 1, _MOST)
    if kind == "gauntlet":
        challengers = _challengers(one, names)
    if kind == "knock-out":
        draw = one.text("draw", "order or lot", "order")
        if draw not in ("order", "lot"):
            raise one.wrong("draw", "order or lot", draw)
        by_lot = draw == "lot"
    one.done()
    return Schedule(kind, games, rounds, challengers, by_lot)


def _challengers(one: _Table, names: list[str]) -> tuple[str, ...]:
    expected = "names of players who meet all others"
    value = one.take("challengers", expected, list)
    if not value:
        raise one.wrong("challengers", expected, value)
    for name in value:
        if name not in names:
            raise one.wrong("challengers", expected, name)
    if len(set(value)) < len(value) or len(value) == len(names):
        raise one.wrong("challengers", f"{expected}, each once, and not all of them", value)
    return tuple(value)


def _test(table: _Table, plan: Plan, schedule: Schedule) -> Test | None:
    one = table.table("sprt", "a table with elo0, elo1, alpha and beta")
    if one is None:
        return None
    if plan.n_seats != 2:
        raise OptionError(f"sprt: a test is for two players, but {plan.kind.title} has {plan.n_seats}")
    if schedule.has_rounds:
        raise OptionError(f"sprt: a test needs a round-robin or gauntlet, not a {schedule.kind}")
    names = [entrant.name for entrant in plan.entrants]
    expected = "the names of two players"
    two = one.take("players", expected, list, names if len(names) == 2 else _NO_DEFAULT)
    if len(two) != 2 or two[0] == two[1] or any(name not in names for name in two):
        raise one.wrong("players", expected, two)
    if schedule.kind == "gauntlet" and not set(two) & set(schedule.challengers):
        raise one.wrong("players", "two players who meet in the gauntlet", two)
    elo0 = one.number("elo0", "Elo points from -1000 to 1000", -1001, 1001, 0.0)
    elo1 = one.number("elo1", "Elo points above elo0, up to 1000", elo0, 1001, 10.0)
    alpha = one.number("alpha", "a share above 0 and below 0.5", 0, 0.5, 0.05)
    beta = one.number("beta", "a share above 0 and below 0.5", 0, 0.5, 0.05)
    one.done()
    return Test((two[0], two[1]), Sprt(elo0, elo1, alpha, beta))
