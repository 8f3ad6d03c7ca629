"""Machine code that is kept is what would be compiled; what is not whole is not used."""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from functools import partial
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from queensbench.errors import BadInput
from queensbench.files.keyed_sums import VARIABLE, sum_of
from queensbench.readers.native import code_cache, own_cache
from queensbench.readers.native.code_cache import FOLDER, FULL, INLINED, QUICK, Code, Making, Text, shared

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


def other_in_place(folder: Path) -> tuple[Path, bytes]:
    """A file of the code that adds 3 in which stands code that adds 4; and the code that adds 3."""
    added(3, 4)
    (kept,) = folder.iterdir()
    own = kept.read_bytes()
    kept.unlink()
    added(4, 4)
    (other,) = folder.iterdir()
    return other.rename(kept), own


def signed(place: Path) -> bytes:
    """The content of a file, signed as ours under its present name."""
    held = place.read_bytes()[code_cache.HEAD :]
    return "".join(sum_of(code_cache.USE, code_cache._signed(place, held))).encode() + held


def test_kept_code_is_used(folder: Path) -> None:
    place, _ = other_in_place(folder)
    place.write_bytes(signed(place))
    assert added(3, 4) == 8  # the other's, which is signed with its name


def test_code_of_another_name_is_not_run(folder: Path) -> None:
    place, own = other_in_place(folder)
    assert added(3, 4) == 7
    assert place.read_bytes() == own


@pytest.mark.parametrize("by", ["nobody", "another"])
def test_code_of_another_hand_is_not_run(folder: Path, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    place, own = other_in_place(folder)
    held = place.read_bytes()[code_cache.HEAD :]
    with monkeypatch.context() as other:
        other.setenv(VARIABLE, "another key, of more than thirty characters")
        place.write_bytes(signed(place) if by == "another" else hashlib.sha256(held).digest() + held)
    assert added(3, 4) == 7
    assert place.read_bytes() == own


@pytest.mark.usefixtures("folder")
def test_what_is_no_key_is_told_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "short")
    with pytest.raises(BadInput, match="a key of 5 characters is too short"):
        added(3, 4)


@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_code_that_is_in_no_file_is_compiled(folder: Path, tmp_path: Path, kind: str) -> None:
    place, _ = other_in_place(folder)
    place.write_bytes(signed(place))
    place.rename(tmp_path / "aside")
    match kind:
        case "pipe":
            os.mkfifo(place)
        case "link":
            place.symlink_to(tmp_path / "aside")
        case _:
            place.mkdir()
    assert added(3, 4) == 7


@pytest.mark.parametrize("how", ["open", "link", "another's"])
def test_a_folder_that_is_named_must_be_one_s_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    place, _ = other_in_place(folder)
    place.write_bytes(signed(place))
    if how == "open":
        folder.chmod(0o770)
    elif how == "link":
        folder.rename(folder.with_name("aside"))
        folder.symlink_to("aside")
    else:
        monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    own_cache.named.cache_clear()
    with pytest.raises(BadInput) as caught:
        added(3, 4)
    assert str(caught.value) == (
        f"{FOLDER}: {folder}: machine code is run, and in this folder others can write: it is not yours alone, or a "
        f"link; name a folder of your own (chmod go-w), or set {FOLDER}=off"
    )


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
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert added(3, 4) == 7
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_each_level_keeps_code_of_its_own(folder: Path) -> None:
    assert (added(3, 4), added(3, 4, QUICK), added(3, 4, 2)) == (7, 7, 7)
    assert len(list(folder.iterdir())) == 3


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder for code, as where none can be made."""
    monkeypatch.delenv(FOLDER)
    monkeypatch.setattr(own_cache, "folder", lambda: None)


def code(*, quick: bool, level: int = 2) -> Code:
    """Code of a text so short that half a microsecond's use pays for its making."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return Code(TEXT.format(number=3), llvm.Target.from_default_triple(), level=level, quick=quick)


@pytest.mark.usefixtures("nothing_kept")
def test_quick_code_is_made_anew_once_it_has_run_for_long() -> None:
    made = code(quick=True)
    cost = 1.2e-6 * len(TEXT.format(number=3)) / 0.7
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


@pytest.mark.usefixtures("nothing_kept")
def test_what_is_known_to_be_left_decides() -> None:
    made = code(quick=True)
    cost = 6e-6 * len(TEXT.format(number=3)) / 0.7
    assert [made.ran(0.4 * cost, left=0.0), made.ran(0.4 * cost, left=0.9 * cost)] == [False, False]
    assert made.ran(0.0, left=1.1 * cost)


@pytest.mark.usefixtures("nothing_kept")
def test_code_that_has_lost_what_better_code_costs_is_made_anew_whatever_is_left() -> None:
    made = code(quick=True)
    cost = 6e-6 * len(TEXT.format(number=3)) / 0.7
    assert [made.ran(0.4 * cost, left=0.0), made.ran(0.4 * cost, left=0.0)] == [False, False]
    assert made.ran(0.3 * cost, left=0.0)


def test_processes_of_one_command_share_what_they_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    monkeypatch.setattr(own_cache, "folder", lambda: None)
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


@pytest.mark.usefixtures("nothing_kept")
def test_code_that_is_known_to_run_for_long_is_optimised_most() -> None:
    for left, level in ((None, INLINED), (1000.0, FULL)):
        made = code(quick=True, level=INLINED)
        assert made.ran(1000.0, left)
        assert made.level == level


