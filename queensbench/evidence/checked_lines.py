"""Lines of JSON, each with a checksum of its own, so that a damaged one is told from the others."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

LINE = re.compile(rb'\{"checksum":"([0-9a-f]{32})","content":(.*)\}', re.DOTALL)


def line_of(content: Any) -> bytes:
    """The line of a JSON value, with its end."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b'{"checksum":"%s","content":%s}\n' % (_checksum(text), text)


def contents(text: bytes) -> Iterator[Any]:
    """The values of the lines of a file that are not empty; None for each that is damaged."""
    for line in text.split(b"\n"):
        if line:
            yield _content(line)


def _content(line: bytes) -> Any:
    whole = LINE.fullmatch(line)
    if whole is None or _checksum(whole[2]) != whole[1]:
        return None
    try:
        return json.loads(whole[2])
    except (ValueError, RecursionError):
        return None


def _checksum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest()[:32].encode()
