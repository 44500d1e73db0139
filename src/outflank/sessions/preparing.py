"""Prepare for an opponent with the engine's values, and name the reasons to doubt the report."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from outflank.characters import nearest, on_ladder
from outflank.library import ArchiveCounts, Library, PlayerStatistics, Search
from outflank.library.preparation import CHOSEN, FEW_GAMES, KNOWN, LEAST, PLIES, Values, prepare
from outflank.library.prepared import Preparation
from outflank.library.strengths import has_archive_scale
from outflank.rules import BLACK, Colour
from outflank.text import Text

if TYPE_CHECKING:
    from outflank.library.rated import RatedPlayer

_FEW, _SOME, _MANY = 10, 40, 150  # games, for the rarest position of a tree


def prepare_for(
    library: Library,
    player: str,
    side: Colour,
    query: Search = CHOSEN,
    *,
    values: Values,
    plies: int = PLIES,
    least: int | None = None,
    known: int = KNOWN,
    rating: float | None = None,
    report: Callable[[int, int], object] = lambda _done, _total: None,
) -> Preparation:
    """Report how a player plays the opening; the arguments are those of `preparation.prepare`.

    In a library smaller than half the archive, the archive's counts make positions known, too. If `least` is None, it
    grows with the number of games, so that the report takes about as long for every player.
    """
    if least is None:
        name = library.player(player).name
        games = replace(query, black=name) if side is BLACK else replace(query, white=name)
        least = least_for(library.count(games))
    return prepare(
        library,
        player,
        side,
        query,
        plies=plies,
        least=least,
        known=known,
        archive=None if has_archive_scale(library) else ArchiveCounts.shipped(),
        values=values,
        rating=rating,
        report=report,
    )


def least_for(n_games: int) -> int:
    """The number of games of the rarest position in a tree of this number of games."""
    if n_games < _SOME:
        return 1 if n_games < _FEW else 2
    return max(LEAST, n_games // _MANY)


def opponent_like(found: Preparation) -> str:
    """Name the character whose strength is closest to the player's; empty if no strength is known."""
    return "" if found.for_model is None else nearest(on_ladder(found.for_model.rating)).name


def doubts_about(found: Preparation) -> list[Text]:
    """Return the reasons to doubt a report, a sentence each."""
    from outflank.people import within_ratings  # late import: it needs kernels

    colour = Text("Black") if found.side is BLACK else Text("White")
    n_games, name = found.balance.games, found.name
    if not n_games:
        return [Text("{name} has no such game as {colour}", name=name, colour=colour)]
    reasons = []
    if n_games == 1:
        reasons.append(Text("only 1 game as {colour}: the report says little about {name}", colour=colour, name=name))
    elif n_games < FEW_GAMES:
        reasons.append(
            Text(
                "only {count} games as {colour}: the report says little about {name}",
                count=n_games,
                colour=colour,
                name=name,
            )
        )
    if (assumed := found.for_model) is not None and assumed.rating != within_ratings(assumed.rating):
        given, used = f"{assumed.rating:+.0f}", f"{within_ratings(assumed.rating):+.0f}"
        reasons.append(Text("a rating of {given} counts as {used}", given=given, used=used))
    return reasons


def doubt_about_gap(player: PlayerStatistics, since: int | None, until: int | None) -> Text | None:
    """Return a warning if games of these years are so far apart that the older ones say little about a player.

    If the years end before the gap or begin after it, there is no warning.
    """
    if player.gap is None:
        return None
    last, first = player.gap
    if (since is not None and since > last) or (until is not None and until < first):
        return None
    return Text(
        "{name} has no games from {first} to {last}: older games may be out of date, or another person's",
        name=player.name,
        first=last + 1,
        last=first - 1,
    )


def doubt_about_scale(library: Library, *rated: "RatedPlayer | None") -> Text | None:
    """Return a remark if there are ratings, but not on the archive's scale."""
    if not any(rated) or has_archive_scale(library):
        return None
    return Text("ratings are on this library's own scale, where 0 is the average of its games")
