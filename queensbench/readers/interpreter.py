"""The first reader: CPython runs the rules themselves.

It shares no code with the typed IR: its states are records, its moves are found by trying every combination
of arguments, its ranges are checked where values are written.  So a fault of the checker or of the IR
cannot hide in it.  It is slow, and its enumeration of moves is only for small domains; what it cannot see
is a misread rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from queensbench.errors import BadInput, ModelError, RangeViolation, Refused, Silence
from queensbench.language.context import Trace, bind
from queensbench.language.domains import Domain, KindDomain
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl
from queensbench.language.records import Record, Seq, SeqField, Table, described, fields_of, shown, writes
from queensbench.language.rules import Rule
from queensbench.rules.instance_context import context_for
from queensbench.rules.lowering.rule import nearest
from queensbench.rules.mode_rules import rules_of

CHAIN = 4096

KEPT = 50_000
"""The longest list of all moves, possible or not, that an interpreter keeps."""


@dataclass(frozen=True)
class Step:
    """One transition with its arguments by name, as the author writes them.

    >>> import queensbench as qb
    >>> print(qb.Step("roll", (("pips", 2),)))
    roll(pips=2)
    """

    name: str
    args: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(f'{k}={shown(v)}' for k, v in self.args)})"


@dataclass
class Tally:
    """How often clauses were carried out and rulings consulted in transitions that happened.

    >>> import queensbench as qb
    >>> game = qb.load("queue4/standard")
    >>> rules = qb.Interpreter(game.mode, game.instances["six"])
    >>> state, rules.tally = rules.start(), qb.Tally()
    >>> stopped = rules.apply(state, qb.Step("stop"))
    >>> rules.tally.clauses["option.stop"]
    1
    """

    clauses: dict[str, int] = field(default_factory=dict)
    rulings: dict[str, int] = field(default_factory=dict)

    def add(self, trace: Trace) -> None:
        """Add the trace of a transition."""
        for name, count in trace.clauses.items():
            self.clauses[name] = self.clauses.get(name, 0) + count
        for name, count in trace.rulings.items():
            self.rulings[name] = self.rulings.get(name, 0) + count


class Interpreter:
    """Plays one mode at one instance under one reading, one state at a time.

    Unless given: the full box, the house readings, and the parameters of the instance.  Raises :class:`BadInput` for an
    unknown name, and for a value out of its bounds.

    States are records of the mode; they are never changed in place: every method returns a new one.

    >>> import queensbench as qb
    >>> game = qb.load("queue4/standard")
    >>> rules = qb.Interpreter(game.mode, game.instances["six"])
    >>> print(*rules.moves(rules.start()))
    begin_queue(queue=FIRST) stop()
    """

    def __init__(
        self,
        mode: Mode,
        instance: Instance | None = None,
        readings: Mapping[str, Any] | None = None,
        parameters: Mapping[str, int] | None = None,
    ) -> None:
        self.mode = mode
        self.instance = instance or mode.full
        self.context = context_for(mode, self.instance, readings, parameters)
        self.rules = rules_of(mode)
        self.context.replaced = {rule: self.rules.resolve(rule) for rule in self.rules.replaced}
        self.by_name = {rule.name: rule for rule in self.rules.transitions}
        self.tally = Tally()
        self._sparing = False
        self._spare: Any = None
        self._tries: list[tuple[Rule, tuple[Any, ...], Step]] | None = None
        with bind(self.context):
            self.layout = fields_of(mode.state, self.context)
            self.domains = {
                r.name: self.rules.resolve(r).domains(self.context) for r in self.rules.transitions
            }

    def under(self, readings: Mapping[str, Any] | None) -> Interpreter:
        """An interpreter of the same mode and box under other readings; the two share all that these leave the same."""
        found = copy(self)
        chosen = context_for(self.mode, self.instance, readings).readings
        found.context = replace(self.context, readings=chosen, trace=Trace())
        found.tally = Tally()
        return found

    # --------------------------------------------------------------------------------------------- states

    def start(self, *, settled: bool = True) -> Any:
        """The start state, settled unless told otherwise.

        Raises :class:`ModelError` where its own rules refuse it, leave a range, or never settle.
        """
        with bind(self.context):
            state = self.mode.state()
            state.__dict__["_silence"] = None
            try:
                state = self._run(self.rules.initial, state, ())
            except Refused as refused:
                raise ModelError(
                    f"the start contradicts itself: refused by `{refused.text}`",
                    where=f"{refused.file}:{refused.line}",
                ) from None
        return self.settle(state) if settled else state

    def _run(self, rule: Rule, state: Any, args: Sequence[Any]) -> Any:
        """Run a transition on a copy, on which a silence is marked.  Raises Refused or RangeViolation."""
        new = self._spare if self._spare is not None else state.copy()
        self._spare = None
        self.context.trace = trace = Trace()
        before = writes[0]
        try:
            rule(new, *args)
        except Silence as silence:
            new.__dict__["_silence"] = (silence.what, silence.clause)
        except Refused:
            if self._sparing and writes[0] == before:
                self._spare = new
            raise
        if rule.kind != "initial":
            for name in rule.clauses:
                trace.clauses[name] = trace.clauses.get(name, 0) + 1
        self.tally.add(trace)
        return new

    @contextmanager
    def _trying(self) -> Iterator[None]:
        """Many tries of one state: a copy that a refused rule has not written to serves the next."""
        self._sparing = True
        try:
            with bind(self.context):
                yield
        finally:
            self._sparing, self._spare = False, None

    def _ask(self, rule: Rule | None, state: Any, *args: Any) -> Any:
        """The answer of a rule that changes nothing."""
        if rule is None:
            return None
        with bind(self.context):
            self.context.trace = Trace()
            return rule(state, *args) if rule.state() is not None else rule(*args)

    @staticmethod
    def silence(state: Any) -> tuple[str, str] | None:
        """The gap in the text and the clause nearest to it, if the play ended in silence; else None."""
        found: tuple[str, str] | None = state.__dict__.get("_silence")
        return found

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""
        return bool(self._ask(self.rules.over, state))

    def winners(self, state: Any) -> tuple[Any, ...]:
        """The players who have won an ended game."""
        if self.rules.wins is None or self.mode.players is None or not self.over(state):
            return ()
        players = self.context.kept(self.mode.players)
        return tuple(p for p in players if self._ask(self.rules.wins, state, p))

    def scores(self, state: Any) -> dict[Any, int]:
        """The score of an ended game by player, or under None if all share it."""
        if self.rules.score is None or not self.over(state):
            return {}
        if not self.rules.score.arguments():
            return {None: self._ask(self.rules.score, state)}
        assert self.mode.players is not None
        return {p: self._ask(self.rules.score, state, p) for p in self.context.kept(self.mode.players)}

    def decider(self, state: Any, name: str) -> Any:
        """The player whose choice an action is; None for nobody."""
        rule = self.by_name[name]
        return self._ask(rule.decider or self.rules.decider, state) if rule.kind == "action" else None

    def judge(self, decl: PropertyDecl, state: Any) -> bool:
        """Whether the predicate of a property holds in a state.

        It holds for all arguments (``always``), for none (``never``) or for some (``reachable``).
        """
        assert decl.rule is not None
        with bind(self.context):
            domains = decl.rule.domains(self.context)
            self.context.trace = Trace()
            answers = (decl.rule(state, *args) for args in product(*(d.values() for _, d in domains)))
            if decl.kind == "always":
                return all(answers)
            return any(answers) if decl.kind == "reachable" else not any(answers)

    def judge_step(self, decl: PropertyDecl, state: Any, was: Any) -> bool:
        """Whether a step property holds of the state after a step and the one before it, for all arguments."""
        assert decl.rule is not None
        with bind(self.context):
            domains = decl.rule.domains(self.context)
            self.context.trace = Trace()
            return all(decl.rule(state, was, *args) for args in product(*(d.values() for _, d in domains)))

    # -------------------------------------------------------------------------------------------- stepping

    def advance(self, state: Any) -> tuple[str, Any] | None:
        """The automatic step that happens now and the state after it, or None for a settled state."""
        if self.silence(state) is not None or self.over(state):
            return None
        with self._trying():
            for rule in self.rules.transitions:
                if rule.kind == "automatic":
                    try:
                        return rule.name, self._run(rule, state, ())
                    except Refused:
                        continue
        return None

    def settle(self, state: Any) -> Any:
        """Carry out automatic steps until none is possible.  A chain without end is a :class:`ModelError`."""
        taken: list[str] = []
        while (step := self.advance(state)) is not None:
            taken.append(step[0])
            state = step[1]
            if len(taken) > CHAIN:
                raise ModelError(
                    f"automatic steps never end (… {', '.join(taken[-4:])})", where=f"mode {self.mode.name}"
                )
        return state

    def apply(self, state: Any, step: Step, *, settled: bool = True) -> Any:
        """The state after a step, with the automatic steps that follow unless ``settled`` is false.

        Not settled, only the requirements are tested, as native code does: a chance event of weight 0 may
        pass.  Raises :class:`Refused` (with the ``require`` and its clauses) when the rules do not allow it,
        :class:`RangeViolation` when the model leaves its ranges, :class:`ModelError` when it never settles,
        :class:`BadInput` for an unknown name or a value outside an argument's domain.
        """
        rule = self.by_name.get(step.name)
        if rule is None or rule.kind == "automatic":
            chosen = {name: one for name, one in self.by_name.items() if one.kind != "automatic"}
            raise BadInput(f"no action is called {step.name}", remedy=nearest(step.name, chosen))
        domains = self.domains[step.name]
        given = dict(step.args)
        if set(given) != {name for name, _ in domains}:
            wanted = ", ".join(name for name, _ in domains) or "no arguments"
            raise BadInput(
                f"{step.name} takes {wanted}, not {', '.join(given) or 'nothing'}",
                remedy="name each argument once",
            )
        for name, domain in domains:
            if not domain.holds(given[name]):
                raise BadInput(f"{name} of {step.name} = {shown(given[name])} is outside {described(domain)}")
        if self.silence(state) is not None or self.over(state):
            raise Refused("the game has ended", clauses=(), file=rule.file, line=rule.line)
        broken: RangeViolation | None = None
        try:
            with bind(self.context):
                new = self._run(rule, state, [given[name] for name, _ in domains])
        except RangeViolation as violation:
            broken = violation
        if settled and rule.weight is not None and self.weight(state, step) == 0:
            text = f"{rule.weight.name} gives it weight 0"
            raise Refused(text, clauses=rule.weight.clauses, file=rule.weight.file, line=rule.weight.line)
        if broken is not None:
            raise broken
        return self.settle(new) if settled else new

    def weight(self, state: Any, step: Step) -> int:
        """The weight of a chance event (1 for an action, and for an event that declares none)."""
        rule = self.by_name[step.name]
        if rule.weight is None:
            return 1
        given = dict(step.args)
        return int(self._ask(rule.weight, state, *(given[name] for name, _ in self.domains[step.name])))

    def candidates(self) -> Iterator[Step]:
        """Every action and chance event with every combination of arguments, possible or not."""
        return (step for _, _, step in self._all())

    def _all(self) -> Iterable[tuple[Rule, tuple[Any, ...], Step]]:
        """The candidates, each with its rule and its arguments."""
        if self._tries is not None:
            return self._tries
        count = sum(prod(d.size for _, d in domains) for domains in self.domains.values())
        if count > KEPT:
            return self._made()
        self._tries = list(self._made())
        return self._tries

    def _made(self) -> Iterator[tuple[Rule, tuple[Any, ...], Step]]:
        for kind in ("action", "chance"):
            for rule in self.rules.transitions:
                if rule.kind == kind:
                    domains = self.domains[rule.name]
                    names = [name for name, _ in domains]
                    for args in product(*(d.values() for _, d in domains)):
                        yield rule, args, Step(rule.name, tuple(zip(names, args, strict=True)))

    def moves(self, state: Any) -> list[Step]:
        """The enabled moves, found by trying them all: actions first, then chance events of positive weight.

        A move whose carrying out leaves a range counts as enabled (applying it reports that).
        """
        found: list[Step] = []
        if self.silence(state) is not None or self.over(state):
            return found
        before = (dict(self.tally.clauses), dict(self.tally.rulings))
        with self._trying():
            for rule, args, step in self._all():
                try:
                    self._run(rule, state, args)
                except Refused:
                    continue
                except RangeViolation:
                    pass  # applying it reports that
                if rule.weight is None or self.weight(state, step) != 0:
                    found.append(step)
        self.tally.clauses, self.tally.rulings = before
        return found

    def weightless(self, state: Any) -> list[str]:
        """The chance events that the rules allow in a state, but whose outcomes all have weight 0."""
        found: dict[str, bool] = {}
        if self.silence(state) is not None or self.over(state):
            return []
        before = (dict(self.tally.clauses), dict(self.tally.rulings))
        with self._trying():
            for rule, args, step in self._all():
                if rule.weight is None:
                    continue
                try:
                    self._run(rule, state, args)
                except Refused:
                    continue
                except RangeViolation:
                    pass
                found[rule.name] = found.get(rule.name, True) and self.weight(state, step) == 0
        self.tally.clauses, self.tally.rulings = before
        return [name for name, none in found.items() if none]

    def replay(self, steps: Sequence[Step]) -> list[Any]:
        """The states of a play: the start, and the state after each step."""
        states = [self.start()]
        for step in steps:
            states.append(self.apply(states[-1], step))
        return states

    # --------------------------------------------------------------------------------------- raw exchange

    def cells(self, state: Record, silences: Sequence[tuple[str, str]] = ()) -> list[int]:
        """The state as raw cells, in order of declaration; of sequences the places, then the lengths.

        The last cell is the silence: 0, or its place in ``silences``, from 1.  Raises ValueError for one not in there.
        """
        out: list[int] = []
        for decl in self.layout:
            value = getattr(state, decl.name)
            items = value._data if isinstance(value, Table) else [value]
            if isinstance(decl.value, SeqField):
                for item in items:
                    raw = _raws(decl.value.value, item._data)
                    blank = _raw(decl.value.value, decl.value.value.values()[0])
                    out += raw + [blank] * (max(decl.value.limit, 1) - len(raw))
                out += [len(item._data) for item in items]
            else:
                out += _raws(decl.value, items)
        found = self.silence(state)
        out.append(0 if found is None else 1 + list(silences).index(found))
        return out

    def state(self, cells: Sequence[int], silences: Sequence[tuple[str, str]] = ()) -> Any:
        """The record of raw cells (the inverse of :meth:`cells`).  Raises BadInput for a cell outside its domain."""
        with bind(self.context):
            state = self.mode.state()
        at = 0
        for decl in self.layout:
            value = getattr(state, decl.name)
            count = len(value._data) if isinstance(value, Table) else 1
            if isinstance(decl.value, SeqField):
                limit = max(decl.value.limit, 1)
                blocks = [cells[at + i * limit : at + (i + 1) * limit] for i in range(count)]
                at += count * limit
                items: list[Any] = []
                for block, length in zip(blocks, cells[at : at + count], strict=True):
                    data = [_value(decl.value.value, raw) for raw in block[:length]]
                    items.append(Seq(decl.value.value, decl.value.limit, decl.name, data))
                at += count
            else:
                items = [_value(decl.value, raw) for raw in cells[at : at + count]]
                at += count
            if isinstance(value, Table):
                value._data[:] = items
            else:
                state.__dict__[decl.name] = items[0]
        state.__dict__["_silence"] = silences[cells[at] - 1] if cells[at] else None
        return state

    def raw_args(self, step: Step) -> tuple[int, ...]:
        """The raw values of a step's arguments."""
        given = dict(step.args)
        return tuple(_raw(domain, given[name]) for name, domain in self.domains[step.name])

    def step(self, name: str, raw: Sequence[int]) -> Step:
        """The step of a transition's name and raw arguments."""
        domains = self.domains[name]
        return Step(name, tuple((n, _value(d, v)) for (n, d), v in zip(domains, raw, strict=True)))


def _raws(domain: Domain, values: Sequence[Any]) -> list[int]:
    """The raw values of cells of one domain."""
    if isinstance(domain, KindDomain):
        place = domain.places.get
        return [place(value, -1) for value in values]
    return [int(value) for value in values]


def _raw(domain: Domain, value: Any) -> int:
    if isinstance(value, bool):
        return int(value)
    return int(value) if isinstance(value, int) else domain.place(value)


def _value(domain: Domain, raw: int) -> Any:
    place = raw - getattr(domain, "lo", 0)
    if not 0 <= place < domain.size:
        raise BadInput(f"{raw} is no raw value of {described(domain)}", remedy=f"give one of {domain.size}")
    return domain.values()[place]
