"""Mutants: those of a toy, each judged by hand; one of every kind, beside the text changed and interpreted."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import linecache
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from queensbench.analyses.mutation import scoring
from queensbench.analyses.mutation.score_data import by_clause, data
from queensbench.analyses.mutation.scoring import MutationReport, Row, mutate
from queensbench.analyses.mutation.stages import Settings, systems_of
from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.explore.state_table import ExploreSettings
from queensbench.engines.graphs.kernels import DECIDERS
from queensbench.engines.mutate import exhaustive
from queensbench.engines.mutate.exhaustive import (
    ALIKE,
    DIFFERENT,
    NOTICED,
    OPEN,
    SAME,
    UNDECIDED,
    MutationBench,
    OthersBench,
    Trial,
    _Seen,
)
from queensbench.engines.runtime.kernels import add_kernels
from queensbench.errors import QueensbenchError
from queensbench.language import Instance, Mode, properties, rules
from queensbench.project.projects import Ruleset
from queensbench.project.register.gaps import Gaps
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.native.program import compile_system
from queensbench.rules.system import build
from queensbench.rules.transforms import mutated_rules
from queensbench.rules.transforms.mutant_schemata import SELECTOR, build_mutated, every
from queensbench.rules.transforms.mutation_operators import (
    Barred,
    Flipped,
    Forced,
    Mutant,
    Replaced,
    Shorter,
    Skipped,
)
from tests.engines.models import bell, lots, narrow, wager, yard

# --------------------------------------------------------------------------------- a toy, judged by hand

#: what was done -> what becomes of it.  The walk has 4 states and 3 transitions.
BY_HAND = {
    # the start is blank, with nought: nothing changes; from one it is a step shorter, and no property counts steps
    "begin dropped `s.at = 0`": (SAME, (), ""),
    "begin bent `1` for `0`": (DIFFERENT, (), "3 for 4 states"),
    "begin bent `-1` for `0`": (
        NOTICED,
        ("a range",),
        "`s.at = 0`: at gets a number outside 0 to 3, after 0 moves",
    ),
    "step dropped step never happens": (NOTICED, ("home",), ""),
    "step negated `s.at < 2`": (NOTICED, ("home",), ""),
    "step dropped `s.at < 2`": (
        NOTICED,
        ("a range",),
        "`s.at += 1`: at gets a number outside 0 to 3, in step() after 3 moves",
    ),
    "step bent `<=` for `<` in `s.at < 2`": (NOTICED, ("at-most-two",), ""),
    "step bent `1` for `2`": (NOTICED, ("home",), ""),
    "step dropped `s.at += 1`": (NOTICED, ("home",), ""),
    "step bent `-=` for `+=` in `s.at += 1`": (
        NOTICED,
        ("a range",),
        "`s.at += 1`: at gets a number outside 0 to 3, in step() after 0 moves",
    ),
    "step bent `2` for `1`": (DIFFERENT, (), "3 for 4 states"),
    "step bent `0` for `1`": (NOTICED, ("home",), ""),
    "come_home dropped come_home never happens": (NOTICED, ("home",), ""),
    "come_home negated `s.at == 2`": (NOTICED, ("a dead end",), "nobody can move, and the game is not over"),
    "come_home dropped `s.at == 2`": (DIFFERENT, (), "6 for 4 states"),
    "come_home bent `3` for `2`": (NOTICED, ("home",), ""),
    "come_home bent `1` for `2`": (NOTICED, ("a dead end",), "nobody can move, and the game is not over"),
    "come_home dropped `s.home = True`": (NOTICED, ("home",), ""),
    "come_home bent `False` for `True`": (NOTICED, ("home",), ""),
    "come_home bent `False` for `True` (2)": (DIFFERENT, (), "as many states, not the same"),
    "come_home dropped the block of walk.bell": (DIFFERENT, (), "as many states, not the same"),
    "at_home negated `s.home`": (NOTICED, ("home",), ""),
}


def bench_of(mode: Any, **options: Any) -> MutationBench:
    mutants = every(mode, mode.full, "toy", None)
    (mutated,), refused = build_mutated(mode, mode.full, mutants, "toy", None)
    assert not refused
    return MutationBench(mode, mode.full, mutated, **options)


WALK = Mode("bell", state=bell.Path, full=Instance("small"))
TOY = Ruleset("toy", "toy", "toy", {"bell": WALK}, None, (), Gaps(Path("gaps.toml")), (), {})


def title(mutant: Mutant) -> str:
    return f"{mutant.rule} {mutant.kind} {mutant.text}"


def test_every_mutant_of_the_walk_is_judged_as_by_hand() -> None:
    bench = bench_of(bell.mode)
    found: dict[str, tuple[Any, ...]] = {}
    for number, mutant in enumerate(bench.mutated.mutants, 1):
        name = title(mutant)
        trial = bench.tried(number)
        found[f"{name} (2)" if name in found else name] = (trial.outcome, trial.by, trial.what)
    assert (bench.states, bench.complete) == (4, True)
    assert found == BY_HAND


def test_a_survivor_is_told_from_the_rules_by_a_shortest_play() -> None:
    bench = bench_of(bell.mode)
    found = {title(m): bench.tried(k) for k, m in enumerate(bench.mutated.mutants, 1)}
    told = {name: (trial.play, trial.gained) for name, trial in found.items() if trial.outcome == DIFFERENT}
    assert told == {
        "begin bent `1` for `0`": ((), False),  # the start itself is not there any more
        "step bent `2` for `1`": (("step()",), False),
        "come_home dropped `s.at == 2`": (("come_home()",), True),
        "come_home bent `False` for `True`": (("step()", "step()", "come_home()"), True),
        "come_home dropped the block of walk.bell": (("step()", "step()", "come_home()"), True),
    }


def test_a_walk_larger_than_the_budget_says_only_what_it_has_noticed() -> None:
    bench = bench_of(bell.mode, budget=3)
    found = {title(m): bench.tried(k) for k, m in enumerate(bench.mutated.mutants, 1)}
    assert not bench.complete
    assert {trial.outcome for trial in found.values()} == {NOTICED, OPEN, ALIKE}
    assert found["step bent `-=` for `+=` in `s.at += 1`"].outcome == NOTICED
    assert found["begin dropped `s.at = 0`"] == Trial(ALIKE, (), "no difference in the first 3 states")
    assert found["step dropped step never happens"].outcome == NOTICED  # one state, and all of them


def test_a_mutant_with_more_states_than_the_budget_is_not_decided() -> None:
    bench = bench_of(bell.mode, budget=4)
    by_name = {title(m): k for k, m in enumerate(bench.mutated.mutants, 1)}
    assert bench.complete
    assert bench.tried(by_name["come_home dropped `s.at == 2`"]) == Trial(
        UNDECIDED, (), "more than 4 states, where there were 4"
    )


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("yard", "heavy bent `2` for `1`"),
        ("yard", "weigh bent `j` over `range(3)` without its last value"),
        ("wager", "who bent `Player.BLUE` for `Player.RED`"),
        ("wager", "high bent `3` for `4`"),
    ],
)
def test_a_difference_within_states_is_no_likeness_however_many_they_are(
    name: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights, moves, choosers and winners: the graph is too large to be listed, or the model is not exhausted."""
    mode = {"yard": yard.mode, "wager": wager.mode}[name]
    bench = bench_of(mode)
    number = [title(m) for m in bench.mutated.mutants].index(fault) + 1
    assert bench.tried(number).outcome == DIFFERENT
    monkeypatch.setattr(exhaustive, "MOST_EDGES", 0)
    many = f", among {bench.base.found.transitions} transitions"
    assert bench.tried(number) == Trial(UNDECIDED, (), exhaustive.WITHIN + many)
    part = bench_of(mode, budget=bench.states - 1)
    assert not part.complete
    if fault.startswith("high"):  # shows in ends alone, of which the part has none
        return
    seen = f"in the first {part.states} states: "
    assert part.tried(number) == Trial(OPEN, (), seen + exhaustive.WITHIN)


