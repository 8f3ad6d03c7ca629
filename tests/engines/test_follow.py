"""Steps under readings known in part: the same as steps under each whole reading, and cubes as sets."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import queensbench as qb
from queensbench.engines.follow.answer_trees import OPEN, Call, Leaf
from queensbench.engines.follow.reading_sets import Cube, ReadingSets
from queensbench.engines.follow.steps import NO, Broken, Steps
from queensbench.errors import ModelError
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.native import oracle
from queensbench.readers.native.layout import UNSETTLED
from queensbench.readers.native.stepper import Stepper
from queensbench.rules.system import build
from tests.engine_box import EngineBox
from tests.engines.models import clockwork
from tests.engines.models import scales as weighing

MODES = [
    ("queue4/standard", "six"),
    ("queue4/bouquets", "nosegay"),
    ("queen-of-scots/standard", "short"),
    ("queens-collection/solo", "young"),
    ("queen-is-dead/standard", "blades"),
]


def whole(sets: ReadingSets, cubes: list[Cube], rulings: list[int]) -> set[tuple[int, ...]]:
    """The readings of some rulings in a list of cubes, one by one."""
    options = [range(len(sets.options[ruling])) for ruling in rulings]
    return {
        chosen
        for chosen in product(*options)
        if any(sets.meet(cube, sets.bound(dict(zip(rulings, chosen, strict=True)))) for cube in cubes)
    }


def test_cubes_are_sets_of_readings() -> None:
    """What is left without another cube, what is common and what is joined, counted reading by reading."""
    sets = Steps(qb.load("queue4/standard").session("six")._box).sets
    rulings = [0, 1, 2, 3]
    rng = random.Random(3)

    def cube() -> Cube:
        found = sets.full
        for ruling in rulings:
            kept = [o for o in range(len(sets.options[ruling])) if rng.random() < 0.7] or [0]
            found &= ~sets.fields[ruling]
            for option in kept:
                found |= 1 << (sets.offsets[ruling] + option)
        return found

    for _ in range(200):
        one, two, three = cube(), cube(), cube()
        a, b = whole(sets, [one], rulings), whole(sets, [two], rulings)
        rest = sets.without(one, two)
        assert whole(sets, rest, rulings) == a - b
        assert sum(len(whole(sets, [part], rulings)) for part in rest) == len(a - b)
        assert (sets.meet(one, two) != 0) == bool(a & b)
        merged = sets.merged([one, two, three])
        assert whole(sets, merged, rulings) == whole(sets, [one, two, three], rulings)
        assert len(merged) <= 3


def answer(sets: ReadingSets, leaves: list[Leaf], mine: Cube) -> Any:
    """The one answer under a whole reading."""
    found = [answer for cube, answer in leaves if sets.meet(cube, mine)]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("few", [24, 0], ids=["at_once", "one_by_one"])
@pytest.mark.parametrize(("path", "instance"), MODES)
def test_each_reading_steps_as_it_does_alone(
    path: str, instance: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random games under random readings: the leaf that holds the reading answers as the stepper does.

    ``few``: after so many runs automatic steps are asked one by one.
    """
    monkeypatch.setattr("queensbench.engines.follow.steps.FEW", few)
    session = qb.load(path).session(instance)
    box = session._box
    steps = Steps(box)
    sets = steps.sets
    rng = random.Random(1)
    compared = 0
    for _ in range(4):
        raw = [rng.randrange(len(options)) for options in sets.options]
        alone, mine = Stepper(box.native, raw, box.parameters()), sets.of(raw)
        state = alone.start()
        assert answer(sets, steps.start(sets.full), mine) == state
        for _ in range(25):
            moves = alone.moves(state)
            told = answer(sets, steps.moves(state, sets.full), mine)
            assert told is OPEN or list(told) == moves
            if not moves:
                break
            code = rng.choice(moves)
            after = alone.step(state, code)
            assert after is not None
            told = answer(sets, steps.step(state, code, sets.full), mine)
            assert told is OPEN or told == after
            state = after
            compared += 1
        if alone.over(state):
            for player in range(steps.players):
                won = answer(sets, steps.wins(state, player, sets.full), mine)
                assert won == int(alone.wins(state, player))
            for player in steps.scored:
                assert answer(sets, steps.score(state, player, sets.full), mine) == alone.score(state, player)
    assert compared >= 20


