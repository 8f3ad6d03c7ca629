"""Every error that a user may meet: one hierarchy, one line each.

A message names the place, the fault and the remedy, in that order.  The command prints it and exits with
code 2.  An :class:`InternalError`, and anything else that escapes, is a fault of the toolkit: the command says what to
send (:mod:`queensbench.evidence.internal_errors`) and exits with code 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, but for the tab and the end of a line
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u206a-\u206f"  # of direction
    "\u200b\u2060\ufeff\ufff9-\ufffb\U000e0001-\U000e007f"  # without width, and not needed to write any language
    "\u2028\u2029\ud800-\udfff]"  # ends of lines that only some see, and what is no character
)
"""The characters that are shown by their number.

Names, texts of plays, answers of engines under test and paths of files come from anybody.  A terminal obeys control
characters among them; marks of direction make a line read otherwise than it is written.
"""


def visible(text: str) -> str:
    r"""A text of others as it may go to a terminal: ``\x1b`` or ``\u202e`` stands where such a character was.

    Line feeds and tabs stay.
    """
    return STEERING.sub(lambda found: ascii(found[0])[1:-1], text)


def in_json(text: str) -> str:
    """The text of a JSON value with every steering character in the form that JSON has for it: the same value."""
    return STEERING.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i] << 8 | units[i + 1]:04x}" for i in range(0, len(units), 2))


class QueensbenchError(Exception):
    """The base of all errors that the toolkit raises knowingly; they can be sent from one process to another."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _sent, (type(self), self.args, dict(self.__dict__))


def _sent(kind: type[QueensbenchError], args: tuple[Any, ...], parts: dict[str, Any]) -> QueensbenchError:
    """An error, put together again in the process that it was sent to."""
    found = kind.__new__(kind, *args)
    found.args = args
    found.__dict__.update(parts)
    return found


BREAKS = {ord(mark): repr(mark)[1:-1] for mark in "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"}
"""The characters that end a line, and how they are shown within one."""


def one_line(text: str) -> str:
    """A text with its line breaks written as Python writes them: a text that a message quotes may have some."""
    return text.translate(BREAKS)


class BadInput(QueensbenchError):
    """Something that the user gave cannot be used.

    ``what`` is the fault, ``where`` the place (a file and line, an option, a name) and ``remedy`` what to do.
    """

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        self.what = what
        self.where = where
        self.remedy = remedy
        super().__init__(what)

    def __str__(self) -> str:
        head = f"{self.where}: " if self.where else ""
        tail = f"; {self.remedy}" if self.remedy else ""
        return one_line(f"{head}{self.what}{tail}")


class SeveralFaults(BadInput):
    """An input has several faults, all found in one pass: one line each; of equal lines one is left."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = tuple(dict.fromkeys(map(one_line, lines)))
        super().__init__("\n".join(self.lines))

    def __str__(self) -> str:
        return self.what


@dataclass(frozen=True, order=True)
class Finding:
    """One fault of a model: where (file and line), the text in question, what is wrong and what to write."""

    file: str
    line: int
    text: str
    fault: str
    remedy: str

    def __str__(self) -> str:
        quoted = f" `{self.text}`" if self.text else ""
        return one_line(f"{self.file}:{self.line}:{quoted} {self.fault}; {self.remedy}")


class ModelRefused(SeveralFaults):
    """A model lies outside the language: all faults that one pass found, one line each."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(sorted(findings))
        super().__init__(map(str, self.findings))


class ModelError(QueensbenchError):
    """A model left its own ranges, contradicts itself, or never settles.

    ``play`` leads there: codes of moves, or (once :meth:`Box.told` has seen it) the moves in words.
    """

    def __init__(self, what: str, *, where: str = "", play: object = None, remedy: str = "") -> None:
        self.what = what
        self.where = where
        self.play = play
        self.remedy = remedy
        super().__init__(f"{where}: {what}" if where else what)


class Refused(QueensbenchError):
    """An action that the rules do not allow now: the ``require`` that failed, its clauses and its place."""

    def __init__(self, text: str, *, clauses: tuple[str, ...], file: str, line: int) -> None:
        self.text = text
        self.clauses = clauses
        self.file = file
        self.line = line
        super().__init__(text)

    def __str__(self) -> str:  # made when it is asked for: most refusals are of moves that are only tried
        named = f" ({', '.join(self.clauses)})" if self.clauses else ""
        return f"refused by `{self.text}`{named}, {self.file}:{self.line}"


MOST_MOVES = 60
"""The most moves of a play in a message."""


def render(error: QueensbenchError) -> str:
    """An error as one line for the user; a model error with its text, its place, its play and the remedy."""
    text = str(error)
    if not isinstance(error, ModelError):
        return text
    if isinstance(error.play, list) and error.play:
        left = len(error.play) - MOST_MOVES
        cut = f"({left:,} moves) ... " if left > 0 else ""
        text += f"; play {cut}{' '.join(map(str, error.play[-MOST_MOVES:]))}"
    return f"{text}; {error.remedy}" if error.remedy else text


class InternalError(QueensbenchError):
    """The toolkit contradicts itself, or a part of it has failed where no input is to blame: exit code 4, no verdict.

    ``what`` is one line.  ``sent`` is what else belongs into a report: both verdicts, a play, the traceback of another
    process.
    """

    def __init__(self, what: str, *, where: str = "", sent: str = "") -> None:
        self.what = what
        self.where = where
        self.sent = sent
        super().__init__(f"{where}: {what}" if where else what)


class ProcessLost(QueensbenchError):
    """Two processes in a row were gone before they had answered the same question: it stays open.

    ``how``: which process, and how it ended.
    """

    def __init__(self, how: str) -> None:
        self.how = how
        super().__init__(f"{how}, the second one at the same question; free memory or ask for less")


class ClusterFault(BadInput):
    """A cluster of machines cannot be asked, or no longer; what it answered before is kept."""


class RangeViolation(ModelError):
    """A stored value, an index, an argument or a result left its range."""


class Silence(QueensbenchError):
    """The rules say nothing about what happens now; the action ends here."""

    def __init__(self, what: str, clause: str) -> None:
        self.what = what
        self.clause = clause
        super().__init__(f"the rules are silent: {what} ({clause})")
