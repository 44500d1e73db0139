"""The engine: the search as a player and an analyst, with levels and a clock.

Its kernels are compiled, or loaded, when `Engine` is first asked for: `engine.levels` can be read without them.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outflank.engine.engine import Analysis, Engine

__all__ = ["Analysis", "Engine"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from outflank.engine import engine

    return getattr(engine, name)
