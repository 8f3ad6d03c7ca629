"""Boxes whose machine code holds the loops of all engines in one module."""

from __future__ import annotations

from queensbench.engines.compare.kernels import COMPARER
from queensbench.engines.distinguish.kernels import part_game
from queensbench.engines.explore.equivariance_kernels import ALIKE
from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.graphs.arena_kernels import ARENA
from queensbench.engines.graphs.kernels import DECIDERS
from queensbench.engines.graphs.pool_kernels import POOLS
from queensbench.engines.prove.step_kernels import STEPPER
from queensbench.engines.runtime import gc_policy
from queensbench.engines.runtime.box import Box
from queensbench.engines.simulate.kernels import PLAYER
from queensbench.engines.steps.kernels import STEPS
from queensbench.evidence import kept_systems
from queensbench.language.modes import Instance, Mode
from queensbench.project import projects
from queensbench.project.projects import Project, Ruleset

LOOPS = tuple(
    dict.fromkeys(
        (*EXPLORER, *PLAYER, *DECIDERS, *POOLS, *STEPPER, *ALIKE, *STEPS, *ARENA, *COMPARER, part_game)
    )
)
"""The kernels that are compiled with the rules.  An engine whose loops call the rules adds its kernels here."""


def boxed(ruleset: Ruleset, mode: Mode, instance: Instance, project: Project | None = None) -> Box:
    """A mode of a loaded ruleset at an instance.  Raises ModelError for a model outside the language.

    ``project``: the ruleset's, which is the active one; with it, a system that is kept is not lowered again.
    """
    with gc_policy.put_off():
        if project is None:
            system = projects.system(ruleset, mode, instance)
        else:
            system = kept_systems.system(project, ruleset, mode, instance)
    return Box(ruleset.name, mode, instance, system, LOOPS)
