"""The typed intermediate form: one text of rules, checked once, from which native and symbolic readers lower.

A :class:`System` is one mode of one ruleset at one instance (sizes are numbers here; rulings and parameters are
not: they stay inputs).  Every value is an integer, called *raw*:

* a Boolean is 0 or 1,
* a member of a kind is its position among the members that the instance keeps (0, 1, ...); a member that the
  instance leaves out is negative, each its own number, which no cell can hold,
* a number is itself.

The state is a vector of *cells*, one scalar each; a field is a block of cells, row-major in its indices.

What may go wrong at run time is an *obligation*, numbered by a :class:`Site`: an index, a stored value, an
argument or a result outside its range.  A node whose ``site`` is -1 has been shown safe by intervals alone.
Evaluation order is Python's: left to right, ``and``/``or``/conditional lazily.  The first event among
*refused* (a ``Require`` failed), *violation* (an obligation failed) and *silent* ends the whole transition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from typing import Any, Literal

# ------------------------------------------------------------------------------------------------ types


@dataclass(frozen=True)
class BoolType:
    """Truth values: raw 0 and 1."""

    lo: int = 0
    hi: int = 1

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True)
class IntType:
    """Integers from ``lo`` to ``hi``, both included; ``name`` tells index ranges of equal bounds apart."""

    lo: int
    hi: int
    name: str = ""

    def __str__(self) -> str:
        return self.name or f"{self.lo}..{self.hi}"


@dataclass(frozen=True)
class KindType:
    """Members of a kind, as kept by the instance, in the order of their definition."""

    name: str
    members: tuple[str, ...]

    @property
    def lo(self) -> int:
        return 0

    @property
    def hi(self) -> int:
        return len(self.members) - 1

    def __str__(self) -> str:
        return self.name


Type = BoolType | IntType | KindType


def size(t: Type) -> int:
    """The number of values of a type."""
    return t.hi - t.lo + 1


# ------------------------------------------------------------------------------------------ expressions


@dataclass(frozen=True)
class Const:
    value: int
    type: Type


@dataclass(frozen=True)
class Var:
    """A local slot of the function: an argument (slots 0, 1, ...), a local name or a loop variable."""

    slot: int
    type: Type


@dataclass(frozen=True)
class Read:
    """The value of a cell.  ``site`` (or -1) is the obligation that every index is in range."""

    field: int
    index: tuple[Expr, ...]
    site: int
    type: Type


@dataclass(frozen=True)
class Look:
    """The value of a constant :class:`Table`; ``site`` as of :class:`Read`."""

    table: int
    index: tuple[Expr, ...]
    site: int
    type: Type


@dataclass(frozen=True)
class Reading:
    """The reading chosen for a ruling: its position among the ruling's readings."""

    ruling: int
    type: Type


@dataclass(frozen=True)
class Parameter:
    """The value of a parameter of the mode."""

    parameter: int
    type: Type


@dataclass(frozen=True)
class Not:
    operand: Expr
    type: Type = BoolType()


@dataclass(frozen=True)
class Arith:
    """Exact integer arithmetic.  ``//`` and ``%`` round as Python does; their divisor is a positive constant."""

    op: Literal["+", "-", "*", "//", "%", "min", "max"]
    left: Expr
    right: Expr
    type: Type


@dataclass(frozen=True)
class Compare:
    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr
    type: Type = BoolType()


@dataclass(frozen=True)
class Logic:
    """Lazy conjunction or disjunction of two or more operands."""

    op: Literal["and", "or"]
    operands: tuple[Expr, ...]
    type: Type = BoolType()


@dataclass(frozen=True)
class Choose:
    """``then if condition else orelse``, lazily."""

    condition: Expr
    then: Expr
    orelse: Expr
    type: Type


@dataclass(frozen=True)
class Loop:
    """One ``for`` of a generator: the slot takes each of ``values`` in order, where ``where`` holds."""

    slot: int
    values: range
    where: Expr | None


@dataclass(frozen=True)
class Quant:
    """``any``, ``all``, ``sum``, ``min`` or ``max`` of ``body`` over nested loops (outermost first).

    ``any`` and ``all`` stop early, as in Python.  ``default`` is the value of ``min``/``max`` over nothing;
    without one, ``site`` is the obligation that there is something.
    """

    op: Literal["any", "all", "sum", "min", "max"]
    loops: tuple[Loop, ...]
    body: Expr
    default: Expr | None
    site: int
    type: Type


@dataclass(frozen=True)
class Call:
    """The result of a rule.  The callee changes no state (calls that do are statements: :class:`Do`)."""

    function: int
    args: tuple[Expr, ...]
    type: Type


