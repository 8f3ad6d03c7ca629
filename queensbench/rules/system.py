"""A mode at an instance, checked and lowered whole: :func:`build` makes its system of the typed IR.

All faults of all rules come in one :class:`~queensbench.errors.ModelRefused`.  The rules of a mode
(:mod:`queensbench.rules.mode_rules`) are those decorated anywhere in the process whose state is the mode's record or
one of its bases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log2
from typing import Any

from queensbench.errors import BadInput, Finding, ModelRefused
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl, declared
from queensbench.language.rules import Rule, registry
from queensbench.rules.instance_context import context_for
from queensbench.rules.lowering.rule import Fault, Lowerer, nearest
from queensbench.rules.mode_rules import RuleSet, rules_of
from queensbench.rules.typed import bounds, ir, wellformed

PROBED = ("always", "never", "reachable")
STEP = "step"
"""The kind of properties that are about two states: see :mod:`queensbench.rules.transforms.previous_states`."""
PROVABLE = ("always", "never")
"""The kinds of properties that induction proves."""


def state_bits(system: ir.System) -> float:
    """The bits that a state of a system can hold: instances with fewer bits mostly have fewer states."""
    return sum(log2(ir.size(t)) for t in system.cells)


def properties_of(mode: Mode, instance: Instance | None = None) -> tuple[PropertyDecl, ...]:
    """The properties of states, graphs and scores asked of a mode (on an instance), in order of declaration.

    Raises BadInput for two properties of one name, those of steps among them.
    """
    return tuple(decl for decl in _asked(mode, instance) if decl.kind != STEP)


def steps_of(mode: Mode, instance: Instance | None = None) -> tuple[PropertyDecl, ...]:
    """The properties of steps asked of a mode (on an instance), in order of declaration."""
    return tuple(decl for decl in _asked(mode, instance) if decl.kind == STEP)


def _asked(mode: Mode, instance: Instance | None) -> tuple[PropertyDecl, ...]:
    found: list[PropertyDecl] = []
    for decls in declared.values():
        for decl in decls:
            wanted = instance is None or not decl.instances or instance.name in decl.instances
            if issubclass(mode.state, decl.state) and wanted:
                found.append(decl)
    names = set()
    for decl in found:
        if decl.name in names:
            place = f"{decl.rule.file}:{decl.rule.line}" if decl.rule is not None else decl.module
            raise BadInput(f"two properties are called {decl.name}", where=place, remedy="rename one")
        names.add(decl.name)
    return tuple(found)


def provable(mode: Mode, instance: Instance, names: Sequence[str] = (), *, remedy: str = "") -> set[str]:
    """The properties, by name, that induction proves; raises BadInput where one of another kind is among ``names``."""
    kinds = {decl.name: decl.kind for decl in properties_of(mode, instance)}
    for name in names:
        if kinds[name] not in PROVABLE:
            raise BadInput(
                f"{name} is a {kinds[name]} property, which induction does not prove", remedy=remedy
            )
    return {name for name, kind in kinds.items() if kind in PROVABLE}


def build(
    mode: Mode,
    instance: Instance,
    *,
    ruleset: str = "",
    clauses: set[str] | None = None,
    lowering: Callable[..., Lowerer] = Lowerer,
    asked: Sequence[PropertyDecl] = (),
) -> ir.System:
    """Check and lower a mode at an instance.

    ``clauses`` are the names that the ruleset's register knows (None: not checked).  ``lowering`` makes the lowerer,
    which may lower rules with changes.  ``asked``: properties beside those that are declared.  Raises
    :class:`~queensbench.errors.ModelRefused` with every finding, or :class:`BadInput`.
    """
    return _Build(mode, instance, clauses, lowering, asked).system(ruleset)


class _Build:
    """A mode at an instance while it is checked and lowered; findings are gathered by the lowerer."""

    def __init__(
        self,
        mode: Mode,
        instance: Instance,
        clauses: set[str] | None,
        lowering: Callable[..., Lowerer],
        asked: Sequence[PropertyDecl],
    ) -> None:
        self.mode, self.instance, self.clauses, self.asked = mode, instance, clauses, asked
        context = context_for(mode, instance)
        self.rules = rules_of(mode)
        context.replaced = {rule: self.rules.resolve(rule) for rule in self.rules.replaced}
        self.lowerer = lowering(mode.state, context, self.rules.resolve, clauses)
        self.lowerer.declare_rulings(mode.rulings)
        self.lowerer.declare_parameters(mode.parameters)

    def system(self, ruleset: str) -> ir.System:
        """The system.  Raises ModelRefused with every finding."""
        lowerer, rules = self.lowerer, self.rules
        lowerer.findings += _without_state(self.mode, rules)
        initial = self.lowered(rules.initial)
        transitions = self.transitions()
        over, wins, score = self.lowered(rules.over), self.lowered(rules.wins), self.lowered(rules.score)
        for rule in rules.helpers:
            self.lowered(rule)
        _check_players(lowerer, self.mode, rules)
        judges = self.judges()
        lowerer.findings += _not_to_be_opaque(lowerer)
        lowerer.findings += _without_target(self.mode, self.instance)
        self.check_bounds(transitions, (*(judge.function for judge in judges), wins, score))
        if lowerer.findings:
            raise ModelRefused(sorted(set(lowerer.findings)))
        functions = tuple(f for f in lowerer.functions if f is not None)
        wellformed.check(functions)
        assert initial is not None
        silent = ir.Field(
            "$silent", (), ir.IntType(0, len(lowerer.silences)), sum(f.cells for f in lowerer.fields)
        )
        fields = (*lowerer.fields, silent)
        return ir.System(
            ruleset,
            self.mode.name,
            self.instance.name,
            fields,
            tuple(block.value for block in fields for _ in range(block.cells)),
            tuple(lowerer.tables),
            functions,
            tuple(transitions),
            initial,
            over,
            wins,
            score,
            tuple(judges),
            tuple(lowerer.rulings),
            tuple(lowerer.parameters),
            tuple(lowerer.clause_names),
            tuple(lowerer.sites),
            tuple(lowerer.guards),
            tuple(lowerer.silences),
        )

    def lowered(self, rule: Rule | None) -> int | None:
        """The number of a rule's function; None for no rule, and for one with a fault, which becomes a finding."""
        if rule is None:
            return None
        try:
            return self.lowerer.function(rule)
        except Fault as fault:
            if fault.fault:
                line = getattr(fault.node, "lineno", rule.line)
                self.lowerer.findings.append(Finding(rule.file, line, rule.name, fault.fault, fault.remedy))
            return None

    def transitions(self) -> list[ir.Transition]:
        """The transitions of the mode, each with its weight and its decider."""
        by_decider = self.lowered(self.rules.decider)
        found: list[ir.Transition] = []
        for rule in self.rules.transitions:
            number = self.lowered(rule)
            weight = self.lowered(rule.weight)
            own = self.lowered(rule.decider) if rule.decider is not None else by_decider
            if number is None or self.lowerer.functions[number] is None:
                continue
            if weight is not None:
                _check_weight(self.lowerer, rule, number, weight)
            kind: Any = rule.kind
            decider = own if rule.kind == "action" else None
            found.append(ir.Transition(kind, rule.name, number, weight, decider))
        return found

    def judges(self) -> list[ir.Judge]:
        """The predicates of properties, each stated so that it is to hold in every state."""
        lowerer = self.lowerer
        found: list[ir.Judge] = []
        for decl in (*properties_of(self.mode, self.instance), *self.asked):
            lowerer.findings += unknown_clauses(decl, self.clauses)
            if decl.kind in PROBED and decl.rule is not None:
                number = self.lowered(decl.rule)
                function = lowerer.functions[number] if number is not None else None
                if number is None or function is None:
                    continue
                if decl.kind != "always":
                    number = _negated(lowerer, number, function)
                found.append(ir.Judge(decl.name, number))
        return found

    def check_bounds(self, transitions: Sequence[ir.Transition], asked: Iterable[int | None]) -> None:
        """Check moves, paths, and the cases of the functions ``asked``, against the limits of the project."""
        lowerer = self.lowerer
        moving = [
            function
            for transition in transitions
            if transition.kind != "automatic"
            and (function := lowerer.functions[transition.function]) is not None
        ]
        lowerer.findings += bounds.moves(moving, lowerer.context.limits.moves)
        if not lowerer.lenient:  # what mutants stand beside is deeper than the rules are
            lowerer.findings += bounds.paths(lowerer.functions)
        for number in asked:
            function = lowerer.functions[number] if number is not None else None
            if function is not None:
                lowerer.findings += bounds.cases(function, lowerer.context.limits.cases)


