"""The matrix as pages of the documentation: one for each ruleset, sortable and filterable without a server.

The pages are Markdown with one HTML table each; ``docs/conf.py`` has them written before Sphinx reads.  They say what
the store of evidence and the traced tests of this machine know; no engine runs.  Every clause is an anchor that stays,
because its name does: ``trace/snail-race.html#turn.roll``.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from queensbench.analyses.traceability.matrix import ORDER, ClauseRow, State, counts
from queensbench.analyses.traceability.report import TraceReport, examined
from queensbench.analyses.verdicts.words import count
from queensbench.rendering.traceability_tables import ran_words, verdict_words

HEAD = "<!-- Made by `docs/conf.py` from the matrix; what is edited here is lost. -->\n\n"
COLUMNS = (
    "clause",
    "state",
    "what it says, in our words",
    "carried out by",
    "constrained by",
    "ran and passed",
    "open",
)
ABOUT = (
    "Clause by clause what carries it out in the model, which properties constrain it, and what of that ran and passed "
    "when these pages were built. [](../guide/trace.md) says how it is found, and what a state means."
)
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


def write(folder: Path) -> list[Path]:
    """Write the pages of the project here into a folder, without touching pages that stay the same."""
    report = examined()
    pages = {"index.md": index(report)}
    for name, rows in report.rows.items():
        pages[f"{name}.md"] = page(report, name, rows)
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for file, text in pages.items():
        path = folder / file
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    return [folder / file for file in pages]


def index(report: TraceReport) -> str:
    """The page that leads to the others."""
    lines = [
        "# What rests on which sentence\n",
        f"{ABOUT}\n",
        f"| ruleset | clauses | {' | '.join(State)} |",
        f"| --- | ---: | {' | '.join('---:' for _ in State)} |",
    ]
    for name, rows in report.rows.items():
        title = report.traced[name].ruleset.title
        cells = " | ".join(str(number or "") for number in counts(rows).values())
        lines.append(f"| [{title}]({name}.md) | {len(rows)} | {cells} |")
    lines += ["\n```{toctree}\n:hidden:", *report.rows, "```\n"]
    return HEAD + "\n".join(lines)


def page(report: TraceReport, name: str, rows: Sequence[ClauseRow]) -> str:
    """The page of a ruleset."""
    found = counts(list(rows))
    told = ", ".join(f"{number} {state}" for state, number in found.items() if number)
    states = "".join(
        f'<option value="{state}">{state} ({number})</option>' for state, number in found.items() if number
    )
    title = report.traced[name].ruleset.title
    head = "".join(f'<th scope="col"><button type="button">{column}</button></th>' for column in COLUMNS)
    body = "\n".join(_row(report, row) for row in rows)
    older = report.evidence[name].older
    note = f" {older:,} verdicts and tests of earlier rules are not counted." if older else ""
    table = (
        f"<style>{STYLE}</style>\n"
        '<div class="trace-find"><label>Find <input id="trace-find" type="search"></label>'
        f'<label>State <select id="trace-state"><option value="">all</option>{states}</select></label>'
        f'<span id="trace-count" role="status">{count(len(rows), "clause")}</span></div>\n'
        f'<div class="trace-box"><table id="trace">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>\n"
        f"<script>{SCRIPT}</script>"
    )
    text = f"{told[:1].upper()}{told[1:]}.{note}"
    return f"{HEAD}# {title}: clause by clause\n\n{text}\n\n```{{raw}} html\n{table}\n```\n"


def _row(report: TraceReport, row: ClauseRow) -> str:
    clause = row.clause
    name = escape(clause.name, quote=True)
    units = "; ".join(f"{key} {', '.join(ids)}" for key, ids in clause.units.items())
    about = "; ".join(
        filter(None, [clause.kind.value, f"needs {', '.join(clause.needs)}" if clause.needs else "", units])
    )
    lacking = row.reason if row.state is State.WAIVED else "; ".join(row.lacking)
    suspect = f"suspect through {', '.join(row.suspect)}" if row.suspect else ""
    proofs = "not known" if row.rests is None else ", ".join(row.rests) or "none"
    tests = [*row.passed(), *(f"{test}: failed" for test in row.failed())]
    cells = [
        ("", f'<a href="#{name}"><code>{name}</code></a>{_note(about)}'),
        (f"{ORDER[row.state]}", f"{escape(row.state)}{_note(lacking)}{_note(suspect)}"),
        ("", escape(clause.text)),
        (
            "",
            "<br>".join(
                f"{told}{escape(rule)}{_note(f'{block.file}:{block.line}')}"
                for told, blocks in (("", row.blocks), ("stated in ", row.stated))
                for rule, block in blocks
            ),
        ),
        (
            "",
            "<br>".join(
                f"{escape(one)}{_note(verdict_words(found))}" for one, found in row.properties.items()
            )
            + _note(f"proofs that rest on it: {proofs}"),
        ),
        (f"{len(row.ran) + len(tests):05d}", escape(ran_words(row)) + _details(tests)),
        ("", escape(", ".join(row.open))),
    ]
    told = "".join(f"<td{_key(key)}>{text}</td>" for key, text in cells)
    return f'<tr id="{name}" data-state="{escape(row.state)}">{told}</tr>'


def _key(key: str) -> str:
    return f' data-key="{key}"' if key else ""


def _note(text: str) -> str:
    return f'<div class="note">{escape(text)}</div>' if text else ""


def _details(lines: Sequence[str]) -> str:
    left = len(lines) - MOST
    told = [*lines[:MOST], *([f"and {left:,} more"] if left > 0 else [])]
    items = "".join(f"<li>{escape(line)}</li>" for line in told)
    return f"<details><summary>tests</summary><ul>{items}</ul></details>" if items else ""
