"""Measurements in a process of their own: ``python -m benchmarks.probes PROBE INSTANCE NUMBER``.

Each probe prints one line of JSON as soon as it has its answer.

``first``, ``plain-first``    the first state is explored, natively or by the interpreter
``memory``, ``plain-memory``  bytes of resident memory that a search of at most NUMBER states adds at its peak
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable

from benchmarks import boxes, plain
from benchmarks.memory import peak


def first(name: str, most: int) -> dict[str, int]:
    """Explore at once, with native code."""
    made = boxes.session(name)
    found = made.explored(max_states=most)
    assert found.expanded > 0
    return {"tokens": made.instance.sizes["tokens"], "states": found.states}


def plain_first(name: str, most: int) -> dict[str, int]:
    """Explore by the interpreter, which needs neither typed rules nor machine code."""
    from queensbench.project import projects
    from queensbench.readers.interpreter import Interpreter

    _, mode = projects.load().mode(boxes.RULESET)
    box = projects.mode_instance(mode, name)
    found = plain.search(Interpreter(mode, box), most)
    return {"tokens": box.sizes["tokens"], "states": found.states}


def memory(name: str, most: int) -> dict[str, int]:
    """The growth of memory in a native search, with everything compiled before."""
    made = boxes.session(name)
    assert made.native.words > 0
    before = _settled()
    found = made.explored(max_states=most)
    return {"states": found.states, "bytes": peak() - before, "words": made.native.words}


def plain_memory(name: str, most: int) -> dict[str, int]:
    """The growth of memory in a search by the interpreter."""
    interpreter = boxes.session(name).interpreter()
    before = _settled()
    found = plain.search(interpreter, most)
    return {"states": found.states, "bytes": peak() - before}


def _settled() -> int:
    """Resident bytes now; what the process held before counts no more towards its peak, where that is possible.

    Where it is not (anything but Linux), a peak while compiling hides a smaller one later.
    """
    try:
        ctypes.CDLL(None).malloc_trim(
            0
        )  # what compiling has freed is given back, so that it is counted again
        with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")
    except (OSError, AttributeError):
        return peak()
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


PROBES: dict[str, Callable[[str, int], dict[str, int]]] = {
    "first": first,
    "plain-first": plain_first,
    "memory": memory,
    "plain-memory": plain_memory,
}

if __name__ == "__main__":
    print(json.dumps(PROBES[sys.argv[1]](sys.argv[2], int(sys.argv[3]))), flush=True)
