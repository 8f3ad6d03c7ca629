"""The command ``step``: a game by lines of JSON, held against its schema, with every fault an answer."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queensbench.api.game import load
from queensbench.surfaces.stepping import exchange
from queensbench.surfaces.stepping.exchange import Exchange
from queensbench.surfaces.stepping.schema import RESULTS, VERBS, schema, text
from tests.processes import ROOT
from tests.surfaces.projects import Done, environment, run
from tests.surfaces.schemata import faults

GUIDE = ROOT / "docs" / "guide"
WHOLE = schema()
PATIENCE = 120


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("step")
    assert run(folder, "new", "race").code == 0
    return folder / "race"


class Stepping:
    """The command at work in a folder: a line is sent, and its answer read at once."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "queensbench", "step", *arguments],
            cwd=folder,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.hello = self.read()

    def read(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, line: Any) -> Any:
        assert self.process.stdin is not None
        sent = line if isinstance(line, bytes) else json.dumps(line).encode()
        self.process.stdin.write(sent + b"\n")
        self.process.stdin.flush()
        return self.read()

    def end(self) -> tuple[int, bytes, bytes]:
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@pytest.fixture(scope="module")
def short(race: Path) -> Iterator[Stepping]:
    stepping = Stepping(race, "snail-race", "-i", "short")
    yield stepping
    assert stepping.end() == (0, b"", b"")


def valid(value: Any, name: str) -> bool:
    """Whether a line is what the schema says; an answer has the keys of its verb."""
    return not list(faults(value, {"$ref": f"#/$defs/{name}"}, WHOLE))


@pytest.fixture
def ask(short: Stepping) -> Any:
    """A question from the start of the game, whose answer is held against the schema, as is the question itself."""
    assert short.ask({"start": True})["ok"]

    def asked(request: Any) -> Any:
        answer = short.ask(request)
        assert list(faults(answer, {"$ref": "#/$defs/answer"}, WHOLE)) == []
        if answer["ok"]:
            assert valid(request, "request"), request
        return answer

    return asked


def refused(answer: Any) -> tuple[str, str, str, str]:
    assert answer["ok"] is False
    error = answer["error"]
    return error["kind"], error["what"], re.sub(r"^line \d+", "line N", error["where"]), error["remedy"]


def test_the_documented_schema_is_the_printed_one(race: Path) -> None:
    printed = run(race, "step", "--schema")
    assert printed == Done(0, text(), "")
    assert (GUIDE / "step.schema.json").read_text("utf-8") == printed.out


def test_the_schema_and_the_exchange_know_the_same_requests() -> None:
    assert list(VERBS) == list(exchange.VERBS)
    beside = {key: tuple(verb for verb, row in VERBS.items() if key in row[2]) for key in exchange.BESIDE}
    assert beside == dict(exchange.BESIDE)
    changing = {"do", "undo", "start", "set", "fork", "load"}
    assert set(RESULTS) == set(VERBS) - changing | {"now"}


def test_the_page_is_a_conversation_that_takes_place(ask: Any) -> None:
    page = (GUIDE / "stepping.md").read_text("utf-8")
    [block] = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    lines = [(line[0], json.loads(line[2:])) for line in block.splitlines()]
    asked, answered = lines[::2], lines[1::2]
    assert ({sign for sign, _ in asked}, {sign for sign, _ in answered}) == ({">"}, {"<"})
    assert [json.dumps(ask(request)) for _, request in asked] == [json.dumps(one) for _, one in answered]
    keys = re.findall(r"^\| (`\w+`.*?) \|", page, re.MULTILINE)
    assert {key for row in keys for key in re.findall(r"`(\w+)`", row)} == set(VERBS)


def test_the_first_line_says_what_can_be_done(short: Stepping) -> None:
    assert list(faults(short.hello, {"$ref": "#/$defs/hello"}, WHOLE)) == []
    assert {key: short.hello[key] for key in ("protocol", "mode", "instance", "readings", "players")} == {
        "protocol": 1,
        "mode": "snail-race/race",
        "instance": "short",
        "readings": {"past_the_end": "stops"},
        "players": ["GREEN", "BROWN"],
    }
    assert short.hello["moves"] == [
        {"move": "creep", "chance": False, "args": []},
        {"move": "rest", "chance": False, "args": []},
        {"move": "roll", "chance": True, "args": [{"name": "pips", "lo": 1, "hi": 2}]},
    ]
    snail = {"values": ["GREEN", "BROWN"]}
    assert short.hello["fields"][:3] == [
        {"name": "turn", "index": [], "value": snail, "limit": None},
        {"name": "at", "index": [snail], "value": {"lo": 0, "hi": 3}, "limit": None},
        {"name": "rolled", "index": [], "value": {"values": [False, True]}, "limit": None},
    ]


