"""A game: one mode of a ruleset of a project, with its rulings, instances, clauses and properties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from queensbench.api.session import Session
from queensbench.engines.boxes import boxed
from queensbench.engines.runtime.box import Box
from queensbench.errors import BadInput
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl
from queensbench.language.records import shown
from queensbench.language.rulings import RulingDecl
from queensbench.project import projects
from queensbench.project.projects import Project, Ruleset
from queensbench.register.clauses import Clause
from queensbench.rules.system import properties_of, steps_of


def load(path: str, *, project: str | Path | None = None, reload: bool = False) -> Game:
    """The game at ``ruleset/mode``, or at ``ruleset`` where that has one mode.

    ``project``: its folder; without it the project that the current folder is in, else the one that is installed
    with the toolkit.  Several projects may be open in one process.  ``reload``: import its modules anew; games
    loaded before stay as they were.  Raises BadInput for an unknown name and for a project that is in error.

    >>> import queensbench as qb
    >>> qb.load("queue4/standard")
    <Game queue4/standard>
    """
    if not isinstance(path, str):
        raise BadInput(f"{shown(path)} is no name", remedy="write `ruleset/mode`")
    if not isinstance(project, str | Path | None):
        raise BadInput(f"{shown(project)} is no folder", remedy="give the path of a project")
    if "\0" in str(project):
        raise BadInput(f"no folder is called {str(project)!r}", remedy="give the path of a project")
    root = None if project is None else Path(project)
    loaded = projects.load(root, reload=reload)
    ruleset, mode = loaded.mode(path)
    return Game(loaded, ruleset, mode)


def opened(path: str, instance: str, choices: Sequence[str] = ()) -> Session:
    """The session that a command names: a mode, an instance, and readings as texts ``ruling=reading``.

    Raises BadInput for unknown names.
    """
    game = load(path)
    projects.mode_instance(game.mode, instance)  # an unknown instance is told before an unknown reading
    return game.session(instance, readings=projects.readings_of(game.mode, choices))


class Game:
    """One mode of a ruleset.  Made by :func:`load`.

    >>> import queensbench as qb
    >>> game = qb.load("queue4/standard")
    >>> "stop_when" in game.rulings, "six" in game.instances
    (True, True)
    """

    def __init__(self, project: Project, ruleset: Ruleset, mode: Mode) -> None:
        self._project = project
        self.ruleset = ruleset
        self.mode = mode
        self._boxes: dict[str, Box] = {}

    @property
    def path(self) -> str:
        """``ruleset/mode``."""
        return f"{self.ruleset.name}/{self.mode.name}"

    @property
    def rulings(self) -> Mapping[str, RulingDecl]:
        """The rulings that can arise in the mode, by name: question, readings, the house's, clauses, reasons."""
        return MappingProxyType({decl.name: decl for decl in projects.rulings_of(self.mode)})

    @property
    def instances(self) -> Mapping[str, Instance]:
        """The instances by name, the box as sold (``full``) first."""
        return MappingProxyType({instance.name: instance for instance in self.mode.all_instances()})

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses of the register that are rules of the mode, by name; empty without a register."""
        found = self.ruleset.clauses
        known = () if found is None else tuple(clause for clause in found if clause.concerns(self.mode.name))
        return MappingProxyType({clause.name: clause for clause in known})

    @property
    def properties(self) -> Mapping[str, PropertyDecl]:
        """The properties of states and steps that are asked of the mode, by name."""
        decls = (*properties_of(self.mode), *steps_of(self.mode))
        return MappingProxyType({decl.name: decl for decl in decls})

    def session(
        self, instance: str | Instance = "full", *, readings: Mapping[str, Any] | None = None
    ) -> Session:
        """A session at an instance, under readings: by ruling the name or the member of a reading.

        ``instance``: a name, or an :class:`~queensbench.language.Instance` of one's own.  Raises BadInput for an
        unknown name, and ModelRefused for a model outside the language.
        """
        if not isinstance(instance, str | Instance):
            raise BadInput(
                f"{shown(instance)} is no instance", remedy=f"choose of {', '.join(self.instances)}"
            )
        if not isinstance(readings, Mapping | None):
            raise BadInput(f"{shown(readings)} chooses no readings", remedy='give {"ruling": "reading"}')
        projects.activate(self._project)
        texts = [f"{name}={getattr(reading, 'name', reading)}" for name, reading in (readings or {}).items()]
        chosen = projects.readings_of(self.mode, texts)
        return Session(self._box(instance), chosen, self.ruleset, self._project)

    def _box(self, instance: str | Instance) -> Box:
        if isinstance(instance, Instance):
            return boxed(self.ruleset, self.mode, instance)
        if instance not in self._boxes:
            self._boxes[instance] = boxed(
                self.ruleset, self.mode, projects.mode_instance(self.mode, instance)
            )
        return self._boxes[instance]

    def __repr__(self) -> str:
        return f"<Game {self.path}>"