def unknown_clauses(decl: PropertyDecl, known: set[str] | None) -> list[Finding]:
    """Findings for clauses that a property names and the register does not know (None: not checked)."""
    place = (decl.rule.file, decl.rule.line) if decl.rule is not None else (decl.module, 0)
    return [
        Finding(
            *place,
            decl.name,
            f"no clause is called {name}",
            nearest(name, known, "the clauses under spec/"),
        )
        for name in decl.clauses
        if known is not None and name not in known
    ]


def _without_state(mode: Mode, rules: RuleSet) -> list[Finding]:
    """Findings for rules of no mode, because their first argument is no record."""
    modules = {mode.module, rules.initial.module, *(r.module for r in rules.transitions)}
    return [
        Finding(
            rule.file,
            rule.line,
            f"def {rule.name}",
            f"@{rule.kind} takes the state first",
            "write `s: State` first, with the record of the mode or a base of it",
        )
        for module in modules
        for rule in registry.get(module, ())
        if rule.kind != "rule" and rule.state() is None
    ]


def _not_to_be_opaque(lowerer: Lowerer) -> list[Finding]:
    """Opaque rules that act, answer with something else than yes or no, or could leave a range."""
    found = []
    for rule, number in lowerer.numbers.items():
        function = lowerer.functions[number]
        if not rule.opaque or function is None:
            continue
        what = None
        if not (function.pure and isinstance(function.returns, ir.BoolType)):
            what = "opaque is for a rule that answers yes or no and changes nothing"
        elif not lowerer.lenient:  # nothing is proved of a system with mutants in it
            obliged = _obliged(lowerer.functions, number, set())
            if obliged is not None:
                what = f"proofs have to look inside an opaque rule that could leave a range: {obliged} could"
        if what is not None:
            found.append(Finding(rule.file, rule.line, f"def {rule.name}", what, "leave opaque out"))
    return found


