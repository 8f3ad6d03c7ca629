"""Rules: ordinary functions over a state, and the few statements that only rules use.

=================  ======================================================================================
``@initial``       builds the start state (from the blank one)
``@action``        what somebody may choose to do; its arguments are the choices
``@chance``        what happens by chance; its arguments are the outcomes, ``weight`` their integer weights
``@automatic``     what happens by itself, as soon as it can
``@rule``          a helper that other rules call
``@over``          whether the game has ended
``@wins``          whether a player has won an ended game
``@score``         the score of a player (or of everybody) in an ended game
``@decider``       whose choice an action is
``require``        the transition is not possible unless this holds
``clause``         a block that carries out the clauses named
``states``         the code around it does what the clauses named merely state
``silent``         the text says nothing about what happens now
=================  ======================================================================================
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, NoReturn, TypeVar, cast

from queensbench.errors import BadInput, RangeViolation, Refused, Silence
from queensbench.language import given
from queensbench.language.context import Context, bind, bound, current_context
from queensbench.language.domains import Domain, NoDomain, resolve
from queensbench.language.records import Record, described, shown
from queensbench.language.source import answered_at, caller, line_text

F = TypeVar("F", bound=Callable[..., Any])

TRANSITIONS = ("action", "chance", "automatic")


@dataclass(eq=False)
class Rule:
    """A decorated function: its kind of rule, the clauses that it carries out, the rule that it replaces.

    ``opaque``: proofs do not look inside; see :func:`rule`.
    """

    function: Callable[..., Any]
    kind: str
    clauses: tuple[str, ...] = ()
    weight: Rule | None = None
    decider: Rule | None = None
    replaces: Rule | None = None
    opaque: bool = False
    _hints: dict[str, Any] | None = field(default=None, repr=False)
    _state: type[Record] | bool | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The name of the function."""
        return str(self.function.__name__)

    @property
    def file(self) -> str:
        """The file that holds it."""
        return str(self.function.__code__.co_filename)

    @property
    def line(self) -> int:
        """The line of its first decorator."""
        return int(self.function.__code__.co_firstlineno)

    @property
    def module(self) -> str:
        """The module that holds it."""
        return str(self.function.__module__)

    def hints(self) -> dict[str, Any]:
        """The annotations of the function, resolved (a name that cannot be resolved is missing)."""
        if self._hints is not None:
            return self._hints
        found: dict[str, Any] = {}
        written = _annotations(self.function)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # whoever reads the types refuses what stands there in words
            for name, hint in written.items():
                if isinstance(hint, str):
                    try:
                        found[name] = eval(hint, self.function.__globals__)  # noqa: S307 - the author's own annotation
                    except Exception:  # noqa: BLE001, S112 - the checker reports the missing one with its place
                        continue
                else:
                    found[name] = hint
        if len(found) == len(written):
            self._hints = found
        return found

    def parameters(self) -> tuple[str, ...]:
        """The names of all arguments, the state first if there is one."""
        code = self.function.__code__
        return code.co_varnames[: code.co_argcount]

    def state(self) -> type[Record] | None:
        """The record that the first argument is, or None for a rule without a state."""
        if self._state is not None:
            return None if isinstance(self._state, bool) else self._state
        names = self.parameters()
        hint = self.hints().get(names[0]) if names else None
        found = hint if isinstance(hint, type) and issubclass(hint, Record) else None
        if self._hints is not None:
            self._state = found or False
        return found

    def arguments(self) -> tuple[str, ...]:
        """The names of the arguments after the state (of a step property, after both states)."""
        names = self.parameters()
        if self.kind == "step":
            return names[2:]
        return names[1:] if self.state() is not None else names

    def domains(self, context: Context) -> tuple[tuple[str, Domain], ...]:
        """The arguments after the state with their domains.  Raises :class:`BadInput`."""
        known = context.signatures.get(self)
        if known is not None:
            return cast("tuple[tuple[str, Domain], ...]", known)
        hints = self.hints()
        found = []
        for name in self.arguments():
            try:
                found.append((name, resolve(hints.get(name, object), context, self.module)))
            except NoDomain as no:
                raise BadInput(
                    f"the argument {name} of {self.name} has no finite type",
                    where=f"{self.file}:{self.line}",
                    remedy=str(no),
                ) from None
        result = tuple(found)
        context.signatures[self] = result
        return result

    def returns(self, context: Context) -> Domain | None:
        """The domain of the result; None for no result or for an unbounded ``int``.  Raises :class:`BadInput`."""
        key = (self, "return")
        if key in context.signatures:
            return cast("Domain | None", context.signatures[key])
        found = context.signatures[key] = self._returns(context)
        return found

    def _returns(self, context: Context) -> Domain | None:
        hint = self.hints().get("return")
        if hint is None or hint is type(None) or hint is int:
            return None
        try:
            return resolve(hint, context, self.module)
        except NoDomain as no:
            raise BadInput(
                f"the result of {self.name} has no finite type",
                where=f"{self.file}:{self.line}",
                remedy=str(no),
            ) from None

    def __call__(self, *args: Any) -> Any:
        """Run the rule under the bound context: arguments and result are checked against their ranges."""
        context = current_context.get() or bound()
        if context.replaced and (target := context.replaced.get(self, self)) is not self:
            return target(*args)
        plan = context.plans.get(self)
        if plan is None:
            states = len(self.parameters()) - len(self.arguments())
            plan = (states, self.domains(context), self.returns(context))
            context.plans[self] = plan
        states, domains, domain_of_result = plan
        values = args[states:]
        if len(values) != len(domains):
            raise BadInput(
                f"{self.name} takes {len(domains)} arguments, not {len(values)}",
                where=f"{self.file}:{self.line}",
            )
        for (name, domain), value in zip(domains, values, strict=True):
            if not domain.holds(value):
                raise RangeViolation(
                    f"argument {name} of {self.name} = {shown(value)} is outside {described(domain)}",
                    where=caller(),
                )
        trace = context.trace
        if self.kind in TRANSITIONS:  # their clauses count when they have succeeded
            trace.stack.append(self.clauses)
        else:
            trace.enter(self.clauses)
        try:
            result = self.function(*args)
        except ValueError as nothing:  # the only one that the language can raise: min or max of nothing
            raise RangeViolation("min or max of nothing, and no default=", where=_raised(nothing)) from None
        finally:
            trace.stack.pop()
        if domain_of_result is not None and not domain_of_result.holds(result):
            raise RangeViolation(
                f"the result of {self.name} = {shown(result)} is outside {described(domain_of_result)}",
                where=f"{self.file}:{answered_at(self.function, args)}",
            )
        return result


