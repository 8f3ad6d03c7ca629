"""The local page in a real browser, as somebody uses it: by mouse, by touch, by keyboard alone, and without scripts."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import queensbench as qb
from tests.browser.conftest import DESKTOP, PHONE, PICTURES, Look, go, looked_at, step

pytest.importorskip("starlette", reason="the local page is not installed")

from queensbench.surfaces.page.links import Place
from tests.surfaces.page.test_engines import REPORT

Open = Callable[..., Any]
SIX = "at?game=queue4/standard&instance=six"
BOTH = f"{SIX}&play=begin_queue:FIRST~reveal:1&if=stop_when=until_placed"
FULL = (
    "queen-is-dead/standard",
    "queen-of-scots/standard",
    "queens-collection/cooperative",
    "queue4/standard",
)


def middle(path: str, steps: int, *, seed: int) -> str:
    """The link to a position in the middle of a game of random players."""
    random, position = Random(seed), qb.load(path).session().start()
    moves = []
    for _ in range(steps):
        possible = position.moves() or tuple(one.move for one in position.outcomes())
        if not possible:
            break
        moves.append(random.choice(possible))
        position = position.do(moves[-1])
    return Place(path).link(moves).removeprefix("/")


def test_pages_are_accessible_and_fit(opened: Open, address: str) -> None:
    page = opened()
    full = "at?game=queen-is-dead/standard&chance=drawn&seat.WHITE=random&seat.BLACK=random"
    for where in ("choose?game=queen-is-dead/standard", "plays?game=queue4/standard", full):
        go(page, address + where)
        closed = page.locator("details:not([open]) > summary")
        while closed.count():
            closed.first.click()
        assert looked_at(page) == [], where
    for wrong, said in (("at?game=queue4/standard&instance=nosuch", "nosuch"), ("nosuch", "no such page")):
        page.goto(address + wrong)
        assert said in page.get_by_role("alert").inner_text()
        assert looked_at(page) == [], wrong


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=lambda look: look.name)
def test_a_game_is_begun_played_and_taken_back(opened: Open, address: str, look: Look) -> None:
    page = go(opened(look), address)
    page.locator("a[href='/choose?game=queue4/standard']").click()
    page.locator("input[name=instance][value=six]").check()
    page.get_by_role("button", name="Begin").first.click()
    page.wait_for_selector("h1:text-is('Start')", timeout=60_000)
    page.locator("#moves button[value='begin_queue:FIRST']").click()
    step(page, 1)
    page.locator(".tabletop button[value='reveal:2']").click()
    step(page, 2)
    page.get_by_role("link", name="Undo").click()
    step(page, 1)
    page.get_by_role("button", name="Draw by the odds").click()
    step(page, 2)
    page.go_back()
    step(page, 1)
    page.get_by_role("link", name="Link to this play").click()
    step(page, 1)
    assert page.url.endswith("/1")


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=lambda look: look.name)
def test_the_history_shows_where_one_is(opened: Open, address: str, look: Look) -> None:
    page = go(opened(look), address + middle("queen-is-dead/standard", 45, seed=2))
    away = page.evaluate(
        "(at => { const a = at.getBoundingClientRect(), b = at.closest('.history').getBoundingClientRect();"
        " return Math.max(b.top - a.top, a.bottom - b.bottom); })(document.querySelector('.history [aria-current]'))"
    )
    assert away <= 0


def test_it_is_played_without_scripts(opened: Open, address: str) -> None:
    page = go(opened(DESKTOP, java_script_enabled=False), address + SIX)
    page.locator("#moves button[value='begin_queue:FIRST']").click()
    step(page, 1)
    page.locator("#moves button[value='reveal:1']").click()
    step(page, 2)
    page.locator("#why > summary").click()
    page.locator("#why select[name=why]").select_option("add")
    page.locator("#why button").click()
    page.wait_for_selector("#why .answer")
    assert "option.existing" in page.locator("#why .answer").inner_text()
    page.locator("#what-if > summary").click()
    page.locator("#what-if select").select_option("stop_when=until_placed")
    page.get_by_role("button", name="Lay side by side").click()
    page.locator(".tabletop").nth(1).wait_for(timeout=60_000)
    assert page.locator(".tabletop").count() == 2


def test_what_lies_ahead_is_waited_for(opened: Open, address: str) -> None:
    page = go(opened(PHONE), f"{address}{SIX}&play=begin_queue:FIRST~reveal:1")
    page.locator("#ahead > summary").click()
    page.get_by_role("button", name="Explore this box").click()
    page.wait_for_selector("text=Endings of this box", timeout=60_000)
    page.get_by_role("button", name="Solve this box").click()
    page.wait_for_selector("#moves button[value='play'] .note:has-text('best')", timeout=60_000)
    assert page.locator("#moves button[value='play'] .note").inner_text() == "11.287 best"
    page.locator("input[name=condition]").fill("phase == SEEN and held == 3")
    page.get_by_role("button", name="Find").click()
    page.wait_for_selector("text=A shortest play to it has 2 steps", timeout=60_000)


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=lambda look: look.name)
def test_a_cell_says_why_and_a_seat_has_its_board(opened: Open, address: str, look: Look) -> None:
    page = go(opened(look), f"{address}{SIX}&play=begin_queue:FIRST~reveal:1")
    page.locator(".tabletop a.idle", has_text="first Queue").click()
    page.locator("#why .answer", has_text="Nothing can be done with first Queue now.").wait_for()
    assert "option.new" in page.locator("#why .answer").inner_text()
    go(page, f"{address}at?game=queen-of-scots/standard&instance=duel&chance=drawn&seat.NORTH=random")
    page.locator("#seats > summary").click()
    page.locator("#seats").get_by_role("link", name="seat 2").click()
    board = page.get_by_role("group", name="The table as seat 2 sees it")
    board.wait_for()
    assert board.locator(".down", has_text="?").count() >= 1


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=lambda look: look.name)
def test_a_report_on_an_engine_is_opened_and_stepped_through(
    opened: Open, address: str, look: Look, tmp_path: Path
) -> None:
    saved = tmp_path / "report.json"
    saved.write_text(json.dumps(REPORT))
    page = go(opened(look), address)
    page.get_by_label("File of a saved report").set_input_files(saved)
    page.get_by_role("button", name="Open the report").click()
    page.get_by_role("link", name="Step by step, both boards").wait_for()
    page.get_by_role("link", name="Step by step, both boards").click()
    page.locator("h1", has_text="Finding 1: step 2").wait_for(timeout=60_000)
    theirs = page.get_by_role("group", name="The table as the engine says")
    assert [one.split()[0] for one in theirs.locator(".cell.new").all_inner_texts()] == ["2"]
    page.get_by_role("link", name="Step back").click()
    page.locator("h1", has_text="Finding 1: step 1").wait_for()
    assert page.get_by_text("It tells the same state.").is_visible()
    page.get_by_role("link", name="To the difference").click()
    page.locator("h1", has_text="Finding 1: step 2").wait_for()
    page.get_by_role("link", name="Play on from there").click()
    step(page, 2)


CHOOSE = """async (number) => {
  const found = [...document.querySelectorAll("#moves button[name=move]")];
  const headline = () => document.querySelector("h1").textContent;
  const before = headline(), began = performance.now();
  found[number % found.length].click();
  while (headline() === before) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""
"""Chooses a move; the milliseconds until the browser is about to paint the next position, by its own clock."""


MOVES = 25
"""So many moves are timed of each game."""


def test_answers_come_soon(
    opened: Open, address: str, record_property: Callable[[str, object], None], aloud: Callable[[str], None]
) -> None:
    """Nothing is asserted of times: the browser takes them, and they are printed for the guide."""
    aloud(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for path, instance in (("queue4/standard", "six"), *((full, "full") for full in FULL)):
        where = f"{address}at?game={path}&instance={instance}&chance=drawn"
        page = go(opened(DESKTOP), where)
        times: list[float] = []
        for number in range(MOVES):
            if not page.locator("#moves button[name=move]").count():
                page = go(page, where)
            times.append(page.evaluate(CHOOSE, number + 1))
        times.sort()
        half, most = times[len(times) // 2], times[int(len(times) * 0.95)]
        record_property(path, most)
        aloud(
            f"{path} {instance}: {len(times)} moves, half within {half:.0f} ms, 95 of 100 within {most:.0f} ms"
        )
        assert re.match(r"Step \d+", page.locator("h1").inner_text())


@pytest.mark.skipif(
    not os.environ.get("QUEENSBENCH_PICTURES"), reason="pictures are taken by `make pictures`"
)
def test_pictures_of_the_page(opened: Open, address: str, tmp_path: Path) -> None:
    PICTURES.mkdir(exist_ok=True)
    page = go(opened(DESKTOP), address + BOTH)
    page.screenshot(path=PICTURES / "serve-readings.png", clip={"x": 0, "y": 0, "width": 1280, "height": 700})
    go(page, f"{address}{SIX}&play=begin_queue:FIRST~reveal:1")
    page.locator("#why > summary").click()
    page.locator("#why select[name=why]").select_option("add")
    page.wait_for_selector("#why .answer")
    page.screenshot(path=PICTURES / "serve-why-not.png", clip={"x": 0, "y": 0, "width": 1280, "height": 900})
    go(page, address + middle("queen-is-dead/standard", 45, seed=2))
    page.screenshot(path=PICTURES / "serve-table.png", clip={"x": 0, "y": 0, "width": 1280, "height": 900})
    page.goto(f"{page.url.partition('?')[0]}?seat=BLACK")
    page.locator("#seats .tabletop").screenshot(path=PICTURES / "serve-seat.png")
    saved = tmp_path / "report.json"
    saved.write_text(json.dumps(REPORT))
    go(page, address)
    page.get_by_label("File of a saved report").set_input_files(saved)
    page.get_by_role("button", name="Open the report").click()
    page.get_by_role("link", name="Step by step, both boards").click()
    page.locator("h1", has_text="Finding 1: step 2").wait_for(timeout=60_000)
    page.screenshot(path=PICTURES / "serve-engine.png", clip={"x": 0, "y": 0, "width": 1280, "height": 780})
