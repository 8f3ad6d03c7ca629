"""Machine code kept from one process to the next, for those who compile the same rules many times.

Where the environment variable ``QUEENSBENCH_CODE`` names a folder, the object file of each module is written there
and taken from there.  Its name is the hash of all that it follows from: the module's text, the machine and LLVM.  So
what is found is what would be compiled.  A file that was cut short does not match the hash at its head, and is made
anew.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

FOLDER = "QUEENSBENCH_CODE"
HEAD = hashlib.sha256().digest_size


def engine_of(text: str, machine: Any, *, level: int, cpu: str = "", features: str = "") -> Any:
    """The engine that holds the machine code of a module's text, optimised at a level.

    ``cpu`` and ``features`` are those for which the target ``machine`` was made.
    """
    import llvmlite
    import llvmlite.binding as llvm

    folder = os.environ.get(FOLDER)
    facts = (text, machine.triple, cpu, features, level, llvm.llvm_version_info, llvmlite.__version__)
    place = Path(folder) / hashlib.sha256(repr(facts).encode()).hexdigest() if folder else None
    if place is not None and (code := _read(place)) is not None:
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return engine
    # In LLVM's global context: one of its own could be collected, and freed, before the engine.
    parsed = llvm.parse_assembly(text)
    tuning = llvm.create_pipeline_tuning_options(speed_level=level)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(parsed, builder)
    engine = llvm.create_mcjit_compiler(parsed, machine)
    if place is not None:
        engine.set_object_cache(lambda module, code: _write(place, code))
    engine.finalize_object()
    return engine


def _read(place: Path) -> bytes | None:
    """What was kept; None if there is nothing, or not all of it."""
    try:
        kept = place.read_bytes()
    except OSError:
        return None
    code = kept[HEAD:]
    return code if hashlib.sha256(code).digest() == kept[:HEAD] else None


def _write(place: Path, code: bytes) -> None:
    """Keep machine code; a disk that is full, or a folder that cannot be written, leaves it unkept."""
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=place.parent)
        with os.fdopen(number, "wb") as file:
            file.write(hashlib.sha256(code).digest() + code)
        Path(name).replace(place)
