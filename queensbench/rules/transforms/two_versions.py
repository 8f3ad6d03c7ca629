"""One system that holds two versions of the rules of a mode, and a ruling that says which of them is in force.

Engines then compare the versions as they compare readings: on every state of a box, by proof of all positions, in
games with the same luck.  Functions that say the same in both versions stand in the system once, so that only what
has changed consults the ruling.  Moves are told apart by kind, name and arguments; a move that one version alone has
is refused under the other.  Numbers that an argument has in either version are those of one move; a version refuses
those that it does not have.

What cannot be said in one system is told as :class:`Unlike`: states with other fields or other types of cells, players
or scores that only one version has, and arguments of one name whose kind has other members.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from queensbench.rules.transforms.version_arguments import Params, arguments_of, family, mixed, together
from queensbench.rules.typed import ir
from queensbench.rules.typed.digest import digest_of

VERSION = "$version"
"""The name of the ruling that chooses the version."""
OLD, NEW = "OLD", "NEW"
SUFFIX = " (new)"
"""What names of rulings, parameters and moves of the newer version end with if the older has another of that name."""
_TYPE = ir.IntType(0, 1)


@dataclass(frozen=True)
class Unlike:
    """Why two versions do not fit into one system; ``text`` is a clause of a sentence."""

    text: str


@dataclass(frozen=True)
class Versions:
    """Two versions in one system.

    ``system``: its last ruling is :data:`VERSION`.  ``same``: no rule says anything else.  ``changed``: the rules whose
    own text says something else in the newer version, or that one version alone has, by name.  ``only``: for each
    transition of the system the version that alone has it, 0 or 1; -1 where both do.
    """

    system: ir.System
    same: bool
    changed: tuple[str, ...]
    only: tuple[int, ...]


def merged(old: ir.System, new: ir.System) -> Versions | Unlike:
    """Two versions of a mode at an instance as one system, or why they are not."""
    if unlike := _unlike(old, new):
        return Unlike(unlike)
    return _Merge(old, new).made()


def _unlike(old: ir.System, new: ir.System) -> str:
    """Why the states or the questions of two versions differ in kind; empty if they do not."""
    ours, theirs = ({f.name: f for f in s.fields} for s in (old, new))
    for name in (*ours, *theirs):
        if name not in theirs or name not in ours:
            return f"only the {'older' if name in ours else 'newer'} version has the field {name}"
        one, two = ours[name], theirs[name]
        if (one.index, one.value) != (two.index, two.value):
            return f"the field {name} has other values"
    for what in ("wins", "score"):
        one, two = getattr(old, what), getattr(new, what)
        if (one is None) != (two is None):
            return f"only the {'older' if two is None else 'newer'} version says {what}"
        if one is not None and old.functions[one].params != new.functions[two].params:
            return f"{what} is asked of others"
    if {_answers(s) for s in (old, new) if _answers(s) is not None} - {_answers(old)}:
        return "other players choose"
    for mine in old.transitions:
        for yours in new.transitions:
            if mine.name == yours.name and mixed(arguments_of(old, mine), arguments_of(new, yours)):
                return f"the arguments of {mine.name} have other values"
    return ""


def _answers(system: ir.System) -> ir.Type | None:
    """The type of those whose choice moves are; None if no rule says."""
    return next(
        (system.functions[t.decider].returns for t in system.transitions if t.decider is not None), None
    )


def _union(one: Sequence[Any], two: Sequence[Any]) -> tuple[tuple[Any, ...], dict[int, int]]:
    """All of two sequences, the first ones first, and where each of the second then stands."""
    both = list(dict.fromkeys((*one, *two)))
    return tuple(both), {i: both.index(item) for i, item in enumerate(two)}


class _Meaning:
    """Digests of what functions of a system say, whatever the numbers by which it calls its parts."""

    def __init__(self, system: ir.System) -> None:
        self.system = system
        self._known: dict[int, str] = {}

    def of(self, number: int | None) -> str:
        """The digest of a function with all that it calls; empty for none."""
        if number is None:
            return ""
        if number not in self._known:
            self._known[number] = self._digest(number, deep=True)
        return self._known[number]

    def own(self) -> dict[str, set[str]]:
        """The digests of the functions by which a game goes, by name; what they call counts by its name."""
        system = self.system
        roots: list[int | None] = [system.initial, system.over, system.wins, system.score]
        roots += [part for t in system.transitions for part in (t.function, t.weight, t.decider)]
        found: dict[str, set[str]] = {}
        for number in sorted(ir.reached(system, *roots)):
            found.setdefault(system.functions[number].name, set()).add(self._digest(number, deep=False))
        return found

    def named(self, name: str) -> set[str]:
        """The digests of all functions of a name, whether a game goes by them or not."""
        return {
            self._digest(number, deep=False)
            for number, function in enumerate(self.system.functions)
            if function.name == name
        }

    def _digest(self, number: int, *, deep: bool) -> str:
        function = self.system.functions[number]
        return digest_of(
            function.name, function.params, function.slots, function.returns,
            tuple(self._told(stmt, deep=deep) for stmt in function.body),
            tuple(self.system.clauses[clause] for clause in function.clauses),
        )  # fmt: skip

    def _told(self, node: Any, *, deep: bool) -> Any:
        """A node as nested tuples, with what its numbers stand for."""
        system = self.system
        if isinstance(node, tuple):
            return tuple(self._told(one, deep=deep) for one in node)
        if not is_dataclass(node):
            return node
        parts: list[Any] = [type(node).__name__]
        for one in fields(node):
            value = getattr(node, one.name)
            match one.name:
                case "field":
                    value = system.fields[value].name
                case "table":
                    table = system.tables[value]
                    value = (table.index, table.value, table.values)
                case "ruling":
                    ruling = system.rulings[value]
                    value = (ruling.name, ruling.readings, ruling.house)
                case "parameter":
                    value = system.parameters[value]
                case "function":
                    value = self.of(value) if deep else system.functions[value].name
                case "site" | "site_index" | "site_value":
                    value = "" if value < 0 else system.sites[value].what
                case "guard":
                    value = ""
                case "clauses":
                    value = tuple(system.clauses[clause] for clause in value)
                case "silence":
                    silence = system.silences[value]
                    value = (silence.what, system.clauses[silence.clause])
            parts.append(self._told(value, deep=deep))
        return tuple(parts)


class _Merge:
    """The making of one system of two."""

    def __init__(self, old: ir.System, new: ir.System) -> None:
        self.old, self.new = old, new
        self.meaning = _Meaning(old), _Meaning(new)
        self.fields = {i: [f.name for f in old.fields].index(one.name) for i, one in enumerate(new.fields)}
        self.clauses, self.clause = _union(old.clauses, new.clauses)
        self.rulings, self.ruling = self._rulings()
        self.parameters, self.parameter = self._parameters()
        self.silences, self.silence = self._silences()
        self.guards = [*old.guards]
        self.shifted: dict[int, int] = {}
        self.functions = [*old.functions]
        self.same = True
        self.guard_of: dict[int, int] = {}
        same = {self.meaning[0].of(number): number for number in range(len(old.functions))}
        for number in range(len(new.functions)):
            known = same.get(self.meaning[1].of(number))
            if known is None:
                self.shifted[number] = len(self.functions)
                self.functions.append(new.functions[number])
            else:
                self.shifted[number] = known
        for number, place in self.shifted.items():
            if place >= len(old.functions):
                self.functions[place] = self._own(new.functions[number])

    # ---------------------------------------------------------------------------------- what is numbered

    def _rulings(self) -> tuple[tuple[ir.Ruling, ...], dict[int, int]]:
        """The rulings of both; a ruling whose readings or house reading differ stands there twice."""
        names = [ruling.name for ruling in self.old.rulings]
        theirs = [
            replace(one, name=one.name + SUFFIX) if one.name in names and one not in self.old.rulings else one
            for one in self.new.rulings
        ]
        return _union(self.old.rulings, theirs)

    def _parameters(self) -> tuple[tuple[ir.ParameterDecl, ...], dict[int, int]]:
        names = [parameter.name for parameter in self.old.parameters]
        theirs = [
            replace(one, name=one.name + SUFFIX)
            if one.name in names and one not in self.old.parameters
            else one
            for one in self.new.parameters
        ]
        return _union(self.old.parameters, theirs)

    def _silences(self) -> tuple[tuple[ir.Silence, ...], dict[int, int]]:
        """The silences of both: two are one if they leave out the same, beside the same clause."""
        found = list(self.old.silences)
        places = {}
        for number, one in enumerate(self.new.silences):
            mine = replace(one, clause=self.clause[one.clause])
            like = [i for i, two in enumerate(found) if (two.what, two.clause) == (mine.what, mine.clause)]
            places[number] = like[0] if like else len(found)
            if not like:
                found.append(mine)
        return tuple(found), places

    # --------------------------------------------------------------------------------------- functions

    def _own(self, function: ir.Function) -> ir.Function:
        """A function of the newer version, with the numbers that its parts have in the whole."""
        return replace(
            function,
            body=self._moved(function.body),
            clauses=tuple(self.clause[clause] for clause in function.clauses),
        )

    def _moved(self, node: Any, slots: int = 0, params: int = 0) -> Any:
        """A node of the newer version in the numbers of the whole; its slots behind ``slots`` others.

        The first ``params`` slots stay.
        """
        if isinstance(node, tuple):
            return tuple(self._moved(one, slots, params) for one in node)
        if not is_dataclass(node) or isinstance(node, (type, ir.BoolType, ir.IntType, ir.KindType)):
            return node
        changes: dict[str, Any] = {}
        for one in fields(node):
            value = getattr(node, one.name)
            match one.name:
                case "field":
                    value = self.fields[value]
                case "table":
                    value += len(self.old.tables)
                case "ruling":
                    value = self.ruling[value]
                case "parameter":
                    value = self.parameter[value]
                case "function":
                    value = self.shifted[value]
                case "site" | "site_index" | "site_value":
                    value = value if value < 0 else value + len(self.old.sites)
                case "guard":
                    value = self._guard(value)
                case "clauses":
                    value = tuple(self.clause[clause] for clause in value)
                case "silence":
                    value = self.silence[value]
                case "slot":
                    value = value if value < params else value + slots
                case _:
                    value = self._moved(value, slots, params)
            changes[one.name] = value
        return type(node)(**changes)

    def _guard(self, number: int) -> int:
        """The number of a requirement of the newer version."""
        if number not in self.guard_of:
            guard = self.new.guards[number]
            self.guard_of[number] = len(self.guards)
            self.guards.append(replace(guard, clauses=tuple(self.clause[c] for c in guard.clauses)))
        return self.guard_of[number]

    def _is_new(self) -> ir.Expr:
        """Whether the newer version is in force."""
        return ir.Compare("==", ir.Reading(len(self.rulings), _TYPE), ir.Const(1, _TYPE))

    def _either(self, one: int | None, two: int | None, params: Params | None = None) -> int | None:
        """A function that is ``one`` of the older version or ``two`` of the newer, by the ruling; None for neither.

        A version that lacks the function, or the values of its arguments, refuses where it returns nothing, and
        answers 1 otherwise.  ``params``: the arguments, if they are those of neither.
        """
        if one is None and two is None:
            return None
        if one is not None and two is not None and self.shifted[two] == one:
            return one
        mine = None if one is None else self.old.functions[one]
        yours = None if two is None else self.new.functions[two]
        told = mine or yours
        assert told is not None
        self.same = False
        params = told.params if params is None else params
        own = () if mine is None else mine.slots[len(params) :]
        slots = (*(t for _, t in params), *own)
        body_of_new = self._refusing(told)
        if yours is not None:
            moved = self._moved(yours.body, len(own), len(params))
            counted = self._counted(moved, tuple(self.clause[clause] for clause in yours.clauses))
            body_of_new = self._within(yours, params, counted)
            slots = (*slots, *yours.slots[len(params) :])
        body_of_old = self._refusing(told)
        if mine is not None:
            body_of_old = self._within(mine, params, self._counted(mine.body, mine.clauses))
        made = replace(
            told,
            params=params,
            slots=slots,
            body=(ir.If(self._is_new(), body_of_new, body_of_old),),
            returns=_wider(mine, yours),
            clauses=(),
            pure=told.pure if mine is None or yours is None else mine.pure and yours.pure,
            opaque=False,
        )
        self.functions.append(made)
        return len(self.functions) - 1

    @staticmethod
    def _counted(body: tuple[ir.Stmt, ...], clauses: tuple[int, ...]) -> tuple[ir.Stmt, ...]:
        """A body, with the clauses of its function counted."""
        return (ir.Clause(clauses, body),) if clauses else body

    def _within(
        self, function: ir.Function, params: Params, body: tuple[ir.Stmt, ...]
    ) -> tuple[ir.Stmt, ...]:
        """A body for the values of arguments that its function has; it refuses others."""
        asked: list[ir.Expr] = []
        for slot, ((_, own), (_, t)) in enumerate(zip(function.params, params, strict=True)):
            if own.lo > t.lo:
                asked.append(ir.Compare(">=", ir.Var(slot, t), ir.Const(own.lo, t)))
            if own.hi < t.hi:
                asked.append(ir.Compare("<=", ir.Var(slot, t), ir.Const(own.hi, t)))
        if not asked:
            return body
        condition = asked[0] if len(asked) == 1 else ir.Logic("and", tuple(asked))
        return (ir.If(condition, body, self._refusing(function)),)

    def _refusing(self, function: ir.Function) -> tuple[ir.Stmt, ...]:
        """What a version does that has no such function."""
        if function.returns is not None:
            return (ir.Return(ir.Const(1, function.returns)),)
        self.guards.append(ir.Guard(function.file, function.line, "only the other version has this", ()))
        return (ir.Require(ir.Const(0, ir.BoolType()), len(self.guards) - 1),)

    # --------------------------------------------------------------------------------------- transitions

    def _key(self, system: ir.System, transition: ir.Transition) -> tuple[Any, ...]:
        """What tells a move from others: its kind, its name and its arguments, numbers of whatever range."""
        arguments = tuple((name, family(t)) for name, t in arguments_of(system, transition))
        return transition.kind, transition.name, arguments

    def _transitions(self) -> Iterator[tuple[ir.Transition, int]]:
        """Those of the older version, each with its like in the newer one, then those that the newer one alone has.

        With each comes the version that alone has it, or -1.

        Automatic steps are those of each version, in its own order, unless all of them are the same.
        """
        theirs = {self._key(self.new, t): t for t in self.new.transitions}
        autos = [
            [(t.name, meaning.of(t.function)) for t in system.transitions if t.kind == "automatic"]
            for system, meaning in zip((self.old, self.new), self.meaning, strict=True)
        ]
        alike = autos[0] == autos[1]
        names = {t.name for t in self.old.transitions}
        for mine in self.old.transitions:
            if mine.kind == "automatic":
                yield (mine, -1) if alike else (self._joined(mine, None), 0)
            else:
                yours = theirs.pop(self._key(self.old, mine), None)
                yield self._joined(mine, yours), 0 if yours is None else -1
        for other in self.new.transitions:
            if other.kind == "automatic":
                if alike:
                    continue
            elif self._key(self.new, other) not in theirs:
                continue
            one = self._joined(None, other)
            yield replace(one, name=other.name + SUFFIX if other.name in names else other.name), 1

    def _joined(self, mine: ir.Transition | None, yours: ir.Transition | None) -> ir.Transition:
        """One move for that of the older version and that of the newer, of which one may be missing."""
        told = mine or yours
        assert told is not None
        params = (
            None
            if mine is None or yours is None
            else together(arguments_of(self.old, mine), arguments_of(self.new, yours))
        )
        function = self._either(
            None if mine is None else mine.function, None if yours is None else yours.function, params
        )
        assert function is not None
        parts: list[int | None] = []
        for what in ("weight", "decider"):
            one: int | None = getattr(mine, what, None)
            two: int | None = getattr(yours, what, None)
            if mine is None or yours is None:
                # where the other version refuses the move, its weight and its decider do not matter
                parts.append(one if two is None else self.shifted[two])
            else:
                parts.append(self._either(one, two, params if what == "weight" else None))
        return replace(told, function=function, weight=parts[0], decider=parts[1])

    def made(self) -> Versions | Unlike:
        """Both versions as one system, or why they are not."""
        old, new = self.old, self.new
        for mine in old.transitions:
            for yours in new.transitions:
                one_sided = (mine.decider is None) != (yours.decider is None)
                if self._key(old, mine) == self._key(new, yours) and one_sided:
                    return Unlike(f"only one version says whose choice {mine.name} is")
        initial = self._either(old.initial, new.initial)
        assert initial is not None
        over = self._over()
        wins, score = self._either(old.wins, new.wins), self._either(old.score, new.score)
        transitions = tuple(self._transitions())
        only = tuple(one for _, one in transitions)
        system = replace(
            old,
            tables=(*old.tables, *new.tables),
            functions=tuple(self.functions),
            transitions=tuple(one for one, _ in transitions),
            initial=initial,
            over=over,
            wins=wins,
            score=score,
            judges=(),
            rulings=(*self.rulings, ir.Ruling(VERSION, (OLD, NEW), 0)),
            parameters=self.parameters,
            clauses=self.clauses,
            sites=(*old.sites, *new.sites),
            guards=tuple(self.guards),
            silences=self.silences,
            cells=(*old.cells[:-1], ir.IntType(0, len(self.silences))),
            notes={},
        )
        return Versions(system, self.same, tuple(self._changed()), only)

    def _changed(self) -> Iterator[str]:
        """The rules whose own text says something else; one that is merely called no more is not among them."""
        ours, theirs = (meaning.own() for meaning in self.meaning)
        for name in dict.fromkeys((*ours, *theirs)):
            one, two = ours.get(name), theirs.get(name)
            if one is None and two is not None:
                one = self.meaning[0].named(name) & two or None
            elif two is None and one is not None:
                two = self.meaning[1].named(name) & one or None
            if one != two:
                yield name

    def _over(self) -> int | None:
        """The end of the game; a version that says none never ends."""
        old, new = self.old, self.new
        if (old.over is None) == (new.over is None):
            return self._either(old.over, new.over)
        source = old.functions[old.over] if old.over is not None else new.functions[new.over or 0]
        never = replace(source, slots=(), body=(ir.Return(ir.Const(0, ir.BoolType())),), clauses=())
        asked = self.shifted[new.over] if new.over is not None else old.over
        assert asked is not None
        condition = self._is_new() if new.over is not None else ir.Not(self._is_new())
        self.same = False
        answer = ir.Logic("and", (condition, ir.Call(asked, (), ir.BoolType())))
        self.functions.append(replace(never, body=(ir.Return(answer),)))
        return len(self.functions) - 1


def _wider(one: ir.Function | None, two: ir.Function | None) -> ir.Type | None:
    """The type of what either function returns."""
    found = [f.returns for f in (one, two) if f is not None and f.returns is not None]
    if not found:
        return None
    if len(set(found)) == 1:
        return found[0]
    return ir.IntType(min(t.lo for t in found), max(t.hi for t in found))


def function_digest(system: ir.System, number: int) -> str:
    """The digest of what a function says, with all that it calls, whatever the numbers of their parts."""
    return _Meaning(system).of(number)
