"""The two example engines in JavaScript: what Queensbench finds of their readings is what they truly play.

Each was written from its rulebook alone, and `readings.toml` beside it says how it reads what the book leaves open.
Skipped without Node.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from tests.surfaces.projects import ROOT

EXAMPLES = ROOT / "examples" / "engines"
NODE = shutil.which("node")
LINES = 60
"""Fewer lines than this has the mapping of a simple engine."""

PLAYED = {
    "queue4/standard": ("queue4", "mapping.toml"),
    "queue4/royal-ball": ("queue4", "mapping-royal-ball.toml"),
    "queen-is-dead/standard": ("the-queen-is-dead", "mapping.toml"),
}
"""By mode: the engine's folder and its mapping."""

pytestmark = pytest.mark.skipif(NODE is None, reason="no Node on this machine")


@cache
def truly(folder: str) -> dict[str, str]:
    """How an engine reads each ruling, as its folder says."""
    return tomllib.loads((EXAMPLES / folder / "readings.toml").read_text(encoding="utf-8"))


def house_readings(mode: str) -> dict[str, str]:
    """The rulings of a mode, and how they are read by default."""
    return {name: ruling.house.name.lower() for name, ruling in qb.load(mode, project=ROOT).rulings.items()}


@cache
def found(mode: str, instance: str, games: int) -> qb.Conformance:
    """What an inquiry says of an engine; no clock ends it."""
    folder, mapping = PLAYED[mode]
    command = [str(NODE), str(EXAMPLES / folder / "main.mjs")]
    return qb.conform(
        mode,
        command,
        instance=instance,
        mapping=EXAMPLES / folder / mapping,
        games=games,
        seconds=3600.0,
        tours=False,
        project=ROOT,
    )


def open_rulings(mode: str, instance: str, games: int) -> set[str]:
    """The rulings that are not told apart, after all that is said has been held against the truth."""
    report, truth = found(mode, instance, games), truly(PLAYED[mode][0])
    assert report.conforms, str(report)
    wrong = {name: reading for name, reading in report.readings.items() if truth[name] != reading}
    assert wrong == {}
    hidden = {name: left for name, left in report.open.items() if truth[name] not in left}
    assert hidden == {}
    return set(report.open)


def test_every_reading_of_queue_4_is_found_on_a_box_of_six_cards() -> None:
    assert open_rulings("queue4/standard", "six", 40) == set()
    own = found("queue4/standard", "six", 40).readings
    house = house_readings("queue4/standard")
    assert len(own) == 15
    assert {name for name, reading in own.items() if reading != house[name]} == {
        "look_when",
        "match_where",
        "return_new_queue",
        "return_next",
        "stop_when",
        "through_deck",
        "longest_tie",
        "lost_game",
    }


def test_what_is_found_of_the_queen_is_dead_on_the_blades_is_true() -> None:
    mode = "queen-is-dead/standard"
    left = open_rulings(mode, "blades", 100)
    own = found(mode, "blades", 100).readings
    house = house_readings(mode)
    assert {name for name, reading in own.items() if reading != house[name]} >= {
        "chooser",
        "win_check",
        "first_turn",
        "guard_reach",
        "princess_revives",
    }
    # The box has neither Noble nor Gambler nor Entertainer nor Spy nor Pilot nor Recruit, and one colour.
    assert left >= {
        "start_roll",
        "optional_swap",
        "master_shown",
        "mixed_reveal",
        "gambler_takes",
        "noble_choice",
        "noble_short",
        "nothing_to_give",
        "recruit_aims",
        "swap_pairs",
    }


@pytest.mark.parametrize("mode", PLAYED)
def test_the_readings_of_an_engine_are_readings_of_its_ruleset(mode: str) -> None:
    truth, house = truly(PLAYED[mode][0]), house_readings(mode)
    for name, ruling in qb.load(mode, project=ROOT).rulings.items():
        assert truth[name] in {reading.name.lower() for reading in ruling.readings}
    other = [name for name in house if truth[name] != house[name]]
    assert 3 * len(other) >= len(house)


@pytest.mark.parametrize(("folder", "mapping"), PLAYED.values())
def test_a_mapping_is_short(folder: str, mapping: str) -> None:
    assert len((EXAMPLES / folder / mapping).read_text(encoding="utf-8").splitlines()) < LINES


def test_faults_are_drawn_from_a_seed_and_each_changes_one_place(tmp_path: Path) -> None:
    command = [str(NODE), str(EXAMPLES / "mutate_js.mjs"), "make", str(EXAMPLES / "queue4")]
    made = []
    for name in ("one", "two"):
        subprocess.run([*command, str(tmp_path / name), "5", "3"], check=True)
        made.append(json.loads((tmp_path / name / "faults.json").read_text(encoding="utf-8")))
    shown = [[(one["line"], one["was"], one["now"]) for one in faults] for faults in made]
    assert shown[0] == shown[1]
    assert len(shown[0]) == 5
    original = (EXAMPLES / "queue4" / "engine.mjs").read_text(encoding="utf-8").splitlines()
    for i, fault in enumerate(made[0]):
        changed = (tmp_path / "one" / f"{i:02}" / "engine.mjs").read_text(encoding="utf-8").splitlines()
        places = [k for k, pair in enumerate(zip(original, changed, strict=False), 1) if pair[0] != pair[1]]
        assert places[0] == fault["line"]


@pytest.mark.parametrize(
    ("was", "now", "seen"),
    [
        ("", "", {"alike": 400}),
        ("if (!isOption(wish)) return", "if (false) return", "do"),
        ("game.deck.at(-1).rank", "99", "chance"),
    ],
    ids=["the original", "takes what is no option", "draws what is not there"],
)
def test_a_fault_beside_the_original_shows_in_refusals_and_in_its_own_draws(
    tmp_path: Path, was: str, now: str, seen: Any
) -> None:
    copy = tmp_path / "queue4"
    shutil.copytree(EXAMPLES / "queue4", copy)
    shutil.copy(EXAMPLES / "lines.mjs", tmp_path)
    main = copy / "main.mjs"
    main.write_text(main.read_text(encoding="utf-8").replace(was, now) if was else main.read_text("utf-8"))
    words = [EXAMPLES / "mutate_js.mjs", "beside", EXAMPLES / "queue4", copy, "queue4/standard", "six", "400"]
    done = subprocess.run([str(NODE), *map(str, words)], check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert (found if seen == {"alike": 400} else found["what"]) == seen
