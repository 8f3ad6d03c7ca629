"""Faults that were written by hand, one file of them for each ruleset, and putting one into a copy of the project.

What a fault is and how the files are written: ``README.md`` beside this module.
"""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FOLDERS = ("model", "spec", "properties", "seeds")
FILES = ("pyproject.toml", "waivers.toml", "survivors.toml", "clauses.lock")


@dataclass(frozen=True)
class Edit:
    """A text of a file that stands there once, and what stands in its place."""

    old: str
    new: str


@dataclass(frozen=True)
class Fault:
    """One fault: what is wrong, in which file of which model, and the edits that make it.

    ``mode``: a mode in which it can be felt (empty: the only one).  ``reading``: the one reading under which it can
    (empty: the house readings).
    """

    ruleset: str
    name: str
    file: str
    wrong: str
    edits: tuple[Edit, ...]
    mode: str = ""
    reading: str = ""

    @property
    def path(self) -> str:
        """The file, from the project's root."""
        return f"model/{self.ruleset}/{self.file}"

    @property
    def address(self) -> str:
        """The mode as a command takes it."""
        name = self.ruleset.replace("_", "-")
        return f"{name}/{self.mode}" if self.mode else name

    def changed(self, text: str) -> str:
        """The text of its file with the fault in it.  Raises ValueError where an edit fits not exactly once."""
        for edit in self.edits:
            found = text.count(edit.old)
            if found != 1:
                raise ValueError(
                    f"{self.ruleset}/{self.name}: found {found} times in {self.path}, not once: {edit.old!r}"
                )
            text = text.replace(edit.old, edit.new)
        return text


def rulesets() -> list[str]:
    """The rulesets of which there are faults."""
    return sorted(path.stem for path in HERE.glob("*.toml"))


def faults(ruleset: str) -> list[Fault]:
    """The faults of a ruleset, in the order of their file."""
    entries = tomllib.loads((HERE / f"{ruleset}.toml").read_text())["fault"]
    return [
        Fault(
            ruleset,
            entry["name"],
            entry["file"],
            entry["wrong"],
            tuple(Edit(edit["old"], edit["new"]) for edit in entry.get("edits", [entry])),
            entry.get("mode", ""),
            entry.get("reading", ""),
        )
        for entry in entries
    ]


def copy_with(fault: Fault | None, folder: Path) -> Path:
    """A copy of the project in a folder that does not exist yet, with a fault in it (None: without)."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, folder / name)
    if fault is not None:
        path = folder / fault.path
        path.write_text(fault.changed(path.read_text()))
    return folder
