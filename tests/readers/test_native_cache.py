"""Machine code that is kept is what would be compiled; what is not whole is not used."""

from __future__ import annotations

import ctypes
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from queensbench.readers.native_cache import FOLDER, engine_of

TEXT = """
define i64 @added(i64 %x) {{
  %sum = add i64 %x, {number}
  ret i64 %sum
}}
"""


def added(number: int, to: int) -> int:
    """What machine code answers that adds a number."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=2, jit=True)
    engine = engine_of(TEXT.format(number=number), machine, level=1)
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
