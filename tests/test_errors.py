"""Messages about bad input: one line each, whatever they quote."""

from __future__ import annotations

import pickle

from queensbench.errors import BadInput, Finding, ModelRefused, SeveralFaults

BREAKS = "a\nb\rc\u2028d\x85e\x0bf"
SHOWN = "a\\nb\\rc\\u2028d\\x85e\\x0bf"


def test_line_breaks_that_a_message_quotes_are_shown() -> None:
    error = BadInput(f"`{BREAKS}` is no name", where=BREAKS, remedy=f"leave out {BREAKS}")
    assert str(error) == f"{SHOWN}: `{SHOWN}` is no name; leave out {SHOWN}"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_several_faults_are_a_line_each_once() -> None:
    error = SeveralFaults(["one", "two\nand more", "one"])
    assert error.lines == ("one", "two\\nand more")
    assert str(error) == "one\ntwo\\nand more"


def test_each_finding_of_a_refused_model_is_one_line() -> None:
    first, second = (Finding("m.py", line, "'a\nb'", "is no\nvalue", "mend it") for line in (3, 9))
    error = ModelRefused([second, first])
    assert error.findings == (first, second)
    assert str(error).splitlines() == [f"m.py:{line}: `'a\\nb'` is no\\nvalue; mend it" for line in (3, 9)]
