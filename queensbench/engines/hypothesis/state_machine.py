"""A state machine with which Hypothesis plays a mode, in the interpreter and in native code at once.

:func:`machine` makes a ``RuleBasedStateMachine`` of any mode, in which every action and every chance event is a
rule of its own.  A failing example therefore prints as calls with their arguments by name, shrunk to the simplest
play that fails, and those calls may be made again by hand::

    state = StandardMachine()
    state.start(chooser=Chooser.CURRENT)
    state.roll(total=3)
    state.swap_neighbours(low=2)  # refused

After every step the two readers must agree on the position, its end, winners and scores, and on the weight of a chance
event; and the properties that are said to hold must hold.  The machine also tries moves that native code does not
list: the interpreter must refuse them.

What this engine cannot see: faults outside its samples.  Native code evaluates all properties after every step, but
the interpreter only one of them, in turn; moves that are not listed are tried a few at a time.  A fault that both
readers share, or a rule misread in the text, shows only in a property.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, Signature
from itertools import product
from typing import Any, ClassVar, Literal, NoReturn, cast

import hypothesis.strategies as st
from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from queensbench.engines.hypothesis.bench import Bench
from queensbench.errors import BadInput, ModelError, Refused
from queensbench.language.context import Trace, bind
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.native.layout import REFUSED
from queensbench.readers.native.program import Cells, Env, Native
from queensbench.rules.lowering.rule import nearest
from queensbench.rules.system import properties_of

LONGEST = 64
"""The most moves of a sampled start."""

TRIES = 8
"""About two of this many drawn steps are moves that native code does not list, and that must be refused."""

Draw = Callable[[st.SearchStrategy[Any]], Any]


class ReadersDiffer(AssertionError):
    """The interpreter and native code say different things about one position."""


class PropertyFails(AssertionError):
    """A property that is said to hold does not, in a position that play reaches."""


@dataclass(frozen=True)
class Opening:
    """The beginning of an example: the readings that are not the house's, and the moves of a sampled start."""

    readings: tuple[tuple[str, Any], ...]
    codes: tuple[int, ...]


@cache
def _below(count: int) -> st.SearchStrategy[int]:
    return st.integers(0, count - 1)


def _one(draw: Draw, count: int) -> int:
    """A number below ``count``; nothing is drawn where there is no choice."""
    return int(draw(_below(count))) if count > 1 else 0


@st.composite
def _openings(draw: Draw) -> Opening:
    found: Machine = draw(st.runner())
    return found._draw_opening(draw)


@st.composite
def _steps(draw: Draw, found: Machine) -> tuple[Any, dict[str, Any]]:
    return found._draw_step(draw)


