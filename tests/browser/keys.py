"""Somebody who reads a page by keyboard alone: Tab, Enter, Space, arrows and letters."""

from __future__ import annotations

from typing import Any

MOST_TABS = 250
BACK = "e => !!(document.activeElement.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING)"
HERE = """e => {
  if (e !== document.activeElement) return "elsewhere";
  const style = getComputedStyle(e);
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  return outlined || e.closest("svg") !== null ? "marked" : "unmarked";
}"""
"""Whether the keyboard is at an element, and one can see it; a picture marks it within.

Both are asked at once: between two questions the page may be exchanged, and the element with it.
"""


class Keys:
    """The keyboard at a page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.choosers: list[Any] = []
        page.on("filechooser", self._asked)

    def _asked(self, chooser: Any) -> None:
        self.choosers.append(chooser)

    def to(self, what: str) -> Any:
        """Go to an element by Tab, or by Shift+Tab where it lies behind; its locator."""
        found = self.page.locator(what).locator("visible=true").first
        found.wait_for()
        key = "Shift+Tab" if found.evaluate(BACK) else "Tab"
        for _ in range(MOST_TABS):
            here = found.evaluate(HERE)  # found anew each time: the page may have been exchanged
            assert here != "unmarked", f"one cannot see that the keyboard is at {what}"
            if here == "marked":
                return found
            self.page.keyboard.press(key)
        raise AssertionError(f"{what} is not reached by {key}")

    def press(self, what: str, key: str = "Enter") -> None:
        """Go to an element and press a key there."""
        self.to(what)
        self.page.keyboard.press(key)

    def open(self, what: str) -> None:
        """Unfold what is folded."""
        if not self.page.locator(what).first.evaluate("e => e.open"):
            self.press(f"{what} >> :scope > summary")
        assert self.page.locator(what).first.evaluate("e => e.open"), f"{what} stays folded"

    def write(self, what: str, text: str) -> None:
        """Write into a field in place of what it holds."""
        self.press(what, "ControlOrMeta+a")
        self.page.keyboard.type(text)

    def choose(self, what: str, option: str) -> None:
        """Choose of a list, or of radio buttons, by arrows."""
        at = self.to(what)
        for _ in range(MOST_TABS):
            now = at.evaluate("() => document.activeElement.value")
            if now == option:
                return
            self.page.keyboard.press("ArrowDown")
            assert at.evaluate("() => document.activeElement.value") != now, f"{what} has no {option}"
        raise AssertionError(f"{what} has no {option}")

    def give(self, what: str, file: Any) -> None:
        """Choose a file."""
        self.press(what)
        while not self.choosers:
            self.page.wait_for_timeout(20)
        self.choosers.pop().set_files(file)