def _obliged(functions: Sequence[ir.Function | None], number: int, seen: set[int]) -> str | None:
    """The first rule, the one of that number or one that it calls, in which a value could leave its range."""
    seen.add(number)
    function = functions[number]
    if function is None:
        return None
    nodes = [node for stmt in function.body for node in ir.walk(stmt)]
    if any(getattr(node, "site", -1) >= 0 for node in nodes):
        return function.name
    calls = (node.function for node in nodes if isinstance(node, ir.Call) and node.function not in seen)
    return next((name for to in calls if (name := _obliged(functions, to, seen)) is not None), None)


def _without_target(mode: Mode, instance: Instance) -> list[Finding]:
    """Findings for properties that name others which are not asked on the instance."""
    decls = properties_of(mode, instance)
    known = {decl.name for decl in decls if decl.kind in PROBED}
    return [
        Finding(
            decl.module,
            0,
            decl.name,
            f"no property {name} is asked of the states of {instance.name}",
            nearest(name, known, "an @always, @never or @reachable"),
        )
        for decl in decls
        if decl.kind == "can_reach"
        for name in (decl.target, *([decl.since] if decl.since else []))
        if name not in known
    ]


def _check_players(lowerer: Lowerer, mode: Mode, rules: RuleSet) -> None:
    """Check that winners, scorers and deciders are players of the mode."""

    def wrong(rule: Rule, found: ir.Type | None, what: str, remedy: str) -> None:
        players = mode.players
        if players is not None and (not isinstance(found, ir.KindType) or found.name != players.__name__):
            named = f"{found}" if found is not None else "nothing"
            lowerer.findings.append(
                Finding(
                    rule.file,
                    rule.line,
                    f"def {rule.name}",
                    f"{what} {named}, not {players.__name__}",
                    remedy,
                )
            )

    def function(rule: Rule | None) -> ir.Function | None:
        number = lowerer.numbers.get(rules.resolve(rule)) if rule is not None else None
        return lowerer.functions[number] if number is not None else None

    for rule in (rules.wins, rules.score):
        found = function(rule)
        if rule is None or found is None or not found.params:
            continue
        (_, asked), *_ = found.params
        if mode.players is None:
            text = f"@{rule.kind} is asked of a player, and the mode names none"
            kind = asked.name if isinstance(asked, ir.KindType) else "a kind"
            remedy = f"give the mode players={kind}"
            lowerer.findings.append(Finding(rule.file, rule.line, f"def {rule.name}", text, remedy))
        else:
            wrong(rule, asked, f"@{rule.kind} is asked of", "the argument is a player of the mode")
    deciders = {rule.decider for rule in rules.transitions if rule.decider is not None} | {rules.decider}
    for rule in sorted((d for d in deciders if d is not None), key=lambda d: (d.file, d.line)):
        found = function(rule)
        if found is None:
            continue
        if found.params:
            text, remedy = "a decider takes the state alone", "take away the other arguments"
            lowerer.findings.append(Finding(rule.file, rule.line, f"def {rule.name}", text, remedy))
        if isinstance(found.returns, ir.KindType):
            wrong(rule, found.returns, "it answers", "return the player whose choice it is")
        else:
            text, remedy = f"it answers {found.returns}, which is no player", "return a member of a kind"
            lowerer.findings.append(Finding(rule.file, rule.line, f"def {rule.name}", text, remedy))


