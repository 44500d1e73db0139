"""Results as tables of words, for the terminal, Markdown and the page alike."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from outflank.matches.results import Remarkable, Results
from outflank.matches.statistics import WIDEST
from outflank.matches.store import KeptGame

_MOST_ROWS = 30  # of openings and forfeits


@dataclass(frozen=True, slots=True)
class Table:
    """A table under a title; the cells of `left` columns are words and stand left, those of `long` ones are sentences.

    `note` explains it.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    left: tuple[int, ...] = (0,)
    long: tuple[int, ...] = ()


def tables(found: Results) -> list[Table]:
    """All tables that have something to tell."""
    parts = [
        ranking(found),
        _refused(found),
        _test(found),
        cross_table(found),
        *_rounds(found),
        _faults(found),
        _forfeits(found),
        _times(found),
        _openings(found),
        _remarkable(found),
    ]
    return [part for part in parts if part is not None and part.rows]


def about(found: Results) -> str:
    """What was played, in a sentence."""
    plan = found.plan
    board = f" on {plan.size}×{plan.size}" if plan.size else ""
    terms = plan.terms()
    time = f", {terms['time']} seconds" if terms["time"] else ""
    openings = f", openings {terms['openings'].rsplit('/', 1)[-1]}" if terms["openings"] else ""
    state = "finished" if found.is_over else f"{found.tally.games} of {found.total} games played"
    n_games = "" if not found.is_over else f", {found.tally.games} games"
    return f"{plan.kind.title}{board}, {plan.schedule.kind}{n_games}{time}{openings}, seed {plan.seed}: {state}."


def ranking(found: Results) -> Table:
    """The places."""
    rows = []
    for place, number in enumerate(found.order):
        total, (elo, error) = found.tally.totals[number], found.strengths.figure(place)
        is_last = place + 1 == len(found.order)
        discs = f"{total.scores / total.games:+z.1f}" if total.games else ""
        share = "" if is_last or error is None else f"{found.strengths.superiority(place, place + 1):.1%}"
        rows.append(
            (
                str(place + 1), found.name(number), "–" if elo is None else f"{round(elo) or 0:+d}",
                "" if error is None else f"± {error:.0f}", share, str(total.games), str(total.won), str(total.drawn),
                str(total.lost), f"{found.points(number):g}", discs, str(sum(total.forfeits.values())),
            )
        )  # fmt: skip
    mean = "mean discs" if found.plan.n_seats == 2 else "mean cells"
    headings = (
        "place", "player", "Elo", "95 %", "above next", "games", "won", "drawn", "lost", "points", mean, "forfeits"
    )  # fmt: skip
    note = (
        "Elo over the mean of all, with the interval that holds in 95 of 100 cases; “above next” is how likely it is"
        " that a player is stronger than the next one."
    )
    if any(found.strengths.figure(place)[0] is None for place in range(len(found.order))):
        note += f" No figure (–) where that interval is wider than ± {WIDEST:.0f}: the games say too little."
    if found.late:
        note += f" {', '.join(found.late)} came when the last round had begun, and meets nobody."
    if found.byes:
        note += f" Who sat out, as there was nobody left to meet, has {found.plan.bye:g} points for it."
    return Table("Table", headings, tuple(rows), note, left=(1,))


def _refused(found: Results) -> Table:
    note = "Their files were not taken when games were last played. Once they are mended, --resume lets them play."
    return Table("Left out", ("player", "reason"), tuple(found.refused.items()), note, (0, 1), (1,))


def cross_table(found: Results) -> Table:
    """Wins, draws and losses of each row's player against each column's."""
    order = found.order
    headings = ("", *(str(place) for place in range(1, len(order) + 1)))
    rows = []
    for place, a in enumerate(order, 1):
        cells = [_wdl(found, a, b) for b in order]
        rows.append((f"{place} {found.name(a)}", *cells))
    what = "Won–drawn–lost of the player of the row against that of the column."
    if found.plan.n_seats > 2:
        what = "How often the player of the row came before, level with, and behind that of the column."
    return Table("Cross table", headings, tuple(rows), what)


def _wdl(found: Results, a: int, b: int) -> str:
    if a == b or (a, b) not in found.tally.against:
        return "·" if a == b else ""
    against = found.tally.against[a, b]
    return f"{against.won}–{against.drawn}–{against.lost}"


def _test(found: Results) -> Table | None:
    trial = found.trial
    if trial is None:
        return None
    lower, upper = trial.sprt.bounds
    verdict = {
        None: "not decided yet",
        True: f"accepted: at least {trial.sprt.elo1:g} Elo",
        False: f"accepted: at most {trial.sprt.elo0:g} Elo",
    }[trial.verdict]
    row = (
        f"{found.name(trial.one)} – {found.name(trial.other)}", f"{trial.sprt.elo0:g}, {trial.sprt.elo1:g}",
        f"{trial.sprt.alpha:g}, {trial.sprt.beta:g}", str(len(trial.llrs)), ", ".join(map(str, trial.outcomes)),
        f"{trial.llr:+z.2f}", f"{lower:+z.2f}, {upper:+z.2f}", verdict,
    )  # fmt: skip
    headings = ("players", "elo0, elo1", "alpha, beta", "pairs", "0, ½, 1, 1½, 2", "LLR", "bounds", "verdict")
    note = (
        "Pairs of games from the same opening, in the order of the openings, by the points that the first player took."
    )
    return Table("Sequential test", headings, (row,), note, left=(0, 7))


