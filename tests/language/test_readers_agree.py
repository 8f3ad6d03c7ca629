"""The corners of the language mean the same to CPython and to machine code, on arbitrary typed states."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from queensbench.readers.differential import Differ
from queensbench.readers.native import compile_system
from queensbench.readers.system import build

GOOD = Path(__file__).parents[1] / "good"


@pytest.fixture(scope="module")
def tricky() -> ModuleType:
    spec = importlib.util.spec_from_file_location("good_tricky", GOOD / "tricky.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("place", range(3), ids=["full", "two", "green"])
def test_the_readers_agree_on_every_corner(tricky: ModuleType, place: int) -> None:
    instance = tricky.mode.all_instances()[place]
    system = build(tricky.mode, instance)
    differ = Differ(tricky.mode, instance, system, compile_system(system), seed=7)
    for _ in range(12):
        differ.jump()
    assert not differ.found.mismatch
    assert differ.found.states == 12
    assert set(differ.found.outcomes) >= {"done", "violation", "refused"}
