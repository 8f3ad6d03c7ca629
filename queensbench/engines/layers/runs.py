"""Runs of states in files: written once under a new name, read by blocks.

A file holds the blocks (:mod:`queensbench.engines.layers.run_kernels`), the index (of each block its first state, the
offset behind it and the number of states before the next), and 64 bytes that tell how much of each there is, with
checksums.  A file is complete from the moment on at which it has its name.
"""

from __future__ import annotations

import errno
import os
import secrets
import struct
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from queensbench.engines.layers.run_kernels import BLOCK, SLACK, Blocks, Bounds, Chunk, library
from queensbench.engines.runtime.calls import Array
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput

MAGIC = b"QBLEVEL1"
TAIL = struct.Struct("<8s7q")
CHUNK = 1 << 21
"""The bytes of blocks that are read at once."""
GROUP = 32
"""The most blocks of a chunk that is expanded."""
SAMPLES = 64
SMALL_RUN, HELD = 1 << 20, 32 << 20
"""Runs of at most so many bytes are held in memory, and so many bytes of them in all."""
INDEXES = 24 << 20
"""The bytes of indexes that a worker holds."""
NO_STATE = View(np.zeros(64, np.int64))
EVERYTHING = Bounds(NO_STATE, NO_STATE, 0, 0)

State = tuple[int, ...]
"""The words of a packed state, each as an unsigned number."""


@dataclass(frozen=True)
class RunName:
    """What a run is called, and what tells it from any other: its states, and the checksum of its blocks."""

    name: str
    states: int
    crc: int


@dataclass(frozen=True)
class Run:
    """A file of sorted states: its name in the scratch folder, and what is in it.

    ``samples``: some of its states in order, from its first on; ``last``: its last state.  Both are empty if it is.
    """

    name: str
    states: int
    size: int
    crc: int
    samples: tuple[State, ...] = ()
    last: State = ()

    @property
    def named(self) -> RunName:
        """The name by which it is read."""
        return RunName(self.name, self.states, self.crc)

    def to_json(self) -> list[Any]:
        """The fields as a list."""
        return [self.name, self.states, self.size, self.crc, [list(s) for s in self.samples], list(self.last)]

    @staticmethod
    def of_json(data: list[Any]) -> Run:
        """The run that :meth:`to_json` has told of."""
        name, states, size, crc, samples, last = data
        return Run(str(name), int(states), int(size), int(crc), tuple(map(tuple, samples)), tuple(last))

    def meets(self, lower: State | None, upper: State | None) -> bool:
        """Whether states from ``lower`` on and below ``upper`` may stand in it."""
        if not self.states:
            return False
        return (lower is None or self.last >= lower) and (upper is None or self.samples[0] < upper)


@contextmanager
def told(folder: str | Path) -> Iterator[None]:
    """Raise BadInput, which tells in one line what is wrong, where the system refuses something in a scratch folder."""
    try:
        yield
    except OSError as error:
        known = {
            errno.ENOSPC: ("there is no room left", "make room, or give another folder"),
            errno.EDQUOT: ("there is no room left", "make room, or give another folder"),
            errno.EACCES: ("it cannot be written or read", "give a folder that is yours"),
            errno.EPERM: ("it cannot be written or read", "give a folder that is yours"),
            errno.EROFS: ("it cannot be written", "give a folder that is yours"),
            errno.ENOENT: ("what the exploration has written there is gone", "begin anew in another folder"),
            errno.ENOTDIR: ("it is no folder", "give a folder"),
            errno.EEXIST: ("it is no folder", "give a folder"),
        }
        what, remedy = known.get(error.errno or 0, (str(error.strerror or error), "give another folder"))
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            remedy = "make room, and go on with --resume: all levels but the last are kept"
        raise BadInput(what, where=f"scratch folder {folder}", remedy=remedy) from error


def damaged(folder: str | Path, name: str) -> BadInput:
    """The error of a file that is not what was written."""
    return BadInput(
        f"{name} is damaged", where=f"scratch folder {folder}", remedy="begin anew in another folder"
    )


def state_of(words: Array) -> State:
    """A packed state as numbers."""
    return tuple(int(w) for w in words)


