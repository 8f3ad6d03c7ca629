"""A siege of the local page: garbage as bytes over sockets, by a seed, while others play whole games.

``python -m tests.surfaces.page.siege 10000 32`` starts ``queensbench serve`` of the four rulebooks, sends so many pieces
while so many play, each a game at full size, and prints what came back and the peak of the server's memory as JSON.
"""

from __future__ import annotations

import html
import http.client
import json
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from tests.processes import ROOT, environment
from tests.surfaces.page.garbage import BODIES, KEYS, KINDS, PARTS, VALUES, WHAT

FULL = (
    "queen-is-dead/standard",
    "queen-of-scots/standard",
    "queens-collection/cooperative",
    "queue4/standard",
)
LINES = (
    b"", b"\r\n\r\n", b"\x00" * 50, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.0\r\n\r\n", b"get / http/1.1\r\n\r\n",
    b"GET http://example.org/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n",
    b"GET /\x7f\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"GET /" + b"a" * 90_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"y" * 90_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20, b"BREW /coffee HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + b"9" * 30 + b"\r\n\r\n",
    b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\nabc",
    b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n",
    b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000000\r\n\r\nhalf",
    b"HEAD /style.css HTTP/1.1\r\nHost: 127.0.0.1\r\nRange: bytes=9-1\r\n\r\n",
    b"GET /static/../../pyproject.toml HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /static/%2e%2e/%2e%2e/app.py HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
)  # fmt: skip
"""What is no request, or hardly one."""
FILE = b'--x\r\nContent-Disposition: form-data; name="play"; filename="p"\r\n\r\n'
LARGE = (
    b"[" * 4_000_000,
    b"play=" + b"[]," * 1_300_000,
    b"&=" * 2_000_000,
    b"%5B" * 1_300_000,
    b'{"":{}},' * 480_000,
    FILE + b"[]," * 1_200_000 + b"\r\n--x--\r\n",
    FILE + b"[" + b"[]," * 1_200_000 + b"0]\r\n--x--\r\n",
)
"""Bodies that are nearly as large as is allowed."""
HALVES = 60
"""So many connections are held open with half a request, or none at all, while others play."""
ARGUMENT = re.compile(r'form="do" name="move" value="([^"]+)"')


def requests(random_: random.Random, table: str) -> tuple[bytes, bool]:
    """A piece of garbage, and whether it is a whole request, to which there is an answer."""
    kind = random_.random()
    if kind < 0.4:
        return random_.choice(LINES), False
    if kind < 0.45:
        return random_.randbytes(random_.choice((1, 40, 3_000))), False
    if kind < 0.47:
        return sent(
            "POST", random_.choice(("/open", "/report", f"{table}/do")), random_.choice(LARGE), KINDS[-2]
        )
    address = "/" + "/".join(random_.choices((*PARTS, table.strip("/")), k=random_.randint(0, 3)))
    if random_.random() < 0.5:
        address = f"{table}/{random_.choice(WHAT)}"
    query = [(random_.choice(KEYS), random_.choice(VALUES)) for _ in range(random_.randint(0, 5))]
    method = random_.choice(("GET", "GET", "POST", "POST", "PUT", "HEAD", "OPTIONS"))
    body = urlencode(query).encode() if random_.random() < 0.5 else random_.choice(BODIES)
    return sent(
        method, f"{address}?{urlencode(query)}", body if method == "POST" else b"", random_.choice(KINDS)
    )


def sent(method: str, address: str, body: bytes, kind: str) -> tuple[bytes, bool]:
    """A request as bytes, which is whole."""
    head = f"{method} {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    if body:
        head += f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
    return f"{head}\r\n".encode("latin-1", "replace") + body, True


def answer(where: tuple[str, int], piece: bytes, whole: bool) -> str:
    """The code that comes back; ``closed`` where the connection ends without one, ``silent`` where nothing comes."""
    with socket.create_connection(where, timeout=60) as line:
        try:
            line.sendall(piece)
            if not whole:
                line.shutdown(socket.SHUT_WR)
            got = b""
            while len(got) < 12 and (more := line.recv(4_096)):
                got += more
        except TimeoutError:
            return "silent"
        except OSError:  # it was closed while something was being sent
            return "closed"
    return got[9:12].decode("latin-1") if got.startswith(b"HTTP/1.1 ") else "closed" if not got else repr(got)