class Machine(RuleBasedStateMachine):
    """The base of the machines that :func:`machine` makes: one game, in both readers.

    Its own names have an underscore, but for ``start`` and ``ended``, so that the others are free for the moves of
    a mode.  A move called as one of Hypothesis's own methods gets an underscore at its end.
    """

    _bench: ClassVar[Bench]
    _methods: ClassVar[Mapping[str, str]]
    _interpreter: Interpreter
    _env: Env

    def __init__(self) -> None:
        super().__init__()
        self._rules_by_name = {found.function.__name__: found for found in self.rules}
        # Hypothesis would try rules until one is possible, and disable some for a whole example: where one move at
        # a time is possible that leaves nothing to do.
        self._rules_strategy = _steps(self)  # type: ignore[assignment]
        self._state: Any = None
        self._cells: Cells
        self._moves: list[int] = []
        self._groups: list[tuple[int, int, int]] = []
        self._finished = True
        self._taken = 0
        self._begun: list[str] = []
        self._refusal = False

    # ---------------------------------------------------------------------------------------------- drawing

    def _draw_opening(self, draw: Draw) -> Opening:
        bench = self._bench
        readings: list[tuple[str, Any]] = []
        if not bench.fixed and bench.open_rulings and draw(st.booleans()):
            for decl, members in bench.open_rulings:
                if place := _one(draw, len(members)):
                    readings.append((decl.name, members[place]))
        codes: list[int] = []
        length = _one(draw, bench.longest + 1)
        if length:
            native = bench.native
            env = bench.env({**bench.chosen, **dict(readings)})
            status, cells = native.initial(env)
            if status > 0 and native.settle(cells, env) > 0:
                codes = list(self._playout(draw, cells, env, length))
        return Opening(tuple(readings), tuple(codes))

    def _playout(self, draw: Draw, cells: Cells, env: Env, length: int) -> Iterator[int]:
        """The moves of a native playout; it stops before the end of the game or a fault, which the steps shall meet."""
        native = self._bench.native
        moves = native.moves(cells, env)
        for _ in range(length):
            groups = self._bench.groups(moves)
            if not groups:
                return
            code = moves[self._bench.pick(groups, _one(draw, self._bench.width(groups)))]
            status, cells = native.apply(cells, env, code)
            if status != 1 or native.settle(cells, env) != 1 or native.over(cells, env) != 0:
                return
            try:
                moves = native.moves(cells, env)
            except ModelError:
                return
            yield code

    def _draw_step(self, draw: Draw) -> tuple[Any, dict[str, Any]]:
        if self._finished:
            return self._rules_by_name["ended"], {}
        bench, groups = self._bench, self._groups
        # One number for most steps: Hypothesis leaves out pairs of steps (a throw and its move) only if they are few.
        width = bench.width(groups)
        kind, number = divmod(int(draw(_below(width * TRIES))), width)
        code = -1
        if kind >= TRIES - 2:
            # A move that is not possible: of any transition, or of one that is possible with other arguments.
            order = bench.coding.order if kind == TRIES - 2 else [place for place, _, _ in groups]
            widest = max(bench.counts[place] for place in order)
            rest, which = divmod(_one(draw, widest * len(order)), len(order))
            code = self._impossible(order[which], rest)
        if code < 0:
            code = self._moves[bench.pick(groups, number)]
        step = bench.step(code)
        return self._rules_by_name[self._methods[step.name]], dict(step.args)

    def _impossible(self, place: int, number: int) -> int:
        """An impossible move of a transition: the one with this number or the next; -1 if there is none."""
        base, count = self._bench.coding.base_of[place], self._bench.counts[place]
        begin = bisect_left(self._moves, base)
        possible = bisect_left(self._moves, base + count, begin) - begin
        if possible == count:
            return -1
        offset = number % count
        while possible and base + offset in self._moves[begin : begin + possible]:
            offset = (offset + 1) % count
        return base + offset

    # -------------------------------------------------------------------------------------------- the steps

    @initialize(_opening=_openings())
    def start(self, _opening: Opening | None = None, **readings: Any) -> None:
        """Begin a game, under the readings given by name and the house's (or the machine's) for all other rulings."""
        bench = self._bench
        opening = _opening or Opening(tuple(readings.items()), ())
        for name in dict(opening.readings):
            if name not in bench.rulings:
                raise BadInput(f"no ruling is called {name}", remedy=nearest(name, bench.rulings))
        chosen = {**bench.chosen, **dict(opening.readings)}
        self._begun = [f"start({self._printed(opening.readings)})"]
        self._judging = bench.judged == "every" or all(
            chosen[name] is decl.house for name, decl in bench.rulings.items()
        )
        self._interpreter = bench.interpreter(chosen)
        self._env = bench.env(chosen)
        self._taken = 0
        state = self._interpreter.start()
        status, cells = bench.native.initial(self._env)
        if status > REFUSED:
            status = bench.native.settle(cells, self._env)
        if status <= REFUSED:
            self._differ(f"the start is interpreted, and natively faults ({status})")
        self._arrive("the start", state, cells)
        for code in opening.codes:
            step = bench.step(code)
            self._begun.append(f"{self._methods[step.name]}({self._printed(step.args)})")
            self._take(step, code)

    @rule()
    def ended(self) -> None:
        """Do nothing: the game has ended, or no move is possible."""
        assert self._finished

    def _call(self, name: str, given: dict[str, Any]) -> None:
        """Take a step if native code lists it; otherwise it must be refused."""
        if self._state is None:
            self.start()
        step = Step(name, tuple((n, given[n]) for n, _ in self._bench.house.domains[name]))
        code = self._bench.code(step)
        place = bisect_left(self._moves, code)
        self._refusal = False
        if place < len(self._moves) and self._moves[place] == code:
            self._take(step, code)
        else:
            self._refuse(step, code)
            self._refusal = True

    def _take(self, step: Step, code: int) -> None:
        """Take a step that native code lists, in both readers."""
        reader, native = self._interpreter, self._bench.native
        if code >= self._bench.coding.chance_base:
            mine, yours = reader.weight(self._state, step), native.weight(self._cells, self._env, code)
            if mine != yours:
                self._differ(f"{step} weighs {mine} interpreted, {yours} native")
        status, cells = native.apply(self._cells, self._env, code)
        if status > REFUSED:
            status = native.settle(cells, self._env)
        try:
            state = reader.apply(self._state, step)
        except Refused as refused:
            self._differ(f"{step} is possible natively, and the interpreter refuses it by `{refused.text}`")
        except ModelError:
            if status < 0:
                raise  # the readers agree: it is the model's
            self._differ(f"{step} is done natively, and is a fault interpreted")
        if status == REFUSED:
            self._differ(f"{step} is listed natively, and refused natively when it is made")
        if status < 0:
            self._differ(f"{step} is done interpreted, and natively a fault: {native.fault(status, code)}")
        self._taken += 1
        self._arrive(str(step), state, cells)

    def _refuse(self, step: Step, code: int) -> None:
        """Try a step that native code does not list; both readers must refuse it."""
        reader, native = self._interpreter, self._bench.native
        weight = 1
        if not self._finished:
            status, _ = native.apply(self._cells, self._env, code)
            if status != REFUSED and code >= self._bench.coding.chance_base:
                weight = native.weight(self._cells, self._env, code)
            if status != REFUSED and weight:
                self._differ(f"{step} is not listed natively, and possible natively when it is made")
        try:
            reader.apply(self._state, step)
        except Refused:
            return
        except ModelError as fault:
            self._differ(f"{step} is refused natively, and is a fault interpreted: {fault}")
        self._differ(f"{step} is refused natively, and possible interpreted")

    # ------------------------------------------------------------------------------------------ the checks

    def _differ(self, text: str) -> NoReturn:
        raise ReadersDiffer(text) from None

    def _arrive(self, by: str, state: Any, cells: Cells) -> None:
        """Compare the two readers' positions, and judge them."""
        bench, reader, native = self._bench, self._interpreter, self._bench.native
        mine, yours = reader.cells(state, bench.silences), cells.tolist()
        if mine != yours:
            self._differ(f"after {by}: {bench.differences(mine, yours)}")
        over, natively = reader.over(state), native.over(cells, self._env)
        if natively != int(over):
            self._differ(f"after {by}: over is {over} interpreted, {natively} native")
        self._state, self._cells = state, cells
        if over:
            self._compare_results(by)
        self._judge(by)
        silent = reader.silence(state) is not None
        self._moves = native.moves(cells, self._env)
        self._groups = bench.groups(self._moves)
        self._finished = over or silent or not self._moves
        if (over or silent) and self._moves:
            self._differ(f"after {by}: native code has moves when the game has ended")
        if self._finished and not over and not silent and (left := reader.moves(state)):
            self._differ(f"after {by}: native code has no move, and {left[0]} is possible interpreted")

    def _compare_results(self, by: str) -> None:
        """Compare the winners and scores of an ended game."""
        reader, native, players = self._interpreter, self._bench.native, self._bench.mode.players
        kept = reader.context.kept(players) if players is not None else ()
        if self._bench.system.wins is not None and players is not None:
            mine = list(reader.winners(self._state))
            yours = [p for i, p in enumerate(kept) if native.wins(self._cells, self._env, i)]
            if mine != yours:
                named = [", ".join(map(shown, who)) or "nobody" for who in (mine, yours)]
                self._differ(f"after {by}: winners are {named[0]} interpreted, {named[1]} native")
        for player, score in reader.scores(self._state).items():
            found = native.score(self._cells, self._env, 0 if player is None else kept.index(player))
            if found != score:
                whose = "" if player is None else f" of {shown(player)}"
                self._differ(f"after {by}: the score{whose} is {score} interpreted, {found} native")

    def _judge(self, by: str) -> None:
        """Judge the properties: all in native code, one in turn in the interpreter as well."""
        bench = self._bench
        if not self._judging or not bench.properties:
            return
        answers = bench.native.judges(self._cells, self._env) if bench.judges else []
        turn = self._taken % len(bench.properties)
        for number, decl in enumerate(bench.properties):
            place = bench.judges.get(decl.name)
            natively = None if place is None else answers[place]
            if natively == 1 and number != turn:
                continue
            holds = self._interpreter.judge(decl, self._state)
            if natively is not None and natively != int(holds):
                what = "fails" if natively == 0 else "holds" if natively == 1 else f"faults ({natively})"
                mine = "holds" if holds else "fails"
                self._differ(f"after {by}: {decl.name} {mine} interpreted and {what} natively")
            if not holds:
                raise PropertyFails(self._failing(decl))

    def _failing(self, decl: PropertyDecl) -> str:
        """The message about a failing property: its arguments, and the reason given for it to hold."""
        assert decl.rule is not None
        reader = self._interpreter
        bad = decl.kind == "never"
        with bind(reader.context):
            reader.context.trace = Trace()
            domains = decl.rule.domains(reader.context)
            args = next(
                args
                for args in product(*(d.values() for _, d in domains))
                if decl.rule(self._state, *args) == bad
            )
        named = ", ".join(f"{name}={shown(value)}" for (name, _), value in zip(domains, args, strict=True))
        where = f" for {named}" if named else ""
        verb = "holds, and never should," if bad else "does not hold"
        return f"{decl.name} {verb}{where}: {decl.expect.why}".replace(",:", ":")

    # -------------------------------------------------------------------------------------------- printing

    def _printed(self, args: Sequence[tuple[str, Any]]) -> str:
        """Arguments in the form that Hypothesis prints."""
        return ", ".join(f"{name}={self._pretty_print(value)}" for name, value in args)  # type: ignore[no-untyped-call]

    def _repr_step(self, rule: Any, data: Any, result: Any) -> str:
        """The calls that repeat the step; the moves of a sampled start are printed as ordinary steps."""
        if rule.function.__name__ == "start":
            return "\n".join(f"state.{line}" for line in self._begun)
        line = super()._repr_step(rule, data, result)
        return f"{line}  # refused" if self._refusal else line


