"""Seed manifests: the identity of a source document, and the place of each of its sentences.

A manifest (``seeds/<key>.toml``) describes one source document without holding any of its text. Its
*units* are sentences, list items, table cells, captions and headings. A unit is an ordered list of
fragments, because the columns of a scanned page interleave; a fragment is a pair of code-point offsets
``[start, end)`` into the file decoded as UTF-8 with its line ends as they are. Together the fragments of
all units hold every character for which ``str.isspace`` is false, each once.

A manifest cannot show the text: where a sentence was reworded, ``check`` can only say that the unit's
text is no longer there and that other text stands in its place.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import unicodedata
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

from queensbench.errors import BadInput
from queensbench.files.reading import read_bytes
from queensbench.project.register.entries import Entries, nearest

Span = tuple[int, int]
"""A pair of code-point offsets, the second one exclusive."""


class UnitKind(StrEnum):
    """The kinds of units of a document."""

    RULE = "rule"
    DEFINITION = "definition"
    EXAMPLE = "example"
    SET_UP = "set-up"
    COMPONENT = "component"
    FLAVOUR = "flavour"
    HEADING = "heading"
    NOISE = "noise"


BINDING = frozenset(
    {UnitKind.RULE, UnitKind.DEFINITION, UnitKind.EXAMPLE, UnitKind.SET_UP, UnitKind.COMPONENT}
)
"""The kinds whose every unit belongs in a clause."""


@dataclass(frozen=True)
class Unit:
    """One sentence, list item, table cell, caption or heading of a document."""

    id: str
    kind: UnitKind
    place: str
    fragments: tuple[Span, ...]
    sha256: str
    printing: str = ""


@dataclass(frozen=True)
class Manifest:
    """One source document: its checksum, and its units in the order of the manifest.

    ``length`` counts code points, ``sha256`` is taken over the bytes of the file, ``file`` is the name
    under which the document is usually found.  ``printings``: where the document prints the same rules more
    than once, the names of these printings; a unit that names none belongs to all of them.
    """

    key: str
    title: str
    publisher: str
    edition: str
    language: str
    sha256: str
    length: int
    file: str
    units: tuple[Unit, ...]
    printings: tuple[str, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Unit]:
        """The units by their ids."""
        return {unit.id: unit for unit in self.units}

    def of_kind(self, *kinds: UnitKind) -> tuple[Unit, ...]:
        """The units of these kinds, for instance the flavour and the noise that a reviewer should see."""
        return tuple(unit for unit in self.units if unit.kind in kinds)


@dataclass(frozen=True)
class Moved:
    """A unit whose text is unchanged and stands elsewhere, with its new fragments."""

    id: str
    fragments: tuple[Span, ...]


@dataclass(frozen=True)
class Report:
    """The units of a manifest in a text: unchanged, moved, changed or removed.

    ``changed`` are units whose text is gone while other text stands between their neighbours, ``removed``
    those that left nothing; ``added`` are the spans of text that belong to no unit and replace none.
    ``uncovered`` counts the characters, white space apart, that are neither in an unchanged nor in a
    moved unit. ``exact`` says that the text is the very one of the manifest, byte for byte.
    """

    key: str
    exact: bool
    unchanged: tuple[str, ...]
    moved: tuple[Moved, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    added: tuple[Span, ...]
    uncovered: int

    @property
    def clean(self) -> bool:
        """Whether every unit stands where the manifest says and nothing else does."""
        return not (self.moved or self.changed or self.removed or self.uncovered)


@dataclass(frozen=True)
class Document:
    """A file that is, or by its name should be, the document of a manifest."""

    manifest: Manifest
    path: Path
    text: str
    exact: bool


def normalised(text: str) -> str:
    """The text in the form of its checksum: Unicode normal form C, white space collapsed and stripped."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def checksum(text: str) -> str:
    """The SHA-256, in hexadecimal, of a unit's text after normalisation."""
    return hashlib.sha256(normalised(text).encode()).hexdigest()


def unit_text(text: str, fragments: Iterable[Span]) -> str:
    """The normalised text of a unit: its fragments of ``text``, joined by a space."""
    return normalised(" ".join(text[start:end] for start, end in fragments))