class Player(threading.Thread):
    """Somebody who plays a whole game at random; ``moves`` made, and what went ``wrong``."""

    def __init__(self, where: tuple[str, int], game: str, seed: int, most: int) -> None:
        super().__init__()
        self.where, self.game, self.random, self.most = where, game, random.Random(seed), most
        self.moves = 0
        self.wrong = ""

    def run(self) -> None:
        """Play."""
        line = http.client.HTTPConnection(*self.where, timeout=120)
        try:
            place, page = self.asked(line, "GET", f"/at?game={self.game}&chance=drawn")
            while self.moves < self.most and (found := ARGUMENT.findall(page)):
                move = html.unescape(self.random.choice(found))
                place, page = self.asked(line, "POST", f"{place}/do", urlencode({"move": move}))
                self.moves += 1
        except (OSError, http.client.HTTPException, AssertionError, ValueError) as error:
            self.wrong = f"{self.game} after {self.moves} moves: {error!r}"
        finally:
            line.close()

    def asked(
        self, line: http.client.HTTPConnection, method: str, address: str, body: str = ""
    ) -> tuple[str, str]:
        """The place and the text of a page, once it is ready; raises AssertionError for another answer."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        for _ in range(600):
            line.request(method, address, body or None, kind)
            got = line.getresponse()
            text = got.read().decode()
            if got.status == 303:
                method, address, body, kind = "GET", urlsplit(got.headers["location"]).path, "", {}
            elif got.status == 202:
                time.sleep(0.2)
            else:
                assert got.status == 200, (got.status, method, address, text[-600:])
                return address.partition("?")[0], text
        raise AssertionError(f"{address} is never ready")


def peak(process: int) -> int:
    """The most bytes of memory that a process has had; 0 where the system does not say."""
    try:
        told = Path(f"/proc/{process}/status").read_text("ascii")
    except OSError:
        return 0
    return 1_024 * int(re.findall(r"VmHWM:\s+(\d+) kB", told)[0])


def besieged(pieces: int, players: int, games: Sequence[str], *, moves: int, seed: int) -> dict[str, object]:
    """Serve games, send so many pieces from four sides while so many play; what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder, "said")
        with said.open("w") as out:
            command = [
                sys.executable,
                "-m",
                "queensbench",
                "serve",
                *([] if len(games) > 1 else games),
                "--port",
                "0",
            ]
            process = subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=out, stderr=out)
        try:
            while "ends it" not in said.read_text() and process.poll() is None:
                time.sleep(0.1)
            address = urlsplit(said.read_text().split()[0])
            told = _besieged(
                (str(address.hostname), int(address.port or 0)), pieces, players, games, moves, seed
            )
            return {
                **told,
                "peak": peak(process.pid),
                "alive": process.poll() is None,
                "said": said.read_text().splitlines()[1:],
            }
        finally:
            process.terminate()
            process.wait(30)


def _besieged(
    where: tuple[str, int], pieces: int, players: int, games: Sequence[str], moves: int, seed: int
) -> dict[str, object]:
    codes: Counter[str] = Counter()
    lock = threading.Lock()
    with closing(http.client.HTTPConnection(*where, timeout=120)) as begun:
        table, _ = Player(where, games[-1], seed, 1).asked(begun, "GET", f"/at?game={games[-1]}")
    left = iter(range(pieces))
    held = [socket.create_connection(where, timeout=60) for _ in range(HALVES)]
    for number, line in enumerate(held):
        line.sendall((b"", b"GET", b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le")[number % 3])

    def side(number: int) -> None:
        random_ = random.Random(seed * 100 + number)
        while next(left, None) is not None:
            found = answer(where, *requests(random_, table))
            with lock:
                codes[found] += 1

    everybody = [Player(where, games[n % len(games)], seed + n, moves) for n in range(players)]
    sides = [threading.Thread(target=side, args=(n,)) for n in range(4)]
    for one in (*everybody, *sides):
        one.start()
    for one in (*everybody, *sides):
        one.join()
    code = answer(where, *sent("GET", "/", b"", ""))
    for line in held:
        line.close()
    return {
        "codes": dict(sorted(codes.items())),
        "moves": sum(one.moves for one in everybody),
        "wrong": [one.wrong for one in everybody if one.wrong],
        "in the end": code,
    }


if __name__ == "__main__":
    print(json.dumps(besieged(int(sys.argv[1]), int(sys.argv[2]), FULL, moves=40, seed=23)))
