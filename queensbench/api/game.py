"""A game: one mode of a ruleset of a project, with its rulings, instances, clauses and properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from queensbench.api.given import checked, names_of, texts_of
from queensbench.api.loading import loaded
from queensbench.api.moves import MoveKind, kinds_of
from queensbench.api.session import Session
from queensbench.api.store import Store, store_at
from queensbench.engines.boxes import boxed
from queensbench.engines.runtime.box import Box
from queensbench.errors import BadInput
from queensbench.evidence.keys import Sources
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl
from queensbench.language.records import shown
from queensbench.language.rulings import RulingDecl
from queensbench.project import projects
from queensbench.project.projects import Project, Ruleset
from queensbench.project.register.clauses import Clause
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import properties_of, steps_of

if TYPE_CHECKING:
    from queensbench.api.kept_plays import KeptPlay
    from queensbench.api.results import Points

ModePath = str


@checked()
def load(path: ModePath, *, project: str | Path | None = None, reload: bool = False) -> Game:
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
    found, sources = loaded(project, [path], reload=reload)
    return Game(found, *found.mode(path), sources)


def _quiet(text: str) -> None:
    """Tell nobody."""


def selected(paths: Sequence[str] = ()) -> list[Game]:
    """The games at these paths, each once; a ruleset means all its modes, no path all there are.  Raises BadInput."""
    found, sources = loaded(paths=paths)
    return [Game(found, ruleset, mode, sources) for ruleset, mode in found.selected(paths)]


def opened(path: str, instance: str, choices: Sequence[str] = ()) -> Session:
    """The session that a command names: a mode, an instance, and readings as texts ``ruling=reading``.

    Raises BadInput for unknown names.
    """
    return opened_in(load(path), instance, choices)


def opened_in(
    game: Game, instance: str, choices: Sequence[str] = (), parameters: Mapping[str, int] | None = None
) -> Session:
    """As :func:`opened`, of a game that is loaded."""
    projects.mode_instance(game.mode, instance)  # an unknown instance is told before an unknown reading
    readings = projects.readings_of(game.mode, choices)
    return game.session(instance, readings=readings, parameters=parameters)


def readings_in(game: Game, choices: Sequence[str], instances: Sequence[str]) -> dict[str, Any]:
    """Readings as texts ``ruling=reading``.  Raises BadInput for unknown names, of these instances too."""
    found = projects.readings_of(game.mode, choices)
    for name in instances:
        projects.mode_instance(game.mode, name)
    return found


class Game:
    """One mode of a ruleset.  Made by :func:`load`.

    >>> import queensbench as qb
    >>> game = qb.load("queue4/standard")
    >>> "stop_when" in game.rulings, "six" in game.instances
    (True, True)
    """

    def __init__(
        self, project: Project, ruleset: Ruleset, mode: Mode, sources: Sources | None = None
    ) -> None:
        self._project = project
        self._sources = sources
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

    @checked()
    def move_kinds(self, instance: str | Instance = "full") -> Mapping[str, MoveKind]:
        """What players choose and chance decides at an instance, by name, with the domains of their arguments.

        ``instance`` as of :meth:`session`.  It is read from the rules alone: nothing is compiled.  Raises BadInput.
        """
        self._require_instance(instance)
        projects.activate(self._project)
        declared = projects.mode_instance(self.mode, instance) if isinstance(instance, str) else instance
        return kinds_of(Interpreter(self.mode, declared))

    @checked()
    def session(
        self,
        instance: str | Instance = "full",
        *,
        readings: Mapping[str, Any] | None = None,
        parameters: Mapping[str, int] | None = None,
    ) -> Session:
        """A session at an instance, under readings: by ruling the name or the member of a reading.

        ``instance``: a name, or an :class:`~queensbench.language.Instance` of one's own.  ``parameters``: values of
        parameters that go before the instance's.  Raises BadInput for an unknown name, or a parameter out of its
        range, and ModelRefused for a model outside the language.
        """
        self._require_instance(instance)
        texts = texts_of(readings)
        projects.activate(self._project)
        chosen = projects.readings_of(self.mode, texts)
        if parameters:
            declared = projects.mode_instance(self.mode, instance) if isinstance(instance, str) else instance
            instance = replace(declared, parameters={**declared.parameters, **parameters}, place="")
        return Session(self._box(instance), chosen, self.ruleset, self._project)

    @checked()
    def umpire(
        self,
        instances: str | Sequence[str] = (),
        *,
        readings: Mapping[str, Any] | None = None,
        budget: int | None = None,
        seconds: float = 300.0,
        store: Store | None = None,
        progress: Callable[[str], None] = _quiet,
    ) -> Points:
        """The rules that players cannot check from what they see, and the effects whose order nobody decides.

        ``instances``: those that are explored (none: all whose readings are compared), each with at most ``budget``
        states.  ``readings`` as of :meth:`session`.  ``seconds``: end with what is found by then.  ``store``: where the
        answers are kept (None: nowhere).  Raises BadInput for an unknown name, and an instance that is not explored.
        """
        from queensbench.api.umpiring import points

        projects.activate(self._project)
        return points(
            self.ruleset,
            self.mode,
            readings=projects.readings_of(self.mode, texts_of(readings)),
            instances=names_of(instances),
            budget=budget,
            seconds=seconds,
            store=store,
            progress=progress,
        )

    @checked()
    def store(
        self, place: str | Path | None = None, *, fresh: bool = False, warn: Callable[[str], None] = _quiet
    ) -> Store:
        """The store of the game's project, for questions that take ``store``.

        ``place``: a folder, or ``off`` (None: where audits keep their verdicts).  ``fresh``: take no stored answer,
        store it anew.  ``warn``: a function that is given one line where an answer cannot be kept or read.
        """
        return store_at(self._project, self._sources, place, fresh=fresh, warn=warn)

    def kept_plays(self) -> list[KeptPlay]:
        """The plays that the project keeps about the mode: of rulings in its book, of properties in its store.

        Raises BadInput for a book that cannot be read.

        >>> import queensbench as qb
        >>> plays = qb.load("queue4/standard").kept_plays()
        >>> min(len(play.moves) for play in plays if play.name == "stop_when")
        3
        """
        from queensbench.api.kept_plays import kept_plays

        projects.activate(self._project)
        return kept_plays(self.ruleset, self.mode, self._sources or Sources(self._project.root))

    def _require_instance(self, given: object) -> None:
        if not isinstance(given, str | Instance):
            raise BadInput(f"{shown(given)} is no instance", remedy=f"choose of {', '.join(self.instances)}")

    def _box(self, instance: str | Instance) -> Box:
        if isinstance(instance, Instance):
            return boxed(self.ruleset, self.mode, instance, self._project)
        if instance not in self._boxes:
            declared = projects.mode_instance(self.mode, instance)
            self._boxes[instance] = boxed(self.ruleset, self.mode, declared, self._project)
        return self._boxes[instance]

    def __repr__(self) -> str:
        return f"<Game {self.path}>"
