"""Sizes of memory: what is read, what is refused, and what a system says of itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from queensbench.engines.runtime import ctrl_c, memory
from queensbench.errors import BadInput


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("512M", 512 << 20),
        ("2G", 2 << 30),
        ("1.5g", 3 << 29),
        (" 65536 KiB ", 64 << 20),
        ("2GB", 2 << 30),
        ("1T", 1 << 40),
    ],
)
def test_a_size_is_a_number_and_a_unit(text: str, size: int) -> None:
    assert memory.parse_size(text) == size


@pytest.mark.parametrize(
    "text", ["", "512", "M", "-1G", "1e9K", "2 gigabytes", "0x10M", "٣G", "1G2M", "nanG"]
)
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        memory.parse_size(text)
    assert str(refused.value) == f"{text!r} is no size; give a number and a unit, such as 512M or 2G"


def test_too_little_is_refused() -> None:
    with pytest.raises(BadInput) as refused:
        memory.parse_size("63M")
    assert str(refused.value) == "'63M' is too little memory; give 64M or more"


@pytest.mark.parametrize(
    ("size", "text"),
    [(17, "17 bytes"), (64 << 20, "64M"), (3 << 29, "1.5G"), (1234 << 20, "1.21G"), (100 << 30, "100G")],
)
def test_sizes_are_shown_as_they_are_written(size: int, text: str) -> None:
    assert memory.shown(size) == text


def groups(folder: Path, lines: str, **limits: str) -> None:
    (folder / "proc" / "self").mkdir(parents=True)
    (folder / "proc" / "self" / "cgroup").write_text(lines)
    for place, limit in limits.items():
        path = folder / "groups" / place.replace("__", "/")
        path.mkdir(parents=True, exist_ok=True)
        name = "memory.limit_in_bytes" if place.startswith("memory") else "memory.max"
        (path / name).write_text(limit + "\n")


@pytest.mark.parametrize(
    ("lines", "limits", "least"),
    [
        ("0::/slice/job\n", {"slice": "300000000", "slice__job": "max"}, 300000000),
        ("0::/slice/job\n", {"slice": "max", "slice__job": "200000000"}, 200000000),
        ("0::/far/away\n", {"": "100000000"}, 100000000),
        ("4:memory:/job\n0::/\n", {"memory": str(2**63 - 4096), "memory__job": "150000000"}, 150000000),
        ("5:cpu,memory:/out\n", {"memory": "170000000"}, 170000000),
        ("0::/\n", {}, None),
        ("nonsense\n", {}, None),
    ],
)
def test_the_least_limit_of_the_control_groups_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: str, limits: dict[str, str], least: int | None
) -> None:
    groups(tmp_path, lines, **limits)
    monkeypatch.setattr(memory, "PROC", tmp_path / "proc")
    monkeypatch.setattr(memory, "GROUPS", tmp_path / "groups")
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    assert memory.available() == (least or machine)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of address space are honoured there")
def test_a_limit_of_the_address_space_counts() -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20))\n"
        "from queensbench.engines.runtime.memory import available; print(available())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == 700 << 20


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is read from /proc")
def test_what_started_processes_hold_is_counted() -> None:
    code = "import sys; held = bytearray(200 << 20); print('there', flush=True); sys.stdin.read()"
    before = memory.used()
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as started:
        assert started.stdout is not None
        assert re.match("there", started.stdout.readline())
        assert memory.used() - before > 190 << 20
        started.communicate("")


def test_a_watcher_without_memory_ends_the_command_as_one_that_sees_none_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none_left() -> int:
        raise MemoryError

    told = threading.Event()
    numbers: list[int] = []

    def interrupt(number: int) -> bool:
        numbers.append(number)
        told.set()
        return True

    monkeypatch.setattr(memory, "used", none_left)
    monkeypatch.setattr(memory, "PULSE", 0.01)
    monkeypatch.setattr(ctrl_c, "interrupt", interrupt)
    with memory.Guard() as guard:
        assert told.wait(30)
    assert numbers == [ctrl_c.OUT_OF_MEMORY]
    assert guard.said.startswith("stopped with ")
