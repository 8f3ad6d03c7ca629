"""``hints.lock``: what it says of a proof, by name; what of it is read again; and what is wrong with a file."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from queensbench.analyses.verdicts.hints_lock import HEAD, NAME, read, save
from queensbench.engines.prove.hints import ALONE, AT_ONCE, GROUP, ONE, Hint, Hinted
from queensbench.errors import BadInput
from queensbench.project.projects import load
from queensbench.rules.typed import ir
from tests.engines.test_hints import proved, system
from tests.processes import ROOT

PURSE = f"""{HEAD[0]}
{HEAD[1]}

mode games/purse
put_back - group at-once conserved starts-wrong three
put_back six-and-nothing-taken one near itself
put_back three group near itself
take - group at-once conserved three
take starts-wrong one near
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / NAME


def test_what_a_proof_needed_is_written_and_read_by_name(file: Path) -> None:
    of = system("purse")
    _, _, hints = proved("purse", None)
    save(file, "games/purse", of, hints)
    assert file.read_text("utf-8") == PURSE
    assert read(file, "games/purse", of) == hints
    assert read(file, "games/other", of) == {}
    turned = replace(of, judges=of.judges[::-1], transitions=of.transitions[::-1])
    save(file, "games/purse", turned, read(file, "games/purse", turned))
    assert file.read_text("utf-8") == PURSE


def test_a_mode_is_written_in_its_own_place(file: Path) -> None:
    of = system("purse")
    assert read(file, "games/purse", of) == {}  # there is no file
    hints = {Hinted(1, 0, ONE): Hint(ALONE, frozenset({0, 2}), 3, itself=True)}
    save(file, "games/b", of, hints)
    save(file, "games/c", of, {Hinted(0, -1, GROUP): Hint(AT_ONCE, frozenset())})
    save(file, "games/a", of, hints)
    save(file, "games/c", of, {})
    names = [one.name for one in of.judges]
    line = f"{of.transitions[1].name} {names[0]} one alone/3 itself {names[2]}"
    assert file.read_text("utf-8").splitlines()[2:] == [
        *("", "mode games/a", line),
        *("", "mode games/b", line),
        *("", "mode games/c"),
    ]
    assert read(file, "games/b", of) == hints


def test_a_single_range_is_named_by_its_place_among_those_of_its_transition(file: Path) -> None:
    of = system("purse")
    take = next(number for number, one in enumerate(of.transitions) if one.name == "put_back")
    hints = {Hinted(take, -1, ONE, site): Hint(AT_ONCE, frozenset()) for site in sites(of, "put_back")}
    save(file, "games/purse", of, hints)
    assert file.read_text("utf-8").splitlines()[4:] == [
        f"put_back -{place} one at-once" for place in range(len(hints))
    ]
    assert read(file, "games/purse", of) == hints
    assert len(hints) > 1


def sites(of: ir.System, name: str) -> list[int]:
    from queensbench.engines.prove.planning import obligations

    return sorted(obligations(of, next(one.function for one in of.transitions if one.name == name)))


def test_names_that_are_gone_make_a_line_void_and_nothing_else(file: Path) -> None:
    of = system("purse")
    file.write_text(
        "# anything\nmode games/purse\n"
        "gone three one at-once\n"
        "take gone one at-once\n"
        "take -99 one at-once\n"
        "take -x one at-once\n"
        "take three one at-once gone conserved\n",
        "utf-8",
    )
    names = [one.name for one in of.judges]
    take = [one.name for one in of.transitions].index("take")
    assert read(file, "games/purse", of) == {
        Hinted(take, names.index("three"), ONE): Hint(AT_ONCE, frozenset({names.index("conserved")}))
    }


@pytest.mark.parametrize(
    "line",
    [
        "take three",
        "take three one",
        "take three all at-once",
        "take three one by-luck",
        "take x one alone/x",
    ],
)
def test_a_line_that_is_no_hint(file: Path, line: str) -> None:
    file.write_text(f"mode games/other\nfoo\nmode games/purse\n{line}\n", "utf-8")
    with pytest.raises(BadInput) as refused:
        read(file, "games/purse", system("purse"))
    assert str(refused.value) == (
        f"{file}:4: no line of a hint; drop it, or have the hints written anew: queensbench prove RULESET/MODE "
        "--hints record"
    )


def test_a_file_that_is_none(file: Path) -> None:
    of = system("purse")
    file.write_text("take three one at-once\n", "utf-8")
    with pytest.raises(
        BadInput, match=re.escape(f"{file}:1: a hint of no mode; write `mode RULESET/MODE` before it")
    ):
        read(file, "games/purse", of)
    file.write_bytes(b"\xff")
    for ask in (lambda: read(file, "games/purse", of), lambda: save(file, "games/purse", of, {})):
        with pytest.raises(BadInput, match="cannot be read"):
            ask()
    file.unlink()
    file.mkdir()
    with pytest.raises(BadInput, match="cannot be read"):
        read(file, "games/purse", of)


@pytest.mark.parametrize("path", ["queen-is-dead/standard", "queue4/standard", "queens-collection/solo"])
def test_the_hints_of_this_project_are_of_its_rules(path: str) -> None:
    _, mode = load().mode(path)
    from queensbench.rules.system import build

    of = build(mode, mode.full)
    text = (ROOT / NAME).read_text("utf-8")
    part = text.split(f"mode {path}\n")[1].split("\n\n")[0]
    assert len(read(ROOT / NAME, path, of)) == len(part.splitlines()) > 50
    known = {"itself", *(one.name for one in of.judges)}
    assert {name for line in part.splitlines() for name in line.split()[4:]} <= known


def test_every_mode_of_this_project_has_hints() -> None:
    text = (ROOT / NAME).read_text("utf-8")
    named = re.findall(r"^mode (\S+)$", text, re.MULTILINE)
    assert named == sorted(f"{one.name}/{mode}" for one in load().rulesets.values() for mode in one.modes)
