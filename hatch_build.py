"""Puts the folder `share`, which `.ci/release` makes, into the wheel: manual pages and completions of shells."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ShareHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds `share` to a wheel if it is there; an installation from a clone has none."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Add the folder to the data of the build."""
        if self.target_name == "wheel" and Path(self.root, "share").is_dir():
            build_data["shared_data"]["share"] = "share"
