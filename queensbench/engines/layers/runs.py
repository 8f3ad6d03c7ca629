"""Runs of states in files: written once under a new name, read by blocks.

A run in a file is the blocks (:mod:`queensbench.engines.layers.run_kernels`), the index (of each block its first
state, the offset behind it and the number of states before the next), and 64 bytes that tell how much of each there is,
with checksums.  A file holds one run, or several one behind the other, and is complete from the moment on at which it
has its name.
"""

from __future__ import annotations

import errno
import os
import secrets
import struct
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import FileIO
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
SMALL_RUN, HELD = 1 << 20, 24 << 20
"""Runs of at most so many bytes are held in memory, and so many bytes of them in all."""
INDEXES = 16 << 20
"""The bytes of indexes that a worker holds; of these and :data:`HELD` together a worker's share has room for both."""
SPARSE = 4
"""Where a run has so many times as many blocks as there are states to look up, only the blocks in question are read."""
NO_STATE = View(np.zeros(64, np.int64))
EVERYTHING = Bounds(NO_STATE, NO_STATE, 0, 0)

State = tuple[int, ...]
"""The words of a packed state, each as an unsigned number."""


@dataclass(frozen=True)
class RunName:
    """Where a run stands, and what tells it from any other: its states, and the checksum of its blocks.

    ``name``: of the file; ``at``: the bytes before the run; ``size``: its own.
    """

    name: str
    states: int
    crc: int
    at: int
    size: int


@dataclass(frozen=True)
class Run:
    """Sorted states in a file: its name in the scratch folder, and what is in it.

    ``samples``: some of its states in order, from its first on; ``last``: its last state.  Both are empty if it is.
    ``at``: the bytes before it in the file.
    """

    name: str
    states: int
    size: int
    crc: int
    samples: tuple[State, ...] = ()
    last: State = ()
    at: int = 0

    @property
    def named(self) -> RunName:
        """The name by which it is read."""
        return RunName(self.name, self.states, self.crc, self.at, self.size)

    def to_json(self) -> list[Any]:
        """The fields as a list."""
        samples = [list(s) for s in self.samples]
        return [self.name, self.states, self.size, self.crc, samples, list(self.last), self.at]

    @staticmethod
    def of_json(data: list[Any]) -> Run:
        """The run that :meth:`to_json` has told of."""
        name, states, size, crc, samples, last, at = data
        return Run(
            str(name), int(states), int(size), int(crc), tuple(map(tuple, samples)), tuple(last), int(at)
        )

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
    """Writes runs into one file; the states of each are added in order.

    One run: ``with RunWriter(...) as run: run.add(...)``, then ``run.made``.  Several: after the states of each,
    :meth:`cut` tells of the run.
    """

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
        self._blocks = Blocks(View(self._room), View(self._ends), View(self._firsts_room))
        self._at = 0
        self._begin()

    def _begin(self) -> None:
        self._firsts: list[Array] = []
        self._offsets: list[Array] = [np.zeros(1, np.int64)]
        self._counts: list[Array] = []
        self._size = self._crc = self._states = 0
        self._last: State = ()

    def __enter__(self) -> RunWriter:
        self._file = self._path.open("wb", buffering=1 << 16)
        return self

    def add(self, keys: Array, count: int) -> None:
        """Append states, packed side by side in an array."""
        step = self._most * BLOCK
        for first in range(0, count, step):
            n = min(step, count - first)
            number = self._encode(View(keys, first * self.words), n, self._blocks)
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

    def cut(self) -> Run:
        """End the run that was written, and begin another one in the same file."""
        firsts = np.concatenate([*self._firsts, np.zeros(0, np.uint64)])
        offsets = np.concatenate(self._offsets)
        before = np.concatenate([np.zeros(1, np.int64), *self._counts]).cumsum()
        index = firsts.tobytes() + offsets.tobytes() + before.tobytes()
        blocks = len(before) - 1
        tail = TAIL.pack(MAGIC, self.words, blocks, self._states, self._size, self._crc, zlib.crc32(index), 0)
        self._file.write(index + tail)
        table = firsts.reshape(-1, self.words)
        picked: Any = range(blocks)
        if blocks > SAMPLES:
            picked = np.unique(np.linspace(0, blocks - 1, SAMPLES).astype(np.int64))
        samples = tuple(state_of(table[b]) for b in picked)
        size = self._size + len(index) + TAIL.size
        made = Run(self.name, self._states, size, self._crc, samples, self._last, self._at)
        self._at += size
        self._begin()
        return made

    def __exit__(self, kind: object, error: object, at: object) -> None:
        whole = False
        try:
            if kind is None:
                if self._states or not self._at:
                    self.made = self.cut()
                self._file.close()
                self._path.replace(self.folder / self.name)
                whole = True
        finally:
            if not whole:
                self.made = None
                with suppress(OSError):  # what could not be written before
                    self._file.close()
                self._path.unlink(missing_ok=True)


