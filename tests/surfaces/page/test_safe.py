"""The local page against strangers: hosts, origins, sizes, garbage, and how much it holds."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from queensbench.api.game import selected
from queensbench.surfaces.page.desk import Desk
from queensbench.surfaces.page.guard import HEADERS, LARGEST_BODY, LONGEST_ADDRESS
from queensbench.surfaces.page.links import MOST_STEPS
from queensbench.surfaces.page.tables import MOST_TABLES
from tests.surfaces.page.browsing import Reader

SIX = "/at?game=queue4/standard&instance=six"


@pytest.fixture(scope="module")
def reader() -> Reader:
    """A reader of one mode."""
    return Reader(Desk(selected(["queue4/standard"]), seed=7, report=_never))


def _never(error: BaseException) -> str:
    raise AssertionError(f"an internal error: {error!r}")


def test_every_answer_has_the_headers(reader: Reader) -> None:
    for address in ("/", "/static/page.css", "/nowhere", "/choose?game=nothing"):
        found = reader.ask("GET", address).headers
        assert {name: found[name] for name in HEADERS} == HEADERS


def test_no_page_has_a_script_or_a_style_of_its_own(reader: Reader) -> None:
    shown = reader.get(f"{SIX}&play=begin_queue:FIRST~reveal:1&if=stop_when=until_placed")
    pages = [
        reader.get("/"),
        shown,
        reader.get(f"{shown.address}/around"),
        reader.get("/plays?game=queue4/standard"),
    ]
    for page in pages:
        assert re.findall(r"<script(?! src=\"/static/page.js\" defer></script>)", page.text) == []
        assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", page.text) == []
        assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", page.text) == []


@pytest.mark.parametrize(
    "host", ["example.org", "127.0.0.1.example.org", "", "user@127.0.0.1", "127.0.0.1:x"]
)
def test_other_hosts_are_refused(reader: Reader, host: str) -> None:
    found = reader.ask("GET", "/", headers={"host": host})
    assert (found.code, found.text) == (421, "this page is not served under that name\n")


@pytest.mark.parametrize("host", ["localhost:8017", "127.0.0.1", "[::1]:80", "LOCALHOST"])
def test_own_hosts_are_served(reader: Reader, host: str) -> None:
    assert reader.ask("GET", "/", headers={"host": host}).code == 200


def test_other_origins_are_refused(reader: Reader) -> None:
    shown = reader.get(SIX)
    for origin in ("http://example.org", "null", "http://127.0.0.1:1", "https://127.0.0.1"):
        found = reader.ask(
            "POST", f"{shown.address}/do", data={"move": "begin_queue:FIRST"}, headers={"origin": origin}
        )
        assert (found.code, found.text) == (403, "a page of another origin has sent this\n")
    own = reader.ask(
        "POST",
        f"{shown.address}/do",
        data={"move": "begin_queue:FIRST"},
        headers={"origin": "http://127.0.0.1"},
    )
    assert own.code == 200
    embedded = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
    assert reader.ask("GET", SIX, headers=embedded).code == 403
    followed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert reader.ask("GET", "/", headers=followed).code == 200


def test_what_is_too_large_is_refused(reader: Reader) -> None:
    long = reader.ask("GET", "/?" + "x" * LONGEST_ADDRESS)
    assert (long.code, long.text) == (414, "the address has more than 60,000 bytes\n")
    large = reader.ask("POST", "/open", content=b"x" * (LARGEST_BODY + 1))
    assert (large.code, large.text) == (413, "more than 4,000,000 bytes were announced\n")

    async def parts() -> AsyncIterator[bytes]:
        for _ in range(41):
            yield b"x" * 100_000

    streamed = reader.ask("POST", "/open", content=parts())
    assert (streamed.code, streamed.text) == (413, "more than 4,000,000 bytes were sent\n")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/at", "game: no game is named; choose one on the first page"),
        ("/at?game=chess", "game: no game is called chess; choose one on the first page"),
        ("/at?game=queue4/standard&game=x", "game: game is given 2 times; give it once"),
        ("/at?game=queue4/standard&instance=../../etc/passwd", None),
        (f"{SIX}&r=stop_when", "r: stop_when chooses no reading; write ruling=reading"),
        (f"{SIX}&r=stop_whem=unseen", None),
        (f"{SIX}&r=stop_when=never", None),
        (f"{SIX}&play=fly", "play: no move is called fly; choose one of the page's"),
        (f"{SIX}&play=settle_all", None),
        (f"{SIX}&play=begin_queue", "play: begin_queue takes queue, not 0 values; give each one value"),
        (
            f"{SIX}&play=begin_queue:THIRD",
            "play: queue of begin_queue cannot be THIRD; choose one of the page's",
        ),
        (
            f"{SIX}&play=begin_queue:FIRST~begin_queue:FIRST",
            (
                "play: step 2, begin_queue(queue=FIRST), is not allowed: require(choosing(s)) "
                "(option.new); leave out the steps from there on"
            ),
        ),
        (
            f"{SIX}&play={'stop~' * MOST_STEPS}stop",
            "play: a play of 2,001 steps; the page takes 2,000 at the most",
        ),
        (f"{SIX}&play={'x' * 300}", None),
        ("/choose?game=%00", "game: no game is called ?; choose one on the first page"),
        ("/engine", None),
    ],
)
def test_bad_links_are_told_in_a_line(reader: Reader, address: str, said: str | None) -> None:
    shown = reader.get(address)
    assert shown.code in (400, 404)
    assert len(shown.said("alert")) == 1
    assert "Traceback" not in shown.text
    if said is not None:
        assert shown.said("alert") == [said]


def test_what_a_stranger_writes_is_shown_as_text(reader: Reader) -> None:
    shown = reader.get("/at?game=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in shown.text
    assert "no game is called &lt;script&gt;alert(1)&lt;/script&gt;" in shown.text


def test_so_many_tables_are_held_and_the_oldest_goes(reader: Reader) -> None:
    first = reader.get(SIX)
    for _ in range(MOST_TABLES):
        last = reader.get(SIX)
    assert len(reader.desk.tables.held) == MOST_TABLES
    gone = reader.get(first.address)
    assert (gone.code, gone.said("alert")) == (404, ["This table is no longer held."])
    assert reader.get(last.address).code == 200


def test_garbage_leaves_it_alive(reader: Reader) -> None:
    random_ = random.Random(11)
    shown = reader.do(reader.get(SIX), "begin_queue:FIRST")
    parts = [
        "/",
        "at",
        "t",
        "do",
        "go",
        "open",
        "against",
        "..",
        "%2e%2e",
        "%00",
        "%ff",
        "x" * 300,
        "-1",
        "9" * 40,
    ]
    parts += [
        shown.address.strip("/"),
        "play.itf.json",
        "around",
        "seats",
        "find",
        "name",
        "explore?",
        "static",
    ]
    keys = [
        "game",
        "instance",
        "r",
        "if",
        "play",
        "move",
        "why",
        "about",
        "seat",
        "with",
        "a.queue",
        "condition",
        "parts",
    ]
    values = [
        "queue4/standard", "six", "FIRST", "", "\x00", "é", "(" * 200, "begin_queue:FIRST", "~" * 3000, ":" * 300,
        "-1", "1e9", "__class__", "{{7*7}}", "<svg/onload=1>", "' or 1=1", "1" * 5000, "reveal:1~play", "add",
    ]  # fmt: skip
    bodies = [b"", b"\x00" * 100, b"%", b"a=b&" * 2000, b"--x\r\n\r\n", b"play=" + b"[" * 50_000, b"\xff\xfe"]
    kinds = [
        "text/plain",
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        "application/json",
        "\x01",
    ]
    kinds += ["application/x-www-form-urlencoded", "multipart/form-data; boundary=" + "y" * 200]
    codes: dict[int, int] = {}
    for number in range(1000):
        address = "/" + "/".join(random_.choices(parts, k=random_.randint(0, 3)))
        query = [(random_.choice(keys), random_.choice(values)) for _ in range(random_.randint(0, 5))]
        if number % 3:
            address, method = shown.address, "GET"
            if number % 3 == 2:
                what = random_.choice(["do", "against", "seats", "name", "find", "go", "around", ""])
                address, method = f"{shown.address}/{what}", random_.choice(["GET", "POST"])
        else:
            method = random_.choice(["GET", "POST", "PUT", "HEAD", "OPTIONS", "BREW"])
        options: dict[str, Any] = {
            "content": random_.choice(bodies),
            "headers": {"content-type": random_.choice(kinds)},
        }
        if method == "POST" and number % 2:
            options = {"data": dict(query)}
        found = reader.ask(method, address, params=query if "?" not in address else None, **options)
        codes[found.code] = codes.get(found.code, 0) + 1
        assert found.code < 500, (method, address, query, found.text)
    assert {200, 400, 404} <= set(codes)
    assert len(reader.desk.tables.held) <= MOST_TABLES
    assert reader.get(SIX).code == 200
