"""Generated text made a model: executed as a module of its own, and forgotten afterwards.

The text is kept where Python keeps source lines, for the checker reads rules from there.  No file is written.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import ModuleType

from queensbench.language import Mode, properties, rules

_numbers = count(1)


@contextmanager
def loaded(text: str) -> Iterator[Mode]:
    """The first mode of a module's text, for the length of a ``with`` block."""
    with modes_of(text) as found:
        yield found[0]


@contextmanager
def modes_of(text: str) -> Iterator[list[Mode]]:
    """The modes of a module's text, for the length of a ``with`` block."""
    name = f"generated_model_{next(_numbers)}"
    file = f"<{name}>"
    module = ModuleType(name)
    module.__file__ = file
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    sys.modules[name] = module
    try:
        exec(compile(text, file, "exec"), module.__dict__)
        yield [one for one in module.__dict__.values() if isinstance(one, Mode)]
    finally:
        sys.modules.pop(name, None)
        linecache.cache.pop(file, None)
        rules.registry.pop(name, None)
        properties.declared.pop(name, None)
