"""One rule at a time: from Python syntax to the typed intermediate form, or to findings.

A :class:`Lowerer` serves one mode at one instance.  Every name, kind, range and effect is resolved here,
once; whatever lies outside the language is a :class:`~queensbench.errors.Finding` with its place and its
remedy, and the rest of the rule is still read, so that one pass finds several faults.

Local names have no declared type: kinds and truth values keep the type of their first assignment, numbers
get the interval that covers all assignments (found by reading the rule until the intervals stand still).
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import Any

from queensbench.errors import BadInput, Finding
from queensbench.language import domains
from queensbench.language.domains import NoDomain
from queensbench.language.records import Record
from queensbench.language.rules import Rule
from queensbench.language.source import functions
from queensbench.rules.lowering import intervals
from queensbench.rules.lowering.base import LIMIT, ROUNDS, Fault, Unit, nearest
from queensbench.rules.lowering.statements import Statements
from queensbench.rules.typed import bounds, ir

__all__ = ["Fault", "Lowerer", "nearest"]


#: the least and the most arguments after the state, by kind of rule
ARGUMENTS = {
    "initial": (0, 0),
    "automatic": (0, 0),
    "over": (0, 0),
    "decider": (0, 0),
    "wins": (1, 1),
    "score": (0, 1),
}


class Lowerer(Statements):
    """Lowers the rules of one mode at one instance."""

    def function(self, rule: Rule, caller: tuple[Unit, ast.AST] | None = None) -> int:
        """The number of a rule's function, lowering it first if need be."""
        rule = self.resolve(rule)
        if rule in self.numbers:
            return self.numbers[rule]
        if rule in self.open:
            names = " -> ".join([r.name for r in self.open[self.open.index(rule) :]] + [rule.name])
            node = caller[1] if caller else ast.Pass(lineno=rule.line)
            raise Fault(
                node, f"rules call each other in a circle ({names})", "unfold one of them; rules don't recur"
            )
        self.open.append(rule)
        guessing = self.guessing
        node = caller[1] if caller else ast.Pass(lineno=rule.line)
        depth = self.depth
        try:
            self.deeper(node)
            function, tag = self._lower(rule)
        finally:
            self.open.pop()
            self.guessing, self.depth = guessing, depth
        self.numbers[rule] = len(self.functions)
        self.tags[len(self.functions)] = tag
        self.functions.append(function)
        return self.numbers[rule]

    def _definition(self, rule: Rule) -> ast.FunctionDef:
        try:
            written = functions(rule.file, rule.name)
        except (OSError, SyntaxError):  # none, or another one by now
            written = []
        for node in written:
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            if first <= rule.line <= node.lineno:
                return node
        raise BadInput(
            f"no source text for {rule.name}", where=f"{rule.file}:{rule.line}", remedy="use def in a file"
        )

    def _lower(self, rule: Rule) -> tuple[ir.Function | None, Any]:
        definition = self._definition(rule)
        unit = Unit(rule, rule.file, None)
        try:
            params = self._signature(unit, rule, definition)
        except Fault as fault:
            self.note(unit, fault)
            self.findings += unit.findings
            return None, None
        deep = bounds.too_deep(definition)
        if deep is not None:
            what = f"more than {bounds.MOST_DEPTH} expressions and statements inside one another"
            line = getattr(deep, "lineno", definition.lineno)
            remedy = "keep parts in local names, or write rules for them"
            self.findings.append(Finding(rule.file, line, f"def {rule.name}", what, remedy))
            return None, None
        body, clauses = self._body(unit, definition, params)
        self.findings += unit.findings
        if unit.findings or unit.broken:
            return None, None
        result = self.type_of(unit.returns) if unit.returns is not None else unit.result
        return (
            ir.Function(
                rule.name,
                rule.file,
                definition.lineno,
                params,
                tuple(slot.type or ir.BoolType() for slot in unit.slots),
                body,
                result if unit.value_expected else None,
                clauses,
                unit.pure,
                rule.opaque,
            ),
            unit.result_tag if unit.returns is None else self.tag_of(unit.returns),
        )

    def _body(
        self, unit: Unit, definition: ast.FunctionDef, params: tuple[tuple[str, ir.Type], ...]
    ) -> tuple[tuple[ir.Stmt, ...], tuple[int, ...]]:
        """The statements of a rule and the clauses of its decorator, read until the intervals stand still."""
        head = list(unit.slots)
        own, loops = _own_names(definition)
        unit.own, unit.loops = set(own), set(loops)
        while True:
            unit.changed = False
            unit.findings.clear()
            unit.dead = 0
            unit.broken = False
            unit.turns = 1
            unit.result = None
            self.guessing = not unit.final
            unit.slots = [
                slot for slot in unit.slots if slot.name
            ]  # those of the names; the others are made anew
            unit.names = {slot.name: i for i, slot in enumerate(head)}
            unit.assigned = set(unit.names)
            clauses = self.clauses(unit, definition, unit.rule.clauses)
            unit.clauses = [clauses]
            body, falls = self._block(unit, definition.body)
            if unit.value_expected and falls and not unit.findings and not unit.broken:
                self.note(unit, Fault(definition, "may end without a result", "return a value on every path"))
            if unit.final:
                return body, clauses
            unit.round += 1
            faulty = bool(unit.findings) or unit.broken
            late = unit.round >= ROUNDS
            if not faulty and not unit.settled and (unit.changed if late else self._beyond(unit)):
                self._settle(unit, params, body)
            elif not unit.changed or (faulty and late):
                unit.final = True

    @staticmethod
    def _beyond(unit: Unit) -> bool:
        """Whether the interval of a local number, found so far, is more than a reader holds."""
        return any(isinstance(s.type, ir.IntType) and max(-s.type.lo, s.type.hi) > LIMIT for s in unit.slots)

    def _settle(self, unit: Unit, params: tuple[tuple[str, ir.Type], ...], body: tuple[ir.Stmt, ...]) -> None:
        """Give local numbers the intervals that a run of the whole rule on intervals finds."""

        def returns(number: int) -> intervals.Span:
            function = self.functions[number]
            t = function.returns if function is not None else None
            return (t.lo, t.hi) if t is not None else intervals.NONE

        found = intervals.spans(len(unit.slots), [t for _, t in params], body, returns)
        for number, slot in enumerate(unit.slots):
            if isinstance(slot.type, ir.IntType) and number >= len(params) and number in found:
                slot.type = ir.IntType(*found[number], slot.type.name)
        unit.settled = True

    def _signature(
        self, unit: Unit, rule: Rule, definition: ast.FunctionDef
    ) -> tuple[tuple[str, ir.Type], ...]:
        """The arguments after the state, each with its type; notes the state and the result of the rule."""
        hints = self._annotated(rule, definition)
        record = self._state(unit, rule, definition)
        params = self._params(unit, rule, definition.args.args[1 if record is not None else 0 :], hints)
        _require_number(rule, definition, len(params))
        self._result(unit, rule, definition, hints)
        return tuple(params)

    @staticmethod
    def _annotated(rule: Rule, definition: ast.FunctionDef) -> dict[str, Any]:
        """The types of a rule's arguments, all of them plain and annotated."""
        if len(definition.decorator_list) > 1:
            raise Fault(
                definition, "has several decorators", "keep one: what another makes of it, nobody checks"
            )
        spec = definition.args
        odd = spec.vararg or spec.kwarg or spec.kwonlyargs
        if odd or spec.defaults or spec.posonlyargs:
            raise Fault(
                definition,
                "takes more than plain arguments",
                "no defaults, no *args, no arguments by name or position alone",
            )
        if rule.function.__closure__:
            raise Fault(
                definition, "a rule uses names of an enclosing function", "write it at the top of the module"
            )
        hints = rule.hints()
        for argument in spec.args:
            if argument.annotation is None:
                raise Fault(argument, f"the argument {argument.arg} has no type", "annotate it")
            if argument.arg not in hints:
                raise Fault(
                    argument, f"the type of {argument.arg} is not known here", "import or define it above"
                )
        return hints

    def _state(self, unit: Unit, rule: Rule, definition: ast.FunctionDef) -> type[Record] | None:
        """The record that a rule takes first; None for a rule that takes no state."""
        record = rule.state()
        if record is None and rule.kind != "rule":
            raise Fault(
                definition, f"@{rule.kind} takes the state first", "write `s: State`, a Record, first"
            )
        if record is not None:
            if not issubclass(self.record, record):
                raise Fault(
                    definition,
                    f"takes a record {record.__name__}, but the mode's is {self.record.__name__}",
                    "call a rule of this mode's record or of its bases",
                )
            unit.state = rule.parameters()[0]
        return record

    def _params(
        self, unit: Unit, rule: Rule, arguments: list[ast.arg], hints: dict[str, Any]
    ) -> list[tuple[str, ir.Type]]:
        """The arguments after the state, each with its type and a slot."""
        params: list[tuple[str, ir.Type]] = []
        for argument in arguments:
            hint = hints[argument.arg]
            if isinstance(hint, type) and issubclass(hint, Record):
                raise Fault(argument, "is a second state", "a rule takes one state, as its first argument")
            try:
                domain = domains.resolve(hint, self.context, rule.module)
            except NoDomain as no:
                raise Fault(argument, f"the argument {argument.arg} has no finite type", str(no)) from None
            t = self.type_of(domain)
            unit.slot(argument.arg, t, self.tag_of(domain))
            params.append((argument.arg, t))
        return params

    def _result(self, unit: Unit, rule: Rule, definition: ast.FunctionDef, hints: dict[str, Any]) -> None:
        if definition.returns is None or "return" not in hints:
            raise Fault(
                definition, "the result has no type", "annotate it: `-> None` for a rule that only acts"
            )
        hint = hints["return"]
        unit.value_expected = not (hint is None or hint is type(None))
        wanted = {"over": bool, "wins": bool, "property": bool, "step": bool}.get(rule.kind)
        if wanted is not None and hint is not wanted:
            named = "a property" if rule.kind in ("property", "step") else f"@{rule.kind}"
            raise Fault(definition, f"{named} answers yes or no", "annotate `-> bool`")
        if rule.kind in ("initial", "action", "chance", "automatic") and unit.value_expected:
            raise Fault(
                definition, f"@{rule.kind} changes the state and returns nothing", "annotate `-> None`"
            )
        if rule.kind in ("decider", "score") and not unit.value_expected:
            raise Fault(definition, f"@{rule.kind} returns a value", "annotate its type")
        if unit.value_expected and hint is not int:
            try:
                unit.returns = domains.resolve(hint, self.context, rule.module)
            except NoDomain as no:
                raise Fault(definition, "the result has no finite type", str(no)) from None


