"""A mode at an instance, checked and lowered whole: :func:`build` makes its system of the typed IR.

All faults of all rules come in one :class:`~queensbench.errors.ModelRefused`.  The rules of a mode are those
decorated anywhere in the process whose state is the mode's record or one of its bases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.errors import BadInput, Finding, ModelRefused
from queensbench.language.context import Context
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl, declared
from queensbench.language.records import shown
from queensbench.language.rules import Rule, registry
from queensbench.rules.lowering.rule import Fault, Lowerer, nearest
from queensbench.rules.typed import bounds, ir, wellformed

PROBED = ("always", "never", "reachable")
STEP = "step"
"""The kind of properties that are about two states: see :mod:`queensbench.rules.transforms.previous_states`."""
PROVABLE = ("always", "never")
"""The kinds of properties that induction proves."""


@dataclass(frozen=True)
class RuleSet:
    """The rules of one mode, sorted out: what is in force, what replaces what."""

    initial: Rule
    transitions: tuple[Rule, ...]
    over: Rule | None
    wins: Rule | None
    score: Rule | None
    decider: Rule | None
    helpers: tuple[Rule, ...]
    replaced: Mapping[Rule, Rule]

    def resolve(self, rule: Rule) -> Rule:
        """The rule that is in force in a rule's place."""
        while rule in self.replaced:
            rule = self.replaced[rule]
        return rule


def _depth(rule: Rule) -> int:
    state = rule.state()
    return len(state.__mro__) if state is not None else 0


def rules_of(mode: Mode) -> RuleSet:
    """The rules of a mode.  Raises :class:`BadInput` if the mode has no start, or two things of one sort."""
    mine: list[Rule] = []
    for rules in registry.values():
        for rule in rules:
            state = rule.state()
            if state is not None and issubclass(mode.state, state) and rule.kind not in ("property", STEP):
                mine.append(rule)
    replaced: dict[Rule, Rule] = {}
    by_whom: dict[Rule, Rule] = {}
    for rule in sorted(mine, key=_depth):
        if rule.replaces is not None:
            target = rule.replaces
            while target in replaced:
                target = replaced[target]
            if target is rule:
                raise BadInput(
                    f"{rule.name} replaces itself",
                    where=f"{rule.file}:{rule.line}",
                    remedy="name another rule",
                )
            _check_replacement(rule, target, by_whom.get(rule.replaces))
            by_whom[rule.replaces] = rule
            replaced[target] = rule
    for left_out in mode.without:
        if not isinstance(left_out, Rule):
            raise BadInput(
                f"without= takes rules, not {left_out!r}",
                where=mode.place,
                remedy="name the rule itself",
            )
    without = set(mode.excluded())
    live = [r for r in mine if r not in replaced and r not in without]

    def one(kind: str) -> Rule | None:
        found = [r for r in live if r.kind == kind]
        if len(found) > 1:
            # the one written for the most special record stands for the others
            best = max(_depth(r) for r in found)
            found = [r for r in found if _depth(r) == best]
        if len(found) > 1:
            places = ", ".join(f"{r.name} ({r.file}:{r.line})" for r in found)
            raise BadInput(
                f"mode {mode.name} has several @{kind}: {places}",
                where=mode.place,
                remedy="keep one, or use replaces=",
            )
        return found[0] if found else None

    start = one("initial")
    if start is None:
        raise BadInput(
            f"mode {mode.name} has no start",
            where=mode.place,
            remedy="write an @initial() rule of its record",
        )
    transitions = tuple(r for r in live if r.kind in ("action", "chance", "automatic"))
    names: dict[str, Rule] = {}
    for rule in transitions:
        other = names.setdefault(rule.name, rule)
        if other is not rule:
            raise BadInput(
                f"two transitions are called {rule.name} ({other.file}:{other.line})",
                where=f"{rule.file}:{rule.line}",
                remedy="rename one, or use replaces=",
            )
    helpers = tuple(r for r in live if r.kind == "rule")
    return RuleSet(
        start, transitions, one("over"), one("wins"), one("score"), one("decider"), helpers, replaced
    )


