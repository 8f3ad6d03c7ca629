"""What the guide says is what the tool does: its files are put together, its commands run, its refusals provoked.

A page is read from top to bottom.  A block of Python whose first line is `# folder/file.py` is added to that file; one
that begins with `# refused` is refused with the text below it; a block of console holds commands and what they print.
``QUEENSBENCH_RESET=1`` writes what is printed anew into the pages: read the difference before keeping it.
"""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, python
from tests.surfaces.projects import run_all

GUIDE = Path(__file__).resolve().parents[1] / "docs" / "guide"
BLOCK = re.compile(r"^```(python|console|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANEW = " (anew)"
"""Behind the name of a file: the piece stands in the place of what the file held."""
RESET = "QUEENSBENCH_RESET" in os.environ


class Page:
    """A page that is carried out in a folder of its own."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.code = 0
        self.started: set[Path] = set()
        self.refused: list[str] = []

    def run(self, words: list[str]) -> str:
        """What a command prints, in a window of 110 columns."""
        if words[0] == "cd":
            self.folder /= words[1]
            return ""
        if words == ["echo", "$?"]:
            return f"{self.code}\n"
        if words[:2] == ["head", "-n"]:
            text = (self.folder / words[3]).read_text(encoding="utf-8")
            return "".join(text.splitlines(keepends=True)[: int(words[2])])
        assert words[0] == "queensbench", f"{self.page.name} has a command that no test runs: {words}"
        env = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "PYTHONPATH")}
        done = python(
            self.folder,
            "-m",
            *words,
            env={
                **env,
                "COLUMNS": "110",
                "NO_COLOR": "1",
                "PYTHONPATH": str(ROOT),
                "PYTHONDONTWRITEBYTECODE": "1",
                "PATH": f"{Path(sys.executable).parent}{os.pathsep}{env.get('PATH', '')}",
            },
            timeout=300,
        )
        self.code = done.returncode
        assert "Traceback" not in done.stderr, done.stderr
        printed = (done.stderr + done.stdout).replace(f"{self.folder}{os.sep}", "")
        return "".join(f"{line.rstrip()}\n" for line in printed.strip("\n").splitlines())

    def console(self, block: str) -> str:
        """A block of commands, with what they print."""
        out = ""
        for line in block.splitlines():
            if line.startswith("$ "):
                out += f"{line}\n{self.run(shlex.split(line[2:]))}"
        return out

    def write(self, block: str) -> None:
        """A piece of a file."""
        name, _, text = block.partition("\n")
        path = self.folder / name.removeprefix("# ").removesuffix(ANEW)
        path.parent.mkdir(parents=True, exist_ok=True)
        more = path in self.started and not name.endswith(ANEW)
        with path.open("a" if more else "w", encoding="utf-8") as file:
            file.write(text)
        self.started.add(path)

    def refusals(self) -> list[str]:
        """For each rule that is to be refused, its message without the place; all of them in one pass."""
        model = self.folder / "model" / "tic_tac_toe.py"
        whole = text = model.read_text(encoding="utf-8")
        ends = []
        for block in self.refused:
            text += "\n\n" + block
            ends.append(text.count("\n"))
        model.write_text(text, encoding="utf-8")
        printed = self.run(["queensbench", "explore", "tic-tac-toe"])
        model.write_text(whole, encoding="utf-8")
        assert self.code == 2
        found = ["" for _ in self.refused]
        for line in printed.splitlines():
            place = re.fullmatch(r"queensbench: model/tic_tac_toe\.py:(\d+): (.*)", line)
            assert place is not None, line
            found[next(i for i, end in enumerate(ends) if int(place[1]) <= end)] += place[2] + "\n"
        return found

    def carried_out(self) -> str:
        """The page as it would be if it were written now."""
        text = self.page.read_text(encoding="utf-8")
        self.refused = [
            m[2] for m in BLOCK.finditer(text) if m[1] == "python" and m[2].startswith("# refused\n")
        ]
        messages: list[str] | None = None
        number = 0
        out, at = "", 0
        for found in BLOCK.finditer(text):
            language, block = found[1], found[2]
            if language == "console":
                block = self.console(block)
            elif language == "text":
                messages = self.refusals() if messages is None else messages
                block = messages[number]
                number += 1
            elif re.match(r"# \w+/\S+\.py( \(anew\))?\n", block):
                self.write(block)
            out += text[at : found.start()] + f"```{language}\n{block}```"
            at = found.end()
        return out + text[at:]


def steady(text: str) -> list[str]:
    """Lines without what differs from run to run: seconds, rates, and the widths of columns that hold them."""
    text = re.sub(r"\d+\.\d+(?!\d*%)", "0.0", text)
    text = re.sub(r"[\d,]+ a second", "0 a second", text)
    return [" ".join(line.split()) for line in text.splitlines()]


PAGES = [
    "authoring.md",
    "command.md",
    "compare.md",
    "engines.md",
    "errata.md",
    "quiet.md",
    "registers.md",
    "second-opinions.md",
    "solve.md",
    "strength.md",
    "trace.md",
    "versions.md",
    "which-readings-matter.md",
]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_what_the_tool_does(name: str, tmp_path: Path) -> None:
    page = GUIDE / name
    now = Page(page, tmp_path).carried_out()
    written = page.read_text(encoding="utf-8")
    if RESET and steady(now) != steady(written):
        page.write_text(now, encoding="utf-8")
        return
    assert steady(now) == steady(written)


def test_the_guides_own_tests_pass(tmp_path: Path) -> None:
    page = Page(GUIDE / "authoring.md", tmp_path)
    page.run(["queensbench", "new", "."])
    for found in BLOCK.finditer(page.page.read_text(encoding="utf-8")):
        if found[1] == "python" and re.match(r"# \w+/\S+\.py\n", found[2]):
            page.write(found[2])
    # our own settings ask for more than those of a new project, and have the cache that `make check` fills: without it
    # the toolkit is checked as well, which takes twenty seconds
    cache = os.environ.get("MYPY_CACHE_DIR", str(ROOT / ".mypy_cache"))
    for command in (
        ["pytest", "-q", "-p", "no:cacheprovider", "--assert=plain"],  # else the toolkit's are rewritten, too
        ["mypy", "--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", cache, "."],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_examples_from_python_say_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is one session at a prompt, from top to bottom."""
    monkeypatch.chdir(tmp_path)
    page = GUIDE / "from-python.md"
    text = "\n".join(m[2] for m in BLOCK.finditer(page.read_text(encoding="utf-8")) if m[1] == "python")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert "".join(said) == ""
    assert len(test.examples) > 30


def test_the_guide_counts_tic_tac_toe() -> None:
    text = (GUIDE / "authoring.md").read_text(encoding="utf-8")
    assert (
        "5,478 positions, of which 626 are won by the player who begins, 316 by the other, and 16 are drawn"
        in text
    )
    assert "tic-tac-toe/classic full: exhausted\n5,478 states, 16,167 transitions" in text
    for line in (r"won by CROSS +626 +5 +5 ", r"won by NOUGHT +316 +6 +6 ", r"won by nobody +16 +9 +9 "):
        assert re.search(line, text)


SHORTENED = re.compile(
    r"^```(?:text|console)\n\$ (?:\.venv/bin/)?(queensbench rulings .*?)\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def test_what_is_told_of_findings_is_what_is_printed_line_by_line() -> None:
    """The blocks are shortened: lines are left out, and none is added or changes its place."""
    root = GUIDE.parents[1]
    found = [
        (page, *block)
        for page in ("docs/guide/tour.md", "README.md")
        for block in SHORTENED.findall((root / page).read_text(encoding="utf-8"))
    ]
    assert [page for page, *_ in found] == ["docs/guide/tour.md"] * 4 + ["README.md"]
    commands = [shlex.split(command, comments=True)[1:] for _, command, _ in found]
    for (page, command, told), done in zip(found, run_all(root, commands), strict=True):
        printed = " ".join(done.out.split())
        at = 0
        for line in told.splitlines():
            words = " ".join(line.split())
            place = printed.find(words, at)
            assert place >= 0, f"{page}: `{command}` does not print, after what stands above it: {line}"
            at = place + len(words)


@pytest.mark.slow
def test_the_queen_is_dead_was_found_so(tmp_path: Path) -> None:
    text = (GUIDE / "the-queen-is-dead.md").read_text(encoding="utf-8")
    page = Page(GUIDE / "the-queen-is-dead.md", GUIDE)
    (found,) = json.loads(page.run(["queensbench", "audit", "queen-is-dead", "--json"]))["rulesets"]
    for box in found["instances"]:
        numbers = [box[key] for key in ("states", "transitions") if key in box] or [*box["ends"].values()]
        for number in numbers:
            assert f"{number:,}" in text
    for ruling in found["rulings"]:
        line = f"| {ruling['name']} | {ruling['question']} | {ruling['house']} | {ruling['against']} | {ruling['matters']} |"
        assert line in text
    for study in found["studies"]:
        for finding in study["findings"]:
            assert f"- {finding}\n" in text
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    parts = {ruling["name"]: ruling["detail"].rpartition(" in a play of ")[2] for ruling in found["rulings"]}
    told = [line for line in readme.splitlines() if re.fullmatch(r"(\w+) .* \d+ choices, \d+ steps", line)]
    assert [line.split()[0] for line in told] == ["master_shown", "guard_reach"]
    for line in told:
        assert line.endswith(f"  {parts[line.split()[0]]}")
    for box in found["instances"]:
        if any(line.startswith(f"{box['instance']} ") for line in readme.splitlines()) and "states" in box:
            assert f"{box['states']:,} states, {box['transitions']:,} transitions" in readme


MADE = {"queensbench/_bundled/", "docs/_build/html"}
"""What is there only once it was built."""

TOLD = [ROOT / "README.md", ROOT / "tests" / "README.md", *sorted(GUIDE.glob("*.md"))]


@pytest.mark.parametrize("page", TOLD, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_names_no_module_and_no_file_that_is_not_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    paths = set(re.findall(r"`((?:queensbench|tests|docs|benchmarks|changelog\.d)/[\w./-]*)`", text))
    assert [path for path in sorted(paths - MADE) if not (ROOT / path).exists()] == []
    modules = set(re.findall(r"(?<!tool\.)\bqueensbench(?:\.[a-z_]+)+", text))
    assert [name for name in sorted(modules) if not named(name.split("."))] == []


def named(parts: list[str]) -> bool:
    """Whether these words name a module of the toolkit, or something that stands in one."""
    for length in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:length])
        module = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if module.exists():
            return length == len(parts) or bool(
                re.search(rf"\b{parts[length]}\b", module.read_text(encoding="utf-8"))
            )
    return False