@pytest.mark.parametrize("mode", [yard.mode, wager.mode, lots.mode], ids=lambda mode: str(mode.name))
def test_what_differs_in_the_whole_graph_is_never_the_same_when_little_of_it_is_listed(
    mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = bench_of(mode)
    numbers = range(1, len(bench.mutated.mutants) + 1)
    whole = [bench.tried(number).outcome for number in numbers]
    monkeypatch.setattr(exhaustive, "MOST_EDGES", 0)
    monkeypatch.setattr(exhaustive, "MOST_ASKED", 0)
    little = [bench.tried(number).outcome for number in numbers]
    assert [was == SAME for was in whole] == [now == SAME for now in little]


def without_memory(patch: pytest.MonkeyPatch, which: Callable[[Any], bool] = lambda settings: True) -> None:
    """What ends at the budget of states ends for want of memory."""

    def cut(native: Any, rules: Any, settings: Any, **more: Any) -> Any:
        found = explore(native, rules, settings, **more)
        if not found.complete and which(settings):
            found.reason = "refused"
        return found

    patch.setattr(exhaustive, "explore", cut)


def test_a_mutant_that_memory_has_cut_short_is_tried_again_by_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def journal(mode: Mode, instance: Instance, sort: str) -> Path:
        return tmp_path / f"{sort}.jsonl"

    def kept() -> int:
        return len((tmp_path / "explore.jsonl").read_text("utf-8").splitlines())

    settings = Settings(limit=0, budget=4, play=False, journal=journal)
    with monkeypatch.context() as patch:
        without_memory(patch)
        bench = bench_of(bell.mode, budget=4)
        trials = {title(m): bench.tried(k) for k, m in enumerate(bench.mutated.mutants, 1)}
        first = data(mutate(TOY, [WALK], settings))
    short = {name for name, trial in trials.items() if not trial.lasting}
    assert short == {name for name, trial in trials.items() if trial.outcome == UNDECIDED}
    assert (len(short), first["counts"]["undecided"], kept()) == (4, 4, 18)
    second = data(mutate(TOY, [WALK], settings))
    assert (second["rows"], kept()) == (first["rows"], 22)


def test_nothing_is_kept_where_memory_has_cut_short_the_model_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    without_memory(monkeypatch)
    bench = bench_of(bell.mode, budget=3)
    assert not any(bench.tried(k).lasting for k in range(1, len(bench.mutated.mutants) + 1))
    others = OthersBench(bench)
    assert not others.tried(1).lasting


def test_the_score_of_the_walk() -> None:
    report = mutate(TOY, [WALK], Settings(limit=0))
    found = data(report)
    assert found["counts"] == {"noticed": 16, "survived": 5, "same": 1, "undecided": 0, "not_tried": 0}
    assert found["score"] == (16 / 21, 16 / 21)
    assert [
        (c["clause"], c["mutants"], c["noticed"], c["survived"], c["same"]) for c in found["clauses"]
    ] == [
        ("walk.bell", 2, 0, 2, 0),
        ("walk.home", 7, 6, 1, 0),
        ("walk.step", 9, 8, 1, 0),
        ("(no clause of its own)", 4, 2, 1, 1),
    ]
    assert found["clauses"][1]["noticed_by"] == {"home": 4, "a dead end": 2}
    assert found["noticed_by"] == {
        "properties": 12,
        "a range": 2,
        "the model": 0,
        "a dead end": 2,
        "a silence": 0,
        "loading": 0,
        "tests": 0,
    }
    # what only a range or a dead end notices counts as noticed, and as a survivor of properties
    assert (found["score_without_tests"], found["score_of_properties"]) == (
        (16 / 21, 16 / 21),
        (12 / 21, 12 / 21),
    )
    assert found["instances"] == [
        {
            "instance": "bell small",
            "sort": "explore",
            "states": 4,
            "complete": True,
            "properties": 2,
            "mutants": 22,
            "kept": 0,
        },
        {
            "instance": "bell small (games, played on)",
            "sort": "onwards",
            "games": 300,
            "readings": 0,
            "left_out": {},
            "not_as_expected": {},
            "properties": 2,
            "mutants": 3,
            "kept": 0,
        },
    ]


def test_undecided_mutants_may_all_be_noticed_or_all_survive() -> None:
    outcomes = (NOTICED, "survived", UNDECIDED, UNDECIDED)
    mutants = every(WALK, WALK.full, "toy", None)
    rows = [Row(mutant, outcome=one) for mutant, one in zip(mutants, outcomes, strict=False)]
    assert MutationReport("toy", rows).score() == (1 / 4, 3 / 4)
    assert MutationReport("toy", rows[2:]).score() == (0.0, 1.0)
    assert MutationReport("toy", rows[:2]).score() == (1 / 2, 1 / 2)
    assert MutationReport("toy", []).score() is None


def test_a_property_counts_though_the_model_has_noticed_before_it() -> None:
    row = Row(MUTANTS[0])
    row.note(Trial(NOTICED, ("a range",), "too much"), "yard full (games)")
    assert (row.noticed_by, row.where) == ("a range", "yard full (games)")
    row.note(Trial(SAME), "yard small")
    row.note(Trial(NOTICED, ("a dead end",), "stuck"), "yard small")
    assert (row.noticed_by, row.what) == ("a range", "too much")
    row.note(Trial(NOTICED, ("counted",), "in a game"), "yard full (proofs)")
    row.note(Trial(NOTICED, ("weighed",), "in a game"), "yard full (games, other readings)")
    assert (row.noticed_by, row.by, row.where) == ("properties", ("counted",), "yard full (proofs)")


def test_a_mutant_that_the_checker_refuses_is_found_and_all_others_stand_together() -> None:
    mutants = every(narrow.mode, narrow.mode.full, "toy", None)
    (mutated,), refused = build_mutated(narrow.mode, narrow.mode.full, mutants, "toy", None)
    assert {title(m): why for m, why in refused.items()} == {
        "most bent `3` for `2`": "the argument k is given values outside its range"
    }
    assert len(mutated.mutants) == len(mutants) - 1
    full = Mode("narrow", state=narrow.Count, full=Instance("small"))
    report = mutate(TOY, [full], Settings(limit=0, clauses=["narrow.most"]))
    (row,) = [row for row in report.rows if row.mutant.name in {m.name for m in refused}]
    assert (row.outcome, row.by) == (NOTICED, ("loading",))
    assert row.what == "the argument k is given values outside its range"


def test_a_sample_has_as_many_of_each_clause_and_is_the_same_each_time() -> None:
    reports = [mutate(TOY, [WALK], Settings(limit=5, seed=3)) for _ in range(2)]
    first, second = ([row.mutant.name for row in r.rows if row.chosen] for r in reports)
    assert first == second
    assert len(first) == 5
    chosen = {clause: sum(row.chosen for row in rows) for clause, rows in by_clause(reports[0]).items()}
    assert chosen == {"walk.bell": 1, "walk.home": 1, "walk.step": 1, "(no clause of its own)": 2}
    assert data(reports[0])["counts"]["not_tried"] == 17


# --------------------------------------------------------------------------- every kind, beside the text

MUTANTS = every(yard.mode, yard.mode.full, "toy", None)

KINDS = {
    "begin dropped `s.phase = Phase.LAY`",
    "begin bent `Phase.WEIGH` for `Phase.LAY`",
    "full dropped full is never so",
    "full bent `any` for `all` in `all((s.heap[k] > 0 for k in range(3)))`",
    "full bent `k` over `range(3)` without its last value",
    "full negated `s.heap[k] > 0`",
    "full bent `>=` for `>` in `s.heap[k] > 0`",
    "full bent `1` for `0`",
    "lay dropped lay never happens",
    "lay dropped `s.phase == Phase.LAY`",
    "lay bent `n.most - 1` for `n.most`",
    "lay negated `k == 1`",
    "lay dropped the block of yard.turn",
    "lay negated `not s.flag`",
    "heavy bent `-` for `+` in `s.heap[k] + 1`",
    "weigh dropped the block of yard.count",
    "weigh bent `min` for `max` in `max((s.heap[j] for j in range(3) if j != k))`",
    "weigh negated `j != k`",
    "weigh bent `max` for `min` in `min(best + s.heap[k], 5)`",
    "weigh bent the loop of j over `range(3)` without its last round",
    "settle dropped `mark(s)`",
    "mark dropped mark does nothing",
    "mark dropped `s.total < 4`",
    "ended negated `s.total <= 3`",
    "points",
}


def test_mutants_of_every_kind_are_read_off_the_text() -> None:
    found = {title(m) for m in MUTANTS}
    assert len(MUTANTS) == 87
    assert found >= KINDS - {"points"}
    assert not any("r.way" in name or "Way." in name for name in found)
    assert len({m.name for m in MUTANTS}) == len(MUTANTS)


class _Text(ast.NodeTransformer):
    """The text with one mutant's changes, made without the toolkit's lowering."""

    def __init__(self, mutant: Mutant) -> None:
        self.changes = {self.place(node): change for node, change in mutant.changes}

    @staticmethod
    def place(node: ast.AST) -> tuple[Any, ...]:
        end = (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0))
        return type(node), getattr(node, "lineno", 0), getattr(node, "col_offset", 0), *end

    def visit(self, node: ast.AST) -> Any:
        change = self.changes.get(self.place(node))
        before = node
        if not isinstance(change, Replaced):
            self.generic_visit(node)
        match change:
            case Forced(value=value):
                return ast.Constant(value)
            case Flipped():
                assert isinstance(before, ast.expr)
                return ast.UnaryOp(ast.Not(), before)
            case Replaced(node=other):
                return other
            case Skipped():
                return ast.Pass()
            case Barred():
                assert isinstance(node, ast.FunctionDef)
                no = ast.Expr(ast.Call(ast.Name("require", ast.Load()), [ast.Constant(value=False)], []))
                node.body.insert(0, no)
            case Shorter(loop=place):
                loop: Any = node
                if isinstance(node, ast.Call):
                    assert isinstance(node.args[0], ast.GeneratorExp)
                    loop = node.args[0].generators[place]
                loop.iter.args[-1].value -= 1
        return node


