"""Properties of steps by levels, held against those in memory, and against a plain walk by the interpreter."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from queensbench.analyses import by_levels
from queensbench.analyses.verdicts.score_bounds import score_bounds
from queensbench.engines.layers import level_steps, sites, stepping, tasks
from queensbench.engines.layers.layered_space import LayeredSpace, explored_by_levels
from queensbench.engines.layers.messages import BoxName, Stepped, Stepping
from queensbench.engines.layers.settings import LayerSettings
from queensbench.engines.layers.sites import judges_named, known_judges, steps_of_box
from queensbench.engines.steps import judging
from queensbench.engines.steps.judging import pairs_of
from queensbench.errors import BadInput, InternalError
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import build, properties_of, steps_of
from queensbench.rules.transforms.previous_states import stepping_judges
from tests.counts import ROOT, session_of
from tests.engine_box import EngineBox
from tests.engines.models import hops
from tests.engines.test_layers_of_states import made
from tests.generated.walks import walk
from tests.reference import hanoi
from tests.surfaces.projects import run as command

BOXES: dict[str, Callable[[], EngineBox]] = {
    "blades": lambda: session_of("queen-is-dead", "blades"),
    "young": lambda: session_of("queens-collection/solo", "young"),
}


stepped = stepping.stepped


def by_files(box: EngineBox, scratch: Path, **options: Any) -> LayeredSpace:
    steps = by_levels.judges_of_steps(box)
    return explored_by_levels(box, None, LayerSettings(scratch, steps=steps, **{"workers": 1, **options}))


@pytest.mark.parametrize("small", [0, 1 << 14])
@pytest.mark.parametrize("name", BOXES)
def test_steps_are_judged_as_in_memory(
    name: str, small: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once in one piece, once in many, with room for few steps at a time."""
    box = BOXES[name]()
    system = stepping_judges(box.mode, box.instance, box.ruleset)
    code = judges_named(known_judges(system)).code
    found = box.explored()
    wanted = pairs_of(found, code, threads=1)
    assert wanted is not None
    if small == 0:
        monkeypatch.setattr(judging, "ROOM", 2)
    levels = by_files(box, tmp_path / name, small=small, piece=700 if small == 0 else 1 << 19)
    judged = levels.steps_judged
    assert judged is not None
    assert judged.failing is not None
    assert judged.pairs == wanted.pairs
    assert len(judged.failing) == len(steps_of(box.mode, box.instance)) > 10
    for number, (mine, theirs) in enumerate(zip(judged.failing, wanted.failing, strict=True)):
        assert mine.count == theirs.count, system.judges[number].name
        if mine.state is None:
            assert theirs.state is None
            continue
        assert theirs.state is not None
        one, two = (
            levels.moves_against(code, number, mine.state),
            judging.play_against(box.native, found, code, number, theirs.state),
        )
        assert box.coding.length(one) == box.coding.length(two)
    assert sum(one.count > 0 for one in judged.failing) > 1


def test_steps_are_judged_as_by_a_plain_walk(tmp_path: Path) -> None:
    box = EngineBox("models", hops.mode, hops.mode.full, build(hops.mode, hops.mode.full))
    found = walk(box.interpreter(), [], 100)
    pairs = {(before, after) for before, node in found.nodes.items() for *_, after in node.moves}
    assert len(pairs) > 5
    judge, states = box.interpreter().judge_step, found.states
    decls = steps_of(box.mode, box.instance)
    against = {
        decl.name: sum(not judge(decl, states[after], states[before]) for before, after in pairs)
        for decl in decls
    }
    data = by_levels.exploration(box, {}, by_files(box, tmp_path / "hops"))
    assert data["steps_judged"] == len(pairs)
    rows = {row["name"]: row for row in data["properties"] if row["kind"] == "step"}
    assert {name: row["states"] for name, row in rows.items()} == against
    assert {name: row["verdict"] for name, row in rows.items()} == {
        "forward": "holds",
        "one-gets-wet": "holds",
        "by-one": "fails",
    }
    assert rows["by-one"]["shortest"] == {"choices": 1, "steps": 1, "play": ["hop(far=2)"]}


def test_the_least_and_the_greatest_score_are_judged(tmp_path: Path) -> None:
    box = session_of("queens-collection/solo", "young")
    levels = by_files(box, tmp_path / "young")
    rows = [row for row in by_levels.exploration(box, {}, levels)["properties"] if row["kind"] == "bounds"]
    assert [(row["name"], row["verdict"], row["scores"]) for row in rows] == [
        ("score.alone_young", "holds", [-5, 6])
    ]
    found = levels.scores[0]
    assert rows[0]["shortest"]["choices"] == levels.choices(found.greatest_state)
    # Claimed otherwise, it fails, with a play to the score that is another one.
    decl = next(decl for decl in properties_of(box.mode, box.instance) if decl.kind == "bounds")
    for least, greatest, state in (
        (-6, 6, found.least_state),
        (-5, 7, found.greatest_state),
        (0, 7, found.least_state),
    ):
        bounds = score_bounds(replace(decl, least=least, greatest=greatest), levels.scores)
        assert (bounds.holds, bounds.state) == (False, state)


