"""A browser for the tests of pages: the Chromium of this machine, driven by Playwright.

Without either the tests skip, and say what is missing.  They run under ``make test-browser``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.rendering.test_site import ENGINE
from tests.sites import Site, project
from tests.surfaces.projects import run

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
        context.set_default_timeout(120_000)  # a machine may have other things to do
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


@pytest.fixture
def aloud(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """``aloud(text)``: a line that is seen although the test passes."""

    def say(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}", end="")

    return say


COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe whose answers hang on colours, which are all that is otherwise in the dark."""


def violations(page: Any, *only: str) -> list[str]:
    """What axe finds wrong on a page, a line for each place; ``only``: rules that alone are asked, by their ids."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.Axe().axe_script)
    options = {"resultTypes": ["violations"], "preload": False, **({"runOnly": list(only)} if only else {})}
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{one['id']}: {node['html'][:200]} ({' '.join(node.get('failureSummary', '').split())[:300]})"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def wide(page: Any) -> int:
    """By how many pixels a page is wider than its window: a reader with a phone would have to scroll sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def looked_at(page: Any) -> list[str]:
    """What is wrong on a page in any of the looks: what axe finds, and what is too wide; then it is as it was."""
    found = []
    for look in LOOKS:
        page.set_viewport_size({"width": look.width, "height": look.height})
        page.emulate_media(color_scheme=look.scheme)
        dark = look.scheme == "dark"
        found += [f"{look.name}: {fault}" for fault in violations(page, *(COLOURS if dark else ()))]
        found += [f"{look.name}: {wide(page)} pixels too wide"] if wide(page) > 0 else []
    page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    page.emulate_media(color_scheme=DESKTOP.scheme)
    return found


# ---------------------------------------------------------------------------------------- what is looked at


@contextmanager
def served(said: Path, folder: Path, **more: str) -> Iterator[str]:
    """The address of the page of a project, served until the end."""
    command = [sys.executable, "-m", "queensbench", "serve", "--port", "0"]
    with said.open("w") as out:
        process = subprocess.Popen(command, cwd=folder, stdout=out, env={**os.environ, **more})
    for _ in range(600):
        if "http" in said.read_text():
            break
        time.sleep(0.1)
    yield said.read_text().split()[0]
    process.terminate()
    process.wait(20)


@pytest.fixture(scope="session")
def address(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page of the four rulebooks is served."""
    with served(tmp_path_factory.mktemp("serve") / "said", ROOT) as found:
        yield found


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Path:
    """A small project with a report in ``site``, one that quotes in ``quoted``, and a store."""
    made = tmp_path_factory.mktemp("snails") / "race"
    assert [one.code for one in project(made)] == [0, 0, 0, 0]
    return made


@pytest.fixture(scope="session")
def site(folder: Path) -> Site:
    """The report of the small project."""
    return Site(folder / "site")


@pytest.fixture(scope="session")
def told(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report that tells of an engine, of changes, and quotes."""
    place = tmp_path_factory.mktemp("told")
    (place / "engine.json").write_text(json.dumps(ENGINE))
    shutil.copytree(folder / "site", place / "old")
    summary = json.loads((place / "old" / "summary.json").read_text())
    summary["rulebooks"]["snail-race"]["rulings"]["past_the_end"] = "never"
    (place / "old" / "summary.json").write_text(json.dumps(summary))
    options = (
        "--documents",
        "documents",
        "--conformance",
        str(place / "engine.json"),
        "--since",
        str(place / "old"),
    )
    done = run(
        folder, "report", "-o", str(place / "new"), "-q", *options, QUEENSBENCH_STORE=str(folder / "store")
    )
    assert (done.code, done.err) == (0, "")
    return place / "new" / "snail_race"


@pytest.fixture(scope="session")
def queens(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Path:
    """The pages of The Queen Is Dead, as this project has them without a store."""
    place = tmp_path_factory.mktemp("queens")
    done = run(ROOT, "report", "queen-is-dead", "-o", str(place), "-q", "--store", "off")
    assert (done.code, done.err) == (0, "")
    return place / "queen_is_dead"


def go(page: Any, address: str) -> Any:
    """Open a page, and wait for it while it is being made ready."""
    page.goto(address)
    page.wait_for_selector("h1:not(:has-text('One moment'))", timeout=60_000)
    return page


def step(page: Any, number: int) -> None:
    """Wait for a step of the play."""
    page.wait_for_selector(f"h1:text-is('Step {number}')")
