"""Plays: stored by the audit and by play, replayed, and what is said of a file that is none or was changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.projects import ROOT, Done, once, run, run_all

Change = Callable[[dict[str, Any]], Any]


STORING = [
    ["audit", "race", "counter", "--games", "200", "-i", "short", "-i", "small", "--plays", "plays"],
    [
        "play",
        "race",
        "-i",
        "short",
        "--games",
        "5",
        "--save",
        "deep/game.json",
        "--show",
        "3",
        "-r",
        "tie=red",
    ],
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the plays of an audit in plays/ and one game in deep/game.json."""
    folder, done = once(tmp_path_factory, "plays", STORING)
    assert [(d.code, d.err) for d in done] == [(0, ""), (0, "")]
    return folder


def stored(project: Path, name: str = "plays/race/race-two-winners-short.itf.json") -> dict[str, Any]:
    data: dict[str, Any] = json.loads((project / name).read_text(encoding="utf-8"))
    return data


def test_an_audit_stores_every_play(project: Path) -> None:
    assert sorted(path.relative_to(project).as_posix() for path in (project / "plays").rglob("*.json")) == [
        "plays/counter/count-points-small.itf.json",
        "plays/counter/count-stop-at-nought-small.itf.json",
        "plays/counter/count-top-small.itf.json",
        "plays/counter/count-two-small.itf.json",
        "plays/race/race-tie-short.itf.json",
        "plays/race/race-two-winners-short.itf.json",
    ]
    assert not [path for path in project.rglob(".*") if path.name.startswith(".race")]


def test_a_stored_play_is_itf(project: Path) -> None:
    data = stored(project, "plays/counter/count-two-small.itf.json")
    assert data == {
        "#meta": {
            "format": "queensbench play 1",
            "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
            "ruleset": "counter",
            "mode": "count",
            "instance": "small",
            "readings": {"stop_at_nought": "EARLY", "never_asked": "STAYS"},
            "parameters": {},
            "description": "two: holds",
        },
        "vars": ["at", "done"],
        "states": [
            {"#meta": {"index": 0}, "at": 0, "done": False},
            *(
                {
                    "#meta": {
                        "index": at,
                        "action": "up",
                        "arguments": {},
                        "decider": None,
                        "clauses": ["move.up"],
                        "rulings": [],
                    },
                    "at": at,
                    "done": False,
                }
                for at in (1, 2)
            ),
        ],
    }
    race = stored(project)
    assert race["states"][0]["at"] == {"#map": [["RED", 0], ["BLUE", 0]]}
    assert race["states"][1]["#meta"]["arguments"] == {"k": 2}
    assert race["states"][2]["#meta"]["decider"] == "RED"


def test_others_may_read_a_stored_play(project: Path) -> None:
    assert (project / "deep" / "game.json").stat().st_mode & 0o777 == 0o644


def test_every_stored_play_is_replayed(project: Path) -> None:
    files = sorted(str(path) for path in project.rglob("*.json"))
    done = run_all(project, [["replay", file, "--json"] for file in files])
    assert [(d.code, d.err, d.json["agrees"], d.json["fault"]) for d in done] == [(0, "", True, "")] * 7


def test_a_game_is_shown_and_stored_under_its_reading(project: Path) -> None:
    data = stored(project, "deep/game.json")
    assert data["#meta"]["readings"] == {"tie": "RED"}
    assert data["#meta"]["description"] == "random game 3 of seed 1"


def test_a_replay_shows_each_step_with_its_clauses(project: Path) -> None:
    [done] = run_all(project, [["replay", "plays/counter/count-two-small.itf.json"]])
    assert done == Done(
        0,
        "counter/count small: two: holds\n"
        "0. start\n   at: 0\n   done: False\n"
        "1. up()\n   clauses: move.up\n   at: 1\n   done: False\n"
        "2. up()\n   clauses: move.up\n   at: 2\n   done: False\n"
        "The play goes on from here.\n",
        "",
    )


def change(path: str, value: object) -> Change:
    """A change of the value at a path, as in ``states.1.at``."""

    def made(data: dict[str, Any]) -> None:
        here: Any = data
        *way, last = path.split("/")
        for part in way:
            here = here[int(part)] if isinstance(here, list) else here[part]
        here[last] = value

    return made


