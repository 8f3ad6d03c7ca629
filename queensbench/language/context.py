"""The context of a rule that runs: sizes and members of the instance, readings, parameters.

One module serves many instances and readings side by side: whatever varies is looked up in the *context*
that is bound while a rule runs.  Outside any context sizes are symbolic (:class:`SizeExpr`), so that ranges
may be written once, at import, in terms of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from queensbench.errors import BadInput
from queensbench.language.given import is_text, require
from queensbench.language.limits import LIMITS, Limits
from queensbench.language.source import caller


@dataclass(slots=True)
class Trace:
    """The trace of a run of a rule: clauses in force, clauses carried out, rulings consulted."""

    stack: list[tuple[str, ...]] = field(default_factory=list)
    clauses: dict[str, int] = field(default_factory=dict)
    rulings: dict[str, int] = field(default_factory=dict)

    def enter(self, names: tuple[str, ...]) -> None:
        """Count a block's clauses and put them in force."""
        self.stack.append(names)
        for name in names:
            self.clauses[name] = self.clauses.get(name, 0) + 1


@dataclass
class Context:
    """The values that a rule reads beside the state.

    ``sizes`` by name; ``members``: the members that the instance keeps, by kind; ``readings``: the reading
    of each ruling, by name; ``parameters`` by name; ``replaced``: rules that the mode replaces; ``limits``: those
    beyond which the mode is refused.
    """

    sizes: Mapping[str, int] = field(default_factory=dict)
    members: Mapping[type[Any], tuple[Any, ...]] = field(default_factory=dict)
    readings: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, int] = field(default_factory=dict)
    replaced: Mapping[Any, Any] = field(default_factory=dict)
    limits: Limits = LIMITS
    trace: Trace = field(default_factory=Trace)
    #: places of members among those kept, filled on demand (a cache of ``members``)
    places: dict[type[Any], dict[Any, int]] = field(default_factory=dict)
    #: domains of rules' arguments and results, filled on demand
    signatures: dict[Any, Any] = field(default_factory=dict)
    #: how rules are called: with a state or not, the domains of arguments and result, filled on demand
    plans: dict[Any, Any] = field(default_factory=dict)
    #: layouts of records, filled on demand
    layouts: dict[type[Any], Any] = field(default_factory=dict)
    #: domains of ranges with labels, by the ``id`` of the range, filled on demand
    ranges: dict[int, Any] = field(default_factory=dict)

    def kept(self, kind: type[Any]) -> tuple[Any, ...]:
        """The members of a kind that the instance keeps, in the order of their definition."""
        found = self.members.get(kind)
        return found if found is not None else tuple(kind.__members__.values())

    def place(self, member: Any) -> int:
        """The place of a member among those kept, from 0 on; -1 if it is not kept."""
        kind = type(member)
        table = self.places.get(kind)
        if table is None:
            table = {m: i for i, m in enumerate(self.kept(kind))}
            self.places[kind] = table
        return table.get(member, -1)


current_context: ContextVar[Context | None] = ContextVar("queensbench_context", default=None)


def current() -> Context | None:
    """The context that is bound, or None."""
    return current_context.get()


def bound() -> Context:
    """The context that is bound.  Raises :class:`BadInput` where none is: rules run under an instance only."""
    context = current_context.get()
    if context is None:
        raise BadInput(
            "a rule was run outside of any mode",
            remedy="run it through an interpreter: `queensbench.readers.interpreter.Interpreter`",
        )
    return context


@contextmanager
def bind(context: Context) -> Iterator[Context]:
    """Bind a context in a ``with`` block; the one that was bound before is bound again afterwards."""
    token = current_context.set(context)
    try:
        yield context
    finally:
        current_context.reset(token)


# ----------------------------------------------------------------------------------------------- sizes