def echoes(ours: str, theirs: str, run: int = 9) -> tuple[str, ...]:
    """Every run of ``run`` words of ``ours`` that stands in ``theirs``, whatever the case and punctuation."""
    mine, other = (re.findall(r"\w+", part.casefold()) for part in (ours, theirs))
    known = {tuple(other[i : i + run]) for i in range(len(other) - run + 1)}
    runs = (tuple(mine[i : i + run]) for i in range(len(mine) - run + 1))
    return tuple(" ".join(words) for words in runs if words in known)


# ---- loading

HEAD: Mapping[str, type] = {
    "key": str,
    "title": str,
    "publisher": str,
    "edition": str,
    "language": str,
    "sha256": str,
    "length": int,
    "file": str,
}
PRINTINGS: Mapping[str, type] = {"printings": list}
PRINTING: Mapping[str, type] = {"printing": str}
UNIT: Mapping[str, type] = {"id": str, "kind": str, "place": str, "fragments": list, "sha256": str}


def load_manifest(path: Path) -> Manifest:
    """Read ``seeds/<key>.toml``.

    Raises BadInput, in one line that names the file, the unit and the remedy, for a file that is no TOML,
    unknown, missing or mistyped fields, a key that is not the file's name, an unknown kind, a duplicated
    id, a checksum that is none, and fragments that are empty, out of bounds or overlap.
    """
    entries = Entries(path, "unit", "id")
    head = entries.fields(HEAD, optional=PRINTINGS)
    if head["key"] != path.name.removesuffix(".toml"):
        raise BadInput(
            f"key {head['key']!r} is not the file's name",
            where=entries.where(),
            remedy=f"call it {head['key']}.toml",
        )
    _require_checksum(head["sha256"], entries.where())
    head["printings"] = _printings(head["printings"], entries.where())
    units: list[Unit] = []
    seen: set[str] = set()
    taken: list[tuple[int, int, str, int]] = []
    for index in range(len(entries.tables)):
        where = entries.where(index)
        fields = entries.fields(UNIT, index, optional=PRINTING)
        if fields["id"] in seen:
            raise BadInput("this id is used twice", where=where, remedy="give each unit an id of its own")
        seen.add(fields["id"])
        if fields["kind"] not in set(UnitKind):
            raise BadInput(
                f"unknown kind {fields['kind']!r}", where=where, remedy=nearest(fields["kind"], UnitKind)
            )
        _require_checksum(fields["sha256"], where)
        if fields["printing"] and fields["printing"] not in head["printings"]:
            known = head["printings"]
            raise BadInput(
                f"unknown printing {fields['printing']!r}",
                where=where,
                remedy=nearest(fields["printing"], known) if known else 'add printings = ["..."] at the top',
            )
        fragments = tuple(_fragments(fields["fragments"], head["length"], where))
        taken += [(start, end, fields["id"], index) for start, end in fragments]
        kind = UnitKind(fields["kind"])
        units.append(
            Unit(fields["id"], kind, fields["place"], fragments, fields["sha256"], fields["printing"])
        )
    for (start, end, id_, _), (later, last, _, index) in itertools.pairwise(sorted(taken)):
        if later < end:
            raise BadInput(
                f"fragment [{later}, {last}] overlaps [{start}, {end}] of unit {id_}",
                where=entries.where(index),
                remedy="give each character to one unit",
            )
    return Manifest(**head, units=tuple(units))


class Manifests(Mapping[str, Manifest]):
    """The manifests of a ``seeds`` folder by key, each read when it is asked for; errors as in load_manifest."""

    def __init__(self, folder: Path) -> None:
        self.paths = {path.name.removesuffix(".toml"): path for path in sorted(folder.glob("*.toml"))}
        self._read: dict[str, Manifest] = {}

    def __getitem__(self, key: str) -> Manifest:
        if key not in self._read:
            self._read[key] = load_manifest(self.paths[key])
        return self._read[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.paths)

    def __len__(self) -> int:
        return len(self.paths)

    def __contains__(self, key: object) -> bool:
        return key in self.paths


def _printings(value: list[Any], where: str) -> tuple[str, ...]:
    for number, name in enumerate(value):
        if not isinstance(name, str) or not name.strip():
            raise BadInput(f"{name!r} is no name of a printing", where=where, remedy="write a string")
        if name in value[:number]:
            raise BadInput(f"printing {name!r} is named twice", where=where, remedy="name it once")
    return tuple(value)


