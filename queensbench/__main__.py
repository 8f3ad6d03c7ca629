"""The entry of the command: what `queensbench` and `python -m queensbench` start.

It imports next to nothing before it listens to Ctrl-C: the rest takes half a second, in which Ctrl-C ends the command
without a word.  A standard stream that is closed is treated as a closed pipe.
"""

import _signal  # type: ignore[import-not-found]  # without a file; `signal` takes two thousandths of a second more
import os
import sys

STANDARD = (0, 1, 2)
"""The file descriptors of the standard streams."""


def leave_at_once(number: int, frame: object) -> None:
    """End the process with the exit code of a signal; nothing was begun, or all is done."""
    os._exit(128 + number)


def listen() -> None:
    """End at once on Ctrl-C, SIGTERM and SIGHUP, unless the process was started to ignore them."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(_signal, name, None)
        if number is not None and _signal.getsignal(number) not in (_signal.SIG_IGN, None):
            _signal.signal(number, leave_at_once)


def open_streams() -> None:
    """Put something in the place of standard streams that are closed, whose numbers other files would get.

    Reading meets the end; what is written to the output meets a closed pipe; errors go nowhere.
    """
    for number in STANDARD:
        try:
            os.fstat(number)
        except OSError:
            place = os.open(os.devnull, os.O_RDWR)  # the least number that is free
            if number == 1 and hasattr(os, "set_blocking"):
                end, pipe = os.pipe()
                os.dup2(pipe, place)
                os.close(end)
                os.close(pipe)
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def carry_out_exits() -> None:
    """Do what is to be done at exit, beside a thread that may change meanwhile what is gone through for it.

    Python notes temporary folders in a dictionary.  If a thread makes or removes one while Python goes through that at
    exit, the rest would stay; so all that are there are taken at once.
    """
    import atexit
    import weakref

    def told(found: "sys.UnraisableHookArgs") -> None:
        if not isinstance(found.exc_value, RuntimeError):
            sys.__unraisablehook__(found)

    sys.unraisablehook = told
    noted: dict[weakref.finalize[..., object], object] = getattr(weakref.finalize, "_registry", {})
    for one in reversed(list(noted)):
        if one.atexit:
            try:
                one()
            except Exception:  # noqa: BLE001 - as Python does: the others come next
                sys.excepthook(*sys.exc_info())
    atexit._run_exitfuncs()


def leave(code: int) -> int:
    """Flush the error stream, then return the exit code.

    Where a daemon thread is still at work, flush the output as well and end the process here: the thread may be within
    a library that Python would free under it.
    """
    exec("")  # noqa: S102 - where Ctrl-C came within a text like this, `python -m` ends by SIGINT, though it was answered
    try:
        sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    threading = sys.modules.get("threading")
    if threading is not None and any(one.daemon for one in threading.enumerate()):
        carry_out_exits()
        sys.stdout.flush()
        os._exit(code)
    return code


def main() -> int:
    """Run the command; returns its exit code."""
    listen()
    open_streams()
    try:
        from queensbench.engines.runtime import blas_threads

        blas_threads.one()
        from queensbench.surfaces.command.app import main as run
    except Exception as error:  # noqa: BLE001 - a broken installation is no verdict either
        from queensbench.evidence import internal_errors

        sys.stderr.write(f"queensbench: {internal_errors.line(error)}\n")
        return leave(internal_errors.CODE)
    return leave(run())


if __name__ == "__main__":
    sys.exit(main())
