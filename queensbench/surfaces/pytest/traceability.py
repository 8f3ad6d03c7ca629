"""A plugin of pytest that notes which test ran through the block of which clause, and whether it passed.

``pytest --queensbench-trace FILE`` notes, while the interpreter plays in a test, the clauses that were carried out, and
writes them to ``FILE`` (``queensbench trace`` looks for them in ``.queensbench/trace/tests.json``).  Tests that were
not run keep what an earlier run has left.  The file has a keyed sum, and is believed of a key of one's own only.
Without the option the plugin does nothing.  pytest finds it by itself where the toolkit is installed; elsewhere load it
with ``-p queensbench.surfaces.pytest.traceability``.

A test can also name clauses that no rule carries out, such as a printed example::

    @pytest.mark.clause("snail-race:example.race")

Positions of sessions are stepped by the interpreter while it notes.  What it cannot see: other machine code, and
interpreters of other processes.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

OPTION = "--queensbench-trace"
NOTE = "queensbench-trace"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the option."""
    group = parser.getgroup("queensbench")
    group.addoption(
        OPTION, metavar="FILE", default="", help="note which tests went through which clauses, in this file"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker; begin to note, if asked to."""
    config.addinivalue_line(
        "markers", "clause(name, ...): the clauses, as ruleset:name, that the test is about"
    )
    file = config.getoption(OPTION)
    if file:
        config.pluginmanager.register(_Tracer(config, Path(str(file))), "queensbench-tracer")


class _Tracer:
    """Notes clauses while a test runs, and writes them when all have."""

    def __init__(self, config: pytest.Config, file: Path) -> None:
        self.root = config.rootpath
        self.file = file if file.is_absolute() else config.rootpath / file
        self.writes = not hasattr(config, "workerinput")
        self.now: set[tuple[str, str]] = set()
        self.trying = 0
        self.found: dict[str, dict[str, Any]] = {}
        self.before = self._contents() if self.writes else {}
        self._listen()

    def _contents(self) -> dict[str, str]:
        """The checksums of the rules as they are now, by ruleset."""
        from queensbench.evidence.keys import Sources

        sources = Sources(self.root)
        folder = self.root / "model"
        packages = [
            path.name.removesuffix(".py") for path in sorted(folder.glob("[a-z]*")) if folder.is_dir()
        ]
        return {package.replace("_", "-"): sources.content(package) for package in packages}

    # ------------------------------------------------------------------------------------------ listening

    def _listen(self) -> None:
        """Note every rule that the interpreter carries out, but for those that it only tries."""
        from queensbench.readers.interpreter import Interpreter
        from queensbench.surfaces.pytest import interpreted

        interpreted.install()
        run, ask, moves = Interpreter._run, Interpreter._ask, Interpreter.moves

        def note(reader: Interpreter) -> None:
            if not self.trying:
                module = reader.mode.module
                self.now.update((module, clause) for clause in reader.context.trace.clauses)

        @wraps(run)
        def heard_run(reader: Interpreter, *args: Any) -> Any:
            after = run(reader, *args)
            note(reader)
            return after

        @wraps(ask)
        def heard_ask(reader: Interpreter, rule: Any, *args: Any) -> Any:
            answer = ask(reader, rule, *args)
            if rule is not None:
                note(reader)
            return answer

        @wraps(moves)
        def heard_moves(reader: Interpreter, *args: Any) -> Any:
            self.trying += 1
            try:
                return moves(reader, *args)
            finally:
                self.trying -= 1

        for name, heard in (("_run", heard_run), ("_ask", heard_ask), ("moves", heard_moves)):
            setattr(Interpreter, name, heard)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Send the clauses that a test ran through along with its report."""
        self.now = set()
        try:
            return (yield)
        finally:
            reached: dict[str, set[str]] = {}
            for module, clause in self.now:
                reached.setdefault(ruleset_of(module), set()).add(clause)
            named = [str(name) for marker in item.iter_markers("clause") for name in marker.args]
            for name in named:
                ruleset, _, clause = name.partition(":")
                reached.setdefault(ruleset, set()).add(clause)
            told = {name: sorted(clauses) for name, clauses in sorted(reached.items()) if name}
            item.user_properties.append((NOTE, json.dumps([item.location[0], told, named])))

    # ------------------------------------------------------------------------------------------- writing

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the clauses of a test and its outcome, also from another process."""
        if not self.writes or (report.when != "call" and report.outcome == "passed"):
            return
        for name, value in report.user_properties:
            if name == NOTE:
                file, clauses, named = json.loads(str(value))
                if clauses:
                    outcome = self.found.get(report.nodeid, {}).get("outcome", report.outcome)
                    worst = report.outcome if outcome == "passed" else outcome
                    note = {"file": file, "outcome": worst, "clauses": clauses, "named": named}
                    self.found[report.nodeid] = note

    def pytest_sessionfinish(self) -> None:
        """Write the file: the tests of this run, and earlier results of tests that were not run."""
        if not self.writes:
            return
        from queensbench.analyses.traceability.passed import file_sum, read_tests, written_tests
        from queensbench.evidence.plays import write_atomic

        # Rules that were edited while the tests ran: nobody can say which of the two they were.
        now = self._contents()
        same = {name: sum_ for name, sum_ in self.before.items() if now.get(name) == sum_}
        for test in self.found.values():
            test["sum"] = file_sum(self.root / test["file"])
            test["content"] = {ruleset: same.get(ruleset, "") for ruleset in test["clauses"]}
        before = (read_tests(self.file) or {"tests": {}})["tests"]
        left = {
            name: test
            for name, test in before.items()
            if name not in self.found and (self.root / test["file"]).exists()
        }
        tests = dict(sorted({**left, **self.found}.items()))
        write_atomic(self.file, written_tests(tests))


def ruleset_of(module: str) -> str:
    """The ruleset of a module of a model; nothing for a module elsewhere."""
    parts = module.split(".")
    return parts[1].replace("_", "-") if len(parts) > 1 and parts[0] == "model" else ""
