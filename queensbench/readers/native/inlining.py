"""Which functions of a module are put where they are called, before LLVM is asked for anything.

LLVM's own choice comes with passes that take most of the time of optimising.  Rules are short functions that call each
other, and what they gain most by is that.  So they are chosen here by their lengths alone: short ones, and those that
are called from one place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

SHORT = 50
"""A function of fewer lines, with all that is put into it, is put wherever it is called."""
ALONE = 500
"""And one of fewer lines than this where it is called from one place."""
LARGEST = 50_000
"""But not that, where more lines than these would come together in one function."""
GROWN = 3
"""Only shorter functions are taken where a module would have so many times its lines."""
HEAD = re.compile(r'^define (internal )?[^\n@]*@("[^"\n]*")\([^\n]*\{\n', re.MULTILINE)
END = "\n}"
CALLED = re.compile(r'\bcall [^@\n]*@("[^"\n]*")\(')
MARK = " alwaysinline {\n"
"""The end of the head of a function that is put wherever it is called."""


@dataclass(frozen=True)
class FunctionText:
    """A function: whether others can be without it, how many lines it has, and what it calls, in turn."""

    inner: bool
    lines: int
    calls: tuple[str, ...]


def inlined(text: str) -> str:
    """The text of a module in which the functions that are put where they are called are marked as such."""
    chosen = choice(_functions(text))

    def marked(found: re.Match[str]) -> str:
        return found[0].removesuffix(" {\n") + MARK if found[2] in chosen else found[0]

    return HEAD.sub(marked, text)


def _functions(text: str) -> dict[str, FunctionText]:
    found = {}
    for head in HEAD.finditer(text):
        body = text[head.end() : text.index(END, head.end())]
        calls = tuple(one[1] for one in CALLED.finditer(body))
        found[head[2]] = FunctionText(head[1] is not None, body.count("\n") + 1, calls)
    return found


def choice(functions: Mapping[str, FunctionText]) -> set[str]:
    """The functions that are put where they are called; none that calls itself, on whatever way."""
    most = GROWN * sum(function.lines for function in functions.values())
    short = SHORT
    while True:
        chosen, lengths = _chosen(functions, short)
        if not short or sum(length for name, length in lengths.items() if name not in chosen) <= most:
            return chosen
        short //= 2


def _chosen(functions: Mapping[str, FunctionText], short: int) -> tuple[set[str], dict[str, int]]:
    """The functions that are chosen where those of fewer than ``short`` lines are short, and the lines of each then."""
    times = Counter(one for function in functions.values() for one in function.calls)
    lengths: dict[str, int] = {}
    chosen: set[str] = set()
    for name in _callees_first(functions):
        function = functions[name]
        inside = [one for one in function.calls if one in chosen]
        length = function.lines + sum(lengths[one] for one in inside)
        alone = [one for one in inside if times[one] == 1]
        for one in sorted(alone, key=lambda one: -lengths[one]) if length > LARGEST else ():
            chosen.remove(one)
            length -= lengths[one]
            if length <= LARGEST:
                break
        lengths[name] = length
        if function.inner and length < (ALONE if times[name] == 1 else short):
            chosen.add(name)
    return chosen, lengths


def _callees_first(functions: Mapping[str, FunctionText]) -> list[str]:
    """The functions, each after those that it calls, without those that call themselves."""
    waiting = {name: {one for one in f.calls if one in functions} for name, f in functions.items()}
    callers: dict[str, list[str]] = {name: [] for name in functions}
    for name, calls in waiting.items():
        for one in calls:
            callers[one].append(name)
    ready = [name for name, calls in waiting.items() if not calls]
    order = []
    while ready:
        name = ready.pop()
        order.append(name)
        for caller in callers[name]:
            waiting[caller].discard(name)
            if not waiting[caller]:
                ready.append(caller)
    return order


__all__ = ["FunctionText", "choice", "inlined"]
