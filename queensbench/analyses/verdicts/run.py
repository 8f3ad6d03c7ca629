"""The subject of an audit: a mode under its readings, with its compiled boxes and the cache of its verdicts."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.rows import InstanceRow, PropertyRow
from queensbench.evidence.cache import Evidence, VerdictCache
from queensbench.evidence.questions import Question, row_form
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl
from queensbench.project.projects import Ruleset, find_root, system
from queensbench.rules.system import STEP, properties_of, steps_of

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box
    from queensbench.engines.runtime.clusters import Cluster

GAMES = 20_000
MAX_STEPS = 10_000
SEED = 20_190_101
PROOF_TIME = 1800.0


@dataclass
class Options:
    """How an audit is run.

    ``rlimit``: z3's resource limit for one goal (None: the engine's).  ``proof_time``: the most seconds that the
    proofs of one mode may take.  ``elsewhere``: whether other readings are played.  ``progress`` gets one line of text
    at a time.  ``free``: where two processes audit, how many may prove for this one, asked again and again; proofs then
    come after the rest of their mode (None: beside it).  ``confirm``: prove what audits leave to be proved apart, and
    do nothing else.  ``cluster``: whose workers answer (None: this machine alone).  ``root``: the project's
    folder (None: that of the project here).
    """

    games: int = GAMES
    seed: int = SEED
    budget: int | None = None
    rlimit: int | None = None
    proof_time: float = PROOF_TIME
    rulings: bool = True
    elsewhere: bool = True
    studies: bool = True
    proofs: bool = True
    progress: Callable[[str], None] = lambda text: None
    properties: Sequence[str] = ()
    instances: Sequence[str] = ()
    readings: Mapping[str, Any] = field(default_factory=dict)
    evidence: Evidence | None = None
    free: Callable[[], int] | None = None
    confirm: bool = False
    cluster: Cluster | None = None
    root: Path | None = None


class Run:
    """A mode as an audit asks about it: under its readings, with boxes that are compiled once, and a cache."""

    def __init__(self, ruleset: Ruleset, mode: Mode, options: Options) -> None:
        self.ruleset = ruleset
        self.mode = mode
        self.options = options
        self.cache = VerdictCache(options.evidence, ruleset, mode, options.readings)
        self.boxes: dict[str, Box] = {}
        self.compiling: dict[str, threading.Thread] = {}

    @property
    def root(self) -> Path:
        """The folder of the mode's project."""
        return self.options.root or find_root()

    def under(self, readings: Mapping[str, Any]) -> Run:
        """The same mode under other readings, with the same boxes; nothing of it is stored."""
        other = Run(self.ruleset, self.mode, replace(self.options, readings=readings, evidence=None))
        other.boxes = self.boxes
        return other

    def say(self, text: str, instance: str = "") -> None:
        """Tell how far the audit has come, with the mode, and the instance, in front."""
        name = f"{self.ruleset.name}/{self.mode.name}"
        self.options.progress(f"{name} {instance}: {text}" if instance else f"{name}: {text}")

    # ------------------------------------------------------------------------------------------ boxes

    def instance(self, name: str) -> Instance:
        """The instance of this name."""
        return next(i for i in self.mode.all_instances() if i.name == name)

    def ahead(self, name: str, compiled: Callable[[Box], Any]) -> None:
        """Begin to compile what an instance needs while this thread is at something else."""
        self.box(name)

        def compile_it() -> None:
            with suppress(Exception):  # whoever needs it meets the same fault, and says so
                compiled(self.boxes[name])

        self.compiling[name] = threading.Thread(target=compile_it)
        self.compiling[name].start()

    def box(self, name: str) -> Box:
        """The box of an instance, made once."""
        thread = self.compiling.pop(name, None)
        if thread is not None:
            thread.join()
        if name not in self.boxes:
            from queensbench.engines.boxes import LOOPS
            from queensbench.engines.runtime.box import Box, same_code

            instance = self.instance(name)
            lowered = system(self.ruleset, self.mode, instance)
            alike = next((w for w in self.boxes.values() if same_code(w.system, lowered)), None)
            self.boxes[name] = Box(self.ruleset.name, self.mode, instance, lowered, LOOPS, alike)
        return self.boxes[name]

    # -------------------------------------------------------------------------------------- questions

    def wanted(self, name: str) -> list[PropertyDecl]:
        """The properties asked on an instance."""
        return self._chosen(properties_of(self.mode, self.instance(name)))

    def wanted_steps(self, name: str) -> list[PropertyDecl]:
        """The properties of steps asked on an instance."""
        return self._chosen(steps_of(self.mode, self.instance(name)))

    def _chosen(self, decls: Iterable[PropertyDecl]) -> list[PropertyDecl]:
        chosen = self.options.properties
        return [decl for decl in decls if not chosen or decl.name in chosen]

    def whole(self, instance: Instance) -> Question[InstanceRow]:
        """The question of an instance's own results, explored or played."""
        return Question(
            "instance", instance.name, row_form(InstanceRow), instance, self._limits(instance), "system"
        )

    def properties(self, instance: Instance, decls: Iterable[PropertyDecl]) -> list[Question[PropertyRow]]:
        """The questions of properties on an instance, explored or played."""
        limits, form = self._limits(instance), row_form(PropertyRow)
        return [
            Question(
                "property", decl.name, form, instance, limits, "steps" if decl.kind == STEP else "system"
            )
            for decl in decls
        ]

    def _limits(self, instance: Instance) -> dict[str, Any]:
        if instance.explore:
            return {"engine": "explore", "budget": self.options.budget or instance.budget}
        return {
            "engine": "play",
            "games": self.options.games,
            "seed": self.options.seed,
            "max_steps": MAX_STEPS,
        }
