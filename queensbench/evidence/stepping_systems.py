"""A mode at an instance over two states, each beside the one before it: built once for each ruleset that is loaded."""

from __future__ import annotations

from queensbench.language.modes import Instance, Mode
from queensbench.project.projects import Ruleset
from queensbench.rules.transforms import previous_states
from queensbench.rules.typed import ir

STEPPING = "over two states"


def stepping_system(ruleset: Ruleset, mode: Mode, instance: Instance) -> ir.System:
    """What :func:`~queensbench.rules.transforms.previous_states.build_stepping` gives, the same at each call.

    Raises ModelRefused with every finding, or BadInput.
    """
    key = (STEPPING, id(mode), id(instance))
    if key not in ruleset.systems:
        made = previous_states.build_stepping(
            mode, instance, ruleset=ruleset.name, clauses=ruleset.clause_names
        )
        ruleset.systems[key] = (mode, instance, made)  # mode and instance too, so that their ids stay theirs
    return ruleset.systems[key][2]


__all__ = ["stepping_system"]
