"""The pages of docs/decisions/ have the format that their index describes, and the index lists them all."""

import re
from pathlib import Path

import pytest

DECISIONS = Path(__file__).parents[1] / "docs" / "decisions"
PAGES = sorted(DECISIONS.glob("[0-9]*.md"))
SECTIONS = [
    "Question",
    "Found",
    "Decided",
    "Why",
    "Checked",
    "Measured",
    "Also found",
    "Tried",
    "Not chosen",
    "Left open",
    "Cost",
    "Later",
]
LINK = r"\[(\d+)\]\((\d{4}-[a-z0-9-]+\.md)\)"
HEAD = re.compile(
    rf"# (?P<number>\d+)\. (?P<title>.+)\n\nStatus: (?P<status>accepted|superseded (?:in part )?by {LINK}(?: and {LINK})*)\n\n"
    rf"(?:Supersedes: (?P<older>{LINK}(?: in part)?)\n\n)?## "
)


def head(page: Path) -> re.Match[str]:
    found = HEAD.match(page.read_text())
    assert found, f"{page.name} does not begin as docs/decisions/index.md says"
    return found


def superseded(page: Path) -> list[tuple[str, str, bool]]:
    """Of one page: (the older page, the newer page, whether in part), as its status says."""
    status = head(page)["status"]
    return [(page.name, newer, "in part" in status) for _, newer in re.findall(LINK, status)]


def supersedes(page: Path) -> list[tuple[str, str, bool]]:
    """Of one page: the same, as its line `Supersedes:` says."""
    older = head(page)["older"] or ""
    return [(name, page.name, "in part" in older) for _, name in re.findall(LINK, older)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_decision_has_a_number_a_status_and_sections_in_order(page: Path) -> None:
    assert int(head(page)["number"]) == int(page.name[:4])
    found = re.findall(r"^## (.+)$", page.read_text(), re.MULTILINE)
    assert found == [section for section in SECTIONS if section in found]
    assert "Decided" in found
    assert all(int(name[:4]) == int(number) for number, name in re.findall(LINK, page.read_text()))


def test_no_number_is_taken_twice() -> None:
    numbers = [page.name[:4] for page in PAGES]
    assert len(numbers) == len(set(numbers))


def test_a_page_and_the_page_that_supersedes_it_name_each_other() -> None:
    told = sorted(pair for page in PAGES for pair in superseded(page))
    assert told == sorted(pair for page in PAGES for pair in supersedes(page))
    assert all(older < newer for older, newer, _ in told)


def test_the_index_lists_every_decision_with_its_title_and_status() -> None:
    rows = [
        f"| [{int(page.name[:4])}]({page.name}) | {head(page)['title']} | {head(page)['status']} |"
        for page in PAGES
    ]
    index = (DECISIONS / "index.md").read_text()
    assert [row for row in index.splitlines() if row.startswith("| [")] == rows


def test_the_index_names_the_sections_in_their_order() -> None:
    index = (DECISIONS / "index.md").read_text()
    assert re.findall(r"^`## (.+)`$", index, re.MULTILINE) == SECTIONS
