"""Where a project keeps its book of rulings: below its folder, a folder for each ruleset, named as its package."""

from __future__ import annotations

from pathlib import Path

from queensbench.project.projects import Ruleset

PLACE = "docs/rulings"
FINDINGS = "findings.json"
"""The file of a ruleset's findings, from which its pages are drawn."""


def folder_of(root: Path, ruleset: Ruleset) -> Path:
    """The folder of a ruleset's pages in the book of the project at ``root``, whether or not it exists."""
    return root / PLACE / ruleset.package


def findings_of(root: Path, ruleset: Ruleset) -> Path:
    """The file of a ruleset's findings in the book of the project at ``root``, whether or not it exists."""
    return folder_of(root, ruleset) / FINDINGS


__all__ = ["FINDINGS", "PLACE", "findings_of", "folder_of"]