@pytest.fixture
def fresh() -> Iterator[None]:
    """Modules loaded by a test leave nothing behind."""
    registry, declared = dict(rules.registry), dict(properties.declared)
    yield
    for name in [name for name in sys.modules if name.startswith("mutated_")]:
        del sys.modules[name]
    for kept, before in ((rules.registry, registry), (properties.declared, declared)):
        kept.clear()
        kept.update(before)  # type: ignore[arg-type]


def by_text(mutant: Mutant, number: int, folder: Path) -> set[tuple[int, ...]] | str:
    """The states of the model whose text has the fault, as the interpreter finds them; or ``broken``."""
    tree = ast.parse(inspect.getsource(yard))
    text = ast.unparse(ast.fix_missing_locations(_Text(mutant).visit(tree)))
    assert text != ast.unparse(ast.parse(inspect.getsource(yard)))
    file = folder / f"mutated_{number}.py"
    file.write_text(text, encoding="utf-8")
    linecache.checkcache(str(file))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        return states_of(module)
    except QueensbenchError:
        return "broken"


def states_of(module: ModuleType) -> set[tuple[int, ...]] | str:
    """All settled states, by the interpreter; or ``broken``."""
    interpreter = Interpreter(module.mode, module.mode.full)
    todo = [interpreter.start()]
    seen = {tuple(interpreter.cells(todo[0]))}
    while todo:
        state = todo.pop()
        if interpreter.over(state):
            continue
        moves = interpreter.moves(state)
        if len({move.name == "weigh" for move in moves}) > 1:
            return "broken"  # as the explorer says: players and chance would both move
        for move in moves:
            weight = interpreter.weight(state, move)
            if weight < 0:
                return "broken"
            if weight == 0:
                continue
            after = interpreter.apply(state, move)
            cells = tuple(interpreter.cells(after))
            if cells not in seen:
                seen.add(cells)
                todo.append(after)
    return seen


