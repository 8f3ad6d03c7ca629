"""Starts one program and sees to it that nothing of it is left: run as a program of its own, by its path.

``python warden.py FD COMMAND...``: starts the command in a session of its own.  ``FD`` is a socket to the process that
tests the command: there one line is written when the command could not be started (``absent NUMBER``, an errno) or has
ended (``ended CODE``, negative for a signal).  When the other end of the socket is shut, or its process is gone in
whatever way, all that the command has started is killed.  On Linux that includes what has left its process group or
session, since orphans fall to this process; elsewhere only the group is killed.

It imports no more than it needs: each engine under test waits for it.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress

try:
    import ctypes
except ImportError:  # of a Python without it
    LINUX = False
else:
    LINUX = sys.platform.startswith("linux")

SET_PDEATHSIG, SET_CHILD_SUBREAPER = 1, 36
"""Numbers of prctl(2)."""


def started(command: list[str], control: int) -> int:
    """Start the command in a session of its own; returns the number of its process."""
    own = os.getpid()
    child = os.fork()
    if child:
        return child
    try:
        os.setsid()
        if LINUX:
            ctypes.CDLL(None).prctl(SET_PDEATHSIG, int(signal.SIGKILL))
            if os.getppid() != own:
                os._exit(1)
        for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(one, signal.SIG_DFL)
        os.execvp(command[0], command)  # noqa: S606 - the command as it was given
    except OSError as error:
        say(control, f"absent {error.errno}")
    os._exit(127)


def say(control: int, text: str) -> None:
    """Tell the process that tests; it may be gone."""
    with suppress(OSError):
        os.write(control, f"{text}\n".encode())


def reap(child: int, control: int) -> bool:
    """Reap all processes that have ended; whether the command itself is among them."""
    ended = False
    with suppress(ChildProcessError):
        while True:
            number, status = os.waitpid(-1, os.WNOHANG)
            if number == 0:
                break
            if number == child:
                say(control, f"ended {os.waitstatus_to_exitcode(status)}")
                ended = True
    return ended


def children() -> list[int]:
    """The processes that this one is the parent of."""
    own, found = os.getpid(), []
    for name in os.listdir("/proc"):  # noqa: PTH208 - pathlib is slow to import
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                if int(file.read().rpartition(b")")[2].split()[1]) == own:
                    found.append(int(name))
    return found


def kill_all(child: int) -> None:
    """Kill the command's group, then every process that this one inherits, until none is left."""
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    while True:
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        left = children() if LINUX else []
        for number in left:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)
        if not left:
            return
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)


def main(control: int, command: list[str]) -> None:
    """Start the command, tell how it ends, and end all of it when nobody tests it any more."""
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, signal.SIG_IGN)
    if LINUX:
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1)
    heard, wake = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(heard, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    child = started(command, control)
    for number in (0, 1):  # the ends of its pipes are its own
        os.close(number)
    poll = select.poll()
    poll.register(control, select.POLLIN)
    poll.register(heard, select.POLLIN)
    while True:
        for number, _ in poll.poll():
            if number == control:  # nothing is ever sent: the other end is shut
                kill_all(child)
                return
            with suppress(BlockingIOError):
                os.read(heard, 512)
            reap(child, control)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