def _check_weight(lowerer: Lowerer, rule: Rule, number: int, weight: int) -> None:
    event, heavy = lowerer.functions[number], lowerer.functions[weight]
    if event is None or heavy is None:
        return
    if [t for _, t in event.params] != [t for _, t in heavy.params]:
        lowerer.findings.append(
            Finding(
                rule.file,
                rule.line,
                f"def {rule.name}",
                f"its weight {heavy.name} takes other arguments",
                "give both the same arguments, in the same order",
            )
        )
    elif not isinstance(heavy.returns, ir.IntType):
        lowerer.findings.append(
            Finding(
                heavy.file,
                heavy.line,
                f"def {heavy.name}",
                "a weight is a whole number",
                "annotate `-> int` and return one",
            )
        )
    elif heavy.returns.lo < 0 and not lowerer.lenient:
        lowerer.findings.append(
            Finding(
                heavy.file,
                heavy.line,
                f"def {heavy.name}",
                "a weight may be negative here",
                "return a whole number from 0 up",
            )
        )


def _negated(lowerer: Lowerer, number: int, function: ir.Function) -> int:
    """A function that holds where the given predicate does not."""
    args = tuple(ir.Var(i, t) for i, (_, t) in enumerate(function.params))
    body = (ir.Return(ir.Not(ir.Call(number, args, ir.BoolType()))),)
    slots = tuple(t for _, t in function.params)
    lowerer.functions.append(
        ir.Function(
            f"not {function.name}",
            function.file,
            function.line,
            function.params,
            slots,
            body,
            ir.BoolType(),
            (),
            True,
        )
    )
    lowerer.tags[len(lowerer.functions) - 1] = None
    return len(lowerer.functions) - 1
