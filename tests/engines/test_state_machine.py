"""The Hypothesis machine: what it draws, what it prints, and that it sees every sort of planted fault."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from queensbench.engines.hypothesis.state_machine import Machine, PropertyFails, ReadersDiffer, machine
from queensbench.errors import BadInput, RangeViolation, Refused
from queensbench.language.properties import PropertyDecl, holds
from queensbench.language.rules import Rule
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.system import build
from tests.engines.models import urn
from tests.engines.models.race import Overshoot, Runner, Track, mode

PLAIN = settings(
    max_examples=60,
    stateful_step_count=16,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


@cache
def native() -> Native:
    return compile_system(build(mode, mode.full), counters=False)


def run(found: type[Machine], **options: Any) -> None:
    run_state_machine_as_test(found, settings=settings(PLAIN, **options))


def caught(found: type[Machine], **options: Any) -> tuple[BaseException, str]:
    """The failure that the machine finds, and the play that it prints."""
    with pytest.raises((AssertionError, RangeViolation)) as error:
        run(found, **options)
    printed = "\n".join(getattr(error.value, "__notes__", ()))
    return error.value, "\n".join(line for line in printed.splitlines() if line.startswith("state"))


# ------------------------------------------------------------------------------------------- what is played


class Seen:
    """Everything that the examples of a machine did."""

    def __init__(self, found: type[Machine], monkeypatch: pytest.MonkeyPatch, **options: Any) -> None:
        self.taken: list[str] = []
        self.refused: list[str] = []
        self.readings: list[Any] = []
        take, refuse, begin = found._take, found._refuse, found._bench.interpreter

        def taking(this: Machine, step: Any, code: int) -> None:
            self.taken.append(str(step))
            take(this, step, code)

        def refusing(this: Machine, step: Any, code: int) -> None:
            self.refused.append(str(step))
            refuse(this, step, code)

        def beginning(readings: Any) -> Interpreter:
            self.readings.append(readings["overshoot"])
            return begin(readings)

        monkeypatch.setattr(found, "_take", taking)
        monkeypatch.setattr(found, "_refuse", refusing)
        monkeypatch.setattr(found._bench, "interpreter", beginning)
        run(found, **options)


def test_every_move_is_taken_and_refused_under_every_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(machine(mode, native=native()), monkeypatch, max_examples=120)
    possible = {f"throw(face={k})" for k in (1, 2, 3)}
    possible |= {f"run(who={who}, by={k})" for who in ("ANN", "BEN") for k in (1, 2, 3)} | {"bundle()"}
    assert set(seen.taken) == possible
    assert set(seen.refused) > {"throw(face=0)", "bundle()", "run(who=ANN, by=0)", "run(who=BEN, by=3)"}
    assert 0.05 < len(seen.refused) / len(seen.taken) < 0.3
    assert set(seen.readings) == {Overshoot.STAY, Overshoot.BOUNCE}


def test_readings_that_are_given_are_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(machine(mode, native=native(), readings={"overshoot": "bounce"}), monkeypatch)
    assert set(seen.readings) == {Overshoot.BOUNCE}


def test_a_sampled_start_goes_further_than_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    made = machine(mode, native=native(), start="sampled", longest=9)
    seen = Seen(made, monkeypatch, stateful_step_count=2)
    assert len(seen.taken) > 4 * 60
    assert any("by=3" in step for step in seen.taken)


def test_its_test_case_is_a_test() -> None:
    case = machine(mode, native=native(), name="Race").TestCase
    case.settings = settings(PLAIN, max_examples=5)
    case("runTest").debug()


def test_moves_are_methods_with_their_arguments_by_name() -> None:
    made: Any = machine(mode, native=native())
    assert made.__name__ == "RaceMachine"
    assert str(inspect.signature(made.run)) == "(self, /, *, who, by)"
    assert str(inspect.signature(made.bundle_)) == "(self, /)"


def test_steps_can_be_made_by_hand() -> None:
    state: Any = machine(mode, native=native())()
    state.start(overshoot=Overshoot.BOUNCE)
    state.throw(face=3)
    state.run(by=3, who=Runner.BEN)  # refused
    state.bundle_()
    state.throw(face=2)
    state.run(who=Runner.BEN, by=2)
    assert list(state._state.at._data) == [0, 2]
    assert state._state.turn == Runner.ANN


# ------------------------------------------------------------------------------------------------ properties


def planted(name: str) -> PropertyDecl:
    def ben_stays(s: Track, p: Runner) -> bool:
        return p == Runner.ANN or s.at[p] == 0

    return PropertyDecl(name, "always", Track, holds("A guess."), rule=Rule(ben_stays, "property"))


STAYS = """\
state = RaceMachine()
state.start()
state.throw(face=1)
state.run(who=Runner.ANN, by=1)
state.throw(face=1)
state.run(who=Runner.BEN, by=1)
state.teardown()"""


def test_a_false_property_gives_a_short_play_by_name() -> None:
    error, play = caught(machine(mode, native=native(), properties=[planted("stays")]))
    assert type(error) is PropertyFails
    assert str(error) == "stays does not hold for p=BEN: A guess."
    assert play == STAYS


def test_the_play_that_is_printed_fails_when_it_is_made_again() -> None:
    made = machine(mode, native=native(), properties=[planted("stays")])
    _, play = caught(made)
    with pytest.raises(PropertyFails, match=r"^stays does not hold for p=BEN: A guess\.$"):
        exec(play, {"RaceMachine": made, "Runner": Runner, "Overshoot": Overshoot})


def test_a_sampled_start_prints_as_steps() -> None:
    made = machine(mode, native=native(), properties=[planted("stays")], start="sampled", longest=9)
    error, play = caught(made, stateful_step_count=2)
    assert str(error).startswith("stays does not hold for p=")
    assert play.count("state.run(") == 2
    with pytest.raises(PropertyFails):
        exec(play, {"RaceMachine": made, "Runner": Runner, "Overshoot": Overshoot})


def test_a_property_that_native_code_knows_fails_in_both_readers() -> None:
    error, play = caught(machine(mode, native=native(), properties=["together"]))
    assert str(error) == "together does not hold: A runner gets ahead."
    assert play.splitlines()[2:-1] == ["state.throw(face=1)", "state.run(who=Runner.ANN, by=1)"]


def test_a_never_property_says_for_whom_it_holds() -> None:
    error, _ = caught(machine(mode, native=native(), properties=["back"]))
    assert str(error) == "back holds, and never should, for p=ANN: Only by the other reading."


def test_properties_are_judged_under_the_house_reading_unless_told_otherwise() -> None:
    bounce = {"overshoot": "bounce"}
    run(machine(mode, native=native(), properties=["together"], readings=bounce))
    error, play = caught(
        machine(mode, native=native(), properties=["together"], readings=bounce, judged="every")
    )
    assert str(error) == "together does not hold: A runner gets ahead."
    assert "state.start()" in play


def test_only_what_is_expected_to_hold_is_judged() -> None:
    assert [decl.name for decl in machine(mode, native=native())._bench.properties] == [
        "rested",
        "both.arrive",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"properties": ["rest"]}, "mode race has on instance full no property rest; did you mean rested?"),
        (
            {"properties": ["end"]},
            "end is said of whole games (@reachable); a machine judges @always and @never",
        ),
        ({"readings": {"overshot": "stay"}}, "no ruling is called overshot; did you mean overshoot?"),
        (
            {"judged": "all"},
            "judged='all', start='start', longest=64; "  # noqa: ISC004 - one message
            "judged is house or every, start is start or sampled, longest is at least 1",
        ),
    ],
)
def test_what_a_machine_refuses(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as error:
        machine(mode, **options)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: s.start(shoot=1), "no ruling is called shoot"),
        (lambda s: s.throw(face=4), "face of throw = 4 is outside Pips (0 to 3)"),
    ],
)
def test_what_a_step_refuses(call: Callable[[Any], None], message: str) -> None:
    with pytest.raises(BadInput) as error:
        call(machine(mode, native=native())())
    assert str(error.value).startswith(message)


# --------------------------------------------------------------------------------------------- planted faults


def _apply(code: int, change: Callable[[Any], tuple[int, Any]]) -> Callable[[Native], Any]:
    def plant(found: Native) -> Any:
        right = found.apply

        def wrong(cells: Any, env: Any, given: int) -> tuple[int, Any]:
            status, after = right(cells, env, given)
            return change((status, after)) if given == code and status > 0 else (status, after)

        return wrong

    return plant


def _misplaced(answer: Any) -> tuple[int, Any]:
    status, after = answer
    after[1] = (after[1] + 1) % 4
    return status, after


def _answering(name: str, change: Callable[[Any], Any]) -> Callable[[Native], Any]:
    def plant(found: Native) -> Any:
        right = getattr(found, name)
        return lambda *args: change(right(*args))

    return plant


# Codes: run(who=ANN, by=k) is k, bundle() is 8.
FAULTS = {
    "a successor": (
        "apply",
        _apply(1, _misplaced),
        r"after run\(who=ANN, by=1\): at\[ANN\] is 1 interpreted, 2 native",
    ),
    "a move left out": (
        "moves",
        _answering("moves", lambda moves: [m for m in moves if m not in (2, 3)]),
        r"run\(who=ANN, by=[23]\) is not listed natively, and possible natively when it is made",
    ),
    "a move too many": (
        "moves",
        _answering("moves", lambda moves: sorted({*moves, 8}) if moves else moves),
        r"bundle\(\) is possible natively, and the interpreter refuses it by `require\(s\.pips == 3\)`",
    ),
    "no moves": (
        "moves",
        _answering("moves", lambda moves: []),
        r"after the start: native code has no move, and throw\(face=1\) is possible interpreted",
    ),
    "moves after the end": (
        "moves",
        _answering("moves", lambda moves: moves or [1]),
        r"after .*: native code has moves when the game has ended",
    ),
    "a status": (
        "apply",
        _apply(3, lambda answer: (-1, answer[1])),
        r"run\(who=ANN, by=3\) is done interpreted, and natively a fault: .*",
    ),
    "a refusal": (
        "apply",
        _apply(3, lambda answer: (0, answer[1])),
        r"run\(who=ANN, by=3\) is listed natively, and refused natively when it is made",
    ),
    "a weight": (
        "weight",
        _answering("weight", lambda weight: weight + 1),
        r"throw\(face=.\) weighs \d interpreted, \d native",
    ),
    "the end": (
        "over",
        _answering("over", lambda over: 0),
        r"after .*: over is True interpreted, 0 native",
    ),
    "a winner": (
        "wins",
        _answering("wins", lambda wins: 1 - wins),
        r"after .*: winners are (ANN interpreted, BEN|BEN interpreted, ANN) native",
    ),
    "a score": (
        "score",
        _answering("score", lambda score: score + 1),
        r"after .*: the score of ANN is \d interpreted, \d native",
    ),
    "a property that fails natively": (
        "judges",
        _answering("judges", lambda answers: [0, *answers[1:]]),
        r"after the start: rested holds interpreted and fails natively",
    ),
    "settling": (
        "settle",
        lambda found: lambda cells, env: 1,
        r"after run\(who=ANN, by=.\): turn is BEN interpreted, ANN native",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_planted_in_native_code_is_caught(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    method, plant, message = FAULTS[what]
    monkeypatch.setattr(native(), method, plant(native()))
    error, _ = caught(machine(mode, native=native()), phases=[Phase.generate])
    assert type(error) is ReadersDiffer
    assert re.fullmatch(message, str(error)), str(error)


def test_a_property_that_native_code_always_passes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native(), "judges", lambda cells, env: [1] * 5)
    error, _ = caught(machine(mode, native=native(), properties=["together", "rested"]))
    assert re.fullmatch(r"after .*: together fails interpreted and holds natively", str(error))


def test_a_fault_of_the_interpreter_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    made = machine(mode, native=native())
    right = Interpreter.apply

    def wrong(self: Interpreter, state: Any, step: Any, *, settled: bool = True) -> Any:
        after = right(self, state, step, settled=settled)
        if step.name == "run" and dict(step.args)["by"] == 2:
            after.pips = 1
        return after

    monkeypatch.setattr(Interpreter, "apply", wrong)
    error, play = caught(made)
    assert str(error) == "after run(who=ANN, by=2): pips is 1 interpreted, 0 native"
    assert play.splitlines()[1:-1] == [
        "state.start()",
        "state.throw(face=2)",
        "state.run(who=Runner.ANN, by=2)",
    ]


def test_a_requirement_that_the_interpreter_forgets_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    made = machine(mode, native=native())
    right = Interpreter.apply

    def wrong(self: Interpreter, state: Any, step: Any, *, settled: bool = True) -> Any:
        return state if str(step) == "run(who=BEN, by=0)" else right(self, state, step, settled=settled)

    monkeypatch.setattr(Interpreter, "apply", wrong)
    error, play = caught(made, phases=[Phase.generate])
    assert str(error) == "run(who=BEN, by=0) is refused natively, and possible interpreted"
    assert play.splitlines()[-2] == "state.run(who=Runner.BEN, by=0)"


def test_a_fault_under_one_reading_prints_that_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    right = native().new_env

    def wrong(readings: Any = None, parameters: Any = None) -> Any:
        return right([0], parameters)

    monkeypatch.setattr(native(), "new_env", wrong)
    made = machine(mode, native=native())
    error, play = caught(made, phases=[Phase.generate])
    assert re.fullmatch(r"after run\(who=.*, by=.\): at\[...\] is \d interpreted, \d native", str(error))
    assert "state.start(overshoot=Overshoot.BOUNCE)" in play
    with pytest.raises(ReadersDiffer):
        exec(play, {"RaceMachine": made, "Runner": Runner, "Overshoot": Overshoot})


def test_refused_tries_that_matter_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    made = machine(mode, native=native())
    refuse = made._refuse
    tried: list[int] = []

    def refusing(self: Machine, step: Any, code: int) -> None:
        refuse(self, step, code)
        self.__dict__["_tries"] = tries = self.__dict__.get("_tries", 0) + 1
        tried.append(tries)
        assert tries < 2, "tried twice"

    monkeypatch.setattr(made, "_refuse", refusing)
    error, play = caught(made)
    assert str(error).startswith("tried twice")
    marked = [line for line in play.splitlines() if line.endswith("  # refused")]
    assert len(marked) == 1


def test_a_chance_event_of_weight_nothing_is_refused_whatever_it_would_do() -> None:
    """The urn has no blue ball: to draw one would leave the range, but it cannot be drawn."""
    run(machine(urn.mode))
    interpreter = Interpreter(urn.mode)
    with pytest.raises(Refused) as error:
        interpreter.apply(interpreter.start(), interpreter.step("draw", (1,)))
    assert error.value.text == "left gives it weight 0"
    with pytest.raises(RangeViolation):
        interpreter.apply(interpreter.start(), interpreter.step("draw", (1,)), settled=False)
