"""Keyed sums: made and believed with keys of one's own, which nobody else may read."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.files import keyed_sums
from queensbench.files.keyed_sums import OF_RUN, VARIABLE, Whose, ring, sum_of, whose, without_keys

TEXT = "a text of more than thirty characters"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the user's own key, in a home that is empty."""
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "settings"))
    monkeypatch.delenv(OF_RUN, raising=False)
    keyed_sums._ring.cache_clear()
    return tmp_path / "settings" / "queensbench" / "key"


def again() -> keyed_sums.Ring:
    """The keys as another command finds them."""
    keyed_sums._ring.cache_clear()
    return ring()


def test_a_key_is_made_at_first_need_and_nobody_else_may_read_it(own: Path) -> None:
    first = ring()
    assert (first.fault, list(first.known)) == ("", [first.signing.name])
    assert re.fullmatch(r"[0-9a-f]{64}\n", own.read_text())
    assert [oct(path.stat().st_mode & 0o777) for path in (own, own.parent)] == ["0o600", "0o700"]
    assert again() == first
    assert [path.name for path in own.parent.iterdir()] == ["key"]


def test_a_sum_is_of_its_key_of_what_it_is_for_and_of_its_data(own: Path) -> None:
    name, sum_ = sum_of(b"verdict", b"data")
    assert len(sum_) == 64
    assert whose(b"verdict", b"data", name, sum_) is Whose.OWN
    assert whose(b"verdict", b"data", name, sum_[:32]) is Whose.OWN
    assert whose(b"verdict", b"date", name, sum_) is Whose.FALSE
    assert whose(b"line", b"data", name, sum_) is Whose.FALSE
    assert whose(b"verdict", b"data", "0" * 16, sum_) is Whose.OTHER
    assert whose(b"verdict", b"data", None, "") is Whose.NOBODY
    own.unlink()
    assert again().signing.name != name
    assert whose(b"verdict", b"data", name, sum_) is Whose.OTHER


def test_a_build_gives_a_key_in_a_variable(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, TEXT)
    given = ring()
    assert list(given.known) == [given.signing.name]
    assert not own.exists()
    monkeypatch.delenv(VARIABLE)
    mine = ring()
    name, sum_ = sum_of(b"verdict", b"data")
    monkeypatch.setenv(VARIABLE, TEXT)
    assert again().signing == given.signing
    assert set(ring().known) == {given.signing.name, mine.signing.name}
    assert whose(b"verdict", b"data", name, sum_) is Whose.OWN  # one's own key is believed besides
    monkeypatch.setenv(VARIABLE, own.read_text())
    assert again().signing == mine.signing


def test_a_key_that_could_be_guessed_is_refused(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "secret")
    with pytest.raises(BadInput) as caught:
        ring()
    assert str(caught.value) == (
        "QUEENSBENCH_KEY: a key of 6 characters is too short; give 32 characters that nobody can guess, or unset it"
    )


def spoilt(own: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match how:
        case "read by others":
            own.chmod(0o640)
        case "folder of others":
            own.parent.chmod(0o770)
        case "of another user":
            monkeypatch.setattr(os, "getuid", lambda: own.stat().st_uid + 1)
        case "pipe":
            own.unlink()
            os.mkfifo(own)
        case "link":
            own.rename(own.parent / "other")
            own.symlink_to("other")
        case "short":
            own.write_text("short\n")
        case "no folder":
            own.unlink()
            own.parent.rmdir()
            own.parent.write_text("")


FAULTS = {
    "read by others": "{own}: is open to other users",
    "folder of others": "{folder}: is not a folder of your own, in which nobody else may write",
    "of another user": "{folder}: is not a folder of your own, in which nobody else may write",
    "pipe": "{own}: it is a pipe, no file",
    "link": "{own}: it is a link, no file",
    "short": "{own}: is no key",
    "no folder": "{folder}: file exists",
}


@pytest.mark.parametrize("how", FAULTS)
def test_a_key_that_others_could_have_is_not_used(
    own: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    first = ring().signing
    spoilt(own, how, monkeypatch)
    found = again()
    assert found.fault == FAULTS[how].format(own=own, folder=own.parent)
    assert first.name not in found.known
    assert again() == found  # one key for all processes of a command


def test_without_a_home_a_key_lasts_as_long_as_the_command(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("queensbench.files.own_folders.settings", lambda: None)
    found = ring()
    assert found.fault == "there is no home folder"
    assert again() == found
    monkeypatch.delenv(OF_RUN)
    assert again().signing != found.signing


def test_programs_of_others_get_no_key(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, TEXT)
    monkeypatch.setenv(OF_RUN, TEXT)
    assert os.environ.items() - without_keys().items() == {(VARIABLE, TEXT), (OF_RUN, TEXT)}
    assert without_keys()["PATH"] == os.environ["PATH"]


def test_commands_that_begin_at_once_have_one_key(own: Path) -> None:
    script = "from queensbench.files.keyed_sums import ring; print(ring().signing.name)"
    running = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) for _ in range(6)
    ]
    names = {process.communicate(timeout=60)[0] for process in running}
    assert names == {f"{ring().signing.name}\n"}
