"""Define limits on the system resources that a bot can use."""

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
    """The resources that a bot may use during a game.

    - `memory`: total memory of all its processes, in MB
    - `processes`: number of its processes and threads
    - `disk`: size of its private /tmp, in MB
    - `output`: amount of printed output, in KB
    - `cpu`: total processor time of all its processes, in seconds
    - `start`: seconds until it must be ready
    """

    memory: int = 512
    processes: int = 32
    disk: int = 64
    output: int = 1024
    cpu: float = 3600.0
    start: float = 10.0