def _annotations(function: Callable[..., Any]) -> dict[str, Any]:
    """The annotations of a function as they are written, or their values where Python evaluates them at once."""
    if sys.version_info >= (3, 14):
        # evaluated when asked for, all or none: as text each can be looked at by itself
        from annotationlib import Format, get_annotations

        return get_annotations(function, format=Format.STRING)
    return function.__annotations__


def _raised(error: BaseException) -> str:
    """File and line at which an error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    frame = trace.tb_frame if trace is not None else sys._getframe(1)
    return f"{frame.f_code.co_filename}:{trace.tb_lineno if trace is not None else 0}"


#: every rule decorated in this process, by module; modes pick theirs by the record of the first argument
registry: dict[str, list[Rule]] = {}


def register(rule: Rule) -> Rule:
    """Note a rule under its module; those of an earlier load of the module, with other globals, are dropped."""
    rules = registry.setdefault(rule.module, [])
    rules[:] = [r for r in rules if r.function.__globals__ is rule.function.__globals__]
    rules.append(rule)
    return rule


def _decorate(kind: str, clauses: tuple[Any, ...], **options: Any) -> Callable[[F], F]:
    if len(clauses) == 1 and callable(clauses[0]) and not isinstance(clauses[0], Rule):
        function = clauses[0]
        raise BadInput(
            f"@{kind} is called with the clauses that the rule carries out",
            where=f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}",
            remedy=f'write @{kind}("clause.name") or @{kind}()',
        )

    def decorate(function: F) -> F:
        if isinstance(function, Rule):
            raise BadInput(
                f"{function.name} is @{function.kind} already",
                where=f"{function.file}:{function.line}",
                remedy=f"give it one decorator: drop @{kind} or @{function.kind}",
            )
        if not isinstance(function, FunctionType):
            raise BadInput(
                f"@{kind} is put on a function, not on {function!r}", where=caller(), remedy="use def"
            )
        where = f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"
        for name in clauses:
            if not isinstance(name, str):
                raise BadInput(
                    f"`{name!r}` is no clause name", where=where, remedy='write the name, "setup.line"'
                )
        for option in ("weight", "decider", "replaces"):
            other = options.get(option)
            if other is not None and not isinstance(other, Rule):
                raise BadInput(
                    f"{option}= takes a rule, not {other!r}",
                    where=where,
                    remedy="decorate that function with @rule()",
                )
        given.require(f"@{kind}", "True", given.is_sort(bool), where, opaque=options.get("opaque", False))
        return cast("F", register(Rule(function, kind, tuple(clauses), **options)))

    return decorate


def initial(*clauses: str, replaces: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Declare the rule that builds the start state from the blank one."""
    return _decorate("initial", clauses, replaces=replaces)


