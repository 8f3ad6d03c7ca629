"""One line on the error stream."""

from __future__ import annotations

import sys
from contextlib import suppress

from queensbench.errors import visible


def fail(text: str) -> int:
    """Write each line of a text to the error stream; returns the exit code of bad input."""
    with suppress(OSError):
        for line in visible(text).splitlines():
            sys.stderr.write(f"queensbench: {line}\n")
    return 2
