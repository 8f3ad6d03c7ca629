"""Machine code from the text of a module: how long it is optimised, and where it is kept.

The object file of each module is kept in the folder that the environment variable ``QUEENSBENCH_CODE`` names
(``off``: nowhere), or else in the user's own cache (:mod:`queensbench.readers.native.own_cache`), and taken from there.
Its name is the hash of all that it follows from: the module's text, the machine, the level and LLVM.  At its head
stands a keyed sum of its name and content (:mod:`queensbench.files.keyed_sums`).  So what is found is what this user
would compile.  A file that was cut short, altered, renamed, or written by somebody else does not match its sum, and
nothing of it is run: the code is made anew.

In the user's own cache a module may go by a name that its text follows from (:class:`Text`), so that the text need not
be written.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from queensbench.files import writing
from queensbench.files.keyed_sums import DIGITS, Whose, ring, sum_of, whose
from queensbench.files.reading import read_bytes
from queensbench.readers import temporary
from queensbench.readers.native import own_cache
from queensbench.readers.native.inlining import inlined

FOLDER = "QUEENSBENCH_CODE"
OFF = "off"
HEAD = DIGITS + 64
"""The bytes of the keyed sum at a file's head: the name of its key, and the sum, in digits."""
LENGTH = 8
"""The bytes behind the head: the number of characters of the module's text."""
USE = b"machine code"
"""What these keyed sums are made for."""

QUICK = 0
"""The level of code that is made quickly."""
INLINED = 1
"""The level of code whose short functions are put where they are called (:mod:`inlining
<queensbench.readers.native.inlining>`)."""
FULL = 2
"""The level of code that LLVM optimises."""
COSTS = {INLINED: 1.6e-6, FULL: 6e-6}
"""Seconds to make code of a level, for each character of the module's text."""
GAINED = {INLINED: 0.6, FULL: 0.7}
"""The share of quick code's time that code of a level saves, as measured."""
GAINED_MORE = 0.25
"""The share that :data:`FULL` saves of the time of :data:`INLINED`."""
WAITED = {INLINED: 0.4, FULL: 0.2}
"""The part of a level's costs after the loss of which, with quick code, code of that level is made.

With nothing known of the rest, the safest is to wait until as much is lost as the code costs to make (the ski rental
problem).  Less is waited for here: a box that has run for so long mostly runs for much longer.
"""


@dataclass
class Text:
    """The text of a module, written when it is first read.

    ``write``: makes it.  ``name``: a name for all that it follows from; None: it goes by the text itself alone.
    """

    write: Callable[[], str]
    name: str | None = None

    @cached_property
    def text(self) -> str:
        """The text itself."""
        return self.write()


class Code:
    """The machine code of a module: made quickly at first if wanted, and made anew once it has run for long.

    Most boxes are explored in less time than it takes LLVM to optimise their rules.  Quick code takes a tenth of that
    time to make, and runs a third to a quarter as fast.  Code of level :data:`INLINED` takes a quarter to a third, and
    runs as fast as optimised code at best, and half as fast at worst.  :meth:`ran` is told how long it ran, on all
    threads, and changes :attr:`engine` when enough time has been lost by that (:data:`WAITED`).
    """

    def __init__(
        self, text: str | Text, target: Any, *, level: int, quick: bool, cpu: str = "", features: str = ""
    ) -> None:
        self._made = Making(text, target, cpu, features)
        self._then = level
        self._seconds = 0.0
        self._kept: list[Any] = []
        self._addresses: dict[str, int] = {}
        self.level, self.engine = self._begun(quick=quick)

    def _begun(self, *, quick: bool) -> tuple[int, Any]:
        """The code to begin with, and its level: the quick one if wanted, unless better code is kept."""
        for level in sorted({FULL, self._then}, reverse=True) if quick else ():
            engine = self._made.kept(level)
            if engine is not None:
                return level, engine
        level = QUICK if quick else self._then
        return level, self._made.engine(level)

    def address(self, name: str) -> int:
        """The address of a function of the module as it is now; 0 if there is none of that name."""
        if name not in self._addresses:
            self._addresses[name] = int(self.engine.get_function_address(name))
        return self._addresses[name]

    def ran(self, seconds: float, left: float | None = None) -> bool:
        """Note that code ran for so many seconds; True if it was made anew, so that its functions lie elsewhere.

        ``left``: for how many seconds more it would run, where that is known; else it is taken to run as long again.
        Code that is run again and again for a short while is made anew when it has lost what that costs.
        """
        if self.level == FULL or self._then == QUICK:
            return False
        self._seconds += seconds
        better = self._worth(left)
        if better is not None:
            self._renew(better)
        return better is not None

    def _worth(self, left: float | None) -> int | None:
        """The level at which the code is worth making anew, after the seconds that it ran; None if at none."""
        length = self._made.length
        ahead = max(left or 0.0, self._seconds)
        if self.level == INLINED:
            return FULL if GAINED_MORE * ahead > COSTS[FULL] * length else None
        then = self._then
        saved = 0.0 if left is None else (1 - GAINED[INLINED]) * GAINED_MORE * left
        if saved > (COSTS[FULL] - COSTS[INLINED]) * length:
            return FULL
        waited = WAITED[then] if left is None else 1.0
        return then if GAINED[then] * ahead >= waited * COSTS[then] * length else None

    def optimise(self) -> None:
        """Make the code anew at the level asked for, if it is the quick one."""
        if self.level == QUICK != self._then:
            self._renew(self._then)

    def _renew(self, level: int) -> None:
        self._kept.append(self.engine)  # calls of its functions may still be about
        self._seconds = 0.0
        self.level, engine = level, self._made.engine(level)
        self.engine, self._addresses = engine, {}


