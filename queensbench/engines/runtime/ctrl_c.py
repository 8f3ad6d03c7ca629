"""Ctrl-C, SIGTERM and SIGHUP while a command runs: they always take effect in the end.

SIGTERM, by which systems and `timeout` end a program, and SIGHUP, which the closing of a terminal sends, are for a
command what Ctrl-C is: what is finished is printed.  They differ in the exit code, 128 and the number of the signal.

Python raises KeyboardInterrupt at any point of the program.  At some points it would be printed and dropped, or become
another error: while an object is freed, while a weak reference is cleaned up, while a class is made, or in a call from
z3 to its library.  There it is put off, and comes again a hundredth of a second later.
"""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

AGAIN = 0.01
"""The seconds after which a signal that would have been lost comes again."""

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end a command as Ctrl-C does."""

INTERRUPTED = 128 + int(signal.SIGINT)
"""The exit code after Ctrl-C, in whose place :func:`exit_code` puts that of another signal."""


FOREIGN = ("z3", "llvmlite", "ctypes", "weakref", "_weakrefset")
"""The packages in whose functions an exception may be lost, since a library may have called them."""


class Heard:
    """The state of Ctrl-C: whether it ``came``, and whether it was ``raised``."""

    def __init__(self) -> None:
        self.came = False
        self.raised = False

    def ask(self) -> None:
        """Raise KeyboardInterrupt now, if Ctrl-C came."""
        if self.came:
            self.raised = True
            raise KeyboardInterrupt


OUT_OF_MEMORY = 1 << 10
"""The number of what is no signal: the command has come to its limit of memory."""

UNDECIDED = 3
"""The exit code of a command that its limit of memory has ended."""


class _First:
    """The number of the signal that came first to the command of this process; 0: none came."""

    number = 0


def note(number: int) -> None:
    """Note that a signal came; :func:`exit_code` and :func:`name` tell it."""
    _First.number = _First.number or number


def forget() -> None:
    """Begin a command to which no signal has come."""
    _First.number = 0


def ended() -> bool:
    """Whether a signal has come that ends the processes of the command as well: any but Ctrl-C."""
    return _First.number not in (0, int(signal.SIGINT), OUT_OF_MEMORY)


def exit_code(code: int = INTERRUPTED) -> int:
    """``code``; Ctrl-C's becomes that of what came: 143 after SIGTERM, 129 after SIGHUP, 3 at the limit of memory."""
    if code == INTERRUPTED and _First.number == OUT_OF_MEMORY:
        return UNDECIDED
    return 128 + _First.number if code == INTERRUPTED and _First.number else code


def name() -> str:
    """The name of what came: Ctrl-C, SIGTERM, SIGHUP, or the limit of memory."""
    if _First.number == OUT_OF_MEMORY:
        return "its limit of memory"
    return signal.Signals(_First.number).name if ended() else "Ctrl-C"


def interrupt(number: int) -> bool:
    """Have the main thread do what it does on Ctrl-C, because of ``number``; False where it would not hear that."""
    main = threading.main_thread().ident
    for one in SIGNALS:
        if callable(signal.getsignal(one)) and main is not None:
            note(number)
            _send(main, one)
            return True
    return False


def _send(thread: int, number: int) -> None:
    """Send a signal to the main thread; where threads get none, Python takes note of it as if it had come."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(thread, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


def taken() -> dict[int, Any]:
    """The signals that this process handles, each with its handler; none outside the main thread.

    Ctrl-C is among them unless the process was started to ignore it.  SIGTERM and SIGHUP are only in a command: who
    uses the toolkit as a library decides about them.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}
    found = {number: signal.getsignal(number) for number in SIGNALS}
    return {number: handler for number, handler in found.items() if callable(handler)}


def handle(handlers: dict[int, Any]) -> None:
    """Set the handler of each signal."""
    for number, handler in handlers.items():
        signal.signal(number, handler)


@contextmanager
def insisting() -> Iterator[Heard]:
    """Let Ctrl-C wait for a point where Python does not lose it; SIGTERM and SIGHUP are as Ctrl-C inside.

    Does nothing outside the main thread, nor about a signal that the process was started to ignore.
    """
    heard = Heard()
    if threading.current_thread() is not threading.main_thread():
        yield heard
        return

    def cut(number: int, frame: FrameType | None) -> None:
        note(number)
        heard.came = True
        if deaf(frame):
            later = threading.Timer(AGAIN, again, (number,))
            later.daemon = True
            later.start()
        else:
            heard.ask()

    def again(number: int) -> None:
        main = threading.main_thread().ident
        if not heard.raised and main is not None:
            _send(main, number)

    before = {number: signal.getsignal(number) for number in SIGNALS}
    before = {number: old for number, old in before.items() if old not in (signal.SIG_IGN, None)}
    handle(dict.fromkeys(before, cut))
    try:
        yield heard
    finally:
        heard.raised = True
        handle(before)


@contextmanager
def put_off() -> Iterator[None]:
    """Let Ctrl-C wait until the block inside is done; processes that are started inside never get it."""
    mask = None
    if hasattr(signal, "pthread_sigmask"):
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with noted():
            yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def noted() -> Iterator[list[int]]:
    """Note Ctrl-C during a ``with`` block in the list that the block gets; it takes effect when the block is done.

    The list stays empty outside the main thread, and in a process that was started to ignore Ctrl-C.
    """
    found: list[int] = []
    before = taken()
    handle(dict.fromkeys(before, lambda number, _: found.append(number)))
    try:
        yield found
    finally:
        handle(before)
        if found:
            signal.raise_signal(found[0])


@contextmanager
def heeded() -> Iterator[list[int]]:
    """Note the first Ctrl-C during a ``with`` block in the list that the block gets, which ends its work by itself.

    It does not take effect otherwise; a second one does, as before.  The list stays empty outside the main thread, and
    in a process that was started to ignore Ctrl-C.
    """
    found: list[int] = []
    before = taken()

    def first(number: int, frame: FrameType | None) -> None:
        note(number)
        found.append(number)
        handle(before)

    handle(dict.fromkeys(before, first))
    try:
        yield found
    finally:
        handle(before)


def unheard() -> None:
    """Keep :data:`SIGNALS` from this thread, and from processes that it starts: another thread gets them."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)


def in_a_process() -> None:
    """Leave Ctrl-C and the closing of a terminal to the parent, which ends this process; SIGTERM ends it at once."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(
        signal, "pthread_sigmask"
    ):  # z3 would listen to Ctrl-C while it is asked, whatever Python does
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


def deaf(frame: FrameType | None) -> bool:
    """Whether an exception raised here would be lost, or become another one.

    While an object is freed, in its own method or in the callback of a weak reference, it would be printed and dropped;
    in a call from z3 to its library it would pass for a bad argument; in what LLVM calls it would be dropped; where a
    class names what stands in it, Python before 3.12 makes an error of its own of it.
    """
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        name = frame.f_code.co_name
        if name in ("__del__", "__set_name__") or module.partition(".")[0] in FOREIGN:
            return True
        if name == "cb" and module == "importlib._bootstrap":  # of a lock whose import has ended
            return True
        frame = frame.f_back
    return False
