"""Machine code that is kept is what would be compiled; what is not whole is not used."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from queensbench.readers.native.code_cache import FOLDER, FULL, QUICK, Code, Making, shared

TEXT = """
define i64 @added(i64 %x) {{
  %sum = add i64 %x, {number}
  ret i64 %sum
}}
"""


def added(number: int, to: int, level: int = 1) -> int:
    """The answer of machine code that adds a number."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    engine = Making(TEXT.format(number=number), llvm.Target.from_default_triple(), "", "").engine(level)
    call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(engine.get_function_address("added"))
    return int(call(to))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path / "new" / "code"))
    return tmp_path / "new" / "code"


def test_code_is_kept_by_what_it_follows_from(folder: Path) -> None:
    assert (added(3, 4), added(3, 5), added(4, 5)) == (7, 8, 9)
    assert len(list(folder.iterdir())) == 2


def test_kept_code_is_used(folder: Path) -> None:
    added(3, 4)
    (kept,) = folder.iterdir()
    mine = kept.name
    kept.unlink()
    added(4, 4)
    (other,) = folder.iterdir()
    other.rename(folder / mine)
    assert added(3, 4) == 8  # the other's, which has its name


@pytest.mark.parametrize("change", [b"", b"too short", None])
def test_code_that_is_not_whole_is_made_anew(folder: Path, change: bytes | None) -> None:
    added(3, 4)
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-1] if change is None else change)
    assert added(3, 4) == 7
    assert kept.read_bytes() == whole


def test_where_nothing_can_be_kept_code_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    monkeypatch.setenv(FOLDER, str(tmp_path / "file"))
    assert added(3, 4) == 7
    monkeypatch.delenv(FOLDER)
    assert added(3, 4) == 7
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_each_level_keeps_code_of_its_own(folder: Path) -> None:
    assert (added(3, 4), added(3, 4, QUICK), added(3, 4, 2)) == (7, 7, 7)
    assert len(list(folder.iterdir())) == 3


def code(*, quick: bool, level: int = 2) -> Code:
    """Code of a text so short that half a microsecond's use pays for its making."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return Code(TEXT.format(number=3), llvm.Target.from_default_triple(), level=level, quick=quick)


def test_quick_code_is_made_anew_once_it_has_run_for_long() -> None:
    made = code(quick=True)
    cost = 1e-6 * len(TEXT.format(number=3)) / 0.7
    before = made.engine
    assert [made.ran(cost * 0.6), made.ran(cost * 0.3)] == [False, False]
    assert (made.level, made.engine is before) == (QUICK, True)
    assert made.ran(cost * 0.2)
    assert (made.level, made.engine is before) == (2, False)
    call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
    places = [one.get_function_address("added") for one in (before, made.engine)]
    assert places[0] != places[1]
    assert [call(place)(4) for place in places] == [7, 7]  # the old one may still be called
    assert not made.ran(1000.0)


def test_what_is_known_to_be_left_decides() -> None:
    made = code(quick=True)
    cost = 5e-6 * len(TEXT.format(number=3)) / 0.7
    assert [made.ran(0.4 * cost, left=0.0), made.ran(0.4 * cost, left=0.9 * cost)] == [False, False]
    assert made.ran(0.0, left=1.1 * cost)


def test_code_that_has_lost_what_better_code_costs_is_made_anew_whatever_is_left() -> None:
    made = code(quick=True)
    cost = 5e-6 * len(TEXT.format(number=3)) / 0.7
    assert [made.ran(0.4 * cost, left=0.0), made.ran(0.4 * cost, left=0.0)] == [False, False]
    assert made.ran(0.3 * cost, left=0.0)


def test_processes_of_one_command_share_what_they_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    with shared():
        folder = Path(os.environ[FOLDER])
        added(3, 4)
        assert len(list(folder.iterdir())) == 1
        with shared():
            assert os.environ[FOLDER] == str(folder)
        assert folder.is_dir()
    assert FOLDER not in os.environ
    assert not folder.exists()


def test_a_folder_that_is_named_is_left_alone(folder: Path) -> None:
    with shared():
        added(3, 4)
    assert len(list(folder.iterdir())) == 1


def test_code_that_is_optimised_at_once_stays() -> None:
    made = code(quick=False)
    assert made.level == 2
    assert not made.ran(1000.0)


def test_code_that_is_known_to_run_for_long_is_optimised_most() -> None:
    for left, level in ((None, 1), (1000.0, FULL)):
        made = code(quick=True, level=1)
        assert made.ran(1000.0, left)
        assert made.level == level
