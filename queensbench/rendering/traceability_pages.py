"""Pages of the clauses, one for each ruleset: in the order of its booklet, each clause with what rests on it.

A row says where the clause stands in every document that states it, which lines of the model carry it out, what the
lock of verdicts says of its properties, and what is open in it.  Columns can be sorted, as by the order of another
edition, and rows filtered without a server.

The pages are Markdown with one HTML table each; ``queensbench trace pages`` writes them, and ``docs/conf.py`` before
Sphinx reads.  What ran and passed is what the store of evidence and the traced tests of this machine know; no engine
runs.  Every clause is an anchor that stays, because its name does: ``trace/snail-race.html#turn.roll``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from queensbench.analyses.traceability.booklets import (
    Locked,
    Standing,
    documents,
    excerpt,
    locked,
    standings,
    uncited,
)
from queensbench.analyses.traceability.code_blocks import Block
from queensbench.analyses.traceability.links import Traced
from queensbench.analyses.traceability.matrix import ORDER, ClauseRow, State, counts
from queensbench.analyses.traceability.report import TraceReport
from queensbench.analyses.verdicts.words import count
from queensbench.evidence.plays import write_atomic
from queensbench.evidence.verdicts_lock import NAME as VERDICTS
from queensbench.evidence.verdicts_lock import VerdictsLock, read
from queensbench.files.reading import read_text
from queensbench.files.writing import make_folder
from queensbench.project.register.seeds import Manifest
from queensbench.rendering.traceability_tables import ran_words, verdict_words

HEAD = "<!-- Made by `queensbench trace pages`; what is edited here is lost. -->\n\n"
COLUMNS = (
    "clause, in our words",
    "carried out by",
    "properties",
    "rulings and gaps",
    "state",
    "ran and passed",
)
ABOUT = (
    "Clause by clause, in the order of the booklet: what carries it out in the model, which properties constrain it, "
    "which rulings and gaps are about it, and what of that ran and passed when these pages were made."
)
GUIDE = " [](../guide/trace.md) says how it is found, and what a state means."
MOST = 12
"""The most tests of a clause that are named."""
STYLE = """
.trace-box { overflow-x: auto }
.trace-box table { border-collapse: collapse; font-size: 0.85em; width: 100% }
.trace-box td, .trace-box th { border-bottom: 1px solid var(--color-background-border, #ccc); padding: 0.3em 0.5em;
  text-align: left; vertical-align: top }
.trace-box th button { all: unset; cursor: pointer; font-weight: bold }
.trace-box th button:focus-visible { outline: 2px solid currentColor }
.trace-box th[aria-sort=ascending] button::after { content: " \\25B2" }
.trace-box th[aria-sort=descending] button::after { content: " \\25BC" }
.trace-box tr:target { background: var(--color-highlight-on-target, #ffc) }
.trace-box .note { opacity: 0.75 }
.trace-box td { min-width: 9em }
.trace-box summary { cursor: pointer }
.trace-box summary .note { margin-left: 1em }
.trace-box pre { font-size: 0.9em; overflow-x: auto; max-width: 50em }
.trace-find { display: flex; flex-wrap: wrap; gap: 0.5em 1em; margin: 1em 0 }
"""
SCRIPT = """
(() => {
  const table = document.getElementById("trace"), body = table.tBodies[0], rows = [...body.rows];
  const find = document.getElementById("trace-find"), state = document.getElementById("trace-state");
  const told = document.getElementById("trace-count");
  const show = () => {
    const words = find.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let seen = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = (state.value && row.dataset.state !== state.value) || !words.every(word => text.includes(word));
      seen += row.hidden ? 0 : 1;
    }
    told.textContent = seen + " of " + rows.length + " clauses";
  };
  find.addEventListener("input", show);
  state.addEventListener("change", show);
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.firstElementChild.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = row => row.cells[column].dataset.key || row.cells[column].textContent;
    rows.sort((a, b) => key(a).localeCompare(key(b), undefined, { numeric: true }) * (down ? -1 : 1));
    body.append(...rows);
  }));
  show();
})();
"""


def write(report: TraceReport, folder: Path) -> list[Path]:
    """Write the pages into a folder, without touching pages that stay the same; pages of other rulesets are removed.

    Names of rulings become links if the folder ``rulings`` beside it has pages of them, and the guide to the matrix is
    named if it stands beside it as in this project.
    """
    lock = read(report.root / VERDICTS)
    pages = {
        "index.md": index(report, guide=GUIDE if (folder.parent / "guide" / "trace.md").exists() else "")
    }
    for name, rows in report.rows.items():
        pages[f"{name}.md"] = _Page(report, report.traced[name], lock, folder).text(rows)
    make_folder(folder)
    for path in folder.glob("*.md"):
        if path.name not in pages and read_text(path).startswith(HEAD):
            path.unlink()
    for file, text in pages.items():
        path = folder / file
        if not path.exists() or read_text(path) != text:
            write_atomic(path, text)
    return [folder / file for file in pages]


def index(report: TraceReport, *, guide: str = "") -> str:
    """The page that leads to the others."""
    lines = [
        "# What rests on which sentence\n",
        f"{ABOUT}{guide}\n",
        f"| ruleset | clauses | {' | '.join(State)} |",
        f"| --- | ---: | {' | '.join('---:' for _ in State)} |",
    ]
    for name, rows in report.rows.items():
        title = report.traced[name].ruleset.title
        cells = " | ".join(str(number or "") for number in counts(rows).values())
        lines.append(f"| [{title}]({name}.md) | {len(rows)} | {cells} |")
    lines += ["\n```{toctree}\n:hidden:", *report.rows, "```\n"]
    return HEAD + "\n".join(lines)


@dataclass(frozen=True)
class _Page:
    """The page of one ruleset."""

    report: TraceReport
    here: Traced
    lock: VerdictsLock | None
    folder: Path

    def text(self, rows: Sequence[ClauseRow]) -> str:
        """The page, with its clauses in the order of the first document."""
        ruleset = self.here.ruleset
        found = {state: number for state, number in counts(list(rows)).items() if number}
        options = "".join(
            f'<option value="{state}">{state} ({number})</option>' for state, number in found.items()
        )
        columns = [*(f"place in {manifest.key}" for manifest in documents(ruleset)), *COLUMNS]
        head = "".join(
            f'<th scope="col"><button type="button">{escape(column)}</button></th>' for column in columns
        )
        by_name = {row.clause.name: row for row in rows}
        body = "\n".join(self._row(by_name[name], places) for name, places in standings(ruleset).items())
        table = (
            f"<style>{STYLE}</style>\n"
            '<div class="trace-find"><label>Find <input id="trace-find" type="search"></label>'
            f'<label>State <select id="trace-state"><option value="">all</option>{options}</select></label>'
            f'<span id="trace-count" role="status">{count(len(rows), "clause")}</span></div>\n'
            f'<div class="trace-box"><table id="trace">\n<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{body}\n</tbody></table></div>\n"
            f"<script>{SCRIPT}</script>"
        )
        fence = "`" * (max(map(len, re.findall("`{3,}", table)), default=2) + 1)
        told = "\n\n".join([self._states(found), *map(self._document, documents(ruleset))])
        return (
            f"{HEAD}# {ruleset.title}: clause by clause\n\n{told}\n\n{fence}{{raw}} html\n{table}\n{fence}\n"
        )

    def _states(self, found: Mapping[str, int]) -> str:
        told = ", ".join(f"{number} {state}" for state, number in found.items())
        older = self.report.evidence[self.here.ruleset.name].older
        note = f" {older:,} verdicts and tests of earlier rules are not counted." if older else ""
        return f"{told[:1].upper()}{told[1:]}.{note}"

    def _document(self, manifest: Manifest) -> str:
        """How much of a document the clauses state."""
        left = uncited(self.here.ruleset, manifest)
        kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(left.items()))
        rest = f"; no clause cites {kinds}" if kinds else ""
        return (
            f"`{manifest.key}`: {manifest.title}, {manifest.edition}. "
            f"Clauses cite {len(manifest.units) - left.total()} of {count(len(manifest.units), 'unit')}{rest}."
        )

    # ------------------------------------------------------------------------------------------- a row

    def _row(self, row: ClauseRow, places: Mapping[str, Standing]) -> str:
        clause = row.clause
        name = escape(clause.name, quote=True)
        about = f"{clause.kind.value}, needs {', '.join(clause.needs)}" if clause.needs else clause.kind.value
        lacking = row.reason if row.state is State.WAIVED else "; ".join(row.lacking)
        suspect = f"suspect through {', '.join(row.suspect)}" if row.suspect else ""
        tests = [*row.passed(), *(f"{test}: failed" for test in row.failed())]
        cells = [
            *(_place(places[manifest.key]) for manifest in documents(self.here.ruleset)),
            ("", f'<a href="#{name}"><code>{name}</code></a><div>{escape(clause.text)}</div>{_note(about)}'),
            (f"{0 if row.blocks else 1 if row.stated else 2}", self._carried(row)),
            ("", self._properties(row)),
            ("", "".join(map(self._open, row.open))),
            (f"{ORDER[row.state]}", f"{escape(row.state)}{_note(lacking)}{_note(suspect)}"),
            (f"{len(row.ran) + len(tests):05d}", escape(ran_words(row)) + _details(tests)),
        ]
        told = "".join(f"<td{_key(key)}>{text}</td>" for key, text in cells)
        return f'<tr id="{name}" data-state="{escape(row.state)}">{told}</tr>'

    def _carried(self, row: ClauseRow) -> str:
        """The rules that carry a clause out or do what it merely states, with their lines; where one falls silent."""
        found = [self._rule("", rule, block) for rule, block in row.blocks]
        found += [self._rule("stated in ", rule, block) for rule, block in row.stated]
        return "".join(found or ["not modelled"]) + "".join(
            _note(f"silent at {place}") for place in row.silent
        )

    def _rule(self, told: str, rule: str, block: Block) -> str:
        code = escape(excerpt(self.report.root, block))
        return (
            f"<details><summary>{told}<code>{escape(rule)}</code>{_note(f'{block.file}:{block.line}')}</summary>"
            f"<pre>{code}</pre></details>"
        )

    def _properties(self, row: ClauseRow) -> str:
        found = []
        for name, verdicts in row.properties.items():
            decl = self.here.declared[name]
            told = f"{decl.kind}: {decl.expect.why}"
            shown = lock_words(locked(self.here, self.lock, name))
            now = verdict_words(verdicts)
            found.append(
                f"<details><summary><code>{escape(name)}</code>{_note(shown)}</summary>"
                f"{_note(told)}{_note(f'in the store: {now}')}</details>"
            )
        proofs = "" if row.rests is None else f"proofs that rest on it: {', '.join(row.rests) or 'none'}"
        return "".join(found) + _note(proofs)

    def _open(self, name: str) -> str:
        """A ruling with its house reading, or a gap with what is assumed; linked to its page if there is one."""
        ruleset = self.here.ruleset
        place = Path("rulings", ruleset.package, name)
        label = f"<code>{escape(name)}</code>"
        if (self.folder.parent / place.with_suffix(".md")).exists():
            label = f'<a href="../{place.with_suffix(".html").as_posix()}">{label}</a>'
        decl = self.here.rulings.get(name)
        if decl is not None:
            return f"<div>{label}{_note(f'{decl.question} House reading: {decl.house.name.lower()}.')}</div>"
        gap = ruleset.gaps.by_name[name]
        return f"<div>{label} (gap){_note(f'{gap.question} Assumed: {gap.assumed}')}</div>"


def lock_words(found: Locked) -> str:
    """The verdicts of a property in the lock, the instances of one verdict together."""
    modes = {mode for mode, _ in found}
    groups: dict[str, list[str]] = {}
    for (mode, instance), shown in sorted(
        found.items(), key=lambda item: (item[1].rank, item[1].text, item[0])
    ):
        groups.setdefault(shown.text, []).append(instance if len(modes) == 1 else f"{mode}/{instance}")
    return "; ".join(f"{text} ({', '.join(places)})" for text, places in groups.items()) or "not in the lock"


def _place(standing: Standing) -> tuple[str, str]:
    """The cell of a clause's place in one document, with the key that it is sorted by."""
    told = "".join(
        f"<div>{escape(place)}{_note(', '.join(ids))}</div>" for place, ids in standing.places.items()
    )
    return f"{standing.at:05d}", told or "not stated"


def _key(key: str) -> str:
    return f' data-key="{key}"' if key else ""


def _note(text: str) -> str:
    return f'<div class="note">{escape(text)}</div>' if text else ""


def _details(lines: Sequence[str]) -> str:
    left = len(lines) - MOST
    told = [*lines[:MOST], *([f"and {left:,} more"] if left > 0 else [])]
    items = "".join(f"<li>{escape(line)}</li>" for line in told)
    return f"<details><summary>tests</summary><ul>{items}</ul></details>" if items else ""
