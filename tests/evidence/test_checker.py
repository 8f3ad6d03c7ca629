"""The small checker: what it confirms, and that it finds whatever a play or a certificate says otherwise."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from queensbench.engines.certify import certificate as certified
from queensbench.engines.explore import kernels
from queensbench.engines.runtime.kernel_language import i64, kernel, p_i32, p_i64
from queensbench.engines.runtime.kernels import CHANCE_BASE, MIXED, qb_moves
from queensbench.errors import BadInput, ModelError
from queensbench.evidence import checker, plays
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import build
from queensbench.surfaces.command.app import main
from tests.engine_box import EngineBox
from tests.engines.models import race
from tests.reference.walks import session

Data = dict[str, Any]
Say = Callable[[Data], checker.Report]


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The project that files are of: one ruleset with one mode."""
    ruleset = SimpleNamespace(mode=lambda name: race.mode)
    loaded = SimpleNamespace(ruleset=lambda name: ruleset)
    monkeypatch.setattr("queensbench.evidence.checker.projects.load", lambda **_: loaded)


@pytest.fixture
def say(tmp_path: Path) -> Say:
    """What the checker says of a file with this in it."""

    def report(data: Data) -> checker.Report:
        file = tmp_path / "file.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        found = checker.check(file)
        found.file = ""
        return found

    return report


@pytest.fixture(scope="module")
def certificate() -> Data:
    made = session(race.mode)
    return certified.certificate(made, {}, made.explored())


@pytest.fixture(scope="module")
def play() -> Data:
    """The play to the end with the fewest choices."""
    made = session(race.mode)
    found = made.explored()
    names = [judge.name for judge in made.system.judges]
    state = found.failing[names.index("end")].state
    assert state is not None
    return plays.to_itf(made.play(found.moves_to(state), {}, "end: holds"), made.interpreter())


# ------------------------------------------------------------------------------------- certificates


def test_an_exhausted_box_is_confirmed(say: Say, certificate: Data) -> None:
    assert (certificate["states"], certificate["transitions"]) == (176, 352)
    assert say(certificate) == checker.Report(
        "",
        "certificate of reference/race full",
        [
            "exhausted: 176 states and 352 transitions, all of them the same",
            "rested: holds",
            "both.arrive: holds",
            "together: fails",
            "back: fails",
            "end: holds",
        ],
    )


