"""What would steer a terminal is shown, wherever it comes from; in JSON it is the same value."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from queensbench.errors import in_json, visible
from tests.processes import on_a_terminal
from tests.surfaces.projects import FILES, HEAD, run, write

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eevil\u2066\x00\x7f\u2028\r"
SHOWN = r"\x1b]0;owned\x07\x1b[2J\x9b31m\u202eevil\u2066\x00\x7f\u2028\r"
STEERS = [one for one in EVIL if not one.isalnum() and one not in "[];"]

EVILLY = (
    f'"""Evil: {EVIL.encode("unicode_escape").decode()}."""\n'
    + HEAD
    + """
class Tie(Reading):
    REST = "rest SHOWN_HERE"
    STAY = "stay"


class Asked(Rulings):
    tie: Tie = ruling(Tie.REST, question="What SHOWN_HERE?", clauses=("move.go",), hole="silent", why="why SHOWN_HERE")


r = Asked()


class State(Record):
    at: Annotated[int, Range(0, 3)]


@initial()
def begin(s: State) -> None:
    s.at = 0


@action("go")
def go(s: State) -> None:
    require(s.at < 3 or r.tie == Tie.STAY)
    s.at = min(s.at + 1, 3)


@over()
def ended(s: State) -> bool:
    return s.at == 3


@always("low", holds("because SHOWN_HERE"))
def low(s: State) -> bool:
    return s.at < 4


mode = Mode("only", state=State, rulings=r)
"""
).replace("SHOWN_HERE", EVIL.encode("unicode_escape").decode())


def harmless(text: str) -> bool:
    return not [one for one in STEERS if one in text]


def test_it_is_shown_as_python_writes_it() -> None:
    assert visible(EVIL) == SHOWN
    assert visible("\ud800\udcff \U000e0041") == r"\ud800\udcff \U000e0041"
    plain = "Ä 女王 👩‍👧 שלום\tقَ\u200cب\nnext"
    assert visible(plain) == plain


def test_in_json_the_value_is_the_same() -> None:
    for ascii_only in (True, False):
        text = in_json(json.dumps({EVIL: EVIL + "\U000e0041"}, ensure_ascii=ascii_only, indent=2))
        assert json.loads(text) == {EVIL: EVIL + "\U000e0041"}
        assert harmless(text)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("evil"), {**FILES, "model/evil.py": EVILLY})


@pytest.mark.parametrize(
    "command",
    [
        ("audit", "evil", "--proofs"),
        ("rulings", "evil"),
        ("clauses", "evil"),
        ("explore", "evil"),
        ("audit", "evil", "--json"),
        ("rulings", "evil", "--json"),
        ("explore", f"evil{EVIL[:5]}"),
        ("replay", f"{EVIL[1:9]}.itf.json"),
        ("search", "evil", f"s.at == '{EVIL[:9]}'"),
        ("audit", "evil", f"--{EVIL[1:9]}"),
        (EVIL[1:9],),
        ("new", EVIL[1:9]),
    ],
)
def test_no_command_prints_it(project: Path, command: tuple[str, ...]) -> None:
    arguments = [one.replace("\0", "") for one in command]
    done = run(project, *arguments)
    assert harmless(done.out), done.out
    assert harmless(done.err), done.err
    assert "Traceback" not in done.err
    if "--json" in command:
        assert any(EVIL[:-2] in text for text in texts(done.json))


def texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for one in value.values() for text in texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in texts(one)]
    return [value] if isinstance(value, str) else []


def test_the_text_of_a_play_is_shown(project: Path, tmp_path: Path) -> None:
    play = tmp_path / "play.itf.json"
    assert run(project, "search", "evil", "s.at == 2", "--save", str(play)).code == 0
    whole = json.loads(play.read_text())
    data = dict(whole)
    data["#meta"] = {key: _evil(value) for key, value in data["#meta"].items()}
    found = []
    for key in data["#meta"]:
        one = {**whole["#meta"], key: data["#meta"][key]}
        play.write_text(json.dumps({**data, "#meta": one}))
        done = run(project, "replay", str(play))
        assert "Traceback" not in done.err
        assert harmless(done.out + done.err), (key, done)
        found.append(r"\x1b]0;owned" in done.out + done.err)
    assert any(found)


def _evil(value: object) -> object:
    return f"{value}{EVIL}" if isinstance(value, str) else value


@pytest.mark.skipif(os.name != "posix", reason="of a terminal")
def test_neither_does_progress_on_a_terminal(project: Path) -> None:
    condition = f"s.at == {len(EVIL)} or '\x9b\u202e' == '\u2066'"
    done, seen = on_a_terminal(project, "search", "evil", condition)
    assert not [one for one in "\x9b\u202e\u2066" if one in seen + done.stdout]
