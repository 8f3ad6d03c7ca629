"""Which of the faults written by hand does an audit notice: `python tests/faults/run.py [RULESET[/FAULT]...]`.

Every fault is put into a copy of the project, and :mod:`ask` audits a mode in which it can be felt, in a process of its own,
until a property is not as expected.  Tests and golden plays are not asked.  Exit code 1 if a fault is not noticed.
`--keep FILE` appends what is found to a file, a line of JSON a fault, and does not ask again what stands there.
`--no-proofs` asks the engines that play only; `--states` leaves out boxes of more states, `--games` plays so many games
of the others: for a first look where time is short.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.faults.faults import HERE, ROOT, Fault, copy_with, faults, rulesets

LIMIT = 1800
"""Seconds after which one fault counts as not decided."""


def asked(folder: Path, *args: str) -> dict[str, Any]:
    """The output of `ask.py` about the project in a folder."""
    command = [sys.executable, str(HERE / "ask.py"), *args]
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=LIMIT
        )
    except subprocess.TimeoutExpired:
        return {"undecided": f"stopped after {LIMIT} s"}
    if done.returncode:
        return {"undecided": done.stderr.strip().splitlines()[-1]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def chosen(paths: list[str]) -> list[Fault]:
    """The faults at these paths, all of a ruleset for its name, all there are for no path."""
    every = [fault for ruleset in rulesets() for fault in faults(ruleset)]
    if not paths:
        return every
    found = [fault for fault in every if fault.ruleset in paths or f"{fault.ruleset}/{fault.name}" in paths]
    if not found:
        raise SystemExit(f"no fault is called {' or '.join(paths)}; see tests/faults/*.toml")
    return found


def told(fault: Fault, found: dict[str, Any]) -> str:
    """One line on a fault."""
    head = f"{fault.ruleset}/{fault.name}" + (f" ({fault.reading})" if fault.reading else "")
    if "undecided" in found:
        return f"{head}: NOT DECIDED, {found['undecided']}"
    if "by" not in found:
        return f"{head}: SURVIVED, {found['seconds']} s"
    return f"{head}: {found['by']}, {found['engine']} on {found['where']}, {found['seconds']} s"


def main() -> int:
    """Ask of each fault chosen; print a line each and the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--no-proofs", action="store_true")
    parser.add_argument("--states", default="0")
    parser.add_argument("--games", default="0")
    options = parser.parse_args()
    kept: dict[str, dict[str, Any]] = {}
    if options.keep and options.keep.exists():
        for line in options.keep.read_text().splitlines():
            entry = json.loads(line)
            kept[entry["of"]] = entry
    left = 0
    tried = chosen(options.paths)

    def once(name: str, fault: Fault | None, *args: str) -> dict[str, Any]:
        """The findings about a project with a fault or without, asked for once."""
        if name not in kept:
            with tempfile.TemporaryDirectory() as made:
                kept[name] = {"of": name, **asked(copy_with(fault, Path(made) / "project"), *args)}
            if options.keep:
                with options.keep.open("a") as file:
                    print(json.dumps(kept[name]), file=file)
        return kept[name]

    with tempfile.TemporaryDirectory() as made:
        for fault in tried:
            name = f"{fault.ruleset}/{fault.name}"
            if name not in kept:
                known = Path(made) / "proved.json"
                plain = (
                    {}
                    if options.no_proofs
                    else once(f"{fault.address} proved", None, fault.address, "--proved")
                )
                known.write_text(json.dumps(plain))
                once(name, fault, fault.address, str(known), options.states, options.games)
            found = kept[name]
            left += "by" not in found
            print(told(fault, found), flush=True)
    print(f"{len(tried) - left} of {len(tried)} noticed")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
