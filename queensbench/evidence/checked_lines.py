"""Lines of JSON, each with a keyed sum of its own, which tells a damaged or foreign line from the others.

A line of an earlier version has a checksum instead, which says only that it is whole.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from queensbench.files.keyed_sums import Whose, sum_of, whose

LINE = re.compile(
    rb'\{(?:"by":"([0-9a-f]{16})","sum":"([0-9a-f]{32})"|"checksum":"([0-9a-f]{32})"),"content":(.*)\}',
    re.DOTALL,
)
DIGITS = 32
"""So many digits of a sum stand in a line."""
USE = b"line"
"""What the keyed sums of lines are made for."""


@dataclass(frozen=True)
class NotBelieved:
    """A whole line whose keyed sum is of no known key, or that has none; ``by``: by whom its sum was made."""

    by: Whose


def line_of(content: Any) -> bytes:
    """The line of a JSON value, with its end."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")
    by, sum_ = sum_of(USE, text)
    return b'{"by":"%s","sum":"%s","content":%s}\n' % (by.encode(), sum_[:DIGITS].encode(), text)


def contents(text: bytes, *, plain: bool = False) -> Iterator[Any]:
    """The values of the lines that are not empty: None for a damaged line, NotBelieved for one of no known key.

    ``plain``: earlier versions have written objects without a sum to such a file; these are of nobody, and not damaged.
    """
    for line in raw_lines(text):
        found = _content(line)
        yield NotBelieved(Whose.NOBODY) if found is None and plain and _is_object(line) else found


def raw_lines(text: bytes) -> Iterator[bytes]:
    """The lines of a file that are not empty, without their ends."""
    return (line for line in text.split(b"\n") if line)


def _content(line: bytes) -> Any:
    whole = LINE.fullmatch(line)
    if whole is None:
        return None
    if whole[3] is not None:
        return NotBelieved(Whose.NOBODY) if _checksum(whole[4]) == whole[3] else None
    by = whose(USE, whole[4], whole[1].decode(), whole[2].decode())
    if by is not Whose.OWN:
        return None if by is Whose.FALSE else NotBelieved(by)
    try:
        return json.loads(whole[4])
    except (ValueError, RecursionError):
        return None


def _is_object(line: bytes) -> bool:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and not {"content", "sum"} & found.keys()


def _checksum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest()[:DIGITS].encode()
