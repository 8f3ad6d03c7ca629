"""An audit as JUnit XML, the form in which build servers read the results of tests.

There is no one schema of it.  The file has what all the common ones demand, and nothing that one of them refuses except
the output of a single case: a suite for each mode, a case for each row, in the order of the audit.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from queensbench import __version__
from queensbench.analyses.audit.build_rows import BuildRow, BuildRows

SKIPPED = ("open", "note")
"""The outcomes of cases that are skipped: no exit code rests on them."""
ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot hold, not even escaped."""


def junit(found: BuildRows) -> str:
    """The document.

    An undecided row is a failure where the exit code is not 0 for it, and else skipped, as are silences and deadlocks.
    """
    suites: dict[str, list[BuildRow]] = {}
    for report in found.audit.reports:
        suites[f"{report.ruleset}/{report.mode}"] = []
    for row in [*found.rows, *found.stops]:
        suites.setdefault(row.suite, []).append(row)
    top = ET.Element("testsuites")
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
    for number, (name, rows) in enumerate(suites.items()):
        top.append(_suite(name, rows, {"id": str(number), "timestamp": stamp}))
    ET.indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(top, encoding="unicode") + "\n"


def _suite(name: str, rows: Sequence[BuildRow], more: dict[str, str]) -> ET.Element:
    failures = sum(row.outcome in ("failed", "undecided") for row in rows)
    suite = ET.Element(
        "testsuite",
        more,
        name=_text(name),
        package=_text(name.partition("/")[0]),
        tests=str(len(rows)),
        failures=str(failures),
        errors=str(sum(row.outcome == "error" for row in rows)),
        skipped=str(sum(row.outcome in SKIPPED for row in rows)),
        time=f"{sum(row.seconds for row in rows):.3f}",
        hostname="localhost",
    )
    properties = ET.SubElement(suite, "properties")
    ET.SubElement(properties, "property", name="queensbench", value=__version__)
    for row in rows:
        suite.append(_case(row))
    ET.SubElement(suite, "system-out")
    ET.SubElement(suite, "system-err")
    return suite


def _case(row: BuildRow) -> ET.Element:
    case = ET.Element(
        "testcase",
        name=_text(row.name),
        classname=_text(row.suite.replace("/", ".")),
        time=f"{row.seconds:.3f}",
    )
    if row.outcome == "passed":
        ET.SubElement(case, "system-out").text = _text(row.message)
    elif row.outcome in SKIPPED:
        ET.SubElement(case, "skipped", message=_text(row.message))
    else:
        tag = "error" if row.outcome == "error" else "failure"
        bad = ET.SubElement(case, tag, type=row.kind, message=_text(row.message))
        lines = [row.message]
        lines += [f"at {row.place.file}:{row.place.line}"] if row.place is not None else []
        lines += [f"play: {row.play}"] if row.play else []
        lines += [f"see `{row.command}`"]
        bad.text = _text("\n".join(lines))
    return case


def _text(text: str) -> str:
    """The text without what XML cannot hold."""
    return ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text)
