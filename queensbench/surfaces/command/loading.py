"""The commands, each imported when it is asked for: one that answers at once should not wait for thirty others.

What shows all of them, as ``--help`` does, imports all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, cast

import typer
from typer.core import TyperGroup

COMMANDS = (
    *("audit", "rulings", "clauses", "search", "explore", "prove", "confirm", "compare", "diff", "play", "replay"),
    *("step", "serve", "check", "errata", "vacuous", "mutate", "rests", "report", "solve", "export", "umpire"),
    *("quiet", "advise", "new", "conform", "suite", "new-adapter", "seeds", "evidence", "trace"),
)  # fmt: skip
"""Their names, as help lists them.  Each has a module here, and there a function of that name, or ``app`` if it has
commands of its own."""


class Commands(Mapping[str, Any]):
    """The commands by their names.  One whose module was not imported yet is imported when it is taken."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in COMMANDS:
            raise KeyError(name)
        if name not in self._made:
            self._made[name] = _command(name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class CommandsWhenAsked(TyperGroup):
    """The group of all commands, with modules that are imported when their command is asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = cast(Any, Commands())  # typer only reads them

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, for which no module is imported."""
        return list(self.commands)


def _command(name: str) -> Any:
    """Import a command, and give it its name."""
    word = name.replace("-", "_")
    module = import_module(f"queensbench.surfaces.command.{word}")
    one = typer.Typer(rich_markup_mode=None)
    if hasattr(module, "app"):
        one.add_typer(module.app, name=name)
    else:
        one.command(name)(getattr(module, word))
    return typer.main.get_group(one).commands[name]
