"""`outflank serve`: run the web app."""

import argparse
import importlib.util
from pathlib import Path

from outflank.cli.arguments import Commands, whole_number
from outflank.errors import OptionError, OutflankError
from outflank.web.games.place import place_of

_LIBRARIES = ("babel", "fastapi", "pythonjsonlogger", "segno", "uvicorn", "websockets")  # from the extra `web`


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "serve",
        help="play and analyse in the browser",
        description="Serve the web app to play, analyse and review games, for this machine only unless --host says "
        "otherwise. Games are saved in your own data folder, or in OUTFLANK_DATA_DIR if that is set.",
        epilog="Example: outflank serve --port 8321 --no-browser",
    )
    parser.add_argument(
        "--port", type=whole_number(0, 65535), default=8321, metavar="N", help="port (default: 8321; 0: any)"
    )
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="a host name that visitors use for the server"
    )
    parser.add_argument(
        "--games",
        type=place_of,
        metavar="FILE",
        help="the SQLite file that stores the games, or the URL of a PostgreSQL database: postgresql://user@host/name",
    )
    parser.add_argument(
        "--library",
        type=Path,
        metavar="FILE",
        help="the library for the explorer (default: library.sqlite in your data folder)",
    )
    parser.add_argument(
        "--book", type=Path, metavar="FILE", help="the opening book for the explorer's values (default: shipped)"
    )
    parser.add_argument(
        "--arena",
        type=Path,
        metavar="FILE",
        help="show the progress of a tournament at #/arena; FILE is the file that outflank arena run plays",
    )
    parser.add_argument(
        "--club",
        action="store_true",
        help="open a club: visitors claim names, challenge each other, play rated games and tournaments",
    )
    parser.add_argument(
        "--sign-in-header",
        default="",
        metavar="NAME",
        help="let your reverse proxy sign people in: the person is the user whom it names in this header, and not the "
        "browser's key; requests without it are refused",
    )
    parser.add_argument(
        "--reports", action="store_true", help="print what members have reported to you and exit; newest first"
    )
    parser.add_argument(
        "--pages",
        type=whole_number(1, 10_000),
        default=250,
        metavar="N",
        help="maximum number of pages open at a time (default: 250)",
    )
    parser.add_argument(
        "--seconds",
        type=whole_number(1, 3600),
        default=60,
        metavar="S",
        help="maximum number of seconds for an engine search (default: 60)",
    )
    parser.add_argument(
        "--engines",
        type=whole_number(1, 256),
        metavar="N",
        help="maximum number of simultaneous analyses; up to twice as many players may think at the same time "
        "(default: number of cores, at least 2)",
    )
    parser.add_argument(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help="search on a Dask cluster, tcp://HOST:PORT, and here only if it fails (needs outflank[cluster])",
    )
    parser.add_argument(
        "--no-install",
        action="store_true",
        help="do not let browsers install the page; those that have installed it forget it at their next visit",
    )
    parser.add_argument(
        "--redis",
        metavar="URL",
        help="make several processes one server: start each with the same --redis, --games and --port "
        "(needs outflank[redis])",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the app in a browser")
    parser.add_argument(
        "--log",
        choices=("text", "json"),
        default="text",
        help="the log on standard error: text shows only errors (default), json shows everything, one object per line",
    )
    parser.add_argument(
        "--backup",
        type=Path,
        metavar="FILE",
        help="copy all games into the new FILE and exit; works while a server is running",
    )
    parser.add_argument(
        "--copy-from",
        type=Path,
        metavar="FILE",
        help="copy all games from FILE into the empty PostgreSQL database that --games names, and exit",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the server until it is interrupted, or make a backup of the games."""
    from outflank.files import data_folder

    games = options.games or data_folder() / "games.sqlite"
    if options.backup is not None:
        from outflank.web.games.copying import back_up

        size = back_up(games, options.backup)
        print(f"{size} game{'' if size == 1 else 's'} copied to {options.backup}")
        return 0
    if options.copy_from is not None:
        return _copy(options.copy_from, games)
    check_libraries()
    if options.redis is not None and importlib.util.find_spec("redis") is None:
        raise OutflankError("several processes need redis: pip install 'outflank[redis]'")
    if options.reports:
        return _print_reports(games)
    from outflank.library import usual_path, usual_values
    from outflank.sessions.rated_games import usual_ratings
    from outflank.web.transport.server import open_in_browser, serve
    from outflank.web.transport.services import Capacity, Files

    if options.scheduler:
        from outflank.cluster import Cluster

        Cluster(options.scheduler).close()  # report errors here
    if options.arena is not None:
        from outflank.matches.reading import read_plan

        read_plan(options.arena.absolute())  # report errors here, instead of to visitors
    return serve(
        host=options.host,
        port=options.port,
        games=games,
        files=Files(
            options.library or usual_path(),
            usual_values(),
            options.book,
            options.arena,
            None if options.games else usual_ratings(),
        ),
        capacity=Capacity.of(
            options.engines, pages=options.pages, seconds=float(options.seconds), scheduler=options.scheduler
        ),
        names=options.name,
        has_club=options.club,
        sign_in_header=options.sign_in_header,
        show=None if options.no_browser else open_in_browser,
        log=options.log,
        is_installable=not options.no_install,
        redis=options.redis,
    )


def _copy(file: Path, games: Path | str) -> int:
    from outflank.web.games.copying import copy_to_postgres
    from outflank.web.games.place import shown

    if isinstance(games, Path):
        raise OptionError("--copy-from needs --games postgresql://user@host/name")
    size = copy_to_postgres(file, games)
    print(f"{size} game{'' if size == 1 else 's'} copied to {shown(games)}")
    return 0


def _print_reports(games: Path | str) -> int:
    from contextlib import closing
    from datetime import datetime

    from outflank.sessions.people import visible
    from outflank.web.club.members import reports
    from outflank.web.games.database import open_to_read

    with closing(open_to_read(games)) as opened:
        found = reports(opened)
    for each in found:
        at = f"{datetime.fromtimestamp(each['at']):%Y-%m-%d %H:%M}"
        game = f" (game {each['game']})" if each["game"] else ""
        print(f"{at}  {each['by']} reports {each['about']}{game}: {visible(each['words'])}")
    if not found:
        print("No reports.")
    return 0


def check_libraries() -> None:
    """Raise OutflankError if a package that the extra `web` installs is missing."""
    missing = [name for name in _LIBRARIES if importlib.util.find_spec(name) is None]
    if missing:
        raise OutflankError(f"the web app needs {' and '.join(missing)}: pip install 'outflank[web]'")