_TAKEN = frozenset({*dir(RuleBasedStateMachine), "start", "ended"}) | {
    "bundles",
    "invariants",
    "names_counters",
    "names_list",
    "names_to_values",
    "rules",
}


def _method(name: str, method: str, domains: Sequence[tuple[str, Any]]) -> Callable[..., None]:
    """The Hypothesis rule of one transition, with its arguments by name."""

    def take(self: Machine, **given: Any) -> None:
        self._call(name, given)

    take.__name__ = take.__qualname__ = method
    own = Parameter("self", Parameter.POSITIONAL_ONLY)
    named = [Parameter(argument, Parameter.KEYWORD_ONLY) for argument, _ in domains]
    take.__signature__ = Signature([own, *named])  # type: ignore[attr-defined]
    strategies: dict[str, Any] = {argument: st.sampled_from(domain.values()) for argument, domain in domains}
    return cast("Callable[..., None]", rule(**strategies)(take))  # type: ignore[no-untyped-call]


def _properties(
    mode: Mode, instance: Instance, wanted: Sequence[PropertyDecl | str] | None
) -> tuple[PropertyDecl, ...]:
    known = {decl.name: decl for decl in properties_of(mode, instance)}
    if wanted is None:
        stated = (decl for decl in known.values() if decl.kind in ("always", "never"))
        return tuple(decl for decl in stated if decl.expected(instance.name).outcome == "holds")
    found = []
    for one in wanted:
        if isinstance(one, str) and one not in known:
            raise BadInput(
                f"mode {mode.name} has on instance {instance.name} no property {one}",
                remedy=nearest(one, known),
            )
        decl = known[one] if isinstance(one, str) else one
        if decl.kind not in ("always", "never"):
            raise BadInput(
                f"{decl.name} is said of whole games (@{decl.kind})",
                remedy="a machine judges @always and @never",
            )
        found.append(decl)
    return tuple(found)


