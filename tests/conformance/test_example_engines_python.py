"""The example engines in Python: what Queensbench finds that they play is what they play."""

import tomllib
from pathlib import Path

import pytest

import queensbench as qb
from queensbench.conformance.mapping_files import read
from queensbench.conformance.vocabulary import Vocabulary

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
        assert mapper.to_engine({"move": "deal", "args": {"card": "RED"}})["move"] == "card"
    assert len((ENGINES / folder / "mapping.toml").read_text().splitlines()) < 60
