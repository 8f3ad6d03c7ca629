"""The report on an engine under test as JUnit XML: a case for each ruling, for each difference, and for the run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree as ET

from queensbench import __version__
from queensbench.rendering.conformance_tables import difference, rulings
from queensbench.rendering.junit import ILLEGAL

Case = tuple[str, str, str]
"""A case: its name, how it came out (``passed``, ``failed``, ``error``, ``skipped``), and what is said of it."""


def junit(data: Mapping[str, Any]) -> str:
    """The document."""
    cases = list(_cases(data))
    top = ET.Element("testsuites")
    suite = ET.SubElement(
        top,
        "testsuite",
        name=_text(f"conform {data['mode']}"),
        tests=str(len(cases)),
        failures=str(sum(how == "failed" for _, how, _ in cases)),
        errors=str(sum(how == "error" for _, how, _ in cases)),
        skipped=str(sum(how == "skipped" for _, how, _ in cases)),
        time="0",
    )
    properties = ET.SubElement(suite, "properties")
    ET.SubElement(properties, "property", name="queensbench", value=__version__)
    for name, how, said in cases:
        case = ET.SubElement(
            suite, "testcase", name=_text(name), classname=_text(data["mode"].replace("/", ".")), time="0"
        )
        if how == "skipped":
            ET.SubElement(case, "skipped", message=_text(said))
        elif how != "passed":
            tag = "error" if how == "error" else "failure"
            bad = ET.SubElement(case, tag, type="conformance", message=_text(said.partition("\n")[0]))
            bad.text = _text(said)
        else:
            ET.SubElement(case, "system-out").text = _text(said)
    ET.indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(top, encoding="unicode") + "\n"


def _cases(data: Mapping[str, Any]) -> Iterator[Case]:
    for row, (ruling, verdict, by) in zip(data["rulings"], rulings(data), strict=True):
        how = {"plays": "passed", "plays none": "failed"}.get(row["verdict"], "skipped")
        yield f"ruling {ruling}", how, f"{verdict}; {by}" if by else verdict
    for number, one in enumerate(data["differences"], 1):
        yield f"difference {number}", "failed", "\n".join(difference(number, one))
    fault = data["fault"]
    yield "engine", "passed" if fault is None else "error", fault or "it answered every request"


def _text(text: str) -> str:
    return re.sub(ILLEGAL, "\N{REPLACEMENT CHARACTER}", text)