def machine(
    mode: Mode,
    instance: Instance | None = None,
    *,
    properties: Sequence[PropertyDecl | str] | None = None,
    readings: Mapping[str, Any] | None = None,
    judged: Literal["house", "every"] = "house",
    start: Literal["start", "sampled"] = "start",
    longest: int = LONGEST,
    native: Native | None = None,
    name: str = "",
) -> type[Machine]:
    """A Hypothesis state machine that plays a mode in both readers; its ``TestCase`` is a test.

    ``instance``: the full one if None.  ``properties``: ``always`` and ``never`` properties, or their names; if None,
    those of the mode that are expected to hold on the instance.  ``readings``: the reading of each ruling that is not
    the house's, for all examples; if None, every example draws its own: half of them the house readings, to which
    shrinking leads as well.  ``judged``: ``house`` judges properties under the house readings alone, ``every`` under
    all; the readers are compared under all of them.  ``start``: ``sampled`` puts a random native playout of at most
    ``longest`` moves before the first step, which prints as ordinary steps; for modes with a long set-up.
    ``native``: compiled rules of the same mode and instance, to be shared; compiled at the first example if None.
    ``name``: the name of the class; made from the mode's name if empty.  Raises BadInput for an unknown property,
    ruling, reading or option, and for a property of whole games.

    >>> import queensbench as qb
    >>> game = qb.load("queue4/standard")
    >>> qb.machine(game.mode, game.instances["six"]).__name__
    'StandardMachine'
    """
    if judged not in ("house", "every") or start not in ("start", "sampled") or longest < 1:
        raise BadInput(
            f"judged={judged!r}, start={start!r}, longest={longest!r}",
            remedy="judged is house or every, start is start or sampled, longest is at least 1",
        )
    instance = instance or mode.full
    asked = _properties(mode, instance, properties)
    bench = Bench(mode, instance, asked, readings, judged, longest if start == "sampled" else 0, native)
    methods = {
        found.name: f"{found.name}_" if found.name in _TAKEN else found.name
        for found in bench.house.rules.transitions
        if found.kind != "automatic"
    }
    title = name or "".join(word.capitalize() for word in mode.name.replace("-", " ").split()) + "Machine"
    body: dict[str, Any] = {
        method: _method(step, method, bench.house.domains[step]) for step, method in methods.items()
    }
    body |= {"_bench": bench, "_methods": methods, "__module__": mode.module, "__doc__": mode.why or None}
    made = cast("type[Machine]", type(title, (Machine,), body))
    # Without the explain phase: it traces every line, which takes minutes here and names lines of the readers.
    phases = [phase for phase in Phase if phase is not Phase.explain]
    made.TestCase.settings = settings(made.TestCase.settings, phases=phases)
    return made


__all__ = ["Machine", "PropertyFails", "ReadersDiffer", "machine"]
