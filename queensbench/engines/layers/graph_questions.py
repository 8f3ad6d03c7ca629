"""What is asked of the graph of an exploration by levels, and what is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from queensbench.errors import BadInput
from queensbench.rules.typed import ir


@dataclass(frozen=True)
class GraphQuestion:
    """A question: ``can_always``, ``can_reach`` or ``ends``, as :mod:`queensbench.engines.graphs.questions` has them.

    ``against``: raw players, ``"players"`` or ``"chance"``.  ``sure``: of ``ends``.  ``target``, ``since``: of
    ``can_reach`` the judges that fail where the property's own conditions hold (``since`` -1: every state is meant).
    """

    kind: str
    against: tuple[int | str, ...] = ()
    sure: bool = True
    target: int = -1
    since: int = -1


@dataclass(frozen=True)
class LevelAnswer:
    """The answer to a question.

    ``failing``: how many of the states ``asked`` fail, ``going_on`` of them before an end.  ``first``: the number of
    the first of them.  ``way``: of ``ends`` that does not hold the states of a play from the start, by number; the
    last one is that at place ``entry`` once more (-1: it is one without a move).
    """

    holds: bool
    asked: int
    failing: int
    going_on: int
    first: int | None
    way: tuple[int, ...] = ()
    entry: int = -1


def raw_against(system: ir.System, against: Sequence[int | str]) -> tuple[int | str, ...]:
    """Players by their numbers.  Raises BadInput for one that is unknown."""
    names = ir.deciders(system)
    found: list[int | str] = []
    for who in against:
        if who in ("players", "chance") or isinstance(who, int):
            found.append(who)
        elif who in names:
            found.append(names.index(who))
        else:
            known = ", ".join(("players", "chance", *names))
            raise BadInput(f"nobody is called {who}", remedy=f"choose of {known}")
    return tuple(found)
