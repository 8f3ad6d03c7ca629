"""Connections of the page's server: one that sends nothing, or never the whole of a request, is closed after a while.

Otherwise a few silent ones would keep everybody else out, since only so many are held.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 200
"""The most connections held at once: 32 browsers open up to six each, and systems allow 256 files to a process."""
PATIENCE = 30.0
"""The seconds that a connection may take to send a whole request, counted from its opening or from the last answer."""


class Connection(H11Protocol):
    """A connection that is closed where its next request is not there in time."""

    _since: float
    _watch: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base class has it
        """Begin to watch."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._watch = self.loop.call_later(PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Watch no longer."""
        self._watch.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request from now on."""
        self._since = self.loop.time()
        super().on_response_complete()

    def _look(self) -> None:
        cycle: Any = self.cycle  # None until the first request, which its type does not say
        whole = cycle is not None and not cycle.response_complete and not cycle.more_body
        left = self._since + PATIENCE - self.loop.time()
        if left <= 0 and not whole:
            self.transport.abort()
        else:
            self._watch = self.loop.call_later(PATIENCE if whole else left, self._look)