@dataclass(frozen=True)
class Checked:
    """``operand``, with the obligation ``site`` that it lies in ``type`` (arguments and results of rules)."""

    operand: Expr
    site: int
    type: Type


Expr = (
    Const
    | Var
    | Read
    | Look
    | Reading
    | Parameter
    | Not
    | Arith
    | Compare
    | Logic
    | Choose
    | Quant
    | Call
    | Checked
)

# ------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True)
class Let:
    """Assign a local slot."""

    slot: int
    value: Expr


@dataclass(frozen=True)
class Store:
    """Write a cell.

    Python's order: the value first, then the indices (``site_index``), then the range of the value
    (``site_value``).
    """

    field: int
    index: tuple[Expr, ...]
    value: Expr
    site_index: int
    site_value: int


@dataclass(frozen=True)
class If:
    condition: Expr
    then: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]


@dataclass(frozen=True)
class For:
    slot: int
    values: range
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class Return:
    value: Expr | None


@dataclass(frozen=True)
class Require:
    """The transition is refused unless ``condition``; ``guard`` numbers :attr:`System.guards`."""

    condition: Expr
    guard: int


@dataclass(frozen=True)
class Do:
    """Call a rule for its effects."""

    function: int
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class Clause:
    """A block that carries out clauses: they count as exercised when the block is entered."""

    clauses: tuple[int, ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class Silent:
    """The text says nothing here: the transition succeeds with the state as it is now, marked silent."""

    silence: int


Stmt = Let | Store | If | For | Return | Require | Do | Clause | Silent

# -------------------------------------------------------------------------------------------- the system


@dataclass(frozen=True)
class Field:
    """A block of cells: ``offset`` is its first cell; the block is row-major over ``index``."""

    name: str
    index: tuple[Type, ...]
    value: Type
    offset: int

    @property
    def cells(self) -> int:
        total = 1
        for t in self.index:
            total *= size(t)
        return total


@dataclass(frozen=True)
class Table:
    """A constant table: ``values`` row-major over ``index``."""

    name: str
    index: tuple[Type, ...]
    value: Type
    values: tuple[int, ...]


@dataclass(frozen=True)
class Site:
    """An obligation: ``what`` is wrong where it is not met, with file, line and text of its place."""

    file: str
    line: int
    text: str
    what: str


@dataclass(frozen=True)
class Guard:
    """A ``require``: its text and place, and the clauses in force there."""

    file: str
    line: int
    text: str
    clauses: tuple[int, ...]


@dataclass(frozen=True)
class Silence:
    """A hole of the text: ``what`` it leaves out, and the clause that comes nearest."""

    what: str
    clause: int
    file: str
    line: int


@dataclass(frozen=True)
class Function:
    """A rule, an action or a property, lowered.

    ``params`` are the arguments after the state, in slots 0, 1, ...; ``slots`` are the types of all slots.
    ``clauses`` are those of its decorator: they count as exercised when the function is called from a rule, or,
    for a transition, when it succeeds.  ``pure``: changes no state (and neither does anything that it calls).
    ``opaque``: proofs take any answer of it, if it is pure, meets no obligation and answers yes or no.
    """

    name: str
    file: str
    line: int
    params: tuple[tuple[str, Type], ...]
    slots: tuple[Type, ...]
    body: tuple[Stmt, ...]
    returns: Type | None
    clauses: tuple[int, ...]
    pure: bool
    opaque: bool = False


@dataclass(frozen=True)
class Transition:
    """An action, a chance event or an automatic step.

    ``weight``: a pure function of the same arguments giving the weight of a chance event (a whole number from 0,
    which means that it cannot happen), or None for weight 1.  ``decider``: a pure function of the state (no
    arguments) giving the raw player whose choice it is, or None (nobody's: chance, automatic, one player).
    """

    kind: Literal["action", "chance", "automatic"]
    name: str
    function: int
    weight: int | None = None
    decider: int | None = None


@dataclass(frozen=True)
class Judge:
    """A pure Boolean function, to hold for all values of its arguments: a property's predicate, or its negation."""

    name: str
    function: int


@dataclass(frozen=True)
class Ruling:
    name: str
    readings: tuple[str, ...]
    house: int


@dataclass(frozen=True)
class ParameterDecl:
    name: str
    lo: int
    hi: int
    default: int


@dataclass
class System:
    """One mode at one instance, whole.

    ``cells``: the type of each cell.  The last cell is always ``$silent``: 0, or 1 + the number of the silence
    that ended the play.  ``initial`` is a function without arguments that builds the start state from the
    *blank* state (every cell at its type's ``lo``).  ``over`` (no arguments, Boolean): the game has ended, no
    transition of any kind is possible.  ``wins`` (argument: player, Boolean) and ``score`` (argument: player,
    or none) judge an ended game.  Automatic transitions are tried in order; the first that is not refused
    happens; this repeats until none is possible (the state is *settled*) or the game is over or silent.
    """

    ruleset: str
    mode: str
    instance: str
    fields: tuple[Field, ...]
    cells: tuple[Type, ...]
    tables: tuple[Table, ...]
    functions: tuple[Function, ...]
    transitions: tuple[Transition, ...]
    initial: int
    over: int | None
    wins: int | None
    score: int | None
    judges: tuple[Judge, ...]
    rulings: tuple[Ruling, ...]
    parameters: tuple[ParameterDecl, ...]
    clauses: tuple[str, ...]
    sites: tuple[Site, ...]
    guards: tuple[Guard, ...]
    silences: tuple[Silence, ...]
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def silent_cell(self) -> int:
        return len(self.cells) - 1


# ------------------------------------------------------------------------------------------ walking


def children(node: Any) -> Iterator[Any]:
    """The nodes directly below a node, in order of evaluation as far as fields show it."""
    sort: Any = type(node)
    for name in _names(sort):
        value = getattr(node, name)
        if isinstance(value, tuple):
            for item in value:
                if _has_fields(item.__class__):
                    yield item
        elif _has_fields(value.__class__) and not isinstance(value, (BoolType, IntType, KindType)):
            yield value


@cache
def _has_fields(sort: Any) -> bool:
    return is_dataclass(sort)


@cache
def _names(sort: Any) -> tuple[str, ...]:
    """The fields of a sort of node that may hold nodes."""
    return tuple(f.name for f in fields(sort) if f.name != "type") if is_dataclass(sort) else ()


def with_parts(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node with what ``change`` makes of each node directly below it, those in tuples included."""

    def part(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(part(item) for item in value)
        if is_dataclass(value) and not isinstance(value, (BoolType, IntType, KindType)):
            return change(value)
        return value

    return replace(node, **{name: part(value) for name, value in vars(node).items()})


def walk(node: object) -> Iterator[Any]:
    """A node and everything below it, each before what is below it."""
    todo: list[object] = [node]
    while todo:
        one = todo.pop()
        yield one
        below = list(children(one))
        below.reverse()
        todo += below


def reached(system: System, *roots: int | None) -> set[int]:
    """The functions, by number, that some functions (None: none) are or call, directly or through others."""
    found: set[int] = set()
    todo = [root for root in roots if root is not None]
    while todo:
        number = todo.pop()
        if number in found:
            continue
        found.add(number)
        for stmt in system.functions[number].body:
            todo += [part.function for part in walk(stmt) if isinstance(part, (Call, Do))]
    return found


def clauses_within(system: System, *roots: int | None) -> set[int]:
    """The clauses, by number, that some functions (None: none), or those that they call, may carry out."""
    found: set[int] = set()
    for number in reached(system, *roots):
        found |= set(system.functions[number].clauses)
        for stmt in system.functions[number].body:
            found |= {clause for node in walk(stmt) if isinstance(node, Clause) for clause in node.clauses}
    return found


def fields_read(system: System, *roots: int | None) -> set[int]:
    """The fields, by number, that some functions (None: none), or those that they call, may read."""
    return {
        node.field
        for number in reached(system, *roots)
        for stmt in system.functions[number].body
        for node in walk(stmt)
        if isinstance(node, Read)
    }


def deciders(system: System) -> tuple[str, ...]:
    """The names of those whose choice a transition can be; empty where no rule says whose it is."""
    for transition in system.transitions:
        if transition.decider is not None:
            returns = system.functions[transition.decider].returns
            if isinstance(returns, KindType):
                return returns.members
    return ()


def compute(word: str, a: int, b: int) -> int:
    """The value of an operation on two constants."""
    match word:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "//":
            return a // b
        case "%":
            return a % b
        case "min":
            return min(a, b)
    return max(a, b)


def total(node: object, functions: tuple[Function, ...]) -> bool:
    """Whether evaluating an expression can meet no obligation (so that its order does not matter)."""
    for part in walk(node):
        if isinstance(part, (Read, Look, Quant, Checked)) and part.site >= 0:
            return False
        if isinstance(part, Call) and not all(total(s, functions) for s in functions[part.function].body):
            return False
    return True
