"""The context of a mode at an instance: its sizes, the members kept, the readings chosen, and the parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from queensbench.errors import BadInput
from queensbench.language.context import Context
from queensbench.language.modes import Instance, Mode
from queensbench.language.records import shown
from queensbench.rules.lowering.base import nearest


def context_for(
    mode: Mode,
    instance: Instance,
    readings: Mapping[str, Any] | None = None,
    parameters: Mapping[str, int] | None = None,
) -> Context:
    """The context in which a mode's rules are read.

    ``readings`` maps rulings to members, or to their names; ``parameters`` go before those of the instance.  Raises
    :class:`BadInput` for an unknown name, with the nearest, for a parameter that is no whole number, and for a value
    out of its bounds.
    """
    members = {kind: _in_order(kind, kept, instance) for kind, kept in instance.keep.items()}
    return Context(
        _sizes(mode, instance),
        members,
        _readings(mode, readings or {}),
        _parameters(mode, instance, parameters or {}),
        limits=mode.limits,
    )


def _sizes(mode: Mode, instance: Instance) -> dict[str, int]:
    """The sizes of an instance, each within its bounds."""
    sizes = {d.name: d for d in mode.sizes.declared()} if mode.sizes is not None else {}
    for name, value in instance.sizes.items():
        if name not in sizes:
            raise BadInput(
                f"instance {instance.name}: no size is called {name}",
                where=instance.place,
                remedy=nearest(name, sizes),
            )
        if not sizes[name].lo <= value <= sizes[name].hi:
            raise BadInput(
                f"instance {instance.name}: {name} = {value} is outside {sizes[name].lo} to {sizes[name].hi}",
                where=instance.place,
                remedy="choose a size within",
            )
    return {name: instance.sizes.get(name, decl.default) for name, decl in sizes.items()}


def _readings(mode: Mode, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The readings of all rulings of a mode: those that are wanted, else those of the house."""
    rulings = {d.name: d for d in mode.rulings.declared()} if mode.rulings is not None else {}
    chosen = {name: decl.house for name, decl in rulings.items()}
    for name, reading in wanted.items():
        if name not in rulings:
            raise BadInput(
                f"no ruling is called {name}", remedy=nearest(name, rulings, "`queensbench rulings`")
            )
        members = rulings[name].readings.__members__
        if isinstance(reading, str):
            key = reading.upper().replace("-", "_")
            if key not in members:
                raise BadInput(
                    f"ruling {name} has no reading {reading}",
                    remedy=f"choose {' or '.join(m.lower() for m in members)}",
                )
            chosen[name] = members[key]
        elif reading in members.values():
            chosen[name] = reading
        else:
            raise BadInput(
                f"{shown(reading)} is no reading of ruling {name}", remedy=f"choose of {', '.join(members)}"
            )
    return chosen


def _parameters(mode: Mode, instance: Instance, wanted: Mapping[str, int]) -> dict[str, int]:
    """The parameters of a mode: those that are wanted, else those of the instance, else the defaults."""
    known = {d.name: d for d in mode.parameters.declared()} if mode.parameters is not None else {}
    values = {name: decl.default for name, decl in known.items()}
    for name, value in {**instance.parameters, **wanted}.items():
        own = name in instance.parameters and name not in wanted
        where, what = (instance.place, f"instance {instance.name}: ") if own else ("", "")
        if name not in known:
            raise BadInput(f"{what}no parameter is called {name}", where=where, remedy=nearest(name, known))
        given: object = value
        if isinstance(given, bool) or not isinstance(given, int):
            fault = f"{what}parameter {name} = {given!r} is no whole number"
            raise BadInput(fault, where=where, remedy="give an int")
        lo, hi = known[name].lo, known[name].hi
        if not lo <= value <= hi:
            fault = f"{what}parameter {name} = {value} is outside {lo} to {hi}"
            raise BadInput(fault, where=where, remedy="choose a value within")
        values[name] = value
    return values


def _in_order(kind: type[Any], kept: Any, instance: Instance) -> tuple[Any, ...]:
    """The members of a kind that an instance keeps, in the order of the kind."""
    members = tuple(kind.__members__.values())
    for member in kept:
        if member not in members:
            raise BadInput(
                f"instance {instance.name}: {shown(member)} is no member of {kind.__name__}",
                where=instance.place,
                remedy="keep only members of the kind",
            )
    return tuple(m for m in members if m in set(kept))
