"""A plugin of pytest that runs tests with faults in the rules, and notes which of them fail.

``pytest -p queensbench.surfaces.pytest.mutation --queensbench-faults FILE`` reads the faults from ``FILE`` and writes
there what became of them (:mod:`queensbench.analyses.mutation.test_runs` makes the file).  First all tests run with the
rules as they are, which tells what parts of the rules each goes through.  Then each fault is put into the rules in a
process of its own, in which the tests that go through its place run, the quickest first, until one fails.

Positions of sessions are stepped by the interpreter, which runs the rules with the fault in them.

What it cannot see: tests that play by machine code in other ways are left out, because that code keeps to the rules as
they are and would differ from the interpreter at any fault; and tests that start processes notice nothing.
Needs a system that can fork.
"""

from __future__ import annotations

import json
import os
import signal
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import runtestprotocol

from queensbench.engines.runtime.leash import leash

if TYPE_CHECKING:
    from queensbench.project.projects import Project

OPTION = "--queensbench-faults"
TIME = "time"
MACHINE = ("initial", "settle", "moves", "apply")
"""The functions of machine code that are called while games are played."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the option."""
    parser.getgroup("queensbench").addoption(
        OPTION, metavar="FILE", default="", help="try these faults in the rules, and say which tests notice"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Begin, if asked to."""
    file = config.getoption(OPTION)
    if file:
        if not hasattr(os, "fork"):
            raise pytest.UsageError(
                "this system cannot run the tests with each fault in a process of its own"
            )
        from queensbench.project import projects

        loaded = projects.load(config.rootpath)  # before the tests import its model
        config.pluginmanager.register(_Trying(loaded, Path(str(file))), "queensbench-faults")


class _Trying:
    """Runs the tests with each fault in the place of the usual run."""

    def __init__(self, loaded: Project, file: Path) -> None:
        self.file = file
        self.project = loaded
        self.data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all faults, and write which tests notice them."""
        from queensbench.analyses.mutation.test_runs import key
        from queensbench.rules.transforms.mutant_schemata import every
        from queensbench.surfaces.pytest import interpreted

        interpreted.install()
        leash(self.data["parent"])
        ruleset = self.project.ruleset(self.data["ruleset"])
        known: dict[Any, Any] = {}
        for name in self.data["modes"]:
            mode = ruleset.mode(name)
            known |= {key(m): m for m in every(mode, mode.full, ruleset.name, ruleset.clause_names)}
        wanted = [known[tuple(fault)] for fault in self.data["faults"]]
        items = list(session.items)
        places, numbers = _places(wanted)
        plain = in_child(lambda: _plain(items, wanted, numbers), 0)
        if not isinstance(plain, list):
            raise pytest.UsageError("the tests ended the process that ran them")
        ends = time.monotonic() + self.data["seconds"]
        broken = [item.nodeid for item, row in zip(items, plain, strict=True) if not row[0]]
        found = []
        for mutant, place in zip(wanted, places, strict=True):
            near = [(row[1], n) for n, row in enumerate(plain) if row[0] and not row[3] and place in row[2]]
            if time.monotonic() > ends:
                found.append({"tests": 0, "by": None, "left": True})
                continue
            chosen = [items[n] for _, n in sorted(near)]
            by = in_child(lambda m=mutant, c=chosen: _by(m, c), self.data["each"])  # type: ignore[misc]
            found.append({"tests": len(chosen), "by": None if by == TIME else by, "left": by == TIME})
        machine = sum(row[3] for row in plain)
        told = {"tests": len(items), "machine": machine, "broken": broken, "found": found}
        self.file.write_text(json.dumps(self.data | told), encoding="utf-8")
        return True


def _places(wanted: Sequence[Any]) -> tuple[list[int], dict[tuple[int, str], int]]:
    """The number of the block in which each fault stands, and the numbers of all such blocks."""
    from queensbench.rules.transforms import mutated_rules

    numbers: dict[tuple[int, str], int] = {}
    found = []
    for mutant in wanted:
        whole = mutated_rules.definition(mutated_rules.rule_of(mutant))
        blocks = {
            (id(part), name) for part, name in (mutated_rules.block_of(whole, n) for n, _ in mutant.changes)
        }
        block = blocks.pop() if len(blocks) == 1 else (id(whole), "body")
        found.append(numbers.setdefault(block, len(numbers)))
    return found, numbers


def _plain(
    items: Sequence[pytest.Item], wanted: Sequence[Any], numbers: Mapping[tuple[int, str], int]
) -> list[Any]:
    """By test, without a fault: if it passes, its CPU seconds, the faulty blocks it enters, if machine code ran."""
    from queensbench.rules.transforms import mutated_rules

    seen: set[int] = set()
    for rule in dict.fromkeys(mutated_rules.rule_of(mutant) for mutant in wanted):
        mutated_rules.mark(rule, seen.add, lambda node, name: numbers.get((id(node), name), -1))
    ran: set[str] = set()
    _listen(ran)
    rows = []
    for item, following in zip(items, [*items[1:], None], strict=True):
        seen.clear()
        ran.clear()
        begun = time.process_time()
        passed = _passes(item, following)
        rows.append([passed, time.process_time() - begun, sorted(seen - {-1}), bool(ran)])
    return rows


def _listen(ran: set[str]) -> None:
    """Note when machine code is run, or asked for by an engine."""
    from queensbench.engines.runtime.box import Box
    from queensbench.readers.native.program import Native

    compiled = Box.__dict__["native"].func

    def native(box: Box) -> Native:
        ran.add("native")
        found: Native = box.__dict__.get("native") or compiled(box)
        box.__dict__["native"] = found
        return found

    setattr(Box, "native", property(native))  # noqa: B010 - a cached property gives way to a plain one

    for name in MACHINE:
        run = getattr(Native, name)

        @wraps(run)
        def heard(*args: Any, run: Any = run, name: str = name) -> Any:
            ran.add(name)
            return run(*args)

        setattr(Native, name, heard)


def _by(mutant: Any, items: Sequence[pytest.Item]) -> str | None:
    """The first test that fails with a fault; None if none does."""
    from queensbench.rules.transforms import mutated_rules

    mutated_rules.install(mutant)
    for item, following in zip(items, [*items[1:], None], strict=False):
        if not _passes(item, following):
            return item.nodeid
    return None


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    return all(report.outcome != "failed" for report in runtestprotocol(item, log=False, nextitem=following))


def in_child(work: Callable[[], Any], seconds: float) -> Any:
    """The answer of a forked process; ``time`` if a signal ends it, as after so many CPU seconds (0: no bound).

    Raises ChildProcessError if an exception ends it, which it has printed.
    """
    reading, writing = os.pipe()
    parent, child = os.getpid(), os.fork()
    if not child:
        try:
            leash(parent)
            os.close(reading)
            if seconds:
                signal.signal(signal.SIGPROF, signal.SIG_DFL)
                signal.setitimer(signal.ITIMER_PROF, seconds)
            text = json.dumps(work())
            with os.fdopen(writing, "w") as out:
                out.write(text)
        except BaseException:  # noqa: BLE001 - nothing of the parent's may go on here
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as found:
        text = found.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return TIME
    if status:
        raise ChildProcessError("a process that ran tests ended by an exception")
    return json.loads(text)