class Making:
    """The inputs of machine code: the text of a module, and the machine that it is made for."""

    def __init__(self, text: str | Text, target: Any, cpu: str, features: str) -> None:
        self.source = text if isinstance(text, Text) else Text(lambda: text)
        self.target = target
        self.cpu = cpu
        self.features = features
        self._length: int | None = None

    @property
    def length(self) -> int:
        """The number of characters of the text."""
        return len(self.source.text) if self._length is None else self._length

    def engine(self, level: int) -> Any:
        """The engine that holds the machine code at a level: :data:`QUICK`, :data:`INLINED` or :data:`FULL`."""
        return self.kept(level) or self._compiled(level)

    def kept(self, level: int) -> Any:
        """The engine with the machine code that is kept of a level; None if none is."""
        import llvmlite.binding as llvm

        machine = self._machine(level)
        place = self._place(machine, level)
        found = None if place is None else _read(place)
        if found is None:
            return None
        self._length, code = found
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return engine

    def _machine(self, level: int) -> Any:
        options: dict[str, Any] = {"opt": level, "jit": True}
        if self.cpu:
            options |= {"cpu": self.cpu, "features": self.features}
        return self.target.create_target_machine(**options)

    def _place(self, machine: Any, level: int) -> Path | None:
        """The file of the machine code of a level; None where none is kept."""
        import llvmlite
        import llvmlite.binding as llvm

        named, own = os.environ.get(FOLDER), None
        if named == OFF or (not named and (own := own_cache.folder()) is None):
            return None
        facts = (
            self.source.text if named or self.source.name is None else ("name", self.source.name),
            machine.triple,
            self.cpu,
            self.features,
            level,
            llvm.llvm_version_info,
            llvmlite.__version__,
        )
        place = own_cache.named(Path(named).absolute(), FOLDER) if named else own
        ring()  # what is wrong with a key is said here: LLVM, which calls what keeps code, hears of no error
        return None if place is None else place / hashlib.sha256(repr(facts).encode()).hexdigest()

    def _compiled(self, level: int) -> Any:
        import llvmlite.binding as llvm

        machine = self._machine(level)
        # In LLVM's global context: one of its own could be collected, and freed, before the engine.
        parsed = llvm.parse_assembly(inlined(self.source.text) if level == INLINED else self.source.text)
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
        if level == FULL:
            passes = builder.getModulePassManager()
        else:
            passes = llvm.create_new_module_pass_manager()
            if level == INLINED:  # what is put elsewhere is first made short
                passes.add_sroa_pass()
                passes.add_simplify_cfg_pass()
            passes.add_always_inliner_pass()
            passes.add_sroa_pass()
            passes.add_simplify_cfg_pass()
            passes.add_instruction_combine_pass()
            passes.add_simplify_cfg_pass()
        passes.run(parsed, builder)
        engine = llvm.create_mcjit_compiler(parsed, machine)
        place, length = self._place(machine, level), len(self.source.text)
        if place is not None:
            engine.set_object_cache(lambda module, code: _write(place, length, code))
        engine.finalize_object()
        return engine


@contextmanager
def shared() -> Iterator[None]:
    """Share machine code between this process and those that it starts, in a folder that is removed afterwards.

    Nothing is done where a folder is named already, where the user's own is used, or where none can be made.
    """
    if os.environ.get(FOLDER) or own_cache.folder() is not None:
        yield
        return
    with ExitStack() as stack:
        with suppress(OSError):
            os.environ[FOLDER] = str(stack.enter_context(temporary.folder()))
            stack.callback(os.environ.pop, FOLDER, None)
        yield


def _read(place: Path) -> tuple[int, bytes] | None:
    """The length of the text and the machine code that was kept; None if there is none, or it is not ours and whole."""
    try:
        kept = read_bytes(place, links=False)
    except OSError:
        return None
    held = kept[HEAD:]
    head = kept[:HEAD].decode("ascii", "replace")
    by = whose(USE, _signed(place, held), head[:DIGITS], head[DIGITS:])
    if by is not Whose.OWN or len(head) != HEAD or len(held) < LENGTH:
        return None
    with suppress(OSError):
        os.utime(place)  # what was used last is removed last
    return int.from_bytes(held[:LENGTH], "little"), held[LENGTH:]


def _write(place: Path, length: int, code: bytes) -> None:
    """Keep machine code; a disk that is full, or a folder that cannot be written, leaves it unkept."""
    held = length.to_bytes(LENGTH, "little") + code
    with suppress(OSError):
        writing.replace(place, "".join(sum_of(USE, _signed(place, held))).encode() + held, lasting=False)
        if not os.environ.get(FOLDER):
            own_cache.trim(place.parent)


def _signed(place: Path, held: bytes) -> bytes:
    """What a keyed sum is of: the name of a file, which says what its code follows from, and its content."""
    return place.name.encode() + b"\0" + held