def scales() -> EngineBox:
    mode = weighing.mode
    return EngineBox("toy", mode, mode.full, build(mode, mode.full, ruleset="toy"))


@pytest.mark.parametrize("few", [24, 0], ids=["at_once", "one_by_one"])
@pytest.mark.parametrize("room", [oracle.ROOM, 1, 0])
def test_opaque_rules_asked_apart_answer_as_they_do_alone(
    room: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every state of a small mode, under every reading: the leaf that holds the reading answers as the stepper does.

    ``room``: so many answers of opaque rules are told in a run, and the rules answer by themselves beyond.
    """
    monkeypatch.setattr("queensbench.engines.follow.steps.FEW", few)
    monkeypatch.setattr(oracle, "ROOM", room)
    box = scales()
    steps = Steps(box)
    sets = steps.sets
    readings = list(product(*(range(len(options)) for options in sets.options)))
    alone = {raw: Stepper(box.native, list(raw), box.parameters()) for raw in readings}
    seen = {stepper.start() for stepper in alone.values()}
    waiting, compared = sorted(seen), 0
    for state in waiting:
        told = steps.moves(state, sets.full)
        for raw, stepper in alone.items():
            codes = stepper.moves(state)
            assert list(answer(sets, told, sets.of(raw))) == codes
            for code in (0, 1, 2):
                after = answer(sets, steps.step(state, code, sets.full), sets.of(raw))
                assert after == (stepper.step(state, code) if code in codes else NO)
                compared += 1
                if after is not NO and after not in seen:
                    seen.add(after)
                    waiting.append(after)
    assert (len(readings), len(waiting), compared) == (24, 110, 7_920)


def test_what_an_opaque_rule_does_not_read_does_not_ask_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look changes what no judgement reads: both judgements of the next state are known."""
    steps = Steps(scales())
    full = steps.sets.full
    [(_, state)] = steps.start(full)
    asked: list[Any] = []
    decided = steps.answers._opaque.decided

    def noted(call: Call, cube: Cube) -> list[Leaf] | None:
        asked.append(call.key)
        return decided(call, cube)

    monkeypatch.setattr(steps.answers._opaque, "decided", noted)
    steps.moves(state, full)
    known = len(asked)
    [(_, after)] = steps.step(state, 2, full)
    steps.moves(after, full)
    assert (known, len(asked), len(set(asked))) == (3, 3, 3)


def test_a_ruling_that_makes_no_difference_is_not_bound() -> None:
    """The first draw of a card reads rulings, and none of them changes where it leads."""
    session = qb.load("queue4/standard").session("six")
    steps = Steps(session._box)
    sets = steps.sets
    state = steps.start(sets.full)[0][1]
    code = session._rules.code("begin_queue", {"queue": "FIRST"})
    leaves = steps.step(state, code, sets.full)
    assert [cube == sets.full for cube, _ in leaves] == [True]
    assert steps.step(state, session._rules.code("add", {"queue": "FIRST", "gap": 0}), sets.full) == [
        (sets.full, NO)
    ]


def drawn(session: qb.Session) -> tuple[bytes, int]:
    """A state of Queen of Scots in which a card is being drawn, and the code of the card."""
    position = session.start()
    rng = random.Random(1)
    while "draw" not in {move.name for move in position.moves()}:
        outcomes = position.outcomes()
        position = position.do(rng.choice(outcomes) if outcomes else rng.choice(position.moves()))
    return position.do("draw")._state, session._rules.code("drawn", {"card": "MAID"})


def test_what_opaque_rules_read_is_not_multiplied() -> None:
    """A card may be laid or not in Queen of Scots: asked apart, judgements make runs fewer."""
    session = qb.load("queen-of-scots/standard").session("full")
    state, code = drawn(session)
    found: list[list[Leaf]] = []
    runs = []
    for room in (oracle.ROOM, 0):
        steps = Steps(session._box)
        steps.answers._opaque.numbers[oracle.ROOM_AT] = room
        steps.answers.most_runs = 100_000
        sets = steps.sets
        cube = steps.answers.wide = sets.bound(
            {sets.names.index(name): 0 for name in ("james_copies", "same_card", "jewel_set")}
        )
        [(_, after)] = steps.step(state, code, sets.of(sets.example(cube)))
        found.append(steps.moves(after, cube))
        runs.append(steps.answers.runs)
    assert 5 * runs[0] < runs[1]
    for part, told in found[0]:
        assert {answer for other, answer in found[1] if sets.meet(part, other)} == {told}
    assert not sets.without_all([cube], [part for part, _ in found[0]])


def test_what_is_not_asked_is_open() -> None:
    """With one run for a question, the readings that it does not answer for are left open."""
    session = qb.load("queue4/standard").session("six")
    steps = Steps(session._box)
    sets = steps.sets
    state = steps.start(sets.full)[0][1]
    whole_answer = steps.moves(state, sets.full)
    assert len(whole_answer) > 1
    few = Steps(session._box)
    few.answers.most_runs = 1
    leaves = few.moves(state, sets.full)
    assert OPEN in [answer for _, answer in leaves]
    for cube, told in leaves:
        if told is not OPEN:
            assert {a for c, a in whole_answer if sets.meet(c, cube)} == {told}


def test_automatic_steps_cost_their_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is drawn in Queen of Scots: what two automatic steps read is not multiplied, and answers are the same.

    Two rulings are read as the house does: with all of them open, all at once would take minutes.
    """
    session = qb.load("queen-of-scots/standard").session("full")
    state, code = drawn(session)
    rulings = {ruling.name: ruling for ruling in session._box.system.rulings}
    found: list[tuple[int, list[Leaf]]] = []
    for few in (24, 1_000_000):
        monkeypatch.setattr("queensbench.engines.follow.steps.FEW", few)
        steps = Steps(session._box)
        steps.answers.most_runs = 1_000_000
        steps.answers._opaque.numbers[oracle.ROOM_AT] = 0  # rules answer by themselves
        sets = steps.sets
        shut = ("james_copies", "same_card")
        some = sets.bound({sets.names.index(name): rulings[name].house for name in shut})
        steps.answers.wide = some
        leaves = steps.step(state, code, some)
        found.append((steps.answers.runs, leaves))
    (runs, one_by_one), (runs_at_once, at_once) = found
    assert runs_at_once > 10 * runs
    for cube, there in one_by_one:
        assert {answer for other, answer in at_once if sets.meet(cube, other)} == {there}
    assert not sets.without_all([some], [cube for cube, _ in one_by_one])


@pytest.mark.parametrize("few", [24, 0], ids=["at_once", "one_by_one"])
def test_the_longest_chain_of_automatic_steps_settles(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """4,096 steps in a row do and one more does not, as the interpreter says."""
    monkeypatch.setattr("queensbench.engines.follow.steps.FEW", few)
    mode = clockwork.mode
    steps = Steps(EngineBox("toy", mode, mode.full, build(mode, mode.full, ruleset="toy")))
    interpreter = Interpreter(mode)
    still, full = interpreter.start(), steps.sets.full
    state = steps.start(full)[0][1]
    assert interpreter.apply(still, Step("wind")).left == 0
    assert steps.step(state, 0, full) == [(full, state)]
    with pytest.raises(ModelError, match="automatic steps never end"):
        interpreter.apply(still, Step("wind_more"))
    assert steps.step(state, 1, full) == [(full, Broken(UNSETTLED))]


def test_no_more_questions_are_remembered_than_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """The moves of state after state are asked, as where a play is followed; what is forgotten is asked anew."""
    monkeypatch.setattr("queensbench.engines.follow.answers.MOST_KNOWN", 3)
    steps = Steps(qb.load("queen-of-scots/standard").session("short")._box)
    cube = steps.sets.of(steps.sets.example(steps.sets.full))
    [(_, start)] = steps.start(cube)
    seen, waiting, answers = {start}, [start], dict[Any, Any]()
    for state in waiting:
        [(_, codes)] = steps.moves(state, cube)
        assert len(steps.answers.trees.known) <= 3
        answers[state] = codes
        for code in codes:
            [(_, after)] = steps.step(state, code, cube)
            if after is not NO and after not in seen:
                seen.add(after)
                waiting.append(after)
    assert len(answers) > 20
    assert {state: steps.moves(state, cube)[0][1] for state in answers} == answers


def test_a_question_that_was_broken_off_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Steps(qb.load("queen-of-scots/standard").session("short")._box)
    [(_, start)] = steps.start(steps.sets.of(steps.sets.example(steps.sets.full)))

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(steps.answers, "run", stop)
        with pytest.raises(KeyboardInterrupt):
            steps.moves(start, steps.sets.full)
    assert steps.moves(start, steps.sets.full)