def test_readings_are_those_of_the_options(race: Path) -> None:
    stepping = Stepping(race, "snail-race/race", "-i", "short", "-r", "past-the-end=rests")
    assert stepping.hello["readings"] == {"past_the_end": "rests"}
    stepping.ask({"set": {"at": [["GREEN", 2]], "rolled": True, "pips": 2}})
    assert stepping.ask({"moves": True})["moves"] == [{"move": "rest", "args": {}}]
    assert stepping.end() == (0, b"", b"")


def test_a_play_is_undone_forked_stored_and_loaded(ask: Any, race: Path) -> None:
    ask({"do": "roll", "args": {"pips": 2}})
    first = ask({"position": True})["position"]
    fork = ask({"fork": True})
    assert (fork["play"] > 0, fork["steps"]) == (True, 1)
    assert ask({"do": "creep", "play": fork["play"]})["steps"] == 2
    assert ask({"position": True})["position"] == first
    assert ask({"undo": 2, "play": fork["play"]})["steps"] == 0
    assert ask({"drop": True, "play": fork["play"]}) == {"ok": True, "dropped": fork["play"]}
    assert ask({"save": "kept/one.itf.json", "why": "to see it"}) == {
        "ok": True,
        "saved": "kept/one.itf.json",
    }
    kept = json.loads((race / "kept/one.itf.json").read_text("utf-8"))
    assert (kept["#meta"]["description"], len(kept["states"])) == ("to see it", 2)
    assert ask({"start": True})["steps"] == 0
    assert ask({"load": "kept/one.itf.json"})["steps"] == 1
    assert ask({"position": True})["position"] == first


def test_what_is_wrong_is_an_answer_with_a_remedy_and_changes_nothing(ask: Any) -> None:
    ask({"do": "roll", "args": {"pips": 2}})
    before = ask({"position": True})
    verbs = ", ".join(VERBS)
    one = "send one object in one line"
    answers: list[tuple[Any, str, str, str]] = [
        (b"moves", "the line is no JSON: expecting value", "line N: column 1", one),
        (b'{"moves": true', "the line is no JSON: expecting ',' delimiter", "line N: column 15", one),
        (b'{"moves": NaN}', "the line is no JSON that can be read", "line N", one),
        (b"[" * 100_000, "the line is no JSON that can be read", "line N", one),
        (b"\xff", "the line is no UTF-8", "line N", "send UTF-8"),
        ([1], "the request is no object", "line N", 'send one, such as {"moves": true}'),
        ({}, "the request names no verb", "line N", f"name one of {verbs}"),
        ({"mvoes": True}, 'no request has the key "mvoes"', "line N", "use moves"),
        ({"moves": True, "state": True}, "the request names 2 verbs, moves and state", "line N", f"name one of {verbs}"),
        ({"moves": 1}, "moves takes no value", "line N: moves", 'write {"moves": true}'),
        ({"moves": True, "args": {}}, "moves takes no args", "line N: args", "leave it out"),
        ({"moves": True, "id": [1]}, "[1] is no id", "line N: id", "give a text or a whole number"),
        ({"moves": True, "play": 99}, "there is no play 99", "line N: play", "name one of 0"),
        ({"moves": True, "play": True}, "there is no play true", "line N: play", "name one of 0"),
        ({"do": 3}, "3 is no move", "line N: do", 'give its name and "args", or an object of `moves`'),
        ({"do": "crep"}, "no move is called crep", "line N", "did you mean creep?"),
        ({"do": "creep", "args": {"pips": 1}}, "creep takes no arguments, not pips", "line N", "name each argument once"),
        ({"do": "roll", "args": [1]}, "the arguments are no object", "line N: args", 'give them by name: {"name": value}'),
        (
            {"do": "roll", "args": {"pips": 1.5}},
            "pips = 1.5 is no argument",
            "line N: args",
            "give a name, a whole number or a truth value",
        ),
        ({"do": "roll", "args": {"pips": 3}}, "pips of roll = 3 is outside Roll (1 to 2)", "line N", "give one of these"),
        ({"do": "roll", "args": {"pips": True}}, "pips of roll = True is outside Roll (1 to 2)", "line N", "give one of these"),
        ({"undo": 2}, "2 moves cannot be taken back", "line N", "the play has 1"),
        ({"undo": -1}, "-1 is no number of steps", "line N: undo", "give a whole number from 0"),
        ({"view": "RED"}, "'RED' is no player", "line N", "choose of GREEN, BROWN"),
        ({"view": "GREEN", "partners": "x"}, "the partners are no list of names", "line N: partners", "give a list"),
        ({"drop": True}, "play 0 stays", "line N: drop", "name a play that was forked"),
        ({"set": [1]}, "the fields are no object", "line N: set", 'give {"field": value}'),
        ({"set": {"self": 1}}, "no field is called self", "line N: set", "use one of at, pips, rolled, turn"),
        ({"set": {"pips": 3}}, "pips = 3 is outside Roll (1 to 2)", "line N", "give one of these"),
        ({"set": {"at": {}}}, "at is a table", "line N: set", "give pairs of a key and a value, as `state` does"),
        ({"set": {"at": [["RED", 1]]}}, 'at has no cell "RED"', "line N: set", "give a key as `state` does"),
        ({"set": {"at": [[["GREEN"], 1]]}}, 'at has no cell ["GREEN"]', "line N: set", "give a key as `state` does"),
        ({"save": ""}, '"" is no name', "line N: save", "give a text"),
        ({"save": "model"}, "cannot be written: is a directory", "line N: model", "free space or choose another"),
        ({"load": "nowhere"}, "cannot be read: no such file or directory", "line N: nowhere", "name a play in ITF"),
    ]  # fmt: skip
    for request, what, where, remedy in answers:
        assert refused(ask(request)) == ("bad-input", what, where, remedy)
    assert ask({"position": True}) == before


