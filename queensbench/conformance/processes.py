"""An engine under test that is a program: a line of JSON for each request, a line for each answer.

Whatever the program does, a request ends within its deadline, an answer takes bounded memory, and when the engine is
closed none of its processes is left: a warden (:mod:`queensbench.conformance.warden`) stands between, which also ends
them if this process is killed.  What the program writes on its error stream is read and, but for its end, dropped.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from queensbench.conformance import warden
from queensbench.conformance.engine import Answer
from queensbench.conformance.hosting import Host
from queensbench.conformance.protocol import LONGEST, OBSERVATIONS, Malformed, line, parsed
from queensbench.engines.runtime import blas_threads
from queensbench.engines.runtime.ctrl_c import put_off
from queensbench.errors import BadInput
from queensbench.files.keyed_sums import without_keys

SECONDS = 10.0
"""The seconds for an answer."""
STARTING = 30.0
"""The seconds for the first answer."""
PARTING = 5.0
"""The seconds within which the warden has ended everything; it is killed afterwards."""
ENDING = 0.2
"""The seconds that a program which closed its output gets to end, so that a message can say how it ended."""
LEAVING = 1.0
"""The seconds that a program gets to end after `quit`."""
CHUNK = 1 << 16
MOST_SAID = 2_000
"""The most bytes that are kept of an error stream."""
MOST_LABEL = 80
"""The most characters of a command in messages."""


class Program(Host):
    """An engine that is a program, started by a command.  ``folder``: where it runs; here if it is None.

    ``seconds``, ``starting``: the time for an answer, and for the first one.  Raises EngineFault if it does not start,
    or does not answer ``hello`` as it should, and BadInput where programs cannot be supervised.
    """

    def __init__(
        self,
        command: Sequence[str],
        mode: str,
        *,
        folder: Path | None = None,
        seconds: float = SECONDS,
        starting: float = STARTING,
    ) -> None:
        if not hasattr(select, "poll"):
            raise BadInput(
                "this system cannot supervise programs", where="conform", remedy="use Linux or macOS"
            )
        if not command:
            raise BadInput("no command is given", where="conform", remedy="write it after `--`")
        told = shlex.join(command)
        super().__init__(told if len(told) <= MOST_LABEL else f"{told[: MOST_LABEL - 3]}...")
        self.seconds = seconds
        self._number = 0
        self._buffer = bytearray()
        self._said = b""
        self._ended = ""
        self._last: tuple[Answer, Answer] | None = None
        self._habit: list[Answer] = []
        self._ahead: deque[tuple[int, Answer]] = deque()
        self._closed = self._over = False
        with put_off():
            self._start(list(command), folder)
        self._deadline = starting
        try:
            self.greet(mode)
        except KeyboardInterrupt:
            self.close()
            raise
        self._deadline = seconds

    def _start(self, command: list[str], folder: Path | None) -> None:
        own, control = socket.socketpair()
        asked, self._in = os.pipe()
        self._out, answered = os.pipe()
        self._err, told = os.pipe()
        words = [sys.executable, "-I", "-S", "-B", str(Path(warden.__file__)), str(control.fileno())]
        try:
            self._warden = subprocess.Popen(
                [*words, *command],
                stdin=asked,
                stdout=answered,
                stderr=told,
                pass_fds=(control.fileno(),),
                cwd=folder,
                env=blas_threads.as_called(without_keys()),
                start_new_session=True,
            )
        except OSError as error:
            for number in (self._in, self._out, self._err):
                os.close(number)
            own.close()
            reason = (error.strerror or "the system refuses").lower()
            raise BadInput(
                f"cannot be started: {reason}",
                where=str(folder or self.label),
                remedy="name a folder to run in, and a command that may be run",
            ) from None
        finally:
            control.close()
            for number in (asked, answered, told):
                os.close(number)
        self._control = own
        own.setblocking(False)
        for number in (self._in, self._out, self._err):
            os.set_blocking(number, False)
        self._poll = select.poll()
        for number in (self._out, self._err, own.fileno()):
            self._poll.register(number, select.POLLIN)

    # --------------------------------------------------------------------------------------- one request

    def exchange(self, ask: str, request: Mapping[str, Any]) -> Answer:
        """The object with which the program answers.  Raises EngineFault, Malformed."""
        asked = {"ask": ask, **request}
        until = time.monotonic() + self._deadline
        if self._ahead and self._ahead[0][1] == asked:
            number = self._ahead.popleft()[0]
        else:
            while self._ahead:  # answers that nobody wants now
                self._line(asked, until, self._ahead.popleft()[0])
            number = self._sent(ask, request, until)
        if ask in OBSERVATIONS and asked not in self._habit:
            self._habit.append(asked)
        answer = self._line(asked, until, number)
        self._last = asked, answer
        self._require_silence()
        return answer

    def _sent(self, ask: str, request: Mapping[str, Any], until: float) -> int:
        """Send a request; its number.

        A request that changes the position takes along the observations that followed the last change: they are likely
        to be asked next, and both processes take one turn in place of several.
        """
        asked = {"ask": ask, **request}
        self._read()
        self._require_silence()
        if self._over:
            self._gone(asked, "it has ended")
        self._number = number = self._number + 1
        data = line(number, ask, request)
        if ask not in OBSERVATIONS and ask not in ("hello", "quit", "snapshot"):
            for one in self._habit:
                self._number += 1
                self._ahead.append((self._number, one))
                data += line(self._number, one["ask"], {key: one[key] for key in one if key != "ask"})
            self._habit = []
        self._write(data, asked, until)
        return number

    def _line(self, asked: Answer, until: float, number: int) -> Answer:
        """The next answer, which must have this number.  Raises EngineFault, Malformed."""
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > LONGEST:
                raise Malformed(
                    f"that line goes on beyond {LONGEST:,} bytes", "answer in one shorter line", self._begun()
                )
            self._wait(asked, until)
        answer = parsed(bytes(self._buffer[:end]))
        del self._buffer[: end + 1]
        found = answer.get("id")
        if type(found) is not int or found != number:
            raise Malformed(
                f"its `id` is not {number}, that of the request",
                "answer each request once, in time, and repeat its `id`",
                answer,
            )
        return answer

    def _require_silence(self) -> None:
        """Check that the program has said nothing unasked.  Raises EngineFault."""
        if self._buffer and not self._ahead:
            asked, answer = self._last or (None, None)
            self.fail(
                f"it went on unasked with {json.dumps(self._begun())}",
                asked,
                answer,
                "answer each request by one line; what is for people belongs on the error stream",
            )

    def _begun(self) -> str:
        """The first line of what is not read yet, as far as it goes."""
        return bytes(self._buffer[:200]).split(b"\n")[0].decode(errors="replace")

    def _write(self, data: bytes, asked: Answer, until: float) -> None:
        """Write a request; a program that does not read it hangs."""
        left = memoryview(data)
        while left:
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                self._poll.register(self._in, select.POLLOUT)
                try:
                    self._wait(asked, until)
                finally:
                    self._poll.unregister(self._in)
            except BrokenPipeError:
                self._gone(asked, "it reads no more")

    def _wait(self, asked: Answer, until: float) -> None:
        """Wait until something can be read or written, and read it.  Raises EngineFault at the deadline."""
        left = until - time.monotonic()
        ready = self._poll.poll(left * 1000) if left > 0 else []
        if not ready:
            self.fail(
                f"its {self._deadline:g} seconds are over",
                asked,
                remedy="answer in time, or give it more with --seconds",
            )
        control = self._control.fileno()
        for number, _ in ready:
            if number == self._err:
                self._drain()
            elif number == self._out:
                if self._read() is False:
                    self._gone(asked, "it has closed its output")
            elif number == control:
                self._read()
                if b"\n" not in self._buffer:
                    self._gone(asked, "it reads no more")
                self._poll.unregister(control)
                self._over = True  # its answer counts; that it has ended counts when it is asked again

    def _read(self) -> bool | None:
        """Read what was answered, up to the bound; False at the end of the output, None if there is nothing."""
        found: bool | None = None
        while len(self._buffer) <= LONGEST:
            try:
                chunk = os.read(self._out, CHUNK)
            except BlockingIOError:
                return found
            if not chunk:
                return found or False
            self._buffer += chunk
            found = True
            if len(chunk) < CHUNK:
                return found
        return found

    def _drain(self) -> None:
        """Read the error stream; its end is kept."""
        with suppress(BlockingIOError):
            for _ in range(16):  # what it writes meanwhile is for the next time
                chunk = os.read(self._err, CHUNK)
                if not chunk:
                    return
                self._said = (self._said + chunk)[-MOST_SAID:]

    def _gone(self, asked: Answer, how: str) -> NoReturn:
        """Say how the program has ended, or what else has ended its answers.  Raises EngineFault."""
        how = self._ending() or how
        remedy = "see why the engine ends"
        if how.startswith("there"):
            remedy = "name a program that is there and may be run"
        self.fail(how, asked, remedy=remedy)

    def _ending(self) -> str:
        """The way in which the program has ended; empty if it runs."""
        until = time.monotonic() + ENDING
        text = b""
        while not text.endswith(b"\n") and (left := until - time.monotonic()) > 0:
            if select.select([self._control], [], [], left)[0]:
                with suppress(OSError):
                    chunk = self._control.recv(4096)
                    text += chunk
                    if not chunk:
                        break
        words = text.decode(errors="replace").split()
        if len(words) < 2:
            return ""
        number = int(words[1])
        if words[0] == "absent":
            return f"there is no such program to run ({os.strerror(number).lower()})"
        if number >= 0:
            return f"it has ended with exit code {number}"
        with suppress(ValueError):
            return f"it was ended by {signal.Signals(-number).name}"
        return f"it was ended by signal {-number}"

    # ----------------------------------------------------------------------------------------------- end

    def said(self) -> str:
        """The last line on its error stream, if it has one."""
        if not self._closed:
            self._drain()
        lines = [one.strip() for one in self._said.decode(errors="replace").splitlines()]
        return next((one for one in reversed(lines) if one), "")

    def close(self) -> None:
        """End it.  Its processes are gone afterwards.  May be called twice."""
        if self._closed:
            return
        self._closed = True
        with put_off():
            if self.failed is None and not self._over:
                self._quit()
            with suppress(OSError):
                self._control.shutdown(socket.SHUT_RDWR)  # a fork of this process may hold it too
            self._control.close()
            for number in (self._in, self._out, self._err):
                os.close(number)
            try:
                self._warden.wait(PARTING)
            except subprocess.TimeoutExpired:
                self._warden.kill()
                self._warden.wait()

    def _quit(self) -> None:
        """Give the program the chance to end by itself."""
        with suppress(OSError):
            os.write(self._in, line(self._number + 1, "quit", {}))
            select.select([self._control], [], [], LEAVING)


__all__ = ["SECONDS", "STARTING", "Program"]