def by_code(mutant: Mutant) -> set[tuple[int, ...]] | str:
    """The states of the model whose rule has the fault, as the interpreter finds them; or ``broken``."""
    function = mutated_rules.rule_of(mutant).function
    before, line = function.__code__, function.__code__.co_firstlineno
    try:
        mutated_rules.install(mutant)
        assert (function.__code__ is not before, function.__code__.co_firstlineno) == (True, line)
        return states_of(yard)
    except QueensbenchError:
        return "broken"
    finally:
        function.__code__ = before


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("fresh")
def test_a_mutant_is_the_model_whose_text_has_the_fault(step: int, tmp_path: Path) -> None:
    (mutated,), refused = build_mutated(yard.mode, yard.mode.full, MUTANTS, "toy", None)
    assert not refused
    assert mutated.system.rulings[-1].name == SELECTOR
    plain = build(yard.mode, yard.mode.full, ruleset="toy")
    code = compile_system(
        mutated.system, extra=lambda m: add_kernels(m, mutated.system, [*EXPLORER, *DECIDERS])
    )
    house = [ruling.house for ruling in plain.rulings]

    def native(number: int) -> set[tuple[int, ...]] | str:
        try:
            found = explore(code, mutated.system, ExploreSettings(mutated.readings(house, number)))
        except QueensbenchError:
            return "broken"
        assert found.complete
        return {tuple(int(c) for c in found.cells(int(state))) for state in found.ids()}

    assert native(0) == states_of(yard)
    parted = {
        f"{number} {mutant.name}"
        for number, mutant in list(enumerate(mutated.mutants, 1))[::step]
        if not native(number) == by_text(mutant, number, tmp_path) == by_code(mutant)
    }
    assert parted == set()
    assert states_of(yard) == native(0)