def test_a_move_that_the_rules_refuse_names_its_clauses(ask: Any) -> None:
    answer = ask({"do": {"move": "creep", "args": {}}, "id": 12})
    assert answer == {
        "id": 12,
        "ok": False,
        "error": {
            "kind": "refused",
            "what": "refused by `require(s.rolled)`",
            "where": "snail_race.py:87",
            "remedy": "choose of `moves` or `outcomes`",
            "clauses": ["turn.creep"],
        },
    }


def test_a_play_that_was_set_is_not_stored(ask: Any) -> None:
    ask({"set": {"pips": 2}})
    assert refused(ask({"save": "x.itf.json"})) == (
        "bad-input",
        "a play that begins at a position that was set cannot be stored",
        "line N: save",
        'begin the play by {"start": true}',
    )


def test_a_request_that_the_schema_refuses_is_refused() -> None:
    session = load("queue4/standard").session("six")
    talk = Exchange(session)
    requests: list[Any] = [
        {"moves": False}, {"moves": None}, {"undo": 1.0}, {"undo": True}, {"fork": 0}, {"view": None}, {"do": None},
        {"do": ""}, {"do": {}}, {"do": {"move": 1}}, {"do": "stop", "args": {"x": None}}, {"why_not": []},
        {"save": 1}, {"save": "x", "why": 1}, {"load": True}, {"set": None}, {"state": True, "id": None},
        {"state": True, "play": -1}, {"state": True, "play": "0"}, {"state": True, "more": 1}, {"set": {}, "args": {}},
    ]  # fmt: skip
    for request in requests:
        assert not valid(request, "request"), request
        answer = talk.answer(json.dumps(request).encode(), 1)
        assert (answer["ok"], valid(answer, "answer")) == (False, True), request


@pytest.mark.parametrize("path", ["queue4/standard", "queen-is-dead/standard"])
def test_random_plays_of_real_rulebooks_keep_to_the_schema(path: str) -> None:
    import random

    session = load(path).session()
    talk, chance = Exchange(session), random.Random(5)

    def ask(request: Any) -> Any:
        assert valid(request, "request"), request
        answer = talk.answer(json.dumps(request).encode(), 1)
        assert list(faults(answer, {"$ref": "#/$defs/answer"}, WHOLE)) == []
        assert answer["ok"], answer
        return answer

    assert list(faults(json.loads(json.dumps(talk.hello())), {"$ref": "#/$defs/hello"}, WHOLE)) == []
    for _ in range(40):
        position = ask({"position": True})["position"]
        for player in talk.hello()["players"]:
            seen = ask({"view": player})["view"]
            assert seen.keys() == position["state"].keys()
        assert ask({"deciders": True})["deciders"] == position["deciders"]
        possible = position["moves"] + position["outcomes"]
        if not possible:
            break
        fork = ask({"fork": True})["play"]
        ask({"set": position["state"], "play": fork})
        assert ask({"position": True, "play": fork})["position"] == position
        ask({"drop": True, "play": fork})
        move = chance.choice(possible)
        assert ask({"why_not": move})["why_not"] is None
        ask({"do": move})