@pytest.mark.usefixtures("nothing_kept")
def test_code_is_made_anew_step_by_step_where_nothing_is_known_of_the_rest() -> None:
    made = code(quick=True, level=INLINED)
    length = len(TEXT.format(number=3))
    little, much = 0.4 * 1.6e-6 * length / 0.6, 6e-6 * length / 0.25
    assert [made.ran(0.9 * little), made.level] == [False, QUICK]
    assert [made.ran(0.2 * little), made.level] == [True, INLINED]
    assert [made.ran(0.9 * much), made.level] == [False, INLINED]  # what ran before is of other code
    assert [made.ran(0.2 * much), made.level] == [True, FULL]
    assert not made.ran(1000.0)


@pytest.mark.usefixtures("nothing_kept")
def test_the_best_code_is_made_at_once_where_it_is_known_to_save_what_it_costs_more() -> None:
    length = len(TEXT.format(number=3))
    little = 1.6e-6 * length / 0.6
    much = (6e-6 - 1.6e-6) * length / (0.4 * 0.25)
    for left, level in (
        (0.9 * little, QUICK),
        (1.1 * little, INLINED),
        (0.9 * much, INLINED),
        (1.1 * much, FULL),
    ):
        made = code(quick=True, level=INLINED)
        made.ran(0.0, left)
        assert made.level == level


# ------------------------------------------------------------------------------------- the user's own cache


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder for code, below one that is to be made."""
    monkeypatch.delenv(FOLDER)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    return tmp_path / "caches" / "queensbench-code"


def test_nobody_else_may_write_or_read_where_code_is_kept(own: Path) -> None:
    assert added(3, 4) == 7
    (kept,) = own.iterdir()
    assert [oct(path.stat().st_mode & 0o777) for path in (own.parent, own, kept)] == [
        "0o700",
        "0o700",
        "0o600",
    ]


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o500])
def test_a_folder_in_which_others_may_write_is_not_used(own: Path, mode: int) -> None:
    own.mkdir(parents=True)
    own.chmod(mode)
    if mode == 0o500 and os.access(own, os.W_OK):
        pytest.skip("whoever may do anything may write everywhere")
    assert own_cache.folder() is None
    assert added(3, 4) == 7
    assert list(own.iterdir()) == []


def test_a_link_is_not_used(own: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    own.parent.mkdir(parents=True)
    own.symlink_to(tmp_path / "elsewhere")
    assert own_cache.folder() is None


def test_a_folder_of_another_user_is_not_used(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_cache.is_own(own_cache.folder() or Path())
    monkeypatch.setattr(os, "getuid", lambda: own.stat().st_uid + 1)
    assert not own_cache.is_own(own)


def test_without_a_home_nothing_is_kept(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setattr(Path, "home", lambda: Path("no home"))
    assert own_cache.base() is None
    assert own_cache.folder() is None
    assert added(3, 4) == 7
    monkeypatch.setattr(Path, "home", lambda: own)
    assert own_cache.base() == own / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def test_what_was_used_last_stays(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own.mkdir(parents=True, mode=0o700)
    for number in range(8):
        (own / str(number)).write_bytes(bytes(100))
        os.utime(own / str(number), (number, number))
    monkeypatch.setattr(own_cache, "EACH", 1)
    monkeypatch.setattr(own_cache, "MOST", 800)
    own_cache.trim(own)
    assert len(list(own.iterdir())) == 8
    monkeypatch.setattr(own_cache, "MOST", 799)
    own_cache.trim(own)
    assert sorted(path.name for path in own.iterdir()) == ["2", "3", "4", "5", "6", "7"]  # three quarters


@pytest.mark.usefixtures("own")
def test_of_code_that_is_kept_by_a_name_no_text_is_written() -> None:
    texts: list[int] = []

    def write(number: int) -> str:
        texts.append(number)
        return TEXT.format(number=number)

    def answer(number: int, name: str | None, level: int = 1) -> int:
        made = Code(Text(lambda: write(number), name), target, level=level, quick=False)
        return int(ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(made.address("added"))(4))

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    assert (answer(3, "three"), answer(5, "five"), texts) == (7, 9, [3, 5])
    assert (answer(3, "three"), answer(5, "five"), texts) == (7, 9, [3, 5])
    assert (answer(3, "three", level=2), texts) == (7, [3, 5, 3])
    assert (answer(3, None), texts) == (7, [3, 5, 3, 3])


@pytest.mark.usefixtures("own")
def test_better_code_that_is_kept_is_used_at_once() -> None:
    begun = code(quick=True)
    assert begun.level == QUICK
    assert begun.ran(1000.0)
    again = code(quick=True)
    assert again.level == 2
    assert not again.ran(1000.0)


def test_nothing_is_kept_where_that_is_switched_off(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, "off")
    with shared():
        assert added(3, 4) == 7
        assert os.environ[FOLDER] == "off"
    assert not own.exists()
    assert not Path("off").exists()


def test_where_a_folder_is_named_no_other_is_made(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    with shared():
        assert added(3, 4) == 7
    assert not (tmp_path / "caches").exists()
    assert len(list(folder.iterdir())) == 1


def test_a_named_folder_knows_no_names(folder: Path) -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    for number in (3, 5):
        text = Text(partial(TEXT.format, number=number), "one")
        made = Code(text, target, level=1, quick=False)
        call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(made.address("added"))
        assert call(4) == 4 + number
    assert len(list(folder.iterdir())) == 2
