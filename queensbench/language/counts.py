"""Counts towards a target: declarations from which the least number of choices of a play is proved.

``counts("win.tokens", token_count, facts=(acts_once,))`` says that the rule ``token_count`` measures how far a play
is towards the target ``win.tokens``.  Nothing is believed: whether the number rises by at most one a choice, and the
least number where the target holds, is found out by z3 (:mod:`queensbench.engines.search.lower_bounds`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.errors import BadInput
from queensbench.language.records import Record
from queensbench.language.rules import Rule
from queensbench.language.source import caller


@dataclass(frozen=True)
class CountDecl:
    """A declared count of plays to ``target``: its record, and the names of its rule and its facts.

    ``numbers``: how z3 takes numbers, ``one-hot`` or ``integers``.
    """

    target: str
    state: type[Record]
    count: str
    facts: tuple[str, ...]
    module: str
    numbers: str = "one-hot"


#: counts declared in this process, by module
declared: dict[str, list[CountDecl]] = {}


NUMBERS = ("one-hot", "integers")


def counts(
    target: str,
    count: Callable[..., int],
    *,
    facts: Sequence[Callable[..., bool]] = (),
    numbers: str = "one-hot",
) -> None:
    """Declare a count: a rule that answers a number of the state, and the facts that its proof may use.

    ``numbers``: ``one-hot`` suits small numbers, ``integers`` long sums.  Raises BadInput for any other, and for a
    count or a fact that is no rule of the state.
    """
    if numbers not in NUMBERS:
        raise BadInput(
            f"numbers cannot be {numbers}", where=caller(), remedy=f"choose {' or '.join(NUMBERS)}"
        )
    for given in (count, *facts):
        if not isinstance(given, Rule) or given.state() is None:
            raise BadInput(
                f"a count towards {target} needs rules of the state",
                where=caller(),
                remedy="write it as an @rule()",
            )
    assert isinstance(count, Rule)
    state: Any = count.state()
    names = tuple(fact.name for fact in facts if isinstance(fact, Rule))
    decl = CountDecl(target, state, count.name, names, count.module, numbers)
    declared.setdefault(decl.module, []).append(decl)


def count_towards(target: str, state: type[Record]) -> CountDecl | None:
    """The count declared towards a target for a record, or None."""
    for decls in declared.values():
        for decl in decls:
            if decl.target == target and issubclass(state, decl.state):
                return decl
    return None
