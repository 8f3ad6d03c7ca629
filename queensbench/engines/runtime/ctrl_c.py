"""Ctrl-C while a command runs: it always takes effect in the end.

Python raises KeyboardInterrupt at any point of the program.  At some points it would be printed and dropped, or become
another error: while an object is freed, while a weak reference is cleaned up, or in a call from z3 to its library.
There it is put off, and comes again a hundredth of a second later.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

AGAIN = 0.01
"""The seconds after which a signal that would have been lost comes again."""


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


@contextmanager
def insisting() -> Iterator[Heard]:
    """Let Ctrl-C wait for a point where Python does not lose it.

    Does nothing outside the main thread, nor in a process that was started to ignore Ctrl-C.
    """
    heard = Heard()
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if ignored or threading.current_thread() is not threading.main_thread():
        yield heard
        return

    def cut(_: int, frame: FrameType | None) -> None:
        heard.came = True
        if deaf(frame):
            later = threading.Timer(AGAIN, again)
            later.daemon = True
            later.start()
        else:
            heard.ask()

    def again() -> None:
        main = threading.main_thread().ident
        if not heard.raised and main is not None:
            signal.pthread_kill(main, signal.SIGINT)

    before = signal.signal(signal.SIGINT, cut)
    try:
        yield heard
    finally:
        heard.raised = True
        signal.signal(signal.SIGINT, before)


@contextmanager
def put_off() -> Iterator[None]:
    """Let Ctrl-C wait until the block inside is done; processes that are started inside never get it."""
    came: list[int] = []
    mask = None
    if hasattr(signal, "pthread_sigmask"):
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number)) if main else None
    try:
        yield
    finally:
        if main:
            signal.signal(signal.SIGINT, before)
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def noted() -> Iterator[list[int]]:
    """Note Ctrl-C in the block inside, in the list that it gets, and let it take effect when the block is done.

    The list stays empty outside the main thread, and in a process that was started to ignore Ctrl-C.
    """
    came: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if before in (signal.SIG_IGN, None) or threading.current_thread() is not threading.main_thread():
        yield came
        return
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


def deaf(frame: FrameType | None) -> bool:
    """Whether an exception raised here would be lost, or become another one.

    While an object is freed, in its own method or in the callback of a weak reference, it would be printed and dropped;
    in a call from z3 to its library it would pass for a bad argument.
    """
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        name = frame.f_code.co_name
        if name == "__del__" or module.partition(".")[0] in ("z3", "ctypes", "weakref", "_weakrefset"):
            return True
        if name == "cb" and module == "importlib._bootstrap":  # of a lock whose import has ended
            return True
        frame = frame.f_back
    return False
