"""The ready adapters in Python and JavaScript, and skeletons of them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.conformance import adapters, protocol, schema
from queensbench.conformance.engine import EngineFault
from queensbench.conformance.processes import Program
from queensbench.conformance.python_host import InProcess, load
from queensbench.conformance.skeleton import LANGUAGES, create
from queensbench.conformance.vocabulary import Vocabulary
from queensbench.errors import BadInput
from tests.surfaces.projects import ROOT, run, write
from tests.surfaces.schemata import faults

READY = Path(adapters.__file__).parent
NODE = shutil.which("node")
WHOLE = schema.schema()

PYTHON = '''
from adapter import serve


class Counter:
    """It counts; `boom` is an error of its own."""

    name = "counter"
    version = "2.1"

    def reset(self, seats):
        self.seats, self.n = seats, 0
        print("a new game")

    def do(self, moves):
        if moves[0]["move"] != "up":
            raise KeyError(moves[0]["move"])
        if self.n > 2:
            return {"refused": "full"}
        self.n += moves[0]["args"]["k"]

    def chance(self, outcome):
        return {"drew": None} if outcome is None else {}

    def state(self, **request):
        return {"state": {"n": self.n, "asked": sorted(request), "seats": self.seats, "café": "☕"}}

    def result(self):
        return {"over": self.n > 2, "winners": [], "scores": {"ANN": self.n}}


if __name__ == "__main__":
    serve(Counter())
'''
JAVASCRIPT = """
import { serve } from "./adapter.mjs";

