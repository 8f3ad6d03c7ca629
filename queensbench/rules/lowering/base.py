"""The common part of lowering: faults, typed values, the names of a rule, numbers of fields, clauses and sites."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from types import ModuleType
from typing import Any

from queensbench.errors import BadInput, Finding
from queensbench.language import records
from queensbench.language.context import Context, Parameters, value_of
from queensbench.language.domains import BoolDomain, Domain, KindDomain, RangeDomain
from queensbench.language.records import FieldDecl, Lookup, Record, SeqField
from queensbench.language.rules import Rule
from queensbench.language.rulings import Reading as ReadingKind
from queensbench.language.rulings import Rulings
from queensbench.language.source import place_of, text_of
from queensbench.rules.lowering import intervals
from queensbench.rules.typed import bounds, ir

LIMIT = 1 << 60
"""Every number that a rule computes lies within it on either side: none is beyond 64 bits in any reader."""

ROUNDS = 6
"""After so many readings of a rule the intervals of names that still grow are found another way: turn by turn."""

MOST_CLAUSES = 3
FEW = 12
SPLIT = "split it: one rule that acts, one that answers"
CALLS = "call rules of the model; any, all, sum, min, max, len and abs are known"
NUMBERS = "numbers come from ranges, lookups and arithmetic"


class Fault(Exception):
    """A fault at a place of the syntax; an empty ``fault`` follows from one that is reported already."""

    def __init__(self, node: ast.AST, fault: str, remedy: str = "") -> None:
        self.node = node
        self.fault = fault
        self.remedy = remedy
        super().__init__(fault)


@dataclass(frozen=True)
class Val:
    """An expression with the identity of its type: the kind's class, the range object, or None."""

    expr: ir.Expr
    tag: Any = None

    @property
    def type(self) -> ir.Type:
        """The type of the expression."""
        return self.expr.type


def name_of(tag: Any, t: ir.Type) -> str:
    """The name of a type in messages."""
    if isinstance(t, ir.BoolType):
        return "bool"
    if isinstance(t, ir.KindType):
        return t.name
    return t.name or "a number"


@dataclass
class Slot:
    """A local slot: its name, the type of all its values, whether it surely holds kept members."""

    name: str
    type: ir.Type | None
    tag: Any
    safe: bool = True


