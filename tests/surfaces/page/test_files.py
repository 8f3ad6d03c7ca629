"""Forms that come in parts: what browsers send is read, and anything else is refused before it costs much."""

from __future__ import annotations

import pytest

from queensbench.errors import BadInput
from queensbench.surfaces.page.files import LONGEST_HEAD, MOST_PARTS, fields_of

KIND = "multipart/form-data; boundary=b"
UNREADABLE = "the form cannot be read; send it from the page"


def part(name: str, content: str, head: str = "") -> bytes:
    return f'--b\r\nContent-Disposition: form-data; name="{name}"{head}\r\n\r\n{content}\r\n'.encode()


END = b"--b--\r\n"


def test_fields_and_files_are_read() -> None:
    body = part("a", "one") + part(
        "play", "{\r\n--x\r\n}\r\n", '; filename="p.json"\r\nContent-Type: text/plain'
    )
    found = fields_of(KIND, body + part("a", "\u00fc") + part("empty", "") + END)
    assert found == {"a": ["one", "\u00fc"], "play": ["{\r\n--x\r\n}\r\n"], "empty": [""]}
    assert fields_of(
        'Multipart/Form-Data; boundary="b c"', body.replace(b"--b\r", b"--b c\r") + b"--b c--"
    ) == {
        "a": ["one"],
        "play": ["{\r\n--x\r\n}\r\n"],
    }
    assert fields_of(KIND, END) == {}
    assert fields_of("application/x-www-form-urlencoded", b"a=b") is None


def test_so_many_parts_are_read_and_no_more() -> None:
    most = part("a", "x") * MOST_PARTS
    assert fields_of(KIND, most + END) == {"a": ["x"] * MOST_PARTS}
    with pytest.raises(BadInput) as caught:
        fields_of(KIND, most + part("a", "x") + END)
    assert str(caught.value) == UNREADABLE


BAD = {
    "nothing": (KIND, b""),
    "no end": (KIND, part("a", "x")),
    "no parts": (KIND, b"x" * 100),
    "no boundary": ("multipart/form-data", part("a", "x") + END),
    "another boundary": ("multipart/form-data; boundary=c", part("a", "x") + END),
    "a long boundary": (f"multipart/form-data; boundary={'y' * 71}", part("a", "x") + END),
    "two lines": (f"{KIND}\r\nx: y", part("a", "x") + END),
    "no ASCII": ("multipart/form-data; boundary=\u00fc", part("a", "x") + END),
    "no head": (KIND, b"--b\r\nx\r\n" + END),
    "no name": (KIND, b"--b\r\nContent-Type: text/plain\r\n\r\nx\r\n" + END),
    "a long head": (KIND, part("a", "x", f"\r\nx: {'y' * LONGEST_HEAD}") + END),
    "parts in a part": (KIND, part("a", "x", "\r\nContent-Type: multipart/mixed; boundary=c") + END),
    "a message in a part": (KIND, part("a", "x", "\r\nContent-Type: message/rfc822") + END),
    "another encoding": (KIND, part("a", "eA==", "\r\nContent-Transfer-Encoding: base64") + END),
    "small letters": (KIND, b'--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n' * 75_000 + END),
    "only line feeds": (KIND, b"--b\n\nx\n" * 557_000),
    "deep": (
        KIND,
        b"".join(b"--b\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % n for n in range(3000)),
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_what_no_browser_sends_is_refused_in_a_line(what: str) -> None:
    with pytest.raises(BadInput) as caught:
        fields_of(*BAD[what])
    assert str(caught.value) == UNREADABLE


def test_a_file_that_is_no_text_is_told() -> None:
    body = part("play", "x").replace(b"\r\nx\r\n", b"\r\n\xff\r\n")
    with pytest.raises(BadInput) as caught:
        fields_of(KIND, body + END)
    assert str(caught.value) == "the file: is no UTF-8; give a play in ITF"