@pytest.mark.parametrize(("way", "hiding"), [(0, 7), (1, 62)])
def test_a_mutant_that_shows_in_no_state_has_the_graph_of_the_model(way: int, hiding: int) -> None:
    """The notes on the model's own graph agree with the graph of every mutant itself."""
    (mutated,), _ = build_mutated(yard.mode, yard.mode.full, MUTANTS, "toy", None)
    bench = MutationBench(yard.mode, yard.mode.full, mutated, [way])
    hidden, same = set(), set()
    for number, mutant in enumerate(mutated.mutants, 1):
        graph = bench._noticed(number, 10_000)
        alike = not isinstance(graph, Trial) and not bench._difference(number, bench.base, _Seen(graph))
        assert alike == (bench.tried(number).outcome == SAME)
        assert alike or bench.touched(number)
        if not bench.touched(number):
            hidden.add(title(mutant))
        elif alike:
            same.add(title(mutant))
    assert (len(hidden), len(same)) == (hiding, 8)


def test_marks_tell_the_blocks_that_a_play_goes_through() -> None:
    (rule,) = [rule for rule in mutated_rules.rules_in(yard.__file__ or "") if rule.name == "weigh"]
    before = rule.function.__code__
    seen: list[int] = []
    owners: list[str] = []

    def number(node: ast.AST, name: str) -> int:
        owners.append(f"{type(node).__name__}.{name}")
        return len(owners) - 1

    try:
        mutated_rules.mark(rule, seen.append, number)
        states_of(yard)
    finally:
        rule.function.__code__ = before
    assert owners[-1] == "FunctionDef.body"
    assert len(set(owners)) > 2
    assert set(seen) == set(range(len(owners)))


