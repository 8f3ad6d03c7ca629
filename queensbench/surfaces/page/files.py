"""Files that come with a form: a play in ITF, as the page or the command has saved it."""

from __future__ import annotations

from collections.abc import Mapping
from email.parser import BytesParser
from email.policy import HTTP

from queensbench.errors import BadInput

MOST_PARTS = 20
"""The most parts of a form."""


def fields_of(kind: str, body: bytes) -> Mapping[str, list[str]] | None:
    """The fields of a form that came in parts, files among them as text; None for another sort of body.

    ``kind``: its content type.  Raises BadInput for one that cannot be read.
    """
    if not kind.lower().startswith("multipart/form-data"):
        return None
    if "\n" in kind or "\r" in kind or body.count(b"\nContent-Disposition") > MOST_PARTS:
        raise _unreadable()
    message = BytesParser(policy=HTTP).parsebytes(
        f"Content-Type: {kind}\r\n\r\n".encode("latin-1", "replace") + body
    )
    if not message.is_multipart():
        raise _unreadable()
    found: dict[str, list[str]] = {}
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if not isinstance(name, str) or not isinstance(content, bytes):
            raise _unreadable()
        try:
            found.setdefault(name, []).append(content.decode())
        except UnicodeDecodeError:
            raise BadInput("is no UTF-8", where="the file", remedy="give a play in ITF") from None
    return found


def _unreadable() -> BadInput:
    return BadInput("the form cannot be read", remedy="send it from the page")
