"""Two versions of a project: every mode that either has, and what the change touches beside play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.analyses.versions import touched
from queensbench.analyses.versions.mode_versions import (
    ADDED,
    REMOVED,
    SAME,
    ModeVersions,
    Side,
    VersionSettings,
    compared,
    ruling_of,
)
from queensbench.analyses.versions.touched import Consequence
from queensbench.errors import BadInput
from queensbench.project import projects
from queensbench.project.projects import Project
from queensbench.project.register.entries import require_known

Progress = Callable[[str], None]


@dataclass
class ProjectVersions:
    """The findings: a :class:`ModeVersions` for each mode, and all that the change touches.

    ``interrupted``: Ctrl-C ended it, and modes are missing.
    """

    names: tuple[str, str]
    modes: list[ModeVersions] = field(default_factory=list)
    touched: list[Consequence] = field(default_factory=list)
    interrupted: bool = False

    @property
    def code(self) -> int:
        """The exit code: 0 where every mode is the same, 1 where one is not, 130 after Ctrl-C."""
        return 130 if self.interrupted else int(any(mode.verdict != SAME for mode in self.modes))

    def to_json(self) -> dict[str, Any]:
        """The findings as JSON."""
        return {
            "old": self.names[0],
            "new": self.names[1],
            "modes": [mode.to_json() for mode in self.modes],
            "touched": [one.to_json() for one in self.touched],
            "interrupted": self.interrupted,
        }


def paths_of(old: Project, new: Project, asked: Sequence[str]) -> list[str]:
    """The modes of either version that are asked for (none: all), as ``ruleset/mode``.  Raises BadInput."""
    known: dict[str, None] = {}
    for project in (old, new):
        projects.activate(project)
        for ruleset in project.rulesets.values():
            known.update(dict.fromkeys(f"{ruleset.name}/{mode}" for mode in ruleset.modes))
    found: dict[str, None] = {}
    for path in asked or known:
        below = [one for one in known if one == path or one.startswith(f"{path}/")]
        if not below:
            names = {*known, *(one.partition("/")[0] for one in known)}
            require_known("ruleset or mode", [path], sorted(names))
        found.update(dict.fromkeys(below))
    return list(found)


def side_of(project: Project, path: str) -> Side | None:
    """One version of a mode; None where the project has no mode of that name."""
    name, _, mode = path.partition("/")
    ruleset = project.rulesets.get(name)
    if ruleset is None or mode not in ruleset.modes:
        return None
    return Side(project, ruleset, ruleset.modes[mode])


def differences(
    old: Project,
    new: Project,
    names: tuple[str, str],
    paths: Sequence[str],
    settings: VersionSettings,
    progress: Progress,
) -> ProjectVersions:
    """Compare two versions of a project, mode by mode; Ctrl-C keeps what is finished."""
    found = ProjectVersions(names)
    chosen = paths_of(old, new, paths)
    require_instances([side_of(project, path) for path in chosen for project in (old, new)], settings)
    try:
        for path in chosen:
            sides = side_of(old, path), side_of(new, path)
            if sides[0] is None or sides[1] is None:
                found.modes.append(ModeVersions(path, REMOVED if sides[1] is None else ADDED))
                continue
            found.modes.append(compared(sides[0], sides[1], settings, progress))
        progress("what else the change touches")
        found.touched = list(dict.fromkeys(_touched(old, new, found.modes)))
    except KeyboardInterrupt:
        found.interrupted = True
    return found


def require_instances(sides: Sequence[Side | None], settings: VersionSettings) -> None:
    """Raise BadInput for an instance or a ruling that no mode has, and where no state or no game is allowed."""
    known = {one.name for side in sides if side is not None for one in side.mode.all_instances()}
    require_known("instance", settings.instances, sorted(known))
    rulings = {decl.name for side in sides if side is not None for decl in projects.rulings_of(side.mode)}
    require_known("ruling", [ruling_of(text) for text in settings.readings], sorted(rulings))
    if settings.games < 1 or settings.budget < 1:
        raise BadInput("a budget below 1", remedy="allow at least one state and one game")


def _touched(old: Project, new: Project, modes: Sequence[ModeVersions]) -> Iterator[Consequence]:
    rulesets = list(dict.fromkeys(mode.path.partition("/")[0] for mode in modes))
    for name in rulesets:
        if name in old.rulesets and name in new.rulesets:
            yield from touched.rulings(old.ruleset(name), new.ruleset(name))
    for mode in modes:
        sides = side_of(old, mode.path), side_of(new, mode.path)
        if sides[0] is not None and sides[1] is not None:
            yield from touched.properties(sides[0], sides[1])
            if mode.verdict != SAME or mode.how != "by construction":
                yield from touched.verdicts(old, mode.path)
    parted = [
        name for name in rulesets if any(m.path.startswith(f"{name}/") and m.verdict != SAME for m in modes)
    ]
    yield from touched.stored(old, new, parted)
