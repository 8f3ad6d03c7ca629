"""Charts as SVG within a page: without script or style of their own, so that the page says how light and dark look.

Colour never says anything that a label does not; whoever cannot see a chart is told its numbers by its description.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

WIDTH = 380
"""The width of a chart in units of its own; a page draws it as wide as it has room."""
ROW, HEAD = 30, 56
"""The height of a bar with the gap below it, and of what stands around all bars."""
TALL = 240
LETTERS = 13
"""The size of letters, a little more than the page's own."""
LABEL = 24
"""The most characters of a label beside a bar."""
SVG = "http://www.w3.org/2000/svg"
LEFT_OUT = ("defs", "desc", "title")
"""Parts of a chart that are not taken over: script, style, and words that are said better here."""


def _library() -> Any:
    """The library of charts, without the hook for maps that it puts into every import of the process."""
    import pygal

    sys.meta_path[:] = [one for one in sys.meta_path if not type(one).__module__.startswith("pygal")]
    return pygal


@dataclass(frozen=True)
class Bar:
    """A bar: its label, its value, the interval in which the true value lies (None: it is exact), and its colour.

    ``tone``: a word that the style sheet has a colour for, such as ``proved`` (empty: the usual one).
    """

    label: str
    value: float
    interval: tuple[float, float] | None = None
    tone: str = ""

    def told(self, unit: str) -> str:
        """The bar in words: ``stop_when: 12.5 % (11.1 to 14.0)``."""
        number = _number(self.value)
        within = "" if self.interval is None else " ({} to {})".format(*map(_number, self.interval))
        return f"{self.label}: {number}{unit}{within}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}" if value < 1 else f"{value:,.1f}"


def bars(rows: Sequence[Bar], title: str, *, unit: str = "", most: float | None = None) -> Markup:
    """Bars that lie one below the other, the first one on top; empty without rows.

    ``most``: where the axis ends (None: with the longest bar).
    """
    if not rows:
        return Markup()
    pygal = _library()

    longest = most or max((max(row.value, row.interval[1] if row.interval else 0) for row in rows), default=0)
    chart = pygal.HorizontalBar(
        height=HEAD + ROW * len(rows), range=(0, longest or 1), truncate_label=LABEL, **_usual(pygal)
    )
    chart.x_labels = [row.label for row in reversed(rows)]
    chart.add("", [_value(row) for row in reversed(rows)])
    return _finished(chart, list(reversed(rows)), title, unit, tell=list(rows))


def columns(rows: Sequence[Bar], title: str, *, unit: str = "", every: int = 1) -> Markup:
    """Bars that stand side by side, such as the lengths of games; ``every``: so many of them share a label."""
    if not rows:
        return Markup()
    pygal = _library()

    highest = max(max(row.value, row.interval[1] if row.interval else 0) for row in rows)
    chart = pygal.Bar(height=TALL, range=(0, highest or 1), truncate_label=-1, **_usual(pygal))
    # the labels are those of the first number of each class; the description has them whole
    chart.x_labels = [row.label.split()[0] if number % every == 0 else "" for number, row in enumerate(rows)]
    chart.add("", [_value(row) for row in rows])
    return _finished(chart, list(rows), title, unit, tell=list(rows))


def _usual(library: Any) -> dict[str, object]:
    letters = library.style.Style(label_font_size=LETTERS, major_label_font_size=LETTERS)
    return {
        "style": letters,  # it says how much room labels need; the page's own style draws them
        "width": WIDTH,
        "js": [],
        "show_legend": False,
        "margin": 6,
        "max_scale": 6,
        "order_min": 0,
        "print_values": False,
        "no_prefix": True,
    }


def _value(row: Bar) -> object:
    if row.interval is None:
        return {"value": row.value}
    return {"value": row.value, "ci": {"low": row.interval[0], "high": row.interval[1]}}


def _numbers(root: ET.Element, rows: Sequence[Bar], unit: str) -> None:
    """Put the number of each bar behind its end, or into it where there is no room."""
    drawn = [one for one in root.iter() if one.get("class", "").startswith("bar")]
    found = [(one, rect) for one in drawn if (rect := one.find(f"{{{SVG}}}rect")) is not None]
    plot = root.find(f".//*[@class='plot']/{{{SVG}}}rect")
    room = float(plot.get("width", "0")) if plot is not None else 0.0
    pairs = [(float(rect.get("width", "0")), row.value) for (_, rect), row in zip(found, rows, strict=True)]
    scale = max((wide / value for wide, value in pairs if value), default=0.0)
    for (bar, rect), row in zip(found, rows, strict=True):
        end = float(rect.get("x", "0")) + scale * max(row.value, row.interval[1] if row.interval else 0)
        words = f"{_number(row.value)}{unit}"
        inside = end + 8 * len(words) > room
        begun = float(rect.get("x", "0")) + scale * (row.interval[0] if row.interval else row.value)
        place = {
            "x": f"{begun - 5 if inside else end + 5:.1f}",
            "y": f"{float(rect.get('y', '0')) + float(rect.get('height', '0')) / 2 + 4:.1f}",
            "class": "number inside" if inside else "number",
        }
        ET.SubElement(bar, f"{{{SVG}}}text", place).text = words


def _finished(chart: object, rows: Sequence[Bar], title: str, unit: str, *, tell: Sequence[Bar]) -> Markup:
    """The chart as a part of a page: what it brings along is taken out, what it shows is said."""
    root = ET.fromstring(chart.render(is_unicode=True, disable_xml_declaration=True))  # type: ignore[attr-defined]  # noqa: S314 - made right here
    for parent in list(root.iter()):
        for child in list(parent):
            tag = child.tag.rpartition("}")[2]
            hollow = "overlay" in child.get("class", "") and not child.findall(f".//{{{SVG}}}path")
            if tag in LEFT_OUT or hollow:
                parent.remove(child)
    for bar, row in zip((one for one in root.iter() if one.get("class") == "bar"), rows, strict=True):
        ET.SubElement(bar, f"{{{SVG}}}title").text = row.told(unit)
        if row.tone:
            bar.set("class", f"bar tone-{row.tone}")
    body = root.find(f"{{{SVG}}}g")
    if body is not None and "horizontal" in body.get("class", "").split():
        _numbers(root, rows, unit)
    for one in root.iter():
        one.tag = one.tag.rpartition("}")[2]
        one.attrib.pop("id", None)
    root.set("class", "chart")
    root.set("role", "img")
    said, named = ET.Element("desc"), ET.Element("title")
    said.text, named.text = "; ".join(row.told(unit) for row in tell), title
    root.insert(0, said)
    root.insert(0, named)
    return Markup(ET.tostring(root, encoding="unicode"))  # noqa: S704 - every text went through the tree