class RunWriter:
    """Writes one run; states are added in order.  ``with RunWriter(...) as run: run.add(...)``, then ``run.made``."""

    def __init__(self, folder: str | Path, name: str, words: int) -> None:
        self.folder = Path(folder)
        self.name = name
        self.words = words
        self.made: Run | None = None
        self._path = self.folder / f".{name}.{os.getpid()}-{secrets.token_hex(4)}"
        self._encode = library(words)["encode"]
        self._most = max(1, (1 << 20) // (BLOCK * SLACK * words))
        self._room = np.empty(self._most * BLOCK * SLACK * words + 64, np.uint8)
        self._ends = np.empty(self._most, np.int64)
        self._firsts_room = np.empty(self._most * words, np.uint64)
        self._firsts: list[Array] = []
        self._offsets: list[Array] = [np.zeros(1, np.int64)]
        self._counts: list[Array] = []
        self._size = self._crc = self._states = 0
        self._last: State = ()

    def __enter__(self) -> RunWriter:
        self._file = self._path.open("wb", buffering=0)
        return self

    def add(self, keys: Array, count: int) -> None:
        """Append states, packed side by side in an array."""
        step = self._most * BLOCK
        for first in range(0, count, step):
            n = min(step, count - first)
            blocks = Blocks(View(self._room), View(self._ends), View(self._firsts_room))
            number = self._encode(View(keys, first * self.words), n, blocks)
            ends = self._ends[:number]
            size = int(ends[-1])
            bytes_ = self._room[:size].tobytes()
            self._file.write(bytes_)
            self._crc = zlib.crc32(bytes_, self._crc)
            self._offsets.append(ends + self._size)
            self._firsts.append(self._firsts_room[: number * self.words].copy())
            counts = np.full(number, BLOCK, np.int64)
            counts[-1] = n - (number - 1) * BLOCK
            self._counts.append(counts)
            self._size += size
            self._states += n
        if count:
            self._last = state_of(keys[(count - 1) * self.words : count * self.words])

    def __exit__(self, kind: object, error: object, at: object) -> None:
        try:
            if kind is None:
                self._finish()
        finally:
            self._file.close()
            if self.made is None:
                self._path.unlink(missing_ok=True)

    def _finish(self) -> None:
        firsts = np.concatenate([*self._firsts, np.zeros(0, np.uint64)])
        offsets = np.concatenate(self._offsets)
        before = np.concatenate([np.zeros(1, np.int64), *self._counts]).cumsum()
        index = firsts.tobytes() + offsets.tobytes() + before.tobytes()
        blocks = len(before) - 1
        tail = TAIL.pack(MAGIC, self.words, blocks, self._states, self._size, self._crc, zlib.crc32(index), 0)
        self._file.write(index + tail)
        self._file.close()
        self._path.replace(self.folder / self.name)
        table = firsts.reshape(-1, self.words)
        picked = (
            np.unique(np.linspace(0, blocks - 1, min(SAMPLES, blocks)).astype(np.int64)) if blocks else ()
        )
        samples = tuple(state_of(table[b]) for b in picked)
        size = self._size + len(index) + TAIL.size
        self.made = Run(self.name, self._states, size, self._crc, samples, self._last)


class RunReader:
    """A run in a file, with its index in memory.

    Raises BadInput for a file that is not the run of that name: other states, or damaged.
    """

    def __init__(self, folder: str | Path, run: RunName, words: int) -> None:
        name = run.name
        self.folder, self.name, self.words = folder, name, words
        self.path = Path(folder) / name
        with self.path.open("rb", buffering=0) as file:
            size = os.fstat(file.fileno()).st_size
            if size < TAIL.size:
                raise damaged(folder, name)
            file.seek(size - TAIL.size)
            magic, wide, self.blocks, self.states, self.size, self.crc, crc, _ = TAIL.unpack(file.read())
            wanted = 8 * (self.blocks * words + 2 * (self.blocks + 1))
            if magic != MAGIC or wide != words or self.size + wanted + TAIL.size != size:
                raise damaged(folder, name)
            file.seek(self.size)
            index = _read(file, wanted)
        if zlib.crc32(index) != crc:
            raise damaged(folder, name)
        self.require(run)
        at = self.blocks * words
        self.firsts = np.frombuffer(index, np.uint64, at)
        self.offsets = np.frombuffer(index, np.int64, self.blocks + 1, 8 * at)
        self.before = np.frombuffer(index, np.int64, self.blocks + 1, 8 * (at + self.blocks + 1))
        self._held: Array | None = None

    def require(self, run: RunName) -> None:
        """Raise BadInput if the file holds something else than the run that is wanted."""
        if (self.states, self.crc) != (run.states, run.crc):
            raise damaged(self.folder, run.name)

    def check(self) -> None:
        """Read the whole file.  Raises BadInput if it is not what was written."""
        crc = 0
        with self.path.open("rb", buffering=0) as file:
            left = self.size
            while left:
                piece = _read(file, min(left, CHUNK))
                crc = zlib.crc32(piece, crc)
                left -= len(piece)
        if crc != self.crc:
            raise damaged(self.folder, self.name)

    def block_of(self, state: State) -> int:
        """The last block that begins at or before a state; 0 if none does."""
        low, high = 0, self.blocks
        while low < high:
            mid = (low + high) // 2
            if state_of(self.firsts[mid * self.words : (mid + 1) * self.words]) <= state:
                low = mid + 1
            else:
                high = mid
        return max(0, low - 1)

    def span(self, lower: State | None, upper: State | None) -> tuple[int, int]:
        """The blocks, first and behind the last, in which states from ``lower`` on and below ``upper`` may stand."""
        first = 0 if lower is None else self.block_of(lower)
        last = self.blocks if upper is None else self.block_of(upper) + 1
        return first, min(last, self.blocks)

    def state(self, place: int) -> State:
        """The state at a place of the run."""
        block = int(np.searchsorted(self.before, place, "right")) - 1
        keys = np.empty(BLOCK * self.words, np.uint64)
        for _, chunk in self.chunks(block, block + 1):
            library(self.words)["gather"](chunk, EVERYTHING, View(keys), 0)
        at = (place - int(self.before[block])) * self.words
        return state_of(keys[at : at + self.words])

    def chunks(self, first: int, last: int, group: int = 1 << 60) -> Iterator[tuple[int, Chunk]]:
        """Blocks ``first`` to ``last`` in chunks, each with the number of its first block.

        A chunk has at most ``group`` blocks, and at most :data:`CHUNK` bytes (or one block) unless they are held.
        """
        if self._held is not None:
            while first < last:
                stop = min(last, first + group)
                yield first, self.chunk(View(self._held, int(self.offsets[first])), first, stop)
                first = stop
            return
        with self.path.open("rb", buffering=0) as file:
            while first < last:
                begin = int(self.offsets[first])
                stop = int(np.searchsorted(self.offsets, begin + CHUNK, "right")) - 1
                stop = min(max(stop, first + 1), last, first + group)
                file.seek(begin)
                data = np.frombuffer(_read(file, int(self.offsets[stop]) - begin), np.uint8)
                yield first, self.chunk(View(data), first, stop)
                first = stop

    def hold(self) -> int:
        """Keep all blocks in memory from now on; returns how many bytes they have."""
        with self.path.open("rb", buffering=0) as file:
            self._held = np.frombuffer(_read(file, self.size), np.uint8)
        return self.held

    @property
    def indexed(self) -> int:
        """The bytes of the index."""
        return self.firsts.nbytes + self.offsets.nbytes + self.before.nbytes

    @property
    def held(self) -> int:
        """The bytes of blocks that are kept in memory."""
        return 0 if self._held is None else len(self._held)

    def chunk(self, data: View, first: int, stop: int) -> Chunk:
        """Blocks whose bytes are given, as kernels take them."""
        return Chunk(
            data,
            View(self.offsets, first),
            View(self.before, first),
            View(self.firsts, first * self.words),
            stop - first,
        )


def _read(file: Any, count: int) -> bytes:
    found = bytes(file.read(count))
    while len(found) < count:
        more = file.read(count - len(found))
        if not more:
            raise damaged(Path(file.name).parent, Path(file.name).name)
        found += more
    return found


class Readers:
    """The runs that one worker has opened lately: their indexes, and the small ones whole."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[int, ...], RunReader] = OrderedDict()
        self._indexes = self._held = 0

    def __call__(self, folder: str, run: RunName, words: int) -> RunReader:
        """The reader of a run."""
        about = os.stat(f"{folder}/{run.name}")  # noqa: PTH116 - a path of its own takes longer than the question
        # A name may stand for another file than before, where an exploration was begun anew.
        key = (about.st_dev, about.st_ino, about.st_mtime_ns, about.st_size, words)
        found = self._open.get(key)
        if found is None:
            found = RunReader(folder, run, words)
            self._indexes += found.indexed
            if found.size <= SMALL_RUN:
                self._held += found.hold()
        found.require(run)
        self._open[key] = found
        self._open.move_to_end(key)
        while len(self._open) > 1 and (self._indexes > INDEXES or self._held > HELD):
            _, old = self._open.popitem(last=False)
            self._indexes -= old.indexed
            self._held -= old.held
        return found
