"""Boxes of the four rulebooks: what the explorer has exhausted is confirmed by the small checker."""

from __future__ import annotations

from pathlib import Path

import pytest

from queensbench.engines.certify import certificate
from queensbench.engines.explore.explorations import exploration_of
from queensbench.evidence import checker
from queensbench.surfaces.command.app import main
from tests.engine_box import EngineBox

QUICK = [("queen-of-scots", "short", 23), ("queue4/campaign", "two_games", 1_554)]
SLOW = [
    ("queens-collection/solo", "young", 3_298),
    ("queue4/standard", "six", 4_911),
    ("queen-of-scots", "match", 5_247),
    ("queue4/ball-and-bouquets", "twins", 5_895),
    ("queen-of-scots", "jewels", 5_911),
    ("queen-of-scots", "duel", 8_643),
    ("queens-collection/cooperative", "young", 11_953),
    ("queue4/standard", "eight", 61_730),
    ("queue4/royal-ball", "pairs", 68_036),
    ("queen-is-dead", "blades", 71_599),
    ("queen-is-dead", "stage", 99_935),
]


def confirmed(path: str, instance: str, folder: Path) -> checker.Report:
    session = EngineBox.at(path, instance)
    file = folder / "certificate.json"
    certificate.write(session, {}, exploration_of(session, {}), file)
    return checker.check(file)


@pytest.mark.parametrize(("path", "instance", "states"), QUICK)
def test_small_boxes_are_confirmed(path: str, instance: str, states: int, tmp_path: Path) -> None:
    found = confirmed(path, instance, tmp_path)
    assert found.code == 0
    assert found.confirmed[0].startswith(f"exhausted: {states:,} states and ")


@pytest.mark.slow
@pytest.mark.parametrize(("path", "instance", "states"), SLOW)
def test_boxes_are_confirmed(path: str, instance: str, states: int, tmp_path: Path) -> None:
    found = confirmed(path, instance, tmp_path)
    assert (found.code, found.otherwise) == (0, [])
    assert found.confirmed[0].startswith(f"exhausted: {states:,} states and ")


def test_no_certificate_of_what_was_not_exhausted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither of a search that met its budget, nor up to a symmetry."""
    file = tmp_path / "c.json"
    asked = ["explore", "queen-of-scots", "-i", "short", "-q", "--certificate", str(file)]
    assert main([*asked, "--budget", "10"]) == 3
    told = capsys.readouterr().err
    assert told == f"queensbench: the instance was not exhausted, so no certificate is written to {file}\n"
    assert main([*asked, "--symmetry"]) == 2
    told = capsys.readouterr().err
    assert told == "queensbench: a certificate is of all states, not up to a symmetry; leave out --symmetry\n"
    assert not file.exists()
