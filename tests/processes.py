"""Projects written to a folder, and Python run there in a process of its own, whose command finds that project."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests import forks

ROOT = Path(__file__).resolve().parents[1]
MARK = "[tool.queensbench]\n"
"""The `pyproject.toml` of a project."""
CODE = CACHE = ""
"""The folder for machine code of this process, and the cache of the processes that it starts; see `tests/conftest.py`."""


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files into a folder, which is made if it is not there; the answer is that folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def write_model(folder: Path, name: str, text: str) -> Path:
    """Write a project of one ruleset of one module."""
    return write(folder, {"pyproject.toml": MARK, "model/__init__.py": "", f"model/{name}.py": text})


def environment(*left_out: str, **more: str) -> dict[str, str]:
    """The environment of a process: this toolkit, no colours forced, as wide as a test says; without what is left out.

    Machine code is shared by the processes of all tests, in a cache as a user has one.
    """
    unset = {"COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TERM", *left_out}
    kept = {key: value for key, value in os.environ.items() if key not in unset}
    if CODE and kept.get("QUEENSBENCH_CODE") == CODE:
        del kept["QUEENSBENCH_CODE"]
        kept["XDG_CACHE_HOME"] = CACHE
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "TERM": "xterm", **more}


def on_a_terminal(folder: Path, *command: str) -> tuple[subprocess.CompletedProcess[str], str]:
    """A command of the toolkit in a folder, and what it has written to the terminal that its progress goes to."""
    import pty  # none on Windows

    mine, its = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "queensbench", *command],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=its,
        text=True,
        check=False,
    )
    os.close(its)
    seen = os.read(mine, 65536).decode()
    os.close(mine)
    return done, seen


def python(
    folder: Path,
    *arguments: str,
    env: Mapping[str, str] | None = None,
    timeout: float = 120,
    plain: bool = False,
    **options: Any,
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with this toolkit; what it prints is text.  ``options``: of `subprocess.run`.

    The command comes from a fork (`tests/forks.py`) where that does the same.  ``plain``: so does code that is given by
    ``-c``, which changes nothing of what is imported already.
    """
    whole = environment() if env is None else env
    if options.keys() <= {"input"} and forks.fit(arguments, whole, plain):
        return forks.run(folder, arguments, whole, timeout, options.get("input"))
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=whole,
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
        **options,
    )