def _rounds(found: Results) -> list[Table]:
    parts = []
    for number, one in enumerate(found.rounds, 1):
        rows = [
            (" – ".join(found.name(player) for player, _ in meeting), " – ".join(f"{p:g}" for _, p in meeting))
            for meeting in one.meetings
        ]
        rows += [(found.name(player), "nobody to meet") for player in one.byes]
        parts.append(Table(f"Round {number}", ("players", "points"), tuple(rows)))
    return parts


def _faults(found: Results) -> Table | None:
    kinds = sorted({fault for total in found.tally.totals.values() for fault in total.forfeits})
    rows = []
    for number in found.order:
        forfeits: Counter[str] = found.tally.totals[number].forfeits
        if forfeits:
            rows.append((found.name(number), *(str(forfeits[kind]) for kind in kinds), str(forfeits.total())))
    return Table("Forfeits by reason", ("player", *kinds, "all"), tuple(rows))


def _forfeits(found: Results) -> Table:
    rows = []
    for game in found.forfeits[:_MOST_ROWS]:
        names = [found.name(number) for number in game.seats]
        name = names.pop(game.forfeited or 0)
        rows.append((str(game.number), name, ", ".join(names), game.fault, game.reason, str(len(game.moves))))
    more = len(found.forfeits) - len(rows)
    note = f"The first {len(rows)} of {len(found.forfeits)}." if more else ""
    return Table(
        "Forfeits", ("game", "player", "against", "fault", "reason", "moves"), tuple(rows), note, (1, 2, 3, 4), (4,)
    )


def _times(found: Results) -> Table:
    rows = []
    for number in found.order:
        total = found.tally.totals[number]
        if total.moves:
            mean = total.seconds / total.moves
            rows.append(
                (found.name(number), _seconds(total.seconds), _seconds(total.seconds / total.games), _seconds(mean),
                 _seconds(total.longest))
            )  # fmt: skip
    return Table("Time used", ("player", "in all", "a game", "a move", "longest move"), tuple(rows))


def _openings(found: Results) -> Table:
    played = sorted(found.tally.openings.items(), key=lambda item: -item[1].games)
    rows = []
    for moves, opened in played[:_MOST_ROWS]:
        if moves:
            rows.append(
                (found.plan.kind.transcript(moves), str(opened.games), f"{opened.points / opened.games:.0%}",
                 str(opened.drawn), f"{opened.scores / opened.games:+z.1f}")
            )  # fmt: skip
    first = found.plan.kind.seats[0]
    note = f"The first {len(rows)} of {len(played)}." if len(rows) < len(played) else ""
    return Table("Openings", ("opening", "games", f"{first}’s points", "drawn", "mean discs"), tuple(rows), note)


def _remarkable(found: Results) -> Table:
    rows = [
        (str(each.game.number), why(each), players(found, each.game), result(found, each.game))
        for each in found.remarkable
    ]
    return Table("Games worth a look", ("game", "why", "players", "result"), tuple(rows), left=(1, 2, 3))


def why(each: Remarkable) -> str:
    """Why a game is worth a look, in words."""
    if each.why == "upset":
        return f"upset: won against {each.by:.0f} Elo"
    return f"{each.why}: {each.by:g}"


def players(found: Results, game: KeptGame) -> str:
    """Who played, in the order of seats."""
    return " – ".join(found.name(number) for number in game.seats)


def result(found: Results, game: KeptGame) -> str:
    """How a game ended, in words: who won by how much, the scores of three in the order of seats; or who forfeited."""
    if game.forfeited is not None:
        return f"{found.name(game.seats[game.forfeited])} forfeits ({game.fault})"
    if len(game.scores) > 2:
        return "–".join(f"{each:g}" for each in game.scores)
    lead = max(game.scores)
    return f"{found.name(game.seats[game.scores.index(lead)])} wins by {lead:g}" if lead else "drawn"


def _seconds(seconds: float) -> str:
    if seconds < 0.0995:
        return f"{1000 * seconds:.3g} ms"
    return f"{seconds:.3g} s" if seconds < 100 else f"{seconds:,.0f} s"


def as_markdown(title: str, lead: str, parts: Sequence[Table]) -> str:
    """Tables as a page in Markdown, in which what people wrote stands for itself."""
    lines = [f"# {_marked(title)}", "", _marked(lead)]
    for part in parts:
        lines += ["", f"## {_marked(part.title)}"]
        if part.note:
            lines += ["", _marked(part.note)]
        align = (":--" if i in part.left else "--:" for i in range(len(part.headings)))
        lines += ["", _row(part.headings), "|" + "|".join(align) + "|", *map(_row, part.rows)]
    return "\n".join([*lines, ""])


_MARKS = {ord(mark): f"\\{mark}" for mark in "\\`*_[]|~#"} | {ord("<"): "&lt;", ord(">"): "&gt;", ord("&"): "&amp;"}


def _marked(text: str) -> str:
    return text.translate(_MARKS)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_marked, cells)) + " |"