class Counter {
  name = "counter";
  version = "2.1";
  reset({ seats }) { this.seats = seats; this.n = 0; console.log("a new game"); }
  async do({ moves }) {
    if (moves[0].move !== "up") throw new RangeError(moves[0].move);
    if (this.n > 2) return { refused: "full" };
    this.n += moves[0].args.k;
  }
  chance({ outcome }) { return outcome === null ? { drew: null } : {}; }
  state(request) {
    return { state: { n: this.n, asked: Object.keys(request), seats: this.seats, "café": "☕" } };
  }
  result() { return { over: this.n > 2, winners: [], scores: { ANN: this.n } }; }
}
serve(new Counter());
"""
ENGINES = {"python": (sys.executable, "engine.py", PYTHON), "javascript": (NODE, "engine.mjs", JAVASCRIPT)}


def engine_in(folder: Path, language: str) -> list[str]:
    """The command of an engine of that language, written with its adapter into a folder."""
    program, name, text = ENGINES[language]
    if program is None:
        pytest.skip("Node is not installed: engines in JavaScript are not tested")
    shutil.copy(READY / LANGUAGES[language][0], folder)
    (folder / name).write_text(text, encoding="utf-8")
    return [program, str(folder / name)]


def valid(value: Any, name: str) -> bool:
    return list(faults(value, {"$ref": f"#/$defs/{name}"}, WHOLE)) == []


@pytest.mark.parametrize("language", ENGINES)
def test_a_ready_adapter_answers(language: str, tmp_path: Path) -> None:
    command = engine_in(tmp_path, language)
    with Program(command, "counter/count", seconds=120, starting=120) as engine:
        assert (engine.name, engine.version, engine.can) == (
            "counter",
            "2.1",
            frozenset({"chance", "state", "result"}),
        )
        box = {"name": "full", "parameters": {}}
        assert engine.ask("reset", instance=box, seats=["ANN"], seed=1) == {}
        assert engine.ask("do", moves=[{"seat": "ANN", "move": "up", "args": {"k": 3}}]) == {}
        assert engine.ask("state", seat=None) == {
            "state": {"n": 3, "asked": ["seat"], "seats": ["ANN"], "café": "☕"}
        }
        assert engine.ask("do", moves=[{"seat": "ANN", "move": "up", "args": {"k": 3}}]) == {
            "refused": "full"
        }
        assert engine.ask("chance", outcome=None) == {"drew": None}
        assert engine.ask("chance", outcome={"move": "x", "args": {}}) == {}
        assert engine.ask("result") == {"over": True, "winners": [], "scores": {"ANN": 3}}
        assert engine.said() == "a new game"  # what it prints does not come between
        with pytest.raises(EngineFault) as raised:
            engine.ask("do", moves=[{"seat": "ANN", "move": "boom", "args": {}}])
    why = "KeyError: 'boom'" if language == "python" else "RangeError: boom"
    assert f"answered {json.dumps({'error': why})}: it reports an error" in str(raised.value)
    assert raised.value.answered == {"error": why}


@pytest.mark.parametrize("language", ENGINES)
def test_the_lines_of_an_adapter_are_those_of_the_schema(language: str, tmp_path: Path) -> None:
    requests: list[dict[str, Any]] = [
        {"ask": "hello", "protocol": 1, "mode": "counter/count"},
        {"ask": "reset", "instance": {"name": "full", "parameters": {"top": 3}}, "seats": ["ANN"], "seed": 1},
        {"ask": "do", "moves": [{"seat": "ANN", "move": "up", "args": {"k": 1}}]},
        {"ask": "state", "seat": None},
        {"ask": "result"},
        {"ask": "moves"},
        {"ask": "quit"},
    ]
    lines = [protocol.line(number, **_split(one)) for number, one in enumerate(requests)]
    done = subprocess.run(
        engine_in(tmp_path, language), input=b"".join(lines), capture_output=True, check=True, timeout=120
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in answers] == list(range(len(requests)))
    for line, request, answer in zip(lines, requests, answers, strict=True):
        assert valid(json.loads(line), "request")
        assert valid(answer, f"answer to {request['ask']}")
    assert answers[-2] == {"id": 5, "error": "Counter has no method moves"}


def _split(request: dict[str, Any]) -> dict[str, Any]:
    return {"ask": request["ask"], "request": {key: one for key, one in request.items() if key != "ask"}}


def test_the_documented_schema_is_the_one_of_the_table() -> None:
    assert (ROOT / "docs/guide/engine.schema.json").read_text("utf-8") == schema.text()
    names = {name.removeprefix("answer to ") for name in WHOLE["$defs"] if name.startswith("answer to ")}
    assert names == set(protocol.ASKS)
    assert len(schema.KINDS) == len({id(one) for one in schema.KINDS.values()}) == 13


WRONG = [
    ("hello", {"name": "x", "version": 1, "protocol": 1, "can": ["state"]}),
    ("moves", {"moves": [{"move": "up", "arg": {}}]}),
    ("moves", {"moves": {"move": "up"}}),
    ("do", {"refused": True}),
    ("do", {"drew": [None]}),
    ("chance", {"drew": "six"}),
    ("result", {"over": 1}),
    ("result", {"scores": {"ANN": 1.5}}),
    ("result", {"winner": ["ANN"]}),
    ("to_move", {"to_move": "ANN"}),
    ("undo", {"undone": True}),
    ("reset", {"unsupported": None}),
    ("snapshot", {}),
]


@pytest.mark.parametrize(("ask", "answer"), WRONG)
def test_the_check_and_the_schema_refuse_the_same(ask: str, answer: dict[str, Any]) -> None:
    assert not valid({"id": 1, **answer}, f"answer to {ask}")
    with pytest.raises(protocol.Malformed):
        protocol.check(ask, answer)


def test_the_adapters_are_short_and_need_nothing_else() -> None:
    texts = {name: (READY / name).read_text("utf-8") for name in ("adapter.py", "adapter.mjs")}
    assert {name: text.count("\n") < 100 for name, text in texts.items()} == dict.fromkeys(texts, True)
    assert "queensbench" not in texts["adapter.py"].split('"""')[2]
    assert texts["adapter.mjs"].count("import ") == 1
    assert 'import process from "node:process";' in texts["adapter.mjs"]
    for text in texts.values():
        assert f"PROTOCOL = {protocol.PROTOCOL}" in text
        assert all(f'"{name}"' in text for name in protocol.OPTIONAL)


