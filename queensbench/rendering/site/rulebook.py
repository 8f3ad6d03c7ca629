"""A rulebook in its own order, sentence by sentence: what carries it out, and how far each rule has come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from queensbench.analyses.report.collected import RulebookFacts
from queensbench.analyses.traceability.booklets import standings
from queensbench.analyses.traceability.matrix import ClauseRow, State
from queensbench.evidence.verdicts_lock import Shown
from queensbench.language.properties import Class
from queensbench.project.register.seeds import BINDING, Manifest, titles

TONES: Mapping[str, tuple[str, str]] = {
    "failed": ("failed", "a property or a test of it is not as expected"),
    "hole": ("no link", "nothing carries it out that should"),
    "refuted": ("refuted", "a claim about it is refuted by a play, as its author expects"),
    "proved": ("proved", "a claim about it is proved of the box as sold"),
    "exhausted": ("exhausted", "a claim about it holds in every state of small boxes"),
    "played": ("played", "claims about it held in random games, or play has gone through it"),
    "idle": ("never came into play", "engines have run, and nothing has gone through it"),
    "carried": ("carried out", "a rule of the model carries it out; here nothing has run through it yet"),
    "waived": ("waived", "somebody has said why it needs no evidence"),
    "nothing": ("nothing needed", "a definition, an example or a remark that claims nothing of its own"),
}
"""The states of a clause by their colour: the word for it, and what it means."""


@dataclass(frozen=True)
class Claimed:
    """A property of a clause, with what the lock says of it."""

    name: str
    kind: str
    why: str
    shown: str
    tone: str


@dataclass(frozen=True)
class ClauseView:
    """A clause: its colour, what carries it out, what is claimed of it, and what is open."""

    row: ClauseRow
    tone: str
    claims: Sequence[Claimed]
    rules: Sequence[tuple[str, str]]
    rulings: Sequence[str]
    gaps: Sequence[str]
    ran: str

    @property
    def name(self) -> str:
        """Its name, which is its anchor for ever."""
        return self.row.clause.name

    @property
    def state(self) -> str:
        """Its state in a word."""
        return TONES[self.tone][0]


@dataclass(frozen=True)
class Sentence:
    """A sentence of a document: its number and kind, its text if it may be shown, and the clauses that state it.

    ``first``: of these the ones that are shown in full here; the others are further up.  ``last``: the number of the
    last of several that bind nobody and are not shown, which stand here together (empty: it stands alone).
    """

    id: str
    kind: str
    text: str
    tone: str
    first: Sequence[ClauseView]
    again: Sequence[str]
    last: str = ""


@dataclass(frozen=True)
class Part:
    """A place of a document with its sentences."""

    place: str
    anchor: str
    sentences: Sequence[Sentence]


@dataclass(frozen=True)
class Booklet:
    """A document with its parts.  ``quoted``: its sentences are shown; ``cited``: how many units clauses state."""

    manifest: Manifest
    title: str
    anchor: str
    parts: Sequence[Part]
    quoted: bool
    cited: int


def clause_views(facts: RulebookFacts) -> dict[str, ClauseView]:
    """The clauses by name, in the order of the documents."""
    rows = {row.clause.name: row for row in facts.rows}
    asked = any(row.ran for row in facts.rows)
    order = standings(facts.ruleset) if facts.ruleset.clauses is not None else {}
    return {name: _clause(facts, rows[name], asked=asked) for name in order if name in rows}


def _clause(facts: RulebookFacts, row: ClauseRow, *, asked: bool) -> ClauseView:
    claims = [_claim(facts, name) for name in row.properties]
    rules = [(name, f"{block.file}:{block.line}") for name, block in (*row.blocks, *row.stated)]
    gaps = [name for name in row.open if name in facts.ruleset.gaps.by_name]
    times = sum(one.times for one in row.ran)
    engines = f"{times:,} times in {len(row.ran)} audited box{'es' * (len(row.ran) != 1)}" if row.ran else ""
    tests = (
        f"{len(row.passed())} test{'s' * (len(row.passed()) != 1)} passed through it" if row.passed() else ""
    )
    return ClauseView(
        row,
        _tone(row, claims, asked=asked),
        claims,
        list(dict.fromkeys(rules)),
        [name for name in row.open if name not in gaps],
        gaps,
        "; ".join(filter(None, (engines, tests))),
    )


def _tone(row: ClauseRow, claims: Sequence[Claimed], *, asked: bool) -> str:
    tones = {claim.tone for claim in claims}
    if row.state is State.FAILED:
        return "failed"
    if row.state is State.UNLINKED:
        return "hole"
    if row.state is State.WAIVED:
        return "waived"
    for tone in ("refuted", "proved", "exhausted"):
        if tone in tones:
            return tone
    if "played" in tones or any(one.times for one in row.ran) or row.passed():
        return "played"
    if row.blocks:
        return "idle" if asked else "carried"
    return "carried" if row.stated else "nothing"


def _claim(facts: RulebookFacts, name: str) -> Claimed:
    decl = facts.declared[name]
    shown = facts.shown(name)
    return Claimed(
        name, decl.kind.replace("_", " "), decl.expect.why, shown_words(shown), tone_of(shown.values())
    )


def tone_of(shown: object) -> str:
    """The colour of what the lock says of a property on its instances: the strongest, unless one is refuted."""
    found = [one for one in shown if isinstance(one, Shown)]  # type: ignore[attr-defined]
    if any(one.verdict == "fails" for one in found):
        return "refuted"
    classes = {one.shown for one in found if one.verdict == "holds"}
    if classes & {Class.PROVED, Class.BY_CONSTRUCTION}:
        return "proved"
    if Class.EXHAUSTED in classes:
        return "exhausted"
    return "played" if classes else "open"


def shown_words(found: Mapping[tuple[str, str], Shown]) -> str:
    """The verdicts in the lock, the instances of one verdict together."""
    from queensbench.rendering.traceability_pages import lock_words

    return lock_words(found).replace("not in the lock", "not asked yet")


def booklets(facts: RulebookFacts, views: Mapping[str, ClauseView]) -> list[Booklet]:
    """The documents of a rulebook, each in its own order; a clause is shown in full where it is first stated."""
    seen: set[str] = set()
    named = titles(facts.documents)
    found = []
    for number, manifest in enumerate(facts.documents, 1):
        stated: dict[str, list[str]] = {}
        for name, view in views.items():
            for id_ in view.row.clause.units.get(manifest.key, ()):
                stated.setdefault(id_, []).append(name)
        texts = facts.texts.get(manifest.key, {})
        parts: list[Part] = []
        rows: list[Sentence] = []
        for unit in manifest.units:
            names = stated.get(unit.id, [])
            first = [views[name] for name in names if name not in seen]
            seen.update(names)
            tone = "cited" if names else "uncited" if unit.kind in BINDING else "plain"
            again = [name for name in names if views[name] not in first]
            row = Sentence(unit.id, unit.kind.value, texts.get(unit.id, ""), tone, first, again)
            if not parts or parts[-1].place != unit.place:
                rows = []
                parts.append(Part(unit.place, f"d{number}-{len(parts) + 1}", rows))
            _put(rows, row)
        cited = sum(unit.id in stated for unit in manifest.units)
        found.append(Booklet(manifest, named[manifest.key], f"d{number}", parts, bool(texts), cited))
    return found


def _put(rows: list[Sentence], row: Sentence) -> None:
    """Add a sentence to those of its place; merge it into the last one if both bind nobody and neither is shown."""
    before = rows[-1] if rows else None
    if before is not None and row.tone == before.tone == "plain" and not row.text and not before.text:
        kinds = list(dict.fromkeys([*before.kind.split(", "), row.kind]))
        rows[-1] = replace(before, kind=", ".join(kinds), last=row.id)
    else:
        rows.append(row)


def left(views: Mapping[str, ClauseView], documents: Sequence[Booklet]) -> list[ClauseView]:
    """The clauses that no sentence states."""
    shown = {
        one.name for book in documents for part in book.parts for row in part.sentences for one in row.first
    }
    return [view for name, view in views.items() if name not in shown]


def tally(views: Mapping[str, ClauseView]) -> list[tuple[str, str, str, int]]:
    """How many clauses are of each colour: the colour, its word, what it means, the number; zeros are left out."""
    number = Counter(view.tone for view in views.values())
    return [(tone, *TONES[tone], number[tone]) for tone in TONES if number[tone]]
