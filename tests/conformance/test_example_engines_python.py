"""The example engines in Python: what Queensbench finds that they play is what they play."""

import ast
import runpy
import sys
import tomllib
from pathlib import Path

import pytest

import queensbench as qb
from queensbench.conformance.mapping_files import read
from queensbench.conformance.vocabulary import Vocabulary
from tests.conformance import engine_mutants

ENGINES = Path(__file__).parents[2] / "examples" / "engines"
MODES = {"queens-collection": "queens-collection/competitive", "queen-of-scots": "queen-of-scots/standard"}


@pytest.mark.parametrize(("folder", "path"), MODES.items())
def test_readings_of_the_engine_exist_and_a_third_is_not_the_houses(folder: str, path: str) -> None:
    tables = tomllib.loads((ENGINES / folder / "readings.toml").read_text())
    rulings = qb.load(path).rulings
    house = {name: decl.house.name.lower() for name, decl in rulings.items()}
    assert set(tables["chosen"]) | set(tables["house"]) <= set(house)
    assert all(house[name] == reading for name, reading in tables["house"].items())
    assert all(house[name] != reading for name, reading in tables["chosen"].items())
    assert all(
        reading in [one.name.lower() for one in rulings[name].readings]
        for name, reading in tables["chosen"].items()
    )
    assert 3 * len(tables["chosen"]) >= len(tables["chosen"]) + len(tables["house"])


@pytest.mark.parametrize(("folder", "path"), MODES.items())
def test_one_mapping_is_read_at_every_instance(folder: str, path: str) -> None:
    game = qb.load(path)
    for instance in ("full", "duel"):
        mapper = read(ENGINES / folder / "mapping.py", Vocabulary.of(game.session(instance)))
        event = mapper.to_engine({"move": "deal", "args": {"card": "RED"}})
        assert event is not None
        assert event["move"] == "card"
    assert len((ENGINES / folder / "mapping.toml").read_text().splitlines()) < 60


def engine(folder: str, file: str, name: str) -> type:
    """The class of an example engine."""
    found: type = runpy.run_path(str(ENGINES / folder / file))[name]
    return found


def truly_played(folder: str) -> dict[str, str]:
    tables = tomllib.loads((ENGINES / folder / "readings.toml").read_text())
    played: dict[str, str] = tables["chosen"] | tables["house"]
    return played


def test_the_readings_of_the_competitive_game_are_found() -> None:
    found = qb.conform(
        "queens-collection/competitive",
        engine("queens-collection", "pawn_boxes.py", "PawnBoxes"),
        instance=["levels", "gone"],
        mapping=ENGINES / "queens-collection" / "mapping.py",
        games=12,
        seconds=600,
    )
    assert found.conforms
    played = truly_played("queens-collection")
    assert found.readings == {ruling: played[ruling] for ruling in found.readings}
    assert sorted(found.open) == ["display_short", "reveal_wild", "round_reset", "stuck_round", "wild_pair"]


def test_the_readings_are_found_of_the_same_engine_as_a_program() -> None:
    found = qb.conform(
        "queens-collection/competitive",
        [sys.executable, str(ENGINES / "queens-collection" / "pawn_boxes.py")],
        instance="levels",
        mapping=ENGINES / "queens-collection" / "mapping.py",
        games=3,
        seconds=600,
    )
    assert found.conforms
    played = truly_played("queens-collection")
    assert found.readings == {ruling: played[ruling] for ruling in found.readings}
    assert {"difficulty_modes", "first_player", "reshuffle_when", "swap_same"} <= set(found.readings)


def test_queen_of_scots_is_played_as_it_is_claimed() -> None:
    found = qb.conform(
        "queen-of-scots/standard",
        engine("queen-of-scots", "crown_cards.py", "CrownCards"),
        instance=["jewels", "duel"],
        mapping=ENGINES / "queen-of-scots" / "mapping.py",
        claims=truly_played("queen-of-scots"),
        games=25,
        seconds=600,
    )
    assert found.conforms


@pytest.mark.parametrize("folder", MODES)
def test_faults_are_drawn_by_a_seed(folder: str) -> None:
    drawn = engine_mutants.chosen(folder, 5)
    assert drawn == engine_mutants.chosen(folder, 5)
    file, _, rules, _ = engine_mutants.EXAMPLES[folder]
    original = (ENGINES / folder / file).read_text()
    assert len({fault.source for fault in drawn} | {ast.unparse(ast.parse(original))}) == 6
    assert len(engine_mutants.places(original, rules)) > 200


def test_a_fault_shows_beside_the_original() -> None:
    file = engine_mutants.EXAMPLES["queens-collection"][0]
    source = (ENGINES / "queens-collection" / file).read_text()
    changed = source.replace("3 * self.emptied[seat]", "2 * self.emptied[seat]")
    fault = engine_mutants.Fault(0, 0, "a box for two points", changed)
    found = engine_mutants.told_apart("queens-collection", fault, 2000)
    assert found is not None
    assert found[1].endswith(": state")
    assert engine_mutants.told_apart("queens-collection", engine_mutants.Fault(0, 0, "", source), 300) is None


def test_a_fault_shows_in_the_draws_of_the_engine_itself() -> None:
    file = engine_mutants.EXAMPLES["queens-collection"][0]
    source = (ENGINES / "queens-collection" / file).read_text()
    changed = source.replace("table.dice.choice(table.stock)", "'none'")
    found = engine_mutants.told_apart("queens-collection", engine_mutants.Fault(0, 0, "", changed), 400)
    assert found is not None
    assert found[1].endswith(": chance raises KeyError")
