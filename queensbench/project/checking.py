"""A ruleset held against its register: rulings, properties and modes name nothing that does not exist."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Sequence

from queensbench.errors import SeveralFaults
from queensbench.language.modes import Mode
from queensbench.language.properties import PropertyDecl
from queensbench.language.source import parse
from queensbench.project.projects import GAP, Ruleset
from queensbench.project.register.consistency import references, unknown
from queensbench.project.register.entries import did_you_mean


def check(ruleset: Ruleset) -> None:
    """Hold rulings and properties against the register, the modes and each other.

    Raises one BadInput with a line for each name that does not exist: clauses of rulings, of readings'
    ``speaks`` and of properties, modes of rulings, documents of rulings, rulings of clauses, modes of the
    model in the register, instances of properties, and what expectations blame (a ruling, a clause, or
    ``gap: what is missing``); for each reading that is not its ruling's; for each property that is asked of no mode;
    and for each name that a ruling shares with another ruling or a gap.
    """
    lines = [*references(ruleset.book), *_mode_faults(ruleset), *_property_faults(ruleset)]
    if lines:
        raise SeveralFaults(lines)


def sound(selected: Sequence[tuple[Ruleset, Mode]]) -> Sequence[tuple[Ruleset, Mode]]:
    """The modes themselves, when each of their rulesets is in order.  Raises BadInput as :func:`check` does."""
    for ruleset in dict.fromkeys(ruleset for ruleset, _ in selected):
        check(ruleset)
    return selected


def _mode_faults(ruleset: Ruleset) -> Iterator[str]:
    """The modes of a model are among those that its register tells of, if it tells of any."""
    for mode in ruleset.modes.values():
        place = f"{mode.place}: mode {mode.name}"
        if ruleset.clauses is not None and mode.name not in ruleset.mode_names:
            known = did_you_mean(mode.name, ruleset.mode_names)
            yield f"{place} is not in the table [modes] of {ruleset.clauses.path}; {known}"


def _property_faults(ruleset: Ruleset) -> Iterator[str]:
    for decl in ruleset.properties:
        if any(
            _faults_of(decl, ruleset, "")
        ):  # to find its line takes longer than to see that it is in order
            yield from _faults_of(decl, ruleset, f"{_property_place(decl)}: property {decl.name}")


def _faults_of(decl: PropertyDecl, ruleset: Ruleset, where: str) -> Iterator[str]:
    for clause in decl.clauses:
        yield from unknown(clause, ruleset.clause_names, f"{where} rests on the clause")
    asked = [mode for mode in ruleset.modes.values() if issubclass(mode.state, decl.state)]
    if not asked:
        yield f"{where} is asked of no mode; name the record of a mode or a base of one"
        return
    instances = {instance.name for mode in asked for instance in mode.all_instances()}
    for name in (*decl.instances, *(name for name, _ in decl.on)):
        yield from unknown(name, instances, f"{where} is asked on the instance")
    for expectation in decl.expectations():
        for name in expectation.blame:
            if name.startswith(GAP) or (ruleset.clauses is None and "." in name):
                continue
            known = [*ruleset.rulings, *(ruleset.clause_names or ())]
            yield from unknown(name, known, f"{where} blames the ruling or clause", f' or write "{GAP} ..."')


def _property_place(decl: PropertyDecl) -> str:
    """File and line of a property's declaration."""
    if decl.rule is not None:
        return f"{decl.rule.file}:{decl.rule.line}"
    return _place(
        decl.module,
        lambda node: (
            isinstance(node, ast.Call)
            and any(isinstance(arg, ast.Constant) and arg.value == decl.name for arg in node.args[:1])
        ),
    )


def _place(module: str, wanted: Callable[[ast.AST], bool]) -> str:
    """File and line of the first node of a module that is wanted; failing that, the file or the module."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return module
    try:
        return next(f"{file}:{getattr(node, 'lineno', 1)}" for node in ast.walk(parse(file)) if wanted(node))
    except (OSError, StopIteration):
        return str(file)
