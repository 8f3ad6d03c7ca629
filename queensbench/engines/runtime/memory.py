"""Sizes of memory: how they are written, how much this process may have, and how much it and its own processes have.

A control group is what Linux limits containers and jobs by.  Its limit counts as the machine's own size does: a
process that goes beyond either is killed without a word.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from queensbench.engines.runtime import ctrl_c
from queensbench.errors import BadInput

UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
"""The units of a size, in bytes."""

LEAST = 64 << 20
"""The bytes without which nothing runs."""

UNKNOWN = 4 << 30
"""The bytes that are taken for available where the system does not say."""

SPARE = 8
"""The limit divided by this is kept free: so much may be taken between two looks."""

SCARCE = 64
"""The machine has hardly any memory left when less than its memory divided by this is available."""

PULSE = 0.1
"""The most seconds between two looks at the memory in use."""

FASTEST = 4 << 30
"""The bytes that may be taken in a second: the nearer the limit, the sooner the next look."""

SHORTEST = 0.002
"""The fewest seconds between two looks."""

PROC = Path("/proc")
GROUPS = Path("/sys/fs/cgroup")


def parse_size(text: str) -> int:
    """The bytes of a size such as ``512M`` or ``1.5G``; the units K, M, G and T are powers of 1024.

    Raises BadInput for anything else, and for less than 64M.
    """
    written = re.fullmatch(
        r"(\d{1,9}(?:\.\d{1,6})?) ?([KMGT])(?:i?B)?", text.strip(), re.IGNORECASE | re.ASCII
    )
    if written is None:
        raise BadInput(f"{text!r} is no size", remedy="give a number and a unit, such as 512M or 2G")
    found = int(float(written[1]) * UNITS[written[2].upper()])
    if found < LEAST:
        raise BadInput(f"{text!r} is too little memory", remedy=f"give {shown(LEAST)} or more")
    return found


def shown(size: int) -> str:
    """A size as people write it, in the largest unit that fits, to three digits or whole: ``1.5G``, ``512M``."""
    for unit, bytes_ in reversed(UNITS.items()):
        if size >= bytes_:
            number = size / bytes_
            text = f"{number:.2f}" if number < 10 else f"{number:.1f}" if number < 100 else f"{number:.0f}"
            return (text.rstrip("0").rstrip(".") if "." in text else text) + unit
    return f"{size} bytes"


def available() -> int:
    """The bytes that this process and those it starts can have together.

    The least of: the memory of the machine, the limits of the control groups that hold this process (versions 1 and 2),
    and the limit of its address space.  Where none is known: 4G.
    """
    found = [*_machine(), *_groups(), *_address_space()]
    return min(found, default=UNKNOWN)


def _machine() -> Iterator[int]:
    with suppress(OSError, ValueError, AttributeError):
        yield os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _address_space() -> Iterator[int]:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit != resource.RLIM_INFINITY:
        yield limit


def _groups() -> Iterator[int]:
    """The limits of the control groups above this process; those that say ``max``, or a huge number, are none."""
    try:
        lines = (PROC / "self" / "cgroup").read_text("ascii", "replace").splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        if not controllers:
            yield from _limits(GROUPS, path, "memory.max")
        elif "memory" in controllers.split(","):
            yield from _limits(GROUPS / "memory", path, "memory.limit_in_bytes")


def _limits(root: Path, path: str, name: str) -> Iterator[int]:
    """The limits on the way from the root of a hierarchy to a group.

    In a container the path may be the one outside; the root that is mounted there is then the group itself.
    """
    place = root
    for part in ("", *Path(path.lstrip("/")).parts):
        place /= part
        with suppress(OSError, ValueError):
            limit = int((place / name).read_text("ascii"))
            if limit < 1 << 60:
                yield limit


class Guard:
    """Ends the command when its memory comes close to a limit: it prints what is finished, as on Ctrl-C.

    ``limit``: in bytes; None stands for all that is :func:`available`, and as long as the machine has some left.
    ``said``: the line about it, once the command is ended so.
    """

    def __init__(self) -> None:
        self.limit: int | None = None
        self.said = ""
        self._over = threading.Event()

    def __enter__(self) -> Guard:
        self.limit, self.said = None, ""
        self._over = threading.Event()
        threading.Thread(target=self._watch, args=(self._over,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _watch(self, over: threading.Event) -> None:
        ctrl_c.unheard()
        most = available()
        pulse = PULSE
        while not over.wait(pulse):
            limit = most if self.limit is None else min(most, self.limit)
            try:
                held, scarce = used(), self.limit is None and _scarce()
            except MemoryError:  # not even for this there is some left
                held, scarce = limit, True
            left = limit - limit // SPARE - held
            pulse = min(PULSE, max(SHORTEST, left / FASTEST))
            if left < 0 or scarce:
                self.said = (
                    f"stopped with {shown(held)} of memory in use, where {shown(limit)} may be; ask for a smaller "
                    "instance or a smaller budget, or give more with --memory"
                )
                if ctrl_c.interrupt(ctrl_c.OUT_OF_MEMORY):
                    return


GUARD = Guard()
"""The guard of the command of this process."""


def _scarce() -> bool:
    """Whether the machine has hardly any memory left, whoever has taken it."""
    with suppress(OSError, ValueError, IndexError):
        lines = (PROC / "meminfo").read_text("ascii").splitlines()
        sizes = {line.partition(":")[0]: int(line.split()[1]) for line in lines if line.endswith("kB")}
        return sizes.get("MemAvailable", 1) * SCARCE < sizes.get("MemTotal", 0)
    return False


def used() -> int:
    """The bytes of memory that this process and those it has started hold now; 0 where the system does not say.

    Pages shared since a fork are counted for each process.  Pages of files and shared memory are not counted.
    Elsewhere than on Linux it is the most that this process alone has held so far.
    """
    return sum(_held(process) for process in _family())


def _family() -> list[int]:
    """The numbers of this process and of all that descend from it."""
    found = [os.getpid()]
    for process in found:  # it grows meanwhile
        with suppress(OSError, ValueError):
            for task in (PROC / str(process) / "task").iterdir():
                found += map(int, (task / "children").read_text("ascii").split())
    return found


def _held(process: int) -> int:
    """The resident bytes of a process without those of files and shared memory; elsewhere than on Linux, its peak."""
    with suppress(OSError, ValueError, IndexError):
        if sys.platform.startswith("linux"):
            _, resident, shared = (PROC / str(process) / "statm").read_text("ascii").split()[:3]
            return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        if process == os.getpid():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (
                1 if sys.platform == "darwin" else 1024
            )
    return 0


__all__ = ["GUARD", "LEAST", "available", "parse_size", "shown", "used"]