def test_a_run_goes_on_where_another_ended_and_two_processes_find_the_same(tmp_path: Path) -> None:
    def journal(mode: Mode, instance: Instance, sort: str) -> Path:
        return tmp_path / f"{mode.name}-{instance.name}-{sort}.jsonl"

    first = data(mutate(TOY, [WALK], Settings(limit=0, processes=2, journal=journal)))
    assert first["rows"] == data(mutate(TOY, [WALK], Settings(limit=0)))["rows"]
    file = tmp_path / "bell-small-explore.jsonl"
    lines = file.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == 22
    file.write_text("".join(lines[:10]) + lines[10][:20], encoding="utf-8")  # ended in the middle of a line
    second = data(mutate(TOY, [WALK], Settings(limit=0, journal=journal)))
    assert [i["kept"] for i in second["instances"]] == [10, 3]
    assert second["rows"] == first["rows"]
    third = data(mutate(TOY, [WALK], Settings(limit=0, journal=journal)))
    assert third["instances"] == [
        {"instance": "bell small", "sort": "explore", "mutants": 22, "kept": 22},
        {"instance": "bell small (games, played on)", "sort": "onwards", "mutants": 3, "kept": 3},
    ]
    assert third["rows"] == first["rows"]
    assert data(mutate(TOY, [WALK], Settings(limit=0, journal=journal, fresh=True)))["rows"] == first["rows"]