def leaves(data: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """The places of all texts and numbers in a file."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, *path, key)
    else:
        yield path


def changed(data: Data, path: tuple[Any, ...], value: Any = None) -> Data:
    """A copy in which one text or number is another."""
    copy: Data = deepcopy(data)
    inner: Any = copy
    for key in path[:-1]:
        inner = inner[key]
    old = inner[path[-1]]
    if value is None:
        value = (
            old + 1
            if type(old) is int
            else {"holds": "fails", "fails": "holds"}.get(old, f"0{old}"[: len(old)])
        )
    assert value != old
    inner[path[-1]] = value
    return copy


HEAD = ("format", "ruleset", "mode", "instance", "readings")


def test_each_number_and_text_of_a_certificate_is_compared(say: Say, certificate: Data) -> None:
    places = [path for path in leaves(certificate) if path[0] not in HEAD]
    assert len(places) == 26
    for path in places:
        found = say(changed(certificate, path))
        assert (found.code, found.confirmed) == (1, []), path
        assert all(str(line).startswith(path[0]) for line in found.otherwise), found.otherwise


def test_what_is_otherwise_is_told(say: Say, certificate: Data) -> None:
    found = say(changed(certificate, ("ends", "ANN"), 12))
    assert found.otherwise == ["ends, ANN: 11, and not 12"]
    found = say(changed(certificate, ("properties", "back", "verdict")))
    assert found.otherwise == [
        'properties, back: {"states": 10, "verdict": "fails"}, and not {"states": 10, "verdict": "holds"}'
    ]
    assert say(changed(certificate, ("states",), 175)).otherwise == ["states: more than 175"]
    assert say(changed(certificate, ("states",), 177)).otherwise == ["states: 176, and not 177"]


def test_another_reading_is_another_certificate(say: Say, certificate: Data) -> None:
    found = say(changed(certificate, ("readings", "overshoot"), "BOUNCE"))
    assert found.code == 1


def test_what_is_left_out_or_added_is_found(say: Say, certificate: Data) -> None:
    for name in ("kinds", "ends", "silences", "scores", "properties"):
        for key in certificate[name]:
            less = deepcopy(certificate)
            del less[name][key]
            assert say(less).code == 1
        more = deepcopy(certificate)
        more[name]["more"] = 0
        assert say(more).code == 1


def test_a_larger_box_is_not_decided(tmp_path: Path, certificate: Data) -> None:
    file = tmp_path / "file.json"
    file.write_text(json.dumps(certificate), encoding="utf-8")
    found = checker.check(file, most=175)
    assert (found.code, found.undecided) == (3, ["176 states are more than the 175 that are walked here"])


@kernel
def losing(cells: p_i32, env: p_i64, moves: p_i64, cap: i64) -> i64:
    """The moves of a state, as the explorer lists them, but for one move of one state: Ann's of two steps from 2 to 1."""
    n = qb_moves(cells, env, moves, cap)
    if n > 1:
        if moves[0] < CHANCE_BASE and moves[n - 1] >= CHANCE_BASE:
            moves[0] = -1
            return MIXED
        if cells[0] == 0 and cells[1] == 2 and cells[2] == 1 and cells[3] == 2:
            return n - 1
    return n


def test_an_explorer_that_loses_one_transition_is_found(
    monkeypatch: pytest.MonkeyPatch, say: Say, certificate: Data
) -> None:
    """All its states are still there: the number of transitions and their digest tell."""
    monkeypatch.setattr(kernels, "enabled", losing)
    made = EngineBox("reference", race.mode, race.mode.full, build(race.mode, race.mode.full))
    lost = certified.certificate(made, {}, made.explored())
    assert {name for name in lost if lost[name] != certificate[name]} == {"transitions", "moves_digest"}
    assert say(lost).otherwise == [
        "transitions: 352, and not 351",
        f"moves_digest: {certificate['moves_digest']}, and not {lost['moves_digest']}",
    ]


# -------------------------------------------------------------------------------------------- plays


def test_a_play_is_confirmed(say: Say, play: Data) -> None:
    assert say(play) == checker.Report(
        "",
        "play of reference/race full",
        ["6 steps, each state as the rules make it", "it shows `end: holds`"],
    )


def test_each_number_and_text_of_a_play_is_compared(say: Say, play: Data) -> None:
    """Whatever is changed in the states: it is otherwise, or no step that the rules know."""
    places = list(leaves(play["states"], "states"))
    assert len(places) == 77
    none = 0
    for path in places:
        old = at(play, path)
        value: Any = "other" if old is None else not old if type(old) is bool else None
        try:
            assert say(changed(play, path, value)).code == 1, path
        except BadInput:
            none += "action" in path or "arguments" in path
    assert none == 11


@pytest.mark.parametrize("name", ["start", "judge"])
def test_rules_that_break_before_or_behind_the_steps_contradict_the_play(
    name: str, say: Say, play: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ModelError("turn = 2 is outside 0 to 1", where="race.py:7")

    monkeypatch.setattr(Interpreter, name, broken)
    found = say(play)
    assert (found.code, found.otherwise) == (1, ["the rules break: race.py:7: turn = 2 is outside 0 to 1"])


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def test_what_a_play_shows_is_judged(say: Say, play: Data) -> None:
    def of(why: str) -> tuple[int, list[str]]:
        found = say(changed(play, ("#meta", "description"), why))
        return found.code, (found.otherwise or found.undecided or found.confirmed)[-1:]

    assert of("to end") == (0, ["it shows `to end`"])
    assert of("to win ANN") == (0, ["it shows `to win ANN`"])
    assert of("to win BEN") == (1, ["it does not show `to win BEN`"])
    assert of("to silence") == (1, ["it does not show `to silence`"])
    assert of("together: fails") == (0, ["it shows `together: fails`"])
    assert of("both.arrive: fails") == (1, ["it does not show `both.arrive: fails`"])
    assert of("rested: fails") == (1, ["it does not show `rested: fails`"])
    assert of("rested: holds") == (3, ["that it shows `rested: holds` was not judged"])
    assert of("random game 3 of seed 1") == (0, ["6 steps, each state as the rules make it"])
    assert of("whatever") == (3, ["that it shows `whatever` was not judged"])


def test_where_readings_part_is_judged(say: Say, play: Data) -> None:
    """The readings part where somebody would go beyond the end, and not at the start."""
    made = session(race.mode)
    found = made.explored()
    interpreter = made.interpreter()
    parts = []
    for state in found.ids().tolist()[:60]:
        data = plays.to_itf(made.play(found.moves_to(state), {}, "overshoot: legal"), interpreter)
        parts.append(say(data).code)
    assert parts[0] == 3
    assert {0, 3} == set(parts)
    # By the rules: who is to move stands so that more pips were thrown than places are left.
    for state, code in zip(found.ids().tolist()[:60], parts, strict=True):
        turn, *places, pips, _, _ = found.cells(state).tolist()
        beyond = found.kind(state) == "choice" and places[turn] + pips > 5
        assert code == (0 if beyond else 3)


# ------------------------------------------------------------------------------- files, independence

BAD: dict[str, tuple[Callable[[Data], Any], str]] = {
    "list": (lambda data: [data], "is no JSON object; name a play or a certificate"),
    "format": (
        lambda data: data | {"format": "queensbench certificate 2"},
        'is neither a play nor a certificate; its format is "queensbench play 1" or "queensbench certificate 1"',
    ),
    "states": (lambda data: data | {"states": "176"}, "its states is not a whole number; make the file anew"),
    "true": (lambda data: data | {"states": True}, "its states is not a whole number; make the file anew"),
    "ends": (lambda data: data | {"ends": []}, "its ends is not an object; make the file anew"),
    "digest": (lambda data: data | {"digest": None}, "its digest is not text; make the file anew"),
    "reading": (
        lambda data: data | {"readings": {"overshoot": 1}},
        "its reading overshoot cannot be read; make the file anew",
    ),
    "parameter": (
        lambda data: data | {"parameters": {"n": True}},
        "its parameter n cannot be read; make the file anew",
    ),
    "more": (lambda data: data | {"time": 1}, "says time, which nothing confirms; make the file anew"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_none_is_one_line(
    name: str, tmp_path: Path, certificate: Data, capsys: pytest.CaptureFixture[str]
) -> None:
    change, message = BAD[name]
    file = tmp_path / "file.json"
    file.write_text(json.dumps(change(certificate)), encoding="utf-8")
    assert main(["check", str(file)]) == 2
    assert capsys.readouterr().err == f"queensbench: {file}: {message}\n"


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file.json"
    assert main(["check", str(file)]) == 2
    file.write_text("{")
    assert main(["check", str(file)]) == 2
    file.write_bytes(b"\xff\xfe{}")
    assert main(["check", str(file)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"queensbench: {file}: cannot be read: no such file or directory; name a play or a certificate",
        f"queensbench: {file}: is no JSON; name a play or a certificate",
        f"queensbench: {file}: is no JSON; name a play or a certificate",
    ]


def test_the_command_and_the_file_alone(
    tmp_path: Path, certificate: Data, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(certificate), encoding="utf-8")
    bad.write_text(json.dumps(changed(certificate, ("transitions",))), encoding="utf-8")
    assert main(["check", str(good), str(bad), "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)["files"]
    assert [(row["code"], row["otherwise"]) for row in rows] == [
        (0, []),
        (1, ["transitions: 352, and not 353"]),
    ]
    assert checker.main([str(good)]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        f"{good}: certificate of reference/race full: confirmed",
        "  exhausted: 176 states and 352 transitions, all of them the same",
    ]


def test_without_a_file_nothing_is_confirmed(capsys: pytest.CaptureFixture[str]) -> None:
    assert checker.main([]) == 2
    assert capsys.readouterr() == ("", "queensbench: nothing to check; name plays or certificates\n")


def test_the_checker_is_small_and_stands_alone() -> None:
    """Under 500 lines, and nothing of engines, native code, the prover, or what writes its files is loaded."""
    assert len(Path(checker.__file__).read_text(encoding="utf-8").splitlines()) < 500
    code = "import sys, queensbench.evidence.checker; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    barred = (
        "queensbench.engines",
        "queensbench.evidence.",
        "queensbench.readers.native",
        "queensbench.readers.symbolic",
    )
    assert [name for name in loaded if name.startswith(barred)] == ["queensbench.evidence.checker"]
    assert not {"numpy", "z3", "llvmlite"} & set(loaded)


def nodes(data: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """The places of everything in a file."""
    if path:
        yield path
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from nodes(value, *path, key)


@pytest.mark.parametrize("value", [None, [], {}, "x", -1, 10**30, True, [[{}]]], ids=str)
def test_whatever_stands_in_a_file_is_told_or_refused(
    value: Any, tmp_path: Path, play: Data, certificate: Data
) -> None:
    """Each part of a play, and of a certificate of a box too large to walk, replaced: never anything but a line."""
    file = tmp_path / "file.json"
    told = []
    for data in (play, certificate):
        for path in nodes(data):
            copy = deepcopy(data)
            at(copy, path[:-1])[path[-1]] = value
            file.write_text(json.dumps(copy), encoding="utf-8")
            try:
                checker.check(file, most=1)
            except BadInput as fault:
                told.append(str(fault))
    assert all(line.startswith(str(file)) and "\n" not in line for line in told)
    assert len(told) > 20
