"""Every model of tests/bad/ is refused, with exactly the message beside it.

A folder holds the models of one construct: ``tests/bad/loops/for_else.py`` and its message ``for_else.expected``.

``QUEENSBENCH_RESET=1`` writes the messages anew: read the difference before keeping it.
"""

import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from queensbench.errors import BadInput
from queensbench.language import properties, rules
from queensbench.rules.system import build

BAD = Path(__file__).parents[1] / "bad"
MODELS = sorted(path.relative_to(BAD).with_suffix("").as_posix() for path in BAD.glob("*/*.py"))
"""The models, each by its folder and name: ``loops/for_else``."""


@pytest.fixture
def fresh() -> Iterator[None]:
    """Modules loaded by a test leave nothing behind."""
    modules, registry, declared = set(sys.modules), dict(rules.registry), dict(properties.declared)
    yield
    for name in set(sys.modules) - modules:
        if name.startswith("bad_"):
            del sys.modules[name]
    for table, before in ((rules.registry, registry), (properties.declared, declared)):
        for name in set(table) - set(before):
            del table[name]


def load(name: str) -> ModuleType:
    path = BAD / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"bad_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def refusal(name: str) -> str:
    """The message that a model gets, on its instance (the full box, if it names none)."""
    with pytest.raises(BadInput) as caught:
        checked(name)
    return str(caught.value).replace(f"{(BAD / name).parent}{os.sep}", "") + "\n"


def checked(name: str) -> None:
    module = load(name)
    build(
        module.mode,
        getattr(module, "instance", module.mode.full),
        clauses=getattr(module, "clauses", None),
    )


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("name", MODELS)
def test_the_model_is_refused_with_this_message(name: str) -> None:
    found = refusal(name)
    expected = BAD / f"{name}.expected"
    if os.environ.get("QUEENSBENCH_RESET"):
        expected.write_text(found)
    assert found == expected.read_text()


def test_every_message_has_its_model_and_nothing_else_is_there() -> None:
    files = {
        path.relative_to(BAD).as_posix()
        for path in BAD.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert files == {f"{name}{suffix}" for name in MODELS for suffix in (".py", ".expected")}


def test_no_two_models_have_one_name() -> None:
    names = [name.split("/")[1] for name in MODELS]
    assert len(names) == len(set(names))
