"""What is printed and where: a full disk, a closed pipe, colours, the other commands' tables and objects."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from queensbench import __version__
from queensbench.errors import BadInput
from queensbench.evidence import plays
from tests.surfaces.projects import Done, environment, once, run, run_all, start

FULL = "queensbench: standard output: no space left on device; free space or choose another place\n"

COMMANDS: dict[str, list[str]] = {
    "silent": ["explore", "silent-ends"],
    "silent json": ["explore", "silent-ends", "--json"],
    "graph": ["explore", "counter", "-i", "small", "--graph", "made/graph.dot"],
    "graphml": ["explore", "counter", "-i", "small", "--graph", "made/graph.graphml", "--json"],
    "part": ["explore", "counter", "-i", "wide", "--graph", "made/part.dot"],
    "play": ["play", "race", "-i", "short", "--games", "200", "--json", "--show", "3"],
    "played": ["play", "race", "-i", "short", "--games", "200"],
    "again": ["play", "race", "-i", "short", "--games", "200", "--json"],
    "cut": ["play", "race", "-i", "short", "--games", "20", "--max-steps", "3"],
    "rulings": ["rulings", "counter"],
    "silent ones": ["rulings", "--hole", "silent", "--json"],
    "ruling": ["rulings", "counter", "stop-at-nought"],
    "ruling json": ["rulings", "counter", "stop_at_nought", "--json"],
    "clauses": ["clauses"],
    "version": ["--version"],
    "nothing": [],
    "under a file": ["audit", "counter", "-i", "small", "--plays", "pyproject.toml/plays"],
    "save under a file": [
        "play",
        "counter",
        "-i",
        "small",
        "--games",
        "2",
        "--save",
        "pyproject.toml/game.json",
    ],
    "save over a folder": ["play", "counter", "-i", "small", "--games", "2", "--save", "model", "--json"],
    "graph under a file": [
        "explore",
        "counter",
        "-i",
        "small",
        "--json",
        "--graph",
        "pyproject.toml/graph.dot",
    ],
}
HELP = {
    "audit": "--accept --confirm --reason --instance --property --reading --games --seed --budget --rulings --no-rulings --proofs --no-proofs --rlimit --proof-time --memory --cluster --plays --junit --sarif --fresh --store --json --quiet",
    "rulings": "--hole --mode --document --clause --found --gaps --no-gaps --json --book --redraw --games-only --judge --games --store --quiet",
    "clauses": "--kind --need --mode --variant --document --hole --unsettled --differences --missing --json",
    "explore": "--instance --reading --budget --symmetry --graph --certificate --memory --scratch --resume --workers --rulings --cluster --json --quiet",
    "export": "--instance --reading --parameter --to --file --fix --objective --for --least --states --quiet",
    "check": "--states --json --quiet",
    "play": "--instance --reading --games --seed --max-steps --show --save --json --quiet",
    "replay": "--json",
    "step": "--instance --reading --schema",
    "new": "DIR",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Done]]:
    helps = {f"help {name}": [name, "--help"] for name in HELP}
    folder, done = once(tmp_path_factory, "output", [*COMMANDS.values(), *helps.values()])
    return folder, dict(zip([*COMMANDS, *helps], done, strict=True))


@pytest.fixture
def project(made: tuple[Path, dict[str, Done]]) -> Path:
    return made[0]


@pytest.fixture
def found(made: tuple[Path, dict[str, Done]]) -> dict[str, Done]:
    return made[1]


# Tables and objects


def test_exploring_shows_ends_silences_and_dead_ends(found: dict[str, Done]) -> None:
    done = found["silent"]
    assert (done.code, done.err) == (0, "")
    head, second, *rest = done.out.splitlines()
    assert head == "silent-ends/only full: exhausted"
    assert re.sub(r"in \S+ s", "in 0 s", second) == (
        "4 states, 3 transitions in 0 s; up to 1 choice and 1 step from the start"
    )
    assert rest == [
        "",
        "Ends",
        "end                     states  choices  steps  a shortest play",
        "won by nobody                1        1      1  go(to=3)",
        "silent: what two means       1        1      1  go(to=2)",
        "deadlock                     1        1      1  go(to=1)",
        "",
    ]


def test_exploring_as_an_object(found: dict[str, Done]) -> None:
    data = found["silent json"].json
    assert isinstance(data.pop("seconds"), float)
    one = {"choices": 1, "steps": 1}
    assert data == {
        "mode": "silent-ends/only",
        "instance": "full",
        "complete": True,
        "interrupted": False,
        "reason": "",
        "states": 4,
        "expanded": 4,
        "transitions": 3,
        "choices": 1,
        "steps": 1,
        "states_by_choices": [1, 3],
        "deadlocks": {"count": 1, "shortest": {**one, "play": ["go(to=1)"]}},
        "silent": [{"what": "what two means", "count": 1, "shortest": {**one, "play": ["go(to=2)"]}}],
        "ends": [{"winners": "nobody", "count": 1, "shortest": {**one, "play": ["go(to=3)"]}}],
    }


def test_a_graph_is_written_where_it_is_named(project: Path, found: dict[str, Done]) -> None:
    assert found["graph"].code == 0
    assert found["graph"].out.splitlines()[-1] == (
        "made/graph.dot: 7 states and 6 edges; 0 states and 0 edges left out"
    )
    assert found["graphml"].json["graph"] == {
        "file": "made/graph.graphml",
        "states": 7,
        "edges": 6,
        "states_left_out": 0,
        "edges_left_out": 0,
    }
    assert (project / "made/graph.dot").read_text(encoding="utf-8").startswith("digraph")
    assert (project / "made/graph.graphml").read_text(encoding="utf-8").startswith("<?xml")


def test_a_graph_that_is_not_whole_says_so(found: dict[str, Done]) -> None:
    assert found["part"].code == 3
    assert found["part"].out.startswith("counter/count wide: stopped by its budget of 100 states\n")


def test_playing_gives_the_same_numbers_for_a_seed(found: dict[str, Done]) -> None:
    data, again = found["play"].json, found["again"].json
    shown = data.pop("shown")
    assert shown["game"] == 3
    assert shown["play"][0].startswith("roll(k=")
    for one in (data, again):
        assert isinstance(one.pop("seconds"), float)
    assert data == again
    assert data == {
        "mode": "race/race",
        "instance": "short",
        "games": 200,
        "complete": True,
        "interrupted": False,
        "seed": 1,
        "steps": 1832,
        "choices": 916,
        "shortest": 8,
        "longest": 12,
        "cut": 0,
        "deadlocks": 0,
        "silent": [],
        "ends": [
            {"winners": "RED", "games": 64, "first": data["ends"][0]["first"]},
            {"winners": "BLUE", "games": 45, "first": data["ends"][1]["first"]},
            {"winners": "RED and BLUE", "games": 91, "first": data["ends"][2]["first"]},
        ],
        "clauses": [
            {"name": "start", "times": 200, "games": 200},
            {"name": "roll", "times": 916, "games": 200},
            {"name": "run", "times": 916, "games": 200},
            {"name": "end", "times": None, "games": None},
            {"name": "end.tie", "times": None, "games": None},
        ],
        "rulings": [{"name": "tie", "times": None, "games": None}],
    }


PLAYED = """\
1,832 steps in 0 s (0 a second), 916 of them players' choices; games of 8 to 12 steps; seed 1

