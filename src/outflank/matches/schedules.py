"""Generate pairings, either all in advance or round by round based on previous results.

The same random seed always produces the same pairings. A *meeting* is a group of players, given by number, who play
each other; the plan sets how many games they play.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count
from math import comb

from outflank.matches.plan import Plan
from outflank.matches.store import Fixture, Store

Meeting = tuple[int, ...]

_MOST_STEPS = 20_000  # most steps in the search for a round without repeated meetings
_EXTRA = 4  # most extra openings for a level meeting in a knock-out


@dataclass(slots=True)
class Draw:
    """Draws each round of a tournament, based on the previous rounds.

    `standing` maps each player to their points, including `Plan.bye` for each bye. `met` maps each pair of players to
    the number of times they have met.
    """

    plan: Plan
    players: Sequence[int]
    joined: Mapping[int, int]
    standing: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    met: Counter[frozenset[int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    order: list[int] = field(default_factory=list)
    out: dict[int, int] = field(default_factory=dict)
    """Maps each player eliminated from a knock-out to the round in which it happened."""

    def add(self, round_: int, meetings: Sequence[Meeting], byes: Sequence[int], sums: "RoundSums") -> None:
        """Add a finished round."""
        self._join(round_)
        for meeting in meetings:
            for player in meeting:
                self.standing[player] += sums[player].points
            for two in combinations(meeting, 2):
                self.met[frozenset(two)] += 1
            if self.plan.schedule.kind == "knock-out":  # ties: more discs win, then the better place in the draw
                ranks = {player: (-sums[player].points, -sums[player].scores) for player in meeting}
                best = min(meeting, key=lambda player: (ranks[player], self.order.index(player)))
                self.out.update({player: round_ for player in meeting if player != best})
        for player in byes:
            self.byes[player] += 1
            self.standing[player] += self.plan.bye

    def _join(self, round_: int) -> None:
        for player in self.players:
            if player not in self.order and self.joined[player] <= round_:
                self.order.append(player)
        if self.plan.schedule.by_lot:
            self.order.sort(key=lambda player: number_by_lot(self.plan.seed, "draw", player))

    def next_round(self, round_: int) -> tuple[list[Meeting], list[int]] | None:
        """Draw the meetings and byes of a round, or return None if the tournament is over."""
        self._join(round_)
        schedule = self.plan.schedule
        if schedule.kind == "knock-out":
            return self._knock_out()
        if round_ >= schedule.rounds:
            return None
        return self._swiss()

    # --- knock-out: first seed against last, so that the top two can meet only in the final -------------------------

    def _knock_out(self) -> tuple[list[Meeting], list[int]] | None:
        left = [player for player in self.order if player not in self.out]
        if len(left) < 2:
            return None
        n_byes = 0
        while (len(left) + n_byes) & (len(left) + n_byes - 1):
            n_byes += 1
        places = _bracket(len(left) + n_byes)
        slots = [left[place] if place < len(left) else None for place in places]
        meetings, byes = list[Meeting](), list[int]()
        for one, other in zip(slots[::2], slots[1::2], strict=True):
            if one is None or other is None:
                byes.extend(player for player in (one, other) if player is not None)
            else:
                meetings.append((one, other))
        return meetings, byes

    # --- Swiss: pairs players with similar points, without repeating meetings ---------------------------------------

    def _swiss(self) -> tuple[list[Meeting], list[int]]:
        n_seats = self.plan.n_seats
        ranked = self.ranked()
        n_byes = len(ranked) % n_seats
        byes = sorted(ranked, key=lambda player: (self.byes[player], -ranked.index(player)))[:n_byes]
        playing = [player for player in ranked if player not in byes]
        return self._paired(playing) if n_seats == 2 else self._grouped(playing), byes

    def ranked(self) -> list[int]:
        """Sort the players by points. Ties are broken by the opponents' points, then at random."""
        against: dict[int, float] = {
            player: sum(
                times * self.standing[other]
                for two, times in self.met.items()
                if player in two
                for other in two - {player}
            )
            for player in self.order
        }
        lots = {player: number_by_lot(self.plan.seed, "order", player) for player in self.order}
        return sorted(self.order, key=lambda player: (-self.standing[player], -against[player], lots[player]))

    def _paired(self, playing: list[int]) -> list[Meeting]:
        """Pair players who are close in the standings and have not met yet.

        If that is impossible, as few meetings as possible are repeated.
        """
        least = min((self.met[frozenset(two)] for two in combinations(playing, 2)), default=0)
        again = {two: times - least for two, times in self.met.items()}
        tries = (_pairs(playing, again, most, iter(range(_MOST_STEPS))) for most in count())
        return [*next(pairs for pairs in tries if pairs is not None)]

    def _grouped(self, playing: list[int]) -> list[Meeting]:
        """Group players who are close in the standings and have met least often."""
        left, groups = list(playing), []
        while left:
            group = [left.pop(0)]
            while len(group) < self.plan.n_seats:
                near = left[: 2 * self.plan.n_seats]
                best = min(near, key=lambda player: sum(self.met[frozenset((player, other))] for other in group))
                left.remove(best)
                group.append(best)
            groups.append(tuple(group))
        return groups


@dataclass(slots=True)
class RoundSum:
    """A player's total placement points and scores in a round."""

    points: float = 0.0
    scores: float = 0.0


RoundSums = Mapping[int, RoundSum]


