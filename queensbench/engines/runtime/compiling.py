"""Systems compiled with the loops of an engine, by a name under which the user's own cache may keep their code.

The text of a module follows from the typed form of its system, from the loops, and from the toolkit that writes it.  So
the digest of these three names the code, and where code of that name is kept, no text is written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import queensbench
from queensbench.engines.runtime import gc_policy
from queensbench.engines.runtime.kernel_compiler import compile_kernels
from queensbench.engines.runtime.kernels import add_kernels, constants
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.typed.digest import digest
from queensbench.rules.typed.ir import System

WRITING = ("errors.py", "language", "rules", "readers", "engines")
"""The parts of the toolkit from which the text of a module may follow."""
BEGUN = queensbench._begun
SETTLED = 60.0
"""Code goes by a name only where the toolkit was left alone for so many seconds: what runs is then what is read."""


def compiled(
    system: System,
    loops: Sequence[Callable[..., int]],
    *,
    counters: bool = True,
    level: int = 1,
    quick: bool = True,
    unused: Collection[str] = (),
) -> Native:
    """A system with the loops of an engine (:func:`queensbench.readers.native.program.compile_system`)."""
    with gc_policy.put_off():
        return compile_system(
            system,
            counters=counters,
            extra=lambda module: add_kernels(module, system, loops),
            level=level,
            quick=quick,
            unused=unused,
            name=_name(system, loops, counters, sorted(unused)),
        )


def compiled_for_steps(system: System, deciders: Sequence[Callable[..., int]]) -> Native:
    """A system without loops that counts the rulings which any answer reads, judgements of ends included.

    The listings of its transitions can be called one by one, as ``moves.NAME`` (:mod:`entry_points
    <queensbench.readers.native.entry_points>`).  ``deciders``: the loops that ask opaque rules, if it has any.
    """

    def completed(module: Any) -> None:
        if "qb_opaque" in module.globals:
            compile_kernels(module, deciders, {"RULINGS": len(system.rulings)})
        for transition in system.transitions:
            listing = module.globals.get(f"moves.{transition.name}")
            if listing is not None:
                listing.linkage = ""

    with gc_policy.put_off():
        return compile_system(
            system,
            extra=completed,
            answers_counted=True,
            name=_name(system, deciders, "each answer counted"),
        )


def _name(system: System, loops: Sequence[Callable[..., int]], *how: object) -> str | None:
    """The name of all that a module's text follows from; None where that cannot be told."""
    here = queensbench.__name__ + ".engines."
    writing = toolkit()
    if writing is None or not all(loop.__module__.startswith(here) for loop in loops):
        return None
    named = [f"{loop.__module__}.{loop.__qualname__}" for loop in loops]
    facts = (writing, digest(system), sorted(constants(system).items()), named, how)
    return hashlib.sha256(repr(facts).encode()).hexdigest()


@cache
def toolkit() -> str | None:
    """The digest of the toolkit that writes code; None if it was changed just now, or cannot be read."""
    root = Path(queensbench.__file__).parent
    found = hashlib.sha256()
    try:
        for part in WRITING:
            whole = root / part
            for path in sorted(whole.rglob("*.py")) if whole.is_dir() else [whole]:
                about = path.stat()
                if max(about.st_mtime, about.st_ctime) > BEGUN - SETTLED:
                    return None
                text = path.read_bytes()
                found.update(f"{path.relative_to(root).as_posix()} {len(text)}\n".encode() + text)
    except OSError:
        return None
    return found.hexdigest()


__all__ = ["compiled", "compiled_for_steps"]
