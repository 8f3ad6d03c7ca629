"""What is shown while work goes on: read by everybody, exchanged by itself, and asked for again by a link without scripts."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, looked_at
from tests.browser.keys import Keys

pytest.importorskip("starlette", reason="the local page is not installed")

import uvicorn

from queensbench.api.game import selected
from queensbench.surfaces.page.app import application
from queensbench.surfaces.page.desk import Desk
from queensbench.surfaces.page.server import address_of, listening

SIX = "at?game=queue4/standard&instance=six"
Open = Callable[..., Any]


class Busy:
    """A page of one mode, at whose desk other work can be laid before what is asked."""

    def __init__(self, desk: Desk, address: str) -> None:
        self.desk = desk
        self.address = address
        self.held = 0

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let everything that is asked for wait until the end."""
        over = threading.Event()
        self.held += 1
        self.desk.worker.ask(("held", self.held), "other work", lambda progress: over.wait(300), seconds=300)
        try:
            yield
        finally:
            over.set()


@pytest.fixture(scope="module")
def busy(browser: Any) -> Iterator[Busy]:
    """A page in a thread of its own, so that its desk is at hand."""
    desk = Desk(selected(["queue4/standard"]), seed=7)
    found = listening("127.0.0.1", 0)
    options = uvicorn.Config(application(desk), log_level="critical", lifespan="off", ws="none")
    server = uvicorn.Server(options)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [found]})
    thread.start()
    yield Busy(desk, address_of(found, "127.0.0.1"))
    server.should_exit = True
    thread.join(20)


@contextmanager
def unanswered(page: Any) -> Iterator[None]:
    """Let the page's requests wait until the end, so that it stays as it is while it is looked at."""
    page.evaluate(
        "() => { const send = window.fetch, later = [];"
        " window.fetch = (...asked) => new Promise((done) => later.push(() => done(send(...asked))));"
        " window.answered = () => { window.fetch = send; later.forEach((one) => one()); }; }"
    )
    yield
    page.evaluate("window.answered()")


def test_a_box_that_is_made_ready_is_waited_for(opened: Open, busy: Busy) -> None:
    page = opened()
    loaded: list[str] = []
    page.on("load", lambda: loaded.append(page.url))
    with busy.at_work():
        page.goto(busy.address + SIX)
        page.wait_for_selector("h1:text-is('One moment')")
        assert page.get_by_role("status").inner_text() == "queue4/standard, six: waits for its turn"
        keys = Keys(page)
        keys.press("a:text-is('Ask again')")
        with unanswered(page):
            assert looked_at(page) == []
        keys.to("a:text-is('Ask again')")
    page.wait_for_selector("h1:text-is('Start')")
    assert "/t/" in page.url
    assert page.title() == "queue4/standard, step 0 · Queensbench"
    page.locator("main:focus, main :focus").wait_for()
    assert len(loaded) == 1  # nothing is loaded anew


def test_work_that_is_asked_for_is_waited_for(opened: Open, busy: Busy) -> None:
    page = opened()
    page.goto(f"{busy.address}{SIX}&play=begin_queue:FIRST&if=stop_when=until_placed")
    page.wait_for_selector("h1:text-is('Step 1')")
    keys = Keys(page)
    with busy.at_work():
        keys.open("#ahead")
        for what in ("Explore this box", "Solve this box", "Where do they part?"):
            keys.press(f"button:text-is('{what}')")
            page.locator(f"button:text-is('{what}')").wait_for(
                state="detached" if what != "Where do they part?" else "visible"
            )
        keys.write("input[name=condition]", "held == 3")
        keys.page.keyboard.press("Enter")
        page.get_by_text("looking for `held == 3`: waits for its turn").wait_for()
        for what in ("exploring", "solving", "looking for where the readings part"):
            page.get_by_text(f"{what}: waits for its turn").wait_for()
        keys.to("#ahead a:text-is('Look again')")
        with unanswered(page):
            assert looked_at(page) == []
    page.get_by_text("A shortest play to it has 2 steps").wait_for()
    page.get_by_text("A shortest play to where the readings part has 3 steps").wait_for()
    page.get_by_text("Endings of this box").wait_for()
    page.locator("#moves .note").first.wait_for()


def test_plays_to_jump_to_are_waited_for(opened: Open, busy: Busy) -> None:
    page = opened()
    with busy.at_work():
        page.goto(f"{busy.address}plays?game=queue4/standard")
        page.wait_for_selector("h1:text-is('One moment')")
        with unanswered(page):
            assert looked_at(page) == []
    page.wait_for_selector("h1:has-text('Plays of')")


def test_without_scripts_a_link_asks_again(opened: Open, busy: Busy) -> None:
    page = opened(DESKTOP, java_script_enabled=False)
    where = f"{busy.address}at?game=queue4/standard&instance=eight"
    with busy.at_work():
        page.goto(where)
        page.wait_for_selector("h1:text-is('One moment')")
        assert page.locator("meta[http-equiv]").count() == 0
        Keys(page).press("a:text-is('Ask again')")
        page.wait_for_selector("h1:text-is('One moment')")
    while not page.locator("h1:text-is('Start')").count():
        with page.expect_navigation():
            Keys(page).press("a:text-is('Ask again')")