class SizeExpr:
    """An integer that depends on the instance's sizes: their sums, differences, products, quotients, remainders."""

    __slots__ = ("evaluate", "text")

    def __init__(self, text: str, evaluate: Callable[[Context], int]) -> None:
        self.text = text
        self.evaluate = evaluate

    def _join(
        self, op: str, other: Any, compute: Callable[[int, int], int], *, swap: bool = False
    ) -> SizeExpr:
        a, b = (other, self) if swap else (self, other)
        return SizeExpr(f"({a} {op} {b})", lambda c: compute(value_of(a, c), value_of(b, c)))

    def __add__(self, other: Any) -> SizeExpr:
        return self._join("+", other, lambda a, b: a + b)

    def __radd__(self, other: Any) -> SizeExpr:
        return self._join("+", other, lambda a, b: a + b, swap=True)

    def __sub__(self, other: Any) -> SizeExpr:
        return self._join("-", other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> SizeExpr:
        return self._join("-", other, lambda a, b: a - b, swap=True)

    def __mul__(self, other: Any) -> SizeExpr:
        return self._join("*", other, lambda a, b: a * b)

    def __rmul__(self, other: Any) -> SizeExpr:
        return self._join("*", other, lambda a, b: a * b, swap=True)

    def __floordiv__(self, other: Any) -> SizeExpr:
        return self._join("//", other, lambda a, b: a // b)

    def __rfloordiv__(self, other: Any) -> SizeExpr:
        return self._join("//", other, lambda a, b: a // b, swap=True)

    def __mod__(self, other: Any) -> SizeExpr:
        return self._join("%", other, lambda a, b: a % b)

    def __neg__(self) -> SizeExpr:
        return 0 - self

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def __bool__(self) -> bool:
        raise BadInput(
            f"the size `{self.text}` has no value outside of an instance", remedy="use it inside a rule"
        )


def value_of(number: Any, context: Context) -> int:
    """The value of a number or of a size expression under a context.  Raises :class:`BadInput` for anything else."""
    if isinstance(number, SizeExpr):
        return number.evaluate(context)
    if isinstance(number, bool) or not isinstance(number, int):
        raise BadInput(
            f"`{number!r}` is not a whole number", remedy="give an int or a size such as `n.faces`"
        )
    return number


@dataclass(frozen=True)
class SizeDecl:
    """A declared size: its name, its value as sold (``default``) and its bounds."""

    name: str
    default: int
    lo: int
    hi: int


class _Size:
    """The descriptor behind :func:`size`."""

    def __init__(self, default: int, lo: int, hi: int) -> None:
        self.default = default
        self.lo = lo
        self.hi = hi
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        context = current_context.get()
        if context is None:
            name = self.name
            default = self.default
            return SizeExpr(f"n.{name}", lambda c: c.sizes.get(name, default))
        return context.sizes.get(self.name, self.default)


WORD = 1 << 31
"""Numbers that are kept or chosen fit 32 bits: cells, arguments, sizes, parameters."""


def _check_number(what: str, *numbers: Any) -> None:
    """Sizes and parameters are whole numbers of 32 bits."""
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int):
            raise BadInput(
                f"`{number!r}` is no whole number", where=caller(), remedy=f"give the {what} an int"
            )
        if not -WORD <= number < WORD:
            raise BadInput(
                f"a {what} of {number:,} does not fit into 32 bits",
                where=caller(),
                remedy=f"keep it within {-WORD:,} and {WORD - 1:,}",
            )


def size(default: int, *, lo: int = 1, hi: int = 1 << 20) -> int:
    """Declare a size of the box: ``default`` as sold; an instance may set it from ``lo`` to ``hi``, both included.

    Bounds are whole numbers of 32 bits.  Raises :class:`BadInput` for others, and for a default outside of them.
    """
    _check_number("size", default, lo, hi)
    if not lo <= default <= hi:
        raise BadInput(
            f"the size {default} is outside {lo} to {hi}", where=caller(), remedy="widen lo= and hi="
        )
    return _Size(default, lo, hi)  # type: ignore[return-value]


class Sizes:
    """Base of a ruleset's sizes: ``class Sizes_(Sizes): faces: int = size(6)``, then ``n = Sizes_()``."""

    @classmethod
    def declared(cls) -> tuple[SizeDecl, ...]:
        """The sizes that the class and its bases declare."""
        found: dict[str, SizeDecl] = {}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                if isinstance(value, _Size):
                    found[name] = SizeDecl(name, value.default, value.lo, value.hi)
        return tuple(found.values())


# ------------------------------------------------------------------------------------------ parameters


@dataclass(frozen=True)
class ParameterDecl:
    """A declared parameter: a number that is neither a size nor a ruling."""

    name: str
    default: int
    lo: int
    hi: int
    why: str


class _Parameter:
    def __init__(self, default: int, lo: int, hi: int, why: str) -> None:
        self.default = default
        self.lo = lo
        self.hi = hi
        self.why = why
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        return bound().parameters.get(self.name, self.default)


def parameter(default: int, *, lo: int, hi: int, why: str = "") -> int:
    """Declare a parameter from ``lo`` to ``hi``, both included: an input of a run, a free number in a proof.

    Bounds are whole numbers of 32 bits.  Raises :class:`BadInput` for others, and for a default outside of them.
    """
    _check_number("parameter", default, lo, hi)
    require("a parameter", '"..."', is_text, why=why)
    if not lo <= default <= hi:
        raise BadInput(
            f"the parameter {default} is outside {lo} to {hi}", where=caller(), remedy="widen lo= and hi="
        )
    return _Parameter(default, lo, hi, why)  # type: ignore[return-value]


class Parameters:
    """Base of a ruleset's parameters: ``class Deck(Parameters): jokers: int = parameter(3, lo=0, hi=5)``."""

    @classmethod
    def declared(cls) -> tuple[ParameterDecl, ...]:
        """The parameters that the class and its bases declare."""
        found: dict[str, ParameterDecl] = {}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                if isinstance(value, _Parameter):
                    found[name] = ParameterDecl(name, value.default, value.lo, value.hi, value.why)
        return tuple(found.values())