def properties_of(mode: Mode, instance: Instance | None = None) -> tuple[PropertyDecl, ...]:
    """The properties of states, graphs and scores asked of a mode (on an instance), in order of declaration."""
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


def context_for(
    mode: Mode,
    instance: Instance,
    readings: Mapping[str, Any] | None = None,
    parameters: Mapping[str, int] | None = None,
) -> Context:
    """The context in which a mode's rules are read.

    ``readings`` maps rulings to members, or to their names.  Unknown names are :class:`BadInput` with the
    nearest.
    """
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
    rulings = {d.name: d for d in mode.rulings.declared()} if mode.rulings is not None else {}
    chosen = {name: decl.house for name, decl in rulings.items()}
    for name, wanted in (readings or {}).items():
        if name not in rulings:
            raise BadInput(
                f"no ruling is called {name}", remedy=nearest(name, rulings, "`queensbench rulings`")
            )
        members = rulings[name].readings.__members__
        if isinstance(wanted, str):
            key = wanted.upper().replace("-", "_")
            if key not in members:
                raise BadInput(
                    f"ruling {name} has no reading {wanted}",
                    remedy=f"choose {' or '.join(m.lower() for m in members)}",
                )
            chosen[name] = members[key]
        elif wanted in members.values():
            chosen[name] = wanted
        else:
            raise BadInput(
                f"{shown(wanted)} is no reading of ruling {name}", remedy=f"choose of {', '.join(members)}"
            )
    known = {d.name: d for d in mode.parameters.declared()} if mode.parameters is not None else {}
    values = {name: decl.default for name, decl in known.items()}
    for name, value in {**instance.parameters, **(parameters or {})}.items():
        own = name in instance.parameters and name not in (parameters or {})
        where, what = (instance.place, f"instance {instance.name}: ") if own else ("", "")
        if name not in known:
            raise BadInput(f"{what}no parameter is called {name}", where=where, remedy=nearest(name, known))
        lo, hi = known[name].lo, known[name].hi
        if not lo <= value <= hi:
            fault = f"{what}parameter {name} = {value} is outside {lo} to {hi}"
            raise BadInput(fault, where=where, remedy="choose a value within")
        values[name] = value
    members_of = {kind: _in_order(kind, kept, instance) for kind, kept in instance.keep.items()}
    return Context(
        {name: instance.sizes.get(name, decl.default) for name, decl in sizes.items()},
        members_of,
        chosen,
        values,
    )


def _in_order(kind: type[Any], kept: Any, instance: Instance) -> tuple[Any, ...]:
    members = tuple(kind.__members__.values())
    for member in kept:
        if member not in members:
            raise BadInput(
                f"instance {instance.name}: {shown(member)} is no member of {kind.__name__}",
                where=instance.place,
                remedy="keep only members of the kind",
            )
    return tuple(m for m in members if m in set(kept))