def _require_checksum(value: str, where: str) -> None:
    if not re.fullmatch(r"[0-9a-f]{64}", value):
        raise BadInput(
            f"sha256 = {value!r} is no checksum",
            where=where,
            remedy="write 64 hexadecimal digits in lower case",
        )


def _fragments(value: list[Any], length: int, where: str) -> Iterator[Span]:
    if not value:
        raise BadInput("no fragments", where=where, remedy="write fragments = [[start, end]]")
    for pair in value:
        match pair:
            case [int(start), int(end)] if type(start) is type(end) is int:
                pass
            case _:
                raise BadInput(f"{pair!r} is no fragment", where=where, remedy="write [start, end]")
        if not 0 <= start < end <= length:
            raise BadInput(
                f"fragment [{start}, {end}] is empty or out of bounds",
                where=where,
                remedy=f"keep to 0 <= start < end <= {length}, the document's length",
            )
        yield start, end


# ---- documents


def titles(manifests: Iterable[Manifest]) -> dict[str, str]:
    """The titles of documents by key; of several with the same title each has its language behind it."""
    known = list(manifests)
    often = Counter(one.title for one in known)
    return {one.key: f"{one.title} ({one.language})" if often[one.title] > 1 else one.title for one in known}


def find_documents(folder: Path, manifests: Iterable[Manifest]) -> dict[str, Document]:
    """The documents in a folder by the key of their manifest; a manifest without a document is left out.

    A file whose checksum is a manifest's is its document whatever its name; failing that, a file that is
    called as the manifest's ``file`` or ``<key>.txt`` is taken for another state of it (``exact`` is then
    false).

    Raises BadInput where the folder is none, or where a document is not UTF-8.
    """
    if not folder.is_dir():
        raise BadInput("no such folder", where=str(folder), remedy="name the folder that holds the documents")
    contents = {path: read_bytes(path) for path in sorted(folder.iterdir()) if path.is_file()}
    by_sum = {hashlib.sha256(data).hexdigest(): path for path, data in reversed(contents.items())}
    found: dict[str, Document] = {}
    for manifest in manifests:
        exact = by_sum.get(manifest.sha256)
        named = (folder / name for name in (manifest.file, f"{manifest.key}.txt"))
        path = exact or next((candidate for candidate in named if candidate in contents), None)
        if path is None:
            continue
        try:
            text = contents[path].decode()
        except UnicodeDecodeError as error:
            raise BadInput(
                f"not UTF-8 at byte {error.start}", where=str(path), remedy="save the document as UTF-8"
            ) from None
        found[manifest.key] = Document(manifest, path, text, exact is not None)
    return found


# ---- checking


def check(manifest: Manifest, text: str) -> Report:
    """Hold a manifest against a text: units that stay, move, change or are gone, and text in no unit.

    A unit is found again by its checksum alone, wherever its words now stand and however the lines break;
    it must begin and end at the border of a word. A unit in several fragments is found only where each
    fragment moved as its neighbours did. Of several lost units whose neighbours enclose one stretch of
    other text, all count as changed: without their text nobody can say which of them it replaces.
    """
    placement = _Placement(manifest, text)
    lost = [unit for unit in manifest.units if not placement.put(unit, unit.fragments)]
    placement.search(lost)
    placed = placement.placed
    gaps = placement.gaps()
    replaced = {
        unit.id: placement.replacement(unit, gaps) for unit in manifest.units if unit.id not in placed
    }
    used = set().union(*replaced.values())
    return Report(
        key=manifest.key,
        exact=hashlib.sha256(text.encode()).hexdigest() == manifest.sha256,
        unchanged=tuple(unit.id for unit in manifest.units if placed.get(unit.id) == unit.fragments),
        moved=tuple(
            Moved(unit.id, placed[unit.id])
            for unit in manifest.units
            if placed.get(unit.id, unit.fragments) != unit.fragments
        ),
        changed=tuple(name for name, spans in replaced.items() if spans),
        removed=tuple(name for name, spans in replaced.items() if not spans),
        added=tuple(gap for gap in gaps if gap not in used),
        uncovered=sum(placement.free),
    )


