"""English against German: for every rule on which the two documents differ, where that changes what is legal or scored.

Each ruling says which document supports which reading; a reading that names none is open to both.  A reading of the
one language is held against each of the other's, unless both languages share the two; all other rulings stay at the
house reading.  The comparison is made on a small box in which every such difference can come up: with all three
levels chosen, for several rules only matter there.  Its positions under the English reading are all looked at, the
nearest first, until one shows a difference; so no shorter play in that box shows one.

What is compared: the moves, what they lead to, how likely they are and whose choice they are, the end, the winner,
the score.  What this cannot see: a difference that comes after the first one, or only beside another reading of
another ruling.  Where there is none in the box, it says how many positions were looked at; that is no proof for the
box as sold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import queensbench as qb
from model.queens_collection.cards import Box, Card, Collection, Colour, Player
from queensbench.language import Instance
from queensbench.language.rulings import RulingDecl
from queensbench.language.studies import Bench, Study, study
from spec.queens_collection.preparation import DE, EN

LEVELS = {"beginners": 1, "fewer_colours": 1, "fewer_wilds": 1}
MOST = 100_000
"""The most positions of a box that are made under a reading."""


def _kept(colours: int, players: int) -> dict[Any, Any]:
    """The first colours and the first players."""
    return {
        Colour: tuple(Colour)[:colours],
        Box: tuple(Box)[:colours],
        Card: (*tuple(Card)[:colours], Card.WILD),
        Player: tuple(Player)[:players],
    }


def _box(colours: int, players: int, **sizes: int) -> Instance:
    """A small box with every level chosen."""
    return Instance(
        "small",
        "for the study of languages",
        sizes=sizes,
        keep=_kept(colours, players),
        parameters=LEVELS,
        explore=False,
    )


_AGAINST = {"pawns": 1, "cards": 4, "wilds": 2, "hand": 1, "display": 2, "reveals": 2, "pairs": 2, "swaps": 1}
UNSEEN = "nothing seen"
BOXES = {
    "cooperative": _box(3, 2, pawns=2, cards=3, wilds=2, shown=3),
    "solo": _box(3, 1, pawns=2, cards=3, wilds=3, shown=3, put_away=1),
    "competitive": _box(3, 2, rounds=2, **_AGAINST),
    "teams": _box(2, 4, rounds=2, **_AGAINST),
}


@dataclass(frozen=True)
class Pairing:
    """A reading of the English text and one of the German, of one ruling; not both are open to both."""

    decl: RulingDecl
    english: Any
    german: Any


def supported(decl: RulingDecl, document: str) -> list[Any]:
    """The readings that a document supports."""
    return [
        reading
        for reading in decl.readings
        if not decl.documents.get(reading) or document in decl.documents[reading]
    ]


def pairings(decl: RulingDecl) -> Iterator[Pairing]:
    """The pairs of readings of a ruling that have to be compared; none if the languages share all readings."""
    english, german = supported(decl, EN), supported(decl, DE)
    shared = [reading for reading in english if reading in german]
    for one, other in product(english, german):
        if one is not other and not (one in shared and other in shared):
            yield Pairing(decl, one, other)


class Comparison:
    """A small box of a mode, and what tells readings apart in it."""

    def __init__(self, bench: Bench, name: str) -> None:
        self.session = qb.Session.of(bench.box(BOXES[name]))

    def differ(self, pairing: Pairing) -> tuple[str, str]:
        """The first difference, and where it is seen."""
        name = pairing.decl.name
        found = self.session.compare(
            {name: pairing.english}, {name: pairing.german}, budget=MOST, names=("English", "German")
        )
        if not found.kind:
            whole = "all" if found.complete else "the first"
            return UNSEEN, f"{whole} {found.states:,} positions"
        what = f"{found.kind}: {found.text}"
        if found.kind == "start":
            return what, "before the first move"
        steps = found.moves
        last = steps[-1] if steps and not found.judged else f"after {steps[-1]}" if steps else "at the start"
        return what, f"{found.choices} choices, {found.steps} steps: {last}"


@study(
    "languages",
    Collection,
    "English against German: where does it change what is legal or scored?",
    alone=True,
)
def languages(bench: Bench) -> Study:
    """A row for each two readings that the languages do not share, in one mode."""
    mode = bench.interpreter("full").mode
    comparison = Comparison(bench, mode.name)
    assert mode.rulings is not None
    decls = [d for d in mode.rulings.declared() if not d.modes or mode.name in d.modes]
    rows: list[tuple[str, ...]] = []
    for decl in decls:
        clauses = ", ".join(decl.clauses)
        for p in pairings(decl):
            readings = (p.english.name.lower(), p.german.name.lower())
            rows.append((clauses, decl.name, *readings, mode.name, *comparison.differ(p)))
    parted = [d for d in decls if any(pairings(d))]
    alike = [d.name for d in parted if set(supported(d, EN)) & set(supported(d, DE))]
    seen = {ruling for _, ruling, _, _, _, what, _ in rows if what != UNSEEN}
    columns = (
        "clauses",
        "ruling",
        "English reading",
        "German reading",
        "mode",
        "what differs",
        "shortest play",
    )
    chosen = [k for k, row in enumerate(rows) if row[5] != UNSEEN]
    return Study(
        columns,
        rows,
        chosen,
        [
            (
                f"{len(decls)} rulings can arise in this mode; both documents support the same readings of "
                f"{len(decls) - len(parted)}"
            ),
            f"{len(parted)} part the documents, {len(seen)} of them in what is legal or scored in a small box",
            f"a reading that both documents support is left in {len(alike)} of these: {', '.join(alike) or 'none'}",
        ],
    )
