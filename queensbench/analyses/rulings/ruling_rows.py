"""What a comparison of readings says of a ruling: a row with its verdict, its witness or its proof."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from queensbench.engines.distinguish.distinguishability import Invariants
from queensbench.engines.prove.obligations import conjuncts
from queensbench.engines.runtime.box import Box
from queensbench.errors import BadInput
from queensbench.evidence.cache import play_json, play_of
from queensbench.evidence.plays import Play
from queensbench.evidence.questions import Form

Verdict = Literal["never", "differs", "undecided"]
NEVER: Literal["never"] = "never"
DIFFERS: Literal["differs"] = "differs"
UNDECIDED: Literal["undecided"] = "undecided"


@dataclass(frozen=True)
class Known:
    """What is proved of a mode on an instance, by the names of properties.

    ``every``: under every reading; ``base``: under the base readings.  Every range obligation has to be shown
    as well.
    """

    every: tuple[str, ...] = ()
    base: tuple[str, ...] = ()

    def conjuncts(self, workshop: Box) -> Invariants:
        """The same as z3 takes it.  Raises BadInput for a property that the system does not judge."""
        names = [judge.name for judge in workshop.system.judges]
        for name in (*self.every, *self.base):
            if name not in names:
                raise BadInput(f"no property is called {name}", remedy="name always or never properties")
        numbers = [[names.index(name) for name in group] for group in (self.every, self.base)]
        return Invariants(*(tuple(conjuncts(workshop.system, group)) for group in numbers))


@dataclass(frozen=True)
class Witness:
    """A play that shows that two readings part, replayed by the interpreter under both.

    ``kind``: one of :data:`~queensbench.engines.compare.replay.KINDS`.  ``beside``: where another ruling has
    another reading than the base, ``ruling=reading``.
    """

    kind: str
    text: str
    instance: str
    against: str
    choices: int
    steps: int
    play: Play
    beside: str = ""

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return {
            "kind": self.kind,
            "text": self.text,
            "instance": self.instance,
            "against": self.against,
            "beside": self.beside,
            "choices": self.choices,
            "steps": self.steps,
            "play": self.play.texts,
        }


@dataclass
class Row:
    """Whether one ruling matters.

    Attributes:
        ruling, instance, house, readings: what was asked; ``house`` is the reading of the base. matters:
        ``never``, ``differs`` or ``undecided``. how: the class of that verdict: ``by construction`` (of every
        state of these types), ``proved``, ``exhausted``,
            ``witnessed`` or ``unknown``.
        full: the instance is the box as sold. kind: for ``differs``, the strongest kind of difference that
        was seen. witness: the play of that kind; ``kinds``: the fewest choices and steps by which each kind
        was seen. others: for ``never``: ``every reading`` or ``base``, the readings of the other rulings for
        which it is shown. invariants: the properties that the proof used. places: what consults the ruling,
        each with what z3 says of it (empty where it was not asked). candidate: for ``undecided``, a position
        where the readings part, which may be unreachable. elsewhere: for ``never`` and ``undecided``, plays
        that show a difference beside another reading of another ruling. games: random games that were looked
        at.
    """

    ruling: str
    question: str
    instance: str
    house: str
    readings: tuple[str, ...]
    matters: Verdict = UNDECIDED
    how: str = "unknown"
    full: bool = True
    kind: str = ""
    witness: Witness | None = None
    kinds: dict[str, tuple[int, int]] = field(default_factory=dict)
    others: str = ""
    invariants: tuple[str, ...] = ()
    places: list[dict[str, str]] = field(default_factory=list)
    candidate: dict[str, Any] | None = None
    elsewhere: list[Witness] = field(default_factory=list)
    games: int = 0
    seconds: float = 0.0
    cached: bool = False

    @property
    def text(self) -> str:
        """The verdict in words; of a small box, it says so."""
        box = "" if self.full else f" in {self.instance}"
        if self.matters == NEVER:
            return f"never matters{box}"
        if self.matters == DIFFERS:
            assert self.witness is not None
            place = (
                "" if self.witness.instance == self.instance and self.full else f" in {self.witness.instance}"
            )
            return f"differs{place}: {self.kind}"
        return f"undecided{box}"

    def as_json(self) -> dict[str, Any]:
        """As data."""
        data = asdict(replace(self, witness=None, elsewhere=[]))
        data["readings"] = list(self.readings)
        data["invariants"] = list(self.invariants)
        data["text"] = self.text
        data["kinds"] = {name: {"choices": c, "steps": s} for name, (c, s) in self.kinds.items()}
        data["witness"] = None if self.witness is None else self.witness.as_json()
        data["elsewhere"] = [witness.as_json() for witness in self.elsewhere]
        data["seconds"] = round(self.seconds, 3)
        del data["cached"]
        return data


def _written(row: Row) -> dict[str, Any]:
    """A row as data from which :func:`_read` makes it again, plays and all."""
    witnesses = [row.witness, *row.elsewhere]
    played = [None if w is None else {**vars(w), "play": play_json(w.play)} for w in witnesses]
    data = asdict(replace(row, witness=None, elsewhere=[]))
    del data["cached"]
    return data | {"witness": played[0], "elsewhere": played[1:]}


def _read(data: Any) -> Row:
    """The row of :func:`_written`.  Raises LookupError, AttributeError, TypeError or ValueError if it is none."""

    def witness(one: Any) -> Witness:
        return Witness(**{**one, "play": play_of(one["play"])})

    tuples = {name: tuple(data[name]) for name in ("readings", "invariants")}
    return Row(
        **{
            **data,
            **tuples,
            "kinds": {name: (int(c), int(s)) for name, (c, s) in data["kinds"].items()},
            "witness": None if data["witness"] is None else witness(data["witness"]),
            "elsewhere": [witness(one) for one in data["elsewhere"]],
        },
        cached=True,
    )


ROW = Form(_written, _read)
"""How a row stands in the store."""