def test_a_fault_of_the_toolkit_is_an_answer_too_and_the_exit_code_says_so(race: Path) -> None:
    broken = """
import sys
from queensbench.api.position import Position
from queensbench.surfaces.command.app import main

def moves(self):
    raise ZeroDivisionError("nobody")

Position.moves = moves
sys.exit(main(sys.argv[1:]))
"""
    done = subprocess.run(
        [sys.executable, "-c", broken, "step", "snail-race", "-i", "short"],
        cwd=race, env=environment(), input=b'{"moves": true}\n{"deciders": true}', capture_output=True, check=False,
    )  # fmt: skip
    _, first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert first["error"]["kind"] == "internal-error"
    assert re.match(
        r"internal error: ZeroDivisionError: nobody \(.*\); this is a fault of Queensbench, and no verdict: send ",
        first["error"]["what"],
    )
    assert valid(first, "answer")
    assert (second, done.returncode, done.stderr) == ({"ok": True, "deciders": []}, 4, b"")


def test_rules_that_leave_a_range_are_an_answer(tmp_path: Path) -> None:
    from tests.surfaces.projects import FAULTS, write

    write(tmp_path, {"pyproject.toml": "[tool.queensbench]\n", "model/value.py": FAULTS["value"]})
    stepping = Stepping(tmp_path, "value")
    for steps in (1, 2, 3):
        assert stepping.ask({"do": "up"})["steps"] == steps
    answer = stepping.ask({"do": "up"})
    assert (answer["error"]["kind"], valid(answer, "answer")) == ("model-error", True)
    assert "at gets a number outside 0 to 3" in answer["error"]["what"]
    assert stepping.ask({"state": True}) == {"ok": True, "state": {"at": 3}}
    assert stepping.end()[0] == 0


@pytest.mark.parametrize("name", ["no\0name", "no\ud800name"])
def test_a_file_that_no_system_can_name_is_an_answer(ask: Any, name: str) -> None:
    ask({"start": True})
    error = ask({"save": name})["error"]
    assert (error["kind"], error["what"], error["remedy"]) == (
        "bad-input",
        "is no name of a file",
        "choose another",
    )
    assert error["where"].partition(": ")[2] == repr(name)


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the output")
def test_without_an_output_it_ends_as_where_nobody_reads_it(race: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {shlex.quote(sys.executable)} -m queensbench step snail-race >&-"],
        cwd=race,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (141, "")


def test_lines_that_are_empty_or_too_long(race: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = b'{"do": "' + b"x" * exchange.LONGEST + b'"}'
    done = subprocess.run(
        [sys.executable, "-m", "queensbench", "step", "snail-race", "-i", "short"],
        cwd=race, env=environment(), input=b"\n  \n" + long + b'\n{"deciders": true}\n', capture_output=True, check=False,
    )  # fmt: skip
    _, first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert (first["error"]["what"], first["error"]["where"]) == (
        "the request has more than 16,000,000 bytes",
        "line 3",
    )
    assert (second, done.returncode, done.stderr) == ({"ok": True, "deciders": []}, 0, b"")


def test_ctrl_c_and_a_closed_pipe_end_it(race: Path) -> None:
    stepping = Stepping(race, "snail-race", "-i", "short")
    assert stepping.ask({"deciders": True})["ok"]
    stepping.process.send_signal(signal.SIGINT)
    assert stepping.process.wait(PATIENCE) == 130
    assert stepping.end() == (130, b"", b"")
    stepping = Stepping(race, "snail-race", "-i", "short")
    assert stepping.process.stdin is not None
    assert stepping.process.stdout is not None
    stepping.process.stdout.close()
    stepping.process.stdin.write(b'{"deciders": true}\n')
    stepping.process.stdin.close()
    assert stepping.process.wait(PATIENCE) == 141
    assert stepping.process.stderr is not None
    with stepping.process.stderr as errors:
        assert errors.read() == b""


def test_bad_input_before_the_first_line_is_one_line(race: Path) -> None:
    assert run(race, "step") == Done(
        2, "", "queensbench: no mode is named; write `queensbench step RULESET/MODE`\n"
    )
    assert run(race, "step", "snail-race", "-i", "long").err.startswith("queensbench: ")
    assert run(race, "step", "snail-race", "-r", "past-the-end").code == 2