def build(
    mode: Mode,
    instance: Instance,
    *,
    ruleset: str = "",
    clauses: set[str] | None = None,
    lowering: Callable[..., Lowerer] = Lowerer,
) -> ir.System:
    """Check and lower a mode at an instance.

    ``clauses`` are the names that the ruleset's register knows (None: not checked).  ``lowering`` makes the lowerer,
    one that lowers rules otherwise than as they stand, it may be.  Raises
    :class:`~queensbench.errors.ModelRefused` with every finding, or :class:`BadInput`.
    """
    context = context_for(mode, instance)
    rules = rules_of(mode)
    context.replaced = {rule: rules.resolve(rule) for rule in rules.replaced}
    lowerer = lowering(mode.state, context, rules.resolve, clauses)
    lowerer.declare_rulings(mode.rulings)
    lowerer.declare_parameters(mode.parameters)

    def lowered(rule: Rule | None) -> int | None:
        if rule is None:
            return None
        try:
            return lowerer.function(rule)
        except Fault as fault:
            if fault.fault:
                lowerer.findings.append(
                    Finding(
                        rule.file,
                        getattr(fault.node, "lineno", rule.line),
                        rule.name,
                        fault.fault,
                        fault.remedy,
                    )
                )
            return None

    lowerer.findings += _without_state(mode, rules)
    initial = lowered(rules.initial)
    by_decider = lowered(rules.decider)
    transitions: list[ir.Transition] = []
    for rule in rules.transitions:
        number = lowered(rule)
        weight = lowered(rule.weight)
        own = lowered(rule.decider) if rule.decider is not None else by_decider
        if number is None or lowerer.functions[number] is None:
            continue
        if weight is not None:
            _check_weight(lowerer, rule, number, weight)
        kind: Any = rule.kind
        transitions.append(
            ir.Transition(kind, rule.name, number, weight, own if rule.kind == "action" else None)
        )
    over, wins, score = lowered(rules.over), lowered(rules.wins), lowered(rules.score)
    for rule in rules.helpers:
        lowered(rule)
    _check_players(lowerer, mode, rules)
    judges: list[ir.Judge] = []
    for decl in properties_of(mode, instance):
        place = (decl.rule.file, decl.rule.line) if decl.rule is not None else (decl.module, 0)
        for name in decl.clauses:
            if clauses is not None and name not in clauses:
                text, remedy = (
                    f"no clause is called {name}",
                    nearest(name, clauses, "the clauses under spec/"),
                )
                lowerer.findings.append(Finding(*place, decl.name, text, remedy))
        if decl.kind in PROBED and decl.rule is not None:
            number = lowered(decl.rule)
            function = lowerer.functions[number] if number is not None else None
            if number is None or function is None:
                continue
            if decl.kind != "always":
                number = _negated(lowerer, number, function)
            judges.append(ir.Judge(decl.name, number))
    lowerer.findings += _without_target(mode, instance)
    moving = [
        f for t in transitions if t.kind != "automatic" and (f := lowerer.functions[t.function]) is not None
    ]
    lowerer.findings += bounds.moves(moving)
    if not lowerer.lenient:  # what mutants stand beside is deeper than the rules are
        lowerer.findings += bounds.paths(lowerer.functions)
    for number in (*(judge.function for judge in judges), wins, score):
        asked = lowerer.functions[number] if number is not None else None
        lowerer.findings += bounds.cases(asked) if asked is not None else []
    if lowerer.findings:
        raise ModelRefused(sorted(set(lowerer.findings)))
    functions = tuple(f for f in lowerer.functions if f is not None)
    wellformed.check(functions)
    assert initial is not None
    silent = ir.Field(
        "$silent", (), ir.IntType(0, len(lowerer.silences)), sum(f.cells for f in lowerer.fields)
    )
    fields = (*lowerer.fields, silent)
    cells: list[ir.Type] = []
    for block in fields:
        cells += [block.value] * block.cells
    return ir.System(
        ruleset,
        mode.name,
        instance.name,
        fields,
        tuple(cells),
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


def _without_state(mode: Mode, rules: RuleSet) -> list[Finding]:
    """Rules beside those of the mode that belong to no mode, because their first argument is no record."""
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


def _without_target(mode: Mode, instance: Instance) -> list[Finding]:
    """Properties that mean others which are not asked on the instance."""
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


def _check_replacement(rule: Rule, target: Rule, other: Rule | None) -> None:
    """A rule replaces one of its sort, alone."""
    where = f"{rule.file}:{rule.line}"
    replaced = (rule.replaces or target).name
    if other is not None and _depth(other) == _depth(rule):
        raise BadInput(
            f"{rule.name} and {other.name} ({other.file}:{other.line}) both replace {replaced}",
            where=where,
            remedy="keep one, or let one replace the other",
        )
    moves = ("action", "chance", "automatic")
    if rule.kind != target.kind and not (rule.kind in moves and target.kind in moves):
        raise BadInput(
            f"the @{rule.kind} {rule.name} replaces the @{target.kind} {target.name}",
            where=where,
            remedy=f"make it @{target.kind}(replaces=...)",
        )


def _check_players(lowerer: Lowerer, mode: Mode, rules: RuleSet) -> None:
    """Who wins, scores and decides is a player of the mode."""

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
