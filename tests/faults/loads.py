"""Loads the project of this folder and lowers every mode of a ruleset: `python loads.py queen_is_dead`."""

from __future__ import annotations

import sys
from pathlib import Path

from queensbench.project.projects import load, system


def main(package: str) -> None:
    """Every mode at its first instance, which lowers every rule that the mode runs by."""
    ruleset = load(Path.cwd()).ruleset(package.replace("_", "-"))
    for mode in ruleset.modes.values():
        system(ruleset, mode, mode.full)


if __name__ == "__main__":
    main(sys.argv[1])
