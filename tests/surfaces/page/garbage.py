"""Garbage for the local page: requests that nobody's browser sends, by a seed.

``python -m tests.surfaces.page.garbage 10000 23`` sends so many, and prints the codes of the answers and the peak of
memory in bytes as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from benchmarks.memory import peak
from queensbench.api.game import selected
from queensbench.surfaces.page.desk import Desk
from tests.surfaces.page.browsing import BASE, Reader

SIX = "/at?game=queue4/standard&instance=six"
PARTS = (
    "/", "at", "t", "do", "go", "open", "against", "..", "%2e%2e", "%00", "%ff", "x" * 300, "-1", "9" * 40,
    "play.itf.json", "around", "seats", "find", "name", "explore?", "static", "engine", "given", "report", "1", "part",
)  # fmt: skip
KEYS = (
    "game", "instance", "r", "if", "play", "move", "why", "about", "seat", "with", "a.queue", "condition", "parts",
    "cell", "step",
)  # fmt: skip
VALUES = (
    "queue4/standard", "six", "FIRST", "", "\x00", "é", "(" * 200, "begin_queue:FIRST", "~" * 3000, ":" * 300, "-1",
    "1e9", "__class__", "{{7*7}}", "<svg/onload=1>", "' or 1=1", "1" * 5000, "reveal:1~play", "add", "0.0", "2.0.0",
)  # fmt: skip
WHAT = ("do", "against", "seats", "name", "find", "go", "around", "part", "")
BODIES = (b"", b"\x00" * 100, b"%", b"a=b&" * 2000, b"--x\r\n\r\n", b"play=" + b"[" * 50_000, b"\xff\xfe")
KINDS = (
    "text/plain", "multipart/form-data; boundary=x", "multipart/form-data", "application/json", "\x01",
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=" + "y" * 200,
)  # fmt: skip


def stormed(reader: Reader, number: int, *, seed: int) -> dict[int, int]:
    """Send so many requests; how often each code came back.  None of them may be the page's fault."""
    random_ = random.Random(seed)
    shown = reader.do(reader.get(SIX), "begin_queue:FIRST")
    codes: dict[int, int] = {}
    for at in range(number):
        address = "/" + "/".join(random_.choices((*PARTS, shown.address.strip("/")), k=random_.randint(0, 3)))
        query = [(random_.choice(KEYS), random_.choice(VALUES)) for _ in range(random_.randint(0, 5))]
        if at % 500 == 499:  # its table may be gone by now
            shown = reader.do(reader.get(SIX), "begin_queue:FIRST")
        if at % 3:
            address, method = shown.address, "GET"
            if at % 3 == 2:
                address, method = f"{shown.address}/{random_.choice(WHAT)}", random_.choice(["GET", "POST"])
        else:
            method = random_.choice(["GET", "POST", "PUT", "HEAD", "OPTIONS", "BREW"])
        options: dict[str, Any] = {
            "content": random_.choice(BODIES),
            "headers": {"content-type": random_.choice(KINDS)},
        }
        if method == "POST" and at % 2:
            options = {"data": dict(query)}
        if address.startswith("//"):  # which the client takes for the name of a host
            address = f"{BASE}{address}"
        found = reader.ask(method, address, params=query if "?" not in address else None, **options)
        codes[found.code] = codes.get(found.code, 0) + 1
        assert found.code < 500, (method, address, query, found.text)
    return codes


def _never(error: BaseException) -> str:
    raise AssertionError(f"an internal error: {error!r}")


def main() -> None:
    """Send as many as the command line says, by its seed."""
    reader = Reader(Desk(selected(["queue4/standard"]), seed=7, report=_never))
    codes = stormed(reader, int(sys.argv[1]), seed=int(sys.argv[2]))
    # Not `ru_maxrss`, which a process inherits from the one that started it.
    print(json.dumps({"codes": codes, "peak": peak(), "tables": len(reader.desk.tables.held)}))


if __name__ == "__main__":
    main()
