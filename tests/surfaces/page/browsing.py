"""A reader of the local page without a browser: follows links, sends forms, and reads what is shown."""

from __future__ import annotations

import asyncio
import html
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

httpx = pytest.importorskip("httpx", reason="httpx is not installed")
pytest.importorskip("starlette", reason="the local page is not installed")

from queensbench.surfaces.page.app import application  # noqa: E402
from queensbench.surfaces.page.desk import Desk  # noqa: E402

BASE = "http://127.0.0.1"


@dataclass
class Shown:
    """An answer: its code, its address, its headers, and its text."""

    code: int
    address: str
    headers: Mapping[str, str]
    text: str

    @property
    def words(self) -> str:
        """What is shown in the main part, without marks, in single spaces."""
        main = self.text.partition("<main")[2]
        bare = re.sub(r"<[^>]+>", " ", main.partition(">")[2])
        return " ".join(html.unescape(bare).split())

    def said(self, role: str) -> list[str]:
        """The texts of elements with a role."""
        found = re.findall(rf'role="{role}"[^>]*>(.*?)</(?:p|div)>', self.text, re.DOTALL)
        return [" ".join(html.unescape(re.sub(r"<[^>]+>", " ", one)).split()) for one in found]

    @property
    def status(self) -> str:
        """What goes on, in the sentence beside the headline."""
        return self.said("status")[0]

    @property
    def wires(self) -> list[str]:
        """The moves that can be chosen from the lists, as forms send them."""
        moves = self.text.partition('<section id="moves"')[2].partition("</section>")[0]
        return re.findall(r'name="move" value="([^"]+)"', moves)

    @property
    def permalink(self) -> str:
        """The address of the play."""
        found = re.search(r'href="([^"]+)" id="permalink"', self.text)
        assert found is not None
        return html.unescape(found[1])


class Reader:
    """Somebody who reads the page of a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.app = application(desk)

    def ask(self, method: str, address: str, **options: Any) -> Shown:
        """Send a request, and follow where the answer leads to."""

        async def asked() -> Any:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, base_url=BASE, follow_redirects=True) as client:
                return await client.request(method, address, **options)

        found = asyncio.run(asked())
        path = found.url.raw_path.decode()
        return Shown(found.status_code, path, found.headers, found.text)

    def get(self, address: str) -> Shown:
        """Open a page, and wait for it while it is being made ready."""
        for _ in range(300):
            found = self.ask("GET", address)
            if found.code != 202:
                return found
            time.sleep(0.1)
        raise AssertionError(found.words)

    def post(self, shown: Shown, what: str, **fields: str) -> Shown:
        """Send a form of a position's page; an underscore at the end of a field's name is left out."""
        place = shown.address.partition("?")[0]
        sent = {name.removesuffix("_"): value for name, value in fields.items()}
        return self.ask("POST", f"{place}/{what}", data=sent)

    def do(self, shown: Shown, *moves: str) -> Shown:
        """Do moves, as an address writes them."""
        for move in moves:
            shown = self.post(shown, "do", move=move)
            assert shown.code == 200, shown.words
        return shown

    def work(self, shown: Shown, what: str, **fields: str) -> Shown:
        """Ask for work, and wait until it is done."""
        shown = self.post(shown, what, **fields)
        for _ in range(600):
            if "data-poll" not in shown.text:
                return shown
            time.sleep(0.1)
            shown = self.ask("GET", shown.address)
        raise AssertionError(shown.words)
