"""Typed systems that are kept: a mode at an instance that was checked and lowered before need not be lowered again.

To lower the rules takes a tenth to a quarter of a second, most of the time to a small box's first state.  So the system
is kept in the user's own cache, beside machine code (:mod:`queensbench.readers.native.own_cache`), under a name that is
the digest of all that it follows from:

* the text of every module of the project that is loaded, in the order in which Python has loaded them,
* the toolkit, by size and dates of each of its files (nobody can set back the date of change),
* the version of Python, the folder of the project, its limits, and the names of its clauses,
* the mode, and the instance with its sizes, parameters and members.

Nothing is kept, and nothing taken, where this may not be all: see :func:`name_of`.  At a file's head stands a keyed sum
of its name and content; what this user has not written is not read further.  What is read is nodes of the typed form,
tuples, texts, numbers and ranges, and nothing else.

What this cannot see: that a loaded module was changed in memory; that a model depends on the order of a set of texts,
or gets at chance or at other modules by way of one that it may import.
Audits, whose verdicts are stored, lower their systems anew.
"""

from __future__ import annotations

import hashlib
import io
import marshal
import os
import pickle
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import queensbench
from queensbench.evidence.keys import COMPUTED, TOOLKIT, toolkit_names
from queensbench.evidence.source_forms import OPENS
from queensbench.files import writing
from queensbench.files.keyed_sums import DIGITS, Whose, ring, sum_of, whose
from queensbench.files.reading import read_bytes
from queensbench.language import properties, rules
from queensbench.language.modes import Instance, Mode
from queensbench.project import importing, projects, several
from queensbench.project.projects import Project, Ruleset
from queensbench.readers.native import own_cache
from queensbench.readers.native.code_cache import FOLDER
from queensbench.rules.typed import ir
from queensbench.rules.typed.digest import digest, note

USE = b"typed system"
"""What these keyed sums are made for."""
HEAD = DIGITS + 64
"""The bytes of the keyed sum at a file's head: the name of its key, and the sum, in digits."""
DIGEST = 64
"""The bytes behind the head: the digest of the system, in digits."""
END = ".system"
"""The end of the names of these files."""
BEGUN = queensbench._begun
SETTLED = 60.0
"""No system is kept or taken where the toolkit was changed less than so many seconds before the process began."""
MARGIN = 2.0
"""The same for a module of the project, before the project was imported: file systems count in steps of up to this."""
NODES = frozenset(
    name for name, one in vars(ir).items() if isinstance(one, type) and one.__module__ == ir.__name__
)
"""The sorts of nodes that a kept system may hold."""
PLAIN = frozenset(
    {
        "__future__",
        "abc",
        "collections",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "itertools",
        "math",
        "operator",
        "string",
        "typing",
        *importing.PACKAGES,
        queensbench.__name__,
    }
)
"""The modules, by what stands before the first dot, that may be imported: nothing outside tells them anything."""
ASKS = re.compile(rf"{COMPUTED.pattern}|{OPENS.pattern}|\bRandom\(\s*\)|\b(?:id|hash)\(")
"""Text that may ask what no key covers: files, chance without a seed, where objects lie in memory."""
HINTS = (
    *("importlib", "__import__", "pkgutil", "runpy", "exec", "eval", "sys.modules"),
    *("open(", "read_text(", "read_bytes(", "loadtxt(", "genfromtxt(", "get_data(", "files("),
    *("tomllib", "csv", "json", "sqlite3", "Random(", "id(", "hash("),
)
"""Texts of which one stands wherever :data:`ASKS` matches: looking for these first takes a third of the time."""
IMPORT = "import"
FROM = re.compile(r"\s*from\s+([\w.]+)\s+import\b")
SEEDED = re.compile(r"\s*from\s+random\s+import\s+Random\s*")
"""The one import of chance that will do: a generator that is given its seed (:data:`ASKS`) gives the same each time."""


