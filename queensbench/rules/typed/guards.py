"""Plans for the enabled moves of a transition: the parts of its guard, each evaluated as early as it can be.

A move is a transition with a value for each argument; trying every combination is hopeless (an exchange of
two pawns has 294,912).  So the leading requirements of a transition are evaluated in the outermost argument
loop in which everything that they use is known, and a whole subtree of combinations falls with one test.

The *prefix* of a transition is its longest leading run of local assignments and ``require``s, whole ``with
clause`` blocks of such included, cut after the last part that can refuse: what follows it decides nothing.  A
requirement that is a conjunction counts as several.

Moving a test outward must not change what happens.  A test may protect a later one from a violation
(``require(n > 0)`` before ``require(line[n - 1] == x)``), and a violation must not disappear behind a test
that stood after it.  Hence two rules, for parts in the order of the text:

* a *total* part (it can meet no obligation) never moves outward past a part that is not total before it; past
  total ones it may;
* a part that is not total never moves outward past a requirement before it, nor past one that is not total.

Within one loop the order of the text stays.  So a combination is refused, enabled or in violation exactly as
if the parts had been evaluated in the order of the text for each combination.  What this file cannot see:
values.  It knows intervals only through the obligations that the checker left in the tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from queensbench.rules.typed import ir

# What evaluating or running something may do, as bits.
REFUSES = 1  # meet a require
VIOLATES = 2  # meet an obligation
SILENCES = 4  # end in silence
MUTATES = 8  # write a cell
COUNTS = 16  # exercise a clause
CONSULTS = 32  # read a ruling


class Effects:
    """The effects of the expressions, statements and functions of a system, each computed once."""

    def __init__(self, system: ir.System) -> None:
        self._functions = system.functions
        self._bodies: dict[int, int] = {}
        self._nodes: dict[int, tuple[object, int]] = {}  # the node is kept, so that its id stays its own

    def body(self, number: int) -> int:
        """The effects of a function's body, without those of its own clauses."""
        known = self._bodies.get(number)
        if known is None:
            known = self.block(self._functions[number].body)
            self._bodies[number] = known
        return known

    def called(self, number: int) -> int:
        """The effects of a call from a rule, for which the clauses of the function count as exercised."""
        return self.body(number) | (COUNTS if self._functions[number].clauses else 0)

    def block(self, statements: tuple[ir.Stmt, ...]) -> int:
        """The effects of statements."""
        effects = 0
        for statement in statements:
            effects |= self.of(statement)
        return effects

    def of(self, node: object) -> int:
        """The effects of an expression or a statement."""
        known = self._nodes.get(id(node))
        if known is not None:
            return known[1]
        effects = self._own(node)
        for child in ir.children(node):
            effects |= self.of(child)
        self._nodes[id(node)] = (node, effects)
        return effects

    def total(self, node: object) -> bool:
        """Whether evaluating an expression can meet no obligation."""
        return not self.of(node) & VIOLATES

    def _own(self, node: object) -> int:
        match node:
            case ir.Read() | ir.Look() | ir.Checked():
                return VIOLATES if node.site >= 0 else 0
            case ir.Quant():
                return VIOLATES if node.site >= 0 and node.default is None else 0
            case ir.Reading():
                return CONSULTS
            case ir.Call() | ir.Do():
                return self.called(node.function)
            case ir.Store():
                return MUTATES | (VIOLATES if node.site_index >= 0 or node.site_value >= 0 else 0)
            case ir.Require():
                return REFUSES
            case ir.Silent():
                return SILENCES
            case ir.Clause():
                return COUNTS if node.clauses else 0
        return 0

    def refuses_after(self, number: int, event: int) -> bool:
        """Whether running a function may be refused when ``event`` (MUTATES or COUNTS) has already happened.

        Conservative: paths that an early return excludes are not told apart.
        """
        return self._flow(self._functions[number].body, event, False)[1]

    def _flow(self, statements: tuple[ir.Stmt, ...], event: int, before: bool) -> tuple[bool, bool]:
        """Whether the event may have happened after the statements, and whether a refusal may follow it."""
        late = False
        for statement in statements:
            match statement:
                case ir.If():
                    before, bad = self._evaluate(statement.condition, event, before)
                    then, bad_then = self._flow(statement.then, event, before)
                    other, bad_other = self._flow(statement.orelse, event, before)
                    before = then or other
                    late |= bad or bad_then or bad_other
                case ir.For():
                    # The second round meets what the first one did.
                    for _ in range(min(2, len(statement.values))):
                        before, bad = self._flow(statement.body, event, before)
                        late |= bad
                case ir.Clause():
                    entered = before or (event == COUNTS and bool(statement.clauses))
                    before, bad = self._flow(statement.body, event, entered)
                    late |= bad
                case ir.Do():
                    for arg in statement.args:
                        before, bad = self._evaluate(arg, event, before)
                        late |= bad
                    callee = self._functions[statement.function]
                    entered = before or (event == COUNTS and bool(callee.clauses))
                    before, bad = self._flow(callee.body, event, entered)
                    late |= bad
                case _:
                    before, bad = self._evaluate(statement, event, before)
                    late |= bad
        return before, late

    def _evaluate(self, node: object, event: int, before: bool) -> tuple[bool, bool]:
        effects = self.of(node)
        before = before or bool(effects & event)
        return before, before and bool(effects & REFUSES)


