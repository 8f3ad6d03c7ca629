"""Tables on the screen of a command."""

from __future__ import annotations

import pytest

from queensbench.rendering.screen import Screen


def test_a_column_without_any_text_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    """As in the advice on a position in which nothing was chosen."""
    Screen().table("", ("", "option", "value"), [("", "stop()", "-6"), ("", "begin()", "11")])
    assert capsys.readouterr().out == "   option   value\n   stop()   -6\n   begin()  11\n\n"
