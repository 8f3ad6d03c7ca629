"""What was measured as Markdown tables and two charts, and its place in `docs/performance.md`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.peers.chart import chart
from benchmarks.peers.contestants import OURS
from benchmarks.peers.results import Explored, Results, Used, read

DOCS = Path(__file__).resolve().parents[2] / "docs"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
MIB = 1 << 20


def seconds(value: float) -> str:
    """Seconds to three digits, and in milliseconds where they are few."""
    return f"{value * 1000:.3g} ms" if value < 0.9995 else f"{value:.3g} s"


def _times(value: float) -> str:
    return f"{value:.2g}" if value < 9.95 else f"{value:,.0f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    rule = ["---", *["---:"] * (len(head) - 1)]
    return [f"| {' | '.join(row)} |" for row in (head, rule, *rows)]


def _cells(results: Results, rows: Iterable[Explored], cell: Callable[[Used], str]) -> list[list[str]]:
    return [
        [row.name, *(cell(row.used[who]) if who in row.used else "–" for who in results.explorers)]
        for row in rows
    ]


def _searched(used: Used, who: str) -> str:
    return seconds(used.seconds) if who == OURS else f"{seconds(used.seconds)} ({_times(used.ratio)})"


def _counts(results: Results) -> list[str]:
    rows = [
        [row.name, f"{row.states:,}", f"{row.transitions:,}", f"{row.depth:,}"] for row in results.explored
    ]
    return _table(["game", "states", "moves", "depth"], rows)


def _search(results: Results) -> list[str]:
    rows = [
        [
            row.name,
            *(_searched(row.used[who], who) if who in row.used else "–" for who in results.explorers),
        ]
        for row in results.explored
    ]
    return _table(["game", *results.explorers], rows)


def slope(rows: Sequence[Explored], who: str) -> float | None:
    """Bytes that a state costs: the growth of the peak from the smallest to the largest box, by states."""
    taken = [row for row in rows if row.growing and who in row.used]
    if len(taken) < 2:
        return None
    first, last = taken[0], taken[-1]
    return (last.used[who].peak - first.used[who].peak) / (last.states - first.states)


def _memory(results: Results) -> list[str]:
    growing = [row for row in results.explored if row.growing]
    rows = _cells(results, growing, lambda used: f"{used.peak / MIB:,.1f}")
    found = [slope(results.explored, who) for who in results.explorers]
    rows.append(["bytes a state", *("–" if one is None else f"{one:,.0f}" for one in found)])
    return _table(["MiB", *results.explorers], rows)


def _played(results: Results) -> list[str]:
    rows = []
    for game in results.played:
        cells = []
        for who in results.players:
            speed = game.speeds.get(who)
            told = "–" if speed is None else f"{speed.rate / 1e6:.2g} M"
            cells.append(told if speed is None or who == OURS else f"{told} ({_times(speed.ratio)})")
        rows.append([game.name, *cells])
    return _table(["moves a second", *results.players], rows)


def _head(results: Results) -> list[str]:
    machine = results.machine
    programs = ", ".join(f"{name} {version}" for name, version in results.programs.items())
    lines = [
        (
            f"{machine['cores']} cores ({machine['processor']}), load {machine['load']} at the beginning; "
            f"medians of {results.rounds} rounds in one run."
        ),
        f"{programs}.",
    ]
    if results.quick:
        lines.insert(0, "Quick: shows that everything runs, the figures mean nothing.")
    lines += [f"Not measured: {who}: {why}." for who, why in results.missing.items()]
    return lines


def text(results: Results, *, charts: bool = False) -> str:
    """The tables of a part, as Markdown; of what was explored with the charts, if wanted."""
    parts = [_head(results)]
    if results.explored:
        parts += _explored(results)
        if charts:
            parts += [[f"![{title}](performance/{name}.svg)"] for name, title in TITLES.items()]
    if results.played:
        parts += [[PLAYED], _played(results)]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _explored(results: Results) -> list[list[str]]:
    rows = results.explored
    return [
        ["What all programs have found:"],
        _counts(results),
        [SEARCHED],
        _search(results),
        ["Processor seconds before the search can begin: to start, generate and compile."],
        _table(["game", *results.explorers], _cells(results, rows, lambda used: seconds(used.ready))),
        ["Greatest memory of the process:"],
        _memory(results),
    ]


SEARCHED = (
    "Processor seconds of the search, and in brackets how many times those of Queensbench "
    "(below 1: faster than Queensbench):"
)
PLAYED = (
    "Random games: moves a processor second, and in brackets how many times those of Queensbench "
    "(above 1: faster than Queensbench):"
)
TITLES = {
    "time": "Connect-4: processor seconds of the search, by states",
    "memory": "Connect-4: greatest memory of the process, by states",
}


def charts(results: Results) -> dict[str, str]:
    """The two charts, by the names of :data:`TITLES`: how time and memory grow."""
    rows = [row for row in results.explored if row.growing]
    takers = [who for who in results.explorers if any(who in row.used for row in rows)]
    times = {who: [(row.states, row.used[who].seconds) for row in rows if who in row.used] for who in takers}
    memory = {
        who: [(row.states, row.used[who].peak / MIB) for row in rows if who in row.used] for who in takers
    }
    return {
        "time": chart(
            TITLES["time"], ("states", "processor seconds"), times, lambda power: f"{10.0**power:g}"
        ),
        "memory": chart(TITLES["memory"], ("states", "MiB"), memory, lambda power: f"{10.0**power:,g}"),
    }


def put(page: str, parts: Sequence[Results]) -> str:
    """A page with what stands between its marks made anew."""
    before, _, rest = page.partition(BEGIN)
    _, found, after = rest.partition(END)
    assert found, f"the page has no marks {BEGIN} and {END}"
    measured = "\n".join(f"## {HEADS[one.part]}\n\n{text(one, charts=True)}" for one in parts)
    return f"{before}{BEGIN}\n\n{measured}\n{END}{after}"


HEADS = {"explore": "Exploring", "play": "Random games"}


def kept(docs: Path = DOCS) -> list[Results]:
    """The parts whose figures are kept."""
    path = docs / "performance" / "peers.json"
    return [read(one) for one in json.loads(path.read_text(encoding="utf-8"))] if path.is_file() else []


def keep(results: Sequence[Results], docs: Path = DOCS) -> None:
    """Write the figures of the parts that were measured, beside those kept of others; the charts; the page."""
    folder = docs / "performance"
    folder.mkdir(exist_ok=True)
    found = {one.part: one for one in (*kept(docs), *results)}
    parts = [found[part] for part in HEADS if part in found]
    data = json.dumps([one.as_json() for one in parts], indent=1, ensure_ascii=False)
    (folder / "peers.json").write_text(data + "\n", encoding="utf-8")
    if "explore" in found:
        for name, drawn in charts(found["explore"]).items():
            (folder / f"{name}.svg").write_text(drawn, encoding="utf-8")
    page = docs / "performance.md"
    page.write_text(put(page.read_text(encoding="utf-8"), parts), encoding="utf-8")
