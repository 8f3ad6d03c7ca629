"""Puts this project's rulebooks into the wheel, so that the installed command works from any folder."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The four folders that make a project, its locks and waivers, and the file whose `[tool.queensbench]` marks one. It is
# the checkout's own file, so that the bundled project has the same settings and is found the same way.
BUNDLED = (
    "pyproject.toml",
    "spec",
    "model",
    "properties",
    "seeds",
    "clauses.lock",
    "verdicts.lock",
    "hints.lock",
    "waivers.toml",
)


class BundleHook(BuildHookInterface[Any]):
    """Adds the project to `queensbench/_bundled/` of a standard wheel.

    An editable installation gets nothing: a copy of the rules made when it was installed would go stale
    with the next edit.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name what to include; a missing folder is an error, or half a project would pass for a whole."""
        if version != "standard":
            return
        for name in BUNDLED:
            source = Path(self.root, name)
            if not source.exists():
                message = f"{name} is missing, and the wheel bundles it: build from a whole checkout"
                raise FileNotFoundError(message)
            build_data["force_include"][str(source)] = f"queensbench/_bundled/{name}"
