"""The command ``queensbench``: audits, engines one by one, plays, clauses, rulings, stored evidence, new projects.

Bad input ends with one line on the error stream and exit code 2, a fault of the toolkit itself with one line, a file to
send and exit code 4; Ctrl-C keeps what is finished, prints it, and ends with 130, and so do SIGTERM (143) and SIGHUP
(129).  Every table has a ``--json`` beside it.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer

from queensbench import __version__
from queensbench.engines.runtime import ctrl_c, gc_policy, memory
from queensbench.engines.runtime.ctrl_c import insisting
from queensbench.errors import InternalError, QueensbenchError, render, visible
from queensbench.project.trust import ALL, VARIABLE
from queensbench.readers import temporary
from queensbench.surfaces.command.failure import fail
from queensbench.surfaces.command.loading import CommandsWhenAsked

CLOSED = 128 + 13
"""The exit code where nobody reads the output, as of a program that SIGPIPE ends."""

# The command-line library that typer carries with it has no public name.
_ancestors = {c.__name__: c for c in typer.BadParameter.__mro__}
UsageFault: Any = _ancestors["ClickException"]

app = typer.Typer(
    cls=CommandsWhenAsked,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Checks rulebooks: proves what holds, plays out what does not, keeps every reading.",
)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"queensbench {__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
    trust: Annotated[
        bool, typer.Option("--trust", help="run the code of this project, though it is another user's")
    ] = False,
) -> None:
    """Checks rulebooks."""
    if trust:
        before = os.environ.get(VARIABLE)
        os.environ[VARIABLE] = ALL  # for the processes of this command as well
        context.call_on_close(lambda: _restored(VARIABLE, before))


def _restored(variable: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(variable, None)
    else:
        os.environ[variable] = value


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our letters still gets the rest
    ctrl_c.forget()
    try:
        with insisting(), memory.GUARD:
            temporary.sweep()
            code = _answer(argv)
            sys.stdout.flush()
    except BrokenPipeError as error:
        if _between_processes(error):
            return _internal(error)
        _silence_stdout()
        return CLOSED
    except KeyboardInterrupt:
        _silence_stdout()
        if memory.GUARD.said:
            fail(memory.GUARD.said)
        return ctrl_c.exit_code()
    except OSError as error:
        if _between_processes(error):
            return _internal(error)
        place = error.filename or "standard output"
        _silence_stdout()
        return fail(f"{place}: {(error.strerror or str(error)).lower()}; free space or choose another place")
    except MemoryError:
        _silence_stdout()
        return fail(
            f"the memory of this machine is not enough: {memory.shown(memory.used())} of "
            f"{memory.shown(memory.available())} are in use; ask for a smaller instance, or with a smaller budget"
        )
    except Exception as error:  # noqa: BLE001 - whatever escapes is a fault of the toolkit, and no verdict
        return _internal(error)
    if memory.GUARD.said:
        fail(memory.GUARD.said)
    return ctrl_c.exit_code(code)


def _between_processes(error: BaseException) -> bool:
    """Whether a process of our own is gone, and not the reader of our output, or the space on a disk."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(frame.f_globals.get("__name__", "").startswith("multiprocessing.") for frame in frames)


def _internal(error: BaseException) -> int:
    """Report the failure and the file to send; the exit code differs from those of verdicts."""
    from queensbench.evidence import internal_errors

    with suppress(OSError, ValueError):
        sys.stdout.flush()
    fail(internal_errors.line(error))
    return internal_errors.CODE


def _answer(argv: Sequence[str] | None) -> int:
    """Run the command; print bad input as one line."""
    gc_policy.seldom()
    try:
        command = typer.main.get_command(app)
        arguments = list(argv) if argv is not None else None
        code = command.main(args=arguments, prog_name="queensbench", standalone_mode=False)
    except UsageFault as error:
        context = getattr(error, "ctx", None)
        if type(error).__name__ == "NoArgsIsHelpError":
            sys.stdout.write(visible(error.format_message()) + "\n")
            return 2
        tail = f"; see `{context.command_path} --help`" if context is not None else ""
        text = error.format_message().rstrip(".").replace(". Did you mean", "; did you mean")
        return fail(text if text.endswith("?") else text + tail)
    except typer.Abort:
        return 130
    except SystemExit:  # so typer ends by itself when the pipe behind the output is closed
        raise BrokenPipeError from None
    except InternalError:
        raise
    except QueensbenchError as error:
        return fail(render(error))
    return code if isinstance(code, int) else 0


def _silence_stdout() -> None:
    """Discard the rest of the output, so that leaving does not fail once more."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        return