def round_sums(store: Store, round_: int) -> RoundSums:
    """Add up each player's results in a round, in which two players meet at most once."""
    sums: defaultdict[int, RoundSum] = defaultdict(RoundSum)
    for game in store.games_of(round_):
        for player, points, score in zip(game.seats, game.placement_points, game.scores, strict=True):
            sums[player].points += points
            sums[player].scores += score
    return sums


def draw_after(plan: Plan, store: Store, n_rounds: int) -> Draw:
    """Reconstruct the draw after `n_rounds` completed rounds."""
    draw = Draw(plan, list(store.players()), store.joined())
    for number, (meetings, byes) in enumerate(store.rounds()[:n_rounds]):
        draw.add(number, meetings, byes, round_sums(store, number))
    return draw


def late(plan: Plan, store: Store) -> list[str]:
    """Names of the players who joined after the start of the last round. They play only if more rounds are added."""
    if plan.schedule.kind != "swiss":
        return []
    names = store.players()
    return [names[number][0] for number, joined in store.joined().items() if joined >= plan.schedule.rounds]


def circle(players: Sequence[int]) -> list[list[Meeting]]:
    """Rounds in which every two players meet once, and each player has at most one game a round (Berger's circle)."""
    ring: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    half, rounds = len(ring) // 2, list[list[Meeting]]()
    for _ in range(len(ring) - 1):
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        rounds.append([(one, other) for one, other in pairs if one is not None and other is not None])
        ring[1:] = [ring[-1], *ring[1:-1]]
    return rounds


def all_fixtures(plan: Plan, numbers: Mapping[str, int]) -> Iterator[Fixture]:
    """Yield all games of a round robin or gauntlet.

    A tournament is played opening by opening, and a match is played meeting by meeting.
    """
    challengers = {numbers[name] for name in plan.schedule.challengers if name not in plan.refused}
    groups = combinations(sorted(numbers.values()), plan.n_seats)
    meetings = [group for group in groups if not challengers or challengers & set(group)]
    for some in [meetings] if plan.is_file else ([meeting] for meeting in meetings):
        yield from fixtures(0, some, range(plan.n_openings))


def fixtures(round_: int, meetings: Sequence[Meeting], openings: Collection[int]) -> Iterator[Fixture]:
    """Yield all games of these meetings, opening by opening, and each in every seating."""
    for opening in openings:
        for meeting in meetings:
            for turn in range(len(meeting)):
                yield Fixture(round_, opening, meeting[-turn:] + meeting[:-turn] if turn else meeting)


def level(plan: Plan, store: Store, round_: int, meetings: Sequence[Meeting]) -> list[tuple[Meeting, int]]:
    """List the knock-out meetings that are level and must continue, each with the number of extra openings played."""
    played: defaultdict[frozenset[int], Counter[int]] = defaultdict(Counter)
    for game in store.games_of(round_):
        played[frozenset(game.seats)][game.fixture.opening] += 1
    sums = round_sums(store, round_)
    going_on = []
    for meeting in meetings:
        counts = played[frozenset(meeting)]
        n_extra = sum(count == plan.n_seats for count in counts.values()) - plan.n_openings
        is_level = len({sums[player].points for player in meeting}) == 1
        is_half_played = any(count < plan.n_seats for count in counts.values())
        if is_half_played or (is_level and n_extra < _EXTRA):
            going_on.append((meeting, n_extra))
    return going_on


def first_opening(plan: Plan, round_: int) -> int:
    """Number of the first opening in a round.

    Two rounds never share an opening, not even one of the extra openings that break ties.
    """
    if not plan.schedule.has_rounds:
        return 0
    extra = _EXTRA if plan.schedule.kind == "knock-out" else 0
    return round_ * (plan.n_openings + extra)


def n_games(plan: Plan, n_players: int) -> int:
    """Number of games in the tournament.

    The games that break ties in a knock-out are not known in advance and do not count.
    """
    schedule, n_seats = plan.schedule, plan.n_seats
    if schedule.kind == "knock-out":
        return (n_players - 1) * schedule.games
    if schedule.kind == "swiss":
        return schedule.rounds * (n_players // n_seats) * schedule.games
    n_challengers = len(set(schedule.challengers) - plan.refused.keys())
    n_without = n_players - n_challengers if schedule.challengers else 0  # every gauntlet meeting needs a challenger
    return (comb(n_players, n_seats) - comb(n_without, n_seats)) * schedule.games


def number_by_lot(seed: int, *what: object) -> int:
    """Derive a pseudorandom 48-bit number from the seed and the other arguments."""
    text = "|".join(map(str, (seed, *what)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest())


def _bracket(size: int) -> list[int]:
    """List the seeds in bracket order; `size` must be a power of two.

    The first seed meets the last one, and the top two can meet only in the final.
    """
    places = [0]
    while len(places) < size:
        places = [place for one in places for place in (one, 2 * len(places) - 1 - one)]
    return places


def _pairs(
    playing: list[int], met: Mapping[frozenset[int], int], most: int, steps: Iterator[int]
) -> list[tuple[int, int]] | None:
    """Pair all players, preferably with their neighbours in the list, and repeat at most `most` meetings in total.

    Return None if this is impossible or the search takes too many steps.
    """
    if not playing:
        return []
    first, *others = playing
    for other in sorted(others, key=lambda other: met.get(frozenset((first, other)), 0)):
        times = met.get(frozenset((first, other)), 0)
        if times > most or next(steps, None) is None:
            return None
        rest = _pairs([player for player in others if player != other], met, most - times, steps)
        if rest is not None:
            return [(first, other), *rest]
    return None
