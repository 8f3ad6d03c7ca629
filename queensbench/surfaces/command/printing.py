"""Pages printed as PDF by the browser of this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from queensbench.engines.runtime.leash import leashed
from queensbench.errors import BadInput
from queensbench.readers import temporary

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
SECONDS = 120
"""The longest that a browser may take for a page."""


def browser() -> str:
    """The browser that prints.  Raises BadInput where there is none."""
    found = next((path for name in NAMES if (path := shutil.which(name))), "")
    if not found:
        raise BadInput("no browser is found that could print", remedy="install Chromium, or leave out --pdf")
    return found


def printed(program: str, folder: Path, fronts: Mapping[str, str]) -> list[str]:
    """Print the first page of each rulebook beside it; the names of the files.  Raises BadInput if that fails."""
    made = []
    for page in fronts.values():
        name = str(Path(page).with_suffix(".pdf"))
        target = (folder / name).resolve()
        target.unlink(missing_ok=True)
        with temporary.folder() as profile:
            command = [
                program,
                "--headless",
                "--disable-gpu",
                "--no-pdf-header-footer",
                f"--user-data-dir={profile}",
                f"--print-to-pdf={target}",
                (folder / page).resolve().as_uri(),
            ]
            _run(command if not _is_root() else [program, "--no-sandbox", *command[1:]], profile)
        if not target.is_file():
            raise BadInput(f"{program} has printed nothing", remedy="leave out --pdf, or mend the browser")
        made.append(name)
    return made


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