def test_a_score_that_the_interpreter_does_not_count_is_an_internal_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = session_of("queens-collection/solo", "young")
    levels = by_files(box, tmp_path / "young")
    monkeypatch.setattr(Interpreter, "scores", lambda self, state: {None: 5})
    with pytest.raises(InternalError, match=r"does not see that score\.alone_young is so"):
        by_levels.exploration(box, {}, levels)


def test_where_no_property_is_about_steps_none_is_judged(tmp_path: Path) -> None:
    box = made(hanoi.mode, "three discs", discs=3)
    assert by_levels.judges_of_steps(box) == ""
    levels = by_files(box, tmp_path / "hanoi")
    assert levels.steps_judged is None
    data = by_levels.exploration(box, {}, levels)
    assert (data["steps_judged"], data["steps_refused"]) == (0, False)


def test_of_a_search_that_ended_early_what_fails_is_told_and_nothing_holds(tmp_path: Path) -> None:
    box = session_of("queen-is-dead", "blades")
    levels = by_files(box, tmp_path / "few", max_states=20_000)
    assert not levels.complete
    rows = [row for row in by_levels.exploration(box, {}, levels)["properties"] if row["kind"] == "step"]
    assert {row["verdict"] for row in rows} == {"fails", "unknown"}


def test_a_play_that_is_not_against_the_property_is_an_internal_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = session_of("queens-collection/solo", "young")
    levels = by_files(box, tmp_path / "young")
    monkeypatch.setattr(Interpreter, "judge_step", lambda self, decl, state, was: True)
    with pytest.raises(
        InternalError, match=r"the interpreter does not see what native code saw of never\.two_cards"
    ):
        by_levels.exploration(box, {}, levels)


def test_a_judge_that_leaves_its_ranges_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def outside(task: Stepping, site: Any) -> Stepped:
        return replace(stepped(task, site), outside=True)

    monkeypatch.setattr(tasks, "stepped", outside)
    box = session_of("queens-collection/solo", "young")
    levels = by_files(box, tmp_path / "young")
    assert levels.steps_judged is not None
    assert levels.steps_judged.failing is None
    data = by_levels.exploration(box, {}, levels)
    assert (data["steps_judged"], data["steps_refused"]) == (0, True)
    assert [row for row in data["properties"] if row["kind"] == "step"] == []
    assert {decl.name for decl in steps_of(box.mode, box.instance)} <= set(data["not_asked"])


def test_ctrl_c_while_steps_are_judged_keeps_all_levels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = session_of("queens-collection/solo", "young")
    whole = by_files(box, tmp_path / "whole")
    judged = level_steps.judged_steps

    def interrupted(levels: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return judged(levels)

    with monkeypatch.context() as patch:
        patch.setattr("queensbench.engines.layers.search.judged_steps", interrupted)
        stopped = by_files(box, tmp_path / "again", submit=slowly)
    assert (stopped.interrupted, stopped.complete, stopped.steps_judged) == (True, True, None)
    again = by_files(box, tmp_path / "again", resume=True)
    assert (again.interrupted, again.digest, again.steps_judged) == (False, whole.digest, whole.steps_judged)


def slowly(many: Sequence[Any]) -> Iterator[Any]:
    """Carry out tasks one after the other; before the first, none has been answered yet."""
    yield None
    yield from tasks.here(many)


def test_a_worker_elsewhere_makes_the_judges_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    box = session_of("queens-collection/solo", "young")
    name = known_judges(stepping_judges(box.mode, box.instance, box.ruleset))
    there = BoxName(str(ROOT), "queens-collection/solo", "young", (), (), "")
    monkeypatch.setattr(sites, "_JUDGES", {})
    assert steps_of_box(there, name) is sites._JUDGES[name]
    with pytest.raises(BadInput) as caught:
        steps_of_box(there, "another")
    assert str(caught.value) == (
        "queens-collection/solo young: the rules here are others than those of the exploration; "
        "use the same version of rules and toolkit everywhere"
    )


def test_the_command_tells_properties_of_steps(tmp_path: Path) -> None:
    options = ("-i", "young", "--scratch", str(tmp_path / "levels"), "--memory", "512M")
    done = command(ROOT, "explore", "queens-collection/solo", *options)
    assert done.code == 0, done.err
    said = " ".join(done.out.split())
    assert "pairs of states, one step apart, were judged." in said
    assert "score.alone_young bounds holds 0 " in said
    assert "Not asked" not in said
