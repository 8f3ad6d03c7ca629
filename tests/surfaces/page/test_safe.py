"""The local page against strangers: hosts, origins, sizes, garbage, and how much it holds."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator
from typing import Any, cast

import httpx
import pytest

from queensbench.api.game import selected
from queensbench.surfaces.page.app import Page
from queensbench.surfaces.page.desk import Desk
from queensbench.surfaces.page.guard import HEADERS, LARGEST_BODY, LONGEST_ADDRESS, Guard
from queensbench.surfaces.page.links import MOST_STEPS
from queensbench.surfaces.page.tables import MOST_TABLES
from tests.processes import ROOT, python
from tests.surfaces.page.browsing import BASE, Reader
from tests.surfaces.page.garbage import stormed

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


@pytest.mark.parametrize("length", ["²", "1" * 5000, "-1", "", "1e3"])
def test_a_length_that_is_none_is_refused(length: str) -> None:
    """A server that reads requests by the book lets none of these through."""
    headers = [(b"host", b"127.0.0.1"), (b"content-length", length.encode("latin-1"))]
    scope = {"type": "http", "method": "POST", "path": "/open", "headers": headers}
    refused = (413, "more than 4,000,000 bytes were announced")
    assert Guard(cast(Any, None))._refused(scope) == refused


@pytest.mark.parametrize("host", ["[", "", "127.0.0.1:x", "127.0.0.1/x"])
def test_what_is_no_name_is_refused_whatever_is_served(host: str) -> None:
    scope = {"type": "http", "method": "GET", "headers": [(b"host", host.encode())]}
    assert Guard(cast(Any, None), ["127.0.0.1", ""])._refused(scope)[0] == 421


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


@pytest.mark.parametrize("number", ["9" * 5000, "1" * 7, "-1", "1e9", "²", "x", "0x1"])
@pytest.mark.parametrize("address", ["/t/nothing/{}", "/t/nothing/{}/around", "/engine/given/{}"])
def test_what_is_no_number_of_a_page_is_told(reader: Reader, address: str, number: str) -> None:
    shown = reader.get(address.format(number))
    assert shown.code == 404
    assert len(shown.said("alert")) == 1
    known = reader.get(SIX).address.rpartition("/")[0]
    assert reader.get(f"{known}/{number}").said("alert") == ["There is no such page here."]


def test_a_fault_of_the_toolkit_is_not_called_one_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(page: Page, asked: Any) -> Any:
        raise ValueError("zip() argument 2 is shorter than argument 1")

    monkeypatch.setattr(Page, "choose", faulty)
    reader = Reader(Desk(selected(["queue4/standard"]), report=lambda error: f"told: {error}"))
    shown = reader.get("/choose?game=queue4/standard")
    assert (shown.code, shown.said("alert")) == (500, ["told: zip() argument 2 is shorter than argument 1"])


def test_more_fields_than_any_page_sends_are_refused(reader: Reader) -> None:
    fields = "&".join(f"a{number}=1" for number in range(501))
    shown = reader.get(f"/choose?{fields}")
    assert (shown.code, shown.said("alert")) == (
        400,
        ["the address: cannot be read; send 500 fields at the most"],
    )
    headers = {"content-type": "application/x-www-form-urlencoded"}
    shown = reader.ask("POST", "/open", content=fields.encode(), headers=headers)
    assert (shown.code, shown.said("alert")) == (
        400,
        ["the form: cannot be read; send 500 fields at the most"],
    )


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
    codes = stormed(reader, 1000, seed=11)
    assert {200, 400, 404} <= set(codes)
    assert len(reader.desk.tables.held) <= MOST_TABLES
    assert reader.get(SIX).code == 200


@pytest.mark.slow
def test_ten_thousand_pieces_of_garbage_leave_it_alive_and_small() -> None:
    """In a process of its own, whose peak of memory is that of the page alone."""
    done = python(ROOT, "-m", "tests.surfaces.page.garbage", "10000", "23")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert sum(told["codes"].values()) == 10_000
    assert {"200", "400", "404"} <= set(told["codes"])
    assert told["tables"] <= MOST_TABLES
    assert told["peak"] < 1_000_000_000


def test_files_that_were_tampered_with_are_opened_or_refused_in_a_line(reader: Reader) -> None:
    shown = reader.do(reader.get(SIX), "begin_queue:FIRST", "reveal:2", "play")
    saved = reader.get(f"{shown.address}/play.itf.json").text
    random_ = random.Random(5)
    codes: dict[int, int] = {}
    for _ in range(120):
        data = json.loads(saved)
        tampered(data, random_)
        found = reader.ask("POST", "/open", files={"play": ("p.json", json.dumps(data).encode())})
        codes[found.code] = codes.get(found.code, 0) + 1
        assert found.code == 200 or len(found.said("alert")) == 1, data
    assert set(codes) == {200, 400}
    assert codes[400] > 50


def test_links_that_were_tampered_with_are_followed_or_refused_in_a_line(reader: Reader) -> None:
    shown = reader.do(reader.get(f"{SIX}&r=stop_when=until_placed"), "begin_queue:FIRST", "reveal:2", "play")
    random_ = random.Random(6)
    codes: dict[int, int] = {}
    for _ in range(200):
        letters = list(shown.permalink)
        for _ in range(random_.randint(1, 3)):
            letters[random_.randrange(4, len(letters))] = random_.choice("~:=&/%2_-09azAZ")
        found = reader.get("".join(letters))
        codes[found.code] = codes.get(found.code, 0) + 1
        assert found.code == 200 or len(found.said("alert")) == 1, "".join(letters)
    assert set(codes) <= {200, 400, 404, 409}
    assert codes[400] > 100


def test_so_many_play_at_once_and_nobody_gets_in_the_way(reader: Reader) -> None:
    """Each of them plays a game of their own, at the same time; what each has at the end is what they have done."""
    moved = asyncio.run(together(reader, MOST_TABLES))
    assert len(moved) == MOST_TABLES
    for moves, link in moved:
        assert link.endswith(f"play={'~'.join(moves)}")
    assert len({tuple(moves) for moves, _ in moved}) > MOST_TABLES // 2


async def together(reader: Reader, players: int) -> list[tuple[list[str], str]]:
    """The moves of so many players, and the links that they have got."""
    transport = httpx.ASGITransport(app=reader.app)
    async with httpx.AsyncClient(transport=transport, base_url=BASE, follow_redirects=True) as client:

        async def one(seed: int) -> tuple[list[str], str]:
            random_, moves = random.Random(seed), []
            shown = await client.get(SIX)
            for _ in range(6):
                possible = re.findall(r'form="do" name="move" value="([^"]+)" aria-label', shown.text)
                if not possible:
                    break
                moves.append(random_.choice(sorted(set(possible) - {"stop"}) or possible))
                shown = await client.post(f"{shown.url.path}/do", data={"move": moves[-1]})
                assert shown.status_code == 200
            link = re.search(r'href="([^"]+)" id="permalink"', shown.text)
            assert link is not None
            return moves, link[1]

        return list(await asyncio.gather(*(one(seed) for seed in range(players))))


def tampered(data: Any, random_: random.Random) -> None:
    """Put something else into one place of JSON, or take something out."""
    while True:
        keys = list(data) if isinstance(data, dict) else range(len(data))
        if not keys:
            return
        key = random_.choice(list(keys))
        if isinstance(data[key], (dict, list)) and data[key] and random_.random() < 0.8:
            data = data[key]
            continue
        if random_.random() < 0.2:
            del data[key]
        else:
            data[key] = random_.choice([None, -1, 10**30, "", "x", "__class__", [], {}, [[]], True, 1.5])
        return