def free_slots(node: object) -> frozenset[int]:
    """The local slots whose values an expression uses, its own loop variables left out."""
    if isinstance(node, ir.Var):
        return frozenset((node.slot,))
    if not isinstance(node, ir.Quant):
        return frozenset[int]().union(*(free_slots(child) for child in ir.children(node)))
    found: set[int] = set()
    inside: set[int] = set()
    for loop in node.loops:
        inside.add(loop.slot)
        if loop.where is not None:
            found |= free_slots(loop.where) - inside
    found |= free_slots(node.body) - inside
    if node.default is not None:
        found |= free_slots(node.default)
    return frozenset(found)


@dataclass(frozen=True)
class Step:
    """One part of a prefix: ``slot`` takes ``value``, or (slot None) ``value`` is required to be true."""

    slot: int | None
    value: ir.Expr


@dataclass(frozen=True)
class Plan:
    """How to enumerate the enabled moves of one transition.

    ``levels[k]``: the steps to evaluate once ``k`` arguments are bound, in order.  ``prescribed[k]``: the
    only value that argument ``k`` can take (an expression over earlier arguments, evaluated before it is
    bound), or None.  ``rest``: what must then be run to know whether the move is refused (the body up to its
    last part that can refuse); empty when passing the prefix is enough.  ``rest_mutates``: it writes cells,
    so a copy is needed.
    """

    levels: tuple[tuple[Step, ...], ...]
    prescribed: tuple[ir.Expr | None, ...]
    rest: tuple[ir.Stmt, ...]
    rest_mutates: bool


def plan(system: ir.System, effects: Effects, number: int) -> Plan:
    """The plan of a transition's function."""
    function = system.functions[number]
    arity = len(function.params)
    steps, whole = _prefix(function, effects)
    last = max((i for i, s in enumerate(function.body) if effects.of(s) & REFUSES), default=-1)
    rest = function.body[: last + 1] if last >= whole else ()
    levels, level_of = _place(steps, arity, effects)
    prescribed: list[ir.Expr | None] = []
    for k in range(arity):
        levels[k + 1], value = _prescription(levels[k + 1], k, level_of, effects)
        prescribed.append(value)
    return Plan(
        tuple(tuple(level) for level in levels),
        tuple(prescribed),
        rest,
        bool(effects.block(rest) & MUTATES),
    )


