"""Generated models as rulesets of a project, and every command that reads a model, asked of them.

``python -m tests.generated.commands FOLDER STREAM FIRST LAST`` writes the project, asks, and prints a line for each
answer: the exit code, and what was asked.  It is a process of its own, which has loaded no other project.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from queensbench.errors import BadInput
from tests.generated.models import numbered

CODES = {0, 1, 2, 3}
"""The exit codes of verdicts, of bad input and of what was left open."""

INTERNAL = 4


def project(folder: Path, stream: str, numbers: range) -> list[str]:
    """Write a project with a model of a stream for each number; the names of the rulesets."""
    for name in ("model", "properties", "spec", "seeds"):
        (folder / name).mkdir(parents=True)
    (folder / "pyproject.toml").write_text("[tool.queensbench]\n", encoding="utf-8")
    for name in ("model", "properties", "spec"):
        (folder / name / "__init__.py").touch()
    names = []
    for number in numbers:
        model, _ = numbered(stream, number)
        (folder / "model" / f"drawn_{number}.py").write_text(model.text(), encoding="utf-8")
        names.append(f"drawn-{number}")
    return names


def asked(box: str, instance: str, folder: Path) -> Iterator[list[str]]:
    """What is asked of an instance: the words of each command, in an order in which files are there when wanted."""
    at = [box, "-i", instance]
    game, certificate, drn = (str(folder / name) for name in ("game.json", "certificate.json", "box.drn"))
    for file in (game, certificate, drn):
        Path(file).unlink(missing_ok=True)
    yield ["explore", *at, "-q", "--budget", "3000", "--certificate", certificate]
    yield ["explore", *at, "-q", "--budget", "3000", "--symmetry", "--json"]
    yield ["play", *at, "-q", "--games", "20", "--max-steps", "200", "--save", game]
    yield ["replay", game]
    yield ["check", "--states", "3000", game]
    yield ["check", "--states", "3000", certificate]
    yield ["prove", *at, "-q", "--rlimit", "200000", "--depth", "1", "--seconds", "10"]
    yield ["search", *at[:1], "end", *at[1:], "-q", "--choices", "3", "--steps", "6", "--budget", "2000000"]
    yield ["search", *at[:1], "silence", *at[1:], "-q", "--shortest", "--tries", "1", "--steps", "6"]
    for aim in (["score"], ["score", "--least"], ["win"], ["margin", "--silent", "best"]):
        yield ["solve", *at, "-q", "--budget", "3000", "--for", "ONE", "-o", *aim, "--store", "off"]
    yield ["export", *at, "-q", "--file", drn]
    yield ["export", *at, "-q", "--fix", "ONE", "--file", drn]
    yield ["umpire", box]


def answered(words: list[str]) -> tuple[int, str]:
    """The exit code of a command, and what it says on both streams."""
    from queensbench.surfaces.command.app import main

    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(words)
    return code, said.getvalue()


def faulty(code: int, said: str) -> bool:
    """Whether an answer is none: a traceback, an internal error, bad input without a word."""
    return code not in CODES or "Traceback" in said or (code == 2 and not said.strip())


def main(words: list[str]) -> None:
    """Write a project, ask everything of it, print the answers."""
    folder, stream, first, last = Path(words[0]), words[1], int(words[2]), int(words[3])
    names = project(folder, stream, range(first, last))
    os.chdir(folder)
    os.environ["QUEENSBENCH_STORE"] = "off"
    for name in names:
        for box, instance in boxes(name):
            for command in asked(box, instance, folder):
                code, said = answered(command)
                print(
                    code,
                    *command,
                    *([f": {said.strip().splitlines()[-1]}"] if code == 2 and said.strip() else []),
                )
                if faulty(code, said):
                    print("FAULT", said)
        code, said = answered(["explore", name, "-i", "nowhere"])
        print(code, "explore", name, "-i", "nowhere")


def boxes(name: str) -> list[tuple[str, str]]:
    """The modes of a ruleset with their instances; none where it is refused, which must be said."""
    from queensbench.project import projects

    try:
        modes = projects.load().rulesets[name].modes
    except BadInput as refused:
        print(refused)
        return []
    return [(f"{name}/{m}", i.name) for m, mode in modes.items() for i in mode.all_instances()]


if __name__ == "__main__":
    main(sys.argv[1:])
