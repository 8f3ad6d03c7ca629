"""Files that come with a form: a play in ITF, as the page or the command has saved it.

A form in parts is taken apart here, part by part, as browsers write it; no part of it is taken apart any further.
"""

from __future__ import annotations

from collections.abc import Mapping
from email.message import Message
from email.parser import BytesHeaderParser

from queensbench.errors import BadInput

MOST_PARTS = 20
"""The most parts of a form."""
LONGEST_HEAD = 4_000
"""The most bytes of the headers of a part."""
LONGEST_BOUNDARY = 70
"""The most letters of the boundary between parts."""
AS_IT_IS = ("", "7bit", "8bit", "binary")
"""The encodings of a part that stands as it is."""
END = b"\r\n"


def fields_of(kind: str, body: bytes) -> Mapping[str, list[str]] | None:
    """The fields of a form that came in parts, files among them as text; None for another sort of body.

    ``kind``: its content type.  Raises BadInput for one that cannot be read, or has more than 20 parts.
    """
    if not kind.lower().startswith("multipart/form-data"):
        return None
    mark = END + b"--" + _boundary(kind)
    # with too many parts the last piece holds the rest, and so does not end the form
    _, *parts = (END + body).split(mark, MOST_PARTS + 1)
    if not parts or not parts.pop().startswith(b"--"):
        raise _unreadable()
    found: dict[str, list[str]] = {}
    for part in parts:
        name, content = _field(part)
        try:
            found.setdefault(name, []).append(content.decode())
        except UnicodeDecodeError:
            raise BadInput("is no UTF-8", where="the file", remedy="give a play in ITF") from None
    return found


def _boundary(kind: str) -> bytes:
    """The boundary between the parts of a form.  Raises BadInput."""
    if not kind.isascii() or not kind.isprintable():
        raise _unreadable()
    head = Message()
    head["content-type"] = kind
    found = head.get_boundary()
    if not found or len(found) > LONGEST_BOUNDARY:
        raise _unreadable()
    return found.encode("ascii", "replace")


def _field(part: bytes) -> tuple[str, bytes]:
    """The name and the content of a part.  Raises BadInput for one that is made of parts itself, or has no name."""
    head, gap, content = part.partition(END + END)
    if not head.startswith(END) or not gap or len(head) > LONGEST_HEAD:
        raise _unreadable()
    headers = BytesHeaderParser().parsebytes(head.removeprefix(END) + END + END)
    name = headers.get_param("name", header="content-disposition")
    nested = headers.get_content_maintype() in ("multipart", "message")
    as_it_is = str(headers.get("content-transfer-encoding", "")).strip().lower() in AS_IT_IS
    if not isinstance(name, str) or nested or not as_it_is:
        raise _unreadable()
    return name, content


def _unreadable() -> BadInput:
    return BadInput("the form cannot be read", remedy="send it from the page")
