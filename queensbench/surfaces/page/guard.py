"""Who may ask what: hosts, origins, sizes, and the headers of every answer.

A page of a stranger that is open in the same browser can send requests here.  It cannot read the answers; what it could
change is refused by its origin, and a name of a host that is led here (DNS rebinding) is no host of ours.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LONGEST_ADDRESS = 60_000
"""The most bytes of an address."""
LARGEST_BODY = 4_000_000
"""The most bytes of what is sent: a play in ITF at full length."""
DIGITS = 20
"""The most digits of a length; one of more is none that a browser sends."""
MOST_HELD = 64_000_000
"""The most bytes that are held of all that is being sent at once."""
LOCAL = ("localhost", "127.0.0.1", "::1")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


class Guard:
    """Lets requests through to an application that come from our own pages, and are not too large.

    ``hosts``: the names by which the page may be asked for.
    """

    def __init__(self, app: App, hosts: Collection[str] = LOCAL) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", []))
                known = {name.lower() for name, _ in given}
                given += [
                    (name.encode(), value.encode())
                    for name, value in HEADERS.items()
                    if name.encode() not in known
                ]
                message["headers"] = given
            await send(message)

        code, why = self._refused(scope)
        if code:
            await _plain(headed, code, why)
            return
        taken = 0
        over: tuple[int, str] | None = None

        async def bounded() -> Message:
            nonlocal taken, over
            message = await receive()
            if message["type"] == "http.request":
                size = len(message.get("body", b""))
                taken += size
                self.held += size
                if taken > LARGEST_BODY:
                    over = 413, f"more than {LARGEST_BODY:,} bytes were sent"
                elif self.held > MOST_HELD:
                    over = 503, "too much is sent at once; try again"
                if over is not None:
                    return {"type": "http.disconnect"}
            return message

        begun = False

        async def once(message: Message) -> None:
            nonlocal begun
            if over is not None and not begun:
                return
            begun = True
            await headed(message)

        try:
            await self.app(scope, bounded, once)
        except Exception:
            if over is None:
                raise
        finally:
            self.held -= taken
        if over is not None and not begun:
            await _plain(headed, *over)

    def _refused(self, scope: Scope) -> tuple[int, str]:
        """The code and the reason against a request; 0 if there is none."""
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        host = headers.get("host", [])
        name = _name(host[0]) if len(host) == 1 else ""
        if not name or name not in self.hosts:
            return 421, "this page is not served under that name"
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string", b"")) > LONGEST_ADDRESS:
            return 414, f"the address has more than {LONGEST_ADDRESS:,} bytes"
        length = headers.get("content-length", ["0"])[-1]
        known = length.isascii() and length.isdigit()
        if not known or len(length) > DIGITS or int(length) > LARGEST_BODY:
            return 413, f"more than {LARGEST_BODY:,} bytes were announced"
        if scope["method"] not in ("GET", "HEAD"):
            origins = headers.get("origin", [])
            if any(origin != f"{scope.get('scheme', 'http')}://{host[0]}" for origin in origins):
                return 403, "a page of another origin has sent this"
        site = headers.get("sec-fetch-site", ["none"])[-1]
        opened = (headers.get("sec-fetch-mode", [""])[-1], headers.get("sec-fetch-dest", [""])[-1])
        foreign = site in ("cross-site", "same-site")
        if foreign and (scope["method"] not in ("GET", "HEAD") or opened != ("navigate", "document")):
            return 403, "a page of another origin has asked for this"
        return 0, ""


def _name(host: str) -> str:
    """The name in a Host header, without its port; empty for what is none."""
    try:
        found = urlsplit(f"//{host}")
        found.port  # noqa: B018 - raises for what is no port
    except ValueError:
        return ""
    if found.username is not None or found.path or found.query or found.fragment:
        return ""
    return (found.hostname or "").lower()


async def _plain(send: Send, code: int, text: str) -> None:
    body = f"{text}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": code, "headers": headers})
    await send({"type": "http.response.body", "body": body})
