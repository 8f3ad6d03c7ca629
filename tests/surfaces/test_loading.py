"""Commands are imported when they are asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import typer

from queensbench.surfaces.command import loading
from queensbench.surfaces.command.app import app
from queensbench.surfaces.command.loading import COMMANDS
from tests.processes import environment

FOLDER = Path(loading.__file__).parent


def imported(words: str) -> set[str]:
    """The modules of commands that are imported by the time that a command ends."""
    code = (
        "import sys; from queensbench.surfaces.command.app import main; main(sys.argv[1:]); print();"
        "print(*(name.rpartition('.')[2] for name in sys.modules if name.startswith('queensbench.surfaces.command.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words.split()],
        env=environment(),
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split()) & {name.replace("-", "_") for name in COMMANDS}


def test_a_command_imports_none_of_the_others() -> None:
    assert {
        name: imported(f"{name} --help") for name in ("explore", "seeds", "new-adapter", "--trust audit")
    } == {
        "explore": {"explore"},
        "seeds": {"seeds"},
        "new-adapter": {"new_adapter"},
        "--trust audit": {"audit"},
    }
    assert imported("--version") == set()
    assert imported("exlpore") == set()
    assert len(imported("--help")) == 31


def test_all_are_found_by_the_names_that_help_lists() -> None:
    group = typer.main.get_group(app)
    assert len(group.commands) == len(set(COMMANDS)) == 31
    assert [group.commands[name].name for name in group.commands] == list(COMMANDS)
    assert group.commands.get("none") is None


def test_no_module_of_a_command_is_left_out() -> None:
    """A module has a command if it defines a function of its name, or commands of its own."""
    found = {
        path.stem.replace("_", "-")
        for path in FOLDER.glob("*.py")
        if path.stem != "app"
        and any(
            line.startswith((f"def {path.stem}(", "app = typer.Typer("))
            for line in path.read_text().splitlines()
        )
    }
    assert found == set(COMMANDS)
