"""The code around the kernels of engines: calls, two threads, Ctrl-C, faults as errors."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Any, Protocol, TypeAlias

import numpy as np

from queensbench.engines.runtime import ctrl_c
from queensbench.engines.runtime.kernel_signatures import native_call
from queensbench.engines.runtime.kernels import HEAVY, MIXED, NOTE
from queensbench.errors import BadInput, ModelError, RangeViolation
from queensbench.readers.native.layout import BADWEIGHT, OVERFLOW, REFUSED, UNSETTLED
from queensbench.rules.typed.ir import System
from queensbench.rules.typed.move_codes import Coding

Array: TypeAlias = np.ndarray[Any, Any]
Cells: TypeAlias = Sequence[int] | Array


class NativeCode(Protocol):
    """The part of compiled rules that engines use."""

    def address(self, name: str) -> int:
        """The address of a function of the module."""
        ...

    def new_env(self, readings: Any = None, parameters: Any = None) -> Array:
        """A fresh environment (64-bit integers) for a choice of readings and parameters."""
        ...


def renewed(native: NativeCode, seconds: float, left: float | None = None) -> bool:
    """Tell compiled rules how long they ran (:meth:`queensbench.readers.native.program.Native.ran`).

    True if the code was compiled anew; then the caller must get its functions again.
    """
    ran: Callable[[float, float | None], bool] | None = getattr(native, "ran", None)
    return ran is not None and ran(seconds, left)


def functions(native: NativeCode, kernels: Iterable[Callable[..., int]]) -> dict[str, Callable[..., int]]:
    """The compiled kernels by name, called as :mod:`queensbench.engines.runtime.kernel_signatures` says.

    Raises BadInput where the code lacks one.
    """
    found: dict[str, Callable[..., int]] = {}
    for source in kernels:
        try:
            address = native.address(source.__name__)
        except (KeyError, ValueError, AttributeError):
            address = 0
        if not address:
            raise BadInput(
                f"the native code lacks the kernel {source.__name__}",
                remedy="compile it with extra=add_kernels",
            )
        found[source.__name__] = native_call(source, address)
    return found


@dataclass(frozen=True)
class First:
    """The number of states (or games) counted under a heading, and the first of them (None: none)."""

    count: int
    state: int | None

    @staticmethod
    def of(notes: Sequence[Array], place: int) -> First:
        """The sum of the threads' notes at a place."""
        mine = [tuple(map(int, n[place * NOTE : (place + 1) * NOTE])) for n in notes]
        seen = [(key, state) for count, key, state in mine if count]
        return First(sum(n[0] for n in mine), min(seen)[1] if seen else None)


class ShardThreads:
    """Runs one task for each of two shards, on two threads if that is wanted and pays."""

    def __init__(self, threads: int) -> None:
        self.pool = ThreadPoolExecutor(1) if threads > 1 else None

    def run(self, tasks: Sequence[Callable[[], None]], *, large: bool = True) -> None:
        """Run the tasks.  An error is raised when all have ended, on two threads; on one thread it ends the rest."""
        if self.pool is None or not large or len(tasks) < 2:
            for task in tasks:
                task()
            return
        others = [self.pool.submit(task) for task in tasks[1:]]
        try:
            tasks[0]()
        finally:
            for other in others:
                other.result()

    def __enter__(self) -> ShardThreads:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self.pool is not None:
            self.pool.shutdown()


class Interrupts:
    """Turns Ctrl-C into a flag, so that finished work is kept; does nothing outside the main thread."""

    def __init__(self) -> None:
        self.raised = False
        self.before: dict[int, Any] = {}

    def _mark(self, number: int, frame: FrameType | None) -> None:
        ctrl_c.note(number)
        self.raised = True

    def __enter__(self) -> Interrupts:
        self.before = ctrl_c.taken()
        ctrl_c.handle(dict.fromkeys(self.before, self._mark))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        ctrl_c.handle(self.before)