class _Placement:
    """The places of a manifest's units found so far in a text, and the characters still in none."""

    def __init__(self, manifest: Manifest, text: str) -> None:
        self.text = text
        self.free = [not character.isspace() for character in text]
        self.placed: dict[str, tuple[Span, ...]] = {}
        self.shifts: list[
            tuple[int, Span]
        ] = []  # of each placed fragment its old start and its new span, sorted

    def put(self, unit: Unit, fragments: tuple[Span, ...]) -> bool:
        """Place a unit on these fragments, if its text stands there and no other unit holds any of it."""
        for start, end in fragments:
            if not 0 <= start < end <= len(self.text):
                return False
            if not all(self.free[at] or self.text[at].isspace() for at in range(start, end)):
                return False
        if checksum(unit_text(self.text, fragments)) != unit.sha256:
            return False
        self.placed[unit.id] = fragments
        for (old, _), (start, end) in zip(unit.fragments, fragments, strict=True):
            self.free[start:end] = [False] * (end - start)
            insort(self.shifts, (old, (start, end)))
        return True

    def search(self, lost: list[Unit]) -> None:
        """Place the lost units elsewhere, long ones first: a short one might stand inside a long one.

        Of units with the same text, each goes to the place nearest to its old one.
        """
        single = sorted((unit for unit in lost if len(unit.fragments) == 1), key=_extent, reverse=True)
        windows = self._windows({unit.sha256 for unit in single}, max(map(_extent, single), default=0))
        alike: dict[str, list[tuple[int, Unit]]] = {}
        for unit in single:
            alike.setdefault(unit.sha256, []).append((unit.fragments[0][0], unit))
        for sum_, units in alike.items():
            dues = [(old + min(self._neighbour_shifts(old), key=abs), unit) for old, unit in units]
            places = [
                (abs(span[0] - due), unit, span) for due, unit in dues for span in windows.get(sum_, [])
            ]
            for _, unit, span in sorted(places, key=lambda place: place[0]):
                if unit.id not in self.placed:
                    self.put(unit, (span,))
        for unit in lost:
            if len(unit.fragments) > 1:
                choices = [
                    [(start + shift, end + shift) for shift in self._neighbour_shifts(start)]
                    for start, end in unit.fragments
                ]
                for fragments in itertools.islice(itertools.product(*choices), 1000):
                    if self.put(unit, fragments):
                        break

    def _neighbours(self, old: int) -> tuple[tuple[int, Span] | None, tuple[int, Span] | None]:
        at = bisect_left(self.shifts, (old, (0, 0)))
        before = self.shifts[at - 1] if at else None
        return before, self.shifts[at] if at < len(self.shifts) else None

    def _neighbour_shifts(self, old: int) -> list[int]:
        """The shifts of the placed fragments before and after an old offset."""
        shifts = [new[0] - start for start, new in filter(None, self._neighbours(old))]
        return list(dict.fromkeys(shifts)) or [0]

    def _windows(self, wanted: set[str], longest: int) -> dict[str, list[Span]]:
        """The stretches of free words whose checksum is wanted."""
        found: dict[str, list[Span]] = {}
        words = [match.span() for match in re.finditer(r"\w+|[^\w\s]", self.text)]
        for first, (start, _) in enumerate(words):
            for begin, end in words[first:]:
                if not self.free[begin] or end - start > 2 * longest:
                    break
                digest = checksum(self.text[start:end])
                if digest in wanted:
                    found.setdefault(digest, []).append((start, end))
        return found

    def gaps(self) -> list[Span]:
        """The longest stretches of free text."""
        spans: list[Span] = []
        for at, free in enumerate(self.free):
            if free and spans and not self.text[spans[-1][1] : at].strip():
                spans[-1] = (spans[-1][0], at + 1)
            elif free:
                spans.append((at, at + 1))
        return spans

    def replacement(self, unit: Unit, gaps: list[Span]) -> set[Span]:
        """The free text that touches the place where a lost unit should be."""
        touching: set[Span] = set()
        for old, _ in unit.fragments:
            before, after = self._neighbours(old)
            left = before[1][1] if before else 0
            right = after[1][0] if after else len(self.text)
            touching |= {
                (start, end)
                for start, end in gaps
                if (left <= start and not self.text[left:start].strip())
                or (end <= right and not self.text[end:right].strip())
            }
        return touching


def _extent(unit: Unit) -> int:
    return sum(end - start for start, end in unit.fragments)