@dataclass
class Unit:
    """A rule while it is lowered: its names, its slots, its findings."""

    rule: Rule
    file: str
    state: str | None
    slots: list[Slot] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    assigned: set[str] = field(default_factory=set)
    returns: Domain | None = None
    result: ir.Type | None = None
    result_tag: Any = None
    value_expected: bool = False
    pure: bool = True
    clauses: list[tuple[int, ...]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    final: bool = False
    round: int = 0
    #: names that the rule binds anywhere: as in Python, they are its own everywhere
    own: set[str] = field(default_factory=set)
    loops: set[str] = field(default_factory=set)
    #: how often control comes by this place, at the most
    turns: int = 1
    running: set[str] = field(default_factory=set)
    #: whether a part was left out because of a fault reported elsewhere
    broken: bool = False
    #: how many conditions around this place can surely not hold in this instance
    dead: int = 0

    def slot(self, name: str, t: ir.Type | None, tag: Any = None, *, safe: bool = True) -> int:
        """A new local slot: its number.

        Every slot is made here, and whoever asks for one keeps the number: which slot is the last one changes
        with everything that is lowered.
        """
        self.slots.append(Slot(name, t, tag, safe))
        return len(self.slots) - 1

    @contextmanager
    def unless(self, never: bool) -> Iterator[None]:
        """Mark all that is lowered in the ``with`` block as unreachable in this instance, if ``never``."""
        self.dead += never
        try:
            yield
        finally:
            self.dead -= never

    changed: bool = False
    #: whether the intervals of local numbers are those of the rule run as a whole, and do not change any more
    settled: bool = False


class Base:
    """Lowers the rules of one mode at one instance.

    ``resolve`` maps a rule to the one that the mode has in its place; ``known`` are the names of the
    ruleset's clauses (None: not checked).
    """

    #: how many expressions and statements are being lowered, each inside the one before, those of asked rules too
    depth = 0
    #: whether intervals are still being found, so that what they say of a number is no fault yet
    guessing = False
    #: whether a weight that intervals do not keep from being negative is left to play, which finds it
    lenient = False

    def __init__(
        self, record: type[Record], context: Context, resolve: Callable[[Rule], Rule], known: set[str] | None
    ) -> None:
        self.record = record
        self.context = context
        self.resolve = resolve
        self.known = known
        self.functions: list[ir.Function | None] = []
        self.numbers: dict[Rule, int] = {}
        #: functions of no rule: what an expression makes of values that are evaluated once
        self.made: dict[tuple[tuple[ir.Type, ...], ir.Expr], int] = {}
        self.tags: dict[int, Any] = {}
        self.open: list[Rule] = []
        self.findings: list[Finding] = []
        self.sites: list[ir.Site] = []
        self.guards: list[ir.Guard] = []
        self.silences: list[ir.Silence] = []
        self.tables: list[ir.Table] = []
        self.table_numbers: dict[int, tuple[int, Lookup[Any, Any]]] = {}
        #: for a lookup that leaves out keys, the table that says which are listed
        self.listed: dict[int, int] = {}
        self.clause_names: list[str] = []
        self.clause_numbers: dict[str, int] = {}
        self.rulings: list[ir.Ruling] = []
        self.ruling_numbers: dict[str, int] = {}
        self.parameters: list[ir.ParameterDecl] = []
        self.parameter_numbers: dict[str, int] = {}
        self.kinds: dict[str, type[Any]] = {}
        self.fields: list[ir.Field] = []
        self.field_numbers: dict[str, int] = {}
        self.decls: dict[str, FieldDecl] = {}
        #: what a class of sizes, rulings or parameters declares, by name
        self.declared: dict[type, dict[str, Any]] = {}
        self._layout()

    def type_of(self, domain: Domain) -> ir.Type:
        """The IR's type of a domain."""
        if isinstance(domain, BoolDomain):
            return ir.BoolType()
        if isinstance(domain, RangeDomain):
            domain.require_labels()
            return ir.IntType(domain.lo, domain.hi, domain.name)
        other = self.kinds.setdefault(domain.name, domain.kind)
        if other is not domain.kind:
            raise BadInput(
                f"two kinds are called {domain.name}, in {other.__module__} and in {domain.kind.__module__}",
                where=place_of(domain.kind),
                remedy="rename one",
            )
        return ir.KindType(domain.name, tuple(m.name for m in domain.members))

    @staticmethod
    def tag_of(domain: Domain) -> Any:
        """The identity of a domain: the kind, or the range object."""
        if isinstance(domain, RangeDomain):
            return domain.tag
        return domain.kind if isinstance(domain, KindDomain) else None

    def _record_fields(self) -> Iterable[FieldDecl]:
        """The fields of the record."""
        return records.fields_of(self.record, self.context)

    def _layout(self) -> None:
        offset = 0
        for decl in self._record_fields():
            self.decls[decl.name] = decl
            index = tuple(self.type_of(d) for d in decl.index)
            blocks: list[tuple[str, tuple[ir.Type, ...], ir.Type]]
            if isinstance(decl.value, SeqField):
                place = ir.IntType(0, max(decl.value.limit - 1, 0), f"{decl.name}[]")
                blocks = [
                    (decl.name, (*index, place), self.type_of(decl.value.value)),
                    (f"{decl.name}.len", index, ir.IntType(0, decl.value.limit)),
                ]
            else:
                blocks = [(decl.name, index, self.type_of(decl.value))]
            for name, keys, value in blocks:
                block = ir.Field(name, keys, value, offset)
                if offset + block.cells > self.context.limits.cells:
                    raise bounds.too_many_cells(
                        block, decl.name, place_of(decl.owner, decl.name), self.context.limits
                    )
                self.field_numbers[name] = len(self.fields)
                self.fields.append(block)
                offset += block.cells

    def declare_rulings(self, rulings: Rulings | None) -> None:
        """Number the rulings of the mode, in order of declaration."""
        for decl in rulings.declared() if rulings is not None else ():
            self.ruling_numbers[decl.name] = len(self.rulings)
            members = tuple(decl.readings)
            self.rulings.append(
                ir.Ruling(decl.name, tuple(m.name for m in members), members.index(decl.house))
            )

    def declare_parameters(self, parameters: Parameters | None) -> None:
        """Number the parameters of the mode, in order of declaration."""
        for decl in parameters.declared() if parameters is not None else ():
            self.parameter_numbers[decl.name] = len(self.parameters)
            default = self.context.parameters.get(decl.name, decl.default)
            self.parameters.append(ir.ParameterDecl(decl.name, decl.lo, decl.hi, default))

    def clause(self, name: str) -> int:
        """The number of a clause."""
        if name not in self.clause_numbers:
            self.clause_numbers[name] = len(self.clause_names)
            self.clause_names.append(name)
        return self.clause_numbers[name]

    def clauses(self, unit: Unit, node: ast.AST, names: Iterable[str]) -> tuple[int, ...]:
        """The numbers of the clauses named on a block; unknown ones, and too many, become findings."""
        listed = tuple(names)
        if len(listed) > MOST_CLAUSES:
            self.note(
                unit,
                Fault(
                    node,
                    f"{len(listed)} clauses on one block",
                    f"name at most {MOST_CLAUSES}: split it, so that each counts when its own part ran",
                ),
            )
        self.require_clauses(unit, node, listed)
        return tuple(self.clause(name) for name in listed)

    def require_clauses(self, unit: Unit, node: ast.AST, listed: Sequence[str]) -> None:
        """Note the clauses that are named twice in one place, and those that nobody knows."""
        for name in dict.fromkeys(n for n in listed if listed.count(n) > 1):
            self.note(unit, Fault(node, f"names the clause {name} twice", "name it once"))
        known = listed if self.known is None else self.known
        for name in listed:
            if name not in known:
                remedy = nearest(name, known, "the clauses under spec/")
                self.note(unit, Fault(node, f"no clause is called {name}", remedy))

    def site(self, unit: Unit, node: ast.AST, what: str) -> int:
        """A new obligation."""
        if not unit.final:
            return len(self.sites)
        self.sites.append(ir.Site(unit.file, getattr(node, "lineno", 0), text_of(unit.file, node), what))
        return len(self.sites) - 1

    def note(self, unit: Unit, fault: Fault) -> None:
        """Add a fault to the findings, once."""
        if not fault.fault:
            unit.broken = True
            return
        line = getattr(fault.node, "lineno", unit.rule.line)
        if isinstance(fault.node, ast.FunctionDef):
            text = f"def {fault.node.name}"
        else:
            text = text_of(unit.file, fault.node)
        finding = Finding(unit.file, line, text, fault.fault, fault.remedy)
        if finding not in unit.findings:
            unit.findings.append(finding)

    def static(self, unit: Unit, node: ast.AST) -> Any:
        """The object that a global name, or an attribute of one, stands for; NotImplemented if it is none."""
        if isinstance(node, ast.Name):
            if node.id in unit.names or node.id in unit.own or node.id == unit.state:
                return NotImplemented
            known = unit.rule.function.__globals__
            if node.id in known:
                return known[node.id]
            return getattr(builtins, node.id, NotImplemented)
        if isinstance(node, ast.Attribute):
            base = self.static(unit, node.value)
            if isinstance(base, ModuleType):
                return getattr(base, node.attr, NotImplemented)
            if isinstance(base, type) and issubclass(base, Enum):
                return base.__members__.get(node.attr, NotImplemented)
        return NotImplemented

    def deeper(self, node: ast.AST) -> None:
        """Count one more level of nesting; raises Fault where rules are nested too deep.  Callers restore ``depth``."""
        if self.depth >= bounds.MOST_PATH:
            raise Fault(node, bounds.too_long(), bounds.DEEP)
        self.depth += 1

    def expr(self, unit: Unit, node: ast.expr) -> Val:
        """An expression."""
        raise NotImplementedError

    def number(self, unit: Unit, node: ast.expr) -> Val:
        """A number."""
        raise NotImplementedError

    def function(self, rule: Rule, caller: tuple[Unit, ast.AST] | None = None) -> int:
        """The number of a rule's function, lowering it first if need be."""
        raise NotImplementedError

    def _held(self, node: ast.AST, lo: int, hi: int, what: str, remedy: str) -> ir.IntType:
        """The type of a computed number; raises Fault for one that some reader could not hold."""
        if self.guessing:
            return ir.IntType(*intervals.kept(lo, hi))
        if lo < -LIMIT or hi > LIMIT:
            raise Fault(node, f"{what} may grow beyond 2**60 here", remedy)
        return ir.IntType(lo, hi)

    def _fresh(self, unit: Unit, val: Val) -> int:
        return unit.slot("", val.type, val.tag, safe=self.safe(unit, val.expr))

    def _fits(self, unit: Unit, node: ast.AST, val: Val, domain: Domain, where: str) -> None:
        """Raise Fault for a value of another sort than the domain's, or one that is surely outside its range."""
        wanted = self.tag_of(domain)
        t = val.type
        same = (
            (isinstance(domain, BoolDomain) and isinstance(t, ir.BoolType))
            or (isinstance(domain, KindDomain) and isinstance(t, ir.KindType) and val.tag is wanted)
            or (isinstance(domain, RangeDomain) and isinstance(t, ir.IntType))
        )
        if not same:
            named = domain.name or "a number"
            raise Fault(
                node,
                f"{name_of(val.tag, t)} {where}, which is {named}",
                f"give {article(domain.name or 'number')}",
            )
        if not (isinstance(domain, RangeDomain) and isinstance(t, ir.IntType)):
            return
        if val.tag is not None and val.tag is not wanted and t.name and domain.name:
            raise Fault(
                node,
                f"{t.name} {where}, which is {domain.name}",
                f"give {article(domain.name)}, or compute it with `+ 0`",
            )
        if (t.hi < domain.lo or t.lo > domain.hi) and not unit.dead and self._as_sold(domain):
            value = f"{t.lo}" if t.lo == t.hi else f"{t.lo} to {t.hi}"
            named = (
                f"{domain.name}, {domain.lo} to {domain.hi}" if domain.name else f"{domain.lo} to {domain.hi}"
            )
            raise Fault(node, f"{value} {where}, which is {named}", "give a value inside, or widen the range")

    @staticmethod
    def _as_sold(domain: RangeDomain) -> bool:
        """Whether a range is as in the full box; in a smaller one a place may only be out of reach."""
        whole = Context()
        return (value_of(domain.tag.lo, whole), value_of(domain.tag.hi, whole)) == (domain.lo, domain.hi)

    def code(self, member: Any) -> int:
        """The raw value of a member: its place, or a negative number of its own if it is left out."""
        place = self.context.place(member)
        if place >= 0:
            return place
        kept = self.context.kept(type(member))
        left_out = [m for m in type(member).__members__.values() if m not in kept]
        return -1 - left_out.index(member)

    def total(self, expr: ir.Expr) -> bool:
        """Whether evaluating an expression can meet no obligation, so that its order does not matter."""
        for part in ir.walk(expr):
            if isinstance(part, (ir.Read, ir.Look, ir.Quant, ir.Checked)) and part.site >= 0:
                return False
            if isinstance(part, ir.Call):
                function = self.functions[part.function]
                if function is not None and not all(self.total(stmt) for stmt in function.body):  # type: ignore[arg-type]
                    return False
        return True

    def decided(self, unit: Unit, expr: ir.Expr) -> bool | None:
        """The value that a condition surely has in this instance, by intervals alone; None if it may have both."""
        match expr:
            case ir.Const(value=value):
                return bool(value)
            case ir.Not(operand=operand):
                inner = self.decided(unit, operand)
                return None if inner is None else not inner
            case ir.Logic(op=op, operands=operands):
                answers = [self.decided(unit, part) for part in operands]
                if (op == "or") in answers:
                    return op == "or"
                return None if None in answers else op == "and"
            case ir.Compare(op=op, left=left, right=right):
                return self._compared(unit, op, left, right)
        return None

    def _compared(self, unit: Unit, op: str, left: ir.Expr, right: ir.Expr) -> bool | None:
        (a, b), (c, d) = (self._interval(unit, side) for side in (left, right))
        if op in ("==", "!="):
            if b < c or d < a:
                return op == "!="
            return op == "==" if a == b == c == d else None
        if op in (">", ">="):
            a, b, c, d = c, d, a, b
        strict = op in ("<", ">")
        if b < c or (b == c and not strict):
            return True
        return False if a > d or (a == d and strict) else None

    def _interval(self, unit: Unit, expr: ir.Expr) -> tuple[int, int]:
        if isinstance(expr, ir.Const):
            return expr.value, expr.value
        return (expr.type.lo, expr.type.hi) if self.safe(unit, expr) else (-LIMIT, LIMIT)

    def safe(self, unit: Unit, expr: ir.Expr) -> bool:
        """Whether a member of a kind is surely one that the instance keeps."""
        if not isinstance(expr.type, ir.KindType):
            return True
        if isinstance(expr, ir.Const):
            return expr.value >= 0
        if isinstance(expr, ir.Var):
            return unit.slots[expr.slot].safe
        if isinstance(expr, ir.Choose):
            return self.safe(unit, expr.then) and self.safe(unit, expr.orelse)
        return not isinstance(expr, ir.Look) or all(v >= 0 for v in self.tables[expr.table].values)

    def within(self, unit: Unit, val: Val, t: ir.Type) -> bool:
        """Whether intervals alone show that a value lies in a type."""
        if isinstance(t, ir.IntType):
            return t.lo <= val.type.lo and val.type.hi <= t.hi
        return self.safe(unit, val.expr)


def reading_type(kind: type[ReadingKind]) -> ir.KindType:
    """The type of the readings of a ruling."""
    return ir.KindType(kind.__name__, tuple(m.name for m in kind))


def one() -> ir.Const:
    """The number 1."""
    return ir.Const(1, ir.IntType(1, 1))


def outside(t: ir.Type) -> str:
    """A value outside a type, for messages."""
    if isinstance(t, ir.IntType):
        return f"a number outside {t.lo} to {t.hi}"
    if isinstance(t, ir.KindType):
        return f"{article(t.name)} that the instance leaves out"
    return "neither True nor False"


def index_text(index: tuple[Domain, ...]) -> str:
    """The indices of a table, for messages."""
    return ", ".join(d.name or (f"{d.lo} to {d.hi}" if isinstance(d, RangeDomain) else "bool") for d in index)


def article(name: str) -> str:
    """A name with its article."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def nearest(name: str, names: Iterable[str], place: str = "") -> str:
    """A remedy for an unknown name: those that are near, or all if they are few, or where to look."""
    from difflib import get_close_matches

    listed = sorted(names) if isinstance(names, (set, frozenset)) else names
    known = [n for n in dict.fromkeys(listed) if not n.startswith("_")]
    close = get_close_matches(name, known, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    if known and (len(known) <= FEW or not place):
        return f"choose one of {', '.join(known)}"
    return f"look at {place}" if known else "there is none"