def system(project: Project, ruleset: Ruleset, mode: Mode, instance: Instance) -> ir.System:
    """The checked and lowered mode at an instance: the one that is kept, or else a new one, which is then kept.

    The project has to be the active one.  Raises ModelRefused with every finding, or BadInput, as
    :func:`queensbench.project.projects.system` does.
    """
    place = None
    if (id(mode), id(instance)) not in ruleset.systems:
        place = _place(project, ruleset, mode, instance)
        found = None if place is None else _read(place)
        if found is not None:
            return found
    made = projects.system(ruleset, mode, instance)
    if place is not None:
        _write(place, made)
    return made


def _place(project: Project, ruleset: Ruleset, mode: Mode, instance: Instance) -> Path | None:
    """The file of a system; None where none is kept: where a variable says where machine code goes, none is."""
    folder = None if os.environ.get(FOLDER) else own_cache.folder()
    if folder is None:
        return None
    ring()  # what is wrong with a key is said here
    name = name_of(project, ruleset, mode, instance)
    return None if name is None else folder / f"{name}{END}"


# --------------------------------------------------------------------------------------------------- names


def name_of(project: Project, ruleset: Ruleset, mode: Mode, instance: Instance) -> str | None:
    """The digest of all that the system of a mode at an instance follows from; None where that cannot be told.

    It cannot where the toolkit or a module of the project was changed just now, or after it was imported; where a
    module of the project imports anything but :data:`PLAIN` modules, opens files, or computes what it imports; where
    Python has run older code of a module than its text; where rules or properties were declared outside the project's
    files, in a test or a notebook; and for a mode that is none of the ruleset's.
    """
    if ruleset.modes.get(mode.name) is not mode:
        return None
    toolkit, texts = toolkit_stamp(), _texts(project)
    if toolkit is None or texts is None:
        return None
    known = ruleset.clause_names
    facts = (
        toolkit,
        texts,
        (sys.version, sys.flags.optimize, str(project.root), str(TOOLKIT)),
        (ruleset.name, mode.module, mode.name, mode.limits),
        None if known is None else sorted(known),
        _told(mode, instance),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def _told(mode: Mode, instance: Instance) -> tuple[Any, ...]:
    """What tells an instance from others of its mode."""
    parameters = {} if mode.parameters is None else {d.name: d.default for d in mode.parameters.declared()}
    return (
        instance.name,
        sorted({**parameters, **instance.parameters}.items()),
        sorted(instance.sizes.items()),
        [
            (kind.__module__, kind.__qualname__, [getattr(member, "name", member) for member in kept])
            for kind, kept in instance.keep.items()
        ],
    )


@cache
def toolkit_stamp() -> str | None:
    """The digest of names, sizes and dates of the toolkit's files; None if one was changed just now, or is gone."""
    whole = hashlib.sha256()
    for name in toolkit_names():
        try:
            about = os.stat(name)  # noqa: PTH116 - in half the time
        except OSError:
            return None
        if max(about.st_mtime, about.st_ctime) > BEGUN - SETTLED:
            return None
        whole.update(f"{name}\0{about.st_size} {about.st_mtime_ns} {about.st_ctime_ns}\n".encode())
    return whole.hexdigest()


def _texts(project: Project) -> list[tuple[str, str]] | None:
    """The loaded modules of a project with the digests of their texts; None as of :func:`name_of`."""
    found = []
    for name, module in list(sys.modules.items()):
        if several.own(name):
            text = _text(module, project)
            if text is None or outside(text):
                return None
            found.append((name, hashlib.sha256(text).hexdigest()))
    names = {name for name, _ in found}
    declaring = (*rules.registry, *properties.declared)
    if any(name not in names and several.MARK not in name for name in declaring):
        return None
    return found


def _text(module: ModuleType, project: Project) -> bytes | None:
    """The text that a module was imported from; None where that is not sure.  A package may have none, and no file."""
    file = getattr(module, "__file__", None)
    if file is None:
        places = [Path(one) for one in getattr(module, "__path__", ())]
        return b"" if places == [project.root / module.__name__] else None
    path = Path(file)
    if path.suffix != ".py" or not path.is_relative_to(project.root):
        return None
    try:
        about = path.stat()
        text = read_bytes(path)
    except OSError:
        return None
    if max(about.st_mtime, about.st_ctime) > project.modules.begun - MARGIN:
        return None
    return text if _runs(module, text, about) else None


def _runs(module: ModuleType, text: bytes, about: os.stat_result) -> bool:
    """Whether the code that Python has run is that of a module's text.

    Python takes compiled code where its file says the size and the second of the text that it is of, so an edit in the
    same second may not be seen.  Where compiled code was written so soon after its text, the text is compiled again.
    """
    compiled = getattr(module, "__cached__", None)
    if compiled is None:
        return True
    try:
        kept = os.stat(compiled)  # noqa: PTH116 - in half the time
        if min(kept.st_mtime, kept.st_ctime) > about.st_mtime + MARGIN:
            return True
        code = marshal.loads(read_bytes(compiled)[16:])  # noqa: S302 - Python itself has just done so
        return bool(code == compile(text, str(module.__file__), "exec", dont_inherit=True))
    except FileNotFoundError:
        return True  # it was run from its text
    except (OSError, ValueError, EOFError, TypeError, SyntaxError):
        return False


def outside(text: bytes) -> bool:
    """Whether a module may ask for what no name of a system covers: see :data:`ASKS` and :data:`PLAIN`.

    A module that nothing has imported in this process has told nobody anything, whoever names it.
    """
    words = text.decode("utf-8", "replace").replace("\\\n", " ")
    if any(hint in words for hint in HINTS) and ASKS.search(words):
        return True
    return any(name not in PLAIN and name in sys.modules for name in _imported(words))


def _imported(text: str) -> Iterator[str]:
    """The first parts of the names that a text may import; prose about imports counts with all of its words."""
    at = text.find(IMPORT)
    while at >= 0:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[text.rfind("\n", 0, at) + 1 : end]
        match = FROM.match(line)
        names = [match[1]] if match else re.findall(r"[\w.]+", line)
        names = [] if SEEDED.fullmatch(line) else names
        yield from (name.partition(".")[0] for name in names if name != IMPORT)
        at = text.find(IMPORT, end)


# ---------------------------------------------------------------------------------------------------- files


class _Nodes(pickle.Unpickler):
    """Reads nodes of the typed form and ranges, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("builtins", "range"):
            return range
        if module == ir.__name__ and name in NODES:
            return getattr(ir, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no node of a system")


def _read(place: Path) -> ir.System | None:
    """The system that is kept; None if there is none, or it is not ours and whole."""
    try:
        kept = read_bytes(place, links=False)
    except OSError:
        return None
    held, head = kept[HEAD:], kept[:HEAD].decode("ascii", "replace")
    by = whose(USE, _signed(place, held), head[:DIGITS], head[DIGITS:])
    if by is not Whose.OWN or len(head) != HEAD or len(held) < DIGEST:
        return None
    with suppress(OSError):
        os.utime(place)  # what was used last is removed last
    try:
        found = _Nodes(io.BytesIO(zlib.decompress(held[DIGEST:]))).load()
    except (zlib.error, pickle.UnpicklingError, EOFError, ValueError, TypeError, AttributeError):
        return None
    if not isinstance(found, ir.System):
        return None
    note(found, held[:DIGEST].decode("ascii"))
    return found


def _write(place: Path, made: ir.System) -> None:
    """Keep a system; a disk that is full, or a folder that cannot be written, leaves it unkept."""
    held = digest(made).encode() + zlib.compress(pickle.dumps(_bare(made), protocol=5), 1)
    with suppress(OSError):
        writing.replace(place, "".join(sum_of(USE, _signed(place, held))).encode() + held, lasting=False)
        own_cache.trim(place.parent)


def _bare(made: ir.System) -> ir.System:
    """A system with its fields alone."""
    return ir.System(**{name: getattr(made, name) for name in ir.System.__dataclass_fields__})


def _signed(place: Path, held: bytes) -> bytes:
    """What a keyed sum is of: the name of a file, which says what the system follows from, and its content."""
    return place.name.encode() + b"\0" + held


__all__ = ["name_of", "outside", "system", "toolkit_stamp"]
