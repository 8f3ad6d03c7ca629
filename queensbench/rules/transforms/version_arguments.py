"""The arguments of moves in two versions of the rules: which are the same, and what values both have together."""

from __future__ import annotations

from queensbench.rules.typed import ir

Params = tuple[tuple[str, ir.Type], ...]


def arguments_of(system: ir.System, transition: ir.Transition) -> Params:
    """The arguments of a transition."""
    return system.functions[transition.function].params


def family(t: ir.Type) -> ir.Type | None:
    """What tells arguments apart: the type, but for numbers, which are one whatever their range."""
    return None if isinstance(t, ir.IntType) else t


def mixed(one: Params, two: Params) -> bool:
    """Whether arguments have the same names, and some of their values, but not all, are written alike."""
    if [name for name, _ in one] != [name for name, _ in two]:
        return False
    pairs = [(mine, yours) for (_, mine), (_, yours) in zip(one, two, strict=True)]
    return all(_meet(*pair) for pair in pairs) and any(family(a) != family(b) for a, b in pairs)


def _meet(one: ir.Type, two: ir.Type) -> bool:
    """Whether a value of one type may be written like one of the other."""
    if isinstance(one, ir.KindType) and isinstance(two, ir.KindType):
        return bool({*one.members} & {*two.members})
    return type(one) is type(two)


def together(one: Params, two: Params) -> Params:
    """Arguments with the values of both versions."""
    found: list[tuple[str, ir.Type]] = []
    for (name, mine), (_, yours) in zip(one, two, strict=True):
        t = mine
        if isinstance(mine, ir.IntType) and isinstance(yours, ir.IntType) and mine != yours:
            same = mine.name if mine.name == yours.name else ""
            t = ir.IntType(min(mine.lo, yours.lo), max(mine.hi, yours.hi), same)
        found.append((name, t))
    return tuple(found)