ANEW = "record the play anew"
TAMPERED: dict[str, tuple[Change, int, str]] = {
    "a state": (change("states/1/at", 2), 1, "state 1: at is no longer what was stored"),
    "true for 1": (change("states/1/at", True), 1, "state 1: at is no longer what was stored"),
    "a later state": (change("states/2/done", True), 1, "state 2: done is no longer what was stored"),
    "an action": (change("states/2/#meta/action", "stop"), 1, "state 2: at is no longer what was stored"),
    "a reading": (
        lambda d: (
            change("#meta/readings", {"stop_at_nought": "LATE"})(d),
            change("states/1/#meta/action", "stop")(d),
        ),
        1,
        (
            "step 1, stop(): refused by `require(s.at > 0 or r.stop_at_nought == Stop.EARLY)` (move.stop), "
            "{project}/model/counter.py:67"
        ),
    ),
    "an unknown action": (
        change("states/2/#meta/action", "down"),
        2,
        f"{{file}}: step 2: no action is called down; {ANEW}",
    ),
    "arguments": (
        change("states/2/#meta/arguments", [1]),
        2,
        f"{{file}}: the arguments of step 2 cannot be read; {ANEW}",
    ),
    "an argument too many": (
        change("states/2/#meta/arguments", {"by": 1}),
        2,
        f"{{file}}: step 2: up has no argument by; {ANEW}",
    ),
    "a ruleset": (change("#meta/ruleset", "countr"), 2, "no ruleset is called countr; did you mean counter?"),
    "a mode": (change("#meta/mode", "cont"), 2, "counter has no mode cont; did you mean count?"),
    "an instance": (
        change("#meta/instance", "smal"),
        2,
        "mode count has no instance smal; did you mean small?",
    ),
    "an unknown reading": (
        change("#meta/readings", {"stop_at_nought": "lat"}),
        2,
        "ruling stop_at_nought has no reading lat; did you mean late?",
    ),
    "readings": (change("#meta/readings", 3), 2, f"{{file}}: its readings cannot be read; {ANEW}"),
    "parameters": (
        change("#meta/parameters", {"a": "b"}),
        2,
        f"{{file}}: its parameters cannot be read; {ANEW}",
    ),
    "a description": (change("#meta/description", 3), 2, f"{{file}}: its description is no text; {ANEW}"),
    "no ruleset": (
        lambda d: d["#meta"].pop("ruleset"),
        2,
        "{file}: does not say its ruleset; add ruleset to its #meta",
    ),
    "no state": (change("states", []), 2, f"{{file}}: has no state; {ANEW}"),
    "a state that is none": (change("states", [1]), 2, f"{{file}}: state 0 has no action; {ANEW}"),
    "no action": (
        lambda d: d["states"][1]["#meta"].pop("action"),
        2,
        f"{{file}}: state 1 has no action; {ANEW}",
    ),
    "a format": (
        change("#meta/format", "ITF"),
        2,
        '{file}: is no play of this toolkit; its #meta needs "format": "queensbench play 1"',
    ),
}
TEXTS = {
    "nothing": (b"", "is no JSON; name a play in ITF"),
    "half": (b'{"#meta": ', "is no JSON; name a play in ITF"),
    "bytes": (b"\xff\xfe", "is no JSON; name a play in ITF"),
    "deep": (b"[" * 100_000, "is no JSON; name a play in ITF"),
    "list": (b"[]", 'is no play of this toolkit; its #meta needs "format": "queensbench play 1"'),
}


@pytest.fixture(scope="module")
def tampered(project: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Done]]:
    folder = tmp_path_factory.mktemp("tampered")
    for name, (changing, _, _) in TAMPERED.items():
        data = stored(project, "plays/counter/count-two-small.itf.json")
        changing(data)
        (folder / name).write_text(json.dumps(data), encoding="utf-8")
    for name, (text, _) in TEXTS.items():
        (folder / name).write_bytes(text)
    names = [*TAMPERED, *TEXTS]
    done = run_all(project, [["replay", str(folder / name)] for name in names])
    return folder, dict(zip(names, done, strict=True))


@pytest.mark.parametrize("name", TAMPERED)
def test_a_changed_play_is_told(project: Path, tampered: tuple[Path, dict[str, Done]], name: str) -> None:
    folder, done = tampered
    _, code, text = TAMPERED[name]
    text = text.replace("{file}", str(folder / name)).replace("{project}", str(project))
    if code == 2:
        assert done[name] == Done(2, "", f"queensbench: {text}\n")
    else:
        assert (done[name].code, done[name].err) == (1, "")
        last = done[name].out[done[name].out.index("The rules of today") :]
        assert " ".join(last.split()) == f"The rules of today do not play it so: {text}"


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_that_is_no_play_is_one_line(tampered: tuple[Path, dict[str, Done]], name: str) -> None:
    folder, done = tampered
    assert done[name] == Done(2, "", f"queensbench: {folder / name}: {TEXTS[name][1]}\n")


def test_a_value_that_an_argument_has_not_is_one_line(project: Path, tmp_path: Path) -> None:
    data = stored(project)
    change("states/1/#meta/arguments", {"k": 7})(data)
    file = tmp_path / "play"
    file.write_text(json.dumps(data), encoding="utf-8")
    done = run(project, "replay", str(file), "--json")
    text = f"{file}: step 1: k of roll is 7, which is no value of Pips; {ANEW}"
    assert done == Done(2, "", f"queensbench: {text}\n")


def test_a_mode_plays_beside_rulings_that_only_other_modes_know(tmp_path: Path) -> None:
    file = tmp_path / "game.itf.json"
    box = ["queens-collection/competitive", "-i", "duel"]
    done = run(ROOT, "play", *box, "--games", "1", "--save", str(file))
    assert (done.code, done.err) == (0, "")
    names = json.loads(file.read_text(encoding="utf-8"))["#meta"]["readings"]
    assert "deal_full_box" in names  # of the modes in which pawns are dealt
    assert run(ROOT, "replay", str(file)).code == 0
    audit = run(
        ROOT, "audit", *box, "-p", "against.win.shared", "--no-proofs", "--plays", str(tmp_path / "plays")
    )
    assert (audit.code, audit.err) == (0, "")
    assert len(list((tmp_path / "plays").rglob("*.json"))) == 1


def test_rules_that_break_in_a_stored_step_are_told_after_the_steps_before(
    project: Path, tmp_path: Path
) -> None:
    for name in ("pyproject.toml", "model/counter.py", "plays/counter/count-two-small.itf.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(project / name, tmp_path / name)
    model = tmp_path / "model" / "counter.py"
    text = model.read_text(encoding="utf-8")
    model.write_text(text.replace("s.at += 1", "s.at += 1 if s.at == 0 else 900"), encoding="utf-8")
    done = run(tmp_path, "replay", "plays/counter/count-two-small.itf.json")
    assert (done.code, done.err) == (1, "")
    shown, told = done.out.split("The rules of today do not play it so: ")
    assert [line for line in shown.splitlines() if line[0].isdigit()] == ["0. start", "1. up()"]
    assert " ".join(told.split()) == f"step 2, up(): {model}:62: at = 901 is outside Number (0 to 3)"
