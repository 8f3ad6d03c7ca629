"""z3, asked so that Ctrl-C, SIGTERM and SIGHUP are heard meanwhile."""

from __future__ import annotations

import threading
from typing import Any

import z3

from queensbench.engines.runtime.ctrl_c import noted, taken

PULSE = 0.05
"""The seconds between two looks whether Ctrl-C came, while z3 works."""


class Asking(z3.Solver):  # type: ignore[misc]
    """A solver that Ctrl-C, SIGTERM and SIGHUP end.

    Left to itself z3 takes the signal: it answers ``unknown``, or loses the signal if it is about to answer.  Hence z3
    works in a thread, and is told when to stop.  It is not made for two threads in one context, not even if one only
    frees a term while the other works.  So nothing of z3 is touched here until that thread has ended.
    """

    def check(self, *assumptions: Any) -> Any:
        """The answer of z3.

        Raises KeyboardInterrupt after Ctrl-C and its like, and whatever asking z3 raises.
        """
        self.set("ctrl_c", False)
        if not taken():  # another thread than the main one, or a process that its parent ends
            return z3.Solver.check(self, *assumptions)
        found: list[Any] = []

        def ask() -> None:
            try:
                found.append(z3.Solver.check(self, *assumptions))
            except BaseException as error:  # noqa: BLE001 - it is raised by whoever waits
                found.append(error)

        with noted() as came:
            working = threading.Thread(target=ask)
            working.start()
            while working.is_alive():
                working.join(PULSE)
                if came and working.is_alive():
                    self.interrupt()  # again and again: it is lost on a solver that has not begun
        if came:
            raise KeyboardInterrupt
        answer = found.pop()  # so that an error holds no list that holds it
        if isinstance(answer, BaseException):
            raise answer
        return answer


def asking(logic: str) -> Asking:
    """A solver for a logic of SMT-LIB."""
    made = z3.SolverFor(logic)
    return Asking(made.solver, made.ctx)


__all__ = ["Asking", "asking"]
