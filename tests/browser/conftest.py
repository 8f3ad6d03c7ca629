"""A browser for the tests of pages: the Chromium of this machine, driven by Playwright.

Without either the tests skip, and say what is missing.  They run under ``make test-browser``.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PICTURES = ROOT / "docs" / "pictures"
"""Where the pictures of the docs are; only ``make pictures`` writes them."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


@dataclass(frozen=True)
class Look:
    """A way to look at a page: the size of the window, and whether the reader's machine is set to light or dark."""

    name: str
    width: int
    height: int
    scheme: str
    touch: bool = False


DESKTOP = Look("desktop-light", 1280, 900, "light")
DESKTOP_DARK = Look("desktop-dark", 1280, 900, "dark")
PHONE = Look("phone-light", 390, 844, "light", touch=True)
PHONE_DARK = Look("phone-dark", 390, 844, "dark", touch=True)
LOOKS = (DESKTOP, DESKTOP_DARK, PHONE, PHONE_DARK)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what stands here, so that other runs leave it out."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


def chromium() -> str:
    """The browser of this machine; empty if there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), "")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser without a window, for all tests."""
    driven = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    found = chromium()
    if not found:
        pytest.skip(f"no browser is found: none of {', '.join(NAMES)}")
    with driven.sync_playwright() as tool:
        opened = tool.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """``opened(look, **options)``: an empty page of its own; what went wrong on it fails the test in the end.

    ``options`` are those of a browser's context, such as ``java_script_enabled=False``.
    """
    contexts: list[Any] = []
    faults: list[str] = []

    def page(look: Look = DESKTOP, **options: Any) -> Any:
        context = browser.new_context(
            viewport={"width": look.width, "height": look.height},
            color_scheme=look.scheme,
            has_touch=look.touch,
            reduced_motion="reduce",
            **options,
        )
        contexts.append(context)
        made = context.new_page()
        made.on("pageerror", lambda error: faults.append(str(error)))

        def note(said: Any) -> None:
            """What goes wrong on a page; that the page itself says no is none of it."""
            if said.type == "error" and said.location["url"] != made.url:
                faults.append(said.text)

        made.on("console", note)
        return made

    yield page
    for context in contexts:
        context.close()
    assert faults == []


def violations(page: Any, *leaving: str) -> list[str]:
    """What axe finds wrong on a page, a line for each place; ``leaving``: rules that are not asked, by their ids."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    rules = {rule: {"enabled": False} for rule in leaving}
    found = axe.Axe().run(page, options={"resultTypes": ["violations"], "rules": rules, "preload": False})
    return [
        f"{one['id']}: {node['html'][:200]} ({' '.join(node.get('failureSummary', '').split())[:300]})"
        for one in found.response["violations"]
        for node in one["nodes"]
    ]


def wide(page: Any) -> int:
    """By how many pixels a page is wider than its window: a reader with a phone would have to scroll sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
