"""Scripts run by cvc5, in a process of its own if its processor seconds are to be counted and limited.

cvc5 measures by the clock, which says little on a busy machine.  So the process ends itself by a timer of processor
time; a script without an answer by then is not decided, nor is one at which cvc5 ends the process, or memory is short.
The process ends with the one that asks, where the system allows it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from queensbench.engines.runtime.leash import leash
from queensbench.errors import InternalError

CVC5 = "cvc5"

TIMED = hasattr(signal, "setitimer")
"""Whether a process can end itself after so many processor seconds; elsewhere it is ended by the clock."""

RAISED = "Traceback (most recent call last)"
"""What a process writes that has ended by an error of Python."""

START = 10.0
"""The seconds that it may take to start where the clock counts."""


@dataclass
class Asked:
    """A cvc5 solver that has answered."""

    solver: Any
    verdict: str


def run_cvc5(
    script: str, seconds: float = 0.0, *, model: bool = False, eager: bool = True
) -> tuple[Asked, Any]:
    """Have cvc5 run a script with one ``check-sat``; returns its answer and its symbols.

    ``seconds``: by the clock (0: no limit).  ``eager``: bit-vectors become clauses at once.
    """
    module = import_module(CVC5)
    manager = module.TermManager()
    asked = module.Solver(manager)
    if eager:
        asked.setOption("bitblast", "eager")
    if seconds > 0:
        asked.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    asked.setOption("produce-models", "true" if model else "false")
    symbols = module.SymbolManager(manager)
    parser = module.InputParser(asked, symbols)
    parser.setStringInput(module.InputLanguage.SMT_LIB_2_6, script, "goal")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said = str(command.invoke(asked, symbols)).strip() or said
    return Asked(asked, said if said in ("sat", "unsat") else "unknown"), symbols


def answer(script: str, seconds: float, *, eager: bool = True) -> tuple[str, float]:
    """The answer of cvc5 to a script, in a process of its own within so many processor seconds, and those it took.

    Raises InternalError where the process cannot ask cvc5 at all, as when the script cannot be read.
    """
    with suppress(subprocess.TimeoutExpired):
        return _answered(script, seconds, eager=eager)
    return "unknown", seconds


def _answered(script: str, seconds: float, *, eager: bool) -> tuple[str, float]:
    """The same.  Raises InternalError, and subprocess.TimeoutExpired where a process cannot count its own seconds."""
    asked = subprocess.run(
        [sys.executable, "-m", __name__, str(seconds), str(int(eager)), str(os.getpid())],
        input=script,
        capture_output=True,
        text=True,
        errors="backslashreplace",
        check=False,
        timeout=None if TIMED else START + seconds,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    words = asked.stdout.split()
    if asked.returncode > 0 and RAISED in asked.stderr:  # not ended by its timer, or by cvc5
        *_, last = asked.stderr.strip().splitlines()
        if not last.startswith("MemoryError"):
            raise InternalError(f"a process that asks {CVC5} has failed: {last}", sent=asked.stderr)
    if asked.returncode != 0 or len(words) != 2 or words[0] not in ("sat", "unsat", "unknown"):
        return "unknown", seconds
    return words[0], float(words[1])


def main(seconds: float, *, eager: bool) -> None:
    """Answer the script on standard input with a word and the processor seconds that it took."""
    text = sys.stdin.read()
    begun = time.process_time()
    if TIMED:
        signal.setitimer(signal.ITIMER_PROF, max(seconds, 0.001))
    asked, _ = run_cvc5(text, eager=eager)
    sys.stdout.write(f"{asked.verdict} {time.process_time() - begun:.3f}\n")


if __name__ == "__main__":
    leash(int(sys.argv[3]))
    main(float(sys.argv[1]), eager=sys.argv[2] == "1")
