"""Draws docs/images/picture.svg, a piece of a game against level3 in the terminal, for the README.

Run it in the folder above docs after a change to what the terminal shows: python docs/make_picture.py
"""

import contextlib
import io
import re
from pathlib import Path

from outflank.cli.screen import Console, TerminalScreen
from outflank.cli.session import TerminalGame
from outflank.formats import transcript
from outflank.sessions.playing import LocalPlaySession

PLAYED = "d3c5c6e3f3d6c4c3b3e2f1a3e6c7b5f6c8a5g6f4a4g3g4"
TYPED = ("why", "h1", "hint")


class Stage(TerminalScreen):
    """A screen on which a script types, and nobody is seen thinking: every move takes the same time."""

    def __init__(self, console):
        super().__init__(console)
        self._typed = iter(TYPED)

    def say(self, text, *, whole=False):
        """Print what is said, with a made-up time."""
        super().say(re.sub(r"in \d+\.\d\d s", "in 0.01 s", text), whole=whole)

    def thinking(self, _who):
        """Show nothing."""
        return contextlib.nullcontext()

    def ask(self, prompt, _seconds=None):
        """The next line of the script."""
        line = next(self._typed, None)
        self.say(prompt + (line or ""))
        if line is None:
            raise EOFError
        return line


def made():
    """Play, and return the picture as SVG."""
    console = Console(record=True, force_terminal=True, color_system="truecolor", width=72, file=io.StringIO())
    game = TerminalGame(
        LocalPlaySession(transcript.read(PLAYED), ("human", "level3")), screen=Stage(console), autosave=False
    )
    with contextlib.suppress(EOFError):
        game._play()
    svg = console.export_svg(title="outflank play --white level3", unique_id="outflank")
    return self_contained(svg)


def self_contained(svg):
    """The picture without fonts from elsewhere, and with spaces that no viewer drops."""
    svg = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace")
    svg = svg.replace("<text ", '<text xml:space="preserve" ')
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


if __name__ == "__main__":
    (Path(__file__).parent / "images" / "picture.svg").write_text(made(), encoding="utf-8")