def action(
    *clauses: str, decider: Callable[..., Any] | None = None, replaces: Callable[..., Any] | None = None
) -> Callable[[F], F]:
    """Declare an action: the decider may choose it, once for each combination of arguments that is possible."""
    return _decorate("action", clauses, decider=decider, replaces=replaces)


def chance(
    *clauses: str, weight: Callable[..., int] | None = None, replaces: Callable[..., Any] | None = None
) -> Callable[[F], F]:
    """Declare a chance event; ``weight``, a rule of the same arguments, gives whole weights from 0 (None: 1 each).

    The probability of an outcome is its weight over the sum of the weights of all outcomes possible then.
    """
    return _decorate("chance", clauses, weight=weight, replaces=replaces)


def automatic(*clauses: str, replaces: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Declare a step that happens by itself as soon as it can; of several, the first that is written goes first."""
    return _decorate("automatic", clauses, replaces=replaces)


def rule(*clauses: str, replaces: Callable[..., Any] | None = None, opaque: bool = False) -> Callable[[F], F]:
    """Declare a rule that other rules call; one that returns a value leaves the state unchanged.

    ``opaque``: proofs do not look inside a long judgement that answers yes or no.  They hold for either answer, the
    same one where the same is asked.  Everything else that runs the rule looks inside.  A rule that could leave a range
    is refused as opaque.
    """
    return _decorate("rule", clauses, replaces=replaces, opaque=opaque)


def over(*clauses: str, replaces: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Declare the rule that says whether the game has ended: a Boolean function of the state."""
    return _decorate("over", clauses, replaces=replaces)


def wins(*clauses: str, replaces: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Declare the rule that says whether a player has won: a Boolean function of an ended state and the player."""
    return _decorate("wins", clauses, replaces=replaces)


def score(*clauses: str, replaces: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Declare the score: a number of an ended state and a player, or of the state alone if all players share it."""
    return _decorate("score", clauses, replaces=replaces)


def decider(*clauses: str, replaces: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Declare who chooses actions that name no decider of their own: a function of the state to a player."""
    return _decorate("decider", clauses, replaces=replaces)


# ------------------------------------------------------------------------------------------ words in rules


def require(condition: bool) -> None:
    """Bar the transition unless the condition holds.  Raises :class:`~queensbench.errors.Refused`."""
    if condition is not True:
        frame = sys._getframe(1)
        file, line = frame.f_code.co_filename, frame.f_lineno
        innermost: tuple[str, ...] = ()
        for names in reversed(bound().trace.stack):
            if names:
                innermost = names
                break
        raise Refused(line_text(file, line, "require"), clauses=innermost, file=file, line=line)


@contextmanager
def clause(*names: str) -> Iterator[None]:
    """Name the clauses that a block carries out.

    ``with clause("tokens.six"):`` counts them when the block is entered.
    """
    trace = bound().trace
    trace.enter(names)
    try:
        yield
    finally:
        trace.stack.pop()


def states(*names: str) -> None:
    """Name clauses that merely state what the code around this line carries out.  It runs nothing, and counts nothing.

    ``states("recruit.initiative")`` places the clause for :command:`queensbench trace`.  A clause that a block of
    its own carries out is marked by :func:`clause` instead.  Raises :class:`~queensbench.errors.BadInput` outside of
    rules.
    """
    if current_context.get() is None:
        raise BadInput(
            "`states` stands in rules only",
            where=caller(),
            remedy="put it into the rule that does what the clause says",
        )


def silent(what: str, clause: str) -> NoReturn:
    """End the play here, because the text does not say how it goes on.  Raises :class:`~queensbench.errors.Silence`.

    ``what`` names the gap in the text, ``clause`` the clause that comes nearest.
    """
    raise Silence(what, clause)


__all__ = [
    "Rule",
    "action",
    "automatic",
    "bind",
    "chance",
    "clause",
    "decider",
    "initial",
    "over",
    "registry",
    "require",
    "rule",
    "score",
    "silent",
    "states",
    "wins",
]