# ------------------------------------------------------------------------------------------ skeletons


def words() -> Vocabulary:
    return Vocabulary.of(qb.load("queue4/standard").session("six"))


def test_a_skeleton_greets_and_says_what_is_not_filled_in(tmp_path: Path) -> None:
    for language, program in (("python", sys.executable), ("javascript", NODE)):
        made = create(words(), tmp_path / language, language)
        if program is None:
            continue
        with Program([program, str(made[1])], "queue4/standard", seconds=120, starting=120) as engine:
            assert (engine.name, engine.version) == ("my engine", "0")
            assert engine.can == {"to_move", "moves", "chance", "state", "result"}
            with pytest.raises(EngineFault) as raised:
                engine.ask("reset", instance={"name": "six", "parameters": {}}, seats=["PLAYER"], seed=1)
        name = {"python": "engine.py", "javascript": "engine.mjs"}[language]
        kind = {"python": "NotImplementedError", "javascript": "Error"}[language]
        assert raised.value.answered == {"error": f"{kind}: {name}: fill in reset"}


def test_a_skeleton_names_every_move_argument_and_field(tmp_path: Path) -> None:
    known = words()
    for language in LANGUAGES:
        folder = tmp_path / language
        text = create(known, folder, language)[1].read_text("utf-8")
        assert {name for name in known.moves if f"do_{name}(" in text} == set(known.moves)
        assert {name for name in known.fields if f"state: {name}" in text} == set(known.fields)
        assert "args.card: 1 to 3" in text or "# card: 1 to 3" in text
        mapping = (folder / "mapping.toml").read_text("utf-8")
        assert all(f'# {name} = "{name}"' in mapping for name in (*known.moves, *known.fields, "FIRST"))


def test_each_unfilled_part_of_a_skeleton_fails_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = words()
    create(known, tmp_path / "skeleton", "python")
    monkeypatch.syspath_prepend(str(tmp_path / "skeleton"))
    found: Any = load("engine:Engine", tmp_path / "skeleton")
    monkeypatch.delitem(sys.modules, "engine")
    monkeypatch.delitem(sys.modules, "adapter")
    told = []
    for name, args in known.moves.items():
        move = {"move": name, "args": dict.fromkeys(args)}
        ask: str = "do"
        request: dict[str, Any] = {"moves": [{"seat": "PLAYER", **move}]}
        if name in known.chance:
            ask, request = "chance", {"outcome": move}
        with InProcess(found, "queue4/standard") as engine, pytest.raises(EngineFault) as raised:
            engine.ask(ask, **request)
        told.append(str(raised.value))
    assert len(told) == 10
    for name, text in zip(known.moves, told, strict=True):
        assert f"it raised NotImplementedError: engine.py: fill in do_{name} (engine.py:" in text


def test_the_command_writes_a_skeleton(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    done = run(folder, "new-adapter", "race", "--out", "mine", "--language", "javascript")
    assert (done.code, done.out, done.err) == (
        0,
        "mine/adapter.mjs\nmine/engine.mjs\nmine/mapping.toml\n",
        "",
    )
    again = run(folder, "new-adapter", "race", "--out", "mine")
    assert (again.code, again.err) == (2, "queensbench: mine: the folder is not empty; name a new folder\n")
    other = run(folder, "new-adapter", "race", "--out", "other", "--language", "rust")
    assert (other.code, other.err) == (
        2,
        "queensbench: --language: there is no adapter in rust; use one of javascript, python\n",
    )
    assert not (folder / "other").exists()


def test_a_language_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as raised:
        create(words(), tmp_path / "x", "pyton")
    assert str(raised.value) == "--language: there is no adapter in pyton; use python"
