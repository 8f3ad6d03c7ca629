"""A report printed as one PDF by the browser of this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from queensbench.engines.runtime.leash import leashed
from queensbench.errors import BadInput
from queensbench.files import writing
from queensbench.files.reading import read_text
from queensbench.readers import temporary
from queensbench.rendering.site.whole import whole

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
SECONDS = 900
"""The most seconds that a browser may take for a report."""
PRINTED, SOURCE = "report.pdf", "report-as-one-page.html"
"""The printed document, and the page that is printed, which is removed afterwards."""


def browser() -> str:
    """The browser that prints.  Raises BadInput where there is none."""
    found = next((path for name in NAMES if (path := shutil.which(name))), "")
    if not found:
        raise BadInput("no browser is found that could print", remedy="install Chromium, or leave out --pdf")
    return found


def printed(program: str, folder: Path, pages: Sequence[str]) -> str:
    """Print all pages of a report as one document beside them; the name of its file.  Raises BadInput if that fails.

    ``pages``: their names below the folder, in the order of the document.
    """
    target = (folder / PRINTED).resolve()
    target.unlink(missing_ok=True)
    source = folder / SOURCE
    texts = {name: read_text(folder / name) for name in pages}
    try:
        writing.replace(source, whole(texts).encode(), lasting=False)
        with temporary.folder() as profile:
            command = [
                program,
                "--headless",
                "--disable-gpu",
                "--no-pdf-header-footer",
                "--generate-pdf-document-outline",
                f"--user-data-dir={profile}",
                f"--print-to-pdf={target}",
                source.resolve().as_uri(),
            ]
            _run(command if not _is_root() else [program, "--no-sandbox", *command[1:]], profile)
    finally:
        source.unlink(missing_ok=True)
    if not target.is_file():
        raise BadInput(f"{program} has printed nothing", remedy="leave out --pdf, or mend the browser")
    return PRINTED


def in_order(pages: Sequence[str]) -> list[str]:
    """The pages of a report in reading order: the list of rulebooks, then the pages of each, the first page on top."""
    folders = list(dict.fromkeys(name.partition("/")[0] for name in pages if "/" in name))
    order = ("index.html", "rulings.html", "rulings/", "rulebook.html", "properties.html", "properties/")

    def place(name: str) -> tuple[int, int]:
        book, slash, rest = name.partition("/")
        if not slash:
            return -1, 0
        found = next(
            (at for at, one in enumerate(order) if rest == one or one == rest.partition("/")[0] + "/"),
            len(order),
        )
        return folders.index(book), found

    return sorted(pages, key=place)


def _is_root() -> bool:
    """Whether we are the superuser, for whom browsers of this kind need to be told to do without a sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _run(command: list[str], folder: Path) -> None:
    """Run a browser that ends with this process, and has its own temporary files in a folder."""
    try:
        subprocess.run(
            leashed(command),
            check=False,
            capture_output=True,
            timeout=SECONDS,
            env={**os.environ, "TMPDIR": str(folder)},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadInput(
            f"{command[0]} cannot print: {error}", remedy="leave out --pdf, or mend the browser"
        ) from None
