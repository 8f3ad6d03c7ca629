"""Tests against the faults that no property has noticed: pytest runs with each of these in the rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput
from queensbench.readers import temporary
from queensbench.rules.transforms.mutation_operators import Mutant

EACH = 20.0
"""The most CPU seconds of the tests of one fault."""

Key = tuple[str, int, int, str]


@dataclass(frozen=True)
class Tested:
    """The tests of a fault: how many go through its place, the one that notices, and whether time cut them short."""

    tests: int
    by: str | None
    left: bool


@dataclass(frozen=True)
class Tests:
    """A run of tests: how many there were, those that say nothing, and the result for each fault.

    ``machine``: how many play by machine code, which keeps to the rules as they are; ``broken``: those that fail with
    the rules as they are.
    """

    tests: int
    machine: int
    broken: tuple[str, ...]
    found: tuple[Tested, ...]


def key(mutant: Mutant) -> Key:
    """The name of a mutant in every process."""
    return mutant.file, mutant.line, mutant.column, mutant.name


def files(root: Path, patterns: Sequence[str], package: str) -> list[str]:
    """What patterns name, ``{ruleset}`` being the ruleset's package, in order.

    Raises BadInput for a place outside, and for what no folder can be searched for.
    """
    found: list[str] = []
    for pattern in patterns:
        text = pattern.replace("{ruleset}", package)
        if Path(text).is_absolute() or ".." in Path(text).parts:
            raise BadInput(f"{pattern} is not inside the project", remedy="name files below its folder")
        try:
            if not Path(text).parts:
                raise ValueError(text)
            found += sorted(str(path.relative_to(root)) for path in root.glob(text))
        except (OSError, ValueError):  # which also tells of nulls and of lone surrogates
            raise BadInput(
                f"{pattern!r} is no pattern of files", remedy="write one such as tests/test_*.py"
            ) from None
    return list(dict.fromkeys(found))


def noticed_by(
    root: Path,
    ruleset: str,
    modes: Sequence[str],
    mutants: Sequence[Mutant],
    paths: Sequence[str],
    *,
    seconds: float,
    each: float = EACH,
) -> Tests:
    """Run tests with each mutant in turn.  Raises BadInput where pytest is missing or the tests cannot be read."""
    if find_spec("pytest") is None:
        raise BadInput("pytest is not installed here", remedy="install it, or leave --tests out")
    with temporary.folder() as folder:
        file = folder / "faults.json"
        data = {
            "ruleset": ruleset,
            "modes": list(modes),
            "seconds": seconds,
            "each": each,
            "parent": os.getpid(),
        }
        file.write_text(json.dumps(data | {"faults": [key(m) for m in mutants]}), encoding="utf-8")
        plugins = ["-p", "queensbench.surfaces.pytest.mutation", "-p", "no:xdist", "-p", "no:cacheprovider"]
        # whether tests pass is asked, not why they fail: no assertion has to be rewritten for that
        quick = ["-q", "--assert=plain", *plugins]
        call = [sys.executable, "-m", "pytest", *quick, "--queensbench-faults", str(file), *paths]
        done = subprocess.run(call, cwd=root, capture_output=True, text=True, check=False)
        told: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if "found" not in told:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        said = next((line for line in lines if line.startswith(("E ", "ERROR"))), lines[-1] if lines else "")
        raise BadInput(f"the tests cannot be run: {said.strip()}", remedy=f"run pytest on {' '.join(paths)}")
    return Tests(
        told["tests"], told["machine"], tuple(told["broken"]), tuple(Tested(**one) for one in told["found"])
    )