Ends
end                  games
won by RED              64
won by BLUE             45
won by RED and BLUE     91

How often clauses came up (blank: read in every state, and not counted)
clause   times  games
start      200    200
roll       916    200
run        916    200
end
end.tie

How often rulings came up (blank: read in every state, and not counted)
ruling  times  games
tie

"""


def test_play_prints_ends_clauses_and_rulings_as_tables(found: dict[str, Done]) -> None:
    head, _, rest = found["played"].out.partition("\n")
    assert head == "race/race short: 200 random games"
    assert re.sub(r"in \S+ s \(\S+ a", "in 0 s (0 a", rest) == PLAYED
    assert "\ncut off     20\n" in found["cut"].out


def test_the_rulings_are_listed_as_a_table(found: dict[str, Done]) -> None:
    assert found["rulings"].out == (
        "2 rulings\n"
        "ruling          ruleset  hole     question                house reading  readings\n"
        "stop_at_nought  counter  two-way  May one stop at nought?  early                 2\n"
        "never_asked     counter  silent   What follows the top?    stays                 2\n\n"
        "counter: rulings by hole: silent 1, two-way 1\n"
    ).replace("question                house", "question                 house")
    assert [row["name"] for row in found["silent ones"].json["rulings"]] == ["never_asked", "tie"]


def test_a_ruling_in_full(found: dict[str, Done]) -> None:
    assert found["ruling"].out == (
        "counter: stop_at_nought\n"
        "May one stop at nought?\n"
        "  hole: two-way; found by reading; clauses in doubt: move.stop\n"
        "  early (house): At any number.\n"
        "      speaks for it: move.stop\n"
        "  late: Not at nought [see the picture].\n"
        "      A game of no move is no game.\n"
        "  why the house reading: Nothing forbids it.\n\n"
    )
    assert found["ruling json"].json == {
        "rulings": [
            {
                "ruleset": "counter",
                "name": "stop_at_nought",
                "question": "May one stop at nought?",
                "hole": "two-way",
                "found": "reading",
                "clauses": ["move.stop"],
                "modes": [],
                "house": "early",
                "why": "Nothing forbids it.",
                "readings": [
                    {
                        "name": "early",
                        "says": "At any number.",
                        "reason": "",
                        "speaks": ["move.stop"],
                        "documents": [],
                        "errata": "",
                    },
                    {
                        "name": "late",
                        "says": "Not at nought [see the picture].",
                        "reason": "A game of no move is no game.",
                        "speaks": [],
                        "documents": [],
                        "errata": "",
                    },
                ],
            }
        ],
        "gaps": [],
        "holes": {"counter": {"two-way": {"rulings": 1, "gaps": 0}}},
    }


def test_there_may_be_no_clause(found: dict[str, Done]) -> None:
    assert (found["clauses"].code, found["clauses"].out.splitlines()[0]) == (0, "0 clauses")


def test_version_and_help_are_printed(found: dict[str, Done]) -> None:
    assert found["version"] == Done(0, f"queensbench {__version__}\n", "")
    assert "Usage: queensbench" in found["nothing"].out
    for name in HELP:
        assert f"\n  {name} " in found["nothing"].out


@pytest.mark.parametrize("name", HELP)
def test_help_names_every_option(found: dict[str, Done], name: str) -> None:
    done = found[f"help {name}"]
    assert (done.code, done.err) == (0, "")
    assert done.out.lstrip().startswith(f"Usage: queensbench {name} ")
    options = set(re.findall(r"--[a-z-]+", done.out)) - {"--help"}
    wanted = set(HELP[name].split())
    assert options == wanted or (wanted == {"DIR"} and "DIR" in done.out)


def test_a_new_project_is_listed(tmp_path: Path) -> None:
    [done, again] = run_all(tmp_path, [["new", "race"], ["new", "race"]])
    assert (done.code, len(done.out.splitlines()), done.err) == (0, 14, "")
    assert again == Done(2, "", "queensbench: race: the folder is not empty; name a new folder\n")


# Where nothing can be written


@pytest.mark.parametrize(
    "command", [["rulings"], ["rulings", "--json"], ["--help"], ["audit", "verdicts/good"]]
)
def test_a_full_disk_behind_the_output_is_one_line(project: Path, command: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        process = start(project, *command, stdout=full)
        _, err = process.communicate()
    assert (process.returncode, err) == (2, FULL)


@pytest.mark.parametrize("command", [["rulings"], ["rulings", "--json"], ["audit", "verdicts/good"]])
def test_a_closed_pipe_is_quiet(project: Path, command: list[str]) -> None:
    process = start(project, *command)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    with process.stderr as err:
        assert err.read() == ""
    assert process.wait() == 141


def test_a_place_that_cannot_be_written_is_one_line(found: dict[str, Done]) -> None:
    rest = "free space or choose another"
    for name, what in {
        "under a file": "pyproject.toml/plays: cannot be written: not a directory",
        "save under a file": "pyproject.toml/game.json: cannot be written: file exists",
        "graph under a file": "pyproject.toml/graph.dot: cannot be written: file exists",
        "save over a folder": "model: cannot be written: is a directory",
    }.items():
        assert found[name] == Done(2, "", f"queensbench: {what}; {rest}\n")


def test_a_full_disk_leaves_no_half_of_a_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = os.write

    def full(handle: int, data: bytes) -> NoReturn:
        some(handle, data[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    place = tmp_path / "play.json"
    place.write_text("old", encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        plays.write_atomic(place, "a text of more than ten letters")
    assert str(caught.value) == (
        f"{place}: cannot be written: no space left on device; free space or choose another"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["play.json"]
    assert place.read_text(encoding="utf-8") == "old"


# Terminals


@pytest.mark.parametrize("columns", ["abc", "0", "", "-3"])
def test_a_width_that_is_none_is_passed_over(project: Path, columns: str) -> None:
    done = run(project, "rulings", "counter", "never_asked", COLUMNS=columns)
    assert (done.code, done.err) == (0, "")


def test_a_terminal_without_our_letters_gets_the_rest(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "queensbench", "audit", "verdicts/bad", "-i", "whole"],
        cwd=project,
        env=environment(PYTHONIOENCODING="ascii"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "fails ?" in done.stdout
