"""The command that writes a box for another model checker: what it writes, and what it refuses in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from queensbench.surfaces.command.app import main

SHORT = ["export", "queen-of-scots", "-i", "short", "-q"]


def test_a_box_is_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "short.drn"
    assert main([*SHORT, "--file", str(file)]) == 0
    assert capsys.readouterr().out == f"23 states and 26 transitions in {file}\n"
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "// queen-of-scots/standard short, reading house"
    assert "// parameter jewels = 1" in lines
    assert lines[lines.index("@nr_states") + 1] == "23"
    assert lines[lines.index("@nr_choices") + 1] == "24"
    assert [line for line in lines if line.startswith("state 0")] == ["state 0 init choice_NORTH"]
    assert sum(line.endswith("end silent") for line in lines) == 4


def test_readings_and_parameters_are_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SHORT, "-r", "first-dealer=by_lot", "--parameter", "jewel_worth=3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "// queen-of-scots/standard short, reading first_dealer=by_lot"
    assert "// parameter jewel_worth = 3" in lines
    assert "state 0 init chance" in lines


REFUSED = {
    "format": (
        [*SHORT, "--to", "prism"],
        "nothing is exported as prism; choose drn",
    ),
    "aim": (
        [*SHORT, "--for", "NORTH"],
        "an aim is that of a player whose choices are fixed; add --fix PLAYER",
    ),
    "player": (
        [*SHORT, "--fix", "WEST"],
        "queen-of-scots/standard: nobody is called WEST; choose of NORTH, EAST",
    ),
    "parameter": (
        [*SHORT, "--parameter", "jewels"],
        "--parameter jewels is no NAME=NUMBER; write it as cards=12",
    ),
    "range": (
        [*SHORT, "--parameter", "jewels=-1"],
        "parameter jewels = -1 is outside 0 to",
    ),
    "states": (
        [*SHORT, "--states", "22"],
        "standard short: there are more than 22 states; take a smaller instance",
    ),
    "together": (
        ["export", "queue4/campaign", "-i", "two_games", "-q", "--fix", "PLAYER"],
        "leave out --fix",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_written_is_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, message = REFUSED[name]
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1