class RunReader:
    """A run in a file, with its index in memory.

    Raises BadInput for a file that is not the run of that name: other states, or damaged.
    """

    def __init__(self, folder: str | Path, run: RunName, words: int) -> None:
        name = run.name
        self.folder, self.name, self.words, self.at = folder, name, words, run.at
        self.path = f"{folder}/{name}"
        with open(self.path, "rb", buffering=0) as file:
            file.seek(run.at + run.size - TAIL.size)
            tail = _read(file, TAIL.size)
            magic, wide, self.blocks, self.states, self.size, self.crc, crc, _ = TAIL.unpack(tail)
            wanted = 8 * (self.blocks * words + 2 * (self.blocks + 1))
            if magic != MAGIC or wide != words or self.size + wanted + TAIL.size != run.size:
                raise damaged(folder, name)
            file.seek(run.at + self.size)
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
        with self._open() as file:
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
        held = self._held
        if held is not None:
            while first < last:
                stop = min(last, first + group)
                yield first, self.chunk(View(held, int(self.offsets[first])), first, stop)
                first = stop
            return
        with self._open() as file:
            while first < last:
                begin = int(self.offsets[first])
                stop = int(np.searchsorted(self.offsets, begin + CHUNK, "right")) - 1
                stop = min(max(stop, first + 1), last, first + group)
                file.seek(self.at + begin)
                data = np.frombuffer(_read(file, int(self.offsets[stop]) - begin), np.uint8)
                yield first, self.chunk(View(data), first, stop)
                first = stop

    def picked(self, blocks: Array) -> Chunk:
        """Some blocks, by their numbers in order, as if they stood side by side."""
        begins, ends = self.offsets[blocks], self.offsets[blocks + 1]
        with self._open() as file:
            pieces = []
            for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
                file.seek(self.at + begin)
                pieces.append(file.read(end - begin))
        offsets = np.concatenate([np.zeros(1, np.int64), ends - begins]).cumsum()
        data = np.frombuffer(b"".join(pieces), np.uint8)
        if len(data) != offsets[-1]:
            raise damaged(self.folder, self.name)
        before = np.concatenate(
            [np.zeros(1, np.int64), self.before[blocks + 1] - self.before[blocks]]
        ).cumsum()
        firsts = self.firsts.reshape(-1, self.words)[blocks].reshape(-1)
        return Chunk(View(data), View(offsets), View(before), View(firsts), len(blocks))

    def _open(self) -> FileIO:
        """The file, at the first byte of the run."""
        file = FileIO(self.path)
        file.seek(self.at)
        return file

    def hold(self) -> int:
        """Keep all blocks in memory from now on; returns how many bytes they have."""
        with self._open() as file:
            self._held = np.frombuffer(_read(file, self.size), np.uint8)
        return self.held

    def release(self) -> None:
        """Read blocks from the file again from now on."""
        self._held = None

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
        key = (about.st_dev, about.st_ino, about.st_mtime_ns, about.st_size, run.at, words)
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
            old.release()  # a merging goes on with hundreds of runs that are open no more
        return found