class Ticker:
    """Calls a progress callback at most five times a second."""

    def __init__(self, callback: Callable[[int, int], None] | None) -> None:
        self.callback = callback
        self.last = time.monotonic()

    def __call__(self, done: int, level: int) -> None:
        """Report, if the time has come."""
        if self.callback is not None and time.monotonic() - self.last >= 0.2:
            self.last = time.monotonic()
            self.callback(done, level)


class Shares:
    """Games handed out to threads in spans, in order; none after a fault or Ctrl-C."""

    def __init__(
        self, games: int, interrupts: Interrupts, progress: Callable[[int, int], None] | None
    ) -> None:
        self.games = games
        self.interrupts = interrupts
        self.lock = threading.Lock()
        self.following = 0
        self.failed = False
        self.ticker = Ticker(progress)

    def take(self, size: int) -> tuple[int, int] | None:
        """The numbers of the next games, as a first (included) and a last (excluded); None if there are no more.

        After a fault no game is begun; games before it are still running, and one of them may fail too.
        """
        with self.lock:
            first = self.following
            if first >= self.games or self.failed or self.interrupts.raised:
                return None
            self.following = min(self.games, first + size)
            return first, self.following

    def tell(self, first: int) -> None:
        """Report how many games were begun; Ctrl-C met there ends the run as well."""
        try:
            self.ticker(first, 0)
        except KeyboardInterrupt:
            self.interrupts.raised = True


def cells_vector(system: System, cells: Cells) -> Array:
    """A state given from outside as 32-bit cells; raises BadInput for a wrong number of cells, or one out of range."""
    wanted = len(system.cells)
    if len(cells) != wanted:
        raise BadInput(f"a state of {len(cells)} cells was given", remedy=f"give all {wanted}")
    for place, (value, kind) in enumerate(zip(cells, system.cells, strict=True)):
        if not kind.lo <= int(value) <= kind.hi:
            raise BadInput(
                f"cell {place} is {int(value)}",
                where="start state",
                remedy=f"it ranges from {kind.lo} to {kind.hi}",
            )
    return np.ascontiguousarray(cells, dtype=np.int32)


def fault(system: System, coding: Coding, status: int, play: Sequence[int], code: int = -1) -> ModelError:
    """The error of a status below 1; ``play`` leads to the state, ``code`` is the move tried there."""
    whole = tuple(play) + ((code,) if code >= 0 else ())
    after = f"after {len(play)} move{'' if len(play) == 1 else 's'}"
    doing = f"in {coding.label(coding.decode(code))} " if code >= 0 else ""
    mode = f"{system.ruleset}/{system.mode}"
    if status < 0 and -1 - status < len(system.sites):
        site = system.sites[-1 - status]
        return RangeViolation(
            f"`{site.text}`: {site.what}, {doing}{after}",
            where=f"{site.file}:{site.line}",
            play=whole,
            remedy="widen the range, or require what keeps within it",
        )
    if status == REFUSED and code < 0 and not play:
        return ModelError(
            "the start contradicts itself: a `require` of the @initial rule fails",
            where=mode,
            remedy="mend what it sets, or drop the `require`",
        )
    remedy = {
        UNSETTLED: "let each automatic step change what it requires",
        BADWEIGHT: "give weights from 0 up",
        HEAVY: "give smaller weights in the same proportions",
    }.get(status, "")
    what = {
        REFUSED: "a move is listed as possible and refused when it is made",
        UNSETTLED: "the automatic steps come to no end",
        OVERFLOW: "there are more moves than the buffer holds",
        BADWEIGHT: "a chance event has a negative weight",
        HEAVY: "the weights of the chance events come to 2**62 or more, even in lowest terms",
        MIXED: "players and chance would both move; require the phase in the actions or in the chance events",
    }.get(status, f"native code answered {status}")
    return ModelError(f"{what}, {doing}{after}", where=mode, play=whole, remedy=remedy)
