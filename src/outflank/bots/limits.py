"""Limits on the machine's resources that a bot may use."""

from dataclasses import dataclass
from typing import Annotated

from outflank.play.options import About

Memory = Annotated[int, About(32, 65_536, "MB", private=True)]
Processes = Annotated[int, About(1, 512, private=True)]
Disk = Annotated[int, About(1, 16_384, "MB", private=True)]
Output = Annotated[int, About(1, 1_000_000, "KB", private=True)]
Processor = Annotated[float, About(0, 86_400, "seconds", above=True, private=True)]
Start = Annotated[float, About(0, 30, "seconds", above=True, private=True)]
Patience = Annotated[float, About(0, 86_400, "seconds", above=True, private=True)]


@dataclass(frozen=True, slots=True)
class Limits:
    """The resources that a bot may use in a game.

    - `memory`: memory of all its processes together, in MB
    - `processes`: number of its processes and threads
    - `disk`: size of its own /tmp, in MB
    - `output`: amount of printed output, in KB
    - `cpu`: processor time of all its processes together, in seconds
    - `start`: seconds within which it must be ready
    """

    memory: int = 512
    processes: int = 32
    disk: int = 64
    output: int = 1024
    cpu: float = 3600.0
    start: float = 10.0
