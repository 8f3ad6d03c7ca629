"""An audit as SARIF 2.1.0, the form in which editors and code hosts read findings, each at its line.

Only what wants a reader's eye is a result: what is not as expected (error), what is not decided (warning), and the
rulings that matter, silences and deadlocks (note).
"""

from __future__ import annotations

import hashlib
import json
from typing import Any
from urllib.parse import quote

from queensbench import __version__
from queensbench.analyses.audit.build_rows import BAD, BuildRow, BuildRows

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "claimHash/v1"
LEVELS = {"failed": "error", "error": "error", "undecided": "warning", "note": "note"}
SORTS = {
    "bad-input": "The audit of a mode ended in a fault of its rules.",
    "internal-error": "The audit of a mode ended in a fault of the toolkit, which is no verdict.",
    "interrupted": "The audit was interrupted.",
    "verdicts.lock": "What was shown before is gone.",
}
"""What results are about that are neither properties nor rulings."""


def sarif(found: BuildRows) -> str:
    """The document, of one run."""
    results = [row for row in found.rows if row.outcome in BAD] + found.notes + found.stops
    rules: dict[str, dict[str, Any]] = {}
    for row in [*found.rows, *found.notes, *found.stops]:
        about = SORTS.get(row.rule) or row.about
        if about and row.rule not in rules:
            rules[row.rule] = {
                "id": row.rule,
                "name": row.rule.rpartition("/")[2],
                "shortDescription": {"text": about},
            }
    for row in results:
        rules.setdefault(row.rule, {"id": row.rule, "name": row.rule.rpartition("/")[2]})
    order = {name: number for number, name in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": "Queensbench",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": list(rules.values()),
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": found.code in (0, 1, 3),
                "exitCode": found.code,
            }
        ],
        "results": [_result(row, order[row.rule]) for row in results],
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _result(row: BuildRow, number: int) -> dict[str, Any]:
    text = row.message
    text += f"; play {row.play}" if row.play else ""
    text += f"; see `{row.command}`"
    identity = hashlib.sha256("\0".join((row.rule, *row.identity)).encode()).hexdigest()
    result: dict[str, Any] = {
        "ruleId": row.rule,
        "ruleIndex": number,
        "level": LEVELS[row.outcome],
        "message": {"text": text},
        "partialFingerprints": {FINGERPRINT: identity},
    }
    if row.place is not None:
        result["locations"] = [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(row.place.file), "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": max(1, row.place.line)},
                },
                "logicalLocations": [{"fullyQualifiedName": f"{row.suite}/{row.name}"}],
            }
        ]
    return result
