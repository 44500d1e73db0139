"""`outflank app`: open the web app in a separate window, and stop its server when the window is closed."""

import argparse
import os
import sys
from pathlib import Path

from outflank.cli.arguments import Commands, whole_number
from outflank.cli.serve import check_libraries
from outflank.errors import OutflankError
from outflank.files import data_folder, write_whole

_ENTRY = """[Desktop Entry]
Type=Application
Name=Outflank
GenericName=Othello
Comment=Play, analyse and study Othello
Comment[ja]=オセロの対局・解析・学習
Exec={command} -m outflank app
Icon=outflank
Terminal=false
Categories=Game;BoardGame;
Keywords=othello;reversi;
StartupNotify=false
StartupWMClass=outflank
"""


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "app",
        help="play and analyse in a window of its own",
        description="Open the web app in a window of its own, and stop its server when the window is closed. The "
        "window belongs to Chromium, Chrome, Edge, Brave or Vivaldi and has no tabs or address bar; if none of these "
        "browsers is installed, the app opens in the default browser. Games are saved where outflank serve saves them.",
        epilog="Example: outflank app --install adds Outflank to the menu of a Linux desktop",
    )
    parser.add_argument("--port", type=whole_number(1, 65535), default=8321, metavar="N", help="default: 8321")
    parser.add_argument("--browser", metavar="COMMAND", help="command of a Chromium-based browser to open the window")
    parser.add_argument("--install", action="store_true", help="add Outflank to your Linux desktop's menu, and exit")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Open the window and wait until it is closed, or install the menu entry."""
    if options.install:
        for path in install():
            print(path)
        return 0
    check_libraries()
    from outflank.cli.window import Window, browser_command

    window = Window(browser_command(options.browser), data_folder() / "window")
    address = f"http://127.0.0.1:{options.port}/"
    if _answers(address):  # for example, an earlier `outflank app`: add a window to that one
        window.open(address)
        return 0
    from outflank.library import usual_path, usual_values
    from outflank.sessions.rated_games import usual_ratings
    from outflank.web.transport.server import serve
    from outflank.web.transport.services import Capacity, Files

    try:
        return serve(
            port=options.port,
            games=data_folder() / "games.sqlite",
            files=Files(usual_path(), usual_values(), ratings=usual_ratings()),
            capacity=Capacity.of(),
            show=window.show,
        )
    finally:
        window.close()


def install() -> list[Path]:
    """Install a menu entry and its icon for this user, and return their paths. Raises OutflankError or OSError."""
    if sys.platform in ("win32", "darwin"):
        raise OutflankError("--install is for Linux desktops; make a shortcut to the command 'outflank app' instead")
    from importlib import resources

    share = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    icon = (resources.files("outflank") / "web" / "static" / "icon.svg").read_bytes()
    written = {
        share / "applications" / "outflank.desktop": _ENTRY.format(command=_quoted(sys.executable)).encode(),
        share / "icons" / "hicolor" / "scalable" / "apps" / "outflank.svg": icon,
    }
    for path, content in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    return list(written)


def _quoted(program: str) -> str:
    """Quote and escape a program's path for the `Exec` key of a desktop entry."""
    quoted = "".join(f"\\{character}" if character in '"`$\\' else character for character in program)
    return '"' + quoted.replace("\\", "\\\\").replace("%", "%%") + '"'


def _answers(address: str) -> bool:
    """True if an Outflank server already responds at a local address."""
    import json
    import urllib.request

    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{address}status", timeout=2) as answer:
            return "outflank" in json.loads(answer.read(10_000))
    except (OSError, ValueError):
        return False