def test_what_was_kept_is_counted_once_where_mutants_stand_in_several_systems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def journal(mode: Mode, instance: Instance, sort: str) -> Path:
        return tmp_path / f"{sort}.jsonl"

    first = data(mutate(TOY, [WALK], Settings(limit=0, journal=journal)))
    lines = (tmp_path / "explore.jsonl").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "explore.jsonl").write_text("".join(lines[:10]), encoding="utf-8")

    def halves(*asked: Any) -> tuple[list[Any], dict[Mutant, str]]:
        mutants = asked[-1]
        return [one for some in (mutants[:6], mutants[6:]) for one in whole(*asked[:-1], some)[0]], {}

    whole: Any = systems_of
    monkeypatch.setattr(scoring, "systems_of", halves)
    second = data(mutate(TOY, [WALK], Settings(limit=0, journal=journal)))
    explored = [one for one in second["instances"] if one["sort"] == "explore"]
    assert [(one["mutants"], one["kept"]) for one in explored] == [(16, 10), (6, 0)]
    assert second["rows"] == first["rows"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no system that forks")
def test_a_mutant_at_which_processes_are_lost_is_undecided_and_tried_again_by_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def journal(mode: Mode, instance: Instance, sort: str) -> Path:
        return tmp_path / f"{mode.name}-{instance.name}-{sort}.jsonl"

    real = MutationBench.tried

    def killed(self: MutationBench, number: int) -> Trial:
        if number == 7:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(self, number)

    whole = data(mutate(TOY, [WALK], Settings(limit=0)))
    with monkeypatch.context() as patch:
        patch.setattr(MutationBench, "tried", killed)
        first = data(mutate(TOY, [WALK], Settings(limit=0, processes=2, journal=journal)))
    other = [(one, two) for one, two in zip(first["rows"], whole["rows"], strict=True) if one != two]
    how = "a process that tries mutants was ended by SIGKILL"
    assert [(one["outcome"], one["what"]) for one, _ in other] == [
        ("undecided", f"{how}, the second one at the same question; free memory or ask for less")
    ]
    assert capsys.readouterr().err.splitlines() == [
        f"queensbench: {how}; another takes its place, and its question is asked once more",
        f"queensbench: {how}, the second one at the same question, which is asked no more",
    ]
    second = data(mutate(TOY, [WALK], Settings(limit=0, journal=journal)))
    assert [i["kept"] for i in second["instances"]] == [21, 3]
    assert second["rows"] == whole["rows"]
