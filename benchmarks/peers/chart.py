"""Lines over two logarithmic axes as SVG: self-contained, legible on light and dark pages, the same from run to run."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 84, 170, 44, 52
APART = 16
"""Labels at the ends of lines stand at least so far from each other."""

COLOURS = (
    ("#b3261e", "#ff8a80"),
    ("#0b57d0", "#8ab4f8"),
    ("#6f9bd8", "#4f74ad"),
    ("#1b7f3b", "#7ad196"),
    ("#8a5a00", "#e0b050"),
    ("#6b3fa0", "#c3a1f0"),
)
"""The colours of the lines in order, on light and on dark pages."""

Point = tuple[float, float]


def _style(number: int) -> str:
    light = "".join(
        f".s{i}{{stroke:{COLOURS[i % len(COLOURS)][0]}}}.f{i}{{fill:{COLOURS[i % len(COLOURS)][0]}}}"
        for i in range(number)
    )
    dark = "".join(
        f".s{i}{{stroke:{COLOURS[i % len(COLOURS)][1]}}}.f{i}{{fill:{COLOURS[i % len(COLOURS)][1]}}}"
        for i in range(number)
    )
    return (
        "<style>text{font:12px system-ui,sans-serif;fill:#1b1f24}.h{font-weight:600;font-size:14px}.a{fill:#57606a}"
        ".r{text-anchor:end}.m{text-anchor:middle}.bg{fill:#fff}.g{stroke:#e1e4e8;fill:none}"
        f".l{{fill:none;stroke-width:2}}{light}"
        "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.a{fill:#9da7b3}.bg{fill:#161b22}"
        f".g{{stroke:#30363d}}{dark}}}</style>"
    )


def _span(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten below and above all values, which must be positive."""
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))


def _spread(wanted: Sequence[float]) -> list[float]:
    """Heights near those wanted, :data:`APART` or more from each other, in the same order from top to bottom."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = [wanted[i] for i in order]
    for _ in range(200):
        for i in range(len(placed) - 1):
            lack = APART - (placed[i + 1] - placed[i])
            if lack > 1e-9:
                placed[i] -= lack / 2
                placed[i + 1] += lack / 2
    out = [0.0] * len(wanted)
    for i, y in zip(order, placed, strict=True):
        out[i] = y
    return out


def chart(
    title: str,
    axes: tuple[str, str],
    lines: Mapping[str, Sequence[Point]],
    tick: Callable[[int], str],
) -> str:
    """An SVG document with a line for each name through its points, by x.

    Args:
        title: stands above the chart.
        axes: what the two axes give.
        lines: points with positive coordinates; at least two different ones in all.
        tick: the label of a power of ten at the upright axis.
    """
    points = [point for line in lines.values() for point in line]
    (x0, x1), (y0, y1) = (_span([point[k] for point in points]) for k in (0, 1))
    x1, y1 = max(x1, x0 + 1), max(y1, y0 + 1)

    def at(point: Point) -> tuple[float, float]:
        x = LEFT + (math.log10(point[0]) - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)
        y = HEIGHT - BOTTOM - (math.log10(point[1]) - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)
        return x, y

    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    out = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        ),
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(_words(lines))}</desc>",
        _style(len(lines)),
        f'<path class="bg" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>',
        f'<text class="h" x="{LEFT}" y="22">{escape(title)}</text>',
    ]
    for power in range(x0, x1 + 1):
        x, _ = at((10.0**power, 10.0**y0))
        out.append(f'<path class="g" d="M{x:.1f} {TOP}V{bottom}"/>')
        out.append(f'<text class="a m" x="{x:.1f}" y="{bottom + 18}">{10**power:,}</text>')
    for power in range(y0, y1 + 1):
        _, y = at((10.0**x0, 10.0**power))
        out.append(f'<path class="g" d="M{LEFT} {y:.1f}H{right}"/>')
        out.append(f'<text class="a r" x="{LEFT - 8}" y="{y + 4:.1f}">{escape(tick(power))}</text>')
    out.append(f'<text class="a m" x="{(LEFT + right) // 2}" y="{HEIGHT - 10}">{escape(axes[0])}</text>')
    out.append(f'<text class="a r" x="{right}" y="{TOP - 8}">{escape(axes[1])}</text>')
    ends = _spread([at(line[-1])[1] for line in lines.values()])
    for i, ((name, line), end) in enumerate(zip(lines.items(), ends, strict=True)):
        places = [at(point) for point in line]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        out.append(f'<path class="l s{i}" d="M{path}"/>')
        out += [f'<circle class="f{i}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in places]
        last, height = places[-1]
        if last < right - 1:
            out.append(
                f'<path class="l s{i}" style="stroke-width:1;stroke-dasharray:2 4" '
                f'd="M{last:.1f} {height:.1f}L{right + 8:.1f} {end:.1f}"/>'
            )
        out.append(f'<text class="f{i}" x="{right + 12}" y="{end + 4:.1f}">{escape(name)}</text>')
    return "\n".join([*out, "</svg>\n"])


def _words(lines: Mapping[str, Sequence[Point]]) -> str:
    """The points as text, for readers who cannot see the chart."""
    return "\n".join(
        f"{name}: " + ", ".join(f"{x:,.0f}: {y:.3g}" for x, y in line) for name, line in lines.items()
    )
