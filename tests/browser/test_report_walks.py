"""What a report offers, walked through by keyboard alone; the page where each walk ends is looked at in every look."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import looked_at
from tests.browser.keys import Keys
from tests.sites import Site

Walk = Callable[[Keys], None]
WALKS: dict[str, tuple[str, str, Walk]] = {}
"""By feature the report and the page where the walk begins, and the walk."""


def walk(feature: str, report: str, page: str) -> Callable[[Walk], Walk]:
    """A walk through a feature, from a page of a report."""

    def add(found: Walk) -> Walk:
        assert feature not in WALKS
        WALKS[feature] = report, page, found
        return found

    return add


@walk(
    "the first page leads past its links to how a rulebook stands, its pictures and the sheet",
    "queens",
    "../index",
)
def _(keys: Keys) -> None:
    keys.page.keyboard.press("Tab")
    assert keys.page.evaluate("document.activeElement.textContent") == "To the text"
    keys.page.keyboard.press("Enter")
    keys.page.keyboard.press("Tab")
    keys.page.keyboard.press("Enter")
    keys.page.wait_for_url("**/queen_is_dead/index.html")
    assert keys.page.locator("#stands ~ .lines > div").count() == 10
    assert keys.page.locator("section.pictures figure svg").count() >= 3
    assert keys.page.locator(".sheet .print").count() >= 1
    assert keys.page.locator("#classes ~ .scroll tbody tr").count() >= 3


@walk("a line of how it stands leads to its page", "queens", "index")
def _(keys: Keys) -> None:
    keys.press(".lines a.more >> nth=0")
    keys.page.locator("h1").wait_for()
    assert not keys.page.url.endswith("index.html")


@walk("rulings are sorted", "queens", "rulings")
def _(keys: Keys) -> None:
    keys.press("th button:text-is('comes up')")
    keys.page.keyboard.press("Space")
    assert keys.page.locator("th[aria-sort=descending]").inner_text() == "comes up"
    shares = keys.page.locator("td[data-label='comes up']").evaluate_all(
        "all => all.map(e => +e.dataset.key)"
    )
    assert shares == sorted(shares, reverse=True)


@walk("rulings are filtered by worth, kind of hole, mode and clause", "queens", "rulings")
def _(keys: Keys) -> None:
    rows = keys.page.locator("table.list tbody tr")
    for name, column in (
        ("class", "class"),
        ("hole", "hole"),
        ("modes", "modes"),
        ("clauses in doubt", "in doubt"),
    ):
        what = f".filters label:has-text('{name}') select"
        option = keys.page.locator(f"{what} option").nth(1).get_attribute("value")
        assert option
        keys.choose(what, option)
        cells = keys.page.locator(f"tbody tr:visible td[data-label='{column}']")
        values = cells.evaluate_all("all => all.map(e => e.dataset.value.split('|'))")
        assert values
        assert all(option in one for one in values)
        assert keys.page.locator(".filters output").inner_text() == f"{len(values)} of {rows.count()}"
        keys.page.keyboard.press("Home")
    keys.write(".filters input", "guard_reach")
    assert keys.page.locator("tbody tr:visible").count() == 1


@walk("a ruling has its storyboard, its chart, its place, its sentence", "queens", "rulings")
def _(keys: Keys) -> None:
    keys.press("#guard_reach th > a >> nth=0")
    keys.page.wait_for_url("**/rulings/guard_reach.html")
    assert keys.page.locator(".story .beats .board svg").count() >= 1
    assert keys.page.locator(".fork >> nth=0 >> .side").count() == 2
    assert keys.page.locator(".fork >> nth=0 >> .side .board svg").count() == 2
    assert keys.page.locator("#end ~ .pictures svg").count() >= 1
    assert keys.page.locator("#place ~ ul li").count() >= 1
    assert keys.page.locator(".reading .print").count() == 2
    keys.to(".fork .side .board >> nth=1")


@walk(
    "one ruling leads to the next, and the way back is an anchor that stays", "queens", "rulings/guard_reach"
)
def _(keys: Keys) -> None:
    keys.press("nav.turn a >> nth=1")
    keys.page.wait_for_function("!location.href.includes('guard_reach')")
    name = keys.page.url.rpartition("/")[2].removesuffix(".html")
    keys.press("p.crumb a")
    keys.page.wait_for_url(f"**/rulings.html#{name}")
    assert keys.page.locator(f"[id='{name}']").is_visible()
    keys.press("#guard_reach a.anchor")
    assert keys.page.url.endswith("/rulings.html#guard_reach")


@walk("a ruling leads to its place in the rulebook, sentence by sentence", "snails", "rulings/past_the_end")
def _(keys: Keys) -> None:
    keys.press("#place ~ ul a >> nth=0")
    keys.page.wait_for_url("**/rulebook.html#*")
    assert keys.page.locator(".legend li").count() >= 2
    keys.open("details:has-text('Carried out by') >> nth=0")
    assert keys.page.locator("details[open] code").first.is_visible()


@walk("the rulebook of an edition in its own order", "queens", "rulebook")
def _(keys: Keys) -> None:
    keys.open("article.rule details >> nth=0")
    keys.press("article.rule details[open] a[href^='properties.html'] >> nth=0")
    keys.page.wait_for_url("**/properties.html#*")


@walk("sentences are quoted where that was asked, and every page says so", "told", "rulebook")
def _(keys: Keys) -> None:
    assert "Do not pass it on" in keys.page.get_by_role("note").inner_text()
    assert keys.page.locator("main q").count() >= 1
    keys.press("nav a:text-is('Properties')")
    keys.page.wait_for_url("**/properties.html")
    assert "Do not pass it on" in keys.page.get_by_role("note").inner_text()


@walk("a property has its play", "snails", "properties")
def _(keys: Keys) -> None:
    keys.press("a:text-is('the_race_ends'), tbody th a >> nth=0")
    keys.page.wait_for_url("**/properties/*.html")
    assert keys.page.locator("#the-play").count() == 1
    assert keys.page.locator(".beats .board svg").count() >= 2


@walk("a graph is enlarged and moved about", "snails", "boxes")
def _(keys: Keys) -> None:
    picture = keys.page.locator(".zoom img")
    picture.scroll_into_view_if_needed()
    keys.page.wait_for_function("document.querySelector('.zoom img').naturalWidth > 0")
    before = picture.bounding_box()["width"]
    for _ in range(4):
        keys.press("button:text-is('larger')")
    assert picture.bounding_box()["width"] > 3 * before
    keys.press("button:text-is('smaller')", "Space")
    keys.to(".zoom")
    keys.page.keyboard.press("ArrowRight")
    keys.page.wait_for_function("document.querySelector('.zoom').scrollLeft > 0")
    keys.press("button:text-is('as it was')")
    assert picture.bounding_box()["width"] == pytest.approx(before, rel=0.02)


@walk("how random games end, how long they take, and what they score", "snails", "index")
def _(keys: Keys) -> None:
    keys.press("nav a:text-is('Boxes and games')")
    keys.page.wait_for_url("**/boxes.html")
    assert keys.page.locator(".pictures figure svg").count() >= 2


@walk("a study is a coloured grid, as the initiative table is, and unfolds as rows", "snails", "boxes")
def _(keys: Keys) -> None:
    grid = keys.page.locator("#studies ~ section table.grid")
    assert grid.locator("tbody tr").count() == 2
    assert grid.locator("td.cell.hue-0").count() == 6
    assert grid.locator("td.cell.hue-1").count() == 6
    keys.open("#studies ~ section details")
    assert keys.page.locator("#studies ~ section details tbody tr").count() == 12
    keys.to("#studies ~ section .scroll:has(table.grid)")
    assert keys.page.locator("#studies ~ section .legend .cell").all_inner_texts() == ["near", "far"]


@walk("what an engine does otherwise", "told", "index")
def _(keys: Keys) -> None:
    keys.press("nav a:text-is('Engines')")
    keys.page.wait_for_url("**/engines.html")
    keys.press("main tbody th a >> nth=0")
    keys.page.wait_for_url("**/rulings/past_the_end.html")
    keys.press("nav a:text-is('Engines')")
    keys.page.wait_for_url("**/engines.html")


@walk("what has changed since the last report", "told", "../index")
def _(keys: Keys) -> None:
    keys.press("a:has-text('have changed')")
    keys.page.wait_for_url("**/changes.html")
    assert keys.page.locator("main tbody tr").count() >= 1


@pytest.fixture(scope="module")
def reports(site: Site, queens: Path, told: Path) -> Mapping[str, Path]:
    """The folders of the rulebooks that walks begin in."""
    return {"queens": queens, "snails": site.folder / "snail_race", "told": told}


@pytest.mark.parametrize("feature", WALKS)
def test_it_is_read_by_keyboard_alone(
    opened: Callable[..., Any], reports: Mapping[str, Path], feature: str
) -> None:
    report, name, steps = WALKS[feature]
    page = opened()
    page.goto((reports[report] / f"{name}.html").resolve().as_uri())
    steps(Keys(page))
    assert looked_at(page) == []
