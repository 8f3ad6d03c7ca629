"""A report in a real browser: on a phone and on a desk, light and dark, by keyboard, without script, and on paper."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, PICTURES, looked_at
from tests.sites import Site
from tests.surfaces.projects import run

Open = Callable[..., Any]


def address(site: Site, name: str) -> str:
    return (site.folder / name.partition("#")[0]).as_uri() + name[len(name.partition("#")[0]) :]


def test_everybody_can_read_every_page(opened: Open, site: Site) -> None:
    page = opened()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    found = []
    for name in site.pages:
        page.goto(address(site, name))
        found += [f"{name}: {fault}" for fault in looked_at(page)]
    assert found == []
    assert {url.split(":")[0] for url in asked} == {"file"}


@pytest.mark.parametrize("name", ["index", "rulings", "rulebook", "properties", "boxes", "rulings/chooser"])
def test_everybody_can_read_the_pages_of_a_whole_rulebook(opened: Open, queens: Path, name: str) -> None:
    page = opened()
    page.goto((queens / f"{name}.html").as_uri())
    assert looked_at(page) == []


def test_the_list_of_rulings_fits_a_desk(opened: Open, queens: Path) -> None:
    page = opened(DESKTOP)
    page.goto((queens / "rulings.html").as_uri())
    assert page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.scroll'))") <= 0


def test_nothing_that_a_text_says_is_run(opened: Open, site: Site) -> None:
    page = opened(DESKTOP)
    page.on("dialog", lambda dialog: pytest.fail(f"a text was run: {dialog.message}"))
    for name in site.pages:
        page.goto(address(site, name))
        assert page.evaluate("document.querySelectorAll('script').length") == 1


def test_rulings_are_filtered_and_sorted(opened: Open, queens: Path) -> None:
    page = opened(DESKTOP)
    page.goto((queens / "rulings.html").as_uri())
    rows = page.locator("table.list tbody tr")
    shown = page.locator("table.list tbody tr:visible")
    assert page.locator(".filters output").inner_text() == f"{rows.count()} of {rows.count()}"
    page.get_by_label("hole").select_option("two-way")
    assert 0 < shown.count() < rows.count()
    assert {
        one.strip() for one in page.locator("tbody tr:visible td[data-label=hole]").all_inner_texts()
    } == {"two-way"}
    page.get_by_label("hole").select_option("")
    page.get_by_label("find").fill("guard_reach")
    assert shown.count() == 1
    page.get_by_label("find").fill("")
    page.get_by_role("button", name="comes up").click()
    shares = [
        float(one)
        for one in page.locator("td[data-label='comes up']").evaluate_all(
            "all => all.map(e => e.dataset.key)"
        )
    ]
    assert shares == sorted(shares)
    assert page.locator("th[aria-sort=ascending]").inner_text().startswith("comes up")


def test_without_script_everything_is_there(opened: Open, site: Site) -> None:
    page = opened(PHONE, java_script_enabled=False)
    page.goto(address(site, "snail_race/rulings.html#past_the_end"))
    assert page.locator("#past_the_end").is_visible()
    page.get_by_role("link", name="What does a snail do").click()
    assert page.locator("h1").inner_text().startswith("What does a snail do")
    assert page.locator(".side .board svg").count() == 1


def test_a_graph_grows_when_asked(opened: Open, site: Site) -> None:
    page = opened(DESKTOP)
    page.goto(address(site, "snail_race/boxes.html"))
    picture = page.locator(".zoom img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.zoom img').naturalWidth > 0")
    before = picture.bounding_box()["width"]
    page.get_by_role("button", name="larger").click()
    assert picture.bounding_box()["width"] == pytest.approx(1.4 * before, rel=0.02)
    page.get_by_role("button", name="as it was").click()
    assert picture.bounding_box()["width"] == pytest.approx(before, rel=0.02)


def test_all_pages_are_printed_as_one_document(folder: Path) -> None:
    done = run(folder, "report", "-o", "printed", "--pdf", "-q", QUEENSBENCH_STORE=str(folder / "store"))
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[1] == "printed/report.pdf"
    made = (folder / "printed" / "report.pdf").read_bytes()
    assert made.startswith(b"%PDF-")
    assert made.count(b"/Type /Page\n") >= 9
    assert b"/Outlines" in made
    assert not (folder / "printed" / "report-as-one-page.html").exists()


def test_the_largest_page_of_the_rulebooks_loads_quickly(
    opened: Open, queens: Path, aloud: Callable[[str], None]
) -> None:
    page = opened(DESKTOP)
    largest = max(queens.rglob("*.html"), key=lambda path: path.stat().st_size)
    begun = time.perf_counter()
    page.goto(largest.as_uri())
    assert page.locator("h1").is_visible()
    aloud(f"{largest.name}: {largest.stat().st_size:,} bytes in {time.perf_counter() - begun:.2f} s")
    assert largest.stat().st_size < 1_500_000


@pytest.mark.skipif(
    not os.environ.get("QUEENSBENCH_PICTURES"), reason="pictures are taken by `make pictures`"
)
def test_pictures_of_the_docs(opened: Open, queens: Path) -> None:
    PICTURES.mkdir(exist_ok=True)
    page = opened(DESKTOP)
    page.goto((queens / "index.html").as_uri())
    page.screenshot(
        path=PICTURES / "report-front.png",
        clip={"x": 0, "y": 0, "width": 1280, "height": 1110},
        full_page=True,
    )
    page.goto((queens / "rulings" / "guard_reach.html").as_uri())
    page.locator(".fork").last.screenshot(path=PICTURES / "report-ruling.png")