def _prefix(function: ir.Function, effects: Effects) -> tuple[list[Step], int]:
    """The steps of the prefix, and how many whole statements of the body it comprises."""
    assigned = set(range(len(function.params)))
    steps: list[Step] = []
    whole = 0
    for statement in function.body:
        taken = _steps(statement, assigned, effects)
        if taken is None:
            break
        steps += taken
        assigned |= {step.slot for step in taken if step.slot is not None}
        whole += 1
    while steps and not _refuses(steps[-1], effects):
        steps.pop()
    return steps, whole


def _steps(statement: ir.Stmt, assigned: set[int], effects: Effects) -> list[Step] | None:
    """The steps of a statement of a prefix; None if it has another form.

    A slot that is assigned twice would have two values in one plan, and silence is no refusal: both end a
    prefix.
    """
    match statement:
        case ir.Let():
            if statement.slot in assigned or effects.of(statement) & SILENCES:
                return None
            return [Step(statement.slot, statement.value)]
        case ir.Require():
            if effects.of(statement) & SILENCES:
                return None
            return [Step(None, part) for part in conjuncts(statement.condition)]
        case ir.Clause():
            inner = set(assigned)
            steps: list[Step] = []
            for part in statement.body:
                taken = _steps(part, inner, effects)
                if taken is None:
                    return None
                steps += taken
                inner |= {step.slot for step in taken if step.slot is not None}
            return steps
    return None


def conjuncts(condition: ir.Expr) -> Iterator[ir.Expr]:
    """The parts of a condition that all have to hold."""
    if isinstance(condition, ir.Logic) and condition.op == "and":
        for operand in condition.operands:
            yield from conjuncts(operand)
    else:
        yield condition


def _refuses(step: Step, effects: Effects) -> bool:
    return step.slot is None or bool(effects.of(step.value) & REFUSES)


def _place(steps: list[Step], arity: int, effects: Effects) -> tuple[list[list[Step]], dict[int, int]]:
    """The steps by level, and the level at which each slot has its value."""
    levels: list[list[Step]] = [[] for _ in range(arity + 1)]
    level_of = {slot: slot + 1 for slot in range(arity)}
    after_partial = 0  # the innermost level of the partial steps so far: nothing may pass them
    after_tests = 0  # the innermost level of the tests so far: partial steps may not pass them
    for step in steps:
        level = max((level_of.get(slot, 0) for slot in free_slots(step.value)), default=0)
        level = max(level, after_partial)
        partial = not effects.total(step.value)
        if partial:
            level = max(level, after_tests)
            after_partial = level
        if _refuses(step, effects):
            after_tests = max(after_tests, level)
        levels[level].append(step)
        if step.slot is not None:
            level_of[step.slot] = level
    return levels, level_of


def _prescription(
    level: list[Step], argument: int, level_of: dict[int, int], effects: Effects
) -> tuple[list[Step], ir.Expr | None]:
    """A level without its first test ``argument == value``, and that value.

    The value is evaluated once, before the argument is bound, instead of once for each of its values.  That
    is the same as long as it uses nothing known only later, and nothing partial is skipped with the other
    values.
    """
    for place, step in enumerate(level):
        partial = not effects.total(step.value)
        value = _prescribed(step, argument, level_of) if place == 0 or not partial else None
        if value is not None:
            return level[:place] + level[place + 1 :], value
        if partial:
            break
    return level, None


def _prescribed(step: Step, argument: int, level_of: dict[int, int]) -> ir.Expr | None:
    """The value that a test asks of an argument, where all that it uses is known before the argument."""
    if step.slot is None and isinstance(step.value, ir.Compare) and step.value.op == "==":
        sides = (step.value.left, step.value.right)
        for this, other in (sides, sides[::-1]):
            bound = max((level_of.get(slot, 0) for slot in free_slots(other)), default=0)
            if isinstance(this, ir.Var) and this.slot == argument and bound <= argument:
                return other
    return None