def _require_number(rule: Rule, definition: ast.FunctionDef, count: int) -> None:
    """Raise Fault for a rule that engines call with fewer or more arguments after the state."""
    least, most = ARGUMENTS.get(rule.kind, (0, count))
    if not least <= count <= most:
        wanted = {(0, 0): "the state alone", (1, 1): "the state and a player"}.get((least, most))
        raise Fault(
            definition,
            f"@{rule.kind} takes {wanted or 'the state and at most a player'}",
            "make it an @action or a @chance if somebody or something chooses"
            if rule.kind == "automatic"
            else "take away the other arguments"
            if count > most
            else "add the player: `p: Player`",
        )


@lru_cache(maxsize=4096)
def _own_names(definition: ast.FunctionDef) -> tuple[frozenset[str], frozenset[str]]:
    """The names that a function binds anywhere, and those that its loops bind; generators bind their own.

    Kept, as each rule is lowered for each instance.
    """
    inner: set[int] = set()
    stored: list[ast.Name] = []
    loops: set[str] = set()
    for node in ast.walk(definition):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                stored.append(node)
        elif isinstance(node, ast.comprehension):
            inner |= {id(part) for part in ast.walk(node.target)}
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            loops.add(node.target.id)
    own = {node.id for node in stored if id(node) not in inner}
    return frozenset(own), frozenset(loops)
