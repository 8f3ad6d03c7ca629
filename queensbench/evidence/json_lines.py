"""A file of JSON objects, one a line, to which a run adds what it finds, so that the next goes on where it stopped.

Each line has a keyed sum.  One that was not finished, was altered, or is of no known key is passed over; a last line
without an end gets one before the next is written.  Where nothing can be written, the run keeps nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput
from queensbench.evidence.checked_lines import NotBelieved, contents, line_of
from queensbench.files import writing
from queensbench.files.reading import Irregular, is_link, read_bytes, require_unlinked


class JsonLines:
    """The lines of one file.

    ``path``: None, if nothing is kept.  ``fresh``: what was kept is removed.  ``warn`` gets a line where some are not
    believed.
    """

    def __init__(
        self, path: Path | None, *, fresh: bool = False, warn: Callable[[str], None] = lambda text: None
    ) -> None:
        self.path = path
        self.warn = warn
        self._end = b""  # ends a line that was not finished
        if path is not None and fresh and not is_link(path.parent):
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def read(self) -> list[dict[str, Any]]:
        """The lines that are whole and of a known key; none of a file that is not there or cannot be opened.

        Raises BadInput for what stands in the file's place and is no file, and where its folder is a link.
        """
        if self.path is None:
            return []
        try:
            require_unlinked(self.path.parent.parent, self.path)
            text = read_bytes(self.path, links=False)
        except Irregular as error:
            fault = str(error.strerror).lower()
            raise BadInput(
                f"cannot be read: {fault}", where=str(error.filename), remedy="remove it"
            ) from None
        except OSError:
            return []
        self._end = b"" if text.endswith(b"\n") or not text else b"\n"
        lines = list(contents(text, plain=True))
        strange = [one for one in lines if isinstance(one, NotBelieved)]
        if strange:
            self.warn(
                f"{self.path}: {len(strange)} of {len(lines)} lines are of {strange[0].by.value} and not believed: "
                "what they tell is asked again"
            )
        return [one for one in lines if isinstance(one, dict)]

    def append(self, line: Mapping[str, Any]) -> None:
        """Write one line more, at once; after :meth:`read`, which sees whether the last one was finished."""
        if self.path is None:
            return
        try:
            writing.append(self.path, self._end + line_of(line))
            self._end = b""
        except OSError:
            self.path = None

    def replace(self, lines: Iterable[Mapping[str, Any]]) -> None:
        """Write these lines in place of all others, whole or not at all."""
        if self.path is None:
            return
        with suppress(OSError):
            writing.replace(self.path, b"".join(map(line_of, lines)))
            self._end = b""
